/* HTTP requests: from a head and a body to the hub or a file; see http_request.h. */
#include "server/http/http_request.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/clock.h"

enum { BODY_MIN = 4096 };

static struct http_request *new_request(struct http_connection *connection)
{
    struct http_request *request = calloc(1, sizeof *request);
    if (request == NULL)
        return NULL;
    request->connection = connection;
    request->began_us = clock_us();
    request->request.ready = http_response_ready;
    connection->request = request;
    return request;
}

/* Uses the proxy's request id, so that both logs can be matched; else a new one. */
static void name_request(struct http_connection *connection, const char *proxys_name)
{
    uint8_t bytes[16];
    if (connection->proxied && proxys_name[0] != '\0') {
        memcpy(connection->request_id, proxys_name, sizeof connection->request_id);
        return;
    }
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(connection->request_id, sizeof connection->request_id, bytes, sizeof bytes);
}

static enum error_code code_of(int status)
{
    return status == 413 || status == 414 || status == 431 ? CODE_SIZE : CODE_SYNTAX;
}

int http_request_refuse(struct http_connection *connection, int status, enum fault_id why)
{
    struct http_request *request = new_request(connection);
    if (request == NULL)
        return -1;
    name_request(connection, "");
    request->closes = true;
    return http_response_refuse(request, status, code_of(status), why);
}

/* ---- Requests -------------------------------------------------------------------------------- */

static int begin_api(struct http_request *http)
{
    struct http_connection *connection = http->connection;
    struct api_request *request = &http->request;
    if (request->body == NULL)
        request->body = shared_bytes_new("", 0);
    if (request->body == NULL)
        return -1;
    request->body->length = (unsigned)http->body_used;
    shared_bytes_text(request->body)[http->body_used] = '\0';
    http_connection_enter(connection, PHASE_WAITING);
    http_connection_hold(connection, HOLD_ANSWERING, true);
    http->begun = true; /* set first: the answer may come at once */
    if (api_begin(connection->network->options.hub, request, http->secret))
        return 0;
    http->begun = false;
    return http_response_refuse(http, 429, CODE_SLOW, FAULT_TOO_MANY_FROM_ADDRESS);
}

/* The page of a table or a replay, with metadata that the hub looks up. */
static int begin_page(struct http_request *http, const struct http_head *head,
                      const struct static_file *file)
{
    struct api_request *request = &http->request;
    struct text text;
    request->page = file;
    text_init(&text, request->site, sizeof request->site);
    if (head->host[0] != '\0') {
        text_add(&text, http->secure ? "https://" : "http://");
        text_add(&text, head->host);
    }
    CHECK(!text.cut);
    return begin_api(http);
}

static int answer_missing(struct http_request *request)
{
    http_response_answer(
        request, 404, "text/html; charset=utf-8",
        response_body_of_bytes(static_files_missing_page, strlen(static_files_missing_page)));
    return 0;
}

/* The first visit gets a secret together with the page. */
static int begin_file(struct http_request *http, const struct http_head *head)
{
    struct api_request *request = &http->request;
    const struct static_file *file =
        static_files_find(http->connection->network->options.files, request->path);
    if (file == NULL && head->takes_html)
        return answer_missing(http);
    if (file == NULL)
        return http_response_refuse(http, 404, CODE_MISSING, FAULT_NO_PAGE);
    if (request->method != HTTP_GET)
        return http_response_refuse(http, 405, CODE_METHOD, FAULT_NO_METHOD);
    if (!hub_pays(http->connection->network->options.hub, http->connection->address, COST_FILE))
        return http_response_refuse(http, 429, CODE_SLOW, FAULT_TOO_MANY_REQUESTS);
    if (http->secret[0] == '\0' && strncmp(file->type, "text/html", 9) == 0)
        identity_new_secret(request->new_secret);
    if (static_files_is_page(request->path))
        return begin_page(http, head, file);
    http->file = file;
    http->compressed = file->gzip != NULL && head->takes_gzip;
    const char *etag = http->compressed ? file->gzip_etag : file->etag;
    if (http_knows(head->known, etag))
        http_response_answer(http, 304, file->type, (struct response_body){0});
    else if (http->compressed)
        http_response_answer(http, 200, file->type,
                             response_body_of_bytes(file->gzip, file->gzip_size));
    else
        http_response_answer(http, 200, file->type,
                             response_body_of_bytes(file->bytes, file->size));
    return 0;
}

