/*
 * How to play is what the rules do: each test plays what a sentence of how_to_play.def says, and
 * the sentence must be there, in these words, on a board of that rule set.  Who changes it comes
 * here.
 */
#include <string.h>

#include "board_file/boards.h"
#include "rules/scene.h"
#include "words/how_to_play.h"

/* The sentence is in exactly one part on the board. */
static void told_on(const struct board *board, const char *sentence)
{
    unsigned found = 0;
    for (unsigned i = 0; i < how_to_play_parts; i++) {
        char filled[4096];
        struct text text;
        if (!how_to_play_is_about(&how_to_play[i], board))
            continue;
        text_init(&text, filled, sizeof filled);
        how_to_play_fill(&text, how_to_play[i].text, board);
        assert_true(text.used < sizeof filled);
        assert_null(strchr(filled, '{'));
        found += strstr(filled, sentence) != NULL;
    }
    if (found != 1)
        fail_msg("%s: in %u parts: %s", board->id, found, sentence);
}

static void told(const char *id, const char *sentence)
{
    told_on(board_builtin(id, strlen(id)), sentence);
}

/* Seat 1's network ends at D1, next to seat 2's city E1; seat 2 has everything else. */
static void before_the_end(struct scene *scene, struct board *board, enum ruleset ruleset,
                           const char *hands)
{
    scene_sketch(board, ruleset, scene_row, hands);
    scene_begin_on(scene, board, 0, hands);
    scene_play(scene, "1 @D1\n2 @E1\n1 C1-D1\n2 E1-F1 F1-G1\n1 B1-C1\n2 G1-H1\n");
}

TEST_CASE(the_exception_at_the_end)
{
    static const char others[] = "A1 I1 J1 K1 L1\nD1 E1 F1 G1 H1\n";
    static const char me[] = "B1 C1 D1 E1 F1\nA1 I1 J1 K1 L1\n";
    struct board board;
    struct scene scene;
    struct draft draft;
    told("transamerica", "As soon as somebody has connected all five cities, the round is over, "
                         "whoever laid the last track and even in the middle of a turn. There is "
                         "one exception: if the first track of your turn connects others but not "
                         "you, you may still lay a second one.");
    before_the_end(&scene, &board, RULESET_TRANSAMERICA, others);
    scene_draft(&scene, "D1-E1", &draft); /* connects seat 2 */
    scene_allows(&scene, "D1-E1 A1-B1");  /* and seat 1 may go on, */
    scene_play(&scene, "1 D1-E1\n");      /* or not */
    scene_ended(&scene, "2");
    before_the_end(&scene, &board, RULESET_TRANSAMERICA, me);
    scene_refuses(&scene, "D1-E1 A1-B1", REFUSED_YOU_ARE_CONNECTED, "R3");
    scene_play(&scene, "1 D1-E1\n");
    scene_ended(&scene, "1");
}

TEST_CASE(a_turn_may_be_finished)
{
    static const char me[] = "B1 C1 D1 E1 F1\nA1 I1 J1 K1 L1\n";
    struct board board;
    struct scene scene;
    told("transeuropa", "Once somebody has connected all five cities, the round is over with that "
                        "turn, which may be finished first.");
    before_the_end(&scene, &board, RULESET_TRANSEUROPA, me);
    scene_play(&scene, "1 D1-E1 A1-B1\n");
    scene_ended(&scene, "1");
}

TEST_CASE(what_a_turn_is)
{
    struct scene scene;
    told("transamerica", "In every later turn you lay one or two tracks on single lines, or one "
                         "track on a double line");
    told("transamerica", "The second track of a turn may go on from the first.");
    scene_begin(&scene, "transamerica", 0, scene_two);
    scene_play(&scene, "1 @K7\n2 @M7\n");
    scene_allows(&scene, "K7-L7");
    scene_allows(&scene, "K7-L7 L7-L8");
    scene_refuses(&scene, "L7-L8", REFUSED_NOT_CONNECTED, "T5");
}

TEST_CASE(who_cannot_build_passes)
{
    static const char hands[] = "A1 B1 C1 D1 E1\nG1 H1 I1 J1 K1\n";
    struct board board;
    struct scene scene;
    told("transamerica", "If you cannot lay any track, you pass.");
    scene_sketch(&board, RULESET_TRANSAMERICA, scene_row, hands);
    scene_begin_on(&scene, &board, VARIANT_BLOCKING, hands);
    scene_play(&scene, "1 @A1\n2 @B1\n");
    scene_play(&scene, "1 A1-B1\n2 B1-C1\n");
    scene_allows(&scene, "pass");
}

TEST_CASE(ferries)
{
    struct scene scene;
    told("transeuropa",
         "In one turn you may lay one half of a ferry that your network touches, and "
         "with it one black track on a single line, in either order.");
    scene_begin(&scene, "transeuropa", 0, scene_europe_two);
    scene_play(&scene, "1 @K1\n2 @L1\n");
    scene_allows(&scene, "K1~K2 K1-L1");
    scene_allows(&scene, "K1-L1 K1~K2");
    scene_allows(&scene, "K1~K2* K1-L1");
    scene_refuses(&scene, "K1~K2 K1~K2", REFUSED_TWO_FERRY_HALVES, "F2");
}

TEST_CASE(points)
{
    struct board board = *board_builtin("transeuropa-classic", 19);
    told("transamerica", "Your locomotive starts at 13 points");
    told("transamerica", "Once a round takes somebody down to 0 or below, the game is over");
    told("transamerica",
         "If the last locomotive still has 4 points or more after the second round, "
         "the barrier comes to meet it, until two spaces lie between them.");
    told("transeuropa", "Once a round takes somebody down to 1 or below, the game is over");
    told("transeuropa-classic", "Once a round takes somebody down to 1 or below, the game is over");
    board.start_points = 20;
    board.end_points = -3;
    told_on(&board, "Your locomotive starts at 20 points");
    told_on(&board, "Once a round takes somebody down to -3 or below");
}

TEST_CASE(blocking)
{
    struct scene scene;
    told("transamerica", "You may build up to another player’s marker, but not on from it and not "
                         "beyond it. What you still need is counted as if nothing were blocked.");
    scene_begin(&scene, "transamerica", VARIANT_BLOCKING, scene_two);
    scene_play(&scene, "1 @K7\n2 @M7\n1 K7-L7\n2 M7-N8\n");
    scene_allows(&scene, "L7-M7");
    scene_refuses(&scene, "L7-M7 M7-M8", REFUSED_BLOCKED, "V2");
    scene_refuses(&scene, "L7-M7 N8-O9", REFUSED_BLOCKED, "V2");
}

TEST_CASE(the_cards_of_a_board)
{
    struct board board = *board_builtin("transamerica", 12);
    told("transamerica", "The map has 7 cities in each of five colours");
    board.city[0].group = (uint8_t)((board.city[0].group + 1) % GROUPS);
    board_derive(&board);
    told_on(&board, "The map has 6–8 cities in each of five colours");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("R2, R3: how to play tells the end of a round and its exception",
             the_exception_at_the_end),
        TEST("R4: and that in Trans Europa the turn may be finished", a_turn_may_be_finished),
        TEST("T3, T5: what a turn is", what_a_turn_is),
        TEST("T4: who cannot build passes", who_cannot_build_passes),
        TEST("F2: half a ferry and one track, in either order", ferries),
        TEST("S7, B2, B3, B5: points where the board has them", points),
        TEST("V2: what a marker blocks", blocking),
        TEST("S2: as many cities as the board has", the_cards_of_a_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
