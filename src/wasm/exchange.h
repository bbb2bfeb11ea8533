/*
 * The memory that the module and its page share: text in, text out, and room for players.
 *
 * The page writes at railhead_input() and reads at railhead_output(); one call is one exchange.
 * What the texts mean is not known here.
 */
#ifndef RAILHEAD_WASM_EXCHANGE_H
#define RAILHEAD_WASM_EXCHANGE_H

#include "core/table.h"
#include "core/text.h"

#define EXPORT(name) __attribute__((export_name(#name)))

enum {
    PLAYER_MEMORY = 4 << 20, /* enough for every bot, which is checked */
    INPUT_SIZE = 1 << 18,
    OUTPUT_SIZE = 1 << 22, /* the events of a record that fills the input are told in less */
};

/* What the page has written; `length` is what it says, and is checked. */
const char *exchange_input(uint32_t length);

/* Begins the answer; it must fit, which exchange_end() checks before it tells the length. */
void exchange_begin(struct text *text);
uint32_t exchange_end(const struct text *text);

/*
 * The memory of players, wherever they sit: one for each seat of the game, and two more.  All of it
 * in one piece begins with seat 0; railhead_signature() uses that for its own.
 */
enum { PLACE_ADVISER = SEATS_MAX, PLACE_ENGINE, PLAYER_PLACES };

void *exchange_player_memory(unsigned place);

#endif
