/* R: who is connected, and when a round ends. */
#include "rules/scene.h"
#include "rules/view.h"

/* The row A1 to L1 with a siding at C1, where seat 2 can wait. */
static const char siding[] = "A1-B1 B1-C1 C1-D1 D1-E1 E1-F1 F1-G1 G1-H1 H1-I1 I1-J1 J1-K1 K1-L1 "
                             "C1-C2 C2-C3";

/* Seat 1's cities in the east, seat 2's in the west. */
static const char east_west[] = "G1 H1 I1 J1 L1\nA1 B1 C1 D1 E1\n";

/* Seat 1 to move: C1-D1 would connect seat 2 but not seat 1, who still misses F1 to L1. */
static void begin_before_the_joint(struct scene *scene, struct board *board, enum ruleset ruleset)
{
    scene_sketch(board, ruleset, scene_row, east_west);
    scene_begin_on(scene, board, 0, east_west);
    scene_play(scene, "1 @F1\n2 @A1\n1 E1-F1 D1-E1\n2 A1-B1 B1-C1\n");
}

/* Seat 1 to move: G1-H1 connects both seats; K1-L1 is free and touches the network. */
static void begin_before_the_last_gap(struct scene *scene, struct board *board,
                                      enum ruleset ruleset)
{
    static const char hands[] = "A1 B1 C1 D1 E1\nF1 G1 H1 I1 J1\n";
    scene_sketch(board, ruleset, scene_row, hands);
    scene_begin_on(scene, board, 0, hands);
    scene_play(scene, "1 @K1\n2 @A1\n1 J1-K1\n2 A1-B1 B1-C1\n1 I1-J1\n2 C1-D1 D1-E1\n"
                      "1 H1-I1\n2 E1-F1 F1-G1\n");
}

/* R1 */

TEST_CASE(the_own_marker_must_be_joined)
{
    static const char hands[] = "A1 B1 C1 D1 E1\nF1 G1 H1 I1 J1\n";
    struct board board;
    struct scene scene;
    scene_sketch(&board, RULESET_TRANSAMERICA, scene_row, hands);
    scene_begin_on(&scene, &board, 0, hands);
    scene_play(&scene, "1 @L1\n2 @A1\n1 K1-L1\n2 A1-B1 B1-C1\n1 J1-K1\n2 C1-D1 D1-E1\n");
    assert_false(scene_is_over(&scene)); /* seat 2 has joined all cities of seat 1 */
    assert_int_equal(scene_missing(&scene, 1), 5);
    scene_play(&scene, "1 I1-J1 H1-I1\n2 E1-F1 F1-G1\n1 G1-H1\n");
    scene_ended(&scene, "1 2");
}

TEST_CASE(four_cities_are_not_enough)
{
    static const char hands[] = "A1 B1 C1 D1 F1\nG1 H1 I1 J1 K1\n";
    struct board board;
    struct scene scene;
    scene_sketch(&board, RULESET_TRANSAMERICA, scene_row, hands);
    scene_begin_on(&scene, &board, 0, hands);
    scene_play(&scene, "1 @A1\n2 @L1\n1 A1-B1 B1-C1\n2 K1-L1\n1 C1-D1 D1-E1\n2 J1-K1\n");
    assert_false(scene_is_over(&scene));
    assert_int_equal(scene_missing(&scene, 1), 1);
    scene_play(&scene, "1 E1-F1\n");
    scene_ended(&scene, "1");
}

/* R2 */

TEST_CASE(the_round_ends_whoever_laid_the_track)
{
    struct board board;
    struct scene scene;
    begin_before_the_joint(&scene, &board, RULESET_TRANSAMERICA);
    scene_play(&scene, "1 C1-D1\n");
    scene_ended(&scene, "2");
    assert_int_equal(scene_lost(&scene, 1), 6);
    assert_int_equal(scene_lost(&scene, 2), 0);
    scene_refuses(&scene, "F1-G1", REFUSED_NOT_PLAYING, "R2");
    scene_refuses(&scene, "pass", REFUSED_NOT_PLAYING, "R2");
    scene_refuses(&scene, "@L1", REFUSED_NOT_PLAYING, "R2");
}

TEST_CASE(the_round_ends_when_the_mover_is_connected)
{
    struct board board;
    struct scene scene;
    scene_sketch(&board, RULESET_TRANSAMERICA, scene_row, east_west);
    scene_begin_on(&scene, &board, 0, east_west);
    scene_play(&scene, "1 @L1\n2 @A1\n1 K1-L1\n2 A1-B1 B1-C1\n1 J1-K1\n2 C1-D1 D1-E1\n");
    scene_ended(&scene, "2");
    assert_int_equal(scene_lost(&scene, 1), 3);
}

