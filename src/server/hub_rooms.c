/* Rooms of the hub: reading and writing them, delivering their letters, serving who waits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "core/check.h"
#include "protocol/told_event.h"
#include "server/hub_internal.h"
#include "server/tables/table_told.h"

/* ---- Found by id ----------------------------------------------------------------------------- */

struct room *hub_find_room(const struct hub *hub, const char *id)
{
    struct hash_entry *entry = hash_table_find(&hub->rooms, hub_table_hash(id));
    while (entry && strcmp(((struct room *)entry)->id, id) != 0)
        entry = hash_table_find_next(entry);
    return (struct room *)entry;
}

struct room *hub_next_room(const struct hub *hub, const struct room *room)
{
    return (struct room *)hash_table_next(&hub->rooms, room ? &room->by_id : NULL);
}

/* The room for which a job was done, unless it has gone since. */
static struct room *find_same_room(const struct hub *hub, const char *id, uint64_t serial)
{
    struct room *room = hub_find_room(hub, id);
    return room && room->serial == serial ? room : NULL;
}

struct room *hub_add_room(struct hub *hub, const char *id)
{
    struct room *room = room_new(id, ++hub->last_serial, hub_now(hub));
    if (!room)
        return NULL;
    hash_table_add(&hub->rooms, &room->by_id, hub_table_hash(id));
    invitation_key(hub->secret, id, room->key);
    room->elsewhere = !hub_minds(hub, id);
    return room;
}

static bool is_table_id(const char *id)
{
    return strlen(id) == TABLE_ID_SIZE - 1 &&
           strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789") == TABLE_ID_SIZE - 1;
}

/* What strangers have asked for is read in the server's own turn. */
static void hurry(struct hub *hub, struct room *room)
{
    if (room->loading && crew_cancel(hub->readers, room->loading))
        hub_read(hub, room->loading, HUB_TABLES, room->id);
    room->loading = NULL;
}

struct room *hub_room(struct hub *hub, const char *id, const struct link *asker)
{
    struct room *room = hub_find_room(hub, id);
    if (!room && is_table_id(id)) {
        room = hub_add_room(hub, id);
        if (room)
            hub_load(hub, room, asker);
    } else if (room && room->state == ROOM_DOUBTFUL) {
        hub_load(hub, room, asker);
    } else if (room && !asker) {
        hurry(hub, room);
    }
    return room;
}

static void take_from_ready(struct hub *hub, struct room *room)
{
    if (!room->is_ready)
        return;
    struct room **place = &hub->first_ready;
    while (*place != room)
        place = &(*place)->next_ready;
    *place = room->next_ready;
    if (!*place)
        hub->last_ready = place;
    room->is_ready = false;
}

static void tell_waiting(struct hub *hub, struct room *room, const char *code, enum fault_id why)
{
    uint64_t id;
    unsigned count = room->waiting.count; /* and not whoever comes to wait meanwhile */
    while (count-- > 0 && room_next_waiting(room, &id)) {
        struct link *link = hub_find_link(hub, id);
        if (!link)
            continue;
        link->awaited[0] = '\0';
        link->give_up(link, code, why);
    }
}

/*
 * First it is nobody's any more, then people are told: what they ask for next is asked of another
 * room.
 */
void hub_drop_room(struct hub *hub, struct room *room, const char *code, enum fault_id why)
{
    hash_table_remove(&hub->rooms, &room->by_id);
    hub->history_bytes -= room->counted_bytes;
    take_from_ready(hub, room);
    lobby_remove(&hub->lobby, &room->listing);
    hub_tell_nobody_is_here(hub, room);
    for (unsigned i = 0; i < room->followers; i++) {
        struct link *link = hub_find_link(hub, room->follower[i].link);
        if (link)
            link->table[0] = '\0';
    }
    tell_waiting(hub, room, code, why);
    room_free(room);
}

