/*
 * The expert's search: candidate turns are played out in sampled worlds, and the worse half is
 * dropped after each stage.
 */
#include "bots/expert.h"

#include <string.h>

#include "base/check.h"
#include "bots/fallback_turn.h"
#include "bots/oracle.h"
#include "bots/win_chance.h"
#include "rules/scoring.h"

enum {
    /* Typical length of a playout by plans and by models, in steps. */
    PLAN_PLAYOUT_STEPS_USUAL = 40,
    MODEL_PLAYOUT_STEPS_USUAL = 200,
    MODEL_BATCHES = 4,    /* minimum number of batches for each turn in playouts by models */
    BATCH = 8,            /* worlds tried between two checks of the budget */
    GAIN_WORLDS = 16,     /* worlds used to estimate what the opponents gain from each line */
    HOPELESS_WORLDS = 24, /* worlds after which a clearly worse turn may be dropped */
    HOPELESS_ERRORS = 3,  /* how far behind the best that is, in standard errors */
    DEMAND_STEPS = 600,   /* estimated cost of line_demand_init(), in steps */
};

/* The state of one call, shared by all functions below. */
struct search {
    struct expert *expert;
    const struct question *question;
    const struct position *truth;                /* true hands; set by the oracle only */
    const struct opponent_model *opponent_model; /* set by the champion only */
};

void expert_begin_round(void *memory, const struct board *board, const struct view *view)
{
    struct expert *expert = memory;
    belief_begin_round(&expert->belief, board, view);
}

void expert_see(void *memory, const struct board *board, const struct table *before,
                const struct turn *turn)
{
    struct expert *expert = memory;
    belief_see(&expert->belief, board, before, turn);
}

static void search_begin(const struct search *search)
{
    struct expert *expert = search->expert;
    expert->worlds = 0;
    expert->work = 0;
    /* The plans ignore the rules of these variants. */
    expert->by_plans =
        !(search->question->view->table.variants & (VARIANT_BLOCKING | VARIANT_PRIVATE_TRACKS));
    expert->by_models = !expert->by_plans || search->opponent_model != NULL;
    if (search->opponent_model != NULL)
        expert->share_of_models = opponent_model_predictability(search->opponent_model,
                                                                search->question->view->table.seats,
                                                                search->question->view->seat);
    world_sampler_begin(&expert->sampler, &expert->belief, search->question->board,
                        search->question->view);
}

/* ---- Worlds ------------------------------------------------------------------------------- */

/* Draws one more world.  Returns the steps used. */
static unsigned search_draw_world(const struct search *search)
{
    struct expert *expert = search->expert;
    struct rng *rng = search->question->rng;
    struct hand *hand = expert->world[expert->worlds];
    unsigned steps = 0;
    if (search->truth != NULL)
        memcpy(hand, search->truth->hand, sizeof search->truth->hand);
    else
        steps = world_sampler_next(&expert->sampler, rng, hand);
    expert->seed[expert->worlds++] = rng_next(rng);
    return steps;
}

/* An upper bound for playing out one world, in steps. */
static unsigned playout_steps_max(const struct expert *expert)
{
    return (expert->by_plans ? PLAN_PLAYOUT_STEPS_MAX : 0U) +
           (expert->by_models ? MODEL_PLAYOUT_STEPS_MAX : 0U);
}

/* True if `steps` more are within the budget and time is left. */
static bool search_has_budget(const struct search *search, unsigned steps)
{
    const struct budget *budget = search->question->budget;
    return search->expert->work + steps <= budget->work && !budget_is_late(budget);
}

/* Draws worlds until there are `until`.  Returns false if the budget ends first. */
static bool search_draw_worlds(const struct search *search, unsigned until)
{
    struct expert *expert = search->expert;
    while (expert->worlds < until) {
        if (!search_has_budget(search, WORLD_STEPS_MAX + playout_steps_max(expert)))
            return false;
        expert->work += search_draw_world(search);
    }
    return true;
}

static void search_guess_demand(const struct search *search)
{
    const struct question *question = search->question;
    line_demand_init(&search->expert->line_demand, question->board, &question->view->table,
                     &search->expert->seat_distances, question->rng);
}

