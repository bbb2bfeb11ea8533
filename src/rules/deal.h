/*
 * Deals: the cards and the first player that follow from a seed (S3, S4, S5).
 *
 * The seed is the key of a cipher, so it can be committed to before a game and revealed afterwards.
 * docs/formats.md explains how to reproduce a deal with another program.
 */
#ifndef RAILHEAD_RULES_DEAL_H
#define RAILHEAD_RULES_DEAL_H

#include "rules/table.h"

enum { SEED_SIZE = 32 };

/* A stream of random numbers determined by a seed, a purpose and a number. */
struct stream {
    uint32_t block[16];
    uint8_t key[SEED_SIZE];
    uint8_t nonce[12];
    uint32_t counter;
    uint32_t used; /* words of `block` already returned */
};

/* `purpose` is four characters: "deal", "seat", "game" or "bots". */
void stream_init(struct stream *stream, const uint8_t seed[SEED_SIZE], const char purpose[4],
                 uint64_t number);
uint32_t stream_next(struct stream *stream);

/* Returns a uniformly distributed number from 0 to bound - 1; bound is at least 1. */
uint32_t stream_below(struct stream *stream, uint32_t bound);

/* S3, S4: deals the hands of a round from the full piles.  Unused seats get CITY_NONE. */
void deal_hands(const struct board *board, unsigned seats, const uint8_t seed[SEED_SIZE],
                unsigned round, struct hand hand[SEATS_MAX]);

/*
 * V1: rotates the hands for the next round of a game with open cards: each seat gets the hand of
 * the seat after it.
 */
void hands_pass_on(unsigned seats, const struct hand held[SEATS_MAX], struct hand hand[SEATS_MAX]);

/* S5: returns the seat that starts the first round. */
unsigned deal_first(unsigned seats, const uint8_t seed[SEED_SIZE]);

/* S3: returns how many cards of a group are in the game: the first ones in board->card[group]. */
unsigned deal_cards_in_play(const struct board *board, unsigned seats, unsigned group);

/* Computes the seed of game `number` of a series. */
void seed_of_series(uint64_t series, uint64_t number, uint8_t seed[SEED_SIZE]);

#endif
