/*
 * Where a reader is in a history: at the last moment, going along with the game, or back at an
 * earlier one, where new moments do not move it.
 */
#ifndef RAILHEAD_TERMINAL_FULL_SCREEN_BOOKMARK_H
#define RAILHEAD_TERMINAL_FULL_SCREEN_BOOKMARK_H

#include <stdbool.h>

struct bookmark {
    unsigned moment; /* that is shown */
    bool is_back;    /* and is not the last one */
};

/* There are so many moments now, at least one. */
void bookmark_follow(struct bookmark *bookmark, unsigned moments);

/* One back (-1) or forward (1), as far as there are moments. */
void bookmark_turn(struct bookmark *bookmark, unsigned moments, int step);

/* To the last moment. */
void bookmark_to_now(struct bookmark *bookmark, unsigned moments);

#endif
