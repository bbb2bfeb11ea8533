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
 * Around it are labels: letters of the columns on the line above, numbers of the rows at its left
 * edge where the map's own are out of sight.
 *
 * Numbers and the copying of cells: whose map it is, and what stands beside it in the window, is
 * for others to know.  A map that is smaller than its part of the window is in the middle of it;
 * then `left` or `top` is negative.
 */
#ifndef RAILHEAD_TERMINAL_DRAWING_VIEWPORT_H
#define RAILHEAD_TERMINAL_DRAWING_VIEWPORT_H

#include "core/turn.h"
#include "terminal/drawing/map.h"

struct viewport {
    unsigned width, height; /* of the part of the window that is for the map */
    unsigned zoom;          /* ZOOM_MIN to ZOOM_MAX */
    bool fits;              /* the zoom follows the window */
    int left, top;          /* the place of the map in the upper left corner */
    int above;              /* lines of the screen before the first one: 1 for letters, or 0 */
};

/* Directions to what is out of sight. */
enum edge { EDGE_NONE, EDGE_W, EDGE_NW, EDGE_N, EDGE_NE, EDGE_E, EDGE_SE, EDGE_S, EDGE_SW };

/* Sets the map's part of the window, labels included.  If the zoom follows the window, it becomes
 * the largest one at which the whole map fits, or else the smallest: then the map is scrolled. */
void viewport_resize(struct viewport *viewport, const struct board *board, unsigned width,
                     unsigned height);

/* Larger (1) or smaller (-1) as far as there is a zoom, or as the window has it (0).  Before the
 * map is drawn again, viewport_resize() is to be called. */
void viewport_zoom(struct viewport *viewport, int step);

/* Scrolls as little as it takes to show a place of the map with something around it. */
void viewport_follow(struct viewport *viewport, const struct canvas *map, int x, int y);

/*
 * Scrolls as little as it takes to show every junction of a turn, or the last ones where they are
 * further apart than the window is large.  Returns whether that was necessary.
 */
bool viewport_follow_turn(struct viewport *viewport, const struct board *board,
                          const struct canvas *map, const struct turn *turn);

/*
 * The whole map where it fits with names, or else the largest zoom at which all of these junctions
 * are in the window, and in its middle.  Where there is none, the smallest zoom, with as many of
 * them as there can be.
 */
void viewport_frame(struct viewport *viewport, const struct board *board, const uint8_t junction[],
                    unsigned junctions);

/* Whether a place of the map is in the window, and not under a label. */
bool viewport_shows(const struct viewport *viewport, int x, int y);

/*
 * Where at the edge of the window a place of the map is pointed at that it does not show: a place
 * of the window, with room for two signs; EDGE_NONE where it is shown.
 */
enum edge viewport_point(const struct viewport *viewport, int x, int y, int *edge_x, int *edge_y);

/* Scrolls back to the map where `left` or `top` have led beyond its edge. */
void viewport_keep_on_map(struct viewport *viewport, const struct canvas *map);

/* Copies what is shown of the map to the upper left corner of the screen, and its labels. */
void viewport_copy(const struct viewport *viewport, const struct canvas *map,
                   struct canvas *screen);
void viewport_label(const struct viewport *viewport, const struct board *board,
                    struct canvas *screen);

/* The part of the map that is shown. */
struct map_part viewport_part(const struct viewport *viewport);

/* The place of the map at a place of the screen; false where the map is not shown. */
bool viewport_find(const struct viewport *viewport, int screen_x, int screen_y, int *x, int *y);

#endif
