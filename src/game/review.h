/*
 * The review of a turn: its exact effect, and what the expert would have preferred.
 *
 * Facts use all hands, which a record has once a round is over.  A judgement uses only the mover's
 * view, like a bot's turn: players are not blamed for cards they could not know.  Nothing is
 * allocated and nothing is printed.  The same turns, seed and work give the same review on every
 * machine.
 */
#ifndef RAILHEAD_GAME_REVIEW_H
#define RAILHEAD_GAME_REVIEW_H

#include "bots/expert.h"

/* Steps per judgement: half to find the best turn, half to compare it. */
enum { REVIEW_WORK = 40000 };

/* ---- Facts --------------------------------------------------------------------------------- */

/* The cost left for each seat (P1, P2) before and after a turn; -1 for a hidden hand. */
struct review_facts {
    int before[SEATS_MAX];
    int after[SEATS_MAX];
};

/* `after` is the table after the turn, even if the turn ended the round. */
void review_facts(struct review_facts *facts, const struct board *board,
                  const struct position *before, const struct table *after);

/*
 * Returns the total cost that a turn saves other seats; hidden hands do not count.  Negative if a
 * second coloured half closes a ferry to them (F5, P2).
 */
int review_given(const struct review_facts *facts, unsigned mover, unsigned seats);

/* ---- Judgements ---------------------------------------------------------------------------- */

enum verdict {
    VERDICT_NONE,   /* hidden cards, too little work, or not judged yet */
    VERDICT_FORCED, /* a pass: nothing else was legal */
    VERDICT_BEST,   /* the expert's own choice, or equally good */
    VERDICT_GOOD,   /* slightly worse, or not significantly worse */
    VERDICT_SLIP,   /* significantly worse; thresholds are in review.c */
    VERDICT_MISTAKE,
    VERDICT_BLUNDER,
    VERDICTS,
};

extern const char *const verdict_names[VERDICTS]; /* "best", "good", ... */

/* The expert's valuation of a turn, as a mean over the sampled worlds. */
struct valuation {
    double chance; /* of winning the game */
    double lost;   /* minus points in this round */
};

struct judgement {
    enum verdict verdict;
    struct turn best; /* the expert's choice */
    struct valuation played, chosen;
    double loss;     /* of chances to win: chosen.chance - played.chance; may be negative */
    double variance; /* squared standard error of `loss` */
    unsigned worlds; /* number of worlds in which both were tried */
};

/* Returns true if a judgement means that there was a better turn. */
static inline bool verdict_is_bad(enum verdict verdict)
{
    return verdict >= VERDICT_SLIP;
}

/* Returns true if two turns have the same effect, in any order of tracks. */
bool review_same_turn(const struct turn *one, const struct turn *other);

/* Follows a round for one seat with the expert's methods.  Large: about two megabytes. */
struct reviewer {
    struct expert expert;
    struct outcome outcome[2][WORLDS_MAX];
};

/*
 * A round is reported as to a player (bots/bot.h): its beginning, then every turn of every seat
 * with the table before it.  A turn of the reviewer's seat may be judged before it is reported.
 */
void reviewer_begin_round(struct reviewer *reviewer, const struct board *board,
                          const struct view *view);
void reviewer_see(struct reviewer *reviewer, const struct board *board, const struct table *before,
                  const struct turn *turn);

/* Judges a legal turn of the view's seat, whose hand must be known: turn `number` of its round. */
void reviewer_judge(struct reviewer *reviewer, const struct board *board, const struct view *view,
                    const struct turn *turn, unsigned number, uint64_t work,
                    struct judgement *judgement);

/* ---- A round ------------------------------------------------------------------------------- */

/* A turn of a record, with the complete position before it. */
struct played_turn {
    struct position before;
    struct turn turn;
};

/*
 * Receives every judgement with the number of its turn.  If `judged` returns false, the remaining
 * turns are skipped.
 */
struct review_listener {
    bool (*judged)(void *context, unsigned number, const struct judgement *judgement);
    void *context;
};

/*
 * Judges the turns of one seat in a round, given the round's first `turns` turns.  The seat's hand
 * must be known.  The judgement of a turn does not depend on later turns.
 */
void review_seat(struct reviewer *reviewer, const struct board *board,
                 const struct played_turn turn[], unsigned turns, unsigned seat, uint64_t work,
                 const struct review_listener *listener);

#endif
