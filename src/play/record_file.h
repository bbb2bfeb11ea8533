/*
 * A record on the heap while its game is played, and in a file.
 *
 * A file that is saved is written beside its place and then renamed, so that whatever happens, the
 * old record or the new one is there.  Signals wait that long.
 */
#ifndef RAILHEAD_PLAY_RECORD_FILE_H
#define RAILHEAD_PLAY_RECORD_FILE_H

#include "play/game.h"

/* A record for game_init() that grows as it needs to, and its end. */
struct game_record record_on_heap(void);
void record_release(struct game_record *record);

/*
 * Puts the record of a game into a file: in a new file, for a game that is over; or as said above,
 * with all that is needed to go on with it (game_write_saved()) while it is not.  False with errno
 * set.
 */
bool record_file_write(const struct game *game, const char *path);
bool record_file_save(const struct game *game, const char *path);

#endif
