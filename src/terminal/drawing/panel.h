/*
 * The panel beside the map: the hand, all points, the supply, and the log of turns.
 *
 * Draws on a canvas and changes nothing else.
 */
#ifndef RAILHEAD_TERMINAL_DRAWING_PANEL_H
#define RAILHEAD_TERMINAL_DRAWING_PANEL_H

#include "terminal/drawing/canvas.h"
#include "terminal/source/source.h"

enum { PANEL_WIDTH = 29, PANEL_WIDE = 47 };

struct panel {
    const struct source *source;
    const struct table *table; /* the table to show, not necessarily the last one */
    unsigned moment;           /* its index in the history */
    unsigned reader;           /* whose hand it is, or SEAT_NONE */
    const struct hand *hand;   /* or NULL */
    const char *hand_title;
    bool is_now; /* it is the last moment, so seats may be thinking */
    bool utf8;
    unsigned width; /* 0 means PANEL_WIDTH */
};

/* Draws from column `x` to the right, down to the line above `bottom`. */
void panel_draw(struct canvas *canvas, int x, int bottom, const struct panel *panel);

#endif
