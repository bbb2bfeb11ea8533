/*
 * A page of help over the whole screen: the keys of what is under it (keys.h), in as many columns
 * as there is room for, and in several pages where one does not hold them.
 */
#ifndef RAILHEAD_TERMINAL_DRAWING_KEY_HELP_H
#define RAILHEAD_TERMINAL_DRAWING_KEY_HELP_H

#include "terminal/drawing/canvas.h"
#include "terminal/drawing/curses.h"
#include "terminal/drawing/keys.h"

struct key_help {
    const struct key_page *of; /* NULL while it is closed */
    unsigned page;             /* that is shown, from 0 */
    unsigned pages;            /* how many there are in this window; set by key_help_draw() */
};

/* Opens at the first page. */
void key_help_open(struct key_help *help, const struct key_page *of);

/* Draws on a canvas that is empty. */
void key_help_draw(struct key_help *help, struct canvas *canvas);

/* Takes a key: on to the next page, or closed after the last one and by Escape. */
void key_help_input(struct key_help *help, const struct input *input);

#endif
