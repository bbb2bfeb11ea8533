/*
 * Company for one person: bots that are about as strong as that person plays.
 *
 * Strength is a number on the scale of the levels: 0 is the easy level, COMPANY_LEVEL the next, and
 * so on up to the best.  It is kept by whoever owns the device; a round against bots of any levels
 * moves it a little: up where the person did better than was to be expected against them, down
 * where worse.  No clock and no chance: the same rounds lead to the same strength.
 */
#ifndef RAILHEAD_PLAY_COMPANY_H
#define RAILHEAD_PLAY_COMPANY_H

#include "play/game.h"

enum {
    COMPANY_LEVEL = 1000,
    COMPANY_BEGINNING = COMPANY_LEVEL / 2, /* of somebody who has not played here */
};

/* In place of a level, where people choose one: "adaptive". */
extern const char company_word[];

/* The highest; the lowest is 0. */
unsigned company_strength_max(void);

/* A strength that comes from outside: the nearest that there is, and below 0 that of a beginning.
 */
unsigned company_strength(int64_t number);

/* So many bots that are together as strong as the person; they differ by one level at most. */
void company_choose(unsigned strength, unsigned bots, const struct bot *chosen[]);

/*
 * The strength after a round: `ahead` is how many minus points less than the person the bots took
 * on average, in thousandths, and `level` their mean strength.
 */
unsigned company_after(unsigned strength, int ahead, unsigned level);

/* The same for the round of a game that is just over; unchanged where it is not one of one person
 * against levels. */
unsigned company_after_round(unsigned strength, const struct game *game);

#endif
