/* WebSockets: frames in and out of links. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "core/check.h"
#include "net/frames.h"
#include "server/http/network_internal.h"

enum {
    PING_AFTER_MS = 30000,
    GONE_AFTER_MS = 60000,
    STUCK_AFTER_MS = 30000, /* with something to send, and nothing taken */
    CONTROLS_BURST = 20,    /* control frames, */
    CONTROLS_A_SECOND = 2,  /* and how many more as time goes by */
};

struct socket {
    struct link link; /* first: the hub knows it by this */
    struct visit *visit;
    struct frames frames;
    size_t held; /* of the budget: a message that is not complete, and what came while paused */
    char *later; /* came after it was told to wait once too often; read when the pause is over */
    size_t later_length;
    unsigned controls; /* control frames that it may still send */

    bool pinged, ping_wanted;
    int64_t began;
    int64_t heard;         /* when the other end last gave a sign */
    int64_t waiting_since; /* to write; 0 when it does not */
    char pong[FRAMES_CONTROL_MAX];
    size_t pong_length;
    bool pong_wanted;

    struct packet *sending; /* a message of which `sent` bytes have gone, with its header */
    size_t sent;
    int close_code; /* 0 while it is open */
    const char *close_reason;
    bool deaf; /* what it says is not understood any more */
    bool close_sent, close_heard;
};

static void want_to_write(struct socket *socket)
{
    if (socket->waiting_since == 0)
        socket->waiting_since = clock_ms();
    channel_want(&socket->visit->channel);
}

static void wake(struct link *link)
{
    want_to_write((struct socket *)link);
}

/* ---- Its beginning and end ------------------------------------------------------------------- */

static int write_handshake(struct visit *visit, const char *key)
{
    char accept[HANDSHAKE_ACCEPT_SIZE], buffer[512];
    struct text text;
    if (!handshake_accept(accept, key))
        return -1;
    text_init(&text, buffer, sizeof buffer);
    text_add(&text, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                    "Connection: Upgrade\r\nSec-WebSocket-Protocol: " SOCKET_PROTOCOL
                    "\r\nSec-WebSocket-Accept: ");
    text_add(&text, accept);
    text_add(&text, "\r\nX-Request-ID: ");
    text_add(&text, visit->request_id);
    text_add(&text, "\r\n");
    add_date(&text);
    text_add(&text, "\r\n");
    CHECK(!text.cut);
    return channel_write(&visit->channel, buffer, text.used);
}

static struct socket *new_socket(struct visit *visit)
{
    struct socket *socket = calloc(1, sizeof *socket);
    if (!socket)
        return NULL;
    socket->visit = visit;
    socket->link.wake = wake;
    memcpy(socket->link.address, visit->address, ADDRESS_SIZE);
    memcpy(socket->link.request, visit->request_id, REQUEST_ID_SIZE);
    frames_init(&socket->frames, FRAMES_OF_CLIENTS, MESSAGE_SIZE_MAX);
    socket->began = socket->heard = clock_ms();
    socket->controls = CONTROLS_BURST;
    return socket;
}

static int check_head(const struct network *network, const struct http_head *head,
                      const char **code, struct fault *fault)
{
    static const struct {
        int status;
        const char *code;
        enum fault_id why;
    } refusals[] = {
        {404, "missing", FAULT_HTTP_NO_SOCKET},   {400, "unknown", FAULT_HTTP_SOCKET_PROTOCOL},
        {401, "identity", FAULT_IDENTITY_SECRET}, {403, "origin", FAULT_ANOTHER_SITE},
        {503, "stopping", FAULT_STOPPING},
    };
    const bool wrong[] = {strcmp(head->path, SOCKET_PATH) != 0, !head->speaks_protocol,
                          head->has_bad_secret, head->foreign, network->stopping};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        if (!wrong[i])
            continue;
        *code = refusals[i].code;
        if (refusals[i].why == FAULT_HTTP_SOCKET_PROTOCOL)
            fault_say(HTTP_SOCKET_PROTOCOL, fault, "", SOCKET_PROTOCOL);
        else
            fault_say_plain(fault, refusals[i].why, "");
        return refusals[i].status;
    }
    return 0;
}

