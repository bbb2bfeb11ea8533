/* Events on their way to disk; see table_write.h. */
#include "server/tables/table_write.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "protocol/told_message.h"
#include "server/tables/event_details.h"
#include "server/tables/table_summary.h"
#include "store/store_members.h"

struct table_write *table_write_new(const char *table, uint64_t serial, uint32_t first, int64_t now)
{
    struct table_write *write = calloc(1, sizeof *write);
    if (write == NULL)
        return NULL;
    CHECK(strlen(table) < sizeof write->table);
    text_copy(write->table, sizeof write->table, table);
    write->serial = serial;
    write->first = first;
    write->now = now;
    return write;
}

void table_write_free(struct table_write *write)
{
    for (unsigned i = 0; i < write->count; i++) {
        shared_bytes_release(write->event[i].shared);
        free(write->event[i].body);
        for (unsigned seat = 0; seat < SEATS_MAX; seat++)
            shared_bytes_release(write->event[i].hand[seat]);
    }
    sodium_memzero(write->seed, sizeof write->seed);
    shared_bytes_release(write->asked);
    free(write->settings);
    free(write->summary);
    free(write);
}

/* ---- Changes --------------------------------------------------------------------------------- */

struct shared_bytes *table_write_hand(const struct match *match, unsigned seat)
{
    struct told_hand told = {.round = match->position.table.round, .seat = seat};
    char buffer[HAND_TEXT_SIZE];
    struct text text;
    CHECK(match_hand(match, seat, &told.hand));
    text_init(&text, buffer, sizeof buffer);
    told_hand_write(&told, &match->state.settings, &text);
    return shared_bytes_of_text(&text);
}

/* Writes the bytes for clients, and those for the store. */
static void write_event(struct table_write_event *kept, const struct match *match,
                        const struct event *event, const struct position *ended)
{
    char body[EVENT_BODY_SIZE] TO_BE_FILLED;
    struct told_event told;
    struct text text;
    event_details_of(&told, match, event, ended);
    text_init(&text, body, sizeof body);
    event_body_write(&told, &match->state.settings, &text);
    kept->body = strdup(body);
    kept->shared = shared_bytes_of_event(told.number, event->at, body, text.used);
}

static bool write_hands(struct table_write_event *kept, const struct match *match)
{
    bool good = true;
    for (unsigned seat = 0; seat < match->state.settings.seats; seat++) {
        if (match->state.seat[seat].kind != SEAT_PERSON)
            continue;
        kept->hand[seat] = table_write_hand(match, seat);
        memcpy(kept->holder[seat], match->state.seat[seat].person, PERSON_SIZE);
        good &= kept->hand[seat] != NULL;
    }
    return good;
}

static bool changes_seat(enum event_kind kind)
{
    return kind == EVENT_SIT || kind == EVENT_STAND || kind == EVENT_SEAT || kind == EVENT_KEEP;
}

/*
 * Notes the person who sits there or, until the table is closed, for whom the seat is reserved:
 * both find the table among their games.
 */
static void note_seat(struct table_write *write, const struct match_state *after, unsigned seat)
{
    const bool lapsed = after->phase == MATCH_CLOSED && after->seat[seat].kind == SEAT_INVITED;
    write->seat_changed[seat] = true;
    memset(write->seat_person[seat], 0, PERSON_SIZE);
    if (!lapsed)
        memcpy(write->seat_person[seat], match_state_person_of(after, seat), PERSON_SIZE);
}

/* Includes a reserved seat of a person who sits down elsewhere. */
static void note_seats(struct table_write *write, const struct match_state *after,
                       const struct event *event)
{
    for (unsigned seat = 0; seat < after->settings.seats; seat++) {
        if ((changes_seat(event->kind) && seat == event->seat) ||
            after->seat[seat].kind == SEAT_INVITED)
            note_seat(write, after, seat);
    }
}

/*
 * Returns true if the list of public tables shows it; turns do not count, since the list would be
 * sent again for each.
 */
