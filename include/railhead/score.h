/*
 * Exact scores of positions that come from elsewhere: one as a line of text, many as arrays.
 */
#ifndef RAILHEAD_SCORE_H
#define RAILHEAD_SCORE_H

#include <railhead/board.h>

#ifdef __cplusplus
extern "C" {
#endif

/* "cities=A2,D2,H6,R5,N11 marker=K7 tracks=K7-L7,L7-M7", as docs/formats.md has it. */
RAILHEAD_API enum railhead_status railhead_score_line(const struct railhead_board *board,
                                                      const char *text, uint32_t *cost,
                                                      struct railhead_error *error);

/*
 * `count` positions: `city` has five cities for each, `marker` a junction or RAILHEAD_NONE, `track`
 * a byte for each line of the board as struct railhead_state has them, and `seat`, unless NULL,
 * whose score it is, which only coloured track asks for.  `cost` gets the minus points.  At the
 * first position that is not sound it stops, and error->index says which it was.
 */
RAILHEAD_API enum railhead_status railhead_scores(const struct railhead_board *board, size_t count,
                                                  const uint8_t *city, const uint8_t *marker,
                                                  const uint8_t *track, const uint8_t *seat,
                                                  uint16_t *cost, struct railhead_error *error);

#ifdef __cplusplus
}
#endif

#endif
