/*
 * The HTTP API (docs/protocol.md): one answer per request, at once or when the store has answered.
 * Knows methods, paths and bodies, and no connections.
 */
#ifndef RAILHEAD_SERVER_HTTP_API_H
#define RAILHEAD_SERVER_HTTP_API_H

#include "server/http/static_files.h"
#include "server/hub.h"

enum {
    PATH_SIZE = 256,
    QUERY_SIZE = 128,
    CONTENT_TYPE_SIZE = 64,
    LABEL_SIZE = SESSION_LABEL_SIZE, /* label of a session: 96 bytes of the User-Agent */
    BODY_MAX = 1 << 18,              /* of a record, in bytes */
    BODY_SMALL_MAX = 4096,           /* of anything else */
    SITE_SIZE = 272                  /* "https://" and a host */
};

enum method { METHOD_GET, METHOD_POST, METHOD_DELETE, METHOD_OTHER };

struct api_request {
    struct hub_client client; /* has `once` set */
    enum method method;
    char path[PATH_SIZE];   /* "/api/v1/me" */
    char query[QUERY_SIZE]; /* what follows the '?', or "" */
    char type[CONTENT_TYPE_SIZE];
    char agent[LABEL_SIZE]; /* User-Agent, cut; or "" */
    bool foreign;           /* sent by a page of another site */
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
 * Returns the methods that a path accepts, a bit each (1 << METHOD_GET); 0 if there is no such
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
