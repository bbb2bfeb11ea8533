/* Behaviour as one number. */
#include "bots/signature.h"

#include "bots/bot.h"
#include "core/check.h"

/* FNV-1a */
static uint64_t hash_bytes(uint64_t hash, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static uint64_t hash_game(uint64_t hash, struct position *position, const struct board *board,
                          struct rng *rng)
{
    while (position->table.phase != PHASE_GAME_OVER) {
        if (position->table.phase != PHASE_PLAYING)
            position_deal(position, board);
        const unsigned seat = position->table.to_move;
        struct view view;
        struct turn turn;
        view_of(&view, position, seat);
        bot_turn(bot_at(seat % bot_count()), board, &view, rng, &turn);
        position_settle(position, board, &turn);
        const enum refusal refusal = position_play(position, board, &turn);
        CHECK(refusal == ACCEPTED);
        hash = hash_bytes(hash, &turn, sizeof turn);
        hash = hash_bytes(hash, &position->table, sizeof position->table);
    }
    return hash;
}

uint64_t signature_games(const struct board *board, unsigned variants, unsigned seats,
                         uint64_t seed, unsigned games)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (unsigned game = 0; game < games; game++) {
        uint8_t key[SEED_SIZE];
        struct position position;
        struct rng rng;
        seed_of_series(seed, game, key);
        rng_init(&rng, seed + game);
        position_init(&position, board, seats, variants, key);
        hash = hash_game(hash, &position, board, &rng);
    }
    return hash;
}
