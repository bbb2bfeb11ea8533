/* What the benchmarks share. */
#include "bench/core/bench.h"

#include <stdlib.h>
#include <time.h>

#include "base/check.h"

void bench_add(struct bench_table *table, struct bench_row row)
{
    CHECK(table->rows < BENCH_ROWS_MAX);
    table->row[table->rows++] = row;
}

void bench_tell(const struct bench_table *table, const struct bench_setup *setup, unsigned rows,
                uint64_t start)
{
    const double spent = (double)(bench_clock() - start) / 1e9;
    const double measured = spent / setup->seconds;
    if (setup->tell != NULL)
        setup->tell(setup->context, table->rows + (measured < rows ? (unsigned)measured : rows));
}

uint64_t bench_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    const double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

double bench_median(double value[], unsigned count)
{
    CHECK(count > 0);
    qsort(value, count, sizeof value[0], compare);
    return (value[count / 2] + value[(count - 1) / 2]) / 2;
}
