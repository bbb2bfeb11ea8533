/*
 * A grid of signs with styles: what is drawn before any terminal is asked to show it.
 *
 * Knows text and nothing of the game or of a screen, so that tests can read what a person would
 * see.  A style says what a sign means; how that looks is the display's affair.
 *
 *     cell[y * width + x]     x = 0              1             2             3
 *             sign                'M'            U+65E5        SIGN_COVERED  '-'
 *             style               STYLE_NAME     STYLE_NAME    STYLE_NAME    STYLE_TRACK
 *             junction            JUNCTION_NONE  ...                         JUNCTION_NONE
 *             line                LINE_NONE      ...                         12
 *
 * The second sign is two columns wide and covers the cell beside it.  The last one is a part of
 * line 12 of the board: a click there finds it.
 */
#ifndef RAILHEAD_TERMINAL_DRAWING_CANVAS_H
#define RAILHEAD_TERMINAL_DRAWING_CANVAS_H

#include "core/table.h"

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
    STYLE_LEGAL, /* a free line that may be laid now */
    STYLE_TRACK, /* black track */
    STYLE_LIT,   /* track that was laid last */
    STYLE_DRAFT, /* of the turn that is being entered */
    STYLE_MISSING,
    STYLE_REFUSED, /* a sentence that says no */
    STYLE_NOTICE,  /* how things are */
    STYLE_BAR,
    STYLE_SEAT,                             /* + seat: its colour */
    STYLE_MARKER = STYLE_SEAT + SEATS_MAX,  /* + seat */
    STYLE_GROUP = STYLE_MARKER + SEATS_MAX, /* + group: a city */
    STYLE_OWN_GROUP = STYLE_GROUP + GROUPS, /* + group: a city of the reader's hand */
    STYLES = STYLE_OWN_GROUP + GROUPS,
};

/* What a cell stands on. */
enum ground { GROUND_NONE, GROUND_LAND, GROUND_SEA, GROUNDS };

enum {
    SIGN_COVERED = 0x110000, /* the second column of a wide sign */
    FOLD_COLUMNS_MAX = 400,  /* longer lines of text are folded there */
};

struct cell {
    uint32_t sign; /* Unicode; 0 is a space */
    uint16_t line; /* of the board, that this is a part of; or LINE_NONE */
    uint8_t junction;
    uint8_t style;
    uint8_t ground;
};

struct canvas {
    struct cell *cell; /* owned */
    unsigned width;
    unsigned height;
};

/* Empty cells.  False when there is no memory; the canvas may be released all the same. */
bool canvas_init(struct canvas *canvas, unsigned width, unsigned height);
void canvas_release(struct canvas *canvas);
void canvas_clear(struct canvas *canvas);

/* The cell there, or NULL outside. */
struct cell *canvas_at(const struct canvas *canvas, int x, int y);

/* On no ground, whatever was there; outside nothing happens. */
void canvas_put(struct canvas *canvas, int x, int y, uint32_t sign, unsigned style);

/* A text in UTF-8, cut at `width` columns; answers the column after it. */
int canvas_text(struct canvas *canvas, int x, int y, int width, unsigned style, const char *text);

/* A line of the canvas as UTF-8, without spaces at the end; `buffer` holds 4 bytes a column. */
void canvas_line(const struct canvas *canvas, unsigned y, char buffer[], size_t size);

/* The next character of a text in UTF-8, moving on; 0 at its end. */
uint32_t utf8_next(const char **text);

/* How many columns a text in UTF-8 takes. */
int utf8_columns(const char *text);

/*
 * The first line of a text that is folded at spaces to so many columns: its length in bytes, and
 * where the next one begins.  Every line but the last has something in it.
 */
const char *text_fold(const char *text, int width, size_t *length);

/* How many lines that makes. */
int text_folds(const char *text, int width);

/* A text in at most so many lines; answers how many it took. */
int canvas_fold(struct canvas *canvas, int x, int y, int width, int lines, unsigned style,
                const char *text);

/* A character at the end of a text in UTF-8, if there is room, and the last one gone. */
void utf8_append(char *text, size_t size, uint32_t sign);
void utf8_shorten(char *text);

#endif
