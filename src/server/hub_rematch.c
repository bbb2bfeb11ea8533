/*
 * Another game with the same people: the new table and the event that tells of it at the old one
 * are written in one group, so that there are both or neither.
 */
#include <stdlib.h>
#include <string.h>

#include "server/hub_internal.h"

/* Both on their way to disk, with whoever is to be answered. */
struct rematch {
    struct job job;
    struct hub *hub;
    struct asker asker;
    struct change *opened, *told; /* the new table, and what is told at the old one */
    struct packet *asked;         /* the message, where it is to be judged again; or NULL */
};

/* What is told comes first: when another server has told something else, nothing is written.  Nor
 * when it has deleted whoever asks. */
static enum store_result rematch_run(struct job *job, struct store *store)
{
    const struct rematch *rematch = (const struct rematch *)job;
    enum store_result result = change_write_person(rematch->opened, store);
    if (result == STORE_OK)
        result = change_write(&rematch->told->job, store);
    if (result != STORE_OK)
        return result;
    return change_write(&rematch->opened->job, store) == STORE_OK ? STORE_OK : STORE_FAILED;
}

static void answer(struct hub *hub, const struct rematch *rematch, bool kept)
{
    struct link *link = hub_find_link(hub, rematch->asker.link);
    const struct message message = {.has_id = rematch->asker.has_id, .id = rematch->asker.id};
    if (link && kept)
        hub_send_done(link, &message, rematch->told->first, false);
    else if (link)
        hub_not_kept(link, &message);
}

/* The new table is there before anybody hears of it. */
static void rematch_done(struct job *job)
{
    struct rematch *rematch = (struct rematch *)job;
    struct hub *hub = rematch->hub;
    const bool kept = job->result == STORE_OK;
    const bool by_gone = rematch->opened->by_gone;
    const bool raced = job->result == STORE_TAKEN && !by_gone && !hub_is_alone(hub);
    if (!kept && !raced && !by_gone)
        hub_job_failed(hub, hub->writer, job);
    struct room *opened = hub_written(hub, rematch->opened, kept);
    if (opened && raced) /* nothing was written */
        hub_drop_room(hub, opened, "store", FAULT_TABLE_NOT_KEPT);
    else if (opened)
        hub_follow_up(hub, opened);
    struct room *old = hub_written(hub, rematch->told, kept);
    if (raced)
        hub_lost_race(hub, old, &rematch->asker, rematch->asked);
    else if (by_gone)
        hub_end_gone(hub, rematch->opened);
    else
        answer(hub, rematch, kept);
    if (old && !raced)
        hub_follow_up(hub, old);
    change_free(rematch->opened);
    change_free(rematch->told);
    packet_release(rematch->asked);
    free(rematch);
}

/* ---- Opening --------------------------------------------------------------------------------- */

/* Everybody is known by the name they have at the old table. */
static void name_people(struct room *opened, const struct room *old,
                        char kept[SEATS_MAX][PERSON_SIZE])
{
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        const unsigned sat = match_state_seat_of(&old->match.state, kept[seat]);
        if (kept[seat][0] != '\0' && sat != SEAT_NONE)
            memcpy(opened->name[seat], old->name[sat], sizeof opened->name[seat]);
    }
}

/* NULL when there is no memory. */
static struct change *open_table(struct link *link, const struct room *old,
                                 const struct asker *asker, const struct match_settings *settings,
                                 char kept[SEATS_MAX][PERSON_SIZE])
{
    struct hub *hub = link->hub;
    uint8_t seed[SEED_SIZE];
    struct room *room = hub_new_room(link, settings, seed);
    if (!room)
        return NULL;
    name_people(room, old, kept);
    if (!room_open(room, settings, seed, kept, asker, hub_now(hub))) {
        hub_drop_room(hub, room, "store", FAULT_TABLE_UNREADABLE);
        return NULL;
    }
    struct change *change = room->to_write;
    room->to_write = NULL;
    return change;
}

/* Nothing has been written: there is no such table, and the old one is read again if it told. */
static void forget(struct rematch *rematch, struct link *link, const struct message *message)
{
    struct hub *hub = link->hub;
    struct room *opened =
        rematch && rematch->opened ? hub_find_room(hub, rematch->opened->table) : NULL;
    if (opened)
        hub_drop_room(hub, opened, "store", FAULT_TABLE_UNREADABLE);
    if (rematch && rematch->opened)
        change_free(rematch->opened);
    free(rematch);
    hub_cannot_keep(link, message, "a rematch");
}

static void begin(struct link *link, struct room *room, const struct message *message,
                  const struct match_settings *settings, char kept[SEATS_MAX][PERSON_SIZE])
{
    struct hub *hub = link->hub;
    struct rematch *rematch = calloc(1, sizeof *rematch);
    struct answer answer;
    if (rematch) {
        rematch->job = (struct job){.run = rematch_run, .done = rematch_done};
        rematch->hub = hub;
        rematch->asker = asker_of(link, message);
        rematch->opened = open_table(link, room, &rematch->asker, settings, kept);
    }
    if (!rematch || !rematch->opened ||
        room_rematch(room, &rematch->asker, rematch->opened->table, hub_now(hub), &answer) !=
            ROOM_CHANGED) {
        forget(rematch, link, message);
        return;
    }
    rematch->told = room->to_write;
    room->to_write = NULL;
    if (!link->once)
        rematch->asked = packet_share(link->inbox[0]);
    crew_add(hub->writer, &rematch->job);
}

void hub_rematch(struct link *link, struct room *room, const struct message *message)
{
    struct hub *hub = link->hub;
    const struct asker asker = asker_of(link, message);
    struct match_settings settings;
    char kept[SEATS_MAX][PERSON_SIZE];
    struct answer answer;
    switch (room_may_rematch(room, &asker, hub_now(hub), &answer)) {
    case ROOM_CHANGED:
        break;
    case ROOM_REPEATED:
        hub_send_done(link, message, answer.number, true);
        return;
    default:
        if (!hub_looks_first(link, room, message))
            hub_send_error(link, message, objection_names[answer.objection], &answer.fault);
        return;
    }
    match_state_rematch(&room->match.state,
                        match_state_seat_of(&room->match.state, link->identity.person), &settings,
                        kept);
    if (!hub_pay(link, PRICE_OPEN))
        hub_refuse(link, message, "slow", FAULT_TOO_MANY_MESSAGES);
    else if (!hub_may_open(link, &settings, 1))
        hub_refuse(link, message, "slow", FAULT_TOO_MANY_TABLES);
    else
        begin(link, room, message, &settings, kept);
}
