/*
 * F: Trans Europa's ferries.
 *
 * Most scenes stand at K1 on the Gulf of Finland, where lines of all kinds meet: J1-K1 and K1-L1
 * are single, K1-L2 is double, K1~K2 is a ferry; J1 beside it has the ferries J1~J2 and J1~K2.
 */
#include "rules/scene.h"

/* Seat 1 on the northern shore, seat 2 on the southern, seat 3 east of seat 1. */
static void begin(struct scene *scene)
{
    scene_begin(scene, "transeuropa", 0, scene_europe_three);
    scene_play(scene, "1 @K1\n2 @K2\n3 @L1\n");
}

/* The same, with seat 3 joined to seat 1's junction and seat 1 to move. */
static void begin_with_a_neighbour(struct scene *scene)
{
    begin(scene);
    scene_play(scene, "1 J1-K1\n2 K2-K3\n3 K1-L1\n");
}

static const char *const ferries_of_the_gulf[] = {"K1~K2", "J1~J2", "J1~K2"};

TEST_CASE(a_ferry_takes_two_tracks)
{
    struct scene scene;
    begin(&scene);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(scene.board->line[scene_line(&scene, ferries_of_the_gulf[i])].kind,
                         LINE_FERRY);
    scene_play(&scene, "1 K1~K2\n2 K1~K2\n3 K1-L1\n");
    assert_int_equal(scene.position.table.supply, 83 - 3);
    scene_refuses(&scene, "K1~K2", REFUSED_FERRY_FULL, "F1");
    scene_refuses(&scene, "K1~K2*", REFUSED_FERRY_FULL, "F1");
}

TEST_CASE(a_half_alone_or_with_a_single)
{
    struct scene scene;
    begin(&scene);
    scene_allows(&scene, "K1~K2");
    scene_allows(&scene, "K1~K2*");
    scene_allows(&scene, "K1~K2 K1-L1");
    scene_allows(&scene, "K1-L1 K1~K2");
    scene_allows(&scene, "K1~K2* K1-L1");
    scene_allows(&scene, "K1-L1 K1~K2*");
    scene_allows(&scene, "J1-K1 J1~J2*"); /* the single line leads to the ferry */
}

TEST_CASE(a_half_with_a_single_over_water)
{
    struct scene scene;
    scene_begin(&scene, "transeuropa", 0, scene_europe_two);
    scene_play(&scene, "1 @D1\n2 @K7\n");
    scene_allows(&scene, "D1~E1 D1-D2");
    scene_allows(&scene, "D1-E2 D1~E1*");
}

TEST_CASE(never_two_halves_in_a_turn)
{
    struct scene scene;
    begin(&scene);
    scene_refuses(&scene, "K1~K2 K1~K2", REFUSED_TWO_FERRY_HALVES, "F2");
    scene_refuses(&scene, "K1~K2* K1~K2", REFUSED_TWO_FERRY_HALVES, "F2");
    scene_refuses(&scene, "K1~K2 K1~K2*", REFUSED_TWO_FERRY_HALVES, "F2");
    scene_play(&scene, "1 J1-K1\n2 K2-K3\n3 L1-M1\n");
    scene_refuses(&scene, "K1~K2 J1~J2", REFUSED_TWO_FERRY_HALVES, "F2"); /* of two ferries */
    scene_refuses(&scene, "K1~K2* J1~J2*", REFUSED_TWO_FERRY_HALVES, "F2");
}

TEST_CASE(never_a_half_with_a_double)
{
    struct scene scene;
    begin(&scene);
    scene_refuses(&scene, "K1~K2 K1-L2", REFUSED_FERRY_WITH_DOUBLE, "F2");
    scene_refuses(&scene, "K1~K2* K1-L2", REFUSED_FERRY_WITH_DOUBLE, "F2");
    scene_refuses(&scene, "K1-L2 K1~K2", REFUSED_FERRY_WITH_DOUBLE, "F2");
    scene_refuses(&scene, "K1-L2 K1~K2*", REFUSED_FERRY_WITH_DOUBLE, "F2");
}

