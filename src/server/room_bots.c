/* The bots of a room: asked on a worker's thread, each with what its seat may see. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bots/bot.h"
#include "core/check.h"
#include "server/hub.h"
#include "server/room_internal.h"

struct bot_job {
    struct job job;
    struct hub *hub;
    char id[TABLE_ID_SIZE];
    uint32_t changed; /* the state of the game for which it is asked */
    const struct board *board;
    const struct bot *bot;
    int64_t limit_ms;
    struct turn chosen;
    struct position position; /* the round's beginning */
    unsigned turns;
    struct turn turn[]; /* and what has been played since */
};

static bool is_late(void *context)
{
    return now_ms() >= *(const int64_t *)context;
}

/* Tells a player the round so far and asks it. */
static void think(struct bot_job *ask, struct player *player)
{
    struct position *position = &ask->position;
    unsigned seat = (position->table.to_move + ask->turns) % position->table.seats;
    int64_t deadline = now_ms() + ask->limit_ms;
    struct budget budget = {.work = ask->bot->work, .late = is_late, .context = &deadline};
    struct view view;
    view_of(&view, position, seat);
    player_begin_round(player, &view);
    for (unsigned i = 0; i < ask->turns; i++) {
        struct table before = position->table;
        player_see(player, &before, &ask->turn[i]);
        CHECK(position_play(position, ask->board, &ask->turn[i]) == ACCEPTED);
    }
    CHECK(position->table.to_move == seat);
    view_of(&view, position, seat);
    player_turn(player, &view, &budget, &ask->chosen, NULL);
}

static enum store_result bot_run(struct job *job, struct store *store)
{
    struct bot_job *ask = (struct bot_job *)job;
    struct player player;
    struct rng rng;
    (void)store;
    size_t size = ask->bot->memory + PLAYER_ALIGNMENT;
    void *memory = aligned_alloc(PLAYER_ALIGNMENT, size - size % PLAYER_ALIGNMENT);
    CHECK(memory);
    bot_rng(&rng, ask->position.seed, ask->changed);
    player_init(&player, ask->bot, ask->board, memory, rng);
    think(ask, &player);
    free(memory);
    return STORE_OK;
}

static void bot_done(struct job *job)
{
    struct bot_job *ask = (struct bot_job *)job;
    struct room *room = hub_find_room(ask->hub, ask->id);
    if (job->result == STORE_OK)
        metrics_observe(&ask->hub->metrics, TIMING_BOT, (uint64_t)job->micros);
    if (job->result == STORE_OK && room && room->bot_asked && room->bot_job == ask) {
        room->bot_job = NULL;
        if (room->state == ROOM_READY) {
            room_bot_turn(room, ask->changed, &ask->chosen);
        } else {
            /* Somebody chats, say: the turn follows when that is written. */
            room->bot_ready = true;
            room->bot_changed = ask->changed;
            room->bot_turn = ask->chosen;
        }
    }
    free(ask);
}

void room_ask_bot(struct room *room)
{
    const struct match *match = &room->match;
    const char *name = match_bot_to_move(match);
    if (room->hub->stopping)
        return;
    if (room->bot_ready) {
        room->bot_ready = false;
        room_bot_turn(room, room->bot_changed, &room->bot_turn);
        return;
    }
    if (!name || room->bot_asked)
        return;
    struct bot_job *ask = calloc(1, sizeof *ask + room->history.turns * sizeof ask->turn[0]);
    CHECK(ask);
    ask->job = (struct job){.run = bot_run, .done = bot_done};
    ask->hub = room->hub;
    memcpy(ask->id, room->id, sizeof ask->id);
    ask->changed = match->changed;
    ask->board = match->settings.board;
    ask->bot = bot_find(name, strlen(name));
    CHECK(ask->bot);
    ask->limit_ms = room->hub->options.bot_ms;
    ask->position = room->history.round_start;
    ask->turns = room->history.turns;
    for (unsigned i = 0; i < room->history.turns; i++)
        ask->turn[i] = room->history.turn[i];
    room->bot_asked = true;
    room->bot_job = ask;
    crew_add(room->hub->workers, &ask->job);
}
