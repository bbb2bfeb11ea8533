/*
 * railhead engine: one of our bots as an engine for other programs.
 *
 * Only the ways in and out are here: lines from standard input, lines to standard output, and the
 * clock.  What they mean is engine/engine_serve.h's affair.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bots/bot.h"
#include "cli/cli.h"
#include "engine/engine_serve.h"
#include "play/player_memory.h"

struct request {
    unsigned bot; /* its number in the list */
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
    INPUT_SIZE = 1 << 16,   /* a line is shorter than this */
    LOOK_MILLISECONDS = 10, /* between looks for a `stop` while the bot thinks */
};

struct engine_io {
    char input[INPUT_SIZE];
    size_t used;
    bool at_end;                  /* of standard input */
    bool skipping;                /* the rest of a line that is too long */
    uint64_t deadline, next_look; /* milliseconds; 0 for none */
};

static uint64_t now_milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Takes in more of standard input, for which there must be room; waits for it. */
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

/* Whether a line that is waiting tells the bot to hurry. */
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

/* ---- What the bot's side asks of the world ---- */

static void write_lines(void *context, const char *lines, size_t length)
{
    (void)context;
    fwrite(lines, 1, length, stdout);
    fflush(stdout);
}

static void start_clock(void *context, uint64_t milliseconds)
{
    struct engine_io *io = context;
    const uint64_t now = now_milliseconds();
    io->deadline = milliseconds > 0 ? now + milliseconds : UINT64_MAX;
    io->next_look = now + LOOK_MILLISECONDS;
}

static bool is_late(void *context)
{
    struct engine_io *io = context;
    struct pollfd ready = {.fd = STDIN_FILENO, .events = POLLIN};
    const uint64_t now = now_milliseconds();
    if (now >= io->deadline)
        return true;
    if (now < io->next_look || io->at_end || io->used == sizeof io->input)
        return false;
    io->next_look = now + LOOK_MILLISECONDS;
    if (poll(&ready, 1, 0) > 0)
        read_more(io);
    if (is_told_to_stop(io)) /* at the end of input there is no hurry: the answer is still wanted */
        io->deadline = now;
    return io->deadline <= now;
}

/* ---- Lines ---- */

/* Hands the first line on; false when there is no whole one. */
static bool take_line(struct engine_io *io, struct serve *serve)
{
    static char line[INPUT_SIZE]; /* apart from the input, which may grow while the bot thinks */
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
