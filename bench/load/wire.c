/*
 * Sockets with what is still to be written, and frames of the WebSocket protocol (RFC 6455).
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <netinet/tcp.h>

#include "base/check.h"
#include "net/frames.h"
#include "wire.h"

enum {
    LENGTH_IN_TWO = 126,
    LENGTH_IN_EIGHT = 127,
    MESSAGE_MAX = 4096,
};

static SSL_CTX *tls_context; /* NULL: without TLS */

void wire_use_tls(void)
{
    signal(SIGPIPE, SIG_IGN); /* OpenSSL writes without MSG_NOSIGNAL */
    tls_context = SSL_CTX_new(TLS_client_method());
    CHECK(tls_context != NULL);
    SSL_CTX_set_mode(tls_context,
                     SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}

static void begin_tls(struct wire *wire)
{
    wire->tls = tls_context != NULL ? SSL_new(tls_context) : NULL;
    if (wire->tls == NULL)
        return;
    CHECK(SSL_set_fd(wire->tls, wire->fd) == 1);
    SSL_set_connect_state(wire->tls);
}

static void wait_for(struct wire *wire, bool writing)
{
    struct epoll_event event = {
        .events = EPOLLIN | (writing ? (uint32_t)EPOLLOUT : 0),
        .data.ptr = wire,
    };
    wire->is_waiting = writing;
    CHECK(epoll_ctl(wire->epoll, EPOLL_CTL_MOD, wire->fd, &event) == 0);
}

/* The port is chosen when it connects: only then is it known which are free towards the server. */
static void come_from(int fd, const struct sockaddr_in *from)
{
    const int on = 1;
    setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    CHECK(bind(fd, (const struct sockaddr *)from, sizeof *from) == 0);
}

bool wire_open(struct wire *wire, int epoll, const struct sockaddr_in *address,
               const struct sockaddr_in *from)
{
    const int on = 1;
    wire->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (wire->fd < 0)
        return false;
    setsockopt(wire->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (from != NULL)
        come_from(wire->fd, from);
    wire->epoll = epoll;
    wire->is_ended = false;
    wire->in_used = 0;
    wire->out_used = 0;
    begin_tls(wire);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = wire};
    CHECK(epoll_ctl(epoll, EPOLL_CTL_ADD, wire->fd, &event) == 0);
    wait_for(wire, true);
    return connect(wire->fd, (const struct sockaddr *)address, sizeof *address) == 0 ||
           errno == EINPROGRESS;
}

void wire_close(struct wire *wire)
{
    if (wire->fd >= 0)
        close(wire->fd);
    wire->fd = -1;
    SSL_free(wire->tls);
    wire->tls = NULL;
    free(wire->out);
    wire->out = NULL;
    wire->out_room = 0;
    wire->out_used = 0;
}

/* How much of it was written; an error ends the wire when it is read next. */
static size_t write_some(struct wire *wire, const char *bytes, size_t length)
{
    size_t count = 0;
    if (wire->tls != NULL)
        return SSL_write_ex(wire->tls, bytes, length, &count) == 1 ? count : 0;
    ssize_t written = send(wire->fd, bytes, length, MSG_NOSIGNAL);
    return written > 0 ? (size_t)written : 0;
}

/* Before the handshake is done there is something to be read before anything can be written. */
static bool writes_next(const struct wire *wire)
{
    return wire->out_used > 0 && (wire->tls == NULL || SSL_want(wire->tls) != SSL_READING);
}

static void write_rest(struct wire *wire)
{
    size_t written = wire->out_used > 0 ? write_some(wire, wire->out, wire->out_used) : 0;
    wire->out_used -= written;
    memmove(wire->out, wire->out + written, wire->out_used);
    if (wire->is_waiting != writes_next(wire))
        wait_for(wire, writes_next(wire));
}

void wire_send(struct wire *wire, const char *bytes, size_t length)
{
    if (wire->fd < 0)
        return;
    size_t written = wire->is_waiting || wire->out_used > 0 ? 0 : write_some(wire, bytes, length);
    if (written == length)
        return;
    if (wire->out_used + length > wire->out_room) {
        wire->out_room = 2 * (wire->out_used + length);
        wire->out = realloc(wire->out, wire->out_room);
        CHECK(wire->out != NULL);
    }
    memcpy(wire->out + wire->out_used, bytes + written, length - written);
    wire->out_used += length - written;
    if (!wire->is_waiting && writes_next(wire))
        wait_for(wire, true);
}

void wire_take(struct wire *wire, size_t length)
{
    wire->in_used -= length;
    memmove(wire->in, wire->in + length, wire->in_used);
}

/* How many; 0 at the end, -1 when there are none now. */
static ssize_t read_some(struct wire *wire)
{
    char *into = wire->in + wire->in_used;
    const size_t room = WIRE_IN_SIZE - wire->in_used;
    size_t count = 0;
    if (wire->tls == NULL) {
        const ssize_t got = recv(wire->fd, into, room, 0);
        return got < 0 && errno != EAGAIN && errno != EINTR ? 0 : got;
    }
    const int result = SSL_read_ex(wire->tls, into, room, &count);
    if (result == 1)
        return (ssize_t)count;
    const int why = SSL_get_error(wire->tls, result);
    return why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE ? -1 : 0;
}

void wire_handle(struct wire *wire, uint32_t events)
{
    if (events & (EPOLLERR | EPOLLHUP))
        wire->is_ended = true;
    else if (events & EPOLLOUT || (wire->tls != NULL && wire->out_used > 0))
        write_rest(wire);
    if (!(events & EPOLLIN) && !wire->is_ended)
        return;
    do {
        CHECK(wire->in_used < WIRE_IN_SIZE);
        const ssize_t got = events & EPOLLIN ? read_some(wire) : -1;
        if (got > 0)
            wire->in_used += (size_t)got;
        wire->is_ended |= got == 0;
        wire->ready(wire);
    } while (wire->fd >= 0 && wire->tls != NULL && !wire->is_ended && SSL_pending(wire->tls) > 0);
    if (wire->fd >= 0 && wire->tls != NULL && wire->out_used > 0)
        write_rest(wire);
}

/* ---- WebSocket ------------------------------------------------------------------------------- */

void websocket_ask(struct wire *wire, const char *host, const char secret[SECRET_SIZE])
{
    char request[512];
    int length = snprintf(request, sizeof request,
                          "GET /api/v1/socket HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\n"
                          "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: bG9hZCBnZW5lcmF0b3IhIQ==\r\n"
                          "Sec-WebSocket-Protocol: railhead-1\r\n"
                          "Authorization: Bearer %s\r\n\r\n",
                          host, secret);
    CHECK(length > 0 && (size_t)length < sizeof request);
    wire_send(wire, request, (size_t)length);
}

bool websocket_read(char *bytes, size_t length, struct frame *frame)
{
    if (length < 2)
        return false;
    const unsigned char *byte = (const unsigned char *)bytes;
    size_t header = 2;
    size_t size = byte[1] & 0x7f;
    CHECK(size != LENGTH_IN_EIGHT); /* it would not fit what is read at once */
    if (size == LENGTH_IN_TWO) {
        if (length < 4)
            return false;
        header = 4;
        size = (size_t)byte[2] << 8 | byte[3];
    }
    CHECK(header + size <= WIRE_IN_SIZE && (byte[0] & 0x80));
    frame->kind = byte[0] & 0x0f;
    frame->text = bytes + header;
    frame->length = size;
    frame->size = header + size;
    return length >= frame->size;
}

/*
 * A client must mask what it sends.  The mask is zero, which is as good as any other between two
 * programs on one machine and costs nothing here; the server unmasks as ever.
 */
void websocket_send(struct wire *wire, enum frame_kind kind, const char *text, size_t length)
{
    static const uint8_t mask[FRAMES_MASK_SIZE];
    char frame[FRAMES_HEADER_MAX + MESSAGE_MAX];
    CHECK(length <= MESSAGE_MAX);
    wire_send(wire, frame,
              frames_write_masked(frame, (enum frames_opcode)kind, text, length, mask));
}
