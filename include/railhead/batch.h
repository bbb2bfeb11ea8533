/*
 * Many games at once, for programs that learn: one call steps all of them.
 *
 * Arrays belong to the caller and have one row for each game.  A game that is over begins anew by
 * itself, with other cards.  The same series gives the same deals.
 */
#ifndef RAILHEAD_BATCH_H
#define RAILHEAD_BATCH_H

#include <railhead/position.h>

#ifdef __cplusplus
extern "C" {
#endif

struct railhead_batch;

enum railhead_episode {
    RAILHEAD_EPISODE_ROUND = 0, /* one round each: points do not add up */
    RAILHEAD_EPISODE_GAME = 1,  /* whole games */
};

/* Every game is dealt. */
RAILHEAD_API enum railhead_status railhead_batch_new(struct railhead_batch **batch,
                                                     const struct railhead_board *board,
                                                     size_t games, uint32_t seats,
                                                     uint32_t variants, uint32_t episode,
                                                     uint64_t series, struct railhead_error *error);
RAILHEAD_API void railhead_batch_free(struct railhead_batch *batch);

/* All games anew, as after railhead_batch_new() with this series. */
RAILHEAD_API enum railhead_status
railhead_batch_reset(struct railhead_batch *batch, uint64_t series, struct railhead_error *error);

/* The seat to move of each game. */
RAILHEAD_API enum railhead_status railhead_batch_to_move(const struct railhead_batch *batch,
                                                         uint8_t *seat,
                                                         struct railhead_error *error);

/* For each game a row of `actions` bytes: 1 where railhead_position_act() would take the action. */
RAILHEAD_API enum railhead_status railhead_batch_mask(const struct railhead_batch *batch,
                                                      uint8_t *mask, struct railhead_error *error);

/* A random legal action for each game, each equally likely. */
RAILHEAD_API enum railhead_status
railhead_batch_sample(struct railhead_batch *batch, int32_t *action, struct railhead_error *error);

/* For each game a row as railhead_position_observe() gives it for the seat to move. */
RAILHEAD_API enum railhead_status railhead_batch_observe(const struct railhead_batch *batch,
                                                         float *number,
                                                         struct railhead_error *error);
RAILHEAD_API size_t railhead_batch_numbers(const struct railhead_batch *batch); /* of such a row */

/*
 * For each game a row of `actions` numbers: by how much less the seat to move would miss (rule P1)
 * if the line of the action cost it nothing any more; 0 for other actions and those that are not
 * legal.  Exact.
 */
RAILHEAD_API enum railhead_status railhead_batch_gains(struct railhead_batch *batch, float *gain,
                                                       struct railhead_error *error);

/*
 * Every game takes its action, or a random one where `action` is NULL.  `over` gets 1 where that
 * ended a round, 2 where it ended the game too, and 0 elsewhere; `lost` (a row of `seats` for each
 * game) the minus points of a round that ended and 0 elsewhere; `points`, unless NULL, a row of
 * everybody's points after that.  An action that is not legal stops it there: error->index says in
 * which game, those before it have taken theirs.  An action of -1 leaves a game as it is.
 */
RAILHEAD_API enum railhead_status railhead_batch_step(struct railhead_batch *batch,
                                                      const int32_t *action, uint8_t *over,
                                                      int16_t *lost, int16_t *points,
                                                      struct railhead_error *error);

/*
 * So many random steps for every game in one call, each an action as railhead_batch_sample() draws
 * them; answers how many rounds ended in `*rounds`.
 */
RAILHEAD_API enum railhead_status railhead_batch_run_random(struct railhead_batch *batch,
                                                            size_t steps, uint64_t *rounds,
                                                            struct railhead_error *error);

/* One of the games, to look at and to copy: the batch's own, until it is stepped. */
RAILHEAD_API const struct railhead_position *
railhead_batch_position(const struct railhead_batch *batch, size_t game);

#ifdef __cplusplus
}
#endif

#endif
