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

enum { WAY_NONE = 255 }; /* there is no way, or the city is joined already */

struct goals {
    const struct board *board;
    const struct view *view;
    uint8_t goal[GROUPS];                /* the junctions of the hand's cities */
    uint8_t cost[LINES_MAX];             /* what is missing on a line, WAY_NONE where it is shut */
    uint8_t away[GROUPS][JUNCTIONS_MAX]; /* from each junction to a city */
    const struct distances *distances;   /* as scoring has them */
    struct distances measured;           /* behind `distances` unless somebody knew them */
    bool plain; /* of equally short ways the first of the board, whatever it passes */
};

struct plan {
    struct draft draft;
    uint8_t near[GROUPS]; /* from the network to each city; WAY_NONE for one that is joined */
    unsigned tip;         /* the junction that the last track led to, or JUNCTION_NONE */
};

/* A track towards a city. */
struct step {
    unsigned line;
    unsigned from; /* the end that lies in the network, */
    unsigned to;   /* and the other one */
    unsigned way;  /* from the network to the city over this line */
};

/*
 * Measures the ways of the view's seat.  They are not plain.  Whoever knows the seat's distances
 * gives them, and others NULL.
 */
void goals_init(struct goals *goals, const struct board *board, const struct view *view,
                const struct distances *known);

void plan_begin(struct plan *plan, const struct goals *goals);

/*
 * The legal track with the shortest way to the city of that group; of several the one that is also
 * nearest to the other cities, or where ways are plain the first of the board.  False when no legal
 * track leads anywhere new.
 */
bool plan_find_step(const struct plan *plan, const struct goals *goals, unsigned group,
                    struct step *step);

/*
 * A track that goes on from the first one of the turn: on a shortest way to the nearest city that
 * one of the legal tracks is on the way to.
 */
bool plan_find_second(const struct plan *plan, const struct goals *goals, struct step *step);

/* Lays it, in the seat's own colour or black. */
void plan_lay(struct plan *plan, const struct goals *goals, const struct step *step, bool own);

/*
 * Adds the plan's turn to the thoughts, unless it is there already with a higher value; among equal
 * values the turn after which less is missing comes first.
 */
void plan_weigh(const struct plan *plan, const struct goals *goals, double value,
                struct thoughts *thoughts);

/* What the seat would lose if the round ended after the plan (P1). */
unsigned plan_lost(const struct plan *plan, const struct goals *goals);

#endif