/* ---- Letters --------------------------------------------------------------------------------- */

static void deliver(struct link *link, const struct letter *letter)
{
    if (letter->log)
        link_send_log(link, letter->log, letter->after);
    else
        link_send(link, letter->packet);
}

/* Whoever would go on with turns that have been taken back, since they do not know of that. */
static bool is_unknowing(const struct room *room, const struct link *link)
{
    return room->state == ROOM_READY && room_has_undone(room) && !link->knows_undo;
}

static void deliver_to_all(struct hub *hub, const struct room *room, const struct letter *letter)
{
    for (unsigned i = 0; i < room->followers; i++) {
        const struct follower *follower = &room->follower[i];
        if (letter->person[0] != '\0' && strcmp(letter->person, follower->person) != 0)
            continue;
        struct link *link = hub_find_link(hub, follower->link);
        if (link && is_unknowing(room, link))
            hub_link_end(link, FAULT_TURNS_TAKEN_BACK);
        else if (link)
            deliver(link, letter);
    }
}

/* Whoever would miss something without knowing has to come back. */
static void cut_followers(struct hub *hub, const struct room *room)
{
    for (unsigned i = 0; i < room->followers; i++) {
        struct link *link = hub_find_link(hub, room->follower[i].link);
        if (link && link->state != LINK_ENDING)
            link_cut(link);
    }
}

static void deliver_mail(struct hub *hub, const struct room *room)
{
    struct mail *mail = hub_mail(hub, room);
    for (unsigned i = 0; i < mail->count; i++) {
        const struct letter *letter = &mail->letter[i];
        struct link *link = letter->to != 0 ? hub_find_link(hub, letter->to) : NULL;
        if (letter->to == 0)
            deliver_to_all(hub, room, letter);
        else if (link)
            deliver(link, letter);
    }
    if (mail->lost)
        cut_followers(hub, room);
    mail_clear(mail);
}

struct mail *hub_mail(struct hub *hub, const struct room *room)
{
    struct mail *mail = &hub->mail;
    if (mail->serial == room->serial)
        return mail;
    const struct room *last = find_same_room(hub, mail->table, mail->serial);
    if (last && (mail->count > 0 || mail->lost))
        deliver_mail(hub, last);
    mail_clear(mail);
    memcpy(mail->table, room->id, sizeof mail->table);
    mail->serial = room->serial;
    return mail;
}

/* ---- After each call of a room --------------------------------------------------------------- */

static void update_lobby(struct hub *hub, struct room *room)
{
    const enum store_state state = match_store_state(&room->match);
    const bool shown = hub_is_alone(hub) && room->kept && room->match.state.settings.listed &&
                       (state == STORE_OPEN || state == STORE_RUNNING);
    struct packet *table = shown ? room_listing(room) : NULL;
    room->list_changed = shown && !table; /* no memory: the next tick tries again */
    if (table)
        lobby_put(&hub->lobby, &room->listing, state == STORE_OPEN ? SHELF_OPEN : SHELF_RUNNING,
                  table);
    else if (!shown)
        lobby_remove(&hub->lobby, &room->listing);
}

static void count_history(struct hub *hub, struct room *room)
{
    const uint64_t bytes = room->history.log ? event_log_bytes(room->history.log, 0) : 0;
    hub->history_bytes += bytes - room->counted_bytes;
    room->counted_bytes = bytes;
}

static void change_done(struct job *job);

static void submit(struct hub *hub, struct room *room)
{
    struct change *change = room->to_write;
    room->to_write = NULL;
    change->job = (struct job){.run = change_write, .done = change_done};
    change->owner = hub;
    crew_add(hub->writer, &change->job);
}

static void make_ready(struct hub *hub, struct room *room)
{
    if (room->is_ready || room->waiting.count == 0)
        return;
    room->is_ready = true;
    room->next_ready = NULL;
    *hub->last_ready = room;
    hub->last_ready = &room->next_ready;
}

