/* Shared by the files of the web client's folder. */
#ifndef RAILHEAD_SERVER_HTTP_STATIC_FILES_INTERNAL_H
#define RAILHEAD_SERVER_HTTP_STATIC_FILES_INTERNAL_H

#include "server/http/static_files.h"

struct static_files {
    struct static_file *file; /* sorted by path once all are loaded */
    size_t count, capacity;
    size_t bytes; /* of all files */
};

/*
 * Adds a file. Takes ownership of its bytes, allocated by malloc(), even on failure. Returns false
 * with a sentence if there are too many files or allocation fails.
 */
bool static_files_add(struct static_files *files, const char *path, char *bytes, size_t size,
                      char reason[STATIC_FILES_REASON_SIZE]);

/* Reads all files of a folder, in any order; returns false with a sentence. */
bool static_files_read_folder(struct static_files *files, const char *folder,
                              char reason[STATIC_FILES_REASON_SIZE]);

/* The page of a server without a web client. */
extern const char static_files_plain_page[];

/* Write "the web folder 'NAME' WORDS", or that allocation failed. Both return false. */
bool static_files_complain(char reason[STATIC_FILES_REASON_SIZE], const char *folder,
                           const char *words);
bool static_files_out_of_memory(char reason[STATIC_FILES_REASON_SIZE]);

#endif
