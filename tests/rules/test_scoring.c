/* P: what a player who is not connected loses. */
#include <string.h>

#include "rules/scene.h"
#include "rules/scoring.h"

/* P1 */

TEST_CASE(single_one_double_two)
{
    static const char hands[] = "A1 B1 C1 D1 E1\nG1 H1 I1 J1 L1\n";
    struct board board;
    struct scene scene;
    scene_sketch(&board, RULESET_TRANSAMERICA,
                 "A1-B1 B1=C1 C1-D1 D1=E1 E1-F1 F1-G1 G1-H1 H1-I1 I1-J1 J1-K1 K1-L1", hands);
    scene_begin_on(&scene, &board, 0, hands);
    scene_play(&scene, "1 @C1\n2 @L1\n");
    assert_int_equal(scene_missing(&scene, 1), 1 + 2 + 1 + 2);
    assert_int_equal(scene_missing(&scene, 2), 5);
    scene_play(&scene, "1 B1-C1\n"); /* one track on a double line saves two */
    assert_int_equal(scene_missing(&scene, 1), 1 + 1 + 2);
}

TEST_CASE(the_network_counts_as_the_sixth_place)
{
    static const char hands[] = "A1 B1 C1 D1 E1\nF1 G1 H1 I1 J1\n";
    struct board board;
    struct scene scene;
    scene_sketch(&board, RULESET_TRANSAMERICA, scene_row, hands);
    scene_begin_on(&scene, &board, 0, hands);
    scene_play(&scene, "1 @H1\n2 @L1\n");
    assert_int_equal(scene_missing(&scene, 1), 4 + 3); /* from A1 to E1, and on to the marker */
    scene_play(&scene, "1 G1-H1 F1-G1\n");
    assert_int_equal(scene_missing(&scene, 1), 4 + 1); /* any part of the network will do */
    scene_play(&scene, "2 K1-L1\n1 H1-I1\n");
    assert_int_equal(scene_missing(&scene, 1), 4 + 1); /* and what leads away costs nothing */
}

TEST_CASE(track_out_of_reach_counts_as_there)
{
    static const char hands[] = "A1 B1 C1 D1 F1\nG1 H1 I1 J1 L1\n";
    struct board board;
    struct scene scene;
    scene_sketch(&board, RULESET_TRANSAMERICA, scene_row, hands);
    scene_begin_on(&scene, &board, 0, hands);
    scene_play(&scene, "1 @A1\n2 @C1\n1 A1-B1\n2 C1-D1 D1-E1\n");
    assert_false(scene_reaches(&scene, 1, "C1"));
    assert_int_equal(scene_missing(&scene, 1), 2); /* B1-C1 and E1-F1 */
}

TEST_CASE(a_meeting_point_beats_pairs)
{
    /* A star: from the middle C3 five single lines lead to the cities, which double lines join
       in a ring.  Joining city after city over the ring would cost 8 and more. */
    static const char hands[] = "D3 D4 C4 B3 B2\nE4 E5 D5 B4 A2\n";
    struct board board;
    struct scene scene;
    scene_sketch(&board, RULESET_TRANSAMERICA,
                 "C3-D3 C3-D4 C3-C4 B3-C3 B2-C3 D3=D4 C4=D4 B3=C4 B2=B3 D3-E4 E4-E5 D4-D5 B3-B4 "
                 "A2-B2",
                 hands);
    scene_begin_on(&scene, &board, 0, hands);
    scene_play(&scene, "1 @D3\n2 @E4\n");
    assert_int_equal(scene_missing(&scene, 1), 5);
}

TEST_CASE(real_hands_on_the_real_board)
{
    /* Along the west coast line by line: A1-A2 1, A2 to B4 over A3 1 + 1, B4-B5 1, B5-C6 1,
       C6-C7 1, and from there on to the south-west corner. */
    struct scene scene;
    struct line_set missing;
    scene_begin(&scene, "transamerica", 0, scene_four);
    scene_play(&scene, "1 @A1\n2 @B4\n3 @C6\n4 @A2\n");
    const uint8_t coast[] = {
        (uint8_t)scene_junction(&scene, "A1"), (uint8_t)scene_junction(&scene, "A2"),
        (uint8_t)scene_junction(&scene, "B4"), (uint8_t)scene_junction(&scene, "C6"),
        (uint8_t)scene_junction(&scene, "C7")};
    const unsigned cost =
        scoring_missing_between(&scene.position.table, scene.board, 0, coast, 5, &missing);
    assert_int_equal(cost, 6);
    assert_int_equal(line_set_count(&missing), 6);
    assert_true(line_set_has(&missing, scene_line(&scene, "A1-A2")));
    assert_true(line_set_has(&missing, scene_line(&scene, "C6-C7")));
}

