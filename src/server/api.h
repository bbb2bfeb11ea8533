/*
 * The API over HTTP (docs/protocol.md): a request in, one answer out, now or when the store has
 * spoken.  It knows methods, paths and bodies, and nothing of libwebsockets.
 */
#ifndef RAILHEAD_SERVER_API_H
#define RAILHEAD_SERVER_API_H

#include "server/hub.h"
#include "server/identity.h"

enum { PATH_SIZE = 256, QUERY_SIZE = 128, CONTENT_TYPE_SIZE = 64, BODY_MAX = 1 << 18 };

enum method { METHOD_GET, METHOD_POST, METHOD_DELETE, METHOD_OTHER };

struct api_job;

struct request {
    struct link link; /* `once` */
    enum method method;
    char path[PATH_SIZE];   /* "/api/v1/me" */
    char query[QUERY_SIZE]; /* what follows the '?', or "" */
    char type[CONTENT_TYPE_SIZE];
    bool foreign; /* it comes from another site's page */
    struct packet *body;

    /* The answer; `ready` tells the network that it is there. */
    int status;
    const char *answer_type;
    struct packet *answer;
    char new_secret[SECRET_SIZE]; /* for the cookie; "" to leave it */
    void (*ready)(struct request *request);

    struct api_job *job; /* what it waits for */
};

/* Whether the path is the API's, and not a file's. */
bool api_takes(const char *path);

/* Opens the request's link and answers it sooner or later; false when the address has too many. */
bool api_begin(struct hub *hub, struct request *request, const char *secret);

/* The network is done with the request, answered or not. */
void api_end(struct request *request);

#endif
