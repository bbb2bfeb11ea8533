/* The hub: start, stop, ticks, logging, health; see hub.h. */
#include "server/hub.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/check.h"
#include "server/hub_internal.h"

enum {
    LOBBY_EVERY_MS = 1000,
    LOBBY_BYTES_A_MS =
        10000, /* share of the outgoing bandwidth that the lobby list may use, in bytes per ms */
    UPLOADS_A_MINUTE = 60, /* of all addresses together */
    FAILURE_LOG_MS = 1000,
    ASK_AGAIN_MS = 1000,
    PROBE_EVERY_MS = 1000,   /* interval of the store probes */
    PROBE_LOST_MS = 4000,    /* the store is unhealthy if a probe takes longer */
    FAILED_FOR_MS = 5000,    /* or if a call failed less than this long ago */
    LIMITED_KEYS = 65536,    /* addresses whose rate is tracked */
    LIMITED_PERSONS = 65536, /* persons whose rate is tracked; many may share an address */
    PERSON_MESSAGES_MIN = 20,
    PERSON_SHARE = 10, /* a person gets this fraction of an address's rate */
    GUESSES_MIN = 5,
    GUESS_SHARE = 20, /* an address may guess passwords at this fraction of its message rate */
    PASSWORDS_WAITING_MAX = 64,
    LOOKUPS_WAITING_MAX = 4096, /* lookups on behalf of clients */
};

#define MEGABYTE          ((size_t)1 << 20)
#define BYTES_PER_ADDRESS (16 * MEGABYTE)
#define BYTES_IN_ALL      (128 * MEGABYTE)
#define UPLOAD_BYTES      (1024 * MEGABYTE)
#define HISTORY_BYTES                                                                              \
    (256 * MEGABYTE) /* history in memory above which idle tables are dropped at once */

int64_t hub_now(const struct hub *hub)
{
    return hub->options.now(hub->options.now_context);
}

static void log_line(struct hub *hub, struct hub_line line, const char *format, va_list arguments)
{
    char words[LOG_LINE_SIZE];
    vsnprintf(words, sizeof words, format, arguments);
    line.words = words;
    line.request = hub->cause != NULL ? hub->cause : "";
    hub->options.log(hub->options.log_context, &line);
}

void hub_log(struct hub *hub, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    log_line(hub, (struct hub_line){.is_trouble = true}, format, arguments);
    va_end(arguments);
}

void hub_log_info(struct hub *hub, const char *format, ...)
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

/* Returns true at most once per FAILURE_LOG_MS. */
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
        return; /* jobs are dropped, not failed */
    metrics_count(&hub->metrics, COUNTER_STORE_FAILURES, 1);
    hub->failed_at = now;
    if (may_log(&hub->failure_logged, now))
        hub_log(hub, "the store failed: %s", reason);
}

void hub_allocation_failed(struct hub *hub, const char *what)
{
    metrics_count(&hub->metrics, COUNTER_ALLOCATIONS_FAILED, 1);
    if (may_log(&hub->allocation_failure_logged, hub_now(hub)))
        hub_log(hub, "an allocation failed: %s", what);
}

void hub_job_failed(struct hub *hub, struct worker_pool *pool, const struct job *job)
{
    char reason[STORE_REASON_SIZE];
    if (job->result == STORE_FAILED && job->failed_allocation != NULL) {
        hub_allocation_failed(hub, job->failed_allocation);
    } else if (job->result != STORE_FAILED) {
        hub_store_failed(hub, job->result == STORE_TAKEN
                                  ? "what was to be added is there already"
                                  : "what was there a moment ago is missing");
    } else if (hub_is_cut_off(hub)) {
        hub_store_failed(hub, HUB_CUT_OFF);
    } else {
        worker_pool_reason(pool, reason);
        hub_store_failed(hub, reason);
    }
}

/* ---- Loading at the start -------------------------------------------------------------------- */

static void secret_found(void *context, const char *value)
{
    uint8_t *secret = context;
    size_t length = 0;
    if (sodium_hex2bin(secret, SERVER_SECRET_SIZE, value, strlen(value), NULL, &length, NULL) != 0)
        sodium_memzero(secret, SERVER_SECRET_SIZE);
}

