/* T: whose turn it is, and what a turn is. */
#include <string.h>

#include "rules/notation.h"
#include "rules/scene.h"

/* Two markers far apart: around K6 the lines K5-K6 and K6-L6 are double, the others single. */
static void begin(struct scene *scene)
{
    scene_begin(scene, "transamerica", 0, scene_two);
    scene_play(scene, "1 @K6\n2 @D3\n");
}

TEST_CASE(starting_player_then_clockwise)
{
    struct scene scene;
    struct hand hand[SEATS_MAX];
    scene_begin(&scene, "transamerica", 0, scene_three);
    memcpy(hand, scene.position.hand, sizeof hand);
    position_init(&scene.position, scene.board, 3, 0, scene.position.seed);
    position_begin_round(&scene.position, scene.board, hand, 1); /* seat 2 begins */
    scene_play(&scene, "2 @K7\n3 @C3\n1 @M5\n2 K7-L7\n3 C3-C4\n1 M4-M5\n2 L7-M7\n");
    assert_int_equal(scene_to_move(&scene), 3);
}

TEST_CASE(a_record_out_of_turn)
{
#define HEADER                                                                                     \
    "railhead 1\nboard transamerica\nrules transamerica\nseats 3\nround 1\nfirst 2\n"              \
    "deal 1 portland helena omaha new-york dallas\n"                                               \
    "deal 2 medford chicago st-louis washington memphis\n"                                         \
    "deal 3 sacramento bismarck santa-fe winston el-paso\n"
    scene_sound(HEADER "2 @K7\n3 @C3\n1 @M5\n2 K7-L7\n");
    scene_faulty(HEADER "1 @K7\n", 10, "T1");
    scene_faulty(HEADER "2 @K7\n1 @C3\n", 11, "T1");
    scene_faulty(HEADER "2 @K7\n3 @C3\n1 @M5\n2 K7-L7\n2 L7-M7\n", 14, "T1");
    scene_faulty(HEADER "2 @K7\n3 @C3\n1 @M5\n1 M4-M5\n", 13, "T1");
#undef HEADER
}

TEST_CASE(the_first_turn_places_the_marker)
{
    struct scene scene;
    scene_begin(&scene, "transamerica", 0, scene_two);
    scene_refuses(&scene, "K6-K7", REFUSED_MARKER_FIRST, "T2");
    scene_refuses(&scene, "pass", REFUSED_MARKER_FIRST, "T2");
    scene_play(&scene, "1 @K6\n");
    scene_refuses(&scene, "K6-K7", REFUSED_MARKER_FIRST, "T2"); /* seat 2 has no network yet */
    scene_play(&scene, "2 @D3\n");
    scene_refuses(&scene, "@K8", REFUSED_MARKER_STANDS, "T2"); /* once is enough */
    scene_play(&scene, "1 K6-K7\n");
    scene_refuses(&scene, "@K8", REFUSED_MARKER_STANDS, "T2");
}

TEST_CASE(placing_is_the_whole_turn)
{
    struct scene scene;
    struct turn turn;
    struct words words;
    struct fault fault;
    static const char text[] = "@K6 K6-K7";
    scene_begin(&scene, "transamerica", 0, scene_two);
    words_init(&words, text, strlen(text));
    assert_false(notation_read_turn(scene.board, &words, &turn, &fault));

    struct draft draft;
    struct choices choices;
    scene_draft(&scene, "@K6", &draft);
    assert_int_equal(draft_lay(&draft, scene.board, scene_line(&scene, "K6-K7"), false),
                     REFUSED_MARKER_FIRST);
    turn_choices(&draft.table, scene.board, &draft.hand, &draft.turn, &choices);
    assert_true(choices.may_end);
    assert_true(line_set_is_empty(&choices.black));
    assert_int_equal(junction_set_count(&choices.places), 0);
}

TEST_CASE(every_free_junction_is_a_start)
{
    struct scene scene;
    struct draft draft;
    struct choices choices;
    scene_begin(&scene, "transamerica", 0, scene_three);
    for (unsigned markers = 0; markers < 3; markers++) {
        scene_draft(&scene, "", &draft);
        turn_choices(&draft.table, scene.board, &draft.hand, &draft.turn, &choices);
        assert_int_equal(junction_set_count(&choices.places), scene.board->junctions - markers);
        assert_false(choices.may_pass);
        assert_false(choices.may_end);
        scene_play(&scene, markers == 0 ? "1 @K6\n" : markers == 1 ? "2 @L7\n" : "3 @K7\n");
    }
}

TEST_CASE(city_or_not)
{
    struct scene scene;
    scene_begin(&scene, "transamerica", 0, scene_two);
    scene_allows(&scene, "@K6"); /* no city */
    scene_allows(&scene, "@A2"); /* Portland, a city of his own */
    scene_allows(&scene, "@B4"); /* Medford, a city of the other player */
    scene_allows(&scene, "@H6"); /* Denver, whose card is not in the game */
}

