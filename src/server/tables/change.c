/* Events on their way to disk; see change.h. */
#include "server/tables/change.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "protocol/told_message.h"
#include "server/tables/event_told.h"
#include "server/tables/table_told.h"
#include "store/store_members.h"

struct change *change_new(const char *table, uint64_t serial, uint32_t first, int64_t now)
{
    struct change *change = calloc(1, sizeof *change);
    if (!change)
        return NULL;
    CHECK(strlen(table) < sizeof change->table);
    text_copy(change->table, sizeof change->table, table);
    change->serial = serial;
    change->first = first;
    change->now = now;
    return change;
}

void change_free(struct change *change)
{
    for (unsigned i = 0; i < change->count; i++) {
        packet_release(change->event[i].packet);
        free(change->event[i].body);
        for (unsigned seat = 0; seat < SEATS_MAX; seat++)
            packet_release(change->event[i].hand[seat]);
    }
    sodium_memzero(change->seed, sizeof change->seed);
    packet_release(change->asked);
    free(change->settings);
    free(change->summary);
    free(change);
}

/* ---- What happens ---------------------------------------------------------------------------- */

struct packet *hand_packet(const struct match *match, unsigned seat)
{
    struct told_hand told = {.round = match->position.table.round, .seat = seat};
    char buffer[HAND_TEXT_SIZE];
    struct text text;
    CHECK(match_hand(match, seat, &told.hand));
    text_init(&text, buffer, sizeof buffer);
    told_hand_write(&told, &match->state.settings, &text);
    return packet_of_text(&text);
}

/* The bytes for everybody, and those for the store. */
static void write_event(struct change_event *kept, const struct match *match,
                        const struct event *event, const struct position *ended)
{
    char body[EVENT_BODY_SIZE] TO_BE_FILLED;
    struct told_event told;
    struct text text;
    told_of_event(&told, match, event, ended);
    text_init(&text, body, sizeof body);
    event_body_write(&told, &match->state.settings, &text);
    kept->body = strdup(body);
    kept->packet = packet_of_event(told.number, event->at, body, text.used);
}

static bool write_hands(struct change_event *kept, const struct match *match)
{
    bool good = true;
    for (unsigned seat = 0; seat < match->state.settings.seats; seat++) {
        if (match->state.seat[seat].kind != SEAT_PERSON)
            continue;
        kept->hand[seat] = hand_packet(match, seat);
        memcpy(kept->holder[seat], match->state.seat[seat].person, PERSON_SIZE);
        good &= kept->hand[seat] != NULL;
    }
    return good;
}

static bool changes_seat(enum event_kind kind)
{
    return kind == EVENT_SIT || kind == EVENT_STAND || kind == EVENT_SEAT || kind == EVENT_KEEP;
}

/* Who sits there or, until the table is closed, for whom it is kept: both find it among their
 * games.
 */
static void note_seat(struct change *change, const struct match_state *after, unsigned seat)
{
    const bool lapsed = after->phase == MATCH_CLOSED && after->seat[seat].kind == SEAT_INVITED;
    change->seat_changed[seat] = true;
    memset(change->seat_person[seat], 0, PERSON_SIZE);
    if (!lapsed)
        memcpy(change->seat_person[seat], match_state_person_of(after, seat), PERSON_SIZE);
}

/* With a seat that is kept for whoever sits down on another. */
static void note_seats(struct change *change, const struct match_state *after,
                       const struct event *event)
{
    for (unsigned seat = 0; seat < after->settings.seats; seat++)
        if ((changes_seat(event->kind) && seat == event->seat) ||
            after->seat[seat].kind == SEAT_INVITED)
            note_seat(change, after, seat);
}

/* What the list of public tables shows, which is not sent again for each turn. */
static bool changes_listing(enum event_kind kind)
{
    return changes_seat(kind) || kind == EVENT_START || kind == EVENT_ROUND || kind == EVENT_END ||
           kind == EVENT_RESULT || kind == EVENT_CLOSE;
}

/* Not turns, which are nearly all that happens: see stored_table_catch_up(). */
bool event_is_summed_up(enum event_kind kind)
{
    return changes_listing(kind) || kind == EVENT_UNDO;
}

