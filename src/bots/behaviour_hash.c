/* Plays seeded games between all bots and hashes every turn and table. */
#include "bots/behaviour_hash.h"

#include "base/check.h"
#include "bots/bot.h"
#include "rules/position.h"

/* Search budget of each turn, in steps.  A short search runs the same code as a long one. */
enum { BEHAVIOUR_HASH_WORK = 3000 };

/* 64-bit FNV-1a. */
static uint64_t hash_bytes(uint64_t hash, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

struct hash_run {
    const struct board *board;
    struct position position;
    struct player player[SEATS_MAX];
    uint64_t hash;
};

static void hash_run_begin_round(struct hash_run *run)
{
    struct view view;
    position_deal(&run->position, run->board);
    for (unsigned seat = 0; seat < run->position.table.seats; seat++) {
        view_of(&view, &run->position, seat);
        player_begin_round(&run->player[seat], &view);
    }
}

static void hash_run_play_turn(struct hash_run *run)
{
    static const struct budget budget = {.work = BEHAVIOUR_HASH_WORK};
    struct position *position = &run->position;
    const unsigned seat = position->table.to_move;
    struct view view;
    struct turn turn;
    view_of(&view, position, seat);
    player_turn(&run->player[seat], &view, &budget, &turn, NULL);
    position_settle(position, run->board, &turn);
    for (unsigned i = 0; i < position->table.seats; i++)
        player_see(&run->player[i], &position->table, &turn);
    const enum refusal refusal = position_play(position, run->board, &turn);
    CHECK(refusal == ACCEPTED);
    run->hash = hash_bytes(run->hash, &turn, sizeof turn);
    run->hash = hash_bytes(run->hash, &position->table, sizeof position->table);
}

size_t behaviour_hash_memory(void)
{
    return SEATS_MAX * bot_memory_max();
}

/* Seat s of game g gets bot (s + g) modulo the number of bots, so every bot meets every other. */
static void hash_run_begin_game(struct hash_run *run, unsigned game, void *memory)
{
    for (unsigned seat = 0; seat < run->position.table.seats; seat++) {
        struct rng rng;
        bot_rng(&rng, run->position.seed, seat);
        player_init(&run->player[seat], bot_at((seat + game) % bot_count()), run->board,
                    (uint8_t *)memory + seat * bot_memory_max(), rng);
    }
}

uint64_t behaviour_hash_games(const struct board *board, unsigned variants, unsigned seats,
                              uint64_t seed, unsigned games, void *memory)
{
    struct hash_run run = {.board = board, .hash = UINT64_C(0xcbf29ce484222325)};
    for (unsigned game = 0; game < games; game++) {
        uint8_t key[SEED_SIZE];
        seed_of_series(seed, game, key);
        position_init(&run.position, board, seats, variants, key);
        hash_run_begin_game(&run, game, memory);
        while (run.position.table.phase != PHASE_GAME_OVER) {
            if (run.position.table.phase != PHASE_PLAYING)
                hash_run_begin_round(&run);
            hash_run_play_turn(&run);
        }
    }
    return run.hash;
}
