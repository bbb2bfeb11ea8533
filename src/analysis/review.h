/*
 * The review of a turn: what it did, exactly, and what the expert would rather have done.
 *
 * Facts come from all hands, which a record has once a round is over.  A judgement comes from the
 * mover's view alone, as every bot's turn does: nobody is blamed for not knowing another's cards.
 * Nothing is allocated and nothing is printed; the same turns, seed and work give the same review
 * on every machine.
 */
#ifndef RAILHEAD_ANALYSIS_REVIEW_H
#define RAILHEAD_ANALYSIS_REVIEW_H

#include "bots/expert.h"

/* Steps for the judgement of a turn: half to find the best turn, half to compare it. */
enum { REVIEW_WORK = 40000 };

/* ---- Facts --------------------------------------------------------------------------------- */

/* What every seat missed (P1, P2), before and after a turn; -1 where a card is hidden. */
struct review_facts {
    int before[SEATS_MAX];
    int after[SEATS_MAX];
};

/* `after` is the table that the turn left, also when it ended the round. */
void review_facts(struct review_facts *facts, const struct board *board,
                  const struct position *before, const struct table *after);

/*
 * What the others save by the turn, together; hands that are hidden do not count.  Below 0 where a
 * second coloured half shuts a ferry to them (F5, P2).
 */
int review_given(const struct review_facts *facts, unsigned mover, unsigned seats);

/* ---- Judgements ---------------------------------------------------------------------------- */

enum verdict {
    VERDICT_NONE,   /* hidden cards, too little work, or not judged yet */
    VERDICT_FORCED, /* a pass: nothing else was legal */
    VERDICT_BEST,   /* the expert's own choice, or as good as that */
    VERDICT_GOOD,   /* worse by little, or by no more than chance explains */
    VERDICT_SLIP,   /* worse for certain, by so much: see review.c */
    VERDICT_MISTAKE,
    VERDICT_BLUNDER,
    VERDICTS,
};

extern const char *const verdict_names[VERDICTS]; /* "best", "good", ... */

/* A turn as the expert values it, on average over the worlds. */
struct valuation {
    double chance; /* to win the game */
    double lost;   /* minus points of this round */
};

struct judgement {
    enum verdict verdict;
    struct turn best; /* the expert's choice */
    struct valuation played, chosen;
    double loss;     /* in chances to win: chosen.chance - played.chance; may be below 0 */
    double variance; /* of `loss`: its standard error squared */
    unsigned worlds; /* that both were tried in */
};

/* Whether a judgement says that there was something better. */
static inline bool verdict_is_bad(enum verdict verdict)
{
    return verdict >= VERDICT_SLIP;
}

/* Whether two turns do the same, in whatever order. */
bool review_same_turn(const struct turn *one, const struct turn *other);

/* One seat's round, followed with the expert's eyes.  Large: about two megabytes. */
struct reviewer {
    struct expert expert;
    struct outcome outcome[2][WORLDS_MAX];
};

/*
 * A round is told as to a player (bots/bot.h): its beginning, then every turn of every seat with
 * the table as it was before.  A turn of the reviewer's seat may be judged before it is told.
 */
void reviewer_begin_round(struct reviewer *reviewer, const struct board *board,
                          const struct view *view);
void reviewer_see(struct reviewer *reviewer, const struct board *board, const struct table *before,
                  const struct turn *turn);

/* The seat of the view, whose hand is known, plays this legal turn, the `number`th of its round. */
void reviewer_judge(struct reviewer *reviewer, const struct board *board, const struct view *view,
                    const struct turn *turn, unsigned number, uint64_t work,
                    struct judgement *judgement);

/* ---- A round ------------------------------------------------------------------------------- */

/* A turn of a record, with the truth it was played in. */
struct played_turn {
    struct position before;
    struct turn turn;
};

/* Who is told of every judgement, by the number of its turn; false stops the rest. */
struct review_listener {
    bool (*judged)(void *context, unsigned number, const struct judgement *judgement);
    void *context;
};

/*
 * Judges the turns of one seat in a round of which `turn` are the first so many.  The seat's hand
 * is known.  What is said of a turn does not depend on the turns after it.
 */
void review_seat(struct reviewer *reviewer, const struct board *board,
                 const struct played_turn turn[], unsigned turns, unsigned seat, uint64_t work,
                 const struct review_listener *listener);

#endif
