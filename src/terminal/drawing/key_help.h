/*
 * The help page for keys, over the whole screen: the keys of the page below it (keys.h), in as
 * many columns as fit, and on several pages if necessary.
 */
#ifndef RAILHEAD_TERMINAL_DRAWING_KEY_HELP_H
#define RAILHEAD_TERMINAL_DRAWING_KEY_HELP_H

#include "terminal/drawing/canvas.h"
#include "terminal/drawing/curses.h"
#include "terminal/drawing/keys.h"

struct key_help {
    const struct key_page *of; /* NULL while the help is closed */
    unsigned page;             /* the page shown, from 0 */
    unsigned pages;            /* the number of pages at this window size; set by key_help_draw() */
};

/* Opens the first page. */
void key_help_open(struct key_help *help, const struct key_page *of);

/* Draws on an empty canvas. */
void key_help_draw(struct key_help *help, struct canvas *canvas);

/* Any key shows the next page.  Escape, or a key on the last page, closes the help. */
void key_help_input(struct key_help *help, const struct input *input);

#endif
