/* Sentences and small tables about a game. */
#include "cli/play_talk.h"

#include <string.h>

#include "cli/play_map.h"
#include "core/notation.h"
#include "core/scoring.h"

const char *talk_name(const struct talk *talk, unsigned seat, char buffer[TALK_NAME_SIZE])
{
    snprintf(buffer, TALK_NAME_SIZE, "%s (seat %u)", talk->player[seat].name, seat + 1);
    return buffer;
}

/* Where the screen cannot show the name, the id: it is always ASCII. */
const char *talk_city(const struct talk *talk, unsigned city)
{
    const char *name = talk->board->city[city].name;
    for (const char *byte = name; *byte != '\0' && !talk->screen->utf8; byte++) {
        if ((unsigned char)*byte >= 0x80)
            return talk->board->city[city].id;
    }
    return name;
}

/* ---- Turns ------------------------------------------------------------------------------- */

static bool becomes_reached(const struct table *before, const struct table *after, unsigned seat,
                            unsigned junction)
{
    return !junction_set_has(table_reach(before, seat), junction) &&
           junction_set_has(table_reach(after, seat), junction);
}

/* Cities at the ends of what was laid, and other markers anywhere, that the network now has. */
static void add_reached(struct text *text, const struct talk *talk, const struct table *before,
                        const struct table *after, const struct turn *turn)
{
    const struct board *board = talk->board;
    const unsigned seat = before->to_move;
    struct junction_set told = {{0}};
    for (unsigned i = 0; i < 2U * turn->tracks; i++) {
        const struct line *line = &board->line[turn->track[i / 2].line];
        const unsigned end = i % 2 == 0 ? line->a : line->b;
        const unsigned city = board->junction[end].city;
        if (!map_city_plays(board, city, before->seats) || junction_set_has(&told, end) ||
            !becomes_reached(before, after, seat, end))
            continue;
        junction_set_add(&told, end);
        text_add(text, ", reaching ");
        text_add(text, talk_city(talk, city));
    }
    for (unsigned other = 0; other < before->seats; other++) {
        const unsigned marker = before->marker[other];
        if (other == seat || marker == JUNCTION_NONE ||
            !becomes_reached(before, after, seat, marker))
            continue;
        char name[TALK_NAME_SIZE];
        text_add(text, ", meeting ");
        text_add(text, talk_name(talk, other, name));
    }
}

void talk_add_turn(struct text *text, const struct talk *talk, const struct table *before,
                   const struct table *after, const struct turn *turn)
{
    notation_add_turn(text, talk->board, turn);
    if (turn->kind == TURN_PLACE) {
        const unsigned city = talk->board->junction[turn->marker].city;
        text_add(text, ", the start marker");
        if (map_city_plays(talk->board, city, before->seats)) {
            text_add(text, " on ");
            text_add(text, talk_city(talk, city));
        }
    }
    add_reached(text, talk, before, after, turn);
}

void talk_turn(const struct talk *talk, const struct table *before, const struct table *after,
               const struct turn *turn, char buffer[TALK_TURN_SIZE])
{
    struct text text;
    char name[TALK_NAME_SIZE];
    text_init(&text, buffer, TALK_TURN_SIZE);
    text_add(&text, talk_name(talk, before->to_move, name));
    text_add(&text, ": ");
    talk_add_turn(&text, talk, before, after, turn);
}

void talk_fault(const struct talk *talk, const struct fault *fault)
{
    if (strcmp(fault->rule, FAULT_FORMAT) == 0)
        screen_print(talk->screen, "Not understood: %s.\n", fault->reason);
    else
        screen_print(talk->screen, "Refused: %s (%s).\n", fault->reason, fault->rule);
}

void talk_refusal(const struct talk *talk, enum refusal refusal)
{
    screen_print(talk->screen, "Refused: %s (%s).\n", refusal_text(refusal), refusal_rule(refusal));
}

/* ---- Hands and cities -------------------------------------------------------------------- */

static bool is_reached(const struct table *table, unsigned seat, unsigned junction)
{
    return table->marker[seat] != JUNCTION_NONE &&
           junction_set_has(table_reach(table, seat), junction);
}

void talk_hand(const struct talk *talk, const struct table *table, unsigned seat,
               const struct hand *hand)
{
    for (unsigned group = 0; group < GROUPS; group++) {
        const struct city *city = &talk->board->city[hand->city[group]];
        screen_print(talk->screen, "  [%c] %-7s %-4s %s%s\n", map_group_letter(group),
                     group_names[group], talk->board->junction[city->junction].name,
                     talk_city(talk, hand->city[group]),
                     is_reached(table, seat, city->junction) ? ", reached" : "");
    }
}