void hub_follow_up(struct hub *hub, struct room *room)
{
    room->rests_until = 0;
    deliver_mail(hub, room);
    if (room->list_changed)
        update_lobby(hub, room);
    if (room->state == ROOM_READY && !hub->stopping)
        room_let_leave(room, hub_now(hub));
    if (room->state == ROOM_READY && room->outdated && !hub->stopping) {
        room->outdated = false;
        hub_load(hub, room, NULL);
    }
    if (room->state == ROOM_READY && room->told > room->match.state.events && !hub->stopping)
        hub_catch_up(hub, room);
    if (room->state == ROOM_READY && !hub->stopping) {
        if (room->bot_ready)
            room_bot_turn(room, room->bot_changed, &room->bot_turn, hub_now(hub));
        if (room_wants_bot(room))
            hub_ask_bot(hub, room);
        if (room_wants_party(room, hub_now(hub)))
            hub_ask_party(hub, room);
        if (room_can_reveal(room))
            room_reveal(room, hub_now(hub));
    }
    if (room->to_write)
        submit(hub, room);
    if (room->state == ROOM_READY || room->state == ROOM_DOUBTFUL)
        make_ready(hub, room);
}

/* As far as the room stays ready; a room in doubt is read again by whoever asks first. */
static void serve(struct hub *hub, struct room *room)
{
    uint64_t id;
    while ((room->state == ROOM_READY || room->state == ROOM_DOUBTFUL) &&
           room_next_waiting(room, &id)) {
        struct link *link = hub_find_link(hub, id);
        if (!link)
            continue;
        link->awaited[0] = '\0';
        link->resume(link);
    }
}

void hub_run(struct hub *hub)
{
    if (hub->running)
        return;
    hub->running = true;
    while (hub->first_ready) {
        struct room *room = hub->first_ready;
        take_from_ready(hub, room);
        serve(hub, room);
    }
    hub->running = false;
}

/* ---- Reading --------------------------------------------------------------------------------- */

struct load {
    struct job job;
    struct hub *hub;
    char id[TABLE_ID_SIZE];
    uint64_t serial;
    char cause[REQUEST_ID_SIZE];
    struct stored_game game;
};

static enum store_result load_run(struct job *job, struct store *store)
{
    struct load *load = (struct load *)job;
    const enum store_result result = stored_game_read(&load->game, store, load->id);
    return load->game.short_of_memory ? job_starved(job, "a table") : result;
}

/* A room that stays is read again later; whoever waits is told. */
static void not_loaded(struct hub *hub, struct room *room, bool stays, const char *code,
                       enum fault_id why)
{
    room_doubt(room, hub_now(hub));
    if (stays || room->followers > 0)
        tell_waiting(hub, room, code, why);
    else
        hub_drop_room(hub, room, code, why);
}

/* What the store has goes on though nobody looks, and stays; others would be anything one types. */
static void load_failed(struct hub *hub, struct room *room, const struct load *load)
{
    const char *damage = load->game.damage;
    if (load->job.result == STORE_NONE) {
        not_loaded(hub, room, false, "missing", FAULT_NO_TABLE);
    } else if (load->job.result == STORE_OK && damage[0] != '\0') {
        /* Not "store": a proxy would leave every server alone that says so, for one table. */
        hub_log(hub, "table %s cannot be read: %s", room->id, damage);
        not_loaded(hub, room, false, "missing", FAULT_TABLE_DAMAGED);
    } else {
        hub_job_failed(hub, hub->readers, &load->job);
        not_loaded(hub, room, room_is_read_again(room), "store", FAULT_TABLE_UNREADABLE);
    }
}

