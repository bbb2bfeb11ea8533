/*
 * One request to a server over HTTP: JSON there, JSON back.
 */
#ifndef RAILHEAD_TERMINAL_POST_H
#define RAILHEAD_TERMINAL_POST_H

#include <stdbool.h>
#include <stddef.h>

enum { POST_ANSWER_SIZE = 1 << 14 };

/* Where a server is, from http://HOST[:PORT] or https://... */
struct address {
    char host[256];
    int port;
    bool secure;
};

/* False with a sentence in `error` when it is no such address. */
bool address_read(struct address *address, const char *url, char error[], size_t error_size);

/*
 * Posts the body to the path as the person of that secret.  The server's answer, whatever it says,
 * is in `answer`; false with a sentence in `error` when there was none.
 */
bool post(const struct address *address, const char *path, const char *secret, const char *body,
          char answer[POST_ANSWER_SIZE], char error[], size_t error_size);

#endif
