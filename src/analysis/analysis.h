/*
 * The review of a whole game: a record taken apart into its turns, and threads that judge them.
 *
 * The facts of every turn are there once the record is read; judgements arrive one by one while the
 * threads are at work.  What is said does not depend on how many there are.  Knows no screen, so
 * that the command and the screen share it.
 */
#ifndef RAILHEAD_ANALYSIS_ANALYSIS_H
#define RAILHEAD_ANALYSIS_ANALYSIS_H

#include <pthread.h>

#include "analysis/review.h"
#include "core/record.h"

enum { ANALYSIS_THREADS_MAX = 64, ANALYSIS_ALL = 255 };

struct analysis_round {
    unsigned from, turns;     /* its turns are analysis->turn[from] and those that follow */
    unsigned cost[SEATS_MAX]; /* what the hand missed when it was dealt */
    unsigned known;           /* bit for each seat whose hand is known */
    struct position dealt;
    struct table end; /* the last that is known of it */
    bool over;        /* it was scored */
};

/* What is to be judged and how. */
struct analysis_task {
    uint64_t work;    /* for each turn */
    unsigned threads; /* 1 to ANALYSIS_THREADS_MAX */
    unsigned seat;    /* the one whose turns are judged, or ANALYSIS_ALL */
    unsigned round;   /* the one whose turns are judged, from 0, or ANALYSIS_ALL */
    unsigned begin;   /* the round that is judged first; those before it come last */

    /* Told of every judgement, by one thread at a time. */
    void (*news)(void *context, unsigned done);
    void *context;
};

struct analysis {
    const struct board *board;
    struct record_names names;
    struct analysis_round *round; /* owned, as the two below */
    struct played_turn *turn;
    struct review_facts *facts;
    unsigned rounds, turns;

    /* While threads are at work. */
    struct analysis_task task;
    pthread_t thread[ANALYSIS_THREADS_MAX];
    unsigned started;
    pthread_mutex_t lock;        /* guards the rest */
    struct judgement *judgement; /* owned; VERDICT_NONE until it is judged */
    unsigned next;               /* the first job that nobody has taken */
    unsigned done;               /* turns that have been judged */
    bool stops;
    bool failed; /* there was no memory for a thread to work in */
};

/*
 * Reads a record.  False when it is broken: then `fault` says where and why.  Memory that cannot be
 * had is a fault too, without a line.  To be released either way; the text is not needed any more.
 */
bool analysis_read(struct analysis *analysis, const char *text, size_t size,
                   struct record_boards boards, struct fault *fault);
void analysis_release(struct analysis *analysis);

/* How many turns a task is about: those of hidden hands can not be judged. */
unsigned analysis_wanted(const struct analysis *analysis, const struct analysis_task *task);

/* Begins to judge; once for an analysis.  False when no thread could be started. */
bool analysis_start(struct analysis *analysis, const struct analysis_task *task);

/* Waits until all is judged, or, where `stops`, only for what has been begun.  False when memory
 * ran out. */
bool analysis_finish(struct analysis *analysis, bool stops);

/* How many turns have been judged; for any thread. */
unsigned analysis_done(struct analysis *analysis);

/* The judgement of a turn as far as there is one; for any thread. */
struct judgement analysis_judgement(struct analysis *analysis, unsigned turn);

/* The round that a turn belongs to, from 0. */
unsigned analysis_round_of(const struct analysis *analysis, unsigned turn);

#endif
