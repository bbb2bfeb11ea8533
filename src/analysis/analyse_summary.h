/*
 * What the review of a game comes to for one seat: the luck of the deal, who built what, and what
 * its turns lost.
 *
 * Sums of what terminal/analysis.h holds, once all is judged.  Prints nothing.
 */
#ifndef RAILHEAD_ANALYSIS_ANALYSE_SUMMARY_H
#define RAILHEAD_ANALYSIS_ANALYSE_SUMMARY_H

#include "analysis/analysis.h"

enum { WORST_MAX = 3 };

/*
 * Tracks are counted by their cost.  In rounds in which the hand is known,
 * hand = built + received + missing, always.
 */
struct seat_summary {
    unsigned rounds;   /* in which the hand is known */
    unsigned compared; /* rounds in which all hands are known */
    unsigned hand;     /* what the hands missed when they were dealt */
    double luck;       /* by how much that was less than the average hand, in rounds compared */
    int built;         /* what the seat's own turns saved it; placing the marker may cost */
    int received;      /* what the others' turns saved it */
    int given;         /* what its turns saved the others */
    int missing;       /* at the end: minus points, where the rounds are over */
    unsigned judged;   /* turns, without forced ones */
    unsigned verdict[VERDICTS];
    double loss;     /* of all judged turns, in chances to win */
    double variance; /* of that */
    double points;   /* minus points that were expected beyond those of the expert's choices */
    unsigned worst[WORST_MAX]; /* the numbers of its worst turns, the worst first; bad ones only */
    unsigned worsts;
};

/* Over the rounds from `from` to `until` - 1. */
void seat_summarise(struct seat_summary *summary, const struct analysis *analysis, unsigned seat,
                    unsigned from, unsigned until);

#endif
