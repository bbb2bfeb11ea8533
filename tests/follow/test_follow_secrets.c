/*
 * Secrets of followers: of two matches that differ in nothing but the cards of others they know the
 * same, to the byte, until the cards are shown.
 */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "follow/follow.h"
#include "follow/server.h"
#include "match/twins.h"

/* The same person at both tables, or a spectator. */
struct pair {
    struct follow follow[2];
    const char *person;
    unsigned told; /* how many events */
};

static void pair_join(struct pair *pair, const struct twins *twins, const char *person)
{
    pair->person = person;
    pair->told = 0;
    for (unsigned i = 0; i < 2; i++) {
        struct told_hello hello;
        struct told_following table;
        follow_init(&pair->follow[i]);
        say_hello(&hello, person, OPENED);
        say_table(&table, &twins->table[i].match, person);
        assert_int_equal(follow_take_hello(&pair->follow[i], &hello, OPENED), FITS);
        assert_int_equal(follow_take_table(&pair->follow[i], &table), FITS);
    }
}

/* Everything that has happened at both, and my cards. */
static void pair_hear(struct pair *pair, const struct twins *twins)
{
    for (; pair->told < twins->table[0].events; pair->told++) {
        for (unsigned i = 0; i < 2; i++) {
            struct told_event told;
            const struct gathering *table = &twins->table[i];
            say_event(&told, &table->after[pair->told], &table->event[pair->told], NULL);
            assert_int_equal(follow_take_event(&pair->follow[i], &told), FITS);
        }
    }
    for (unsigned i = 0; i < 2; i++) {
        struct told_hand hand;
        if (say_cards(&hand, &twins->table[i].match, pair->person))
            assert_int_equal(follow_take_hand(&pair->follow[i], &hand), FITS);
    }
}

static void check_same_knowledge(const struct pair *pair, int64_t now)
{
    static const struct record_names names;
    char *record[2];
    assert_memory_equal(&pair->follow[0], &pair->follow[1], sizeof pair->follow[0]);
    assert_int_equal(follow_may(&pair->follow[0], now), follow_may(&pair->follow[1], now));
    for (unsigned i = 0; i < 2; i++) {
        struct text text;
        record[i] = malloc(1 << 16);
        CHECK(record[i]);
        text_init(&text, record[i], 1 << 16);
        follow_write_record(&pair->follow[i], &names, &text);
    }
    assert_string_equal(record[0], record[1]);
    free(record[0]);
    free(record[1]);
}

TEST_CASE(followers_know_nothing_of_the_cards_of_others)
{
    uint64_t random = test_seed();
    const unsigned games = test_count(200);
    unsigned turns = 0;
    struct pair *mine = malloc(sizeof *mine), *guest = malloc(sizeof *guest);
    CHECK(mine && guest);
    for (unsigned game = 0; game < games; game++) {
        struct twins twins;
        twins_start(&twins, game, &random);
        pair_join(mine, &twins, guests[ME]);
        pair_join(guest, &twins, "zoe");
        for (; twins_both_play(&twins); turns++) {
            pair_hear(mine, &twins);
            pair_hear(guest, &twins);
            check_same_knowledge(mine, twins.table[0].now);
            check_same_knowledge(guest, twins.table[0].now);
            twins.table[0].now += SECOND;
            twins.table[1].now += SECOND;
            if (!twins_play_turn(&twins))
                break;
        }
        twins_release(&twins);
    }
    assert_true(turns > 20 * games); /* most rounds were compared almost to their end */
    free(mine);
    free(guest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("S4: nothing that a follower holds or writes tells of the cards of others",
             followers_know_nothing_of_the_cards_of_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
