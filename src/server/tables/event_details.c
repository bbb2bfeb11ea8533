/* The details of events; see event_details.h. */
#include "server/tables/event_details.h"

#include <string.h>

#include "base/check.h"
#include "match/seed.h"
#include "rules/record.h"
#include "rules/scoring.h"

static unsigned details_of_missing(struct survey *survey, const struct board *board,
                                   const struct position *position, unsigned seat,
                                   struct line_set *missing)
{
    const struct table *table = &position->table;
    if (!(table->connected >> seat & 1))
        return survey_missing(survey, table, board, seat, &position->hand[seat], missing);
    *missing = (struct line_set){{0}};
    return 0;
}

static void details_of_hands(struct told_event *told, const struct position *position)
{
    told->has_hands = true;
    memcpy(told->hand, position->hand, sizeof told->hand);
}

/* The hands of a finished round, and what each network still lacked. */
static void details_of_cards(struct told_event *told, const struct board *board,
                             const struct position *position)
{
    struct survey survey;
    survey.made = false;
    details_of_hands(told, position);
    told->has_missing = true;
    for (unsigned seat = 0; seat < position->table.seats; seat++) {
        told->cost[seat] = details_of_missing(&survey, board, position, seat, &told->missing[seat]);
        CHECK((int)told->cost[seat] == position->table.lost[seat]);
    }
}

static void details_of_round(struct told_event *told, const struct match *after)
{
    const struct table *table = &after->position.table;
    told->round = table->round;
    told->first = table->first;
    if (table->variants & VARIANT_OPEN_CARDS)
        details_of_hands(told, &after->position);
}

static void details_of_turn(struct told_event *told, const struct match *after)
{
    const struct event *event = &told->event;
    const bool on_the_clock = after->state.settings.clock.kind == CLOCK_LIVE && !event->stand_in &&
                              after->state.seat[event->seat].kind == SEAT_PERSON;
    told->has_left = on_the_clock || event->left != 0;
}

static void details_of_end(struct told_event *told, const struct match *after)
{
    const struct table *table = &after->position.table;
    CHECK(table->phase == PHASE_ROUND_OVER || table->phase == PHASE_GAME_OVER);
    told->round = table->round;
    told->connected = table->connected;
    if (!after->state.settings.party)
        details_of_cards(told, after->state.settings.board, &after->position);
    memcpy(told->lost, table->lost, sizeof told->lost);
    memcpy(told->points, table->points, sizeof told->points);
    told->has_barrier = record_has_barrier(after->state.settings.board, table);
    told->barrier = table->barrier;
}

static void details_of_result(struct told_event *told, const struct match *after)
{
    CHECK(after->position.table.phase == PHASE_GAME_OVER);
    told->winners = after->position.table.winners;
    if (!after->state.settings.party)
        seed_text(after->position.seed, told->seed);
}

static void details_of_reveal(struct told_event *told, const struct match *after,
                              const struct position *ended)
{
    if (ended != NULL) {
        CHECK(ended->table.round == after->state.revealed);
        told->round = ended->table.round;
        details_of_cards(told, after->state.settings.board, ended);
    }
    if (match_is_revealed(after))
        seed_text(after->position.seed, told->seed);
}

void event_details_of(struct told_event *told, const struct match *after, const struct event *event,
                      const struct position *ended)
{
    *told = (struct told_event){.number = after->state.events, .event = *event};
    switch (event->kind) {
    case EVENT_START:
        seed_commitment(after->position.seed, told->commitment);
        break;
    case EVENT_ROUND:
        details_of_round(told, after);
        break;
    case EVENT_TURN:
        details_of_turn(told, after);
        break;
    case EVENT_END:
        details_of_end(told, after);
        break;
    case EVENT_RESULT:
        details_of_result(told, after);
        break;
    case EVENT_REVEAL:
        details_of_reveal(told, after, ended);
        break;
    default:
        break; /* the game is decided */
    }
}
