/*
 * How styles look: a theme for dark and one for light backgrounds, on terminals with 16 million,
 * 256, 16 or 8 colours; and how a theme is chosen.
 *
 * Tables and arithmetic only; curses.h talks to the terminal.  A colour is an index in the
 * terminal's palette, or 24 bits of red, green and blue if the terminal has 16 million colours.
 *
 *     front, back     of a character; COLOUR_OWN is the terminal's default
 *     ground          the background if the style has none: land, sea or neither
 */
#ifndef RAILHEAD_TERMINAL_DRAWING_THEME_H
#define RAILHEAD_TERMINAL_DRAWING_THEME_H

#include <stddef.h>

#include "terminal/drawing/canvas.h"

enum theme { THEME_DARK, THEME_LIGHT, THEME_MONO, THEMES };

extern const char *const theme_names[THEMES];

enum {
    COLOUR_OWN = -1,
    COLOURS_ALL = 1 << 24,
    COLOURS_MANY = 256,
    COLOURS_BRIGHT = 16,
    COLOURS_FEW = 8, /* fewer colours mean THEME_MONO */
};

/* Attributes of a character besides its colour; bits. */
enum emphasis { EMPHASIS_BOLD = 1, EMPHASIS_UNDERLINE = 2, EMPHASIS_REVERSE = 4, EMPHASIS_DIM = 8 };

struct shade {
    int front, back;
    unsigned emphasis;
};

/*
 * Returns how a style looks on a terminal with this number of colours.  With `paints`, the theme
 * sets its own background and text colours, because the terminal's background is unknown or does
 * not suit the theme.
 */
struct shade theme_shade(enum theme theme, unsigned colours, bool paints, unsigned style,
                         enum ground ground);

/* Returns true if the theme distinguishes land and sea by background colours. */
bool theme_has_grounds(enum theme theme, unsigned colours);

/*
 * Returns the parameters of the escape sequence for a style in line mode, between "ESC [" and "m";
 * NULL for none.  The background is unknown there, so the colours are legible on black and on
 * white.
 */
const char *theme_code(unsigned style);

/* ---- Choosing a theme ------------------------------------------------------------------------ */

struct theme_choice {
    enum theme theme;
    bool paints; /* the terminal's background is not known to suit the theme */
};

/* Finds a theme by name.  Returns false if there is none. */
bool theme_by_name(const char *name, enum theme *theme);

/* Returns the theme for a background of 24 bits (0xRRGGBB). */
struct theme_choice theme_for_background(unsigned rgb);

/*
 * Reads COLORFGBG, which some terminals set: "15;0" is white on black.  Returns false if it says
 * nothing.
 */
bool theme_from_variable(const char *value, struct theme_choice *choice);

/*
 * The terminal's replies to the queries for its background (OSC 11) and its device attributes
 * (DA1).  Every terminal answers the second, so `is_whole` is set once that reply is there, and
 * `has_background` if the first reply came before it. theme_read_answer() moves bytes that belong
 * to neither, such as typed keys, to the front; `others` is their number.
 */
struct theme_answer {
    bool is_whole, has_background;
    unsigned background; /* 24 bits, 0xRRGGBB */
    size_t others;
};

void theme_read_answer(struct theme_answer *answer, char bytes[], size_t length);

/*
 * The luminance of a colour of 24 bits (0 to 1), and the contrast of two (1 to 21), as defined by
 * WCAG 2.
 */
double theme_luminance(unsigned rgb);
double theme_contrast(unsigned one, unsigned other);

#endif
