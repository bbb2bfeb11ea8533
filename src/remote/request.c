/* libwebsockets as a client of HTTP, for one exchange. */
#include "remote/request.h"

#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/harmless.h"
#include "remote/attempt.h"

enum { CHUNK_SIZE = 2048, ANSWER_MAX = 1 << 20, PATIENCE_S = 30, REASON_SIZE = 240 };

struct exchange {
    const char *secret; /* or NULL */
    const char *body;   /* or NULL */
    char *answer;       /* owned; NULL while there is none */
    size_t length;
    bool done;
    bool answered;
    struct attempt attempt;
    char why[REASON_SIZE]; /* why there is no answer, or "" */
    lws_sorted_usec_list_t late;
};

/* A name or an address; nothing that would end a line of the request. */
static bool is_host(const char *host)
{
    for (const char *at = host; *at; at++)
        if ((unsigned char)*at <= ' ' || *at == 0x7f)
            return false;
    return host[0] != '\0';
}

bool address_read(struct address *address, const char *url, char error[], size_t error_size)
{
    char copy[sizeof address->host];
    const char *scheme = NULL, *host = NULL, *path = NULL;
    const int length = snprintf(copy, sizeof copy, "%s", url);
    if (length < 0 || (size_t)length >= sizeof copy || strstr(url, "://") == NULL ||
        lws_parse_uri(copy, &scheme, &host, &address->port, &path) != 0 || !is_host(host) ||
        address->port < 1 || address->port > 65535 || (path[0] != '\0' && strcmp(path, "/") != 0) ||
        (strcmp(scheme, "http") != 0 && strcmp(scheme, "https") != 0)) {
        snprintf(error, error_size, "'%.100s' is not the address of a server, as in %s", url,
                 "https://example.org or http://localhost:1869");
        return false;
    }
    address->secure = strcmp(scheme, "https") == 0;
    snprintf(address->host, sizeof address->host, "%s", host);
    return true;
}

static bool add_header(struct lws *link, enum lws_token_indexes token, const char *value,
                       unsigned char **at, unsigned char *end)
{
    return lws_add_http_header_by_token(link, token, (const unsigned char *)value,
                                        (int)strlen(value), at, end) == 0;
}

bool request_add_secret(struct lws *link, const char *secret, unsigned char **at,
                        unsigned char *end)
{
    char value[100];
    snprintf(value, sizeof value, "Bearer %s", secret);
    return add_header(link, WSI_TOKEN_HTTP_AUTHORIZATION, value, at, end);
}

static int add_headers(const struct exchange *exchange, struct lws *link, void *in, size_t length)
{
    unsigned char **at = in, *end = *at + length;
    char size[24];
    if (exchange->secret != NULL && !request_add_secret(link, exchange->secret, at, end))
        return -1;
    if (exchange->body == NULL)
        return 0;
    snprintf(size, sizeof size, "%zu", strlen(exchange->body));
    if (!add_header(link, WSI_TOKEN_HTTP_CONTENT_TYPE, "application/json", at, end) ||
        !add_header(link, WSI_TOKEN_HTTP_CONTENT_LENGTH, size, at, end))
        return -1;
    lws_client_http_body_pending(link, 1);
    lws_callback_on_writable(link);
    return 0;
}

static int send_body(const struct exchange *exchange, struct lws *link)
{
    const size_t length = strlen(exchange->body);
    unsigned char *room = malloc(LWS_PRE + length);
    if (room == NULL)
        return -1;
    memcpy(room + LWS_PRE, exchange->body, length);
    const int sent = lws_write(link, room + LWS_PRE, length, LWS_WRITE_HTTP_FINAL);
    free(room);
    lws_client_http_body_pending(link, 0);
    return sent < (int)length ? -1 : 0;
}

static int read_some(struct lws *link)
{
    char chunk[LWS_PRE + CHUNK_SIZE];
    char *start = chunk + LWS_PRE;
    int length = CHUNK_SIZE;
    return lws_http_client_read(link, &start, &length);
}

