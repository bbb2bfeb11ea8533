/* libwebsockets started, served and stopped; what a request's headers say.  See network.h. */
#include "server/network.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/check.h"
#include "server/network_internal.h"

enum {
    TICKS_A_SECOND = 10,
    RECEIVE_SIZE = MESSAGE_SIZE_MAX + 16,
    HEADERS_SIZE = 8192,
    HEADERS_AT_ONCE = 4096, /* connections that have sent no whole request; more must wait */
    KEEP_ALIVE_S = 30,
};

static_assert(PACKET_HEADROOM >= LWS_PRE, "a frame's header fits before a packet");

struct network *network_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

/* ---- Headers --------------------------------------------------------------------------------- */

void network_header(struct lws *wsi, enum lws_token_indexes token, char *value, int size)
{
    if (lws_hdr_total_length(wsi, token) >= size || lws_hdr_copy(wsi, value, size, token) < 0)
        value[0] = '\0';
}

static void custom_header(struct lws *wsi, const char *name, char *value, int size)
{
    int length = lws_hdr_custom_length(wsi, name, (int)strlen(name));
    if (length < 0 || length >= size ||
        lws_hdr_custom_copy(wsi, value, size, name, (int)strlen(name)) < 0)
        value[0] = '\0';
}

bool network_secret(struct lws *wsi, char secret[SECRET_SIZE])
{
    static const char bearer[] = "Bearer ";
    char value[128];
    size_t size = SECRET_SIZE;
    secret[0] = '\0';
    network_header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, value, sizeof value);
    if (strncmp(value, bearer, sizeof bearer - 1) == 0 &&
        strlen(value) == sizeof bearer - 1 + SECRET_SIZE - 1)
        memcpy(secret, value + sizeof bearer - 1, SECRET_SIZE);
    else if (lws_http_cookie_get(wsi, "railhead", secret, &size) != 0)
        secret[0] = '\0';
    if (!secret_is_sound(secret))
        secret[0] = '\0';
    bool sound = secret[0] != '\0' || lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_AUTHORIZATION) <= 0;
    sodium_memzero(value, sizeof value);
    return sound;
}

void network_address(struct lws *wsi, char address[ADDRESS_SIZE])
{
    char value[256] = "";
    const char *last = value;
    if (network_of(wsi)->options.behind_proxy) {
        /* What the nearest proxy says is the last of the list. */
        custom_header(wsi, "x-forwarded-for:", value, sizeof value);
        if (value[0] == '\0')
            network_header(wsi, WSI_TOKEN_X_FORWARDED_FOR, value, sizeof value);
        const char *comma = strrchr(value, ',');
        if (comma)
            last = comma + 1 + strspn(comma + 1, " ");
    }
    if (last[0] == '\0') {
        lws_get_peer_simple(wsi, value, sizeof value);
        last = value;
    }
    limits_address_key(address, last);
}

bool network_is_foreign(struct lws *wsi)
{
    char origin[256], host[256];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) <= 0)
        return false;
    network_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
    network_header(wsi, WSI_TOKEN_HOST, host, sizeof host);
    const char *authority = strstr(origin, "://");
    return !authority || host[0] == '\0' || strcasecmp(authority + 3, host) != 0;
}

bool network_is_secure(struct lws *wsi)
{
    char value[16] = "";
    if (network_of(wsi)->options.behind_proxy)
        custom_header(wsi, "x-forwarded-proto:", value, sizeof value);
    return lws_is_ssl(wsi) || strcmp(value, "https") == 0;
}

/* ---- Start and stop -------------------------------------------------------------------------- */

static void tick(lws_sorted_usec_list_t *sul)
{
    struct network *network = lws_container_of(sul, struct network, tick);
    hub_tick(network->options.hub);
    if (++network->ticks % TICKS_A_SECOND == 0)
        sockets_tick(network);
    lws_sul_schedule(network->context, 0, &network->tick, tick, 1000000 / TICKS_A_SECOND);
}

static void fill_info(struct lws_context_creation_info *info, struct network *network)
{
    /* No timers of the library's: it would sort thousands of them with every frame. */
    static const lws_retry_bo_t idle = {.secs_since_valid_ping = 0};
    const struct network_options *options = &network->options;
    info->port = options->port;
    info->iface = options->bind;
    info->user = network;
    info->vhost_name = "railhead";
    info->server_string = "railhead";
    info->gid = info->uid = -1;
    info->max_http_header_data = HEADERS_SIZE;
    info->max_http_header_pool = HEADERS_AT_ONCE;
    info->pt_serv_buf_size = 16384;
    info->keepalive_timeout = KEEP_ALIVE_S;
    info->timeout_secs = 20;
    info->retry_and_idle_policy = &idle;
    info->options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                    LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS;
    if (options->tls_certificate) {
        info->ssl_cert_filepath = options->tls_certificate;
        info->ssl_private_key_filepath = options->tls_key;
        info->alpn = "http/1.1";
    }
}

struct network *network_start(const struct network_options *options,
                              char reason[NETWORK_REASON_SIZE])
{
    struct lws_context_creation_info info = {0};
    struct text text;
    struct network *network = calloc(1, sizeof *network);
    CHECK(network);
    network->protocol[0] = (struct lws_protocols){
        .name = "http", .callback = http_callback, .per_session_data_size = http_session_size()};
    network->protocol[1] = (struct lws_protocols){.name = SOCKET_PROTOCOL,
                                                  .callback = socket_callback,
                                                  .per_session_data_size = socket_session_size(),
                                                  .rx_buffer_size = RECEIVE_SIZE};
    network->options = *options;
    fill_info(&info, network);
    info.protocols = network->protocol;
    /* Its own words are of its insides, and anybody out there could fill a log with them. */
    lws_set_log_level(0, NULL);
    network->context = lws_create_context(&info);
    if (network->context)
        network->vhost = lws_create_vhost(network->context, &info);
    if (!network->vhost) {
        text_init(&text, reason, NETWORK_REASON_SIZE);
        text_add(&text, "cannot listen on port ");
        text_add_number(&text, options->port);
        text_add(&text, options->tls_certificate
                            ? ": it is in use, not allowed, or the certificate or key is not sound"
                            : ": it is in use or not allowed");
        network_release(network);
        return NULL;
    }
    lws_sul_schedule(network->context, 0, &network->tick, tick, 1000000 / TICKS_A_SECOND);
    return network;
}

int network_port(const struct network *network)
{
    return lws_get_vhost_listen_port(network->vhost);
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
}

void network_release(struct network *network)
{
    if (network->context) {
        lws_sul_schedule(network->context, 0, &network->tick, NULL, LWS_SET_TIMER_USEC_CANCEL);
        lws_context_destroy(network->context);
    }
    free(network);
}
