/* N: which junctions are a player's network. */
#include "rules/scene.h"

TEST_CASE(the_marker_is_the_network)
{
    struct scene scene;
    scene_begin(&scene, "transamerica", 0, scene_two);
    assert_false(scene_reaches(&scene, 1, "K7"));
    scene_play(&scene, "1 @K7\n2 @K8\n");
    assert_true(scene_reaches(&scene, 1, "K7"));
    assert_false(scene_reaches(&scene, 1, "K8")); /* next to it, and no track between */
    assert_int_equal(junction_set_count(table_reach(&scene.position.table, 0)), 1);
    assert_int_equal(junction_set_count(table_reach(&scene.position.table, 1)), 1);
}

TEST_CASE(all_that_track_reaches)
{
    struct scene scene;
    scene_begin(&scene, "transamerica", 0, scene_two);
    scene_play(&scene, "1 @K7\n2 @D3\n1 K7-L7 L7-M7\n2 D3-D4\n1 J7-K7\n2 D4-D5\n");
    assert_true(scene_reaches(&scene, 1, "J7"));
    assert_true(scene_reaches(&scene, 1, "L7"));
    assert_true(scene_reaches(&scene, 1, "M7"));
    assert_false(scene_reaches(&scene, 1, "D4"));
    assert_int_equal(junction_set_count(table_reach(&scene.position.table, 0)), 4);
    assert_int_equal(junction_set_count(table_reach(&scene.position.table, 1)), 3);
}

TEST_CASE(a_private_or_closed_track_reaches_for_its_owner)
{
    struct scene scene;
    scene_begin(&scene, "transamerica", VARIANT_PRIVATE_TRACKS, scene_two);
    scene_play(&scene, "1 @K7\n2 @L7\n1 K7-L7* J7-K7\n");
    assert_true(scene_reaches(&scene, 1, "L7"));
    assert_false(scene_reaches(&scene, 2, "K7"));
    assert_false(scene_reaches(&scene, 2, "J7"));
}

TEST_CASE(what_lies_behind_a_joint_is_reached_too)
{
    /* Seat 1's private track lies between two black ones: beyond it seat 2 reaches nothing, until
       a black way round is laid. */
    struct scene scene;
    scene_begin(&scene, "transamerica", VARIANT_PRIVATE_TRACKS, scene_two);
    scene_play(&scene, "1 @K7\n2 @H7\n1 J7-K7* I7-J7\n2 H7-I8\n1 H7-I7\n");
    assert_true(scene_reaches(&scene, 2, "J7"));
    assert_false(scene_reaches(&scene, 2, "K7"));
    scene_play(&scene, "2 I8-J8 J8-K8\n1 K7-L7 L7-M7\n");
    assert_false(scene_reaches(&scene, 2, "M7"));
    scene_play(&scene, "2 K7-K8\n");
    assert_true(scene_reaches(&scene, 2, "K7"));
    assert_true(scene_reaches(&scene, 2, "M7"));
}

TEST_CASE(touching_networks_are_one)
{
    struct scene scene;
    scene_begin(&scene, "transamerica", 0, scene_two);
    scene_play(&scene, "1 @K7\n2 @N7\n1 K7-L7 K7-K8\n2 M7-N7 N7-N8\n");
    assert_false(scene_reaches(&scene, 1, "N8"));
    scene_play(&scene, "1 L7-M7\n"); /* whoever laid it */
    assert_true(scene_reaches(&scene, 1, "N8"));
    assert_true(scene_reaches(&scene, 2, "K8"));
    scene_allows(&scene, "K8-K9 J7-K7"); /* seat 2 goes on at the far end of seat 1's track */
    scene_play(&scene, "2 M6-N7\n");     /* a double line, from seat 2's own part */
    scene_allows(&scene, "N8-N9 N9-N10");
}

TEST_CASE(three_networks_become_one_through_the_middle)
{
    struct scene scene;
    scene_begin(&scene, "transamerica", 0, scene_three);
    scene_play(&scene, "1 @K7\n2 @M7\n3 @O9\n1 K7-L7 K7-K8\n2 M7-N8\n3 N8-O9\n");
    assert_true(scene_reaches(&scene, 3, "M7"));
    assert_false(scene_reaches(&scene, 3, "K7"));
    scene_play(&scene, "1 L7-M7\n");
    for (unsigned seat = 1; seat <= 3; seat++) {
        assert_true(scene_reaches(&scene, seat, "K8"));
        assert_true(scene_reaches(&scene, seat, "O9"));
    }
    scene_play(&scene, "2 K8-K9\n3 K9-K10\n");
    assert_true(scene_reaches(&scene, 1, "K10"));
}

TEST_CASE(to_build_up_to_a_marker_is_to_join)
{
    struct scene scene;
    scene_begin(&scene, "transamerica", 0, scene_two);
    scene_play(&scene, "1 @K7\n2 @M7\n1 K7-L7 L7-M7\n");
    assert_true(scene_reaches(&scene, 2, "K7"));
    scene_allows(&scene, "J7-K7");
}

TEST_CASE(side_by_side_is_not_touching)
{
    struct scene scene;
    scene_begin(&scene, "transamerica", 0, scene_two);
    scene_play(&scene, "1 @K7\n2 @K8\n1 K7-L7 L7-M7\n2 K8-L8 L8-M8\n");
    assert_false(scene_reaches(&scene, 1, "M8"));
    scene_refuses(&scene, "M8-N8", REFUSED_NOT_CONNECTED, "T5");
    scene_allows(&scene, "L7-M8 M8-N8");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("N1: before any track a network is the marker's junction", the_marker_is_the_network),
        TEST("N1: a network is all that track reaches from the marker", all_that_track_reaches),
        TEST("N1: track that a player may not use reaches nothing for him",
             a_private_or_closed_track_reaches_for_its_owner),
        TEST("N1: a joint brings in all that lies behind it, as far as the player may go",
             what_lies_behind_a_joint_is_reached_too),
        TEST("N2: networks that touch are one, and all may build from any part of it",
             touching_networks_are_one),
        TEST("N2: three networks become one through the middle one",
             three_networks_become_one_through_the_middle),
        TEST("N2: track up to another player's marker joins his network",
             to_build_up_to_a_marker_is_to_join),
        TEST("N2: networks that run side by side do not touch", side_by_side_is_not_touching),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
