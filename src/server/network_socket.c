/* WebSockets: frames in and out of links. */
#include <sodium.h>
#include <string.h>

#include "core/check.h"
#include "server/network_internal.h"

enum { WRITES_AT_ONCE = 16, HURRIES_MAX = 20, PING_AFTER_MS = 30000, GONE_AFTER_MS = 60000 };

struct socket {
    struct link link;
    struct lws *wsi;
    bool open;
    bool too_long;
    bool pinged, ping_wanted;
    bool paused;   /* nothing is read from it for up to a second */
    int64_t heard; /* when the other end last gave a sign */
    struct socket *next, *previous;
    struct packet *partial; /* a message of which more is to come */
};

size_t socket_session_size(void)
{
    return sizeof(struct socket);
}

static void wake(struct link *link)
{
    struct socket *socket = (struct socket *)link;
    lws_callback_on_writable(socket->wsi);
}

static int open_socket(struct lws *wsi, struct socket *socket)
{
    char secret[SECRET_SIZE];
    memset(socket, 0, sizeof *socket);
    socket->wsi = wsi;
    socket->link.wake = wake;
    network_address(wsi, socket->link.address);
    network_secret(wsi, secret);
    struct network *network = network_of(wsi);
    socket->open = hub_link_open(network->options.hub, &socket->link, secret);
    sodium_memzero(secret, sizeof secret);
    if (socket->open) {
        socket->heard = tick_ms();
        socket->next = network->sockets;
        if (socket->next)
            socket->next->previous = socket;
        network->sockets = socket;
        return 0;
    }
    static unsigned char text[] = "too many connections from this address";
    lws_close_reason(wsi, LWS_CLOSE_STATUS_POLICY_VIOLATION, text, sizeof text - 1);
    return -1;
}

static void close_socket(struct network *network, struct socket *socket)
{
    if (!socket->open)
        return;
    socket->open = false;
    if (socket->previous)
        socket->previous->next = socket->next;
    else
        network->sockets = socket->next;
    if (socket->next)
        socket->next->previous = socket->previous;
    hub_link_close(&socket->link);
    packet_release(socket->partial);
    socket->partial = NULL;
}

/* Messages come in one piece as a rule; pieces are put together up to the size of a message. */
static void receive(struct lws *wsi, struct socket *socket, const char *bytes, size_t length)
{
    bool complete = lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0;
    if (!socket->partial && complete && !socket->too_long) {
        hub_receive(&socket->link, bytes, length);
        return;
    }
    size_t before = socket->partial ? socket->partial->length : 0;
    if (before + length > MESSAGE_SIZE_MAX)
        socket->too_long = true;
    if (!socket->too_long) {
        struct packet *longer = packet_new(NULL, before + length);
        if (before > 0)
            memcpy(packet_text(longer), packet_text(socket->partial), before);
        if (length > 0)
            memcpy(packet_text(longer) + before, bytes, length);
        packet_release(socket->partial);
        socket->partial = longer;
    }
    if (!complete)
        return;
    struct packet *whole = socket->partial;
    socket->partial = NULL;
    if (socket->too_long)
        hub_receive_too_long(&socket->link);
    else
        hub_receive(&socket->link, packet_text(whole), whole->length);
    socket->too_long = false;
    packet_release(whole);
}

static void heard(struct socket *socket)
{
    socket->heard = tick_ms();
    socket->pinged = false;
}

void sockets_tick(struct network *network)
{
    int64_t now = tick_ms();
    for (struct socket *socket = network->sockets; socket; socket = socket->next) {
        int64_t quiet = now - socket->heard;
        if (socket->paused) {
            socket->paused = false;
            socket->link.hurries = 0;
            socket->heard = now;
            lws_rx_flow_control(socket->wsi, 1);
            continue;
        }
        if (quiet >= GONE_AFTER_MS) {
            lws_set_timeout(socket->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
        } else if (quiet >= PING_AFTER_MS && !socket->pinged) {
            socket->pinged = socket->ping_wanted = true;
            lws_callback_on_writable(socket->wsi);
        }
    }
}

static int write_ping(struct lws *wsi, struct socket *socket)
{
    /* With something in it: libwebsockets does not report a pong that is empty. */
    unsigned char bytes[LWS_PRE + 4];
    memcpy(bytes + LWS_PRE, "here", 4);
    socket->ping_wanted = false;
    lws_callback_on_writable(wsi);
    return lws_write(wsi, bytes + LWS_PRE, 4, LWS_WRITE_PING) < 0 ? -1 : 0;
}

/* Who is told again and again to wait is made to. */
static void pause_hurried(struct lws *wsi, struct socket *socket)
{
    if (socket->link.hurries < HURRIES_MAX || socket->paused)
        return;
    socket->paused = true;
    lws_rx_flow_control(wsi, 0);
}

static int say_goodbye(struct lws *wsi)
{
    static unsigned char text[] = "closed by the server";
    lws_close_reason(wsi, LWS_CLOSE_STATUS_GOINGAWAY, text, sizeof text - 1);
    return -1;
}

static int write_some(struct lws *wsi, struct socket *socket)
{
    struct link *link = &socket->link;
    if (socket->ping_wanted)
        return write_ping(wsi, socket);
    for (unsigned i = 0; i < WRITES_AT_ONCE; i++) {
        struct packet *packet = link_take(link);
        if (!packet)
            break;
        int written =
            lws_write(wsi, (unsigned char *)packet_text(packet), packet->length, LWS_WRITE_TEXT);
        metrics_count(&link->hub->metrics, COUNTER_BYTES_SENT, packet->length);
        packet_release(packet);
        if (written < 0)
            return -1;
        if (link->outbox_count > 0 && lws_send_pipe_choked(wsi))
            break;
    }
    if (link->outbox_count > 0)
        lws_callback_on_writable(wsi);
    else if (link->state == LINK_ENDING)
        return say_goodbye(wsi);
    return 0;
}

int socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    struct socket *socket = user;
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
        return open_socket(wsi, socket);
    case LWS_CALLBACK_RECEIVE_PONG:
        heard(socket);
        return 0;
    case LWS_CALLBACK_RECEIVE:
        heard(socket);
        if (socket->open && lws_frame_is_binary(wsi))
            hub_receive(&socket->link, "", 0);
        else if (socket->open)
            receive(wsi, socket, in, length);
        pause_hurried(wsi, socket);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return socket->open ? write_some(wsi, socket) : 0;
    case LWS_CALLBACK_CLOSED:
        close_socket(network_of(wsi), socket);
        return 0;
    default:
        return 0;
    }
}