/* It pays before anybody is looked up. */
static int check_price(const struct visit *visit, const struct http_head *head, const char **code,
                       struct fault *fault)
{
    struct hub *hub = visit->network->options.hub;
    *code = "slow";
    if (!hub_pays(hub, visit->address, PRICE_CONNECT))
        fault_say_plain(fault, FAULT_TOO_MANY_REQUESTS, "");
    else if (head->secret[0] != '\0' && !hub_may_look(hub, visit->address))
        fault_say_plain(fault, FAULT_TOO_MUCH_AT_ONCE, "");
    else
        return 0;
    return error_status(*code);
}

bool socket_begin(struct visit *visit, const struct http_head *head, int *status, const char **code,
                  struct fault *fault)
{
    struct network *network = visit->network;
    *status = check_head(network, head, code, fault);
    if (*status == 0)
        *status = check_price(visit, head, code, fault);
    if (*status != 0)
        return false;
    struct socket *socket = new_socket(visit);
    if (!socket || write_handshake(visit, head->key) < 0) {
        free(socket);
        return false;
    }
    /* The exchange is over, but who it counts for stays. */
    bool counted = visit->counted;
    visit->counted = false;
    exchange_end(visit);
    visit->counted = counted;
    visit->socket = socket;
    visit_enter(visit, VISIT_SOCKET);
    visit_note(visit, (struct network_note){.what = NOTE_OPENED});
    if (!hub_link_open(network->options.hub, &socket->link, head->secret)) {
        socket->deaf = true;
        socket->close_code = FRAMES_CLOSE_POLICY;
        socket->close_reason = fault_english(FAULT_TOO_MANY_FROM_ADDRESS);
        want_to_write(socket);
    }
    return true;
}

static bool is_open(const struct socket *socket)
{
    return socket->link.hub != NULL;
}

static void close_link(struct socket *socket)
{
    if (is_open(socket))
        hub_link_close(&socket->link);
    socket->link.hub = NULL;
}

void socket_end(struct visit *visit)
{
    struct socket *socket = visit->socket;
    const int64_t ms = clock_ms() - socket->began;
    visit_note(visit, (struct network_note){.what = NOTE_CLOSED, .ms = ms});
    close_link(socket);
    packet_release(socket->sending);
    frames_release(&socket->frames);
    free(socket->later);
    holding_give(visit->network->options.holding, visit->address, socket->held);
    free(socket);
    visit->socket = NULL;
    visit_uncount(visit);
}

