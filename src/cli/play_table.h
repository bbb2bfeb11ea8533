/*
 * A game on this machine without any screen: the truth, the bots, the record.
 *
 * The only part of railhead play that holds a position; what is shown to a person goes through a
 * view of the person's seat.
 */
#ifndef RAILHEAD_CLI_PLAY_TABLE_H
#define RAILHEAD_CLI_PLAY_TABLE_H

#include "cli/play_bots.h"
#include "cli/play_options.h"
#include "core/position.h"
#include "play/play_record.h"

enum { PLAY_ERROR_SIZE = CONTENDER_ERROR_SIZE + ENGINE_REPORT_SIZE };

struct play_table {
    const struct play_options *options;
    const struct board *board;
    struct position position;
    struct play_record record;
    struct play_bots bots;
};

/*
 * The game of the options: a new one, or the one that they resume.  False with a sentence in
 * `error`; then too the table is to be released.
 */
bool play_table_init(struct play_table *table, const struct play_options *options,
                     char error[PLAY_ERROR_SIZE]);
void play_table_release(struct play_table *table);

/* The next round. */
void play_table_deal(struct play_table *table);

/* The seat to move plays, and bots and record hear of it; `turn` as position_settle() leaves it. */
enum refusal play_table_play(struct play_table *table, struct turn *turn);

/* Writes the record where --save says, if it does.  False with errno set. */
bool play_table_save(const struct play_table *table);

#endif
