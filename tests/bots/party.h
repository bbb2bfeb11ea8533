/*
 * Bots at a table, for tests: a position, a player in every seat, and what they remember.
 */
#ifndef RAILHEAD_TESTS_BOTS_PARTY_H
#define RAILHEAD_TESTS_BOTS_PARTY_H

#include "bots/bot.h"
#include "core/position.h"

struct party {
    const struct board *board;
    struct position position;
    struct player player[SEATS_MAX];
    uint8_t *memory; /* of all players */
};

/* One memory for many games.  It starts full of garbage, as no player may rely on it. */
void party_init(struct party *party);
void party_release(struct party *party);

/* The memory that the player of a seat gets. */
void *party_memory(const struct party *party, unsigned seat);

/* A game by its seed, its first round dealt; then party_seat() for every seat. */
void party_begin_game(struct party *party, const struct board *board, unsigned seats,
                      unsigned variants, uint64_t seed);

/* The same with any board, number of seats and variants. */
void party_begin_any_game(struct party *party, uint64_t *random);

/* Puts a bot in a seat: it knows the round as it stands and nothing of what came before. */
void party_seat(struct party *party, unsigned seat, const struct bot *bot, uint64_t seed);

/* Plays a turn of the seat to move in sight of everybody, and deals where the round is over. */
void party_play(struct party *party, const struct turn *turn);

/* Plays any legal turn, and tells it. */
void party_play_any(struct party *party, uint64_t *random, struct turn *turn);

/* Whether a view's seat may play this turn, as far as it can know. */
bool party_is_legal(const struct board *board, const struct view *view, const struct turn *turn);

/* Whether a bot needs long for a turn, or for seeing one: tests ask it less often. */
bool party_is_slow(const struct bot *bot);

#endif
