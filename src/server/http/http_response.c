/* HTTP responses: headers, the access log, and sending a body piece by piece; see http_request.h.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/clock.h"
#include "server/http/http_request.h"

enum {
    COOKIE_AGE_S = 2 * 365 * 24 * 3600,
    HSTS_AGE_S = 365 * 24 * 3600,
    RATE_WINDOW_MS = 60 * 1000,
    RATE_BYTES = 60 * 1024, /* per window; slower readers are disconnected */
    NOTED_PATH_LENGTH = 64,
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
    for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++) {
        if (phrases[i].status == status)
            return phrases[i].phrase;
    }
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
    if (file->gzip != NULL)
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
    if (gmtime_r(&now, &utc) == NULL)
        return; /* past the year 2^31 */
    snprintf(date, sizeof date, "%s, %02d %s %d %02d:%02d:%02d GMT", days[utc.tm_wday], utc.tm_mday,
             months[utc.tm_mon], utc.tm_year + 1900, utc.tm_hour, utc.tm_min, utc.tm_sec);
    add_header(text, "date", date);
}

/* Returns the methods that the path accepts, a bit each; 0 if there is no such path. */
unsigned http_response_methods(const struct http_request *request)
{
    const char *path = request->request.path;
    if (strcmp(path, "*") == 0)
        return 1U << HTTP_GET | 1U << HTTP_POST | 1U << HTTP_DELETE;
    if (strcmp(path, WEBSOCKET_PATH) == 0)
        return 1U << HTTP_GET;
    if (api_takes(path))
        return api_methods(path);
    return static_files_find(request->connection->network->options.files, path) != NULL
               ? 1U << HTTP_GET
               : 0;
}

static void add_allow(struct text *text, const struct http_request *request)
{
    static const char *const words[] = {
        [HTTP_GET] = "GET, HEAD, ", [HTTP_POST] = "POST, ", [HTTP_DELETE] = "DELETE, "};
    const unsigned methods = http_response_methods(request);
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
    if (request->file != NULL)
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

int http_response_write(struct http_connection *connection)
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

/* ---- Answering ------------------------------------------------------------------------------- */

/* Takes ownership of the body. */
void http_response_answer(struct http_request *request, int status, const char *type,
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
    http_response_answer(request, 503, "application/json",
                         response_body_of_bytes(request->last_words, text.used));
}

/* The body is charged to the address until it is sent; the bytes of a log belong to the table. */
void http_response_ready(struct api_request *request)
{
    struct http_request *http = (struct http_request *)request;
    struct http_connection *connection = http->connection;
    if (request->log != NULL) {
        http_response_answer(http, request->status, request->answer_type,
                             response_body_of_log(event_log_share(request->log), request->after));
        return;
    }
    const size_t bytes = request->answer != NULL ? request->answer->length : 0;
    if (request->answer == NULL)
        hub_allocation_failed(connection->network->options.hub, "an answer");
    if (bytes == 0 ||
        !memory_quota_take(connection->network->options.quota, connection->address, bytes)) {
        answer_too_much(http);
        return;
    }
    http->held += bytes;
    http_response_answer(http, request->status, request->answer_type,
                         response_body_of_shared(shared_bytes_share(request->answer)));
}

/* Responds without the hub: a short plain text, after which the connection ends. */
int http_response_refuse_with(struct http_request *request, int status, enum error_code code,
                              const struct fault *fault)
{
    struct told_error told = {.error = ""};
    char buffer[TOLD_TEXT_SIZE];
    struct text text;
    told_error_say(&told, code, fault);
    text_init(&text, buffer, sizeof buffer);
    error_body_write(&told, &text);
    struct shared_bytes *shared = shared_bytes_of_text(&text);
    if (shared == NULL)
        return -1;
    request->file = NULL;
    http_response_answer(request, status, "application/json", response_body_of_shared(shared));
    return 0;
}

int http_response_refuse(struct http_request *request, int status, enum error_code code,
                         enum fault_id why)
{
    struct fault fault = {0};
    fault_say_plain(&fault, why, "");
    return http_response_refuse_with(request, status, code, &fault);
}
