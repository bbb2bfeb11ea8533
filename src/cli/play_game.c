/* The course of a game: deals, turns of people and bots, ends of rounds, the farewell. */
#include "cli/play_game.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/play_command.h"
#include "cli/play_input.h"
#include "cli/play_map.h"
#include "core/check.h"
#include "core/notation.h"
#include "match/seed.h"

enum { MAP_SPARE_LINES = 6 }; /* the map leaves room for the hand and the question */

/* ---- The record -------------------------------------------------------------------------- */

static bool autosave(struct game *game)
{
    const char *path = game->options->save;
    if (path == NULL)
        return true;
    const bool saved = play_table_save(&game->table);
    if (!saved && !game->save_fails && game->logged > 0)
        screen_print(game->screen, "The record cannot be saved to %s: %s.  The game goes on.\n",
                     path, strerror(errno));
    game->save_fails = !saved;
    return saved;
}

/* ---- What everybody hears ---------------------------------------------------------------- */

void game_tell_log(struct game *game, unsigned from)
{
    if (game->logged > LOG_TURNS && from < game->logged - LOG_TURNS)
        from = game->logged - LOG_TURNS;
    for (; from < game->logged; from++)
        screen_print(game->screen, "  %s\n", game->log[from % LOG_TURNS]);
}

void game_show_map(struct game *game, const struct view *view)
{
    struct screen *screen = game->screen;
    struct map_size size;
    screen_measure(screen);
    const bool fits = plain_map_fits(game->board, screen, MAP_SPARE_LINES, &size);
    if (!fits)
        plain_map_measure(game->board, MAP_SMALL, &size);
    if (screen->is_terminal && size.width > screen->width) {
        screen_print(screen, "The map needs %u columns, this window has %u.\n", size.width,
                     screen->width);
        return;
    }
    plain_map_draw(screen, game->board, view, size.scale);
    if (fits || !screen->is_terminal) /* in a low window it would push more of the map out */
        plain_map_legend(screen, game->board);
}

/* At the start of a turn: only where it leaves room for what follows. */
static void show_map_if_it_fits(struct game *game, const struct view *view)
{
    struct map_size size;
    screen_measure(game->screen);
    if (!game->screen->is_terminal || !game->shows_map)
        return;
    if (plain_map_fits(game->board, game->screen, MAP_SPARE_LINES, &size)) {
        plain_map_draw(game->screen, game->board, view, size.scale);
    } else if (!game->told_map_size) {
        game->told_map_size = true;
        screen_print(game->screen,
                     "Each turn would show the map in a window of %u by %u; here, type map.\n",
                     size.width, size.height + MAP_SPARE_LINES);
    }
}

static void announce_game(struct game *game)
{
    struct screen *screen = game->screen;
    const struct table *table = &game->table.position.table;
    char name[TALK_NAME_SIZE], commitment[SEED_TEXT_SIZE];
    seed_commitment(game->options->seed, commitment);
    screen_print(screen, "%s", game->board->name);
    for (int i = 0; i < 3; i++) {
        if (table->variants >> i & 1)
            screen_print(screen, ", %s", variant_names[i]);
    }
    screen_print(screen, "\n");
    for (unsigned seat = 0; seat < table->seats; seat++)
        screen_print(screen, "  %s%s\n", talk_name(&game->talk, seat, name),
                     game->options->player[seat].is_bot ? ", a bot" : "");
    if (game->options->resumed.data != NULL)
        screen_print(screen, "The game goes on from its record.\n");
    else
        screen_print(screen,
                     "The deals are fixed by a seed, which is shown at the end.  Its commitment:\n"
                     "  %s\n",
                     commitment);
    if (game->options->save != NULL)
        screen_print(screen, "The record is kept in %s.\n", game->options->save);
    if (play_options_people(game->options) > 0)
        screen_print(screen, "Type a turn as in @K7 or K7-L7 L7-M7; help tells the rest.\n");
}

/* The one person at the keyboard, or SEAT_NONE when there are more or none. */
static unsigned only_person(const struct game *game)
{
    unsigned only = SEAT_NONE;
    for (unsigned seat = 0; seat < game->options->seats; seat++) {
        if (game->options->player[seat].is_bot)
            continue;
        if (only != SEAT_NONE)
            return SEAT_NONE;
        only = seat;
    }
    return only;
}

