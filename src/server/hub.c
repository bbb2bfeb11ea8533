/* The hub's start, stop and time; see hub.h. */
#include "server/hub.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "core/check.h"
#include "server/hub_internal.h"

enum {
    LOBBY_EVERY_MS = 1000,
    LOBBY_BYTES_A_MS = 10000, /* that the list may take of the line when many look at it */
    UPLOADS_A_MINUTE = 60,    /* of everybody together */
    FAILURE_LOG_MS = 1000,
    ASK_AGAIN_MS = 1000,
    PULSE_EVERY_MS = 1000,   /* the store is asked whether it is there, */
    PULSE_LOST_MS = 4000,    /* and is not when it has not answered for so long */
    FAILED_FOR_MS = 5000,    /* nor when it has failed so short a time ago */
    LIMITED_KEYS = 65536,    /* addresses whose pace is remembered */
    LIMITED_PERSONS = 65536, /* and persons, who may be many behind one */
    PERSON_MESSAGES_MIN = 20,
    PERSON_SHARE = 10, /* a person may send this part of what an address may */
    GUESSES_MIN = 5,
    GUESS_SHARE = 20, /* an address may guess this part of the messages it may send */
    PASSWORDS_WAITING_MAX = 64,
    LOOKUPS_WAITING_MAX = 4096, /* of strangers */
};

#define MEGABYTE          ((size_t)1 << 20)
#define BYTES_PER_ADDRESS (16 * MEGABYTE)
#define BYTES_IN_ALL      (128 * MEGABYTE)
#define UPLOAD_BYTES      (1024 * MEGABYTE)
#define HISTORY_BYTES     (256 * MEGABYTE) /* of rooms, before idle ones leave at once */

int64_t hub_now(const struct hub *hub)
{
    return hub->options.now(hub->options.now_context);
}

static void log_line(struct hub *hub, struct hub_line line, const char *format, va_list arguments)
{
    char words[LOG_LINE_SIZE];
    vsnprintf(words, sizeof words, format, arguments);
    line.words = words;
    line.request = hub->cause ? hub->cause : "";
    hub->options.log(hub->options.log_context, &line);
}

void hub_log(struct hub *hub, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    log_line(hub, (struct hub_line){.is_trouble = true}, format, arguments);
    va_end(arguments);
}

void hub_log_news(struct hub *hub, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    log_line(hub, (struct hub_line){0}, format, arguments);
    va_end(arguments);
}

void hub_log_detail(struct hub *hub, const char *format, ...)
{
    va_list arguments;
    if (!hub->options.logs_details)
        return;
    va_start(arguments, format);
    log_line(hub, (struct hub_line){0}, format, arguments);
    va_end(arguments);
}

/* Not more often than every FAILURE_LOG_MS. */
static bool may_log(int64_t *logged, int64_t now)
{
    if (*logged != 0 && now - *logged < FAILURE_LOG_MS)
        return false;
    *logged = now;
    return true;
}

void hub_store_failed(struct hub *hub, const char *reason)
{
    const int64_t now = hub_now(hub);
    if (hub->stopping)
        return; /* dropped, not failed */
    metrics_count(&hub->metrics, COUNTER_STORE_FAILURES, 1);
    hub->failed_at = now;
    if (may_log(&hub->failure_logged, now))
        hub_log(hub, "the store failed: %s", reason);
}

void hub_starved(struct hub *hub, const char *what)
{
    metrics_count(&hub->metrics, COUNTER_ALLOCATIONS_FAILED, 1);
    if (may_log(&hub->starved_logged, hub_now(hub)))
        hub_log(hub, "an allocation failed: %s", what);
}

void hub_job_failed(struct hub *hub, struct crew *crew, const struct job *job)
{
    char reason[STORE_REASON_SIZE];
    if (job->result == STORE_FAILED && job->starved) {
        hub_starved(hub, job->starved);
    } else if (job->result != STORE_FAILED) {
        hub_store_failed(hub, job->result == STORE_TAKEN
                                  ? "what was to be added is there already"
                                  : "what was there a moment ago is missing");
    } else if (hub_is_cut_off(hub)) {
        hub_store_failed(hub, HUB_CUT_OFF);
    } else {
        crew_reason(crew, reason);
        hub_store_failed(hub, reason);
    }
}

