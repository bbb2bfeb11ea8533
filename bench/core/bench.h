/*
 * What the benchmarks share: a table of rows, a clock, medians.
 *
 * Every goal is a ratio of two things that were measured in turns within one run, so that it
 * means the same on a slow machine and on a busy one.
 */
#ifndef RAILHEAD_BENCH_CORE_BENCH_H
#define RAILHEAD_BENCH_CORE_BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "score/kernel.h"

enum { BENCH_ROWS_MAX = 48, BENCH_REPEATS_MAX = 1000 };

struct bench_row {
    const char *board;  /* its id */
    const char *what;   /* what was measured */
    double nanoseconds; /* for one of it, the median */
    double ratio;       /* 0 where there is nothing to compare with */
    const char *unit;   /* what the ratio counts: "x textbook", "scores" */
    const char *goal;   /* in words; an empty text where there is none */
    bool met;           /* the goal, where there is one */
};

struct bench_table {
    struct bench_row row[BENCH_ROWS_MAX];
    unsigned rows;
};

struct bench_setup {
    const struct kernel *kernel;
    double seconds; /* for each row, about */

    /* Is told again and again how many rows there are time for already; NULL where nobody asks. */
    void (*tell)(void *context, unsigned rows);
    void *context;
};

/* How many rows there will be. */
unsigned bench_score_rows(void);
unsigned bench_rounds_rows(void);

void bench_add(struct bench_table *table, struct bench_row row);

/* Tells how far it is with `rows` that are measured together since `start`. */
void bench_tell(const struct bench_table *table, const struct bench_setup *setup, unsigned rows,
                uint64_t start);

/* Nanoseconds of this thread: what other programs take from the machine does not count. */
uint64_t bench_clock(void);

/* Sorts the values. */
double bench_median(double value[], unsigned count);

/* The exact score and what it stands on, against the textbook program of the tests. */
void bench_score(struct bench_table *table, const struct bench_setup *setup);

/* Rounds of random play by the rules, without their scores and with them; rounds by plans. */
void bench_rounds(struct bench_table *table, const struct bench_setup *setup);

#endif
