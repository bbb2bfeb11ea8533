/* HTTP: files of the web client, requests of the API, and who may open a WebSocket. */
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "server/network_internal.h"

enum { HEADERS_ROOM = 4096, COOKIE_AGE_S = 2 * 365 * 24 * 3600 };

/* One request and its answer, on a connection that may carry more of them. */
struct exchange {
    struct request request;
    struct lws *wsi;
    bool begun;  /* the hub knows of it */
    bool secure; /* the cookie is for TLS only */
    bool head;   /* only the headers are asked for */
    bool headers_sent;
    const struct web_file *file;
    bool compressed;
    bool not_modified;
    struct packet *body; /* as it comes in */
    size_t body_used;
    char secret[SECRET_SIZE];
};

size_t http_session_size(void)
{
    return sizeof(struct exchange);
}

/* What a page of ours may do: nothing that does not come from here. */
static const char *const safety_headers[][2] = {
    {"content-security-policy:",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
     "img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; "
     "worker-src 'self'; media-src 'self' data: blob:; frame-ancestors 'none'; base-uri 'none'; "
     "form-action 'self'"},
    {"x-content-type-options:", "nosniff"},
    {"referrer-policy:", "no-referrer"},
    {"cross-origin-opener-policy:", "same-origin"},
};

/* ---- Answers --------------------------------------------------------------------------------- */

struct header_writer {
    struct lws *wsi;
    unsigned char *at, *end;
    bool full;
};

static void add_header(struct header_writer *writer, const char *name, const char *value)
{
    if (lws_add_http_header_by_name(writer->wsi, (const unsigned char *)name,
                                    (const unsigned char *)value, (int)strlen(value), &writer->at,
                                    writer->end))
        writer->full = true;
}

static void add_cookie(struct header_writer *writer, const char *secret, bool secure)
{
    char cookie[256];
    snprintf(cookie, sizeof cookie, "railhead=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s",
             secret, COOKIE_AGE_S, secure ? "; Secure" : "");
    add_header(writer, "set-cookie:", cookie);
    sodium_memzero(cookie, sizeof cookie);
}

static void add_file_headers(struct header_writer *writer, const struct exchange *exchange)
{
    const struct web_file *file = exchange->file;
    add_header(writer, "etag:", exchange->compressed ? file->gzip_etag : file->etag);
    add_header(writer, "cache-control:",
               file->forever ? "public, max-age=31536000, immutable" : "no-cache");
    if (file->gzip)
        add_header(writer, "vary:", "accept-encoding");
    if (exchange->compressed && !exchange->not_modified)
        add_header(writer, "content-encoding:", "gzip");
}

static const char *answer_bytes(const struct exchange *exchange, size_t *length)
{
    const struct web_file *file = exchange->file;
    if (exchange->not_modified) {
        *length = 0;
        return "";
    }
    if (file) {
        *length = exchange->compressed ? file->gzip_size : file->size;
        return exchange->compressed ? file->gzip : file->bytes;
    }
    *length = exchange->request.answer->length;
    return packet_text(exchange->request.answer);
}

static int send_headers(struct lws *wsi, struct exchange *exchange)
{
    unsigned char buffer[LWS_PRE + HEADERS_ROOM];
    unsigned char *start = buffer + LWS_PRE;
    struct header_writer writer = {.wsi = wsi, .at = start, .end = buffer + sizeof buffer - 1};
    struct request *request = &exchange->request;
    const char *type = exchange->file ? exchange->file->type : request->answer_type;
    unsigned status = exchange->not_modified ? 304
                      : exchange->file       ? 200
                                             : (unsigned)request->status;
    size_t length;
    answer_bytes(exchange, &length);
    if (lws_add_http_common_headers(wsi, status, type, length, &writer.at, writer.end))
        return -1;
    for (size_t i = 0; i < sizeof safety_headers / sizeof safety_headers[0]; i++)
        add_header(&writer, safety_headers[i][0], safety_headers[i][1]);
    if (exchange->file)
        add_file_headers(&writer, exchange);
    else
        add_header(&writer, "cache-control:", "no-store");
    if (request->new_secret[0] != '\0')
        add_cookie(&writer, request->new_secret, exchange->secure);
    if (writer.full || lws_finalize_write_http_header(wsi, start, &writer.at, writer.end))
        return -1;
    exchange->headers_sent = true;
    return 0;
}

