/* WebSockets: frames to and from clients of the hub. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/clock.h"
#include "net/frames.h"
#include "server/http/network_internal.h"

enum {
    PING_AFTER_MS = 30000,
    GONE_AFTER_MS = 60000,
    STUCK_AFTER_MS = 30000, /* with output pending and none accepted */
    CONTROLS_BURST = 20,    /* control frames at once */
    CONTROLS_A_SECOND = 2,  /* and this many more per second */
};

struct websocket {
    struct hub_client client; /* first: the hub's callbacks cast it back */
    struct http_connection *connection;
    struct frames frames;
    size_t held; /* charged to the memory quota: an incomplete message, and input received while
                    paused */
    char *later; /* input received while paused; handled after the pause */
    size_t later_length;
    unsigned controls; /* control frames it may still send */

    bool pinged, ping_wanted;
    int64_t began;
    int64_t last_received; /* when the client last sent anything */
    int64_t waiting_since; /* for the system to accept output; 0: it is not waiting */
    char pong[FRAMES_CONTROL_MAX];
    size_t pong_length;
    bool pong_wanted;

    struct shared_bytes
        *sending; /* message being sent; `sent` bytes of it, with its header, have gone */
    size_t sent;
    int close_code; /* 0 while open */
    const char *close_reason;
    bool ignores_input; /* input is ignored */
    bool close_sent, close_heard;
};

static void want_to_write(struct websocket *websocket)
{
    if (websocket->waiting_since == 0)
        websocket->waiting_since = clock_ms();
    channel_want(&websocket->connection->channel);
}

static void wake_websocket(struct hub_client *client)
{
    want_to_write((struct websocket *)client);
}

/* ---- Opening and closing --------------------------------------------------------------------- */

static int write_handshake(struct http_connection *connection, const char *key)
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
    text_add(&text, connection->request_id);
    text_add(&text, "\r\n");
    add_date(&text);
    text_add(&text, "\r\n");
    CHECK(!text.cut);
    return channel_write(&connection->channel, buffer, text.used);
}

static struct websocket *new_socket(struct http_connection *connection)
{
    struct websocket *websocket = calloc(1, sizeof *websocket);
    if (websocket == NULL)
        return NULL;
    websocket->connection = connection;
    websocket->client.wake = wake_websocket;
    memcpy(websocket->client.address, connection->address, ADDRESS_SIZE);
    memcpy(websocket->client.request, connection->request_id, REQUEST_ID_SIZE);
    frames_init(&websocket->frames, FRAMES_OF_CLIENTS, MESSAGE_SIZE_MAX);
    websocket->began = websocket->last_received = clock_ms();
    websocket->controls = CONTROLS_BURST;
    return websocket;
}

static int check_head(const struct network *network, const struct http_head *head,
                      enum error_code *code, struct fault *fault)
{
    static const struct {
        enum error_code code;
        enum fault_id why;
    } refusals[] = {
        {CODE_MISSING, FAULT_HTTP_NO_SOCKET},   {CODE_UNKNOWN, FAULT_HTTP_SOCKET_PROTOCOL},
        {CODE_IDENTITY, FAULT_IDENTITY_SECRET}, {CODE_ORIGIN, FAULT_ANOTHER_SITE},
        {CODE_STOPPING, FAULT_STOPPING},
    };
    const bool wrong[] = {strcmp(head->path, WEBSOCKET_PATH) != 0, !head->speaks_protocol,
                          head->has_bad_secret, head->foreign, network->stopping};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        if (!wrong[i])
            continue;
        *code = refusals[i].code;
        if (refusals[i].why == FAULT_HTTP_SOCKET_PROTOCOL)
            fault_say(HTTP_SOCKET_PROTOCOL, fault, "", SOCKET_PROTOCOL);
        else
            fault_say_plain(fault, refusals[i].why, "");
        return error_code_status(*code);
    }
    return 0;
}

