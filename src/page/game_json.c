/* States, events and advice, each as one JSON value.  See game_json.h. */
#include "page/game_json.h"

#include <string.h>

#include "rules/network.h"
#include "rules/notation.h"
#include "rules/scoring.h"
#include "json/fault_json.h"
#include "json/json_text.h"

/* ---- Parts -------------------------------------------------------------------------------- */

static void add_line(struct text *text, const struct board *board, unsigned line)
{
    char buffer[2 * JUNCTION_NAME_SIZE];
    struct text name;
    text_init(&name, buffer, sizeof buffer);
    text_add(&name, board->junction[board->line[line].a].name);
    text_add_char(&name, '-');
    text_add(&name, board->junction[board->line[line].b].name);
    json_add_string(text, buffer);
}

static void add_lines(struct text *text, const char *key, const struct board *board,
                      const struct line_set *lines)
{
    json_add_key(text, key);
    json_open(text, '[');
    for (unsigned line = line_set_next(lines, 0); line != LINE_NONE;
         line = line_set_next(lines, line + 1))
        add_line(text, board, line);
    json_close(text, ']');
}

static void add_junction(struct text *text, const struct board *board, unsigned junction)
{
    if (junction == JUNCTION_NONE)
        json_add_null(text);
    else
        json_add_string(text, board->junction[junction].name);
}

static void add_places(struct text *text, const char *key, const struct board *board,
                       const struct junction_set *places)
{
    json_add_key(text, key);
    json_open(text, '[');
    for (unsigned junction = 0; junction < board->junctions; junction++) {
        if (junction_set_has(places, junction))
            add_junction(text, board, junction);
    }
    json_close(text, ']');
}

static void add_turn(struct text *text, const char *key, const struct board *board,
                     const struct turn *turn)
{
    char buffer[TURN_TEXT_SIZE];
    notation_turn(buffer, board, turn);
    json_add_key(text, key);
    json_add_string(text, buffer);
}

/* Writes the cities of a hand; null if no card is known. */
static void add_hand(struct text *text, const struct board *board, const struct hand *hand)
{
    if (!hand_is_known(hand)) {
        json_add_null(text);
        return;
    }
    json_open(text, '[');
    for (int group = 0; group < GROUPS; group++)
        json_add_string(text, board->city[hand->city[group]].id);
    json_close(text, ']');
}

/* Writes the seats of a bit set. */
static void add_seats(struct text *text, const char *key, unsigned seats)
{
    json_add_key(text, key);
    json_open(text, '[');
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        if (seats >> seat & 1)
            json_add_number(text, (long)seat + 1);
    }
    json_close(text, ']');
}

static void add_numbers(struct text *text, const char *key, const struct table *table,
                        const int16_t number[])
{
    json_add_key(text, key);
    json_open(text, '[');
    for (unsigned seat = 0; seat < table->seats; seat++)
        json_add_number(text, number[seat]);
    json_close(text, ']');
}

/* Writes those cities of the hand that are in the seat's network. */
static void add_reached(struct text *text, const struct board *board, const struct table *table,
                        unsigned seat, const struct hand *hand)
{
    json_add_key(text, "reached");
    json_open(text, '[');
    for (int group = 0; group < GROUPS && hand_is_known(hand); group++) {
        const struct city *city = &board->city[hand->city[group]];
        if (table->marker[seat] != JUNCTION_NONE &&
            junction_set_has(table_reach(table, seat), city->junction))
            json_add_string(text, city->id);
    }
    json_close(text, ']');
}

/*
 * Writes the lines of a route that cannot be laid at the moment; none once the round is over (P3).
 */
static void add_barred(struct text *text, const struct board *board, const struct table *table,
                       unsigned seat, const struct line_set *route)
{
    struct line_set barred;
    memset(&barred, 0, sizeof barred);
    if (table->phase == PHASE_PLAYING && table->marker[seat] != JUNCTION_NONE)
        network_barred(table, board, seat, route, &barred);
    add_lines(text, "barred", board, &barred);
}

