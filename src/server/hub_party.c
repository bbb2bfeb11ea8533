/*
 * Parties in the hub: opening several tables at once, who may sit at which of them, and finding out
 * that all are over.
 */
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "server/hub_internal.h"
#include "server/tables/table_told.h"

/* How long until the store is asked again: when it failed, and when other tables still run. */
enum { FAILED_AGAIN_MS = 1000, NOT_OVER_AGAIN_MS = 10 * 60 * 1000 };

/* ---- Opening --------------------------------------------------------------------------------- */

/* The new tables on their way to disk, with whoever is to be answered. */
struct opening {
    struct job job;
    struct hub *hub;
    struct asker asker;
    struct change *change[PARTY_TABLES_MAX];
    unsigned tables;
};

/* All in one group: where one cannot be written, none is. */
static enum store_result opening_run(struct job *job, struct store *store)
{
    const struct opening *opening = (const struct opening *)job;
    for (unsigned i = 0; i < opening->tables; i++)
        if (change_write(&opening->change[i]->job, store) != STORE_OK)
            return opening->change[i]->by_gone ? STORE_TAKEN : STORE_FAILED;
    return STORE_OK;
}

/* NULL when there is no memory: then the connection ends, and the tables are there. */
static struct packet *opened_tables(struct hub *hub, const struct opening *opening)
{
    struct packet *table[PARTY_TABLES_MAX], *packet = NULL;
    unsigned count = 0;
    for (; count < opening->tables; count++) {
        const struct room *room = hub_find_room(hub, opening->change[count]->table);
        table[count] = room ? room_table(room, opening->asker.identity.person) : NULL;
        if (!table[count])
            break;
    }
    if (count == opening->tables)
        packet = packet_of_list(LIST_TABLES, table, count);
    while (count > 0)
        packet_release(table[--count]);
    return packet;
}

static void not_opened(struct hub *hub, uint64_t asker)
{
    struct link *link = hub_find_link(hub, asker);
    if (link)
        hub_not_kept(link, NULL);
}

static void opening_done(struct job *job)
{
    struct opening *opening = (struct opening *)job;
    struct hub *hub = opening->hub;
    const bool kept = job->result == STORE_OK;
    const bool by_gone = opening->change[0]->by_gone;
    if (!kept && !by_gone)
        hub_job_failed(hub, hub->writer, job);
    for (unsigned i = 0; i < opening->tables; i++)
        hub_written(hub, opening->change[i], kept);
    struct link *link = hub_find_link(hub, opening->asker.link);
    if (by_gone)
        hub_end_gone(hub, opening->change[0]);
    else if (!kept)
        not_opened(hub, opening->asker.link);
    else if (link)
        link->answered(link, 200, opened_tables(hub, opening));
    for (unsigned i = 0; i < opening->tables; i++) {
        struct room *room = hub_find_room(hub, opening->change[i]->table);
        if (room)
            hub_follow_up(hub, room);
        change_free(opening->change[i]);
    }
    free(opening);
}

/* The host sits at the first table; at the others their seat is for anybody. */
static void leave_seats_open(struct match_settings *settings)
{
    for (unsigned seat = 0; seat < settings->seats; seat++)
        if (settings->plan[seat].kind == SEAT_PERSON)
            settings->plan[seat].kind = SEAT_OPEN;
}

/* False when there is no memory for a room or its change. */
static bool add_table(struct opening *opening, struct link *link, const struct party *party,
                      const struct match_settings *settings, const uint8_t seed[SEED_SIZE])
{
    struct hub *hub = opening->hub;
    struct room *room = hub_add_room(hub, party->table[opening->tables]);
    if (!room)
        return false;
    room->party = *party;
    memcpy(room->payer, link->address, sizeof room->payer);
    if (!room_open(room, settings, seed, NULL, &opening->asker, hub_now(hub))) {
        hub_drop_room(hub, room, "store", FAULT_TABLE_UNREADABLE);
        return false;
    }
    opening->change[opening->tables++] = room->to_write;
    room->to_write = NULL;
    return true;
}

static void forget_opening(struct opening *opening)
{
    for (unsigned i = 0; i < opening->tables; i++) {
        hub_drop_room(opening->hub, hub_find_room(opening->hub, opening->change[i]->table), "store",
                      FAULT_TABLE_UNREADABLE);
        change_free(opening->change[i]);
    }
    free(opening);
}

