/*
 * The record of a game in progress: kept in memory, written to a file whole.
 *
 * A file that is saved is written beside its place and then renamed, so that whatever happens, the
 * old record or the new one is there.  Signals wait that long.
 */
#ifndef RAILHEAD_PLAY_PLAY_RECORD_H
#define RAILHEAD_PLAY_PLAY_RECORD_H

#include "core/record.h"

struct play_record {
    char *data; /* owned */
    size_t used;
    size_t room;
};

void play_record_init(struct play_record *record);
void play_record_release(struct play_record *record);

/* What has happened, in the order in which it did. */
void play_record_header(struct play_record *record, const struct board *board,
                        const struct table *table, const struct record_names *names);
void play_record_round(struct play_record *record, const struct board *board,
                       const struct position *position);
void play_record_turn(struct play_record *record, const struct board *board, unsigned seat,
                      const struct turn *turn);
void play_record_closing(struct play_record *record, const struct board *board,
                         const struct table *table);

/*
 * False with errno set when the file could not be written.  The first writes it in place, for a
 * game that is over; the second as said above, for one that goes on.
 */
bool play_record_write(const struct play_record *record, const char *path);
bool play_record_save(const struct play_record *record, const char *path);

#endif
