/* Replays the round to a bot and asks for its turn. */
#include "terminal/source/advice.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/player_memory.h"
#include "game/advise.h"
#include "rules/notation.h"

struct advice {
    const struct board *board;
    const struct bot *bot;
    struct view view;  /* the asking seat's view at the start of the round */
    struct turn *turn; /* turns played since; owned */
    unsigned turns;
    void *memory; /* of the bot; owned */
    pthread_t thread;
    bool has_thread;
    atomic_bool done;
    struct turn chosen;
    struct thoughts thoughts;
};

static void *think_on_thread(void *argument)
{
    static const uint8_t no_seed[SEED_SIZE];
    struct advice *advice = argument;
    struct rng rng;
    bot_rng(&rng, no_seed, advice->view.seat);
    advise(advice->bot, advice->board, advice->memory, rng, &advice->view, advice->turn,
           advice->turns, &advice->chosen, &advice->thoughts);
    atomic_store(&advice->done, true);
    return NULL;
}

/* Signals are blocked in the new thread, so that the main thread gets them. */
static void start_thread(struct advice *advice)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    advice->has_thread = pthread_create(&advice->thread, NULL, think_on_thread, advice) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!advice->has_thread)
        think_on_thread(advice); /* without a thread the caller waits */
}

/* Copies the round from the history, from the moment of its deal on. */
static void take_round(struct advice *advice, const struct source *source, unsigned deal)
{
    const struct moment *moment = &source->history.moment[deal];
    advice->view.table = moment->table;
    advice->view.seat = (uint8_t)source->keyboard;
    advice->view.hand = source->hand;
    for (unsigned i = 0; i < advice->turns; i++)
        advice->turn[i] = moment[i + 1].turn;
}

struct advice *advice_begin(const struct source *source, const struct bot *adviser)
{
    const struct history *history = &source->history;
    unsigned deal = history->moments - 1;
    while (deal > 0 && history->moment[deal].seat != SEAT_NONE)
        deal--;
    struct advice *advice = calloc(1, sizeof *advice);
    if (advice == NULL)
        return NULL;
    advice->board = source->board;
    advice->bot = adviser;
    advice->turns = history->moments - 1 - deal;
    advice->turn = malloc((advice->turns + 1) * sizeof *advice->turn);
    advice->memory = player_memory_new(adviser->memory);
    if (advice->turn == NULL || advice->memory == NULL) {
        advice_drop(advice);
        return NULL;
    }
    take_round(advice, source, deal);
    start_thread(advice);
    return advice;
}

bool advice_is_ready(struct advice *advice)
{
    return atomic_load(&advice->done);
}

void advice_drop(struct advice *advice)
{
    if (advice->has_thread)
        pthread_join(advice->thread, NULL);
    free(advice->turn);
    free(advice->memory);
    free(advice);
}

void advice_take(struct advice *advice, struct source *source)
{
    if (advice->has_thread)
        pthread_join(advice->thread, NULL);
    advice->has_thread = false;
    advice_store_hints(source, &advice->thoughts, &advice->chosen);
    advice_drop(advice);
}

/* "K7-L7 L7-M7 (2.3)" */
void advice_store_hints(struct source *source, const struct thoughts *thoughts,
                        const struct turn *turn)
{
    source->thoughts = *thoughts;
    source->hints = thoughts->ideas < SOURCE_HINTS_MAX ? thoughts->ideas : SOURCE_HINTS_MAX;
    for (unsigned i = 0; i < source->hints; i++) {
        char text[TURN_TEXT_SIZE];
        notation_turn(text, source->board, &thoughts->idea[i].turn);
        source->hint[i] = thoughts->idea[i].turn;
        snprintf(source->hint_text[i], sizeof source->hint_text[i], "%s (%.1f)", text,
                 thoughts->idea[i].lost);
    }
    if (source->hints == 0) { /* an adviser that gives no reasons */
        notation_turn(source->hint_text[0], source->board, turn);
        source->hint[0] = *turn;
        source->hints = 1;
    }
    source->hint_number++;
}

void advice_order(const struct source *source, unsigned order[SOURCE_HINTS_MAX])
{
    const struct idea *idea = source->thoughts.idea;
    for (unsigned i = 0; i < source->hints; i++) {
        unsigned at = i;
        for (; at > 0 && idea[order[at - 1]].lost > idea[i].lost; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}
