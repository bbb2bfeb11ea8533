/*
 * Many games at once, for machine learning: one call advances all of them.
 *
 * Arrays are owned by the caller and have one row per game.  A game that is over restarts
 * automatically with other cards.  The same series gives the same deals.
 */
#ifndef RAILHEAD_BATCH_H
#define RAILHEAD_BATCH_H

#include <railhead/position.h>

#ifdef __cplusplus
extern "C" {
#endif

struct railhead_batch;

enum railhead_episode {
    RAILHEAD_EPISODE_ROUND = 0, /* single rounds: points are not carried over */
    RAILHEAD_EPISODE_GAME = 1,  /* whole games */
};

/* Creates a batch with all games dealt. */
RAILHEAD_API enum railhead_status railhead_batch_new(struct railhead_batch **batch,
                                                     const struct railhead_board *board,
                                                     size_t games, uint32_t seats,
                                                     uint32_t variants, uint32_t episode,
                                                     uint64_t series, struct railhead_error *error);
RAILHEAD_API void railhead_batch_free(struct railhead_batch *batch);

/* Restarts all games, as after railhead_batch_new() with this series. */
RAILHEAD_API enum railhead_status
railhead_batch_reset(struct railhead_batch *batch, uint64_t series, struct railhead_error *error);

/* Gets the seat to move of each game. */
RAILHEAD_API enum railhead_status railhead_batch_to_move(const struct railhead_batch *batch,
                                                         uint8_t *seat,
                                                         struct railhead_error *error);

/*
 * Gets a row of `actions` bytes for each game: 1 if railhead_position_act() would accept the
 * action.
 */
RAILHEAD_API enum railhead_status railhead_batch_mask(const struct railhead_batch *batch,
                                                      uint8_t *mask, struct railhead_error *error);

/* Chooses a random legal action for each game, with equal probabilities. */
RAILHEAD_API enum railhead_status
railhead_batch_sample(struct railhead_batch *batch, int32_t *action, struct railhead_error *error);

/* Gets the numbers of railhead_position_observe() for the seat to move: one row per game. */
RAILHEAD_API enum railhead_status railhead_batch_observe(const struct railhead_batch *batch,
                                                         float *number,
                                                         struct railhead_error *error);
/* size of such a row */
RAILHEAD_API size_t railhead_batch_numbers(const struct railhead_batch *batch);

/*
 * Gets a row of `actions` numbers for each game: by how much the missing cost of the seat to move
 * (rule P1) would decrease if the line of the action were free.  0 for other actions and illegal
 * ones.  Exact.
 */
RAILHEAD_API enum railhead_status railhead_batch_gains(struct railhead_batch *batch, float *gain,
                                                       struct railhead_error *error);

/*
 * Takes an action in every game, or a random one if `action` is NULL.  An action of -1 leaves the
 * game unchanged.  If an action is illegal, the call stops: error->index is the game, and only the
 * games before it have changed.
 *
 *     over      1 if the action ended a round, 2 if it also ended the game, else 0
 *     lost      a row of `seats` numbers per game: minus points of a round that ended, else 0
 *     points    a row of `seats` numbers per game: points of all players afterwards; may be NULL
 */
RAILHEAD_API enum railhead_status railhead_batch_step(struct railhead_batch *batch,
                                                      const int32_t *action, uint8_t *over,
                                                      int16_t *lost, int16_t *points,
                                                      struct railhead_error *error);

/*
 * Takes `steps` random actions in every game, as drawn by railhead_batch_sample().  `*rounds` is
 * set to the number of rounds that ended.
 */
RAILHEAD_API enum railhead_status railhead_batch_run_random(struct railhead_batch *batch,
                                                            size_t steps, uint64_t *rounds,
                                                            struct railhead_error *error);

/*
 * Returns one of the games for reading and copying.  It is owned by the batch and valid until the
 * next step.
 */
RAILHEAD_API const struct railhead_position *
railhead_batch_position(const struct railhead_batch *batch, size_t game);

#ifdef __cplusplus
}
#endif

#endif
