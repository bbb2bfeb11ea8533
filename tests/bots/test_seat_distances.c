/* Seat distances: updated turn by turn, they equal those computed from the table. */
#include "support.h"

#include <stdio.h>
#include <string.h>

#include "board_file/boards.h"
#include "bots/random.h"
#include "bots/seat_distances.h"
#include "rules/position.h"

enum { GAMES = 96, TURNS = 60, TRIES = 8 };

/* too large for the stack */
static struct seat_distances kept, anew, copied;

static const struct board *europe(void)
{
    return board_builtin("transeuropa", strlen("transeuropa"));
}

/* Compares the distances of every seat, whichever matrix holds them. */
static void check_same(const struct seat_distances *one, const struct seat_distances *other,
                       const struct table *table, const struct board *board)
{
    for (unsigned seat = 0; seat < table->seats; seat++) {
        assert_memory_equal(one->cost[one->matrix_of[seat]], other->cost[other->matrix_of[seat]],
                            board->lines);
        for (unsigned i = 0; i < board->junctions; i++)
            assert_memory_equal(seat_distances_of(one, seat)->row[i],
                                seat_distances_of(other, seat)->row[i], board->junctions);
    }
}

/* The most colourful of a few random turns, since the cases of F5 and X1 are rare. */
static void choose_colourful_turn(const struct board *board, const struct view *view,
                                  uint64_t *random, struct turn *best)
{
    unsigned most = 0;
    for (unsigned i = 0; i < TRIES; i++) {
        struct rng rng;
        struct turn turn;
        unsigned pieces = 0;
        rng_init(&rng, test_random(random));
        random_legal_turn(board, view, &rng, &turn);
        for (unsigned k = 0; k < turn.tracks; k++) {
            const bool ferry = board->line[turn.track[k].line].kind == LINE_FERRY;
            pieces += turn.track[k].own * (ferry ? 2U : 1U);
        }
        if (i == 0 || pieces > most) {
            most = pieces;
            *best = turn;
        }
    }
}

/* The number of seats that miss more on the lines of a turn than before it (F5). */
static unsigned closed_to(const struct table *before, const struct table *after,
                          const struct board *board, const struct turn *turn)
{
    unsigned seats = 0;
    for (unsigned i = 0; i < turn->tracks; i++) {
        const unsigned line = turn->track[i].line;
        for (unsigned seat = 0; seat < before->seats; seat++)
            seats +=
                table_missing(after, board, seat, line) > table_missing(before, board, seat, line);
    }
    return seats;
}

/* Plays a round of random turns.  Returns how often a ferry was closed to a seat. */
static unsigned follow_a_round(const struct board *board, struct position *position,
                               uint64_t *random)
{
    unsigned closed = 0;
    seat_distances_init(&kept, &position->table, board);
    for (unsigned i = 0; i < TURNS; i++) {
        const struct table before = position->table;
        struct view view;
        struct turn turn;
        view_of(&view, position, before.to_move);
        choose_colourful_turn(board, &view, random, &turn);
        position_settle(position, board, &turn);
        assert_int_equal(position_play(position, board, &turn), ACCEPTED);
        seat_distances_lay(&kept, &position->table, board, &turn);
        seat_distances_init(&anew, &position->table, board);
        check_same(&kept, &anew, &position->table, board);
        closed += closed_to(&before, &position->table, board, &turn);
        if (position->table.phase != PHASE_PLAYING)
            break;
    }
    return closed;
}

TEST_CASE(distances_follow_the_turns)
{
    uint64_t random = test_seed();
    unsigned closed = 0;
    for (unsigned game = 0; game < test_count(GAMES); game++) {
        const struct board *board = board_builtin_at(game % board_builtin_count());
        const unsigned seats = SEATS_MIN + test_random_below(&random, SEATS_MAX - SEATS_MIN + 1);
        struct position position;
        uint8_t seed[SEED_SIZE];
        seed_of_series(test_random(&random), game, seed);
        position_init(&position, board, seats, game / board_builtin_count() % (VARIANTS_ALL + 1),
                      seed);
        position_deal(&position, board);
        closed += follow_a_round(board, &position, &random);
    }
    printf("# ferries closed to a seat: %u\n", closed);
    assert_true(closed > 0 || test_count(GAMES) < GAMES);
}

/* Starts a round of three seats.  Returns the first ferry of the board. */
static unsigned begin_at_a_ferry(struct table *table, const struct board *board)
{
    const unsigned ferry = line_set_next(&board->ferry_lines, 0);
    table_init(table, board, 3, 0);
    table_begin_round(table, board, 0);
    assert_int_not_equal(ferry, LINE_NONE);
    table_place_marker(table, board, 0, board->line[ferry].a);
    table_place_marker(table, board, 1, board->line[ferry].b);
    table_place_marker(table, board, 2, (board->line[ferry].a + 1U) % board->junctions);
    return ferry;
}

/* Lays a piece on the line, in the seat's own colour if it has any. */
static void lay_and_follow(struct table *table, const struct board *board, unsigned seat,
                           unsigned line)
{
    const bool own = table->coloured[seat] > 0;
    const struct turn turn = {.kind = TURN_LAY,
                              .tracks = 1,
                              .marker = JUNCTION_NONE,
                              .track = {{.line = (uint16_t)line, .own = own}}};
    table_lay(table, board, seat, line, own);
    seat_distances_lay(&kept, table, board, &turn);
    seat_distances_init(&anew, table, board);
    check_same(&kept, &anew, table, board);
}