/*
 * Prepares the worlds [from, from + BATCH) and, for playouts by models, a new sample of everyone's
 * demand, so that a single unlucky sample does not decide.  Returns false if the budget ends first.
 */
static bool search_begin_batch(const struct search *search, unsigned from)
{
    struct expert *expert = search->expert;
    if (from + BATCH > WORLDS_MAX || !search_draw_worlds(search, from + BATCH))
        return false;
    if (expert->by_models && from > 0) {
        if (!search_has_budget(search, DEMAND_STEPS))
            return false;
        search_guess_demand(search);
        expert->work += DEMAND_STEPS;
    }
    return true;
}

static void search_measure_table(const struct search *search)
{
    struct expert *expert = search->expert;
    seat_distances_init(&expert->seat_distances, &search->question->view->table,
                        search->question->board);
    if (expert->by_models)
        search_guess_demand(search);
}

static void search_measure_opponent_gain(const struct search *search)
{
    struct expert *expert = search->expert;
    const struct view *view = search->question->view;
    while (expert->worlds < GAIN_WORLDS)
        search_draw_world(search);
    opponent_gain_init(&expert->opponent_gain);
    for (unsigned seat = 0; seat < view->table.seats; seat++) {
        for (unsigned i = 0; seat != view->seat && i < GAIN_WORLDS; i++)
            opponent_gain_add_hand(&expert->opponent_gain, search->question->board, &view->table,
                                   &expert->seat_distances, seat, &expert->world[i][seat], 1);
        opponent_gain_add_seat(&expert->opponent_gain, search->question->board);
    }
}

/* ---- Trials ------------------------------------------------------------------------------- */

/* A turn on trial, and the position after it. */
struct tried_turn {
    const struct turn *turn;
    const struct seat_distances *seat_distances;
    struct position after;
};

/* Plays the round out by models of the players.  Returns the steps used. */
static unsigned play_out_by_models(const struct search *search, const struct tried_turn *tried,
                                   struct position *position, struct rng *rng, int lost[SEATS_MAX])
{
    struct expert *expert = search->expert;
    const struct view *view = search->question->view;
    struct playout_by_models_start start = {
        .seat_distances = tried->seat_distances,
        .line_demand = &expert->line_demand,
        .since = tried->turn,
        .seat = view->seat,
        .hands = search->opponent_model != NULL ? MODEL_PLAYOUT_HANDS : MODEL_PLAYOUT_HANDS_QUICK};
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        start.type[seat] =
            search->opponent_model != NULL && seat != view->seat
                ? (uint8_t)opponent_model_draw_type(search->opponent_model, seat, rng)
                : TYPE_HARD;
    playout_by_models_begin(&expert->model_playout, search->question->board, &start, rng);
    return playout_by_models_run(&expert->model_playout, position, rng, lost);
}

/* Plays the round to its end in one world and returns the outcome. */
static struct outcome play_out_world(const struct search *search, const struct tried_turn *tried,
                                     unsigned world, bool by_models)
{
    struct expert *expert = search->expert;
    const struct board *board = search->question->board;
    const unsigned seat = search->question->view->seat;
    struct position position = tried->after;
    struct table *table = &position.table;
    struct rng rng;
    int lost[SEATS_MAX];
    rng_init(&rng, expert->seed[world]);
    memcpy(position.hand, expert->world[world], sizeof position.hand);
    for (unsigned i = 0; i < table->seats; i++)
        hand_junctions(&position.hand[i], board, &position.wanted[i]);
    position_turn_over(&position,
                       false); /* if the round is already over, the playout only scores it */
    expert->work += by_models ? play_out_by_models(search, tried, &position, &rng, lost)
                              : playout_by_plans_run(&expert->plan_playout, board, &position,
                                                     tried->seat_distances, &rng, lost);
    for (unsigned i = 0; i < table->seats; i++)
        table->lost[i] = (int16_t)lost[i];
    scoring_take_points(table, board);
    return (struct outcome){.value = win_chance(table, seat), .lost = lost[seat]};
}

