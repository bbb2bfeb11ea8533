/* What can be typed beside a turn: help, map, hand, save, quit and the like. */
#include <string.h>

#include "terminal/drawing/cities.h"
#include "terminal/line_mode/plain.h"
#include "terminal/line_mode/plain_input.h"
#include "words/language.h"

/* `rest` is what follows the command's name, without spaces around it. */
typedef void command_function(struct plain *plain, const char *rest);

/* The end of input says yes too. */
static bool wants_to_leave(struct plain *plain)
{
    for (;;) {
        screen_print(plain->screen, _("Leave the game? (y/n) "));
        const char *answer = screen_read(plain->screen);
        if (answer == NULL)
            return true;
        const struct word word = {answer, strlen(answer)};
        if (input_means(word, N_("y")) || input_means(word, N_("yes")))
            return true;
        if (input_means(word, N_("n")) || input_means(word, N_("no")))
            return false;
    }
}

/* A junction by the name of it or of its city; JUNCTION_NONE after a sentence. */
static unsigned find_junction(struct plain *plain, const char *name)
{
    const struct source *source = plain->source;
    const unsigned junction =
        map_find_junction(source->board, source_table(source)->seats,
                          plain->reader != SEAT_NONE ? &source->hand : NULL, name);
    if (junction == JUNCTION_NONE) {
        screen_print(plain->screen, _("This game has no junction or city '%.40s'."), name);
        screen_print(plain->screen, "\n");
    }
    return junction;
}

static void do_map(struct plain *plain, const char *rest)
{
    const struct word word = {rest, strlen(rest)};
    if (input_means(word, N_("on")) || input_means(word, N_("off"))) {
        plain->shows_map = input_means(word, "on");
        screen_print(plain->screen,
                     plain->shows_map
                         ? _("The map is shown at the start of each of your turns.\n")
                         : _("The map is no longer shown at the start of each of your turns.\n"));
    } else if (rest[0] == '\0') {
        plain_show_map(plain, JUNCTION_NONE);
    } else {
        const unsigned junction = find_junction(plain, rest);
        if (junction != JUNCTION_NONE)
            plain_show_map(plain, junction);
    }
}

static void do_look(struct plain *plain, const char *rest)
{
    if (rest[0] == '\0') {
        screen_print(plain->screen, _("Say where, for example: look K7\n"));
        return;
    }
    const unsigned junction = find_junction(plain, rest);
    if (junction != JUNCTION_NONE)
        say_junction(&plain->speaker, source_table(plain->source), plain->reader, junction);
}

/* Commands about a hand make no sense between the rounds, and for whoever has no seat. */
static bool has_hand(struct plain *plain)
{
    if (plain->reader != SEAT_NONE && hand_is_known(&plain->source->hand))
        return true;
    if (source_table(plain->source)->phase == PHASE_PLAYING)
        screen_print(plain->screen, _("You have no cards here.\n"));
    else
        screen_print(plain->screen, _("It is nobody's turn.\n"));
    return false;
}

/* Others need the same of whose turn it is. */
static bool is_to_move(struct plain *plain)
{
    if (!has_hand(plain))
        return false;
    if (source_is_mine(plain->source))
        return true;
    screen_print(plain->screen, _("It is not your turn: %s plays next (T1)."),
                 plain->source->seat[source_table(plain->source)->to_move].name);
    screen_print(plain->screen, "\n");
    return false;
}

static void do_hand(struct plain *plain, const char *rest)
{
    const struct table *table = source_table(plain->source);
    (void)rest;
    if (table->variants & VARIANT_OPEN_CARDS)
        say_open_hands(&plain->speaker, table);
    else if (has_hand(plain))
        say_hand(&plain->speaker, table, plain->reader, &plain->source->hand);
}

static void do_cities(struct plain *plain, const char *rest)
{
    (void)rest;
    say_cities(&plain->speaker, source_table(plain->source));
}

/* Without more words the lines for the first track, with a track those that may follow it. */
static void do_legal(struct plain *plain, const char *rest)
{
    struct draft draft;
    struct turn turn;
    struct fault fault;
    if (!is_to_move(plain))
        return;
    draft_begin(&draft, source_table(plain->source), &plain->source->hand);
    if (rest[0] != '\0') {
        if (!input_read_turn(plain->source->board, rest, false, &turn, &fault)) {
            say_fault(&plain->speaker, &fault);
            return;
        }
        const enum refusal refusal = draft_turn(&draft, plain->source->board, &turn);
        if (refusal != ACCEPTED) {
            say_refusal(&plain->speaker, refusal);
            return;
        }
    }
    say_choices(&plain->speaker, &draft);
}

static void do_missing(struct plain *plain, const char *rest)
{
    (void)rest;
    if (has_hand(plain))
        say_missing(&plain->speaker, source_table(plain->source), plain->reader,
                    &plain->source->hand);
}

