/* The network: start, accepting connections, ticks, stop. See network.h. */
#include "server/http/network.h"

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

#include "base/check.h"
#include "base/clock.h"
#include "server/http/network_internal.h"

enum {
    TICK_MS = 100,
    TICKS_A_SECOND = 10,
    ACCEPTS_AT_ONCE = 64,
    BACKLOG = 1024,
    DESCRIPTORS_KEPT =
        64, /* reserved for the store, the log and others; half of all if there are few */
    PARTIAL_SHARE = 4,       /* fraction of connections that may have an incomplete head or body */
    CROWDED_HEADS_MIN = 16,  /* a browser opens six connections at once, a program maybe more */
    KEYS_PER_CONNECTION = 4, /* see rate_limit.h */
    KEYS_FOR_HANDSHAKES = 65536,
    HANDSHAKES_AT_ONCE = 4, /* burst, per connection that an address may have */
    HANDSHAKES_SHARE = 8,   /* and then one per second for this many of them */
};

/* ---- The port -------------------------------------------------------------------------------- */

/*
 * Binds without listening: nobody can connect, and no one else can take the port. If the system
 * chooses the port SO_REUSEADDR is not set, as two servers could then get the same one.
 */
static int reserve_at(const struct sockaddr *address, socklen_t size, bool is_chosen)
{
    int on = 1, off = 0;
    int descriptor = socket(address->sa_family, SOCK_STREAM, 0);
    if (descriptor < 0)
        return -1;
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, is_chosen ? &off : &on, sizeof on);
    if (address->sa_family == AF_INET6)
        setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (bind(descriptor, address, size) == 0) {
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        return descriptor;
    }
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

/* Binds all addresses, IPv6 and IPv4 together, or IPv4 alone if there is no IPv6. */
static int reserve_everywhere(int port)
{
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int descriptor = reserve_at((const struct sockaddr *)&six, sizeof six, port == 0);
    if (descriptor < 0 && errno != EADDRINUSE && errno != EACCES)
        descriptor = reserve_at((const struct sockaddr *)&four, sizeof four, port == 0);
    return descriptor;
}

static bool set_failure(struct network_failure *failure, enum network_part what, const char *reason)
{
    failure->what = what;
    text_copy(failure->reason, sizeof failure->reason, reason);
    return false;
}

/* Explains why the port is not available. */
static bool fail_port(struct network_failure *failure, int error)
{
    const enum network_part what =
        error == EADDRINUSE ? NETWORK_PORT_IN_USE
        : error == EACCES   ? NETWORK_PORT_REFUSED
        : error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM
            ? NETWORK_SYSTEM
            : NETWORK_ADDRESS;
    return set_failure(failure, what, strerror(error));
}

static int reserve_port(const struct network_options *options, struct network_failure *failure)
{
    struct addrinfo hints = {.ai_flags = AI_NUMERICSERV, .ai_socktype = SOCK_STREAM}, *found;
    char port[8];
    int descriptor = -1;
    if (options->bind != NULL) {
        snprintf(port, sizeof port, "%d", options->port);
        const int error = getaddrinfo(options->bind, port, &hints, &found);
        if (error != 0) {
            set_failure(failure, NETWORK_ADDRESS,
                        error == EAI_SYSTEM ? strerror(errno) : gai_strerror(error));
            return -1;
        }
        for (struct addrinfo *at = found; at != NULL && descriptor < 0; at = at->ai_next)
            descriptor = reserve_at(at->ai_addr, at->ai_addrlen, options->port == 0);
        const int why = errno;
        freeaddrinfo(found);
        errno = why;
    } else {
        descriptor = reserve_everywhere(options->port);
    }
    if (descriptor < 0)
        fail_port(failure, errno);
    return descriptor;
}

/* Reads the address and port that the system has assigned. */
static void read_own_address(struct network *network)
{
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    if (getsockname(network->reserved, (struct sockaddr *)&address, &size) != 0)
        return;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)&address;
    const struct sockaddr_in *four = (const struct sockaddr_in *)&address;
    network->over_six = address.ss_family == AF_INET6;
    network->port = ntohs(network->over_six ? six->sin6_port : four->sin_port);
    network->everywhere = network->over_six ? IN6_IS_ADDR_UNSPECIFIED(&six->sin6_addr)
                                            : four->sin_addr.s_addr == htonl(INADDR_ANY);
}

/* ---- Accepting connections ------------------------------------------------------------------- */

