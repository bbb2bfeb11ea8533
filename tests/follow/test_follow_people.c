/* The people around a table as a follower knows them: names, who is here, what was said and done.
 */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "follow/audience.h"
#include "follow/server.h"

/* Somebody who follows a match as it goes on; large. */
struct visitor {
    struct gathering table;
    struct follow follow;
    unsigned told;
};

static void hear(struct visitor *visitor)
{
    for (; visitor->told < visitor->table.events; visitor->told++) {
        struct told_event told;
        say_event(&told, &visitor->table.after[visitor->told], &visitor->table.event[visitor->told],
                  NULL);
        assert_int_equal(follow_take_event(&visitor->follow, &told), FITS);
    }
}

static void hear_people(struct visitor *visitor, unsigned gone)
{
    struct told_people people;
    say_people(&people, &visitor->table.match, gone);
    assert_int_equal(follow_take_people(&visitor->follow, &people), FITS);
}

/* At the table of ada with open seats, as bob, who is told of everything from the beginning. */
static struct visitor *visit(void)
{
    const struct match_settings settings = gathering_settings(3);
    struct visitor *visitor = calloc(1, sizeof *visitor);
    struct told_hello hello;
    struct told_following table;
    CHECK(visitor);
    gathering_open(&visitor->table, &settings, 1);
    follow_init(&visitor->follow);
    say_hello(&hello, "bob", OPENED);
    assert_int_equal(follow_take_hello(&visitor->follow, &hello, OPENED), FITS);
    say_table(&table, &visitor->table.match, "bob");
    assert_int_equal(follow_take_table(&visitor->follow, &table), FITS);
    hear(visitor);
    return visitor;
}

static void leave(struct visitor *visitor)
{
    gathering_release(&visitor->table);
    free(visitor);
}

static const struct news *last_news(const struct visitor *visitor)
{
    assert_true(visitor->follow.news_count > 0);
    return &visitor->follow.news[visitor->follow.news_count - 1];
}

/* The last thing that happened is told as this. */
static void check_news(struct visitor *visitor, enum news_kind kind, unsigned seat,
                       const char *person)
{
    hear(visitor);
    const struct news *news = last_news(visitor);
    assert_int_equal(news->kind, kind);
    assert_int_equal(news->seat, seat);
    assert_string_equal(news->person, person);
    assert_int_equal(news->number, visitor->table.events);
    assert_true(follow_is_news(&visitor->follow, news->number));
}

TEST_CASE(people_come_and_go)
{
    struct visitor *visitor = visit();
    struct gathering *table = &visitor->table;
    assert_false(follow_is_news(&visitor->follow, last_news(visitor)->number)); /* ada sat before */
    ask_sit(table, "cid", 1, false);
    check_news(visitor, NEWS_SAT, 1, "cid");
    ask_stand(table, "cid");
    check_news(visitor, NEWS_STOOD, 1, "cid");
    ask_seat(table, "ada", 1, SEAT_BOT, "easy");
    check_news(visitor, NEWS_SEAT, 1, "");
    ask_sit(table, "bob", 2, false);
    check_news(visitor, NEWS_SAT, 2, "bob");
    assert_int_equal(visitor->follow.view.seat, 2);
    ask_seat(table, "ada", 2, SEAT_OPEN, "");
    check_news(visitor, NEWS_SHOWN_OUT, 2, "bob");
    assert_int_equal(visitor->follow.view.seat, SEAT_NONE);
    ask_sit(table, "bob", 2, false);
    ask_start(table, "ada");
    hear(visitor);
    ask_leave(table, "bob");
    check_news(visitor, NEWS_AWAY, 2, "bob");
    assert_int_equal(last_news(visitor)->away, AWAY_LEFT);
    ask_back(table, "bob");
    check_news(visitor, NEWS_BACK, 2, "bob");
    ask_chat(table, "zoe", "hello");
    check_news(visitor, NEWS_SAID, SEAT_NONE, "zoe");
    assert_string_equal(follow_words(&visitor->follow, last_news(visitor)), "hello");
    ask_mute(table, "ada", "bob", true);
    check_news(visitor, NEWS_MUTED, 2, "bob");
    assert_false(follow_may(&visitor->follow, table->now) & MAY_CHAT);
    ask_mute(table, "ada", "bob", false);
    check_news(visitor, NEWS_UNMUTED, 2, "bob");
    assert_true(follow_may(&visitor->follow, table->now) & MAY_CHAT);
    leave(visitor);
}

TEST_CASE(a_table_is_closed)
{
    struct visitor *visitor = visit();
    ask_close(&visitor->table, "ada");
    check_news(visitor, NEWS_CLOSED, SEAT_NONE, "");
    assert_int_equal(last_news(visitor)->close, CLOSE_HOST);
    assert_int_equal(follow_may(&visitor->follow, OPENED), MAY_CHAT);
    leave(visitor);
}

TEST_CASE(names_are_remembered)
{
    struct visitor *visitor = visit();
    const struct follow *follow = &visitor->follow;
    ask_sit(&visitor->table, "cid", 1, false);
    hear(visitor);
    assert_string_equal(follow_name(follow, "cid"), "");
    assert_false(follow_is_here(follow, 1));
    hear_people(visitor, 1U << 0);
    assert_string_equal(follow_name(follow, "cid"), "Cid");
    assert_true(follow_is_here(follow, 1));
    assert_false(follow_is_here(follow, 0)); /* ada is not connected */
    assert_int_equal(follow->watching, 1);
    ask_stand(&visitor->table, "cid");
    hear(visitor);
    hear_people(visitor, 0);
    assert_string_equal(follow_name(follow, "cid"), "Cid"); /* though nobody tells of them now */
    assert_false(follow_person(follow, "cid")->here);
    assert_null(follow_person(follow, "dee"));
    leave(visitor);
}

