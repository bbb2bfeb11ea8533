/* V, X: open cards, private tracks, and variants together.  Blocking is in test_blocking.c. */
#include <string.h>

#include "board_file/boards.h"
#include "rules/network.h"
#include "rules/scene.h"
#include "rules/scoring.h"
#include "rules/view.h"

/* V1 */

TEST_CASE(open_cards_lie_face_up)
{
    struct scene scene;
    struct view view;
    scene_begin(&scene, "transamerica", VARIANT_OPEN_CARDS, scene_three);
    view_of(&view, &scene.position, 0);
    assert_memory_equal(view.table.shown, scene.position.hand, 3 * sizeof(struct hand));
    view_of(&view, &scene.position, SEAT_NONE); /* spectators see them too */
    assert_memory_equal(view.table.shown, scene.position.hand, 3 * sizeof(struct hand));
}

TEST_CASE(cards_go_round_from_the_left)
{
    struct position position;
    const struct board *board = board_builtin_at(0);
    uint8_t seed[SEED_SIZE];
    seed_of_series(1, 3, seed);
    position_init(&position, board, 4, VARIANT_OPEN_CARDS, seed);
    position_deal(&position, board);
    struct hand dealt[SEATS_MAX];
    memcpy(dealt, position.hand, sizeof dealt);
    const unsigned first = position.table.first;
    for (unsigned round = 2; round <= 4; round++) {
        position.table.phase = PHASE_ROUND_OVER;
        position_deal(&position, board);
        assert_int_equal(position.table.round, round);
        assert_int_equal(position.table.first, (first + round - 1) % 4); /* B6 */
        for (unsigned seat = 0; seat < 4; seat++) {
            /* In round 2 seat 1 has what seat 2 had, and seat 4 what seat 1 had. */
            assert_memory_equal(&position.hand[seat], &dealt[(seat + round - 1) % 4],
                                sizeof dealt[0]);
            assert_memory_equal(&position.table.shown[seat], &position.hand[seat], sizeof dealt[0]);
        }
    }
}

/* A round with open cards is scored; all are connected, so that these stay their points. */
static void close_open_round(struct table *table, const struct board *board, unsigned round,
                             const int points[], unsigned seats)
{
    struct hand hand[SEATS_MAX];
    static const uint8_t seed[SEED_SIZE];
    deal_hands(board, seats, seed, 1, hand);
    table_init(table, board, seats, VARIANT_OPEN_CARDS);
    scene_lay_everything(table, board);
    table->round = (uint16_t)round;
    for (unsigned seat = 0; seat < seats; seat++)
        table->points[seat] = (int16_t)points[seat];
    scoring_close_round(table, board, hand);
}

TEST_CASE(as_many_rounds_as_players)
{
    static const int low[] = {-5, 0, -7, 1, -9, -9};
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        for (unsigned seats = 2; seats <= 6; seats++) {
            for (unsigned round = 1; round <= seats; round++) {
                struct table table;
                close_open_round(&table, board_builtin_at(i), round, low, seats);
                assert_int_equal(table.phase, round < seats ? PHASE_ROUND_OVER : PHASE_GAME_OVER);
            }
        }
    }
}

TEST_CASE(no_barrier_with_open_cards)
{
    struct table table;
    const struct board *board = board_builtin_at(0);
    close_open_round(&table, board, 2, (const int[]){9, 8, 7}, 3);
    assert_int_equal(table.barrier, 0);
    assert_int_equal(table.phase, PHASE_ROUND_OVER);
    close_open_round(&table, board, 3, (const int[]){9, -8, 9}, 3);
    assert_int_equal(table.winners, 1 << 0 | 1 << 2); /* most points after the last round */
}

/* V3 */

TEST_CASE(every_combination_on_every_board)
{
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        const struct board *board = board_builtin_at(i);
        for (unsigned variants = 0; variants <= VARIANTS_ALL; variants++) {
            char record[RECORD_EVENT_SIZE];
            struct text text;
            struct table table;
            struct record_names names;
            struct record_reader reader;
            memset(&names, 0, sizeof names);
            table_init(&table, board, 4, variants);
            text_init(&text, record, sizeof record);
            record_write_header(&text, board, &table, &names);
            assert_int_equal(scene_read(&reader, record, NULL), RECORD_END);
            assert_int_equal(reader.position.table.variants, variants);
        }
    }
}

TEST_CASE(blocking_and_private_tracks)
{
    struct scene scene;
    scene_begin(&scene, "transamerica", VARIANT_BLOCKING | VARIANT_PRIVATE_TRACKS, scene_two);
    scene_play(&scene, "1 @K7\n2 @L7\n1 K7-L7*\n");
    /* Not even to the junction behind seat 1's private track does seat 2's marker go. */
    scene_refuses(&scene, "L7-M7 >K7", REFUSED_MARKER_ON_MARKER, "V2");
    scene_play(&scene, "2 L7-M7 >M7\n1 J7-K7 >L7\n"); /* seat 1's marker goes over its own */
    scene_play(&scene, "2 M7-N7\n");
    scene_allows(&scene, "L7-M8 >J7");
    scene_play(&scene, "1 L7-M8\n");
    scene_refuses(&scene, "N7-N8 >K7", REFUSED_MARKER_OUTSIDE, "V2");
}

