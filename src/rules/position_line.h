/*
 * A position as one line of text, and its exact score, as computed by `railhead score`.
 *
 *     cities=A2,D2,H6,R5,N11 marker=K7 tracks=K7-L7,L7-M7
 */
#ifndef RAILHEAD_RULES_POSITION_LINE_H
#define RAILHEAD_RULES_POSITION_LINE_H

#include "rules/table.h"
#include "score/steiner.h"
#include "text/fault.h"

struct position_line {
    struct table table; /* only its tracks are used */
    uint8_t terminal[TERMINALS_MAX];
    unsigned seat; /* whose score is computed; SEAT_NONE if the line does not specify one */
};

/*
 * Parses a line without its line feed.  Returns false and sets `fault` (but not its line) if it is
 * invalid.
 */
bool position_line_read(struct position_line *line, const struct board *board, const char *text,
                        size_t length, struct fault *fault);

/* P1, P2, X1: returns the minus points.  `missing` receives the missing lines unless it is NULL. */
unsigned position_line_cost(const struct position_line *line, const struct board *board,
                            struct line_set *missing);

#endif
