/*
 * One HTTP request and its response, which comes from the hub or a file and is sent piece by piece.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "core/check.h"
#include "net/http_chunks.h"
#include "server/http/network_internal.h"
#include "server/http/response_body.h"

enum {
    COOKIE_AGE_S = 2 * 365 * 24 * 3600,
    HSTS_AGE_S = 365 * 24 * 3600,
    BODY_MIN = 4096,
    RATE_WINDOW_MS = 60 * 1000,
    RATE_BYTES = 60 * 1024, /* per window; slower readers are disconnected */
};

enum { LAST_WORDS_SIZE = 256, NOTED_PATH_LENGTH = 64 };

struct http_request {
    struct api_request request; /* first: the hub's callbacks cast it back */
    struct http_connection *connection;
    bool begun;      /* the hub knows it */
    bool answerable; /* the response is complete */
    bool secure;     /* over TLS, here or at the proxy */
    bool head;       /* HEAD: the body is not sent */
    bool closes;     /* the connection ends after the response */
    bool upgraded;   /* it has become a WebSocket */
    bool chunked;    /* the body is chunked */
    int64_t began_us;
    char secret[SECRET_SIZE];

    size_t body_used, body_length; /* of request.body: received so far, and at most */
    struct http_chunks chunks;
    size_t held; /* charged to the memory quota for the body, in bytes */

    int status;
    const char *type;
    const struct static_file *file;
    bool compressed;
    struct response_body body;
    bool headers_sent;
    size_t sent; /* of the body, in bytes */
    int64_t window_since;
    size_t window_sent;
    char last_words[LAST_WORDS_SIZE]; /* buffer for a response when allocation fails */
};

/* ---- Response headers ------------------------------------------------------------------------ */

/* The content security policy: nothing from other origins. */
static const char safety_headers[] =
    "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; media-src 'self' data: blob:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'\r\n"
    "x-content-type-options: nosniff\r\n"
    "referrer-policy: no-referrer\r\n"
    "cross-origin-opener-policy: same-origin\r\n";

