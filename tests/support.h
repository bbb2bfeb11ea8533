/*
 * What every test program shares: cmocka with all that it must see first, sentences as names,
 * and random tests that are the same on every run.
 *
 *     TEST_CASE(a_double_line_costs_two) { ... }
 *
 *     int main(void)
 *     {
 *         const struct CMUnitTest tests[] = {
 *             TEST("P1: a double line costs two", a_double_line_costs_two),
 *         };
 *         return cmocka_run_group_tests(tests, NULL, NULL);
 *     }
 */
#ifndef RAILHEAD_TESTS_SUPPORT_H
#define RAILHEAD_TESTS_SUPPORT_H

/* cmocka.h uses these four without including them; the order is its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Defines a function that cmocka can call as a test. */
#define TEST_CASE(name) static void name(__attribute__((unused)) void **state)

/* A test whose name is a sentence; the ids of the rules it shows stand before a colon. */
#define TEST(sentence, function)                                                                   \
    {                                                                                              \
        (sentence), (function), NULL, NULL, NULL                                                   \
    }

/* The English sentence of a fault (text/fault.h), as long as the block lasts. */
#define SENTENCE(fault) fault_sentence((fault), (char[FAULT_SENTENCE_SIZE]){0})

/*
 * How often a random test repeats: `full`, divided by RAILHEAD_TEST_SCALE where that is set
 * (the quick tests and the slow builds set it), but at least once.
 */
unsigned test_count(unsigned full);

/* Where random tests start: RAILHEAD_TEST_SEED, or a fixed number.  Printed, to repeat a failure.
 */
uint64_t test_seed(void);

/* The next of a stream of random numbers that `state` runs through (splitmix64), and one below. */
uint64_t test_random(uint64_t *state);
unsigned test_random_below(uint64_t *state, unsigned below);

#endif
