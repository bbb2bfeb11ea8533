/*
 * A reader's position in a history: at the last moment, which follows the game, or at an earlier
 * one, which new moments do not change.
 */
#ifndef RAILHEAD_TERMINAL_FULL_SCREEN_BOOKMARK_H
#define RAILHEAD_TERMINAL_FULL_SCREEN_BOOKMARK_H

#include <stdbool.h>

struct bookmark {
    unsigned moment; /* index of the moment shown */
    bool is_back;    /* it is not the last one */
};

/* Updates the bookmark after the number of moments has changed; there is at least one. */
void bookmark_follow(struct bookmark *bookmark, unsigned moments);

/* Goes one moment back (-1) or forward (1), within the history. */
void bookmark_turn(struct bookmark *bookmark, unsigned moments, int step);

/* Goes to the last moment. */
void bookmark_to_now(struct bookmark *bookmark, unsigned moments);

#endif
