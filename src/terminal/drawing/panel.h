/*
 * The panel beside the map: the hand, everybody's points, the supply, and what has been played.
 *
 * Draws on a canvas from what it is given, and changes nothing.
 */
#ifndef RAILHEAD_TERMINAL_DRAWING_PANEL_H
#define RAILHEAD_TERMINAL_DRAWING_PANEL_H

#include "terminal/drawing/canvas.h"
#include "terminal/source/source.h"

enum { PANEL_WIDTH = 29, PANEL_WIDE = 47 };

struct panel {
    const struct source *source;
    const struct table *table; /* as it is shown, which need not be the last one */
    unsigned moment;           /* which of the history that is */
    unsigned reader;           /* whose hand it is, or SEAT_NONE */
    const struct hand *hand;   /* or NULL */
    const char *hand_title;
    bool is_now; /* it is the last moment: seats may be thinking */
    bool utf8;
    unsigned width; /* PANEL_WIDTH if it is 0 */
};

/* In the columns from `x` on, down to the line before `bottom`. */
void panel_draw(struct canvas *canvas, int x, int bottom, const struct panel *panel);

#endif
