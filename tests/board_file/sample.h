/*
 * Sample board files for the tests: a plain block of the lattice, one item a line, to be spoilt.
 */
#ifndef RAILHEAD_TESTS_BOARD_SAMPLE_H
#define RAILHEAD_TESTS_BOARD_SAMPLE_H

#include <stddef.h>

enum { SAMPLE_SIZE = 1 << 17 };

struct sample {
    char text[SAMPLE_SIZE]; /* with a closing NUL */
    size_t size;
};

/* A sound board of columns x rows junctions with every line of this kind; thirty cities. */
void sample_init(struct sample *sample, unsigned columns, unsigned rows, const char *kind);

/*
 * Puts `new` in place of `old`, which must stand there exactly once.  The answer is the line in
 * which `old` began.
 */
unsigned sample_replace(struct sample *sample, const char *old, const char *new);

#endif
