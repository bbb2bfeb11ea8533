/* V2: markers that move and block the way. */
#include <string.h>

#include "rules/network.h"
#include "rules/notation.h"
#include "rules/scene.h"

static void begin(struct scene *scene)
{
    scene_begin(scene, "transamerica", VARIANT_BLOCKING, scene_two);
    scene_play(scene, "1 @K7\n2 @M7\n");
}

/* Seat 1's track K7 to O9 runs through seat 2's marker on M7. */
static void begin_blocked(struct scene *scene)
{
    begin(scene);
    scene_play(scene, "1 K7-L7 L7-M7\n2 M7-N8 N8-O9\n");
}

TEST_CASE(the_marker_moves_at_the_end_of_a_turn)
{
    struct scene scene;
    begin(&scene);
    scene_play(&scene, "1 K7-L7 >L7\n2 M7-N8\n1 J7-K7 >J7\n");
    assert_int_equal(scene.position.table.marker[0], scene_junction(&scene, "J7"));
    assert_true(scene_reaches(&scene, 1, "L7")); /* the network is the same */
    scene_play(&scene, "2 N8-O9\n1 L7-L8\n");    /* staying is as good */
    assert_int_equal(scene.position.table.marker[0], scene_junction(&scene, "J7"));
}

TEST_CASE(markers_stay_without_the_variant)
{
    struct scene scene;
    scene_begin(&scene, "transamerica", VARIANT_OPEN_CARDS | VARIANT_PRIVATE_TRACKS, scene_two);
    scene_play(&scene, "1 @K7\n2 @M7\n");
    scene_refuses(&scene, "K7-L7 >L7", REFUSED_MARKER_STAYS, "V2");
}

TEST_CASE(the_marker_moves_within_the_network)
{
    struct scene scene;
    begin(&scene);
    scene_allows(&scene, "K7-L7 L7-L8 >L8"); /* to the end of track just laid */
    scene_refuses(&scene, "K7-L7 >L8", REFUSED_MARKER_OUTSIDE, "V2");
    scene_refuses(&scene, "K7-L7 >K7", REFUSED_MARKER_HERE_ALREADY, "V2");
    scene_refuses(&scene, "K7-L7 L7-M7 >M7", REFUSED_MARKER_ON_MARKER, "V2");
}

TEST_CASE(every_junction_it_can_move_to)
{
    struct scene scene;
    struct draft draft;
    struct choices choices;
    begin(&scene);
    scene_draft(&scene, "K7-L7 L7-L8", &draft);
    turn_choices(&draft.table, scene.board, &draft.hand, &draft.turn, &choices);
    assert_int_equal(junction_set_count(&choices.places), 2);
    assert_true(junction_set_has(&choices.places, scene_junction(&scene, "L7")));
    assert_true(junction_set_has(&choices.places, scene_junction(&scene, "L8")));
    scene_draft(&scene, "", &draft);
    turn_choices(&draft.table, scene.board, &draft.hand, &draft.turn, &choices);
    assert_int_equal(junction_set_count(&choices.places), 0); /* nothing laid yet */
    scene_draft(&scene, "K7-L7 >L7", &draft);
    turn_choices(&draft.table, scene.board, &draft.hand, &draft.turn, &choices);
    assert_int_equal(junction_set_count(&choices.places), 0); /* once is enough, */
    assert_true(line_set_is_empty(&choices.black));           /* and ends the turn */
    assert_true(choices.may_end);
}

TEST_CASE(tracks_first_then_the_marker_once)
{
    struct scene scene;
    struct draft draft;
    begin(&scene);
    scene_refuses(&scene, ">K8", REFUSED_NO_TRACK, "T4");
    scene_draft(&scene, "", &draft);
    assert_int_equal(draft_move(&draft, scene.board, scene_junction(&scene, "K8")),
                     REFUSED_NO_TRACK);
    scene_draft(&scene, "K7-L7 >L7", &draft);
    assert_int_equal(draft_lay(&draft, scene.board, scene_line(&scene, "L7-L8"), false),
                     REFUSED_MARKER_MOVED);
    assert_int_equal(draft_move(&draft, scene.board, scene_junction(&scene, "K7")),
                     REFUSED_MARKER_MOVED);
    assert_string_equal(refusal_rule(REFUSED_MARKER_MOVED), "V2");
}