void change_add(struct change *change, const struct match *after, const struct event *event,
                const struct position *ended)
{
    CHECK(change->count < CHANGE_EVENTS_MAX);
    struct change_event *kept = &change->event[change->count++];
    write_event(kept, after, event, ended);
    kept->at = event->at;
    change->failed |= !kept->packet || !kept->body;
    if (event->kind == EVENT_CHAT)
        memcpy(kept->author, event->person, PERSON_SIZE);
    if (event_names_person(event->kind))
        memcpy(kept->person, event->person, PERSON_SIZE);
    if (event->kind == EVENT_ROUND)
        change->failed |= !write_hands(kept, after);
    if (changes_seat(event->kind) || event->kind == EVENT_CLOSE)
        note_seats(change, &after->state, event);
    change->turns += event->kind == EVENT_TURN;
    change->starts |= event->kind == EVENT_START;
    change->finishes |= event->kind == EVENT_RESULT;
    change->ends |= event->kind == EVENT_RESULT || event->kind == EVENT_CLOSE;
    if (event->kind == EVENT_SIT)
        memcpy(change->sits, event->person, PERSON_SIZE);
    change->updates_listing |= changes_listing(event->kind);
    change->updates_table |= event_is_summed_up(event->kind);
}

void change_add_table(struct change *change, const struct match *match, int64_t opened)
{
    char buffer[SETTINGS_TEXT_SIZE];
    struct text text;
    change->adds_table = true;
    change->opened = opened;
    memcpy(change->host, match->state.host, sizeof change->host);
    text_init(&text, buffer, sizeof buffer);
    settings_write(&match->state.settings, &text);
    CHECK(!text.cut);
    change->settings = strdup(buffer);
    change->failed |= !change->settings;
    sodium_bin2hex(change->seed, sizeof change->seed, match->position.seed, SEED_SIZE);
}

static void sum_up(struct change *change, const struct match *match)
{
    struct told_table told;
    char buffer[SUMMARY_TEXT_SIZE];
    struct text text;
    told_table_of(&told, &match->state, &match->position.table);
    text_init(&text, buffer, sizeof buffer);
    summary_write(&told, &text);
    change->summary = strdup(buffer);
    change->failed |= !change->summary;
}

void change_close(struct change *change, const struct match *match)
{
    change->state = match_store_state(match);
    change->listed = match->state.settings.listed;
    if (change->updates_table || change->adds_table)
        sum_up(change, match);
}

/* ---- To disk --------------------------------------------------------------------------------- */

static enum store_result write_table(const struct change *change, struct store *store)
{
    struct store_game game = {
        .id = change->table,
        .state = change->state,
        .listed = change->listed,
        .opened = change->opened,
        .changed = change->now,
        .settings = change->settings,
        .secret = change->seed,
        .summary = change->summary,
        .party = change->party,
        .host = change->host,
    };
    if (change->adds_table)
        return store_game_add(store, &game);
    return store_game_update(store, change->table, change->state, change->now, change->summary);
}

static struct store_event stored_event(const struct change *change, unsigned place)
{
    const struct change_event *event = &change->event[place];
    return (struct store_event){
        .game = change->table,
        .number = change->first + place,
        .at = event->at,
        .author = event->author,
        .body = event->body,
    };
}

/* A person whom the store is to know: who opened the table, sits there or has written something. */
static bool names_person(const struct change *change)
{
    bool named = change->adds_table;
    for (unsigned i = 0; i < change->count; i++)
        named |= change->event[i].author[0] != '\0';
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        named |= change->seat_changed[seat];
    return named && change->asker.identity.person[0] != '\0';
}