static void end_exchange(struct exchange *exchange)
{
    if (exchange->begun)
        api_end(&exchange->request);
    else
        packet_release(exchange->request.answer); /* of refuse() */
    packet_release(exchange->body);
    sodium_memzero(exchange, sizeof *exchange);
}

static int finish(struct lws *wsi, struct exchange *exchange)
{
    end_exchange(exchange);
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int send_body(struct lws *wsi, struct exchange *exchange)
{
    size_t length;
    const char *bytes = answer_bytes(exchange, &length);
    if (length > 0 && !exchange->head) {
        /* The network writes before and never into what it is given. */
        unsigned char *copy = malloc(LWS_PRE + length);
        CHECK(copy);
        memcpy(copy + LWS_PRE, bytes, length);
        int written = lws_write(wsi, copy + LWS_PRE, length, LWS_WRITE_HTTP_FINAL);
        free(copy);
        if (written < 0)
            return -1;
    }
    return finish(wsi, exchange);
}

static int writable(struct lws *wsi, struct exchange *exchange)
{
    if (!exchange->file && !exchange->request.answer)
        return 0;
    if (!exchange->headers_sent) {
        if (send_headers(wsi, exchange))
            return -1;
        lws_callback_on_writable(wsi);
        return 0;
    }
    return send_body(wsi, exchange);
}

static void answer_is_ready(struct request *request)
{
    struct exchange *exchange = (struct exchange *)request;
    lws_callback_on_writable(exchange->wsi);
}

/* ---- Requests -------------------------------------------------------------------------------- */

static enum method method_of(struct lws *wsi, bool *head)
{
    char *uri;
    int length;
    int method = lws_http_get_uri_and_method(wsi, &uri, &length);
    *head = method == LWSHUMETH_HEAD;
    switch (method) {
    case LWSHUMETH_GET:
    case LWSHUMETH_HEAD:
        return METHOD_GET;
    case LWSHUMETH_POST:
        return METHOD_POST;
    case LWSHUMETH_DELETE:
        return METHOD_DELETE;
    default:
        return METHOD_OTHER;
    }
}

/* An answer without the hub: short, plain and final. */
static int refuse(struct lws *wsi, struct exchange *exchange, const char *code,
                  const char *sentence)
{
    struct request *request = &exchange->request;
    request->answer = packet_of_json(json_pack("{ssss}", "error", code, "text", sentence));
    request->answer_type = "application/json";
    request->status = error_status(code);
    exchange->begun = false;
    lws_callback_on_writable(wsi);
    return 0;
}

static int begin_api(struct lws *wsi, struct exchange *exchange)
{
    struct request *request = &exchange->request;
    struct network *network = network_of(wsi);
    request->body = exchange->body ? exchange->body : packet_new("", 0);
    request->body->length = (unsigned)exchange->body_used;
    packet_text(request->body)[exchange->body_used] = '\0';
    exchange->body = NULL;
    exchange->begun = true;
    if (api_begin(network->options.hub, request, exchange->secret))
        return 0;
    packet_release(request->body);
    request->body = NULL;
    return refuse(wsi, exchange, "slow", "too many connections from this address");
}

static bool accepts_gzip(struct lws *wsi)
{
    char value[256];
    network_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, value, sizeof value);
    return strstr(value, "gzip") != NULL;
}

/* A first visit gets a secret with its page. */
static int begin_file(struct lws *wsi, struct exchange *exchange)
{
    struct request *request = &exchange->request;
    char known[WEB_ETAG_SIZE];
    exchange->file = web_find(network_of(wsi)->options.web, request->path);
    if (!exchange->file)
        return refuse(wsi, exchange, "missing", "there is no such page");
    if (request->method != METHOD_GET) {
        exchange->file = NULL;
        return refuse(wsi, exchange, "method", "not with this method");
    }
    exchange->compressed = exchange->file->gzip && accepts_gzip(wsi);
    network_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, known, sizeof known);
    exchange->not_modified =
        known[0] != '\0' &&
        strcmp(known, exchange->compressed ? exchange->file->gzip_etag : exchange->file->etag) == 0;
    if (exchange->secret[0] == '\0' && strncmp(exchange->file->type, "text/html", 9) == 0)
        secret_new(request->new_secret);
    lws_callback_on_writable(wsi);
    return 0;
}

