/*
 * The notifications that servers of one database send each other, one line each:
 *
 *      table ID NUMBER          the table has events up to that number
 *      events ID NUMBER AT ...  the same, with the new events as the store has them, all of one
 *                               time: each followed by a tab and, if it names a person, their
 *                               name and another tab
 *      list                     the list of public tables has changed
 *      here ID WATCHING ID ...  followers of a table at that server: the number of those without a
 *                               seat, and the persons known at the table
 *      nobody                   the followers at that server are announced again
 *      who [ID]                 asks for the followers of that table, or of all tables
 *      over ID                  a table of that party is over
 *      again ID                 the store's data about a table has changed: reload it
 *      name ID                  a person was renamed
 *      gone ID                  a person was deleted
 *      out HASH                 a session has ended
 *      only ID HASH             all sessions of a person but one, or "-", have ended
 *      free                     shards have no owner
 *      beat                     a heartbeat, to test the connection
 *      all                      anything may have changed
 *
 * A line caused by a request ends with " @" and the request's id, for the logs of the receivers.
 *
 * Lines say where to look; the database is authoritative. Events, the bulk of all notifications,
 * are sent in full if they are short: a line is delivered when its group commits, and not at all if
 * it does not. Receivers ignore unknown lines, which newer servers may send.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/check.h"
#include "rules/notation.h"
#include "server/hub_internal.h"
#include "server/tables/stored_table.h"

enum {
    WORDS_MAX = 3 + SEATS_MAX + AUTHORS_MAX + 1,
    WORD_SIZE = REQUEST_ID_SIZE + 1, /* the longest is a request's id with its '@' */
    LIST_EVERY_MS = 500,
};
_Static_assert((int)WORD_SIZE >= (int)HASH_SIZE, "a word may be a hash");

/* ---- Sending notifications ------------------------------------------------------------------- */

struct announcing {
    struct job job;
    struct hub *hub;
    size_t used, capacity;
    unsigned lines;
    char *text; /* lines, each NUL-terminated */
};

static enum store_result announcing_run(struct job *job, struct store *store)
{
    const struct announcing *announcing = (struct announcing *)job;
    enum store_result result = store_begin(store);
    if (result != STORE_OK)
        return result;
    const char *line = announcing->text;
    for (unsigned i = 0; i < announcing->lines; i++, line += strlen(line) + 1)
        store_notify(store, "", "%s", line);
    return store_commit(store);
}

static void announcing_done(struct job *job)
{
    struct announcing *announcing = (struct announcing *)job;
    if (job->result == STORE_FAILED) {
        hub_job_failed(announcing->hub, announcing->hub->cluster.pool, job);
        announcing->hub->cluster.announces_followers = announcing->hub->cluster.asks_followers =
            true;
    }
    free(announcing->text);
    free(announcing);
}

static struct announcing *announcing_new(struct hub *hub)
{
    struct announcing *announcing = calloc(1, sizeof *announcing);
    if (announcing != NULL) {
        announcing->job = (struct job){.run = announcing_run, .done = announcing_done};
        announcing->hub = hub;
    }
    return announcing;
}

/* Returns false if allocation fails. */
static bool add_line(struct announcing *announcing, const char *line)
{
    const size_t size = strlen(line) + 1;
    if (!ARRAY_GROW(announcing->text, announcing->capacity, announcing->used + size))
        return false;
    memcpy(announcing->text + announcing->used, line, size);
    announcing->used += size;
    announcing->lines++;
    return true;
}

static void announce_here(struct announcing *announcing, struct live_table *table)
{
    char line[HERE_TEXT_SIZE];
    struct text text;
    text_init(&text, line, sizeof line);
    live_table_write_followers(table, &text);
    if (!add_line(announcing, line))
        return;
    table->here_changed = false;
    table->followers_announced = table->followers > 0;
}

/* A table that is being loaded is announced afterwards. */
static bool must_announce(const struct live_table *table)
{
    return table->here_changed && table->state != TABLE_LOADING;
}

static bool has_announcements(const struct hub *hub)
{
    if (hub->cluster.announces_followers || hub->cluster.asks_followers)
        return true;
    for (const struct live_table *table = NULL; (table = hub_next_table(hub, table)) != NULL;)
        if (must_announce(table))
            return true;
    return false;
}

