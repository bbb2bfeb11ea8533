/* B: points, the barrier, the end of the game and the next round. */
#include <string.h>

#include "board_file/boards.h"
#include "rules/scene.h"
#include "rules/scoring.h"

/* A round is scored in which everybody is connected, so that these stay the seats' points. */
static void close_round(struct table *table, const struct board *board, unsigned round,
                        const int points[], unsigned seats)
{
    struct hand hand[SEATS_MAX];
    static const uint8_t seed[SEED_SIZE];
    deal_hands(board, seats, seed, round, hand);
    scene_lay_everything(table, board);
    table->round = (uint16_t)round;
    for (unsigned seat = 0; seat < seats; seat++)
        table->points[seat] = (int16_t)points[seat];
    scoring_close_round(table, board, hand);
}

/* The same in a new game. */
static struct table closed(const char *board_id, unsigned variants, unsigned round,
                           const int points[], unsigned seats)
{
    struct table table;
    const struct board *board = board_builtin(board_id, strlen(board_id));
    table_init(&table, board, seats, variants);
    close_round(&table, board, round, points, seats);
    return table;
}

#define CLOSED(board, variants, round, ...)                                                        \
    closed((board), (variants), (round), (const int[]){__VA_ARGS__},                               \
           sizeof((const int[]){__VA_ARGS__}) / sizeof(int))

static bool is_over(const struct table *table)
{
    return table->phase == PHASE_GAME_OVER;
}

/* Seat 1 is connected after two turns, seat 2 then misses three tracks. */
static const char west_east[] = "A1 B1 C1 D1 E1\nH1 I1 J1 K1 L1\n";
static const char short_round[] = "1 @A1\n2 @L1\n1 A1-B1 B1-C1\n2 K1-L1\n1 C1-D1 D1-E1\n";

TEST_CASE(lost_points_are_taken_off)
{
    struct board board;
    struct scene scene;
    scene_sketch(&board, RULESET_TRANSAMERICA, scene_row, west_east);
    scene_begin_on(&scene, &board, 0, west_east);
    scene_play(&scene, short_round);
    assert_int_equal(scene_lost(&scene, 1), 0);
    assert_int_equal(scene_lost(&scene, 2), 3);
    assert_int_equal(scene_points(&scene, 1), 13);
    assert_int_equal(scene_points(&scene, 2), 10);
    scene_next_round(&scene, west_east);
    assert_int_equal(scene_points(&scene, 2), 10); /* kept, */
    assert_int_equal(scene_lost(&scene, 2), 0);    /* while the loss was that of its round */
    scene_play(&scene, "2 @A1\n1 @L1\n2 A1-B1\n1 K1-L1\n2 B1-C1\n1 J1-K1\n2 C1-D1\n1 I1-J1\n"
                       "2 D1-E1\n1 H1-I1 G1-H1\n2 E1-F1 F1-G1\n");
    scene_ended(&scene, "1 2");
    assert_int_equal(scene_points(&scene, 1), 13);
    assert_int_equal(scene_points(&scene, 2), 10);
}

TEST_CASE(locomotives_share_spaces_and_pass)
{
    /* Three lost points bring seat 2 from 13 to 10: onto seat 1, or past it. */
    struct board board;
    struct scene scene;
    scene_sketch(&board, RULESET_TRANSAMERICA, scene_row, west_east);
    scene_begin_on(&scene, &board, 0, west_east);
    scene.position.table.points[0] = 10;
    scene_play(&scene, short_round);
    assert_int_equal(scene_points(&scene, 1), 10);
    assert_int_equal(scene_points(&scene, 2), 10); /* both on one space */
    scene_begin_on(&scene, &board, 0, west_east);
    scene.position.table.points[0] = 11;
    scene_play(&scene, short_round);
    assert_int_equal(scene_points(&scene, 1), 11);
    assert_int_equal(scene_points(&scene, 2), 10);
}

TEST_CASE(zero_points_pass_the_barrier)
{
    struct table table = CLOSED("transamerica", 0, 1, 1, 13);
    assert_int_equal(table.barrier, 0);
    assert_false(is_over(&table)); /* the last space is before the barrier */
    table = CLOSED("transamerica", 0, 1, 0, 13);
    assert_true(is_over(&table));
    table = CLOSED("transamerica", 0, 1, -2, 13);
    assert_true(is_over(&table));
}

TEST_CASE(after_round_two_the_barrier_moves)
{
    for (int lowest = 4; lowest <= 13; lowest++) {
        const struct table table = CLOSED("transamerica", 0, 2, 13, lowest, 13);
        assert_int_equal(table.barrier, lowest - 3); /* two spaces lie between */
        assert_int_equal(scoring_barrier_before(&table, board_builtin_at(0)), 0);
        assert_false(is_over(&table));
    }
}

