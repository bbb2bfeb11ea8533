/*
 * railhead engine: offers one of our bots to other programs.
 *
 * This file has only the input and output: lines on standard input and standard output, and the
 * clock. engine/engine_serve.h has the protocol.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "bots/bot.h"
#include "cli/cli.h"
#include "engine/engine_serve.h"
#include "engine/player_memory.h"

struct request {
    unsigned bot; /* index in the list of bots */
    uint64_t seed;
};

static const struct option options[] = {
    OPT_WORD("bot", "BOT", struct request, bot, &bot_words, "who plays: one of the bots below",
             .needed = true),
    OPT_NUMBER("seed", "S", struct request, seed, 0, UINT64_MAX,
               "for the bot's random choices, where the other side gives no seed",
               .otherwise = "0"),
    OPT_GROUP("Bots"),
    OPT_TERMS(&bot_words),
    OPT_END,
};

enum {
    INPUT_SIZE = 1 << 16,   /* longer lines are skipped */
    LOOK_MILLISECONDS = 10, /* while the bot thinks: time between checks for a `stop` */
};

struct engine_io {
    char input[INPUT_SIZE];
    size_t used;
    bool at_end;                  /* standard input has ended */
    bool skipping;                /* the rest of a line that was too long is being skipped */
    uint64_t deadline, next_look; /* milliseconds of the monotonic clock; 0 for none */
};

/* Waits for more standard input and appends it.  There must be space in the buffer. */
static void read_more(struct engine_io *io)
{
    ssize_t got;
    do
        got = read(STDIN_FILENO, io->input + io->used, sizeof io->input - io->used);
    while (got < 0 && errno == EINTR);
    if (got > 0)
        io->used += (size_t)got;
    else
        io->at_end = true;
}

/* Returns true if a pending line tells the bot to move at once. */
static bool is_told_to_stop(const struct engine_io *io)
{
    const char *line = io->input;
    size_t left = io->used;
    const char *feed;
    while (left > 0 && (feed = memchr(line, '\n', left)) != NULL) {
        const struct word word = {line, (size_t)(feed - line)};
        if (word_is(word, "stop") || word_is(word, "quit"))
            return true;
        left -= word.length + 1;
        line = feed + 1;
    }
    return false;
}

/* ---- Callbacks of the engine ------------------ */

static void write_lines(void *context, const char *lines, size_t length)
{
    (void)context;
    fwrite(lines, 1, length, stdout);
    fflush(stdout);
}

static void start_clock(void *context, uint64_t milliseconds)
{
    struct engine_io *io = context;
    const uint64_t now = (uint64_t)clock_ms();
    io->deadline = milliseconds > 0 ? now + milliseconds : UINT64_MAX;
    io->next_look = now + LOOK_MILLISECONDS;
}

static bool is_late(void *context)
{
    struct engine_io *io = context;
    struct pollfd ready = {.fd = STDIN_FILENO, .events = POLLIN};
    const uint64_t now = (uint64_t)clock_ms();
    if (now >= io->deadline)
        return true;
    if (now < io->next_look || io->at_end || io->used == sizeof io->input)
        return false;
    io->next_look = now + LOOK_MILLISECONDS;
    if (poll(&ready, 1, 0) > 0)
        read_more(io);
    if (is_told_to_stop(io)) /* at the end of input the answer is still wanted */
        io->deadline = now;
    return io->deadline <= now;
}

/* ---- Lines ---- */

/* Passes the first complete line on.  Returns false if there is none. */
static bool take_line(struct engine_io *io, struct serve *serve)
{
    static char line[INPUT_SIZE]; /* a copy, since the input buffer may grow while the bot thinks */
    const char *feed = memchr(io->input, '\n', io->used);
    if (feed == NULL)
        return false;
    const size_t length = (size_t)(feed - io->input);
    memcpy(line, io->input, length);
    io->used -= length + 1;
    memmove(io->input, feed + 1, io->used);
    if (!io->skipping)
        serve_line(serve, line, length);
    io->skipping = false;
    return true;
}

static void serve_input(struct engine_io *io, struct serve *serve)
{
    while (!serve->finished && !ferror(stdout)) {
        if (take_line(io, serve))
            continue;
        if (io->at_end)
            return;
        if (io->used == sizeof io->input) {
            io->skipping = true;
            io->used = 0;
        }
        read_more(io);
    }
}

static int run_bot(const struct bot *bot, uint64_t seed)
{
    void *memory = player_memory_new(bot->memory);
    struct serve *serve = malloc(sizeof *serve);
    struct engine_io *io = calloc(1, sizeof *io);
    const bool room = memory != NULL && serve != NULL && io != NULL;
    if (room) {
        const struct serve_outside outside = {
            .say = write_lines, .start_clock = start_clock, .late = is_late, .context = io};
        serve_init(serve, bot, memory, seed, outside);
        serve_input(io, serve);
    }
    free(memory);
    free(serve);
    free(io);
    return room ? STATUS_OK : cli_fail("engine", "out of memory");
}

static int run_engine(int argc, char **argv)
{
    struct request request = {.bot = 0};
    int status;
    if (!cli_read_options(&command_engine, &argc, argv, &request, &status))
        return status;
    return run_bot(bot_at(request.bot), request.seed);
}

const struct command command_engine = {
    .name = "engine",
    .about = "let other programs play with one of the bots",
    .usage = "--bot BOT [--seed S]",
    .tells = "Speaks the engine protocol on standard input and output, so that other programs can "
             "let one of these bots play.  docs/engine-protocol.md describes it.",
    .options = options,
    .run = run_engine,
};