static long content_length(struct lws *wsi)
{
    char value[24];
    long length = 0;
    network_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, value, sizeof value);
    if (value[0] != '\0' && !word_number((struct word){value, strlen(value)}, 0, LONG_MAX, &length))
        return LONG_MAX;
    return length;
}

static int begin(struct lws *wsi, struct exchange *exchange, const char *path)
{
    struct request *request = &exchange->request;
    end_exchange(exchange);
    exchange->wsi = wsi;
    request->ready = answer_is_ready;
    request->method = method_of(wsi, &exchange->head);
    exchange->secure = network_is_secure(wsi);
    bool sound = network_secret(wsi, exchange->secret);
    network_address(wsi, request->link.address);
    request->foreign = network_is_foreign(wsi);
    network_header(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, request->type, sizeof request->type);
    network_header(wsi, WSI_TOKEN_HTTP_URI_ARGS, request->query, sizeof request->query);
    if (strlen(path) >= sizeof request->path)
        return refuse(wsi, exchange, "missing", "there is no such page");
    memcpy(request->path, path, strlen(path) + 1);
    if (!sound)
        return refuse(wsi, exchange, "identity",
                      "Authorization: Bearer and a secret of 43 characters of base64url");
    if (!api_takes(request->path))
        return begin_file(wsi, exchange);
    long length = request->method == METHOD_POST ? content_length(wsi) : 0;
    if (length > BODY_MAX) {
        refuse(wsi, exchange, "size", "the request is too long");
        return 0;
    }
    if (length == 0)
        return begin_api(wsi, exchange);
    exchange->body = packet_new(NULL, (size_t)length);
    return 0;
}

static void take_body(struct exchange *exchange, const char *bytes, size_t length)
{
    if (!exchange->body || length > exchange->body->length - exchange->body_used)
        return;
    memcpy(packet_text(exchange->body) + exchange->body_used, bytes, length);
    exchange->body_used += length;
}

/* ---- WebSockets ------------------------------------------------------------------------------ */

/* 0 lets it be opened; 1 when it has been refused. */
static int confirm_upgrade(struct lws *wsi)
{
    char path[PATH_SIZE], protocol[64], secret[SECRET_SIZE];
    struct network *network = network_of(wsi);
    network_header(wsi, WSI_TOKEN_GET_URI, path, sizeof path);
    network_header(wsi, WSI_TOKEN_PROTOCOL, protocol, sizeof protocol);
    unsigned status = 0;
    if (strcmp(path, SOCKET_PATH) != 0)
        status = HTTP_STATUS_NOT_FOUND;
    else if (strcmp(protocol, SOCKET_PROTOCOL) != 0)
        status = HTTP_STATUS_BAD_REQUEST;
    else if (!network_secret(wsi, secret))
        status = HTTP_STATUS_UNAUTHORIZED;
    else if (network_is_foreign(wsi))
        status = HTTP_STATUS_FORBIDDEN;
    else if (network->stopping)
        status = HTTP_STATUS_SERVICE_UNAVAILABLE;
    sodium_memzero(secret, sizeof secret);
    if (status == 0)
        return 0;
    metrics_count(&network->options.hub->metrics, COUNTER_CONNECTIONS_REFUSED, 1);
    if (lws_return_http_status(wsi, status, NULL))
        return -1;
    return 1;
}

int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t length)
{
    struct exchange *exchange = user;
    switch (reason) {
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        hub_collect(network_of(wsi)->options.hub);
        return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return confirm_upgrade(wsi);
    case LWS_CALLBACK_HTTP:
        return begin(wsi, exchange, in);
    case LWS_CALLBACK_HTTP_BODY:
        take_body(exchange, in, length);
        return 0;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return exchange->body ? begin_api(wsi, exchange) : 0;
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return exchange ? writable(wsi, exchange) : 0;
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (exchange)
            end_exchange(exchange);
        return 0;
    default:
        return 0;
    }
}
