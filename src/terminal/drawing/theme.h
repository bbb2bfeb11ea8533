/*
 * How styles look: a theme for dark and one for light backgrounds, on terminals with 16 million,
 * 256, 16 or 8 colours; and how a theme is chosen.
 *
 * Tables and arithmetic alone: which terminal there is, and how it is told, is the display's
 * affair. A colour is a number as the terminal counts them; 24 bits of red, green and blue where it
 * has all of them.
 *
 *     front, back     of a sign; COLOUR_OWN is the terminal's own
 *     ground          what the sign stands on where its style has no back: land, sea or neither
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
    COLOURS_FEW = 8, /* no theme but THEME_MONO has fewer */
};

/* How a sign stands out beside its colour; bits. */
enum emphasis { EMPHASIS_BOLD = 1, EMPHASIS_UNDERLINE = 2, EMPHASIS_REVERSE = 4, EMPHASIS_DIM = 8 };

struct shade {
    int front, back;
    unsigned emphasis;
};

/*
 * How a style looks on a terminal with so many colours.  With `paints` the theme's own colours
 * stand in for those of the terminal, whose background is not known, or not one that the theme goes
 * with.
 */
struct shade theme_shade(enum theme theme, unsigned colours, bool paints, unsigned style,
                         enum ground ground);

/* Whether land and sea are told apart by what signs stand on. */
bool theme_has_grounds(enum theme theme, unsigned colours);

/*
 * What is written before a sign of plain text, between "ESC [" and "m"; NULL for nothing.  Nobody
 * knows the background there, so these colours can be read on black and on white.
 */
const char *theme_code(unsigned style);

/* ---- Which one ------------------------------------------------------------------------------- */

struct theme_choice {
    enum theme theme;
    bool paints; /* the terminal's background is not known to go with it */
};

/* By a word; false where no theme is called that. */
bool theme_by_name(const char *name, enum theme *theme);

/* For a background of these 24 bits. */
struct theme_choice theme_for_background(unsigned rgb);

/* From COLORFGBG, which some terminals set: "15;0" is white on black.  False where it says nothing.
 */
bool theme_from_variable(const char *value, struct theme_choice *choice);

/*
 * From what a terminal answered when it was asked for its background (OSC 11) and then what it is
 * (DA1), which every terminal tells: `is_whole` once the second answer is there, and
 * `has_background` where the first one was before it.  Bytes that belong to neither, of somebody
 * who typed meanwhile, are moved to the front; `others` is how many they are.
 */
struct theme_answer {
    bool is_whole, has_background;
    unsigned background; /* 24 bits */
    size_t others;
};

void theme_read_answer(struct theme_answer *answer, char bytes[], size_t length);

/* How light a colour of 24 bits is, 0 to 1, and the contrast of two, 1 to 21, as WCAG 2 counts. */
double theme_luminance(unsigned rgb);
double theme_contrast(unsigned one, unsigned other);

#endif
