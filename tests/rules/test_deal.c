/*
 * Deals: golden ones, which a second program worked out from the description in docs/formats.md,
 * and that every card and every seat comes as often as it should.
 */
#include "rules/deal.h"

#include <string.h>

#include "board_file/boards.h"
#include "rules/scene.h"

static const uint8_t golden_seed[SEED_SIZE] = "a seed of thirty-two bytes, read";

static const struct golden {
    const char *board;
    unsigned round;
    unsigned first; /* of the game, from 1 */
    const char *hands[SEATS_MAX];
} golden[] = {
    {"transamerica",
     1,
     3,
     {"san-francisco cincinnati salt-lake-city washington el-paso",
      "medford minneapolis santa-fe new-york dallas",
      "sacramento chicago oklahoma-city winston phoenix"}},
    {"transamerica",
     2,
     3,
     {"los-angeles duluth kansas-city boston new-orleans",
      "san-francisco minneapolis santa-fe charleston el-paso",
      "portland chicago oklahoma-city new-york memphis",
      "san-diego helena salt-lake-city richmond houston", "seattle buffalo omaha winston phoenix",
      "sacramento bismarck st-louis washington atlanta"}},
    {"transeuropa",
     1,
     1,
     {"vilnius istanbul helsinki berlin barcelona", "kyiv thessaloniki moskva amsterdam madrid",
      "charkiv tirana malmo zurich london", "bucuresti firenze st-petersburg budapest dublin"}},
    {"transeuropa-classic",
     7,
     1,
     {"kyiv firenze moskva zurich madrid", "odessa marseille stockholm wien plymouth"}},
};

TEST_CASE(golden_deals)
{
    for (unsigned i = 0; i < sizeof golden / sizeof golden[0]; i++) {
        const struct board *board = board_builtin(golden[i].board, strlen(golden[i].board));
        struct hand hand[SEATS_MAX];
        unsigned seats = 0;
        while (seats < SEATS_MAX && golden[i].hands[seats] != NULL)
            seats++;
        deal_hands(board, seats, golden_seed, golden[i].round, hand);
        assert_int_equal(deal_first(seats, golden_seed) + 1, golden[i].first);
        for (unsigned seat = 0; seat < seats; seat++) {
            char line[128];
            struct text text;
            text_init(&text, line, sizeof line);
            for (int group = 0; group < GROUPS; group++) {
                text_add(&text, group > 0 ? " " : "");
                text_add(&text, board->city[hand[seat].city[group]].id);
            }
            assert_string_equal(line, golden[i].hands[seat]);
        }
    }
}

TEST_CASE(golden_series)
{
    static const uint8_t expected[SEED_SIZE] = {0x18, 0x3c, 0x64, 0x2e, 0xff, 0x69, 0xa1, 0xf9,
                                                0xab, 0x41, 0x57, 0xed, 0x86, 0xe4, 0xc0, 0x4e,
                                                0xaf, 0x2f, 0xff, 0xce, 0xb4, 0x48, 0x4d, 0x25,
                                                0xbe, 0x29, 0x39, 0x6e, 0x23, 0x6f, 0x4a, 0xd0};
    uint8_t seed[SEED_SIZE];
    seed_of_series(20020501, 3, seed);
    assert_memory_equal(seed, expected, sizeof expected);
}

TEST_CASE(a_round_is_dealt_by_its_number)
{
    struct hand one[SEATS_MAX], same[SEATS_MAX], other[SEATS_MAX];
    deal_hands(board_builtin_at(0), 4, golden_seed, 1, one);
    deal_hands(board_builtin_at(0), 4, golden_seed, 1, same);
    deal_hands(board_builtin_at(0), 4, golden_seed, 2, other);
    assert_memory_equal(one, same, sizeof one);
    assert_memory_not_equal(one, other, sizeof one);
}

/*
 * How far counts are from all being equal, as the sum of squares that has about `cells` as its
 * mean.  Seeds are fixed, so that a bound that holds once holds always; the bounds are those that
 * chance exceeds once in ten thousand times.
 */
static double unevenness(const unsigned count[], unsigned cells, unsigned total)
{
    const double expected = (double)total / cells;
    double sum = 0;
    for (unsigned i = 0; i < cells; i++)
        sum += (count[i] - expected) * (count[i] - expected) / expected;
    return sum;
}

enum { DEALS = 7056 }; /* a multiple of 49 and of 42 */