/*
 * Plays out by plans, by models, or both.  The two kinds make different mistakes, so their weighted
 * mean is more accurate; plans count for opponents who match no model.
 */
static struct outcome try_world(const struct search *search, const struct tried_turn *tried,
                                unsigned world)
{
    const struct expert *expert = search->expert;
    const uint64_t before = expert->work;
    struct outcome outcome = play_out_world(search, tried, world, expert->by_models);
    if (expert->by_plans && expert->by_models) {
        const struct outcome other = play_out_world(search, tried, world, false);
        const double share = expert->share_of_models;
        outcome.value = share * outcome.value + (1 - share) * other.value;
        outcome.lost = share * outcome.lost + (1 - share) * other.lost;
    }
    CHECK(expert->work - before <= playout_steps_max(expert));
    return outcome;
}

/* Tries `turn` in one batch of worlds.  Returns false if the budget ends first. */
static bool try_worlds(const struct search *search, const struct turn *turn, unsigned from,
                       struct outcome outcome[BATCH])
{
    struct expert *expert = search->expert;
    const struct question *question = search->question;
    struct tried_turn tried = {.turn = turn, .seat_distances = &expert->seat_distances};
    struct draft draft;
    draft_begin(&draft, &question->view->table, &question->view->hand);
    const enum refusal refusal = draft_turn(&draft, question->board, turn);
    CHECK(refusal == ACCEPTED);
    tried.after.table = draft.table;
    if (turn->tracks > 0) {
        seat_distances_copy(&expert->after, &expert->seat_distances);
        seat_distances_lay(&expert->after, &draft.table, question->board, turn);
        tried.seat_distances = &expert->after;
    }
    for (unsigned i = 0; i < BATCH; i++) {
        if (!search_has_budget(search, playout_steps_max(expert)))
            return false;
        outcome[i] = try_world(search, &tried, from + i);
    }
    return true;
}

/* The mean chance of winning, from 0 to 1; 0 before the first world. */
static double trial_mean_value(const struct trial *trial)
{
    return trial->worlds > 0 ? trial->value / trial->worlds : 0;
}

/* Sorts by mean value, best first; stable. */
static void sort_trials(struct expert *expert)
{
    for (unsigned i = 1; i < expert->trials; i++) {
        const struct trial trial = expert->trial[i];
        unsigned at = i;
        for (; at > 0 && trial_mean_value(&expert->trial[at - 1]) < trial_mean_value(&trial); at--)
            expert->trial[at] = expert->trial[at - 1];
        expert->trial[at] = trial;
    }
}

/*
 * Tries one batch of worlds for all remaining trials.  Returns false, and discards the whole batch,
 * if the budget ends first: trials are only comparable over the same worlds.
 */
static bool try_batch(const struct search *search, unsigned from)
{
    struct expert *expert = search->expert;
    struct outcome outcome[BATCH];
    if (!search_begin_batch(search, from))
        return false;
    for (unsigned i = 0; i < expert->trials; i++) {
        struct trial *trial = &expert->trial[i];
        if (!try_worlds(search, &trial->candidate.turn, from, outcome))
            return false;
        trial->batch_value = trial->batch_squares = trial->batch_lost = 0;
        for (unsigned k = 0; k < BATCH; k++) {
            expert->value[trial->number][from + k] = (float)outcome[k].value;
            trial->batch_value += outcome[k].value;
            trial->batch_squares += outcome[k].value * outcome[k].value;
            trial->batch_lost += outcome[k].lost;
        }
    }
    for (unsigned i = 0; i < expert->trials; i++) {
        struct trial *trial = &expert->trial[i];
        trial->value += trial->batch_value;
        trial->squares += trial->batch_squares;
        trial->lost += trial->batch_lost;
        trial->worlds += BATCH;
    }
    return true;
}

/*
 * True if `trial` is worse than `best` in the same worlds by more than HOPELESS_ERRORS standard
 * errors.
 */