TEST_CASE(a_ferry_closes_to_the_third)
{
    const struct board *board = europe();
    struct table table;
    const unsigned ferry = begin_at_a_ferry(&table, board);
    const unsigned a = board->line[ferry].a, b = board->line[ferry].b;
    seat_distances_init(&kept, &table, board);
    assert_int_equal(kept.cost[kept.matrix_of[2]][ferry], 2);
    lay_and_follow(&table, board, 0, ferry);
    for (unsigned seat = 0; seat < 3; seat++)
        assert_int_equal(kept.cost[kept.matrix_of[seat]][ferry], 1);
    lay_and_follow(&table, board, 1, ferry);
    assert_int_equal(distances_between(seat_distances_of(&kept, 0), a, b), 0);
    assert_int_equal(distances_between(seat_distances_of(&kept, 1), a, b), 0);
    assert_int_equal(kept.cost[kept.matrix_of[2]][ferry], 2);
    assert_true(distances_between(seat_distances_of(&kept, 2), a, b) > 0);
    assert_int_equal(kept.matrix_of[0], kept.matrix_of[1]);
    assert_int_not_equal(kept.matrix_of[0], kept.matrix_of[2]);
}

TEST_CASE(common_track_needs_one_matrix)
{
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        const struct board *board = board_builtin_at(i);
        for (unsigned variants = 0; variants <= VARIANTS_ALL; variants++) {
            struct table table;
            table_init(&table, board, SEATS_MAX, variants);
            table_begin_round(&table, board, 0);
            seat_distances_init(&kept, &table, board);
            assert_int_equal(kept.matrices, 1);
            table_place_marker(&table, board, 4, board->line[0].a);
            if (table_has_colours(&table, board))
                continue; /* seats may get different matrices */
            lay_and_follow(&table, board, 4, 0);
            assert_int_equal(kept.matrices, 1);
        }
    }
}

TEST_CASE(a_private_track_parts_its_owner_from_the_rest)
{
    const struct board *board = board_builtin_at(0);
    const unsigned line = line_set_next(&board->single_lines, 0);
    struct table table;
    table_init(&table, board, SEATS_MAX, VARIANT_PRIVATE_TRACKS);
    table_begin_round(&table, board, 0);
    table_place_marker(&table, board, 4, board->line[line].a);
    seat_distances_init(&kept, &table, board);
    lay_and_follow(&table, board, 4, line);
    assert_int_equal(kept.matrices, 2);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        assert_int_equal(kept.matrix_of[seat] == kept.matrix_of[4], seat == 4);
        assert_int_equal(distances_between(seat_distances_of(&kept, seat), board->line[line].a,
                                           board->line[line].b),
                         seat == 4 ? 0 : 1);
    }
}

TEST_CASE(a_copy_goes_its_own_way)
{
    const struct board *board = europe();
    struct table table;
    const unsigned ferry = begin_at_a_ferry(&table, board);
    seat_distances_init(&kept, &table, board);
    lay_and_follow(&table, board, 0, ferry);
    memset(&copied, 0xa5, sizeof copied);
    seat_distances_copy(&copied, &kept);
    check_same(&copied, &kept, &table, board);
    const struct table before = table;
    lay_and_follow(&table, board, 1, ferry);
    seat_distances_init(&anew, &before, board);
    check_same(&copied, &anew, &before, board);
}

/* Only the lines at the opponent's marker get more expensive, not those at the seat's own. */
TEST_CASE(another_marker_makes_its_lines_dear)
{
    const struct board *board = board_builtin_at(0);
    const unsigned line = line_set_next(&board->single_lines, 0);
    const unsigned own = board->line[line].a, other = board->line[line].b;
    struct table table;
    table_init(&table, board, 2, VARIANT_BLOCKING);
    table_begin_round(&table, board, 0);
    table_place_marker(&table, board, 0, own);
    table_place_marker(&table, board, 1, other);
    seat_distances_init(&kept, &table, board);
    seat_distances_avoid_markers(&kept, &table, board, 0);
    for (unsigned i = 0; i < board->lines; i++) {
        const bool dear = board->line[i].a == other || board->line[i].b == other;
        assert_int_equal(kept.cost[kept.matrix_of[0]][i], dear ? 2 : board->line[i].cost);
    }
    distances_init_costs(&anew.matrix[0], board, kept.cost[kept.matrix_of[0]]);
    for (unsigned i = 0; i < board->junctions; i++)
        assert_memory_equal(seat_distances_of(&kept, 0)->row[i], anew.matrix[0].row[i],
                            board->junctions);
}

TEST_CASE(a_hand_wants_five_cities_and_its_marker)
{
    const struct board *board = board_builtin_at(0);
    struct hand hand;
    uint8_t terminal[TERMINALS_MAX];
    for (unsigned group = 0; group < GROUPS; group++)
        hand.city[group] = board->card[group][group];
    assert_int_equal(hand_terminals(board, &hand, JUNCTION_NONE, terminal), GROUPS);
    assert_int_equal(hand_terminals(board, &hand, 17, terminal), GROUPS + 1);
    for (unsigned group = 0; group < GROUPS; group++)
        assert_int_equal(terminal[group], board->city[hand.city[group]].junction);
    assert_int_equal(terminal[GROUPS], 17);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("N1, F4, F5, X1: distances that follow the turns are those of the table",
             distances_follow_the_turns),
        TEST("F5, P2: a ferry of two colours costs the third seat more than the half-built one did",
             a_ferry_closes_to_the_third),
        TEST("N2: where track belongs to all there is one matrix for all",
             common_track_needs_one_matrix),
        TEST("X1: a private track parts its owner from the rest",
             a_private_track_parts_its_owner_from_the_rest),
        TEST("V2: the lines at another's marker count as double lines",
             another_marker_makes_its_lines_dear),
        TEST("a copy of the distances does not follow the original", a_copy_goes_its_own_way),
        TEST("a hand wants its five cities and its marker joined",
             a_hand_wants_five_cities_and_its_marker),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