/* Charged before the person is looked up. */
static int check_cost(const struct http_connection *connection, const struct http_head *head,
                      enum error_code *code, struct fault *fault)
{
    struct hub *hub = connection->network->options.hub;
    *code = CODE_SLOW;
    if (!hub_pays(hub, connection->address, COST_CONNECT))
        fault_say_plain(fault, FAULT_TOO_MANY_REQUESTS, "");
    else if (head->secret[0] != '\0' && !hub_may_look_up(hub, connection->address))
        fault_say_plain(fault, FAULT_TOO_MUCH_AT_ONCE, "");
    else
        return 0;
    return error_code_status(*code);
}

bool websocket_begin(struct http_connection *connection, const struct http_head *head, int *status,
                     enum error_code *code, struct fault *fault)
{
    struct network *network = connection->network;
    *status = check_head(network, head, code, fault);
    if (*status == 0)
        *status = check_cost(connection, head, code, fault);
    if (*status != 0)
        return false;
    struct websocket *websocket = new_socket(connection);
    if (websocket == NULL || write_handshake(connection, head->key) < 0) {
        free(websocket);
        return false;
    }
    /* The request is over, but the connection stays counted for its address. */
    bool counted = connection->counted;
    connection->counted = false;
    http_request_end(connection);
    connection->counted = counted;
    connection->websocket = websocket;
    http_connection_enter(connection, PHASE_WEBSOCKET);
    http_connection_note(connection, (struct network_note){.what = NOTE_OPENED});
    if (!hub_client_open(network->options.hub, &websocket->client, head->secret)) {
        websocket->ignores_input = true;
        websocket->close_code = FRAMES_CLOSE_POLICY;
        websocket->close_reason = fault_english(FAULT_TOO_MANY_FROM_ADDRESS);
        want_to_write(websocket);
    }
    return true;
}

static bool is_open(const struct websocket *websocket)
{
    return websocket->client.hub != NULL;
}

static void close_client(struct websocket *websocket)
{
    if (is_open(websocket))
        hub_client_close(&websocket->client);
    websocket->client.hub = NULL;
}

void websocket_end(struct http_connection *connection)
{
    struct websocket *websocket = connection->websocket;
    const int64_t ms = clock_ms() - websocket->began;
    http_connection_note(connection, (struct network_note){.what = NOTE_CLOSED, .ms = ms});
    close_client(websocket);
    shared_bytes_release(websocket->sending);
    frames_release(&websocket->frames);
    free(websocket->later);
    memory_quota_give(connection->network->options.quota, connection->address, websocket->held);
    free(websocket);
    connection->websocket = NULL;
    http_connection_uncount(connection);
}

