/* The network started, served and stopped; who is let in.  See network.h. */
#include "server/network.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/check.h"
#include "server/network_internal.h"

enum {
    TICK_MS = 100,
    TICKS_A_SECOND = 10,
    ACCEPTS_AT_ONCE = 64,
    BACKLOG = 1024,
    DESCRIPTORS_KEPT = 64,  /* for the store, the log and the like */
    KEYS_FOR_EACH_VISIT = 4 /* see limits.h */
};

/* ---- Listening ------------------------------------------------------------------------------- */

static int listen_at(const struct sockaddr *address, socklen_t size)
{
    int on = 1, off = 0;
    int descriptor = socket(address->sa_family, SOCK_STREAM, 0);
    if (descriptor < 0)
        return -1;
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (address->sa_family == AF_INET6)
        setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (bind(descriptor, address, size) == 0 && listen(descriptor, BACKLOG) == 0)
        return descriptor;
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

/* Everywhere: over IPv6 and IPv4 at once, or over IPv4 where there is nothing else. */
static int listen_everywhere(int port)
{
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int descriptor = listen_at((const struct sockaddr *)&six, sizeof six);
    if (descriptor < 0 && errno != EADDRINUSE && errno != EACCES)
        descriptor = listen_at((const struct sockaddr *)&four, sizeof four);
    return descriptor;
}

static int open_port(const struct network_options *options)
{
    struct addrinfo hints = {.ai_flags = AI_NUMERICSERV, .ai_socktype = SOCK_STREAM}, *found;
    char port[8];
    int descriptor = -1;
    if (!options->bind)
        return listen_everywhere(options->port);
    snprintf(port, sizeof port, "%d", options->port);
    if (getaddrinfo(options->bind, port, &hints, &found) != 0)
        return -1;
    for (struct addrinfo *at = found; at && descriptor < 0; at = at->ai_next)
        descriptor = listen_at(at->ai_addr, at->ai_addrlen);
    freeaddrinfo(found);
    return descriptor;
}

static int port_of(int descriptor)
{
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    if (getsockname(descriptor, (struct sockaddr *)&address, &size) != 0)
        return 0;
    return ntohs(address.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&address)->sin6_port
                                               : ((struct sockaddr_in *)&address)->sin_port);
}

/* ---- Letting in ------------------------------------------------------------------------------ */

/* Whoever only might ask again makes room for who does. */
static bool has_room(struct network *network)
{
    return network->visits < network->most_visits || visits_drop_oldest(network, VISIT_IDLE);
}

/* While the port is paused, who comes waits in the system's queue. */
static void accept_some(void *context)
{
    struct network *network = context;
    for (unsigned i = 0; i < ACCEPTS_AT_ONCE; i++) {
        struct sockaddr_storage address;
        socklen_t size = sizeof address;
        char name[INET6_ADDRSTRLEN] = "";
        if (!has_room(network)) {
            channel_loop_pause(network->loop, true);
            return;
        }
        int descriptor =
            accept(channel_loop_port(network->loop), (struct sockaddr *)&address, &size);
        if (descriptor < 0) {
            /* Without a descriptor the next try would fail at once, and the one after it. */
            if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
                channel_loop_pause(network->loop, true);
            return;
        }
        fcntl(descriptor, F_SETFD, FD_CLOEXEC);
        getnameinfo((struct sockaddr *)&address, size, name, sizeof name, NULL, 0, NI_NUMERICHOST);
        visit_open(network, descriptor, name);
    }
}

static void collect(void *context)
{
    hub_collect(((struct network *)context)->options.hub);
}

static void listen_to_others(void *context)
{
    hub_listen(((struct network *)context)->options.hub);
}

static void tick(struct network *network)
{
    hub_tick(network->options.hub);
    if (++network->ticks % TICKS_A_SECOND == 0) {
        metrics_tick(&network->options.hub->metrics);
        sockets_tick(network);
        visits_tick(network);
    }
    if (network->visits < network->most_visits)
        channel_loop_pause(network->loop, false);
}

/* ---- Start and stop -------------------------------------------------------------------------- */

