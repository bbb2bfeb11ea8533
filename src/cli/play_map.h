/*
 * The whole board as text: a triangular lattice of letters, dots and strokes.
 *
 * A junction is its column's letter in its row; what could be laid is dotted, with as many dots as
 * it costs, and what has been laid is a stroke, so that no colour is needed to tell them apart.
 * Sees a view only, so it cannot show what its reader may not know.
 */
#ifndef RAILHEAD_CLI_PLAY_MAP_H
#define RAILHEAD_CLI_PLAY_MAP_H

#include "cli/play_screen.h"
#include "core/view.h"
#include "terminal/cities.h"

/* How large the map is drawn: the distance between rows in lines, half of that between columns. */
enum { MAP_SMALL = 2, MAP_LARGE = 3 };

struct map_size {
    unsigned scale;
    unsigned width;  /* columns of text */
    unsigned height; /* lines of text */
};

void plain_map_measure(const struct board *board, unsigned scale, struct map_size *size);

/* The largest map that leaves `spare` lines of the screen free, or false when none does. */
bool plain_map_fits(const struct board *board, const struct screen *screen, unsigned spare,
                    struct map_size *size);

void plain_map_draw(struct screen *screen, const struct board *board, const struct view *view,
                    unsigned scale);

/* What the signs mean. */
void plain_map_legend(struct screen *screen, const struct board *board);

#endif
