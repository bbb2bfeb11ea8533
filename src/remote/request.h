/*
 * One request to a server over HTTP: a body there, an answer back.
 */
#ifndef RAILHEAD_REMOTE_REQUEST_H
#define RAILHEAD_REMOTE_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

/* Where a server is, from http://HOST[:PORT] or https://... */
struct address {
    char host[256];
    int port;
    bool secure;
};

/* False with a sentence in `error` when it is not such an address. */
bool address_read(struct address *address, const char *url, char error[], size_t error_size);

/* Says who one is in the headers of a connection that is being made. */
struct lws;
bool request_add_secret(struct lws *link, const char *secret, unsigned char **at,
                        unsigned char *end);

/*
 * Posts the body to the path as the user with that secret, or gets the path if `body` is NULL.
 * `secret` is NULL for a request without identity.  The caller frees the server's answer, whatever
 * its status is.  Returns NULL with a sentence in `error` if there was none.
 */
char *request(const struct address *address, const char *path, const char *secret, const char *body,
              char error[], size_t error_size);

#endif
