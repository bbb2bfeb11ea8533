/* S: seats, cards, deals, the supply and the points at the start. */
#include <string.h>

#include "board_file/boards.h"
#include "rules/deal.h"
#include "rules/scene.h"

enum { SEEDS = 400 };

static void numbered_seed(unsigned number, uint8_t seed[SEED_SIZE])
{
    seed_of_series(20020501, number, seed);
}

/* A game of so many seats with the deal of a seed. */
static void deal_round(struct position *position, const struct board *board, unsigned seats,
                       unsigned variants, unsigned number)
{
    uint8_t seed[SEED_SIZE];
    numbered_seed(number, seed);
    position_init(position, board, seats, variants, seed);
    position_deal(position, board);
}

TEST_CASE(two_to_six_seats)
{
    for (unsigned seats = 2; seats <= 6; seats++) {
        struct position position;
        deal_round(&position, board_builtin_at(0), seats, 0, seats);
        assert_int_equal(position.table.seats, seats);
        assert_int_equal(position.table.phase, PHASE_PLAYING);
    }
    scene_faulty("railhead 1\nboard transamerica\nrules transamerica\nseats 1\n", 4, "S1");
    scene_faulty("railhead 1\nboard transamerica\nrules transamerica\nseats 7\n", 4, "S1");
    scene_sound("railhead 1\nboard transamerica\nrules transamerica\nseats 2\n");
    scene_sound("railhead 1\nboard transamerica\nrules transamerica\nseats 6\n");
}

TEST_CASE(seats_follow_each_other)
{
    struct position position;
    const struct board *board = board_builtin_at(0);
    deal_round(&position, board, 6, 0, 1);
    for (unsigned turn = 0; turn < 6; turn++) {
        const struct turn place = {.kind = TURN_PLACE, .marker = (uint8_t)turn};
        assert_int_equal(position.table.to_move, (position.table.first + turn) % 6);
        assert_int_equal(position_play(&position, board, &place), ACCEPTED);
    }
    assert_int_equal(position.table.to_move, position.table.first);
}

TEST_CASE(five_groups_of_seven)
{
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        const struct board *board = board_builtin_at(i);
        struct junction_set places = {0};
        unsigned in_group[GROUPS] = {0};
        assert_int_equal(board->cities, 35);
        for (unsigned city = 0; city < board->cities; city++) {
            in_group[board->city[city].group]++;
            junction_set_add(&places, board->city[city].junction);
            assert_int_equal(
                board_find_city(board, board->city[city].id, strlen(board->city[city].id)), city);
        }
        for (int group = 0; group < GROUPS; group++)
            assert_int_equal(in_group[group], 7);
        assert_int_equal(junction_set_count(&places), 35);
    }
}

TEST_CASE(two_of_each_group_are_dashed)
{
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        const struct board *board = board_builtin_at(i);
        unsigned dashed[GROUPS] = {0};
        for (unsigned city = 0; city < board->cities; city++)
            dashed[board->city[city].group] += board->city[city].dashed != 0;
        for (int group = 0; group < GROUPS; group++)
            assert_int_equal(dashed[group], 2);
    }
}

/* Which cards come up in many deals of a round, one bit for each city. */
static uint64_t cards_seen(const struct board *board, unsigned seats, unsigned round)
{
    uint64_t seen = 0;
    for (unsigned number = 0; number < SEEDS; number++) {
        uint8_t seed[SEED_SIZE];
        struct hand hand[SEATS_MAX];
        numbered_seed(number, seed);
        deal_hands(board, seats, seed, round, hand);
        for (unsigned seat = 0; seat < seats; seat++) {
            for (int group = 0; group < GROUPS; group++)
                seen |= UINT64_C(1) << hand[seat].city[group];
        }
    }
    return seen;
}

TEST_CASE(dashed_cities_stay_out_of_small_games)
{
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        const struct board *board = board_builtin_at(i);
        uint64_t all = 0, plain = 0;
        for (unsigned city = 0; city < board->cities; city++) {
            all |= UINT64_C(1) << city;
            plain |= (uint64_t)!board->city[city].dashed << city;
        }
        for (unsigned round = 1; round <= 3; round++) {
            assert_int_equal(cards_seen(board, 2, round), plain);
            assert_int_equal(cards_seen(board, 3, round), plain);
            assert_int_equal(cards_seen(board, 4, round), all);
            assert_int_equal(cards_seen(board, 6, round), all);
        }
    }
}

TEST_CASE(a_record_cannot_deal_a_dashed_city_to_three)
{
    scene_faulty("railhead 1\nboard transamerica\nrules transamerica\nseats 3\nround 1\nfirst 1\n"
                 "deal 1 portland helena omaha new-york dallas\n"
                 "deal 2 medford chicago denver washington memphis\n",
                 8, "S3");
    scene_sound("railhead 1\nboard transamerica\nrules transamerica\nseats 4\nround 1\nfirst 1\n"
                "deal 1 portland helena omaha new-york dallas\n"
                "deal 2 medford chicago denver washington memphis\n"
                "deal 3 sacramento bismarck santa-fe winston el-paso\n"
                "deal 4 seattle duluth kansas-city boston houston\n");
}