/* Each with a tab after it, and the name of whom it names; false when that is not to be told. */
static bool write_events(const struct change *change, struct text *text)
{
    const struct identity *asker = &change->asker.identity;
    for (unsigned i = 0; i < change->count; i++) {
        const struct change_event *event = &change->event[i];
        if (event->at != change->event[0].at)
            return false;
        text_add(text, event->body);
        text_add_char(text, '\t');
        if (event->person[0] == '\0')
            continue;
        if (strcmp(event->person, asker->person) != 0 ||
            text_find_bad_byte(asker->name, strlen(asker->name)) != strlen(asker->name))
            return false;
        text_add(text, asker->name);
        text_add_char(text, '\t');
    }
    return change->count > 0 && !text->cut;
}

/* The other servers of the database look at the table, and at their list of tables. */
static void tell_servers(const struct change *change, struct store *store)
{
    enum { TOLD_SIZE = 2048 };
    char events[TOLD_SIZE] TO_BE_FILLED;
    struct text text;
    if (!store_tells(store))
        return;
    const char *cause = change->asker.request;
    const unsigned last = change->first + change->count - 1;
    text_init(&text, events, sizeof events);
    if (write_events(change, &text))
        store_tell(store, cause, "events %s %u %lld %s", change->table, last,
                   (long long)change->event[0].at, events);
    else
        store_tell(store, cause, "table %s %u", change->table, last);
    if (change->listed && (change->updates_listing || change->adds_table))
        store_tell(store, cause, "list");
    if (change->ends && change->party[0] != '\0')
        store_tell(store, cause, "over %s", change->party);
}

/*
 * Nobody sits at two tables of a party.  Rooms know that of tables in this server's memory; what
 * other servers have written the store knows.
 */
static enum store_result may_write(const struct change *change, struct store *store)
{
    if (change->sits[0] == '\0' || change->party[0] == '\0' || change->adds_table)
        return STORE_OK;
    return store_party_seat(store, change->party, change->table, change->sits);
}

static enum store_result write_summary(struct change *change, struct store *store)
{
    return change->updates_table && !change->adds_table ? write_table(change, store) : STORE_OK;
}

static enum store_result write_seats(struct change *change, struct store *store)
{
    enum store_result result = STORE_OK;
    for (unsigned seat = 0; seat < SEATS_MAX && result == STORE_OK; seat++)
        if (change->seat_changed[seat])
            result = store_seat_set(store, change->table, seat + 1, change->seat_person[seat]);
    return result;
}

/* Another server, or a request a moment ago, may have deleted whoever is still asking here. */
static enum store_result write_person(struct change *change, struct store *store)
{
    const enum store_result result =
        store_person_add(store, change->asker.identity.person, change->now);
    change->by_gone = result == STORE_NONE;
    return change->by_gone ? STORE_TAKEN : result;
}

static enum store_result write_opening(struct change *change, struct store *store)
{
    const enum store_result result = may_write(change, store);
    return result == STORE_OK && change->adds_table ? write_table(change, store) : result;
}

enum store_result change_write_person(struct change *change, struct store *store)
{
    return names_person(change) ? write_person(change, store) : STORE_OK;
}

/* What may be refused comes first, and the numbers of events next: then nothing else is written. */
enum store_result change_write(struct job *job, struct store *store)
{
    struct change *change = (struct change *)job;
    enum store_result result = change_write_person(change, store);
    if (result == STORE_OK)
        result = write_opening(change, store);
    for (unsigned i = 0; i < change->count && result == STORE_OK; i++) {
        struct store_event event = stored_event(change, i);
        result = store_event_add(store, &event);
    }
    if (result == STORE_OK)
        result = write_summary(change, store);
    if (result == STORE_OK)
        result = write_seats(change, store);
    if (result == STORE_OK)
        tell_servers(change, store);
    return result;
}

/* ---- Many at once ------------------------------------------------------------------------------
 *
 * Two servers write groups at the same moment, and each row that one has written the other waits
 * for.  So that they never wait for each other, all write in the same order: what is of one kind
 * after what is of another, and in a kind by the ids.
 */

enum { EVENTS_AT_ONCE = 256 };

static bool is_change(const struct job *job)
{
    return job->run == change_write;
}

static int by_table(const void *a, const void *b)
{
    const struct change *const *one = a, *const *two = b;
    return strcmp((*one)->table, (*two)->table);
}