/* R3 */

TEST_CASE(the_second_track_after_connecting_others)
{
    struct board board;
    struct scene scene;
    struct draft draft;
    struct choices choices;
    begin_before_the_joint(&scene, &board, RULESET_TRANSAMERICA);
    scene_draft(&scene, "C1-D1", &draft);
    turn_choices(&draft.table, &board, &draft.hand, &draft.turn, &choices);
    assert_true(choices.may_end); /* he may decline */
    assert_true(line_set_has(&choices.black, scene_line(&scene, "F1-G1")));
    scene_play(&scene, "1 C1-D1 F1-G1\n");
    scene_ended(&scene, "2");
    assert_int_equal(scene_lost(&scene, 1), 5); /* and the second track counts */
}

TEST_CASE(the_second_track_may_connect_the_mover_too)
{
    static const char hands[] = "F1 G1 H1 I1 J1\nA1 B1 C1 D1 E1\n";
    struct board board;
    struct scene scene;
    scene_sketch(&board, RULESET_TRANSAMERICA, siding, hands);
    scene_begin_on(&scene, &board, 0, hands);
    scene_play(&scene, "1 @F1\n2 @A1\n1 E1-F1 D1-E1\n2 A1-B1\n1 F1-G1 G1-H1\n2 B1-C1\n"
                       "1 H1-I1\n2 C1-C2\n");
    scene_play(&scene, "1 C1-D1 I1-J1\n");
    scene_ended(&scene, "1 2");
    assert_int_equal(scene_lost(&scene, 1), 0);
    assert_int_equal(scene_lost(&scene, 2), 0);
}

TEST_CASE(the_second_track_is_on_a_single_line)
{
    struct board board;
    struct scene scene;
    scene_sketch(&board, RULESET_TRANSAMERICA,
                 "A1-B1 B1-C1 C1-D1 D1-E1 E1-F1 F1=G1 G1-H1 H1-I1 I1-J1 J1-K1 K1-L1", east_west);
    scene_begin_on(&scene, &board, 0, east_west);
    scene_play(&scene, "1 @F1\n2 @A1\n1 E1-F1 D1-E1\n2 A1-B1 B1-C1\n");
    scene_refuses(&scene, "C1-D1 F1-G1", REFUSED_DOUBLE_SECOND, "T3");
    scene_play(&scene, "1 C1-D1\n");
    scene_ended(&scene, "2");
}

TEST_CASE(no_second_track_after_a_double_line)
{
    struct board board;
    struct scene scene;
    scene_sketch(&board, RULESET_TRANSAMERICA,
                 "A1-B1 B1-C1 C1=D1 D1-E1 E1-F1 F1-G1 G1-H1 H1-I1 I1-J1 J1-K1 K1-L1", east_west);
    scene_begin_on(&scene, &board, 0, east_west);
    scene_play(&scene, "1 @F1\n2 @A1\n1 E1-F1 D1-E1\n2 A1-B1 B1-C1\n");
    scene_refuses(&scene, "C1-D1 F1-G1", REFUSED_DOUBLE_ALONE, "T3");
    scene_play(&scene, "1 C1-D1\n");
    scene_ended(&scene, "2");
}

TEST_CASE(no_second_track_for_who_connects_himself)
{
    static const char hands[] = "A1 B1 C1 D1 E1\nH1 I1 J1 K1 L1\n";
    struct board board;
    struct scene scene;
    struct draft draft;
    struct choices choices;
    scene_sketch(&board, RULESET_TRANSAMERICA, scene_row, hands);
    scene_begin_on(&scene, &board, 0, hands);
    scene_play(&scene, "1 @A1\n2 @L1\n1 A1-B1 B1-C1\n2 K1-L1\n1 C1-D1\n2 J1-K1\n");
    scene_refuses(&scene, "D1-E1 E1-F1", REFUSED_YOU_ARE_CONNECTED, "R3");
    scene_draft(&scene, "D1-E1", &draft);
    turn_choices(&draft.table, &board, &draft.hand, &draft.turn, &choices);
    assert_true(line_set_is_empty(&choices.black));
    assert_true(choices.may_end);
    scene_play(&scene, "1 D1-E1\n");
    scene_ended(&scene, "1");
}

TEST_CASE(no_second_track_when_mover_and_others_are_connected)
{
    struct board board;
    struct scene scene;
    begin_before_the_last_gap(&scene, &board, RULESET_TRANSAMERICA);
    scene_refuses(&scene, "G1-H1 K1-L1", REFUSED_YOU_ARE_CONNECTED, "R3");
    scene_allows(&scene, "K1-L1 G1-H1"); /* the other way round the first connects nobody */
    scene_play(&scene, "1 G1-H1\n");
    scene_ended(&scene, "1 2");
}