static int begin_body(struct http_request *request, const struct http_head *head)
{
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    request->chunked = head->chunked;
    request->body_length =
        head->chunked ? api_body_max(request->request.path) : (size_t)head->length;
    http_connection_enter(request->connection, PHASE_BODY);
    return head->expects_continue
               ? channel_write(&request->connection->channel, go_on, sizeof go_on - 1)
               : 0;
}

static void fill_request(struct http_request *http, const struct http_head *head)
{
    struct api_request *request = &http->request;
    struct http_connection *connection = http->connection;
    request->method = head->method == HTTP_HEAD ? HTTP_GET : head->method;
    request->foreign = head->foreign;
    memcpy(request->path, head->path, HTTP_PATH_SIZE);
    memcpy(request->query, head->query, HTTP_QUERY_SIZE);
    memcpy(request->type, head->type, HTTP_TYPE_SIZE);
    memcpy(request->agent, head->agent, HTTP_AGENT_SIZE);
    memcpy(request->client.address, connection->address, ADDRESS_SIZE);
    memcpy(request->client.request, connection->request_id, REQUEST_ID_SIZE);
    memcpy(http->secret, head->secret, SECRET_SIZE);
    http->head = head->method == HTTP_HEAD;
    http->secure = http_connection_is_secure(connection, head);
    http->closes = !head->keep_alive;
}

/* Responds to OPTIONS with the accepted methods. */
static int answer_options(struct http_request *request)
{
    if (http_response_methods(request) == 0)
        return http_response_refuse(request, 404, CODE_MISSING, FAULT_NO_PAGE);
    if (!hub_pays(request->connection->network->options.hub, request->connection->address,
                  COST_FILE))
        return http_response_refuse(request, 429, CODE_SLOW, FAULT_TOO_MANY_REQUESTS);
    http_response_answer(request, 204, "", (struct response_body){0});
    return 0;
}

static int begin_request(struct http_request *http, const struct http_head *head)
{
    struct api_request *request = &http->request;
    const bool is_api = api_takes(request->path), has_body = head->length > 0 || head->chunked;
    /* An unread body would be parsed as the next request. */
    if (has_body && (!is_api || head->length > api_body_max(request->path)))
        http->closes = true;
    if (head->has_bad_secret) {
        http->closes |= has_body;
        return http_response_refuse(http, 401, CODE_IDENTITY, FAULT_IDENTITY_SECRET);
    }
    if (head->method == HTTP_OPTIONS)
        return answer_options(http);
    if (!is_api)
        return begin_file(http, head);
    if (request->method == HTTP_GET && strcmp(request->path, WEBSOCKET_PATH) == 0) {
        http->closes = true;
        return http_response_refuse(http, 426, CODE_UNKNOWN, FAULT_HTTP_UPGRADE_NEEDED);
    }
    if (head->length > api_body_max(request->path))
        return http_response_refuse(http, 413, CODE_SIZE, FAULT_REQUEST_TOO_LONG);
    return has_body ? begin_body(http, head) : begin_api(http);
}

/* Upgrades to a WebSocket, which ends the request; otherwise responds with the reason. */
static int begin_socket(struct http_request *request, const struct http_head *head)
{
    struct http_connection *connection = request->connection;
    int status = 0;
    enum error_code code = CODE_NONE;
    struct fault fault = {0};
    request->closes = request->upgraded = true;
    if (websocket_begin(connection, head, &status, &code, &fault))
        return 0;
    request->upgraded = false;
    if (status == 0)
        return -1;
    metrics_count(&connection->network->options.hub->metrics, COUNTER_CONNECTIONS_REFUSED, 1);
    return http_response_refuse_with(request, status, code, &fault);
}

