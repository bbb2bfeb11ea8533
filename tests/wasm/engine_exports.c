/*
 * The engine protocol (docs/engine-protocol.md) in a module for tests and measurements: the objects
 * of the page's module, and these two exports.  Bots can so be asked for turns, ideas and beliefs,
 * as natively.
 */
#include <string.h>

#include "bots/bot.h"
#include "engine/engine_serve.h"
#include "page/exchange.h"

static struct serve engine;
static struct text answers;

void railhead_engine(uint32_t bot, uint64_t seed);
uint32_t railhead_tell(uint32_t length);

/* Adds whole lines to the output; drops those that do not fit. */
static void say(void *context, const char *words, size_t length)
{
    struct text *text = context;
    if (length < text->size - text->used)
        text_add_part(text, words, length);
}

/*
 * Begins a conversation with a bot, like `railhead engine`; the previous one is forgotten.  `seed`
 * applies if no line sets one.  Does nothing if there is no such bot.
 */
EXPORT(railhead_engine) void railhead_engine(uint32_t bot, uint64_t seed)
{
    if (bot >= bot_count())
        return;
    serve_init(&engine, bot_at(bot), exchange_player_memory(PLACE_ADVISER), seed,
               (struct serve_outside){.say = say, .context = &answers});
}

/*
 * Reads `length` bytes of lines from railhead_input(), each terminated by a line feed.  Returns the
 * length of the answers at railhead_output(); 0 if no conversation was begun, or if lines or
 * answers do not fit the buffers.  There is no clock: a time limit counts as work.
 */
EXPORT(railhead_tell) uint32_t railhead_tell(uint32_t length)
{
    const char *input = exchange_input(length);
    if (input == NULL || engine.bot == NULL)
        return 0;
    exchange_begin(&answers);
    for (uint32_t at = 0; at < length;) {
        const char *feed = memchr(input + at, '\n', length - at);
        const uint32_t end = feed != NULL ? (uint32_t)(feed - input) : length;
        serve_line(&engine, input + at, end - at);
        at = end + 1;
    }
    return answers.cut ? 0 : exchange_end(&answers);
}