/* Whether the text can be read as a turn at all. */
static bool is_written_well(const struct board *board, const char *text)
{
    struct words words;
    struct turn turn;
    struct fault fault;
    words_init(&words, text, strlen(text));
    return notation_read_turn(board, &words, &turn, &fault);
}

TEST_CASE(no_move_after_placing_or_passing)
{
    struct scene scene;
    struct draft draft;
    scene_begin(&scene, "transamerica", VARIANT_BLOCKING, scene_two);
    assert_true(is_written_well(scene.board, "@K7"));
    assert_false(is_written_well(scene.board, "@K7 >K8"));
    assert_true(is_written_well(scene.board, "pass"));
    assert_false(is_written_well(scene.board, "pass >K8"));
    scene_draft(&scene, "@K7", &draft);
    assert_int_not_equal(draft_move(&draft, scene.board, scene_junction(&scene, "K8")), ACCEPTED);

    static const char hands[] = "A1 C1 E1 G1 I1\nB1 D1 F1 H1 J1\n";
    struct board board;
    scene_sketch(&board, RULESET_TRANSAMERICA, scene_row, hands);
    scene_begin_on(&scene, &board, VARIANT_BLOCKING, hands);
    scene_play(&scene, "1 @B1\n2 @C1\n1 A1-B1\n2 C1-D1\n1 B1-C1\n2 D1-E1\n");
    scene_draft(&scene, "", &draft); /* seat 1 is shut in, but could go to A1 */
    assert_int_equal(draft_pass(&draft, &board), ACCEPTED);
    assert_int_not_equal(draft_move(&draft, &board, scene_junction(&scene, "A1")), ACCEPTED);
}

TEST_CASE(a_track_may_end_on_a_marker_but_not_go_on)
{
    struct scene scene;
    begin(&scene);
    scene_refuses(&scene, "L7-M7", REFUSED_NOT_CONNECTED, "T5"); /* not his network yet */
    scene_allows(&scene, "K7-L7 L7-M7");                         /* up to the marker */
    scene_play(&scene, "1 K7-L7\n2 M7-N8\n");
    scene_refuses(&scene, "L7-M7 M7-M8", REFUSED_BLOCKED, "V2"); /* not on from there */
    scene_refuses(&scene, "L7-M7 N8-O9", REFUSED_BLOCKED, "V2"); /* nor beyond it */
    scene_play(&scene, "1 L7-M7\n2 N8-O9\n");
    assert_true(scene_reaches(&scene, 1, "O9")); /* it is his network all the same */
    scene_refuses(&scene, "M7-M8", REFUSED_BLOCKED, "V2");
    scene_refuses(&scene, "O9-O10", REFUSED_BLOCKED, "V2");
    scene_allows(&scene, "L7-L8");
}

TEST_CASE(the_other_side_is_blocked_too)
{
    struct scene scene;
    begin_blocked(&scene);
    scene_play(&scene, "1 J7-K7\n");
    scene_allows(&scene, "L7-L8");                         /* seat 2, up to K7 exclusively */
    scene_refuses(&scene, "J7-J8", REFUSED_BLOCKED, "V2"); /* beyond seat 1's marker */
    scene_refuses(&scene, "K7-K8", REFUSED_BLOCKED, "V2"); /* at it */
}

TEST_CASE(a_way_round_is_a_way)
{
    struct scene scene;
    begin_blocked(&scene);
    scene_allows(&scene, "L7-M8");
    scene_refuses(&scene, "N8-N9", REFUSED_BLOCKED, "V2");
    scene_play(&scene, "1 L7-M8 M8-N8\n2 O9-P10\n");
    scene_allows(&scene, "N8-N9 M8-M9"); /* L7, M8, N8: past the marker on M7 */
    scene_refuses(&scene, "M7-N7", REFUSED_BLOCKED, "V2");
}

