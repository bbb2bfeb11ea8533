/*
 * The end of a round as a show: seat by seat the lines that are missing, one after the other with
 * their cost, then the points.
 *
 *     seat 0: line, line, line | seat 1: line | seat 2: (connected) | the points
 *                                ^ seat = 1, drawn = 1
 *
 * What is missing and what it costs is the rules' affair (P1).  Knows the table at the end of the
 * round, and no screen; time is an argument.
 */
#ifndef RAILHEAD_TERMINAL_FULL_SCREEN_ROUND_END_H
#define RAILHEAD_TERMINAL_FULL_SCREEN_ROUND_END_H

#include "core/table.h"

struct round_end {
    bool plays;     /* goes on by itself */
    unsigned round; /* the round that this is the end of */
    unsigned seat;  /* whose missing lines are shown; the number of seats: the points */
    unsigned drawn; /* how many of them, if there are so many */
    unsigned focus; /* the junction to look at now, or JUNCTION_NONE: wherever one looks */
    int64_t due_ms; /* when there is more of it; -1: when the person wants it */
};

/* The first seat, from nothing or at once with all that it misses. */
void round_end_begin(struct round_end *end, const struct table *table, const struct board *board,
                     int64_t now_ms);

/* What is due: another line, or the next seat.  False when there was nothing. */
bool round_end_step(struct round_end *end, const struct table *table, const struct board *board,
                    int64_t now_ms);

/* The next seat, or the points after the last one. */
void round_end_next(struct round_end *end, const struct table *table, const struct board *board,
                    int64_t now_ms);

/* The rest of the seat's lines at once, or else the next seat. */
void round_end_hurry(struct round_end *end, const struct table *table, const struct board *board,
                     int64_t now_ms);

/* What is drawn so far of the lines that the seat misses, and their cost. */
unsigned round_end_lines(const struct round_end *end, const struct table *table,
                         const struct board *board, struct line_set *drawn);

/* Whether all of them are drawn. */
bool round_end_is_whole(const struct round_end *end, const struct table *table,
                        const struct board *board);

/* The points on a copy of that table as they are while it is shown: locomotives move as the lines
 * are drawn, and the barrier when all have been. */
void round_end_points(const struct round_end *end, const struct board *board, struct table *table);

#endif