/* A small board with random lines, pieces, terminals, and every set of lines tried in turn. */
enum { TRIAL_LINES = 13, TRIAL_COLUMNS = 3, TRIAL_ROWS = 3 };

static unsigned root_of(const uint8_t parent[], unsigned junction)
{
    while (parent[junction] != junction)
        junction = parent[junction];
    return junction;
}

static bool joins_all(const struct board *board, unsigned lines, const uint8_t terminal[6])
{
    uint8_t parent[JUNCTIONS_MAX];
    for (unsigned i = 0; i < board->junctions; i++)
        parent[i] = (uint8_t)i;
    for (unsigned line = 0; line < board->lines; line++) {
        if (lines >> line & 1)
            parent[root_of(parent, board->line[line].a)] =
                (uint8_t)root_of(parent, board->line[line].b);
    }
    for (int i = 1; i < 6; i++) {
        if (root_of(parent, terminal[i]) != root_of(parent, terminal[0]))
            return false;
    }
    return true;
}

/* P1, P2 and X1 said once more: what seat 1 misses on a line that holds these two pieces. */
static unsigned missing_on(unsigned kind, unsigned first, unsigned second)
{
    const bool own = first == 1 || second == 1;
    const bool black = first == TRACK_BLACK || second == TRACK_BLACK;
    const int pieces = (first != 0) + (second != 0);
    if (kind == LINE_FERRY)
        return pieces == 1 ? 1 : pieces == 2 && (own || black) ? 0 : 2;
    return own || black ? 0 : kind == LINE_DOUBLE ? 2 : 1;
}

static unsigned cheapest_of_all_sets(const struct board *board, const unsigned cost[TRIAL_LINES],
                                     const uint8_t terminal[6])
{
    unsigned cheapest = 999;
    for (unsigned lines = 0; lines < 1U << board->lines; lines++) {
        unsigned sum = 0;
        for (unsigned line = 0; line < board->lines; line++)
            sum += lines >> line & 1 ? cost[line] : 0;
        if (sum < cheapest && joins_all(board, lines, terminal))
            cheapest = sum;
    }
    return cheapest;
}

/* A lattice of three by three junctions without some of its sixteen lines. */
static void random_lattice(struct board *board, uint64_t *random)
{
    static const int8_t step[3][2] = {{1, 0}, {1, 1}, {0, 1}};
    memset(board, 0, sizeof *board);
    board->ruleset = RULESET_TRANSEUROPA;
    board->junctions = TRIAL_COLUMNS * TRIAL_ROWS;
    for (unsigned i = 0; i < board->junctions; i++) {
        board->junction[i].column = (uint8_t)(i / TRIAL_ROWS);
        board->junction[i].row = (uint8_t)(i % TRIAL_ROWS);
    }
    for (unsigned i = 0; i < board->junctions; i++) {
        for (int direction = 0; direction < 3; direction++) {
            const int column = board->junction[i].column + step[direction][0];
            const int row = board->junction[i].row + step[direction][1];
            if (column >= TRIAL_COLUMNS || row >= TRIAL_ROWS || board->lines == TRIAL_LINES ||
                test_random_below(random, 6) == 0)
                continue;
            struct line *line = &board->line[board->lines++];
            line->a = (uint8_t)i;
            line->b = (uint8_t)(column * TRIAL_ROWS + row);
            line->kind = (uint8_t)test_random_below(random, 3);
        }
    }
    board_derive(board);
}

/* Lays pieces of seat 1, of seat 2 and of black, and says what seat 1 misses on each line. */
static void random_pieces(struct table *table, const struct board *board, uint64_t *random,
                          unsigned cost[TRIAL_LINES])
{
    static const uint8_t pieces[] = {0, 0, 0, 1, 2, TRACK_BLACK};
    memset(table, 0, sizeof *table);
    for (unsigned line = 0; line < board->lines; line++) {
        const bool ferry = board->line[line].kind == LINE_FERRY;
        const unsigned first = pieces[test_random_below(random, sizeof pieces)];
        const unsigned second =
            ferry && first != 0 ? pieces[test_random_below(random, sizeof pieces)] : 0;
        if (first != 0)
            assert_true(table_add_piece(table, board, line, first));
        if (second != 0)
            assert_true(table_add_piece(table, board, line, second));
        cost[line] = missing_on(board->line[line].kind, first, second);
    }
}

