/*
 * Membership among the servers on the database: joining, heartbeats, and which server owns which
 * tables.
 *
 * What only one server may do at a table is done by the owner of the table's shard. A shard changes
 * hands only through the database: an owner stops before it frees a shard, and a server that has
 * died or stood still for too long is expired first, so that it can write no more
 * (store_members.h). Even if two servers believed they owned a table, an event's number can be
 * taken only once.
 */
#include <stdlib.h>
#include <string.h>

#include "server/cluster/cluster_listener.h"
#include "server/hub_internal.h"
#include "server/server_clock.h"

/*
 * A server gives up its lease before the others declare it dead, and they notice within a
 * heartbeat: a table continues at another server less than five seconds after its owner has died.
 */
enum {
    HEARTBEAT_EVERY_MS = 1000,
    HEARTBEAT_SOON_MS = 100,
    HELD_FOR_MS = 3000,      /* duration of the lease after an answered heartbeat */
    DEAD_AFTER_MS = 3500,    /* without a new heartbeat */
    BLIND_MS = 2500,         /* unless we could not look ourselves for this long */
    NOT_LISTENING_MS = 3000, /* without receiving our own notifications */
    READ_AGAIN_MS = 1000,    /* after a failure of the store */
    COUNT_EVERY_MS = 5000,
};

static unsigned shard_of(const char *table)
{
    const uint32_t hash = hub_table_hash(table);
    return (hash ^ hash >> 16) % STORE_SHARDS;
}

static bool holds_lease(const struct hub *hub)
{
    return hub->cluster.number != 0 && hub_now(hub) - hub->cluster.held < HELD_FOR_MS;
}

bool hub_may_answer(const struct hub *hub)
{
    return hub_is_alone(hub) || holds_lease(hub);
}

bool hub_is_cut_off(const struct hub *hub)
{
    return hub->cluster.was_lost;
}

unsigned hub_shards(const struct hub *hub)
{
    if (hub_is_alone(hub))
        return STORE_SHARDS;
    return holds_lease(hub) ? hub->cluster.shards : 0;
}

bool hub_owns(const struct hub *hub, const char *table)
{
    return hub_is_alone(hub) || (holds_lease(hub) && hub->cluster.owned[shard_of(table)]);
}

/* ---- Heartbeats ------------------------------------------------------------------------------ */

struct heartbeat {
    struct job job;
    struct hub *hub;
    int64_t number; /* 0: to join */
    int64_t began;
    const char *name;
    bool freed[STORE_SHARDS]; /* shards to be freed */
    struct member *dead;      /* members to be expired */
    unsigned deads, expired;
    int64_t ahead;            /* offset of the database's clock in ms */
    struct store_times times; /* result */
    struct member *member;    /* all members */
    unsigned members;
    bool owned[STORE_SHARDS];
    unsigned shards;
};

static void member_found(void *context, const struct store_member *member)
{
    struct heartbeat *heartbeat = context;
    if (heartbeat->members < MEMBERS_MAX)
        heartbeat->member[heartbeat->members++] =
            (struct member){.number = member->number, .heartbeat = member->heartbeat};
}

static void shard_found(void *context, unsigned shard)
{
    struct heartbeat *heartbeat = context;
    heartbeat->owned[shard] = true;
    heartbeat->shards++;
}

static enum store_result read_shards(struct heartbeat *heartbeat, struct store *store)
{
    heartbeat->shards = 0;
    memset(heartbeat->owned, 0, sizeof heartbeat->owned);
    return store_shards_of(store, heartbeat->number, shard_found, heartbeat);
}

/* Returns this server's share of the shards, rounded up. */
static unsigned share_of(unsigned members)
{
    return members > 0 ? (STORE_SHARDS + members - 1) / members : STORE_SHARDS;
}

static enum store_result expire_members(struct heartbeat *heartbeat, struct store *store)
{
    for (unsigned i = 0; i < heartbeat->deads; i++) {
        const struct member *dead = &heartbeat->dead[i];
        const enum store_result result = store_member_expire(store, dead->number, dead->heartbeat);
        if (result == STORE_FAILED)
            return STORE_FAILED;
        if (result == STORE_OK)
            heartbeat->dead[heartbeat->expired++] = *dead;
    }
    return STORE_OK;
}

static enum store_result give_up(struct heartbeat *heartbeat, struct store *store)
{
    bool any = false;
    for (unsigned shard = 0; shard < STORE_SHARDS; shard++) {
        if (!heartbeat->freed[shard])
            continue;
        if (store_shard_free(store, heartbeat->number, shard) != STORE_OK)
            return STORE_FAILED;
        any = true;
    }
    if (any)
        store_notify(store, "", "free");
    return STORE_OK;
}

