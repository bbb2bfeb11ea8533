/* Games between bots, for tests: see party.h. */
#include "bots/party.h"

#include <stdlib.h>
#include <string.h>

#include "support.h"

#include "base/check.h"
#include "board_file/boards.h"
#include "bots/random.h"
#include "engine/player_memory.h"

void party_init(struct party *party)
{
    const size_t size = SEATS_MAX * bot_memory_max();
    memset(party, 0, sizeof *party);
    party->memory = player_memory_new(size);
    CHECK(party->memory != NULL);
    memset(party->memory, 0xa5, size);
}

void party_release(struct party *party)
{
    free(party->memory);
}

void *party_memory(const struct party *party, unsigned seat)
{
    return party->memory + seat * bot_memory_max();
}

void party_begin_game(struct party *party, const struct board *board, unsigned seats,
                      unsigned variants, uint64_t seed)
{
    uint8_t key[SEED_SIZE];
    seed_of_series(seed, 0, key);
    party->board = board;
    position_init(&party->position, board, seats, variants, key);
    position_deal(&party->position, board);
    memset(party->player, 0, sizeof party->player);
}

void party_begin_any_game(struct party *party, uint64_t *random)
{
    const struct board *board = board_builtin_at(test_random_below(random, board_builtin_count()));
    const unsigned seats = SEATS_MIN + test_random_below(random, SEATS_MAX - SEATS_MIN + 1);
    party_begin_game(party, board, seats, test_random_below(random, VARIANTS_ALL + 1),
                     test_random(random));
}

void party_seat(struct party *party, unsigned seat, const struct bot *bot, uint64_t seed)
{
    struct rng rng;
    struct view view;
    rng_init(&rng, seed);
    player_init(&party->player[seat], bot, party->board, party_memory(party, seat), rng);
    view_of(&view, &party->position, seat);
    player_begin_round(&party->player[seat], &view);
}

/* Deals the next round and starts it for every seated player. */
static void deal(struct party *party)
{
    position_deal(&party->position, party->board);
    for (unsigned seat = 0; seat < party->position.table.seats; seat++) {
        struct view view;
        view_of(&view, &party->position, seat);
        if (party->player[seat].bot != NULL)
            player_begin_round(&party->player[seat], &view);
    }
}

void party_play(struct party *party, const struct turn *turn)
{
    struct position *position = &party->position;
    struct turn settled = *turn;
    position_settle(position, party->board, &settled);
    for (unsigned seat = 0; seat < position->table.seats; seat++) {
        if (party->player[seat].bot != NULL)
            player_see(&party->player[seat], &position->table, &settled);
    }
    const enum refusal refusal = position_play(position, party->board, &settled);
    CHECK(refusal == ACCEPTED);
    if (position->table.phase == PHASE_ROUND_OVER)
        deal(party);
}

void party_play_any(struct party *party, uint64_t *random, struct turn *turn)
{
    struct view view;
    struct rng rng;
    view_of(&view, &party->position, party->position.table.to_move);
    rng_init(&rng, test_random(random));
    random_legal_turn(party->board, &view, &rng, turn);
    party_play(party, turn);
}

bool party_is_legal(const struct board *board, const struct view *view, const struct turn *turn)
{
    struct draft draft;
    draft_begin(&draft, &view->table, &view->hand);
    return draft_turn(&draft, board, turn) == ACCEPTED;
}

bool party_is_slow(const struct bot *bot)
{
    return bot->work > 0 || bot->see != NULL;
}
