/* HTTP connections from accept() to their end: phases, limits and eviction. */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/check.h"
#include "base/clock.h"
#include "server/http/network_internal.h"

enum {
    HEADS_OF_ADDRESS_MIN = 8,
    HEADS_FEW = 2, /* that many per address are evicted last */
    LOOKED_AT = 256,
    INPUT_MIN = 1024,
    SEND_BUFFER = 64 * 1024, /* size of the kernel's send buffer */
    DISCARDED_MAX = 4 << 20, /* ignored input per connection */
    SECOND_MS = 1000,
    IDLE_MS = 30 * SECOND_MS,
    IDLE_IN_A_CROWD_MS = 10 * SECOND_MS,
};

/* Timeout of each phase without progress, in ms; 0 for none. */
static const int64_t patience_ms[PHASE_PHASES] = {
    [PHASE_HEAD] = 10 * SECOND_MS,
    [PHASE_BODY] = 20 * SECOND_MS,
    [PHASE_WAITING] = 120 * SECOND_MS,
    [PHASE_SENDING] = 30 * SECOND_MS,
    [PHASE_IDLE] = IDLE_MS,
    [PHASE_LINGER] = 2 * SECOND_MS,
};

/* ---- Phases ---------------------------------------------------------------------------------- */

static void leave_phase(struct http_connection *connection)
{
    struct http_connection_list *list = &connection->network->phase[connection->phase];
    *(connection->previous != NULL ? &connection->previous->next : &list->first) = connection->next;
    *(connection->next != NULL ? &connection->next->previous : &list->last) = connection->previous;
    list->count--;
}

static void join_phase(struct http_connection *connection, enum http_connection_phase phase)
{
    struct http_connection_list *list = &connection->network->phase[phase];
    connection->phase = phase;
    connection->since = clock_ms();
    connection->next = NULL;
    connection->previous = list->last;
    *(list->last != NULL ? &list->last->next : &list->first) = connection;
    list->last = connection;
    list->count++;
}

static void uncount_head(struct http_connection *connection)
{
    if (connection->counted_head)
        rate_limit_disconnect(&connection->network->heads, connection->peer);
    connection->counted_head = false;
}

void http_connection_enter(struct http_connection *connection, enum http_connection_phase phase)
{
    if (phase != PHASE_HEAD)
        uncount_head(connection);
    leave_phase(connection);
    join_phase(connection, phase);
}

void http_connection_kill(struct http_connection *connection)
{
    channel_end(&connection->channel);
}

bool http_connections_drop_oldest(struct network *network, enum http_connection_phase phase)
{
    struct http_connection *connection = network->phase[phase].first;
    if (connection == NULL)
        return false;
    http_connection_kill(connection);
    return true;
}

/* The time a handshake waits for our thread does not count against the client. */
static void refund_resumed(struct network *network)
{
    struct http_connection *connection = network->phase[PHASE_HEAD].first;
    for (unsigned i = network->phase[PHASE_HEAD].count; i > 0; i--) {
        struct http_connection *next = connection->next;
        if (connection->channel.handshake != NULL)
            http_connection_enter(connection, PHASE_HEAD);
        connection = next;
    }
}

static void end_pauses(struct network *network)
{
    for (struct http_connection *connection = network->phase[PHASE_IDLE].first; connection != NULL;
         connection = connection->next) {
        if (connection->holds & HOLD_RATE_LIMITED)
            http_connection_hold(connection, HOLD_RATE_LIMITED, false);
    }
}

void http_connections_tick(struct network *network)
{
    refund_resumed(network);
    end_pauses(network);
    int64_t now = clock_ms();
    bool remote = network->connections > network->most_connections / 2;
    for (int phase = 0; phase < PHASE_PHASES; phase++) {
        int64_t patience = phase == PHASE_IDLE && remote ? IDLE_IN_A_CROWD_MS : patience_ms[phase];
        struct http_connection_list *list = &network->phase[phase];
        while (patience > 0 && list->first != NULL && now - list->first->since >= patience)
            http_connection_kill(list->first);
    }
}

/* ---- Admission ------------------------------------------------------------------------------- */

static unsigned most_of_address(const struct network *network)
{
    return network->options.hub->options.connections_per_address;
}

/* Evicts another connection of the same address in that phase; considers only the oldest. */
static bool drop_oldest_of(const struct http_connection *connection,
                           enum http_connection_phase phase)
{
    struct http_connection *other = connection->network->phase[phase].first;
    for (unsigned i = 0; other != NULL && i < LOOKED_AT; i++, other = other->next) {
        if (other != connection && strcmp(other->peer, connection->peer) == 0) {
            http_connection_kill(other);
            return true;
        }
    }
    return false;
}