/* Announces arrivals and departures since the last time, at all tables in one group. */
static void announce_followers(struct hub *hub)
{
    struct cluster *cluster = &hub->cluster;
    struct announcing *announcing = has_announcements(hub) ? announcing_new(hub) : NULL;
    const bool again = cluster->announces_followers;
    if (announcing == NULL)
        return;
    if (again)
        cluster->announces_followers = !add_line(announcing, "nobody");
    if (cluster->asks_followers)
        cluster->asks_followers = !add_line(announcing, "who");
    for (struct live_table *table = NULL; (table = hub_next_table(hub, table)) != NULL;) {
        table->here_changed |= again && table->followers > 0;
        if (must_announce(table))
            announce_here(announcing, table);
    }
    worker_pool_add(cluster->pool, &announcing->job);
}

/* If allocation fails everything is announced, or asked for, again. */
static bool announce_about(struct hub *hub, const char *words, const char *table, const char *more)
{
    char line[16 + TABLE_ID_SIZE];
    struct text text;
    struct announcing *announcing = announcing_new(hub);
    text_init(&text, line, sizeof line);
    text_add(&text, words);
    text_add(&text, table);
    text_add(&text, more);
    if (announcing == NULL || !add_line(announcing, line)) {
        free(announcing);
        return false;
    }
    worker_pool_add(hub->cluster.pool, &announcing->job);
    return true;
}

void hub_ask_followers(struct hub *hub, const struct live_table *table)
{
    struct cluster *cluster = &hub->cluster;
    if (hub_is_alone(hub) || cluster->members == 0 || hub->stopping)
        return;
    cluster->asks_followers |= !announce_about(hub, "who ", table->id, "");
}

void hub_announce_no_followers(struct hub *hub, const struct live_table *table)
{
    if (hub_is_alone(hub) || !table->followers_announced || hub->stopping)
        return;
    hub->cluster.announces_followers |= !announce_about(hub, "here ", table->id, " 0");
}

/* ---- The list of tables ---------------------------------------------------------------------- */

/* With several servers the list comes from the store and not from the tables in memory. */
struct listing {
    struct job job;
    struct hub *hub;
    struct stored_table *table;
    unsigned tables;
    struct shared_bytes *list;
};

static void listed_found(void *context, const struct store_game *row)
{
    struct listing *listing = context;
    if (listing->tables < LOBBY_MAX && stored_table_take(&listing->table[listing->tables], row))
        listing->tables++;
}

static enum store_result read_listed(struct listing *listing, struct store *store)
{
    enum store_result result =
        store_games_listed(store, STORE_OPEN, INT64_MAX, LOBBY_MAX, listed_found, listing);
    if (result == STORE_OK && listing->tables < LOBBY_MAX)
        result = store_games_listed(store, STORE_RUNNING, INT64_MAX, LOBBY_MAX - listing->tables,
                                    listed_found, listing);
    return result;
}

static enum store_result listing_run(struct job *job, struct store *store)
{
    static const char list_of_tables[] = "the list of tables";
    struct listing *listing = (struct listing *)job;
    struct shared_bytes *shown[LOBBY_MAX];
    unsigned count = 0;
    enum store_result result = read_listed(listing, store);
    for (; count < listing->tables && result == STORE_OK; count++) {
        char buffer[TABLE_TEXT_SIZE];
        struct text text;
        text_init(&text, buffer, sizeof buffer);
        listing->table[count].told.has_mover = false;
        result = stored_table_write(&listing->table[count], store, &text);
        shown[count] = result == STORE_OK ? shared_bytes_of_text(&text) : NULL;
        if (result == STORE_OK && shown[count] == NULL)
            result = job_allocation_failed(job, list_of_tables);
    }
    if (result == STORE_OK)
        listing->list = shared_bytes_of_list(LIST_TABLES, shown, count);
    while (count > 0)
        shared_bytes_release(shown[--count]);
    return result == STORE_OK && listing->list == NULL ? job_allocation_failed(job, list_of_tables)
                                                       : result;
}

