/*
 * The memory that the module shares with its page: a buffer for input, a buffer for output, and the
 * memory of players.
 *
 * The page writes at railhead_input() and reads at railhead_output().  Each call uses both once.
 * This module does not know what the texts mean.
 */
#ifndef RAILHEAD_PAGE_EXCHANGE_H
#define RAILHEAD_PAGE_EXCHANGE_H

#include "rules/table.h"
#include "text/text.h"

#define EXPORT(name) __attribute__((export_name(#name)))

enum {
    PLAYER_MEMORY = 4 << 20, /* bytes per player; a check ensures that every bot fits */
    INPUT_SIZE = 1 << 18,
    OUTPUT_SIZE = 1 << 22, /* enough for the events of any record that fits into the input */
};

/* Returns the input buffer, or NULL if `length` bytes do not fit into it. */
const char *exchange_input(uint32_t length);

/*
 * Begins a result. exchange_end() returns its length in bytes; the result must not have been cut
 * off: see answer_end().
 */
void exchange_begin(struct text *text);
uint32_t exchange_end(const struct text *text);

/*
 * Memory for players: one block for each seat of the game, and one for the bot that gives advice.
 */
enum { PLACE_ADVISER = SEATS_MAX, PLAYER_PLACES };

void *exchange_player_memory(unsigned place);

/* Returns all blocks as one, for railhead_signature(), or NULL once a player has been given one. */
void *exchange_whole_memory(void);

#endif
