/*
 * How well the models of players (bots/policy.h) tell what our bots play, and which weights would
 * tell it best.
 *
 *     build/bench/policy [--board BOARD] [--variant NAME] [--players N] [--rounds N] [--seed S]
 *                        [--fit | --belief] [BOT...]
 *
 * For each type of player, bots of that name play rounds with one another.  Each of their turns
 * that lays track is given to the model with the mover's hand and what lay open.  Printed are the
 * share of turns that the model holds for the best ones, and the mean logarithm of the chance that
 * it gave to the turn that was played.  With --fit the weights are varied one at a time, as long as
 * that gains, and the best row is printed: that is what bots/play_style.c has.
 *
 * With --belief somebody in the first seat reads the others' hands, by rule of thumb and by models
 * (bots/opponent_model.h).  Printed are, by the tracks on the board, the share of cards that are
 * right as the belief weighs them, then the mean logarithm of the chance that true hands were given
 * at the end of rounds, and the weights of the types of players by then.
 */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "board_file/boards.h"
#include "bots/bot.h"
#include "bots/opponent_model.h"
#include "rules/position.h"

enum { SAMPLES_MAX = 4000, SEARCH_WORK = 5000, PASSES_MAX = 4, TRACKS_IN_A_SPAN = 8, SPANS = 10 };
enum { BY_RULE, BY_MODELS, READINGS };

struct sample {
    struct table table;
    struct hand hand;
    struct turn turn;
    struct line_demand line_demand;
};

struct readings;

struct study {
    const struct board *board;
    unsigned variants, seats, rounds;
    uint64_t seed;
    bool fit, belief;
    struct sample *sample;
    unsigned samples;
    void *memory;
    struct readings *readings;
};

struct result {
    double likelihood; /* the mean logarithm */
    double predicted;  /* the share of turns that came first, */
    double silent;     /* and of those for which the model had none */
};

static struct seat_distances seat_distances;
static struct policy policy;

_Noreturn void check_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "policy: %s:%d: check failed: %s\n", file, line, condition);
    abort();
}

/* ---- Reading hands ------------------------------------------------------------------------ */

static struct belief belief[READINGS];
static struct opponent_model opponent_model;

struct readings {
    double right[READINGS][SPANS];
    unsigned cards[SPANS];
    double nats[READINGS];
    unsigned hands;
    double type[OPPONENT_TYPES];
    unsigned asked, seen;
};

static void count_cards(const struct study *study, const struct position *position,
                        struct readings *readings)
{
    unsigned tracks = 0;
    for (unsigned i = 0; i < study->board->lines; i++)
        tracks += position->table.track[i] != TRACK_NONE;
    const unsigned span = tracks / TRACKS_IN_A_SPAN < SPANS ? tracks / TRACKS_IN_A_SPAN : SPANS - 1;
    for (unsigned way = 0; way < READINGS; way++) {
        float chance[SEATS_MAX][CITIES_MAX];
        belief_chances(&belief[way], study->board, chance);
        for (unsigned i = 1; i < study->seats; i++) {
            for (unsigned group = 0; group < GROUPS; group++)
                readings->right[way][span] += (double)chance[i][position->hand[i].city[group]];
        }
    }
    readings->cards[span] += (study->seats - 1) * GROUPS;
}

static void count_hands(const struct study *study, const struct position *position,
                        struct readings *readings)
{
    for (unsigned i = 1; i < study->seats; i++) {
        for (unsigned way = 0; way < READINGS; way++)
            readings->nats[way] +=
                log(belief_of(&belief[way], study->board, i, &position->hand[i]) + 1e-12);
        for (unsigned type = 0; type < OPPONENT_TYPES; type++)
            readings->type[type] += opponent_model.weight[i][type];
        readings->hands++;
    }
}

static void begin_reading(const struct study *study, const struct position *position)
{
    struct view view;
    view_of(&view, position, 0);
    belief_begin_round(&belief[BY_RULE], study->board, &view);
    belief_begin_round(&belief[BY_MODELS], study->board, &view);
    opponent_model_begin_game(&opponent_model);
    opponent_model_begin_round(&opponent_model);
}

static void read_turn(const struct study *study, const struct position *position,
                      const struct turn *turn, struct readings *readings)
{
    const struct table *table = &position->table;
    if (table->to_move == 0 && table->marker[0] != JUNCTION_NONE)
        count_cards(study, position, readings);
    belief_see(&belief[BY_RULE], study->board, table, turn);
    opponent_model_see(&opponent_model, &belief[BY_MODELS], study->board, table, turn);
    readings->asked += turn->kind == TURN_LAY && table->to_move != 0 ? opponent_model.hands : 0;
    readings->seen += turn->kind == TURN_LAY && table->to_move != 0;
}

static void print_readings(const struct readings *readings, const char *name)
{
    static const char *const way_name[READINGS] = {"by rule of thumb", "by models"};
    for (unsigned way = 0; way < READINGS; way++) {
        printf("%-8s %-17s", name, way_name[way]);
        for (unsigned span = 0; span < SPANS && readings->cards[span] > 0; span++)
            printf(" %3.0f %%", 100 * readings->right[way][span] / readings->cards[span]);
        printf("  nats %.3f\n", readings->nats[way] / readings->hands);
    }
    printf("%-8s types", name);
    for (unsigned type = 0; type < OPPONENT_TYPES; type++)
        printf(" %s %.2f", type < PLAYER_TYPES ? play_style_of(type)->name : "anybody",
               readings->type[type] / readings->hands);
    printf("; %.0f hands asked a turn\n", (double)readings->asked / readings->seen);
}

