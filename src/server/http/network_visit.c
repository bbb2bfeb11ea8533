/* Visits: connections from their acceptance to their end, their phases, and who is one too many. */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "core/check.h"
#include "server/http/network_internal.h"

enum {
    HEADS_OF_ADDRESS_MIN = 8,
    HEADS_FEW = 2, /* of an address, which keep their place in a crowd */
    LOOKED_AT = 256,
    INPUT_MIN = 1024,
    SEND_BUFFER = 64 * 1024, /* what the system may hold of our answers */
    DISCARDED_MAX = 4 << 20, /* of what nobody listens to any more */
    SECOND_MS = 1000,
    IDLE_MS = 30 * SECOND_MS,
    IDLE_IN_A_CROWD_MS = 10 * SECOND_MS,
};

/* How long a visit may stay in a phase without progress; 0 for as long as it likes. */
static const int64_t patience_ms[VISIT_PHASES] = {
    [VISIT_HEAD] = 10 * SECOND_MS,
    [VISIT_BODY] = 20 * SECOND_MS,
    [VISIT_WAITING] = 120 * SECOND_MS,
    [VISIT_SENDING] = 30 * SECOND_MS,
    [VISIT_IDLE] = IDLE_MS,
    [VISIT_LINGER] = 2 * SECOND_MS,
};

/* ---- Phases ---------------------------------------------------------------------------------- */

static void leave_phase(struct visit *visit)
{
    struct visit_list *list = &visit->network->phase[visit->phase];
    *(visit->previous ? &visit->previous->next : &list->first) = visit->next;
    *(visit->next ? &visit->next->previous : &list->last) = visit->previous;
    list->count--;
}

static void join_phase(struct visit *visit, enum visit_phase phase)
{
    struct visit_list *list = &visit->network->phase[phase];
    visit->phase = phase;
    visit->since = clock_ms();
    visit->next = NULL;
    visit->previous = list->last;
    *(list->last ? &list->last->next : &list->first) = visit;
    list->last = visit;
    list->count++;
}

static void uncount_head(struct visit *visit)
{
    if (visit->counted_head)
        limits_disconnect(&visit->network->heads, visit->peer);
    visit->counted_head = false;
}

void visit_enter(struct visit *visit, enum visit_phase phase)
{
    if (phase != VISIT_HEAD)
        uncount_head(visit);
    leave_phase(visit);
    join_phase(visit, phase);
}

void visit_kill(struct visit *visit)
{
    channel_end(&visit->channel);
}

bool visits_drop_oldest(struct network *network, enum visit_phase phase)
{
    struct visit *visit = network->phase[phase].first;
    if (!visit)
        return false;
    visit_kill(visit);
    return true;
}

/* The time that a handshake waits for our thread is not the other end's. */
static void excuse_greeted(struct network *network)
{
    struct visit *visit = network->phase[VISIT_HEAD].first;
    for (unsigned i = network->phase[VISIT_HEAD].count; i > 0; i--) {
        struct visit *next = visit->next;
        if (visit->channel.greeting)
            visit_enter(visit, VISIT_HEAD);
        visit = next;
    }
}

static void end_pauses(struct network *network)
{
    for (struct visit *visit = network->phase[VISIT_IDLE].first; visit; visit = visit->next)
        if (visit->holds & HOLD_HURRIED)
            visit_hold(visit, HOLD_HURRIED, false);
}

void visits_tick(struct network *network)
{
    excuse_greeted(network);
    end_pauses(network);
    int64_t now = clock_ms();
    bool crowd = network->visits > network->most_visits / 2;
    for (int phase = 0; phase < VISIT_PHASES; phase++) {
        int64_t patience = phase == VISIT_IDLE && crowd ? IDLE_IN_A_CROWD_MS : patience_ms[phase];
        struct visit_list *list = &network->phase[phase];
        while (patience > 0 && list->first && now - list->first->since >= patience)
            visit_kill(list->first);
    }
}

/* ---- Who is let in --------------------------------------------------------------------------- */

static unsigned most_of_address(const struct network *network)
{
    return network->options.hub->options.connections_per_address;
}

/* Somebody of the same address in that phase makes room; looks at the oldest alone. */
static bool drop_oldest_of(const struct visit *visit, enum visit_phase phase)
{
    struct visit *other = visit->network->phase[phase].first;
    for (unsigned i = 0; other && i < LOOKED_AT; i++, other = other->next) {
        if (other != visit && strcmp(other->peer, visit->peer) == 0) {
            visit_kill(other);
            return true;
        }
    }
    return false;
}