/* P1: writes what a seat misses, with one cheapest set of lines. */
static void add_missing(struct text *text, const struct board *board, const struct table *table,
                        unsigned seat, const struct hand *hand)
{
    struct line_set lines;
    memset(&lines, 0, sizeof lines);
    const unsigned cost = scoring_missing(table, board, seat, hand, &lines);
    json_open(text, '{');
    json_add_key(text, "seat");
    json_add_number(text, (long)seat + 1);
    json_add_key(text, "cost");
    json_add_number(text, (long)cost);
    add_lines(text, "lines", board, &lines);
    add_barred(text, board, table, seat, &lines);
    add_reached(text, board, table, seat, hand);
    json_close(text, '}');
}

/* ---- The state ---------------------------------------------------------------------------- */

static void add_setting(struct text *text, const struct shown_game *game)
{
    const struct board *board = game->board;
    const struct table *table = &game->view->table;
    json_add_key(text, "board");
    json_add_string(text, board->id);
    json_add_key(text, "rules");
    json_add_string(text, ruleset_names[board->ruleset]);
    json_add_key(text, "variants");
    json_open(text, '[');
    unsigned variants = table->variants;
    for (const char *word; (word = variants_next(&variants)) != NULL;)
        json_add_string(text, word);
    json_close(text, ']');
    json_add_key(text, "seats");
    json_add_number(text, table->seats);
    json_add_key(text, "names");
    json_open(text, '[');
    for (unsigned seat = 0; seat < table->seats; seat++)
        json_add_string(text, game->names->name[seat]);
    json_close(text, ']');
    json_add_key(text, "startPoints");
    json_add_number(text, board->start_points);
    json_add_key(text, "takenBack");
    json_add_number(text, (long)game->taken_back);
}

static void add_barrier(struct text *text, const char *key, const struct table *table, int barrier)
{
    json_add_key(text, key);
    if (table->variants & VARIANT_OPEN_CARDS)
        json_add_null(text); /* V1: points do not end the game */
    else
        json_add_number(text, barrier);
}

static void add_points(struct text *text, const struct board *board, const struct table *table)
{
    add_numbers(text, "points", table, table->points);
    add_numbers(text, "lost", table, table->lost);
    add_barrier(text, "barrier", table, table->barrier);
    add_barrier(text, "barrierBefore", table, scoring_barrier_before(table, board));
    add_seats(text, "connected", table->connected);
    add_seats(text, "winners", table->winners);
}

static void add_course(struct text *text, const struct table *table)
{
    static const char *const phases[] = {"dealing", "playing", "round-over", "game-over"};
    json_add_key(text, "round");
    json_add_number(text, table->round);
    json_add_key(text, "phase");
    json_add_string(text, phases[table->phase]);
    json_add_key(text, "first");
    json_add_number(text, table->first + 1);
    json_add_key(text, "toMove");
    json_add_number(text, table->phase == PHASE_PLAYING ? table->to_move + 1 : 0);
}

static void add_tracks(struct text *text, const struct board *board, const struct table *table)
{
    json_add_key(text, "tracks");
    json_open(text, '[');
    for (unsigned line = 0; line < board->lines; line++) {
        const unsigned first = table->track[line] & 15;
        const unsigned second = table->track[line] >> 4;
        if (first == TRACK_NONE)
            continue;
        json_open(text, '[');
        add_line(text, board, line);
        json_add_number(text, first == TRACK_BLACK ? 0 : (long)first);
        if (second != TRACK_NONE)
            json_add_number(text, second == TRACK_BLACK ? 0 : (long)second);
        json_close(text, ']');
    }
    json_close(text, ']');
}

/* Writes what each seat has on the table: its marker, coloured tracks, and face-up cards. */
static void add_seats_of_table(struct text *text, const struct board *board,
                               const struct table *table)
{
    json_add_key(text, "markers");
    json_open(text, '[');
    for (unsigned seat = 0; seat < table->seats; seat++)
        add_junction(text, board, table->marker[seat]);
    json_close(text, ']');
    json_add_key(text, "supply");
    json_add_number(text, table->supply);
    json_add_key(text, "coloured");
    json_open(text, '[');
    for (unsigned seat = 0; seat < table->seats && table_has_colours(table, board); seat++)
        json_add_number(text, table->coloured[seat]);
    json_close(text, ']');
    json_add_key(text, "shown");
    json_open(text, '[');
    for (unsigned seat = 0; seat < table->seats; seat++)
        add_hand(text, board, &table->shown[seat]);
    json_close(text, ']');
}