static void load_done(struct job *job)
{
    struct load *load = (struct load *)job;
    struct hub *hub = load->hub;
    struct room *room = find_same_room(hub, load->id, load->serial);
    hub->cause = load->cause;
    if (room && room->loading == job)
        room->loading = NULL;
    if (room && job->result == STORE_OK && load->game.damage[0] == '\0') {
        const int64_t now = hub_now(hub);
        room_take_over(room, &load->game, hub_is_alone(hub) ? now : hub->cluster.resumed, now,
                       hub_mail(hub, room));
        count_history(hub, room);
        hub_follow_up(hub, room);
    } else if (room) {
        load_failed(hub, room, load);
    }
    hub->cause = NULL;
    stored_game_release(&load->game);
    free(load);
}

/* It does not exist as far as anybody knows, or can be read by whoever asks next. */
static void load_forgotten(struct job *job)
{
    struct load *load = (struct load *)job;
    struct room *room = find_same_room(load->hub, load->id, load->serial);
    metrics_count(&load->hub->metrics, COUNTER_LOOKUPS_FORGOTTEN, 1);
    if (room)
        hub_drop_room(load->hub, room, "store", FAULT_TABLE_UNREADABLE);
    free(load);
}

void hub_stop_loading(struct hub *hub, struct room *room)
{
    if (room->loading && room->waiting.count == 0 && room->followers == 0 &&
        !room_is_read_again(room))
        crew_forget(hub->readers, room->loading);
}

/* Without memory for it the room stays in doubt. */
void hub_load(struct hub *hub, struct room *room, const struct link *asker)
{
    struct load *load = hub->stopping ? NULL : calloc(1, sizeof *load);
    if (!load) {
        if (!hub->stopping)
            hub_starved(hub, "reading a table");
        room_doubt(room, hub_now(hub));
        return;
    }
    load->job = (struct job){.run = load_run, .done = load_done, .forgotten = load_forgotten};
    load->hub = hub;
    load->serial = room->serial;
    memcpy(load->id, room->id, sizeof load->id);
    if (hub->cause)
        text_copy(load->cause, sizeof load->cause, hub->cause);
    room->state = ROOM_LOADING;
    room->loading = asker && !room_is_read_again(room) && room->followers == 0 ? &load->job : NULL;
    if (room->loading)
        hub_read_in_turn(asker, &load->job);
    else
        hub_read(hub, &load->job, HUB_TABLES, room->id);
    hub_ask_who_is_there(hub, room);
}

/* ---- Catching up with other servers ---------------------------------------------------------- */

struct catch_up {
    struct job job;
    struct hub *hub;
    char id[TABLE_ID_SIZE];
    uint64_t serial;
    char cause[REQUEST_ID_SIZE];
    uint32_t after;
    struct match_settings settings;
    struct arrival *arrival;
    unsigned arrivals;
    size_t capacity;
    bool failed; /* what was read is not so, or there was no memory: all of it is to be read */
};

static struct arrival *add_arrival(struct catch_up *catch_up)
{
    if (!ARRAY_GROW(catch_up->arrival, catch_up->capacity, catch_up->arrivals + 1))
        return NULL;
    struct arrival *arrival = &catch_up->arrival[catch_up->arrivals];
    memset(arrival, 0, sizeof *arrival);
    return arrival;
}

/* False when it is no event, or there is no memory. */
static bool read_arrival(struct arrival *arrival, const struct match_settings *settings,
                         uint32_t number, int64_t at, const char *body, size_t length)
{
    struct complaint complaint;
    if (!event_body_read(&arrival->event, settings, at, body, length, &complaint))
        return false;
    arrival->packet = packet_of_event(number, at, body, length);
    return arrival->packet != NULL;
}

static void arrival_found(void *context, const struct store_event *row)
{
    struct catch_up *catch_up = context;
    struct arrival *arrival = catch_up->failed ? NULL : add_arrival(catch_up);
    catch_up->failed = !arrival || row->number != catch_up->after + catch_up->arrivals + 1 ||
                       !read_arrival(arrival, &catch_up->settings, row->number, row->at, row->body,
                                     strlen(row->body));
    catch_up->arrivals += !catch_up->failed;
}

