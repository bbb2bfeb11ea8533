/* libwebsockets as a client of HTTP, for one request. */
#include "terminal/post.h"

#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"

enum { CHUNK_SIZE = 2048 };

struct request {
    const char *secret;
    const char *body;
    char *answer;
    size_t length;
    bool done;
    bool answered;
    char why[160];
};

bool address_read(struct address *address, const char *url, char error[], size_t error_size)
{
    char copy[sizeof address->host];
    const char *scheme = NULL, *host = NULL, *path = NULL;
    const int length = snprintf(copy, sizeof copy, "%s", url);
    if (length < 0 || (size_t)length >= sizeof copy || strstr(url, "://") == NULL ||
        lws_parse_uri(copy, &scheme, &host, &address->port, &path) != 0 || host[0] == '\0' ||
        (strcmp(scheme, "http") != 0 && strcmp(scheme, "https") != 0)) {
        snprintf(error, error_size, "'%.100s' is not the address of a server, as in %s", url,
                 "https://example.org or http://localhost:8080");
        return false;
    }
    address->secure = strcmp(scheme, "https") == 0;
    snprintf(address->host, sizeof address->host, "%s", host);
    return true;
}

static int add_headers(const struct request *request, struct lws *link, void *in, size_t length)
{
    unsigned char **at = in, *end = *at + length;
    char secret[100], size[20];
    const int secret_length = snprintf(secret, sizeof secret, "Bearer %s", request->secret);
    const int size_length = snprintf(size, sizeof size, "%zu", strlen(request->body));
    static const char type[] = "application/json";
    if (lws_add_http_header_by_token(link, WSI_TOKEN_HTTP_AUTHORIZATION, (unsigned char *)secret,
                                     secret_length, at, end) != 0 ||
        lws_add_http_header_by_token(link, WSI_TOKEN_HTTP_CONTENT_TYPE, (const unsigned char *)type,
                                     sizeof type - 1, at, end) != 0 ||
        lws_add_http_header_by_token(link, WSI_TOKEN_HTTP_CONTENT_LENGTH, (unsigned char *)size,
                                     size_length, at, end) != 0)
        return -1;
    lws_client_http_body_pending(link, 1);
    lws_callback_on_writable(link);
    return 0;
}

static int send_body(const struct request *request, struct lws *link)
{
    const size_t length = strlen(request->body);
    unsigned char *room = malloc(LWS_PRE + length);
    CHECK(room != NULL);
    memcpy(room + LWS_PRE, request->body, length);
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

static void keep(struct request *request, const char *part, size_t length)
{
    if (length > POST_ANSWER_SIZE - 1 - request->length)
        length = POST_ANSWER_SIZE - 1 - request->length;
    memcpy(request->answer + request->length, part, length);
    request->length += length;
    request->answer[request->length] = '\0';
}

static int happened(struct lws *link, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    struct request *request = user;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        return add_headers(request, link, in, length);
    case LWS_CALLBACK_CLIENT_HTTP_WRITEABLE:
        return send_body(request, link);
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP:
        return read_some(link);
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP_READ:
        keep(request, in, length);
        return 0;
    case LWS_CALLBACK_COMPLETED_CLIENT_HTTP:
        request->answered = request->done = true;
        break;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        snprintf(request->why, sizeof request->why, "%s",
                 in != NULL ? (const char *)in : "no connection");
        request->done = true;
        break;
    case LWS_CALLBACK_CLOSED_CLIENT_HTTP:
        request->done = true;
        break;
    default:
        break;
    }
    return 0;
}

bool post(const struct address *address, const char *path, const char *secret, const char *body,
          char answer[POST_ANSWER_SIZE], char error[], size_t error_size)
{
    static const struct lws_protocols protocols[] = {{.name = "http", .callback = happened}, {0}};
    struct request request = {.secret = secret, .body = body, .answer = answer};
    const struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .options = address->secure ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0,
    };
    answer[0] = '\0';
    lws_set_log_level(0, NULL);
    struct lws_context *context = lws_create_context(&info);
    CHECK(context != NULL);
    const struct lws_client_connect_info connection = {
        .context = context,
        .address = address->host,
        .port = address->port,
        .path = path,
        .host = address->host,
        .method = "POST",
        .ssl_connection = address->secure ? LCCSCF_USE_SSL : 0,
        .protocol = protocols[0].name,
        .local_protocol_name = protocols[0].name,
        .userdata = &request,
    };
    if (lws_client_connect_via_info(&connection) == NULL)
        request.done = true;
    while (!request.done && lws_service(context, 0) >= 0)
        continue;
    lws_context_destroy(context);
    if (!request.answered)
        snprintf(error, error_size, "%s: %s", address->host,
                 request.why[0] != '\0' ? request.why : "the server does not answer");
    return request.answered;
}