TEST_CASE(all_three_on_trans_europa)
{
    struct scene scene;
    scene_begin(&scene, "transeuropa", VARIANTS_ALL, scene_europe_two);
    scene_play(&scene, "1 @K1\n2 @L1\n1 K1~K2* K1-L1*\n2 L1-M1 >M1\n1 K1~K2* >K2\n");
    assert_int_equal(scene.position.table.coloured[0], 0);
    assert_int_equal(scene.position.table.marker[0], scene_junction(&scene, "K2"));
    assert_memory_equal(scene.position.table.shown, scene.position.hand, 2 * sizeof(struct hand));
}

/* X1 */

static void begin_private(struct scene *scene)
{
    scene_begin(scene, "transamerica", VARIANT_PRIVATE_TRACKS, scene_two);
    scene_play(scene, "1 @K6\n2 @L7\n");
}

TEST_CASE(any_black_track_may_be_private)
{
    struct scene scene;
    begin_private(&scene);
    scene_allows(&scene, "K6-K7*");
    scene_allows(&scene, "K6-L6*"); /* a double line */
    scene_allows(&scene, "K6-K7* K7-K8");
    scene_allows(&scene, "K6-K7 K7-K8*");
    scene_allows(&scene, "K6-K7* K7-K8*");                             /* and both of a turn */
    scene_refuses(&scene, "K6-L6* K6-K7", REFUSED_DOUBLE_ALONE, "T3"); /* other rules stand */
    scene_refuses(&scene, "K6-K7* K6-L6*", REFUSED_DOUBLE_SECOND, "T3");
    scene_refuses(&scene, "L8-M8*", REFUSED_NOT_CONNECTED, "T5");
}

TEST_CASE(only_in_the_variant)
{
    struct scene scene;
    scene_begin(&scene, "transamerica", VARIANT_BLOCKING | VARIANT_OPEN_CARDS, scene_two);
    scene_play(&scene, "1 @K6\n2 @L7\n");
    scene_refuses(&scene, "K6-K7*", REFUSED_NO_COLOURS_HERE, "X1");
}

TEST_CASE(three_private_tracks_a_round)
{
    struct scene scene;
    begin_private(&scene);
    scene_play(&scene, "1 K6-K7* K7-K8*\n2 L7-M7\n");
    scene_refuses(&scene, "K8-K9* K9-K10*", REFUSED_NO_PRIVATE_LEFT, "X1");
    scene_play(&scene, "1 K8-K9* K9-K10\n2 M7-N7*\n");
    scene_refuses(&scene, "K10-K11*", REFUSED_NO_PRIVATE_LEFT, "X1");
    assert_int_equal(scene.position.table.coloured[1], 2);
    assert_int_equal(scene.position.table.supply, 84 - 2); /* private ones come from elsewhere */
}

TEST_CASE(the_board_says_how_many)
{
    static const char hands[] = "A1 B1 C1 D1 E1\nH1 I1 J1 K1 L1\n";
    struct board board;
    struct scene scene;
    scene_sketch(&board, RULESET_TRANSAMERICA, scene_row, hands);
    board.coloured_tracks = 1;
    scene_begin_on(&scene, &board, VARIANT_PRIVATE_TRACKS, hands);
    scene_play(&scene, "1 @F1\n2 @L1\n1 F1-G1*\n2 K1-L1\n");
    scene_refuses(&scene, "G1-H1*", REFUSED_NO_PRIVATE_LEFT, "X1");
}

TEST_CASE(only_the_owner_builds_over_it)
{
    struct scene scene;
    begin_private(&scene);
    scene_play(&scene, "1 K6-L7* K6-K7\n"); /* up to seat 2's own marker */
    assert_true(scene_reaches(&scene, 1, "L7"));
    assert_false(scene_reaches(&scene, 2, "K6"));
    scene_refuses(&scene, "K7-K8", REFUSED_NOT_CONNECTED, "T5");
    scene_refuses(&scene, "K6-L7", REFUSED_LINE_TAKEN, "T6"); /* and the line is occupied */
    scene_refuses(&scene, "K6-L7*", REFUSED_LINE_TAKEN, "T6");
    scene_play(&scene, "2 L7-M7\n");
    assert_true(scene_reaches(&scene, 1, "M7")); /* while he goes on over black */
    scene_allows(&scene, "M7-N7");
}

