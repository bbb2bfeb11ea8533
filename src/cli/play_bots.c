/* Bots begun, told and asked: see play_bots.h. */
#include "cli/play_bots.h"

#include <stdlib.h>
#include <time.h>

#include "core/check.h"

enum { THINKING_MILLISECONDS = 1000 }; /* for a turn, at most */

/* ---- Time -------------------------------------------------------------------------------- */

static int64_t clock_milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool is_late(void *context)
{
    const int64_t *deadline = context;
    return clock_milliseconds() >= *deadline;
}

/* A bot of ours: so much work, and in a live game no more than its time. */
static void ask_bot(const struct play_options *options, struct player *player, uint64_t work,
                    const struct position *position, struct turn *turn)
{
    int64_t deadline = clock_milliseconds() + THINKING_MILLISECONDS;
    const struct budget budget = {
        .work = work, .late = options->timed ? is_late : NULL, .context = &deadline};
    struct view view;
    view_of(&view, position, position->table.to_move);
    player_turn(player, &view, &budget, turn, NULL);
}

/* ---- At the table ------------------------------------------------------------------------ */

bool play_bots_init(struct play_bots *bots, const struct play_options *options, char error[],
                    size_t error_size)
{
    const struct contender_limits limits = {.milliseconds =
                                                options->timed ? THINKING_MILLISECONDS : 0};
    *bots = (struct play_bots){.options = options};
    for (unsigned seat = 0; seat < options->seats; seat++) {
        const struct play_seat *player = &options->player[seat];
        if (player->is_bot &&
            !contender_player_init(&bots->player[seat], &player->contender, options->board.board,
                                   &limits, error, error_size))
            return false;
    }
    return true;
}

void play_bots_release(struct play_bots *bots)
{
    for (unsigned seat = 0; seat < bots->options->seats; seat++)
        contender_player_release(&bots->player[seat]);
}

void play_bots_begin_game(struct play_bots *bots, const struct table *table,
                          const struct record_names *names)
{
    const struct contender_game game = {.table = table, .names = names};
    for (unsigned seat = 0; seat < table->seats; seat++) {
        struct rng rng;
        bot_rng(&rng, bots->options->seed, seat);
        if (bots->options->player[seat].is_bot)
            contender_begin_game(&bots->player[seat], &game, seat, rng);
    }
}

void play_bots_begin_round(struct play_bots *bots, const struct position *position)
{
    for (unsigned seat = 0; seat < position->table.seats; seat++) {
        if (bots->options->player[seat].is_bot)
            contender_begin_round(&bots->player[seat], position);
    }
}

void play_bots_see(struct play_bots *bots, const struct table *before, const struct turn *turn)
{
    for (unsigned seat = 0; seat < before->seats; seat++) {
        if (bots->options->player[seat].is_bot)
            contender_see(&bots->player[seat], before, turn);
    }
}

void play_bots_round_over(struct play_bots *bots, const struct table *table)
{
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (bots->options->player[seat].is_bot)
            contender_round_over(&bots->player[seat], table);
    }
}

const char *play_bots_turn(struct play_bots *bots, const struct position *position,
                           struct turn *turn)
{
    struct contender_player *player = &bots->player[position->table.to_move];
    if (player->contender->kind == CONTENDER_BOT) {
        ask_bot(bots->options, &player->player, player->limits.work, position, turn);
        return "";
    }
    return contender_turn(player, position, turn) == ENGINE_TURN ? "" : contender_report(player);
}
