/* Whole games with an engine in one seat: see engine_game.h. */
#include "engine/engine_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/random.h"
#include "engine/player_memory.h"
#include "support.h"

/* One game in progress.  The engine's seat is played by the engine, or by a bot like the others. */
struct run {
    const struct engine_trial *trial;
    struct engine *engine; /* or NULL */
    struct position position;
    struct player player[SEATS_MAX];
    void *memory[SEATS_MAX];
    struct rng rng; /* of forfeited turns */
    uint64_t hash;
};

static void mix(struct run *run, const struct turn *turn)
{
    const unsigned char *bytes = (const unsigned char *)turn;
    for (size_t i = 0; i < sizeof *turn; i++)
        run->hash = (run->hash ^ bytes[i]) * UINT64_C(0x100000001b3);
}

static void seat_player(struct run *run, unsigned seat, const struct bot *bot, struct rng rng)
{
    run->memory[seat] = player_memory_new(bot->memory);
    assert_non_null(run->memory[seat]);
    player_init(&run->player[seat], bot, run->trial->board, run->memory[seat], rng);
}

static void begin_game(struct run *run, const struct bot *instead)
{
    const struct engine_trial *trial = run->trial;
    uint8_t seed[SEED_SIZE];
    seed_of_series(4, trial->number, seed);
    position_init(&run->position, trial->board, trial->seats, trial->variants, seed);
    bot_rng(&run->rng, seed, SEATS_MAX);
    for (unsigned seat = 0; seat < trial->seats; seat++) {
        struct rng rng;
        bot_rng(&rng, seed, seat);
        if (seat != trial->seat) {
            seat_player(run, seat, trial->bot != NULL ? trial->bot : bot_find("random", 6), rng);
        } else if (run->engine == NULL) {
            seat_player(run, seat, instead, rng);
        } else {
            const struct engine_game game = {.board = trial->board,
                                             .seats = trial->seats,
                                             .variants = trial->variants,
                                             .seat = seat,
                                             .seed = rng.state};
            engine_begin_game(run->engine, &game);
        }
    }
}

static bool is_engine(const struct run *run, unsigned seat)
{
    return run->engine != NULL && seat == run->trial->seat;
}

static void play_turn(struct run *run)
{
    const struct board *board = run->trial->board;
    const unsigned mover = run->position.table.to_move;
    const struct table before = run->position.table;
    struct view view;
    struct turn turn;
    const struct budget budget = {.work = run->trial->limits.work};
    view_of(&view, &run->position, mover);
    if (is_engine(run, mover))
        engine_or_random_turn(run->engine, &view, &run->trial->limits, &run->rng, &turn, NULL);
    else
        player_turn(&run->player[mover], &view, budget.work > 0 ? &budget : NULL, &turn, NULL);
    position_settle(&run->position, board, &turn);
    assert_int_equal(position_play(&run->position, board, &turn), ACCEPTED);
    mix(run, &turn);
    for (unsigned seat = 0; seat < run->trial->seats; seat++) {
        if (is_engine(run, seat))
            engine_see(run->engine, mover, &turn);
        else
            player_see(&run->player[seat], &before, &turn);
    }
}

static void play_round(struct run *run)
{
    struct view view;
    position_deal(&run->position, run->trial->board);
    for (unsigned seat = 0; seat < run->trial->seats; seat++) {
        view_of(&view, &run->position, seat);
        if (is_engine(run, seat))
            engine_begin_round(run->engine, &view);
        else
            player_begin_round(&run->player[seat], &view);
    }
    while (run->position.table.phase == PHASE_PLAYING)
        play_turn(run);
    if (run->engine != NULL)
        engine_round_over(run->engine, &run->position.table);
}

static uint64_t play(const struct engine_trial *trial, struct engine *engine,
                     const struct bot *instead, struct position *position)
{
    static struct run run;
    memset(&run, 0, sizeof run);
    run.trial = trial;
    run.engine = engine;
    begin_game(&run, instead);
    unsigned rounds = 0;
    while (run.position.table.phase != PHASE_GAME_OVER &&
           (trial->rounds_max == 0 || rounds++ < trial->rounds_max))
        play_round(&run);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        free(run.memory[seat]);
    if (position != NULL)
        *position = run.position;
    return run.hash;
}

void engine_trial_play(const struct engine_trial *trial, struct engine *engine,
                       struct position *position)
{
    play(trial, engine, NULL, position);
}

uint64_t engine_trial_hash_bot(const struct engine_trial *trial, const struct bot *bot)
{
    return play(trial, NULL, bot, NULL);
}

uint64_t engine_trial_hash(const struct engine_trial *trial, struct engine *engine)
{
    return play(trial, engine, NULL, NULL);
}

void engine_trial_start(struct engine *engine, const char *command)
{
    char error[ENGINE_REPORT_SIZE];
    engine_init(engine, command, (struct engine_listener){.hear = NULL});
    if (!engine_start(engine, error, sizeof error))
        fail_msg("%s: %s", command, error);
}

char *engine_trial_command(const char *bot)
{
    const char *railhead = getenv("RAILHEAD");
    if (railhead == NULL)
        fail_msg("RAILHEAD is not set to the program under test");
    const size_t size = strlen(railhead) + strlen(bot) + 32;
    char *command = malloc(size);
    assert_non_null(command);
    snprintf(command, size, "exec %s engine --bot %s", railhead, bot);
    return command;
}
