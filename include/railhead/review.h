/*
 * The review of a game: what every turn gained, gave to other players, and lost (docs/analysis.md).
 */
#ifndef RAILHEAD_REVIEW_H
#define RAILHEAD_REVIEW_H

#include <railhead/turn.h>

#ifdef __cplusplus
extern "C" {
#endif

struct railhead_review;

/* Reads a record; facts are available immediately.  `board` is as for railhead_game_load(). */
RAILHEAD_API enum railhead_status railhead_review_new(struct railhead_review **review,
                                                      const char *text, size_t size,
                                                      const struct railhead_board *board,
                                                      struct railhead_error *error);
RAILHEAD_API void railhead_review_free(struct railhead_review *review);

/*
 * Judges every turn whose seat's cards are known; may be called once.  `work` is the number of
 * steps per turn: at least 1,000, or 0 for the usual number.  `threads` is from 1 to 64.  Returns
 * when all turns are judged.  The result does not depend on the number of threads.
 */
RAILHEAD_API enum railhead_status railhead_review_judge(struct railhead_review *review,
                                                        uint64_t work, uint32_t threads,
                                                        struct railhead_error *error);

/* Returns the board of the record: a built-in one, or the one that was given. */
RAILHEAD_API const struct railhead_board *
railhead_review_board(const struct railhead_review *review);

RAILHEAD_API size_t railhead_review_turns(const struct railhead_review *review);

enum railhead_verdict {
    RAILHEAD_VERDICT_NONE = 0,   /* hidden cards, or not judged yet */
    RAILHEAD_VERDICT_FORCED = 1, /* nothing else was legal */
    RAILHEAD_VERDICT_BEST = 2,
    RAILHEAD_VERDICT_GOOD = 3,
    RAILHEAD_VERDICT_SLIP = 4,
    RAILHEAD_VERDICT_MISTAKE = 5,
    RAILHEAD_VERDICT_BLUNDER = 6,
};

struct railhead_reviewed {
    uint32_t round; /* from 1 */
    uint32_t seat;
    struct railhead_turn turn;
    struct railhead_turn best; /* the expert's choice, once judged */
    int32_t before[6]; /* cost missing for each seat before the turn; -1 if cards are hidden */
    int32_t after[6];
    int32_t given;    /* total cost that it saved other players */
    uint32_t verdict; /* enum railhead_verdict */
    double loss;      /* in chances to win the game, compared with `best`; may be negative */
    double error;     /* its standard error */
    double points;    /* expected minus points compared with `best` */
};

RAILHEAD_API enum railhead_status railhead_review_turn(const struct railhead_review *review,
                                                       size_t number,
                                                       struct railhead_reviewed *reviewed,
                                                       size_t size, struct railhead_error *error);

#ifdef __cplusplus
}
#endif

#endif