/*
 * Half of all heads is for addresses that have few, so that a flood does not end those of
 * newcomers: in a crowd the others make room for themselves.  Behind a proxy all heads come from
 * one address.
 */
static bool count_head(struct visit *visit)
{
    struct network *network = visit->network;
    const bool crowd = network->phase[VISIT_HEAD].count > network->crowd;
    const unsigned half = most_of_address(network) / 2;
    const unsigned most = half > HEADS_OF_ADDRESS_MIN ? half : HEADS_OF_ADDRESS_MIN;
    const int64_t now = clock_ms();
    if (visit->proxied || visit->counted_head)
        return true;
    visit->counted_head =
        limits_connect(&network->heads, visit->peer, now, crowd ? HEADS_FEW : most);
    if (!visit->counted_head && crowd && drop_oldest_of(visit, VISIT_HEAD))
        visit->counted_head = limits_connect(&network->heads, visit->peer, now, most);
    return visit->counted_head;
}

static bool count_address(struct visit *visit)
{
    struct limits *addresses = &visit->network->addresses;
    unsigned most = most_of_address(visit->network);
    visit->counted = limits_connect(addresses, visit->address, clock_ms(), most);
    if (!visit->counted && !visit->proxied && drop_oldest_of(visit, VISIT_IDLE))
        visit->counted = limits_connect(addresses, visit->address, clock_ms(), most);
    return visit->counted;
}

bool visit_count(struct visit *visit, const struct http_head *head)
{
    if (!visit->proxied)
        return true; /* since it was accepted */
    if (head->forwarded[0] != '\0')
        limits_address_key(visit->address, head->forwarded);
    else
        memcpy(visit->address, visit->peer, sizeof visit->address);
    return count_address(visit);
}

void visit_uncount(struct visit *visit)
{
    if (visit->counted && visit->proxied) {
        limits_disconnect(&visit->network->addresses, visit->address);
        visit->counted = false;
    }
}

/* Before anything is computed for it.  Behind a proxy all connections come from one address. */
static bool pays_handshake(const struct visit *visit)
{
    struct network *network = visit->network;
    return !network->tls || visit->proxied ||
           limits_take(&network->handshakes, visit->peer, clock_ms(), HANDSHAKE_PRICE);
}

void visit_greeted(struct channel *channel, bool resumed)
{
    const struct visit *visit = (struct visit *)channel;
    struct network *network = visit->network;
    struct metrics *metrics = &network->options.hub->metrics;
    metrics_count(metrics, resumed ? COUNTER_HANDSHAKES_RESUMED : COUNTER_HANDSHAKES, 1);
    if (resumed && !visit->proxied)
        limits_return(&network->handshakes, visit->peer, clock_ms(), HANDSHAKE_BACK);
}

/* Everything that it counts for is given back. */
static void forget(struct visit *visit)
{
    struct network *network = visit->network;
    if (visit->counted)
        limits_disconnect(&network->addresses, visit->address);
    uncount_head(visit);
    leave_phase(visit);
    network->visits--;
    holding_give(network->options.holding, visit->peer, visit->input_room);
    free(visit->input);
    free(visit);
}

static void adopt(struct visit *visit, int descriptor)
{
    int on = 1, size = SEND_BUFFER;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    if (!channel_begin(&visit->channel, visit->network->loop, descriptor, visit->network->tls,
                       visit->peer))
        forget(visit);
}

void visit_open(struct network *network, int descriptor, const char *address)
{
    struct visit *visit = calloc(1, sizeof *visit);
    if (visit) {
        visit->network = network;
        network->visits++;
        join_phase(visit, VISIT_HEAD);
        visit->proxied =
            network->options.proxies && proxies_have(network->options.proxies, address);
        limits_address_key(visit->peer, address);
        limits_address_key(visit->address, address);
        if (count_head(visit) && (visit->proxied || count_address(visit)) &&
            pays_handshake(visit)) {
            if (network->phase[VISIT_HEAD].count > HEADS_MAX)
                visits_drop_oldest(network, VISIT_HEAD);
            adopt(visit, descriptor);
            return;
        }
        forget(visit);
    }
    metrics_count(&network->options.hub->metrics, COUNTER_CONNECTIONS_REFUSED, 1);
    close(descriptor);
}

void visit_ended(struct channel *channel)
{
    struct visit *visit = (struct visit *)channel;
    if (visit->exchange)
        exchange_end(visit);
    if (visit->socket)
        socket_end(visit);
    forget(visit);
}