TEST_CASE(below_four_points_it_stays)
{
    for (int lowest = 1; lowest <= 3; lowest++) {
        const struct table table = CLOSED("transamerica", 0, 2, 13, lowest, 13);
        assert_int_equal(table.barrier, 0);
        assert_false(is_over(&table));
    }
    const struct table table = CLOSED("transamerica", 0, 2, 13, 0, 13);
    assert_int_equal(table.barrier, 0);
    assert_true(is_over(&table));
}

TEST_CASE(only_after_round_two)
{
    const struct board *board = board_builtin_at(0);
    struct table table = CLOSED("transamerica", 0, 1, 9, 9);
    assert_int_equal(table.barrier, 0);
    close_round(&table, board, 2, (const int[]){9, 8}, 2);
    assert_int_equal(table.barrier, 5);
    close_round(&table, board, 3, (const int[]){9, 7}, 2);
    assert_int_equal(table.barrier, 5); /* and there it stays */
    assert_false(is_over(&table));
    table = CLOSED("transamerica", 0, 3, 9, 9);
    assert_int_equal(table.barrier, 0);
}

TEST_CASE(the_moved_barrier_ends_the_game)
{
    const struct board *board = board_builtin_at(0);
    struct table table = CLOSED("transamerica", 0, 2, 13, 8);
    assert_int_equal(table.barrier, 5);
    close_round(&table, board, 3, (const int[]){13, 6}, 2);
    assert_false(is_over(&table)); /* 6 is before the barrier */
    close_round(&table, board, 4, (const int[]){13, 5}, 2);
    assert_true(is_over(&table));
}

TEST_CASE(most_points_win)
{
    struct table table = CLOSED("transamerica", 0, 3, 4, 0, 9, 7);
    assert_true(is_over(&table));
    assert_int_equal(table.winners, 1 << 2); /* who has most, whoever passed the barrier */
    table = CLOSED("transamerica", 0, 3, 9, 0, 9, 7);
    assert_int_equal(table.winners, 1 << 0 | 1 << 2); /* ties share */
    table = CLOSED("transamerica", 0, 3, -4, -1, -1);
    assert_int_equal(table.winners, 1 << 1 | 1 << 2); /* below zero counts for ranking */
    table = CLOSED("transamerica", 0, 3, -4, -1, -2);
    assert_int_equal(table.winners, 1 << 1);
}

TEST_CASE(the_game_may_end_after_one_round)
{
    struct board board;
    struct scene scene;
    scene_sketch(&board, RULESET_TRANSAMERICA, scene_row, west_east);
    board.start_points = 3;
    scene_begin_on(&scene, &board, 0, west_east);
    scene_play(&scene, short_round);
    scene_ended(&scene, "1");
    assert_true(is_over(&scene.position.table));
    assert_int_equal(scene.position.table.winners, 1);
    scene_refuses(&scene, "@F1", REFUSED_NOT_PLAYING, "R2"); /* nothing follows */
}

TEST_CASE(nobody_has_won_before_the_end)
{
    const struct table table = CLOSED("transamerica", 0, 1, 13, 1);
    assert_int_equal(table.phase, PHASE_ROUND_OVER);
    assert_int_equal(table.winners, 0);
}

TEST_CASE(europe_ends_on_the_last_space)
{
    static const char *const boards[] = {"transeuropa", "transeuropa-classic"};
    for (int i = 0; i < 2; i++) {
        struct table table = CLOSED(boards[i], 0, 1, 13, 2);
        assert_false(is_over(&table));
        table = CLOSED(boards[i], 0, 1, 13, 1);
        assert_true(is_over(&table));
        table = CLOSED(boards[i], 0, 1, 13, -1);
        assert_true(is_over(&table));
    }
}

TEST_CASE(europe_has_no_barrier_rule)
{
    static const char *const boards[] = {"transeuropa", "transeuropa-classic"};
    for (int i = 0; i < 2; i++) {
        const struct table table = CLOSED(boards[i], 0, 2, 13, 9);
        assert_int_equal(table.barrier, 1);
    }
}

