/*
 * Other servers on the database: joining them, beating, and who minds which tables.
 *
 * What only one may do at a table, it does who has the table's shard.  A shard changes hands only
 * through the database: who gives it up has stopped before it says so, and who has died, or stood
 * still for too long, is buried first, so that it can write no more (store_members.h).  And were
 * there two all the same, an event's number is taken only once.
 */
#include <stdlib.h>
#include <string.h>

#include "server/cluster/ear.h"
#include "server/hub_internal.h"
#include "server/server_clock.h"

/*
 * A server gives up a while before the others take it for dead, and they see it within a beat: a
 * table goes on with another one less than five seconds after its server has died.
 */
enum {
    BEAT_EVERY_MS = 1000,
    BEAT_SOON_MS = 100,
    HELD_FOR_MS = 3000,   /* after a beat that was answered */
    DEAD_AFTER_MS = 3500, /* without a new one, */
    BLIND_MS = 2500,      /* unless we could not look for so long ourselves */
    DEAF_MS = 3000,       /* without hearing ourselves */
    READ_AGAIN_MS = 1000, /* after the store has failed */
    COUNT_EVERY_MS = 5000,
};

static unsigned shard_of(const char *table)
{
    const uint32_t hash = hub_table_hash(table);
    return (hash ^ hash >> 16) % STORE_SHARDS;
}

static bool holds(const struct hub *hub)
{
    return hub->cluster.number != 0 && hub_now(hub) - hub->cluster.held < HELD_FOR_MS;
}

bool hub_may_answer(const struct hub *hub)
{
    return hub_is_alone(hub) || holds(hub);
}

bool hub_is_cut_off(const struct hub *hub)
{
    return hub->cluster.was_lost;
}

unsigned hub_shards(const struct hub *hub)
{
    if (hub_is_alone(hub))
        return STORE_SHARDS;
    return holds(hub) ? hub->cluster.shards : 0;
}

bool hub_minds(const struct hub *hub, const char *table)
{
    return hub_is_alone(hub) || (holds(hub) && hub->cluster.mine[shard_of(table)]);
}

/* ---- A beat ---------------------------------------------------------------------------------- */

struct beat {
    struct job job;
    struct hub *hub;
    int64_t number; /* 0: to join */
    int64_t began;
    const char *name;
    bool freed[STORE_SHARDS]; /* that are given up */
    struct member *dead;      /* who is to be buried */
    unsigned deads, buried;
    int64_t ahead;            /* how far the database's clock is */
    struct store_times times; /* what was found */
    struct member *member;    /* all of them */
    unsigned members;
    bool mine[STORE_SHARDS];
    unsigned shards;
};

static void member_found(void *context, const struct store_member *member)
{
    struct beat *beat = context;
    if (beat->members < MEMBERS_MAX)
        beat->member[beat->members++] =
            (struct member){.number = member->number, .beat = member->beat};
}

static void shard_found(void *context, unsigned shard)
{
    struct beat *beat = context;
    beat->mine[shard] = true;
    beat->shards++;
}

static enum store_result read_shards(struct beat *beat, struct store *store)
{
    beat->shards = 0;
    memset(beat->mine, 0, sizeof beat->mine);
    return store_shards_of(store, beat->number, shard_found, beat);
}

/* Its share of all, rounded up. */
static unsigned share_of(unsigned members)
{
    return members > 0 ? (STORE_SHARDS + members - 1) / members : STORE_SHARDS;
}

static enum store_result bury(struct beat *beat, struct store *store)
{
    for (unsigned i = 0; i < beat->deads; i++) {
        const struct member *dead = &beat->dead[i];
        const enum store_result result = store_member_bury(store, dead->number, dead->beat);
        if (result == STORE_FAILED)
            return STORE_FAILED;
        if (result == STORE_OK)
            beat->dead[beat->buried++] = *dead;
    }
    return STORE_OK;
}