/* Writes what a seat with hidden cards misses: only the number, from its minus points. */
static void add_lost(struct text *text, const struct table *table, unsigned seat)
{
    json_open(text, '{');
    json_add_key(text, "seat");
    json_add_number(text, (long)seat + 1);
    json_add_key(text, "cost");
    json_add_number(text, table->lost[seat]);
    text_add(text, ",\"lines\":[],\"barred\":[],\"reached\":[]");
    json_close(text, '}');
}

/* P1: writes what every seat misses, once the round is over. */
static void add_review(struct text *text, const struct board *board, const struct table *table)
{
    json_add_key(text, "review");
    json_open(text, '[');
    for (unsigned seat = 0; table->phase >= PHASE_ROUND_OVER && seat < table->seats; seat++) {
        if (hand_is_known(&table->shown[seat]))
            add_missing(text, board, table, seat, &table->shown[seat]);
        else
            add_lost(text, table, seat);
    }
    json_close(text, ']');
}

/* V1: writes what each seat with face-up cards misses, while a round is being played. */
static void add_open(struct text *text, const struct board *board, const struct table *table)
{
    json_add_key(text, "open");
    json_open(text, '[');
    for (unsigned seat = 0; table->phase == PHASE_PLAYING && seat < table->seats; seat++) {
        if (hand_is_known(&table->shown[seat]))
            add_missing(text, board, table, seat, &table->shown[seat]);
    }
    json_close(text, ']');
}

/*
 * V2: writes the markers that keep the viewer's seat from parts of its network; null if none can.
 */
static void add_blocked(struct text *text, const struct board *board, const struct table *table,
                        unsigned seat)
{
    struct line_set beyond;
    json_add_key(text, "blocked");
    if (!(table->variants & VARIANT_BLOCKING) || table->phase != PHASE_PLAYING ||
        seat == SEAT_NONE || table->marker[seat] == JUNCTION_NONE) {
        json_add_null(text);
        return;
    }
    network_beyond(table, board, seat, &beyond);
    json_open(text, '{');
    add_seats(text, "by", network_blockers(table, board, seat));
    add_lines(text, "lines", board, &beyond);
    json_close(text, '}');
}

/* Writes the tracks that each seat's trains can run over, once the round is over. */
static void add_networks(struct text *text, const struct board *board, const struct table *table)
{
    json_add_key(text, "networks");
    json_open(text, '[');
    for (unsigned seat = 0; table->phase >= PHASE_ROUND_OVER && seat < table->seats; seat++) {
        json_open(text, '[');
        for (unsigned line = 0; line < board->lines; line++) {
            if (table->marker[seat] != JUNCTION_NONE && table_is_usable(table, board, seat, line) &&
                junction_set_has(table_reach(table, seat), board->line[line].a))
                add_line(text, board, line);
        }
        json_close(text, ']');
    }
    json_close(text, ']');
}

static void add_draft(struct text *text, const struct board *board, const struct draft *draft)
{
    struct choices choices;
    turn_choices(&draft->table, board, &draft->hand, &draft->turn, &choices);
    json_open(text, '{');
    json_add_number_field(text, "seat", draft->table.to_move + 1L);
    add_turn(text, "turn", board, &draft->turn);
    json_add_key(text, "tracks");
    json_open(text, '[');
    for (unsigned i = 0; i < draft->turn.tracks; i++) {
        json_open(text, '{');
        json_add_key(text, "line");
        add_line(text, board, draft->turn.track[i].line);
        json_add_key(text, "own");
        json_add_bool(text, draft->turn.track[i].own);
        json_close(text, '}');
    }
    json_close(text, ']');
    json_add_key(text, "marker");
    add_junction(text, board, draft->turn.marker);
    add_lines(text, "black", board, &choices.black);
    add_lines(text, "coloured", board, &choices.coloured);
    json_add_number_field(text, "colouredLeft", draft->table.coloured[draft->table.to_move]);
    add_places(text, "places", board, &choices.places);
    json_add_key(text, "mayPass");
    json_add_bool(text, choices.may_pass);
    json_add_key(text, "mayEnd");
    json_add_bool(text, choices.may_end);
    json_close(text, '}');
}

