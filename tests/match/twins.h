/*
 * Two matches for tests that differ in nothing but the cards of others, and in which the same is
 * asked: whatever I or a spectator can find out must be the same at both until a round ends.
 */
#ifndef RAILHEAD_TESTS_MATCH_TWINS_H
#define RAILHEAD_TESTS_MATCH_TWINS_H

#include "match/gathering.h"

enum { ME = 0 };

/* Two tables with the same events; in the second, two of the others hold each other's cards. */
struct twins {
    struct gathering table[2];
    unsigned left, right;
    uint64_t random;
};

/* `number` decides the board and the seats. */
void twins_start(struct twins *twins, unsigned number, uint64_t *random);
void twins_release(struct twins *twins);

/* Whether both are in the middle of a round. */
bool twins_both_play(const struct twins *twins);

/* One turn at both tables; false when it tells the mover's own, exchanged cards apart. */
bool twins_play_turn(struct twins *twins);

/* What was asked last was answered alike. */
void twins_check_answers(const struct twins *twins);

#endif
