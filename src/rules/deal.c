/* Derives cards, seats and seeds from a seed. */
#include "rules/deal.h"

#include <string.h>

#include "base/check.h"
#include "rules/chacha20.h"

void stream_init(struct stream *stream, const uint8_t seed[SEED_SIZE], const char purpose[4],
                 uint64_t number)
{
    memset(stream, 0, sizeof *stream);
    memcpy(stream->key, seed, SEED_SIZE);
    memcpy(stream->nonce, purpose, 4);
    for (int i = 0; i < 8; i++)
        stream->nonce[4 + i] = (uint8_t)(number >> (8 * i));
    stream->used = CHACHA20_WORDS;
}

uint32_t stream_next(struct stream *stream)
{
    if (stream->used == CHACHA20_WORDS) {
        chacha20_block(stream->key, stream->nonce, stream->counter++, stream->block);
        stream->used = 0;
    }
    return stream->block[stream->used++];
}

uint32_t stream_below(struct stream *stream, uint32_t bound)
{
    CHECK(bound > 0);
    const uint32_t surplus = (uint32_t)((UINT64_C(1) << 32) % bound);
    uint32_t word;
    do
        word = stream_next(stream);
    while (word > UINT32_MAX - surplus); /* the incomplete last range favours small numbers */
    return word % bound;
}

unsigned deal_cards_in_play(const struct board *board, unsigned seats, unsigned group)
{
    return seats <= SMALL_GAME_SEATS ? board->plain_cards[group] : board->cards[group];
}

void deal_hands(const struct board *board, unsigned seats, const uint8_t seed[SEED_SIZE],
                unsigned round, struct hand hand[SEATS_MAX])
{
    struct stream stream;
    stream_init(&stream, seed, "deal", round);
    memset(hand, CITY_NONE, SEATS_MAX * sizeof hand[0]);
    for (unsigned group = 0; group < GROUPS; group++) {
        const unsigned cards = deal_cards_in_play(board, seats, group);
        CHECK(cards >= seats);
        uint8_t pile[GROUP_CARDS_MAX];
        memcpy(pile, board->card[group], sizeof pile);
        for (unsigned seat = 0; seat < seats; seat++) {
            const unsigned drawn = seat + stream_below(&stream, cards - seat);
            hand[seat].city[group] = pile[drawn];
            pile[drawn] = pile[seat];
        }
    }
}

void hands_pass_on(unsigned seats, const struct hand held[SEATS_MAX], struct hand hand[SEATS_MAX])
{
    for (unsigned seat = 0; seat < seats; seat++)
        hand[seat] = held[(seat + 1) % seats];
}

unsigned deal_first(unsigned seats, const uint8_t seed[SEED_SIZE])
{
    struct stream stream;
    stream_init(&stream, seed, "seat", 0);
    return stream_below(&stream, seats);
}

void seed_of_series(uint64_t series, uint64_t number, uint8_t seed[SEED_SIZE])
{
    uint8_t key[SEED_SIZE] = {0};
    for (int i = 0; i < 8; i++)
        key[i] = (uint8_t)(series >> (8 * i));
    struct stream stream;
    stream_init(&stream, key, "game", number);
    for (int i = 0; i < SEED_SIZE; i += 4) {
        const uint32_t word = stream_next(&stream);
        for (int byte = 0; byte < 4; byte++)
            seed[i + byte] = (uint8_t)(word >> (8 * byte));
    }
}
