/* A table in memory: its life, its followers and those who wait; see room.h. */
#include "server/tables/room.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "core/check.h"
#include "server/tables/room_internal.h"

#define IDLE_MS           (10 * 60 * INT64_C(1000))
#define IDLE_WHEN_OVER_MS (60 * INT64_C(1000))
#define IDLE_ELSEWHERE_MS (10 * INT64_C(1000))

enum { RETRY_MS = 1000, RETRY_DOUBLINGS = 3, CROWD = 32, CROWD_EVERY_MS = 1000 };

/* ---- Life ------------------------------------------------------------------------------------ */

struct room *room_new(const char *id, uint64_t serial, int64_t now)
{
    struct room *room = calloc(1, sizeof *room);
    if (!room)
        return NULL;
    CHECK(strlen(id) < TABLE_ID_SIZE);
    text_copy(room->id, sizeof room->id, id);
    room->serial = serial;
    room->state = ROOM_LOADING;
    room->due = MATCH_NEVER;
    room->idle_since = now;
    return room;
}

static void forget_crowds(struct room *room)
{
    while (room->crowds) {
        struct crowd *crowd = room->crowds;
        room->crowds = crowd->next;
        free(crowd);
    }
}

void room_free(struct room *room)
{
    forget_crowds(room);
    if (room->to_write)
        change_free(room->to_write);
    packet_release(room->people);
    table_history_release(&room->history);
    free(room->follower);
    free(room->waiting.link);
    free(room);
}

void room_take_over(struct room *room, struct stored_game *game, int64_t resumed, int64_t now,
                    struct mail *mail)
{
    const uint32_t seen = table_history_events(&room->history);
    table_history_release(&room->history);
    room->match = game->match;
    room->opened = game->opened;
    room->changed = game->changed;
    const bool party_is_over = room->party.is_over; /* may be newer than what was read */
    room->party = game->party;
    room->party.is_over |= party_is_over;
    memcpy(room->name, game->name, sizeof room->name);
    if (room->payer[0] == '\0')
        memcpy(room->payer, game->match.state.host, sizeof game->match.state.host);
    room->history = game->history;
    memset(&game->history, 0, sizeof game->history);
    room->bot_asked = 0;
    room->bot_ready = false;
    if (resumed >= now || room->match.state.since < resumed)
        match_state_resume(&room->match.state, resumed);
    room->state = ROOM_READY;
    room->kept = true;
    room->perhaps_kept = false;
    room->failures = 0;
    room->list_changed = true;
    room->here_changed |= room->followers > 0; /* the table may know others now */
    for (unsigned i = 0; i < room->followers; i++) {
        mail_log(mail, room->follower[i].link, room->history.log, seen);
        if (seen < table_history_events(&room->history))
            room_send_hand(room, &room->follower[i], mail);
    }
    room_tell_people(room, now, mail);
}

void room_doubt(struct room *room, int64_t now)
{
    const unsigned doublings = room->failures < RETRY_DOUBLINGS ? room->failures : RETRY_DOUBLINGS;
    room->state = ROOM_DOUBTFUL;
    room->failures++;
    room->retry_at = now + ((int64_t)RETRY_MS << doublings);
}

/* Whether nothing happens here unless somebody comes; tables in the list wait for that. */
static bool is_quiet(const struct room *room)
{
    if (room->elsewhere)
        return true;
    if (room->crowds)
        return false;
    const bool waits = room->match.state.phase == MATCH_OPEN && !room->match.state.settings.listed;
    return room->bot_asked == 0 && !match_bot_to_move(&room->match) &&
           (room->due == MATCH_NEVER || waits);
}

bool room_is_idle(const struct room *room, int64_t now, bool memory_is_short)
{
    if (room->followers > 0 || room->waiting.count > 0)
        return false;
    if (room->state == ROOM_DOUBTFUL)
        return !room_is_read_again(room);
    const int64_t patience = memory_is_short                           ? 0
                             : room->elsewhere                         ? IDLE_ELSEWHERE_MS
                             : match_state_is_over(&room->match.state) ? IDLE_WHEN_OVER_MS
                                                                       : IDLE_MS;
    return room->state == ROOM_READY && room->idle_since != 0 &&
           now - room->idle_since >= patience && is_quiet(room);
}