/* Sends what is pending and then closes with a code. */
static void end_with(struct websocket *websocket, int code, const char *reason)
{
    websocket->ignores_input = true;
    if (websocket->close_code == 0) {
        websocket->close_code = code;
        websocket->close_reason = reason;
    }
    want_to_write(websocket);
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* Charges what it holds to the quota; returns false if that is used up. */
static bool charge_quota(struct websocket *websocket)
{
    struct http_connection *connection = websocket->connection;
    struct memory_quota *quota = connection->network->options.quota;
    size_t held = frames_held(&websocket->frames) + websocket->later_length;
    if (held > websocket->held) {
        if (!memory_quota_take(quota, connection->address, held - websocket->held))
            return false;
    } else {
        memory_quota_give(quota, connection->address, websocket->held - held);
    }
    websocket->held = held;
    return true;
}

static void take_control(struct websocket *websocket, const struct frames_event *event)
{
    if (websocket->controls == 0) {
        end_with(websocket, FRAMES_CLOSE_POLICY, "too many control frames");
        return;
    }
    websocket->controls--;
    if (event->what != FRAMES_GOT_PING)
        return;
    memcpy(websocket->pong, event->bytes, event->length);
    websocket->pong_length = event->length;
    websocket->pong_wanted = true;
    want_to_write(websocket);
}

static void take_event(struct websocket *websocket, const struct frames_event *event)
{
    struct hub_client *client = &websocket->client;
    websocket->last_received = clock_ms();
    websocket->pinged = false;
    switch (event->what) {
    case FRAMES_MORE:
        return;
    case FRAMES_GOT_TEXT:
        hub_receive(client, event->bytes, event->length);
        return;
    case FRAMES_GOT_BINARY:
        hub_receive(client, "", 0);
        return;
    case FRAMES_GOT_TOO_LONG:
        hub_receive_too_long(client);
        return;
    case FRAMES_GOT_PING:
    case FRAMES_GOT_PONG:
        take_control(websocket, event);
        return;
    case FRAMES_GOT_CLOSE:
        websocket->close_heard = true;
        end_with(websocket, event->code, "");
        return;
    case FRAMES_FAULT:
        end_with(websocket, event->code, event->reason);
        return;
    }
}

/*
 * A client that is refused again and again without waiting is paused: the rest is handled after the
 * pause.
 */
static bool pause_rate_limited(struct websocket *websocket, const char *bytes, size_t length)
{
    if (websocket->client.rate_refusals < RATE_REFUSALS_MAX)
        return true;
    http_connection_pause(websocket->connection);
    if (length == 0)
        return true;
    websocket->later = malloc(length);
    if (websocket->later == NULL)
        return false;
    memcpy(websocket->later, bytes, length);
    websocket->later_length = length;
    return true;
}

/*
 * While closing only the client's close frame matters. One that arrives before ours was sent ends
 * the connection after ours.
 */
static int receive_last(struct websocket *websocket, const char *bytes, size_t length)
{
    struct frames_event event = {.what = FRAMES_MORE};
    if (http_connection_discard(websocket->connection, length) < 0)
        return -1;
    do {
        event = frames_read(&websocket->frames, &bytes, &length);
        if (event.what == FRAMES_GOT_CLOSE && websocket->close_sent)
            return -1;
        websocket->close_heard |= event.what == FRAMES_GOT_CLOSE;
    } while (event.what != FRAMES_MORE && event.what != FRAMES_FAULT);
    return charge_quota(websocket) ? 0 : -1;
}

int websocket_receive(struct http_connection *connection, const char *bytes, size_t length)
{
    struct websocket *websocket = connection->websocket;
    while (!websocket->ignores_input && websocket->close_code == 0 &&
           !(connection->holds & HOLD_RATE_LIMITED)) {
        struct frames_event event = frames_read(&websocket->frames, &bytes, &length);
        if (event.what == FRAMES_MORE)
            return charge_quota(websocket) ? 0 : -1;
        take_event(websocket, &event);
        if (!websocket->ignores_input && !pause_rate_limited(websocket, bytes, length))
            return -1;
    }
    if (connection->holds & HOLD_RATE_LIMITED)
        return charge_quota(websocket) ? 0 : -1;
    return receive_last(websocket, bytes, length);
}

/* ---- Time ------------------------------------------------------------------------------------ */

/* Returns false if the connection must be killed. */
static bool end_pause(struct websocket *websocket, int64_t now)
{
    char *bytes = websocket->later;
    size_t length = websocket->later_length;
    websocket->later = NULL;
    websocket->later_length = 0;
    websocket->client.rate_refusals = 0;
    websocket->last_received = now;
    http_connection_hold(websocket->connection, HOLD_RATE_LIMITED, false);
    int result = length > 0 ? websocket_receive(websocket->connection, bytes, length) : 0;
    free(bytes);
    return result == 0;
}

/* Returns false if the connection must be killed. */
static bool tick_socket(struct websocket *websocket, int64_t now)
{
    int64_t quiet = now - websocket->last_received;
    websocket->controls += CONTROLS_A_SECOND;
    if (websocket->controls > CONTROLS_BURST)
        websocket->controls = CONTROLS_BURST;
    if (websocket->waiting_since != 0 && now - websocket->waiting_since >= STUCK_AFTER_MS)
        return false;
    if (websocket->connection->holds & HOLD_RATE_LIMITED)
        return end_pause(websocket, now);
    if (quiet >= PING_AFTER_MS && !websocket->pinged && quiet < GONE_AFTER_MS) {
        websocket->pinged = websocket->ping_wanted = true;
        want_to_write(websocket);
    }
    return quiet < GONE_AFTER_MS;
}

void websockets_tick(struct network *network)
{
    int64_t now = clock_ms();
    for (struct http_connection *connection = network->phase[PHASE_WEBSOCKET].first, *next;
         connection != NULL; connection = next) {
        next = connection->next;
        if (!tick_socket(connection->websocket, now))
            http_connection_kill(connection);
    }
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* A batch of output: as many frames as fit. */
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

/* Adds the rest of a message, or as much as fits; returns false if it does not fit completely. */
static bool add_message(struct piece *piece, struct websocket *websocket)
{
    uint8_t header[FRAMES_HEADER_MAX];
    struct shared_bytes *shared = websocket->sending;
    size_t size = frames_write_header(header, FRAMES_TEXT, shared->length);
    while (websocket->sent < size + shared->length) {
        bool in_header = websocket->sent < size;
        const char *from = in_header ? (const char *)header + websocket->sent
                                     : shared_bytes_text(shared) + websocket->sent - size;
        size_t count = (in_header ? size : size + shared->length) - websocket->sent;
        if (count > PIECE_SIZE - piece->used)
            count = PIECE_SIZE - piece->used;
        if (count == 0)
            return false;
        memcpy(piece->bytes + piece->used, from, count);
        piece->used += count;
        websocket->sent += count;
    }
    metrics_count(&websocket->client.hub->metrics, COUNTER_BYTES_SENT, shared->length);
    shared_bytes_release(shared);
    websocket->sending = NULL;
    return true;
}

static void add_controls(struct piece *piece, struct websocket *websocket)
{
    if (websocket->pong_wanted &&
        add_frame(piece, FRAMES_PONG, websocket->pong, websocket->pong_length))
        websocket->pong_wanted = false;
    if (websocket->ping_wanted && add_frame(piece, FRAMES_PING, "here", 4))
        websocket->ping_wanted = false;
}

static bool has_more(const struct websocket *websocket)
{
    return websocket->sending != NULL || websocket->pong_wanted || websocket->ping_wanted ||
           (is_open(websocket) && websocket->client.outbox_count > 0);
}

static void fill_piece(struct piece *piece, struct websocket *websocket)
{
    piece->used = 0;
    if (websocket->sending != NULL && !add_message(piece, websocket))
        return;
    add_controls(piece, websocket);
    while (is_open(websocket) &&
           (websocket->sending = hub_client_take(&websocket->client)) != NULL) {
        websocket->sent = 0;
        if (!add_message(piece, websocket))
            return;
    }
}

/* Sends the close frame after everything else; the client may close then. */
static int say_goodbye(struct websocket *websocket)
{
    struct http_connection *connection = websocket->connection;
    struct piece piece = {.bytes = connection->network->piece};
    char payload[FRAMES_CONTROL_MAX];
    struct text text;
    if (!websocket->close_sent) {
        text_init(&text, payload + 2, sizeof payload - 2);
        text_add(&text, websocket->close_reason);
        payload[0] = (char)(websocket->close_code >> 8);
        payload[1] = (char)(websocket->close_code & 0xff);
        add_frame(&piece, FRAMES_CLOSE, payload, 2 + text.used);
        websocket->close_sent = true;
        if (channel_write(&connection->channel, piece.bytes, piece.used) < 0)
            return -1;
    }
    if (!channel_is_clear(&connection->channel)) {
        want_to_write(websocket);
        return 0;
    }
    if (websocket->close_heard)
        return -1;
    close_client(websocket);
    return connection->phase == PHASE_LINGER ? 0 : http_connection_linger(connection);
}

int websocket_write(struct http_connection *connection)
{
    struct websocket *websocket = connection->websocket;
    struct piece piece = {.bytes = connection->network->piece};
    websocket->waiting_since = 0;
    for (unsigned i = 0; i < PIECES_AT_ONCE && has_more(websocket) && !websocket->close_sent; i++) {
        if (!channel_is_clear(&connection->channel))
            break;
        fill_piece(&piece, websocket);
        if (piece.used > 0 && channel_write(&connection->channel, piece.bytes, piece.used) < 0)
            return -1;
    }
    if ((has_more(websocket) || !channel_is_clear(&connection->channel)) &&
        !websocket->close_sent) {
        want_to_write(websocket);
        return 0;
    }
    if (is_open(websocket) && websocket->client.state == CLIENT_ENDING &&
        websocket->close_code == 0) {
        websocket->close_code = FRAMES_CLOSE_AWAY;
        websocket->close_reason = "closed by the server";
    }
    return websocket->close_code != 0 ? say_goodbye(websocket) : 0;
}
