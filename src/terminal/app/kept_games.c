/* Records in the user's state folder. */
#define _DEFAULT_SOURCE /* for flock() */
#include "terminal/app/kept_games.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "files/file.h"
#include "game/game.h"

static const char ending[] = ".rail", lock_ending[] = ".lock";

/* ---- The folder -------------------------------------------------------------------------- */

bool kept_games_state_folder(const char *part, char folder[PATH_MAX])
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int length = -1;
    if (state != NULL && state[0] == '/')
        length = snprintf(folder, PATH_MAX, "%s/railhead%s", state, part);
    else if (home != NULL && home[0] == '/')
        length = snprintf(folder, PATH_MAX, "%s/.local/state/railhead%s", home, part);
    errno = length < 0 ? ENOENT : ENAMETOOLONG;
    return length >= 0 && length < PATH_MAX - 64;
}

static bool find_folder(char folder[PATH_MAX])
{
    return kept_games_state_folder("/games", folder);
}

bool kept_games_has(const char *path)
{
    char folder[PATH_MAX];
    return find_folder(folder) && strncmp(path, folder, strlen(folder)) == 0 &&
           path[strlen(folder)] == '/';
}

bool kept_games_path(char path[PATH_MAX])
{
    char folder[PATH_MAX], day[32];
    const time_t now = time(NULL);
    struct tm parts;
    if (!find_folder(folder) || !file_make_folders(folder) || localtime_r(&now, &parts) == NULL)
        return false;
    strftime(day, sizeof day, "%Y-%m-%d-%H%M%S", &parts);
    for (unsigned i = 1; i < 1000; i++) {
        char other[16] = "";
        if (i > 1)
            snprintf(other, sizeof other, "-%u", i);
        const int length = snprintf(path, PATH_MAX, "%s/%s%s%s", folder, day, other, ending);
        if (length >= PATH_MAX)
            break;
        const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (file >= 0)
            return close(file) == 0;
        if (errno != EEXIST)
            return false;
    }
    return false;
}

/* ---- Locks ------------------------------------------------------------------------------- */

/* The record is replaced on every save, so a separate file is locked. */
static bool lock_path(const char *path, char lock[PATH_MAX])
{
    const int length = snprintf(lock, PATH_MAX, "%s%s", path, lock_ending);
    return length > 0 && length < PATH_MAX;
}

int kept_games_lock(const char *path)
{
    char lock[PATH_MAX];
    if (!lock_path(path, lock))
        return -1;
    const int file = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0)
        return file;
    if (file >= 0)
        close(file);
    return -1;
}

void kept_games_unlock(const char *path, int lock)
{
    char name[PATH_MAX];
    if (lock < 0)
        return;
    if (lock_path(path, name))
        unlink(name);
    close(lock);
}

static bool is_played(const char *path)
{
    char lock[PATH_MAX];
    if (!lock_path(path, lock))
        return true;
    const int file = open(lock, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return false;
    const bool played = flock(file, LOCK_EX | LOCK_NB) != 0;
    close(file);
    return played;
}

/* ---- The list ---------------------------------------------------------------------------- */

static bool ends_well(const char *name)
{
    const size_t length = strlen(name), wanted = sizeof ending - 1;
    return length > wanted && strcmp(name + length - wanted, ending) == 0;
}

/* Reads a valid, unfinished record that names its players.  Returns false for any other. */
static bool read_game(struct kept_game *game, struct record_boards boards)
{
    static struct record_reader reader;
    struct file file;
    struct game_saved saved;
    char error[64];
    if (!file_read(&file, game->path, error, sizeof error))
        return false;
    record_reader_init(&reader, file.data, file.size, boards, NULL);
    const bool sound =
        game_saved_read(&saved, file.data, file.size) && record_read_rest(&reader) == RECORD_END &&
        reader.position.table.phase != PHASE_GAME_OVER && reader.position.table.round > 0;
    file_release(&file);
    for (unsigned seat = 0; sound && seat < saved.seats; seat++) {
        if (strncmp(saved.word[seat], "cmd", 3) == 0)
            return false; /* never run a command that comes from a file */
    }
    game->board = reader.board;
    game->names = reader.names;
    game->round = reader.position.table.round;
    game->seats = reader.position.table.seats;
    return sound;
}

struct entry {
    char name[NAME_MAX + 1];
    struct timespec when;
};

static int newest_first(const void *one, const void *other)
{
    const struct entry *a = one, *b = other;
    if (a->when.tv_sec != b->when.tv_sec)
        return a->when.tv_sec < b->when.tv_sec ? 1 : -1;
    return a->when.tv_nsec < b->when.tv_nsec ? 1 : -1;
}

/* Lists all records in the folder, newest first.  The caller frees the result. */
static struct entry *list_folder(const char *folder, unsigned *count)
{
    struct entry *entries = NULL;
    size_t capacity = 0;
    DIR *open_folder = opendir(folder);
    *count = 0;
    if (open_folder == NULL)
        return NULL;
    for (const struct dirent *item; (item = readdir(open_folder)) != NULL;) {
        struct stat status;
        if (!ends_well(item->d_name) ||
            fstatat(dirfd(open_folder), item->d_name, &status, 0) != 0 || !S_ISREG(status.st_mode))
            continue;
        if (!ARRAY_GROW(entries, capacity, *count + 1))
            break;
        snprintf(entries[*count].name, sizeof entries[0].name, "%s", item->d_name);
        entries[(*count)++].when = status.st_mtim;
    }
    closedir(open_folder);
    if (*count > 0)
        qsort(entries, *count, sizeof entries[0], newest_first);
    return entries;
}

unsigned kept_games_list(struct kept_game game[KEPT_GAMES_MAX], struct record_boards boards)
{
    enum { LOOKS_MAX = 200 }; /* only the newest ones are read, since most games are finished */
    char folder[PATH_MAX];
    unsigned found = 0, count = 0;
    if (!find_folder(folder))
        return 0;
    struct entry *entries = list_folder(folder, &count);
    for (unsigned i = 0; i < count && i < LOOKS_MAX && found < KEPT_GAMES_MAX; i++) {
        const int length = snprintf(game[found].path, PATH_MAX, "%s/%s", folder, entries[i].name);
        game[found].when = entries[i].when.tv_sec;
        found +=
            length < PATH_MAX && !is_played(game[found].path) && read_game(&game[found], boards);
    }
    free(entries);
    return found;
}
