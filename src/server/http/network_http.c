/* Exchanges: a request over HTTP, to the hub or for a file, and its answer piece by piece. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "core/check.h"
#include "net/http_chunks.h"
#include "server/http/network_internal.h"
#include "server/http/reply.h"

enum {
    COOKIE_AGE_S = 2 * 365 * 24 * 3600,
    HSTS_AGE_S = 365 * 24 * 3600,
    BODY_MIN = 4096,
    RATE_WINDOW_MS = 60 * 1000,
    RATE_BYTES = 60 * 1024, /* in a window; whoever reads more slowly is given up */
};

_Static_assert((int)HTTP_PATH_SIZE <= (int)PATH_SIZE && (int)HTTP_QUERY_SIZE <= (int)QUERY_SIZE &&
                   (int)HTTP_TYPE_SIZE <= (int)CONTENT_TYPE_SIZE,
               "what a head says fits into a request");

enum { LAST_WORDS_SIZE = 256, NOTED_PATH_LENGTH = 64 };

struct exchange {
    struct request request; /* first: the hub knows it by this */
    struct visit *visit;
    bool begun;      /* the hub knows of it */
    bool answerable; /* there is an answer to send */
    bool secure;     /* the other end talks TLS */
    bool head;       /* only the headers are asked for */
    bool closes;     /* the connection ends with the answer */
    bool upgraded;   /* it has become a WebSocket */
    bool chunked;    /* the body comes in chunks */
    int64_t began_us;
    char secret[SECRET_SIZE];

    size_t body_used,
        body_length; /* of request.body as it comes in, and what it will have at most */
    struct http_chunks chunks;
    size_t held; /* of the budget, for the body */

    int status;
    const char *type;
    const struct web_file *file;
    bool compressed;
    struct reply reply;
    bool headers_sent;
    size_t sent; /* of the reply */
    int64_t window_since;
    size_t window_sent;
    char last_words[LAST_WORDS_SIZE]; /* an answer when there is no memory for one */
};

/* ---- Headers of an answer -------------------------------------------------------------------- */

/* What a page of ours may do: nothing that does not come from here. */
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