/* However many come and go, those told of last are known. */
TEST_CASE(a_crowd_does_not_fill_the_memory)
{
    struct visitor *visitor = visit();
    struct told_people people;
    memset(&people, 0, sizeof people);
    for (unsigned time = 0; time < 20; time++) {
        people.people = TOLD_PEOPLE_MAX;
        for (unsigned i = 0; i < TOLD_PEOPLE_MAX; i++) {
            snprintf(people.person[i].id, PERSON_SIZE, "p%u", 50 * time + i);
            snprintf(people.person[i].name, TOLD_NAME_SIZE, "name %u", 50 * time + i);
        }
        assert_int_equal(follow_take_people(&visitor->follow, &people), FITS);
        for (unsigned i = 0; i < TOLD_PEOPLE_MAX; i++)
            assert_string_equal(follow_name(&visitor->follow, people.person[i].id),
                                people.person[i].name);
    }
    leave(visitor);
}

/* ---- Talk ------------------------------------------------------------------------------------ */

static void say(struct visitor *visitor, const char *words)
{
    ask_chat(&visitor->table, "zoe", words);
    hear(visitor);
}

/* The oldest words are forgotten, and what is left is whole and in order. */
static void check_talk(const struct follow *follow, unsigned last, const char *format)
{
    uint32_t number = 0;
    for (unsigned i = 0; i < follow->news_count; i++) {
        const struct news *news = &follow->news[follow->news_count - 1 - i];
        char expected[CHAT_SIZE];
        assert_true(i == 0 || news->number < number);
        number = news->number;
        if (news->kind != NEWS_SAID)
            continue;
        snprintf(expected, sizeof expected, format, last - i);
        assert_string_equal(follow_words(follow, news), expected);
    }
}

TEST_CASE(talk_has_a_bound)
{
    struct visitor *visitor = visit();
    char words[CHAT_SIZE];
    for (unsigned i = 0; i < FOLLOW_NEWS_MAX + 50; i++) {
        snprintf(words, sizeof words, "%u", i);
        say(visitor, words);
        check_talk(&visitor->follow, i, "%u");
    }
    assert_int_equal(visitor->follow.news_count, FOLLOW_NEWS_MAX);
    assert_int_equal(visitor->follow.news_forgotten, 51); /* with ada, who sat down */
    leave(visitor);
}

TEST_CASE(long_talk_has_a_bound)
{
    static const char format[] = "%01100u";
    struct visitor *visitor = visit();
    char words[CHAT_SIZE];
    for (unsigned i = 0; i < 200; i++) {
        snprintf(words, sizeof words, format, i);
        say(visitor, words);
        check_talk(&visitor->follow, i, format);
    }
    assert_true(visitor->follow.news_count > 50);
    assert_true(visitor->follow.words_used <= FOLLOW_WORDS_SIZE);
    leave(visitor);
}

/* Whoever deletes themselves takes their words along: the list is told without them. */
TEST_CASE(words_are_deleted)
{
    struct visitor *visitor = visit();
    struct told_event told;
    say(visitor, "one");
    say(visitor, "two");
    say_event(&told, &visitor->table.after[visitor->told - 2],
              &visitor->table.event[visitor->told - 2], NULL);
    memset(told.event.text, 0, sizeof told.event.text);
    assert_int_equal(follow_take_event(&visitor->follow, &told), FITS);
    const struct news *news = last_news(visitor);
    assert_string_equal(follow_words(&visitor->follow, news - 1), "");
    assert_string_equal(follow_words(&visitor->follow, news), "two");
    assert_null(memchr(visitor->follow.words, 'o', 3)); /* "one" is gone, not only hidden */
    leave(visitor);
}

/* By whoever is asked; not when whoever asked wants it no more, nor when it is asked again. */
TEST_CASE(a_no_is_known_from_a_withdrawal)
{
    struct visitor *visitor = visit();
    struct gathering *table = &visitor->table;
    assert_int_equal(ask_sit(table, "bob", 1, false), OBJECTION_NONE);
    assert_int_equal(ask_sit(table, "cid", 2, false), OBJECTION_NONE);
    assert_int_equal(ask_start(table, "ada"), OBJECTION_NONE);
    const unsigned asker = gathering_to_move(table);
    gathering_play(table, "easy");
    for (unsigned i = 0; i < 3; i++) {
        const unsigned answers = (asker + i) % 3;
        table->now += MINUTE;
        assert_int_equal(
            ask_takeback(table, guests[asker], table->match.state.seat[asker].turn_number),
            OBJECTION_NONE);
        hear(visitor);
        assert_false(follow_is_refused(&visitor->follow));
        assert_int_equal(
            ask_answer(table, guests[answers], table->match.state.takeback.number, false),
            OBJECTION_NONE);
        hear(visitor);
        assert_int_equal(follow_is_refused(&visitor->follow), answers != asker);
    }
    leave(visitor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("people who come, go, leave and are muted are news, as data", people_come_and_go),
        TEST("a table that is closed is news", a_table_is_closed),
        TEST("names are remembered of whoever is not told of any more", names_are_remembered),
        TEST("a crowd does not fill the memory", a_crowd_does_not_fill_the_memory),
        TEST("of much talk the newest is kept", talk_has_a_bound),
        TEST("of long talk the newest is kept", long_talk_has_a_bound),
        TEST("words that were deleted are gone", words_are_deleted),
        TEST("a no is known from a withdrawal", a_no_is_known_from_a_withdrawal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
