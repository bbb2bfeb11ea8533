/* Reads a record, and distributes its turns to threads: one seat of one round at a time. */
#include "analysis/analysis.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/check.h"
#include "rules/scoring.h"
#include "text/harmless.h"

/* ---- Reading ----------------------------------------------------------------------------- */

static bool add_round(struct analysis *analysis, const struct position *position)
{
    if (!ARRAY_GROW(analysis->round, analysis->round_capacity, analysis->rounds + 1))
        return false;
    struct analysis_round *round = &analysis->round[analysis->rounds++];
    memset(round, 0, sizeof *round);
    round->from = analysis->turns;
    round->dealt = *position;
    round->end = position->table;
    for (unsigned seat = 0; seat < position->table.seats; seat++) {
        const struct hand *hand = &position->hand[seat];
        if (!hand_is_known(hand))
            continue;
        round->known |= 1U << seat;
        round->cost[seat] = scoring_missing(&position->table, analysis->board, seat, hand, NULL);
    }
    return true;
}

static bool add_turn(struct analysis *analysis, const struct position *before,
                     const struct record_reader *reader)
{
    struct analysis_round *round = &analysis->round[analysis->rounds - 1];
    const unsigned number = analysis->turns;
    if (!ARRAY_GROW(analysis->turn, analysis->turn_capacity, number + 1) ||
        !ARRAY_GROW(analysis->facts, analysis->facts_capacity, number + 1))
        return false;
    analysis->turn[number] = (struct played_turn){.before = *before, .turn = reader->turn};
    review_facts(&analysis->facts[number], reader->board, before, &reader->position.table);
    analysis->turns++;
    round->turns++;
    round->end = reader->position.table;
    return true;
}

static bool add_event(struct analysis *analysis, enum record_event event,
                      const struct position *before, const struct record_reader *reader)
{
    analysis->board = reader->board;
    if (event == RECORD_ROUND)
        return add_round(analysis, &reader->position);
    if (event == RECORD_TURN)
        return add_turn(analysis, before, reader);
    struct analysis_round *round = &analysis->round[analysis->rounds - 1];
    round->end = reader->position.table;
    round->over = true;
    return true;
}

bool analysis_read(struct analysis *analysis, const char *text, size_t size,
                   struct record_boards boards, struct fault *fault)
{
    struct record_reader reader;
    struct position before;
    memset(analysis, 0, sizeof *analysis);
    /* statically initialised: never destroyed */
    analysis->lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    record_reader_init(&reader, text, size, boards, NULL);
    for (;;) {
        before = reader.position;
        const enum record_event event = record_next(&reader);
        if (event == RECORD_FAULT) {
            *fault = reader.fault;
            return false;
        }
        if (event == RECORD_END)
            break;
        if (!add_event(analysis, event, &before, &reader))
            return fault_say(RECORD_NO_MEMORY, fault_at(fault, 0), FAULT_FORMAT);
    }
    analysis->board = reader.board;
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        harmless_copy(analysis->names.name[seat], RECORD_NAME_SIZE, reader.names.name[seat]);
    analysis->judgement = calloc(analysis->turns + 1, sizeof analysis->judgement[0]);
    return analysis->judgement != NULL ||
           fault_say(RECORD_NO_MEMORY, fault_at(fault, 0), FAULT_FORMAT);
}

void analysis_release(struct analysis *analysis)
{
    free(analysis->round);
    free(analysis->turn);
    free(analysis->facts);
    free(analysis->judgement);
}

unsigned analysis_round_of(const struct analysis *analysis, unsigned turn)
{
    unsigned round = 0;
    while (turn >= analysis->round[round].from + analysis->round[round].turns)
        round++;
    return round;
}

/* ---- Judging ----------------------------------------------------------------------------- */

static bool is_wanted(const struct analysis *analysis, const struct analysis_task *task,
                      unsigned round, unsigned seat)
{
    return (task->seat == ANALYSIS_ALL || task->seat == seat) &&
           (task->round == ANALYSIS_ALL || task->round == round) &&
           (analysis->round[round].known >> seat & 1) != 0;
}

