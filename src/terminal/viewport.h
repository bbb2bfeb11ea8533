/*
 * The part of the map that the window shows, and how large the map is drawn.
 *
 *       map, as large as the zoom makes it
 *     +-----------------------------------+
 *     |          left                     |
 *     |     top  +---------------+        |
 *     |          | what is shown | height |
 *     |          |    width      |        |
 *     |          +---------------+        |
 *     +-----------------------------------+
 *
 * Numbers and the copying of cells: whose map it is, and what stands beside it in the window, is
 * for others to know.  A map that is smaller than its part of the window is in the middle of it;
 * then `left` or `top` is negative.
 */
#ifndef RAILHEAD_TERMINAL_VIEWPORT_H
#define RAILHEAD_TERMINAL_VIEWPORT_H

#include "terminal/map.h"

struct viewport {
    unsigned width, height; /* of the part of the window that is for the map */
    unsigned zoom;          /* ZOOM_MIN to ZOOM_MAX */
    bool fits;              /* the zoom follows the window */
    int left, top;          /* the place of the map in the upper left corner */
};

/* The window gives the map so much room.  A zoom that follows is as large as fits, but no smaller
 * than `zoom_least`: then the map is scrolled. */
void viewport_resize(struct viewport *viewport, const struct board *board, unsigned width,
                     unsigned height, unsigned zoom_least);

/* Larger (1) or smaller (-1) as far as there is a zoom, or as the window has it (0).  Before the
 * map is drawn again, viewport_resize() is to be called. */
void viewport_zoom(struct viewport *viewport, int step);

/* Scrolls as little as it takes to show a place of the map with something around it. */
void viewport_follow(struct viewport *viewport, const struct canvas *map, int x, int y);

/* Scrolls back to the map where `left` or `top` have led beyond its edge. */
void viewport_keep_on_map(struct viewport *viewport, const struct canvas *map);

/* Copies what is shown of the map to the upper left corner of the screen. */
void viewport_copy(const struct viewport *viewport, const struct canvas *map,
                   struct canvas *screen);

/* The place of the map at a place of the screen; false where the map is not shown. */
bool viewport_find(const struct viewport *viewport, int screen_x, int screen_y, int *x, int *y);

#endif