/* ---- Who is here ----------------------------------------------------------------------------- */

bool room_has(const struct room *room, const char *person)
{
    for (unsigned i = 0; i < room->followers; i++)
        if (strcmp(room->follower[i].person, person) == 0)
            return true;
    for (const struct crowd *crowd = room->crowds; crowd; crowd = crowd->next)
        for (unsigned i = 0; i < crowd->people; i++)
            if (strcmp(crowd->person[i], person) == 0)
                return true;
    return false;
}

void room_note_presence(struct room *room, int64_t now)
{
    for (unsigned seat = 0; seat < room->match.state.settings.seats; seat++) {
        const struct match_seat *taken = &room->match.state.seat[seat];
        int64_t *gone = &room->presence.gone_since[seat];
        if (taken->kind != SEAT_PERSON || room_has(room, taken->person))
            *gone = 0;
        else if (*gone == 0)
            *gone = now;
    }
    if (room->followers > 0)
        room->idle_since = 0;
    else if (room->idle_since == 0)
        room->idle_since = now;
    room->due = match_due(&room->match, &room->presence);
}

void room_tell_people(struct room *room, int64_t now, struct mail *mail)
{
    room_note_presence(room, now);
    room->people_changed = false;
    room->people_sent = now;
    packet_release(room->people);
    room->people = NULL;
    if (room->followers == 0)
        return;
    room->people = room_people(room);
    mail_to_all(mail, packet_share(room->people));
}

/* In a crowd somebody comes and goes all the time: there everybody is told once a second. */
static void people_came_or_went(struct room *room, int64_t now, struct mail *mail)
{
    if (room->followers <= CROWD || !room->people || now - room->people_sent >= CROWD_EVERY_MS) {
        room_tell_people(room, now, mail);
    } else {
        room_note_presence(room, now);
        room->people_changed = true;
    }
}

static struct crowd *new_crowd(int64_t server, unsigned watching, char (*person)[PERSON_SIZE],
                               unsigned people)
{
    struct crowd *crowd = malloc(sizeof *crowd + people * sizeof person[0]);
    if (!crowd)
        return NULL;
    *crowd = (struct crowd){.server = server, .watching = watching, .people = people};
    if (people > 0)
        memcpy(crowd->person, person, people * sizeof person[0]);
    return crowd;
}

bool room_hear_crowd(struct room *room, int64_t server, unsigned watching,
                     char (*person)[PERSON_SIZE], unsigned people, int64_t now, struct mail *mail)
{
    struct crowd **place = &room->crowds;
    while (*place && (*place)->server != server)
        place = &(*place)->next;
    struct crowd *old = *place;
    const bool is_any = watching > 0 || people > 0;
    if (!old && !is_any)
        return true;
    if (old)
        *place = old->next;
    free(old);
    struct crowd *crowd = is_any ? new_crowd(server, watching, person, people) : NULL;
    if (crowd) {
        crowd->next = room->crowds;
        room->crowds = crowd;
    }
    if (room->kept && room->state != ROOM_LOADING)
        people_came_or_went(room, now, mail);
    return crowd || !is_any;
}

static bool add_follower(struct room *room, const struct asker *asker)
{
    if (!ARRAY_GROW(room->follower, room->follower_capacity, room->followers + 1))
        return false;
    struct follower *added = &room->follower[room->followers++];
    added->link = asker->link;
    memcpy(added->person, asker->identity.person, sizeof added->person);
    return true;
}

bool room_follow(struct room *room, const struct asker *asker, uint32_t after, int64_t now,
                 struct mail *mail)
{
    CHECK(room->state == ROOM_READY);
    if (!add_follower(room, asker))
        return false;
    const struct follower *follower = &room->follower[room->followers - 1];
    const uint32_t seen = after > table_history_events(&room->history) ? 0 : after;
    mail_to_link(mail, asker->link, room_greeting(room, asker));
    mail_log(mail, asker->link, room->history.log, seen);
    room_send_hand(room, follower, mail);
    room->here_changed = true;
    people_came_or_went(room, now, mail);
    if (room->people_changed) /* they hear with everybody else who is here now */
        mail_to_link(mail, asker->link, packet_share(room->people));
    return true;
}