/* The lines of an answer cost what it says, and with what lies there they join everything. */
static void check_answer(const struct board *board, const struct line_set *missing,
                         const unsigned cost[TRIAL_LINES], const uint8_t terminal[6],
                         unsigned answer)
{
    unsigned sum = 0, joined = 0;
    for (unsigned line = 0; line < board->lines; line++) {
        sum += line_set_has(missing, line) ? cost[line] : 0;
        joined |= (unsigned)(line_set_has(missing, line) || cost[line] == 0) << line;
    }
    assert_int_equal(sum, answer);
    assert_true(joins_all(board, joined, terminal));
}

TEST_CASE(every_set_of_lines_was_tried)
{
    uint64_t random = test_seed();
    unsigned compared = 0;
    for (unsigned trial = test_count(400); trial > 0 || compared == 0; trial -= trial > 0) {
        struct board board;
        struct table table;
        struct line_set missing;
        unsigned cost[TRIAL_LINES] = {0};
        uint8_t terminal[6];
        random_lattice(&board, &random);
        random_pieces(&table, &board, &random, cost);
        for (int i = 0; i < 6; i++)
            terminal[i] = (uint8_t)test_random_below(&random, board.junctions);
        if (!joins_all(&board, (1U << board.lines) - 1, terminal))
            continue;
        const unsigned cheapest = cheapest_of_all_sets(&board, cost, terminal);
        assert_int_equal(scoring_missing_between(&table, &board, 0, terminal, 6, NULL), cheapest);
        assert_int_equal(scoring_missing_between(&table, &board, 0, terminal, 6, &missing),
                         cheapest);
        check_answer(&board, &missing, cost, terminal, cheapest);
        compared++;
    }
}

/* P2: the row A1 to O1 with a ferry from G1 to H1; seat 3 needs C1 to L1. */
static void begin_at_the_ferry(struct scene *scene, struct board *board)
{
    static const char hands[] = "A1 B1 F1 G1 H1\nI1 J1 M1 N1 O1\nC1 D1 E1 K1 L1\n";
    scene_sketch(board, RULESET_TRANSEUROPA,
                 "A1-B1 B1-C1 C1-D1 D1-E1 E1-F1 F1-G1 G1~H1 H1-I1 I1-J1 J1-K1 K1-L1 L1-M1 M1-N1 "
                 "N1-O1",
                 hands);
    scene_begin_on(scene, board, 0, hands);
    scene_play(scene, "1 @G1\n2 @H1\n3 @F1\n");
}

TEST_CASE(a_ferry_nobody_has_begun_costs_two)
{
    struct board board;
    struct scene scene;
    begin_at_the_ferry(&scene, &board);
    assert_int_equal(scene_missing(&scene, 3), 8 + 2);
}

TEST_CASE(a_half_built_ferry_costs_one)
{
    struct board board;
    struct scene scene;
    begin_at_the_ferry(&scene, &board);
    scene_play(&scene, "1 G1~H1\n"); /* black */
    assert_int_equal(scene_missing(&scene, 3), 8 + 1);
    begin_at_the_ferry(&scene, &board);
    scene_play(&scene, "1 G1~H1*\n"); /* whosever colour it is */
    assert_int_equal(scene_missing(&scene, 1), 6 + 1);
    assert_int_equal(scene_missing(&scene, 3), 8 + 1);
}

TEST_CASE(a_closed_ferry_costs_two)
{
    struct board board;
    struct scene scene;
    begin_at_the_ferry(&scene, &board);
    scene_play(&scene, "1 G1~H1*\n2 G1~H1*\n");
    assert_int_equal(scene_missing(&scene, 1), 6);
    assert_int_equal(scene_missing(&scene, 3), 8 + 2);
}

TEST_CASE(an_open_ferry_costs_nothing)
{
    static const char *const halves[] = {"1 G1~H1\n2 G1~H1*\n", "1 G1~H1*\n2 G1~H1\n",
                                         "1 G1~H1\n2 G1~H1\n"};
    for (unsigned i = 0; i < sizeof halves / sizeof halves[0]; i++) {
        struct board board;
        struct scene scene;
        begin_at_the_ferry(&scene, &board);
        scene_play(&scene, halves[i]);
        assert_int_equal(scene_missing(&scene, 3), 8);
    }
}

