/* Applies the messages of a server to the state of a table. */
#include "follow/follow.h"

#include <string.h>

#include "follow/follow_internal.h"
#include "protocol/told_table.h"

void follow_init(struct follow *follow)
{
    memset(follow, 0, sizeof *follow);
    follow->view.seat = SEAT_NONE;
    memset(&follow->view.hand, CITY_NONE, sizeof follow->view.hand);
}

/* Copies a text that is known to fit, padded with zeros so that equal states have equal bytes. */
static void keep_text(char *kept, size_t size, const char *text)
{
    memset(kept, 0, size);
    memcpy(kept, text, strlen(text));
}

void follow_set_key(struct follow *follow, const char *key)
{
    if (strlen(key) < sizeof follow->key)
        keep_text(follow->key, sizeof follow->key, key);
}

bool follow_is_current(const struct follow *follow)
{
    return follow->known && follow->state.events >= follow->last;
}

bool follow_is_news(const struct follow *follow, uint32_t number)
{
    return number > follow->joined;
}

bool follow_is_host(const struct follow *follow)
{
    return follow->known && follow->me[0] != '\0' && strcmp(follow->me, follow->state.host) == 0;
}

void follow_table(const struct follow *follow, struct told_table *told)
{
    told_table_of(told, &follow->state, &follow->view.table);
    memcpy(told->id, follow->table_id, sizeof told->id);
    memcpy(told->key, follow->key, sizeof told->key);
    for (unsigned seat = 0; seat < told->settings.seats; seat++) {
        const char *name = follow_name(follow, told->seat[seat].person);
        memcpy(told->seat[seat].name, name, strlen(name));
    }
    told->opened = follow->opened;
    told->changed = follow->changed;
    told->party = follow->party;
    memcpy(told->party_table, follow->party_table, sizeof told->party_table);
}

/* ---- Our identity ---------------------------------------------------------------------------- */

/* A different person must not continue unnoticed in our place. */
enum misfit follow_take_hello(struct follow *follow, const struct told_hello *hello, int64_t now)
{
    if (!follow_text_ends(hello->id, sizeof hello->id) ||
        (follow->me[0] != '\0' && strcmp(follow->me, hello->id) != 0))
        return MISFIT_OTHER_PERSON;
    if (!follow_is_time(hello->now) || !follow_is_time(now))
        return MISFIT_TIME;
    keep_text(follow->me, sizeof follow->me, hello->id);
    follow->ahead = hello->now - now;
    if (follow->known) {
        follow->view.seat = (uint8_t)match_state_seat_of(&follow->state, follow->me);
        follow_show_hand(follow);
    }
    return FITS;
}

/* ---- The table ------------------------------------------------------------------------------- */

static bool is_same_game(const struct match_settings *one, const struct match_settings *other)
{
    return one->board == other->board && one->seats == other->seats &&
           one->variants == other->variants && one->clock.kind == other->clock.kind &&
           one->clock.bank == other->clock.bank && one->clock.increment == other->clock.increment &&
           one->clock.turn == other->clock.turn;
}

static void describe(struct follow *follow, const struct told_following *following)
{
    const struct told_table *table = &following->table;
    struct match_settings settings = table->settings;
    settings.party = table->party > 0 || settings.party;
    match_state_init(&follow->state, &settings, table->host, table->opened);
    table_init(&follow->view.table, settings.board, settings.seats, settings.variants);
    keep_text(follow->table_id, sizeof follow->table_id, table->id);
    follow->party = table->party;
    memcpy(follow->party_table, table->party_table, sizeof follow->party_table);
    follow->opened = follow->changed = table->opened;
    follow->joined = following->last;
    follow->known = true;
}

/*
 * Takes over the server's time for the beginning of the current turn or pause, because the server
 * may have been restarted since.
 */
static void take_since(struct follow *follow)
{
    if (follow->state.events == follow->last)
        follow->state.since = follow->since;
}

