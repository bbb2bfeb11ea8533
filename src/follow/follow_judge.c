/*
 * Checks a message by itself: terminated texts, numbers in range, known kinds.  It changes nothing
 * and does not know earlier messages.
 */
#include <string.h>

#include "follow/follow_internal.h"

#define SECOND_MS INT64_C(1000)
#define DAY_MS    (24 * 60 * 60 * SECOND_MS)

/* Later than any clock in use. */
#define TIME_MAX (INT64_C(1) << 50)

enum { EVENTS_MAX = 1 << 30 };

bool follow_text_ends(const char *text, size_t size)
{
    return memchr(text, '\0', size) != NULL;
}

bool follow_is_person(const char person[PERSON_SIZE])
{
    return person[0] != '\0' && follow_text_ends(person, PERSON_SIZE);
}

bool follow_is_time(int64_t time)
{
    return time >= 0 && time <= TIME_MAX;
}

/* ---- A table --------------------------------------------------------------------------------- */

static bool is_clock(const struct clock *clock)
{
    switch (clock->kind) {
    case CLOCK_NONE:
        return true;
    case CLOCK_LIVE:
        return clock->bank >= BANK_MIN_S * SECOND_MS && clock->bank <= BANK_MAX_S * SECOND_MS &&
               clock->increment >= 0 && clock->increment <= INCREMENT_MAX_S * SECOND_MS;
    case CLOCK_SLOW:
        return clock->turn >= DAY_MS && clock->turn <= DAYS_MAX * DAY_MS;
    }
    return false;
}

/* A seat names a bot if and only if it is a bot's. */
static bool is_bot_named(enum seat_kind kind, const char bot[BOT_NAME_SIZE])
{
    return follow_text_ends(bot, BOT_NAME_SIZE) && (kind == SEAT_BOT) == (bot[0] != '\0');
}

static bool is_plan(const struct seat_plan *plan)
{
    return (plan->kind == SEAT_OPEN || plan->kind == SEAT_INVITED || plan->kind == SEAT_PERSON ||
            plan->kind == SEAT_BOT) &&
           is_bot_named(plan->kind, plan->bot);
}

/* Checks that the board has enough cards for all seats (S4). */
static bool has_cards(const struct board *board, unsigned seats)
{
    for (unsigned group = 0; group < GROUPS; group++) {
        if (deal_cards_in_play(board, seats, group) < seats)
            return false;
    }
    return true;
}

static bool are_settings(const struct match_settings *settings)
{
    if (settings->board == NULL || settings->seats < SEATS_MIN || settings->seats > SEATS_MAX ||
        (settings->variants & ~(unsigned)VARIANTS_ALL) != 0 ||
        !has_cards(settings->board, settings->seats) || !is_clock(&settings->clock))
        return false;
    for (unsigned seat = 0; seat < settings->seats; seat++) {
        if (!is_plan(&settings->plan[seat]))
            return false;
    }
    return true;
}

static bool is_party(const struct told_table *table)
{
    for (unsigned i = 0; i < PARTY_TABLES_MAX; i++) {
        if (!follow_text_ends(table->party_table[i], sizeof table->party_table[i]))
            return false;
    }
    return table->party <= PARTY_TABLES_MAX;
}

enum misfit follow_judge_table(const struct told_following *following)
{
    const struct told_table *table = &following->table;
    const bool party = table->party > 0 || table->settings.party;
    if (!follow_text_ends(table->id, sizeof table->id) ||
        !follow_text_ends(table->key, sizeof table->key) || !are_settings(&table->settings))
        return MISFIT_SETTINGS;
    if (!is_party(table))
        return MISFIT_SETTINGS;
    if (party && (table->settings.variants & VARIANT_OPEN_CARDS))
        return MISFIT_SETTINGS; /* no cards could stay hidden */
    if (!follow_is_person(table->host))
        return MISFIT_PERSON;
    for (unsigned seat = 0; seat < table->settings.seats; seat++) {
        if (!follow_text_ends(table->seat[seat].person, PERSON_SIZE) ||
            !follow_text_ends(table->seat[seat].name, TOLD_NAME_SIZE))
            return MISFIT_PERSON;
    }
    if (!follow_is_time(following->since) || !follow_is_time(table->opened))
        return MISFIT_TIME;
    return following->last <= EVENTS_MAX ? FITS : MISFIT_TOO_LONG;
}

/* ---- An event -------------------------------------------------------------------------------- */

static bool has_reason(const struct event *event)
{
    if (event->kind == EVENT_AWAY)
        return event->away == AWAY_TIME || event->away == AWAY_LEFT || event->away == AWAY_GONE;
    if (event->kind == EVENT_CLOSE)
        return event->close == CLOSE_HOST || event->close == CLOSE_OLD;
    return true;
}

enum misfit follow_judge_event(const struct told_event *told)
{
    const struct event *event = &told->event;
    if (event->kind > EVENT_KINDS || !has_reason(event))
        return MISFIT_ORDER;
    if (event_names_person(event->kind) && !follow_is_person(event->person))
        return MISFIT_PERSON;
    if (event->kind == EVENT_SEAT && !is_bot_named(event->as, event->bot))
        return MISFIT_SEAT;
    if (event->kind == EVENT_CHAT && !follow_text_ends(event->text, sizeof event->text))
        return MISFIT_PERSON;
    if (!follow_text_ends(told->seed, sizeof told->seed) ||
        !follow_text_ends(event->table, sizeof event->table))
        return MISFIT_ORDER;
    if (!follow_is_time(event->at) || !follow_is_time(event->left))
        return MISFIT_TIME;
    return FITS;
}
