/*
 * A position as one line of text, and its exact score: what `railhead score` answers.
 *
 *     cities=A2,D2,H6,R5,N11 marker=K7 tracks=K7-L7,L7-M7
 */
#ifndef RAILHEAD_CORE_SCORE_LINE_H
#define RAILHEAD_CORE_SCORE_LINE_H

#include "core/fault.h"
#include "core/steiner.h"
#include "core/table.h"

struct score_line {
    struct table table; /* only its tracks mean anything */
    uint8_t terminal[TERMINALS_MAX];
    unsigned seat; /* whose score it is; SEAT_NONE where the line does not say */
};

/* Reads a line without its line feed; `fault` says what is wrong, its line is not touched. */
bool score_line_read(struct score_line *line, const struct board *board, const char *text,
                     size_t length, struct fault *fault);

/* P1, P2, X1: the minus points; `missing`, unless NULL, gets the missing lines. */
unsigned score_line_cost(const struct score_line *line, const struct board *board,
                         struct line_set *missing);

#endif
