/* A dealt round and a canvas for its map. */
#include "terminal/picture.h"

#include <string.h>

#include "support.h"

void picture_begin(struct picture *picture, const struct board *board, unsigned seats,
                   unsigned zoom)
{
    static const uint8_t seed[SEED_SIZE] = {7};
    unsigned width, height;
    memset(picture, 0, sizeof *picture);
    position_init(&picture->position, board, seats, 0, seed);
    position_deal(&picture->position, board);
    picture->scene = (struct scene){.board = board,
                                    .table = &picture->position.table,
                                    .hand = &picture->position.hand[0],
                                    .reader = 0,
                                    .zoom = zoom,
                                    .utf8 = true,
                                    .drafted_marker = JUNCTION_NONE};
    map_measure(board, zoom, &width, &height);
    assert_true(canvas_init(&picture->canvas, width, height));
}
