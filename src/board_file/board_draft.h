/*
 * A board while it is being read: the board so far, and the lines of the file for fault messages.
 *
 * Cities and lines may precede the junctions they name, so they are stored by place on the lattice
 * until everything has been read.  Only board_file.c (which fills a draft) and board_check.c (which
 * completes it) use this.
 */
#ifndef RAILHEAD_BOARD_FILE_BOARD_DRAFT_H
#define RAILHEAD_BOARD_FILE_BOARD_DRAFT_H

#include "board/board.h"
#include "text/fault.h"

struct place {
    uint8_t column, row;
};

enum rules_choice { RULES_BY_FERRIES, RULES_TRANSAMERICA, RULES_TRANSEUROPA };

struct board_draft {
    /* plain fields only; the ends of lines and the junctions of cities are not set yet */
    struct board board;
    enum rules_choice rules;

    struct place city_place[CITIES_MAX];
    struct place line_a[LINES_MAX], line_b[LINES_MAX];
    uint8_t junction_at[COLUMNS_MAX][ROWS_MAX]; /* or JUNCTION_NONE */
    uint8_t lines_from[COLUMNS_MAX][ROWS_MAX];  /* one bit per enum direction up to SOUTH_WEST */

    /* Lines of the file, from 1: where each item begins, and where a list ends. */
    unsigned junction_where[JUNCTIONS_MAX], city_where[CITIES_MAX], line_where[LINES_MAX];
    unsigned end_points_where, barrier_rule_where, cities_end_where, lines_end_where;
};

enum { LINE_NAME_SIZE = 2 * JUNCTION_NAME_SIZE };

/* Write "K7" or "K7-L7" to the buffer and return it. */
const char *board_place_name(struct place place, char buffer[JUNCTION_NAME_SIZE]);
const char *board_line_name(struct place a, struct place b, char buffer[LINE_NAME_SIZE]);

/* The terms for "the green group" etc. */
extern const enum fault_id board_groups[GROUPS];

/*
 * Resolves what cities and lines refer to, checks the board as a whole and derives the remaining
 * fields.  Returns false and sets the fault if the board is invalid.
 */
bool board_draft_finish(struct board_draft *draft, struct fault *fault);

#endif
