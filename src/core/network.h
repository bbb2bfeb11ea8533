/*
 * Networks: which junctions a seat reaches over the tracks it may use (N1, N2).
 *
 * Without coloured track everybody may use everything, so networks that meet are one entry of the
 * table; with it each seat keeps its own.
 */
#ifndef RAILHEAD_CORE_NETWORK_H
#define RAILHEAD_CORE_NETWORK_H

#include "core/table.h"

/* Adds one junction, and the lines that touch it, to an entry of the table. */
void network_add_junction(struct table *table, const struct board *board, unsigned network,
                          unsigned junction);

/* Brings all networks up to date after `seat` laid a piece of track on `line`. */
void network_join(struct table *table, const struct board *board, unsigned seat, unsigned line);

/*
 * V2: the part of the seat's network from which it may build, and to which its marker may travel:
 * what its marker reaches without passing through a junction that holds another seat's marker.
 * Such a junction is not of that part.
 */
void network_unblocked(const struct table *table, const struct board *board, unsigned seat,
                       struct junction_set *part);

/* V2: the seats whose markers stand where that part ends; a bit for each. */
unsigned network_blockers(const struct table *table, const struct board *board, unsigned seat);

/*
 * V2: the track in the seat's network from which it may not build: lines that it may use, with no
 * end in that part.
 */
void network_beyond(const struct table *table, const struct board *board, unsigned seat,
                    struct line_set *lines);

/*
 * Of a route, as scoring_missing() gives it, the lines that the seat could not lay one after the
 * other as things stand, since no score asks that: those that are full with track that others
 * alone may use (F5, X1), those behind other seats' markers (V2), and what only they lead to.
 * The seat's marker must have been placed.
 */
void network_barred(const struct table *table, const struct board *board, unsigned seat,
                    const struct line_set *route, struct line_set *barred);

/* The lines with at least one end in a set of junctions. */
void network_touching(const struct board *board, const struct junction_set *junctions,
                      struct line_set *lines);

#endif