static bool trial_is_hopeless(const struct expert *expert, const struct trial *trial,
                              const struct trial *best)
{
    const float *own = expert->value[trial->number], *other = expert->value[best->number];
    const unsigned worlds = trial->worlds;
    double sum = 0, squares = 0;
    for (unsigned i = 0; i < worlds; i++) {
        const double behind = (double)other[i] - (double)own[i];
        sum += behind;
        squares += behind * behind;
    }
    /* Compare squares, to avoid a square root. */
    const double variance = squares - sum * sum / worlds;
    return worlds >= HOPELESS_WORLDS && sum > 0 &&
           sum * sum * (worlds - 1) > HOPELESS_ERRORS * HOPELESS_ERRORS * variance * worlds;
}

/* Keeps the trials that may still be the best, in order.  Dropped ones follow behind them. */
static void drop_hopeless_trials(struct expert *expert)
{
    unsigned kept = 1;
    sort_trials(expert);
    for (unsigned i = 1; i < expert->trials; i++) {
        const struct trial trial = expert->trial[i];
        if (trial_is_hopeless(expert, &trial, &expert->trial[0]))
            continue;
        memmove(&expert->trial[kept + 1], &expert->trial[kept], (i - kept) * sizeof trial);
        expert->trial[kept++] = trial;
    }
    expert->trials = kept;
}

/*
 * Sequential halving: every stage gets the same share of the budget and keeps the better half.
 * Stops when one trial is left.
 */
static void search_halve_trials(const struct search *search)
{
    struct expert *expert = search->expert;
    unsigned stages = 0, world = 0;
    for (unsigned left = expert->trials; left > 1; left = (left + 1) / 2)
        stages++;
    for (unsigned stage = 1; stage <= stages && expert->trials > 1; stage++) {
        const uint64_t limit = search->question->budget->work / stages * stage;
        while (expert->trials > 1 && expert->work < limit && try_batch(search, world)) {
            world += BATCH;
            drop_hopeless_trials(expert);
        }
        expert->trials = (expert->trials + 1) / 2;
    }
}

/* ---- The turn ----------------------------------------------------------------------------- */

static void search_find_candidates(const struct search *search)
{
    struct expert *expert = search->expert;
    const struct board *board = search->question->board;
    const struct view *view = search->question->view;
    search_measure_table(search);
    if (view->table.marker[view->seat] == JUNCTION_NONE) {
        candidates_place(&expert->candidates, board, view, &expert->seat_distances);
    } else {
        const struct seat_distances *seat_distances = &expert->seat_distances;
        search_measure_opponent_gain(search);
        if (view->table.variants & VARIANT_BLOCKING) {
            seat_distances_copy(&expert->after, seat_distances);
            seat_distances_avoid_markers(&expert->after, &view->table, board, view->seat);
            seat_distances = &expert->after;
        }
        candidates_lay(&expert->candidates, board, view, seat_distances, &expert->opponent_gain);
    }
    /*
     * Limit the number of trials so that each gets at least one batch, or MODEL_BATCHES batches by
     * models.
     */
    const unsigned usual =
        expert->by_models ? MODEL_BATCHES * MODEL_PLAYOUT_STEPS_USUAL : PLAN_PLAYOUT_STEPS_USUAL;
    const uint64_t most = search->question->budget->work / (BATCH * usual);
    expert->trials = expert->candidates.count;
    if (expert->trials > 2 && most < expert->trials)
        expert->trials = most > 2 ? (unsigned)most : 2;
    for (unsigned i = 0; i < expert->trials; i++)
        expert->trial[i] =
            (struct trial){.candidate = expert->candidates.best[i], .number = (uint8_t)i};
}

/*
 * Newton's method, as the maths library is not available.  Accurate enough for variances up to 1.
 */
static double square_root(double square)
{
    double x = 1;
    for (unsigned i = 0; i < 24 && square > 0; i++)
        x = (x + square / x) / 2;
    return square > 0 ? x : 0;
}