TEST_CASE(where_the_game_ends_is_data_of_the_board)
{
    struct board board;
    struct scene scene;
    scene_sketch(&board, RULESET_TRANSEUROPA, scene_row, west_east);
    board.start_points = 20;
    board.end_points = 17;
    scene_begin_on(&scene, &board, 0, west_east);
    scene_play(&scene, short_round);
    assert_int_equal(scene_points(&scene, 2), 17);
    assert_true(is_over(&scene.position.table));
    board.end_points = 16;
    scene_begin_on(&scene, &board, 0, west_east);
    scene_play(&scene, short_round);
    assert_false(is_over(&scene.position.table));
}

TEST_CASE(the_board_is_cleared)
{
    static const char hands[] = "A1 B1 C1 D1 E1\nH1 I1 J1 K1 L1\n";
    struct board board;
    struct scene scene, fresh;
    scene_sketch(&board, RULESET_TRANSAMERICA, scene_row, hands);
    scene_begin_on(&scene, &board, VARIANT_PRIVATE_TRACKS, hands);
    fresh = scene;
    scene_play(&scene, "1 @A1\n2 @L1\n1 A1-B1* B1-C1\n2 K1-L1*\n1 C1-D1 D1-E1*\n");
    scene_ended(&scene, "1");
    scene_next_round(&scene, hands);
    const struct table *table = &scene.position.table;
    assert_int_equal(table->round, 2);
    assert_int_equal(table->first, 1);
    assert_int_equal(table->to_move, 1);
    assert_int_equal(table->coloured[0], 3);
    assert_int_equal(table->coloured[1], 3);
    /* Round, starting player and points apart, nothing tells it from a new game. */
    fresh.position.table.round = 2;
    fresh.position.table.first = fresh.position.table.to_move = 1;
    memcpy(fresh.position.table.points, table->points, sizeof table->points);
    assert_memory_equal(&fresh.position, &scene.position, sizeof fresh.position);
}

TEST_CASE(the_start_moves_clockwise)
{
    struct position position;
    const struct board *board = board_builtin_at(0);
    uint8_t seed[SEED_SIZE];
    seed_of_series(1, 1, seed);
    position_init(&position, board, 3, 0, seed);
    position_deal(&position, board);
    unsigned first = position.table.first;
    for (int round = 2; round <= 5; round++) {
        position.table.phase = PHASE_ROUND_OVER;
        position_deal(&position, board);
        first = (first + 1) % 3;
        assert_int_equal(position.table.first, first);
        assert_int_equal(position.table.to_move, first);
    }
}

TEST_CASE(all_cards_are_dealt_anew)
{
    /* Six players hold 30 of 35 cards, so a second deal without reshuffling is impossible; and
       each round's deal is its own. */
    struct position position;
    const struct board *board = board_builtin_at(0);
    uint8_t seed[SEED_SIZE];
    seed_of_series(1, 2, seed);
    position_init(&position, board, 6, 0, seed);
    position_deal(&position, board);
    struct hand before[SEATS_MAX];
    for (int round = 2; round <= 4; round++) {
        memcpy(before, position.hand, sizeof before);
        position.table.phase = PHASE_ROUND_OVER;
        position_deal(&position, board);
        assert_memory_not_equal(before, position.hand, sizeof before);
        for (unsigned seat = 0; seat < 6; seat++)
            assert_true(hand_is_known(&position.hand[seat]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("B1: lost points are taken off and stay off", lost_points_are_taken_off),
        TEST("B1: locomotives share spaces and pass one another",
             locomotives_share_spaces_and_pass),
        TEST("B2: one point is before the barrier, none or fewer is past it",
             zero_points_pass_the_barrier),
        TEST("B3: after round 2 two spaces lie between the barrier and the lowest player",
             after_round_two_the_barrier_moves),
        TEST("B3: with the lowest below 4 points the barrier stays", below_four_points_it_stays),
        TEST("B3: no other round moves the barrier", only_after_round_two),
        TEST("B3, B4: whoever comes to the moved barrier ends the game",
             the_moved_barrier_ends_the_game),
        TEST("B4: most points win, ties share the win", most_points_win),
        TEST("B4: the game may end after round 1", the_game_may_end_after_one_round),
        TEST("B4: before the end nobody has won", nobody_has_won_before_the_end),
        TEST("B5: on both boards of Europe 1 point or fewer ends the game",
             europe_ends_on_the_last_space),
        TEST("B5: on the boards of Europe no barrier moves", europe_has_no_barrier_rule),
        TEST("B5: where the game starts and ends is data of the board",
             where_the_game_ends_is_data_of_the_board),
        TEST("B6: tracks, markers and coloured tracks come back", the_board_is_cleared),
        TEST("B6: the starting player moves one seat clockwise", the_start_moves_clockwise),
        TEST("B6: all cards are shuffled and dealt anew", all_cards_are_dealt_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