static bool drop_partial(struct network *network, enum http_connection_phase phase)
{
    return network->phase[phase].count > network->most_partial &&
           http_connections_drop_oldest(network, phase);
}

/*
 * Evicts the oldest idle keep-alive connection if we are full, then incomplete requests if there
 * are many.
 */
static bool has_capacity(struct network *network)
{
    return network->connections < network->most_connections ||
           http_connections_drop_oldest(network, PHASE_IDLE) || drop_partial(network, PHASE_HEAD) ||
           drop_partial(network, PHASE_BODY);
}

/* The same if descriptors run out, which the network shares with others. */
static bool has_descriptor(struct network *network)
{
    return http_connections_drop_oldest(network, PHASE_IDLE) || drop_partial(network, PHASE_HEAD) ||
           drop_partial(network, PHASE_BODY);
}

/* While the port is paused new connections wait in the kernel's queue. */
static void accept_some(void *context)
{
    struct network *network = context;
    for (unsigned i = 0; i < ACCEPTS_AT_ONCE; i++) {
        struct sockaddr_storage address;
        socklen_t size = sizeof address;
        char name[INET6_ADDRSTRLEN] = "";
        if (!has_capacity(network)) {
            event_loop_pause(network->loop, true);
            return;
        }
        int descriptor = accept(event_loop_port(network->loop), (struct sockaddr *)&address, &size);
        if (descriptor < 0) {
            /* Without a descriptor the next accept() would fail as well. */
            const bool is_short =
                errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
            if (is_short && !has_descriptor(network))
                event_loop_pause(network->loop, true);
            return;
        }
        fcntl(descriptor, F_SETFD, FD_CLOEXEC);
        getnameinfo((struct sockaddr *)&address, size, name, sizeof name, NULL, 0, NI_NUMERICHOST);
        http_connection_open(network, descriptor, name);
    }
}

static void collect_results(void *context)
{
    hub_collect(((struct network *)context)->options.hub);
}

static void listen_to_others(void *context)
{
    hub_read_listener(((struct network *)context)->options.hub);
}

static void tick_network(struct network *network)
{
    hub_tick(network->options.hub);
    if (++network->ticks % TICKS_A_SECOND == 0) {
        metrics_tick(&network->options.hub->metrics);
        websockets_tick(network);
        http_connections_tick(network);
    }
    if (network->connections < network->most_connections)
        event_loop_pause(network->loop, false);
}

/* ---- Start and stop -------------------------------------------------------------------------- */

static unsigned most_http_connections(unsigned wanted)
{
    struct rlimit limit;
    rlim_t descriptors = 1024;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0)
        descriptors = limit.rlim_cur;
    const rlim_t most = descriptors > 2 * DESCRIPTORS_KEPT ? descriptors - DESCRIPTORS_KEPT
                        : descriptors > 2                  ? descriptors / 2
                                                           : 1;
    if (wanted > 0)
        return wanted < most ? wanted : (unsigned)most;
    const rlim_t share = descriptors / 4 * 3 < most ? descriptors / 4 * 3 : most;
    return share < NETWORK_CONNECTIONS_MAX ? (unsigned)share : NETWORK_CONNECTIONS_MAX;
}

/* Half of the heads that may be incomplete. */
static unsigned crowded_heads(const struct network *network)
{
    const unsigned most = network->most_partial < HEADS_MAX ? network->most_partial : HEADS_MAX;
    return most / 2 > CROWDED_HEADS_MIN ? most / 2 : CROWDED_HEADS_MIN;
}

static bool start_loop(struct network *network)
{
    const struct channel_calls calls = {.receive = http_connection_receive,
                                        .write = http_connection_write,
                                        .handshake_done = http_connection_handshake_done,
                                        .ended = http_connection_ended,
                                        .connection_waiting = accept_some,
                                        .woken = collect_results,
                                        .readable = listen_to_others,
                                        .context = network};
    const int listener = hub_listener_descriptor(network->options.hub);
    network->loop = event_loop_new(&calls);
    return network->loop != NULL && (listener < 0 || event_loop_watch(network->loop, listener));
}

bool network_reload(struct network *network, struct network_failure *failure)
{
    const struct network_options *options = &network->options;
    struct tls_failure why;
    if (options->tls_certificate == NULL)
        return true;
    SSL_CTX *tls = tls_context_new(options->tls_certificate, options->tls_key, &why);
    if (tls == NULL)
        return set_failure(failure, why.file == TLS_KEY ? NETWORK_KEY : NETWORK_CERTIFICATE,
                           why.reason);
    SSL_CTX_free(network->tls); /* connections hold references of their own */
    network->tls = tls;
    return true;
}

