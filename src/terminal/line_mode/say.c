/* Sentences and small tables about a game. */
#include "terminal/line_mode/say.h"

#include <string.h>

#include "rules/deal.h"
#include "rules/notation.h"
#include "rules/scoring.h"
#include "terminal/drawing/cities.h"
#include "terminal/drawing/obstacles.h"
#include "terminal/drawing/utf8.h"
#include "words/language.h"

enum { GROUP_COLUMNS = 7 };

const char *say_name(const struct speaker *speaker, unsigned seat, char buffer[SAY_NAME_SIZE])
{
    snprintf(buffer, SAY_NAME_SIZE, _("%s (seat %u)"), speaker->source->seat[seat].name, seat + 1);
    return buffer;
}

const char *say_city(const struct speaker *speaker, unsigned city)
{
    return cities_name(speaker->source->board, city, speaker->terminal->utf8);
}

/* ---- Turns ------------------------------------------------------------------------------- */

/* Adds a part of a sentence; `part` has a placeholder for one word. */
static void add_words(struct text *text, const char *part, const char *word)
{
    char words[SAY_TURN_SIZE];
    snprintf(words, sizeof words, part, word);
    text_add(text, words);
}

static bool becomes_reached(const struct table *before, const struct table *after, unsigned seat,
                            unsigned junction)
{
    return !junction_set_has(table_reach(before, seat), junction) &&
           junction_set_has(table_reach(after, seat), junction);
}

/*
 * Adds the cities at the ends of the track just laid, and other markers anywhere, that the network
 * has reached.
 */
static void add_reached(struct text *text, const struct speaker *speaker,
                        const struct table *before, const struct table *after,
                        const struct turn *turn)
{
    const struct board *board = speaker->source->board;
    const unsigned seat = before->to_move;
    struct junction_set listed = {{0}};
    for (unsigned i = 0; i < 2U * turn->tracks; i++) {
        const struct line *line = &board->line[turn->track[i / 2].line];
        const unsigned end = i % 2 == 0 ? line->a : line->b;
        const unsigned city = board->junction[end].city;
        if (!cities_is_in_game(board, city, before->seats) || junction_set_has(&listed, end) ||
            !becomes_reached(before, after, seat, end))
            continue;
        junction_set_add(&listed, end);
        add_words(text, _(", reaching %s"), say_city(speaker, city));
    }
    for (unsigned other = 0; other < before->seats; other++) {
        const unsigned marker = before->marker[other];
        char name[SAY_NAME_SIZE];
        if (other != seat && marker != JUNCTION_NONE &&
            becomes_reached(before, after, seat, marker))
            add_words(text, _(", meeting %s"), say_name(speaker, other, name));
    }
}

void say_turn_words(const struct speaker *speaker, const struct table *before,
                    const struct table *after, const struct turn *turn, char buffer[SAY_TURN_SIZE])
{
    const struct board *board = speaker->source->board;
    struct text text;
    text_init(&text, buffer, SAY_TURN_SIZE);
    notation_add_turn(&text, board, turn);
    if (turn->kind == TURN_PLACE) {
        const unsigned city = board->junction[turn->marker].city;
        if (cities_is_in_game(board, city, before->seats))
            add_words(&text, _(", the start marker on %s"), say_city(speaker, city));
        else
            text_add(&text, _(", the start marker"));
    }
    add_reached(&text, speaker, before, after, turn);
}

void say_turn(const struct speaker *speaker, unsigned moment)
{
    const struct moment *now = &speaker->source->history.moment[moment];
    char name[SAY_NAME_SIZE], words[SAY_TURN_SIZE];
    say_turn_words(speaker, &now[-1].table, &now->table, &now->turn, words);
    line_terminal_print(speaker->terminal, "  %s: %s\n", say_name(speaker, now->seat, name), words);
}

void say_fault(const struct speaker *speaker, const struct fault *fault)
{
    char sentence[FAULT_SENTENCE_SIZE];
    language_fault(fault, sentence);
    if (strcmp(fault->rule, FAULT_FORMAT) == 0)
        line_terminal_print(speaker->terminal, _("Not understood: %s."), sentence);
    else
        line_terminal_print(speaker->terminal, _("Refused: %s (%s)."), sentence, fault->rule);
    line_terminal_print(speaker->terminal, "\n");
}

void say_refusal(const struct speaker *speaker, enum refusal refusal)
{
    struct fault fault;
    refusal_say(refusal, &fault);
    say_fault(speaker, &fault);
}

/* ---- Hands and cities -------------------------------------------------------------------- */

