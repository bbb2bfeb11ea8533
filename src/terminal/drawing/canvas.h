/*
 * A grid of cells, each with a character and a style.  Everything is drawn on a canvas before a
 * terminal shows it.
 *
 * Knows nothing of the game or of terminals, so that tests can read what a person would see.  A
 * style says what a character means; theme.h defines how that looks.
 *
 *     cell[y * width + x]     x = 0              1             2             3
 *             sign                'M'            U+65E5        SIGN_COVERED  '-'
 *             style               STYLE_NAME     STYLE_NAME    STYLE_NAME    STYLE_TRACK
 *             junction            JUNCTION_NONE  ...                         JUNCTION_NONE
 *             line                LINE_NONE      ...                         12
 *
 * The second character is two columns wide and covers the next cell.  The last one is a part of
 * line 12 of the board, so that a click there finds the line.
 */
#ifndef RAILHEAD_TERMINAL_DRAWING_CANVAS_H
#define RAILHEAD_TERMINAL_DRAWING_CANVAS_H

#include "rules/table.h"

enum style {
    STYLE_PLAIN,
    STYLE_FAINT,
    STYLE_BOLD,
    STYLE_TITLE,
    STYLE_NAME,     /* of a city */
    STYLE_OWN_NAME, /* of a city in the reader's hand */
    STYLE_SINGLE,   /* free lines */
    STYLE_DOUBLE,
    STYLE_WATER,
    STYLE_LEGAL, /* a free line on which track may be laid now */
    STYLE_TRACK, /* black track */
    STYLE_LIT,   /* track that was laid last */
    STYLE_DRAFT, /* track of the turn being entered */
    STYLE_MISSING,
    STYLE_REFUSED, /* an error message */
    STYLE_NOTICE,  /* status information */
    STYLE_BAR,
    STYLE_SEAT,                             /* + seat: the seat's colour */
    STYLE_MARKER = STYLE_SEAT + SEATS_MAX,  /* + seat */
    STYLE_GROUP = STYLE_MARKER + SEATS_MAX, /* + group: a city */
    STYLE_OWN_GROUP = STYLE_GROUP + GROUPS, /* + group: a city in the reader's hand */
    STYLES = STYLE_OWN_GROUP + GROUPS,
};

/* The background of a cell. */
enum ground { GROUND_NONE, GROUND_LAND, GROUND_SEA, GROUNDS };

enum { SIGN_COVERED = 0x110000 }; /* the second column of a wide character */

struct cell {
    uint32_t sign; /* Unicode code point; 0 is a space */
    uint16_t line; /* the line of the board that this cell is a part of, or LINE_NONE */
    uint8_t junction;
    uint8_t style;
    uint8_t ground;
};

struct canvas {
    struct cell *cell; /* owned */
    unsigned width;
    unsigned height;
};

/* All cells are empty.  Returns false if allocation fails; canvas_release() is safe even then. */
bool canvas_init(struct canvas *canvas, unsigned width, unsigned height);
void canvas_release(struct canvas *canvas);
void canvas_clear(struct canvas *canvas);

/* Returns the cell, or NULL if it is outside the canvas. */
struct cell *canvas_at(const struct canvas *canvas, int x, int y);

/* Sets a cell and clears its ground.  Does nothing outside the canvas. */
void canvas_put(struct canvas *canvas, int x, int y, uint32_t sign, unsigned style);

/* Draws UTF-8 text, truncated to `width` columns.  Returns the column after it. */
int canvas_text(struct canvas *canvas, int x, int y, int width, unsigned style, const char *text);

/*
 * Writes a row as UTF-8 without trailing spaces.  `buffer` needs 4 bytes per column, plus the NUL.
 */
void canvas_line(const struct canvas *canvas, unsigned y, char buffer[], size_t size);

/* Draws folded text in at most `lines` lines.  Returns the number of lines used. */
int canvas_fold(struct canvas *canvas, int x, int y, int width, int lines, unsigned style,
                const char *text);

#endif
