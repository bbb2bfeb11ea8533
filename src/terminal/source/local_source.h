/*
 * A game of this machine as a source of either front end.
 */
#ifndef RAILHEAD_TERMINAL_SOURCE_LOCAL_SOURCE_H
#define RAILHEAD_TERMINAL_SOURCE_LOCAL_SOURCE_H

#include "terminal/app/play_setup.h"
#include "terminal/source/source.h"

/* How fast it is shown what bots play: after the time that a person in their place would think
 * (bots/think_time.h), of which what they compute is a part. */
struct play_pace {
    unsigned usual_ms;       /* for a turn; 0: as soon as it is there */
    int64_t (*now_ms)(void); /* the clock that this goes by */
};

/* The game of the options: dealt, or taken up again.  NULL with a sentence in `error`. */
struct source *local_source_open(const struct play_setup *setup, struct play_pace pace,
                                 char error[PLAY_ERROR_SIZE]);
void local_source_close(struct source *source);

/* Whether a person here has played a turn. */
bool local_source_has_begun(const struct source *source);

/* Whether the record is where --save says, as of the last turn. */
bool local_source_is_saved(const struct source *source);

#endif