static void add_file_headers(struct text *text, const struct exchange *exchange)
{
    const struct web_file *file = exchange->file;
    add_header(text, "etag", exchange->compressed ? file->gzip_etag : file->etag);
    add_header(text, "cache-control",
               file->forever ? "public, max-age=31536000, immutable" : "no-cache");
    if (file->gzip)
        add_header(text, "vary", "accept-encoding");
    if (exchange->compressed && exchange->status != 304)
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

/* What the path takes: a bit for each method; 0 for one that is none. */
static unsigned methods_of(const struct exchange *exchange)
{
    const char *path = exchange->request.path;
    if (strcmp(path, "*") == 0)
        return 1U << METHOD_GET | 1U << METHOD_POST | 1U << METHOD_DELETE;
    if (strcmp(path, SOCKET_PATH) == 0)
        return 1U << METHOD_GET;
    if (api_takes(path))
        return api_methods(path);
    return web_find(exchange->visit->network->options.web, path) ? 1U << METHOD_GET : 0;
}

static void add_allow(struct text *text, const struct exchange *exchange)
{
    static const char *const words[] = {
        [METHOD_GET] = "GET, HEAD, ", [METHOD_POST] = "POST, ", [METHOD_DELETE] = "DELETE, "};
    const unsigned methods = methods_of(exchange);
    text_add(text, "allow: ");
    for (unsigned method = 0; method < sizeof words / sizeof words[0]; method++)
        text_add(text, methods & 1U << method ? words[method] : "");
    text_add(text, "OPTIONS\r\n");
}

static void add_headers(struct text *text, const struct exchange *exchange)
{
    char line[64];
    snprintf(line, sizeof line, "HTTP/1.1 %d %s\r\n", exchange->status,
             phrase_of(exchange->status));
    text_add(text, line);
    add_header(text, "server", "railhead");
    add_date(text);
    if (exchange->status == 405 || exchange->status == 204)
        add_allow(text, exchange);
    if (exchange->status != 204)
        add_header(text, "content-type", exchange->type);
    if (exchange->status != 304 && exchange->status != 204)
        add_number_header(text, "content-length", reply_length(&exchange->reply));
    if (exchange->closes)
        add_header(text, "connection", "close");
    add_header(text, "x-request-id", exchange->visit->request_id);
    text_add(text, safety_headers);
    if (exchange->secure) {
        snprintf(line, sizeof line, "max-age=%d", HSTS_AGE_S);
        add_header(text, "strict-transport-security", line);
    }
    if (exchange->status == 426)
        add_header(text, "upgrade", "websocket\r\nsec-websocket-version: 13");
    if (exchange->file)
        add_file_headers(text, exchange);
    else
        add_header(text, "cache-control", "no-store");
    if (exchange->request.new_secret[0] != '\0')
        add_cookie(text, exchange->request.new_secret, exchange->secure);
    text_add(text, "\r\n");
}

/* ---- Notes ----------------------------------------------------------------------------------- */

/* "/api/v1/tables/abc/record" as "/api/v1/tables/ID/record". */
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

static const char *word_of_method(enum method method)
{
    static const char *const words[] = {
        [METHOD_GET] = "GET",
        [METHOD_POST] = "POST",
        [METHOD_DELETE] = "DELETE",
        [METHOD_OTHER] = "other",
    };
    return words[method];
}

/* Files and those who ask again and again whether all is well are not worth a line. */
static void note_request(const struct exchange *exchange)
{
    const struct request *request = &exchange->request;
    char path[4 * NOTED_PATH_LENGTH];
    struct text text;
    if (exchange->upgraded || (strncmp(request->path, "/api/", 5) != 0 && exchange->status < 500))
        return;
    text_init(&text, path, sizeof path);
    add_route(&text, request->path);
    visit_note(exchange->visit,
               (struct network_note){.what = NOTE_REQUEST,
                                     .method = word_of_method(request->method),
                                     .path = path,
                                     .status = exchange->status,
                                     .ms = (clock_us() - exchange->began_us) / 1000});
}

static void measure_request(const struct exchange *exchange)
{
    struct metrics *metrics = &exchange->visit->network->options.hub->metrics;
    metrics_count_answer(metrics, exchange->status);
    if (exchange->begun && exchange->answerable)
        metrics_observe(metrics, TIMING_REQUEST, (uint64_t)(clock_us() - exchange->began_us));
}

/* ---- Sending it ------------------------------------------------------------------------------ */

void exchange_end(struct visit *visit)
{
    struct exchange *exchange = visit->exchange;
    note_request(exchange);
    measure_request(exchange);
    if (exchange->begun)
        api_end(&exchange->request);
    else
        packet_release(exchange->request.body);
    reply_release(&exchange->reply);
    holding_give(visit->network->options.holding, visit->address, exchange->held);
    sodium_memzero(exchange, sizeof *exchange);
    free(exchange);
    visit->exchange = NULL;
    visit_uncount(visit);
}

/*
 * A client that is refused again and again and does not wait is made to: its next request is read
 * after a pause.  A proxy's connection is shared with other clients and is never paused.
 */
static void pause_hurried(struct visit *visit, int status)
{
    visit->hurries = status == 429 ? visit->hurries + 1 : 0;
    if (visit->hurries < HURRIES_MAX || visit->proxied)
        return;
    visit->hurries = 0;
    visit_pause(visit);
}

static int finish(struct visit *visit)
{
    const bool closes = visit->exchange->closes || visit->network->stopping;
    const int status = visit->exchange->status;
    exchange_end(visit);
    if (closes)
        return visit_linger(visit);
    visit_enter(visit, VISIT_IDLE);
    visit_hold(visit, HOLD_ANSWERING, false);
    pause_hurried(visit, status);
    return 0;
}

/* Somebody who reads this slowly only wants to keep us waiting. */
static bool is_too_slow(struct exchange *exchange, size_t sent)
{
    int64_t now = clock_ms();
    exchange->window_sent += sent;
    if (now - exchange->window_since < RATE_WINDOW_MS)
        return false;
    bool slow = exchange->window_sent < RATE_BYTES;
    exchange->window_since = now;
    exchange->window_sent = 0;
    return slow;
}

/* The next piece; how long it is. */
static size_t fill_piece(struct exchange *exchange, char piece[PIECE_SIZE])
{
    struct text text;
    text_init(&text, piece, PIECE_SIZE);
    if (!exchange->headers_sent)
        add_headers(&text, exchange);
    CHECK(!text.cut);
    exchange->headers_sent = true;
    if (exchange->head)
        return text.used;
    size_t count =
        reply_read(&exchange->reply, exchange->sent, piece + text.used, PIECE_SIZE - text.used);
    exchange->sent += count;
    return text.used + count;
}

static bool is_sent(const struct exchange *exchange)
{
    return exchange->headers_sent &&
           (exchange->head || exchange->sent == reply_length(&exchange->reply));
}

int exchange_write(struct visit *visit)
{
    struct exchange *exchange = visit->exchange;
    char *piece = visit->network->piece;
    if (!exchange->answerable)
        return 0;
    visit_enter(visit, VISIT_SENDING); /* this is progress */
    for (unsigned i = 0; i < PIECES_AT_ONCE && !is_sent(exchange); i++) {
        if (!channel_is_clear(&visit->channel))
            break;
        size_t length = fill_piece(exchange, piece);
        if (is_too_slow(exchange, length) || channel_write(&visit->channel, piece, length) < 0)
            return -1;
    }
    /* Not done before the system has the last byte. */
    if (is_sent(exchange) && channel_is_clear(&visit->channel))
        return finish(visit);
    channel_want(&visit->channel);
    return 0;
}

/* ---- Answers --------------------------------------------------------------------------------- */

/* Takes the reply over. */
static void answer(struct exchange *exchange, int status, const char *type, struct reply reply)
{
    exchange->status = status;
    exchange->type = type;
    exchange->reply = reply;
    exchange->answerable = true;
    exchange->closes |= exchange->visit->network->stopping;
    exchange->window_since = clock_ms();
    visit_enter(exchange->visit, VISIT_SENDING);
    visit_hold(exchange->visit, HOLD_ANSWERING, true);
    channel_want(&exchange->visit->channel);
}

/* For an answer that there is no memory for, or that would be one too many for its address. */
static void answer_too_much(struct exchange *exchange)
{
    struct told_error told = {.error = ""};
    struct fault fault = {0};
    struct text text;
    fault_say(NO_MEMORY_ANSWER, &fault, "");
    told_error_say(&told, "store", &fault);
    text_init(&text, exchange->last_words, sizeof exchange->last_words);
    error_body_write(&told, &text);
    exchange->closes = true;
    answer(exchange, 503, "application/json", reply_of_bytes(exchange->last_words, text.used));
}

/* The bytes of the answer count against the address until they are sent; those of a log are the
 * table's. */
static void answer_is_ready(struct request *request)
{
    struct exchange *exchange = (struct exchange *)request;
    struct visit *visit = exchange->visit;
    if (request->log) {
        answer(exchange, request->status, request->answer_type,
               reply_of_log(event_log_share(request->log), request->after));
        return;
    }
    const size_t bytes = request->answer ? request->answer->length : 0;
    if (!request->answer)
        hub_starved(visit->network->options.hub, "an answer");
    if (bytes == 0 || !holding_take(visit->network->options.holding, visit->address, bytes)) {
        answer_too_much(exchange);
        return;
    }
    exchange->held += bytes;
    answer(exchange, request->status, request->answer_type,
           reply_of_packet(packet_share(request->answer)));
}

/* An answer without the hub: short, plain and final. */
static int refuse_with(struct exchange *exchange, int status, const char *code,
                       const struct fault *fault)
{
    struct told_error told = {.error = ""};
    char buffer[TOLD_TEXT_SIZE];
    struct text text;
    told_error_say(&told, code, fault);
    text_init(&text, buffer, sizeof buffer);
    error_body_write(&told, &text);
    struct packet *packet = packet_of_text(&text);
    if (!packet)
        return -1;
    exchange->file = NULL;
    answer(exchange, status, "application/json", reply_of_packet(packet));
    return 0;
}

static int refuse(struct exchange *exchange, int status, const char *code, enum fault_id why)
{
    struct fault fault = {0};
    fault_say_plain(&fault, why, "");
    return refuse_with(exchange, status, code, &fault);
}

static struct exchange *new_exchange(struct visit *visit)
{
    struct exchange *exchange = calloc(1, sizeof *exchange);
    if (!exchange)
        return NULL;
    exchange->visit = visit;
    exchange->began_us = clock_us();
    exchange->request.ready = answer_is_ready;
    visit->exchange = exchange;
    return exchange;
}

/* What the proxy calls it, so that both logs can be read together; else a new name. */
static void name_request(struct visit *visit, const char *proxys_name)
{
    uint8_t bytes[16];
    if (visit->proxied && proxys_name[0] != '\0') {
        memcpy(visit->request_id, proxys_name, sizeof visit->request_id);
        return;
    }
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(visit->request_id, sizeof visit->request_id, bytes, sizeof bytes);
}

static const char *code_of(int status)
{
    return status == 413 || status == 414 || status == 431 ? "size" : "syntax";
}

int exchange_refuse(struct visit *visit, int status, enum fault_id why)
{
    struct exchange *exchange = new_exchange(visit);
    if (!exchange)
        return -1;
    name_request(visit, "");
    exchange->closes = true;
    return refuse(exchange, status, code_of(status), why);
}

/* ---- Requests -------------------------------------------------------------------------------- */

static int begin_api(struct exchange *exchange)
{
    struct visit *visit = exchange->visit;
    struct request *request = &exchange->request;
    if (!request->body)
        request->body = packet_new("", 0);
    if (!request->body)
        return -1;
    request->body->length = (unsigned)exchange->body_used;
    packet_text(request->body)[exchange->body_used] = '\0';
    visit_enter(visit, VISIT_WAITING);
    visit_hold(visit, HOLD_ANSWERING, true);
    exchange->begun = true; /* before it is asked: the answer may come at once */
    if (api_begin(visit->network->options.hub, request, exchange->secret))
        return 0;
    exchange->begun = false;
    return refuse(exchange, 429, "slow", FAULT_TOO_MANY_FROM_ADDRESS);
}

/* Of one thing, about which something can be said; the hub looks it up. */
static int begin_page(struct exchange *exchange, const struct http_head *head,
                      const struct web_file *file)
{
    struct request *request = &exchange->request;
    struct text text;
    request->page = file;
    text_init(&text, request->site, sizeof request->site);
    if (head->host[0] != '\0') {
        text_add(&text, exchange->secure ? "https://" : "http://");
        text_add(&text, head->host);
    }
    CHECK(!text.cut);
    return begin_api(exchange);
}

static int answer_missing(struct exchange *exchange)
{
    answer(exchange, 404, "text/html; charset=utf-8",
           reply_of_bytes(web_missing_page, strlen(web_missing_page)));
    return 0;
}

/* A first visit gets a secret with its page. */
static int begin_file(struct exchange *exchange, const struct http_head *head)
{
    struct request *request = &exchange->request;
    const struct web_file *file = web_find(exchange->visit->network->options.web, request->path);
    if (!file && head->takes_html)
        return answer_missing(exchange);
    if (!file)
        return refuse(exchange, 404, "missing", FAULT_NO_PAGE);
    if (request->method != METHOD_GET)
        return refuse(exchange, 405, "method", FAULT_NO_METHOD);
    if (!hub_pays(exchange->visit->network->options.hub, exchange->visit->address, PRICE_FILE))
        return refuse(exchange, 429, "slow", FAULT_TOO_MANY_REQUESTS);
    if (exchange->secret[0] == '\0' && strncmp(file->type, "text/html", 9) == 0)
        secret_new(request->new_secret);
    if (web_is_page(request->path))
        return begin_page(exchange, head, file);
    exchange->file = file;
    exchange->compressed = file->gzip && head->takes_gzip;
    const char *etag = exchange->compressed ? file->gzip_etag : file->etag;
    if (http_knows(head->known, etag))
        answer(exchange, 304, file->type, (struct reply){0});
    else if (exchange->compressed)
        answer(exchange, 200, file->type, reply_of_bytes(file->gzip, file->gzip_size));
    else
        answer(exchange, 200, file->type, reply_of_bytes(file->bytes, file->size));
    return 0;
}

static int begin_body(struct exchange *exchange, const struct http_head *head)
{
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    exchange->chunked = head->chunked;
    exchange->body_length =
        head->chunked ? api_body_max(exchange->request.path) : (size_t)head->length;
    visit_enter(exchange->visit, VISIT_BODY);
    return head->expects_continue
               ? channel_write(&exchange->visit->channel, go_on, sizeof go_on - 1)
               : 0;
}

static enum method method_of(enum http_method method)
{
    switch (method) {
    case HTTP_GET:
    case HTTP_HEAD:
        return METHOD_GET;
    case HTTP_POST:
        return METHOD_POST;
    case HTTP_DELETE:
        return METHOD_DELETE;
    case HTTP_OPTIONS:
    case HTTP_OTHER:
        break;
    }
    return METHOD_OTHER;
}

static void fill_request(struct exchange *exchange, const struct http_head *head)
{
    struct request *request = &exchange->request;
    struct visit *visit = exchange->visit;
    request->method = method_of(head->method);
    request->foreign = head->foreign;
    memcpy(request->path, head->path, HTTP_PATH_SIZE);
    memcpy(request->query, head->query, HTTP_QUERY_SIZE);
    memcpy(request->type, head->type, HTTP_TYPE_SIZE);
    memcpy(request->agent, head->agent, HTTP_AGENT_SIZE);
    memcpy(request->link.address, visit->address, ADDRESS_SIZE);
    memcpy(request->link.request, visit->request_id, REQUEST_ID_SIZE);
    memcpy(exchange->secret, head->secret, SECRET_SIZE);
    exchange->head = head->method == HTTP_HEAD;
    exchange->secure = visit_is_secure(visit, head);
    exchange->closes = !head->keep_alive;
}

/* What the path takes, for whoever asks. */
static int answer_options(struct exchange *exchange)
{
    if (methods_of(exchange) == 0)
        return refuse(exchange, 404, "missing", FAULT_NO_PAGE);
    if (!hub_pays(exchange->visit->network->options.hub, exchange->visit->address, PRICE_FILE))
        return refuse(exchange, 429, "slow", FAULT_TOO_MANY_REQUESTS);
    answer(exchange, 204, "", (struct reply){0});
    return 0;
}

static int begin_request(struct exchange *exchange, const struct http_head *head)
{
    struct request *request = &exchange->request;
    const bool is_api = api_takes(request->path), has_body = head->length > 0 || head->chunked;
    /* A body that is not read would be taken for the next request. */
    if (has_body && (!is_api || head->length > api_body_max(request->path)))
        exchange->closes = true;
    if (head->has_bad_secret) {
        exchange->closes |= has_body;
        return refuse(exchange, 401, "identity", FAULT_IDENTITY_SECRET);
    }
    if (head->method == HTTP_OPTIONS)
        return answer_options(exchange);
    if (!is_api)
        return begin_file(exchange, head);
    if (request->method == METHOD_GET && strcmp(request->path, SOCKET_PATH) == 0) {
        exchange->closes = true;
        return refuse(exchange, 426, "unknown", FAULT_HTTP_UPGRADE_NEEDED);
    }
    if (head->length > api_body_max(request->path))
        return refuse(exchange, 413, "size", FAULT_REQUEST_TOO_LONG);
    return has_body ? begin_body(exchange, head) : begin_api(exchange);
}

/* The exchange ends when a socket begins; else it says why there is none. */
static int begin_socket(struct exchange *exchange, const struct http_head *head)
{
    struct visit *visit = exchange->visit;
    int status = 0;
    const char *code = NULL;
    struct fault fault = {0};
    exchange->closes = exchange->upgraded = true;
    if (socket_begin(visit, head, &status, &code, &fault))
        return 0;
    exchange->upgraded = false;
    if (status == 0)
        return -1;
    metrics_count(&visit->network->options.hub->metrics, COUNTER_CONNECTIONS_REFUSED, 1);
    return refuse_with(exchange, status, code, &fault);
}

static int begin_with_head(struct visit *visit, const struct http_head *head)
{
    struct exchange *exchange = new_exchange(visit);
    if (!exchange)
        return -1;
    bool counted = visit_count(visit, head);
    name_request(visit, head->request_id);
    fill_request(exchange, head);
    if (!counted) {
        exchange->closes = true;
        metrics_count(&visit->network->options.hub->metrics, COUNTER_CONNECTIONS_REFUSED, 1);
        return refuse(exchange, 429, "slow", FAULT_TOO_MANY_FROM_ADDRESS);
    }
    return head->websocket ? begin_socket(exchange, head) : begin_request(exchange, head);
}

int exchange_begin(struct visit *visit, const char *bytes, size_t length)
{
    struct http_head head;
    struct http_refusal refusal;
    int result;
    if (http_head_read(&head, bytes, length, &refusal))
        result = begin_with_head(visit, &head);
    else
        result = exchange_refuse(visit, refusal.status, refusal.why);
    sodium_memzero(&head, sizeof head);
    return result;
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

/* It grows as bytes come in: nobody gets memory for what they only announce. */
static bool make_room(struct exchange *exchange, size_t more)
{
    struct request *request = &exchange->request;
    struct visit *visit = exchange->visit;
    size_t room = exchange->held ? exchange->held : BODY_MIN;
    while (room < exchange->body_used + more)
        room *= 2;
    if (room > exchange->body_length)
        room = exchange->body_length;
    if (room <= exchange->held)
        return true;
    if (!holding_take(visit->network->options.holding, visit->address, room - exchange->held))
        return false;
    struct packet *body = packet_new(NULL, room);
    if (!body) {
        hub_starved(visit->network->options.hub, "the body of a request");
        holding_give(visit->network->options.holding, visit->address, room - exchange->held);
        return false;
    }
    exchange->held = room;
    if (request->body)
        memcpy(packet_text(body), packet_text(request->body), exchange->body_used);
    packet_release(request->body);
    request->body = body;
    return true;
}

static int refuse_body(struct exchange *exchange, int status, const char *code, enum fault_id why)
{
    exchange->closes = true;
    return refuse(exchange, status, code, why);
}

static bool keep_body(struct exchange *exchange, const char *bytes, size_t count)
{
    if (!make_room(exchange, count))
        return false;
    memcpy(packet_text(exchange->request.body) + exchange->body_used, bytes, count);
    exchange->body_used += count;
    return true;
}

static int receive_body(struct exchange *exchange, const char *bytes, size_t length)
{
    size_t wanted = exchange->body_length - exchange->body_used;
    size_t count = length < wanted ? length : wanted;
    if (!keep_body(exchange, bytes, count))
        return refuse_body(exchange, 503, "slow", FAULT_TOO_MUCH_AT_ONCE);
    if (length > count)
        exchange->closes = true;
    return exchange->body_used == exchange->body_length ? begin_api(exchange) : 0;
}

static int receive_chunks(struct exchange *exchange, const char *bytes, size_t length)
{
    struct word piece;
    enum http_found found;
    do {
        found = http_chunks_read(&exchange->chunks, &bytes, &length, &piece);
        if (piece.length > exchange->body_length - exchange->body_used)
            return refuse_body(exchange, 413, "size", FAULT_REQUEST_TOO_LONG);
        if (piece.length > 0 && !keep_body(exchange, piece.start, piece.length))
            return refuse_body(exchange, 503, "slow", FAULT_TOO_MUCH_AT_ONCE);
    } while (found == HTTP_MORE && length > 0);
    if (found == HTTP_BAD)
        return refuse_body(exchange, 400, "syntax", FAULT_HTTP_CHUNKS);
    if (found == HTTP_MORE)
        return 0;
    if (length > 0)
        exchange->closes = true;
    return begin_api(exchange);
}

/* One request at a time: what comes behind it is not read, and ends the connection. */
int exchange_receive(struct visit *visit, const char *bytes, size_t length)
{
    struct exchange *exchange = visit->exchange;
    if (visit->phase == VISIT_BODY)
        return exchange->chunked ? receive_chunks(exchange, bytes, length)
                                 : receive_body(exchange, bytes, length);
    exchange->closes = true;
    return 0;
}
