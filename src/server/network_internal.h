/*
 * What the files of the network share: the headers of a request, and the two protocols.
 */
#ifndef RAILHEAD_SERVER_NETWORK_INTERNAL_H
#define RAILHEAD_SERVER_NETWORK_INTERNAL_H

#include <libwebsockets.h>

#include "server/api.h"
#include "server/network.h"

#define SOCKET_PATH     "/api/v1/socket"
#define SOCKET_PROTOCOL "railhead-1"

struct socket;

struct network {
    struct network_options options;
    struct lws_protocols protocol[3]; /* HTTP, the WebSocket, and an end */
    struct lws_context *context;
    struct lws_vhost *vhost;
    lws_sorted_usec_list_t tick;
    unsigned ticks;
    struct socket *sockets; /* all that are open */
    bool stopping;
};

struct network *network_of(struct lws *wsi);

/* A header's value, cut to the size; "" where there is none. */
void network_header(struct lws *wsi, enum lws_token_indexes token, char *value, int size);

/*
 * The secret in the Authorization header or the cookie; "" where there is none.  False when the
 * header has something else.
 */
bool network_secret(struct lws *wsi, char secret[SECRET_SIZE]);

/* The key of the other end's address. */
void network_address(struct lws *wsi, char address[ADDRESS_SIZE]);

/* Whether the request comes from a page of another site. */
bool network_is_foreign(struct lws *wsi);

/* Whether the other end talks TLS, with us or with the proxy before us. */
bool network_is_secure(struct lws *wsi);

int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t length);
int socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length);
/* Pings who has been quiet, and gives up who stays so. */
void sockets_tick(struct network *network);

size_t http_session_size(void);
size_t socket_session_size(void);

#endif