static const char *phrase_of(int status)
{
    static const struct {
        int status;
        const char *phrase;
    } phrases[] = {
        {200, "OK"},
        {204, "No Content"},
        {304, "Not Modified"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {409, "Conflict"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {415, "Unsupported Media Type"},
        {417, "Expectation Failed"},
        {422, "Unprocessable Content"},
        {426, "Upgrade Required"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {503, "Service Unavailable"},
        {505, "HTTP Version Not Supported"},
    };
    for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++)
        if (phrases[i].status == status)
            return phrases[i].phrase;
    return status < 400 ? "OK" : "Error";
}

static void add_header(struct text *text, const char *name, const char *value)
{
    text_add(text, name);
    text_add(text, ": ");
    text_add(text, value);
    text_add(text, "\r\n");
}

static void add_number_header(struct text *text, const char *name, size_t number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%zu", number);
    add_header(text, name, digits);
}

static void add_cookie(struct text *text, const char *secret, bool secure)
{
    char cookie[256];
    snprintf(cookie, sizeof cookie, "railhead=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s",
             secret, COOKIE_AGE_S, secure ? "; Secure" : "");
    add_header(text, "set-cookie", cookie);
    sodium_memzero(cookie, sizeof cookie);
}

static void add_file_headers(struct text *text, const struct http_request *request)
{
    const struct static_file *file = request->file;
    add_header(text, "etag", request->compressed ? file->gzip_etag : file->etag);
    add_header(text, "cache-control",
               file->forever ? "public, max-age=31536000, immutable" : "no-cache");
    if (file->gzip)
        add_header(text, "vary", "accept-encoding");
    if (request->compressed && request->status != 304)
        add_header(text, "content-encoding", "gzip");
}

void add_date(struct text *text)
{
    static const char days[][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char months[][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const time_t now = time(NULL);
    struct tm utc;
    char date[64];
    if (!gmtime_r(&now, &utc))
        return; /* past the year 2^31 */
    snprintf(date, sizeof date, "%s, %02d %s %d %02d:%02d:%02d GMT", days[utc.tm_wday], utc.tm_mday,
             months[utc.tm_mon], utc.tm_year + 1900, utc.tm_hour, utc.tm_min, utc.tm_sec);
    add_header(text, "date", date);
}

/* Returns the methods that the path accepts, a bit each; 0 if there is no such path. */
static unsigned methods_of(const struct http_request *request)
{
    const char *path = request->request.path;
    if (strcmp(path, "*") == 0)
        return 1U << HTTP_GET | 1U << HTTP_POST | 1U << HTTP_DELETE;
    if (strcmp(path, WEBSOCKET_PATH) == 0)
        return 1U << HTTP_GET;
    if (api_takes(path))
        return api_methods(path);
    return static_files_find(request->connection->network->options.files, path) ? 1U << HTTP_GET
                                                                                : 0;
}

static void add_allow(struct text *text, const struct http_request *request)
{
    static const char *const words[] = {
        [HTTP_GET] = "GET, HEAD, ", [HTTP_POST] = "POST, ", [HTTP_DELETE] = "DELETE, "};
    const unsigned methods = methods_of(request);
    text_add(text, "allow: ");
    for (unsigned method = 0; method < sizeof words / sizeof words[0]; method++)
        text_add(text, methods & 1U << method ? words[method] : "");
    text_add(text, "OPTIONS\r\n");
}

static void add_headers(struct text *text, const struct http_request *request)
{
    char line[64];
    snprintf(line, sizeof line, "HTTP/1.1 %d %s\r\n", request->status, phrase_of(request->status));
    text_add(text, line);
    add_header(text, "server", "railhead");
    add_date(text);
    if (request->status == 405 || request->status == 204)
        add_allow(text, request);
    if (request->status != 204)
        add_header(text, "content-type", request->type);
    if (request->status != 304 && request->status != 204)
        add_number_header(text, "content-length", response_body_length(&request->body));
    if (request->closes)
        add_header(text, "connection", "close");
    add_header(text, "x-request-id", request->connection->request_id);
    text_add(text, safety_headers);
    if (request->secure) {
        snprintf(line, sizeof line, "max-age=%d", HSTS_AGE_S);
        add_header(text, "strict-transport-security", line);
    }
    if (request->status == 426)
        add_header(text, "upgrade", "websocket\r\nsec-websocket-version: 13");
    if (request->file)
        add_file_headers(text, request);
    else
        add_header(text, "cache-control", "no-store");
    if (request->request.new_secret[0] != '\0')
        add_cookie(text, request->request.new_secret, request->secure);
    text_add(text, "\r\n");
}

/* ---- Access log ------------------------------------------------------------------------------ */

/* Replaces ids: "/api/v1/tables/abc/record" becomes "/api/v1/tables/ID/record". */
static void add_route(struct text *text, const char *path)
{
    unsigned depth = 0;
    for (const char *at = path, *end; *at == '/'; at = end) {
        end = at + 1 + strcspn(at + 1, "/");
        if (++depth == 4)
            text_add(text, "/ID");
        else
            text_add_printable(text, at, (size_t)(end - at), NOTED_PATH_LENGTH);
    }
}

static const char *word_of_method(enum http_method method)
{
    static const char *const words[] = {
        [HTTP_GET] = "GET",       [HTTP_POST] = "POST",   [HTTP_DELETE] = "DELETE",
        [HTTP_OPTIONS] = "other", [HTTP_OTHER] = "other",
    };
    return words[method];
}

/* Does not log files and health checks. */
static void note_request(const struct http_request *http)
{
    const struct api_request *request = &http->request;
    char path[4 * NOTED_PATH_LENGTH];
    struct text text;
    if (http->upgraded || (strncmp(request->path, "/api/", 5) != 0 && http->status < 500))
        return;
    text_init(&text, path, sizeof path);
    add_route(&text, request->path);
    http_connection_note(http->connection,
                         (struct network_note){.what = NOTE_REQUEST,
                                               .method = word_of_method(request->method),
                                               .path = path,
                                               .status = http->status,
                                               .ms = (clock_us() - http->began_us) / 1000});
}

static void measure_request(const struct http_request *request)
{
    struct metrics *metrics = &request->connection->network->options.hub->metrics;
    metrics_count_answer(metrics, request->status);
    if (request->begun && request->answerable)
        metrics_observe(metrics, TIMING_REQUEST, (uint64_t)(clock_us() - request->began_us));
}

/* ---- Sending the response -------------------------------------------------------------------- */

void http_request_end(struct http_connection *connection)
{
    struct http_request *request = connection->request;
    note_request(request);
    measure_request(request);
    if (request->begun)
        api_end(&request->request);
    else
        shared_bytes_release(request->request.body);
    response_body_release(&request->body);
    memory_quota_give(connection->network->options.quota, connection->address, request->held);
    sodium_memzero(request, sizeof *request);
    free(request);
    connection->request = NULL;
    http_connection_uncount(connection);
}

/*
 * A client that is refused again and again without waiting is paused: its next request is read
 * later. A proxy's connection is shared with other clients and is never paused.
 */
static void pause_rate_limited(struct http_connection *connection, int status)
{
    connection->rate_refusals = status == 429 ? connection->rate_refusals + 1 : 0;
    if (connection->rate_refusals < RATE_REFUSALS_MAX || connection->proxied)
        return;
    connection->rate_refusals = 0;
    http_connection_pause(connection);
}

static int finish_request(struct http_connection *connection)
{
    const bool closes = connection->request->closes || connection->network->stopping;
    const int status = connection->request->status;
    http_request_end(connection);
    if (closes)
        return http_connection_linger(connection);
    http_connection_enter(connection, PHASE_IDLE);
    http_connection_hold(connection, HOLD_ANSWERING, false);
    pause_rate_limited(connection, status);
    return 0;
}

/* Slow readers tie up resources on purpose. */
static bool is_too_slow(struct http_request *request, size_t sent)
{
    int64_t now = clock_ms();
    request->window_sent += sent;
    if (now - request->window_since < RATE_WINDOW_MS)
        return false;
    bool slow = request->window_sent < RATE_BYTES;
    request->window_since = now;
    request->window_sent = 0;
    return slow;
}

/* Fills the buffer with the next piece; returns its size. */
static size_t fill_piece(struct http_request *request, char piece[PIECE_SIZE])
{
    struct text text;
    text_init(&text, piece, PIECE_SIZE);
    if (!request->headers_sent)
        add_headers(&text, request);
    CHECK(!text.cut);
    request->headers_sent = true;
    if (request->head)
        return text.used;
    size_t count = response_body_read(&request->body, request->sent, piece + text.used,
                                      PIECE_SIZE - text.used);
    request->sent += count;
    return text.used + count;
}

static bool is_sent(const struct http_request *request)
{
    return request->headers_sent &&
           (request->head || request->sent == response_body_length(&request->body));
}

int http_request_write(struct http_connection *connection)
{
    struct http_request *request = connection->request;
    char *piece = connection->network->piece;
    if (!request->answerable)
        return 0;
    http_connection_enter(connection, PHASE_SENDING); /* this is progress */
    for (unsigned i = 0; i < PIECES_AT_ONCE && !is_sent(request); i++) {
        if (!channel_is_clear(&connection->channel))
            break;
        size_t length = fill_piece(request, piece);
        if (is_too_slow(request, length) || channel_write(&connection->channel, piece, length) < 0)
            return -1;
    }
    /* Done only when the system has accepted the last byte. */
    if (is_sent(request) && channel_is_clear(&connection->channel))
        return finish_request(connection);
    channel_want(&connection->channel);
    return 0;
}

/* ---- Answers --------------------------------------------------------------------------------- */

/* Takes ownership of the body. */
static void answer_request(struct http_request *request, int status, const char *type,
                           struct response_body body)
{
    request->status = status;
    request->type = type;
    request->body = body;
    request->answerable = true;
    request->closes |= request->connection->network->stopping;
    request->window_since = clock_ms();
    http_connection_enter(request->connection, PHASE_SENDING);
    http_connection_hold(request->connection, HOLD_ANSWERING, true);
    channel_want(&request->connection->channel);
}

/* The response when allocation fails, or when the address is over its quota. */
static void answer_too_much(struct http_request *request)
{
    struct told_error told = {.error = ""};
    struct fault fault = {0};
    struct text text;
    fault_say(NO_MEMORY_ANSWER, &fault, "");
    told_error_say(&told, CODE_STORE, &fault);
    text_init(&text, request->last_words, sizeof request->last_words);
    error_body_write(&told, &text);
    request->closes = true;
    answer_request(request, 503, "application/json",
                   response_body_of_bytes(request->last_words, text.used));
}

/* The body is charged to the address until it is sent; the bytes of a log belong to the table. */
static void answer_is_ready(struct api_request *request)
{
    struct http_request *http = (struct http_request *)request;
    struct http_connection *connection = http->connection;
    if (request->log) {
        answer_request(http, request->status, request->answer_type,
                       response_body_of_log(event_log_share(request->log), request->after));
        return;
    }
    const size_t bytes = request->answer ? request->answer->length : 0;
    if (!request->answer)
        hub_allocation_failed(connection->network->options.hub, "an answer");
    if (bytes == 0 ||
        !memory_quota_take(connection->network->options.quota, connection->address, bytes)) {
        answer_too_much(http);
        return;
    }
    http->held += bytes;
    answer_request(http, request->status, request->answer_type,
                   response_body_of_shared(shared_bytes_share(request->answer)));
}

/* Responds without the hub: a short plain text, after which the connection ends. */
static int refuse_with(struct http_request *request, int status, enum error_code code,
                       const struct fault *fault)
{
    struct told_error told = {.error = ""};
    char buffer[TOLD_TEXT_SIZE];
    struct text text;
    told_error_say(&told, code, fault);
    text_init(&text, buffer, sizeof buffer);
    error_body_write(&told, &text);
    struct shared_bytes *shared = shared_bytes_of_text(&text);
    if (!shared)
        return -1;
    request->file = NULL;
    answer_request(request, status, "application/json", response_body_of_shared(shared));
    return 0;
}

static int refuse_request(struct http_request *request, int status, enum error_code code,
                          enum fault_id why)
{
    struct fault fault = {0};
    fault_say_plain(&fault, why, "");
    return refuse_with(request, status, code, &fault);
}

static struct http_request *new_request(struct http_connection *connection)
{
    struct http_request *request = calloc(1, sizeof *request);
    if (!request)
        return NULL;
    request->connection = connection;
    request->began_us = clock_us();
    request->request.ready = answer_is_ready;
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
    if (!request)
        return -1;
    name_request(connection, "");
    request->closes = true;
    return refuse_request(request, status, code_of(status), why);
}

/* ---- Requests -------------------------------------------------------------------------------- */

static int begin_api(struct http_request *http)
{
    struct http_connection *connection = http->connection;
    struct api_request *request = &http->request;
    if (!request->body)
        request->body = shared_bytes_new("", 0);
    if (!request->body)
        return -1;
    request->body->length = (unsigned)http->body_used;
    shared_bytes_text(request->body)[http->body_used] = '\0';
    http_connection_enter(connection, PHASE_WAITING);
    http_connection_hold(connection, HOLD_ANSWERING, true);
    http->begun = true; /* set first: the answer may come at once */
    if (api_begin(connection->network->options.hub, request, http->secret))
        return 0;
    http->begun = false;
    return refuse_request(http, 429, CODE_SLOW, FAULT_TOO_MANY_FROM_ADDRESS);
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
    answer_request(
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
    if (!file && head->takes_html)
        return answer_missing(http);
    if (!file)
        return refuse_request(http, 404, CODE_MISSING, FAULT_NO_PAGE);
    if (request->method != HTTP_GET)
        return refuse_request(http, 405, CODE_METHOD, FAULT_NO_METHOD);
    if (!hub_pays(http->connection->network->options.hub, http->connection->address, COST_FILE))
        return refuse_request(http, 429, CODE_SLOW, FAULT_TOO_MANY_REQUESTS);
    if (http->secret[0] == '\0' && strncmp(file->type, "text/html", 9) == 0)
        identity_new_secret(request->new_secret);
    if (static_files_is_page(request->path))
        return begin_page(http, head, file);
    http->file = file;
    http->compressed = file->gzip && head->takes_gzip;
    const char *etag = http->compressed ? file->gzip_etag : file->etag;
    if (http_knows(head->known, etag))
        answer_request(http, 304, file->type, (struct response_body){0});
    else if (http->compressed)
        answer_request(http, 200, file->type, response_body_of_bytes(file->gzip, file->gzip_size));
    else
        answer_request(http, 200, file->type, response_body_of_bytes(file->bytes, file->size));
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
    if (methods_of(request) == 0)
        return refuse_request(request, 404, CODE_MISSING, FAULT_NO_PAGE);
    if (!hub_pays(request->connection->network->options.hub, request->connection->address,
                  COST_FILE))
        return refuse_request(request, 429, CODE_SLOW, FAULT_TOO_MANY_REQUESTS);
    answer_request(request, 204, "", (struct response_body){0});
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
        return refuse_request(http, 401, CODE_IDENTITY, FAULT_IDENTITY_SECRET);
    }
    if (head->method == HTTP_OPTIONS)
        return answer_options(http);
    if (!is_api)
        return begin_file(http, head);
    if (request->method == HTTP_GET && strcmp(request->path, WEBSOCKET_PATH) == 0) {
        http->closes = true;
        return refuse_request(http, 426, CODE_UNKNOWN, FAULT_HTTP_UPGRADE_NEEDED);
    }
    if (head->length > api_body_max(request->path))
        return refuse_request(http, 413, CODE_SIZE, FAULT_REQUEST_TOO_LONG);
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
    return refuse_with(request, status, code, &fault);
}

static int begin_with_head(struct http_connection *connection, const struct http_head *head)
{
    struct http_request *request = new_request(connection);
    if (!request)
        return -1;
    bool counted = http_connection_count(connection, head);
    name_request(connection, head->request_id);
    fill_request(request, head);
    if (!counted) {
        request->closes = true;
        metrics_count(&connection->network->options.hub->metrics, COUNTER_CONNECTIONS_REFUSED, 1);
        return refuse_request(request, 429, CODE_SLOW, FAULT_TOO_MANY_FROM_ADDRESS);
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
    if (!body) {
        hub_allocation_failed(connection->network->options.hub, "the body of a request");
        memory_quota_give(connection->network->options.quota, connection->address,
                          capacity - http->held);
        return false;
    }
    http->held = capacity;
    if (request->body)
        memcpy(shared_bytes_text(body), shared_bytes_text(request->body), http->body_used);
    shared_bytes_release(request->body);
    request->body = body;
    return true;
}

static int refuse_body(struct http_request *request, int status, enum error_code code,
                       enum fault_id why)
{
    request->closes = true;
    return refuse_request(request, status, code, why);
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