/* Without more words the best turns, with `cards` what the others may hold. */
static void do_hint(struct plain *plain, const char *rest)
{
    const struct word word = {rest, strlen(rest)};
    if (!is_to_move(plain))
        return;
    if (word.length == 0)
        plain_hint_turns(plain);
    else if (input_means(word, N_("cards")))
        plain_hint_cards(plain);
    else
        screen_print(plain->screen, _("Type hint or hint cards.\n"));
}

static void do_points(struct plain *plain, const char *rest)
{
    (void)rest;
    say_points(&plain->speaker, source_table(plain->source));
}

static void do_log(struct plain *plain, const char *rest)
{
    const struct history *history = &plain->source->history;
    unsigned turns = 0, from = plain->told;
    (void)rest;
    for (; from > 0 && turns < 3U * source_table(plain->source)->seats; from--)
        turns += history->moment[from - 1].seat != SEAT_NONE;
    if (turns == 0)
        screen_print(plain->screen, _("No turn has been played yet.\n"));
    for (; from < plain->told; from++) {
        if (history->moment[from].seat != SEAT_NONE)
            say_turn(&plain->speaker, from);
    }
}

static void do_save(struct plain *plain, const char *rest)
{
    char why[SOURCE_SENTENCE_SIZE];
    if (rest[0] == '\0') {
        screen_print(plain->screen, _("Say where, for example: save game.rail\n"));
        return;
    }
    plain->source->calls->save(plain->source, rest, why);
    screen_print(plain->screen, "%s\n", why);
}

static void do_undo(struct plain *plain, const char *rest)
{
    char why[SOURCE_SENTENCE_SIZE];
    (void)rest;
    if (!source_take_back(plain->source, why))
        screen_print(plain->screen, "%s\n", why);
}

/* What can follow the end of a game. */
static void take_offer(struct plain *plain, enum source_offer offer)
{
    if ((plain_offers(plain) & offer) == 0) {
        const bool over = source_table(plain->source)->phase == PHASE_GAME_OVER;
        screen_print(plain->screen, "%s\n",
                     over ? _("That is not possible at this table now.")
                          : _("That has to wait until the game is over."));
        return;
    }
    plain->wish = offer;
    plain->leaves = true;
}

static void do_review(struct plain *plain, const char *rest)
{
    (void)rest;
    take_offer(plain, SOURCE_REVIEW);
}

static void do_rematch(struct plain *plain, const char *rest)
{
    (void)rest;
    take_offer(plain, SOURCE_REMATCH);
}

static void do_new(struct plain *plain, const char *rest)
{
    (void)rest;
    take_offer(plain, SOURCE_NEW_GAME);
}

static void do_quit(struct plain *plain, const char *rest)
{
    (void)rest;
    plain->leaves = source_table(plain->source)->phase == PHASE_GAME_OVER || wants_to_leave(plain);
}

static command_function do_help;

static const struct {
    const char *name;
    const char *other; /* another name for it, or NULL */
    const char *shown; /* in the help */
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

static void help_turns(const struct plain *plain)
{
    struct screen *screen = plain->screen;
    const unsigned variants = source_table(plain->source)->variants;
    const bool has_ferries = !line_set_is_empty(&plain->source->board->ferry_lines);
    screen_print_lines(
        screen,
        _("Your first turn of a round places the start marker, every other one lays track:\n"
          "  @K7          the start marker on K7\n"
          "  K7-L7        one track\n"
          "  K7-L7 L7-M8  two tracks; K7-L7-M8 and K7 e se say the same (e se sw w nw ne)\n"
          "  pass         when no track is legal\n"));
    if (has_ferries)
        screen_print_lines(screen,
                           _("  F4~G5        a ferry half; F4~G5* one of your own colour\n"));
    if (variants & VARIANT_PRIVATE_TRACKS)
        screen_print_lines(screen, _("  K7-L7*       a private track of your own colour\n"));
    if (variants & VARIANT_BLOCKING)
        screen_print_lines(screen,
                           _("  K7-L7 >L7    and at the end of the turn the marker moves to L7\n"));
    screen_print_lines(screen, has_ferries
                                   ? _("A turn is two single lines, or one double line, or a "
                                       "ferry half and a single line.\n")
                                   : _("A turn is two single lines, or one double line.\n"));
    screen_print(screen, "\n");
}

static void do_help(struct plain *plain, const char *rest)
{
    (void)rest;
    help_turns(plain);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (commands[i].run == do_hint && !plain->source->advises)
            continue;
        screen_print_entry(plain->screen, _(commands[i].shown), COMMAND_COLUMNS,
                           _(commands[i].about));
    }
    if (plain_is_remote(plain))
        plain_room_help(plain);
    screen_print(plain->screen, "\n");
    plain_map_legend(plain);
}

bool plain_command(struct plain *plain, const char *line)
{
    const char *rest = line;
    const struct word word = input_next_word(&rest);
    rest += strspn(rest, " \t");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (input_means(word, commands[i].name) ||
            (commands[i].other != NULL && input_word_is(word, commands[i].other))) {
            commands[i].run(plain, rest);
            return true;
        }
    }
    return plain_room_command(plain, line);
}
