/* A table by itself: what it wants to be sent and written, and what it bears. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "board_file/boards.h"
#include "server/tables/live_table.h"
#include "support.h"

static const uint8_t seed[SEED_SIZE] = {1, 2, 3};

enum { NOW = 1000000 };

static struct asker person(unsigned number)
{
    struct asker asker = {.client = number + 1, .has_id = true, .id = 7};
    snprintf(asker.identity.person, sizeof asker.identity.person, "person%010u", number);
    snprintf(asker.identity.name, sizeof asker.identity.name, "Name %u", number);
    return asker;
}

/* Takes the change to disk and back. */
static void keep(struct live_table *table, struct outgoing *outgoing)
{
    struct table_write *write = table->to_write;
    assert_non_null(write);
    assert_int_equal(table->state, TABLE_BUSY);
    table->to_write = NULL;
    live_table_written(table, write, true, write->now, outgoing);
    table_write_free(write);
    assert_int_equal(table->state, TABLE_READY);
}

/* Opened by person 0, who sits on the first of two seats. */
static struct live_table *open_room(void)
{
    struct match_settings settings = {
        .board = board_builtin("transamerica", strlen("transamerica")), .seats = 2, .chat = true};
    struct outgoing outgoing = {0};
    struct live_table *table = live_table_new("aaaaaaaaaaaaaaaa", 1, NOW);
    const struct asker host = person(0);
    settings.plan[0].kind = SEAT_PERSON;
    assert_true(live_table_open(table, &settings, seed, NULL, &host, NOW));
    keep(table, &outgoing);
    outgoing_release(&outgoing);
    return table;
}

static enum live_table_outcome ask(struct live_table *table, unsigned who, struct message message,
                                   int64_t now, struct answer *answer)
{
    const struct asker asker = person(who);
    return live_table_ask(table, &asker, &message, now, answer);
}

static struct message chat(const char *words)
{
    struct message message = {.kind = MESSAGE_CHAT};
    memcpy(message.text, words, strlen(words) + 1);
    return message;
}

static unsigned letters_with(const struct outgoing *outgoing, const char *part)
{
    unsigned count = 0;
    for (unsigned i = 0; i < outgoing->count; i++)
        count +=
            outgoing->item[i].shared && strstr(shared_bytes_text(outgoing->item[i].shared), part);
    return count;
}

TEST_CASE(what_happens_is_sent_when_it_is_on_disk)
{
    struct live_table *table = open_room();
    struct outgoing outgoing = {0};
    struct answer answer;
    const struct asker watcher = person(5);
    assert_true(live_table_follow(table, &watcher, 0, NOW, &outgoing));
    outgoing_clear(&outgoing);
    assert_int_equal(ask(table, 0, chat("hello"), NOW, &answer), TABLE_CHANGED);
    assert_int_equal(outgoing.count, 0);
    assert_int_equal(table->to_write->asker.client, 1);
    keep(table, &outgoing);
    assert_int_equal(letters_with(&outgoing, "hello"), 1);
    outgoing_release(&outgoing);
    live_table_free(table);
}

TEST_CASE(what_could_not_be_written_is_read_again)
{
    struct live_table *table = open_room();
    struct outgoing outgoing = {0};
    struct answer answer;
    assert_int_equal(ask(table, 0, chat("hello"), NOW, &answer), TABLE_CHANGED);
    struct table_write *write = table->to_write;
    table->to_write = NULL;
    live_table_written(table, write, false, NOW, &outgoing);
    table_write_free(write);
    assert_int_equal(table->state, TABLE_DOUBTFUL);
    assert_int_equal(outgoing.count, 0);
    assert_true(table->retry_at > NOW);
    const int64_t first = table->retry_at - NOW;
    for (unsigned i = 0; i < 20; i++)
        live_table_reload(table, NOW);
    assert_true(table->retry_at - NOW > first && table->retry_at - NOW < 60 * 1000);
    outgoing_release(&outgoing);
    live_table_free(table);
}

TEST_CASE(cards_go_to_their_holders_alone)
{
    struct live_table *table = open_room();
    struct outgoing outgoing = {0};
    struct answer answer;
    for (unsigned who = 0; who < 3; who++) {
        const struct asker follower = person(who);
        assert_true(live_table_follow(table, &follower, 0, NOW, &outgoing));
    }
    assert_int_equal(ask(table, 1, (struct message){.kind = MESSAGE_SIT, .seat = 1}, NOW, &answer),
                     TABLE_CHANGED);
    keep(table, &outgoing);
    outgoing_clear(&outgoing);
    assert_int_equal(ask(table, 0, (struct message){.kind = MESSAGE_START}, NOW, &answer),
                     TABLE_CHANGED);
    keep(table, &outgoing);
    assert_int_equal(letters_with(&outgoing, "\"is\":\"hand\""), 2);
    for (unsigned i = 0; i < outgoing.count; i++) {
        const struct outgoing_item *item = &outgoing.item[i];
        if (item->shared && strstr(shared_bytes_text(item->shared), "\"is\":\"hand\"")) {
            assert_int_equal(item->to, 0);
            assert_true(strcmp(item->person, "person0000000000") == 0 ||
                        strcmp(item->person, "person0000000001") == 0);
        }
    }
    outgoing_clear(&outgoing);
    const struct asker again = person(1), stranger = person(9);
    assert_true(live_table_follow(table, &stranger, 0, NOW, &outgoing));
    assert_int_equal(letters_with(&outgoing, "\"is\":\"hand\""), 0);
    outgoing_clear(&outgoing);
    assert_true(live_table_follow(table, &again, 0, NOW, &outgoing));
    assert_int_equal(letters_with(&outgoing, "\"is\":\"hand\""), 1);
    outgoing_release(&outgoing);
    live_table_free(table);
}