/*
 * Half of the heads is reserved for addresses with few of them, so that a flood does not evict
 * newcomers: beyond that addresses evict their own. Connections from a proxy share one address and
 * are exempt.
 */
static bool count_head(struct http_connection *connection)
{
    struct network *network = connection->network;
    const bool crowded = network->phase[PHASE_HEAD].count > network->crowded_heads;
    const unsigned half = most_of_address(network) / 2;
    const unsigned most = half > HEADS_OF_ADDRESS_MIN ? half : HEADS_OF_ADDRESS_MIN;
    const int64_t now = clock_ms();
    if (connection->proxied || connection->counted_head)
        return true;
    connection->counted_head =
        rate_limit_connect(&network->heads, connection->peer, now, crowded ? HEADS_FEW : most);
    if (!connection->counted_head && crowded && drop_oldest_of(connection, PHASE_HEAD))
        connection->counted_head = rate_limit_connect(&network->heads, connection->peer, now, most);
    return connection->counted_head;
}

static bool count_address(struct http_connection *connection)
{
    struct rate_limit *addresses = &connection->network->addresses;
    unsigned most = most_of_address(connection->network);
    connection->counted = rate_limit_connect(addresses, connection->address, clock_ms(), most);
    if (!connection->counted && !connection->proxied && drop_oldest_of(connection, PHASE_IDLE))
        connection->counted = rate_limit_connect(addresses, connection->address, clock_ms(), most);
    return connection->counted;
}

bool http_connection_count(struct http_connection *connection, const struct http_head *head)
{
    if (!connection->proxied)
        return true; /* since accept() */
    if (head->forwarded[0] != '\0')
        rate_limit_address_key(connection->address, head->forwarded);
    else
        memcpy(connection->address, connection->peer, sizeof connection->address);
    return count_address(connection);
}

void http_connection_uncount(struct http_connection *connection)
{
    if (connection->counted && connection->proxied) {
        rate_limit_disconnect(&connection->network->addresses, connection->address);
        connection->counted = false;
    }
}

/* Charged before any computation. Connections from a proxy share one address and are exempt. */
static bool pays_handshake(const struct http_connection *connection)
{
    struct network *network = connection->network;
    return network->tls == NULL || connection->proxied ||
           rate_limit_take(&network->handshakes, connection->peer, clock_ms(), HANDSHAKE_COST);
}

void http_connection_handshake_done(struct channel *channel, bool resumed)
{
    const struct http_connection *connection = (struct http_connection *)channel;
    struct network *network = connection->network;
    struct metrics *metrics = &network->options.hub->metrics;
    metrics_count(metrics, resumed ? COUNTER_HANDSHAKES_RESUMED : COUNTER_HANDSHAKES, 1);
    if (resumed && !connection->proxied)
        rate_limit_return(&network->handshakes, connection->peer, clock_ms(), HANDSHAKE_REFUND);
}

/* Returns everything it was counted for. */
static void forget_connection(struct http_connection *connection)
{
    struct network *network = connection->network;
    if (connection->counted)
        rate_limit_disconnect(&network->addresses, connection->address);
    uncount_head(connection);
    leave_phase(connection);
    network->connections--;
    memory_quota_give(network->options.quota, connection->peer, connection->input_capacity);
    free(connection->input);
    free(connection);
}

static void adopt_descriptor(struct http_connection *connection, int descriptor)
{
    int on = 1, size = SEND_BUFFER;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    if (!channel_begin(&connection->channel, connection->network->loop, descriptor,
                       connection->network->tls, connection->peer))
        forget_connection(connection);
}

void http_connection_open(struct network *network, int descriptor, const char *address)
{
    struct http_connection *connection = calloc(1, sizeof *connection);
    if (connection != NULL) {
        connection->network = network;
        network->connections++;
        join_phase(connection, PHASE_HEAD);
        connection->proxied =
            network->options.proxies != NULL && proxies_have(network->options.proxies, address);
        rate_limit_address_key(connection->peer, address);
        rate_limit_address_key(connection->address, address);
        if (count_head(connection) && (connection->proxied || count_address(connection)) &&
            pays_handshake(connection)) {
            if (network->phase[PHASE_HEAD].count > HEADS_MAX)
                http_connections_drop_oldest(network, PHASE_HEAD);
            adopt_descriptor(connection, descriptor);
            return;
        }
        forget_connection(connection);
    }
    metrics_count(&network->options.hub->metrics, COUNTER_CONNECTIONS_REFUSED, 1);
    close(descriptor);
}

void http_connection_ended(struct channel *channel)
{
    struct http_connection *connection = (struct http_connection *)channel;
    if (connection->request != NULL)
        http_request_end(connection);
    if (connection->websocket != NULL)
        websocket_end(connection);
    forget_connection(connection);
}

/* ---- Reading --------------------------------------------------------------------------------- */