TEST_CASE(no_marker_on_a_marker)
{
    struct scene scene;
    scene_begin(&scene, "transamerica", 0, scene_three);
    scene_play(&scene, "1 @K6\n");
    scene_refuses(&scene, "@K6", REFUSED_JUNCTION_TAKEN, "T2");
    scene_play(&scene, "2 @K7\n"); /* right beside it is free */
    scene_refuses(&scene, "@K6", REFUSED_JUNCTION_TAKEN, "T2");
    scene_refuses(&scene, "@K7", REFUSED_JUNCTION_TAKEN, "T2");
    scene_allows(&scene, "@L7");
}

TEST_CASE(one_or_two_singles_or_one_double)
{
    struct scene scene;
    begin(&scene);
    scene_allows(&scene, "K6-K7");
    scene_allows(&scene, "K6-K7 K6-L7");
    scene_allows(&scene, "K6-L6");
    scene_refuses(&scene, "K6-L6 K6-K7", REFUSED_DOUBLE_ALONE, "T3");
    scene_refuses(&scene, "K6-L6 K5-K6", REFUSED_DOUBLE_ALONE, "T3");
    scene_refuses(&scene, "K6-K7 K6-L6", REFUSED_DOUBLE_SECOND, "T3");
}

TEST_CASE(never_three_tracks)
{
    struct scene scene;
    struct draft draft;
    struct turn turn;
    struct words words;
    struct fault fault;
    static const char text[] = "K6-K7 K7-K8 K8-K9";
    begin(&scene);
    words_init(&words, text, strlen(text));
    assert_false(notation_read_turn(scene.board, &words, &turn, &fault));
    assert_string_equal(fault.rule, "T3");
    scene_draft(&scene, "K6-K7 K7-K8", &draft);
    assert_int_equal(draft_lay(&draft, scene.board, scene_line(&scene, "K8-K9"), false),
                     REFUSED_TWO_TRACKS_ARE_ENOUGH);
    assert_string_equal(refusal_rule(REFUSED_TWO_TRACKS_ARE_ENOUGH), "T3");
}

TEST_CASE(a_half_entered_turn_shows_singles_only)
{
    struct scene scene;
    struct draft draft;
    struct line_set black, coloured;
    begin(&scene);
    scene_draft(&scene, "", &draft);
    turn_lines(&draft.table, scene.board, &draft.hand, &draft.turn, &black, &coloured);
    assert_int_equal(line_set_count(&black), 6); /* all that meet at K6 */
    assert_true(line_set_has(&black, scene_line(&scene, "K6-L6")));
    assert_true(line_set_is_empty(&coloured));
    scene_draft(&scene, "K6-K7", &draft);
    turn_lines(&draft.table, scene.board, &draft.hand, &draft.turn, &black, &coloured);
    assert_false(line_set_has(&black, scene_line(&scene, "K6-L6")));
    assert_false(line_set_has(&black, scene_line(&scene, "K6-K7")));
    assert_int_equal(line_set_count(&black), 3 + 5); /* of K6: 3 singles; of K7: all others */
    scene_draft(&scene, "K6-L6", &draft);
    turn_lines(&draft.table, scene.board, &draft.hand, &draft.turn, &black, &coloured);
    assert_true(line_set_is_empty(&black));
}

TEST_CASE(at_least_one_track)
{
    struct scene scene;
    begin(&scene);
    const struct position before = scene.position;
    const struct turn nothing = {.kind = TURN_LAY, .marker = JUNCTION_NONE};
    assert_int_equal(position_play(&scene.position, scene.board, &nothing), REFUSED_NO_TRACK);
    assert_string_equal(refusal_rule(REFUSED_NO_TRACK), "T4");
    assert_memory_equal(&before, &scene.position, sizeof before);
    scene_refuses(&scene, "pass", REFUSED_PASS, "T4");
    scene_allows(&scene, "K6-K7"); /* the second is optional */
}

TEST_CASE(who_cannot_build_passes)
{
    /* With blocking, seat 2 shuts seat 1 in at the end of a row. */
    static const char hands[] = "A1 C1 E1 G1 I1\nB1 D1 F1 H1 J1\n";
    struct board board;
    struct scene scene;
    struct draft draft;
    struct choices choices;
    scene_sketch(&board, RULESET_TRANSAMERICA, scene_row, hands);
    scene_begin_on(&scene, &board, VARIANT_BLOCKING, hands);
    scene_play(&scene, "1 @A1\n2 @B1\n");
    scene_refuses(&scene, "pass", REFUSED_PASS, "T4"); /* the one line to B1 is still free */
    scene_play(&scene, "1 A1-B1\n2 B1-C1 C1-D1\n");
    scene_draft(&scene, "", &draft);
    turn_choices(&draft.table, &board, &draft.hand, &draft.turn, &choices);
    assert_true(choices.may_pass);
    assert_true(line_set_is_empty(&choices.black));
    scene_refuses(&scene, "D1-E1", REFUSED_BLOCKED, "V2");
    scene_play(&scene, "1 pass\n");
    assert_int_equal(scene_to_move(&scene), 2);
    assert_int_equal(scene.position.table.supply, 84 - 3);
    scene_refuses(&scene, "pass", REFUSED_PASS, "T4");
}