/* Its seed is drawn once, for a party that nobody can open again. */
static void new_party(struct party *party, unsigned tables)
{
    *party = (struct party){.tables = tables};
    random_id(party->id, TABLE_ID_SIZE - 1);
    for (unsigned i = 0; i < tables; i++)
        random_id(party->table[i], TABLE_ID_SIZE - 1);
}

void hub_open_party(struct link *link, const struct match_settings *wanted, unsigned tables)
{
    struct hub *hub = link->hub;
    struct opening *opening = calloc(1, sizeof *opening);
    struct match_settings settings = *wanted;
    struct party party;
    uint8_t seed[SEED_SIZE];
    CHECK(tables > 1 && tables <= PARTY_TABLES_MAX);
    if (!opening) {
        hub_cannot_keep(link, NULL, "new tables");
        return;
    }
    opening->job = (struct job){.run = opening_run, .done = opening_done};
    opening->hub = hub;
    opening->asker = asker_of(link, NULL);
    settings.party = true;
    new_party(&party, tables);
    table_seed(hub->secret, party.id, &settings, seed);
    while (opening->tables < tables) {
        if (!add_table(opening, link, &party, &settings, seed)) {
            forget_opening(opening);
            hub_cannot_keep(link, NULL, "new tables");
            return;
        }
        leave_seats_open(&settings);
    }
    crew_add(hub->writer, &opening->job);
}

/* ---- Who may sit where ----------------------------------------------------------------------- */

/* Another table of the party whose seats are certain; NULL when the link waits or was refused. */
static struct room *certain_room(struct link *link, const char *id, const struct message *message)
{
    struct room *room = hub_find_room(link->hub, id);
    if (room && room->state == ROOM_BUSY && room->kept && room->match.state.phase != MATCH_OPEN)
        return room; /* its seats are fixed, whatever is being written */
    return hub_ready_room(link, id, message);
}

bool hub_may_sit(struct link *link, const struct room *room, const struct message *message)
{
    const struct party *party = &room->party;
    for (unsigned i = 0; i < party->tables; i++) {
        if (strcmp(party->table[i], room->id) == 0)
            continue;
        const struct room *other = certain_room(link, party->table[i], message);
        if (!other)
            return false;
        if (other->match.state.phase == MATCH_CLOSED ||
            match_state_seat_of(&other->match.state, link->identity.person) == SEAT_NONE)
            continue;
        hub_refuse(link, message, "forbidden", FAULT_OTHER_TABLE_OF_PARTY);
        return false;
    }
    return true;
}

/* ---- Whether all are over -------------------------------------------------------------------- */

/* The question to the store; the room that wanted to know is looked for again. */
struct party_question {
    struct job job;
    struct hub *hub;
    char room[TABLE_ID_SIZE];
    struct party party;
};

static enum store_result question_run(struct job *job, struct store *store)
{
    return party_read(&((struct party_question *)job)->party, store);
}

/*
 * Tables that are not over are brought into memory too: one that has been open for a day is closed
 * only there.
 */
static void question_answered(struct hub *hub, const struct party *party)
{
    for (unsigned i = 0; i < party->tables; i++) {
        struct room *room = hub_room(hub, party->table[i], NULL);
        if (!room || !party->is_over)
            continue;
        room->party.is_over = true; /* also of a room that is about to be read */
        if (room->state == ROOM_READY)
            hub_follow_up(hub, room);
    }
}

static void question_done(struct job *job)
{
    struct party_question *question = (struct party_question *)job;
    struct hub *hub = question->hub;
    struct room *room = hub_find_room(hub, question->room);
    if (job->result == STORE_OK && !hub->stopping) {
        question_answered(hub, &question->party);
    } else if (job->result != STORE_OK) {
        hub_job_failed(hub, hub->readers, job);
        if (room)
            room->ask_party_at = hub_now(hub) + FAILED_AGAIN_MS;
    }
    free(question);
}

/* Without memory it is asked again. */
void hub_ask_party(struct hub *hub, struct room *room)
{
    struct party_question *question = calloc(1, sizeof *question);
    room->ask_party_at = hub_now(hub) + (question ? NOT_OVER_AGAIN_MS : FAILED_AGAIN_MS);
    if (!question)
        return;
    question->job = (struct job){.run = question_run, .done = question_done};
    question->hub = hub;
    question->party = room->party;
    memcpy(question->room, room->id, sizeof question->room);
    hub_read(hub, &question->job, "", "");
}
