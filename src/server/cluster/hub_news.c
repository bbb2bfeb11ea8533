/*
 * What the servers of one database tell each other, a line for each thing:
 *
 *      table ID NUMBER          its events go up to that number
 *      events ID NUMBER AT ...  the same, and what is new of them as the store has it, all of one
 *                               time: each with a tab after it and, where it names a person,
 *                               their name and another tab
 *      list                     the list of public tables has changed
 *      here ID WATCHING ID ...  who follows a table at that server: how many who do not sit there,
 *                               and which of those whom the table knows
 *      nobody                   who follows tables at that server is told anew
 *      who [ID]                 who follows that table, or any?
 *      over ID                  a table of that party is over
 *      again ID                 what the store has of a table has changed: it is read anew
 *      name ID                  a person has another name
 *      gone ID                  a person is nobody any more
 *      out HASH                 a session is over
 *      only ID HASH             all sessions of a person are over but one, or "-"
 *      free                     shards are nobody's
 *      beat                     nothing: that it can be heard
 *      all                      anything may have changed
 *
 * A line that comes from a request ends with its id, as " @ID", for the logs of those who hear it.
 *
 * Lines say where to look: the database has what is true.  What happens at tables, which is most of
 * it, is told whole if it is short: a line is heard once its group is kept, and not if it is not.
 * Newer servers may tell more, which older ones pass over.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "core/check.h"
#include "core/notation.h"
#include "server/hub_internal.h"
#include "server/tables/stored_table.h"

enum {
    WORDS_MAX = 3 + SEATS_MAX + AUTHORS_MAX + 1,
    WORD_SIZE = REQUEST_ID_SIZE + 1, /* the longest is a request's id, with its '@' */
    LIST_EVERY_MS = 500,
};
_Static_assert((int)WORD_SIZE >= (int)HASH_SIZE, "a word may be a hash");

/* ---- Telling --------------------------------------------------------------------------------- */

struct telling {
    struct job job;
    struct hub *hub;
    size_t used, capacity;
    unsigned lines;
    char *text; /* lines, each with a NUL at its end */
};

static enum store_result telling_run(struct job *job, struct store *store)
{
    const struct telling *telling = (struct telling *)job;
    enum store_result result = store_begin(store);
    if (result != STORE_OK)
        return result;
    const char *line = telling->text;
    for (unsigned i = 0; i < telling->lines; i++, line += strlen(line) + 1)
        store_tell(store, "", "%s", line);
    return store_commit(store);
}

static void telling_done(struct job *job)
{
    struct telling *telling = (struct telling *)job;
    if (job->result == STORE_FAILED) {
        hub_job_failed(telling->hub, telling->hub->cluster.crew, job);
        telling->hub->cluster.here_anew = telling->hub->cluster.asks_there = true;
    }
    free(telling->text);
    free(telling);
}

static struct telling *telling_new(struct hub *hub)
{
    struct telling *telling = calloc(1, sizeof *telling);
    if (telling) {
        telling->job = (struct job){.run = telling_run, .done = telling_done};
        telling->hub = hub;
    }
    return telling;
}

/* False when there is no memory. */
static bool add_line(struct telling *telling, const char *line)
{
    const size_t size = strlen(line) + 1;
    if (!ARRAY_GROW(telling->text, telling->capacity, telling->used + size))
        return false;
    memcpy(telling->text + telling->used, line, size);
    telling->used += size;
    telling->lines++;
    return true;
}

static void tell_here(struct telling *telling, struct room *room)
{
    char line[HERE_TEXT_SIZE];
    struct text text;
    text_init(&text, line, sizeof line);
    room_write_here(room, &text);
    if (!add_line(telling, line))
        return;
    room->here_changed = false;
    room->here_told = room->followers > 0;
}

/* One that is being read is told of afterwards. */
static bool is_to_tell(const struct room *room)
{
    return room->here_changed && room->state != ROOM_LOADING;
}

static bool has_to_tell(const struct hub *hub)
{
    if (hub->cluster.here_anew || hub->cluster.asks_there)
        return true;
    for (const struct room *room = NULL; (room = hub_next_room(hub, room));)
        if (is_to_tell(room))
            return true;
    return false;
}