static bool is_reached(const struct table *table, unsigned seat, unsigned junction)
{
    return table->marker[seat] != JUNCTION_NONE &&
           junction_set_has(table_reach(table, seat), junction);
}

void say_hand(const struct speaker *speaker, const struct table *table, unsigned seat,
              const struct hand *hand)
{
    for (unsigned group = 0; group < GROUPS; group++) {
        const struct city *city = &speaker->source->board->city[hand->city[group]];
        line_terminal_print(speaker->terminal, "  [%c] ", cities_group_letter(group));
        line_terminal_print_padded(speaker->terminal, _(group_names[group]), GROUP_COLUMNS);
        line_terminal_print(speaker->terminal, " %-4s %s%s\n",
                            speaker->source->board->junction[city->junction].name,
                            say_city(speaker, hand->city[group]),
                            is_reached(table, seat, city->junction) ? _(", reached") : "");
    }
}

void say_hand_row(const struct speaker *speaker, const char *title, const struct table *table,
                  unsigned seat, const struct hand *hand)
{
    struct line_terminal_list list;
    line_terminal_list_begin(&list, speaker->terminal, title, 0);
    for (unsigned group = 0; group < GROUPS; group++) {
        const struct city *city = &speaker->source->board->city[hand->city[group]];
        char word[CITY_NAME_SIZE + 32];
        snprintf(word, sizeof word, "[%c] %s %s%s%s", cities_group_letter(group),
                 say_city(speaker, hand->city[group]),
                 speaker->source->board->junction[city->junction].name,
                 is_reached(table, seat, city->junction) ? _(" reached") : "",
                 group + 1 < GROUPS ? "," : "");
        line_terminal_list_add(&list, word);
    }
    line_terminal_list_end(&list);
}

void say_open_hands(const struct speaker *speaker, const struct table *table)
{
    for (unsigned seat = 0; seat < table->seats; seat++) {
        char name[SAY_NAME_SIZE], title[SAY_NAME_SIZE + 2];
        snprintf(title, sizeof title, "%s:", say_name(speaker, seat, name));
        if (hand_is_known(&table->shown[seat]))
            say_hand_row(speaker, title, table, seat, &table->shown[seat]);
    }
}

void say_cities(const struct speaker *speaker, const struct table *table)
{
    const struct board *board = speaker->source->board;
    for (unsigned group = 0; group < GROUPS; group++) {
        struct line_terminal_list list;
        line_terminal_list_begin(&list, speaker->terminal, _(group_names[group]), GROUP_COLUMNS);
        const unsigned cards = deal_cards_in_play(board, table->seats, group);
        for (unsigned i = 0; i < cards; i++) {
            const unsigned city = board->card[group][i];
            char word[CITY_NAME_SIZE + 16];
            snprintf(word, sizeof word, "%s %s%s", say_city(speaker, city),
                     board->junction[board->city[city].junction].name, i + 1 < cards ? "," : "");
            line_terminal_list_add(&list, word);
        }
        line_terminal_list_end(&list);
    }
}

/* ---- Lines ------------------------------------------------------------------------------- */

/* Lists lines and marks those that cost two. */
static void list_lines(const struct speaker *speaker, const char *title,
                       const struct line_set *lines, const struct table *table, unsigned seat)
{
    struct line_terminal_list list;
    line_terminal_list_begin(&list, speaker->terminal, title, 0);
    for (unsigned line = line_set_next(lines, 0); line != LINE_NONE;
         line = line_set_next(lines, line + 1)) {
        char word[TURN_TEXT_SIZE];
        struct text text;
        text_init(&text, word, sizeof word);
        notation_add_line(&text, speaker->source->board, line);
        if (table != NULL && table_missing(table, speaker->source->board, seat, line) == 2)
            text_add(&text, " (2)");
        line_terminal_list_add(&list, word);
    }
    line_terminal_list_end(&list);
}

/* Lists missing lines that cannot be built now.  The score ignores whether they can: V2, F5, X1. */
static void list_barred(const struct speaker *speaker, const struct table *table, unsigned seat,
                        const struct line_set *route)
{
    struct line_set barred;
    obstacles_on_route(&barred, table, speaker->source->board, seat, route);
    if (line_set_is_empty(&barred))
        return;
    list_lines(speaker, _("out of reach for now:"), &barred, NULL, 0);
    say_obstacles(speaker, table, seat);
}

void say_missing(const struct speaker *speaker, const struct table *table, unsigned seat,
                 const struct hand *hand)
{
    struct line_set missing;
    const unsigned cost = scoring_missing(table, speaker->source->board, seat, hand, &missing);
    char title[SAY_NAME_SIZE];
    if (cost == 0) {
        line_terminal_print(speaker->terminal, _("Nothing is missing.\n"));
        return;
    }
    snprintf(title, sizeof title, _("%u missing, at least:"), cost);
    list_lines(speaker, title, &missing, table, seat);
    list_barred(speaker, table, seat, &missing);
}

