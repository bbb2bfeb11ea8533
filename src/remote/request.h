/* One HTTP request to a server: sends a body and returns the response's. */
#ifndef RAILHEAD_REMOTE_REQUEST_H
#define RAILHEAD_REMOTE_REQUEST_H

#include "remote/connection.h"

/*
 * Sends a POST request with the body, or a GET request if `body` is NULL, as the user with that
 * secret.  `secret` is NULL for an anonymous request.  The caller frees the response, whatever its
 * status.  Returns NULL with a message in `error` if there was none.
 */
char *request(const struct address *address, const char *path, const char *secret, const char *body,
              char error[], size_t error_size);

#endif
