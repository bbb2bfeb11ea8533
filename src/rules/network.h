/*
 * Networks: the junctions that a seat reaches over tracks it may use (N1, N2).
 *
 * Without coloured tracks every seat may use every track, so seats whose networks have met share
 * one entry of the table.  With coloured tracks each seat has its own entry.
 */
#ifndef RAILHEAD_RULES_NETWORK_H
#define RAILHEAD_RULES_NETWORK_H

#include "rules/table.h"

/* Adds a junction, and the lines that touch it, to an entry of the table. */
void network_add_junction(struct table *table, const struct board *board, unsigned network,
                          unsigned junction);

/* Updates all networks after `seat` laid a track on `line`. */
void network_join(struct table *table, const struct board *board, unsigned seat, unsigned line);

/*
 * V2: computes the part of the seat's network from which it may build and to which its marker may
 * move: the junctions that its marker reaches without entering a junction that holds another seat's
 * marker.  Such junctions are not included.
 */
void network_unblocked(const struct table *table, const struct board *board, unsigned seat,
                       struct junction_set *part);

/* V2: returns the seats whose markers limit that part, one bit each. */
unsigned network_blockers(const struct table *table, const struct board *board, unsigned seat);

/*
 * V2: computes the track in the seat's network from which it may not build: usable lines with no
 * end in that part.
 */
void network_beyond(const struct table *table, const struct board *board, unsigned seat,
                    struct line_set *lines);

/*
 * Of a route from scoring_missing(), computes the lines that the seat could not lay now, one after
 * the other; scoring ignores this.  They are lines full of other seats' track (F5, X1), lines
 * behind other seats' markers (V2), and lines that can be reached only through these.  The seat's
 * marker must have been placed.
 */
void network_barred(const struct table *table, const struct board *board, unsigned seat,
                    const struct line_set *route, struct line_set *barred);

/* Computes the lines with at least one end in a set of junctions. */
void network_touching(const struct board *board, const struct junction_set *junctions,
                      struct line_set *lines);

#endif
