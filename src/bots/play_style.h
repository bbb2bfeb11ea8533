/*
 * How different players weigh a track: one row of numbers for each type of player.
 *
 * A piece of track is worth what it saves the player's own tree, less a share of what it saves the
 * others, less a little for the way from it to the next city, less the price of a coloured piece.
 * The hard player plays by just that (bots/candidates.h); a model of other players does too
 * (bots/policy.h).
 */
#ifndef RAILHEAD_BOTS_PLAY_STYLE_H
#define RAILHEAD_BOTS_PLAY_STYLE_H

#include "core/distances.h"
#include "core/table.h"

enum player_type {
    TYPE_GREEDY,
    TYPE_NEAREST,
    TYPE_EASY,
    TYPE_MEDIUM,
    TYPE_HARD,
    TYPE_EXPERT,
    PLAYER_TYPES
};

struct play_style {
    const char *name;
    float opponents;    /* what the others gain counts this much of what one gains oneself */
    float nearness;     /* each line from the track to the nearest city, */
    float later;        /* and how much of that counts for the second track of a turn */
    float colour;       /* the price of a coloured piece */
    float blockade;     /* V2: what the others want at a junction, when the marker stands on it */
    double temperature; /* how much worse a turn may be and still be played now and then */
    double odd;         /* the share of turns that follow no rule */
};

/*
 * The row of a type, as bench/policy.c fitted it to the turns of our bots.  The easy and the medium
 * level play by theirs (bots/easy_medium.h): these were chosen, by how strong that makes them.
 */
const struct play_style *play_style_of(enum player_type type);

/* From a line to the nearest city that is not joined to the network yet. */
unsigned track_worth_city_distance(const struct board *board, const struct distances *distances,
                                   const uint8_t terminal[], unsigned line);

/*
 * What a piece on a line gives to the others, who may use it or not (F5, X1); `help` is what they
 * would save together if the line were free.
 */
float track_worth_given(const struct table *before, const struct board *board, float opponent_gain,
                        unsigned line, bool own);

/* What speaks for starting on a junction: near the rest of the hand, away from the crowd. */
float play_style_start_value(const struct table *table, const struct distances *distances,
                             const uint8_t terminal[], unsigned junction);

/* What one piece of track, or a turn of several, does. */
struct track_worth {
    unsigned gain;                 /* what it saves the player's own tree */
    float given;                   /* what it gives to the others */
    unsigned city_distance;        /* from it to the nearest city, */
    unsigned second_city_distance; /* and from the second track of a turn */
    unsigned own;                  /* coloured pieces */
};

/* Adds what that is worth to a value. */
static inline float play_style_value(const struct play_style *style, float value,
                                     const struct track_worth *worth)
{
    value += (float)worth->gain;
    value -= style->opponents * worth->given;
    value -= style->nearness *
             ((float)worth->city_distance + style->later * (float)worth->second_city_distance);
    value -= style->colour * (float)worth->own;
    return value;
}

#endif