TEST_CASE(one_card_of_each_group_and_none_twice)
{
    for (unsigned seats = 2; seats <= 6; seats++) {
        for (unsigned number = 0; number < SEEDS; number++) {
            const struct board *board = board_builtin_at(number % board_builtin_count());
            struct position position;
            uint64_t dealt = 0;
            deal_round(&position, board, seats, 0, number);
            for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
                for (unsigned group = 0; group < GROUPS; group++) {
                    const unsigned card = position.hand[seat].city[group];
                    if (seat >= seats) {
                        assert_int_equal(card, CITY_NONE);
                        continue;
                    }
                    assert_int_equal(board->city[card].group, group);
                    assert_false(dealt >> card & 1);
                    dealt |= UINT64_C(1) << card;
                }
            }
        }
    }
}

TEST_CASE(a_record_cannot_deal_other_hands)
{
#define HEADER                                                                                     \
    "railhead 1\nboard transamerica\nrules transamerica\nseats 2\nround 1\nfirst 1\n"              \
    "deal 1 portland helena omaha new-york dallas\n"
    scene_sound(HEADER "deal 2 medford chicago st-louis washington memphis\n");
    scene_faulty(HEADER "deal 2 medford chicago omaha washington memphis\n", 8, "S4");
    scene_faulty(HEADER "deal 2 chicago medford st-louis washington memphis\n", 8, "S4");
    scene_faulty(HEADER "deal 2 medford chicago st-louis washington washington\n", 8, "S4");
    scene_faulty(HEADER "deal 2 medford chicago st-louis washington\n", 8, FAULT_FORMAT);
#undef HEADER
}

TEST_CASE(hands_are_secret)
{
    struct position position;
    deal_round(&position, board_builtin_at(0), 4, 0, 1);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        for (int group = 0; group < GROUPS; group++)
            assert_int_equal(position.table.shown[seat].city[group], CITY_NONE);
    }
}

TEST_CASE(every_seat_may_begin)
{
    for (unsigned seats = 2; seats <= 6; seats++) {
        unsigned begins[SEATS_MAX] = {0};
        for (unsigned number = 0; number < SEEDS; number++) {
            struct position position;
            deal_round(&position, board_builtin_at(0), seats, 0, number);
            assert_true(position.table.first < seats);
            assert_int_equal(position.table.to_move, position.table.first);
            begins[position.table.first]++;
        }
        for (unsigned seat = 0; seat < seats; seat++) /* about SEEDS / seats */
            assert_in_range(begins[seat], SEEDS / seats * 6 / 10, SEEDS / seats * 14 / 10);
    }
}

TEST_CASE(the_supply)
{
    static const struct {
        const char *board;
        unsigned tracks;
        unsigned coloured;
    } supplies[] = {
        {"transamerica", 84, 0}, {"transeuropa-classic", 84, 0}, {"transeuropa", 83, 3}};
    for (unsigned i = 0; i < sizeof supplies / sizeof supplies[0]; i++) {
        const struct board *board = board_builtin(supplies[i].board, strlen(supplies[i].board));
        for (unsigned variants = 0; variants <= VARIANTS_ALL; variants++) {
            const bool private_tracks = variants & VARIANT_PRIVATE_TRACKS;
            struct position position;
            deal_round(&position, board, 5, variants, variants);
            assert_int_equal(position.table.supply, supplies[i].tracks);
            for (unsigned seat = 0; seat < 5; seat++)
                assert_int_equal(position.table.coloured[seat],
                                 private_tracks ? 3 : supplies[i].coloured);
            assert_int_equal(position.table.coloured[5], 0);
        }
    }
}

TEST_CASE(black_and_coloured_tracks_are_counted_apart)
{
    struct scene scene;
    scene_begin(&scene, "transeuropa", 0, scene_europe_two);
    scene_play(&scene, "1 @C1\n2 @K7\n1 C1~D1* C1-C2\n2 K7-L7 L7-M7\n");
    assert_int_equal(scene.position.table.supply, 83 - 3);
    assert_int_equal(scene.position.table.coloured[0], 2);
    assert_int_equal(scene.position.table.coloured[1], 3);
}

TEST_CASE(everybody_starts_with_13_points)
{
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        struct position position;
        deal_round(&position, board_builtin_at(i), 6, 0, i);
        for (unsigned seat = 0; seat < 6; seat++)
            assert_int_equal(position.table.points[seat], 13);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("S1: two to six may play, and no other number", two_to_six_seats),
        TEST("S1: every seat has one turn before the first comes again", seats_follow_each_other),
        TEST("S2: every board has five groups of seven cities", five_groups_of_seven),
        TEST("S3: two cities of each group are dashed", two_of_each_group_are_dashed),
        TEST("S3: with 2 or 3 players dashed cities are never dealt, with 4 and 6 they are",
             dashed_cities_stay_out_of_small_games),
        TEST("S3: a record that deals a dashed city to three players is refused",
             a_record_cannot_deal_a_dashed_city_to_three),
        TEST("S4: every player gets one card of each group, and no card comes twice",
             one_card_of_each_group_and_none_twice),
        TEST("S4: a record with a card twice or in the wrong place is refused",
             a_record_cannot_deal_other_hands),
        TEST("S4: dealt cards do not lie open on the table", hands_are_secret),
        TEST("S5: the first starting player is drawn, each seat as often", every_seat_may_begin),
        TEST("S6: 84 black tracks, 83 and three coloured ones each in Trans Europa", the_supply),
        TEST("S6: black tracks come from one supply, coloured ones from each player's own",
             black_and_coloured_tracks_are_counted_apart),
        TEST("S7: everybody starts with 13 points", everybody_starts_with_13_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