TEST_CASE(a_record_that_ends_a_round_early)
{
#define ROUND                                                                                      \
    "railhead 1\nboard transamerica\nrules transamerica\nseats 2\nround 1\nfirst 1\n"              \
    "deal 1 portland helena omaha new-york dallas\n"                                               \
    "deal 2 medford chicago st-louis washington memphis\n1 @K7\n2 @C3\n1 K7-L7 L7-M7\n"
    scene_sound(ROUND);
    scene_faulty(ROUND "end 1\n", 12, "R2");
    scene_faulty(ROUND "round 2\n", 12, "R2");
#undef ROUND
}

/* R4 */

TEST_CASE(trans_europa_judges_at_the_end_of_a_turn)
{
    struct board board;
    struct scene scene;
    begin_before_the_last_gap(&scene, &board, RULESET_TRANSEUROPA);
    scene_allows(&scene, "G1-H1"); /* the second track stays optional */
    scene_allows(&scene, "K1-L1 G1-H1");
    scene_play(&scene, "1 G1-H1 K1-L1\n"); /* the first connected the mover and seat 2 */
    scene_ended(&scene, "1 2");
    assert_true(scene_reaches(&scene, 1, "L1"));
}

TEST_CASE(trans_europa_mover_alone)
{
    static const char hands[] = "A1 B1 C1 D1 E1\nH1 I1 J1 K1 L1\n";
    struct board board;
    struct scene scene;
    struct draft draft;
    struct choices choices;
    scene_sketch(&board, RULESET_TRANSEUROPA, scene_row, hands);
    scene_begin_on(&scene, &board, 0, hands);
    scene_play(&scene, "1 @A1\n2 @L1\n1 A1-B1 B1-C1\n2 K1-L1\n1 C1-D1\n2 J1-K1\n");
    scene_draft(&scene, "D1-E1", &draft);
    turn_choices(&draft.table, &board, &draft.hand, &draft.turn, &choices);
    assert_true(line_set_has(&choices.black, scene_line(&scene, "E1-F1")));
    scene_play(&scene, "1 D1-E1 E1-F1\n");
    scene_ended(&scene, "1");
    assert_int_equal(scene_lost(&scene, 2), 2);
}

TEST_CASE(trans_europa_connecting_others)
{
    struct board board;
    struct scene scene;
    begin_before_the_joint(&scene, &board, RULESET_TRANSEUROPA);
    scene_play(&scene, "1 C1-D1 F1-G1\n");
    scene_ended(&scene, "2");
    assert_int_equal(scene_lost(&scene, 1), 5);
}

/* R5 */

/* Seat 1 to move with so many black tracks left; nobody is near his cities. */
static void begin_short_of_tracks(struct scene *scene, struct board *board, enum ruleset ruleset,
                                  unsigned variants, unsigned left)
{
    static const char hands[] = "G1 H1 I1 J1 L1\nA1 B1 C1 D1 E1\n";
    scene_sketch(board, ruleset,
                 "A1-B1 B1-C1 C1-D1 D1-E1 E1-F1 F1-G1 G1-H1 H1-I1 I1-J1 J1-K1 K1-L1 "
                 "B1~B2 B2-C2",
                 hands);
    board->tracks = (uint16_t)(left + 2);
    scene_begin_on(scene, board, variants, hands);
    scene_play(scene, "1 @A1\n2 @L1\n1 A1-B1\n2 K1-L1\n");
    assert_int_equal(scene->position.table.supply, left);
}

TEST_CASE(the_last_track_ends_the_round_at_once)
{
    struct board board;
    struct scene scene;
    begin_short_of_tracks(&scene, &board, RULESET_TRANSAMERICA, 0, 1);
    scene_refuses(&scene, "B1-C1 C1-D1", REFUSED_SUPPLY_USED_UP, "R5");
    scene_play(&scene, "1 B1-C1\n");
    scene_ended(&scene, "-");
    assert_int_equal(scene.position.table.supply, 0);
    assert_int_equal(scene_lost(&scene, 1), 8);
    assert_int_equal(scene_lost(&scene, 2), 8);
    scene_refuses(&scene, "J1-K1", REFUSED_NOT_PLAYING, "R2");
}