static int by_person(const void *a, const void *b)
{
    const struct change *const *one = a, *const *two = b;
    return strcmp((*one)->asker.identity.person, (*two)->asker.identity.person);
}

/* Notes of which changes an event was not added. */
static enum store_result add_some(struct change **owner, const struct store_event *events,
                                  unsigned count, struct store *store)
{
    bool added[EVENTS_AT_ONCE];
    const enum store_result result =
        count > 0 ? store_events_add(store, events, count, added) : STORE_OK;
    for (unsigned i = 0; i < count && result == STORE_TAKEN; i++)
        if (!added[i])
            owner[i]->job.result = STORE_TAKEN;
    return result;
}

static enum store_result add_events(struct change **changes, unsigned count, struct store *store)
{
    struct store_event events[EVENTS_AT_ONCE] TO_BE_FILLED;
    struct change *owner[EVENTS_AT_ONCE] TO_BE_FILLED;
    enum store_result result = STORE_OK;
    unsigned some = 0;
    for (unsigned i = 0; i < count && result != STORE_FAILED; i++) {
        for (unsigned j = 0; j < changes[i]->count; j++) {
            owner[some] = changes[i];
            events[some++] = stored_event(changes[i], j);
        }
        if (some <= EVENTS_AT_ONCE - CHANGE_EVENTS_MAX && i + 1 < count)
            continue;
        const enum store_result part = add_some(owner, events, some, store);
        result = part == STORE_OK ? result : part;
        some = 0;
    }
    return result;
}

/* For each of them; whose is taken is noted. */
static enum store_result for_each(struct change **changes, unsigned count, struct store *store,
                                  enum store_result (*write)(struct change *change,
                                                             struct store *store))
{
    enum store_result result = STORE_OK;
    for (unsigned i = 0; i < count && result != STORE_FAILED; i++) {
        const enum store_result one = write(changes[i], store);
        if (one != STORE_OK)
            changes[i]->job.result = result = one == STORE_FAILED ? STORE_FAILED : STORE_TAKEN;
    }
    return result;
}

static enum store_result write_persons(struct change **changes, unsigned count, struct store *store)
{
    unsigned naming = 0;
    for (unsigned i = 0; i < count; i++)
        if (names_person(changes[i]))
            changes[naming++] = changes[i];
    qsort(changes, naming, sizeof changes[0], by_person);
    return for_each(changes, naming, store, write_person);
}

static enum store_result write_all(struct change **changes, unsigned count, struct store *store)
{
    qsort(changes, count, sizeof changes[0], by_table);
    enum store_result result = for_each(changes, count, store, write_opening);
    if (result == STORE_OK)
        result = add_events(changes, count, store);
    if (result == STORE_OK)
        result = for_each(changes, count, store, write_summary);
    if (result == STORE_OK)
        result = for_each(changes, count, store, write_seats);
    for (unsigned i = 0; i < count && result == STORE_OK; i++)
        tell_servers(changes[i], store);
    return result == STORE_OK ? write_persons(changes, count, store) : result;
}

/* Those that are not known to be taken; NULL when there is no memory. */
static struct change **list_changes(struct job *jobs, unsigned *count)
{
    unsigned all = 0;
    for (const struct job *job = jobs; job; job = job->next)
        all++;
    struct change **changes = malloc((all + 1) * sizeof changes[0]);
    *count = 0;
    for (struct job *job = jobs; job && changes; job = job->next)
        if (is_change(job) && job->result != STORE_TAKEN)
            changes[(*count)++] = (struct change *)job;
    return changes;
}

enum store_result changes_write(struct job *jobs, struct store *store, bool first)
{
    unsigned count;
    struct change **changes = list_changes(jobs, &count);
    if (!changes)
        return STORE_TAKEN; /* one by one, then */
    store_presume(store, first);
    enum store_result result = write_all(changes, count, store);
    store_presume(store, false);
    free(changes);
    for (struct job *job = jobs; job && result == STORE_OK; job = job->next) {
        if (is_change(job))
            continue;
        job->result = job->run(job, store);
        if (job->result == STORE_FAILED)
            result = STORE_FAILED;
    }
    return result;
}
