/* The menu, games on this machine one after the other, or a server. */
#include "terminal/app/play_app.h"

#include <stdio.h>
#include <unistd.h>

#include "match/seed.h"
#include "terminal/app/play_games.h"
#include "terminal/app/play_review.h"
#include "terminal/app/play_server.h"
#include "terminal/app/play_start.h"
#include "terminal/clock.h"
#include "terminal/drawing/display.h"
#include "terminal/source/play_local.h"
#include "words/language.h"

static bool is_plain(const struct play_setup *setup)
{
    return setup->plain || !display_is_possible();
}

/* ---- A game of this machine ---------------------------------------------------------------- */

/* What is promised before the first deal. */
static void announce(const struct play_setup *setup, struct screen *screen)
{
    char commitment[SEED_TEXT_SIZE], words[400];
    seed_commitment(setup->seed, commitment);
    snprintf(words, sizeof words,
             _("The deals are fixed by a seed, which is shown at the end.  Its commitment:\n"
               "  %s\n"),
             commitment);
    screen_print_lines(
        screen, setup->resumed.data != NULL ? _("The game continues from its record.\n") : words);
    if (setup->save != NULL && !setup->keeps)
        screen_print(screen, _("The record is kept in %s.\n"), setup->save);
}

static void tell_record(const struct play_setup *setup, struct screen *screen,
                        const char seed[SEED_TEXT_SIZE])
{
    screen_print(screen, _("The record is in %s.\n"), setup->save);
    if (setup->resumed.data != NULL)
        return; /* the first deals came from another seed */
    screen_print(screen, _("This command verifies it, deals included:\n"));
    screen_print(screen, "  railhead check --seed %s%s%s %s\n", seed,
                 setup->board.file != NULL ? " --board " : "",
                 setup->board.file != NULL ? setup->board.file : "", setup->save);
}

/* A game that can go on keeps its seed, and one that nobody has played in is not kept. */
static void tell_kept(const struct play_setup *setup, struct screen *screen,
                      const struct source *source)
{
    if (!play_local_has_begun(source))
        return;
    if (play_local_is_saved(source))
        screen_print(screen, _("The game is kept: railhead play goes on with it.\n"));
    else
        screen_print(screen, _("The record could not be saved to %s.\n"), setup->save);
}

/* What is left to say when the game is over or left. */
static void say_farewell(const struct play_setup *setup, struct screen *screen,
                         const struct source *source)
{
    char seed[SEED_TEXT_SIZE];
    seed_text(setup->seed, seed);
    if (setup->keeps && source_table(source)->phase != PHASE_GAME_OVER) {
        tell_kept(setup, screen, source);
        return;
    }
    if (source_table(source)->phase != PHASE_GAME_OVER)
        screen_print(screen, screen->ended ? _("End of input: the game ends here, unfinished.\n")
                                           : _("The game ends here, unfinished.\n"));
    if (setup->resumed.data == NULL)
        screen_print(screen, _("The seed, whose SHA-256 is the commitment of the start:\n  %s\n"),
                     seed);
    if (setup->save != NULL && play_local_is_saved(source))
        tell_record(setup, screen, seed);
    else if (setup->save != NULL)
        screen_print(screen, _("The record could not be saved to %s.\n"), setup->save);
}

static bool play_one(const struct play_setup *setup, struct screen *screen, unsigned *wish,
                     char error[PLAY_ERROR_SIZE])
{
    const struct play_pace pace = {play_setup_pace(setup, is_plain(setup)), clock_now_ms};
    struct source *source = play_local_open(setup, pace, error);
    if (source == NULL)
        return false;
    announce(setup, screen);
    source->choice = setup->look;
    const bool shown = play_and_review(source, is_plain(setup) ? screen : NULL,
                                       chosen_board_for_records(&setup->board), setup->print_review,
                                       wish, error, PLAY_ERROR_SIZE);
    if (*wish == SOURCE_END)
        *wish = 0; /* the program ends with its game */
    if (shown && *wish == 0)
        say_farewell(setup, screen, source);
    play_local_close(source);
    return shown;
}

/* A game that keeps itself is played in one terminal at a time. */
static bool play_locked(const struct play_setup *setup, struct screen *screen, unsigned *wish,
                        char error[PLAY_ERROR_SIZE])
{
    *wish = 0;
    if (!setup->keeps)
        return play_one(setup, screen, wish, error);
    const int lock = play_games_lock(setup->save);
    if (lock < 0 && setup->resume != NULL)
        return play_setup_refuse(error, "--resume: %s is being played in another terminal",
                                 setup->resume);
    const bool good = play_one(setup, screen, wish, error);
    play_games_unlock(setup->save, lock);
    return good;
}

static enum play_start start_again(struct play_setup *setup, struct screen *screen,
                                   char error[PLAY_ERROR_SIZE])
{
    play_setup_renew(setup);
    const enum play_start start = play_start_ask(setup, screen, is_plain(setup), error);
    return start == START_GAME ? play_setup_complete(setup, error) : start;
}

static bool play_here(struct play_setup *setup, struct screen *screen, char error[PLAY_ERROR_SIZE])
{
    for (;;) {
        unsigned wish;
        if (screen->asks)
            play_setup_keep(setup);
        const bool good = play_locked(setup, screen, &wish, error);
        if (!good || wish == 0)
            return good;
        const enum play_start start =
            wish == SOURCE_REMATCH ? START_GAME : start_again(setup, screen, error);
        if (wish == SOURCE_REMATCH)
            play_setup_rematch(setup);
        if (start != START_GAME)
            return start == START_LEAVE;
    }
}

/* ---- The application ------------------------------------------------------------------------- */

static bool play(struct play_setup *setup, struct screen *screen, char error[PLAY_ERROR_SIZE])
{
    enum play_start start = START_GAME;
    if (screen->asks && play_setup_is_open(setup))
        start = play_start_ask(setup, screen, is_plain(setup), error);
    if (start == START_GAME)
        start = play_setup_complete(setup, error);
    if (start == START_GAME && setup->resume != NULL) {
        screen_take_keyboard(setup->resume);
        screen_release(screen);
        screen_init(screen, STDIN_FILENO, stdout);
    }
    switch (start) {
    case START_GAME:
        return play_here(setup, screen, error);
    case START_SERVER:
        return play_server(setup, screen, is_plain(setup), error);
    case START_BAD:
        return false;
    case START_LEAVE:
        screen_print(screen, "\n");
        break;
    }
    return true;
}

bool play_app_run(struct play_setup *setup, char error[PLAY_ERROR_SIZE])
{
    struct screen screen;
    screen_init(&screen, STDIN_FILENO, stdout);
    const bool good = play(setup, &screen, error);
    screen_release(&screen);
    return good;
}
