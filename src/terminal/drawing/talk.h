/* The talk at a table, drawn on a page or in the panel. */
#ifndef RAILHEAD_TERMINAL_DRAWING_TALK_H
#define RAILHEAD_TERMINAL_DRAWING_TALK_H

#include "terminal/drawing/canvas.h"
#include "terminal/source/source.h"

/* Draws the last lines, folded, with the newest at the bottom. */
void talk_draw(struct canvas *canvas, int x, int y, int width, int height,
               const struct source *source);

#endif