/* Writes what only the viewer's seat knows, as if the draft had been confirmed. */
static void add_own(struct text *text, const struct shown_game *game)
{
    const struct board *board = game->board;
    const struct view *view = game->view;
    const struct table *table = &view->table;
    const struct table *after = game->draft != NULL ? &game->draft->table : table;
    json_add_key(text, "viewer");
    json_add_number(text, view->seat == SEAT_NONE ? 0 : view->seat + 1);
    json_add_key(text, "hand");
    add_hand(text, board, &view->hand);
    json_add_key(text, "missing");
    if (view->seat != SEAT_NONE && table->phase != PHASE_DEALING && hand_is_known(&view->hand))
        add_missing(text, board, after, view->seat, &view->hand);
    else
        json_add_null(text);
    add_open(text, board, after);
    add_blocked(text, board, after, view->seat);
    json_add_key(text, "draft");
    if (game->draft != NULL)
        add_draft(text, board, game->draft);
    else
        json_add_null(text);
}

void game_json_state(struct text *text, const struct shown_game *game)
{
    const struct board *board = game->board;
    const struct table *table = &game->view->table;
    json_open(text, '{');
    add_setting(text, game);
    add_course(text, table);
    add_points(text, board, table);
    add_seats_of_table(text, board, table);
    add_tracks(text, board, table);
    add_review(text, board, table);
    add_networks(text, board, table);
    add_own(text, game);
    json_close(text, '}');
}

/* ---- Events ------------------------------------------------------------------------------- */

/*
 * Writes the cities that a turn connected to the mover's network, and the seats whose networks it
 * met.
 */
static void add_gains(struct text *text, const struct board *board, const struct table *before,
                      const struct table *after, unsigned seat)
{
    const struct junction_set *had = table_reach(before, seat);
    const struct junction_set *has = table_reach(after, seat);
    unsigned met = 0;
    json_add_key(text, "reached");
    json_open(text, '[');
    for (unsigned city = 0; city < board->cities; city++) {
        const unsigned at = board->city[city].junction;
        const bool before_it = before->marker[seat] != JUNCTION_NONE && junction_set_has(had, at);
        if (junction_set_has(has, at) && !before_it)
            json_add_string(text, board->city[city].id);
    }
    json_close(text, ']');
    for (unsigned other = 0; other < before->seats; other++) {
        const unsigned marker = before->marker[other];
        if (other != seat && marker != JUNCTION_NONE && before->marker[seat] != JUNCTION_NONE &&
            junction_set_has(has, marker) && !junction_set_has(had, marker))
            met |= 1U << other;
    }
    add_seats(text, "met", met);
}

static void add_turn_event(struct text *text, const struct board *board, const struct table *table,
                           const struct game_event *event)
{
    json_add_key(text, "kind");
    json_add_string(text, "turn");
    json_add_key(text, "seat");
    json_add_number(text, (long)event->seat + 1);
    add_turn(text, "turn", board, event->turn);
    add_gains(text, board, event->before, table, event->seat);
}

void game_json_event(struct text *text, const struct board *board, const struct table *table,
                     const struct game_event *event)
{
    json_open(text, '{');
    json_add_key(text, "round");
    json_add_number(text, table->round);
    if (event->kind == RECORD_TURN) {
        add_turn_event(text, board, table, event);
    } else if (event->kind == RECORD_ROUND) {
        json_add_key(text, "kind");
        json_add_string(text, "round");
        json_add_key(text, "first");
        json_add_number(text, table->first + 1);
    } else {
        json_add_key(text, "kind");
        json_add_string(text, "closed");
        add_points(text, board, table);
    }
    json_close(text, '}');
}

/* ---- Hands and advice --------------------------------------------------------------------- */

void game_json_hands(struct text *text, const struct game *game)
{
    const struct board *board = game->board;
    const struct position *position = &game->position;
    json_open(text, '[');
    for (unsigned seat = 0; seat < position->table.seats; seat++) {
        json_open(text, '{');
        json_add_key(text, "hand");
        add_hand(text, board, &position->hand[seat]);
        json_add_key(text, "missing");
        if (hand_is_known(&position->hand[seat]))
            add_missing(text, board, &position->table, seat, &position->hand[seat]);
        else
            json_add_null(text);
        json_close(text, '}');
    }
    json_close(text, ']');
}

