/*
 * The judge of the exact score: a second, plain way to compute it.
 *
 * The dynamic program over subsets of the terminals (Dreyfus and Wagner; Erickson, Monma and
 * Veinott), with a bucket queue on adjacency lists.  It knows the board and the cost of each line
 * and shares no code with the kernels in src/score/.  It is also the unit of `railhead bench`.
 */
#ifndef RAILHEAD_BENCH_CORE_TEXTBOOK_H
#define RAILHEAD_BENCH_CORE_TEXTBOOK_H

#include "board/board.h"

/* The cost of the cheapest tree that joins the terminals (1 to 6, repeats allowed). */
unsigned textbook_cost(const struct board *board, const uint8_t cost[LINES_MAX],
                       const uint8_t terminal[], unsigned count);

#endif