static enum store_result catch_up_run(struct job *job, struct store *store)
{
    struct catch_up *catch_up = (struct catch_up *)job;
    enum store_result result =
        store_events(store, catch_up->id, catch_up->after, arrival_found, catch_up);
    for (unsigned i = 0; i < catch_up->arrivals && result == STORE_OK; i++) {
        struct arrival *arrival = &catch_up->arrival[i];
        if (event_names_person(arrival->event.kind) &&
            store_person_by_id(store, arrival->event.person, person_name_found, arrival->name) ==
                STORE_FAILED)
            result = STORE_FAILED;
    }
    return result;
}

static void caught_up(struct hub *hub, struct room *room, const struct arrival arrival[],
                      unsigned arrivals)
{
    metrics_count(&hub->metrics, COUNTER_EVENTS_FROM_OTHERS, arrivals);
    if (!room_catch_up(room, arrival, arrivals, hub_now(hub), hub_mail(hub, room))) {
        deliver_mail(hub, room); /* of the events before the one that was not taken */
        hub_load(hub, room, NULL);
        return;
    }
    count_history(hub, room);
    hub_follow_up(hub, room);
}

/* What is told up to the next tab, if there is one; false at the end. */
static bool next_told(const char **rest, size_t *left, const char **told, size_t *length)
{
    const char *tab = memchr(*rest, '\t', *left);
    if (!tab)
        return false;
    *told = *rest;
    *length = (size_t)(tab - *rest);
    *rest += *length + 1;
    *left -= *length + 1;
    return true;
}

/* One that was told of a person who has another name since then is to be read. */
static bool read_told(const struct hub *hub, const struct room *room, int64_t at, const char **rest,
                      size_t *left, struct catch_up *told)
{
    const char *part;
    size_t length;
    struct arrival *arrival = add_arrival(told);
    if (!arrival || !next_told(rest, left, &part, &length) ||
        !read_arrival(arrival, &room->match.state.settings,
                      room->match.state.events + told->arrivals + 1, at, part, length))
        return false;
    told->arrivals++;
    if (!event_names_person(arrival->event.kind))
        return true;
    if (!next_told(rest, left, &part, &length) || length >= NAME_SIZE ||
        hub_has_changed(hub, arrival->event.person))
        return false;
    memcpy(arrival->name, part, length);
    return true;
}

static void release_arrivals(struct catch_up *catch_up)
{
    for (unsigned i = 0; i < catch_up->arrivals; i++)
        packet_release(catch_up->arrival[i].packet);
    free(catch_up->arrival);
}

bool hub_take_events(struct hub *hub, struct room *room, int64_t at, const char *events,
                     size_t length)
{
    struct catch_up told = {.arrivals = 0};
    bool good = true;
    CHECK(room->state == ROOM_READY);
    while (good && length > 0)
        good = read_told(hub, room, at, &events, &length, &told);
    good &= room->told == room->match.state.events + told.arrivals;
    if (good) {
        room->state = ROOM_LOADING;
        caught_up(hub, room, told.arrival, told.arrivals);
    }
    release_arrivals(&told);
    return good;
}

static void catch_up_done(struct job *job)
{
    struct catch_up *catch_up = (struct catch_up *)job;
    struct hub *hub = catch_up->hub;
    struct room *room = find_same_room(hub, catch_up->id, catch_up->serial);
    hub->cause = catch_up->cause;
    if (room && job->result == STORE_OK && catch_up->failed) {
        hub_load(hub, room, NULL);
    } else if (room && job->result == STORE_OK) {
        caught_up(hub, room, catch_up->arrival, catch_up->arrivals);
    } else if (room) {
        hub_job_failed(hub, hub->readers, job);
        not_loaded(hub, room, room_is_read_again(room), "store", FAULT_TABLE_UNREADABLE);
    }
    hub->cause = NULL;
    release_arrivals(catch_up);
    free(catch_up);
}

