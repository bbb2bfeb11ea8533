/* Behaviour as one number. */
#include "bots/behaviour_hash.h"

#include "bots/bot.h"
#include "core/check.h"
#include "core/position.h"

/* A search is the same piece of code however long it lasts: a short one shows it. */
enum { SIGNATURE_WORK = 3000 };

/* FNV-1a */
static uint64_t hash_bytes(uint64_t hash, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

struct signature {
    const struct board *board;
    struct position position;
    struct player player[SEATS_MAX];
    uint64_t hash;
};

static void begin_round(struct signature *signature)
{
    struct view view;
    position_deal(&signature->position, signature->board);
    for (unsigned seat = 0; seat < signature->position.table.seats; seat++) {
        view_of(&view, &signature->position, seat);
        player_begin_round(&signature->player[seat], &view);
    }
}

static void play_turn(struct signature *signature)
{
    static const struct budget budget = {.work = SIGNATURE_WORK};
    struct position *position = &signature->position;
    const unsigned seat = position->table.to_move;
    struct view view;
    struct turn turn;
    view_of(&view, position, seat);
    player_turn(&signature->player[seat], &view, &budget, &turn, NULL);
    position_settle(position, signature->board, &turn);
    for (unsigned i = 0; i < position->table.seats; i++)
        player_see(&signature->player[i], &position->table, &turn);
    const enum refusal refusal = position_play(position, signature->board, &turn);
    CHECK(refusal == ACCEPTED);
    signature->hash = hash_bytes(signature->hash, &turn, sizeof turn);
    signature->hash = hash_bytes(signature->hash, &position->table, sizeof position->table);
}

size_t signature_memory(void)
{
    return SEATS_MAX * bot_memory_max();
}

/* The bots take seats in turns, so that all of them meet. */
static void begin_game(struct signature *signature, unsigned game, void *memory)
{
    for (unsigned seat = 0; seat < signature->position.table.seats; seat++) {
        struct rng rng;
        bot_rng(&rng, signature->position.seed, seat);
        player_init(&signature->player[seat], bot_at((seat + game) % bot_count()), signature->board,
                    (uint8_t *)memory + seat * bot_memory_max(), rng);
    }
}

uint64_t signature_games(const struct board *board, unsigned variants, unsigned seats,
                         uint64_t seed, unsigned games, void *memory)
{
    struct signature signature = {.board = board, .hash = UINT64_C(0xcbf29ce484222325)};
    for (unsigned game = 0; game < games; game++) {
        uint8_t key[SEED_SIZE];
        seed_of_series(seed, game, key);
        position_init(&signature.position, board, seats, variants, key);
        begin_game(&signature, game, memory);
        while (signature.position.table.phase != PHASE_GAME_OVER) {
            if (signature.position.table.phase != PHASE_PLAYING)
                begin_round(&signature);
            play_turn(&signature);
        }
    }
    return signature.hash;
}