void talk_hand_row(const struct talk *talk, const char *title, const struct table *table,
                   unsigned seat, const struct hand *hand)
{
    struct screen_list list;
    screen_list_begin(&list, talk->screen, title);
    for (unsigned group = 0; group < GROUPS; group++) {
        const struct city *city = &talk->board->city[hand->city[group]];
        char word[CITY_NAME_SIZE + 32];
        snprintf(word, sizeof word, "[%c] %s %s%s%s", map_group_letter(group),
                 talk_city(talk, hand->city[group]), talk->board->junction[city->junction].name,
                 is_reached(table, seat, city->junction) ? " reached" : "",
                 group + 1 < GROUPS ? "," : "");
        screen_list_add(&list, word);
    }
    screen_list_end(&list);
}

void talk_open_hands(const struct talk *talk, const struct table *table)
{
    for (unsigned seat = 0; seat < table->seats; seat++) {
        char name[TALK_NAME_SIZE], title[TALK_NAME_SIZE + 2];
        snprintf(title, sizeof title, "%s:", talk_name(talk, seat, name));
        if (hand_is_known(&table->shown[seat]))
            talk_hand_row(talk, title, table, seat, &table->shown[seat]);
    }
}

void talk_cities(const struct talk *talk, const struct table *table)
{
    const struct board *board = talk->board;
    for (unsigned group = 0; group < GROUPS; group++) {
        struct screen_list list;
        char title[32];
        snprintf(title, sizeof title, "%-7s", group_names[group]);
        screen_list_begin(&list, talk->screen, title);
        const unsigned cards = deal_cards_in_play(board, table->seats, group);
        for (unsigned i = 0; i < cards; i++) {
            const unsigned city = board->card[group][i];
            char word[CITY_NAME_SIZE + 16];
            snprintf(word, sizeof word, "%s %s%s", talk_city(talk, city),
                     board->junction[board->city[city].junction].name, i + 1 < cards ? "," : "");
            screen_list_add(&list, word);
        }
        screen_list_end(&list);
    }
}

/* ---- Lines ------------------------------------------------------------------------------- */

/* Lines in a row, those that cost two marked so. */
static void list_lines(const struct talk *talk, const char *title, const struct line_set *lines,
                       const struct table *table, unsigned seat)
{
    struct screen_list list;
    screen_list_begin(&list, talk->screen, title);
    for (unsigned line = line_set_next(lines, 0); line != LINE_NONE;
         line = line_set_next(lines, line + 1)) {
        char word[TURN_TEXT_SIZE];
        struct text text;
        text_init(&text, word, sizeof word);
        notation_add_line(&text, talk->board, line);
        if (table != NULL && table_missing(table, talk->board, seat, line) == 2)
            text_add(&text, " (2)");
        screen_list_add(&list, word);
    }
    screen_list_end(&list);
}

void talk_missing(const struct talk *talk, const struct view *view)
{
    struct line_set missing;
    const unsigned cost =
        scoring_missing(&view->table, talk->board, view->seat, &view->hand, &missing);
    char title[64];
    if (cost == 0) {
        screen_print(talk->screen, "Nothing is missing.\n");
        return;
    }
    snprintf(title, sizeof title, "%u missing, at the cheapest:", cost);
    list_lines(talk, title, &missing, &view->table, view->seat);
}

static void list_kind(const struct talk *talk, const char *title, const struct line_set *lines,
                      const struct line_set *kind)
{
    struct line_set some = *lines;
    line_set_intersect(&some, kind);
    if (!line_set_is_empty(&some))
        list_lines(talk, title, &some, NULL, 0);
}

void talk_choices(const struct talk *talk, const struct draft *draft)
{
    const struct board *board = talk->board;
    struct choices choices;
    turn_choices(&draft->table, board, &draft->hand, &draft->turn, &choices);
    if (draft->turn.tracks == 0 && draft->table.marker[draft->table.to_move] == JUNCTION_NONE) {
        screen_print(talk->screen, "Any junction without a start marker, as in @K7 (T2).\n");
        return;
    }
    list_kind(talk, "single:", &choices.black, &board->single_lines);
    list_kind(talk, "double:", &choices.black, &board->double_lines);
    list_kind(talk, "ferry: ", &choices.black, &board->ferry_lines);
    if (!line_set_is_empty(&choices.coloured))
        screen_print(talk->screen, "%s may be of your own colour: add *, %u left.\n",
                     draft->table.variants & VARIANT_PRIVATE_TRACKS ? "Each" : "A ferry half",
                     draft->table.coloured[draft->table.to_move]);
    if (choices.may_pass)
        screen_print(talk->screen, "No track is legal: pass (T4).\n");
    if (choices.may_end && line_set_is_empty(&choices.black) &&
        line_set_is_empty(&choices.coloured))
        screen_print(talk->screen, "No track may follow.\n");
    if (junction_set_count(&choices.places) > 0) {
        struct screen_list list;
        screen_list_begin(&list, talk->screen, "marker:");
        for (unsigned at = junction_set_next(&choices.places, 0); at != JUNCTION_NONE;
             at = junction_set_next(&choices.places, at + 1)) {
            char word[JUNCTION_NAME_SIZE + 1];
            snprintf(word, sizeof word, ">%s", board->junction[at].name);
            screen_list_add(&list, word);
        }
        screen_list_end(&list);
    }
}

