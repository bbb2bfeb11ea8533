/*
 * The bots at a table of people: ours, and programs of others, each told and asked in time.
 *
 * Holds what they remember.  What a bot is told goes through a view of its seat.
 */
#ifndef RAILHEAD_CLI_PLAY_BOTS_H
#define RAILHEAD_CLI_PLAY_BOTS_H

#include "cli/play_options.h"
#include "play/contender.h"

struct play_bots {
    const struct play_options *options;
    struct contender_player player[SEATS_MAX]; /* of the seats that a bot plays */
};

/* Starts them.  False with a sentence in `error`; then too they are to be released. */
bool play_bots_init(struct play_bots *bots, const struct play_options *options, char error[],
                    size_t error_size);
void play_bots_release(struct play_bots *bots);

/* The game is told in order, as in bots/bot.h. */
void play_bots_begin_game(struct play_bots *bots, const struct table *table,
                          const struct record_names *names);
void play_bots_begin_round(struct play_bots *bots, const struct position *position);
void play_bots_see(struct play_bots *bots, const struct table *before, const struct turn *turn);
void play_bots_round_over(struct play_bots *bots, const struct table *table);

/*
 * A legal turn of the bot that is to move.  The answer is a sentence where a program of somebody's
 * own has forfeited its turn to a random one, and empty otherwise.
 */
const char *play_bots_turn(struct play_bots *bots, const struct position *position,
                           struct turn *turn);

#endif