static enum store_result give_up(struct beat *beat, struct store *store)
{
    bool any = false;
    for (unsigned shard = 0; shard < STORE_SHARDS; shard++) {
        if (!beat->freed[shard])
            continue;
        if (store_shard_free(store, beat->number, shard) != STORE_OK)
            return STORE_FAILED;
        any = true;
    }
    if (any)
        store_tell(store, "", "free");
    return STORE_OK;
}

static enum store_result take_shards(struct beat *beat, struct store *store)
{
    enum store_result result = read_shards(beat, store);
    const unsigned share = share_of(beat->members);
    if (result != STORE_OK || beat->shards >= share)
        return result;
    result = store_shards_take(store, beat->number, share - beat->shards);
    return result == STORE_OK ? read_shards(beat, store) : result;
}

/* STORE_NONE when we are buried. */
static enum store_result beat_once(struct beat *beat, struct store *store)
{
    enum store_result result = STORE_OK;
    if (beat->number == 0)
        result = store_member_join(store, beat->name, &beat->number);
    store_write_as(store, beat->number);
    if (result == STORE_OK)
        result = store_member_beat(store, beat->number, beat->began, &beat->times);
    beat->ahead = server_clock_ahead(beat->times.now);
    if (result == STORE_OK)
        result = bury(beat, store);
    if (result == STORE_OK)
        result = give_up(beat, store);
    if (result == STORE_OK)
        result = store_members(store, member_found, beat);
    if (result == STORE_OK)
        result = take_shards(beat, store);
    if (result == STORE_OK)
        store_tell(store, "", "beat");
    return result;
}

static enum store_result beat_run(struct job *job, struct store *store)
{
    struct beat *beat = (struct beat *)job;
    const bool joins = beat->number == 0;
    enum store_result result = store_begin(store);
    if (result == STORE_OK) {
        result = beat_once(beat, store);
        if (result == STORE_OK)
            return store_commit(store);
        store_rollback(store);
    }
    if (joins)
        beat->number = 0;
    return result;
}

/* ---- What follows from it -------------------------------------------------------------------- */

static void assign_rooms(struct hub *hub)
{
    for (struct room *room = NULL; (room = hub_next_room(hub, room));) {
        room->elsewhere = !hub_minds(hub, room->id);
        room->rests_until = 0;
    }
}

/* Who waits for the database is told that it is silent.  People go to another server, if there is
 * one. */
static void send_away(struct hub *hub)
{
    struct link *next;
    for (struct link *link = hub->links; link; link = next) {
        next = link->next;
        if (link->once)
            hub_refuse(link, NULL, "store", FAULT_STORE_SILENT);
        else if (hub->cluster.members > 0)
            hub_link_end(link, FAULT_STORE_SILENT_LATER);
    }
    crew_drop(hub->writer);
    crew_drop(hub->readers);
    hub->options.wake(hub->options.wake_context);
}

/* Nothing that is in memory is certain any more. */
static void lose(struct hub *hub)
{
    struct cluster *cluster = &hub->cluster;
    if (cluster->was_lost)
        return;
    cluster->was_lost = true;
    cluster->shards = 0;
    memset(cluster->mine, 0, sizeof cluster->mine);
    memset(cluster->freed, 0, sizeof cluster->freed);
    assign_rooms(hub);
    hub_log(hub, "the database does not answer in time: nothing is done for tables until it does");
    send_away(hub);
}

/* The writer's groups are ours from now on. */
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

/* A group that could not even begin has not named anybody. */
static void naming_done(struct job *job)
{
    struct naming *naming = (struct naming *)job;
    struct cluster *cluster = &naming->hub->cluster;
    cluster->naming_is_out = false;
    if (job->result == STORE_OK)
        cluster->named = naming->number;
    free(naming);
}

/* Until it has worked: what is written under another number fails meanwhile. */
static void name_writer(struct hub *hub)
{
    struct cluster *cluster = &hub->cluster;
    if (cluster->number == 0 || cluster->named == cluster->number || cluster->naming_is_out)
        return;
    struct naming *naming = calloc(1, sizeof *naming);
    if (!naming)
        return;
    naming->job = (struct job){.run = naming_run, .done = naming_done, .asks = true};
    naming->hub = hub;
    naming->number = cluster->number;
    cluster->naming_is_out = true;
    crew_add(hub->writer, &naming->job);
}

