/* Bots of the tables: each job runs on a bot thread and sees only what its seat may see. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/clock.h"
#include "bots/bot.h"
#include "engine/player_memory.h"
#include "server/hub_internal.h"

struct bot_job {
    struct job job;
    struct hub *hub;
    uint64_t number; /* of the job; see bot_asked */
    char id[TABLE_ID_SIZE];
    uint32_t changed; /* state of the game for which the bot was asked */
    const struct board *board;
    const struct bot *bot;
    int64_t limit_ms; /* time limit; 0: none */
    struct turn chosen;
    struct rng rng;
    struct view view; /* at the beginning of the round */
    unsigned turns;
    struct turn turn[]; /* turns played since then */
};

static bool is_late(void *context)
{
    return clock_ms() >= *(const int64_t *)context;
}

/* At most half of the time is spent on replaying the others' turns. */
static void bot_think(struct bot_job *ask, struct player *player)
{
    const int64_t now = clock_ms();
    int64_t deadline = now + ask->limit_ms / 2;
    struct budget budget = {.work = ask->bot->work};
    if (ask->limit_ms > 0) {
        budget.late = is_late;
        budget.context = &deadline;
    }
    player_join_round(player, &ask->view, ask->turn, ask->turns, &budget);
    deadline = now + ask->limit_ms;
    player_turn(player, &ask->view, &budget, &ask->chosen, NULL);
}

static enum store_result bot_run(struct job *job, struct store *store)
{
    struct bot_job *ask = (struct bot_job *)job;
    struct player player;
    (void)store;
    void *memory = player_memory_new(ask->bot->memory);
    if (memory == NULL)
        return job_allocation_failed(job, "a bot");
    player_init(&player, ask->bot, ask->board, memory, ask->rng);
    bot_think(ask, &player);
    free(memory);
    return STORE_OK;
}

/* If the bot's allocations failed it is asked again at the next tick. */
static void take_turn(struct hub *hub, struct live_table *table, const struct bot_job *ask)
{
    if (ask->job.result != STORE_OK) {
        table->bot_asked = 0;
    } else if (table->state == TABLE_READY) {
        live_table_bot_turn(table, ask->changed, &ask->chosen, hub_now(hub));
        hub_flush_table(hub, table);
    } else {
        /*
         * The table is busy, with a chat message for example: the turn is played when that is
         * written.
         */
        table->bot_ready = true;
        table->bot_changed = ask->changed;
        table->bot_turn = ask->chosen;
    }
}

static void bot_done(struct job *job)
{
    struct bot_job *ask = (struct bot_job *)job;
    struct hub *hub = ask->hub;
    struct live_table *table = hub_find_table(hub, ask->id);
    if (job->result == STORE_OK)
        metrics_observe(&hub->metrics, TIMING_BOT, (uint64_t)job->micros);
    if (table != NULL && table->bot_asked == ask->number && !table->bot_ready)
        take_turn(hub, table, ask);
    free(ask);
}

/* The longer the queue, the shorter each bot thinks, so that nobody waits for ever. */
static int64_t bot_time_limit(const struct hub *hub)
{
    enum { SHORTEST_MS = 20 };
    const unsigned threads = hub->options.bot_threads;
    const unsigned waiting = worker_pool_waiting(hub->bots);
    if (hub->options.bot_ms == 0 || waiting <= threads)
        return hub->options.bot_ms;
    const int64_t share = hub->options.bot_ms * threads / waiting;
    return share < SHORTEST_MS ? SHORTEST_MS : share;
}

void hub_ask_bot(struct hub *hub, struct live_table *table)
{
    const struct match *match = &table->match;
    const struct table_history *history = &table->history;
    const char *name = match_bot_to_move(match);
    struct bot_job *ask = calloc(1, sizeof *ask + history->turns * sizeof ask->turn[0]);
    if (ask == NULL)
        return; /* the next tick retries */
    ask->bot = bot_find(name, strlen(name));
    CHECK(ask->bot);
    ask->job = (struct job){.run = bot_run, .done = bot_done};
    ask->job.slow = ask->bot->work > 0; /* it searches, so it takes long */
    memcpy(ask->job.key, table->payer, sizeof table->payer);
    memcpy(ask->job.subkey, table->id, sizeof table->id);
    ask->hub = hub;
    ask->number = ++hub->last_serial;
    memcpy(ask->id, table->id, sizeof ask->id);
    ask->changed = match->state.changed;
    ask->board = match->state.settings.board;
    ask->limit_ms = bot_time_limit(hub);
    bot_rng(&ask->rng, match->position.seed, match->state.changed);
    view_of(&ask->view, &history->round_start, match->position.table.to_move);
    ask->turns = history->turns;
    if (history->turns > 0)
        memcpy(ask->turn, history->turn, history->turns * sizeof ask->turn[0]);
    table->bot_asked = ask->number;
    worker_pool_add(hub->bots, &ask->job);
}
