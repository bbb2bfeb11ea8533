/* Commands besides turns: help, map, hand, save, quit and others. */
#include <string.h>

#include "terminal/drawing/cities.h"
#include "terminal/line_mode/line_mode.h"
#include "terminal/line_mode/typed_turn.h"
#include "words/language.h"

/* `rest` is the text after the command's name, trimmed. */
typedef void command_function(struct line_mode *ui, const char *rest);

/* The end of input counts as yes. */
static bool wants_to_leave(struct line_mode *ui)
{
    for (;;) {
        line_terminal_print(ui->terminal, _("Leave the game? (y/n) "));
        const char *answer = line_terminal_read(ui->terminal);
        if (answer == NULL)
            return true;
        const struct word word = {answer, strlen(answer)};
        if (typed_word_means(word, N_("y")) || typed_word_means(word, N_("yes")))
            return true;
        if (typed_word_means(word, N_("n")) || typed_word_means(word, N_("no")))
            return false;
    }
}

/*
 * Finds a junction by its name or its city's.  Prints a sentence and returns JUNCTION_NONE on
 * failure.
 */
static unsigned find_junction(struct line_mode *ui, const char *name)
{
    const struct source *source = ui->source;
    const unsigned junction =
        cities_find_junction(source->board, source_table(source)->seats,
                             ui->reader != SEAT_NONE ? &source->hand : NULL, name);
    if (junction == JUNCTION_NONE) {
        line_terminal_print(ui->terminal, _("This game has no junction or city '%.40s'."), name);
        line_terminal_print(ui->terminal, "\n");
    }
    return junction;
}

static void do_map(struct line_mode *ui, const char *rest)
{
    const struct word word = {rest, strlen(rest)};
    if (typed_word_means(word, N_("on")) || typed_word_means(word, N_("off"))) {
        ui->shows_map = typed_word_means(word, "on");
        line_terminal_print(
            ui->terminal,
            ui->shows_map ? _("The map is shown at the start of each of your turns.\n")
                          : _("The map is no longer shown at the start of each of your turns.\n"));
    } else if (rest[0] == '\0') {
        line_mode_show_map(ui, JUNCTION_NONE);
    } else {
        const unsigned junction = find_junction(ui, rest);
        if (junction != JUNCTION_NONE)
            line_mode_show_map(ui, junction);
    }
}

static void do_look(struct line_mode *ui, const char *rest)
{
    if (rest[0] == '\0') {
        line_terminal_print(ui->terminal, _("Say where, for example: look K7\n"));
        return;
    }
    const unsigned junction = find_junction(ui, rest);
    if (junction != JUNCTION_NONE)
        say_junction(&ui->speaker, source_table(ui->source), ui->reader, junction);
}

/* Returns false after a sentence if there is no hand: between rounds, or without a seat. */
static bool has_hand(struct line_mode *ui)
{
    if (ui->reader != SEAT_NONE && hand_is_known(&ui->source->hand))
        return true;
    if (source_table(ui->source)->phase == PHASE_PLAYING)
        line_terminal_print(ui->terminal, _("You have no cards here.\n"));
    else
        line_terminal_print(ui->terminal, _("It is nobody's turn.\n"));
    return false;
}

/* Returns false after a sentence if it is not the person's turn. */
static bool is_to_move(struct line_mode *ui)
{
    if (!has_hand(ui))
        return false;
    if (source_is_mine(ui->source))
        return true;
    line_terminal_print(ui->terminal, _("It is not your turn: %s plays next (T1)."),
                        ui->source->seat[source_table(ui->source)->to_move].name);
    line_terminal_print(ui->terminal, "\n");
    return false;
}

static void do_hand(struct line_mode *ui, const char *rest)
{
    const struct table *table = source_table(ui->source);
    (void)rest;
    if (table->variants & VARIANT_OPEN_CARDS)
        say_open_hands(&ui->speaker, table);
    else if (has_hand(ui))
        say_hand(&ui->speaker, table, ui->reader, &ui->source->hand);
}

static void do_cities(struct line_mode *ui, const char *rest)
{
    (void)rest;
    say_cities(&ui->speaker, source_table(ui->source));
}

