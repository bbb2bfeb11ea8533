/* Reads files and creates folders. */
#include "files/file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "rules/record.h"

/* At most a byte more than a record may have. */
static bool read_stream(struct file *file, FILE *stream)
{
    enum { READ_MIN = 1 << 12 };
    size_t capacity = 0;
    while (file->size <= RECORD_SIZE_MAX) {
        if (!ARRAY_GROW(file->data, capacity, file->size + READ_MIN))
            return false;
        const size_t got = fread(file->data + file->size, 1, capacity - file->size, stream);
        if (got == 0)
            return ferror(stream) == 0;
        file->size += got;
    }
    return true;
}

bool file_make_folders(const char *path)
{
    char part[PATH_MAX];
    const size_t length = strlen(path);
    if (length >= sizeof part) {
        errno = ENAMETOOLONG;
        return false;
    }
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, 0700) != 0 && errno != EEXIST)
            return false;
    }
    return true;
}

bool file_read(struct file *file, const char *path, char *error, size_t error_size)
{
    const bool standard = strcmp(path, "-") == 0;
    *file = (struct file){NULL, 0};
    errno = 0;
    FILE *stream = standard ? stdin : fopen(path, "rb");
    const char *name = standard ? "standard input" : path;
    bool read = stream != NULL && read_stream(file, stream);
    if (!read) {
        snprintf(error, error_size, "cannot read %s: %s", name,
                 errno != 0 ? strerror(errno) : "out of memory");
    } else if (file->size > RECORD_SIZE_MAX) {
        snprintf(error, error_size, "%s is longer than a record can be, which is %d bytes", name,
                 RECORD_SIZE_MAX);
        read = false;
    }
    if (!read)
        file_release(file);
    if (stream != NULL && !standard)
        fclose(stream);
    return read;
}

void file_release(struct file *file)
{
    free(file->data);
    *file = (struct file){NULL, 0};
}
