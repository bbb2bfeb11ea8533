/*
 * What both ends of a WebSocket's opening handshake know (RFC 6455, section 4): the name of our
 * protocol, and the answer that proves that a key was read.
 */
#ifndef RAILHEAD_NET_HANDSHAKE_H
#define RAILHEAD_NET_HANDSHAKE_H

#include <stdbool.h>

#define SOCKET_PROTOCOL "railhead-1"
#define WEBSOCKET_PATH  "/api/v1/socket"

enum {
    HANDSHAKE_KEY_BYTES = 16,
    HANDSHAKE_KEY_SIZE = 25,    /* Sec-WebSocket-Key: these bytes in base64, and a NUL */
    HANDSHAKE_ACCEPT_SIZE = 29, /* Sec-WebSocket-Accept, and a NUL */
};

/* Writes the Sec-WebSocket-Accept for a key.  Returns false if it cannot be computed. */
bool handshake_accept(char accept[HANDSHAKE_ACCEPT_SIZE], const char *key);

#endif
