/*
 * How different players value a track: one row of weights for each type of player.
 *
 * The value is what the track saves the player's own tree, minus a share of what it saves the
 * opponents, minus a little for the distance from the track to the next city, minus the price of a
 * coloured piece.  The hard player chooses turns this way (bots/candidates.h), and so do the models
 * of other players (bots/policy.h).
 */
#ifndef RAILHEAD_BOTS_PLAY_STYLE_H
#define RAILHEAD_BOTS_PLAY_STYLE_H

#include "rules/table.h"
#include "score/distances.h"

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
    /* Weight of the opponents' gain, relative to the player's own. */
    float opponents;
    /* Cost of each line of distance from the first track to the nearest city. */
    float nearness;
    /* Factor on `nearness` for the second track of a turn. */
    float later;
    /* Price of a coloured piece. */
    float colour;
    /* V2: weight of the opponents' gain at a junction that the marker blocks. */
    float blockade;
    /* Softmax temperature: the higher, the more often worse turns are played.  Greater than 0. */
    double temperature;
    /* Share of turns that the model cannot explain, 0 to 1. */
    double odd;
};

/*
 * The style of a type.  Most were fitted to real games by bench/policy.c; those of easy and medium,
 * which the bots use themselves (bots/easy_medium.h), were chosen by playing strength.
 */
const struct play_style *play_style_of(enum player_type type);

/*
 * The distance from a line to the nearest city outside the network of terminal[GROUPS], the marker.
 * JUNCTION_NONE if there is none.
 */
unsigned track_worth_city_distance(const struct board *board, const struct distances *distances,
                                   const uint8_t terminal[], unsigned line);

/*
 * What a track on `line` saves the opponents, who may not be allowed to use it (F5, X1).
 * `opponent_gain` is what they would save together if the line were free.
 */
float track_worth_given(const struct table *before, const struct board *board, float opponent_gain,
                        unsigned line, bool own);

/*
 * The value of a start marker on `junction`: near the rest of the hand, far from the other markers.
 * `terminal` starts with the five cities of the hand.
 */
float play_style_start_value(const struct table *table, const struct distances *distances,
                             const uint8_t terminal[], unsigned junction);

/* The effect of one track, or of a whole turn. */
struct track_worth {
    unsigned gain;                 /* what it saves the player's own tree */
    float given;                   /* what it saves the opponents */
    unsigned city_distance;        /* from the first track to the nearest city */
    unsigned second_city_distance; /* from the second track to the nearest city */
    unsigned own;                  /* number of coloured pieces */
};

/* Returns `value` plus the value of `worth` in this style. */
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
