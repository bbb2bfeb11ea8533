/*
 * The end of a round, animated: for each seat its missing lines, one after the other, and their
 * cost; then the points.
 *
 *     seat 0: line, line, line | seat 1: line | seat 2: (connected) | the points
 *                                ^ seat = 1, drawn = 1
 *
 * The rules compute the missing lines and their cost (P1).  Knows the table at the end of the round
 * but no screen; time is an argument.
 */
#ifndef RAILHEAD_TERMINAL_FULL_SCREEN_ROUND_END_H
#define RAILHEAD_TERMINAL_FULL_SCREEN_ROUND_END_H

#include "rules/table.h"

struct round_end {
    bool plays;     /* advances automatically */
    unsigned round; /* the round that has ended */
    unsigned seat;  /* whose missing lines are shown; the number of seats: the points */
    unsigned drawn; /* number of lines drawn; may exceed the missing ones */
    unsigned focus; /* the junction to make visible, or JUNCTION_NONE */
    int64_t due_ms; /* time of the next step (monotonic ms); -1: waits for a key */
};

/* Starts with the first seat: without lines, or with all of them if it does not play. */
void round_end_begin(struct round_end *end, const struct table *table, const struct board *board,
                     int64_t now_ms);

/* Performs the step that is due: another line, or the next seat.  Returns false if none was. */
bool round_end_step(struct round_end *end, const struct table *table, const struct board *board,
                    int64_t now_ms);

/* Shows the next seat, or the points after the last one. */
void round_end_next(struct round_end *end, const struct table *table, const struct board *board,
                    int64_t now_ms);

/* Draws the rest of the seat's lines, or else shows the next seat. */
void round_end_hurry(struct round_end *end, const struct table *table, const struct board *board,
                     int64_t now_ms);

/* Computes the missing lines drawn so far.  Returns their cost. */
unsigned round_end_lines(const struct round_end *end, const struct table *table,
                         const struct board *board, struct line_set *drawn);

/* Returns true if all of them are drawn. */
bool round_end_is_whole(const struct round_end *end, const struct table *table,
                        const struct board *board);

/*
 * Sets the points in a copy of the table to the values to show now: locomotives move as lines are
 * drawn, the barrier after the last one.
 */
void round_end_points(const struct round_end *end, const struct board *board, struct table *table);

#endif
