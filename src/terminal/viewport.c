/* The part of the map that is shown; see viewport.h. */
#include "terminal/viewport.h"

enum { NEAR_SHARE = 5 }; /* a place is kept a fifth of the window away from its edges */

void viewport_resize(struct viewport *viewport, const struct board *board, unsigned width,
                     unsigned height, unsigned zoom_least)
{
    viewport->width = width;
    viewport->height = height;
    if (!viewport->fits)
        return;
    const unsigned zoom = map_zoom_to_fit(board, width, height);
    viewport->zoom = zoom < zoom_least ? zoom_least : zoom;
}

void viewport_zoom(struct viewport *viewport, int step)
{
    const unsigned zoom = (unsigned)((int)viewport->zoom + step);
    viewport->fits = step == 0;
    if (zoom >= ZOOM_MIN && zoom <= ZOOM_MAX)
        viewport->zoom = zoom;
}

/* A first place such that the window is full of the map, or the map in the middle of it. */
static int clamp(int first, int window, int whole)
{
    if (whole <= window)
        return -(window - whole) / 2;
    if (first > whole - window)
        first = whole - window;
    return first < 0 ? 0 : first;
}

static int follow(int first, int spot, int window, int whole)
{
    const int near = window / NEAR_SHARE;
    if (spot - near < first)
        first = spot - near;
    if (spot + near >= first + window)
        first = spot + near - window + 1;
    return clamp(first, window, whole);
}

void viewport_follow(struct viewport *viewport, const struct canvas *map, int x, int y)
{
    viewport->left = follow(viewport->left, x, (int)viewport->width, (int)map->width);
    viewport->top = follow(viewport->top, y, (int)viewport->height, (int)map->height);
}

void viewport_keep_on_map(struct viewport *viewport, const struct canvas *map)
{
    viewport->left = clamp(viewport->left, (int)viewport->width, (int)map->width);
    viewport->top = clamp(viewport->top, (int)viewport->height, (int)map->height);
}

void viewport_copy(const struct viewport *viewport, const struct canvas *map, struct canvas *screen)
{
    for (int y = 0; y < (int)viewport->height; y++) {
        for (int x = 0; x < (int)viewport->width; x++) {
            const struct cell *from = canvas_at(map, x + viewport->left, y + viewport->top);
            struct cell *to = canvas_at(screen, x, y);
            if (from != NULL && to != NULL)
                *to = *from;
        }
    }
}

bool viewport_find(const struct viewport *viewport, int screen_x, int screen_y, int *x, int *y)
{
    *x = screen_x + viewport->left;
    *y = screen_y + viewport->top;
    return screen_x >= 0 && screen_x < (int)viewport->width && screen_y >= 0 &&
           screen_y < (int)viewport->height;
}