void hub_forget_crowds(struct hub *hub, int64_t server)
{
    for (struct room *room = NULL; (room = hub_next_room(hub, room));) {
        room_hear_crowd(room, server, 0, NULL, 0, hub_now(hub), hub_mail(hub, room));
        hub_follow_up(hub, room);
    }
}

static const struct member *find_member(const struct member *member, unsigned members,
                                        int64_t number)
{
    for (unsigned i = 0; i < members; i++)
        if (member[i].number == number)
            return &member[i];
    return NULL;
}

/* What a server told may be heard when it has gone; one that has come is asked for what it told. */
static void forget_strangers(struct hub *hub)
{
    const struct cluster *cluster = &hub->cluster;
    for (struct room *room = NULL; (room = hub_next_room(hub, room));) {
        const struct crowd *next;
        for (const struct crowd *crowd = room->crowds; crowd; crowd = next) {
            next = crowd->next;
            if (find_member(cluster->member, cluster->members, crowd->server))
                continue;
            room_hear_crowd(room, crowd->server, 0, NULL, 0, hub_now(hub), hub_mail(hub, room));
            hub_follow_up(hub, room);
        }
    }
}

/* Since when has each had the same beat?  What we could not see while we were blind counts not. */
static void note_members(struct hub *hub, const struct beat *beat)
{
    struct cluster *cluster = &hub->cluster;
    const bool was_blind = beat->began - cluster->held > BLIND_MS;
    for (unsigned i = 0; i < beat->members; i++) {
        const struct member *old =
            find_member(cluster->member, cluster->members, beat->member[i].number);
        cluster->asks_there |= !old && beat->member[i].number != cluster->number;
        const bool stands = old && old->beat == beat->member[i].beat && !was_blind;
        beat->member[i].since = stands ? old->since : beat->began;
    }
    cluster->members = 0;
    for (unsigned i = 0; i < beat->members; i++)
        if (beat->member[i].number != cluster->number)
            cluster->member[cluster->members++] = beat->member[i];
    forget_strangers(hub);
}

/* More than our share is given up: first here, then in the database. */
static void give_up_surplus(struct cluster *cluster)
{
    const unsigned share = share_of(cluster->members + 1);
    for (unsigned shard = 0; shard < STORE_SHARDS && cluster->shards > share; shard++)
        if (cluster->mine[shard]) {
            cluster->mine[shard] = false;
            cluster->freed[shard] = cluster->hurries = true;
            cluster->shards--;
        }
}

static void note_shards(struct hub *hub, const struct beat *beat)
{
    struct cluster *cluster = &hub->cluster;
    for (unsigned shard = 0; shard < STORE_SHARDS; shard++) {
        cluster->reads_running |= beat->mine[shard] && !cluster->mine[shard];
        cluster->mine[shard] = beat->mine[shard];
    }
    cluster->shards = beat->shards;
    give_up_surplus(cluster);
    assign_rooms(hub);
}

/* A time without any server has passed: no clock ran in it. */
static void resume_clocks(struct hub *hub, int64_t resumed)
{
    if (hub->cluster.resumed == resumed)
        return;
    hub->cluster.resumed = resumed;
    for (struct room *room = NULL; (room = hub_next_room(hub, room));)
        room->outdated = true;
}

