/* The commands of a game in plain text, each a short function. */
#include "cli/play_command.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "cli/play_hint.h"
#include "cli/play_input.h"
#include "cli/play_map.h"

/* `rest` is what follows the command's name, without spaces around it. */
typedef enum command_result command_function(struct game *game, const struct view *view,
                                             const char *rest);

static enum command_result do_help(struct game *game, const struct view *view, const char *rest);

/* Yes or no; the end of input is `at_end`. */
static bool ask_yes(struct screen *screen, const char *question, bool at_end)
{
    for (;;) {
        screen_print(screen, "%s (y/n) ", question);
        const char *answer = screen_read(screen);
        if (answer == NULL)
            return at_end;
        const struct word word = {answer, strlen(answer)};
        if (input_word_is(word, "y") || input_word_is(word, "yes"))
            return true;
        if (input_word_is(word, "n") || input_word_is(word, "no"))
            return false;
    }
}

static enum command_result do_map(struct game *game, const struct view *view, const char *rest)
{
    const struct word word = {rest, strlen(rest)};
    if (input_word_is(word, "on") || input_word_is(word, "off")) {
        game->shows_map = input_word_is(word, "on");
        screen_print(game->screen, "The map is %sshown at the start of each of your turns.\n",
                     game->shows_map ? "" : "not ");
        return COMMAND_DONE;
    }
    game_show_map(game, view);
    return COMMAND_DONE;
}

/* Commands about a hand of one's own make no sense between the rounds. */
static bool has_hand(struct game *game, const struct view *view)
{
    if (view->seat != SEAT_NONE)
        return true;
    screen_print(game->screen, "Nobody is to move.\n");
    return false;
}

static enum command_result do_hand(struct game *game, const struct view *view, const char *rest)
{
    (void)rest;
    if (view->table.variants & VARIANT_OPEN_CARDS)
        talk_open_hands(&game->talk, &view->table);
    else if (has_hand(game, view))
        talk_hand(&game->talk, &view->table, view->seat, &view->hand);
    return COMMAND_DONE;
}

static enum command_result do_cities(struct game *game, const struct view *view, const char *rest)
{
    (void)rest;
    talk_cities(&game->talk, &view->table);
    return COMMAND_DONE;
}

/* Without more words the lines for the first track, with a track those that may follow it. */
static enum command_result do_legal(struct game *game, const struct view *view, const char *rest)
{
    struct draft draft;
    struct turn turn;
    struct fault fault;
    if (!has_hand(game, view))
        return COMMAND_DONE;
    draft_begin(&draft, &view->table, &view->hand);
    if (rest[0] != '\0') {
        if (!input_read_turn(game->board, rest, false, &turn, &fault)) {
            talk_fault(&game->talk, &fault);
            return COMMAND_DONE;
        }
        const enum refusal refusal = draft_turn(&draft, game->board, &turn);
        if (refusal != ACCEPTED) {
            talk_refusal(&game->talk, refusal);
            return COMMAND_DONE;
        }
    }
    talk_choices(&game->talk, &draft);
    return COMMAND_DONE;
}

static enum command_result do_missing(struct game *game, const struct view *view, const char *rest)
{
    (void)rest;
    if (has_hand(game, view))
        talk_missing(&game->talk, view);
    return COMMAND_DONE;
}

/* Without more words the best turns, with `cards` what the others may hold. */
static enum command_result do_hint(struct game *game, const struct view *view, const char *rest)
{
    const struct word word = {rest, strlen(rest)};
    if (!has_hand(game, view))
        return COMMAND_DONE;
    if (word.length > 0 && !input_word_is(word, "cards"))
        screen_print(game->screen, "Say hint, or hint cards.\n");
    else if (word.length > 0)
        hint_cards(game, view);
    else
        hint_turns(game, view);
    return COMMAND_DONE;
}

static enum command_result do_points(struct game *game, const struct view *view, const char *rest)
{
    (void)rest;
    talk_points(&game->talk, &view->table);
    return COMMAND_DONE;
}

static enum command_result do_log(struct game *game, const struct view *view, const char *rest)
{
    (void)rest;
    const unsigned turns = 3U * view->table.seats;
    if (game->logged == 0)
        screen_print(game->screen, "No turn has been played.\n");
    game_tell_log(game, game->logged > turns ? game->logged - turns : 0);
    return COMMAND_DONE;
}

