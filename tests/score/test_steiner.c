/* The exact score by every kernel this machine can run, judged by the textbook program. */
#include <string.h>

#include "bench/core/textbook.h"
#include "board_file/boards.h"
#include "score/kernel.h"
#include "score/lattice.h"
#include "score/steiner.h"
#include "support.h"

enum { POSITIONS_PER_STATE = 20 };

static void random_terminals(const struct board *board, uint8_t terminal[TERMINALS_MAX],
                             unsigned count, uint64_t *random)
{
    for (unsigned i = 0; i < count; i++) {
        const bool repeat = i > 0 && test_random_below(random, 12) == 0;
        terminal[i] = repeat ? terminal[test_random_below(random, i)]
                             : (uint8_t)test_random_below(random, board->junctions);
    }
}

/* One to six, six as often as all the others together. */
static unsigned random_count(uint64_t *random)
{
    const unsigned count = 1 + test_random_below(random, 10);
    return count < TERMINALS_MAX ? count : TERMINALS_MAX;
}

/* Positions of one state of a board, every kernel on each. */
static void judge_state(const struct board *board, const uint8_t cost[LINES_MAX],
                        unsigned positions, uint64_t *random)
{
    const struct kernel *kernel[KERNELS_MAX];
    const unsigned kernels = kernel_list(kernel);
    struct distances distances;
    distances_init_costs(&distances, board, cost);
    for (unsigned i = 0; i < positions; i++) {
        uint8_t terminal[TERMINALS_MAX];
        const unsigned count = random_count(random);
        random_terminals(board, terminal, count, random);
        const unsigned expected = textbook_cost(board, cost, terminal, count);
        for (unsigned k = 0; k < kernels; k++) {
            distances_use_kernel(&distances, kernel[k]);
            const unsigned found = steiner_cost(&distances, terminal, count);
            if (found != expected)
                print_error("kernel %s, %u junctions, %u terminals\n", kernel[k]->name,
                            board->junctions, count);
            assert_int_equal(found, expected);
        }
    }
}

static void judge_board(const struct board *board, unsigned states)
{
    uint64_t random = test_seed();
    for (unsigned i = 0; i < states; i++) {
        uint8_t cost[LINES_MAX];
        lattice_costs(board, cost, &random);
        judge_state(board, cost, POSITIONS_PER_STATE, &random);
    }
}

TEST_CASE(costs_on_transamerica)
{
    judge_board(board_builtin("transamerica", 12), test_count(1700));
}

TEST_CASE(costs_on_transeuropa)
{
    judge_board(board_builtin("transeuropa", 11), test_count(1400));
}

TEST_CASE(costs_on_transeuropa_classic)
{
    judge_board(board_builtin("transeuropa-classic", 19), test_count(700));
}

TEST_CASE(costs_on_small_lattices)
{
    uint64_t random = test_seed();
    for (unsigned i = 0; i < test_count(1500); i++) {
        struct board board;
        uint8_t cost[LINES_MAX];
        lattice_random(&board, 1 + test_random_below(&random, 12),
                       1 + test_random_below(&random, 12), test_random_below(&random, 100),
                       &random);
        lattice_costs(&board, cost, &random);
        judge_state(&board, cost, POSITIONS_PER_STATE, &random);
    }
}

TEST_CASE(costs_on_the_largest_lattices)
{
    uint64_t random = test_seed();
    for (unsigned i = 0; i < test_count(200); i++) {
        struct board board;
        uint8_t cost[LINES_MAX];
        lattice_random(&board, 17, 15, 80, &random);
        lattice_costs(&board, cost, &random);
        judge_state(&board, cost, POSITIONS_PER_STATE, &random);
    }
}

