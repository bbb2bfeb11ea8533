/*
 * What the files of the web client's folder share.
 */
#ifndef RAILHEAD_SERVER_HTTP_WEB_INTERNAL_H
#define RAILHEAD_SERVER_HTTP_WEB_INTERNAL_H

#include "server/http/web.h"

struct web {
    struct web_file *file; /* by path, ascending, once all are there */
    size_t count, capacity;
    size_t bytes; /* of all files together */
};

/*
 * Adds a file and takes over its bytes, which malloc() gave, also when it fails.  False, with a
 * sentence, when there are too many or no memory is left.
 */
bool web_add(struct web *web, const char *path, char *bytes, size_t size,
             char reason[WEB_REASON_SIZE]);

/* All files of a folder, in any order; false with a sentence. */
bool web_read_folder(struct web *web, const char *folder, char reason[WEB_REASON_SIZE]);

/* The page of a server without a web client. */
extern const char web_plain_page[];

/* The sentence "the web folder 'NAME' WORDS", and the one about memory.  Always false. */
bool web_complain(char reason[WEB_REASON_SIZE], const char *folder, const char *words);
bool web_out_of_memory(char reason[WEB_REASON_SIZE]);

#endif