static enum store_result take_shards(struct heartbeat *heartbeat, struct store *store)
{
    enum store_result result = read_shards(heartbeat, store);
    const unsigned share = share_of(heartbeat->members);
    if (result != STORE_OK || heartbeat->shards >= share)
        return result;
    result = store_shards_take(store, heartbeat->number, share - heartbeat->shards);
    return result == STORE_OK ? read_shards(heartbeat, store) : result;
}

/* Returns STORE_NONE if this server has been expired. */
static enum store_result heartbeat_once(struct heartbeat *heartbeat, struct store *store)
{
    enum store_result result = STORE_OK;
    if (heartbeat->number == 0)
        result = store_member_join(store, heartbeat->name, &heartbeat->number);
    store_write_as(store, heartbeat->number);
    if (result == STORE_OK)
        result =
            store_member_heartbeat(store, heartbeat->number, heartbeat->began, &heartbeat->times);
    heartbeat->ahead = server_clock_ahead(heartbeat->times.now);
    if (result == STORE_OK)
        result = expire_members(heartbeat, store);
    if (result == STORE_OK)
        result = give_up(heartbeat, store);
    if (result == STORE_OK)
        result = store_members(store, member_found, heartbeat);
    if (result == STORE_OK)
        result = take_shards(heartbeat, store);
    if (result == STORE_OK)
        store_notify(store, "", "beat");
    return result;
}

static enum store_result heartbeat_run(struct job *job, struct store *store)
{
    struct heartbeat *heartbeat = (struct heartbeat *)job;
    const bool joins = heartbeat->number == 0;
    enum store_result result = store_begin(store);
    if (result == STORE_OK) {
        result = heartbeat_once(heartbeat, store);
        if (result == STORE_OK)
            return store_commit(store);
        store_rollback(store);
    }
    if (joins)
        heartbeat->number = 0;
    return result;
}

/* ---- Acting on a heartbeat ------------------------------------------------------------------- */

static void assign_tables(struct hub *hub)
{
    for (struct live_table *table = NULL; (table = hub_next_table(hub, table)) != NULL;) {
        table->elsewhere = !hub_owns(hub, table->id);
        table->rests_until = 0;
    }
}

/*
 * Tells waiting clients that the database does not answer. Clients reconnect to another server, if
 * there is one.
 */
static void send_away(struct hub *hub)
{
    struct hub_client *next;
    for (struct hub_client *client = hub->clients; client != NULL; client = next) {
        next = client->next;
        if (client->once)
            hub_refuse(client, NULL, CODE_STORE, FAULT_STORE_SILENT);
        else if (hub->cluster.members > 0)
            hub_client_dismiss(client, FAULT_STORE_SILENT_LATER);
    }
    worker_pool_drop(hub->writer);
    worker_pool_drop(hub->readers);
    hub->options.wake(hub->options.wake_context);
}

/* Nothing in memory is certain any more. */
static void lose_lease(struct hub *hub)
{
    struct cluster *cluster = &hub->cluster;
    if (cluster->was_lost)
        return;
    cluster->was_lost = true;
    cluster->shards = 0;
    memset(cluster->owned, 0, sizeof cluster->owned);
    memset(cluster->freed, 0, sizeof cluster->freed);
    assign_tables(hub);
    hub_log(hub, "the database does not answer in time: nothing is done for tables until it does");
    send_away(hub);
}

/* Makes the writer's groups ours. */
struct naming {
    struct job job;
    struct hub *hub;
    int64_t number;
};

static enum store_result naming_run(struct job *job, struct store *store)
{
    store_write_as(store, ((struct naming *)job)->number);
    return STORE_OK;
}

/* A group that could not begin has not set the number. */
static void naming_done(struct job *job)
{
    struct naming *naming = (struct naming *)job;
    struct cluster *cluster = &naming->hub->cluster;
    cluster->naming_is_out = false;
    if (job->result == STORE_OK)
        cluster->named = naming->number;
    free(naming);
}

/* Until this succeeds, writes under another number fail. */
static void name_writer(struct hub *hub)
{
    struct cluster *cluster = &hub->cluster;
    if (cluster->number == 0 || cluster->named == cluster->number || cluster->naming_is_out)
        return;
    struct naming *naming = calloc(1, sizeof *naming);
    if (naming == NULL)
        return;
    naming->job = (struct job){.run = naming_run, .done = naming_done, .asks = true};
    naming->hub = hub;
    naming->number = cluster->number;
    cluster->naming_is_out = true;
    worker_pool_add(hub->writer, &naming->job);
}

