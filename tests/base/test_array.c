/* Arrays that grow. */
#include <stdint.h>
#include <stdlib.h>

#include "base/array.h"
#include "support.h"

TEST_CASE(elements_stay_while_it_grows)
{
    uint32_t *number = NULL;
    size_t capacity = 0;
    for (uint32_t count = 0; count < 10000; count++) {
        assert_true(ARRAY_GROW(number, capacity, count + 1));
        assert_true(capacity > count);
        number[count] = count;
    }
    for (uint32_t i = 0; i < 10000; i++)
        assert_int_equal(number[i], i);
    free(number);
}

TEST_CASE(capacity_at_least_doubles)
{
    char(*word)[24] = NULL;
    size_t capacity = 0;
    for (size_t needed = 1; needed < 5000; needed++) {
        const size_t before = capacity;
        assert_true(ARRAY_GROW(word, capacity, needed));
        assert_true(capacity == before || capacity >= 2 * before);
    }
    const size_t before = capacity;
    assert_true(ARRAY_GROW(word, capacity, 3)); /* never shrinks */
    assert_true(capacity == before);
    assert_true(ARRAY_GROW(word, capacity, 100000));
    assert_true(capacity >= 100000);
    free(word);
}

TEST_CASE(failure_changes_nothing)
{
    uint64_t *number = NULL;
    size_t capacity = 0;
    assert_true(ARRAY_GROW(number, capacity, 1));
    uint64_t *const before = number;
    const size_t capacity_before = capacity;
    number[0] = 7;
    assert_false(ARRAY_GROW(number, capacity, SIZE_MAX / 2)); /* more bytes than can be counted */
    assert_ptr_equal(number, before);
    assert_true(capacity == capacity_before && number[0] == 7);
    free(number);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("elements stay the same while an array grows", elements_stay_while_it_grows),
        TEST("a capacity that grows at least doubles", capacity_at_least_doubles),
        TEST("if allocation fails, array and capacity are as before", failure_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
