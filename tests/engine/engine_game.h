/*
 * Whole games between one engine and built-in bots, for tests: what an arena does, in little.
 */
#ifndef RAILHEAD_TESTS_ENGINE_GAME_H
#define RAILHEAD_TESTS_ENGINE_GAME_H

#include "bots/bot.h"
#include "engine/engine_process.h"

struct engine_trial {
    const struct board *board;
    unsigned variants;
    unsigned seats;
    unsigned seat;         /* the engine's */
    const struct bot *bot; /* of the other seats; the random one where NULL */
    uint64_t number;       /* of the game in a series */
    struct engine_limits limits;
    unsigned rounds_max; /* 0: to the end of the game */
};

/* A shell program that shakes hands and answers `ping`; `cases` are those of a case statement. */
#define SHELL_ENGINE(cases)                                                                        \
    "while read -r word number rest; do case $word in railhead-engine) echo 'ready 1';; "          \
    "ping) echo pong;; quit) exit;; " cases " esac; done"

/* Plays the game; the engine's seat gets random turns where it forfeits its own. */
void engine_trial_play(const struct engine_trial *trial, struct engine *engine,
                       struct position *position);

/* The same with a built-in bot in the engine's seat, given the same seed: a hash of all turns. */
uint64_t engine_trial_hash_bot(const struct engine_trial *trial, const struct bot *bot);
uint64_t engine_trial_hash(const struct engine_trial *trial, struct engine *engine);

/* Starts an engine with short patience; fails the test when it does not start. */
void engine_trial_start(struct engine *engine, const char *command);

/* `RAILHEAD engine --bot NAME`, the program under test; the caller frees it. */
char *engine_trial_command(const char *bot);

#endif
