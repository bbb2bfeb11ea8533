/* railhead play: a game on the whole screen, or in plain text. */
#include <stdlib.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/play_games.h"
#include "cli/play_local.h"
#include "cli/play_look.h"
#include "cli/play_options.h"
#include "cli/play_review.h"
#include "cli/play_server.h"
#include "cli/play_start.h"
#include "match/seed.h"
#include "terminal/clock.h"
#include "terminal/drawing/display.h"
#include "words/language.h"

static bool is_plain(const struct play_options *options)
{
    return options->plain || !display_is_possible();
}

/* ---- A game of this machine ---------------------------------------------------------------- */

/* What is promised before the first deal. */
static void announce(const struct play_options *options, struct screen *screen)
{
    char commitment[SEED_TEXT_SIZE], words[400];
    seed_commitment(options->seed, commitment);
    snprintf(words, sizeof words,
             _("The deals are fixed by a seed, which is shown at the end.  Its commitment:\n"
               "  %s\n"),
             commitment);
    screen_print_lines(
        screen, options->resumed.data != NULL ? _("The game continues from its record.\n") : words);
    if (options->save != NULL && !options->keeps)
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

/* A game that can go on keeps its seed, and one that nobody has played in is not kept. */
static void tell_kept(const struct play_options *options, struct screen *screen,
                      const struct source *source)
{
    if (!play_local_has_begun(source))
        return;
    if (play_local_is_saved(source))
        screen_print(screen, _("The game is kept: railhead play goes on with it.\n"));
    else
        screen_print(screen, _("The record could not be saved to %s.\n"), options->save);
}

/* What is left to say when the game is over or left. */
static void say_farewell(const struct play_options *options, struct screen *screen,
                         const struct source *source)
{
    char seed[SEED_TEXT_SIZE];
    seed_text(options->seed, seed);
    if (options->keeps && source_table(source)->phase != PHASE_GAME_OVER) {
        tell_kept(options, screen, source);
        return;
    }
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

static int play_one(const struct play_options *options, struct screen *screen, unsigned *wish)
{
    char error[PLAY_ERROR_SIZE];
    const struct play_pace pace = {play_options_pace(options, is_plain(options)), clock_now_ms};
    struct source *source = play_local_open(options, pace, error);
    if (source == NULL)
        return cli_fail("play", "%s", error);
    announce(options, screen);
    source->choice = options->look;
    const bool shown =
        play_and_review(source, is_plain(options) ? screen : NULL,
                        record_boards_of(&options->board), wish, error, sizeof error);
    if (*wish == SOURCE_END)
        *wish = 0; /* the program ends with its game */
    if (shown && *wish == 0)
        say_farewell(options, screen, source);
    play_local_close(source);
    return shown ? STATUS_OK : cli_fail("play", "%s", error);
}

/* A game that keeps itself is played in one terminal at a time. */
static int play_locked(const struct play_options *options, struct screen *screen, unsigned *wish)
{
    *wish = 0;
    if (!options->keeps)
        return play_one(options, screen, wish);
    const int lock = play_games_lock(options->save);
    if (lock < 0 && options->resume != NULL)
        return cli_fail("play", "--resume: %s is being played in another terminal",
                        options->resume);
    const int status = play_one(options, screen, wish);
    play_games_unlock(options->save, lock);
    return status;
}

static enum play_start start_again(struct play_options *options, struct screen *screen)
{
    play_options_renew(options);
    const enum play_start start = play_start_ask(options, screen, is_plain(options));
    return start == START_GAME ? play_options_complete(options) : start;
}

static int play_here(struct play_options *options, struct screen *screen)
{
    for (;;) {
        unsigned wish;
        if (screen->asks)
            play_options_keep(options);
        const int status = play_locked(options, screen, &wish);
        if (status != STATUS_OK || wish == 0)
            return status;
        const enum play_start start =
            wish == SOURCE_REMATCH ? START_GAME : start_again(options, screen);
        if (wish == SOURCE_REMATCH)
            play_options_rematch(options);
        if (start != START_GAME)
            return start == START_LEAVE ? STATUS_OK : STATUS_BAD;
    }
}

/* ---- The command ---------------------------------------------------------------------------- */

static int play(struct play_options *options, struct screen *screen)
{
    enum play_start start = START_GAME;
    if (screen->asks && play_options_are_open(options))
        start = play_start_ask(options, screen, is_plain(options));
    if (start == START_GAME)
        start = play_options_complete(options);
    if (start == START_GAME && options->resume != NULL) {
        cli_take_keyboard(options->resume);
        screen_release(screen);
        screen_init(screen, STDIN_FILENO, stdout);
    }
    switch (start) {
    case START_GAME:
        return play_here(options, screen);
    case START_SERVER:
        return play_server(options, screen, is_plain(options));
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
    play_look_recall(&options.look);
    if (options.still)
        setenv("RAILHEAD_NO_ANIMATION", "1", true);
    if (options.theme != THEMES)
        display_use_theme((enum theme)options.theme);
    status = play(&options, &screen);
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