static bool changes_listing(enum event_kind kind)
{
    return changes_seat(kind) || kind == EVENT_START || kind == EVENT_ROUND || kind == EVENT_END ||
           kind == EVENT_RESULT || kind == EVENT_CLOSE;
}

/* Not for turns, the bulk of all events: see stored_table_catch_up(). */
bool table_write_updates_row(enum event_kind kind)
{
    return changes_listing(kind) || kind == EVENT_UNDO;
}

void table_write_add(struct table_write *write, const struct match *after,
                     const struct event *event, const struct position *ended)
{
    CHECK(write->count < TABLE_WRITE_EVENTS_MAX);
    struct table_write_event *kept = &write->event[write->count++];
    write_event(kept, after, event, ended);
    kept->at = event->at;
    write->failed |= kept->shared == NULL || kept->body == NULL;
    if (event->kind == EVENT_CHAT)
        memcpy(kept->author, event->person, PERSON_SIZE);
    if (event_names_person(event->kind))
        memcpy(kept->person, event->person, PERSON_SIZE);
    if (event->kind == EVENT_ROUND)
        write->failed |= !write_hands(kept, after);
    if (changes_seat(event->kind) || event->kind == EVENT_CLOSE)
        note_seats(write, &after->state, event);
    write->turns += event->kind == EVENT_TURN;
    write->starts |= event->kind == EVENT_START;
    write->finishes |= event->kind == EVENT_RESULT;
    write->ends |= event->kind == EVENT_RESULT || event->kind == EVENT_CLOSE;
    if (event->kind == EVENT_SIT)
        memcpy(write->sits, event->person, PERSON_SIZE);
    write->updates_listing |= changes_listing(event->kind);
    write->updates_table |= table_write_updates_row(event->kind);
}

void table_write_add_table(struct table_write *write, const struct match *match, int64_t opened)
{
    char buffer[SETTINGS_TEXT_SIZE];
    struct text text;
    write->adds_table = true;
    write->opened = opened;
    memcpy(write->host, match->state.host, sizeof write->host);
    text_init(&text, buffer, sizeof buffer);
    settings_write(&match->state.settings, &text);
    CHECK(!text.cut);
    write->settings = strdup(buffer);
    write->failed |= write->settings == NULL;
    sodium_bin2hex(write->seed, sizeof write->seed, match->position.seed, SEED_SIZE);
}

static void sum_up(struct table_write *write, const struct match *match)
{
    struct told_table told;
    char buffer[SUMMARY_TEXT_SIZE];
    struct text text;
    told_table_of(&told, &match->state, &match->position.table);
    text_init(&text, buffer, sizeof buffer);
    summary_write(&told, &text);
    write->summary = strdup(buffer);
    write->failed |= write->summary == NULL;
}

void table_write_close(struct table_write *write, const struct match *match)
{
    write->state = table_summary_store_state(match);
    write->listed = match->state.settings.listed;
    if (write->updates_table || write->adds_table)
        sum_up(write, match);
}

/* ---- Writing --------------------------------------------------------------------------------- */

static enum store_result write_table(const struct table_write *write, struct store *store)
{
    struct store_game game = {
        .id = write->table,
        .state = write->state,
        .listed = write->listed,
        .opened = write->opened,
        .changed = write->now,
        .settings = write->settings,
        .secret = write->seed,
        .summary = write->summary,
        .party = write->party,
        .host = write->host,
    };
    if (write->adds_table)
        return store_game_add(store, &game);
    return store_game_update(store, write->table, write->state, write->now, write->summary);
}

static struct store_event stored_event(const struct table_write *write, unsigned place)
{
    const struct table_write_event *event = &write->event[place];
    return (struct store_event){
        .game = write->table,
        .number = write->first + place,
        .at = event->at,
        .author = event->author,
        .body = event->body,
    };
}

/*
 * Returns true if it concerns a person whom the store must know: the host, a player or an author.
 */
static bool names_person(const struct table_write *write)
{
    bool named = write->adds_table;
    for (unsigned i = 0; i < write->count; i++)
        named |= write->event[i].author[0] != '\0';
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        named |= write->seat_changed[seat];
    return named && write->asker.identity.person[0] != '\0';
}