/* On a snake the cost is the way from the first terminal to the last: up to 254. */
TEST_CASE(costs_on_a_snake)
{
    enum { COLUMNS = 17 };
    uint64_t random = test_seed();
    const struct kernel *kernel[KERNELS_MAX];
    const unsigned kernels = kernel_list(kernel);
    struct board board;
    struct distances distances;
    lattice_snake(&board);
    distances_init(&distances, &board);
    for (unsigned i = 0; i < test_count(3000); i++) {
        uint8_t terminal[TERMINALS_MAX];
        unsigned first = 254, last = 0;
        random_terminals(&board, terminal, TERMINALS_MAX, &random);
        if (i % 2 == 0) {
            terminal[1] = 0;
            terminal[4] = 254;
        }
        for (unsigned k = 0; k < TERMINALS_MAX; k++) {
            const unsigned row = terminal[k] / COLUMNS, column = terminal[k] % COLUMNS;
            const unsigned place = row * COLUMNS + (row % 2 ? COLUMNS - 1 - column : column);
            first = place < first ? place : first;
            last = place > last ? place : last;
        }
        distances_use_kernel(&distances, kernel[i % kernels]);
        assert_int_equal(steiner_cost(&distances, terminal, TERMINALS_MAX), last - first);
    }
    uint8_t cost[LINES_MAX];
    memset(cost, 1, sizeof cost);
    judge_state(&board, cost, test_count(200), &random);
}

TEST_CASE(repeats_and_joined_terminals_count_once)
{
    const struct board *board = board_builtin_at(0);
    struct distances distances;
    distances_init(&distances, board);
    const struct line *line = &board->line[board->lines / 2];
    assert_int_equal(steiner_cost(&distances, &line->a, 1), 0);
    const uint8_t twice[] = {line->a, line->b, line->a, line->b, line->b, line->a};
    assert_int_equal(steiner_cost(&distances, twice, 6), line->cost);
    distances_lower(&distances, line->a, line->b, 0);
    assert_int_equal(steiner_cost(&distances, twice, 6), 0);
}

/* Two junctions and one line between them, of each kind. */
TEST_CASE(a_line_costs_what_it_misses)
{
    for (unsigned cost = 0; cost <= 2; cost++) {
        uint64_t random = 1;
        struct board board;
        struct distances distances;
        uint8_t costs[LINES_MAX] = {(uint8_t)cost};
        lattice_random(&board, 2, 1, 100, &random);
        distances_init_costs(&distances, &board, costs);
        assert_int_equal(steiner_cost(&distances, (const uint8_t[]){0, 1}, 2), cost);
    }
}

/*
 * A plan is the same with every kernel, costs what the score says, and joins the terminals: with
 * its lines free nothing is missing.  `cost` is what the distances were made from, `told` what the
 * plan is told.
 */
static void judge_plan(const struct board *board, struct distances *distances,
                       const uint8_t cost[LINES_MAX], const uint8_t told[LINES_MAX],
                       const uint8_t *avoid, uint64_t *random)
{
    const struct kernel *kernel[KERNELS_MAX];
    const unsigned kernels = kernel_list(kernel);
    uint8_t terminal[TERMINALS_MAX], after[LINES_MAX];
    struct line_set plan, other;
    const unsigned count = random_count(random);
    random_terminals(board, terminal, count, random);
    const unsigned total = steiner_plan(distances, board, told, terminal, count, avoid, &plan);
    assert_int_equal(total, steiner_cost(distances, terminal, count));
    for (unsigned i = 0; i < kernels; i++) {
        distances_use_kernel(distances, kernel[i]);
        assert_int_equal(steiner_plan(distances, board, told, terminal, count, avoid, &other),
                         total);
        assert_memory_equal(&plan, &other, sizeof plan);
    }
    unsigned sum = 0;
    memcpy(after, cost, board->lines);
    for (unsigned line = line_set_next(&plan, 0); line != LINE_NONE;
         line = line_set_next(&plan, line + 1)) {
        assert_int_not_equal(cost[line], 0);
        sum += cost[line];
        after[line] = 0;
    }
    assert_int_equal(sum, total);
    assert_int_equal(textbook_cost(board, after, terminal, count), 0);
}

/* Few different numbers, so that many are the same; or none at all. */
static const uint8_t *random_avoid(uint8_t avoid[LINES_MAX], uint64_t *random)
{
    const unsigned below = 1 + test_random_below(random, 256);
    for (unsigned i = 0; i < LINES_MAX; i++)
        avoid[i] = (uint8_t)test_random_below(random, below);
    return test_random_below(random, 3) == 0 ? NULL : avoid;
}

