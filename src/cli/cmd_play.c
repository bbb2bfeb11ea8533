/* railhead play: the options of the terminal application. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/analyse_print.h"
#include "cli/cli.h"
#include "terminal/app/app.h"
#include "terminal/app/play_setup.h"
#include "terminal/app/saved_look.h"
#include "terminal/drawing/curses.h"

static bool take_seed(const struct option *option, const char *value, void *into,
                      char error[OPTIONS_ERROR_SIZE])
{
    struct play_setup *setup = into;
    uint64_t number;
    (void)option;
    if (!options_number(value, 0, UINT64_MAX, &number)) {
        snprintf(error, OPTIONS_ERROR_SIZE, "'%.60s' is not a whole number from 0 to %" PRIu64,
                 value, UINT64_MAX);
        return false;
    }
    seed_of_series(number, 0, setup->seed);
    setup->timed = false;
    return true;
}

/* Accepts capitals too, since people type them. */
static bool take_adviser(const struct option *option, const char *value, void *into,
                         char error[OPTIONS_ERROR_SIZE])
{
    struct play_setup *setup = into;
    setup->adviser = play_setup_find_bot((struct word){value, strlen(value)});
    return setup->adviser != NULL || options_no_such(error, option->list, value);
}

static const struct option options[] = {
    OPT_GROUP("The game"),
    OPT_BOARD(struct play_setup, board, .usually = PLAY_DEFAULT_BOARD),
    /* Kept as text until we know whether the game is here or at a server. */
    OPT_TEXT("seats", "LIST", struct play_setup, server_seats,
             "2 to 6 seats, separated by commas: the name of a bot is a bot, cmd:COMMAND a program "
             "that speaks the engine protocol, any other word the name of a person; begin it with "
             "a capital letter if it is nearly that of a bot",
             .usually = PLAY_DEFAULT_SEATS),
    OPT_VARIANTS(struct play_setup, variants),
    OPT_CALL("seed", "S", struct play_setup, seed, take_seed,
             "the deals that belong to a number, 0 to 18446744073709551615; bots then stop at an "
             "amount of work, not at a time, so that they always play the same"),
    OPT_TEXT("save", "FILE", struct play_setup, save,
             "keeps the record of the game there, written after every turn"),
    OPT_TEXT("resume", "FILE", struct play_setup, resume,
             "plays on from a record, and keeps it up to date there, with --save elsewhere; - is "
             "standard input"),
    {.kind = OPTION_CALL,
     .name = "hint-bot",
     .value = "BOT",
     OPTION_TO(struct play_setup, adviser),
     .take = take_adviser,
     .list = &bot_words,
     .help = "the bot that is asked for hints",
     .otherwise = "expert"},
    OPT_NUMBER(
        "pace", "MS", struct play_setup, pace_ms, 0, PACE_MOST_MS,
        "the usual time that a bot takes for a turn, in milliseconds: half of it where there "
        "is little to decide, up to three times where it is close; 0 shows turns at once",
        .usually = "500, or 0 with --plain or --seed"),
    OPT_WORD("theme", "NAME", struct play_setup, theme, &theme_words,
             "%s; without it, what goes with the terminal's background"),
    OPT_WORD("colour", "NAME", struct play_setup, look.colour, &colour_words,
             "the colour of your own seat on this screen, from now on: %s; seat is the one that it "
             "has by itself",
             .also = "color"),
    OPT_WORD("sign", "NAME", struct play_setup, look.sign, &sign_words,
             "the sign of your own seat on this screen, from now on: %s; seat is its number"),
    OPT_FLAG("no-animation", struct play_setup, still,
             "nothing moves by itself, as with RAILHEAD_NO_ANIMATION=1"),
    OPT_FLAG("plain", struct play_setup, plain,
             "text in, text out, for screen readers and pipes; also where the terminal can do no "
             "more"),
    OPT_GROUP("At a server"),
    OPT_TEXT("server", "URL", struct play_setup, server,
             "plays at a server, as in http://localhost:1869: with --board, --seats or --variant "
             "at a new table, whose seats are you, open, invited or bots, and otherwise at a table "
             "that is chosen from a list"),
    OPT_TEXT("table", "LINK", struct play_setup, table,
             "at this table there: its id, or the link of an invitation"),
    OPT_FLAG("watch", struct play_setup, watches, "watches there without a seat"),
    OPT_TEXT("name", "NAME", struct play_setup, name, "your name there, from now on"),
    OPT_GROUP("Bots"),
    OPT_TERMS(&bot_words),
    OPT_END,
};

static int run_play(int argc, char **argv)
{
    struct play_setup setup;
    char error[PLAY_ERROR_SIZE];
    int status;
    play_setup_init(&setup);
    setup.print_review = analyse_print_record;
    if (!cli_read_options(&command_play, &argc, argv, &setup, &status))
        return status;
    saved_look_complete(&setup.look);
    if (setup.still)
        setenv("RAILHEAD_NO_ANIMATION", "1", true);
    if (setup.theme != THEMES)
        curses_use_theme((enum theme)setup.theme);
    const bool good = app_run(&setup, error);
    play_setup_release(&setup);
    return good ? STATUS_OK : cli_fail("play", "%s", error);
}

const struct command command_play = {
    .name = "play",
    .about = "play in the terminal, against bots or with friends at one keyboard",
    .usage = "[OPTION]...\n"
             "--server URL [OPTION]...",
    .tells = "A game in the terminal: people at this keyboard, and bots.  Without any option it "
             "asks.",
    .options = options,
    .run = run_play,
};