unsigned analysis_wanted(const struct analysis *analysis, const struct analysis_task *task)
{
    unsigned wanted = 0;
    for (unsigned round = 0; round < analysis->rounds; round++) {
        const struct analysis_round *of = &analysis->round[round];
        for (unsigned i = of->from; i < of->from + of->turns; i++)
            wanted += is_wanted(analysis, task, round, analysis->turn[i].before.table.to_move);
    }
    return wanted;
}

/* The turns of one seat in one round. */
struct job {
    struct analysis *analysis;
    unsigned round, seat;
};

/* Takes the next job of the task.  Returns false if there is none. */
static bool take_job(struct analysis *analysis, struct job *job)
{
    const unsigned seats = analysis->round[0].dealt.table.seats;
    bool taken = false;
    pthread_mutex_lock(&analysis->lock);
    while (!taken && !analysis->stops && analysis->next < analysis->rounds * seats) {
        const unsigned number = analysis->next++;
        job->round = (analysis->task.begin + number / seats) % analysis->rounds;
        job->seat = number % seats;
        taken = is_wanted(analysis, &analysis->task, job->round, job->seat);
    }
    pthread_mutex_unlock(&analysis->lock);
    return taken;
}

static bool hand_in(void *context, unsigned number, const struct judgement *judgement)
{
    const struct job *job = context;
    struct analysis *analysis = job->analysis;
    pthread_mutex_lock(&analysis->lock);
    analysis->judgement[analysis->round[job->round].from + number] = *judgement;
    analysis->done++;
    if (analysis->task.news != NULL)
        analysis->task.news(analysis->task.context, analysis->done);
    const bool goes_on = !analysis->stops;
    pthread_mutex_unlock(&analysis->lock);
    return goes_on;
}

static void *work(void *context)
{
    struct analysis *analysis = context;
    const size_t size = (sizeof(struct reviewer) + PLAYER_ALIGNMENT - 1) / PLAYER_ALIGNMENT;
    struct reviewer *reviewer = aligned_alloc(PLAYER_ALIGNMENT, size * PLAYER_ALIGNMENT);
    struct job job = {.analysis = analysis};
    const struct review_listener listener = {.judged = hand_in, .context = &job};
    while (reviewer != NULL && take_job(analysis, &job)) {
        const struct analysis_round *round = &analysis->round[job.round];
        if (round->turns > 0)
            review_seat(reviewer, analysis->board, &analysis->turn[round->from], round->turns,
                        job.seat, analysis->task.work, &listener);
    }
    if (reviewer == NULL) {
        pthread_mutex_lock(&analysis->lock);
        analysis->failed = true;
        pthread_mutex_unlock(&analysis->lock);
    }
    free(reviewer);
    return NULL;
}

/* Threads run with signals blocked: the waiting thread receives them. */
bool analysis_start(struct analysis *analysis, const struct analysis_task *task)
{
    sigset_t all, before;
    CHECK(analysis->started == 0 && task->threads <= ANALYSIS_THREADS_MAX);
    analysis->task = *task;
    if (analysis->rounds == 0)
        return true;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    while (analysis->started < task->threads &&
           pthread_create(&analysis->thread[analysis->started], NULL, work, analysis) == 0)
        analysis->started++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return analysis->started > 0;
}

bool analysis_finish(struct analysis *analysis, bool stops)
{
    pthread_mutex_lock(&analysis->lock);
    analysis->stops = analysis->stops || stops;
    pthread_mutex_unlock(&analysis->lock);
    while (analysis->started > 0)
        pthread_join(analysis->thread[--analysis->started], NULL);
    return !analysis->failed;
}

unsigned analysis_done(struct analysis *analysis)
{
    pthread_mutex_lock(&analysis->lock);
    const unsigned done = analysis->done;
    pthread_mutex_unlock(&analysis->lock);
    return done;
}

struct judgement analysis_judgement(struct analysis *analysis, unsigned turn)
{
    pthread_mutex_lock(&analysis->lock);
    const struct judgement judgement = analysis->judgement[turn];
    pthread_mutex_unlock(&analysis->lock);
    return judgement;
}
