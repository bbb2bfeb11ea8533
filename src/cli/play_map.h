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

/* How large the map is drawn: the distance between rows in lines, half of that between columns. */
enum { MAP_SMALL = 2, MAP_LARGE = 3 };

struct map_size {
    unsigned scale;
    unsigned width;  /* columns of text */
    unsigned height; /* lines of text */
};

void map_measure(const struct board *board, unsigned scale, struct map_size *size);

/* The largest map that leaves `spare` lines of the screen free, or false when none does. */
bool map_fits(const struct board *board, const struct screen *screen, unsigned spare,
              struct map_size *size);

void map_draw(struct screen *screen, const struct board *board, const struct view *view,
              unsigned scale);

/* What the signs mean. */
void map_legend(struct screen *screen, const struct board *board);

/* S3: whether there is a city, and its card is in a game of so many seats. */
bool map_city_plays(const struct board *board, unsigned city, unsigned seats);

/* The capital letter that stands for a group of cities. */
char map_group_letter(unsigned group);

#endif
