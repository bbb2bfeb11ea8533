/* Records in memory and on disk. */
#include "files/record_file.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SAVED_LINE_SIZE = 512 }; /* fits a seed and the words of six seats */

_Static_assert(SAVED_LINE_SIZE > 2 * SEED_SIZE + SEATS_MAX * (SEAT_WORD_SIZE + 1) + 16,
               "the line fits");

/* ---- Memory ------------------------------------------------------------------------------- */

static char *grow(void *context, char *start, size_t size)
{
    (void)context;
    return realloc(start, size);
}

struct game_record record_on_heap(void)
{
    return (struct game_record){.grow = grow};
}

void record_release(struct game_record *record)
{
    free(record->start);
    *record = (struct game_record){.start = NULL};
}

/* ---- Files ------------------------------------------------------------------------------- */

static bool write_file(const char *path, const char *mode, const char *text, size_t length)
{
    FILE *file = fopen(path, mode);
    if (file == NULL)
        return false;
    const bool written = fwrite(text, 1, length, file) == length;
    return fclose(file) == 0 && written;
}

static bool replace_file(const char *path, const char *text, size_t length)
{
    char beside[PATH_MAX];
    const int size = snprintf(beside, sizeof beside, "%s.part", path);
    if (size < 0 || (size_t)size >= sizeof beside) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (write_file(beside, "wb", text, length) && rename(beside, path) == 0)
        return true;
    const int error = errno;
    unlink(beside);
    errno = error;
    return false;
}

static bool is_lost(const struct game *game)
{
    if (game_keeps_record(game))
        return false;
    errno = ENOMEM;
    return true;
}

bool record_file_write(const struct game *game, const char *path)
{
    return !is_lost(game) && write_file(path, "wbx", game->record.start, game->record.used);
}

/* Writes the record, with the saved line if the game is not over. */
static void write_text(const struct game *game, struct text *text)
{
    if (game->position.table.phase == PHASE_GAME_OVER)
        game_write_record(game, SEAT_NONE, text);
    else
        game_write_saved(game, text);
}

/* Ending signals are blocked, so that they cannot interrupt the replacement. */
bool record_file_save(const struct game *game, const char *path)
{
    const size_t size = game->record.used + SAVED_LINE_SIZE;
    sigset_t ending, before;
    struct text text;
    if (is_lost(game))
        return false;
    char *buffer = malloc(size);
    if (buffer == NULL)
        return false;
    text_init(&text, buffer, size);
    write_text(game, &text);
    sigemptyset(&ending);
    sigaddset(&ending, SIGINT);
    sigaddset(&ending, SIGTERM);
    sigaddset(&ending, SIGHUP);
    sigprocmask(SIG_BLOCK, &ending, &before);
    const bool saved = replace_file(path, buffer, text.used);
    const int error = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    free(buffer);
    errno = error;
    return saved;
}
