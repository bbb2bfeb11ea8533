/* A game on this machine as a source for either front end. */
#ifndef RAILHEAD_TERMINAL_SOURCE_LOCAL_SOURCE_H
#define RAILHEAD_TERMINAL_SOURCE_LOCAL_SOURCE_H

#include "terminal/app/play_setup.h"
#include "terminal/source/source.h"

/*
 * How long a bot's turn seems to take: as long as a person would think about it
 * (bots/think_time.h), including the time the bot really needs.
 */
struct play_pace {
    unsigned usual_ms;       /* typical time for a turn; 0 shows turns at once */
    int64_t (*now_ms)(void); /* monotonic clock in milliseconds */
};

/*
 * Deals or resumes the game of the setup, which must outlive the source.  Returns NULL with a
 * sentence in `error`.
 */
struct source *local_source_open(const struct play_setup *setup, struct play_pace pace,
                                 char error[PLAY_ERROR_SIZE]);
void local_source_close(struct source *source);

/* Returns true if a person here has played a turn. */
bool local_source_has_begun(const struct source *source);

/* Returns true unless the last attempt to save the record failed. */
bool local_source_is_saved(const struct source *source);

#endif
