/* A bot that is told the round once more and asked. */
#include "terminal/advice.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation.h"

struct advice {
    const struct board *board;
    const struct bot *bot;
    struct moment *moment; /* of the round, from its deal on; owned */
    unsigned moments;
    unsigned seat;
    struct hand hand;
    void *memory; /* of the bot; owned */
    pthread_t thread;
    bool has_thread;
    atomic_bool done;
    struct turn turn;
    struct thoughts thoughts;
};

static void look(const struct advice *advice, unsigned moment, struct view *view)
{
    memset(view, 0, sizeof *view);
    view->table = advice->moment[moment].table;
    view->seat = (uint8_t)advice->seat;
    view->hand = advice->hand;
}

static void *think(void *argument)
{
    static const uint8_t no_seed[SEED_SIZE];
    struct advice *advice = argument;
    struct player player;
    struct view view;
    struct rng rng;
    bot_rng(&rng, no_seed, advice->seat);
    player_init(&player, advice->bot, advice->board, advice->memory, rng);
    look(advice, 0, &view);
    player_begin_round(&player, &view);
    for (unsigned i = 1; i < advice->moments; i++)
        player_see(&player, &advice->moment[i - 1].table, &advice->moment[i].turn);
    look(advice, advice->moments - 1, &view);
    player_turn(&player, &view, NULL, &advice->turn, &advice->thoughts);
    atomic_store(&advice->done, true);
    return NULL;
}

/* Signals are for the screen's thread. */
static void start(struct advice *advice)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    advice->has_thread = pthread_create(&advice->thread, NULL, think, advice) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!advice->has_thread)
        think(advice); /* then the screen waits for it */
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
    advice->seat = source->keyboard;
    advice->hand = source->hand;
    advice->moments = history->moments - deal;
    advice->moment = malloc(advice->moments * sizeof *advice->moment);
    advice->memory = aligned_alloc(PLAYER_ALIGNMENT, bot_memory_max());
    if (advice->moment == NULL || advice->memory == NULL) {
        advice_drop(advice);
        return NULL;
    }
    memcpy(advice->moment, history->moment + deal, advice->moments * sizeof *advice->moment);
    start(advice);
    return advice;
}

bool advice_is_there(struct advice *advice)
{
    return atomic_load(&advice->done);
}

void advice_drop(struct advice *advice)
{
    if (advice->has_thread)
        pthread_join(advice->thread, NULL);
    free(advice->moment);
    free(advice->memory);
    free(advice);
}

void advice_take(struct advice *advice, struct source *source)
{
    if (advice->has_thread)
        pthread_join(advice->thread, NULL);
    advice->has_thread = false;
    advice_tell(source, &advice->thoughts, &advice->turn);
    advice_drop(advice);
}

/* "K7-L7 L7-M7 (2.3)" */
void advice_tell(struct source *source, const struct thoughts *thoughts, const struct turn *turn)
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
    if (source->hints == 0) { /* an adviser without reasons */
        notation_turn(source->hint_text[0], source->board, turn);
        source->hint[0] = *turn;
        source->hints = 1;
    }
    source->hint_number++;
}