/* Without arguments lists lines for the first track, otherwise those that may follow the track. */
static void do_legal(struct line_mode *ui, const char *rest)
{
    struct draft draft;
    struct turn turn;
    struct fault fault;
    if (!is_to_move(ui))
        return;
    draft_begin(&draft, source_table(ui->source), &ui->source->hand);
    if (rest[0] != '\0') {
        if (!typed_turn_read(ui->source->board, rest, false, &turn, &fault)) {
            say_fault(&ui->speaker, &fault);
            return;
        }
        const enum refusal refusal = draft_turn(&draft, ui->source->board, &turn);
        if (refusal != ACCEPTED) {
            say_refusal(&ui->speaker, refusal);
            return;
        }
    }
    say_choices(&ui->speaker, &draft);
}

static void do_missing(struct line_mode *ui, const char *rest)
{
    (void)rest;
    if (has_hand(ui))
        say_missing(&ui->speaker, source_table(ui->source), ui->reader, &ui->source->hand);
}

/* Without arguments prints the best turns; `cards` prints which cities the others may hold. */
static void do_hint(struct line_mode *ui, const char *rest)
{
    const struct word word = {rest, strlen(rest)};
    if (!is_to_move(ui))
        return;
    if (word.length == 0)
        line_mode_hint_turns(ui);
    else if (typed_word_means(word, N_("cards")))
        line_mode_hint_cards(ui);
    else
        line_terminal_print(ui->terminal, _("Type hint or hint cards.\n"));
}

static void do_points(struct line_mode *ui, const char *rest)
{
    (void)rest;
    say_points(&ui->speaker, source_table(ui->source));
}

static void do_log(struct line_mode *ui, const char *rest)
{
    const struct history *history = &ui->source->history;
    unsigned turns = 0, from = ui->moments_printed;
    (void)rest;
    for (; from > 0 && turns < 3U * source_table(ui->source)->seats; from--)
        turns += history->moment[from - 1].seat != SEAT_NONE;
    if (turns == 0)
        line_terminal_print(ui->terminal, _("No turn has been played yet.\n"));
    for (; from < ui->moments_printed; from++) {
        if (history->moment[from].seat != SEAT_NONE)
            say_turn(&ui->speaker, from);
    }
}

static void do_save(struct line_mode *ui, const char *rest)
{
    char why[SOURCE_SENTENCE_SIZE];
    if (rest[0] == '\0') {
        line_terminal_print(ui->terminal, _("Say where, for example: save game.rail\n"));
        return;
    }
    ui->source->calls->save(ui->source, rest, why);
    line_terminal_print(ui->terminal, "%s\n", why);
}

static void do_undo(struct line_mode *ui, const char *rest)
{
    char why[SOURCE_SENTENCE_SIZE];
    (void)rest;
    if (!source_take_back(ui->source, why))
        line_terminal_print(ui->terminal, "%s\n", why);
}

/* Accepts one of the offers at the end of a game. */
static void take_offer(struct line_mode *ui, enum source_offer offer)
{
    if ((line_mode_offers(ui) & offer) == 0) {
        const bool over = source_table(ui->source)->phase == PHASE_GAME_OVER;
        line_terminal_print(ui->terminal, "%s\n",
                            over ? _("That is not possible at this table now.")
                                 : _("That has to wait until the game is over."));
        return;
    }
    ui->next = offer;
    ui->leaves = true;
}

static void do_review(struct line_mode *ui, const char *rest)
{
    (void)rest;
    take_offer(ui, SOURCE_REVIEW);
}

static void do_rematch(struct line_mode *ui, const char *rest)
{
    (void)rest;
    take_offer(ui, SOURCE_REMATCH);
}

static void do_new(struct line_mode *ui, const char *rest)
{
    (void)rest;
    take_offer(ui, SOURCE_NEW_GAME);
}

static void do_quit(struct line_mode *ui, const char *rest)
{
    (void)rest;
    ui->leaves = source_table(ui->source)->phase == PHASE_GAME_OVER || wants_to_leave(ui);
}

static command_function do_help;

