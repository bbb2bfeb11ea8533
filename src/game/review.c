/* Reviews turns: exact costs, and two turns played out in the same worlds. */
#include "game/review.h"

#include <string.h>

#include "base/check.h"
#include "rules/scoring.h"

/*
 * Losses from which a turn is a slip, a mistake or a blunder, as a part of an even share of the
 * game.  A minus point costs a quarter of an even share with two players, a fifth with four and a
 * seventh with six (docs/analysis.md).  So these are about a fifth of a point, half a point and a
 * point, or half as much again at a full table.
 */
static const double SLIP = 0.05, MISTAKE = 0.125, BLUNDER = 0.25;

/*
 * A difference is significant if it exceeds this number of standard errors.  A game has a hundred
 * turns: with two errors, about two turns of every game would be blamed wrongly.
 */
static const double ERRORS = 3;

/* With fewer worlds the variance is not meaningful. */
enum { WORLDS_MIN = 32 };

const char *const verdict_names[VERDICTS] = {
    [VERDICT_NONE] = "unknown",   [VERDICT_FORCED] = "forced", [VERDICT_BEST] = "best",
    [VERDICT_GOOD] = "good",      [VERDICT_SLIP] = "slip",     [VERDICT_MISTAKE] = "mistake",
    [VERDICT_BLUNDER] = "blunder"};

/* ---- Facts --------------------------------------------------------------------------------- */

static int missing(const struct board *board, const struct table *table, unsigned seat,
                   const struct hand *hand)
{
    return hand_is_known(hand) ? (int)scoring_missing(table, board, seat, hand, NULL) : -1;
}

void review_facts(struct review_facts *facts, const struct board *board,
                  const struct position *before, const struct table *after)
{
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        const bool plays = seat < before->table.seats;
        const struct hand *hand = &before->hand[seat];
        facts->before[seat] = plays ? missing(board, &before->table, seat, hand) : -1;
        facts->after[seat] = plays ? missing(board, after, seat, hand) : -1;
    }
}

int review_given(const struct review_facts *facts, unsigned mover, unsigned seats)
{
    int given = 0;
    for (unsigned seat = 0; seat < seats; seat++) {
        if (seat != mover)
            given += facts->before[seat] - facts->after[seat];
    }
    return given;
}

/* ---- Judgements ---------------------------------------------------------------------------- */

static bool same_track(const struct track *one, const struct track *other)
{
    return one->line == other->line && one->own == other->own;
}

bool review_same_turn(const struct turn *one, const struct turn *other)
{
    if (one->kind != other->kind || one->tracks != other->tracks || one->marker != other->marker)
        return false;
    const struct track *first = &one->track[0], *second = &one->track[1];
    return (same_track(first, &other->track[0]) && same_track(second, &other->track[1])) ||
           (one->tracks == 2 && same_track(first, &other->track[1]) &&
            same_track(second, &other->track[0]));
}

static struct valuation mean_of(const struct outcome outcome[], unsigned worlds)
{
    struct valuation mean = {0, 0};
    for (unsigned i = 0; i < worlds; i++) {
        mean.chance += outcome[i].value;
        mean.lost += outcome[i].lost;
    }
    if (worlds > 0) {
        mean.chance /= worlds;
        mean.lost /= worlds;
    }
    return mean;
}

/*
 * The variance of the mean of the differences, world by world, so that luck common to both cancels
 * out.
 */
static double variance_of(const struct outcome played[], const struct outcome chosen[],
                          unsigned worlds, double mean)
{
    double squares = 0;
    for (unsigned i = 0; i < worlds; i++) {
        const double apart = chosen[i].value - played[i].value - mean;
        squares += apart * apart;
    }
    return worlds > 1 ? squares / (worlds - 1.0) / worlds : 0;
}

static enum verdict verdict_on(const struct judgement *judgement, unsigned seats)
{
    const double loss = judgement->loss, shares = loss * seats;
    if (judgement->worlds < WORLDS_MIN)
        return VERDICT_NONE;
    if (loss <= 0)
        return VERDICT_BEST;
    if (shares < SLIP || loss * loss <= ERRORS * ERRORS * judgement->variance)
        return VERDICT_GOOD;
    return shares < MISTAKE ? VERDICT_SLIP : shares < BLUNDER ? VERDICT_MISTAKE : VERDICT_BLUNDER;
}

/* Compares both turns in the same worlds; if they are the same, values it alone. */
static void compare(struct reviewer *reviewer, const struct question *question,
                    const struct turn *turn, struct judgement *judgement)
{
    const struct turn both[] = {*turn, judgement->best};
    const bool same = review_same_turn(turn, &judgement->best);
    judgement->worlds =
        expert_compare(&reviewer->expert, question, both, same ? 1 : 2, reviewer->outcome);
    const struct outcome *played = reviewer->outcome[0], *chosen = reviewer->outcome[!same];
    judgement->played = mean_of(played, judgement->worlds);
    judgement->chosen = mean_of(chosen, judgement->worlds);
    judgement->loss = judgement->chosen.chance - judgement->played.chance;
    judgement->variance = variance_of(played, chosen, judgement->worlds, judgement->loss);
    judgement->verdict = same ? VERDICT_BEST : verdict_on(judgement, question->view->table.seats);
}

void reviewer_begin_round(struct reviewer *reviewer, const struct board *board,
                          const struct view *view)
{
    expert_begin_round(&reviewer->expert, board, view);
}

void reviewer_see(struct reviewer *reviewer, const struct board *board, const struct table *before,
                  const struct turn *turn)
{
    expert_see(&reviewer->expert, board, before, turn);
}

void reviewer_judge(struct reviewer *reviewer, const struct board *board, const struct view *view,
                    const struct turn *turn, unsigned number, uint64_t work,
                    struct judgement *judgement)
{
    const struct budget half = {.work = work / 2};
    struct thoughts thoughts;
    struct rng rng;
    const struct question question = {.board = board, .view = view, .budget = &half, .rng = &rng};
    CHECK(view->seat == view->table.to_move && hand_is_known(&view->hand));
    memset(judgement, 0, sizeof *judgement);
    judgement->best = *turn;
    if (turn->kind == TURN_PASS) {
        judgement->verdict = VERDICT_FORCED;
        return;
    }
    rng_init(&rng, (uint64_t)view->table.round << 32 | number);
    thoughts_init(&thoughts, board, view);
    expert_turn(&reviewer->expert, &question, &judgement->best, &thoughts);
    compare(reviewer, &question, turn, judgement);
}

/* ---- A round ------------------------------------------------------------------------------- */

void review_seat(struct reviewer *reviewer, const struct board *board,
                 const struct played_turn turn[], unsigned turns, unsigned seat, uint64_t work,
                 const struct review_listener *listener)
{
    struct view view;
    for (unsigned i = 0; i < turns; i++) {
        const struct position *before = &turn[i].before;
        view_of(&view, before, seat);
        if (i == 0)
            reviewer_begin_round(reviewer, board, &view);
        if (before->table.to_move == seat) {
            struct judgement judgement;
            reviewer_judge(reviewer, board, &view, &turn[i].turn, i, work, &judgement);
            if (!listener->judged(listener->context, i, &judgement))
                return;
        }
        reviewer_see(reviewer, board, &before->table, &turn[i].turn);
    }
}
