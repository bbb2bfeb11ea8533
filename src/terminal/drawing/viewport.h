/*
 * The visible part of the map, and the zoom.
 *
 *       the whole map, whose size depends on the zoom
 *     +-----------------------------------+
 *     |          left                     |
 *     |     top  +---------------+        |
 *     |          | what is shown | height |
 *     |          |    width      |        |
 *     |          +---------------+        |
 *     +-----------------------------------+
 *
 * It has labels: the letters of columns on the line above, and the numbers of rows at its left edge
 * if those of the map itself are out of sight.
 *
 * Computes positions and copies cells; knows nothing else of the map or the window.  A map that is
 * smaller than its part of the window is centred; then `left` or `top` is negative.
 */
#ifndef RAILHEAD_TERMINAL_DRAWING_VIEWPORT_H
#define RAILHEAD_TERMINAL_DRAWING_VIEWPORT_H

#include "rules/turn.h"
#include "terminal/drawing/map.h"

struct viewport {
    unsigned width, height; /* of the window's part for the map, in cells */
    unsigned zoom;          /* ZOOM_MIN to ZOOM_MAX */
    bool fits;              /* the zoom adapts to the window size */
    int left, top;          /* the map's cell in the upper left corner */
    int above;              /* screen lines above the map: 1 if columns are labelled, otherwise 0 */
};

/* Directions of what is outside the window. */
enum edge { EDGE_NONE, EDGE_W, EDGE_NW, EDGE_N, EDGE_NE, EDGE_E, EDGE_SE, EDGE_S, EDGE_SW };

/*
 * Sets the size of the map's part of the window, including labels.  If `fits` is set, chooses the
 * largest zoom at which the whole map fits, or ZOOM_MIN.
 */
void viewport_resize(struct viewport *viewport, const struct board *board, unsigned width,
                     unsigned height);

/*
 * Zooms in (1) or out (-1) within the limits, or adapts to the window (0).  Call viewport_resize()
 * before drawing the map again.
 */
void viewport_zoom(struct viewport *viewport, int step);

/* Scrolls as little as possible to show a cell of the map with some margin. */
void viewport_follow(struct viewport *viewport, const struct canvas *map, int x, int y);

/*
 * Scrolls as little as possible to show all junctions of a turn, or the last ones if they do not
 * fit together.  Returns true if it had to scroll.
 */
bool viewport_follow_turn(struct viewport *viewport, const struct board *board,
                          const struct canvas *map, const struct turn *turn);

/*
 * Shows the whole map if it fits at ZOOM_NAMES or more; otherwise uses the largest zoom at which
 * all of these junctions fit, and centres them.  If there is none, uses the smallest zoom and
 * shows as many of them as possible.
 */
void viewport_frame(struct viewport *viewport, const struct board *board, const uint8_t junction[],
                    unsigned junctions);

/* Returns true if a cell of the map is visible and not covered by a label. */
bool viewport_shows(const struct viewport *viewport, int x, int y);

/*
 * For a cell outside the window, returns the direction to it and computes where at the window's
 * edge to draw a pointer of two characters.  Returns EDGE_NONE if the cell is visible.
 */
enum edge viewport_point(const struct viewport *viewport, int x, int y, int *edge_x, int *edge_y);

/* Scrolls back if the window is beyond the map's edge. */
void viewport_keep_on_map(struct viewport *viewport, const struct canvas *map);

/*
 * viewport_copy() copies the visible part of the map to the upper left corner of the screen;
 * viewport_label() draws the labels.
 */
void viewport_copy(const struct viewport *viewport, const struct canvas *map,
                   struct canvas *screen);
void viewport_label(const struct viewport *viewport, const struct board *board,
                    struct canvas *screen);

/* Returns the visible part of the map. */
struct map_part viewport_part(const struct viewport *viewport);

/* Converts a screen position to a cell of the map.  Returns false if the map is not shown there. */
bool viewport_find(const struct viewport *viewport, int screen_x, int screen_y, int *x, int *y);

#endif