/* Without memory for it all of it is read. */
void hub_catch_up(struct hub *hub, struct room *room)
{
    struct catch_up *catch_up = calloc(1, sizeof *catch_up);
    if (!catch_up) {
        hub_load(hub, room, NULL);
        return;
    }
    catch_up->job = (struct job){.run = catch_up_run, .done = catch_up_done};
    catch_up->hub = hub;
    catch_up->serial = room->serial;
    memcpy(catch_up->id, room->id, sizeof catch_up->id);
    memcpy(catch_up->cause, room->told_by, sizeof catch_up->cause);
    memset(room->told_by, 0, sizeof room->told_by);
    catch_up->after = room->match.state.events;
    room->told = catch_up->after; /* what is told from now on may be newer than what is read */
    catch_up->settings = room->match.state.settings;
    room->state = ROOM_LOADING;
    hub_read(hub, &catch_up->job, HUB_TABLES, room->id);
}

/* Their message is the first of those that wait.  Who has gone to another table does not. */
static bool ask_again(struct link *link, const struct room *room, const struct asker *asker,
                      struct packet *asked)
{
    if (!asked || strcmp(link->table, room->id) != 0 || link->inbox_count > INBOX_MAX)
        return false;
    memmove(&link->inbox[1], &link->inbox[0], link->inbox_count * sizeof link->inbox[0]);
    link->inbox[0] = packet_share(asked);
    link->inbox_count++;
    link->has_paid = link->looked = true;
    link->names_id = asker->has_id; /* one that came later may be waiting already */
    link->its_id = asker->id;
    return true;
}

void hub_lost_race(struct hub *hub, struct room *room, const struct asker *asker,
                   struct packet *asked)
{
    struct link *link = hub_find_link(hub, asker->link);
    metrics_count(&hub->metrics, COUNTER_RACES_LOST, 1);
    if (room)
        hub_load(hub, room, NULL);
    if (!link || link->state == LINK_ENDING)
        return;
    if (!room || (!link->once && !ask_again(link, room, asker, asked))) {
        const struct message message = {.has_id = asker->has_id, .id = asker->id};
        hub_not_kept(link, &message);
    } else if (link->once || link->state == LINK_READY) {
        link->resume(link);
    }
}

/* ---- Writing --------------------------------------------------------------------------------- */

static void count_change(struct hub *hub, const struct change *change)
{
    metrics_count(&hub->metrics, COUNTER_EVENTS, change->count);
    metrics_count(&hub->metrics, COUNTER_MOVES, change->turns);
    metrics_count(&hub->metrics, COUNTER_GAMES_STARTED, change->starts);
    metrics_count(&hub->metrics, COUNTER_GAMES_FINISHED, change->finishes);
}

void hub_not_kept(struct link *link, const struct message *message)
{
    hub_refuse(link, message, "store", FAULT_NOT_KEPT);
}

void hub_cannot_keep(struct link *link, const struct message *message, const char *what)
{
    hub_starved(link->hub, what);
    hub_not_kept(link, message);
}

static void answer_change(struct hub *hub, const struct change *change, const struct room *room,
                          bool kept)
{
    struct link *link = hub_find_link(hub, change->asker.link);
    if (!link)
        return;
    const struct message message = {.has_id = change->asker.has_id, .id = change->asker.id};
    if (!kept)
        hub_not_kept(link, &message);
    else if (change->adds_table && link->once)
        link->answered(link, 200, room ? room_table(room, link->identity.person) : NULL);
    else
        hub_send_done(link, &message, change->first + change->count - 1, false);
}

struct room *hub_written(struct hub *hub, const struct change *change, bool kept)
{
    struct room *room = find_same_room(hub, change->table, change->serial);
    if (kept)
        count_change(hub, change);
    if (room) {
        room_written(room, change, kept, hub_now(hub), hub_mail(hub, room));
        count_history(hub, room);
        deliver_mail(hub, room);
    }
    return room;
}

