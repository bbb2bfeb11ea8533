/*
 * One request to a server over HTTP: a body there, an answer back.
 */
#ifndef RAILHEAD_REMOTE_REQUEST_H
#define RAILHEAD_REMOTE_REQUEST_H

#include "remote/connection.h"

/*
 * Posts the body to the path as the user with that secret, or gets the path if `body` is NULL.
 * `secret` is NULL for a request without identity.  The caller frees the server's answer, whatever
 * its status is.  Returns NULL with a sentence in `error` if there was none.
 */
char *request(const struct address *address, const char *path, const char *secret, const char *body,
              char error[], size_t error_size);

#endif
