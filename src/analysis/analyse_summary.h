/*
 * A summary of the review of a game for one seat: luck of the deal, who built how much, and what
 * its turns lost.
 *
 * Adds up the judgements of analysis/analysis.h once all are complete.  Prints nothing.
 */
#ifndef RAILHEAD_ANALYSIS_ANALYSE_SUMMARY_H
#define RAILHEAD_ANALYSIS_ANALYSE_SUMMARY_H

#include "analysis/analysis.h"

enum { WORST_MAX = 3 };

/*
 * Tracks are counted by their cost.  For rounds with a known hand, hand = built + received +
 * missing.
 */
struct seat_summary {
    unsigned rounds;   /* with a known hand */
    unsigned compared; /* rounds with all hands known */
    unsigned hand;     /* total cost of the hands when they were dealt */
    double luck;     /* by how much that was below the mean of all hands, in the rounds compared */
    int built;       /* cost saved by the seat's own turns; placing the marker may cost */
    int received;    /* cost saved by other seats' turns */
    int given;       /* cost that its turns saved others */
    int missing;     /* cost left at the end: minus points if the rounds are over */
    unsigned judged; /* turns, without forced ones */
    unsigned verdict[VERDICTS];
    double loss;               /* of all judged turns, in chances to win the game */
    double variance;           /* of `loss` */
    double points;             /* expected minus points compared with the expert's choices */
    unsigned worst[WORST_MAX]; /* numbers of its worst bad turns, the worst first */
    unsigned worsts;
};

/* Summarises rounds `from` to `until` - 1. */
void seat_summarise(struct seat_summary *summary, const struct analysis *analysis, unsigned seat,
                    unsigned from, unsigned until);

#endif
