/*
 * The board as a map: a pure function from a scene to a canvas.
 *
 * Without colours, free lines are dotted, with as many dots as they cost, ferries are waves, and
 * track is a stroke.  With colours and UTF-8, free lines are thin strokes, two side by side if they
 * cost two, and track is a heavy stroke.  Each group of cities has a letter.  The scene has a table
 * and one hand, so the map cannot show what its reader may not know.
 *
 * A part in ASCII at zoom 3: rows are 3 lines apart, junctions in a row 6 columns.
 *
 *     +. . .+. . .+: : :+. . .2: : :+    2     a start marker, of seat 2
 *      .   . .   . .   : :   : :   :     . :   free lines that cost 1 and 2
 *       . .   . .   . :   : :   : :      1---# track from seat 1's marker into its network
 *     . .+. . .1-----#. . .+. . [Y] :    [Y]   a city of the yellow group in the reader's hand;
 *       . .   . .   . \   . .St. Louis         one of another hand is (y)
 *      .   . .   . .   \ .   . .   . :
 *     +. . .+. . .+. . .#. . .+. . .+    +     a junction
 */
#ifndef RAILHEAD_TERMINAL_DRAWING_MAP_H
#define RAILHEAD_TERMINAL_DRAWING_MAP_H

#include "terminal/drawing/cities.h"
#include "terminal/drawing/obstacles.h"
#include "terminal/drawing/seat_look.h"

/* Lines between rows; junctions in a row are twice as many columns apart. */
enum { ZOOM_MIN = 2, ZOOM_NAMES = 3, ZOOM_MAX = 6 };

struct scene {
    const struct board *board;
    const struct table *table; /* including the tracks of the turn being entered */
    const struct hand *hand;   /* the reader's, or NULL */
    struct seat_look look;     /* of the seats */
    unsigned reader;           /* the seat whose network is highlighted, or SEAT_NONE */
    unsigned zoom;
    bool utf8;                  /* otherwise ASCII only */
    bool strokes;               /* draw free lines as strokes too; needs UTF-8 and colours */
    bool letters;               /* draw junctions as the letters of their columns */
    struct line_set lit;        /* laid last */
    struct line_set drafted;    /* laid in the turn being entered */
    struct line_set legal;      /* may be laid now */
    struct line_set missing;    /* shown at the end of a round */
    struct line_set barred;     /* the missing lines that the reader cannot build now */
    struct obstacles obstacles; /* of the reader */
    unsigned drafted_marker;    /* where the marker would be placed, or JUNCTION_NONE */
};

/* A rectangle of the map and its position on a screen. */
struct map_part {
    int left, top;          /* on the map */
    unsigned width, height; /* in cells */
    int screen_left, screen_top;
};

/* Computes the size of a board's map in cells. */
void map_measure(const struct board *board, unsigned zoom, unsigned *width, unsigned *height);

/* Returns the largest zoom at which the map fits, or ZOOM_MIN. */
unsigned map_zoom_to_fit(const struct board *board, unsigned width, unsigned height);

/* Computes the cell of a junction. */
void map_spot(const struct board *board, unsigned zoom, unsigned junction, int *x, int *y);

/* Draws on a canvas of the size that map_measure() returns. */
void map_draw(struct canvas *canvas, const struct scene *scene);

/*
 * Puts land and sea under a part of the map on a screen, also beyond the map's edges.  Only
 * compiled-in boards have them.
 */
void map_lay_ground(struct canvas *screen, const struct board *board, unsigned zoom,
                    const struct map_part *part);

/* Finds what is at or next to a cell of a drawn map: a junction, otherwise a line. */
void map_hit(const struct canvas *canvas, int x, int y, unsigned *junction, unsigned *line);

/* In map_names.c: draws names where they hide least. */
void map_draw_names(struct canvas *canvas, const struct scene *scene);

#endif