/* Who came and went since the last time, at all tables in one group. */
static void tell_who_is_here(struct hub *hub)
{
    struct cluster *cluster = &hub->cluster;
    struct telling *telling = has_to_tell(hub) ? telling_new(hub) : NULL;
    const bool anew = cluster->here_anew;
    if (!telling)
        return;
    if (anew)
        cluster->here_anew = !add_line(telling, "nobody");
    if (cluster->asks_there)
        cluster->asks_there = !add_line(telling, "who");
    for (struct room *room = NULL; (room = hub_next_room(hub, room));) {
        room->here_changed |= anew && room->followers > 0;
        if (is_to_tell(room))
            tell_here(telling, room);
    }
    crew_add(cluster->crew, &telling->job);
}

/* Without memory for a line all of it is told, or asked for, again. */
static bool tell_about(struct hub *hub, const char *words, const char *table, const char *more)
{
    char line[16 + TABLE_ID_SIZE];
    struct text text;
    struct telling *telling = telling_new(hub);
    text_init(&text, line, sizeof line);
    text_add(&text, words);
    text_add(&text, table);
    text_add(&text, more);
    if (!telling || !add_line(telling, line)) {
        free(telling);
        return false;
    }
    crew_add(hub->cluster.crew, &telling->job);
    return true;
}

void hub_ask_who_is_there(struct hub *hub, const struct room *room)
{
    struct cluster *cluster = &hub->cluster;
    if (hub_is_alone(hub) || cluster->members == 0 || hub->stopping)
        return;
    cluster->asks_there |= !tell_about(hub, "who ", room->id, "");
}

void hub_tell_nobody_is_here(struct hub *hub, const struct room *room)
{
    if (hub_is_alone(hub) || !room->here_told || hub->stopping)
        return;
    hub->cluster.here_anew |= !tell_about(hub, "here ", room->id, " 0");
}

/* ---- The list of tables ---------------------------------------------------------------------- */