/* Ends it with a code, after all that is still to be said. */
static void end_with(struct socket *socket, int code, const char *reason)
{
    socket->deaf = true;
    if (socket->close_code == 0) {
        socket->close_code = code;
        socket->close_reason = reason;
    }
    want_to_write(socket);
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* What it holds counts against the budget; false when that is used up. */
static bool charge_budget(struct socket *socket)
{
    struct visit *visit = socket->visit;
    struct holding *holding = visit->network->options.holding;
    size_t held = frames_held(&socket->frames) + socket->later_length;
    if (held > socket->held) {
        if (!holding_take(holding, visit->address, held - socket->held))
            return false;
    } else {
        holding_give(holding, visit->address, socket->held - held);
    }
    socket->held = held;
    return true;
}

static void take_control(struct socket *socket, const struct frames_event *event)
{
    if (socket->controls == 0) {
        end_with(socket, FRAMES_CLOSE_POLICY, "too many control frames");
        return;
    }
    socket->controls--;
    if (event->what != FRAMES_GOT_PING)
        return;
    memcpy(socket->pong, event->bytes, event->length);
    socket->pong_length = event->length;
    socket->pong_wanted = true;
    want_to_write(socket);
}

static void take_event(struct socket *socket, const struct frames_event *event)
{
    struct link *link = &socket->link;
    socket->heard = clock_ms();
    socket->pinged = false;
    switch (event->what) {
    case FRAMES_MORE:
        return;
    case FRAMES_GOT_TEXT:
        hub_receive(link, event->bytes, event->length);
        return;
    case FRAMES_GOT_BINARY:
        hub_receive(link, "", 0);
        return;
    case FRAMES_GOT_TOO_LONG:
        hub_receive_too_long(link);
        return;
    case FRAMES_GOT_PING:
    case FRAMES_GOT_PONG:
        take_control(socket, event);
        return;
    case FRAMES_GOT_CLOSE:
        socket->close_heard = true;
        end_with(socket, event->code, "");
        return;
    case FRAMES_FAULT:
        end_with(socket, event->code, event->reason);
        return;
    }
}

/* Whoever is told again and again to wait is made to: the rest is read after the pause. */
static bool pause_hurried(struct socket *socket, const char *bytes, size_t length)
{
    if (socket->link.hurries < HURRIES_MAX)
        return true;
    visit_pause(socket->visit);
    if (length == 0)
        return true;
    socket->later = malloc(length);
    if (!socket->later)
        return false;
    memcpy(socket->later, bytes, length);
    socket->later_length = length;
    return true;
}

/*
 * When it is to end there is only the close frame of the other end to wait for.  One that comes
 * before ours has been sent ends the connection behind ours.
 */
static int receive_last(struct socket *socket, const char *bytes, size_t length)
{
    struct frames_event event = {.what = FRAMES_MORE};
    if (visit_discard(socket->visit, length) < 0)
        return -1;
    do {
        event = frames_read(&socket->frames, &bytes, &length);
        if (event.what == FRAMES_GOT_CLOSE && socket->close_sent)
            return -1;
        socket->close_heard |= event.what == FRAMES_GOT_CLOSE;
    } while (event.what != FRAMES_MORE && event.what != FRAMES_FAULT);
    return charge_budget(socket) ? 0 : -1;
}

int socket_receive(struct visit *visit, const char *bytes, size_t length)
{
    struct socket *socket = visit->socket;
    while (!socket->deaf && socket->close_code == 0 && !(visit->holds & HOLD_HURRIED)) {
        struct frames_event event = frames_read(&socket->frames, &bytes, &length);
        if (event.what == FRAMES_MORE)
            return charge_budget(socket) ? 0 : -1;
        take_event(socket, &event);
        if (!socket->deaf && !pause_hurried(socket, bytes, length))
            return -1;
    }
    if (visit->holds & HOLD_HURRIED)
        return charge_budget(socket) ? 0 : -1;
    return receive_last(socket, bytes, length);
}

/* ---- Time ------------------------------------------------------------------------------------ */

/* False when it is to be killed. */
static bool end_pause(struct socket *socket, int64_t now)
{
    char *bytes = socket->later;
    size_t length = socket->later_length;
    socket->later = NULL;
    socket->later_length = 0;
    socket->link.hurries = 0;
    socket->heard = now;
    visit_hold(socket->visit, HOLD_HURRIED, false);
    int result = length > 0 ? socket_receive(socket->visit, bytes, length) : 0;
    free(bytes);
    return result == 0;
}

/* False when it is to be killed. */
static bool tick_socket(struct socket *socket, int64_t now)
{
    int64_t quiet = now - socket->heard;
    socket->controls += CONTROLS_A_SECOND;
    if (socket->controls > CONTROLS_BURST)
        socket->controls = CONTROLS_BURST;
    if (socket->waiting_since != 0 && now - socket->waiting_since >= STUCK_AFTER_MS)
        return false;
    if (socket->visit->holds & HOLD_HURRIED)
        return end_pause(socket, now);
    if (quiet >= PING_AFTER_MS && !socket->pinged && quiet < GONE_AFTER_MS) {
        socket->pinged = socket->ping_wanted = true;
        want_to_write(socket);
    }
    return quiet < GONE_AFTER_MS;
}

void sockets_tick(struct network *network)
{
    int64_t now = clock_ms();
    for (struct visit *visit = network->phase[VISIT_SOCKET].first, *next; visit; visit = next) {
        next = visit->next;
        if (!tick_socket(visit->socket, now))
            visit_kill(visit);
    }
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* What is to be written at once, of as many frames as fit. */
struct piece {
    char *bytes; /* PIECE_SIZE of them */
    size_t used;
};

static bool add_frame(struct piece *piece, enum frames_opcode opcode, const char *payload,
                      size_t length)
{
    uint8_t header[FRAMES_HEADER_MAX];
    size_t size = frames_write_header(header, opcode, length);
    if (PIECE_SIZE - piece->used < size + length)
        return false;
    memcpy(piece->bytes + piece->used, header, size);
    memcpy(piece->bytes + piece->used + size, payload, length);
    piece->used += size + length;
    return true;
}

/* The rest of a message, or as much of it as fits; false when it does not fit whole. */
static bool add_message(struct piece *piece, struct socket *socket)
{
    uint8_t header[FRAMES_HEADER_MAX];
    struct packet *packet = socket->sending;
    size_t size = frames_write_header(header, FRAMES_TEXT, packet->length);
    while (socket->sent < size + packet->length) {
        bool in_header = socket->sent < size;
        const char *from = in_header ? (const char *)header + socket->sent
                                     : packet_text(packet) + socket->sent - size;
        size_t count = (in_header ? size : size + packet->length) - socket->sent;
        if (count > PIECE_SIZE - piece->used)
            count = PIECE_SIZE - piece->used;
        if (count == 0)
            return false;
        memcpy(piece->bytes + piece->used, from, count);
        piece->used += count;
        socket->sent += count;
    }
    metrics_count(&socket->link.hub->metrics, COUNTER_BYTES_SENT, packet->length);
    packet_release(packet);
    socket->sending = NULL;
    return true;
}

static void add_controls(struct piece *piece, struct socket *socket)
{
    if (socket->pong_wanted && add_frame(piece, FRAMES_PONG, socket->pong, socket->pong_length))
        socket->pong_wanted = false;
    if (socket->ping_wanted && add_frame(piece, FRAMES_PING, "here", 4))
        socket->ping_wanted = false;
}

static bool has_more(const struct socket *socket)
{
    return socket->sending || socket->pong_wanted || socket->ping_wanted ||
           (is_open(socket) && socket->link.outbox_count > 0);
}

static void fill_piece(struct piece *piece, struct socket *socket)
{
    piece->used = 0;
    if (socket->sending && !add_message(piece, socket))
        return;
    add_controls(piece, socket);
    while (is_open(socket) && (socket->sending = link_take(&socket->link)) != NULL) {
        socket->sent = 0;
        if (!add_message(piece, socket))
            return;
    }
}

/* All is said: the close frame, and then the other end may close. */
static int say_goodbye(struct socket *socket)
{
    struct visit *visit = socket->visit;
    struct piece piece = {.bytes = visit->network->piece};
    char payload[FRAMES_CONTROL_MAX];
    struct text text;
    if (!socket->close_sent) {
        text_init(&text, payload + 2, sizeof payload - 2);
        text_add(&text, socket->close_reason);
        payload[0] = (char)(socket->close_code >> 8);
        payload[1] = (char)(socket->close_code & 0xff);
        add_frame(&piece, FRAMES_CLOSE, payload, 2 + text.used);
        socket->close_sent = true;
        if (channel_write(&visit->channel, piece.bytes, piece.used) < 0)
            return -1;
    }
    if (!channel_is_clear(&visit->channel)) {
        want_to_write(socket);
        return 0;
    }
    if (socket->close_heard)
        return -1;
    close_link(socket);
    return visit->phase == VISIT_LINGER ? 0 : visit_linger(visit);
}

int socket_write(struct visit *visit)
{
    struct socket *socket = visit->socket;
    struct piece piece = {.bytes = visit->network->piece};
    socket->waiting_since = 0;
    for (unsigned i = 0; i < PIECES_AT_ONCE && has_more(socket) && !socket->close_sent; i++) {
        if (!channel_is_clear(&visit->channel))
            break;
        fill_piece(&piece, socket);
        if (piece.used > 0 && channel_write(&visit->channel, piece.bytes, piece.used) < 0)
            return -1;
    }
    if ((has_more(socket) || !channel_is_clear(&visit->channel)) && !socket->close_sent) {
        want_to_write(socket);
        return 0;
    }
    if (is_open(socket) && socket->link.state == LINK_ENDING && socket->close_code == 0) {
        socket->close_code = FRAMES_CLOSE_AWAY;
        socket->close_reason = "closed by the server";
    }
    return socket->close_code != 0 ? say_goodbye(socket) : 0;
}
