/*
 * Opponents for one person: bots that are about as strong as that person.
 *
 * Strength is a number on the scale of the levels: 0 is the easy level, COMPANY_LEVEL the next, and
 * so on.  The caller stores it on the device.  Each round against bots of any level changes it
 * slightly: up if the person did better than expected against them, down if worse.  There is no
 * clock and no randomness: the same rounds give the same strength.
 */
#ifndef RAILHEAD_GAME_COMPANY_H
#define RAILHEAD_GAME_COMPANY_H

#include "game/game.h"

enum {
    COMPANY_LEVEL = 1000,
    COMPANY_BEGINNING = COMPANY_LEVEL / 2, /* for a person who has not played here before */
};

/* The word that people can choose in place of a level: "adaptive". */
extern const char company_word[];

/* Returns the highest strength; the lowest is 0. */
unsigned company_strength_max(void);

/*
 * Converts a number from outside to a valid strength: the highest if it is too large,
 * COMPANY_BEGINNING if it is negative.
 */
unsigned company_strength(int64_t number);

/*
 * Chooses `bots` bots whose mean strength is about that of the person.  Their levels differ by at
 * most one.
 */
void company_choose(unsigned strength, unsigned bots, const struct bot *chosen[]);

/*
 * Returns the strength after a round.  `ahead` is the bots' mean minus points less the person's, in
 * thousandths of a point; `level` is the bots' mean strength.
 */
unsigned company_after(unsigned strength, int ahead, unsigned level);

/*
 * The same for a game whose round has just ended.  Returns `strength` unless the game is one of one
 * person against bots of known levels.
 */
unsigned company_after_round(unsigned strength, const struct game *game);

#endif