void hub_forget_remote_followers(struct hub *hub, int64_t server)
{
    for (struct live_table *table = NULL; (table = hub_next_table(hub, table)) != NULL;) {
        live_table_set_remote_followers(table, server, 0, NULL, 0, hub_now(hub),
                                        hub_outgoing(hub, table));
        hub_flush_table(hub, table);
    }
}

static const struct member *find_member(const struct member *member, unsigned members,
                                        int64_t number)
{
    for (unsigned i = 0; i < members; i++) {
        if (member[i].number == number)
            return &member[i];
    }
    return NULL;
}

/*
 * Followers of departed servers may still be announced late; a new server is asked for its
 * followers.
 */
static void forget_strangers(struct hub *hub)
{
    const struct cluster *cluster = &hub->cluster;
    for (struct live_table *table = NULL; (table = hub_next_table(hub, table)) != NULL;) {
        const struct remote_followers *next;
        for (const struct remote_followers *remote = table->remote_followers; remote != NULL;
             remote = next) {
            next = remote->next;
            if (find_member(cluster->member, cluster->members, remote->server) != NULL)
                continue;
            live_table_set_remote_followers(table, remote->server, 0, NULL, 0, hub_now(hub),
                                            hub_outgoing(hub, table));
            hub_flush_table(hub, table);
        }
    }
}

/*
 * Tracks since when each heartbeat has been the same. Time during which we could not look does not
 * count.
 */
static void note_members(struct hub *hub, const struct heartbeat *heartbeat)
{
    struct cluster *cluster = &hub->cluster;
    const bool was_blind = heartbeat->began - cluster->held > BLIND_MS;
    for (unsigned i = 0; i < heartbeat->members; i++) {
        const struct member *old =
            find_member(cluster->member, cluster->members, heartbeat->member[i].number);
        cluster->asks_followers |= old == NULL && heartbeat->member[i].number != cluster->number;
        const bool stands =
            old != NULL && old->heartbeat == heartbeat->member[i].heartbeat && !was_blind;
        heartbeat->member[i].since = stands ? old->since : heartbeat->began;
    }
    cluster->members = 0;
    for (unsigned i = 0; i < heartbeat->members; i++) {
        if (heartbeat->member[i].number != cluster->number)
            cluster->member[cluster->members++] = heartbeat->member[i];
    }
    forget_strangers(hub);
}

/* Frees more than our share: first here, then in the database. */
static void give_up_surplus(struct cluster *cluster)
{
    const unsigned share = share_of(cluster->members + 1);
    for (unsigned shard = 0; shard < STORE_SHARDS && cluster->shards > share; shard++) {
        if (cluster->owned[shard]) {
            cluster->owned[shard] = false;
            cluster->freed[shard] = cluster->is_urgent = true;
            cluster->shards--;
        }
    }
}

static void note_shards(struct hub *hub, const struct heartbeat *heartbeat)
{
    struct cluster *cluster = &hub->cluster;
    for (unsigned shard = 0; shard < STORE_SHARDS; shard++) {
        cluster->reads_running |= heartbeat->owned[shard] && !cluster->owned[shard];
        cluster->owned[shard] = heartbeat->owned[shard];
    }
    cluster->shards = heartbeat->shards;
    give_up_surplus(cluster);
    assign_tables(hub);
}

/* No server was running for a while: no clock ran during that time. */
static void resume_clocks(struct hub *hub, int64_t resumed)
{
    if (hub->cluster.resumed == resumed)
        return;
    hub->cluster.resumed = resumed;
    for (struct live_table *table = NULL; (table = hub_next_table(hub, table)) != NULL;)
        table->outdated = true;
}

static void take_heartbeat(struct hub *hub, const struct heartbeat *heartbeat)
{
    struct cluster *cluster = &hub->cluster;
    const bool joined = cluster->number == 0, was_lost = cluster->was_lost;
    if (hub->options.set_clock != NULL)
        hub->options.set_clock(hub->options.now_context, heartbeat->ahead);
    resume_clocks(hub, heartbeat->times.resumed);
    cluster->number = heartbeat->number;
    name_writer(hub);
    note_members(hub, heartbeat);
    cluster->held = heartbeat->began;
    cluster->was_lost = false;
    note_shards(hub, heartbeat);
    cluster->is_urgent |= heartbeat->expired > 0;
    if (joined) {
        cluster->heard = hub_now(hub);
        cluster->list_changed = cluster->announces_followers = cluster->asks_followers = true;
        hub_log_info(hub, "this is server %lld of its database; other servers: %u",
                     (long long)cluster->number, cluster->members);
    }
    for (unsigned i = 0; i < heartbeat->expired; i++)
        hub_log(hub, "server %lld has not answered in time and is taken for dead",
                (long long)heartbeat->dead[i].number);
    if (joined || was_lost)
        hub_reload_all(hub);
}

