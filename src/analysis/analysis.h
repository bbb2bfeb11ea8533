/*
 * The review of a whole game: splits a record into turns, which threads judge.
 *
 * The facts of every turn are available once the record has been read; judgements arrive while the
 * threads work.  Results do not depend on the number of threads.  This module knows no screen, so
 * that the command and the terminal can share it.
 */
#ifndef RAILHEAD_ANALYSIS_ANALYSIS_H
#define RAILHEAD_ANALYSIS_ANALYSIS_H

#include <pthread.h>

#include "game/review.h"
#include "rules/record.h"

enum { ANALYSIS_THREADS_MAX = 64, ANALYSIS_ALL = 255 };

struct analysis_round {
    unsigned from, turns;     /* its turns are analysis->turn[from] to turn[from + turns - 1] */
    unsigned cost[SEATS_MAX]; /* cost of each hand when it was dealt */
    unsigned known;           /* bit per seat whose hand is known */
    struct position dealt;
    struct table end; /* the last known table of the round */
    bool over;        /* the round was scored */
};

/* What to judge, and how. */
struct analysis_task {
    uint64_t work;    /* steps per turn */
    unsigned threads; /* 1 to ANALYSIS_THREADS_MAX */
    unsigned seat;    /* judge only this seat's turns; or ANALYSIS_ALL */
    unsigned round;   /* judge only this round's turns, from 0; or ANALYSIS_ALL */
    unsigned begin;   /* the round to judge first; earlier ones follow after the last */

    /* Called after every judgement, by one thread at a time. */
    void (*news)(void *context, unsigned done);
    void *context;
};

struct analysis {
    const struct board *board;
    struct record_names names;
    struct analysis_round *round; /* owned, like the two below */
    struct played_turn *turn;
    struct review_facts *facts;
    unsigned rounds, turns;
    size_t round_capacity, turn_capacity, facts_capacity;

    /* While threads are running. */
    struct analysis_task task;
    pthread_t thread[ANALYSIS_THREADS_MAX];
    unsigned started;
    pthread_mutex_t lock;        /* protects the fields below */
    struct judgement *judgement; /* owned; VERDICT_NONE until judged */
    unsigned next;               /* the first job not taken yet */
    unsigned done;               /* number of turns judged */
    bool stops;
    bool failed; /* a thread could not allocate its workspace */
};

/*
 * Reads a record.  Returns false and sets the fault if the record is invalid, or without a line if
 * allocation fails.  Call analysis_release() in either case.  The text is not used afterwards.
 */
bool analysis_read(struct analysis *analysis, const char *text, size_t size,
                   struct record_boards boards, struct fault *fault);
void analysis_release(struct analysis *analysis);

/* Returns the number of turns that a task includes.  Turns with a hidden hand cannot be judged. */
unsigned analysis_wanted(const struct analysis *analysis, const struct analysis_task *task);

/* Starts judging; may be called once.  Returns false if no thread could be started. */
bool analysis_start(struct analysis *analysis, const struct analysis_task *task);

/*
 * Waits until all turns are judged or, with `stops`, for the turns already started.  Returns false
 * if allocation failed.
 */
bool analysis_finish(struct analysis *analysis, bool stops);

/* Returns the number of turns judged so far.  Thread-safe. */
unsigned analysis_done(struct analysis *analysis);

/* Returns the judgement of a turn so far.  Thread-safe. */
struct judgement analysis_judgement(struct analysis *analysis, unsigned turn);

/* Returns the round of a turn, from 0. */
unsigned analysis_round_of(const struct analysis *analysis, unsigned turn);

#endif
