/* Reading the web client's folder, and nothing outside it. */
#define _XOPEN_SOURCE 700 /* realpath() */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/http/static_files_internal.h"
#include "text/text.h"

enum { DEPTH_MAX = 8 };

struct reading {
    struct static_files *files;
    const char *folder;  /* as given, for error messages */
    char root[PATH_MAX]; /* resolved by realpath() */
    char *reason;
};

static bool set_reason(const struct reading *reading, const char *words)
{
    return static_files_complain(reading->reason, reading->folder, words);
}

/* Writes "cannot be read: NAME: why", with the reason from errno. */
static bool set_reason_for(const struct reading *reading, const char *path)
{
    char buffer[STATIC_FILES_REASON_SIZE];
    struct text text;
    const char *why = strerror(errno);
    text_init(&text, buffer, sizeof buffer);
    text_add(&text, "cannot be read: ");
    text_add_quoted(&text, path, strlen(path));
    text_add(&text, ": ");
    text_add(&text, why);
    return set_reason(reading, buffer);
}

/* Reads up to `size` bytes. Returns the number of bytes, or -1. */
static ssize_t read_all(int file, char *bytes, size_t size)
{
    size_t used = 0;
    while (used < size) {
        const ssize_t got = read(file, bytes + used, size - used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        used += (size_t)got;
    }
    return (ssize_t)used;
}

static bool add_open_file(struct reading *reading, int file, const char *url)
{
    struct static_files *files = reading->files;
    struct stat status;
    if (fstat(file, &status) != 0)
        return set_reason_for(reading, url);
    if (!S_ISREG(status.st_mode))
        return true; /* replaced meanwhile; pipes and devices are never read */
    if (files->count >= STATIC_FILES_FILES_MAX)
        return set_reason(reading, "has more than 4096 files");
    if (status.st_size > (off_t)(STATIC_FILES_BYTES_MAX - files->bytes))
        return set_reason(reading, "has more than 64 MB");
    const size_t size = (size_t)status.st_size;
    char *bytes = malloc(size + 1);
    if (bytes == NULL)
        return static_files_out_of_memory(reading->reason);
    const ssize_t got = read_all(file, bytes, size);
    if (got < 0) {
        free(bytes);
        return set_reason_for(reading, url);
    }
    return static_files_add(files, url, bytes, (size_t)got, reading->reason);
}

/* `path` is resolved. If it has become a link since, it is not followed. */
static bool add_file(struct reading *reading, const char *path, const char *url)
{
    const int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return set_reason_for(reading, url);
    const bool added = add_open_file(reading, file, url);
    close(file);
    return added;
}

/* Follows a link to a file within the folder; ignores all others. */
static bool add_link(struct reading *reading, const char *path, const char *url)
{
    char target[PATH_MAX];
    struct stat status;
    const size_t length = strlen(reading->root);
    if (realpath(path, target) == NULL || strncmp(target, reading->root, length) != 0 ||
        target[length] != '/' || lstat(target, &status) != 0 || !S_ISREG(status.st_mode))
        return true;
    return add_file(reading, target, url);
}

static bool read_folder(struct reading *reading, const char *url, unsigned depth);

static bool add_entry(struct reading *reading, const char *url, unsigned depth)
{
    char path[PATH_MAX];
    struct text text;
    struct stat status;
    text_init(&text, path, sizeof path);
    text_add(&text, reading->root);
    text_add(&text, url);
    if (text.cut)
        return set_reason(reading, "has a path that is too long");
    if (lstat(path, &status) != 0)
        return set_reason_for(reading, url);
    if (S_ISLNK(status.st_mode))
        return add_link(reading, path, url);
    if (S_ISDIR(status.st_mode))
        return read_folder(reading, url, depth + 1);
    return !S_ISREG(status.st_mode) || add_file(reading, path, url);
}

static bool read_entries(struct reading *reading, DIR *folder, const char *url, unsigned depth)
{
    for (;;) {
        errno = 0;
        const struct dirent *entry = readdir(folder);
        if (entry == NULL)
            return errno == 0 || set_reason_for(reading, url);
        if (entry->d_name[0] == '.')
            continue;
        char below[PATH_MAX];
        struct text text;
        text_init(&text, below, sizeof below);
        text_add(&text, url);
        text_add_char(&text, '/');
        text_add(&text, entry->d_name);
        if (text.cut)
            return set_reason(reading, "has a path that is too long");
        if (!add_entry(reading, below, depth))
            return false;
    }
}

/* `url` is the folder's path below the root: "" for the root itself, else "/name". */
static bool read_folder(struct reading *reading, const char *url, unsigned depth)
{
    char path[PATH_MAX];
    struct text text;
    if (depth > DEPTH_MAX)
        return set_reason(reading, "has folders in folders, more than 8 deep");
    text_init(&text, path, sizeof path);
    text_add(&text, reading->root);
    text_add(&text, url);
    DIR *folder = text.cut ? NULL : opendir(path);
    if (folder == NULL)
        return set_reason_for(reading, url);
    const bool read = read_entries(reading, folder, url, depth);
    closedir(folder);
    return read;
}

bool static_files_read_folder(struct static_files *files, const char *folder,
                              char reason[STATIC_FILES_REASON_SIZE])
{
    struct reading reading = {.files = files, .folder = folder, .reason = reason};
    if (realpath(folder, reading.root) == NULL) {
        char why[STATIC_FILES_REASON_SIZE];
        struct text text;
        text_init(&text, why, sizeof why);
        text_add(&text, "cannot be read: ");
        text_add(&text, strerror(errno));
        return static_files_complain(reason, folder, why);
    }
    return read_folder(&reading, "", 0);
}
