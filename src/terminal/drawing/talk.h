/*
 * What people say at a table, as lines of a page or of the panel.
 */
#ifndef RAILHEAD_TERMINAL_DRAWING_TALK_H
#define RAILHEAD_TERMINAL_DRAWING_TALK_H

#include "terminal/drawing/canvas.h"
#include "terminal/source/source.h"

/* The last lines, folded, the newest at the bottom of the room there is. */
void talk_draw(struct canvas *canvas, int x, int y, int width, int height,
               const struct source *source);

#endif