/* ---- Points ------------------------------------------------------------------------------ */

static bool has_barrier(const struct table *table)
{
    return !(table->variants & VARIANT_OPEN_CARDS);
}

static unsigned longest_name(const struct talk *talk, const struct table *table)
{
    unsigned longest = 0;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        const unsigned columns = screen_columns(talk->player[seat].name);
        longest = columns > longest ? columns : longest;
    }
    return longest;
}

/* The number at the left, and the name filled up with spaces. */
static void print_label(const struct talk *talk, unsigned seat, unsigned width)
{
    const char *name = talk->player[seat].name;
    screen_print(talk->screen, "  %u %s%*s", seat + 1, name, (int)(width - screen_columns(name)),
                 "");
}

/* One line of the track: its numbers, or where a seat stands. */
static void print_track(const struct talk *talk, const struct table *table, int last, unsigned seat)
{
    for (int points = talk->board->start_points; points >= last; points--) {
        if (has_barrier(table) && points == table->barrier)
            screen_print(talk->screen, " %s", screen_either(talk->screen, "┃", "|"));
        if (seat == SEAT_NONE)
            screen_print(talk->screen, "%3d", points);
        else if (points == table->points[seat])
            screen_print(talk->screen, "  %s", screen_either(talk->screen, "●", "O"));
        else
            screen_print(talk->screen, "  %s", screen_either(talk->screen, "·", "."));
    }
    screen_print(talk->screen, "\n");
}

void talk_points(const struct talk *talk, const struct table *table)
{
    const unsigned width = longest_name(talk, table);
    int last = has_barrier(table) ? table->barrier : talk->board->start_points;
    for (unsigned seat = 0; seat < table->seats; seat++)
        last = table->points[seat] < last ? table->points[seat] : last;
    const unsigned columns = 3 * (unsigned)(talk->board->start_points - last + 1) + width + 12;
    const bool drawn = columns <= talk->screen->width;
    if (drawn) {
        screen_print(talk->screen, "%*s", (int)width + 9, "");
        print_track(talk, table, last, SEAT_NONE);
    }
    for (unsigned seat = 0; seat < table->seats; seat++) {
        print_label(talk, seat, width);
        screen_print(talk->screen, "%4d%s", table->points[seat], drawn ? " " : "\n");
        if (drawn)
            print_track(talk, table, last, seat);
    }
    if (has_barrier(table))
        screen_print(talk->screen, "%d points or fewer end the game.\n", table->barrier);
}

/* ---- Ends -------------------------------------------------------------------------------- */

/* "anna (seat 1), ben (seat 2) and greedy (seat 3)" */
static void print_names(const struct talk *talk, const struct table *table, unsigned seats)
{
    unsigned left = (unsigned)__builtin_popcount(seats);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        char name[TALK_NAME_SIZE];
        if (!(seats >> seat & 1))
            continue;
        left--;
        screen_print(talk->screen, "%s%s", talk_name(talk, seat, name),
                     left == 0   ? ""
                     : left == 1 ? " and "
                                 : ", ");
    }
}

static void tell_why(const struct talk *talk, const struct table *table)
{
    screen_print(talk->screen, "\n=== Round %u is over.  ", table->round);
    if (table->connected != 0) {
        screen_print(talk->screen, "Connected: ");
        print_names(talk, table, table->connected);
        screen_print(talk->screen, ".\n");
    } else if (table->supply == 0) {
        screen_print(talk->screen, "The tracks are used up (R5).\n");
    } else {
        screen_print(talk->screen, "Everybody passed (R7).\n");
    }
}

void talk_round_end(const struct talk *talk, const struct table *table)
{
    tell_why(talk, table);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        const struct hand *hand = &table->shown[seat];
        char name[TALK_NAME_SIZE], title[64];
        struct line_set missing;
        screen_print(talk->screen, "\n%s\n", talk_name(talk, seat, name));
        talk_hand_row(talk, "  cards:  ", table, seat, hand);
        if (table->connected >> seat & 1) {
            screen_print(talk->screen, "  connected, minus 0\n");
            continue;
        }
        scoring_missing(table, talk->board, seat, hand, &missing);
        snprintf(title, sizeof title, "  minus %d:", table->lost[seat]);
        list_lines(talk, title, &missing, table, seat);
    }
    screen_print(talk->screen, "\nPoints after round %u:\n", table->round);
    talk_points(talk, table);
}

void talk_winners(const struct talk *talk, const struct table *table)
{
    const bool one = (table->winners & (table->winners - 1)) == 0;
    screen_print(talk->screen, "\n=== The game is over.  %s: ", one ? "Winner" : "Winners");
    print_names(talk, table, table->winners);
    screen_print(talk->screen, ".\n");
}