TEST_CASE(the_way_opens_when_the_marker_leaves)
{
    struct scene scene;
    begin_blocked(&scene);
    scene_play(&scene, "1 J7-K7\n2 N8-N9 >O9\n");
    scene_allows(&scene, "N8-O8"); /* a double line beyond M7 */
    scene_allows(&scene, "M7-N7 M7-M8");
    scene_refuses(&scene, "O9-O10", REFUSED_BLOCKED, "V2"); /* now the end is shut */
}

TEST_CASE(he_builds_from_where_his_marker_is_now)
{
    struct scene scene;
    begin(&scene);
    scene_play(&scene, "1 K7-L7 K7-K8 >K8\n2 L7-M7 >L7\n");
    scene_refuses(&scene, "L7-L8", REFUSED_BLOCKED, "V2");
    scene_allows(&scene, "J7-K7 K8-K9");
}

TEST_CASE(the_marker_cannot_pass_a_marker)
{
    struct scene scene;
    begin_blocked(&scene);
    scene_refuses(&scene, "J7-K7 >N8", REFUSED_MARKER_OUTSIDE, "V2");
    scene_refuses(&scene, "J7-K7 >M7", REFUSED_MARKER_ON_MARKER, "V2");
    scene_allows(&scene, "J7-K7 >L7");
    scene_allows(&scene, "L7-M8 M8-N8 >O9"); /* by another way it can */
}

TEST_CASE(ferries_are_built_from_the_free_part)
{
    struct scene scene;
    scene_begin(&scene, "transeuropa", VARIANT_BLOCKING, scene_europe_two);
    scene_play(&scene, "1 @L1\n2 @K1\n1 K1-L1\n2 K1-L2\n");
    scene_refuses(&scene, "K1~K2", REFUSED_BLOCKED, "V2"); /* the marker stands on that end */
    scene_play(&scene, "1 L1-M2\n2 J1-K1 >J1\n");
    scene_allows(&scene, "K1~K2");
    scene_refuses(&scene, "J1~J2", REFUSED_BLOCKED, "V2");
}

/* R1: seat 1 has all cities joined but for C1-D1, and seat 2 stands in the middle of them. */
static void begin_before_the_end(struct scene *scene, struct board *board, enum ruleset ruleset)
{
    static const char hands[] = "A1 B1 C1 D1 E1\nG1 H1 I1 J1 K1\n";
    scene_sketch(board, ruleset, scene_row, hands);
    scene_begin_on(scene, board, VARIANT_BLOCKING, hands);
    scene_play(scene, "1 @A1\n2 @D1\n1 A1-B1\n2 D1-E1\n1 B1-C1\n2 E1-F1\n");
}

TEST_CASE(connection_ignores_blocking)
{
    struct board board;
    struct scene scene;
    begin_before_the_end(&scene, &board, RULESET_TRANSAMERICA);
    assert_int_equal(scene_missing(&scene, 1), 1);
    scene_play(&scene, "1 C1-D1\n"); /* D1 and E1 lie behind seat 2's marker */
    scene_ended(&scene, "1");
    assert_int_equal(scene_lost(&scene, 2), 5);
}

TEST_CASE(scoring_ignores_blocking)
{
    struct board board;
    struct scene scene;
    static const char hands[] = "A1 B1 C1 D1 F1\nG1 H1 I1 J1 K1\n";
    scene_sketch(&board, RULESET_TRANSAMERICA, scene_row, hands);
    board.tracks = 4;
    scene_begin_on(&scene, &board, VARIANT_BLOCKING, hands);
    scene_play(&scene, "1 @A1\n2 @D1\n1 A1-B1\n2 D1-E1\n1 B1-C1 C1-D1\n");
    scene_ended(&scene, "-");
    assert_int_equal(scene_lost(&scene, 1), 1); /* E1-F1, behind seat 2's marker */
}

