/* What every test program links: see support.h.  Also the end of the road for a failed CHECK(). */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/check.h"

_Noreturn void check_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: check failed: %s\n", file, line, condition);
    abort();
}

/* A number from the environment; what is not a number is a mistake to be seen at once. */
static uint64_t number_from(const char *variable, uint64_t otherwise)
{
    const char *text = getenv(variable);
    if (!text || !*text)
        return otherwise;
    char *end;
    const uint64_t number = strtoull(text, &end, 0);
    if (*end) {
        fprintf(stderr, "%s is not a number: %s\n", variable, text);
        exit(2);
    }
    return number;
}

unsigned test_count(unsigned full)
{
    const uint64_t scale = number_from("RAILHEAD_TEST_SCALE", 1);
    const uint64_t count = scale ? full / scale : full;
    return count ? (unsigned)count : 1;
}

uint64_t test_seed(void)
{
    const uint64_t seed = number_from("RAILHEAD_TEST_SEED", 20020501);
    printf("# RAILHEAD_TEST_SEED=%llu\n", (unsigned long long)seed);
    return seed;
}

uint64_t test_random(uint64_t *state)
{
    uint64_t mixed = *state += 0x9e3779b97f4a7c15;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return mixed ^ mixed >> 31;
}

unsigned test_random_below(uint64_t *state, unsigned below)
{
    return (unsigned)(((test_random(state) >> 32) * below) >> 32);
}
