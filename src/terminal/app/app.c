/* The menu, one local game after another, or a server. */
#include "terminal/app/app.h"

#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "match/seed.h"
#include "terminal/app/kept_games.h"
#include "terminal/app/play_and_review.h"
#include "terminal/app/play_at_server.h"
#include "terminal/app/start.h"
#include "terminal/drawing/curses.h"
#include "terminal/source/local_source.h"
#include "words/language.h"

static bool is_plain(const struct play_setup *setup)
{
    return setup->plain || !curses_is_possible();
}

/* ---- A game on this machine ---------------------------------------------------------------- */

/* Prints the commitment to the deals before the first one. */
static void print_promises(const struct play_setup *setup, struct line_terminal *terminal)
{
    char commitment[SEED_TEXT_SIZE], words[400];
    seed_commitment(setup->seed, commitment);
    snprintf(words, sizeof words,
             _("The deals are fixed by a seed, which is shown at the end.  Its commitment:\n"
               "  %s\n"),
             commitment);
    line_terminal_print_lines(
        terminal, setup->resumed.data != NULL ? _("The game continues from its record.\n") : words);
    if (setup->save != NULL && !setup->keeps)
        line_terminal_print(terminal, _("The record is kept in %s.\n"), setup->save);
}

static void print_record_path(const struct play_setup *setup, struct line_terminal *terminal,
                              const char seed[SEED_TEXT_SIZE])
{
    line_terminal_print(terminal, _("The record is in %s.\n"), setup->save);
    if (setup->resumed.data != NULL)
        return; /* the first deals came from a different seed */
    line_terminal_print(terminal, _("This command verifies it, deals included:\n"));
    line_terminal_print(terminal, "  railhead check --seed %s%s%s %s\n", seed,
                        setup->board.file != NULL ? " --board " : "",
                        setup->board.file != NULL ? setup->board.file : "", setup->save);
}

/*
 * A game that can be continued keeps its seed secret.  One in which no person has played is not
 * kept.
 */
static void print_kept(const struct play_setup *setup, struct line_terminal *terminal,
                       const struct source *source)
{
    if (!local_source_has_begun(source))
        return;
    if (local_source_is_saved(source))
        line_terminal_print(terminal, _("The game is kept: railhead play goes on with it.\n"));
    else
        line_terminal_print(terminal, _("The record could not be saved to %s.\n"), setup->save);
}

/* Prints the seed and where the record is, after the game is over or left. */
static void say_farewell(const struct play_setup *setup, struct line_terminal *terminal,
                         const struct source *source)
{
    char seed[SEED_TEXT_SIZE];
    seed_text(setup->seed, seed);
    if (setup->keeps && source_table(source)->phase != PHASE_GAME_OVER) {
        print_kept(setup, terminal, source);
        return;
    }
    if (source_table(source)->phase != PHASE_GAME_OVER)
        line_terminal_print(terminal, terminal->ended
                                          ? _("End of input: the game ends here, unfinished.\n")
                                          : _("The game ends here, unfinished.\n"));
    if (setup->resumed.data == NULL)
        line_terminal_print(
            terminal, _("The seed, whose SHA-256 is the commitment of the start:\n  %s\n"), seed);
    if (setup->save != NULL && local_source_is_saved(source))
        print_record_path(setup, terminal, seed);
    else if (setup->save != NULL)
        line_terminal_print(terminal, _("The record could not be saved to %s.\n"), setup->save);
}

/* Deletes the record of a game that could not begin.  `source` is NULL if it could not be opened.
 */
static void remove_unbegun(const struct play_setup *setup, const struct source *source)
{
    const bool is_ours = setup->keeps || source != NULL; /* otherwise the file was there before */
    if (setup->save != NULL && setup->resumed.data == NULL && is_ours &&
        (source == NULL || source->history.moments <= 1))
        unlink(setup->save);
}

static bool play_one(const struct play_setup *setup, struct line_terminal *terminal, unsigned *next,
                     char error[PLAY_ERROR_SIZE])
{
    const struct play_pace pace = {play_setup_pace(setup, is_plain(setup)), clock_ms};
    struct source *source = local_source_open(setup, pace, error);
    if (source == NULL) {
        remove_unbegun(setup, source);
        return false;
    }
    print_promises(setup, terminal);
    source->choice = setup->look;
    const bool shown = play_and_review(source, is_plain(setup) ? terminal : NULL,
                                       chosen_board_for_records(&setup->board), setup->print_review,
                                       next, error, PLAY_ERROR_SIZE);
    if (*next == SOURCE_END)
        *next = 0; /* the program ends together with its game */
    if (shown && *next == 0)
        say_farewell(setup, terminal, source);
    if (!shown)
        remove_unbegun(setup, source);
    local_source_close(source);
    return shown;
}

/* Locks a kept game, so that it is played in one terminal at a time. */
static bool play_locked(const struct play_setup *setup, struct line_terminal *terminal,
                        unsigned *next, char error[PLAY_ERROR_SIZE])
{
    *next = 0;
    if (!setup->keeps)
        return play_one(setup, terminal, next, error);
    const int lock = kept_games_lock(setup->save);
    if (lock < 0 && setup->resume != NULL)
        return play_setup_refuse(error, "--resume: %s is being played in another terminal",
                                 setup->resume);
    const bool good = play_one(setup, terminal, next, error);
    kept_games_unlock(setup->save, lock);
    return good;
}

static enum play_start start_again(struct play_setup *setup, struct line_terminal *terminal,
                                   char error[PLAY_ERROR_SIZE])
{
    play_setup_renew(setup);
    const enum play_start start = start_ask(setup, terminal, is_plain(setup), error);
    return start == START_GAME ? play_setup_complete(setup, error) : start;
}

static bool play_here(struct play_setup *setup, struct line_terminal *terminal,
                      char error[PLAY_ERROR_SIZE])
{
    for (;;) {
        unsigned next;
        if (terminal->asks)
            play_setup_keep(setup);
        const bool good = play_locked(setup, terminal, &next, error);
        if (!good || next == 0)
            return good;
        const enum play_start start =
            next == SOURCE_REMATCH ? START_GAME : start_again(setup, terminal, error);
        if (next == SOURCE_REMATCH)
            play_setup_rematch(setup);
        if (start != START_GAME)
            return start == START_LEAVE;
    }
}

/* ---- The application ------------------------------------------------------------------------- */

static bool ask_and_play(struct play_setup *setup, struct line_terminal *terminal,
                         char error[PLAY_ERROR_SIZE])
{
    enum play_start start = START_GAME;
    if (terminal->asks && play_setup_is_open(setup))
        start = start_ask(setup, terminal, is_plain(setup), error);
    if (start == START_GAME)
        start = play_setup_complete(setup, error);
    if (start == START_GAME && setup->resume != NULL) {
        line_terminal_take_keyboard(setup->resume);
        line_terminal_release(terminal);
        line_terminal_init(terminal, STDIN_FILENO, stdout);
    }
    switch (start) {
    case START_GAME:
        return play_here(setup, terminal, error);
    case START_SERVER:
        return play_at_server(setup, terminal, is_plain(setup), error);
    case START_BAD:
        return false;
    case START_LEAVE:
        line_terminal_print(terminal, "\n");
        break;
    }
    return true;
}

bool app_run(struct play_setup *setup, char error[PLAY_ERROR_SIZE])
{
    struct line_terminal terminal;
    line_terminal_init(&terminal, STDIN_FILENO, stdout);
    const bool good = ask_and_play(setup, &terminal, error);
    line_terminal_release(&terminal);
    return good;
}