static void beaten(struct hub *hub, const struct beat *beat)
{
    struct cluster *cluster = &hub->cluster;
    const bool joined = cluster->number == 0, was_lost = cluster->was_lost;
    if (hub->options.set_clock)
        hub->options.set_clock(hub->options.now_context, beat->ahead);
    resume_clocks(hub, beat->times.resumed);
    cluster->number = beat->number;
    name_writer(hub);
    note_members(hub, beat);
    cluster->held = beat->began;
    cluster->was_lost = false;
    note_shards(hub, beat);
    cluster->hurries |= beat->buried > 0;
    if (joined) {
        cluster->heard = hub_now(hub);
        cluster->list_changed = cluster->here_anew = cluster->asks_there = true;
        hub_log_news(hub, "this is server %lld of its database; other servers: %u",
                     (long long)cluster->number, cluster->members);
    }
    for (unsigned i = 0; i < beat->buried; i++)
        hub_log(hub, "server %lld has not answered in time and is taken for dead",
                (long long)beat->dead[i].number);
    if (joined || was_lost)
        hub_look_at_all(hub);
}

static void beat_done(struct job *job)
{
    struct beat *beat = (struct beat *)job;
    struct hub *hub = beat->hub;
    struct cluster *cluster = &hub->cluster;
    cluster->is_out = false;
    cluster->next = beat->began + BEAT_EVERY_MS;
    if (job->result == STORE_OK && !hub->stopping) {
        memset(cluster->freed, 0, sizeof cluster->freed);
        beaten(hub, beat);
    } else if (job->result == STORE_NONE && !hub->stopping) {
        hub_log(hub, "the other servers have taken this one for dead: it joins them again");
        lose(hub);
        cluster->number = 0;
    } else if (!hub->stopping) {
        hub_job_failed(hub, cluster->crew, job);
    }
    free(beat->member);
    free(beat->dead);
    free(beat);
}

/* ---- Time ------------------------------------------------------------------------------------ */

static void add_dead(const struct cluster *cluster, struct beat *beat)
{
    for (unsigned i = 0; i < cluster->members; i++)
        if (beat->began - cluster->member[i].since >= DEAD_AFTER_MS)
            beat->dead[beat->deads++] = cluster->member[i];
}