/* Appends to the answer. Returns false, with the reason, if it is too long or allocation fails. */
static bool keep(struct exchange *exchange, const char *part, size_t length)
{
    if (exchange->length + length > ANSWER_MAX) {
        harmless_copy(exchange->why, sizeof exchange->why, "the answer is too long");
        return false;
    }
    char *longer = realloc(exchange->answer, exchange->length + length + 1);
    if (longer == NULL) {
        harmless_copy(exchange->why, sizeof exchange->why, "out of memory");
        return false;
    }
    if (length > 0)
        memcpy(longer + exchange->length, part, length);
    exchange->answer = longer;
    exchange->length += length;
    exchange->answer[exchange->length] = '\0';
    return true;
}

static int happened(struct lws *link, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    struct exchange *exchange = lws_wsi_user(link); /* `user` may be the library's */
    (void)user;
    if (exchange == NULL)
        return 0;
    attempt_see(&exchange->attempt, reason, length);
    switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        return add_headers(exchange, link, in, length);
    case LWS_CALLBACK_CLIENT_HTTP_WRITEABLE:
        return send_body(exchange, link);
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP:
        return read_some(link);
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP_READ:
        return keep(exchange, in, length) ? 0 : -1;
    case LWS_CALLBACK_COMPLETED_CLIENT_HTTP:
        exchange->answered = exchange->done = true;
        break;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        harmless_copy(exchange->why, sizeof exchange->why,
                      attempt_reason(&exchange->attempt, link, in));
        exchange->done = true;
        break;
    case LWS_CALLBACK_CLOSED_CLIENT_HTTP:
        exchange->done = true;
        break;
    default:
        break;
    }
    return 0;
}

/* A server that sends an answer letter by letter is not waited for. */
static void give_up(lws_sorted_usec_list_t *late)
{
    lws_container_of(late, struct exchange, late)->done = true;
}

static void run(struct exchange *exchange, const struct address *address, const char *path)
{
    static const struct lws_protocols protocols[] = {{.name = "http", .callback = happened}, {0}};
    const struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .options = address->secure ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0,
    };
    lws_set_log_level(0, NULL);
    struct lws_context *context = lws_create_context(&info);
    if (context == NULL) {
        harmless_copy(exchange->why, sizeof exchange->why, "the connection cannot be prepared");
        return;
    }
    const struct lws_client_connect_info connection = {
        .context = context,
        .address = address->host,
        .port = address->port,
        .path = path,
        .host = address->host,
        .method = exchange->body != NULL ? "POST" : "GET",
        .ssl_connection = address->secure ? LCCSCF_USE_SSL : 0,
        .protocol = protocols[0].name,
        .local_protocol_name = protocols[0].name,
        .userdata = exchange,
    };
    if (lws_client_connect_via_info(&connection) == NULL)
        exchange->done = true;
    lws_sul_schedule(context, 0, &exchange->late, give_up, (lws_usec_t)PATIENCE_S * LWS_US_PER_SEC);
    while (!exchange->done && lws_service(context, 0) >= 0)
        continue;
    lws_sul_schedule(context, 0, &exchange->late, give_up, LWS_SET_TIMER_USEC_CANCEL);
    lws_context_destroy(context);
}

/* "https://example.org", with the port where it is not the usual one. */
static int write_url(const struct address *address, char error[], size_t error_size)
{
    const char *scheme = address->secure ? "https" : "http";
    if (address->port == (address->secure ? 443 : 80))
        return snprintf(error, error_size, "%s://%s", scheme, address->host);
    return snprintf(error, error_size, "%s://%s:%d", scheme, address->host, address->port);
}

char *request(const struct address *address, const char *path, const char *secret, const char *body,
              char error[], size_t error_size)
{
    struct exchange exchange = {
        .secret = secret, .body = body, .attempt = {.secure = address->secure}};
    run(&exchange, address, path);
    if (exchange.answered && exchange.answer != NULL)
        return exchange.answer;
    free(exchange.answer);
    const int length = write_url(address, error, error_size);
    if (length >= 0 && (size_t)length < error_size)
        snprintf(error + length, error_size - (size_t)length, ": %s",
                 exchange.why[0] != '\0' ? exchange.why : "the server does not answer");
    return NULL;
}