/* Limits handshakes per address: a burst of four times its connections, then fewer. */
static bool start_handshakes(struct network *network)
{
    const struct hub_options *hub = &network->options.hub->options;
    const unsigned most = hub->connections_per_address, keys = KEYS_FOR_HANDSHAKES;
    const unsigned a_minute = 60 * (most / HANDSHAKES_SHARE > 0 ? most / HANDSHAKES_SHARE : 1);
    const struct rate_limit_rate rate = {.burst = HANDSHAKE_COST * HANDSHAKES_AT_ONCE * most,
                                         .per_minute = HANDSHAKE_COST * a_minute};
    return network->tls == NULL ||
           (rate_limit_init(&network->handshakes, keys, rate) &&
            event_loop_start_handshakes(network->loop, hub->bot_threads > 0));
}

struct tls_validity network_validity(const struct network *network)
{
    return network->tls != NULL ? tls_context_validity(network->tls) : (struct tls_validity){0};
}

static bool prepare_network(struct network *network, struct network_failure *failure)
{
    const struct rate_limit_rate any = {1, 1}; /* counts connections only; the rate is unused */
    size_t keys = KEYS_PER_CONNECTION * (size_t)network->most_connections;
    if (!rate_limit_init(&network->addresses, keys, any) ||
        !rate_limit_init(&network->heads, keys, any))
        return set_failure(failure, NETWORK_SYSTEM, strerror(ENOMEM));
    if (!network_reload(network, failure))
        return false;
    network->reserved = reserve_port(&network->options, failure);
    if (network->reserved < 0)
        return false;
    read_own_address(network);
    return true;
}

struct network *network_new(const struct network_options *options, struct network_failure *failure)
{
    struct network *network = calloc(1, sizeof *network);
    if (network == NULL) {
        set_failure(failure, NETWORK_SYSTEM, strerror(ENOMEM));
        return NULL;
    }
    network->options = *options;
    network->reserved = -1;
    network->most_connections = most_http_connections(options->connections);
    network->most_partial = network->most_connections / PARTIAL_SHARE;
    network->crowded_heads = crowded_heads(network);
    if (!prepare_network(network, failure)) {
        network_release(network);
        return NULL;
    }
    return network;
}

bool network_listen(struct network *network, struct network_failure *failure)
{
    const int descriptor = network->reserved;
    if (!start_loop(network))
        return set_failure(failure, NETWORK_SYSTEM, strerror(errno));
    if (!start_handshakes(network))
        return set_failure(failure, NETWORK_SYSTEM, strerror(ENOMEM));
    if (listen(descriptor, BACKLOG) != 0)
        return fail_port(failure, errno);
    network->reserved = -1;
    network->next_tick = clock_ms() + TICK_MS;
    return event_loop_listen(network->loop, descriptor) ||
           set_failure(failure, NETWORK_SYSTEM, strerror(errno));
}

bool network_is_everywhere(const struct network *network, bool *over_six)
{
    *over_six = network->over_six;
    return network->everywhere;
}

int network_port(const struct network *network)
{
    return network->port;
}

void network_service(struct network *network)
{
    event_loop_wait(network->loop, clock_ms(), network->next_tick);
    const int64_t now = clock_ms();
    if (now >= network->next_tick) {
        network->next_tick = now + TICK_MS;
        tick_network(network);
    }
    event_loop_write(network->loop);
}

void network_wake(struct network *network)
{
    event_loop_wake(network->loop);
}

void network_stop_listening(struct network *network)
{
    network->stopping = true;
    event_loop_close_port(network->loop);
    while (http_connections_drop_oldest(network, PHASE_HEAD) ||
           http_connections_drop_oldest(network, PHASE_BODY) ||
           http_connections_drop_oldest(network, PHASE_IDLE))
        continue;
}

bool network_is_busy(const struct network *network)
{
    return network->connections > 0;
}

void network_release(struct network *network)
{
    network->stopping = true;
    for (int phase = 0; phase < PHASE_PHASES; phase++) {
        while (http_connections_drop_oldest(network, (enum http_connection_phase)phase))
            continue;
    }
    CHECK(network->connections == 0);
    event_loop_free(network->loop);
    if (network->reserved >= 0)
        close(network->reserved);
    SSL_CTX_free(network->tls);
    rate_limit_release(&network->addresses);
    rate_limit_release(&network->heads);
    rate_limit_release(&network->handshakes);
    free(network);
}
