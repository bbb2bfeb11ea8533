/*
 * A record on the heap while its game is played, and in a file.
 *
 * A file is saved by writing a temporary file beside it and renaming that, so that at any time
 * either the old record or the new one exists.  Signals that end the program are blocked meanwhile.
 */
#ifndef RAILHEAD_FILES_RECORD_FILE_H
#define RAILHEAD_FILES_RECORD_FILE_H

#include "game/game.h"

/*
 * record_on_heap() makes a record for game_init() that grows as needed; record_release() frees it.
 */
struct game_record record_on_heap(void);
void record_release(struct game_record *record);

/*
 * record_file_write() writes the record of a finished game to a new file.  record_file_save()
 * replaces a file as described above; for an unfinished game the text can be resumed
 * (game_write_saved()).  Both return false with errno set on failure.
 */
bool record_file_write(const struct game *game, const char *path);
bool record_file_save(const struct game *game, const char *path);

#endif
