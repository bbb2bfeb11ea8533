/*
 * The HTTP API (docs/protocol.md): one answer per request, at once or when the store has answered.
 * Knows methods, paths and bodies, and no connections.
 */
#ifndef RAILHEAD_SERVER_HTTP_API_H
#define RAILHEAD_SERVER_HTTP_API_H

#include "net/http_head.h"
#include "server/http/static_files.h"
#include "server/hub.h"

enum {
    BODY_MAX = 1 << 18,    /* of a record, in bytes */
    BODY_SMALL_MAX = 4096, /* of anything else */
    SITE_SIZE = 272        /* "https://" and a host */
};

_Static_assert((int)HTTP_AGENT_SIZE == (int)SESSION_LABEL_SIZE, "it is the label of a session");

struct api_request {
    struct hub_client client;    /* has `once` set */
    enum http_method method;     /* HTTP_GET also for HEAD */
    char path[HTTP_PATH_SIZE];   /* "/api/v1/me" */
    char query[HTTP_QUERY_SIZE]; /* what follows the '?', or "" */
    char type[HTTP_TYPE_SIZE];
    char agent[HTTP_AGENT_SIZE]; /* User-Agent, cut; or "". The label of a new session */
    bool foreign;                /* sent by a page of another site */
    struct shared_bytes *body;
    const struct static_file *page; /* the page of a table or a replay, else NULL */
    char site[SITE_SIZE];           /* its origin: "https://example.org", or "" */

    /* The answer; `ready` tells the network that it is complete. */
    int status; /* 0: none yet. A status without `answer` and `log`: allocation failed, and the
                   connection ends */
    const char *answer_type;
    struct shared_bytes *answer;
    struct event_log *log; /* instead of `answer`: all events after number `after` */
    uint32_t after;
    char new_secret[SECRET_SIZE]; /* for the cookie; "" to keep it */
    void (*ready)(struct api_request *request);
};

/* Returns true if the path belongs to the API and not to a file; and the size limit of its body. */
bool api_takes(const char *path);
size_t api_body_max(const char *path);

/*
 * Returns the methods that a path accepts, a bit each (1 << HTTP_GET); 0 if there is no such
 * path.
 */
unsigned api_methods(const char *path);

/*
 * Adds the request's client; the answer follows sooner or later. Returns false if the address is
 * over its limit.
 */
bool api_begin(struct hub *hub, struct api_request *request, const char *secret);

/* The network is done with the request, answered or not. */
void api_end(struct api_request *request);

#endif
