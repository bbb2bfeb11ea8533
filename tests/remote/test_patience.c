/* How soon a server that was lost is asked again. */
#include "remote/patience.h"
#include "support.h"

static int least(unsigned failures)
{
    return patience_ms(failures, 0);
}

/* The largest of many, which are all at least that of no chance. */
static int most(unsigned failures)
{
    int result = 0;
    for (uint32_t chance = 0; chance < 20000; chance++) {
        const int pause = patience_ms(failures, chance);
        assert_true(pause >= least(failures));
        if (pause > result)
            result = pause;
    }
    return result;
}

TEST_CASE(the_first_comes_soon)
{
    assert_int_equal(least(0), 100);
    assert_int_equal(most(0), 300);
}

TEST_CASE(they_grow_and_stay_bounded)
{
    for (unsigned failures = 1; failures < 5; failures++) {
        assert_true(least(failures) > least(failures - 1));
        assert_true(most(failures) > most(failures - 1));
    }
    assert_int_equal(most(4), 7500);
    assert_int_equal(most(1000), 7500);
    assert_int_equal(least(UINT32_MAX), 2500);
    assert_true(patience_ms(4, UINT32_MAX) <= 7500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("the first attempt comes after 100 to 300 milliseconds", the_first_comes_soon),
        TEST("the pauses after it grow, to seven seconds and a half at most",
             they_grow_and_stay_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
