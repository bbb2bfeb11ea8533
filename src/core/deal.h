/*
 * Deals: which cards a seed gives to whom, and who begins (S3, S4, S5).
 *
 * The seed is the key of a cipher, so it can be committed to before a game and shown after it:
 * docs/formats.md says how to deal the same cards with another program.
 */
#ifndef RAILHEAD_CORE_DEAL_H
#define RAILHEAD_CORE_DEAL_H

#include "core/table.h"

enum { SEED_SIZE = 32 };

/* A stream of random numbers that a seed and a purpose decide. */
struct stream {
    uint32_t block[16];
    uint8_t key[SEED_SIZE];
    uint8_t nonce[12];
    uint32_t counter;
    uint32_t used; /* words of the block */
};

/* `purpose` is four letters: "deal", "seat", "game" or "bots". */
void stream_init(struct stream *stream, const uint8_t seed[SEED_SIZE], const char purpose[4],
                 uint64_t number);
uint32_t stream_next(struct stream *stream);

/* A number from 0 to bound - 1, each equally likely; bound is at least 1. */
uint32_t stream_below(struct stream *stream, uint32_t bound);

/* S3, S4: the hands of a round that is dealt anew; seats that do not play hold no card. */
void deal_hands(const struct board *board, unsigned seats, const uint8_t seed[SEED_SIZE],
                unsigned round, struct hand hand[SEATS_MAX]);

/* V1: what each seat holds in the next round of a game with open cards. */
void hands_pass_on(unsigned seats, const struct hand held[SEATS_MAX], struct hand hand[SEATS_MAX]);

/* S5: who begins the first round. */
unsigned deal_first(unsigned seats, const uint8_t seed[SEED_SIZE]);

/* S3: the cards of a group that are in the game: the first so many of board->card[group]. */
unsigned deal_cards_in_play(const struct board *board, unsigned seats, unsigned group);

/* The seed of game `number` of a series that a small number decides. */
void seed_of_series(uint64_t series, uint64_t number, uint8_t seed[SEED_SIZE]);

#endif
