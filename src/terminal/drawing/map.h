/*
 * The board as a map: a pure function from what is to be seen to a grid of signs.
 *
 * Free lines are dotted, with as many dots as they cost, ferries are waves, and track is a stroke,
 * so that no colour is needed to tell them apart.  With colours and UTF-8 free lines are thin
 * strokes, two of them side by side where they cost two, and track a heavy one.  A group of cities
 * has its letter.  Sees a table and one hand, so it cannot show what its reader may not know.
 *
 * A piece of it in ASCII, with a zoom of 3: rows are 3 lines apart, junctions of a row 6 columns.
 *
 *     +. . .+. . .+: : :+. . .2: : :+    2     a start marker, of seat 2
 *      .   . .   . .   : :   : :   :     . :   free lines that cost 1 and 2
 *       . .   . .   . :   : :   : :      1---# track from seat 1's marker into its network
 *     . .+. . .1-----#. . .+. . [Y] :    [Y]   a city of the yellow group in the reader's hand;
 *       . .   . .   . \   . .St. Louis         one that is not there is (y)
 *      .   . .   . .   \ .   . .   . :
 *     +. . .+. . .+. . .#. . .+. . .+    +     a junction
 */
#ifndef RAILHEAD_TERMINAL_DRAWING_MAP_H
#define RAILHEAD_TERMINAL_DRAWING_MAP_H

#include "terminal/drawing/cities.h"
#include "terminal/drawing/obstacles.h"
#include "terminal/drawing/seat_look.h"

/* How far apart rows are, in lines; junctions of a row are twice as far. */
enum { ZOOM_MIN = 2, ZOOM_NAMES = 3, ZOOM_MAX = 6 };

struct scene {
    const struct board *board;
    const struct table *table; /* with the tracks of the turn that is being entered */
    const struct hand *hand;   /* of the reader, or NULL */
    struct seat_look look;     /* of the seats */
    unsigned reader;           /* whose network is marked, or SEAT_NONE */
    unsigned zoom;
    bool utf8;           /* or else plain ASCII */
    bool strokes;        /* free lines too; needs UTF-8, and colours that tell track from them */
    bool letters;        /* junctions as the letters of their columns */
    struct line_set lit; /* laid last */
    struct line_set drafted;    /* laid in the turn that is being entered */
    struct line_set legal;      /* may be laid now */
    struct line_set missing;    /* at the end of a round */
    struct line_set barred;     /* those of them that the reader cannot build now */
    struct obstacles obstacles; /* of the reader */
    unsigned drafted_marker;    /* where the marker would go, or JUNCTION_NONE */
};

/* A part of the map, and where it is on a screen. */
struct map_part {
    int left, top;          /* of the map */
    unsigned width, height; /* of the part */
    int screen_left, screen_top;
};

/* How large the map of a board is. */
void map_measure(const struct board *board, unsigned zoom, unsigned *width, unsigned *height);

/* The largest zoom whose map fits, or the smallest one. */
unsigned map_zoom_to_fit(const struct board *board, unsigned width, unsigned height);

/* Where a junction is on it. */
void map_spot(const struct board *board, unsigned zoom, unsigned junction, int *x, int *y);

/* Draws on a canvas of that size. */
void map_draw(struct canvas *canvas, const struct scene *scene);

/*
 * Puts land and sea under a part of the map on a screen, also beyond the map's edges.  A board of
 * somebody's own has neither.
 */
void map_lay_ground(struct canvas *screen, const struct board *board, unsigned zoom,
                    const struct map_part *part);

/* What lies at a place of the map that was drawn, or next to it: a junction or else a line. */
void map_hit(const struct canvas *canvas, int x, int y, unsigned *junction, unsigned *line);

/* Of map_names.c: names where they hide least. */
void map_draw_names(struct canvas *canvas, const struct scene *scene);

#endif
