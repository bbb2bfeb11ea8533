/*
 * Games on this machine that are saved automatically, in $XDG_STATE_HOME/railhead/games or
 * ~/.local/state/railhead/games.  Each is a record; an unfinished one can be continued
 * (files/record_file.h).
 *
 * A game is locked while it is played, so that no other terminal offers it.
 */
#ifndef RAILHEAD_TERMINAL_APP_KEPT_GAMES_H
#define RAILHEAD_TERMINAL_APP_KEPT_GAMES_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "rules/record.h"

enum { KEPT_GAMES_MAX = 5 };

/* A game that can be continued. */
struct kept_game {
    char path[PATH_MAX];
    time_t when; /* time of the last turn */
    const struct board *board;
    unsigned round;
    unsigned seats;
    struct record_names names;
};

/*
 * Writes the path of the state folder, followed by `part` ("/games", or "").  Returns false if the
 * user has no home folder or the path is too long.
 */
bool kept_games_state_folder(const char *part, char folder[PATH_MAX]);

/* Fills in the newest games that nobody is playing, newest first.  Returns how many. */
unsigned kept_games_list(struct kept_game game[KEPT_GAMES_MAX], struct record_boards boards);

/*
 * Creates an empty file for a new game and writes its path.  Returns false with errno set on
 * failure.
 */
bool kept_games_path(char path[PATH_MAX]);

/* Returns true if a path is in the folder of kept games. */
bool kept_games_has(const char *path);

/*
 * kept_games_lock() locks a game that is being played.  Returns a file descriptor for
 * kept_games_unlock(), or -1 if someone else is playing it.
 */
int kept_games_lock(const char *path);
void kept_games_unlock(const char *path, int lock);

#endif