static void listing_done(struct job *job)
{
    struct listing *listing = (struct listing *)job;
    struct hub *hub = listing->hub;
    hub->cluster.list_is_out = false;
    if (job->result == STORE_OK) {
        lobby_set(&hub->lobby, listing->list);
    } else {
        hub->cluster.list_changed = true;
        hub_job_failed(hub, hub->readers, job);
    }
    free(listing->table);
    free(listing);
}

static void read_list(struct hub *hub, int64_t now)
{
    struct cluster *cluster = &hub->cluster;
    if (!cluster->list_changed || cluster->list_is_out || now < cluster->list_next)
        return;
    struct listing *listing = calloc(1, sizeof *listing);
    if (listing != NULL)
        listing->table = calloc(LOBBY_MAX, sizeof *listing->table);
    if (listing == NULL || listing->table == NULL) {
        free(listing);
        return;
    }
    listing->job = (struct job){.run = listing_run, .done = listing_done};
    listing->hub = hub;
    cluster->list_changed = false;
    cluster->list_is_out = true;
    cluster->list_next = now + LIST_EVERY_MS;
    hub_read(hub, &listing->job, "", "");
}

void hub_cluster_messages_tick(struct hub *hub, int64_t now)
{
    if (hub->cluster.members > 0 && hub_may_answer(hub))
        announce_followers(hub);
    if (hub_may_answer(hub))
        read_list(hub, now);
}

/* ---- A person's name ------------------------------------------------------------------------- */

struct name_question {
    struct job job;
    struct hub *hub;
    uint64_t changes; /* hub->changes when the store was asked */
    char person[PERSON_SIZE], name[NAME_SIZE];
};

static enum store_result name_run(struct job *job, struct store *store)
{
    struct name_question *question = (struct name_question *)job;
    return store_person_by_id(store, question->person, stored_game_name_found, question->name);
}

static void ask_name(struct hub *hub, const char *person);

static void name_done(struct job *job)
{
    struct name_question *question = (struct name_question *)job;
    struct hub *hub = question->hub;
    if (job->result == STORE_OK &&
        hub_has_changed_since(hub, question->changes, question->person) && !hub->stopping)
        ask_name(hub, question->person);
    else if (job->result == STORE_OK)
        hub_rename_person(hub, question->person, question->name);
    else if (job->result == STORE_FAILED)
        hub_reload_person(hub, question->person);
    free(question);
}

static void ask_name(struct hub *hub, const char *person)
{
    struct name_question *question = calloc(1, sizeof *question);
    if (question == NULL) {
        hub_reload_person(hub, person);
        return;
    }
    question->job = (struct job){.run = name_run, .done = name_done};
    question->hub = hub;
    question->changes = hub->changes;
    text_copy(question->person, sizeof question->person, person);
    hub_read(hub, &question->job, "", "");
}

/* ---- Receiving notifications ----------------------------------------------------------------- */

/* The words of a parsed line; `words` has capacity for the longest. */
struct heard_line {
    char word[WORDS_MAX][WORD_SIZE];
    unsigned words;
    const char *cause;  /* id of the request, or "" */
    const char *events; /* with their tabs */
    size_t events_length;
};

enum { WORDS_BEFORE_EVENTS = 4 };

static void find_cause(struct heard_line *heard)
{
    const char *last = heard->word[heard->words - 1];
    heard->cause = "";
    if (heard->words > 1 && *last == '@') {
        heard->cause = last + 1;
        heard->words--;
    }
}

/* The text after the last tab is the cause. */
static bool take_events(struct heard_line *heard, const char **line, size_t *length)
{
    size_t end = *length;
    while (end > 0 && (*line)[end - 1] != '\t')
        end--;
    heard->events = *line;
    heard->events_length = end;
    end += end < *length; /* skips the space */
    *line += end;
    *length -= end;
    return heard->events_length > 0;
}

