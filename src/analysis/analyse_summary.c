/* Adds up the turns of rounds. */
#include "analysis/analyse_summary.h"

#include <string.h>

static unsigned all_hands(const struct analysis_round *round, unsigned seats)
{
    unsigned sum = 0;
    for (unsigned seat = 0; seat < seats; seat++)
        sum += round->cost[seat];
    return sum;
}

/* Adds the deal of a round and its result. */
static void add_round(struct seat_summary *summary, const struct analysis *analysis, unsigned seat,
                      const struct analysis_round *round)
{
    const unsigned seats = round->dealt.table.seats;
    if ((round->known >> seat & 1) == 0)
        return;
    summary->rounds++;
    summary->hand += round->cost[seat];
    summary->missing += (int)round->cost[seat];
    for (unsigned i = round->from; i < round->from + round->turns; i++) {
        const struct review_facts *facts = &analysis->facts[i];
        const int saved = facts->before[seat] - facts->after[seat];
        summary->missing -= saved;
        if (analysis->turn[i].before.table.to_move == seat)
            summary->built += saved;
        else
            summary->received += saved;
    }
    if (round->known == (1U << seats) - 1) {
        summary->compared++;
        summary->luck += (double)all_hands(round, seats) / seats - round->cost[seat];
    }
}

/* Inserts a bad turn into the list of the worst. */
static void add_worst(struct seat_summary *summary, const struct analysis *analysis,
                      unsigned number)
{
    unsigned at = summary->worsts;
    while (at > 0 &&
           analysis->judgement[summary->worst[at - 1]].loss < analysis->judgement[number].loss)
        at--;
    if (at == WORST_MAX)
        return;
    summary->worsts += summary->worsts < WORST_MAX;
    for (unsigned i = summary->worsts - 1; i > at; i--)
        summary->worst[i] = summary->worst[i - 1];
    summary->worst[at] = number;
}

static void add_turn(struct seat_summary *summary, const struct analysis *analysis, unsigned seat,
                     unsigned number)
{
    const struct judgement *judgement = &analysis->judgement[number];
    const unsigned seats = analysis->turn[number].before.table.seats;
    summary->given += review_given(&analysis->facts[number], seat, seats);
    summary->verdict[judgement->verdict]++;
    if (judgement->verdict == VERDICT_NONE || judgement->verdict == VERDICT_FORCED)
        return;
    summary->judged++;
    summary->loss += judgement->loss;
    summary->variance += judgement->variance;
    summary->points += judgement->played.lost - judgement->chosen.lost;
    if (verdict_is_bad(judgement->verdict))
        add_worst(summary, analysis, number);
}

void seat_summarise(struct seat_summary *summary, const struct analysis *analysis, unsigned seat,
                    unsigned from, unsigned until)
{
    memset(summary, 0, sizeof *summary);
    for (unsigned r = from; r < until; r++) {
        const struct analysis_round *round = &analysis->round[r];
        add_round(summary, analysis, seat, round);
        for (unsigned i = round->from; i < round->from + round->turns; i++) {
            if (analysis->turn[i].before.table.to_move == seat)
                add_turn(summary, analysis, seat, i);
        }
    }
}
