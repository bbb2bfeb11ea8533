/*
 * What the files of the web client's folder share.
 */
#ifndef RAILHEAD_SERVER_HTTP_STATIC_FILES_INTERNAL_H
#define RAILHEAD_SERVER_HTTP_STATIC_FILES_INTERNAL_H

#include "server/http/static_files.h"

struct static_files {
    struct static_file *file; /* by path, ascending, once all are there */
    size_t count, capacity;
    size_t bytes; /* of all files together */
};

/*
 * Adds a file and takes over its bytes, which malloc() gave, also when it fails.  False, with a
 * sentence, when there are too many or no memory is left.
 */
bool static_files_add(struct static_files *files, const char *path, char *bytes, size_t size,
                      char reason[STATIC_FILES_REASON_SIZE]);

/* All files of a folder, in any order; false with a sentence. */
bool static_files_read_folder(struct static_files *files, const char *folder,
                              char reason[STATIC_FILES_REASON_SIZE]);

/* The page of a server without a web client. */
extern const char static_files_plain_page[];

/* The sentence "the web folder 'NAME' WORDS", and the one about memory.  Always false. */
bool static_files_complain(char reason[STATIC_FILES_REASON_SIZE], const char *folder,
                           const char *words);
bool static_files_out_of_memory(char reason[STATIC_FILES_REASON_SIZE]);

#endif