static void heartbeat_done(struct job *job)
{
    struct heartbeat *heartbeat = (struct heartbeat *)job;
    struct hub *hub = heartbeat->hub;
    struct cluster *cluster = &hub->cluster;
    cluster->is_out = false;
    cluster->next = heartbeat->began + HEARTBEAT_EVERY_MS;
    if (job->result == STORE_OK && !hub->stopping) {
        memset(cluster->freed, 0, sizeof cluster->freed);
        take_heartbeat(hub, heartbeat);
    } else if (job->result == STORE_NONE && !hub->stopping) {
        hub_log(hub, "the other servers have taken this one for dead: it joins them again");
        lose_lease(hub);
        cluster->number = 0;
    } else if (!hub->stopping) {
        hub_job_failed(hub, cluster->pool, job);
    }
    free(heartbeat->member);
    free(heartbeat->dead);
    free(heartbeat);
}

/* ---- Time ------------------------------------------------------------------------------------ */

static void add_dead(const struct cluster *cluster, struct heartbeat *heartbeat)
{
    for (unsigned i = 0; i < cluster->members; i++) {
        if (heartbeat->began - cluster->member[i].since >= DEAD_AFTER_MS)
            heartbeat->dead[heartbeat->deads++] = cluster->member[i];
    }
}

/* If allocation fails it is retried. */
static void send_heartbeat(struct hub *hub, int64_t now)
{
    struct cluster *cluster = &hub->cluster;
    struct heartbeat *heartbeat = calloc(1, sizeof *heartbeat);
    if (heartbeat == NULL)
        return;
    heartbeat->member = calloc(MEMBERS_MAX, sizeof *heartbeat->member);
    heartbeat->dead = calloc(cluster->members + 1, sizeof *heartbeat->dead);
    if (heartbeat->member == NULL || heartbeat->dead == NULL) {
        free(heartbeat->member);
        free(heartbeat->dead);
        free(heartbeat);
        return;
    }
    heartbeat->job = (struct job){.run = heartbeat_run, .done = heartbeat_done};
    heartbeat->hub = hub;
    heartbeat->number = cluster->number;
    heartbeat->began = now;
    heartbeat->name = hub->options.name != NULL ? hub->options.name : "";
    memcpy(heartbeat->freed, cluster->freed, sizeof heartbeat->freed);
    if (now - cluster->held <= BLIND_MS)
        add_dead(cluster, heartbeat);
    cluster->is_out = true;
    cluster->is_urgent = false;
    worker_pool_add(cluster->pool, &heartbeat->job);
}

struct counting {
    struct job job;
    struct hub *hub;
    struct store_counts counts;
};

static enum store_result counting_run(struct job *job, struct store *store)
{
    return store_cluster_count(store, &((struct counting *)job)->counts);
}

static void counting_done(struct job *job)
{
    struct counting *counting = (struct counting *)job;
    struct cluster *cluster = &counting->hub->cluster;
    cluster->count_is_out = false;
    if (job->result == STORE_OK)
        cluster->counts = counting->counts;
    free(counting);
}

/* Separate from the heartbeat, which must be quick. */
static void count_cluster(struct hub *hub, int64_t now)
{
    struct cluster *cluster = &hub->cluster;
    struct counting *counting = NULL;
    if (!cluster->count_is_out && now >= cluster->count_next)
        counting = calloc(1, sizeof *counting);
    if (counting == NULL)
        return;
    counting->job = (struct job){.run = counting_run, .done = counting_done};
    counting->hub = hub;
    cluster->count_is_out = true;
    cluster->count_next = now + COUNT_EVERY_MS;
    hub_read(hub, &counting->job, "", "");
}

/* Writes under an old number must have returned before there is a new one. */
static bool may_send_heartbeat(const struct hub *hub, int64_t now)
{
    const struct cluster *cluster = &hub->cluster;
    if (cluster->is_out || (cluster->number == 0 && worker_pool_load(hub->writer) > 0))
        return false;
    return now >= cluster->next || (cluster->is_urgent && now >= cluster->held + HEARTBEAT_SOON_MS);
}

