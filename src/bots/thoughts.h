/*
 * Why a bot plays what it plays: the turns it thought best, and what it believes of the others.
 */
#ifndef RAILHEAD_BOTS_THOUGHTS_H
#define RAILHEAD_BOTS_THOUGHTS_H

#include "core/view.h"

enum { THOUGHTS_IDEAS_MAX = 8 };

/* A turn that was weighed. */
struct idea {
    struct turn turn;
    double lost;  /* the minus points of this round that the bot expects to take after it */
    double value; /* what the bot compares: the higher the better */
    double doubt; /* its standard error where it is a chance to win, or less than 0 */
};

struct thoughts {
    struct idea idea[THOUGHTS_IDEAS_MAX]; /* the best first */
    unsigned ideas;
    uint64_t work; /* steps of search that were spent, never more than the budget */

    /* The chance of each city to be in the hand of each seat: 1 or 0 where a card is known. */
    float chance[SEATS_MAX][CITIES_MAX];
};

/* Nothing weighed yet; every card that the view does not show is as likely as another. */
void thoughts_init(struct thoughts *thoughts, const struct board *board, const struct view *view);

/* Keeps an idea in its place among the best. */
void thoughts_add(struct thoughts *thoughts, const struct turn *turn, double lost, double value);

/* The same for an idea whose value is a chance to win. */
void thoughts_add_chance(struct thoughts *thoughts, const struct turn *turn, double lost,
                         double value, double doubt);

#endif
