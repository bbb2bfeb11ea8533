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
    TICKS_A_SECOND = 10,
    ACCEPTS_AT_ONCE = 64,
    BACKLOG = 1024,
    TLS_SECONDS = 10,       /* for the greeting of TLS */
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

/* What comes meanwhile waits in the system's queue. */
static void pause_listening(struct network *network, bool paused)
{
    if (!network->listener || network->paused == paused)
        return;
    network->paused = paused;
    lws_rx_flow_control(network->listener, paused ? 0 : 1);
}

/* Whoever only might ask again makes room for who does. */
static bool has_room(struct network *network)
{
    return network->visits < network->most_visits || visits_drop_oldest(network, VISIT_IDLE);
}

static void accept_some(struct network *network, struct lws *listener)
{
    for (unsigned i = 0; i < ACCEPTS_AT_ONCE; i++) {
        struct sockaddr_storage address;
        socklen_t size = sizeof address;
        char name[INET6_ADDRSTRLEN] = "";
        if (!has_room(network)) {
            pause_listening(network, true);
            return;
        }
        int descriptor = accept(lws_get_socket_fd(listener), (struct sockaddr *)&address, &size);
        if (descriptor < 0) {
            /* Without a descriptor the next try would fail at once, and the one after it. */
            if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
                pause_listening(network, true);
            return;
        }
        fcntl(descriptor, F_SETFD, FD_CLOEXEC);
        getnameinfo((struct sockaddr *)&address, size, name, sizeof name, NULL, 0, NI_NUMERICHOST);
        visit_open(network, descriptor, name);
    }
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    switch (reason) {
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        hub_collect(((struct network *)lws_context_user(lws_get_context(wsi)))->options.hub);
        return 0;
    case LWS_CALLBACK_RAW_RX_FILE:
        accept_some(lws_context_user(lws_get_context(wsi)), wsi);
        return 0;
    case LWS_CALLBACK_RAW_CLOSE_FILE:
        ((struct network *)lws_context_user(lws_get_context(wsi)))->listener = NULL;
        return 0;
    default:
        return visit_callback(wsi, reason, user, in, length);
    }
}

static void tick(lws_sorted_usec_list_t *sul)
{
    struct network *network = lws_container_of(sul, struct network, tick);
    hub_tick(network->options.hub);
    if (++network->ticks % TICKS_A_SECOND == 0) {
        metrics_tick(&network->options.hub->metrics);
        sockets_tick(network);
        visits_tick(network);
    }
    if (network->paused && network->visits < network->most_visits)
        pause_listening(network, false);
    lws_sul_schedule(network->context, 0, &network->tick, tick, 1000000 / TICKS_A_SECOND);
}

/* ---- Start and stop -------------------------------------------------------------------------- */

static void fill_info(struct lws_context_creation_info *info, struct network *network)
{
    const struct network_options *options = &network->options;
    info->port = CONTEXT_PORT_NO_LISTEN_SERVER;
    info->user = network;
    info->vhost_name = "railhead";
    info->protocols = network->protocol;
    info->gid = info->uid = -1;
    info->pt_serv_buf_size = PIECE_SIZE;
    info->timeout_secs = TLS_SECONDS;
    info->options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                    LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS;
    if (!options->tls_certificate)
        return;
    info->ssl_cert_filepath = options->tls_certificate;
    info->ssl_private_key_filepath = options->tls_key;
    info->alpn = "http/1.1";
    /* Only what keeps old talk secret when the key is lost one day; the order is ours. */
    info->ssl_cipher_list = "ECDHE+AESGCM:ECDHE+CHACHA20";
    info->ssl_options_set =
        (long)(SSL_OP_NO_SSLv3 | SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1 | SSL_OP_NO_RENEGOTIATION |
               SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
}

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

static bool start_library(struct network *network)
{
    struct lws_context_creation_info info = {0};
    network->protocol[0] = (struct lws_protocols){.name = "railhead", .callback = callback};
    fill_info(&info, network);
    /* Its own words are of its insides, and anybody out there could fill a log with them. */
    lws_set_log_level(0, NULL);
    network->context = lws_create_context(&info);
    if (network->context)
        network->vhost = lws_create_vhost(network->context, &info);
    return network->vhost != NULL;
}

static bool start_listening(struct network *network)
{
    int descriptor = open_port(&network->options);
    if (descriptor < 0)
        return false;
    network->port = port_of(descriptor);
    lws_sock_file_fd_type file = {.filefd = descriptor};
    network->listener = lws_adopt_descriptor_vhost(network->vhost, LWS_ADOPT_RAW_FILE_DESC, file,
                                                   network->protocol[0].name, NULL);
    return network->listener != NULL;
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
    else if (!start_library(network))
        explain(reason, options,
                options->tls_certificate ? "the certificate or key is not sound"
                                         : "libwebsockets does not start");
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
    lws_sul_schedule(network->context, 0, &network->tick, tick, 1000000 / TICKS_A_SECOND);
    return network;
}

int network_port(const struct network *network)
{
    return network->port;
}

void network_service(struct network *network)
{
    lws_service(network->context, 0);
}

void network_wake(struct network *network)
{
    lws_cancel_service(network->context);
}

void network_stop_listening(struct network *network)
{
    network->stopping = true;
    if (network->listener)
        lws_set_timeout(network->listener, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_SYNC);
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
    if (network->context) {
        lws_sul_schedule(network->context, 0, &network->tick, NULL, LWS_SET_TIMER_USEC_CANCEL);
        lws_context_destroy(network->context);
    }
    CHECK(network->visits == 0);
    limits_release(&network->addresses);
    limits_release(&network->heads);
    free(network);
}