static void begin_round(struct game *game)
{
    const struct table *table = &game->table.position.table;
    const unsigned person = only_person(game);
    char name[TALK_NAME_SIZE];
    play_table_deal(&game->table);
    for (unsigned seat = 0; seat < table->seats; seat++)
        game->heard[seat] = game->logged;
    autosave(game);
    screen_print(game->screen, "\n=== Round %u.  First: %s.\n", table->round,
                 talk_name(&game->talk, table->first, name));
    if (table->variants & VARIANT_OPEN_CARDS) {
        talk_open_hands(&game->talk, table);
    } else if (person != SEAT_NONE) {
        struct view view;
        view_of(&view, &game->table.position, person);
        screen_print(game->screen, "Your cities:\n");
        talk_hand(&game->talk, &view.table, person, &view.hand);
    }
}

/* ---- Turns ------------------------------------------------------------------------------- */

static enum refusal play_turn(struct game *game, struct turn *turn)
{
    const struct table before = game->table.position.table;
    const bool moves = turn->kind == TURN_LAY && turn->marker != JUNCTION_NONE;
    const enum refusal refusal = play_table_play(&game->table, turn);
    if (refusal != ACCEPTED)
        return refusal;
    talk_turn(&game->talk, &before, &game->table.position.table, turn,
              game->log[game->logged % LOG_TURNS]);
    game->logged++;
    game_tell_log(game, game->logged - 1);
    if (moves && turn->marker == JUNCTION_NONE)
        screen_print(game->screen, "  The round is over, so the marker stays (V2).\n");
    autosave(game);
    return ACCEPTED;
}

static void play_bot(struct game *game)
{
    struct turn turn;
    char name[TALK_NAME_SIZE];
    const char *report = play_bots_turn(&game->table.bots, &game->table.position, &turn);
    if (report[0] != '\0')
        screen_print(game->screen, "  %s forfeits its turn to a random one: %s.\n",
                     talk_name(&game->talk, game->table.position.table.to_move, name), report);
    const enum refusal refusal = play_turn(game, &turn);
    CHECK(refusal == ACCEPTED);
}

/* Between the hands of different people the screen is cleared; false at the end of input. */
static bool draw_curtain(struct game *game, unsigned seat)
{
    if (game->table.position.table.variants & VARIANT_OPEN_CARDS || only_person(game) == seat ||
        game->at_keyboard == seat)
        return true;
    if (game->at_keyboard != SEAT_NONE)
        screen_clear(game->screen);
    screen_print(game->screen,
                 "\nPass the keyboard to %s and press Enter: ", game->options->player[seat].name);
    if (screen_read(game->screen) == NULL)
        return false;
    game->at_keyboard = seat;
    if (game->heard[seat] < game->logged) {
        screen_print(game->screen, "What the others did:\n");
        game_tell_log(game, game->heard[seat]);
    }
    return true;
}

/* What a person sees before the question. */
static void present_turn(struct game *game, const struct view *view)
{
    const struct table *table = &view->table;
    const unsigned seat = view->seat;
    struct screen *screen = game->screen;
    struct choices choices;
    struct turn nothing = {.kind = TURN_LAY, .marker = JUNCTION_NONE};
    screen_print(screen, "\n");
    show_map_if_it_fits(game, view);
    screen_print(screen, "Round %u, %s: %u tracks left", table->round,
                 game->options->player[seat].name, table->supply);
    if (table_has_colours(table, game->board))
        screen_print(screen, ", %u of your own colour", table->coloured[seat]);
    screen_print(screen, ".\n");
    talk_hand_row(&game->talk, "Your cities:", table, seat, &view->hand);
    turn_choices(table, game->board, &view->hand, &nothing, &choices);
    if (table->marker[seat] == JUNCTION_NONE)
        screen_print(screen, "Place your start marker on a junction, as in @K7.\n");
    else if (choices.may_pass)
        screen_print(screen, "No track is legal: type pass (T4).\n");
}

/* The line is not a command: it should be a turn.  True when it has been played. */
static bool try_turn(struct game *game, const struct view *view, const char *line)
{
    struct turn turn;
    struct fault fault;
    const bool placing = view->table.marker[view->seat] == JUNCTION_NONE;
    /* Turns have digits in them, so a line without any was meant as a word. */
    if (strpbrk(line, "0123456789") == NULL &&
        !input_word_is((struct word){line, strlen(line)}, "pass")) {
        screen_print(game->screen, "That is neither a turn nor a command; type help.\n");
        return false;
    }
    if (!input_read_turn(game->board, line, placing, &turn, &fault)) {
        talk_fault(&game->talk, &fault);
        return false;
    }
    const enum refusal refusal = play_turn(game, &turn);
    if (refusal != ACCEPTED)
        talk_refusal(&game->talk, refusal);
    return refusal == ACCEPTED;
}