static bool read_line(struct heard_line *heard, const char *line, size_t length)
{
    heard->words = 0;
    heard->events_length = 0;
    while (length > 0) {
        const bool tells_events =
            heard->words == WORDS_BEFORE_EVENTS && strcmp(heard->word[0], "events") == 0;
        if (tells_events && heard->events_length == 0) {
            if (!take_events(heard, &line, &length))
                return false;
            continue;
        }
        const char *space = memchr(line, ' ', length);
        const size_t word = space != NULL ? (size_t)(space - line) : length;
        if (word == 0 || word >= WORD_SIZE || heard->words == WORDS_MAX)
            return false;
        memcpy(heard->word[heard->words], line, word);
        heard->word[heard->words++][word] = '\0';
        line += space != NULL ? word + 1 : word;
        length -= space != NULL ? word + 1 : word;
    }
    if (heard->words > 0)
        find_cause(heard);
    return heard->words > 0;
}

static bool is_number(const char *text, long most, long *number)
{
    return word_number((struct word){text, strlen(text)}, 0, most, number);
}

static bool is_person(const char *word)
{
    return strlen(word) < PERSON_SIZE;
}

/* A table that this server owns must be in memory, so that its bots and clocks run. */
static struct live_table *owned_table(struct hub *hub, const char *id)
{
    struct live_table *table = hub_find_table(hub, id);
    if (table != NULL || !hub_owns(hub, id))
        return table;
    table = hub_open_or_load(hub, id, NULL);
    if (table != NULL)
        table->kept = true;
    else
        hub->cluster.reads_running = true; /* out of memory: load all of them later */
    return table;
}

static bool is_used(const struct live_table *table)
{
    return !table->elsewhere || table->followers > 0 || table->waiting.count > 0;
}

/* Logs what other servers report about requests, so that a request's id is in all logs. */
static void note_news(struct hub *hub, int64_t from, const struct heard_line *heard)
{
    if (*heard->cause)
        hub_log_detail(hub, "news from server %lld: %s", (long long)from, heard->word[0]);
}

static void reload_table(struct hub *hub, struct live_table *table, const struct heard_line *heard)
{
    text_copy(table->announced_by, sizeof table->announced_by, heard->cause);
    if (table->state == TABLE_READY && !is_used(table))
        hub_drop_table(hub, table, CODE_STORE, FAULT_TABLE_UNREADABLE);
    else
        hub_flush_table(hub, table);
}

/* Applies announced events if they follow at a table that is up to date. */
static bool take_announced(struct hub *hub, struct live_table *table,
                           const struct heard_line *heard)
{
    long at;
    return heard->events_length > 0 && is_number(heard->word[3], LONG_MAX, &at) &&
           table->state == TABLE_READY && is_used(table) && !table->outdated &&
           hub_take_events(hub, table, at, heard->events, heard->events_length);
}

static void take_table_line(struct hub *hub, int64_t from, const struct heard_line *heard)
{
    long number;
    if (heard->words < 3 || !is_number(heard->word[2], INT32_MAX, &number))
        return;
    struct live_table *table = owned_table(hub, heard->word[1]);
    if (table == NULL || (uint32_t)number <= table->announced)
        return;
    table->announced = (uint32_t)number;
    note_news(hub, from, heard);
    if (!take_announced(hub, table, heard))
        reload_table(hub, table, heard);
}

static void take_here_line(struct hub *hub, int64_t from, const struct heard_line *heard)
{
    char person[SEATS_MAX + AUTHORS_MAX][PERSON_SIZE];
    unsigned people = 0;
    long watching;
    if (heard->words < 3 || !is_number(heard->word[2], INT32_MAX, &watching))
        return;
    struct live_table *table = owned_table(hub, heard->word[1]);
    if (table == NULL)
        return;
    for (unsigned i = 3; i < heard->words; i++) {
        if (is_person(heard->word[i]))
            memcpy(person[people++], heard->word[i], PERSON_SIZE);
    }
    hub->cluster.asks_followers |= !live_table_set_remote_followers(
        table, from, (unsigned)watching, person, people, hub_now(hub), hub_outgoing(hub, table));
    hub_flush_table(hub, table);
}

static void take_who_line(struct hub *hub, const char *id)
{
    struct live_table *table = hub_find_table(hub, id);
    if (*id == '\0')
        hub->cluster.announces_followers = true;
    else if (table != NULL && table->followers > 0)
        table->here_changed = true;
}

