/* A room by itself: what it wants to be sent and written, and what it bears. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "board/boards.h"
#include "server/tables/room.h"
#include "support.h"

static const uint8_t seed[SEED_SIZE] = {1, 2, 3};

enum { NOW = 1000000 };

static struct asker person(unsigned number)
{
    struct asker asker = {.link = number + 1, .has_id = true, .id = 7};
    snprintf(asker.identity.person, sizeof asker.identity.person, "person%010u", number);
    snprintf(asker.identity.name, sizeof asker.identity.name, "Name %u", number);
    return asker;
}

/* Takes the change to disk and back. */
static void keep(struct room *room, struct mail *mail)
{
    struct change *change = room->to_write;
    assert_non_null(change);
    assert_int_equal(room->state, ROOM_BUSY);
    room->to_write = NULL;
    room_written(room, change, true, change->now, mail);
    change_free(change);
    assert_int_equal(room->state, ROOM_READY);
}

/* Opened by person 0, who sits on the first of two seats. */
static struct room *open_room(void)
{
    struct match_settings settings = {
        .board = board_builtin("transamerica", strlen("transamerica")), .seats = 2, .chat = true};
    struct mail mail = {0};
    struct room *room = room_new("aaaaaaaaaaaaaaaa", 1, NOW);
    const struct asker host = person(0);
    settings.plan[0].kind = SEAT_PERSON;
    assert_true(room_open(room, &settings, seed, NULL, &host, NOW));
    keep(room, &mail);
    mail_release(&mail);
    return room;
}

static enum room_outcome ask(struct room *room, unsigned who, struct message message, int64_t now,
                             struct answer *answer)
{
    const struct asker asker = person(who);
    return room_ask(room, &asker, &message, now, answer);
}

static struct message chat(const char *words)
{
    struct message message = {.kind = MESSAGE_CHAT};
    memcpy(message.text, words, strlen(words) + 1);
    return message;
}

static unsigned letters_with(const struct mail *mail, const char *part)
{
    unsigned count = 0;
    for (unsigned i = 0; i < mail->count; i++)
        count += mail->letter[i].packet && strstr(packet_text(mail->letter[i].packet), part);
    return count;
}

TEST_CASE(what_happens_is_sent_when_it_is_on_disk)
{
    struct room *room = open_room();
    struct mail mail = {0};
    struct answer answer;
    const struct asker watcher = person(5);
    assert_true(room_follow(room, &watcher, 0, NOW, &mail));
    mail_clear(&mail);
    assert_int_equal(ask(room, 0, chat("hello"), NOW, &answer), ROOM_CHANGED);
    assert_int_equal(mail.count, 0);
    assert_int_equal(room->to_write->asker.link, 1);
    keep(room, &mail);
    assert_int_equal(letters_with(&mail, "hello"), 1);
    mail_release(&mail);
    room_free(room);
}

TEST_CASE(what_could_not_be_written_is_read_again)
{
    struct room *room = open_room();
    struct mail mail = {0};
    struct answer answer;
    assert_int_equal(ask(room, 0, chat("hello"), NOW, &answer), ROOM_CHANGED);
    struct change *change = room->to_write;
    room->to_write = NULL;
    room_written(room, change, false, NOW, &mail);
    change_free(change);
    assert_int_equal(room->state, ROOM_DOUBTFUL);
    assert_int_equal(mail.count, 0);
    assert_true(room->retry_at > NOW);
    const int64_t first = room->retry_at - NOW;
    for (unsigned i = 0; i < 20; i++)
        room_doubt(room, NOW);
    assert_true(room->retry_at - NOW > first && room->retry_at - NOW < 60 * 1000);
    mail_release(&mail);
    room_free(room);
}

TEST_CASE(cards_go_to_their_holders_alone)
{
    struct room *room = open_room();
    struct mail mail = {0};
    struct answer answer;
    for (unsigned who = 0; who < 3; who++) {
        const struct asker follower = person(who);
        assert_true(room_follow(room, &follower, 0, NOW, &mail));
    }
    assert_int_equal(ask(room, 1, (struct message){.kind = MESSAGE_SIT, .seat = 1}, NOW, &answer),
                     ROOM_CHANGED);
    keep(room, &mail);
    mail_clear(&mail);
    assert_int_equal(ask(room, 0, (struct message){.kind = MESSAGE_START}, NOW, &answer),
                     ROOM_CHANGED);
    keep(room, &mail);
    assert_int_equal(letters_with(&mail, "\"is\":\"hand\""), 2);
    for (unsigned i = 0; i < mail.count; i++) {
        const struct letter *letter = &mail.letter[i];
        if (letter->packet && strstr(packet_text(letter->packet), "\"is\":\"hand\"")) {
            assert_int_equal(letter->to, 0);
            assert_true(strcmp(letter->person, "person0000000000") == 0 ||
                        strcmp(letter->person, "person0000000001") == 0);
        }
    }
    mail_clear(&mail);
    const struct asker again = person(1), stranger = person(9);
    assert_true(room_follow(room, &stranger, 0, NOW, &mail));
    assert_int_equal(letters_with(&mail, "\"is\":\"hand\""), 0);
    mail_clear(&mail);
    assert_true(room_follow(room, &again, 0, NOW, &mail));
    assert_int_equal(letters_with(&mail, "\"is\":\"hand\""), 1);
    mail_release(&mail);
    room_free(room);
}