/* Without memory it is tried again. */
static void send_beat(struct hub *hub, int64_t now)
{
    struct cluster *cluster = &hub->cluster;
    struct beat *beat = calloc(1, sizeof *beat);
    if (!beat)
        return;
    beat->member = calloc(MEMBERS_MAX, sizeof *beat->member);
    beat->dead = calloc(cluster->members + 1, sizeof *beat->dead);
    if (!beat->member || !beat->dead) {
        free(beat->member);
        free(beat->dead);
        free(beat);
        return;
    }
    beat->job = (struct job){.run = beat_run, .done = beat_done};
    beat->hub = hub;
    beat->number = cluster->number;
    beat->began = now;
    beat->name = hub->options.name ? hub->options.name : "";
    memcpy(beat->freed, cluster->freed, sizeof beat->freed);
    if (now - cluster->held <= BLIND_MS)
        add_dead(cluster, beat);
    cluster->is_out = true;
    cluster->hurries = false;
    crew_add(cluster->crew, &beat->job);
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

/* Apart from the beat, which must not take long. */
static void count(struct hub *hub, int64_t now)
{
    struct cluster *cluster = &hub->cluster;
    struct counting *counting = NULL;
    if (!cluster->count_is_out && now >= cluster->count_next)
        counting = calloc(1, sizeof *counting);
    if (!counting)
        return;
    counting->job = (struct job){.run = counting_run, .done = counting_done};
    counting->hub = hub;
    cluster->count_is_out = true;
    cluster->count_next = now + COUNT_EVERY_MS;
    hub_read(hub, &counting->job, "", "");
}

/* What was written under an old number has come back before there is a new one. */
static bool may_beat(const struct hub *hub, int64_t now)
{
    const struct cluster *cluster = &hub->cluster;
    if (cluster->is_out || (cluster->number == 0 && crew_load(hub->writer) > 0))
        return false;
    return now >= cluster->next || (cluster->hurries && now >= cluster->held + BEAT_SOON_MS);
}

void hub_cluster_tick(struct hub *hub, int64_t now)
{
    struct cluster *cluster = &hub->cluster;
    if (hub_is_alone(hub))
        return;
    if (cluster->number != 0 && !holds(hub))
        lose(hub);
    name_writer(hub);
    if (may_beat(hub, now))
        send_beat(hub, now);
    if (cluster->reads_running && holds(hub) && now - hub->failed_at >= READ_AGAIN_MS &&
        now >= hub->ask_again_at && hub_read_running(hub))
        cluster->reads_running = false;
    if (cluster->ear && holds(hub) && now - cluster->heard > DEAF_MS) {
        cluster->heard = now;
        ear_doubt(cluster->ear);
    }
    if (holds(hub))
        count(hub, now);
    hub_news_tick(hub, now);
}

/* ---- Hearing --------------------------------------------------------------------------------- */

static void news(void *context, int64_t from, const char *lines)
{
    hub_hear(context, from, lines);
}

static void missed(void *context)
{
    hub_hear_missed(context);
}

static void deaf(void *context, const char *reason)
{
    struct hub *hub = context;
    if (!hub->stopping && !hub->cluster.is_deaf)
        hub_log(hub, "the other servers cannot be heard: %s", reason);
    hub->cluster.is_deaf = true;
}

void hub_cluster_collect(struct hub *hub)
{
    if (hub_is_alone(hub))
        return;
    crew_collect(hub->cluster.crew);
    if (hub->cluster.ear)
        ear_collect(hub->cluster.ear);
}

int hub_ear(const struct hub *hub)
{
    return hub->cluster.ear ? ear_descriptor(hub->cluster.ear) : -1;
}

void hub_listen(struct hub *hub)
{
    if (hub->cluster.ear)
        ear_hear(hub->cluster.ear);
    hub_run(hub);
}

/* ---- Start and end --------------------------------------------------------------------------- */

/* The writer writes for nobody until we have a number: what is nobody's fails. */
bool hub_cluster_start(struct hub *hub, struct hub_stores *stores)
{
    struct cluster *cluster = &hub->cluster;
    const struct crew_plan plan = {
        .name = "sharer",
        .threads = hub->options.bot_threads == 0 ? 0 : 1,
        .stores = &stores->sharing,
        .wake = hub->options.wake,
        .context = hub->options.wake_context,
    };
    if (!stores->sharing)
        return true;
    cluster->crew = crew_start(&plan);
    if (!cluster->crew)
        return false;
    stores->sharing = NULL;
    if (stores->hearing) {
        const struct ear_listener listener = {
            .news = news, .missed = missed, .deaf = deaf, .context = hub};
        cluster->ear =
            ear_start(stores->hearing, &listener, hub->options.wake, hub->options.wake_context);
        stores->hearing = NULL;
        if (!cluster->ear)
            return false;
    }
    return true;
}

static enum store_result leave_run(struct job *job, struct store *store)
{
    const struct beat *beat = (struct beat *)job;
    enum store_result result = store_begin(store);
    if (result == STORE_OK)
        store_tell(store, "", "free");
    if (result == STORE_OK)
        result = store_tell_now(store);
    if (result == STORE_OK)
        result = store_member_leave(store, beat->number);
    store_write_as(store, 0);
    if (result == STORE_OK)
        return store_commit(store);
    store_rollback(store);
    return result;
}

static void leave_done(struct job *job)
{
    struct beat *beat = (struct beat *)job;
    char reason[STORE_REASON_SIZE];
    crew_reason(beat->hub->cluster.crew, reason);
    if (job->result != STORE_OK)
        hub_log(beat->hub, "the other servers could not be told that this one goes: %s", reason);
    free(beat);
}

void hub_cluster_leave(struct hub *hub)
{
    struct cluster *cluster = &hub->cluster;
    struct beat *beat = cluster->number != 0 ? calloc(1, sizeof *beat) : NULL;
    if (!beat)
        return; /* the others will see */
    beat->job = (struct job){.run = leave_run, .done = leave_done};
    beat->hub = hub;
    beat->number = cluster->number;
    crew_add(cluster->crew, &beat->job);
}

void hub_cluster_end(struct hub *hub)
{
    ear_stop(hub->cluster.ear);
    hub->cluster.ear = NULL;
}
