/*
 * Fuzzing the engine's side of the protocol: the first byte chooses a bot, the rest is what a
 * referee says.  Whatever that is, every line of the answers is one of the protocol.
 */
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "engine/engine_reply.h"
#include "engine/engine_serve.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void say(void *context, const char *lines, size_t length)
{
    (void)context;
    CHECK(length > 0 && lines[length - 1] == '\n');
    while (length > 0) {
        const size_t line = (size_t)((const char *)memchr(lines, '\n', length) - lines);
        struct engine_reply reply;
        engine_reply_read(&reply, lines, line);
        CHECK(reply.kind != ENGINE_REPLY_UNKNOWN);
        lines += line + 1;
        length -= line + 1;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct serve serve;
    if (size == 0)
        return 0;
    const struct bot *bot = data[0] & 1 ? bot_find("greedy", 6) : bot_find("random", 6);
    CHECK(bot != NULL && bot->memory == 0);
    serve_init(&serve, bot, NULL, data[0], (struct serve_outside){.say = say});
    serve.beliefs = data[0] & 2;
    const char *line = (const char *)data + 1;
    for (size_t left = size - 1; left > 0;) {
        const char *feed = memchr(line, '\n', left);
        const size_t length = feed != NULL ? (size_t)(feed - line) : left;
        serve_line(&serve, line, length);
        line += length + (feed != NULL);
        left -= length + (feed != NULL);
    }
    return 0;
}
