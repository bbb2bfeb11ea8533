/*
 * The memory that the module and its page share: text in, text out, and room for players.
 *
 * The page writes at railhead_input() and reads at railhead_output(); one call is one exchange.
 * What the texts mean is not known here.
 */
#ifndef RAILHEAD_PAGE_EXCHANGE_H
#define RAILHEAD_PAGE_EXCHANGE_H

#include "rules/table.h"
#include "text/text.h"

#define EXPORT(name) __attribute__((export_name(#name)))

enum {
    PLAYER_MEMORY = 4 << 20, /* enough for every bot, which is checked */
    INPUT_SIZE = 1 << 18,
    OUTPUT_SIZE = 1 << 22, /* the events of a record that fills the input are told in less */
};

/* What the page has written, as many bytes as it says; NULL where that is more than there is room
 * for. */
const char *exchange_input(uint32_t length);

/* Begins the answer; exchange_end() returns its length, and it must have fitted: see answer_end().
 */
void exchange_begin(struct text *text);
uint32_t exchange_end(const struct text *text);

/* The memory of players, wherever they sit: one for each seat of the game, and one more. */
enum { PLACE_ADVISER = SEATS_MAX, PLAYER_PLACES };

void *exchange_player_memory(unsigned place);

/* All of it in one piece, for railhead_signature(); NULL once a player has been given a part. */
void *exchange_whole_memory(void);

#endif
