/*
 * The games of this machine that are kept by themselves, in the state folder of the person
 * ($XDG_STATE_HOME/railhead/games, or ~/.local/state/railhead/games): a record for each, which says
 * how to go on with it while it is not over (play/record_file.h).
 *
 * A game that is being played is locked, so that no other terminal offers it.
 */
#ifndef RAILHEAD_TERMINAL_APP_KEPT_GAMES_H
#define RAILHEAD_TERMINAL_APP_KEPT_GAMES_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "core/record.h"

enum { KEPT_GAMES_MAX = 5 };

/* One that can go on. */
struct kept_game {
    char path[PATH_MAX];
    time_t when; /* it was played at last */
    const struct board *board;
    unsigned round;
    unsigned seats;
    struct record_names names;
};

/* A part of the state folder, "/games" or "" for all of it.  False where the person has no home, or
 * its name is too long. */
bool kept_games_state_folder(const char *part, char folder[PATH_MAX]);

/* The newest of them that nobody is playing, newest first; answers how many. */
unsigned kept_games_list(struct kept_game game[KEPT_GAMES_MAX], struct record_boards boards);

/* A path for a game that begins now.  False with errno set where nothing can be kept. */
bool kept_games_path(char path[PATH_MAX]);

/* Whether a path is one of a game that is kept here. */
bool kept_games_has(const char *path);

/* While it is played: a descriptor, or -1 where somebody else plays it. */
int kept_games_lock(const char *path);
void kept_games_unlock(const char *path, int lock);

#endif