/* ---- Reading --------------------------------------------------------------------------------- */

void visit_hold(struct visit *visit, enum hold why, bool on)
{
    visit->holds = on ? visit->holds | why : visit->holds & ~(unsigned)why;
    channel_hold(&visit->channel, visit->holds != 0);
}

void visit_pause(struct visit *visit)
{
    visit_hold(visit, HOLD_HURRIED, true);
    metrics_count(&visit->network->options.hub->metrics, COUNTER_PAUSES, 1);
}

bool visit_is_secure(const struct visit *visit, const struct http_head *head)
{
    return visit->network->options.tls_certificate || (visit->proxied && head->forwarded_https);
}

void visit_note(const struct visit *visit, struct network_note note)
{
    const struct network_options *options = &visit->network->options;
    note.request = visit->request_id;
    if (options->note)
        options->note(options->note_context, &note);
}

static void release_input(struct visit *visit)
{
    holding_give(visit->network->options.holding, visit->peer, visit->input_room);
    free(visit->input);
    visit->input = NULL;
    visit->input_used = visit->input_room = visit->looked = 0;
}

static bool keep_input(struct visit *visit, const char *bytes, size_t length)
{
    size_t room = visit->input_room ? visit->input_room : INPUT_MIN;
    while (room < visit->input_used + length)
        room *= 2;
    if (room > visit->input_room) {
        size_t more = room - visit->input_room;
        if (!holding_take(visit->network->options.holding, visit->peer, more))
            return false;
        char *input = realloc(visit->input, room);
        if (!input) {
            holding_give(visit->network->options.holding, visit->peer, more);
            return false;
        }
        visit->input = input;
        visit->input_room = room;
    }
    memcpy(visit->input + visit->input_used, bytes, length);
    visit->input_used += length;
    return true;
}

/* A head that is there whole, as nearly all are, is read where it lies. */
static int receive_head(struct visit *visit, const char **bytes, size_t *length)
{
    size_t before = visit->input_used, end = 0;
    size_t more = HTTP_HEAD_MAX - before < *length ? HTTP_HEAD_MAX - before : *length;
    if (before > 0 && !keep_input(visit, *bytes, more))
        return -1;
    const char *start = before > 0 ? visit->input : *bytes;
    enum http_found found = http_head_find(start, before + more, &visit->looked, &end);
    if (found == HTTP_BAD)
        return exchange_refuse(visit, 400, FAULT_HTTP_NOT_HTTP);
    if (found == HTTP_MORE && before + more == HTTP_HEAD_MAX)
        return exchange_refuse(visit, 431, FAULT_HTTP_HEADERS_TOO_LONG);
    if (found == HTTP_MORE) {
        *length = 0;
        if (visit->phase == VISIT_IDLE)
            visit_enter(visit, VISIT_HEAD);
        return count_head(visit) && (before > 0 || keep_input(visit, *bytes, more)) ? 0 : -1;
    }
    *bytes += end - before;
    *length -= end - before;
    int result = exchange_begin(visit, start, end);
    release_input(visit);
    return result;
}

/* Nobody listens any more; too much of it is not even read. */
int visit_discard(struct visit *visit, size_t length)
{
    visit->discarded += length;
    return visit->discarded > DISCARDED_MAX ? -1 : 0;
}

int visit_receive(struct channel *channel, const char *bytes, size_t length)
{
    struct visit *visit = (struct visit *)channel;
    while (length > 0) {
        if (visit->socket)
            return socket_receive(visit, bytes, length);
        if (visit->exchange)
            return exchange_receive(visit, bytes, length);
        if (visit->phase == VISIT_LINGER)
            return visit_discard(visit, length);
        /* An empty line before a request is left over from the one before it. */
        if (visit->input_used == 0 && length >= 2 && memcmp(bytes, "\r\n", 2) == 0) {
            bytes += 2;
            length -= 2;
        }
        if (length > 0 && receive_head(visit, &bytes, &length) < 0)
            return -1;
    }
    return 0;
}

/* ---- Writing --------------------------------------------------------------------------------- */

int visit_linger(struct visit *visit)
{
    visit_enter(visit, VISIT_LINGER);
    visit_hold(visit, HOLD_ANSWERING, false);
    visit_hold(visit, HOLD_HURRIED, false);
    channel_finish(&visit->channel);
    return 0;
}

int visit_write(struct channel *channel)
{
    struct visit *visit = (struct visit *)channel;
    if (visit->socket)
        return socket_write(visit);
    return visit->exchange ? exchange_write(visit) : 0;
}
