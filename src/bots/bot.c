/* The list of bots. */
#include "bots/bot.h"

#include <string.h>

#include "bots/greedy.h"
#include "bots/random.h"
#include "core/check.h"

static const struct bot bots[] = {
    {"random", "lays any legal track", random_bot_turn},
    {"greedy", "takes the cheapest way to its own cities", greedy_bot_turn},
};

unsigned bot_count(void)
{
    return sizeof bots / sizeof bots[0];
}

const struct bot *bot_at(unsigned number)
{
    CHECK(number < bot_count());
    return &bots[number];
}

const struct bot *bot_find(const char *name, size_t length)
{
    for (unsigned i = 0; i < bot_count(); i++) {
        if (strlen(bots[i].name) == length && memcmp(bots[i].name, name, length) == 0)
            return &bots[i];
    }
    return NULL;
}

void bot_rng(struct rng *rng, const uint8_t seed[SEED_SIZE], unsigned number)
{
    struct stream stream;
    stream_init(&stream, seed, "bots", number);
    const uint64_t high = stream_next(&stream);
    rng_init(rng, high << 32 | stream_next(&stream));
}

void bot_turn(const struct bot *bot, const struct board *board, const struct view *view,
              struct rng *rng, struct turn *turn)
{
    CHECK(view->table.phase == PHASE_PLAYING && view->seat == view->table.to_move);
    bot->turn(board, view, rng, turn);
}