TEST_CASE(the_last_track_may_be_the_second)
{
    struct board board;
    struct scene scene;
    begin_short_of_tracks(&scene, &board, RULESET_TRANSAMERICA, 0, 2);
    scene_play(&scene, "1 B1-C1 C1-D1\n");
    scene_ended(&scene, "-");
    begin_short_of_tracks(&scene, &board, RULESET_TRANSAMERICA, 0, 2);
    scene_play(&scene, "1 B1-C1\n");
    assert_int_equal(scene_to_move(&scene), 2); /* one is left: the round goes on */
}

TEST_CASE(only_black_tracks_are_the_supply)
{
    struct board board;
    struct scene scene;
    begin_short_of_tracks(&scene, &board, RULESET_TRANSAMERICA, VARIANT_PRIVATE_TRACKS, 1);
    scene_refuses(&scene, "B1-C1 C1-D1*", REFUSED_SUPPLY_USED_UP, "R5"); /* over at once */
    scene_play(&scene, "1 B1-C1* C1-D1*\n2 J1-K1* I1-J1*\n");            /* not over */
    assert_int_equal(scene.position.table.supply, 1);
    scene_play(&scene, "1 D1-E1* E1-F1\n");
    scene_ended(&scene, "-");
}

TEST_CASE(trans_europa_ends_with_the_turn_of_the_last_track)
{
    struct board board;
    struct scene scene;
    begin_short_of_tracks(&scene, &board, RULESET_TRANSEUROPA, 0, 1);
    scene_refuses(&scene, "B1-C1 C1-D1", REFUSED_NO_BLACK_LEFT, "R5");
    scene_refuses(&scene, "B1-C1 B1~B2", REFUSED_NO_BLACK_LEFT, "R5");
    scene_allows(&scene, "B1-C1");
    scene_play(&scene, "1 B1-C1 B1~B2*\n"); /* a coloured half is still to be had */
    scene_ended(&scene, "-");
    assert_int_equal(scene.position.table.coloured[0], 2);

    begin_short_of_tracks(&scene, &board, RULESET_TRANSEUROPA, VARIANT_PRIVATE_TRACKS, 1);
    scene_play(&scene, "1 B1-C1 C1-D1*\n");
    scene_ended(&scene, "-");
}

TEST_CASE(using_up_coloured_tracks_ends_nothing)
{
    struct board board;
    struct scene scene;
    begin_short_of_tracks(&scene, &board, RULESET_TRANSAMERICA, VARIANT_PRIVATE_TRACKS, 9);
    scene_play(&scene, "1 B1-C1* C1-D1*\n2 J1-K1* I1-J1*\n1 D1-E1*\n2 H1-I1*\n");
    assert_int_equal(scene.position.table.coloured[0], 0);
    assert_int_equal(scene.position.table.coloured[1], 0);
    assert_false(scene_is_over(&scene));
}

/* R6 */

TEST_CASE(all_cards_are_shown_at_the_end)
{
    struct board board;
    struct scene scene;
    struct view view;
    begin_before_the_joint(&scene, &board, RULESET_TRANSAMERICA);
    view_of(&view, &scene.position, 0);
    for (int group = 0; group < GROUPS; group++)
        assert_int_equal(view.table.shown[1].city[group], CITY_NONE);
    scene_play(&scene, "1 C1-D1\n");
    view_of(&view, &scene.position, 0);
    assert_memory_equal(view.table.shown, scene.position.hand, 2 * sizeof(struct hand));
}

TEST_CASE(several_connected_lose_nothing)
{
    struct board board;
    struct scene scene;
    begin_before_the_last_gap(&scene, &board, RULESET_TRANSAMERICA);
    scene_play(&scene, "1 G1-H1\n");
    scene_ended(&scene, "1 2");
    assert_int_equal(scene_points(&scene, 1), 13);
    assert_int_equal(scene_points(&scene, 2), 13);
}

/* R7 */

/* Every line is laid, but a private track of the other keeps each seat from one city. */
static void begin_at_a_standstill(struct scene *scene, struct board *board)
{
    static const char hands[] = "A1 C1 E1 G1 K1\nB1 D1 F1 H1 L1\n";
    scene_sketch(board, RULESET_TRANSAMERICA, scene_row, hands);
    scene_begin_on(scene, board, VARIANT_PRIVATE_TRACKS, hands);
    scene_play(scene, "1 @C1\n2 @J1\n1 C1-D1* B1-C1\n2 I1-J1* J1-K1\n1 A1-B1 D1-E1\n"
                      "2 K1-L1 H1-I1\n1 E1-F1 F1-G1\n2 G1-H1\n");
}