/* ---- What is read at the start --------------------------------------------------------------- */

static void secret_found(void *context, const char *value)
{
    uint8_t *secret = context;
    size_t length = 0;
    if (sodium_hex2bin(secret, SERVER_SECRET_SIZE, value, strlen(value), NULL, &length, NULL) != 0)
        sodium_memzero(secret, SERVER_SECRET_SIZE);
}

/* The server's own secret: the one given, else the store's, which is made the first time. */
static bool find_secret(struct hub *hub, struct store *store, char reason[STORE_REASON_SIZE])
{
    char fresh[2 * SERVER_SECRET_SIZE + 1];
    uint8_t bytes[SERVER_SECRET_SIZE];
    if (hub->options.secret) {
        secret_found(hub->secret, hub->options.secret);
        return true;
    }
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(fresh, sizeof fresh, bytes, sizeof bytes);
    bool good = store_begin(store) == STORE_OK &&
                store_put_once(store, "secret", fresh, secret_found, hub->secret) == STORE_OK &&
                store_commit(store) == STORE_OK;
    if (!good)
        memcpy(reason, store_reason(store), STORE_REASON_SIZE);
    sodium_memzero(fresh, sizeof fresh);
    sodium_memzero(bytes, sizeof bytes);
    return good;
}

/* Tables that run are read one after the other, so that their clocks and bots go on. */
struct running {
    struct job job;
    struct hub *hub;
    char (*id)[TABLE_ID_SIZE];
    unsigned count;
    size_t capacity;
    int64_t upload_bytes;
    bool cut; /* there was no memory for all of them */
};

static void running_found(void *context, const char *id)
{
    struct running *running = context;
    if (!ARRAY_GROW(running->id, running->capacity, running->count + 1)) {
        running->cut = true;
        return;
    }
    text_copy(running->id[running->count++], TABLE_ID_SIZE, id);
}

static void open_found(void *context, const struct store_game *game)
{
    running_found(context, game->id);
}

/* And those that wait for people in the list of tables. */
static enum store_result running_run(struct job *job, struct store *store)
{
    struct running *running = (struct running *)job;
    running->count = 0; /* of an attempt that failed */
    running->cut = false;
    enum store_result result = store_games_running(store, running_found, running);
    if (result == STORE_OK)
        result = store_games_listed(store, STORE_OPEN, INT64_MAX, LOBBY_MAX, open_found, running);
    if (result == STORE_OK)
        result = store_uploads_bytes(store, &running->upload_bytes);
    return result == STORE_OK && running->cut ? job_starved(job, "the list of running tables")
                                              : result;
}

/* What is not read now must be read later, or these games would stand still: it is asked again. */
static void running_done(struct job *job)
{
    struct running *running = (struct running *)job;
    struct hub *hub = running->hub;
    bool good = job->result == STORE_OK;
    hub->cluster.reads_running |= !hub_may_answer(hub); /* then it cannot know which it minds */
    for (unsigned i = 0; i < running->count && !hub->stopping; i++) {
        if (!hub_minds(hub, running->id[i]))
            continue;
        struct room *room = hub_room(hub, running->id[i], NULL);
        if (room)
            room->kept = true; /* so that it is read again when that fails */
        good &= room != NULL;
    }
    if (good) {
        hub->upload_bytes = running->upload_bytes;
    } else if (!hub->stopping) {
        if (job->result == STORE_OK)
            hub_starved(hub, "a running table");
        else
            hub_job_failed(hub, hub->readers, job);
        hub->ask_again_at = hub_now(hub) + ASK_AGAIN_MS;
        hub->cluster.reads_running |= !hub_is_alone(hub);
        if (hub_is_alone(hub)) {
            hub->unread = running;
            return;
        }
    }
    free(running->id);
    free(running);
}

static void ask_again(struct hub *hub, int64_t now)
{
    struct running *running = hub->unread;
    if (!running || now < hub->ask_again_at)
        return;
    hub->unread = NULL;
    hub_read(hub, &running->job, "", "");
}

bool hub_read_running(struct hub *hub)
{
    struct running *running = calloc(1, sizeof *running);
    if (!running)
        return false;
    running->job = (struct job){.run = running_run, .done = running_done};
    running->hub = hub;
    hub_read(hub, &running->job, "", "");
    return true;
}

/* ---- Whether the store is there -------------------------------------------------------------- */

