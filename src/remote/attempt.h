/*
 * An attempt to connect: how far it got, and so what to say when it fails.
 *
 * For whoever makes connections with libwebsockets: all callbacks of the connection are told to the
 * attempt.  The library gives no code for what went wrong, only words, so it is told from what was
 * reached.
 */
#ifndef RAILHEAD_REMOTE_ATTEMPT_H
#define RAILHEAD_REMOTE_ATTEMPT_H

#include <libwebsockets.h>
#include <stdbool.h>
#include <stddef.h>

struct attempt {
    bool secure;    /* by TLS */
    bool untrusted; /* the server is not who it says */
    bool asked;     /* connected, and about to send the request */
};

/* A callback's reason and length. */
void attempt_see(struct attempt *attempt, enum lws_callback_reasons reason, size_t length);

/*
 * Why there is no connection, in words, for the callback that says so: `said` is the library's
 * reason, or NULL.
 */
const char *attempt_reason(const struct attempt *attempt, struct lws *link, const char *said);

#endif