/* How many junctions are offered for the marker after these tracks. */
static unsigned places_after(const struct scene *scene, const char *tracks)
{
    struct draft draft;
    struct choices choices;
    scene_draft(scene, tracks, &draft);
    turn_choices(&draft.table, scene->board, &draft.hand, &draft.turn, &choices);
    return junction_set_count(&choices.places);
}

TEST_CASE(no_move_in_a_turn_that_ends_the_round)
{
    struct board board;
    struct scene scene;
    begin_before_the_end(&scene, &board, RULESET_TRANSAMERICA);
    scene_refuses(&scene, "C1-D1 >B1", REFUSED_MARKER_AFTER_END, "V2");
    scene_allows(&scene, "C1-D1");
    assert_int_equal(places_after(&scene, "C1-D1"), 0);
    begin_before_the_end(&scene, &board, RULESET_TRANSEUROPA);
    scene_refuses(&scene, "C1-D1 >B1", REFUSED_MARKER_AFTER_END, "V2");
    assert_int_equal(places_after(&scene, "C1-D1"), 0);
    scene_play(&scene, "1 C1-D1\n");
    scene_ended(&scene, "1");
}

TEST_CASE(no_move_when_another_is_connected)
{
    struct board board;
    struct scene scene;
    begin_before_the_end(&scene, &board, RULESET_TRANSAMERICA);
    scene.position.table.to_move = 1; /* seat 2 lays the track that connects seat 1 */
    scene_refuses(&scene, "C1-D1 >E1", REFUSED_MARKER_AFTER_END, "V2");
    scene_refuses(&scene, "C1-D1 F1-G1 >E1", REFUSED_MARKER_AFTER_END, "V2");
    scene_allows(&scene, "F1-G1 >E1");
    scene_allows(&scene, "C1-D1 F1-G1");
}

TEST_CASE(no_move_when_the_supply_is_used_up)
{
    struct board board;
    struct scene scene;
    begin_before_the_end(&scene, &board, RULESET_TRANSAMERICA);
    scene.position.table.supply = 1;
    scene.position.table.to_move = 1;
    scene_refuses(&scene, "F1-G1 >E1", REFUSED_MARKER_AFTER_END, "V2");
    assert_int_equal(places_after(&scene, "F1-G1"), 0);
    scene.position.table.supply = 2;
    assert_int_equal(places_after(&scene, "F1-G1"), 3);
    scene_allows(&scene, "F1-G1 >E1");
}

TEST_CASE(a_move_that_cannot_be_is_left_out)
{
    /* Seat 2 cannot know that C1-D1 connects seat 1; its wish to move the marker is dropped. */
    struct board board;
    struct scene scene;
    begin_before_the_end(&scene, &board, RULESET_TRANSAMERICA);
    scene.position.table.to_move = 1;
    struct turn turn = {.kind = TURN_LAY,
                        .tracks = 1,
                        .marker = (uint8_t)scene_junction(&scene, "E1"),
                        .track = {{.line = (uint16_t)scene_line(&scene, "C1-D1")}}};
    position_settle(&scene.position, &board, &turn);
    assert_int_equal(turn.marker, JUNCTION_NONE);
    turn.marker = (uint8_t)scene_junction(&scene, "E1");
    turn.track[0].line = (uint16_t)scene_line(&scene, "F1-G1");
    position_settle(&scene.position, &board, &turn);
    assert_int_equal(turn.marker, scene_junction(&scene, "E1")); /* this one can be */
    turn.marker = (uint8_t)scene_junction(&scene, "K1");
    position_settle(&scene.position, &board, &turn);
    assert_int_equal(turn.marker, scene_junction(&scene, "K1")); /* this is refused as it is */
}

static void set_of(const struct scene *scene, const char *const names[], unsigned count,
                   struct line_set *lines)
{
    memset(lines, 0, sizeof *lines);
    for (unsigned i = 0; i < count; i++)
        line_set_add(lines, scene_line(scene, names[i]));
}