TEST_CASE(a_half_and_a_single_are_the_whole_turn)
{
    struct scene scene;
    struct draft draft;
    struct line_set black, coloured;
    begin(&scene);
    scene_draft(&scene, "K1~K2 K1-L1", &draft);
    assert_int_equal(draft_lay(&draft, scene.board, scene_line(&scene, "J1-K1"), false),
                     REFUSED_TWO_TRACKS_ARE_ENOUGH);
    /* After a half only singles in black are offered; after a single also halves in colour. */
    scene_draft(&scene, "K1~K2*", &draft);
    turn_lines(&draft.table, scene.board, &draft.hand, &draft.turn, &black, &coloured);
    assert_int_equal(line_set_count(&black), 2);
    assert_true(line_set_is_empty(&coloured));
    scene_draft(&scene, "K1-L1", &draft);
    turn_lines(&draft.table, scene.board, &draft.hand, &draft.turn, &black, &coloured);
    assert_true(line_set_has(&black, scene_line(&scene, "K1~K2")));
    assert_false(line_set_has(&black, scene_line(&scene, "K1-L2")));
    assert_int_equal(line_set_count(&coloured), 1);
}

TEST_CASE(the_ordinary_turns_remain)
{
    struct scene scene;
    begin(&scene);
    scene_allows(&scene, "J1-K1");
    scene_allows(&scene, "J1-K1 K1-L1");
    scene_allows(&scene, "K1-L2");
    scene_refuses(&scene, "K1-L2 K1-L1", REFUSED_DOUBLE_ALONE, "T3");
    scene_refuses(&scene, "K1-L1 K1-L2", REFUSED_DOUBLE_SECOND, "T3");
}

TEST_CASE(either_end_will_do)
{
    struct scene scene;
    begin(&scene);
    scene_allows(&scene, "K1~K2"); /* begun from the north */
    scene_play(&scene, "1 J1-K1\n");
    scene_allows(&scene, "K1~K2"); /* or from the south */
    scene_play(&scene, "2 K1~K2\n");
    scene_refuses(&scene, "K1~K2", REFUSED_FERRY_NOT_CONNECTED, "F3"); /* seat 3 is not there yet */
    scene_allows(&scene, "K1-L1 K1~K2");                               /* now it is */
    scene_play(&scene, "3 L1-M1\n");
    scene_allows(&scene, "K1~K2"); /* completed from the other side */
}

TEST_CASE(any_connected_player_may_build_a_ferry)
{
    struct scene scene;
    begin_with_a_neighbour(&scene);
    scene_play(&scene, "1 J1~J2*\n2 K2-L2\n");
    scene_allows(&scene, "K1~K2");    /* seat 3, over its track to K1 */
    scene_play(&scene, "3 J1~J2*\n"); /* and further on, at J1, to complete seat 1's */
    assert_true(scene_reaches(&scene, 3, "J2"));
    assert_true(scene_reaches(&scene, 1, "J2"));
}

TEST_CASE(half_a_ferry_carries_nothing)
{
    struct scene scene;
    begin(&scene);
    scene_refuses(&scene, "K1~K2 K2-L2", REFUSED_NOT_CONNECTED, "T5");
    scene_play(&scene, "1 K1~K2\n");
    assert_false(scene_reaches(&scene, 1, "K2"));
    assert_false(scene_reaches(&scene, 2, "K1"));
    scene_play(&scene, "2 K2-K3\n3 L1-M1\n");
    scene_refuses(&scene, "K2-L2", REFUSED_NOT_CONNECTED, "T5");
    scene_allows(&scene, "K1~K2 K2-L2"); /* the second half opens it within the turn */
    scene_play(&scene, "1 K1~K2*\n");
    assert_true(scene_reaches(&scene, 1, "K3"));
    assert_true(scene_reaches(&scene, 2, "K1"));
}

TEST_CASE(half_a_ferry_connects_nobody)
{
    static const char hands[] = "A1 B1 C1 D1 E1\nG1 H1 I1 J1 K1\n";
    struct board board;
    struct scene scene;
    scene_sketch(&board, RULESET_TRANSEUROPA,
                 "A1-B1 B1-C1 C1-D1 D1~E1 E1-F1 F1-G1 G1-H1 H1-I1 I1-J1 J1-K1", hands);
    scene_begin_on(&scene, &board, 0, hands);
    scene_play(&scene, "1 @A1\n2 @K1\n1 A1-B1 B1-C1\n2 J1-K1\n1 C1-D1 D1~E1*\n2 I1-J1\n");
    assert_false(scene_is_over(&scene));
    scene_play(&scene, "1 D1~E1*\n");
    scene_ended(&scene, "1");
}