static void list_kind(const struct speaker *speaker, const char *title,
                      const struct line_set *lines, const struct line_set *kind)
{
    struct line_set some = *lines;
    line_set_intersect(&some, kind);
    if (!line_set_is_empty(&some))
        list_lines(speaker, title, &some, NULL, 0);
}

void say_obstacles(const struct speaker *speaker, const struct table *table, unsigned reader)
{
    const struct board *board = speaker->source->board;
    struct obstacles obstacles;
    struct line_terminal_list list;
    obstacles_find(&obstacles, table, board, reader);
    if (obstacles.markers == 0)
        return;
    line_terminal_list_begin(&list, speaker->terminal, _("in your way:"), 0);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        char name[SAY_NAME_SIZE], word[SAY_NAME_SIZE + JUNCTION_NAME_SIZE + 1];
        if (!(obstacles.markers >> seat & 1))
            continue;
        snprintf(word, sizeof word, "%s %s", board->junction[table->marker[seat]].name,
                 say_name(speaker, seat, name));
        line_terminal_list_add(&list, word);
    }
    line_terminal_list_end(&list);
}

void say_choices(const struct speaker *speaker, const struct draft *draft)
{
    const struct board *board = speaker->source->board;
    struct choices choices;
    turn_choices(&draft->table, board, &draft->hand, &draft->turn, &choices);
    if (draft->turn.tracks == 0 && draft->table.marker[draft->table.to_move] == JUNCTION_NONE) {
        line_terminal_print(speaker->terminal,
                            _("Any junction without a start marker, for example @K7 (T2).\n"));
        return;
    }
    say_obstacles(speaker, &draft->table, draft->table.to_move);
    list_kind(speaker, _("single:"), &choices.black, &board->single_lines);
    list_kind(speaker, _("double:"), &choices.black, &board->double_lines);
    list_kind(speaker, _("ferry: "), &choices.black, &board->ferry_lines);
    if (!line_set_is_empty(&choices.coloured))
        line_terminal_print(speaker->terminal,
                            draft->table.variants & VARIANT_PRIVATE_TRACKS
                                ? _("Each track may be of your own colour: add *, %u left.\n")
                                : _("A ferry half may be of your own colour: add *, %u left.\n"),
                            draft->table.coloured[draft->table.to_move]);
    if (choices.may_pass)
        line_terminal_print(speaker->terminal, _("No track is legal: pass (T4).\n"));
    if (choices.may_end && line_set_is_empty(&choices.black) &&
        line_set_is_empty(&choices.coloured))
        line_terminal_print(speaker->terminal, _("No other track is legal after this.\n"));
    if (junction_set_count(&choices.places) > 0) {
        struct line_terminal_list list;
        line_terminal_list_begin(&list, speaker->terminal, _("marker:"), 0);
        for (unsigned at = junction_set_next(&choices.places, 0); at != JUNCTION_NONE;
             at = junction_set_next(&choices.places, at + 1)) {
            char word[JUNCTION_NAME_SIZE + 1];
            snprintf(word, sizeof word, ">%s", board->junction[at].name);
            line_terminal_list_add(&list, word);
        }
        line_terminal_list_end(&list);
    }
}

/* ---- Points ------------------------------------------------------------------------------ */

static bool has_barrier(const struct table *table)
{
    return !(table->variants & VARIANT_OPEN_CARDS);
}

static int longest_name(const struct speaker *speaker, const struct table *table)
{
    int longest = 0;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        const int columns = utf8_columns(speaker->source->seat[seat].name);
        longest = columns > longest ? columns : longest;
    }
    return longest;
}

/* Prints one line of the points track: its numbers, or the markers of seats. */
static void print_track(const struct speaker *speaker, const struct table *table, int last,
                        unsigned seat)
{
    for (int points = speaker->source->board->start_points; points >= last; points--) {
        if (has_barrier(table) && points == table->barrier)
            line_terminal_print(speaker->terminal, " %s",
                                line_terminal_either(speaker->terminal, "┃", "|"));
        if (seat == SEAT_NONE)
            line_terminal_print(speaker->terminal, "%3d", points);
        else if (points == table->points[seat])
            line_terminal_print(speaker->terminal, "  %s",
                                line_terminal_either(speaker->terminal, "●", "O"));
        else
            line_terminal_print(speaker->terminal, "  %s",
                                line_terminal_either(speaker->terminal, "·", "."));
    }
    line_terminal_print(speaker->terminal, "\n");
}

