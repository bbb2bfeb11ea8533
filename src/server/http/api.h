/*
 * The API over HTTP (docs/protocol.md): a request in, one answer out, now or when the store has
 * spoken.  It knows methods, paths and bodies, and nothing of channels.
 */
#ifndef RAILHEAD_SERVER_HTTP_API_H
#define RAILHEAD_SERVER_HTTP_API_H

#include "server/http/static_files.h"
#include "server/hub.h"

enum {
    PATH_SIZE = 256,
    QUERY_SIZE = 128,
    CONTENT_TYPE_SIZE = 64,
    LABEL_SIZE = SESSION_LABEL_SIZE, /* what a session is called: 96 bytes of the browser's name */
    BODY_MAX = 1 << 18,              /* of a record; */
    BODY_SMALL_MAX = 4096,           /* of anything else */
    SITE_SIZE = 272                  /* of "https://" and a host */
};

enum method { METHOD_GET, METHOD_POST, METHOD_DELETE, METHOD_OTHER };

struct api_request {
    struct hub_client client; /* `once` */
    enum method method;
    char path[PATH_SIZE];   /* "/api/v1/me" */
    char query[QUERY_SIZE]; /* what follows the '?', or "" */
    char type[CONTENT_TYPE_SIZE];
    char agent[LABEL_SIZE]; /* what the other end calls itself, cut; or "" */
    bool foreign;           /* it comes from another site's page */
    struct shared_bytes *body;
    const struct static_file *page; /* for the page of a table or a replay, else NULL */
    char site[SITE_SIZE];           /* where it is: "https://example.org", or "" */

    /* The answer; `ready` tells the network that it is there. */
    int status; /* 0: none yet; without an answer there was no memory, and the connection ends */
    const char *answer_type;
    struct shared_bytes *answer;
    struct event_log *log; /* in place of `answer`: all events after number `after` */
    uint32_t after;
    char new_secret[SECRET_SIZE]; /* for the cookie; "" to leave it */
    void (*ready)(struct api_request *request);
};

/* Whether the path is the API's, and not a file's; and how long a body of it may be. */
bool api_takes(const char *path);
size_t api_body_max(const char *path);

/* The methods that a path takes, a bit for each (1 << METHOD_GET); 0 when there is no such path. */
unsigned api_methods(const char *path);

/* Opens the request's link and answers it sooner or later; false when the address has too many. */
bool api_begin(struct hub *hub, struct api_request *request, const char *secret);

/* The network is done with the request, answered or not. */
void api_end(struct api_request *request);

#endif
