/* Hints as a list. */
#include "support.h"
#include "terminal/source/advice.h"

/* Computes the order of ideas with these expected losses. */
static void order_of(const double lost[], unsigned ideas, unsigned order[SOURCE_HINTS_MAX])
{
    static struct source source;
    source.hints = source.thoughts.ideas = ideas;
    for (unsigned i = 0; i < ideas; i++)
        source.thoughts.idea[i].lost = lost[i];
    advice_order(&source, order);
}

TEST_CASE(advice_is_listed_by_the_number_that_is_shown)
{
    static const double lost[] = {2.8, 2.7, 3.1, 2.8};
    unsigned order[SOURCE_HINTS_MAX];
    order_of(lost, 4, order);
    assert_int_equal(order[0], 1);
    assert_int_equal(order[1], 0); /* of equal ones, the adviser's favourite comes first */
    assert_int_equal(order[2], 3);
    assert_int_equal(order[3], 2);
}

TEST_CASE(one_piece_of_advice_is_a_list)
{
    unsigned order[SOURCE_HINTS_MAX];
    order_of((const double[]){0}, 1, order);
    assert_int_equal(order[0], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("turns are in the order of the loss that is shown",
             advice_is_listed_by_the_number_that_is_shown),
        TEST("a single turn too", one_piece_of_advice_is_a_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