static enum store_result ask_nothing(struct job *job, struct store *store)
{
    (void)job;
    (void)store;
    return STORE_OK; /* the group around it is what is asked for */
}

static enum store_result ask_store(struct job *job, struct store *store)
{
    (void)job;
    return store_ping(store);
}

static void pulse_done(struct job *job)
{
    struct pulse *pulse = (struct pulse *)job;
    struct hub *hub = pulse->hub;
    pulse->is_out = false;
    if (job->result == STORE_OK)
        pulse->answered = hub_now(hub);
    else
        hub_job_failed(hub, pulse == &hub->writing ? hub->writer : hub->readers, job);
}

static void feel(struct hub *hub, struct pulse *pulse, struct crew *crew,
                 enum store_result (*run)(struct job *job, struct store *store), int64_t now)
{
    if (pulse->is_out || now - pulse->answered < PULSE_EVERY_MS)
        return;
    pulse->job = (struct job){.run = run, .done = pulse_done, .asks = true, .key = HUB_PULSE};
    pulse->hub = hub;
    pulse->is_out = true;
    crew_add(crew, &pulse->job);
}

bool hub_is_healthy(const struct hub *hub)
{
    const int64_t now = hub_now(hub);
    return hub_may_answer(hub) && now - hub->writing.answered < PULSE_LOST_MS &&
           now - hub->reading.answered < PULSE_LOST_MS &&
           (hub->failed_at == 0 || now - hub->failed_at >= FAILED_FOR_MS);
}

/* ---- Time ------------------------------------------------------------------------------------ */

/* To many at once a long list is sent less often, so that it never takes most of the line. */
static void send_lobby(struct hub *hub, int64_t now)
{
    struct packet *packet = NULL;
    uint64_t bytes = 0;
    hub->lobby.changed = false;
    for (struct link *link = hub->links; link; link = link->next) {
        if (!link->in_lobby)
            continue;
        if (!packet)
            packet = lobby_message(&hub->lobby, NULL);
        link_send(link, packet);
        bytes += packet ? packet->length : 0;
    }
    packet_release(packet);
    const int64_t pause = (int64_t)(bytes / LOBBY_BYTES_A_MS);
    hub->lobby.next = now + (pause > LOBBY_EVERY_MS ? pause : LOBBY_EVERY_MS);
}

static void tick_room(struct hub *hub, struct room *room, int64_t now)
{
    if (now < room->rests_until)
        return;
    if (room_is_idle(room, now, hub->history_bytes > HISTORY_BYTES)) {
        hub_drop_room(hub, room, "store", FAULT_TABLE_UNREADABLE);
    } else if (room->state == ROOM_DOUBTFUL) {
        if (now >= room->retry_at)
            hub_load(hub, room, NULL);
    } else if (room->state == ROOM_READY) {
        room_tick(room, now, hub_mail(hub, room));
        hub_follow_up(hub, room);
        room->rests_until = room_next_tick(room, now);
    }
}

void hub_tick(struct hub *hub)
{
    const int64_t now = hub_now(hub);
    if (hub->stopping)
        return;
    struct room *next;
    for (struct room *room = hub_next_room(hub, NULL); room; room = next) {
        next = hub_next_room(hub, room); /* the room may be dropped, but no other */
        tick_room(hub, room, now);
    }
    if (hub->lobby.changed && now >= hub->lobby.next)
        send_lobby(hub, now);
    ask_again(hub, now);
    hub_cluster_tick(hub, now);
    feel(hub, &hub->writing, hub->writer, ask_nothing, now);
    feel(hub, &hub->reading, hub->readers, ask_store, now);
    hub_run(hub);
}

void hub_collect(struct hub *hub)
{
    crew_collect(hub->writer);
    crew_collect(hub->readers);
    crew_collect(hub->bots);
    crew_collect(hub->guards);
    hub_cluster_collect(hub);
    hub_run(hub);
}

bool hub_step(struct hub *hub, enum hub_crew crew)
{
    struct crew *const crews[HUB_CREWS] = {
        [HUB_WRITER] = hub->writer, [HUB_READER] = hub->readers,      [HUB_BOT] = hub->bots,
        [HUB_GUARD] = hub->guards,  [HUB_SHARER] = hub->cluster.crew,
    };
    return crews[crew] && crew_step(crews[crew]);
}