enum misfit follow_take_table(struct follow *follow, const struct told_following *following)
{
    const struct told_table *table = &following->table;
    const enum misfit misfit = follow_judge_table(following);
    if (misfit != FITS)
        return misfit;
    if (follow->known) {
        if (strcmp(follow->table_id, table->id) != 0)
            return MISFIT_OTHER_TABLE;
        if (!is_same_game(&follow->state.settings, &table->settings))
            return MISFIT_SETTINGS;
        if (following->last < follow->state.events)
            return MISFIT_FEWER_EVENTS;
    } else {
        describe(follow, following);
    }
    if (table->key[0] != '\0')
        keep_text(follow->key, sizeof follow->key, table->key);
    for (unsigned seat = 0; seat < table->settings.seats; seat++) {
        if (table->seat[seat].person[0] != '\0')
            follow_remember(follow, table->seat[seat].person, table->seat[seat].name);
    }
    follow->last = following->last;
    follow->since = following->since;
    take_since(follow);
    return FITS;
}

/* ---- Events ---------------------------------------------------------------------------------- */

/* Applies the part of an event that concerns the game, if any. */
static enum misfit take_game(struct follow *follow, const struct told_event *told)
{
    switch (told->event.kind) {
    case EVENT_ROUND:
        return follow_take_round(follow, told);
    case EVENT_TURN:
        return follow_take_turn(follow, told);
    case EVENT_END:
        return follow_take_end(follow, told);
    case EVENT_RESULT:
        return follow_take_result(follow, told);
    case EVENT_REVEAL:
        return follow_take_reveal(follow, told);
    case EVENT_UNDO:
        return follow_take_undo(follow, told);
    default:
        return FITS;
    }
}

/*
 * Checks an event against the seats, the clocks and the phase.  The end of a round is received
 * before the table shows it, so follow_take_end() decides whether the round is over.
 */
static bool can_follow(const struct follow *follow, const struct event *event)
{
    if (event->kind == EVENT_END)
        return follow->state.phase == MATCH_PLAYING && follow->view.table.phase == PHASE_PLAYING;
    return match_state_can_follow(&follow->state, &follow->view.table, event);
}

/* Handles an event received before; its text may have been deleted since. */
static enum misfit take_again(struct follow *follow, const struct told_event *told)
{
    if (told->event.kind == EVENT_CHAT && told->event.text[0] == '\0')
        follow_unsay(follow, told->number);
    return FITS;
}

enum misfit follow_take_event(struct follow *follow, const struct told_event *told)
{
    const struct event *event = &told->event;
    if (!follow->known)
        return MISFIT_UNKNOWN_TABLE;
    if (told->number != 0 && told->number <= follow->state.events)
        return take_again(follow, told);
    if (told->number != follow->state.events + 1)
        return MISFIT_GAP;
    enum misfit misfit = follow_judge_event(told);
    if (misfit != FITS)
        return misfit;
    /* a kind that only newer servers know: counted, but without meaning here */
    if (event->kind == EVENT_KINDS) {
        follow->state.events++;
        follow->changed = event->at;
        take_since(follow);
        return FITS;
    }
    if (event_names_seat(event->kind) && event->seat >= follow->state.settings.seats)
        return MISFIT_SEAT;
    if (!can_follow(follow, event))
        return MISFIT_ORDER;
    misfit = take_game(follow, told);
    if (misfit != FITS)
        return misfit;
    follow_tell(follow, told);
    match_state_apply(&follow->state, &follow->view.table, event);
    follow->changed = event->at;
    follow->view.seat = (uint8_t)match_state_seat_of(&follow->state, follow->me);
    take_since(follow);
    return FITS;
}

enum misfit follow_take(struct follow *follow, const struct told *told, int64_t now)
{
    switch (told->kind) {
    case TOLD_HELLO:
        return follow_take_hello(follow, &told->as.hello, now);
    case TOLD_TABLE:
        return follow_take_table(follow, &told->as.table);
    case TOLD_EVENT:
        return follow_take_event(follow, &told->as.event);
    case TOLD_HAND:
        return follow_take_hand(follow, &told->as.hand);
    case TOLD_PEOPLE:
        return follow_take_people(follow, &told->as.people);
    default:
        return FITS;
    }
}
