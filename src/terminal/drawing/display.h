/*
 * The terminal itself: shows a canvas, and says which keys were pressed.
 *
 * The only file that knows curses.  Knows nothing of the game.  Whatever ends the program, the
 * terminal is given back as it was: signals that ask it to end are events like others, and those
 * that a bug raises restore it on their way.
 */
#ifndef RAILHEAD_TERMINAL_DRAWING_DISPLAY_H
#define RAILHEAD_TERMINAL_DRAWING_DISPLAY_H

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

struct display {
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
bool display_is_possible(void);

/* The theme of all displays from now on; without it the terminal is asked what goes with it. */
void display_use_theme(enum theme wish);

/* False with a sentence in `error`; then the terminal is as it was. */
bool display_open(struct display *display, char error[], size_t error_size);
void display_close(struct display *display);

/* Gives the terminal back if it was taken: for the last words of a program with a bug. */
void display_restore(void);

/* Shows the canvas, with the cursor at a place, or hidden where `x` is negative. */
void display_show(struct display *display, const struct canvas *canvas, int x, int y);

/* Draws everything again, whatever has been written over it. */
void display_refresh(struct display *display);

/* Waits for something to happen: `descriptor` may be -1, and milliseconds too, for ever. */
void display_wait(struct display *display, int descriptor, int milliseconds, struct input *input);

#endif
