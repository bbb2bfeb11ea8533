/*
 * The head of an HTTP/1.1 request (RFC 9112): where it ends, and what it asks for.
 *
 * Bytes in, a struct or a refusal out; it knows no connection.  It is strict where two readers
 * could see two different requests in the same bytes, since one of them may be a proxy that guards
 * us: lines end in CR LF, names have no space behind them, what may stand once stands once, and
 * there is one way to say how long a body is.
 */
#ifndef RAILHEAD_NET_HTTP_HEAD_H
#define RAILHEAD_NET_HTTP_HEAD_H

#include "net/handshake.h"
#include "text/fault.h"
#include "text/text.h"

enum {
    HTTP_HEAD_MAX = 8192, /* bytes, with the empty line at its end */
    HTTP_FIELDS_MAX = 100,
    HTTP_PATH_SIZE = 256,
    HTTP_QUERY_SIZE = 128,
    HTTP_TYPE_SIZE = 64,
    HTTP_AGENT_SIZE = 97,
    HTTP_SECRET_SIZE = 44,
    HTTP_ADDRESS_SIZE = 48,
    HTTP_KNOWN_SIZE = 256,
    HTTP_HOST_SIZE = 256,
    HTTP_REQUEST_ID_SIZE = 65,
};

enum http_method { HTTP_GET, HTTP_HEAD, HTTP_POST, HTTP_DELETE, HTTP_OPTIONS, HTTP_OTHER };

struct http_head {
    enum http_method method;
    bool keep_alive;                   /* the connection may carry another request */
    char path[HTTP_PATH_SIZE];         /* "/api/v1/me", with %41 as A and nothing else rewritten;
                                          "*" with OPTIONS: the server as a whole */
    char query[HTTP_QUERY_SIZE];       /* what follows the '?' as it is, or "" */
    char type[HTTP_TYPE_SIZE];         /* Content-Type, or "" */
    char agent[HTTP_AGENT_SIZE];       /* User-Agent, cut; "" where it is not plain text */
    uint64_t length;                   /* of the body; 0 for none, and for one in chunks */
    bool chunked;                      /* the body is in chunks (http_chunks.h) */
    bool expects_continue;             /* it waits to be told to send the body */
    bool foreign;                      /* it comes from a page of another site */
    char secret[HTTP_SECRET_SIZE];     /* of Authorization, or of the cookie; "" for none */
    bool has_bad_secret;               /* Authorization has something else */
    char host[HTTP_HOST_SIZE];         /* of the target or else of Host; or "" */
    char forwarded[HTTP_ADDRESS_SIZE]; /* the last address of X-Forwarded-For, or "" */
    bool forwarded_https;
    char request_id[HTTP_REQUEST_ID_SIZE]; /* X-Request-ID; "" for none, or one that is odd */
    bool takes_gzip;
    bool takes_html;              /* by name: somebody reads it in a browser */
    char known[HTTP_KNOWN_SIZE];  /* If-None-Match, for http_knows(); "" for none, or a long one */
    bool websocket;               /* it wants to become a WebSocket, and may as far as HTTP goes */
    bool speaks_protocol;         /* which offers SOCKET_PROTOCOL */
    char key[HANDSHAKE_KEY_SIZE]; /* Sec-WebSocket-Key */
};

struct http_refusal {
    int status;
    enum fault_id why;
};

enum http_found { HTTP_MORE, HTTP_WHOLE, HTTP_BAD };

/*
 * Looks for the end of a head.  `looked` is how far an earlier call has looked in the same bytes,
 * 0 at first.  HTTP_MORE: it is not there yet.  HTTP_WHOLE: it has `*end` bytes.  HTTP_BAD: there
 * is a byte that no head has, and reading on would be of no use.
 */
enum http_found http_head_find(const char *bytes, size_t length, size_t *looked, size_t *end);

/* Reads a whole head.  False with a refusal, after which the connection is of no more use. */
bool http_head_read(struct http_head *head, const char *bytes, size_t length,
                    struct http_refusal *refusal);

/* Whether an ETag, with its quotes, is in a list of If-None-Match; "*" and W/"..." count. */
bool http_knows(const char *list, const char *etag);

/* Whether a Content-Type is this one, whatever its letters' case and its parameters. */
bool http_is_type(const char *type, const char *wanted);

/*
 * Whether a text is a client's secret, as Authorization and the cookie carry it: 43 characters of
 * base64url, for 32 bytes.
 */
bool http_is_secret(const char *text);

/* Whether a character may be part of a method or of a field's name. */
bool http_is_token(char c);

/* A cookie's value, without its quotes; false when there is none of that name, or it is too long.
 */
bool http_cookie(const char *value, size_t length, const char *name, char *into, size_t size);

#endif