static void take_again_line(struct hub *hub, const char *id)
{
    struct live_table *table = hub_find_table(hub, id);
    if (table == NULL)
        return;
    table->outdated = true;
    hub_flush_table(hub, table);
}

/* It may have been the last one. */
static void take_over_line(struct hub *hub, const char *party)
{
    for (struct live_table *table = NULL; (table = hub_next_table(hub, table)) != NULL;) {
        if (strcmp(table->party.id, party) == 0)
            table->check_party_at = 0;
    }
}

static void take_gone_line(struct hub *hub, const char *person)
{
    hub_delete_person(hub, person, NULL, 0);
    hub_rename_person(hub, person, "");
    hub_end_person(hub, person, "");
}

/* Handles what another server did; our own clients have been told already. */
static void take_others_line(struct hub *hub, int64_t from, const struct heard_line *heard)
{
    const char *what = heard->word[0], *id = heard->words > 1 ? heard->word[1] : "";
    if (strcmp(what, "events") == 0 || strcmp(what, "table") == 0) {
        take_table_line(hub, from, heard);
        return;
    }
    note_news(hub, from, heard);
    if (strcmp(what, "here") == 0)
        take_here_line(hub, from, heard);
    else if (strcmp(what, "nobody") == 0)
        hub_forget_remote_followers(hub, from);
    else if (strcmp(what, "who") == 0)
        take_who_line(hub, id);
    else if (strcmp(what, "again") == 0)
        take_again_line(hub, id);
    else if (strcmp(what, "out") == 0)
        hub_end_session(hub, id);
    else if (strcmp(what, "name") == 0 && is_person(id))
        ask_name(hub, id);
    else if (strcmp(what, "gone") == 0 && is_person(id))
        take_gone_line(hub, id);
    else if (strcmp(what, "only") == 0 && is_person(id) && heard->words == 3)
        hub_end_person(hub, id, heard->word[2]);
    else if (strcmp(what, "all") == 0)
        hub_messages_missed(hub);
}

/* Returns true for our own notifications whose effect we have applied already. */
static bool is_known(const struct hub *hub, int64_t from, const char *line)
{
    return from == hub->cluster.number && strncmp(line, "events ", strlen("events ")) == 0;
}

static void take_line(struct hub *hub, int64_t from, const char *line, size_t length)
{
    struct heard_line heard TO_BE_FILLED;
    if (is_known(hub, from, line) || !read_line(&heard, line, length))
        return;
    hub->cause = heard.cause;
    if (strcmp(heard.word[0], "list") == 0)
        hub->cluster.list_changed = true;
    else if (strcmp(heard.word[0], "free") == 0)
        hub->cluster.is_urgent = true;
    else if (strcmp(heard.word[0], "over") == 0 && heard.words == 2)
        take_over_line(hub, heard.word[1]);
    else if (from != hub->cluster.number)
        take_others_line(hub, from, &heard);
    hub->cause = NULL;
}

void hub_take_messages(struct hub *hub, int64_t from, const char *lines)
{
    if (hub_is_alone(hub) || hub->stopping)
        return;
    if (from == hub->cluster.number)
        hub->cluster.heard = hub_now(hub);
    hub->cluster.reads_running |= !hub_may_answer(hub); /* ownership is uncertain now */
    while (*lines) {
        const size_t length = strcspn(lines, "\n");
        take_line(hub, from, lines, length);
        lines += length + (lines[length] == '\n');
    }
}

void hub_reload_all(struct hub *hub)
{
    for (struct live_table *table = NULL; (table = hub_next_table(hub, table)) != NULL;) {
        if (!table->kept)
            continue;
        table->outdated = true;
        hub_flush_table(hub, table);
    }
    hub_look_up_all_again(hub);
}

void hub_messages_missed(struct hub *hub)
{
    struct cluster *cluster = &hub->cluster;
    if (hub_is_alone(hub) || hub->stopping)
        return;
    cluster->heard = hub_now(hub);
    cluster->is_not_listening = false;
    cluster->list_changed = cluster->is_urgent = cluster->reads_running = true;
    cluster->asks_followers = cluster->announces_followers =
        true; /* others may have asked for our followers */
    hub_reload_all(hub);
}