void hub_cluster_tick(struct hub *hub, int64_t now)
{
    struct cluster *cluster = &hub->cluster;
    if (hub_is_alone(hub))
        return;
    if (cluster->number != 0 && !holds_lease(hub))
        lose_lease(hub);
    name_writer(hub);
    if (may_send_heartbeat(hub, now))
        send_heartbeat(hub, now);
    if (cluster->reads_running && holds_lease(hub) && now - hub->failed_at >= READ_AGAIN_MS &&
        now >= hub->ask_again_at && hub_read_running(hub))
        cluster->reads_running = false;
    if (cluster->listener != NULL && holds_lease(hub) && now - cluster->heard > NOT_LISTENING_MS) {
        cluster->heard = now;
        cluster_listener_reconnect(cluster->listener);
    }
    if (holds_lease(hub))
        count_cluster(hub, now);
    hub_cluster_messages_tick(hub, now);
}

/* ---- Receiving notifications ----------------------------------------------------------------- */

static void listener_messages(void *context, int64_t from, const char *lines)
{
    hub_take_messages(context, from, lines);
}

static void listener_missed(void *context)
{
    hub_messages_missed(context);
}

static void not_listening(void *context, const char *reason)
{
    struct hub *hub = context;
    if (!hub->stopping && !hub->cluster.is_not_listening)
        hub_log(hub, "the other servers cannot be heard: %s", reason);
    hub->cluster.is_not_listening = true;
}

void hub_cluster_collect(struct hub *hub)
{
    if (hub_is_alone(hub))
        return;
    worker_pool_collect(hub->cluster.pool);
    if (hub->cluster.listener != NULL)
        cluster_listener_collect(hub->cluster.listener);
}

int hub_listener_descriptor(const struct hub *hub)
{
    return hub->cluster.listener != NULL ? cluster_listener_descriptor(hub->cluster.listener) : -1;
}

void hub_read_listener(struct hub *hub)
{
    if (hub->cluster.listener != NULL)
        cluster_listener_read(hub->cluster.listener);
    hub_run(hub);
}

/* ---- Start and end --------------------------------------------------------------------------- */

/* Until we have a number the writer belongs to no member, and its writes fail. */
bool hub_cluster_start(struct hub *hub, struct hub_stores *stores)
{
    struct cluster *cluster = &hub->cluster;
    const struct worker_pool_plan plan = {
        .name = "sharer",
        .threads = hub->options.bot_threads == 0 ? 0 : 1,
        .stores = &stores->sharing,
        .wake = hub->options.wake,
        .context = hub->options.wake_context,
    };
    if (stores->sharing == NULL)
        return true;
    cluster->pool = worker_pool_start(&plan);
    if (cluster->pool == NULL)
        return false;
    stores->sharing = NULL;
    if (stores->listening != NULL) {
        const struct cluster_listener_calls listener = {.messages = listener_messages,
                                                        .missed = listener_missed,
                                                        .not_listening = not_listening,
                                                        .context = hub};
        cluster->listener = cluster_listener_start(stores->listening, &listener, hub->options.wake,
                                                   hub->options.wake_context);
        stores->listening = NULL;
        if (cluster->listener == NULL)
            return false;
    }
    return true;
}

static enum store_result leave_run(struct job *job, struct store *store)
{
    const struct heartbeat *heartbeat = (struct heartbeat *)job;
    enum store_result result = store_begin(store);
    if (result == STORE_OK)
        store_notify(store, "", "free");
    if (result == STORE_OK)
        result = store_notify_now(store);
    if (result == STORE_OK)
        result = store_member_leave(store, heartbeat->number);
    store_write_as(store, 0);
    if (result == STORE_OK)
        return store_commit(store);
    store_rollback(store);
    return result;
}

static void leave_done(struct job *job)
{
    struct heartbeat *heartbeat = (struct heartbeat *)job;
    char reason[STORE_REASON_SIZE];
    worker_pool_reason(heartbeat->hub->cluster.pool, reason);
    if (job->result != STORE_OK)
        hub_log(heartbeat->hub, "the other servers could not be told that this one goes: %s",
                reason);
    free(heartbeat);
}

void hub_cluster_leave(struct hub *hub)
{
    struct cluster *cluster = &hub->cluster;
    struct heartbeat *heartbeat = cluster->number != 0 ? calloc(1, sizeof *heartbeat) : NULL;
    if (heartbeat == NULL)
        return; /* the others will notice */
    heartbeat->job = (struct job){.run = leave_run, .done = leave_done};
    heartbeat->hub = hub;
    heartbeat->number = cluster->number;
    worker_pool_add(cluster->pool, &heartbeat->job);
}

void hub_cluster_end(struct hub *hub)
{
    cluster_listener_stop(hub->cluster.listener);
    hub->cluster.listener = NULL;
}