/* The place of a card in its group's pile. */
static unsigned rank_of(const struct board *board, unsigned group, unsigned card)
{
    const uint8_t *found = memchr(board->card[group], (int)card, board->cards[group]);
    assert_non_null(found);
    return (unsigned)(found - board->card[group]);
}

TEST_CASE(every_card_as_often)
{
    const struct board *board = board_builtin_at(0);
    unsigned count[4][GROUPS][7] = {0};
    unsigned pair_of_seats[49] = {0}, pair_of_groups[49] = {0}, pair_of_rounds[49] = {0};
    for (unsigned number = 0; number < DEALS; number++) {
        uint8_t seed[SEED_SIZE];
        struct hand hand[SEATS_MAX], next[SEATS_MAX];
        unsigned rank[4][GROUPS];
        seed_of_series(1, number, seed);
        deal_hands(board, 4, seed, 1, hand);
        deal_hands(board, 4, seed, 2, next);
        for (unsigned seat = 0; seat < 4; seat++) {
            for (unsigned group = 0; group < GROUPS; group++) {
                rank[seat][group] = rank_of(board, group, hand[seat].city[group]);
                count[seat][group][rank[seat][group]]++;
            }
        }
        pair_of_seats[rank[0][0] * 7 + rank[3][0]]++;
        pair_of_groups[rank[1][0] * 7 + rank[1][4]]++;
        pair_of_rounds[rank[2][2] * 7 + rank_of(board, 2, next[2].city[2])]++;
    }
    for (unsigned seat = 0; seat < 4; seat++) {
        for (unsigned group = 0; group < GROUPS; group++)
            assert_true(unevenness(count[seat][group], 7, DEALS) < 28);
    }
    assert_true(unevenness(pair_of_groups, 49, DEALS) < 92);
    assert_true(unevenness(pair_of_rounds, 49, DEALS) < 92);
    unsigned unequal[42], cells = 0;
    for (unsigned i = 0; i < 49; i++) {
        if (i / 7 == i % 7)
            assert_int_equal(pair_of_seats[i], 0); /* no card twice */
        else
            unequal[cells++] = pair_of_seats[i];
    }
    assert_true(unevenness(unequal, 42, DEALS) < 82);
}

TEST_CASE(every_seat_as_often)
{
    for (unsigned seats = 2; seats <= 6; seats++) {
        unsigned count[SEATS_MAX] = {0};
        for (unsigned number = 0; number < DEALS; number++) {
            uint8_t seed[SEED_SIZE];
            seed_of_series(2, number, seed);
            count[deal_first(seats, seed)]++;
        }
        assert_true(unevenness(count, seats, DEALS) < 26);
    }
}

TEST_CASE(no_number_is_favoured)
{
    /* Of three quarters of all words, a plain remainder would make the first third half of all. */
    const uint32_t bound = 0xc0000000;
    struct stream stream;
    unsigned low = 0;
    stream_init(&stream, golden_seed, "bots", 0);
    for (int i = 0; i < 9000; i++) {
        const uint32_t number = stream_below(&stream, bound);
        assert_true(number < bound);
        low += number < 0x40000000;
    }
    assert_in_range(low, 2800, 3200);
    assert_int_equal(stream_below(&stream, 1), 0);
}

TEST_CASE(streams_differ_by_purpose_and_number)
{
    struct stream one, other;
    stream_init(&one, golden_seed, "deal", 1);
    stream_init(&other, golden_seed, "seat", 1);
    assert_int_not_equal(stream_next(&one), stream_next(&other));
    stream_init(&one, golden_seed, "deal", 1);
    stream_init(&other, golden_seed, "deal", UINT64_C(1) << 40 | 1);
    assert_int_not_equal(stream_next(&one), stream_next(&other));
}

TEST_CASE(cards_in_play)
{
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        for (unsigned group = 0; group < GROUPS; group++) {
            for (unsigned seats = 2; seats <= 6; seats++)
                assert_int_equal(deal_cards_in_play(board_builtin_at(i), seats, group),
                                 seats <= 3 ? 5 : 7);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("S4, S5: golden deals of a known seed", golden_deals),
        TEST("the seed of a game in a series is a golden one", golden_series),
        TEST("B6: each round has a deal of its own, always the same",
             a_round_is_dealt_by_its_number),
        TEST("S4: every card comes as often, whatever else is dealt", every_card_as_often),
        TEST("S5: every seat begins as often", every_seat_as_often),
        TEST("no random number is favoured", no_number_is_favoured),
        TEST("streams differ by purpose and number", streams_differ_by_purpose_and_number),
        TEST("S3: five or seven cards of a group are in play", cards_in_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
