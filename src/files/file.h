/*
 * Whole files in memory, and folders.
 */
#ifndef RAILHEAD_FILES_FILE_H
#define RAILHEAD_FILES_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* The content of a file; release it with file_release(). */
struct file {
    char *data;
    size_t size;
};

/*
 * Reads a file, or standard input if `path` is "-".  Returns false with a sentence in `error` if it
 * cannot be read or has more than RECORD_SIZE_MAX bytes; then nothing has to be released.
 */
bool file_read(struct file *file, const char *path, char *error, size_t error_size);
void file_release(struct file *file);

/*
 * Creates a folder and its missing parents, with access for the owner only.  Returns false with
 * errno set on failure.
 */
bool file_make_folders(const char *path);

#endif