TEST_CASE(the_way_round_a_ferry_is_taken_when_cheaper)
{
    /* From G1 to H1 by the ferry, or round it over H2 by two single lines. */
    static const char hands[] = "A1 B1 F1 G1 H1\nC1 D1 E1 I1 J1\n";
    struct board board;
    struct scene scene;
    scene_sketch(&board, RULESET_TRANSEUROPA,
                 "A1-B1 B1-C1 C1-D1 D1-E1 E1-F1 F1-G1 G1~H1 H1-I1 I1-J1 G1-H2 H1-H2", hands);
    scene_begin_on(&scene, &board, 0, hands);
    scene_play(&scene, "1 @G1\n2 @J1\n1 G1-H2\n");
    assert_int_equal(scene_missing(&scene, 1), 6 + 1); /* over H2, not the ferry */
}

/* P3 */

TEST_CASE(nothing_is_laid_while_scoring)
{
    static const char hands[] = "G1 H1 I1 J1 L1\nA1 B1 C1 D1 E1\n";
    struct board board;
    struct scene scene;
    struct draft draft;
    scene_sketch(&board, RULESET_TRANSAMERICA, scene_row, hands);
    scene_begin_on(&scene, &board, 0, hands);
    scene_play(&scene, "1 @F1\n2 @A1\n1 E1-F1 D1-E1\n2 A1-B1 B1-C1\n");
    scene_draft(&scene, "C1-D1", &draft);
    scene_play(&scene, "1 C1-D1\n");
    const struct table *table = &scene.position.table;
    assert_int_equal(scene_lost(&scene, 1), 6);
    assert_memory_equal(table->track, draft.table.track, sizeof table->track);
    assert_memory_equal(&table->open, &draft.table.open, sizeof table->open);
    assert_memory_equal(table->reach, draft.table.reach, sizeof table->reach);
    assert_int_equal(table->supply, draft.table.supply);
}

TEST_CASE(one_players_missing_tracks_do_not_help_another)
{
    /* Both miss D1-E1: both pay for it. */
    static const char hands[] = "A1 B1 E1 G1 I1\nC1 D1 F1 H1 L1\nJ1 K1 A2 B2 C2\n";
    struct board board;
    struct scene scene;
    scene_sketch(&board, RULESET_TRANSAMERICA,
                 "A1-B1 B1-C1 C1-D1 D1-E1 E1-F1 F1-G1 G1-H1 H1-I1 I1-J1 J1-K1 K1-L1 A1-A2 A2-B2 "
                 "B2-C2 C1-C2",
                 hands);
    board.tracks = 11; /* all but D1-E1 and three of the second row, then the supply is used up */
    scene_begin_on(&scene, &board, 0, hands);
    scene_play(&scene, "1 @A1\n2 @L1\n3 @J1\n1 A1-B1 B1-C1\n2 K1-L1\n3 J1-K1 I1-J1\n1 C1-D1\n"
                       "2 H1-I1 G1-H1\n3 F1-G1 E1-F1\n1 A1-A2\n");
    scene_ended(&scene, "-");
    assert_int_equal(scene_lost(&scene, 1), 1);
    assert_int_equal(scene_lost(&scene, 2), 1);
    assert_int_equal(scene_lost(&scene, 3), 1 + 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("P1: a single line costs one, a double line two", single_one_double_two),
        TEST("P1: the cities are joined to the network, not only to each other",
             the_network_counts_as_the_sixth_place),
        TEST("P1: track that the network does not touch yet counts as there",
             track_out_of_reach_counts_as_there),
        TEST("P1: cities may meet at a junction that is no city", a_meeting_point_beats_pairs),
        TEST("P1: the missing lines along the west coast", real_hands_on_the_real_board),
        TEST("P1, P2, X1: no other set of lines is cheaper", every_set_of_lines_was_tried),
        TEST("P2: a ferry nobody has begun costs two", a_ferry_nobody_has_begun_costs_two),
        TEST("P2: a half-built ferry costs one, whosever the half is",
             a_half_built_ferry_costs_one),
        TEST("P2: a finished ferry that is closed to the player costs two",
             a_closed_ferry_costs_two),
        TEST("P2: a finished ferry with a black half costs nothing", an_open_ferry_costs_nothing),
        TEST("P2: the way round a ferry is taken where it is cheaper",
             the_way_round_a_ferry_is_taken_when_cheaper),
        TEST("P3: nothing is laid while scoring", nothing_is_laid_while_scoring),
        TEST("P3: what one player misses does not help another",
             one_players_missing_tracks_do_not_help_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
