/*
 * What a server says, judged before it is believed: fields in their ranges, cards that can have
 * been dealt, events that can follow the ones before.
 *
 * Changes nothing.  Whether a turn is legal or a round is over the rules say, where it is played.
 */
#include <stdio.h>
#include <string.h>

#include "match/match.h"
#include "terminal/cities.h"
#include "terminal/remote_state.h"
#include "words/language.h"

bool remote_refuse(char why[SOURCE_SENTENCE_SIZE], const char *what)
{
    snprintf(why, SOURCE_SENTENCE_SIZE,
             _("The server sent something that does not fit the game: %s."), what);
    return false;
}

/* ---- Fields ------------------------------------------------------------------------------ */

/* Whether a field is a whole number from the one to the other. */
static bool is_within(const json_t *object, const char *key, int64_t least, int64_t most)
{
    const json_t *number = json_object_get(object, key);
    return json_is_integer(number) && json_integer_value(number) >= least &&
           json_integer_value(number) <= most;
}

/* ---- Tables ------------------------------------------------------------------------------ */

static bool is_seat(const json_t *seat)
{
    static const char *const kinds[] = {"open", "invited", "person", "bot"};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(remote_text(seat, "kind"), kinds[i]) == 0)
            return true;
    }
    return false;
}

static bool has_seats(const json_t *seats, const json_t *plan)
{
    const size_t count = json_array_size(seats);
    if (count < SEATS_MIN || count > SEATS_MAX || json_array_size(plan) != count)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!is_seat(json_array_get(seats, i)) || !json_is_string(json_array_get(plan, i)))
            return false;
    }
    return true;
}

static bool is_clock(const json_t *clock)
{
    const char *kind = remote_text(clock, "kind");
    if (strcmp(kind, "live") == 0)
        return is_within(clock, "bank", BANK_MIN_S, BANK_MAX_S) &&
               is_within(clock, "increment", 0, INCREMENT_MAX_S);
    if (strcmp(kind, "slow") == 0)
        return is_within(clock, "days", 1, DAYS_MAX);
    return kind[0] == '\0' || strcmp(kind, "none") == 0;
}

bool remote_judge_table(const struct remote_state *state, const json_t *message,
                        char why[SOURCE_SENTENCE_SIZE])
{
    const json_t *table = json_object_get(message, "table");
    const json_t *settings = json_object_get(table, "settings");
    unsigned variants;
    if (!is_within(message, "last", state->last, EVENTS_MAX))
        return remote_refuse(why, _("a table with fewer events than before"));
    if (state->known)
        return true;
    if (!has_seats(json_object_get(table, "seats"), json_object_get(settings, "seats")))
        return remote_refuse(why, _("a table whose seats make no sense"));
    if (!remote_variants(settings, &variants) || !is_clock(json_object_get(settings, "clock")))
        return remote_refuse(why, _("settings that this program does not know"));
    return true;
}

/* ---- Cards ------------------------------------------------------------------------------- */

bool remote_read_hand(const struct remote_state *state, const json_t *cities, struct hand *hand)
{
    const struct board *board = state->source->board;
    memset(hand, CITY_NONE, sizeof *hand);
    if (json_array_size(cities) != GROUPS)
        return false;
    for (unsigned i = 0; i < GROUPS; i++) {
        const char *id = json_string_value(json_array_get(cities, i));
        const unsigned city = id != NULL ? board_find_city(board, id, strlen(id)) : CITY_NONE;
        if (!map_city_plays(board, city, state->seats) || board->city[city].group >= GROUPS)
            return false;
        hand->city[board->city[city].group] = (uint8_t)city;
    }
    return hand_is_known(hand); /* five cards, and so one of each group */
}

static bool share_a_card(const struct hand *one, const struct hand *other)
{
    for (unsigned group = 0; group < GROUPS; group++) {
        if (one->city[group] == other->city[group] && one->city[group] != CITY_NONE)
            return true;
    }
    return false;
}

bool remote_is_deal(const struct remote_state *state, const struct hand hand[SEATS_MAX])
{
    for (unsigned i = 0; i < state->seats; i++) {
        for (unsigned j = 0; j < i; j++) {
            if (share_a_card(&hand[i], &hand[j]))
                return false;
        }
    }
    return true;
}

bool remote_read_hands(const struct remote_state *state, const json_t *hands,
                       struct hand hand[SEATS_MAX])
{
    memset(hand, CITY_NONE, SEATS_MAX * sizeof hand[0]);
    if (json_array_size(hands) != state->seats)
        return false;
    for (unsigned i = 0; i < state->seats; i++) {
        if (!remote_read_hand(state, json_array_get(hands, i), &hand[i]))
            return false;
    }
    return remote_is_deal(state, hand);
}

/* ---- Events ------------------------------------------------------------------------------ */

/* As in src/match/match.c: when an event of a kind can happen, and whether it names a seat. */
static const struct {
    const char *kind;
    unsigned when;
    bool names_seat;
} kinds[] = {
    {"sit", COURSE_OPEN, true},
    {"stand", COURSE_OPEN, true},
    {"seat", COURSE_OPEN, true},
    {"start", COURSE_OPEN, false},
    {"close", COURSE_OPEN, false},
    {"round", COURSE_PAUSE, false},
    {"turn", COURSE_ROUND, true},
    {"end", COURSE_ROUND, false},
    {"ready", COURSE_PAUSE, true},
    {"away", COURSE_ROUND | COURSE_PAUSE, true},
    {"back", COURSE_ROUND | COURSE_PAUSE, true},
    {"result", COURSE_PAUSE, false},
    {"reveal", COURSE_OVER, false},
};

/* Those that are about the round by its number, and what comes of the game. */
static bool follows(const struct remote_state *state, const json_t *event, const char *kind)
{
    const struct table *table = &state->position.table;
    const bool over = table->phase == PHASE_GAME_OVER;
    if (strcmp(kind, "round") == 0)
        return !over && table->round < ROUNDS_MAX &&
               is_within(event, "round", table->round + 1, table->round + 1);
    if (strcmp(kind, "end") == 0)
        return is_within(event, "round", table->round, table->round);
    if (strcmp(kind, "sit") == 0)
        return remote_id(event, "who")[0] != '\0';
    return strcmp(kind, "result") != 0 || over;
}

bool remote_judge_event(const struct remote_state *state, const json_t *event,
                        char why[SOURCE_SENTENCE_SIZE])
{
    const char *kind = remote_text(event, "kind");
    if (!is_within(event, "n", state->last + 1, state->last + 1))
        return remote_refuse(why, _("events with a gap between them"));
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kind, kinds[i].kind) != 0)
            continue;
        if (kinds[i].names_seat && !is_within(event, "seat", 1, state->seats))
            return remote_refuse(why, _("a seat that the table does not have"));
        if ((kinds[i].when & state->course) == 0 || !follows(state, event, kind))
            return remote_refuse(why, _("an event that cannot follow the ones before it"));
    }
    return true;
}

/* One that comes again is no fault: a connection came back. */
bool remote_is_known_event(const struct remote_state *state, const json_t *event)
{
    return is_within(event, "n", 1, state->last);
}