TEST_CASE(who_is_in_the_way_and_what_lies_behind)
{
    struct scene scene;
    struct line_set beyond, expected;
    static const char *const behind[] = {"M7-N8", "N8-O9"};
    begin_blocked(&scene);
    assert_int_equal(network_blockers(&scene.position.table, scene.board, 0), 1 << 1);
    assert_int_equal(network_blockers(&scene.position.table, scene.board, 1), 1 << 0);
    network_beyond(&scene.position.table, scene.board, 0, &beyond);
    set_of(&scene, behind, 2, &expected);
    assert_memory_equal(&beyond, &expected, sizeof beyond);
    scene_play(&scene, "1 L7-M8 M8-N8\n2 O9-P10\n"); /* a way round */
    assert_int_equal(network_blockers(&scene.position.table, scene.board, 0), 1 << 1);
    network_beyond(&scene.position.table, scene.board, 0, &beyond);
    assert_true(line_set_is_empty(&beyond));
}

TEST_CASE(what_of_a_route_cannot_be_laid)
{
    struct scene scene;
    struct line_set route, barred, expected;
    static const char *const lines[] = {"L7-L8", "L8-L9", "O9-O10", "O10-O11"};
    static const char *const round[] = {"L7-M8", "M8-N8", "N8-N9"};
    static const char *const through[] = {"J7-K7", "K6-L7", "K6-K7"};
    begin_blocked(&scene);
    set_of(&scene, lines, 4, &route);
    network_barred(&scene.position.table, scene.board, 0, &route, &barred);
    set_of(&scene, lines + 2, 2, &expected); /* behind seat 2's marker */
    assert_memory_equal(&barred, &expected, sizeof barred);
    set_of(&scene, round, 3, &route);
    network_barred(&scene.position.table, scene.board, 0, &route, &barred);
    assert_true(line_set_is_empty(&barred));
    set_of(&scene, through, 3, &route);
    network_barred(&scene.position.table, scene.board, 1, &route, &barred);
    set_of(&scene, through, 1, &expected); /* it goes on from where seat 1's marker stands */
    assert_memory_equal(&barred, &expected, sizeof barred);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("V2: the marker may move at the end of a turn", the_marker_moves_at_the_end_of_a_turn),
        TEST("V2: without the variant markers stay", markers_stay_without_the_variant),
        TEST("V2: the marker moves to another free junction of its network",
             the_marker_moves_within_the_network),
        TEST("V2: what is offered is every junction it can move to", every_junction_it_can_move_to),
        TEST("V2: tracks first, then the marker, once", tracks_first_then_the_marker_once),
        TEST("V2: no marker move after placing it or after a pass",
             no_move_after_placing_or_passing),
        TEST("V2: a track may end on another player's marker but not go on from it",
             a_track_may_end_on_a_marker_but_not_go_on),
        TEST("V2: each marker blocks the other player", the_other_side_is_blocked_too),
        TEST("V2: a way round a marker is a way", a_way_round_is_a_way),
        TEST("V2: the way opens when the marker leaves", the_way_opens_when_the_marker_leaves),
        TEST("V2: a player builds from where his marker is now",
             he_builds_from_where_his_marker_is_now),
        TEST("V2: a marker cannot pass a marker", the_marker_cannot_pass_a_marker),
        TEST("V2, F3: ferries are built from the part that is not blocked",
             ferries_are_built_from_the_free_part),
        TEST("V2, R1: connection ignores the blocking", connection_ignores_blocking),
        TEST("V2, P1: scoring ignores the blocking", scoring_ignores_blocking),
        TEST("V2: the marker does not move in a turn that connects the mover",
             no_move_in_a_turn_that_ends_the_round),
        TEST("V2: nor in one that connects another player", no_move_when_another_is_connected),
        TEST("V2: nor in one that uses up the supply", no_move_when_the_supply_is_used_up),
        TEST("V2: a marker move that the end of the round forbids can be taken off a turn",
             a_move_that_cannot_be_is_left_out),
        TEST("V2: who is in the way, and what track lies behind",
             who_is_in_the_way_and_what_lies_behind),
        TEST("V2: what of a route cannot be laid as markers stand", what_of_a_route_cannot_be_laid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