TEST_CASE(guests_talk_at_one_pace_whatever_their_names)
{
    struct room *room = open_room();
    struct mail mail = {0};
    struct answer answer;
    unsigned said = 0;
    for (unsigned who = 10; who < 110; who++)
        if (ask(room, who, chat("flood"), NOW, &answer) == ROOM_CHANGED) {
            keep(room, &mail);
            said++;
        }
    assert_int_equal(said, GUEST_TALK_BURST);
    assert_int_equal(answer.objection, OBJECTION_SLOW);
    assert_int_equal(ask(room, 0, chat("I sit here"), NOW, &answer), ROOM_CHANGED);
    keep(room, &mail);
    assert_int_equal(ask(room, 200, chat("later"), NOW + GUEST_TALK_MS, &answer), ROOM_CHANGED);
    keep(room, &mail);
    mail_release(&mail);
    room_free(room);
}

TEST_CASE(guests_cannot_fill_a_table)
{
    struct room *room = open_room();
    struct mail mail = {0};
    struct answer answer;
    char words[CHAT_SIZE];
    int64_t now = NOW;
    unsigned lines = 0;
    memset(words, 'x', sizeof words);
    words[CHAT_CHARACTERS] = '\0';
    while (ask(room, 10 + lines % 7, chat(words), now += GUEST_TALK_MS, &answer) == ROOM_CHANGED) {
        keep(room, &mail);
        mail_clear(&mail);
        lines++;
        assert_true(lines < 10000);
    }
    assert_int_equal(answer.objection, OBJECTION_STATE);
    assert_true(room->history.guest_talk_bytes <= GUEST_TALK_BYTES_MAX + CHAT_SIZE);
    assert_int_equal(ask(room, 0, chat("still here"), now, &answer), ROOM_CHANGED);
    keep(room, &mail);
    mail_release(&mail);
    room_free(room);
}

TEST_CASE(coming_and_going_has_an_end)
{
    struct room *room = open_room();
    struct mail mail = {0};
    struct answer answer;
    for (unsigned i = 0;; i++) {
        const struct message message = {.kind = i % 2 ? MESSAGE_STAND : MESSAGE_SIT, .seat = 1};
        const enum room_outcome outcome = ask(room, 3, message, NOW, &answer);
        if (outcome == ROOM_REFUSED)
            break;
        assert_int_equal(outcome, ROOM_CHANGED);
        keep(room, &mail);
        mail_clear(&mail);
        assert_true(i < 2 * COMINGS_MAX);
    }
    assert_int_equal(answer.objection, OBJECTION_STATE);
    assert_true(room->history.comings >= COMINGS_MAX);
    mail_release(&mail);
    room_free(room);
}

TEST_CASE(a_crowd_is_told_once_a_second_who_is_here)
{
    struct room *room = open_room();
    struct mail mail = {0};
    for (unsigned who = 0; who < 500; who++) {
        const struct asker follower = person(100 + who);
        assert_true(room_follow(room, &follower, 0, NOW, &mail));
    }
    unsigned to_all = 0;
    for (unsigned i = 0; i < mail.count; i++)
        to_all += mail.letter[i].to == 0;
    assert_true(to_all < 50); /* of 500 who came */
    assert_true(room->people_changed);
    mail_clear(&mail);
    room_tick(room, NOW + 500, &mail);
    assert_int_equal(mail.count, 0);
    room_tick(room, NOW + 1000, &mail);
    assert_int_equal(mail.count, 1);
    assert_int_equal(letters_with(&mail, "\"watching\":500"), 1);
    assert_false(room->people_changed);
    mail_release(&mail);
    room_free(room);
}

TEST_CASE(who_waits_is_served_in_order_and_who_left_is_not)
{
    struct room *room = open_room();
    uint64_t link;
    for (uint64_t id = 1; id <= 20; id++)
        assert_true(room_wait(room, id));
    assert_true(room_next_waiting(room, &link));
    assert_int_equal(link, 1);
    room_stop_waiting(room, 3);
    for (uint64_t id = 21; id <= 40; id++)
        assert_true(room_wait(room, id));
    for (uint64_t id = 2; id <= 40; id++) {
        assert_true(room_next_waiting(room, &link));
        assert_int_equal(link, id == 3 ? 0 : id);
    }
    assert_false(room_next_waiting(room, &link));
    room_free(room);
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
