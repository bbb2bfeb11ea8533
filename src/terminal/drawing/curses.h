/*
 * The terminal: shows a canvas and reads keys and the mouse.
 *
 * The only file that uses curses.  Knows nothing of the game.  The terminal is restored whatever
 * ends the program: signals that ask it to end are reported as input, and handlers restore the
 * terminal after signals that a bug raises.
 */
#ifndef RAILHEAD_TERMINAL_DRAWING_CURSES_H
#define RAILHEAD_TERMINAL_DRAWING_CURSES_H

#include <stdint.h>

#include "terminal/drawing/theme.h"

enum input_kind {
    INPUT_NONE,      /* timeout */
    INPUT_LETTER,    /* `letter` was typed */
    INPUT_KEY,       /* `key` was pressed */
    INPUT_MOUSE,     /* click with the first button at `x`, `y`, or the wheel */
    INPUT_RESIZE,    /* draw everything again */
    INPUT_READY,     /* the descriptor is readable */
    INPUT_INTERRUPT, /* Ctrl-C */
    INPUT_LEAVE,     /* another signal, or the terminal is gone */
};

enum press {
    PRESS_LEFT,
    PRESS_RIGHT,
    PRESS_UP,
    PRESS_DOWN,
    PRESS_ENTER,
    PRESS_ESCAPE,
    PRESS_TAB,
    PRESS_BACK_TAB,
    PRESS_BACKSPACE,
    PRESS_HOME,
    PRESS_END,
    PRESS_PAGE_UP,
    PRESS_PAGE_DOWN,
    PRESS_OTHER,
};

struct input {
    enum input_kind kind;
    uint32_t letter;
    enum press key;
    int x, y;
    bool wheel; /* the mouse wheel; `y` is -1 or 1 */
};

struct curses {
    void *screen; /* of curses (SCREEN *) */
    int signals;  /* a signalfd */
    bool utf8;
    enum theme theme; /* THEME_MONO if there are no colours */
    bool strokes;     /* can draw lines as strokes and distinguish them by colour */
    bool grounds;     /* can show land and sea */
    unsigned width;
    unsigned height;
};

/* Returns true if standard input and output are a terminal that supports a full screen. */
bool curses_is_possible(void);

/*
 * Sets the theme of the full screen from now on.  Without it, the terminal is asked for its
 * background.
 */
void curses_use_theme(enum theme chosen);

/* Returns false with a sentence in `error`; then the terminal is unchanged. */
bool curses_open(struct curses *curses, char error[], size_t error_size);
void curses_close(struct curses *curses);

/* Restores the terminal if it is in use.  Call before a failed CHECK() prints its message. */
void curses_restore(void);

/* Shows the canvas with the cursor at `x`, `y`; a negative `x` hides the cursor. */
void curses_show(struct curses *curses, const struct canvas *canvas, int x, int y);

/* Redraws everything, whatever other programs have written. */
void curses_refresh(struct curses *curses);

/*
 * Waits for input, until `descriptor` is readable (unless it is -1), or until the timeout (-1 for
 * none).
 */
void curses_wait(struct curses *curses, int descriptor, int milliseconds, struct input *input);

#endif