/* ---- Start and stop -------------------------------------------------------------------------- */

static bool start_limits(struct hub *hub)
{
    const struct hub_options *options = &hub->options;
    const unsigned address = options->messages_per_second;
    unsigned person = address / PERSON_SHARE;
    if (person < PERSON_MESSAGES_MIN)
        person = PERSON_MESSAGES_MIN;
    const struct limits_rate addresses = {.burst = 2 * address, .per_minute = 60 * address};
    const struct limits_rate persons = {.burst = 5 * person, .per_minute = 60 * person};
    const struct limits_rate chats = {.burst = 5, .per_minute = 30};
    const struct limits_rate talks = {.burst = address, .per_minute = 6 * address};
    const unsigned guess =
        address / GUESS_SHARE > GUESSES_MIN ? address / GUESS_SHARE : GUESSES_MIN;
    const struct limits_rate guesses = {.burst = guess, .per_minute = 6 * guess};
    const struct limits_rate openings = {.burst = options->connections_per_address,
                                         .per_minute = 12};
    const struct limits_rate listings = {.burst = (options->connections_per_address + 7) / 8,
                                         .per_minute = 6};
    const struct limits_rate uploads = {.burst = (options->connections_per_address + 3) / 4,
                                        .per_minute = 2};
    const struct limits_rate all_uploads = {.burst = UPLOADS_A_MINUTE / 4,
                                            .per_minute = UPLOADS_A_MINUTE};
    const struct limits_rate notes = {.burst = SEEN_COST, .per_minute = 1};
    return limits_init(&hub->addresses, LIMITED_KEYS, addresses) &&
           limits_init(&hub->persons, LIMITED_PERSONS, persons) &&
           limits_init(&hub->chats, LIMITED_PERSONS, chats) &&
           limits_init(&hub->talks, LIMITED_KEYS, talks) &&
           limits_init(&hub->guesses, LIMITED_KEYS, guesses) &&
           limits_init(&hub->openings, LIMITED_KEYS, openings) &&
           limits_init(&hub->listings, LIMITED_KEYS, listings) &&
           limits_init(&hub->uploads, LIMITED_KEYS, uploads) &&
           limits_init(&hub->all_uploads, 1, all_uploads) &&
           limits_init(&hub->notes, LIMITED_KEYS, notes) &&
           holding_init(&hub->holding, LIMITED_KEYS, options->bytes_per_address,
                        options->bytes_in_all);
}

static bool start_tables(struct hub *hub)
{
    hub->last_ready = &hub->first_ready;
    return hash_table_init(&hub->rooms) && hash_table_init(&hub->links_by_id);
}

static void group_kept(void *context, uint64_t micros)
{
    struct hub *hub = context;
    metrics_count(&hub->metrics, COUNTER_STORE_COMMITS, 1);
    metrics_observe(&hub->metrics, TIMING_STORE, micros);
}

/* The writer's group is one commit; readers look things up; bots think; guards know passwords. */
static bool start_crews(struct hub *hub, struct hub_stores *stores)
{
    const bool manual = hub->options.bot_threads == 0;
    struct crew_plan plan = {.wake = hub->options.wake, .context = hub->options.wake_context};
    plan.threads = manual ? 0 : 1;
    plan.name = "writer";
    plan.stores = &stores->writing;
    plan.grouped = plan.lanes = true;
    plan.run_group = changes_write;
    plan.kept = group_kept;
    plan.kept_context = hub;
    hub->writer = crew_start(&plan);
    if (hub->writer)
        stores->writing = NULL;
    plan.grouped = false;
    plan.run_group = NULL;
    plan.name = "reader";
    plan.stores = stores->reading;
    plan.fair = true;
    plan.measured = !manual;
    plan.lanes = plan.both = true;
    plan.waiting_max = LOOKUPS_WAITING_MAX;
    while (plan.threads > 0 && plan.threads < HUB_READERS && stores->reading[plan.threads])
        plan.threads++;
    hub->readers = crew_start(&plan);
    if (hub->readers)
        memset(stores->reading, 0, sizeof stores->reading);
    plan.stores = NULL;
    plan.name = "guard";
    plan.threads = manual ? 0 : 1;
    plan.measured = plan.lanes = plan.both = false;
    plan.waiting_max = PASSWORDS_WAITING_MAX;
    plan.patient = true;
    hub->guards = crew_start(&plan);
    plan.name = "bot";
    plan.waiting_max = 0;
    plan.measured = plan.lanes = !manual;
    plan.threads = manual ? 0 : hub->options.bot_threads + 1; /* one for those that are quick */
    hub->bots = crew_start(&plan);
    return hub->writer && hub->readers && hub->bots && hub->guards;
}

