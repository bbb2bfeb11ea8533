/* The exact score by every kernel this machine can run, judged by the textbook program. */
#include <string.h>

#include "board/boards.h"
#include "core/kernel.h"
#include "core/lattice.h"
#include "core/steiner.h"
#include "core/textbook.h"
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

static void costs_on_transamerica(void **state)
{
    (void)state;
    judge_board(board_builtin("transamerica", 12), test_count(1700));
}

static void costs_on_transeuropa(void **state)
{
    (void)state;
    judge_board(board_builtin("transeuropa", 11), test_count(1400));
}

static void costs_on_transeuropa_classic(void **state)
{
    (void)state;
    judge_board(board_builtin("transeuropa-classic", 19), test_count(700));
}

static void costs_on_small_lattices(void **state)
{
    (void)state;
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

static void costs_on_the_largest_lattices(void **state)
{
    (void)state;
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
static void costs_on_a_snake(void **state)
{
    (void)state;
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

static void repeats_and_joined_terminals_count_once(void **state)
{
    (void)state;
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
static void a_line_costs_what_it_misses(void **state)
{
    (void)state;
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

static void a_tree_joins_the_terminals_for_its_cost(void **state)
{
    (void)state;
    uint64_t random = test_seed();
    const struct kernel *kernel[KERNELS_MAX];
    const unsigned kernels = kernel_list(kernel);
    for (unsigned i = 0; i < test_count(300); i++) {
        const struct board *board = board_builtin_at(i % board_builtin_count());
        struct distances distances;
        uint8_t cost[LINES_MAX], terminal[TERMINALS_MAX];
        const unsigned count = random_count(&random);
        lattice_costs(board, cost, &random);
        random_terminals(board, terminal, count, &random);
        distances_init_costs(&distances, board, cost);
        struct line_set missing, other;
        const unsigned total = steiner_tree(&distances, board, cost, terminal, count, &missing);
        assert_int_equal(total, textbook_cost(board, cost, terminal, count));
        distances_use_kernel(&distances, kernel[i % kernels]);
        steiner_tree(&distances, board, cost, terminal, count, &other);
        assert_memory_equal(&missing, &other, sizeof missing);
        unsigned sum = 0;
        for (unsigned line = line_set_next(&missing, 0); line != LINE_NONE;
             line = line_set_next(&missing, line + 1)) {
            assert_int_not_equal(cost[line], 0);
            sum += cost[line];
            cost[line] = 0;
        }
        assert_int_equal(sum, total);
        assert_int_equal(textbook_cost(board, cost, terminal, count), 0);
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
}

static void the_gradient_is_the_cost_after_each_line(void **state)
{
    (void)state;
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
static void the_gradient_is_exact_at_the_largest_cost(void **state)
{
    (void)state;
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

static void all_hands_cost_what_each_costs(void **state)
{
    (void)state;
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
        TEST("P1: a tree joins the terminals for exactly its cost, the same with every kernel",
             a_tree_joins_the_terminals_for_its_cost),
        TEST("P1: the gradient is the cost after each line",
             the_gradient_is_the_cost_after_each_line),
        TEST("P1: the gradient is exact at the largest cost",
             the_gradient_is_exact_at_the_largest_cost),
        TEST("P1: all hands at once cost what each costs alone", all_hands_cost_what_each_costs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
