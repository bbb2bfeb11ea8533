/* railhead play: a game on the whole screen, or in plain text. */
#include <unistd.h>

#include "cli/cli.h"
#include "cli/play_local.h"
#include "cli/play_options.h"
#include "cli/play_server.h"
#include "match/seed.h"
#include "terminal/client.h"
#include "terminal/plain.h"
#include "terminal/plain_lobby.h"
#include "words/language.h"

static bool is_plain(const struct play_options *options)
{
    return options->plain || !display_is_possible();
}

/* ---- A game of this machine ---------------------------------------------------------------- */

/* What is promised before the first deal. */
static void announce(const struct play_options *options, struct screen *screen)
{
    char commitment[SEED_TEXT_SIZE];
    seed_commitment(options->seed, commitment);
    if (options->resumed.data != NULL)
        screen_print(screen, _("The game continues from its record.\n"));
    else
        screen_print(screen,
                     _("The deals are fixed by a seed, which is shown at the end.  Its "
                       "commitment:\n  %s\n"),
                     commitment);
    if (options->save != NULL)
        screen_print(screen, _("The record is kept in %s.\n"), options->save);
}

static void tell_record(const struct play_options *options, struct screen *screen,
                        const char seed[SEED_TEXT_SIZE])
{
    screen_print(screen, _("The record is in %s.\n"), options->save);
    if (options->resumed.data != NULL)
        return; /* the first deals came from another seed */
    screen_print(screen, _("This command verifies it, deals included:\n"));
    screen_print(screen, "  railhead check --seed %s%s%s %s\n", seed,
                 options->board.file != NULL ? " --board " : "",
                 options->board.file != NULL ? options->board.file : "", options->save);
}

/* What is left to say when the game is over or left. */
static void say_farewell(const struct play_options *options, struct screen *screen,
                         const struct source *source)
{
    char seed[SEED_TEXT_SIZE];
    seed_text(options->seed, seed);
    if (source_table(source)->phase != PHASE_GAME_OVER)
        screen_print(screen, screen->ended ? _("End of input: the game ends here, unfinished.\n")
                                           : _("The game ends here, unfinished.\n"));
    if (options->resumed.data == NULL)
        screen_print(screen, _("The seed, whose SHA-256 is the commitment of the start:\n  %s\n"),
                     seed);
    if (options->save != NULL && play_local_is_saved(source))
        tell_record(options, screen, seed);
    else if (options->save != NULL)
        screen_print(screen, _("The record could not be saved to %s.\n"), options->save);
}

static int play_here(const struct play_options *options, struct screen *screen)
{
    char error[PLAY_ERROR_SIZE];
    struct source *source = play_local_open(options, error);
    if (source == NULL)
        return cli_fail("play", "%s", error);
    announce(options, screen);
    if (is_plain(options))
        plain_run(source, screen);
    const bool shown = is_plain(options) || client_run(source, error, sizeof error);
    if (shown)
        say_farewell(options, screen, source);
    play_local_close(source);
    return shown ? STATUS_OK : cli_fail("play", "%s", error);
}

/* ---- At a server --------------------------------------------------------------------------- */

static int play_plain_at_server(const struct play_options *options, struct screen *screen)
{
    char error[512];
    struct plain_choice choice = {.target = play_server_target(options)};
    const bool chooses = screen->asks && choice.target.link == NULL && choice.target.board == NULL;
    if (chooses && !plain_choose(&choice, screen, error, sizeof error))
        return cli_fail("play", "%s", error);
    if (choice.leaves)
        return STATUS_OK;
    struct source *source = remote_open(&choice.target, error, sizeof error);
    if (source == NULL)
        return cli_fail("play", "%s", error);
    plain_run(source, screen);
    const bool broken = source->room.link == LINK_BROKEN;
    snprintf(error, sizeof error, "%s", source->notice);
    remote_close(source);
    return broken ? cli_fail("play", "%s", error) : STATUS_OK;
}

static int play(struct play_options *options, bool asks, struct screen *screen)
{
    switch (play_options_complete(options, asks, screen)) {
    case START_GAME:
        return play_here(options, screen);
    case START_SERVER:
        return is_plain(options) ? play_plain_at_server(options, screen) : play_server(options);
    case START_BAD:
        return STATUS_BAD;
    case START_LEAVE:
        screen_print(screen, "\n");
        break;
    }
    return STATUS_OK;
}

static int run(int argc, char **argv)
{
    struct play_options options;
    struct screen screen;
    int status;
    play_options_init(&options);
    if (!command_read(&command_play, &argc, argv, &options, &status))
        return status;
    screen_init(&screen, STDIN_FILENO, stdout);
    if (options.theme != THEMES)
        display_use_theme((enum theme)options.theme);
    status = play(&options, play_options_are_open(&options), &screen);
    play_options_release(&options);
    screen_release(&screen);
    return status;
}

const struct command command_play = {
    .name = "play",
    .about = "play in the terminal, against bots or with friends at one keyboard",
    .usage = "[OPTION]...\n"
             "--server URL [OPTION]...",
    .tells = "A game in the terminal: people at this keyboard, and bots.  Without any option it "
             "asks.",
    .options = play_options,
    .run = run,
};