TEST_CASE(a_plan_joins_the_terminals_for_the_score)
{
    uint64_t random = test_seed();
    for (unsigned i = 0; i < test_count(1500); i++) {
        struct board board;
        struct distances distances;
        uint8_t cost[LINES_MAX], avoid[LINES_MAX];
        if (i % 4 < board_builtin_count())
            board = *board_builtin_at(i % 4);
        else
            lattice_random(&board, 1 + test_random_below(&random, 15),
                           1 + test_random_below(&random, 17), test_random_below(&random, 100),
                           &random);
        lattice_costs(&board, cost, &random);
        distances_init_costs(&distances, &board, cost);
        for (unsigned k = 0; k < POSITIONS_PER_STATE; k++)
            judge_plan(&board, &distances, cost, cost, random_avoid(avoid, &random), &random);
    }
}

/* The lines of an empty board are all that the plan is told; the networks are joined. */
TEST_CASE(a_plan_needs_not_be_told_what_is_joined)
{
    uint64_t random = test_seed();
    for (unsigned i = 0; i < test_count(600); i++) {
        const struct board *board = board_builtin_at(i % board_builtin_count());
        struct distances distances;
        uint8_t cost[LINES_MAX], told[LINES_MAX], avoid[LINES_MAX];
        for (unsigned line = 0; line < board->lines; line++)
            cost[line] = told[line] = board->line[line].cost;
        distances_init_costs(&distances, board, cost);
        for (unsigned networks = 1 + test_random_below(&random, 4); networks > 0; networks--) {
            unsigned here = test_random_below(&random, board->junctions);
            for (unsigned steps = test_random_below(&random, 80); steps > 0; steps--) {
                const unsigned line = board->line_at[here][test_random_below(&random, DIRECTIONS)];
                if (line == LINE_NONE)
                    continue;
                cost[line] = 0;
                distances_lower(&distances, board->line[line].a, board->line[line].b, 0);
                here = line_other_end(&board->line[line], here);
            }
        }
        for (unsigned k = 0; k < POSITIONS_PER_STATE; k++)
            judge_plan(board, &distances, cost, told, random_avoid(avoid, &random), &random);
    }
}

TEST_CASE(a_plan_avoids_what_it_is_told)
{
    uint64_t random = 1;
    struct board board;
    struct distances distances;
    lattice_random(&board, 2, 2, 100, &random);
    /* Four junctions: two that have no line between them have two ways of the same length. */
    unsigned one = 0, other = 3;
    if (board_find_line(&board, one, other) != LINE_NONE) {
        one = 1;
        other = 2;
    }
    assert_int_equal(board_find_line(&board, one, other), LINE_NONE);
    uint8_t cost[LINES_MAX];
    memset(cost, 1, sizeof cost);
    distances_init_costs(&distances, &board, cost);
    for (unsigned avoided = 0; avoided < board.lines; avoided++) {
        uint8_t avoid[LINES_MAX] = {0};
        struct line_set plan;
        avoid[avoided] = 1;
        const uint8_t terminal[2] = {(uint8_t)one, (uint8_t)other};
        const unsigned from_one = board.line[avoided].a == one || board.line[avoided].b == one;
        assert_int_equal(steiner_plan(&distances, &board, cost, terminal, 2, avoid, &plan), 2);
        assert_false(from_one && line_set_has(&plan, avoided));
    }
}

/* Ways as long as a byte can tell. */
TEST_CASE(a_plan_on_a_snake_is_all_of_it)
{
    const struct kernel *kernel[KERNELS_MAX];
    const unsigned kernels = kernel_list(kernel);
    struct board board;
    struct distances distances;
    struct line_set plan;
    uint8_t cost[LINES_MAX];
    memset(cost, 1, sizeof cost);
    lattice_snake(&board);
    distances_init(&distances, &board);
    for (unsigned i = 0; i < kernels; i++) {
        distances_use_kernel(&distances, kernel[i]);
        for (unsigned count = 2; count <= TERMINALS_MAX; count++) {
            const uint8_t terminal[TERMINALS_MAX] = {0, 254, 100, 30, 200, 77};
            assert_int_equal(steiner_plan(&distances, &board, cost, terminal, count, NULL, &plan),
                             254);
            assert_memory_equal(&plan, &board.all_lines, sizeof plan);
        }
    }
}

