/*
 * The identity of a user at a server: a secret in a file of the user.  Each server has its own
 * secret, so that no server can impersonate the user at another.  A program of the user is another
 * person: it can play at a table with the user.
 */
#ifndef RAILHEAD_REMOTE_SECRET_H
#define RAILHEAD_REMOTE_SECRET_H

#include "remote/request.h"

enum { SECRET_TEXT_SIZE = 44 }; /* 43 characters of base64url, and the NUL */

/*
 * Returns the secret for a server in `secret`: the user's own, or, if `program` is not NULL, that
 * of the user's program of that name.  If there is none yet, it is created and stored after the
 * server has responded to a request.  Returns false with a message in `error` if the server cannot
 * be reached or the file cannot be used.
 */
bool secret_for(const struct address *address, const char *url, const char *program,
                char secret[SECRET_TEXT_SIZE], char error[], size_t error_size);

#endif
