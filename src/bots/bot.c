/* The table of bots, and players: bots with a seat and memory. */
#include "bots/bot.h"

#include <string.h>

#include "base/check.h"
#include "bots/champion.h"
#include "bots/easy_medium.h"
#include "bots/expert.h"
#include "bots/greedy.h"
#include "bots/hard.h"
#include "bots/nearest_city.h"
#include "bots/random.h"
#include "bots/think_time.h"
#include "rules/scoring.h"
#include "text/text.h"

/* Weakest first.  Records and options refer to bots by name. */
static const struct bot bots[] = {
    {.name = "random", .about = N_("lays any legal track"), .turn = random_turn},
    {.name = "greedy",
     .about = N_("takes the cheapest way to its own cities"),
     .turn = greedy_turn},
    {.name = "nearest",
     .about = N_("goes for its nearest city along any shortest way"),
     .turn = nearest_city_turn},
    {.name = "easy",
     .about = N_("builds towards its own cities, and often errs"),
     .is_level = true,
     .memory = sizeof(struct easy_medium),
     .turn = easy_turn},
    {.name = "medium",
     .about = N_("goes for its nearest cities, and errs now and then"),
     .is_level = true,
     .memory = sizeof(struct easy_medium),
     .turn = medium_turn},
    {.name = "hard",
     .about = N_("helps itself and nobody else"),
     .is_level = true,
     .memory = sizeof(struct hard),
     .turn = hard_turn},
    {.name = "expert",
     .about = N_("reads the others' hands from their play and thinks ahead"),
     .is_level = true,
     .work = EXPERT_WORK,
     .memory = sizeof(struct expert),
     .begin_round = expert_begin_round,
     .see = expert_see,
     .turn = expert_turn},
    {.name = "champion",
     .about = N_("finds out how the others play, and thinks longest"),
     .is_level = true,
     .work = CHAMPION_WORK,
     .memory = sizeof(struct champion),
     .begin_game = champion_begin_game,
     .begin_round = champion_begin_round,
     .see = champion_see,
     .glance = champion_glance,
     .turn = champion_turn},
};

static const char ADVISER[] = "expert";

unsigned bot_count(void)
{
    return sizeof bots / sizeof bots[0];
}

const struct bot *bot_at(unsigned number)
{
    CHECK(number < bot_count());
    return &bots[number];
}

size_t bot_memory_max(void)
{
    size_t most = 1;
    for (unsigned i = 0; i < bot_count(); i++)
        most = bots[i].memory > most ? bots[i].memory : most;
    return (most + PLAYER_ALIGNMENT - 1) / PLAYER_ALIGNMENT * PLAYER_ALIGNMENT;
}

const struct bot *bot_find(const char *name, size_t length)
{
    for (unsigned i = 0; i < bot_count(); i++) {
        if (strlen(bots[i].name) == length && memcmp(bots[i].name, name, length) == 0)
            return &bots[i];
    }
    return NULL;
}

unsigned level_count(void)
{
    unsigned levels = 0;
    for (unsigned i = 0; i < bot_count(); i++)
        levels += bots[i].is_level;
    return levels;
}

const struct bot *level_at(unsigned number)
{
    for (unsigned i = 0; i < bot_count(); i++) {
        if (bots[i].is_level && number-- == 0)
            return &bots[i];
    }
    CHECK(!"there is a level of this number");
    return NULL;
}

const struct bot *level_find(const char *name, size_t length)
{
    const struct bot *bot = bot_find(name, length);
    return bot != NULL && bot->is_level ? bot : NULL;
}

const struct bot *bot_adviser(void)
{
    return bot_find(ADVISER, sizeof ADVISER - 1);
}

void bot_rng(struct rng *rng, const uint8_t seed[SEED_SIZE], unsigned number)
{
    struct stream stream;
    stream_init(&stream, seed, "bots", number);
    const uint64_t high = stream_next(&stream);
    rng_init(rng, high << 32 | stream_next(&stream));
}

void player_init(struct player *player, const struct bot *bot, const struct board *board,
                 void *memory, struct rng rng)
{
    CHECK(bot->memory == 0 || (memory != NULL && (uintptr_t)memory % PLAYER_ALIGNMENT == 0));
    *player = (struct player){.bot = bot, .board = board, .memory = memory, .rng = rng};
    if (bot->begin_game != NULL)
        bot->begin_game(memory);
}

void player_begin_round(struct player *player, const struct view *view)
{
    CHECK(view->table.phase == PHASE_PLAYING && view->seat < view->table.seats);
    if (player->bot->begin_round != NULL)
        player->bot->begin_round(player->memory, player->board, view);
}

void player_see(struct player *player, const struct table *before, const struct turn *turn)
{
    CHECK(before->phase == PHASE_PLAYING);
    if (player->bot->see != NULL)
        player->bot->see(player->memory, player->board, before, turn);
}

void player_join_round(struct player *player, struct view *view, const struct turn turn[],
                       unsigned turns, const struct budget *budget)
{
    player_begin_round(player, view);
    for (unsigned i = 0; i < turns; i++) {
        if (player->bot->glance != NULL && budget != NULL && budget_is_late(budget))
            player->bot->glance(player->memory, player->board, &view->table, &turn[i]);
        else
            player_see(player, &view->table, &turn[i]);
        const enum refusal refusal = view_play(view, player->board, &turn[i]);
        CHECK(refusal == ACCEPTED);
    }
}

/*
 * Adds the played turn as the only idea, valued by what it leaves missing, for bots that report no
 * ideas.
 */
static void add_played_turn_idea(const struct board *board, const struct view *view,
                                 const struct turn *turn, struct thoughts *thoughts)
{
    struct draft draft;
    draft_begin(&draft, &view->table, &view->hand);
    const enum refusal refusal = draft_turn(&draft, board, turn);
    CHECK(refusal == ACCEPTED);
    const double missing = scoring_missing(&draft.table, board, view->seat, &view->hand, NULL);
    thoughts_add(thoughts, turn, missing, -missing);
}

void player_turn(struct player *player, const struct view *view, const struct budget *budget,
                 struct turn *turn, struct thoughts *thoughts)
{
    const struct budget usual = {.work = player->bot->work};
    struct thoughts unused;
    const struct question question = {.board = player->board,
                                      .view = view,
                                      .budget = budget != NULL ? budget : &usual,
                                      .rng = &player->rng};
    CHECK(view->table.phase == PHASE_PLAYING && view->seat == view->table.to_move);
    const bool keeps_thoughts = thoughts != NULL;
    if (!keeps_thoughts)
        thoughts = &unused;
    thoughts_init(thoughts, player->board, view);
    player->bot->turn(player->memory, &question, turn, thoughts);
    struct rng chance =
        player->rng; /* a copy, so that computing the time does not change later turns */
    player->think_time = think_time(thoughts, &chance);
    if (keeps_thoughts && thoughts->ideas == 0)
        add_played_turn_idea(player->board, view, turn, thoughts);
}