/* Where there are several servers the list is the store's, and not of the rooms in memory. */
struct listing {
    struct job job;
    struct hub *hub;
    struct stored_table *table;
    unsigned tables;
    struct packet *list;
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
    struct packet *shown[LOBBY_MAX];
    unsigned count = 0;
    enum store_result result = read_listed(listing, store);
    for (; count < listing->tables && result == STORE_OK; count++) {
        char buffer[TABLE_TEXT_SIZE];
        struct text text;
        text_init(&text, buffer, sizeof buffer);
        listing->table[count].told.has_mover = false;
        result = stored_table_write(&listing->table[count], store, &text);
        shown[count] = result == STORE_OK ? packet_of_text(&text) : NULL;
        if (result == STORE_OK && !shown[count])
            result = job_starved(job, list_of_tables);
    }
    if (result == STORE_OK)
        listing->list = packet_of_list(LIST_TABLES, shown, count);
    while (count > 0)
        packet_release(shown[--count]);
    return result == STORE_OK && !listing->list ? job_starved(job, list_of_tables) : result;
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
    if (listing)
        listing->table = calloc(LOBBY_MAX, sizeof *listing->table);
    if (!listing || !listing->table) {
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

void hub_news_tick(struct hub *hub, int64_t now)
{
    if (hub->cluster.members > 0 && hub_may_answer(hub))
        tell_who_is_here(hub);
    if (hub_may_answer(hub))
        read_list(hub, now);
}

/* ---- A person's name ------------------------------------------------------------------------- */

struct name_question {
    struct job job;
    struct hub *hub;
    uint64_t changes; /* that had been when the store was asked */
    char person[PERSON_SIZE], name[NAME_SIZE];
};

static enum store_result name_run(struct job *job, struct store *store)
{
    struct name_question *question = (struct name_question *)job;
    return store_person_by_id(store, question->person, person_name_found, question->name);
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
        hub_rename(hub, question->person, question->name);
    else if (job->result == STORE_FAILED)
        hub_doubt_person(hub, question->person);
    free(question);
}

static void ask_name(struct hub *hub, const char *person)
{
    struct name_question *question = calloc(1, sizeof *question);
    if (!question) {
        hub_doubt_person(hub, person);
        return;
    }
    question->job = (struct job){.run = name_run, .done = name_done};
    question->hub = hub;
    question->changes = hub->changes;
    text_copy(question->person, sizeof question->person, person);
    hub_read(hub, &question->job, "", "");
}

/* ---- Hearing --------------------------------------------------------------------------------- */

/* The words of a line, which are not too long for what they are; `words` has room for them. */
struct heard_line {
    char word[WORDS_MAX][WORD_SIZE];
    unsigned words;
    const char *cause;  /* the id of a request, or "" */
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

/* What comes after the last tab is the cause. */
static bool take_events(struct heard_line *heard, const char **line, size_t *length)
{
    size_t end = *length;
    while (end > 0 && (*line)[end - 1] != '\t')
        end--;
    heard->events = *line;
    heard->events_length = end;
    end += end < *length; /* the space after it */
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
        const size_t word = space ? (size_t)(space - line) : length;
        if (word == 0 || word >= WORD_SIZE || heard->words == WORDS_MAX)
            return false;
        memcpy(heard->word[heard->words], line, word);
        heard->word[heard->words++][word] = '\0';
        line += space ? word + 1 : word;
        length -= space ? word + 1 : word;
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

/* A table that this server minds has to be in memory, so that its bots and clocks go on. */
static struct room *minded_room(struct hub *hub, const char *id)
{
    struct room *room = hub_find_room(hub, id);
    if (room || !hub_minds(hub, id))
        return room;
    room = hub_room(hub, id, NULL);
    if (room)
        room->kept = true;
    else
        hub->cluster.reads_running = true; /* out of memory: all of them are read later */
    return room;
}

static bool is_used(const struct room *room)
{
    return !room->elsewhere || room->followers > 0 || room->waiting.count > 0;
}

/* What other servers say of requests there: one id is in the logs of all who act on it. */
static void note_news(struct hub *hub, int64_t from, const struct heard_line *heard)
{
    if (*heard->cause)
        hub_log_detail(hub, "news from server %lld: %s", (long long)from, heard->word[0]);
}

static void look_at_table(struct hub *hub, struct room *room, const struct heard_line *heard)
{
    text_copy(room->told_by, sizeof room->told_by, heard->cause);
    if (room->state == ROOM_READY && !is_used(room))
        hub_drop_room(hub, room, "store", FAULT_TABLE_UNREADABLE);
    else
        hub_follow_up(hub, room);
}

/* Takes events that are told, if they are what comes next at a table that is as it should be. */
static bool take_told(struct hub *hub, struct room *room, const struct heard_line *heard)
{
    long at;
    return heard->events_length > 0 && is_number(heard->word[3], LONG_MAX, &at) &&
           room->state == ROOM_READY && is_used(room) && !room->outdated &&
           hub_take_events(hub, room, at, heard->events, heard->events_length);
}

static void hear_table(struct hub *hub, int64_t from, const struct heard_line *heard)
{
    long number;
    if (heard->words < 3 || !is_number(heard->word[2], INT32_MAX, &number))
        return;
    struct room *room = minded_room(hub, heard->word[1]);
    if (!room || (uint32_t)number <= room->told)
        return;
    room->told = (uint32_t)number;
    note_news(hub, from, heard);
    if (!take_told(hub, room, heard))
        look_at_table(hub, room, heard);
}

static void hear_here(struct hub *hub, int64_t from, const struct heard_line *heard)
{
    char person[SEATS_MAX + AUTHORS_MAX][PERSON_SIZE];
    unsigned people = 0;
    long watching;
    if (heard->words < 3 || !is_number(heard->word[2], INT32_MAX, &watching))
        return;
    struct room *room = minded_room(hub, heard->word[1]);
    if (!room)
        return;
    for (unsigned i = 3; i < heard->words; i++)
        if (is_person(heard->word[i]))
            memcpy(person[people++], heard->word[i], PERSON_SIZE);
    hub->cluster.asks_there |= !room_hear_crowd(room, from, (unsigned)watching, person, people,
                                                hub_now(hub), hub_mail(hub, room));
    hub_follow_up(hub, room);
}

static void hear_who(struct hub *hub, const char *id)
{
    struct room *room = hub_find_room(hub, id);
    if (*id == '\0')
        hub->cluster.here_anew = true;
    else if (room && room->followers > 0)
        room->here_changed = true;
}

static void hear_again(struct hub *hub, const char *id)
{
    struct room *room = hub_find_room(hub, id);
    if (!room)
        return;
    room->outdated = true;
    hub_follow_up(hub, room);
}

/* Perhaps it was the last one. */
static void hear_over(struct hub *hub, const char *party)
{
    for (struct room *room = NULL; (room = hub_next_room(hub, room));)
        if (strcmp(room->party.id, party) == 0)
            room->ask_party_at = 0;
}

static void hear_gone(struct hub *hub, const char *person)
{
    hub_forget(hub, person, NULL, 0);
    hub_rename(hub, person, "");
    hub_end_person(hub, person, "");
}

/* What another server has done, of which ours have been told already. */
static void hear_others(struct hub *hub, int64_t from, const struct heard_line *heard)
{
    const char *what = heard->word[0], *id = heard->words > 1 ? heard->word[1] : "";
    if (strcmp(what, "events") == 0 || strcmp(what, "table") == 0) {
        hear_table(hub, from, heard);
        return;
    }
    note_news(hub, from, heard);
    if (strcmp(what, "here") == 0)
        hear_here(hub, from, heard);
    else if (strcmp(what, "nobody") == 0)
        hub_forget_crowds(hub, from);
    else if (strcmp(what, "who") == 0)
        hear_who(hub, id);
    else if (strcmp(what, "again") == 0)
        hear_again(hub, id);
    else if (strcmp(what, "out") == 0)
        hub_end_session(hub, id);
    else if (strcmp(what, "name") == 0 && is_person(id))
        ask_name(hub, id);
    else if (strcmp(what, "gone") == 0 && is_person(id))
        hear_gone(hub, id);
    else if (strcmp(what, "only") == 0 && is_person(id) && heard->words == 3)
        hub_end_person(hub, id, heard->word[2]);
    else if (strcmp(what, "all") == 0)
        hub_hear_missed(hub);
}

/* Of what we have done ourselves we know most already. */
static bool is_known(const struct hub *hub, int64_t from, const char *line)
{
    return from == hub->cluster.number && strncmp(line, "events ", strlen("events ")) == 0;
}

static void hear_line(struct hub *hub, int64_t from, const char *line, size_t length)
{
    struct heard_line heard TO_BE_FILLED;
    if (is_known(hub, from, line) || !read_line(&heard, line, length))
        return;
    hub->cause = heard.cause;
    if (strcmp(heard.word[0], "list") == 0)
        hub->cluster.list_changed = true;
    else if (strcmp(heard.word[0], "free") == 0)
        hub->cluster.hurries = true;
    else if (strcmp(heard.word[0], "over") == 0 && heard.words == 2)
        hear_over(hub, heard.word[1]);
    else if (from != hub->cluster.number)
        hear_others(hub, from, &heard);
    hub->cause = NULL;
}

void hub_hear(struct hub *hub, int64_t from, const char *lines)
{
    if (hub_is_alone(hub) || hub->stopping)
        return;
    if (from == hub->cluster.number)
        hub->cluster.heard = hub_now(hub);
    hub->cluster.reads_running |= !hub_may_answer(hub); /* who minds what is not certain now */
    while (*lines) {
        const size_t length = strcspn(lines, "\n");
        hear_line(hub, from, lines, length);
        lines += length + (lines[length] == '\n');
    }
}

void hub_look_at_all(struct hub *hub)
{
    for (struct room *room = NULL; (room = hub_next_room(hub, room));) {
        if (!room->kept)
            continue;
        room->outdated = true;
        hub_follow_up(hub, room);
    }
    hub_look_again_at_all(hub);
}

void hub_hear_missed(struct hub *hub)
{
    struct cluster *cluster = &hub->cluster;
    if (hub_is_alone(hub) || hub->stopping)
        return;
    cluster->heard = hub_now(hub);
    cluster->is_deaf = false;
    cluster->list_changed = cluster->hurries = cluster->reads_running = true;
    cluster->asks_there = cluster->here_anew = true; /* others may have asked who is here */
    hub_look_at_all(hub);
}
