/* The matrix of distances: made, kept and copied by every kernel this machine can run. */
#include <string.h>

#include "board_file/boards.h"
#include "score/distances.h"
#include "score/kernel.h"
#include "score/lattice.h"
#include "support.h"

/* Relaxes every line until nothing changes: slow, and as plain as it gets. */
static void plain_distances(const struct board *board, const uint8_t cost[LINES_MAX], unsigned from,
                            unsigned distance[JUNCTIONS_MAX])
{
    for (unsigned v = 0; v < board->junctions; v++)
        distance[v] = v == from ? 0 : 10000;
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 0; i < 2u * board->lines; i++) {
            const struct line *line = &board->line[i / 2];
            const unsigned near = i % 2 ? line->b : line->a, far = i % 2 ? line->a : line->b;
            if (distance[near] + cost[i / 2] < distance[far]) {
                distance[far] = distance[near] + cost[i / 2];
                changed = true;
            }
        }
    }
}

static void random_board(struct board *board, uint64_t *random)
{
    const unsigned which = test_random_below(random, board_builtin_count() + 2);
    if (which < board_builtin_count())
        *board = *board_builtin_at(which);
    else
        lattice_random(board, 1 + test_random_below(random, 15), 1 + test_random_below(random, 17),
                       75, random);
}

static void assert_same(const struct distances *one, const struct distances *other)
{
    assert_int_equal(one->junctions, other->junctions);
    assert_int_equal(one->width, other->width);
    for (unsigned v = 0; v < one->junctions; v++)
        assert_memory_equal(one->row[v], other->row[v], one->width);
    assert_memory_equal(&one->first, &other->first, sizeof one->first);
}

TEST_CASE(distances_are_those_of_plain_relaxation)
{
    uint64_t random = test_seed();
    const struct kernel *kernel[KERNELS_MAX];
    const unsigned kernels = kernel_list(kernel);
    for (unsigned repeat = 0; repeat < test_count(200); repeat++) {
        struct board board;
        struct distances distances, other;
        uint8_t cost[LINES_MAX];
        random_board(&board, &random);
        lattice_costs(&board, cost, &random);
        distances_init_costs(&distances, &board, cost);
        const unsigned from = test_random_below(&random, board.junctions);
        unsigned expected[JUNCTIONS_MAX];
        plain_distances(&board, cost, from, expected);
        for (unsigned v = 0; v < board.junctions; v++)
            assert_int_equal(distances_between(&distances, from, v), expected[v]);
        for (unsigned i = 0; i < kernels; i++) {
            distances_init_with(&other, &board, cost, kernel[i]);
            assert_same(&other, &distances);
        }
    }
}

TEST_CASE(an_empty_board_has_the_costs_of_its_lines)
{
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        const struct board *board = board_builtin_at(i);
        struct distances one, other;
        uint8_t cost[LINES_MAX];
        for (unsigned k = 0; k < board->lines; k++)
            cost[k] = board->line[k].cost;
        distances_init(&one, board);
        distances_init_costs(&other, board, cost);
        assert_same(&one, &other);
    }
}

TEST_CASE(lowering_equals_starting_anew)
{
    uint64_t random = test_seed();
    const struct kernel *kernel[KERNELS_MAX];
    const unsigned kernels = kernel_list(kernel);
    for (unsigned repeat = 0; repeat < test_count(600); repeat++) {
        struct board board;
        struct distances kept, anew;
        uint8_t cost[LINES_MAX];
        random_board(&board, &random);
        lattice_costs(&board, cost, &random);
        distances_init_with(&kept, &board, cost, kernel[repeat % kernels]);
        for (unsigned i = 0; board.lines > 0 && i < 30; i++) {
            const unsigned line = test_random_below(&random, board.lines);
            cost[line] = (uint8_t)test_random_below(&random, cost[line] + 1u);
            distances_lower(&kept, board.line[line].a, board.line[line].b, cost[line]);
        }
        distances_init_costs(&anew, &board, cost);
        assert_same(&kept, &anew);
    }
}

TEST_CASE(a_copy_is_the_same_and_apart)
{
    struct distances one, other;
    distances_init(&one, board_builtin_at(0));
    distances_copy(&other, &one);
    assert_same(&one, &other);
    const struct line *line = &board_builtin_at(0)->line[7];
    distances_lower(&other, line->a, line->b, 0);
    assert_int_equal(distances_between(&other, line->a, line->b), 0);
    assert_int_not_equal(distances_between(&one, line->a, line->b), 0);
}

TEST_CASE(kernels_are_found_by_name)
{
    const struct kernel *kernel[KERNELS_MAX];
    const unsigned kernels = kernel_list(kernel);
    assert_ptr_equal(kernel[0], kernel_best());
    assert_string_equal(kernel[kernels - 1]->name, "plain");
    for (unsigned i = 0; i < kernels; i++)
        assert_ptr_equal(kernel_by_name(kernel[i]->name), kernel[i]);
    assert_null(kernel_by_name("plai"));
    assert_null(kernel_by_name("plainer"));
}

/* What a lazy matrix says of a row is what the ordinary one says, whenever it is asked. */
TEST_CASE(lazy_distances_are_those_that_are_kept)
{
    uint64_t random = test_seed();
    static struct lazy_distances lazy; /* too large for a stack with the others */
    const struct kernel *kernel[KERNELS_MAX];
    const unsigned kernels = kernel_list(kernel);
    for (unsigned repeat = 0; repeat < test_count(300); repeat++) {
        struct board board;
        struct distances start, kept;
        uint8_t cost[LINES_MAX];
        random_board(&board, &random);
        lattice_costs(&board, cost, &random);
        distances_init_with(&start, &board, cost, kernel[repeat % kernels]);
        distances_copy(&kept, &start);
        lazy_begin(&lazy, &start);
        for (unsigned changes = 60; changes > 0; changes--) {
            const unsigned line = test_random_below(&random, board.lines);
            const struct line *ends = &board.line[line];
            cost[line] = (uint8_t)test_random_below(&random, cost[line] + 1u);
            distances_lower(&kept, ends->a, ends->b, cost[line]);
            lazy_lower(&lazy, ends->a, ends->b, cost[line]);
            const uint8_t asked = (uint8_t)test_random_below(&random, board.junctions);
            lazy_refresh(&lazy, &asked, 1);
            assert_memory_equal(lazy.now.row[asked], kept.row[asked], board.junctions);
            assert_memory_equal(&lazy.now.first, &kept.first, sizeof kept.first);
        }
        const struct junction_set joined = kept.kernel->joined(&kept);
        assert_memory_equal(&lazy.joined, &joined, sizeof joined);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("distances are those of plain relaxation, with every kernel",
             distances_are_those_of_plain_relaxation),
        TEST("P1: an empty board has the costs of its lines",
             an_empty_board_has_the_costs_of_its_lines),
        TEST("P1, P2: distances kept while tracks are laid equal those made anew",
             lowering_equals_starting_anew),
        TEST("a copy of the distances is the same, and apart", a_copy_is_the_same_and_apart),
        TEST("kernels are found by name, and the plain one is always there",
             kernels_are_found_by_name),
        TEST("lazy distances are those that are kept", lazy_distances_are_those_that_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
