/* Numbers as the command prints them in JSON. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/json_output.h"
#include "support.h"

static const char *written(double number)
{
    static char buffer[40];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    json_add_real(&text, number);
    assert_false(text.cut);
    return buffer;
}

TEST_CASE(short_numbers_are_short)
{
    assert_string_equal(written(0.1), "0.1");
    assert_string_equal(written(-2.5), "-2.5");
    assert_string_equal(written(1.0 / 3), "0.3333333333333333");
    assert_string_equal(written(0.1 + 0.2), "0.30000000000000004");
}

TEST_CASE(whole_numbers_keep_a_decimal)
{
    assert_string_equal(written(0), "0.0");
    assert_string_equal(written(-17), "-17.0");
    assert_string_equal(written(1e300), "1e+300");
}

TEST_CASE(what_is_no_number_is_null)
{
    assert_string_equal(written(NAN), "null");
    assert_string_equal(written(INFINITY), "null");
    assert_string_equal(written(-INFINITY), "null");
}

TEST_CASE(any_number_is_read_as_it_was_written)
{
    uint64_t random = test_seed();
    for (unsigned i = 0; i < test_count(100000); i++) {
        const uint64_t bits = test_random(&random);
        double number;
        memcpy(&number, &bits, sizeof number);
        if (isfinite(number))
            assert_true(strtod(written(number), NULL) == number);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a number has no more digits than it takes", short_numbers_are_short),
        TEST("a real number is told apart from a whole one", whole_numbers_keep_a_decimal),
        TEST("NaN and infinity are null", what_is_no_number_is_null),
        TEST("any number is read as it was written", any_number_is_read_as_it_was_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