TEST_CASE(as_many_passes_as_seats_end_the_round)
{
    struct board board;
    struct scene scene;
    begin_at_a_standstill(&scene, &board);
    scene_play(&scene, "1 pass\n");
    assert_int_equal(scene_to_move(&scene), 2);
    scene_play(&scene, "2 pass\n");
    scene_ended(&scene, "-");
    assert_int_equal(scene_lost(&scene, 1), 1);
    assert_int_equal(scene_lost(&scene, 2), 1);
}

TEST_CASE(passes_must_be_in_a_row)
{
    static const char hands[] = "A1 C1 E1 G1 I1\nB1 D1 F1 H1 L1\n";
    struct board board;
    struct scene scene;
    scene_sketch(&board, RULESET_TRANSAMERICA, scene_row, hands);
    scene_begin_on(&scene, &board, VARIANT_BLOCKING, hands);
    scene_play(&scene,
               "1 @A1\n2 @B1\n1 A1-B1\n2 B1-C1\n1 pass\n2 C1-D1\n1 pass\n2 D1-E1\n1 pass\n");
    assert_int_equal(scene_to_move(&scene), 2);
}

TEST_CASE(placing_a_marker_is_not_a_pass)
{
    static const char hands[] = "A1 C1 E1 G1 I1\nB1 D1 F1 H1 L1\nA2 B2 C2 D2 E2\n";
    struct board board;
    struct scene scene;
    scene_sketch(&board, RULESET_TRANSAMERICA,
                 "A1-B1 B1-C1 C1-D1 D1-E1 E1-F1 F1-G1 G1-H1 H1-I1 I1-J1 J1-K1 K1-L1 "
                 "K1-K2 A2-B2 B2-C2 C2-D2 D2-E2 E2-F2 F2-G2 G2-H2 H2-I2 I2-J2 J2-K2",
                 hands);
    scene_begin_on(&scene, &board, VARIANT_BLOCKING, hands);
    scene_play(&scene, "1 @A1\n2 @B1\n3 @K1\n"); /* three turns without a track */
    assert_false(scene_is_over(&scene));
    assert_int_equal(scene.position.table.passes, 0);
    scene_play(&scene, "1 A1-B1\n");
    assert_false(scene_is_over(&scene));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("R1: five cities joined without the player's marker do not connect him",
             the_own_marker_must_be_joined),
        TEST("R1: all five cities are needed", four_cities_are_not_enough),
        TEST("R2: the round ends when a player is connected, whoever laid the track",
             the_round_ends_whoever_laid_the_track),
        TEST("R2: the round ends when the mover is connected, also by his second track",
             the_round_ends_when_the_mover_is_connected),
        TEST("R2: a record in which a round ends too early is refused",
             a_record_that_ends_a_round_early),
        TEST("R3: who connects only others may lay his second track, and it counts",
             the_second_track_after_connecting_others),
        TEST("R3: the second track may connect the mover as well",
             the_second_track_may_connect_the_mover_too),
        TEST("R3: the second track is on a single line", the_second_track_is_on_a_single_line),
        TEST("R3: a double line that connects others is the whole turn",
             no_second_track_after_a_double_line),
        TEST("R3: who connects himself lays no second track",
             no_second_track_for_who_connects_himself),
        TEST("R3: nor who connects himself and others with one track",
             no_second_track_when_mover_and_others_are_connected),
        TEST("R4: Trans Europa: who connects himself and others may complete his turn",
             trans_europa_judges_at_the_end_of_a_turn),
        TEST("R4: Trans Europa: who connects himself alone may complete his turn",
             trans_europa_mover_alone),
        TEST("R4: Trans Europa: who connects only others may complete his turn",
             trans_europa_connecting_others),
        TEST("R5: TransAmerica ends at once with the last black track",
             the_last_track_ends_the_round_at_once),
        TEST("R5: the last black track may be the second of a turn",
             the_last_track_may_be_the_second),
        TEST("R5: private tracks are not of the supply", only_black_tracks_are_the_supply),
        TEST("R5: Trans Europa ends with the turn in which the last black track is laid",
             trans_europa_ends_with_the_turn_of_the_last_track),
        TEST("R5: coloured tracks that are used up end nothing",
             using_up_coloured_tracks_ends_nothing),
        TEST("R6: at the end all cards are shown, and not before", all_cards_are_shown_at_the_end),
        TEST("R6: several players connected at once lose nothing", several_connected_lose_nothing),
        TEST("R7: as many passes in a row as there are seats end the round",
             as_many_passes_as_seats_end_the_round),
        TEST("R7: passes that are not in a row end nothing", passes_must_be_in_a_row),
        TEST("R7: placing a marker is not a pass", placing_a_marker_is_not_a_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