/* Lines at the network of the last terminal, also in distances of which one line costs less. */
static void judge_branches(const struct board *board, struct distances *distances,
                           const uint8_t terminal[], unsigned count, uint64_t *random)
{
    struct lazy_distances lazy;
    uint8_t after[LINES_MAX], with[DISTANCE_STRIDE];
    const struct line *lowered = &board->line[test_random_below(random, board->lines)];
    const unsigned to = test_random_below(random, 2);
    lazy_begin(&lazy, distances);
    for (unsigned changed = 0; changed < 2; changed++) {
        if (changed) {
            lazy_lower(&lazy, lowered->a, lowered->b, to);
            distances_lower(distances, lowered->a, lowered->b, to);
        }
        const uint8_t *network = distances->row[terminal[count - 1]];
        const unsigned cost = steiner_cost(distances, terminal, count);
        steiner_gradient(distances, board, terminal, count, after);
        for (unsigned lazily = 0; lazily < 2; lazily++) {
            assert_int_equal(cost, lazily
                                       ? steiner_branches(&lazy.now, &lazy, terminal, count, with)
                                       : steiner_branches(distances, NULL, terminal, count, with));
            for (unsigned i = 0; i < board->lines; i++) {
                const unsigned a = board->line[i].a, b = board->line[i].b;
                if (network[a] == 0 || network[b] == 0)
                    assert_int_equal(after[i], with[a] < with[b] ? with[a] : with[b]);
            }
        }
    }
}

static void judge_gradient(const struct board *board, uint64_t *random)
{
    const struct kernel *kernel[KERNELS_MAX];
    const unsigned kernels = kernel_list(kernel);
    struct distances distances;
    uint8_t cost[LINES_MAX], terminal[TERMINALS_MAX], after[KERNELS_MAX][LINES_MAX];
    const unsigned count = random_count(random);
    lattice_costs(board, cost, random);
    random_terminals(board, terminal, count, random);
    distances_init_costs(&distances, board, cost);
    for (unsigned k = 0; k < kernels; k++) {
        distances_use_kernel(&distances, kernel[k]);
        steiner_gradient(&distances, board, terminal, count, after[k]);
        assert_memory_equal(after[k], after[0], board->lines);
    }
    for (unsigned i = 0; i < board->lines; i++) {
        const uint8_t before = cost[i];
        cost[i] = 0;
        assert_int_equal(after[0][i], textbook_cost(board, cost, terminal, count));
        cost[i] = before;
    }
    for (unsigned k = 0; k < kernels && board->lines > 0; k++) {
        struct distances changing = distances;
        distances_use_kernel(&changing, kernel[k]);
        judge_branches(board, &changing, terminal, count, random);
    }
}

TEST_CASE(the_gradient_is_the_cost_after_each_line)
{
    uint64_t random = test_seed();
    for (unsigned i = 0; i < test_count(60); i++)
        judge_gradient(board_builtin_at(i % board_builtin_count()), &random);
    for (unsigned i = 0; i < test_count(100); i++) {
        struct board board;
        lattice_random(&board, 1 + test_random_below(&random, 8), 1 + test_random_below(&random, 8),
                       test_random_below(&random, 100), &random);
        judge_gradient(&board, &random);
    }
}

/* Costs of 254 and 255 meet in the bounds of the gradient. */
TEST_CASE(the_gradient_is_exact_at_the_largest_cost)
{
    uint64_t random = test_seed();
    const struct kernel *kernel[KERNELS_MAX];
    const unsigned kernels = kernel_list(kernel);
    struct board board;
    struct distances distances;
    lattice_snake(&board);
    distances_init(&distances, &board);
    for (unsigned i = 0; i < kernels; i++) {
        uint8_t terminal[TERMINALS_MAX], after[LINES_MAX];
        random_terminals(&board, terminal, TERMINALS_MAX, &random);
        terminal[2] = 0;
        terminal[3] = 254;
        distances_use_kernel(&distances, kernel[i]);
        steiner_gradient(&distances, &board, terminal, TERMINALS_MAX, after);
        for (unsigned line = 0; line < board.lines; line++)
            assert_int_equal(after[line], 253);
    }
}