/* ---- Turns of real bots ------------------------------------------------------------------- */

/* As the mover sees them. */
static void measure_ways(const struct board *board, const struct table *table)
{
    seat_distances_init(&seat_distances, table, board);
    if (table->variants & VARIANT_BLOCKING)
        seat_distances_avoid_markers(&seat_distances, table, board, table->to_move);
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
    line_demand_init(&sample->line_demand, study->board, table, &seat_distances, &rng);
}

static void play_turn(struct study *study, struct position *position, struct player player[])
{
    static const struct budget budget = {.work = SEARCH_WORK};
    struct view view;
    struct turn turn;
    view_of(&view, position, position->table.to_move);
    player_turn(&player[view.seat], &view, &budget, &turn, NULL);
    position_settle(position, study->board, &turn);
    if (study->belief)
        read_turn(study, position, &turn, study->readings);
    else
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
        if (study->belief)
            begin_reading(study, &position);
        while (position.table.phase == PHASE_PLAYING)
            play_turn(study, &position, player);
        if (study->belief)
            count_hands(study, &position, study->readings);
    }
}

/* ---- What a model says of them ------------------------------------------------------------ */

static struct result judge(const struct study *study, const struct play_style *style)
{
    struct result result = {0};
    for (unsigned i = 0; i < study->samples; i++) {
        const struct sample *sample = &study->sample[i];
        measure_ways(study->board, &sample->table);
        struct opponents_demand opponents;
        line_demand_of_opponents(&sample->line_demand, sample->table.to_move, &sample->hand,
                                 &opponents);
        policy_begin(&policy, study->board, &sample->table, &seat_distances);
        policy_weigh(&policy, style, &sample->hand, &opponents, POLICY_WIDE);
        const unsigned found = policy_find(&policy, &sample->turn);
        result.likelihood += log(policy_chance(&policy, style, found));
        result.silent += policy.turns == 0;
        result.predicted += found == 0;
    }
    result.likelihood /= study->samples;
    result.predicted /= study->samples;
    result.silent /= study->samples;
    return result;
}

static void print_row(const char *what, const struct study *study, const struct play_style *style)
{
    const struct result result = judge(study, style);
    printf("%-8s %6u turns  predicted %5.1f %%  no idea %4.1f %%  log-likelihood %.3f  (%s)\n",
           style->name, study->samples, 100 * result.predicted, 100 * result.silent,
           result.likelihood, what);
}

/* Tries a weight that is `step` higher or lower, as long as that gains. */
static bool vary(const struct study *study, struct play_style *style, unsigned weight, double *best)
{
    static const float step[] = {0.05F, 0.0125F, 0.1F, 0.05F};
    bool gained = false;
    for (int sign = -1; sign <= 1; sign += 2) {
        for (;;) {
            struct play_style after_first = *style;
            if (weight < 4) {
                float *const of[] = {&after_first.opponents, &after_first.nearness,
                                     &after_first.later, &after_first.colour};
                *of[weight] += (float)sign * step[weight];
            } else {
                double *const of[] = {&after_first.temperature, &after_first.odd};
                *of[weight - 4] *= sign > 0 ? 1.25 : 0.8;
            }
            const double likelihood = judge(study, &after_first).likelihood;
            if (!(likelihood > *best + 0.0005))
                break;
            *best = likelihood;
            *style = after_first;
            gained = true;
        }
    }
    return gained;
}

static void fit(const struct study *study, const struct play_style *from)
{
    struct play_style style = *from;
    double best = judge(study, &style).likelihood;
    bool gained = true;
    for (unsigned pass = 0; gained && pass < PASSES_MAX; pass++) {
        gained = false;
        for (unsigned weight = 0; weight < 6; weight++)
            gained |= vary(study, &style, weight, &best);
    }
    print_row("fitted", study, &style);
    printf("         others %.3f nearness %.4f later %.1f colour %.2f temperature %.3f odd %.3f\n",
           (double)style.opponents, (double)style.nearness, (double)style.later,
           (double)style.colour, style.temperature, style.odd);
}

static void study_belief(struct study *study, const struct bot *bot)
{
    struct readings readings = {.hands = 0};
    study->readings = &readings;
    play_rounds(study, bot);
    print_readings(&readings, bot->name);
}

static void study_bot(struct study *study, const struct bot *bot)
{
    if (study->belief)
        study_belief(study, bot);
    for (unsigned type = 0; !study->belief && type < PLAYER_TYPES; type++) {
        const struct play_style *style = play_style_of(type);
        if (strcmp(style->name, bot->name) != 0)
            continue;
        play_rounds(study, bot);
        print_row("as it is", study, style);
        if (study->fit)
            fit(study, style);
    }
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
    static const struct option options[] = {
        {"board", required_argument, NULL, 'b'},   {"variant", required_argument, NULL, 'v'},
        {"players", required_argument, NULL, 'p'}, {"rounds", required_argument, NULL, 'r'},
        {"seed", required_argument, NULL, 's'},    {"fit", no_argument, NULL, 'f'},
        {"belief", no_argument, NULL, 'B'},        {NULL, 0, NULL, 0}};
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
        else if (option == 'B')
            study->belief = true;
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
    for (unsigned i = 0; i < bot_count(); i++) {
        const struct bot *bot = bot_at(i);
        bool wanted = optind == argc;
        for (int k = optind; k < argc; k++)
            wanted |= strcmp(argv[k], bot->name) == 0;
        if (wanted)
            study_bot(&study, bot);
    }
    free(study.memory);
    free(study.sample);
    return 0;
}
