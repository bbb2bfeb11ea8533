/* Belief, candidates, playouts, and fewer and fewer candidates. */
#include "bots/expert.h"

#include <string.h>

#include "bots/fallback_turn.h"
#include "bots/oracle.h"
#include "bots/win_chance.h"
#include "core/check.h"
#include "core/scoring.h"

enum {
    PLAN_PLAYOUT_STEPS_USUAL = 40, /* of a playout, about */
    MODEL_PLAYOUT_STEPS_USUAL = 200,
    MODEL_BATCHES = 4,    /* in which each turn is to be tried at least, by models */
    BATCH = 8,            /* worlds that are tried before the next look at the budget */
    GAIN_WORLDS = 16,     /* worlds by which the help to others is weighed */
    HOPELESS_WORLDS = 24, /* after which a turn may be dropped that is behind another */
    HOPELESS_ERRORS = 3,  /* by so many standard errors */
    DEMAND_STEPS = 600,   /* that guessing everybody's wants takes, about */
};

/* What one turn's thinking shares. */
struct search {
    struct expert *expert;
    const struct question *question;
    const struct position *truth;                /* for the oracle alone */
    const struct opponent_model *opponent_model; /* for the champion alone */
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
    /* Plans know these rules badly. */
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

/* Answers the steps that it took. */
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

/* The most that playing a round out takes. */
static unsigned playout_steps_max(const struct expert *expert)
{
    return (expert->by_plans ? PLAN_PLAYOUT_STEPS_MAX : 0U) +
           (expert->by_models ? MODEL_PLAYOUT_STEPS_MAX : 0U);
}

/* Whether so many steps more are within the budget. */
static bool search_has_budget(const struct search *search, unsigned steps)
{
    const struct budget *budget = search->question->budget;
    return search->expert->work + steps <= budget->work && !budget_is_late(budget);
}

/* Worlds to play in, which are part of the work; false when the budget ends before. */
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
 * Worlds for a batch, and what everybody may guess that the others want, which each of the others
 * guesses differently: false when the budget ends before.
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

/* A turn that is tried, and what it leaves. */
struct tried_turn {
    const struct turn *turn;
    const struct seat_distances *seat_distances;
    struct position after;
};

/* Everybody plays on as a model of a player does; answers the steps. */
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

/* Plays the round to its end in one world; what that was worth. */
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
    position_turn_over(&position, false); /* a playout of a round that is over ends at once */
    expert->work += by_models ? play_out_by_models(search, tried, &position, &rng, lost)
                              : playout_by_plans_run(&expert->plan_playout, board, &position,
                                                     tried->seat_distances, &rng, lost);
    for (unsigned i = 0; i < table->seats; i++)
        table->lost[i] = (int16_t)lost[i];
    scoring_take_points(table, board);
    return (struct outcome){.value = win_chance(table, seat), .lost = lost[seat]};
}

/*
 * By plans and by models both, where both are to be had: each errs in its own way, and together
 * they err less.  Plans stand for whoever is like no model.
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

/* One batch of worlds for a turn.  False when the budget ends before the batch does. */
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

/* In chances to win. */
static double trial_mean_value(const struct trial *trial)
{
    return trial->worlds > 0 ? trial->value / trial->worlds : 0;
}

/* The best first; equals stay in their order. */
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
 * One batch of worlds for every trial in question; false when the budget ends before that, and
 * then the batch does not count: only what was tried in the same worlds can be compared.
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

/* Whether a trial is so far behind another in the same worlds that it will hardly catch up. */
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
    /* More than so many standard errors: squared, as roots take time. */
    const double variance = squares - sum * sum / worlds;
    return worlds >= HOPELESS_WORLDS && sum > 0 &&
           sum * sum * (worlds - 1) > HOPELESS_ERRORS * HOPELESS_ERRORS * variance * worlds;
}

/* Leaves those that may be the best, in their order, and the rest behind them. */
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
 * Every stage has the same share of the work and leaves the better half.  It ends early when there
 * is only one left that may be the best.
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
    /* So few that each of them can be tried in a batch of worlds at least, by models in more. */
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

/* A root by Newton's steps from above: the mathematics library may not be asked. */
static double square_root(double square)
{
    double x = 1;
    for (unsigned i = 0; i < 24 && square > 0; i++)
        x = (x + square / x) / 2;
    return square > 0 ? x : 0;
}

/* The standard error of a mean value; less than 0 where there is none. */
static double trial_standard_error(const struct trial *trial)
{
    if (trial->worlds < 2)
        return -1;
    const double mean = trial->value / trial->worlds;
    const double variance = trial->squares / trial->worlds - mean * mean;
    return square_root(variance / (trial->worlds - 1));
}

/* What was tried longest comes first, whatever the others promised before they were dropped. */
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
 * How the expert comes to a turn.  Until it is asked, it has followed the round (expert_see()) and
 * keeps in `belief` how likely each hand of the others is after what they have played.
 *
 *  1. It measures the cheapest ways to all places as the table lies now (`ways`).
 *  2. From the belief it draws worlds: hands for all others that fit together.  The first of them
 *     tell which lines would help the others most (`help`).
 *  3. It finds the turns that look good at first sight: what each saves its seat, less a share of
 *     what it saves the others (`candidates`).  Where a marker is placed, they are places instead.
 *     The best few go on, no more than the budget can try in one batch of worlds each.
 *  4. It tries them in batches of worlds.  In a world the turn is played and the round is played
 *     out to its end by quick players: by plans, or where those know the rules badly (blocking,
 *     private tracks) by models of players, or for the champion by both.  What that leaves of the
 *     chance to win the game is the turn's value there.  Every turn meets the same worlds and the
 *     same random numbers, so that a difference is of the turns and not of luck.
 *  5. Every stage of the search has an equal share of the work.  At its end the turns are sorted by
 *     their mean value, and the better half stays: what is close gets the more worlds.
 *  6. It tells what it thought of each turn, and plays the one that stayed.  If there was no
 *     candidate at all, because every way is shut, it goes around (bots/fallback_turn.h).
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
    else /* V2, X1: the cheapest way is shut: it goes around */
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