static void judge_all_hands(const struct board *board, const uint8_t count[GROUPS],
                            const struct kernel *kernel, uint64_t *random)
{
    enum { HANDS_MAX = 20000 };
    static uint8_t found[HANDS_MAX];
    struct distances distances;
    uint8_t cost[LINES_MAX], junction[GROUPS][GROUP_CARDS_MAX], terminal[TERMINALS_MAX];
    unsigned hands = 1;
    lattice_costs(board, cost, random);
    distances_init_with(&distances, board, cost, kernel);
    for (unsigned group = 0; group < GROUPS; group++) {
        hands *= count[group];
        for (unsigned i = 0; i < count[group]; i++)
            junction[group][i] = (uint8_t)test_random_below(random, board->junctions);
    }
    assert_true(hands <= HANDS_MAX);
    terminal[GROUPS] = (uint8_t)test_random_below(random, board->junctions);
    steiner_all_hands(&distances, terminal[GROUPS], (const uint8_t(*)[GROUP_CARDS_MAX])junction,
                      count, found);
    for (unsigned i = 0; i < hands; i++) {
        unsigned rest = i;
        for (unsigned group = GROUPS; group-- > 0; rest /= count[group])
            terminal[group] = junction[group][rest % count[group]];
        assert_int_equal(found[i], steiner_cost(&distances, terminal, TERMINALS_MAX));
        if (test_random_below(random, hands) < 30)
            assert_int_equal(found[i], textbook_cost(board, cost, terminal, TERMINALS_MAX));
    }
}

TEST_CASE(all_hands_cost_what_each_costs)
{
    static const uint8_t counts[][GROUPS] = {
        {7, 7, 7, 7, 7}, {5, 5, 5, 5, 5}, {1, 1, 1, 1, 1}, {16, 2, 9, 1, 8}, {1, 10, 2, 8, 16}};
    uint64_t random = test_seed();
    const struct kernel *kernel[KERNELS_MAX];
    const unsigned kernels = kernel_list(kernel);
    for (unsigned i = 0; i < test_count(60); i++) {
        const struct board *board = board_builtin_at(i % board_builtin_count());
        for (unsigned k = 0; k < kernels; k++)
            judge_all_hands(board, counts[i % 5], kernel[k], &random);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("P1, X1: every kernel agrees with the textbook on TransAmerica",
             costs_on_transamerica),
        TEST("P1, P2, X1: every kernel agrees with the textbook on Trans Europa, with ferries",
             costs_on_transeuropa),
        TEST("P1, X1: every kernel agrees with the textbook on the classic Europe board",
             costs_on_transeuropa_classic),
        TEST("P1: every kernel agrees with the textbook on small lattices",
             costs_on_small_lattices),
        TEST("P1: every kernel agrees with the textbook on lattices of 255 junctions",
             costs_on_the_largest_lattices),
        TEST("P1: costs up to 254 are exact on a snake of 255 junctions", costs_on_a_snake),
        TEST("P1: a city twice, or two that track joins, count once",
             repeats_and_joined_terminals_count_once),
        TEST("P1, P2: a line costs what it misses: nothing, one or two",
             a_line_costs_what_it_misses),
        TEST("P1: a plan joins the terminals for exactly the score, the same with every kernel",
             a_plan_joins_the_terminals_for_the_score),
        TEST("N1: a plan need not be told of the lines within a network that was joined",
             a_plan_needs_not_be_told_what_is_joined),
        TEST("a plan avoids what it is told to, where it can", a_plan_avoids_what_it_is_told),
        TEST("P1: a plan can be as long as a board allows", a_plan_on_a_snake_is_all_of_it),
        TEST("P1: the gradient is the cost after each line",
             the_gradient_is_the_cost_after_each_line),
        TEST("P1: the gradient is exact at the largest cost",
             the_gradient_is_exact_at_the_largest_cost),
        TEST("P1: all hands at once cost what each costs alone", all_hands_cost_what_each_costs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