TEST_CASE(guests_talk_at_one_pace_whatever_their_names)
{
    struct live_table *table = open_room();
    struct outgoing outgoing = {0};
    struct answer answer;
    unsigned said = 0;
    for (unsigned who = 10; who < 110; who++)
        if (ask(table, who, chat("flood"), NOW, &answer) == TABLE_CHANGED) {
            keep(table, &outgoing);
            said++;
        }
    assert_int_equal(said, GUEST_TALK_BURST);
    assert_int_equal(answer.objection, OBJECTION_SLOW);
    assert_int_equal(ask(table, 0, chat("I sit here"), NOW, &answer), TABLE_CHANGED);
    keep(table, &outgoing);
    assert_int_equal(ask(table, 200, chat("later"), NOW + GUEST_TALK_MS, &answer), TABLE_CHANGED);
    keep(table, &outgoing);
    outgoing_release(&outgoing);
    live_table_free(table);
}

TEST_CASE(guests_cannot_fill_a_table)
{
    struct live_table *table = open_room();
    struct outgoing outgoing = {0};
    struct answer answer;
    char words[CHAT_SIZE];
    int64_t now = NOW;
    unsigned lines = 0;
    memset(words, 'x', sizeof words);
    words[CHAT_CHARACTERS] = '\0';
    while (ask(table, 10 + lines % 7, chat(words), now += GUEST_TALK_MS, &answer) ==
           TABLE_CHANGED) {
        keep(table, &outgoing);
        outgoing_clear(&outgoing);
        lines++;
        assert_true(lines < 10000);
    }
    assert_int_equal(answer.objection, OBJECTION_STATE);
    assert_true(table->history.guest_talk_bytes <= GUEST_TALK_BYTES_MAX + CHAT_SIZE);
    assert_int_equal(ask(table, 0, chat("still here"), now, &answer), TABLE_CHANGED);
    keep(table, &outgoing);
    outgoing_release(&outgoing);
    live_table_free(table);
}

TEST_CASE(coming_and_going_has_an_end)
{
    struct live_table *table = open_room();
    struct outgoing outgoing = {0};
    struct answer answer;
    for (unsigned i = 0;; i++) {
        const struct message message = {.kind = i % 2 ? MESSAGE_STAND : MESSAGE_SIT, .seat = 1};
        const enum live_table_outcome outcome = ask(table, 3, message, NOW, &answer);
        if (outcome == TABLE_REFUSED)
            break;
        assert_int_equal(outcome, TABLE_CHANGED);
        keep(table, &outgoing);
        outgoing_clear(&outgoing);
        assert_true(i < 2 * COMINGS_MAX);
    }
    assert_int_equal(answer.objection, OBJECTION_STATE);
    assert_true(table->history.comings >= COMINGS_MAX);
    outgoing_release(&outgoing);
    live_table_free(table);
}

TEST_CASE(a_crowd_is_told_once_a_second_who_is_here)
{
    struct live_table *table = open_room();
    struct outgoing outgoing = {0};
    for (unsigned who = 0; who < 500; who++) {
        const struct asker follower = person(100 + who);
        assert_true(live_table_follow(table, &follower, 0, NOW, &outgoing));
    }
    unsigned to_all = 0;
    for (unsigned i = 0; i < outgoing.count; i++)
        to_all += outgoing.item[i].to == 0;
    assert_true(to_all < 50); /* of 500 who came */
    assert_true(table->people_changed);
    outgoing_clear(&outgoing);
    live_table_tick(table, NOW + 500, &outgoing);
    assert_int_equal(outgoing.count, 0);
    live_table_tick(table, NOW + 1000, &outgoing);
    assert_int_equal(outgoing.count, 1);
    assert_int_equal(letters_with(&outgoing, "\"watching\":500"), 1);
    assert_false(table->people_changed);
    outgoing_release(&outgoing);
    live_table_free(table);
}

TEST_CASE(who_waits_is_served_in_order_and_who_left_is_not)
{
    struct live_table *table = open_room();
    uint64_t link;
    for (uint64_t id = 1; id <= 20; id++)
        assert_true(live_table_wait(table, id));
    assert_true(live_table_next_waiting(table, &link));
    assert_int_equal(link, 1);
    live_table_stop_waiting(table, 3);
    for (uint64_t id = 21; id <= 40; id++)
        assert_true(live_table_wait(table, id));
    for (uint64_t id = 2; id <= 40; id++) {
        assert_true(live_table_next_waiting(table, &link));
        assert_int_equal(link, id == 3 ? 0 : id);
    }
    assert_false(live_table_next_waiting(table, &link));
    live_table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("what happens is sent when it is on disk", what_happens_is_sent_when_it_is_on_disk),
        TEST("what could not be written is read again", what_could_not_be_written_is_read_again),
        TEST("cards go to their holders alone", cards_go_to_their_holders_alone),
        TEST("guests talk at one pace, whatever their names",
             guests_talk_at_one_pace_whatever_their_names),
        TEST("guests cannot fill a table: who sits there can still talk",
             guests_cannot_fill_a_table),
        TEST("coming and going has an end", coming_and_going_has_an_end),
        TEST("a crowd is told once a second who is here",
             a_crowd_is_told_once_a_second_who_is_here),
        TEST("who waits is served in order, and who left is not",
             who_waits_is_served_in_order_and_who_left_is_not),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