void game_json_seats(struct text *text, const struct game *game)
{
    json_open(text, '[');
    for (unsigned seat = 0; seat < game->position.table.seats; seat++) {
        const struct seat *seated = &game->seat[seat];
        json_open(text, '{');
        json_add_string_field(text, "name", seat_is_person(seated) ? game->names.name[seat] : "");
        json_add_key(text, "bot");
        if (seat_is_person(seated))
            json_add_null(text);
        else
            json_add_string(text, seated->word);
        json_close(text, '}');
    }
    json_close(text, ']');
}

void game_json_fault(struct text *text, const struct fault *fault)
{
    json_open(text, '{');
    json_add_number_field(text, "line", (long)fault->line);
    if (fault->rule[0] == '\0')
        json_add_string_field(text, "rule", "");
    fault_json_add(text, fault);
    json_close(text, '}');
}

void game_json_refusal(struct text *text, enum refusal refusal)
{
    struct fault fault;
    refusal_say(refusal, &fault);
    json_open(text, '{');
    if (refusal == ACCEPTED)
        json_add_string_field(text, "rule", "");
    fault_json_add(text, &fault);
    json_close(text, '}');
}

void game_json_add_entered(struct text *text, enum refusal refusal, const struct fault *fault)
{
    if (fault->id != FAULT_NONE) {
        json_add_key(text, "fault");
        game_json_fault(text, fault);
    } else if (refusal != ACCEPTED) {
        json_add_key(text, "refusal");
        game_json_refusal(text, refusal);
    }
}

/*
 * Writes the cards that a seat may hold as [city, probability].  Probabilities below 0.01 are left
 * out.
 */
static void add_belief(struct text *text, const struct board *board, const float chance[CITIES_MAX])
{
    json_open(text, '[');
    for (unsigned city = 0; city < board->cities; city++) {
        if (chance[city] < 0.01F)
            continue;
        json_open(text, '[');
        json_add_string(text, board->city[city].id);
        json_add_hundredths(text, (double)chance[city]);
        json_close(text, ']');
    }
    json_close(text, ']');
}

/* Writes the probability of winning and its margin of error, in percent. */
static void add_chance(struct text *text, const struct idea *idea)
{
    json_add_key(text, "chance");
    json_add_hundredths(text, 100 * idea->value);
    json_add_key(text, "doubt");
    json_add_hundredths(text, 100 * idea->doubt);
}

void game_json_advice(struct text *text, const struct board *board, unsigned seats,
                      const struct turn *turn, const struct thoughts *thoughts)
{
    json_open(text, '{');
    add_turn(text, "turn", board, turn);
    json_add_key(text, "ideas");
    json_open(text, '[');
    for (unsigned i = 0; i < thoughts->ideas; i++) {
        json_open(text, '{');
        add_turn(text, "turn", board, &thoughts->idea[i].turn);
        json_add_key(text, "lost");
        json_add_hundredths(text, thoughts->idea[i].lost);
        if (thoughts->idea[i].doubt >= 0)
            add_chance(text, &thoughts->idea[i]);
        json_close(text, '}');
    }
    json_close(text, ']');
    json_add_key(text, "beliefs");
    json_open(text, '[');
    for (unsigned seat = 0; seat < seats; seat++)
        add_belief(text, board, thoughts->chance[seat]);
    json_close(text, ']');
    json_close(text, '}');
}

void game_json_review(struct text *text, const struct game *game, const struct judgement *judgement)
{
    json_open(text, '{');
    json_add_string_field(text, "verdict", verdict_names[judgement->verdict]);
    add_turn(text, "best", game->board, &judgement->best);
    json_add_key(text, "loss");
    json_add_hundredths(text, 100 * judgement->loss);
    json_add_key(text, "chance");
    json_add_hundredths(text, 100 * judgement->played.chance);
    json_add_key(text, "points");
    json_add_hundredths(text, judgement->played.lost - judgement->chosen.lost);
    json_close(text, '}');
}