/* The standard error of the trial's mean value; negative if it has fewer than two worlds. */
static double trial_standard_error(const struct trial *trial)
{
    if (trial->worlds < 2)
        return -1;
    const double mean = trial->value / trial->worlds;
    const double variance = trial->squares / trial->worlds - mean * mean;
    return square_root(variance / (trial->worlds - 1));
}

/*
 * Reports the trials in the order in which they survived.  Values are capped by those of better
 * survivors, as the mean of a trial dropped early is unreliable.
 */
static void search_report(const struct search *search, unsigned trials, struct thoughts *thoughts)
{
    const struct expert *expert = search->expert;
    double least = 1;
    for (unsigned i = 0; i < trials; i++) {
        const struct trial *trial = &expert->trial[i];
        const double value = trial_mean_value(trial);
        least = value < least ? value : least;
        thoughts_add_chance(thoughts, &trial->candidate.turn,
                            trial->worlds > 0 ? trial->lost / trial->worlds
                                              : trial->candidate.missing,
                            least, trial_standard_error(trial));
    }
    thoughts->work = expert->work;
    if (search->truth == NULL)
        belief_chances(&expert->belief, search->question->board, thoughts->chance);
}

/*
 * How the expert chooses a turn.  Before the call, expert_see() has kept `belief` up to date with
 * the turns of the round.
 *
 *  1. Compute the distances on the current table.
 *  2. Sample worlds from the belief: hands for all opponents that fit together.  The first of
 *     them show which lines help the opponents most.
 *  3. List the candidates: turns with the best static value, or places for the start marker.
 *     Keep as many as the budget allows to try in one batch of worlds.
 *  4. Try the candidates in batches of worlds: play the turn, then play the round to its end by
 *     plans, by models of players (blocking and private tracks, where plans ignore the rules),
 *     or by both (champion).  The resulting chance of winning the game is the turn's value in
 *     that world.  All turns use the same worlds and random numbers, so their differences are
 *     not due to luck.
 *  5. After each stage, which has an equal share of the budget, keep the better half of the
 *     turns.  Close decisions thus get more worlds.
 *  6. Report the values and play the last survivor.  Without candidates, because all cheapest
 *     paths are blocked, play a fallback turn (bots/fallback_turn.h).
 *
 * The oracle does the same with the true hands in every world.
 */
static void search_run(const struct search *search, struct turn *turn, struct thoughts *thoughts)
{
    struct expert *expert = search->expert;
    search_begin(search);
    search_find_candidates(search); /* steps 1 to 3 */
    const unsigned trials = expert->trials;
    if (trials > 1)
        search_halve_trials(search); /* steps 4 and 5 */
    search_report(search, trials, thoughts);
    if (trials > 0)
        *turn = expert->trial[0].candidate.turn;
    else /* V2, X1: all cheapest paths are blocked */
        fallback_turn(search->question, turn, thoughts);
}

void expert_turn(void *memory, const struct question *question, struct turn *turn,
                 struct thoughts *thoughts)
{
    search_run(&(struct search){.expert = memory, .question = question}, turn, thoughts);
}

void expert_turn_with_models(struct expert *expert, const struct opponent_model *opponent_model,
                             const struct question *question, struct turn *turn,
                             struct thoughts *thoughts)
{
    search_run(
        &(struct search){.expert = expert, .question = question, .opponent_model = opponent_model},
        turn, thoughts);
}

void oracle_turn(struct expert *memory, const struct question *question,
                 const struct position *position, struct turn *turn, struct thoughts *thoughts)
{
    search_run(&(struct search){.expert = memory, .question = question, .truth = position}, turn,
               thoughts);
}

unsigned expert_compare(struct expert *expert, const struct question *question,
                        const struct turn turn[], unsigned turns,
                        struct outcome outcome[][WORLDS_MAX])
{
    const struct search search = {.expert = expert, .question = question};
    unsigned worlds = 0;
    search_begin(&search);
    search_measure_table(&search);
    for (; search_begin_batch(&search, worlds); worlds += BATCH) {
        for (unsigned i = 0; i < turns; i++) {
            if (!try_worlds(&search, &turn[i], worlds, &outcome[i][worlds]))
                return worlds;
        }
    }
    return worlds;
}
