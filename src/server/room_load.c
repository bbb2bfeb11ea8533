/* Reading a room's game from the store, for the first time or after a doubt. */
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "server/hub.h"
#include "server/room_internal.h"
#include "server/saved.h"

struct load {
    struct job job;
    struct hub *hub;
    char id[TABLE_ID_SIZE];
    struct saved_game game;
};

static enum store_result load_run(struct job *job, struct store *store)
{
    struct load *load = (struct load *)job;
    return saved_game_read(&load->game, store, load->id);
}

/* The room takes over what was read; followers are sent what they have not seen. */
static void take_over(struct room *room, struct saved_game *game)
{
    uint32_t seen = room->history.events;
    history_release(&room->history);
    room->match = game->match;
    room->opened = game->opened;
    room->changed = game->changed;
    memcpy(room->name, game->name, sizeof room->name);
    room->history = game->history;
    memset(&game->history, 0, sizeof game->history);
    room->bot_asked = room->bot_ready = false;
    room->bot_job = NULL;
    match_resume(&room->match, now_ms());
    room->state = ROOM_READY;
    for (struct link *link = room->links; link; link = link->next_in_room) {
        for (uint32_t n = seen; n < room->history.events; n++)
            link_send(link, room->history.event[n]);
        if (seen < room->history.events)
            room_send_hand(room, link);
    }
}

/* Whoever waits is told why; followers stay, for the next attempt. */
static void give_up(struct room *room, const char *code, const char *sentence)
{
    while (room->waiting) {
        struct link *link = room->waiting;
        room->waiting = link->next_waiting;
        link->awaited = NULL;
        link->give_up(link, code, sentence);
    }
}

static void load_done(struct job *job)
{
    struct load *load = (struct load *)job;
    struct hub *hub = load->hub;
    struct room *room = hub_find_room(hub, load->id);
    CHECK(room && room->state == ROOM_LOADING);
    bool damaged = load->game.damage[0] != '\0';
    if (job->result == STORE_OK && !damaged) {
        take_over(room, &load->game);
        room_send_people(room);
        if (room->match.settings.listed)
            hub_lobby_changed(hub);
        room_settle(room);
    } else {
        room->state = ROOM_DOUBTFUL;
        room->retry_at = now_ms() + ROOM_RETRY_MS;
        if (damaged)
            hub_log(hub, "table %s cannot be read: %s", load->id, load->game.damage);
        else if (job->result == STORE_FAILED)
            hub_store_failed(hub, hub->readers);
        if (damaged)
            give_up(room, "store", "the events of this table are damaged");
        else if (job->result == STORE_NONE)
            give_up(room, "missing", "there is no such table");
        else
            give_up(room, "store", "the table cannot be read now: try again");
        if (!room->links)
            hub_drop_room(hub, room);
    }
    saved_game_release(&load->game);
    free(load);
}

void room_load(struct room *room)
{
    struct load *load = calloc(1, sizeof *load);
    CHECK(load);
    load->job = (struct job){.run = load_run, .done = load_done};
    load->hub = room->hub;
    memcpy(load->id, room->id, sizeof load->id);
    room->state = ROOM_LOADING;
    crew_add(room->hub->readers, &load->job);
}
