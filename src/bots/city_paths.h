/*
 * Ways to one's own cities, for players that go for one city at a time.
 *
 * The ways are measured once for a turn.  A plan is a turn under way: its tracks, and how far the
 * network is from each city with them.  Nothing here knows what the others may hold.
 */
#ifndef RAILHEAD_BOTS_CITY_PATHS_H
#define RAILHEAD_BOTS_CITY_PATHS_H

#include "bots/bot.h"
#include "core/distances.h"

enum { PATH_NONE = 255 }; /* there is no way, or the city is joined already */

struct city_paths {
    const struct board *board;
    const struct view *view;
    uint8_t city_junction[GROUPS]; /* the junctions of the hand's cities */
    uint8_t cost[LINES_MAX];       /* what is missing on a line, PATH_NONE where it is shut */
    uint8_t from_city[GROUPS][JUNCTIONS_MAX]; /* from each junction to a city */
    const struct distances *distances;        /* as scoring has them */
    struct distances measured;                /* behind `distances` unless somebody knew them */
    bool ties_by_board_order; /* of equally short ways the first of the board, whatever it passes */
};

struct city_turn {
    struct draft draft;
    uint8_t network_distance[GROUPS]; /* from the network to each city; PATH_NONE for one that is
                                         joined */
    unsigned tip; /* the junction that the last track led to, or JUNCTION_NONE */
};

/* A track towards a city. */
struct city_track {
    unsigned line;
    unsigned from;     /* the end that lies in the network, */
    unsigned to;       /* and the other one */
    unsigned distance; /* from the network to the city over this line */
};

/*
 * Measures the ways of the view's seat.  They are not plain.  Whoever knows the seat's distances
 * gives them, and others NULL.
 */
void city_paths_init(struct city_paths *paths, const struct board *board, const struct view *view,
                     const struct distances *known);

void city_turn_begin(struct city_turn *city_turn, const struct city_paths *paths);

/*
 * The legal track with the shortest way to the city of that group; of several the one that is also
 * nearest to the other cities, or where ways are plain the first of the board.  False when no legal
 * track leads anywhere new.
 */
bool city_turn_find_track(const struct city_turn *city_turn, const struct city_paths *paths,
                          unsigned group, struct city_track *track);

/*
 * A track that goes on from the first one of the turn: on a shortest way to the nearest city that
 * one of the legal tracks is on the way to.
 */
bool city_turn_find_second(const struct city_turn *city_turn, const struct city_paths *paths,
                           struct city_track *track);

/* Lays it, in the seat's own colour or black. */
void city_turn_lay(struct city_turn *city_turn, const struct city_paths *paths,
                   const struct city_track *track, bool own);

/*
 * Adds the plan's turn to the thoughts, unless it is there already with a higher value; among equal
 * values the turn after which less is missing comes first.
 */
void city_turn_add_idea(const struct city_turn *city_turn, const struct city_paths *paths,
                        double value, struct thoughts *thoughts);

/* What the seat would lose if the round ended after the plan (P1). */
unsigned city_turn_missing(const struct city_turn *city_turn, const struct city_paths *paths);

#endif