/*
 * The followers are sent the events first, then the asker is answered.  If the write of a new table
 * fails, the store may have it all the same: like any room in doubt it is read until that is known.
 */
static void change_done(struct job *job)
{
    struct change *change = (struct change *)job;
    struct hub *hub = change->owner;
    const bool kept = job->result == STORE_OK;
    if (change->turns > 0)
        metrics_observe(&hub->metrics, TIMING_MOVE, (uint64_t)job->micros);
    if (change->by_gone) {
        struct room *room = find_same_room(hub, change->table, change->serial);
        if (room)
            hub_load(hub, room, NULL);
        hub_end_gone(hub, change);
        change_free(change);
        return;
    }
    if (job->result == STORE_TAKEN && !change->adds_table && !hub_is_alone(hub)) {
        hub_lost_race(hub, find_same_room(hub, change->table, change->serial), &change->asker,
                      change->asked);
        change_free(change);
        return;
    }
    if (!kept) {
        hub->cause = change->asker.request;
        hub_job_failed(hub, hub->writer, job);
        hub->cause = NULL;
    }
    struct room *room = hub_written(hub, change, kept);
    answer_change(hub, change, room, kept);
    if (room)
        hub_follow_up(hub, room);
    change_free(change);
}

/* ---- What links want of rooms ---------------------------------------------------------------- */

struct asker asker_of(const struct link *link, const struct message *message)
{
    struct asker asker = {.link = link->id, .identity = link->identity};
    memcpy(asker.request, link->request, sizeof asker.request);
    if (message && message->has_id) {
        asker.has_id = true;
        asker.id = message->id;
    }
    return asker;
}

/* The link waits for a room that is not ready; false when there is no memory. */
static bool wait_for(struct link *link, struct room *room, const struct message *message)
{
    if (!room_wait(room, link->id))
        return false;
    memcpy(link->awaited, room->id, sizeof link->awaited);
    link->state = LINK_WAITING;
    link->names_id = message && message->has_id;
    link->its_id = link->names_id ? message->id : 0;
    return true;
}

bool hub_looks_first(struct link *link, struct room *room, const struct message *message)
{
    if (hub_is_alone(link->hub) || link->looked || room->state != ROOM_READY ||
        !wait_for(link, room, message))
        return false;
    link->looked = true;
    hub_catch_up(link->hub, room);
    return true;
}

struct room *hub_current_room(struct link *link, const char *id, const struct message *message)
{
    struct room *room = hub_ready_room(link, id, message);
    return room && hub_looks_first(link, room, message) ? NULL : room;
}

struct room *hub_ready_room(struct link *link, const char *id, const struct message *message)
{
    struct hub *hub = link->hub;
    if (!hub_may_answer(hub)) {
        hub_refuse(link, message, "store", FAULT_TABLE_UNREADABLE);
        return NULL;
    }
    if (!hub_find_room(hub, id) && is_table_id(id) && !hub_may_look(hub, link->address)) {
        hub_refuse(link, message, "slow", FAULT_TOO_MUCH_AT_ONCE);
        return NULL;
    }
    struct room *room = hub_room(hub, id, link);
    if (room && room->state == ROOM_READY)
        return room;
    if (!room && !is_table_id(id)) {
        hub_refuse(link, message, "missing", FAULT_NO_TABLE);
        return NULL;
    }
    const bool doubtful = room && room->state == ROOM_DOUBTFUL;
    if (!doubtful && room && wait_for(link, room, message))
        return NULL;
    if (!doubtful)
        hub_starved(hub, "reading a table");
    hub_refuse(link, message, "store", FAULT_TABLE_UNREADABLE);
    return NULL;
}

