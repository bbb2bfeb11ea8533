/* The shared buffers, and the exports that return their addresses. */
#include "page/exchange.h"

#include "base/check.h"
#include "bots/bot.h"

static _Alignas(PLAYER_ALIGNMENT) uint8_t player_memory[PLAYER_PLACES * PLAYER_MEMORY];
static bool has_players;
static char input[INPUT_SIZE];
static char output[OUTPUT_SIZE];

char *railhead_input(void);
uint32_t railhead_input_size(void);
const char *railhead_output(void);

/*
 * Returns the buffer into which the page writes its text.  Its capacity is railhead_input_size()
 * bytes.
 */
EXPORT(railhead_input) char *railhead_input(void)
{
    return input;
}

EXPORT(railhead_input_size) uint32_t railhead_input_size(void)
{
    return sizeof input;
}

/* Returns the buffer with the result of the last call. */
EXPORT(railhead_output) const char *railhead_output(void)
{
    return output;
}

const char *exchange_input(uint32_t length)
{
    return length <= sizeof input ? input : NULL;
}

void exchange_begin(struct text *text)
{
    text_init(text, output, sizeof output);
}

uint32_t exchange_end(const struct text *text)
{
    CHECK(!text->cut);
    return (uint32_t)text->used;
}

void *exchange_player_memory(unsigned place)
{
    CHECK(place < PLAYER_PLACES && bot_memory_max() <= PLAYER_MEMORY);
    has_players = true;
    return player_memory + (size_t)place * PLAYER_MEMORY;
}

void *exchange_whole_memory(void)
{
    return has_players ? NULL : player_memory;
}