/* Plays the two halves and says who then can cross from K1 to K2, one digit for each seat. */
static unsigned who_can_cross(const char *halves)
{
    struct scene scene;
    unsigned who = 0;
    begin_with_a_neighbour(&scene);
    scene_play(&scene, halves);
    for (unsigned seat = 1; seat <= 3; seat++)
        who = who * 10 + (scene_reaches(&scene, seat, "K1") && scene_reaches(&scene, seat, "K2"));
    return who;
}

TEST_CASE(two_coloured_halves_are_for_their_owners)
{
    assert_int_equal(who_can_cross("1 K1~K2*\n2 K1~K2*\n"), 110);
    assert_int_equal(who_can_cross("1 L1-L2\n2 K1~K2*\n3 K1~K2*\n"), 11);
    assert_int_equal(who_can_cross("1 K1~K2*\n2 K2-L2\n3 L1-M1\n1 K1~K2*\n"), 100);
}

TEST_CASE(one_black_half_opens_it_to_all)
{
    assert_int_equal(who_can_cross("1 K1~K2\n2 K1~K2\n"), 111);
    assert_int_equal(who_can_cross("1 K1~K2*\n2 K1~K2\n"), 111);
    assert_int_equal(who_can_cross("1 K1~K2\n2 K1~K2*\n"), 111);
    assert_int_equal(who_can_cross("1 L1-M1\n2 K1~K2*\n3 K1~K2\n"), 111);
}

TEST_CASE(a_closed_ferry_is_no_way_to_build)
{
    struct scene scene;
    begin_with_a_neighbour(&scene);
    scene_play(&scene, "1 K1~K2*\n2 K1~K2*\n");
    scene_refuses(&scene, "K2-L3", REFUSED_NOT_CONNECTED, "T5"); /* seat 3 */
    scene_refuses(&scene, "K1~K2", REFUSED_FERRY_FULL, "F1");
    scene_play(&scene, "3 L1-M1\n");
    scene_allows(&scene, "K2-L3 K3-K4"); /* seat 1 */
}

TEST_CASE(an_open_ferry_serves_whoever_is_connected)
{
    struct scene scene;
    begin(&scene);
    scene_play(&scene, "1 K1~K2\n2 K1~K2\n");
    assert_false(scene_reaches(&scene, 3, "K2")); /* seat 3 is not connected to it */
    scene_play(&scene, "3 K1-L1\n");
    assert_true(scene_reaches(&scene, 3, "K2"));
}

TEST_CASE(coloured_tracks_are_for_ferries)
{
    struct scene scene;
    begin(&scene);
    scene_refuses(&scene, "K1-L1*", REFUSED_COLOUR_ON_LAND, "F6");
    scene_refuses(&scene, "K1-L2*", REFUSED_COLOUR_ON_LAND, "F6");
    scene_refuses(&scene, "K1~K2 K1-L1*", REFUSED_COLOUR_ON_LAND, "F6");
    scene_refuses(&scene, "K1~K2* K1-L1*", REFUSED_COLOUR_ON_LAND, "F6");
    scene_begin(&scene, "transeuropa", 0, scene_europe_two);
    scene_play(&scene, "1 @D1\n2 @K7\n");
    scene_refuses(&scene, "D1-D2*", REFUSED_COLOUR_ON_LAND, "F6"); /* a single line at sea */
}

TEST_CASE(three_coloured_tracks_a_round)
{
    struct scene scene;
    begin(&scene);
    scene_play(&scene, "1 K1~K2* J1-K1\n2 K2-K3\n3 L1-M1\n1 J1~K2*\n2 K3-K4\n3 M1-M2\n"
                       "1 J1~J2*\n2 K4-K5\n3 M2-M3\n");
    assert_int_equal(scene.position.table.coloured[0], 0);
    scene_refuses(&scene, "I1~J1*", REFUSED_NO_COLOURED_LEFT, "F6");
    scene_play(&scene, "1 I1~J1\n"); /* in black it goes on */
    scene_allows(&scene, "K1~K2*");  /* the other seats have their own */
    assert_int_equal(scene.position.table.coloured[1], 3);
}

TEST_CASE(coloured_tracks_come_back)
{
    static const char hands[] = "A1 B1 C1 D1 E1\nG1 H1 I1 J1 K1\n";
    struct board board;
    struct scene scene;
    scene_sketch(&board, RULESET_TRANSEUROPA,
                 "A1-B1 B1-C1 C1-D1 D1~E1 E1-F1 F1-G1 G1-H1 H1-I1 I1-J1 J1-K1", hands);
    scene_begin_on(&scene, &board, 0, hands);
    scene_play(&scene, "1 @A1\n2 @K1\n1 A1-B1 B1-C1\n2 J1-K1\n1 C1-D1 D1~E1*\n2 I1-J1\n"
                       "1 D1~E1*\n");
    assert_int_equal(scene.position.table.coloured[0], 1);
    scene_next_round(&scene, hands);
    assert_int_equal(scene.position.table.coloured[0], 3);
}

