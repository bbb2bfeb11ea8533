/*
 * How well the models of players (bots/policy.h) tell what our bots play, and which weights would
 * tell it best.
 *
 *     build/bench/policy [--board BOARD] [--variant NAME] [--players N] [--rounds N] [--seed S]
 *                        [--fit] [TYPE...]
 *
 * For each type, bots of that name play rounds with one another.  Each of their turns that lays
 * track is given to the model with the mover's hand and what lay open.  Printed are the share of
 * turns that the model holds for the best ones, and the mean logarithm of the chance that it gave
 * to the turn that was played.  With --fit the weights are varied one at a time, as long as that
 * gains, and the best row is printed: that is what bots/taste.c has.
 */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/boards.h"
#include "bots/bot.h"
#include "bots/policy.h"
#include "core/check.h"
#include "core/position.h"

enum { SAMPLES_MAX = 4000, SEARCH_WORK = 5000, PASSES_MAX = 4 };

struct sample {
    struct table table;
    struct hand hand;
    struct turn turn;
    struct wants wants;
};

struct study {
    const struct board *board;
    unsigned variants, seats, rounds;
    uint64_t seed;
    bool fit;
    struct sample *sample;
    unsigned samples;
    void *memory;
};

struct result {
    double likelihood; /* the mean logarithm */
    double predicted;  /* the share of turns that came first, */
    double silent;     /* and of those for which the model had none */
};

static struct ways ways;
static struct policy policy;

_Noreturn void check_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "policy: %s:%d: check failed: %s\n", file, line, condition);
    abort();
}

/* ---- Turns of real bots ------------------------------------------------------------------- */

/* As the mover sees them. */
static void measure_ways(const struct board *board, const struct table *table)
{
    ways_init(&ways, table, board);
    if (table->variants & VARIANT_BLOCKING)
        ways_avoid_markers(&ways, table, board, table->to_move);
}

static void keep_sample(struct study *study, const struct position *position,
                        const struct turn *turn)
{
    const struct table *table = &position->table;
    if (turn->kind != TURN_LAY || study->samples == SAMPLES_MAX)
        return;
    struct sample *sample = &study->sample[study->samples];
    struct rng rng;
    rng_init(&rng, study->samples++);
    *sample =
        (struct sample){.table = *table, .hand = position->hand[table->to_move], .turn = *turn};
    measure_ways(study->board, table);
    wants_init(&sample->wants, study->board, table, &ways, &rng);
}

static void play_turn(struct study *study, struct position *position, struct player player[])
{
    static const struct budget budget = {.work = SEARCH_WORK};
    struct view view;
    struct turn turn;
    view_of(&view, position, position->table.to_move);
    player_turn(&player[view.seat], &view, &budget, &turn, NULL);
    position_settle(position, study->board, &turn);
    keep_sample(study, position, &turn);
    for (unsigned i = 0; i < position->table.seats; i++)
        player_see(&player[i], &position->table, &turn);
    const enum refusal refusal = position_play(position, study->board, &turn);
    CHECK(refusal == ACCEPTED);
}

static void play_rounds(struct study *study, const struct bot *bot)
{
    study->samples = 0;
    for (unsigned round = 0; round < study->rounds; round++) {
        struct position position;
        struct player player[SEATS_MAX];
        uint8_t seed[SEED_SIZE];
        seed_of_series(study->seed, round, seed);
        position_init(&position, study->board, study->seats, study->variants, seed);
        position_deal(&position, study->board);
        for (unsigned seat = 0; seat < study->seats; seat++) {
            struct rng rng;
            struct view view;
            bot_rng(&rng, seed, seat);
            player_init(&player[seat], bot, study->board,
                        (uint8_t *)study->memory + seat * bot_memory_max(), rng);
            view_of(&view, &position, seat);
            player_begin_round(&player[seat], &view);
        }
        while (position.table.phase == PHASE_PLAYING)
            play_turn(study, &position, player);
    }
}

/* ---- What a model says of them ------------------------------------------------------------ */

static struct result judge(const struct study *study, const struct taste *taste)
{
    struct result result = {0};
    for (unsigned i = 0; i < study->samples; i++) {
        const struct sample *sample = &study->sample[i];
        measure_ways(study->board, &sample->table);
        policy_begin(&policy, study->board, &sample->table, &ways, &sample->wants);
        policy_weigh(&policy, taste, &sample->hand, POLICY_WIDE);
        result.likelihood += log(policy_chance(&policy, taste, &sample->turn));
        result.silent += policy.turns == 0;
        result.predicted +=
            policy.turns > 0 && policy_same_tracks(&policy.turn[0].turn, &sample->turn);
    }
    result.likelihood /= study->samples;
    result.predicted /= study->samples;
    result.silent /= study->samples;
    return result;
}

