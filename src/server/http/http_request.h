/*
 * One HTTP request and its response, which comes from the hub or a file and is sent piece by piece:
 * http_request.c reads the request, http_response.c sends the response.
 */
#ifndef RAILHEAD_SERVER_HTTP_HTTP_REQUEST_H
#define RAILHEAD_SERVER_HTTP_HTTP_REQUEST_H

#include "net/http_chunks.h"
#include "server/http/network_internal.h"
#include "server/http/response_body.h"

enum { LAST_WORDS_SIZE = 256 };

struct http_request {
    struct api_request request; /* first: the hub's callbacks cast it back */
    struct http_connection *connection;
    bool begun;      /* the hub knows it */
    bool answerable; /* the response is complete */
    bool secure;     /* over TLS, here or at the proxy */
    bool head;       /* HEAD: the body is not sent */
    bool closes;     /* the connection ends after the response */
    bool upgraded;   /* it has become a WebSocket */
    bool chunked;    /* the body is chunked */
    int64_t began_us;
    char secret[SECRET_SIZE];

    size_t body_used, body_length; /* of request.body: received so far, and at most */
    struct http_chunks chunks;
    size_t held; /* charged to the memory quota for the body, in bytes */

    int status;
    const char *type;
    const struct static_file *file;
    bool compressed;
    struct response_body body;
    bool headers_sent;
    size_t sent; /* of the body, in bytes */
    int64_t window_since;
    size_t window_sent;
    char last_words[LAST_WORDS_SIZE]; /* buffer for a response when allocation fails */
};

/* Returns the methods that the path accepts, a bit each (1 << HTTP_GET); 0 if there is no such
 * path. */
unsigned http_response_methods(const struct http_request *request);

/* Starts the response.  Takes ownership of the body. */
void http_response_answer(struct http_request *request, int status, const char *type,
                          struct response_body body);

/* A callback of the API: its answer is complete. */
void http_response_ready(struct api_request *request);

/* Respond with an error, without the hub.  Return -1 if allocation fails, to close the connection.
 */
int http_response_refuse_with(struct http_request *request, int status, enum error_code code,
                              const struct fault *fault);
int http_response_refuse(struct http_request *request, int status, enum error_code code,
                         enum fault_id why);

#endif