static unsigned most_visits(unsigned wanted)
{
    struct rlimit limit;
    rlim_t descriptors = 1024;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0)
        descriptors = limit.rlim_cur;
    if (wanted > 0) {
        rlim_t most = descriptors > 2 * DESCRIPTORS_KEPT ? descriptors - DESCRIPTORS_KEPT : 1;
        return wanted < most ? wanted : (unsigned)most;
    }
    rlim_t share = descriptors / 4 * 3;
    return share < NETWORK_CONNECTIONS_MAX ? (unsigned)share : NETWORK_CONNECTIONS_MAX;
}

static bool start_loop(struct network *network)
{
    const struct channel_calls calls = {.receive = visit_receive,
                                        .write = visit_write,
                                        .ended = visit_ended,
                                        .knocked = accept_some,
                                        .woken = collect,
                                        .heard = listen_to_others,
                                        .context = network};
    const int ear = hub_ear(network->options.hub);
    network->loop = channel_loop_new(&calls);
    return network->loop && (ear < 0 || channel_loop_hear(network->loop, ear));
}

static bool start_tls(struct network *network)
{
    const struct network_options *options = &network->options;
    if (options->tls_certificate)
        network->tls = tls_context_new(options->tls_certificate, options->tls_key);
    return network->tls || !options->tls_certificate;
}

static bool start_listening(struct network *network)
{
    int descriptor = open_port(&network->options);
    if (descriptor < 0)
        return false;
    network->port = port_of(descriptor);
    return channel_loop_listen(network->loop, descriptor);
}

static void explain(char reason[NETWORK_REASON_SIZE], const struct network_options *options,
                    const char *why)
{
    struct text text;
    text_init(&text, reason, NETWORK_REASON_SIZE);
    text_add(&text, "cannot listen on port ");
    text_add_number(&text, options->port);
    text_add(&text, ": ");
    text_add(&text, why);
}

static bool start(struct network *network, char reason[NETWORK_REASON_SIZE])
{
    const struct limits_rate any = {1, 1}; /* only connections are counted */
    const struct network_options *options = &network->options;
    size_t keys = KEYS_FOR_EACH_VISIT * (size_t)network->most_visits;
    if (!limits_init(&network->addresses, keys, any) || !limits_init(&network->heads, keys, any))
        explain(reason, options, "there is too little memory");
    else if (!start_loop(network))
        explain(reason, options, "the system has no room for it");
    else if (!start_tls(network))
        explain(reason, options, "the certificate or key is not sound");
    else if (!start_listening(network))
        explain(reason, options, "it is in use or not allowed");
    else
        return true;
    return false;
}

struct network *network_start(const struct network_options *options,
                              char reason[NETWORK_REASON_SIZE])
{
    struct network *network = calloc(1, sizeof *network);
    if (!network) {
        explain(reason, options, "there is too little memory");
        return NULL;
    }
    network->options = *options;
    network->most_visits = most_visits(options->connections);
    if (!start(network, reason)) {
        network_release(network);
        return NULL;
    }
    network->next_tick = tick_ms() + TICK_MS;
    return network;
}

int network_port(const struct network *network)
{
    return network->port;
}

void network_service(struct network *network)
{
    channel_loop_wait(network->loop, tick_ms(), network->next_tick);
    const int64_t now = tick_ms();
    if (now >= network->next_tick) {
        network->next_tick = now + TICK_MS;
        tick(network);
    }
    channel_loop_write(network->loop);
}

void network_wake(struct network *network)
{
    channel_loop_wake(network->loop);
}

void network_stop_listening(struct network *network)
{
    network->stopping = true;
    channel_loop_close_port(network->loop);
    while (visits_drop_oldest(network, VISIT_HEAD) || visits_drop_oldest(network, VISIT_BODY) ||
           visits_drop_oldest(network, VISIT_IDLE))
        continue;
}

bool network_is_busy(const struct network *network)
{
    return network->visits > 0;
}

void network_release(struct network *network)
{
    network->stopping = true;
    for (int phase = 0; phase < VISIT_PHASES; phase++)
        while (visits_drop_oldest(network, (enum visit_phase)phase))
            continue;
    CHECK(network->visits == 0);
    channel_loop_free(network->loop);
    SSL_CTX_free(network->tls);
    limits_release(&network->addresses);
    limits_release(&network->heads);
    free(network);
}