TEST_CASE(only_the_owner_is_connected_by_it)
{
    /* Both miss E1-F1 only. */
    static const char hands[] = "A1 C1 E1 F1 G1\nB1 D1 H1 I1 J1\n";
    struct board board;
    struct scene scene;
    scene_sketch(&board, RULESET_TRANSAMERICA, scene_row, hands);
    scene_begin_on(&scene, &board, VARIANT_PRIVATE_TRACKS, hands);
    scene_play(&scene, "1 @A1\n2 @J1\n1 A1-B1 B1-C1\n2 I1-J1 H1-I1\n1 C1-D1 D1-E1\n"
                       "2 G1-H1 F1-G1\n");
    scene_play(&scene, "1 E1-F1*\n");
    scene_ended(&scene, "1");
    assert_int_equal(scene_lost(&scene, 2), 1); /* for him it costs what a free line costs */
}

TEST_CASE(a_route_over_it_cannot_be_built)
{
    static const char hands[] = "A1 C1 E1 F1 L1\nB1 D1 H1 I1 J1\n";
    struct board board;
    struct scene scene;
    struct line_set route, barred;
    scene_sketch(&board, RULESET_TRANSAMERICA, scene_row, hands);
    scene_begin_on(&scene, &board, VARIANT_PRIVATE_TRACKS, hands);
    scene_play(&scene, "1 @E1\n2 @J1\n1 E1-F1* F1-G1\n");
    memset(&route, 0, sizeof route);
    assert_int_equal(scene_missing(&scene, 2), 7); /* from B1 to J1, where G1 is joined */
    scoring_missing(&scene.position.table, &board, 1, &scene.position.hand[1], &route);
    network_barred(&scene.position.table, &board, 1, &route, &barred);
    assert_true(line_set_has(&barred, scene_line(&scene, "E1-F1"))); /* it is occupied, */
    assert_true(line_set_has(&barred, scene_line(&scene, "B1-C1"))); /* and this is behind it */
    assert_false(line_set_has(&barred, scene_line(&scene, "G1-H1")));
}

TEST_CASE(a_private_double_line_costs_the_others_two)
{
    static const char hands[] = "A1 C1 E1 F1 L1\nB1 D1 H1 I1 J1\n";
    struct board board;
    struct scene scene;
    scene_sketch(&board, RULESET_TRANSAMERICA,
                 "A1-B1 B1-C1 C1-D1 D1=E1 E1-F1 F1-G1 G1-H1 H1-I1 I1-J1 J1-K1 K1-L1", hands);
    scene_begin_on(&scene, &board, VARIANT_PRIVATE_TRACKS, hands);
    scene_play(&scene, "1 @D1\n2 @J1\n");
    assert_int_equal(scene_missing(&scene, 2), 9);
    scene_play(&scene, "1 D1-E1*\n");
    assert_int_equal(scene_missing(&scene, 2), 9);
    assert_int_equal(scene_missing(&scene, 1), 12 - 2);
}

TEST_CASE(the_same_three_serve_ferries_too)
{
    struct scene scene;
    scene_begin(&scene, "transeuropa", VARIANT_PRIVATE_TRACKS, scene_europe_two);
    scene_play(&scene, "1 @K1\n2 @K7\n");
    scene_allows(&scene, "K1-L1*");
    scene_allows(&scene, "K1-L2*");
    scene_allows(&scene, "K1-L1* K1~K2");
    scene_refuses(&scene, "K1~K2* K1-L2*", REFUSED_FERRY_WITH_DOUBLE, "F2");
    scene_play(&scene, "1 K1~K2* K1-L1*\n2 K7-L7\n1 J1-K1*\n2 L7-M7\n");
    scene_refuses(&scene, "K1~K2*", REFUSED_NO_COLOURED_LEFT, "F6");
    scene_allows(&scene, "K1~K2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("V1: open cards lie face up from the deal on", open_cards_lie_face_up),
        TEST("V1: cards are dealt once; then each takes over those of the next seat",
             cards_go_round_from_the_left),
        TEST("V1: as many rounds as players, whatever the points", as_many_rounds_as_players),
        TEST("V1: no barrier moves; most points after the last round win",
             no_barrier_with_open_cards),
        TEST("V3: a record may name every combination of variants on every board",
             every_combination_on_every_board),
        TEST("V3: with blocking and private tracks a marker goes over track its seat may use",
             blocking_and_private_tracks),
        TEST("V3: all three variants on Trans Europa", all_three_on_trans_europa),
        TEST("X1: a route over another player's private track cannot be built",
             a_route_over_it_cannot_be_built),
        TEST("X1: any black track of a turn may be a private one", any_black_track_may_be_private),
        TEST("X1: without the variant there are no private tracks", only_in_the_variant),
        TEST("X1: three private tracks for each player in a round", three_private_tracks_a_round),
        TEST("X1: the board says how many private tracks there are", the_board_says_how_many),
        TEST("X1: only the owner builds over a private track", only_the_owner_builds_over_it),
        TEST("X1: only the owner is connected by a private track; the others pay for the line",
             only_the_owner_is_connected_by_it),
        TEST("X1: a private track on a double line costs the others two",
             a_private_double_line_costs_the_others_two),
        TEST("X1: on Trans Europa the same three serve as ferry halves and private tracks",
             the_same_three_serve_ferries_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
