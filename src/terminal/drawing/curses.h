/*
 * The terminal itself: shows a canvas, and says which keys were pressed.
 *
 * The only file that knows curses.  Knows nothing of the game.  Whatever ends the program, the
 * terminal is given back as it was: signals that ask it to end are events like others, and those
 * that a bug raises restore it on their way.
 */
#ifndef RAILHEAD_TERMINAL_DRAWING_CURSES_H
#define RAILHEAD_TERMINAL_DRAWING_CURSES_H

#include <stdint.h>

#include "terminal/drawing/theme.h"

enum input_kind {
    INPUT_NONE,      /* the time is up */
    INPUT_LETTER,    /* `letter` was typed */
    INPUT_KEY,       /* `key` was pressed */
    INPUT_MOUSE,     /* the first button, at `x` and `y` */
    INPUT_RESIZE,    /* draw it all again */
    INPUT_READY,     /* the descriptor that is waited for can be read */
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
    bool wheel; /* of the mouse: -1 or 1 in `y` */
};

struct curses {
    void *screen; /* of curses */
    int signals;  /* a descriptor */
    bool utf8;
    enum theme theme; /* THEME_MONO where there is no colour */
    bool strokes;     /* lines can be drawn as such, and told apart by colour */
    bool grounds;     /* land and sea can be shown */
    unsigned width;
    unsigned height;
};

/* Whether there is a terminal that can do this: not a pipe, and not a dumb one. */
bool curses_is_possible(void);

/* The theme of all displays from now on; without it the terminal is asked what goes with it. */
void curses_use_theme(enum theme chosen);

/* False with a sentence in `error`; then the terminal is as it was. */
bool curses_open(struct curses *curses, char error[], size_t error_size);
void curses_close(struct curses *curses);

/* Gives the terminal back if it was taken: for the last words of a program with a bug. */
void curses_restore(void);

/* Shows the canvas, with the cursor at a place, or hidden where `x` is negative. */
void curses_show(struct curses *curses, const struct canvas *canvas, int x, int y);

/* Draws everything again, whatever has been written over it. */
void curses_refresh(struct curses *curses);

/* Waits for something to happen: `descriptor` may be -1, and milliseconds too, for ever. */
void curses_wait(struct curses *curses, int descriptor, int milliseconds, struct input *input);

#endif