static void use_defaults(struct hub_options *options)
{
    if (options->bytes_per_address == 0)
        options->bytes_per_address = BYTES_PER_ADDRESS;
    if (options->bytes_in_all == 0)
        options->bytes_in_all = BYTES_IN_ALL;
    if (options->upload_bytes == 0)
        options->upload_bytes = UPLOAD_BYTES;
}

bool hub_start(struct hub *hub, const struct hub_options *options, struct hub_stores stores,
               char reason[STORE_REASON_SIZE])
{
    memset(hub, 0, sizeof *hub);
    hub->options = *options;
    hub->upload_bytes = -1;
    use_defaults(&hub->options);
    bool good = find_secret(hub, stores.writing, reason);
    if (good) {
        if (stores.sharing)
            store_write_as(stores.writing, STORE_NOBODY);
        good = start_tables(hub) && start_limits(hub) && start_crews(hub, &stores) &&
               hub_cluster_start(hub, &stores) && (!hub_is_alone(hub) || hub_read_running(hub));
        if (!good)
            snprintf(reason, STORE_REASON_SIZE, "there is not enough memory, or no more threads");
    }
    if (good) {
        metrics_set(&hub->metrics, GAUGE_STARTED, hub_now(hub) / 1000);
        hub->writing.answered = hub->reading.answered = hub_now(hub);
        return true;
    }
    if (stores.writing)
        store_close(stores.writing);
    for (unsigned i = 0; i < HUB_READERS; i++)
        store_close(stores.reading[i]);
    store_close(stores.sharing);
    store_ear_close(stores.hearing);
    hub_abandon(hub);
    hub_release(hub);
    return false;
}

static void end_crew(struct crew *crew, bool drop)
{
    if (!crew)
        return;
    if (drop)
        crew_drop(crew);
    crew_stop(crew);
    crew_collect(crew);
}

/* Bots, passwords and readers first: what they bring may still have to be written. */
static void end_crews(struct hub *hub, bool drop_writes)
{
    hub->stopping = true;
    end_crew(hub->bots, true);
    end_crew(hub->guards, true);
    end_crew(hub->readers, true);
    end_crew(hub->writer, drop_writes);
    if (!hub_is_alone(hub) && !drop_writes)
        hub_cluster_leave(hub);
    end_crew(hub->cluster.crew, drop_writes);
    hub_cluster_end(hub);
}

void hub_stop(struct hub *hub)
{
    end_crews(hub, false);
    hub_run(hub);
    for (struct link *link = hub->links; link; link = link->next)
        hub_link_end(link, FAULT_STOPPED);
}

void hub_abandon(struct hub *hub)
{
    end_crews(hub, true);
}

void hub_release(struct hub *hub)
{
    CHECK(!hub->links);
    struct room *next;
    for (struct room *room = hub_next_room(hub, NULL); room; room = next) {
        next = hub_next_room(hub, room);
        hub_drop_room(hub, room, "stopping", FAULT_STOPPING);
    }
    hash_table_release(&hub->rooms);
    hash_table_release(&hub->links_by_id);
    if (hub->unread)
        free(hub->unread->id);
    free(hub->unread);
    lobby_release(&hub->lobby);
    mail_release(&hub->mail);
    struct limits *const limits[] = {
        &hub->addresses, &hub->persons,  &hub->chats,   &hub->talks,       &hub->guesses,
        &hub->openings,  &hub->listings, &hub->uploads, &hub->all_uploads, &hub->notes};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        limits_release(limits[i]);
    holding_release(&hub->holding);
    struct crew *const crews[] = {hub->writer, hub->readers, hub->bots, hub->guards,
                                  hub->cluster.crew};
    for (size_t i = 0; i < sizeof crews / sizeof crews[0]; i++)
        if (crews[i])
            crew_release(crews[i]);
    sodium_memzero(hub->secret, sizeof hub->secret);
}
