/*
 * A game between bots, for tests: a position, a player in every seat, and their memory.
 */
#ifndef RAILHEAD_TESTS_BOTS_PARTY_H
#define RAILHEAD_TESTS_BOTS_PARTY_H

#include "bots/bot.h"
#include "rules/position.h"

struct party {
    const struct board *board;
    struct position position;
    struct player player[SEATS_MAX];
    uint8_t *memory; /* one block for all players */
};

/*
 * Allocates one memory for many games.  It is filled with garbage, since players must initialise
 * what they use.
 */
void party_init(struct party *party);
void party_release(struct party *party);

/* The part of the memory that belongs to the player of `seat`. */
void *party_memory(const struct party *party, unsigned seat);

/*
 * Starts a game from a seed and deals its first round.  Call party_seat() for every seat
 * afterwards.
 */
void party_begin_game(struct party *party, const struct board *board, unsigned seats,
                      unsigned variants, uint64_t seed);

/* The same with a random board, number of seats and set of variants. */
void party_begin_any_game(struct party *party, uint64_t *random);

/* Seats a bot.  It joins the round in progress and knows nothing of earlier turns. */
void party_seat(struct party *party, unsigned seat, const struct bot *bot, uint64_t seed);

/*
 * Plays a turn of the seat to move, shows it to all players, and deals the next round if this one
 * is over.
 */
void party_play(struct party *party, const struct turn *turn);

/* Plays a random legal turn and writes it to `turn`. */
void party_play_any(struct party *party, uint64_t *random, struct turn *turn);

/* Whether the view's seat may play this turn, judged by what it can see. */
bool party_is_legal(const struct board *board, const struct view *view, const struct turn *turn);

/* Whether a bot is slow to choose or to process a turn.  Tests use such bots less often. */
bool party_is_slow(const struct bot *bot);

#endif