/* False when the person leaves. */
static bool play_person(struct game *game, unsigned seat)
{
    struct view view;
    if (!draw_curtain(game, seat))
        return false;
    view_of(&view, &game->table.position, seat);
    present_turn(game, &view);
    for (;;) {
        screen_print(game->screen, "%s> ", game->options->player[seat].name);
        const char *line = screen_read(game->screen);
        if (line == NULL)
            return false;
        if (line[0] == '\0')
            continue;
        const enum command_result result = command_run(game, &view, line);
        if (result == COMMAND_LEAVE)
            return false;
        if (result == COMMAND_NONE && try_turn(game, &view, line)) {
            game->heard[seat] = game->logged;
            return true;
        }
    }
}

/* ---- Between rounds, and the end --------------------------------------------------------- */

/* Waits for Enter and serves commands; false when the person leaves. */
static bool pause_game(struct game *game, const char *question)
{
    struct view view;
    if (play_options_people(game->options) == 0 && !game->screen->asks)
        return true; /* nobody is there */
    view_of(&view, &game->table.position, SEAT_NONE);
    for (;;) {
        screen_print(game->screen, "%s", question);
        const char *line = screen_read(game->screen);
        if (line == NULL)
            return false;
        if (line[0] == '\0')
            return true;
        const enum command_result result = command_run(game, &view, line);
        if (result == COMMAND_LEAVE)
            return false;
        if (result == COMMAND_NONE)
            screen_print(game->screen, "Just Enter, or a command such as map, log or save.\n");
    }
}

static void end_round(struct game *game)
{
    struct view view;
    view_of(&view, &game->table.position, SEAT_NONE);
    show_map_if_it_fits(game, &view);
    talk_round_end(&game->talk, &game->table.position.table);
    game->at_keyboard = SEAT_NONE; /* everybody is looking now */
}

static void say_farewell(struct game *game)
{
    const struct table *table = &game->table.position.table;
    const char *board_file = game->options->board_file;
    char seed[SEED_TEXT_SIZE];
    seed_text(game->options->seed, seed);
    if (table->phase != PHASE_GAME_OVER)
        screen_print(game->screen, "\n%s ends here, unfinished.\n",
                     game->screen->ended ? "End of input: the game" : "The game");
    if (game->options->resumed.data == NULL)
        screen_print(game->screen,
                     "The seed, whose SHA-256 is the commitment of the start:\n  %s\n", seed);
    if (game->options->save == NULL)
        return;
    if (game->save_fails)
        screen_print(game->screen, "The record could not be saved to %s.\n", game->options->save);
    else if (game->options->resumed.data != NULL) /* the first deals came from another seed */
        screen_print(game->screen, "The record is in %s.\n", game->options->save);
    else
        screen_print(game->screen,
                     "The record is in %s.  This verifies it, deals and all:\n"
                     "  railhead check --seed %s%s%s %s\n",
                     game->options->save, seed, board_file ? " --board " : "",
                     board_file ? board_file : "", game->options->save);
}

/* Plays until the game is over or somebody leaves. */
static void run(struct game *game)
{
    struct table *table = &game->table.position.table;
    while (table->phase != PHASE_GAME_OVER) {
        if (table->phase != PHASE_PLAYING)
            begin_round(game);
        while (table->phase == PHASE_PLAYING) {
            const unsigned seat = table->to_move;
            if (game->options->player[seat].is_bot)
                play_bot(game);
            else if (!play_person(game, seat))
                return;
        }
        end_round(game);
        if (table->phase == PHASE_ROUND_OVER &&
            !pause_game(game, "\nEnter starts the next round: "))
            return;
    }
    talk_winners(&game->talk, table);
    if (game->options->save == NULL)
        pause_game(game, "\nsave FILE keeps the record of this game, Enter leaves: ");
}

/* ---- Setting up -------------------------------------------------------------------------- */

static void init(struct game *game, const struct play_options *options, struct screen *screen)
{
    game->options = options;
    game->board = options->board.board;
    game->screen = screen;
    game->talk = (struct talk){screen, game->board, options->player};
    game->at_keyboard = SEAT_NONE;
    game->shows_map = true;
}

int play_game(const struct play_options *options, struct screen *screen)
{
    static const struct game nothing;
    struct game game = nothing;
    char error[PLAY_ERROR_SIZE];
    int status = STATUS_OK;
    init(&game, options, screen);
    if (play_table_init(&game.table, options, error)) {
        announce_game(&game);
        run(&game);
        say_farewell(&game);
    } else {
        status = cli_fail("play", "%s", error);
    }
    play_table_release(&game.table);
    return status;
}
