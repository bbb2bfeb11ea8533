/*
 * Shortest paths to a player's own cities, for bots that build towards one city at a time.
 *
 * city_paths holds the distances, computed once per turn. city_turn is a turn being chosen, one
 * track after the other.  Nothing here considers the opponents' hands.
 */
#ifndef RAILHEAD_BOTS_CITY_PATHS_H
#define RAILHEAD_BOTS_CITY_PATHS_H

#include "bots/bot.h"
#include "score/distances.h"

enum { PATH_NONE = 255 }; /* no path, or the city is already connected */

struct city_paths {
    const struct board *board;
    const struct view *view;
    uint8_t city_junction[GROUPS]; /* junction of the hand's city in each group */
    uint8_t cost[LINES_MAX]; /* cost missing on each line; PATH_NONE if it is closed to the seat */
    /* Distance from each group's city to every junction, or PATH_NONE. */
    uint8_t from_city[GROUPS][JUNCTIONS_MAX];
    /* The seat's distances as scoring uses them.  Points to the caller's, or to `measured`. */
    const struct distances *distances;
    struct distances measured;
    /*
     * Of equally short tracks take the first in board order, instead of the one nearest to all
     * cities.
     */
    bool ties_by_board_order;
};

struct city_turn {
    struct draft draft;
    /* Distance from the network to each group's city; PATH_NONE if connected or unreachable. */
    uint8_t network_distance[GROUPS];
    unsigned tip; /* where the last track ended; JUNCTION_NONE if it completed no line */
};

/* A legal track on a shortest path to a city. */
struct city_track {
    unsigned line;     /* number of the line to lay */
    unsigned from;     /* end of the line in the network */
    unsigned to;       /* other end of the line */
    unsigned distance; /* from the network to the city, along this line */
};

/*
 * Computes the distances for the seat of `view`.  `known` are the seat's distances if the caller
 * has them, otherwise NULL.  `board`, `view` and `known` must outlive `paths`. ties_by_board_order
 * is set to false.
 */
void city_paths_init(struct city_paths *paths, const struct board *board, const struct view *view,
                     const struct distances *known);

void city_turn_begin(struct city_turn *city_turn, const struct city_paths *paths);

/*
 * Finds the legal track on a shortest path to the city of `group`.  Ties are decided as
 * ties_by_board_order says.  Returns false if no legal track leads to the city.
 */
bool city_turn_find_track(const struct city_turn *city_turn, const struct city_paths *paths,
                          unsigned group, struct city_track *track);

/*
 * Finds the next track of a turn, first or second, on a shortest path to the nearest unconnected
 * city that some legal track approaches.  Returns false if there is none.
 */
bool city_turn_find_second(const struct city_turn *city_turn, const struct city_paths *paths,
                           struct city_track *track);

/* Lays the track, in the seat's own colour if `own`, otherwise black.  It must be legal. */
void city_turn_lay(struct city_turn *city_turn, const struct city_paths *paths,
                   const struct city_track *track, bool own);

/*
 * Adds the turn to the thoughts, unless it is already there with a higher value.  Among equal
 * values, the turn that leaves less missing comes first.
 */
void city_turn_add_idea(const struct city_turn *city_turn, const struct city_paths *paths,
                        double value, struct thoughts *thoughts);

/* P1: the points the seat would lose if the round ended after this turn. */
unsigned city_turn_missing(const struct city_turn *city_turn, const struct city_paths *paths);

#endif