static int begin_with_head(struct http_connection *connection, const struct http_head *head)
{
    struct http_request *request = new_request(connection);
    if (request == NULL)
        return -1;
    bool counted = http_connection_count(connection, head);
    name_request(connection, head->request_id);
    fill_request(request, head);
    if (!counted) {
        request->closes = true;
        metrics_count(&connection->network->options.hub->metrics, COUNTER_CONNECTIONS_REFUSED, 1);
        return http_response_refuse(request, 429, CODE_SLOW, FAULT_TOO_MANY_FROM_ADDRESS);
    }
    return head->websocket ? begin_socket(request, head) : begin_request(request, head);
}

int http_request_begin(struct http_connection *connection, const char *bytes, size_t length)
{
    struct http_head head;
    struct http_refusal refusal;
    int result;
    if (http_head_read(&head, bytes, length, &refusal))
        result = begin_with_head(connection, &head);
    else
        result = http_request_refuse(connection, refusal.status, refusal.why);
    sodium_memzero(&head, sizeof head);
    return result;
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

/* The buffer grows with the received bytes: an announced length alone allocates nothing. */
static bool grow_body(struct http_request *http, size_t more)
{
    struct api_request *request = &http->request;
    struct http_connection *connection = http->connection;
    size_t capacity = http->held ? http->held : BODY_MIN;
    while (capacity < http->body_used + more)
        capacity *= 2;
    if (capacity > http->body_length)
        capacity = http->body_length;
    if (capacity <= http->held)
        return true;
    if (!memory_quota_take(connection->network->options.quota, connection->address,
                           capacity - http->held))
        return false;
    struct shared_bytes *body = shared_bytes_new(NULL, capacity);
    if (body == NULL) {
        hub_allocation_failed(connection->network->options.hub, "the body of a request");
        memory_quota_give(connection->network->options.quota, connection->address,
                          capacity - http->held);
        return false;
    }
    http->held = capacity;
    if (request->body != NULL)
        memcpy(shared_bytes_text(body), shared_bytes_text(request->body), http->body_used);
    shared_bytes_release(request->body);
    request->body = body;
    return true;
}

static int refuse_body(struct http_request *request, int status, enum error_code code,
                       enum fault_id why)
{
    request->closes = true;
    return http_response_refuse(request, status, code, why);
}

static bool keep_body(struct http_request *request, const char *bytes, size_t count)
{
    if (!grow_body(request, count))
        return false;
    memcpy(shared_bytes_text(request->request.body) + request->body_used, bytes, count);
    request->body_used += count;
    return true;
}

static int receive_body(struct http_request *request, const char *bytes, size_t length)
{
    size_t wanted = request->body_length - request->body_used;
    size_t count = length < wanted ? length : wanted;
    if (!keep_body(request, bytes, count))
        return refuse_body(request, 503, CODE_SLOW, FAULT_TOO_MUCH_AT_ONCE);
    if (length > count)
        request->closes = true;
    return request->body_used == request->body_length ? begin_api(request) : 0;
}

static int receive_chunks(struct http_request *request, const char *bytes, size_t length)
{
    struct word piece;
    enum http_found found;
    do {
        found = http_chunks_read(&request->chunks, &bytes, &length, &piece);
        if (piece.length > request->body_length - request->body_used)
            return refuse_body(request, 413, CODE_SIZE, FAULT_REQUEST_TOO_LONG);
        if (piece.length > 0 && !keep_body(request, piece.start, piece.length))
            return refuse_body(request, 503, CODE_SLOW, FAULT_TOO_MUCH_AT_ONCE);
    } while (found == HTTP_MORE && length > 0);
    if (found == HTTP_BAD)
        return refuse_body(request, 400, CODE_SYNTAX, FAULT_HTTP_CHUNKS);
    if (found == HTTP_MORE)
        return 0;
    if (length > 0)
        request->closes = true;
    return begin_api(request);
}

/* One request at a time: bytes after it are not read, and end the connection. */
int http_request_receive(struct http_connection *connection, const char *bytes, size_t length)
{
    struct http_request *request = connection->request;
    if (connection->phase == PHASE_BODY)
        return request->chunked ? receive_chunks(request, bytes, length)
                                : receive_body(request, bytes, length);
    request->closes = true;
    return 0;
}