static void print_row(const char *what, const struct study *study, const struct taste *taste)
{
    const struct result result = judge(study, taste);
    printf("%-8s %6u turns  predicted %5.1f %%  no idea %4.1f %%  log-likelihood %.3f  (%s)\n",
           taste->name, study->samples, 100 * result.predicted, 100 * result.silent,
           result.likelihood, what);
}

/* Tries a weight that is `step` higher or lower, as long as that gains. */
static bool vary(const struct study *study, struct taste *taste, unsigned weight, double *best)
{
    static const float step[] = {0.05F, 0.0125F, 0.05F};
    bool gained = false;
    for (int sign = -1; sign <= 1; sign += 2) {
        for (;;) {
            struct taste tried = *taste;
            if (weight < 3) {
                float *const of[] = {&tried.others, &tried.nearness, &tried.colour};
                *of[weight] += (float)sign * step[weight];
            } else {
                double *const of[] = {&tried.temperature, &tried.odd};
                *of[weight - 3] *= sign > 0 ? 1.25 : 0.8;
            }
            const double likelihood = judge(study, &tried).likelihood;
            if (!(likelihood > *best + 0.0005))
                break;
            *best = likelihood;
            *taste = tried;
            gained = true;
        }
    }
    return gained;
}

static void fit(const struct study *study, const struct taste *from)
{
    struct taste taste = *from;
    double best = judge(study, &taste).likelihood;
    bool gained = true;
    for (unsigned pass = 0; gained && pass < PASSES_MAX; pass++) {
        gained = false;
        for (unsigned weight = 0; weight < 5; weight++)
            gained |= vary(study, &taste, weight, &best);
    }
    print_row("fitted", study, &taste);
    printf("         others %.3f nearness %.4f colour %.2f temperature %.3f odd %.3f\n",
           (double)taste.others, (double)taste.nearness, (double)taste.colour, taste.temperature,
           taste.odd);
}

static void study_type(struct study *study, const struct taste *taste)
{
    play_rounds(study, bot_find(taste->name, strlen(taste->name)));
    print_row("as it is", study, taste);
    if (study->fit)
        fit(study, taste);
}

/* ---- Options ------------------------------------------------------------------------------ */

static unsigned variant_of(const char *name)
{
    return strcmp(name, "open-cards") == 0       ? VARIANT_OPEN_CARDS
           : strcmp(name, "blocking") == 0       ? VARIANT_BLOCKING
           : strcmp(name, "private-tracks") == 0 ? VARIANT_PRIVATE_TRACKS
                                                 : 0;
}

static void read_options(struct study *study, int argc, char **argv)
{
    static const struct option options[] = {{"board", required_argument, NULL, 'b'},
                                            {"variant", required_argument, NULL, 'v'},
                                            {"players", required_argument, NULL, 'p'},
                                            {"rounds", required_argument, NULL, 'r'},
                                            {"seed", required_argument, NULL, 's'},
                                            {"fit", no_argument, NULL, 'f'},
                                            {NULL, 0, NULL, 0}};
    for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (option == 'b')
            study->board = board_builtin(optarg, strlen(optarg));
        else if (option == 'v')
            study->variants |= variant_of(optarg);
        else if (option == 'p')
            study->seats = (unsigned)strtoul(optarg, NULL, 10);
        else if (option == 'r')
            study->rounds = (unsigned)strtoul(optarg, NULL, 10);
        else if (option == 's')
            study->seed = strtoull(optarg, NULL, 10);
        else if (option == 'f')
            study->fit = true;
        else
            exit(2);
    }
    if (study->board == NULL || study->seats < SEATS_MIN || study->seats > SEATS_MAX)
        exit(2);
}

int main(int argc, char **argv)
{
    struct study study = {.board = board_builtin_at(0), .seats = 4, .rounds = 40, .seed = 1};
    read_options(&study, argc, argv);
    study.sample = malloc(SAMPLES_MAX * sizeof *study.sample);
    study.memory = aligned_alloc(PLAYER_ALIGNMENT, SEATS_MAX * bot_memory_max());
    CHECK(study.sample != NULL && study.memory != NULL);
    for (unsigned type = 0; type < PLAYER_TYPES; type++) {
        const struct taste *taste = taste_of(type);
        bool wanted = optind == argc;
        for (int i = optind; i < argc; i++)
            wanted |= strcmp(argv[i], taste->name) == 0;
        if (wanted)
            study_type(&study, taste);
    }
    free(study.memory);
    free(study.sample);
    return 0;
}
