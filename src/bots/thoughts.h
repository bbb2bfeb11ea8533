/*
 * The reasons for a bot's turn: the best turns it considered, and its beliefs about hidden cards.
 */
#ifndef RAILHEAD_BOTS_THOUGHTS_H
#define RAILHEAD_BOTS_THOUGHTS_H

#include "rules/view.h"

enum { THOUGHTS_IDEAS_MAX = 8 };

/* A turn that was considered. */
struct idea {
    struct turn turn;
    double lost;  /* expected points lost in this round after the turn */
    double value; /* what the bot compares; higher is better, units depend on the bot */
    double doubt; /* standard error of `value` if that is a chance of winning, otherwise negative */
};

struct thoughts {
    struct idea idea[THOUGHTS_IDEAS_MAX]; /* in descending order of value */
    unsigned ideas;                       /* number of ideas */
    uint64_t work;                        /* steps of search used, at most the budget */

    /* The probability that each seat holds each city: 0 or 1 for known cards. */
    float chance[SEATS_MAX][CITIES_MAX];
};

/* Clears the ideas.  Cards hidden from `view` get equal chances. */
void thoughts_init(struct thoughts *thoughts, const struct board *board, const struct view *view);

/* Inserts an idea in descending order of value.  If the list is full, the worst idea is dropped. */
void thoughts_add(struct thoughts *thoughts, const struct turn *turn, double lost, double value);

/* The same for an idea whose value is a chance of winning; `doubt` is its standard error. */
void thoughts_add_chance(struct thoughts *thoughts, const struct turn *turn, double lost,
                         double value, double doubt);

#endif