void say_points(const struct speaker *speaker, const struct table *table)
{
    const int width = longest_name(speaker, table);
    int last = has_barrier(table) ? table->barrier : speaker->source->board->start_points;
    for (unsigned seat = 0; seat < table->seats; seat++)
        last = table->points[seat] < last ? table->points[seat] : last;
    const int columns = 3 * (speaker->source->board->start_points - last + 1) + width + 12;
    const bool drawn = columns <= speaker->terminal->width;
    if (drawn) {
        line_terminal_print(speaker->terminal, "%*s", width + 9, "");
        print_track(speaker, table, last, SEAT_NONE);
    }
    for (unsigned seat = 0; seat < table->seats; seat++) {
        line_terminal_print(speaker->terminal, "  %u ", seat + 1);
        line_terminal_print_padded(speaker->terminal, speaker->source->seat[seat].name, width);
        line_terminal_print(speaker->terminal, "%4d%s", table->points[seat], drawn ? " " : "\n");
        if (drawn)
            print_track(speaker, table, last, seat);
    }
    if (has_barrier(table))
        line_terminal_print(speaker->terminal,
                            ngettext("%d point or fewer ends the game.\n",
                                     "%d points or fewer end the game.\n",
                                     (unsigned long)table->barrier),
                            table->barrier);
}

/* ---- The end of a round and a game ------------------------------------------------------- */

/* Writes "anna (seat 1), ben (seat 2) and greedy (seat 3)". */
static void join_names(const struct speaker *speaker, unsigned seats, char buffer[SAY_TURN_SIZE])
{
    struct text text;
    unsigned left = (unsigned)__builtin_popcount(seats);
    text_init(&text, buffer, SAY_TURN_SIZE);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        char name[SAY_NAME_SIZE];
        if (!(seats >> seat & 1))
            continue;
        left--;
        text_add(&text, say_name(speaker, seat, name));
        text_add(&text, left == 0 ? "" : left == 1 ? _(" and ") : ", ");
    }
}

static void print_reason(const struct speaker *speaker, const struct table *table)
{
    char names[SAY_TURN_SIZE];
    line_terminal_print(speaker->terminal, _("\n=== Round %u is over.  "), table->round);
    join_names(speaker, table->connected, names);
    if (table->connected != 0)
        line_terminal_print(speaker->terminal, _("Connected: %s.\n"), names);
    else if (table->supply == 0)
        line_terminal_print(speaker->terminal, _("The tracks are used up (R5).\n"));
    else
        line_terminal_print(speaker->terminal, _("Everybody passed (R7).\n"));
}

void say_round_end(const struct speaker *speaker, const struct table *table)
{
    print_reason(speaker, table);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        const struct hand *hand = &table->shown[seat];
        char name[SAY_NAME_SIZE], title[SAY_NAME_SIZE];
        struct line_set missing;
        line_terminal_print(speaker->terminal, "\n%s\n", say_name(speaker, seat, name));
        if (hand_is_known(hand)) /* not yet known at a duplicate table */
            say_hand_row(speaker, _("  cards:  "), table, seat, hand);
        if (table->connected >> seat & 1) {
            line_terminal_print(speaker->terminal, _("  connected, minus 0\n"));
            continue;
        }
        snprintf(title, sizeof title, _("  minus %d:"), table->lost[seat]);
        if (!hand_is_known(hand)) {
            line_terminal_print(speaker->terminal, "%.*s\n", (int)strlen(title) - 1, title);
            continue;
        }
        scoring_missing(table, speaker->source->board, seat, hand, &missing);
        list_lines(speaker, title, &missing, table, seat);
    }
    line_terminal_print(speaker->terminal, _("\nPoints after round %u:\n"), table->round);
    say_points(speaker, table);
}

void say_way_back(struct line_terminal *terminal, const struct source *source)
{
    if (source->room.connection == SOURCE_LOCAL || !source_is_on(source))
        return;
    line_terminal_print(terminal,
                        source->keyboard != SEAT_NONE ? _("Your seat is kept for you: %s\n")
                                                      : _("The game goes on at %s\n"),
                        source->room.address);
}

void say_winners(const struct speaker *speaker, const struct table *table)
{
    const bool one = (table->winners & (table->winners - 1)) == 0;
    char names[SAY_TURN_SIZE];
    join_names(speaker, table->winners, names);
    line_terminal_print(speaker->terminal,
                        ngettext("\n=== The game is over.  Winner: %s.\n",
                                 "\n=== The game is over.  Winners: %s.\n", one ? 1 : 2),
                        names);
}