TEST_CASE(other_games_have_no_coloured_tracks)
{
    struct scene scene;
    scene_begin(&scene, "transamerica", 0, scene_two);
    scene_play(&scene, "1 @K7\n2 @C3\n");
    scene_refuses(&scene, "K7-L7*", REFUSED_NO_COLOURS_HERE, "X1");
    scene_begin(&scene, "transeuropa-classic", 0, scene_europe_two);
    scene_play(&scene, "1 @K7\n2 @L1\n");
    scene_refuses(&scene, "K7-L7*", REFUSED_NO_COLOURS_HERE, "X1");
}

TEST_CASE(single_lines_over_water_are_ordinary)
{
    struct scene scene;
    scene_begin(&scene, "transeuropa", 0, scene_europe_three);
    assert_true(scene.board->junction[scene_junction(&scene, "D2")].at_sea);
    scene_play(&scene, "1 @D2\n2 @F1\n3 @K7\n"); /* a marker may start at sea */
    scene_allows(&scene, "D2-E2 E2-E3");
    scene_play(&scene, "1 D2-E2 E2-F3\n2 F1-F2 F2-F3\n"); /* two tracks in a turn, and a meeting */
    assert_true(scene_reaches(&scene, 1, "F1"));
    assert_true(scene_reaches(&scene, 2, "D2"));
    scene_play(&scene, "3 K7-L7\n");
    scene_allows(&scene, "E2-E3 F3-G4");                      /* branches at two junctions at sea */
    scene_refuses(&scene, "D2-E2", REFUSED_LINE_TAKEN, "T6"); /* one track fills it */
}

TEST_CASE(a_single_line_over_water_costs_one)
{
    struct scene scene;
    scene_begin(&scene, "transeuropa", 0, scene_europe_two);
    scene_play(&scene, "1 @D2\n2 @K7\n");
    assert_int_equal(
        table_missing(&scene.position.table, scene.board, 0, scene_line(&scene, "D2-E2")), 1);
    assert_int_equal(
        table_missing(&scene.position.table, scene.board, 0, scene_line(&scene, "D1~E1")), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("F1: a ferry takes two tracks and no third", a_ferry_takes_two_tracks),
        TEST("F2: a half, black or coloured, alone or with a single line, in either order",
             a_half_alone_or_with_a_single),
        TEST("F2: the single line may be one over water", a_half_with_a_single_over_water),
        TEST("F2: never two ferry halves in a turn", never_two_halves_in_a_turn),
        TEST("F2: never a ferry half with a double line", never_a_half_with_a_double),
        TEST("F2: a half and a single line are the whole turn, and what is offered says so",
             a_half_and_a_single_are_the_whole_turn),
        TEST("F2: the ordinary turns remain", the_ordinary_turns_remain),
        TEST("F3: a ferry is begun or completed from either end", either_end_will_do),
        TEST("F3: any connected player may build at a ferry",
             any_connected_player_may_build_a_ferry),
        TEST("F4: half a ferry carries nothing, the second half opens it at once",
             half_a_ferry_carries_nothing),
        TEST("F4: half a ferry connects nobody to his cities", half_a_ferry_connects_nobody),
        TEST("F5: two coloured halves are for their owners alone",
             two_coloured_halves_are_for_their_owners),
        TEST("F5: one black half opens a ferry to all", one_black_half_opens_it_to_all),
        TEST("F5: nobody builds over a ferry that is closed to him",
             a_closed_ferry_is_no_way_to_build),
        TEST("F5: an open ferry serves whoever is connected to it",
             an_open_ferry_serves_whoever_is_connected),
        TEST("F6: coloured tracks are for ferries only", coloured_tracks_are_for_ferries),
        TEST("F6: each player has three coloured tracks", three_coloured_tracks_a_round),
        TEST("F6: coloured tracks come back in every round", coloured_tracks_come_back),
        TEST("F6: the other boards have no coloured tracks", other_games_have_no_coloured_tracks),
        TEST("F7: single lines over water are ordinary, and markers may start at sea",
             single_lines_over_water_are_ordinary),
        TEST("F7: a single line over water costs one, a ferry two",
             a_single_line_over_water_costs_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