/*
 * Writes each event followed by a tab, then the person's name and a tab if it has one. Returns
 * false if the events must be sent by number instead.
 */
static bool write_events(const struct table_write *write, struct text *text)
{
    const struct identity *asker = &write->asker.identity;
    for (unsigned i = 0; i < write->count; i++) {
        const struct table_write_event *event = &write->event[i];
        if (event->at != write->event[0].at)
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
    return write->count > 0 && !text->cut;
}

/* Notifies the other servers of the table, and of a change in the list. */
static void notify_servers(const struct table_write *write, struct store *store)
{
    enum { TOLD_SIZE = 2048 };
    char events[TOLD_SIZE] TO_BE_FILLED;
    struct text text;
    if (!store_notifies(store))
        return;
    const char *cause = write->asker.request;
    const unsigned last = write->first + write->count - 1;
    text_init(&text, events, sizeof events);
    if (write_events(write, &text))
        store_notify(store, cause, "events %s %u %lld %s", write->table, last,
                     (long long)write->event[0].at, events);
    else
        store_notify(store, cause, "table %s %u", write->table, last);
    if (write->listed && (write->updates_listing || write->adds_table))
        store_notify(store, cause, "list");
    if (write->ends && write->party[0] != '\0')
        store_notify(store, cause, "over %s", write->party);
}

/*
 * Nobody sits at two duplicate tables. Live tables check this for the tables in memory; the store
 * checks what other servers have written.
 */
static enum store_result may_write(const struct table_write *write, struct store *store)
{
    if (write->sits[0] == '\0' || write->party[0] == '\0' || write->adds_table)
        return STORE_OK;
    return store_party_seat(store, write->party, write->table, write->sits);
}

static enum store_result write_summary(struct table_write *write, struct store *store)
{
    return write->updates_table && !write->adds_table ? write_table(write, store) : STORE_OK;
}

static enum store_result write_seats(struct table_write *write, struct store *store)
{
    enum store_result result = STORE_OK;
    for (unsigned seat = 0; seat < SEATS_MAX && result == STORE_OK; seat++) {
        if (write->seat_changed[seat])
            result = store_seat_set(store, write->table, seat + 1, write->seat_person[seat]);
    }
    return result;
}

/* Another server, or an earlier request, may have deleted the asker. */
static enum store_result write_person(struct table_write *write, struct store *store)
{
    const enum store_result result =
        store_person_add(store, write->asker.identity.person, write->now);
    write->asker_deleted = result == STORE_NONE;
    return write->asker_deleted ? STORE_TAKEN : result;
}

static enum store_result write_opening(struct table_write *write, struct store *store)
{
    const enum store_result result = may_write(write, store);
    return result == STORE_OK && write->adds_table ? write_table(write, store) : result;
}

enum store_result table_write_run_person(struct table_write *write, struct store *store)
{
    return names_person(write) ? write_person(write, store) : STORE_OK;
}

/*
 * What may be refused is written first, then the events' numbers: on a refusal nothing else is
 * written.
 */
enum store_result table_write_run(struct job *job, struct store *store)
{
    struct table_write *write = (struct table_write *)job;
    enum store_result result = table_write_run_person(write, store);
    if (result == STORE_OK)
        result = write_opening(write, store);
    for (unsigned i = 0; i < write->count && result == STORE_OK; i++) {
        struct store_event event = stored_event(write, i);
        result = store_event_add(store, &event);
    }
    if (result == STORE_OK)
        result = write_summary(write, store);
    if (result == STORE_OK)
        result = write_seats(write, store);
    if (result == STORE_OK)
        notify_servers(write, store);
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
    return job->run == table_write_run;
}

static int by_table(const void *a, const void *b)
{
    const struct table_write *const *one = a, *const *two = b;
    return strcmp((*one)->table, (*two)->table);
}

static int by_person(const void *a, const void *b)
{
    const struct table_write *const *one = a, *const *two = b;
    return strcmp((*one)->asker.identity.person, (*two)->asker.identity.person);
}

/* Notes which writes lack an event. */
static enum store_result add_some(struct table_write **owner, const struct store_event *events,
                                  unsigned count, struct store *store)
{
    bool added[EVENTS_AT_ONCE];
    const enum store_result result =
        count > 0 ? store_events_add(store, events, count, added) : STORE_OK;
    for (unsigned i = 0; i < count && result == STORE_TAKEN; i++) {
        if (!added[i])
            owner[i]->job.result = STORE_TAKEN;
    }
    return result;
}

static enum store_result add_events(struct table_write **writes, unsigned count,
                                    struct store *store)
{
    struct store_event events[EVENTS_AT_ONCE] TO_BE_FILLED;
    struct table_write *owner[EVENTS_AT_ONCE] TO_BE_FILLED;
    enum store_result result = STORE_OK;
    unsigned some = 0;
    for (unsigned i = 0; i < count && result != STORE_FAILED; i++) {
        for (unsigned j = 0; j < writes[i]->count; j++) {
            owner[some] = writes[i];
            events[some++] = stored_event(writes[i], j);
        }
        if (some <= EVENTS_AT_ONCE - TABLE_WRITE_EVENTS_MAX && i + 1 < count)
            continue;
        const enum store_result part = add_some(owner, events, some, store);
        result = part == STORE_OK ? result : part;
        some = 0;
    }
    return result;
}

/* Calls a function for each write, and notes those that return STORE_TAKEN. */
static enum store_result for_each(struct table_write **writes, unsigned count, struct store *store,
                                  enum store_result (*write)(struct table_write *table_write,
                                                             struct store *store))
{
    enum store_result result = STORE_OK;
    for (unsigned i = 0; i < count && result != STORE_FAILED; i++) {
        const enum store_result one = write(writes[i], store);
        if (one != STORE_OK)
            writes[i]->job.result = result = one == STORE_FAILED ? STORE_FAILED : STORE_TAKEN;
    }
    return result;
}

static enum store_result write_persons(struct table_write **writes, unsigned count,
                                       struct store *store)
{
    unsigned naming = 0;
    for (unsigned i = 0; i < count; i++) {
        if (names_person(writes[i]))
            writes[naming++] = writes[i];
    }
    qsort(writes, naming, sizeof writes[0], by_person);
    return for_each(writes, naming, store, write_person);
}

static enum store_result write_all(struct table_write **writes, unsigned count, struct store *store)
{
    qsort(writes, count, sizeof writes[0], by_table);
    enum store_result result = for_each(writes, count, store, write_opening);
    if (result == STORE_OK)
        result = add_events(writes, count, store);
    if (result == STORE_OK)
        result = for_each(writes, count, store, write_summary);
    if (result == STORE_OK)
        result = for_each(writes, count, store, write_seats);
    for (unsigned i = 0; i < count && result == STORE_OK; i++)
        notify_servers(writes[i], store);
    return result == STORE_OK ? write_persons(writes, count, store) : result;
}

/* Returns the writes not known to be refused; NULL if allocation fails. */
static struct table_write **list_changes(struct job *jobs, unsigned *count)
{
    unsigned all = 0;
    for (const struct job *job = jobs; job != NULL; job = job->next)
        all++;
    struct table_write **writes = malloc((all + 1) * sizeof writes[0]);
    *count = 0;
    for (struct job *job = jobs; job != NULL && writes != NULL; job = job->next) {
        if (is_change(job) && job->result != STORE_TAKEN)
            writes[(*count)++] = (struct table_write *)job;
    }
    return writes;
}

enum store_result table_writes_run(struct job *jobs, struct store *store, bool first)
{
    unsigned count;
    struct table_write **writes = list_changes(jobs, &count);
    if (writes == NULL)
        return STORE_TAKEN; /* then one by one */
    store_presume(store, first);
    enum store_result result = write_all(writes, count, store);
    store_presume(store, false);
    free(writes);
    for (struct job *job = jobs; job != NULL && result == STORE_OK; job = job->next) {
        if (is_change(job))
            continue;
        job->result = job->run(job, store);
        if (job->result == STORE_FAILED)
            result = STORE_FAILED;
    }
    return result;
}