void room_unfollow(struct room *room, uint64_t link, int64_t now, struct mail *mail)
{
    for (unsigned i = 0; i < room->followers; i++)
        if (room->follower[i].link == link) {
            room->follower[i] = room->follower[--room->followers];
            room->here_changed = true;
            if (room->kept && room->state != ROOM_LOADING)
                people_came_or_went(room, now, mail);
            return;
        }
}

static void put_name(char kept[NAME_SIZE], const char *name)
{
    text_copy(kept, NAME_SIZE, name);
}

void room_rename(struct room *room, const char *person, const char *name, int64_t now,
                 struct mail *mail)
{
    if (room->state == ROOM_LOADING) {
        room->outdated = true;
        return;
    }
    const unsigned seat = match_state_place_of(&room->match.state, person);
    struct author *author = table_history_author(&room->history, person);
    if (seat == SEAT_NONE && !author)
        return;
    if (seat != SEAT_NONE)
        put_name(room->name[seat], name);
    if (author)
        put_name(author->name, name);
    room->list_changed = true;
    room_tell_people(room, now, mail);
}

/* ---- Waiting --------------------------------------------------------------------------------- */

bool room_wait(struct room *room, uint64_t link)
{
    struct waiting *waiting = &room->waiting;
    if (waiting->count == waiting->room) {
        const unsigned more = waiting->room ? 2 * waiting->room : 8;
        uint64_t *ring = calloc(more, sizeof *ring);
        if (!ring)
            return false;
        for (unsigned i = 0; i < waiting->count; i++)
            ring[i] = waiting->link[(waiting->first + i) % waiting->room];
        free(waiting->link);
        *waiting = (struct waiting){.link = ring, .count = waiting->count, .room = more};
    }
    waiting->link[(waiting->first + waiting->count++) % waiting->room] = link;
    return true;
}

bool room_next_waiting(struct room *room, uint64_t *link)
{
    struct waiting *waiting = &room->waiting;
    if (waiting->count == 0)
        return false;
    *link = waiting->link[waiting->first];
    waiting->first = (waiting->first + 1) % waiting->room;
    waiting->count--;
    return true;
}

static bool waits_at(const struct waiting *waiting, unsigned place)
{
    return waiting->link[(waiting->first + place) % waiting->room] != 0;
}

/* Its place stays among the others and is passed over: nobody has the id 0. */
void room_stop_waiting(struct room *room, uint64_t link)
{
    struct waiting *waiting = &room->waiting;
    for (unsigned i = 0; i < waiting->count; i++) {
        uint64_t *place = &waiting->link[(waiting->first + i) % waiting->room];
        if (*place == link)
            *place = 0;
    }
    while (waiting->count > 0 && !waits_at(waiting, waiting->count - 1))
        waiting->count--;
    while (waiting->count > 0 && !waits_at(waiting, 0)) {
        waiting->first = (waiting->first + 1) % waiting->room;
        waiting->count--;
    }
}

/* ---- Time ------------------------------------------------------------------------------------ */

void room_tick(struct room *room, int64_t now, struct mail *mail)
{
    if (room->state != ROOM_READY)
        return;
    if (room->people_changed && now - room->people_sent >= CROWD_EVERY_MS)
        room_tell_people(room, now, mail);
    if (now >= room->due && !room->elsewhere)
        room_time_is_up(room, now);
}

/* Whatever else depends on the time can wait as long as this. */
enum { REST_MS = 1000 };

int64_t room_next_tick(const struct room *room, int64_t now)
{
    int64_t next = now + REST_MS;
    if (room->people_changed && room->people_sent + CROWD_EVERY_MS < next)
        next = room->people_sent + CROWD_EVERY_MS;
    if (!room->elsewhere && room->due < next)
        next = room->due;
    return next;
}