static const struct {
    const char *name;
    const char *other; /* an alternative name, or NULL */
    const char *shown; /* how the help shows it */
    const char *about;
    command_function *run;
} commands[] = {
    {N_("help"), "?", N_("help, ?"), N_("this page"), do_help},
    {N_("map"), NULL, N_("map"),
     N_("the map; map K7: a part of it; map on, map off: at each turn or not"), do_map},
    {N_("look"), NULL, N_("look K7"), N_("a junction or city, and the lines that leave it"),
     do_look},
    {N_("hand"), "cards", N_("hand"), N_("your cities, and which of them you have reached"),
     do_hand},
    {N_("missing"), NULL, N_("missing"), N_("what you still need, with the lines"), do_missing},
    {N_("hint"), NULL, N_("hint"), N_("good turns; hint cards: what the others may hold"), do_hint},
    {N_("legal"), NULL, N_("legal"), N_("the lines you may build on; legal K7-L7: what may follow"),
     do_legal},
    {N_("cities"), NULL, N_("cities"), N_("every city of the board"), do_cities},
    {N_("points"), "score", N_("points"), N_("everybody's points"), do_points},
    {N_("log"), NULL, N_("log"), N_("the last turns"), do_log},
    {N_("undo"), NULL, N_("undo"),
     N_("takes your last turn back; at a server the others are asked"), do_undo},
    {N_("save"), NULL, N_("save FILE"), N_("saves the record of the game so far"), do_save},
    {N_("review"), NULL, N_("review"), N_("at the end: what every turn gained and lost"),
     do_review},
    {N_("rematch"), NULL, N_("rematch"), N_("at the end: the same players again"), do_rematch},
    {N_("new"), NULL, N_("new"), N_("at the end: another game"), do_new},
    {N_("quit"), "exit", N_("quit"), N_("leaves the game"), do_quit},
};

static void help_turns(const struct line_mode *ui)
{
    struct line_terminal *terminal = ui->terminal;
    const unsigned variants = source_table(ui->source)->variants;
    const bool has_ferries = !line_set_is_empty(&ui->source->board->ferry_lines);
    line_terminal_print_lines(
        terminal,
        _("Your first turn of a round places the start marker, every other one lays track:\n"
          "  @K7          the start marker on K7\n"
          "  K7-L7        one track\n"
          "  K7-L7 L7-M8  two tracks; K7-L7-M8 and K7 e se say the same (e se sw w nw ne)\n"
          "  pass         when no track is legal\n"));
    if (has_ferries)
        line_terminal_print_lines(
            terminal, _("  F4~G5        a ferry half; F4~G5* one of your own colour\n"));
    if (variants & VARIANT_PRIVATE_TRACKS)
        line_terminal_print_lines(terminal,
                                  _("  K7-L7*       a private track of your own colour\n"));
    if (variants & VARIANT_BLOCKING)
        line_terminal_print_lines(
            terminal, _("  K7-L7 >L7    and at the end of the turn the marker moves to L7\n"));
    line_terminal_print_lines(
        terminal, has_ferries ? _("A turn is two single lines, or one double line, or a "
                                  "ferry half and a single line.\n")
                              : _("A turn is two single lines, or one double line.\n"));
    line_terminal_print(terminal, "\n");
}

static void do_help(struct line_mode *ui, const char *rest)
{
    (void)rest;
    help_turns(ui);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (commands[i].run == do_hint && !ui->source->advises)
            continue;
        line_terminal_print_entry(ui->terminal, _(commands[i].shown), COMMAND_COLUMNS,
                                  _(commands[i].about));
    }
    if (line_mode_is_remote(ui))
        line_mode_room_help(ui);
    line_terminal_print(ui->terminal, "\n");
    line_mode_map_legend(ui);
}

bool line_mode_command(struct line_mode *ui, const char *line)
{
    const char *rest = line;
    const struct word word = typed_word_next(&rest);
    rest += strspn(rest, " \t");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (typed_word_means(word, commands[i].name) ||
            (commands[i].other != NULL && typed_word_is(word, commands[i].other))) {
            commands[i].run(ui, rest);
            return true;
        }
    }
    return line_mode_room_command(ui, line);
}