/* Reads the server's secret: the given one, or the store's, which is created the first time. */
static bool find_secret(struct hub *hub, struct store *store, char reason[STORE_REASON_SIZE])
{
    char fresh[2 * SERVER_SECRET_SIZE + 1];
    uint8_t bytes[SERVER_SECRET_SIZE];
    if (hub->options.secret != NULL) {
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

/* Running tables are loaded one by one after the start, so that their clocks and bots continue. */
struct running {
    struct job job;
    struct hub *hub;
    char (*id)[TABLE_ID_SIZE];
    unsigned count;
    size_t capacity;
    int64_t upload_bytes;
    bool cut; /* an allocation failed before all ids were stored */
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

/* Finds the running tables and the open ones in the list of public tables. */
static enum store_result running_run(struct job *job, struct store *store)
{
    struct running *running = (struct running *)job;
    running->count = 0; /* left over from a failed attempt */
    running->cut = false;
    enum store_result result = store_games_running(store, running_found, running);
    if (result == STORE_OK)
        result = store_games_listed(store, STORE_OPEN, INT64_MAX, LOBBY_MAX, open_found, running);
    if (result == STORE_OK)
        result = store_uploads_bytes(store, &running->upload_bytes);
    return result == STORE_OK && running->cut
               ? job_allocation_failed(job, "the list of running tables")
               : result;
}

/* If reading fails it is retried later: without it running games would stand still. */
static void running_done(struct job *job)
{
    struct running *running = (struct running *)job;
    struct hub *hub = running->hub;
    bool good = job->result == STORE_OK;
    hub->cluster.reads_running |= !hub_may_answer(
        hub); /* without a lease we do not know which tables are ours; read them again later */
    for (unsigned i = 0; i < running->count && !hub->stopping; i++) {
        if (!hub_owns(hub, running->id[i]))
            continue;
        struct live_table *table = hub_open_or_load(hub, running->id[i], NULL);
        if (table != NULL)
            table->kept = true; /* so that a failed load is retried */
        good &= table != NULL;
    }
    if (good) {
        hub->upload_bytes = running->upload_bytes;
    } else if (!hub->stopping) {
        if (job->result == STORE_OK)
            hub_allocation_failed(hub, "a running table");
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

static void read_running_again(struct hub *hub, int64_t now)
{
    struct running *running = hub->unread;
    if (running == NULL || now < hub->ask_again_at)
        return;
    hub->unread = NULL;
    hub_read(hub, &running->job, "", "");
}

bool hub_read_running(struct hub *hub)
{
    struct running *running = calloc(1, sizeof *running);
    if (running == NULL)
        return false;
    running->job = (struct job){.run = running_run, .done = running_done};
    running->hub = hub;
    hub_read(hub, &running->job, "", "");
    return true;
}

/* ---- Health of the store --------------------------------------------------------------------- */

static enum store_result probe_writer(struct job *job, struct store *store)
{
    (void)job;
    (void)store;
    return STORE_OK; /* committing the empty group is the probe */
}

static enum store_result probe_reader(struct job *job, struct store *store)
{
    (void)job;
    return store_ping(store);
}

static void probe_done(struct job *job)
{
    struct store_probe *probe = (struct store_probe *)job;
    struct hub *hub = probe->hub;
    probe->is_out = false;
    if (job->result == STORE_OK)
        probe->answered = hub_now(hub);
    else
        hub_job_failed(hub, probe == &hub->writing ? hub->writer : hub->readers, job);
}

static void probe_store(struct hub *hub, struct store_probe *probe, struct worker_pool *pool,
                        enum store_result (*run)(struct job *job, struct store *store), int64_t now)
{
    if (probe->is_out || now - probe->answered < PROBE_EVERY_MS)
        return;
    probe->job = (struct job){.run = run, .done = probe_done, .asks = true, .key = HUB_PROBE};
    probe->hub = hub;
    probe->is_out = true;
    worker_pool_add(pool, &probe->job);
}

bool hub_is_healthy(const struct hub *hub)
{
    const int64_t now = hub_now(hub);
    return hub_may_answer(hub) && now - hub->writing.answered < PROBE_LOST_MS &&
           now - hub->reading.answered < PROBE_LOST_MS &&
           (hub->failed_at == 0 || now - hub->failed_at >= FAILED_FOR_MS);
}

/* ---- Time ------------------------------------------------------------------------------------ */

/* Sends the list to its followers. The longer the list and the more followers, the less often. */
static void send_lobby(struct hub *hub, int64_t now)
{
    struct shared_bytes *shared = NULL;
    uint64_t bytes = 0;
    hub->lobby.changed = false;
    for (struct hub_client *client = hub->clients; client != NULL; client = client->next) {
        if (!client->in_lobby)
            continue;
        if (shared == NULL)
            shared = lobby_message(&hub->lobby, NULL);
        hub_client_send(client, shared);
        bytes += shared != NULL ? shared->length : 0;
    }
    shared_bytes_release(shared);
    const int64_t pause = (int64_t)(bytes / LOBBY_BYTES_A_MS);
    hub->lobby.next = now + (pause > LOBBY_EVERY_MS ? pause : LOBBY_EVERY_MS);
}

static void tick_table(struct hub *hub, struct live_table *table, int64_t now)
{
    if (now < table->rests_until)
        return;
    if (live_table_is_idle(table, now, hub->history_bytes > HISTORY_BYTES)) {
        hub_drop_table(hub, table, CODE_STORE, FAULT_TABLE_UNREADABLE);
    } else if (table->state == TABLE_DOUBTFUL) {
        if (now >= table->retry_at)
            hub_load(hub, table, NULL);
    } else if (table->state == TABLE_READY) {
        live_table_tick(table, now, hub_outgoing(hub, table));
        hub_flush_table(hub, table);
        table->rests_until = live_table_next_tick(table, now);
    }
}

void hub_tick(struct hub *hub)
{
    const int64_t now = hub_now(hub);
    if (hub->stopping)
        return;
    struct live_table *next;
    for (struct live_table *table = hub_next_table(hub, NULL); table != NULL; table = next) {
        next = hub_next_table(hub, table); /* tick_table() may drop this table, but no other */
        tick_table(hub, table, now);
    }
    if (hub->lobby.changed && now >= hub->lobby.next)
        send_lobby(hub, now);
    read_running_again(hub, now);
    hub_cluster_tick(hub, now);
    probe_store(hub, &hub->writing, hub->writer, probe_writer, now);
    probe_store(hub, &hub->reading, hub->readers, probe_reader, now);
    hub_run(hub);
}

void hub_collect(struct hub *hub)
{
    worker_pool_collect(hub->writer);
    worker_pool_collect(hub->readers);
    worker_pool_collect(hub->bots);
    worker_pool_collect(hub->password_workers);
    hub_cluster_collect(hub);
    hub_run(hub);
}

bool hub_step(struct hub *hub, enum hub_pool pool)
{
    struct worker_pool *const pools[HUB_POOLS] = {
        [HUB_WRITER] = hub->writer,
        [HUB_READER] = hub->readers,
        [HUB_BOT] = hub->bots,
        [HUB_PASSWORD_WORKER] = hub->password_workers,
        [HUB_SHARER] = hub->cluster.pool,
    };
    return pools[pool] != NULL && worker_pool_step(pools[pool]);
}

/* ---- Start and stop -------------------------------------------------------------------------- */

static unsigned at_least(unsigned least, unsigned number)
{
    return number > least ? number : least;
}

static bool start_rate_limits(struct hub *hub)
{
    const struct hub_options *options = &hub->options;
    const unsigned address = options->messages_per_second,
                   connections = options->connections_per_address;
    const unsigned person = at_least(PERSON_MESSAGES_MIN, address / PERSON_SHARE);
    const unsigned guess = at_least(GUESSES_MIN, address / GUESS_SHARE);
    const struct {
        size_t keys;
        struct rate_limit_rate rate; /* burst, per minute */
    } limits[LIMITS] = {
        [LIMIT_ADDRESSES] = {LIMITED_KEYS, {2 * address, 60 * address}},
        [LIMIT_PERSONS] = {LIMITED_PERSONS, {5 * person, 60 * person}},
        [LIMIT_CHATS] = {LIMITED_PERSONS, {5, 30}},
        [LIMIT_TALKS] = {LIMITED_KEYS, {address, 6 * address}},
        [LIMIT_GUESSES] = {LIMITED_KEYS, {guess, 6 * guess}},
        [LIMIT_OPENINGS] = {LIMITED_KEYS, {connections, 12}},
        [LIMIT_LISTINGS] = {LIMITED_KEYS, {(connections + 7) / 8, 6}},
        [LIMIT_UPLOADS] = {LIMITED_KEYS, {(connections + 3) / 4, 2}},
        [LIMIT_ALL_UPLOADS] = {1, {UPLOADS_A_MINUTE / 4, UPLOADS_A_MINUTE}},
        [LIMIT_SIGHTINGS] = {LIMITED_KEYS, {SEEN_COST, 1}},
    };
    for (unsigned i = 0; i < LIMITS; i++)
        if (!rate_limit_init(&hub->limit[i], limits[i].keys, limits[i].rate))
            return false;
    return memory_quota_init(&hub->quota, LIMITED_KEYS, options->bytes_per_address,
                             options->bytes_in_all);
}

static bool start_tables(struct hub *hub)
{
    hub->last_ready = &hub->first_ready;
    return hash_table_init(&hub->tables) && hash_table_init(&hub->clients_by_id);
}

static void group_kept(void *context, uint64_t micros)
{
    struct hub *hub = context;
    metrics_count(&hub->metrics, COUNTER_STORE_COMMITS, 1);
    metrics_observe(&hub->metrics, TIMING_STORE, micros);
}

/*
 * The writer commits in groups; readers look things up; bots compute turns; password workers hash.
 */
static bool start_pools(struct hub *hub, struct hub_stores *stores)
{
    const bool manual = hub->options.bot_threads == 0;
    unsigned readers = 1;
    while (readers < HUB_READERS && stores->reading[readers] != NULL)
        readers++;
    const struct {
        struct worker_pool **pool;
        struct worker_pool_plan plan;
    } pools[] = {
        {&hub->writer,
         {.name = "writer",
          .threads = 1,
          .stores = &stores->writing,
          .grouped = true,
          .lanes = true,
          .run_group = table_writes_run,
          .kept = group_kept,
          .kept_context = hub}},
        {&hub->readers,
         {.name = "reader",
          .threads = readers,
          .stores = stores->reading,
          .fair = true,
          .measured = !manual,
          .lanes = true,
          .both = true,
          .waiting_max = LOOKUPS_WAITING_MAX}},
        {&hub->password_workers,
         {.name = "guard",
          .threads = 1,
          .fair = true,
          .patient = true,
          .waiting_max = PASSWORDS_WAITING_MAX}},
        {&hub->bots,
         {.name = "bot",
          .threads = hub->options.bot_threads + 1, /* one more thread for quick bots */
          .fair = true,
          .measured = !manual,
          .lanes = !manual,
          .patient = true}},
    };
    for (size_t i = 0; i < sizeof pools / sizeof pools[0]; i++) {
        struct worker_pool_plan plan = pools[i].plan;
        plan.threads = manual ? 0 : plan.threads;
        plan.wake = hub->options.wake;
        plan.context = hub->options.wake_context;
        *pools[i].pool = worker_pool_start(&plan);
    }
    if (hub->writer != NULL)
        stores->writing = NULL;
    if (hub->readers != NULL)
        memset(stores->reading, 0, sizeof stores->reading);
    return hub->writer != NULL && hub->readers != NULL && hub->bots != NULL &&
           hub->password_workers != NULL;
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
        if (stores.sharing != NULL)
            store_write_as(stores.writing, STORE_NOBODY);
        good = start_tables(hub) && start_rate_limits(hub) && start_pools(hub, &stores) &&
               hub_cluster_start(hub, &stores) && (!hub_is_alone(hub) || hub_read_running(hub));
        if (!good)
            snprintf(reason, STORE_REASON_SIZE, "there is not enough memory, or no more threads");
    }
    if (good) {
        metrics_set(&hub->metrics, GAUGE_STARTED, hub_now(hub) / 1000);
        hub->writing.answered = hub->reading.answered = hub_now(hub);
        return true;
    }
    if (stores.writing != NULL)
        store_close(stores.writing);
    for (unsigned i = 0; i < HUB_READERS; i++)
        store_close(stores.reading[i]);
    store_close(stores.sharing);
    store_listener_close(stores.listening);
    hub_abandon(hub);
    hub_release(hub);
    return false;
}

static void end_pool(struct worker_pool *pool, bool drop)
{
    if (pool == NULL)
        return;
    if (drop)
        worker_pool_drop(pool);
    worker_pool_stop(pool);
    worker_pool_collect(pool);
}

/* Bots, passwords and readers stop first: their results may still have to be written. */
static void end_pools(struct hub *hub, bool drop_writes)
{
    hub->stopping = true;
    end_pool(hub->bots, true);
    end_pool(hub->password_workers, true);
    end_pool(hub->readers, true);
    end_pool(hub->writer, drop_writes);
    if (!hub_is_alone(hub) && !drop_writes)
        hub_cluster_leave(hub);
    end_pool(hub->cluster.pool, drop_writes);
    hub_cluster_end(hub);
}

void hub_stop(struct hub *hub)
{
    end_pools(hub, false);
    hub_run(hub);
    for (struct hub_client *client = hub->clients; client != NULL; client = client->next)
        hub_client_dismiss(client, FAULT_STOPPED);
}

void hub_abandon(struct hub *hub)
{
    end_pools(hub, true);
}

void hub_release(struct hub *hub)
{
    CHECK(!hub->clients);
    struct live_table *next;
    for (struct live_table *table = hub_next_table(hub, NULL); table != NULL; table = next) {
        next = hub_next_table(hub, table);
        hub_drop_table(hub, table, CODE_STOPPING, FAULT_STOPPING);
    }
    hash_table_release(&hub->tables);
    hash_table_release(&hub->clients_by_id);
    if (hub->unread != NULL)
        free(hub->unread->id);
    free(hub->unread);
    lobby_release(&hub->lobby);
    outgoing_release(&hub->outgoing);
    for (unsigned i = 0; i < LIMITS; i++)
        rate_limit_release(&hub->limit[i]);
    memory_quota_release(&hub->quota);
    struct worker_pool *const pools[] = {hub->writer, hub->readers, hub->bots,
                                         hub->password_workers, hub->cluster.pool};
    for (size_t i = 0; i < sizeof pools / sizeof pools[0]; i++) {
        if (pools[i] != NULL)
            worker_pool_release(pools[i]);
    }
    sodium_memzero(hub->secret, sizeof hub->secret);
}
