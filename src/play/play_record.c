/* The record in memory and on the disk. */
#include "play/play_record.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/check.h"

void play_record_init(struct play_record *record)
{
    memset(record, 0, sizeof *record);
}

void play_record_release(struct play_record *record)
{
    free(record->data);
    play_record_init(record);
}

/* Room for one event at the end; memory for a game's text is the least a machine has. */
static struct text begin_event(struct play_record *record)
{
    struct text text;
    if (record->room - record->used < RECORD_EVENT_SIZE) {
        record->room = 2 * record->room + 2 * RECORD_EVENT_SIZE;
        record->data = realloc(record->data, record->room);
        CHECK(record->data != NULL);
    }
    text_init(&text, record->data + record->used, RECORD_EVENT_SIZE);
    return text;
}

static void end_event(struct play_record *record, const struct text *text)
{
    CHECK(!text->cut);
    record->used += text->used;
}

void play_record_header(struct play_record *record, const struct board *board,
                        const struct table *table, const struct record_names *names)
{
    struct text text = begin_event(record);
    record_write_header(&text, board, table, names);
    end_event(record, &text);
}

void play_record_round(struct play_record *record, const struct board *board,
                       const struct position *position)
{
    struct text text = begin_event(record);
    record_write_round(&text, board, &position->table, position->hand);
    end_event(record, &text);
}

void play_record_turn(struct play_record *record, const struct board *board, unsigned seat,
                      const struct turn *turn)
{
    struct text text = begin_event(record);
    record_write_turn(&text, board, seat, turn);
    end_event(record, &text);
}

void play_record_closing(struct play_record *record, const struct board *board,
                         const struct table *table)
{
    struct text text = begin_event(record);
    record_write_closing(&text, board, table);
    end_event(record, &text);
}

/* ---- Files ------------------------------------------------------------------------------- */

bool play_record_write(const struct play_record *record, const char *path)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return false;
    const bool written = fwrite(record->data, 1, record->used, file) == record->used;
    return fclose(file) == 0 && written;
}

static bool replace_file(const struct play_record *record, const char *path)
{
    char beside[PATH_MAX];
    const int length = snprintf(beside, sizeof beside, "%s.part", path);
    if (length < 0 || (size_t)length >= sizeof beside) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (play_record_write(record, beside) && rename(beside, path) == 0)
        return true;
    const int error = errno;
    unlink(beside);
    errno = error;
    return false;
}

/* Without interruption: whoever ends the game by a signal finds the record whole. */
bool play_record_save(const struct play_record *record, const char *path)
{
    sigset_t ending, before;
    sigemptyset(&ending);
    sigaddset(&ending, SIGINT);
    sigaddset(&ending, SIGTERM);
    sigaddset(&ending, SIGHUP);
    sigprocmask(SIG_BLOCK, &ending, &before);
    const bool saved = replace_file(record, path);
    const int error = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return saved;
}