void http_connection_hold(struct http_connection *connection, enum hold why, bool on)
{
    connection->holds = on ? connection->holds | why : connection->holds & ~(unsigned)why;
    channel_hold(&connection->channel, connection->holds != 0);
}

void http_connection_pause(struct http_connection *connection)
{
    http_connection_hold(connection, HOLD_RATE_LIMITED, true);
    metrics_count(&connection->network->options.hub->metrics, COUNTER_PAUSES, 1);
}

bool http_connection_is_secure(const struct http_connection *connection,
                               const struct http_head *head)
{
    return connection->network->options.tls_certificate != NULL ||
           (connection->proxied && head->forwarded_https);
}

void http_connection_note(const struct http_connection *connection, struct network_note note)
{
    const struct network_options *options = &connection->network->options;
    note.request = connection->request_id;
    if (options->note != NULL)
        options->note(options->note_context, &note);
}

static void release_input(struct http_connection *connection)
{
    memory_quota_give(connection->network->options.quota, connection->peer,
                      connection->input_capacity);
    free(connection->input);
    connection->input = NULL;
    connection->input_used = connection->input_capacity = connection->looked = 0;
}

static bool keep_input(struct http_connection *connection, const char *bytes, size_t length)
{
    size_t capacity = connection->input_capacity ? connection->input_capacity : INPUT_MIN;
    while (capacity < connection->input_used + length)
        capacity *= 2;
    if (capacity > connection->input_capacity) {
        size_t more = capacity - connection->input_capacity;
        if (!memory_quota_take(connection->network->options.quota, connection->peer, more))
            return false;
        char *input = realloc(connection->input, capacity);
        if (input == NULL) {
            memory_quota_give(connection->network->options.quota, connection->peer, more);
            return false;
        }
        connection->input = input;
        connection->input_capacity = capacity;
    }
    memcpy(connection->input + connection->input_used, bytes, length);
    connection->input_used += length;
    return true;
}

/* A complete head, the normal case, is parsed in place. */
static int receive_head(struct http_connection *connection, const char **bytes, size_t *length)
{
    size_t before = connection->input_used, end = 0;
    size_t more = HTTP_HEAD_MAX - before < *length ? HTTP_HEAD_MAX - before : *length;
    if (before > 0 && !keep_input(connection, *bytes, more))
        return -1;
    const char *start = before > 0 ? connection->input : *bytes;
    enum http_found found = http_head_find(start, before + more, &connection->looked, &end);
    if (found == HTTP_BAD)
        return http_request_refuse(connection, 400, FAULT_HTTP_NOT_HTTP);
    if (found == HTTP_MORE && before + more == HTTP_HEAD_MAX)
        return http_request_refuse(connection, 431, FAULT_HTTP_HEADERS_TOO_LONG);
    if (found == HTTP_MORE) {
        *length = 0;
        if (connection->phase == PHASE_IDLE)
            http_connection_enter(connection, PHASE_HEAD);
        return count_head(connection) && (before > 0 || keep_input(connection, *bytes, more)) ? 0
                                                                                              : -1;
    }
    *bytes += end - before;
    *length -= end - before;
    int result = http_request_begin(connection, start, end);
    release_input(connection);
    return result;
}

/* Input is ignored; beyond a limit it is not even read. */
int http_connection_discard(struct http_connection *connection, size_t length)
{
    connection->discarded += length;
    return connection->discarded > DISCARDED_MAX ? -1 : 0;
}

int http_connection_receive(struct channel *channel, const char *bytes, size_t length)
{
    struct http_connection *connection = (struct http_connection *)channel;
    while (length > 0) {
        if (connection->websocket != NULL)
            return websocket_receive(connection, bytes, length);
        if (connection->request != NULL)
            return http_request_receive(connection, bytes, length);
        if (connection->phase == PHASE_LINGER)
            return http_connection_discard(connection, length);
        /* Skips an empty line before a request, left over from the one before. */
        if (connection->input_used == 0 && length >= 2 && memcmp(bytes, "\r\n", 2) == 0) {
            bytes += 2;
            length -= 2;
        }
        if (length > 0 && receive_head(connection, &bytes, &length) < 0)
            return -1;
    }
    return 0;
}

/* ---- Writing --------------------------------------------------------------------------------- */

int http_connection_linger(struct http_connection *connection)
{
    http_connection_enter(connection, PHASE_LINGER);
    http_connection_hold(connection, HOLD_ANSWERING, false);
    http_connection_hold(connection, HOLD_RATE_LIMITED, false);
    channel_finish(&connection->channel);
    return 0;
}

int http_connection_write(struct channel *channel)
{
    struct http_connection *connection = (struct http_connection *)channel;
    if (connection->websocket != NULL)
        return websocket_write(connection);
    return connection->request != NULL ? http_response_write(connection) : 0;
}
