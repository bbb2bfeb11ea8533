/*
 * The review of a game in its replay: begun by a key, worked at by a thread, shown below the panel
 * for the turn that is looked at, with the better turn on the map.
 */
#ifndef RAILHEAD_TERMINAL_REPLAY_REPLAY_REVIEW_H
#define RAILHEAD_TERMINAL_REPLAY_REPLAY_REVIEW_H

#include "terminal/replay/replay.h"

enum { REVIEW_LINES = 7 }; /* that it takes from the panel */

/* Begins it, with the round that is being looked at; or shows and hides it later on. */
void replay_review_begin(struct replay *replay);

/* Stops what is under way and waits for it. */
void replay_review_end(struct replay *replay);

/* Something can be read from replay->news[0]. */
void replay_review_take_news(struct replay *replay);

/* Whether the turn that led to a moment is known to be a bad one. */
bool replay_review_is_bad(struct replay *replay, unsigned moment);

/* The next bad turn in a direction (1 or -1) from here, or here where there is none. */
long replay_review_find(struct replay *replay, int step);

/* The better turn, where the turn that led to a moment is known to be a bad one; false elsewhere.
 */
bool replay_review_better(struct replay *replay, unsigned moment, struct turn *better);

/* Puts the better turn of a bad one on the table and the scene, which are there to be drawn. */
void replay_review_sketch(struct replay *replay, struct table *table, struct scene *scene);

/* The verdict in a few words, for a window without a panel; empty where there is none. */
void replay_review_words(struct replay *replay, char words[], size_t size);

/* The lines from `top` on, beside the map. */
void replay_review_draw(struct replay *replay, int x, int top);

#endif
