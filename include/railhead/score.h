/* Exact scores of given positions: one as a line of text, many as arrays. */
#ifndef RAILHEAD_SCORE_H
#define RAILHEAD_SCORE_H

#include <railhead/board.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Scores a line such as "cities=A2,D2,H6,R5,N11 marker=K7 tracks=K7-L7,L7-M7" (docs/formats.md). */
RAILHEAD_API enum railhead_status railhead_score_line(const struct railhead_board *board,
                                                      const char *text, uint32_t *cost,
                                                      struct railhead_error *error);

/*
 * Scores `count` positions.  `city` has five cities for each, `marker` a junction or RAILHEAD_NONE,
 * `track` a byte per line of the board as in struct railhead_state, and `seat`, unless NULL, the
 * seat to score, which matters only with coloured tracks.  `cost` receives the minus points.  Stops
 * at the first invalid position; error->index is its index.
 */
RAILHEAD_API enum railhead_status railhead_scores(const struct railhead_board *board, size_t count,
                                                  const uint8_t *city, const uint8_t *marker,
                                                  const uint8_t *track, const uint8_t *seat,
                                                  uint16_t *cost, struct railhead_error *error);

#ifdef __cplusplus
}
#endif

#endif
