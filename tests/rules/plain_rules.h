/*
 * The rules of networks and turns said once more, as plainly as they can be: no sets of bits, no
 * shared entries, nothing kept up to date.  Tests compare the core with this.
 *
 * It reads a table's tracks, markers, supply and coloured tracks and nothing that follows from
 * them, and shares no code with src/rules/.
 */
#ifndef RAILHEAD_TESTS_CORE_PLAIN_RULES_H
#define RAILHEAD_TESTS_CORE_PLAIN_RULES_H

#include "rules/draft.h"

/* N1, F4, F5, X1: whether the seat may use the track on a line. */
bool plain_usable(const struct table *table, const struct board *board, unsigned seat,
                  unsigned line);

/* N1: the seat's network; V2: without `blocked`, all of it, with it, the part to build from. */
void plain_network(const struct table *table, const struct board *board, unsigned seat,
                   bool blocked, bool in[JUNCTIONS_MAX]);

/* R1 */
bool plain_connected(const struct table *table, const struct board *board, unsigned seat,
                     const struct hand *hand);

/*
 * T3 to T6, F1 to F3, F6, R3, R5, V2, X1: the lines on which the seat to move, whose turn so far
 * lies on the table, may lay a track next: in black [0], and in its own colour [1].
 */
void plain_lines(const struct table *table, const struct board *board, const struct hand *hand,
                 const struct turn *turn, bool legal[2][LINES_MAX]);

/* How many pieces of this owner (TRACK_BLACK, or a seat + 1) lie on the table. */
unsigned plain_pieces(const struct table *table, const struct board *board, unsigned owner);

#endif
