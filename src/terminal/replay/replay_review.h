/*
 * The review of a game in its replay: started by a key, computed by a thread, shown below the
 * panel for the current turn, with the better turn on the map.
 */
#ifndef RAILHEAD_TERMINAL_REPLAY_REPLAY_REVIEW_H
#define RAILHEAD_TERMINAL_REPLAY_REPLAY_REVIEW_H

#include "terminal/replay/replay.h"

enum { REVIEW_LINES = 7 }; /* lines it takes from the panel */

/* Starts the review with the current round; later calls show and hide it. */
void replay_review_begin(struct replay *replay);

/* Stops the computation and waits for its threads. */
void replay_review_end(struct replay *replay);

/* Call when replay->news[0] is readable. */
void replay_review_take_news(struct replay *replay);

/* Returns true if the turn before a moment is known to be bad. */
bool replay_review_is_bad(struct replay *replay, unsigned moment);

/*
 * Returns the moment of the next bad turn in a direction (1 or -1), or the current moment if there
 * is none.
 */
long replay_review_find(struct replay *replay, int step);

/* Sets `*better` if the turn before a moment is known to be bad; otherwise returns false. */
bool replay_review_better(struct replay *replay, unsigned moment, struct turn *better);

/* Adds the better turn of a bad one to the table and the scene before they are drawn. */
void replay_review_sketch(struct replay *replay, struct table *table, struct scene *scene);

/* Writes the verdict in a few words, for a window without a panel; "" if there is none. */
void replay_review_words(struct replay *replay, char words[], size_t size);

/* Draws the review from line `top` on, beside the map. */
void replay_review_draw(struct replay *replay, int x, int top);

#endif
