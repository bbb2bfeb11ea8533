/*
 * Boards for the tests of the score: random pieces of the lattice, a snake, and states of a round.
 *
 * Only what the score needs is filled in: junctions, lines and what follows from them.
 */
#ifndef RAILHEAD_TESTS_CORE_LATTICE_H
#define RAILHEAD_TESTS_CORE_LATTICE_H

#include "board/board.h"

/*
 * Columns times rows junctions (at most 255), joined by a random choice of the possible lines,
 * of which `percent` and as many as it takes to connect the board are kept.
 */
void lattice_random(struct board *board, unsigned columns, unsigned rows, unsigned percent,
                    uint64_t *random);

/* 255 junctions in a row that winds through 17 columns: nothing else costs as much to join. */
void lattice_snake(struct board *board);

/*
 * Each line's missing cost at some moment of a round: some lines have track, laid here and there
 * or in one piece; a ferry may be half built.
 */
void lattice_costs(const struct board *board, uint8_t cost[LINES_MAX], uint64_t *random);

#endif