/* The game as far as the reader of the view may know it. */
static void known_position(const struct game *game, const struct view *view, struct position *known)
{
    *known = game->table.position;
    if (view->table.phase != PHASE_PLAYING || view->table.variants & VARIANT_OPEN_CARDS)
        return;
    for (unsigned seat = 0; seat < view->table.seats; seat++) {
        if (seat != view->seat)
            memset(&known->hand[seat], CITY_NONE, sizeof known->hand[seat]);
    }
}

static enum command_result do_save(struct game *game, const struct view *view, const char *rest)
{
    struct position known;
    char path[PATH_MAX];
    const size_t length = strlen(rest);
    if (length == 0 || length >= sizeof path) {
        screen_print(game->screen, "Say where, as in: save game.rail\n");
        return COMMAND_DONE;
    }
    memcpy(path, rest, length + 1); /* the next question is read to where `rest` lies */
    if (access(path, F_OK) == 0 &&
        !ask_yes(game->screen, "There is a file of that name.  Overwrite it?", false)) {
        screen_print(game->screen, "Nothing was saved.\n");
        return COMMAND_DONE;
    }
    known_position(game, view, &known);
    if (!play_record_save_known(&game->table.record, path, game->board, &known))
        screen_print(game->screen, "It could not be saved to %s: %s.\n", path, strerror(errno));
    else
        screen_print(game->screen, "The record so far is in %s.\n", path);
    return COMMAND_DONE;
}

static enum command_result do_quit(struct game *game, const struct view *view, const char *rest)
{
    (void)rest;
    if (view->table.phase == PHASE_GAME_OVER || ask_yes(game->screen, "Leave the game?", true))
        return COMMAND_LEAVE;
    return COMMAND_DONE;
}

static const struct {
    const char *name;
    const char *other; /* another name for it, or NULL */
    const char *shown; /* in the help, or NULL */
    const char *about;
    command_function *run;
} commands[] = {
    {"help", "?", "help, ?", "this page", do_help},
    {"map", NULL, "map", "the map; map off and map on: whether each turn shows it", do_map},
    {"hand", "cards", "hand", "your cities, and which of them you have reached", do_hand},
    {"missing", NULL, "missing", "what you still miss, with the lines", do_missing},
    {"hint", NULL, "hint", "good turns; hint cards: what the others may hold", do_hint},
    {"legal", NULL, "legal", "the lines you may lay; legal K7-L7: what may follow", do_legal},
    {"cities", NULL, "cities", "every city of the board", do_cities},
    {"points", "score", "points", "everybody's points", do_points},
    {"log", NULL, "log", "the last turns", do_log},
    {"save", NULL, "save FILE", "writes the record of the game so far", do_save},
    {"quit", "exit", "quit", "leaves the game", do_quit},
};

static enum command_result do_help(struct game *game, const struct view *view, const char *rest)
{
    (void)rest;
    struct screen *screen = game->screen;
    const unsigned variants = view->table.variants;
    screen_print(screen,
                 "Your first turn of a round places the start marker, every other one lays track:\n"
                 "  @K7          the start marker on K7\n"
                 "  K7-L7        one track\n"
                 "  K7-L7 L7-M8  two tracks; K7-L7-M8 and K7 e se say the same (e se sw w nw ne)\n"
                 "  pass         when no track is legal\n");
    if (!line_set_is_empty(&game->board->ferry_lines))
        screen_print(screen, "  F4~G5        a ferry half; F4~G5* one of your own colour\n");
    if (variants & VARIANT_PRIVATE_TRACKS)
        screen_print(screen, "  K7-L7*       a private track of your own colour\n");
    if (variants & VARIANT_BLOCKING)
        screen_print(screen, "  K7-L7 >L7    and at the end of the turn the marker moves to L7\n");
    screen_print(
        screen, "A turn is two single lines, or one double line%s.\n\n",
        line_set_is_empty(&game->board->ferry_lines) ? "" : ", or a ferry half and a single line");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        screen_print(screen, "  %-12s %s\n", commands[i].shown, commands[i].about);
    screen_print(screen, "\n");
    plain_map_legend(screen, game->board);
    return COMMAND_DONE;
}

enum command_result command_run(struct game *game, const struct view *view, const char *line)
{
    const char *rest = line;
    const struct word word = input_next_word(&rest);
    rest += strspn(rest, " \t");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (input_word_is(word, commands[i].name) ||
            (commands[i].other != NULL && input_word_is(word, commands[i].other)))
            return commands[i].run(game, view, rest);
    }
    return COMMAND_NONE;
}
