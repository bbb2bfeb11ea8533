/*
 * Who a person is at a server: a secret in the person's own folder, another one for each server so
 * that none can pass for the person elsewhere.  A program of theirs is somebody else: it can sit at
 * the table where they sit.
 */
#ifndef RAILHEAD_REMOTE_SECRET_H
#define RAILHEAD_REMOTE_SECRET_H

#include "remote/request.h"

enum { SECRET_TEXT_SIZE = 44 }; /* 43 characters of base64url and the NUL */

/*
 * The secret for a server: the user's own, or, if `program` is not NULL, that of the user's program
 * of that name.  If there is none yet, it is made and stored once the server has answered a
 * request. Returns false with a sentence in `error` if the server cannot be reached or the file
 * cannot be used.
 */
bool secret_for(const struct address *address, const char *url, const char *program,
                char secret[SECRET_TEXT_SIZE], char error[], size_t error_size);

#endif