bool hub_may_open(struct link *link, const struct match_settings *settings, unsigned tables)
{
    struct hub *hub = link->hub;
    const int64_t now = hub_now(hub);
    return limits_take(&hub->openings, link->address, now, tables) &&
           (!settings->listed || limits_take(&hub->listings, link->address, now, tables));
}

struct room *hub_new_room(struct link *link, const struct match_settings *settings,
                          uint8_t seed[SEED_SIZE])
{
    char id[TABLE_ID_SIZE];
    random_id(id, TABLE_ID_SIZE - 1);
    table_seed(link->hub->secret, id, settings, seed);
    struct room *room = hub_add_room(link->hub, id);
    if (room)
        memcpy(room->payer, link->address, sizeof room->payer);
    return room;
}

void hub_open_table(struct link *link, const struct match_settings *settings)
{
    struct hub *hub = link->hub;
    uint8_t seed[SEED_SIZE];
    const struct asker asker = asker_of(link, NULL);
    struct room *room = hub_new_room(link, settings, seed);
    if (room && room_open(room, settings, seed, NULL, &asker, hub_now(hub))) {
        hub_follow_up(hub, room);
        return;
    }
    if (room)
        hub_drop_room(hub, room, "store", FAULT_TABLE_UNREADABLE);
    hub_cannot_keep(link, NULL, "a new table");
}

void hub_unfollow(struct link *link)
{
    struct hub *hub = link->hub;
    struct room *room = link->table[0] != '\0' ? hub_find_room(hub, link->table) : NULL;
    link->table[0] = '\0';
    link->in_lobby = false;
    if (!room)
        return;
    room_unfollow(room, link->id, hub_now(hub), hub_mail(hub, room));
    hub_follow_up(hub, room);
}

void hub_follow(struct link *link, struct room *room, const struct message *message)
{
    struct hub *hub = link->hub;
    const struct asker asker = asker_of(link, message);
    if (message->after > room->match.state.events && hub_looks_first(link, room, message))
        return;
    if (room_has_undone(room) && !message->undo) {
        hub_refuse(link, message, "state", FAULT_TURNS_TAKEN_BACK);
        return;
    }
    hub_unfollow(link);
    link->knows_undo = message->undo;
    if (room->state != ROOM_READY) { /* a bot's turn was due as it was left */
        hub_ready_room(link, room->id, message);
        return;
    }
    if (!room_follow(room, &asker, message->after, hub_now(hub), hub_mail(hub, room))) {
        mail_clear(hub_mail(hub, room));
        hub_starved(hub, "a follower of a table");
        hub_refuse(link, message, "store", FAULT_TABLE_FULL);
        return;
    }
    memcpy(link->table, room->id, sizeof link->table);
    hub_follow_up(hub, room);
}

void hub_ask(struct link *link, struct room *room, const struct message *message)
{
    struct hub *hub = link->hub;
    const struct asker asker = asker_of(link, message);
    struct answer answer;
    if (message->kind == MESSAGE_SIT && !hub_may_sit(link, room, message))
        return;
    if (message->kind == MESSAGE_REMATCH) {
        hub_rematch(link, room, message);
        return;
    }
    switch (room_ask(room, &asker, message, hub_now(hub), &answer)) {
    case ROOM_CHANGED:
        if (!link->once && !hub_is_alone(hub))
            room->to_write->asked = packet_share(link->inbox[0]);
        break;
    case ROOM_REPEATED:
        hub_send_done(link, message, answer.number, true);
        break;
    case ROOM_REFUSED:
        if (hub_looks_first(link, room, message))
            return;
        if (message->kind == MESSAGE_TURN)
            metrics_count(&hub->metrics, COUNTER_MOVES_REFUSED, 1);
        hub_send_error(link, message, objection_names[answer.objection], &answer.fault);
        break;
    case ROOM_FAILED:
        hub_cannot_keep(link, message, "a change of a table");
        break;
    }
    hub_follow_up(hub, room);
}