TEST_CASE(tracks_touch_the_network)
{
    struct scene scene;
    begin(&scene);
    scene_refuses(&scene, "L8-M8", REFUSED_NOT_CONNECTED, "T5");
    scene_refuses(&scene, "D3-D4", REFUSED_NOT_CONNECTED, "T5"); /* at the other's marker */
    scene_refuses(&scene, "K6-K7 L8-M8", REFUSED_NOT_CONNECTED, "T5");
    scene_play(&scene, "1 K6-K7 K7-L8\n2 D3-D4 D4-D5\n");
    scene_allows(&scene, "L8-M8");
    scene_refuses(&scene, "D4-E4", REFUSED_NOT_CONNECTED, "T5"); /* at the other's track */
}

TEST_CASE(the_second_track_goes_anywhere)
{
    struct scene scene;
    begin(&scene);
    scene_play(&scene, "1 K6-K7 K7-K8\n2 D3-D4\n");
    scene_allows(&scene, "K8-K9 K9-K10"); /* on the first */
    scene_allows(&scene, "K8-K9 J6-K6");  /* elsewhere in the network */
    scene_allows(&scene, "K6-L7 K7-L7");  /* both ends in the network: a ring */
    scene_refuses(&scene, "K9-K10 K8-K9", REFUSED_NOT_CONNECTED, "T5"); /* in that order only */
}

TEST_CASE(the_second_track_starts_where_the_first_led)
{
    struct scene scene;
    scene_begin(&scene, "transamerica", 0, scene_two);
    scene_play(&scene, "1 @K7\n2 @N7\n1 K7-L7\n2 M7-N7 N7-N8\n");
    scene_refuses(&scene, "N8-N9", REFUSED_NOT_CONNECTED, "T5");
    scene_allows(&scene, "L7-M7 N8-N9"); /* L7-M7 joins the other network, up to N8 */
}

TEST_CASE(one_track_a_line)
{
    struct scene scene;
    begin(&scene);
    scene_refuses(&scene, "K6-K7 K6-K7", REFUSED_LINE_TAKEN, "T6");
    scene_play(&scene, "1 K6-L6\n2 D3-D4\n");
    scene_refuses(&scene, "K6-L6", REFUSED_LINE_TAKEN, "T6"); /* a double line is full with one */
    scene_refuses(&scene, "K6-K7 K6-K7", REFUSED_LINE_TAKEN, "T6");
    scene_play(&scene, "1 K6-K7\n");
    scene_refuses(&scene, "K6-K7", REFUSED_LINE_TAKEN, "T6"); /* for other seats too */
}

TEST_CASE(a_double_line_is_one_track_of_the_supply)
{
    struct scene scene;
    begin(&scene);
    scene_play(&scene, "1 K6-L6\n");
    assert_int_equal(scene.position.table.supply, 84 - 1);
    assert_true(scene_reaches(&scene, 1, "L6"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("T1: the starting player begins, then clockwise", starting_player_then_clockwise),
        TEST("T1: a record in which a seat plays out of turn is refused", a_record_out_of_turn),
        TEST("T2: the first turn places the marker and the later ones do not",
             the_first_turn_places_the_marker),
        TEST("T2: no track is laid in the turn that places the marker", placing_is_the_whole_turn),
        TEST("T2: every junction without a marker is offered", every_free_junction_is_a_start),
        TEST("T2: the marker may stand on a city or not", city_or_not),
        TEST("T2: two markers never share a junction", no_marker_on_a_marker),
        TEST("T3: one or two tracks on single lines, or one on a double line",
             one_or_two_singles_or_one_double),
        TEST("T3: a turn never has three tracks", never_three_tracks),
        TEST("T3: after a first track only single lines are offered, after a double line none",
             a_half_entered_turn_shows_singles_only),
        TEST("T4: one track at least, and no pass for who can build", at_least_one_track),
        TEST("T4: a player who has no legal track passes", who_cannot_build_passes),
        TEST("T5: a track touches the player's own network", tracks_touch_the_network),
        TEST("T5: the second track builds on the first or elsewhere in the network",
             the_second_track_goes_anywhere),
        TEST("T5: the second track may start in a part that the first one joined",
             the_second_track_starts_where_the_first_led),
        TEST("T6: a line holds one track", one_track_a_line),
        TEST("T6: one track fills a double line, and carries",
             a_double_line_is_one_track_of_the_supply),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
