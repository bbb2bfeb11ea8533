/*
 * Allocations fail in the network code: whole conversations over real sockets are repeated, and in
 * each repetition the next allocation of the server fails, until one has none left to fail.
 *
 * Whatever fails, the client gets the answer it would have got, the status 503, or the end of its
 * connection.  Afterwards the server answers someone else as if nothing had happened, and nothing
 * is held, counted or leaked.
 */
/* run: not quick */
#define _GNU_SOURCE /* memmem() */
#include <openssl/crypto.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fault/allocation.h"
#include "net/frames.h"
#include "server/http/api.h"
#include "server/http/network_internal.h"
#include "server/loopback.h"
#include "server/people/identity.h"
#include "server/still_hub.h"
#include "store/no_sync.h"
#include "support.h"

enum { TEXT_FRAME = 0x81, TEXT_BEGINS = 0x01, TEXT_ENDS = 0x80, PING_FRAME = 0x89 };
enum { CLOSE_FRAME = 0x88, REQUEST_SIZE = 2048 };

#define HOST "Host: localhost\r\n"
#define JSON "Content-Type: application/json\r\n"

static char secret[SECRET_SIZE];

/* ---- Allocations of OpenSSL ------------------------------------------------------------------ */

/* A shared library, whose allocations the linker does not wrap. */
void *__real_malloc(size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *block);

static uint64_t openssl_number, openssl_asked; /* as in struct allocation */

static bool openssl_fails(void)
{
    if (!allocation.armed || ++openssl_asked != openssl_number)
        return false;
    allocation.failed++;
    return true;
}

static void *openssl_malloc(size_t size, const char *file, int line)
{
    (void)file, (void)line;
    return openssl_fails() ? NULL : __real_malloc(size);
}

static void *openssl_realloc(void *old, size_t size, const char *file, int line)
{
    (void)file, (void)line;
    return openssl_fails() ? NULL : __real_realloc(old, size);
}

static void openssl_free(void *block, const char *file, int line)
{
    (void)file, (void)line;
    __real_free(block);
}

/* ---- Conversations --------------------------------------------------------------------------- */

/* A refusal because of memory is counted for the host. */
static void judge_count(const struct caller *caller)
{
    if (caller->loopback->hub.metrics.counter[COUNTER_ALLOCATIONS_FAILED] != allocation.failed)
        fail_msg("allocation %llu of OpenSSL's or %llu: a refusal that is not counted: %.*s",
                 (unsigned long long)openssl_number, (unsigned long long)allocation.number,
                 (int)(caller->used < 2000 ? caller->used : 2000), caller->bytes);
}

/* What a client must not get even if an allocation fails: a wrong answer. */
static void judge(const struct caller *caller, int expected, int status)
{
    const bool failed = allocation.failed > 0;
    if (status != expected && !(failed && (status == 0 || status == 503)))
        fail_msg("allocation %llu of OpenSSL's or %llu: status %d in place of %d: %.*s",
                 (unsigned long long)openssl_number, (unsigned long long)allocation.number, status,
                 expected, (int)(caller->used < 600 ? caller->used : 600), caller->bytes);
    if (status == 503)
        judge_count(caller);
}

static void reach(struct caller *caller)
{
    if (caller->ended)
        caller_connect(caller);
}

/* A request without a body. */
static void ask(struct caller *caller, const char *line, int expected)
{
    char request[REQUEST_SIZE];
    reach(caller);
    snprintf(request, sizeof request, "%s HTTP/1.1\r\n" HOST "Cookie: railhead=%s\r\n\r\n", line,
             secret);
    caller_say(caller, request);
    judge(caller, expected, caller_status(caller, strncmp(line, "HEAD", 4) == 0));
}

static void begin_post(struct caller *caller, const char *path, const char *type, const char *more)
{
    char request[REQUEST_SIZE];
    reach(caller);
    snprintf(request, sizeof request, "POST %s HTTP/1.1\r\n" HOST "Cookie: railhead=%s\r\n%s%s\r\n",
             path, secret, type, more);
    caller_say(caller, request);
}

/* In pieces, so that the server's memory for it grows. */
static void send_in_pieces(struct caller *caller, const char *bytes, size_t length, bool chunked)
{
    enum { PIECE = 10000 };
    char size[16];
    for (size_t sent = 0; sent < length && !caller->ended;) {
        const size_t count = length - sent < PIECE ? length - sent : PIECE;
        snprintf(size, sizeof size, "%zx\r\n", count);
        if (chunked)
            caller_say(caller, size);
        caller_send(caller, bytes + sent, count);
        if (chunked)
            caller_say(caller, "\r\n");
        sent += count;
    }
    if (chunked)
        caller_say(caller, "0\r\n\r\n");
}

static void post(struct caller *caller, const char *path, const char *body, int expected)
{
    char length[64];
    snprintf(length, sizeof length, "Content-Length: %zu\r\n", strlen(body));
    begin_post(caller, path, JSON, length);
    caller_say(caller, body);
    judge(caller, expected, caller_status(caller, false));
}

/* A body of that size, which is not a record. */
static void upload(struct caller *caller, size_t size, bool chunked, bool waits, int expected)
{
    static char body[BODY_MAX + 1];
    char headers[96];
    memset(body, '#', sizeof body);
    snprintf(headers, sizeof headers, "Content-Length: %zu\r\n%s", size,
             waits ? "Expect: 100-continue\r\n" : "");
    begin_post(caller, "/api/v1/records", "Content-Type: text/plain\r\n",
               chunked ? "Transfer-Encoding: chunked\r\n" : headers);
    send_in_pieces(caller, body, size, chunked);
    judge(caller, expected, caller_status(caller, false));
}

static void pages_and_questions(struct caller *caller)
{
    static const char long_head[] = "GET / HTTP/1.1\r\n" HOST "X: ";
    char filler[HTTP_HEAD_MAX];
    ask(caller, "GET /", 200);
    ask(caller, "HEAD /", 200);
    ask(caller, "GET /nothing", 404);
    ask(caller, "OPTIONS *", 204);
    ask(caller, "DELETE /", 405);
    ask(caller, "GET /t/abcdefgh01234567", 200);
    ask(caller, "GET /healthz", 200);
    ask(caller, "GET /metrics", 200);
    ask(caller, "GET /api/v1/me", 200);
    ask(caller, "GET /api/v1/tables", 200);
    ask(caller, "GET /api/v1/games", 200);
    ask(caller, "GET /api/v1/socket", 426);
    /* A head in two pieces, then one that is too long, then something else. */
    reach(caller);
    caller_say(caller, long_head);
    caller_say(caller, "y\r\n\r\n");
    judge(caller, 200, caller_status(caller, false));
    reach(caller);
    memset(filler, 'y', sizeof filler);
    caller_say(caller, long_head);
    caller_send(caller, filler, 2000);
    caller_send(caller, filler, sizeof filler - 2000 - strlen(long_head));
    judge(caller, 431, caller_status(caller, false));
    caller_connect(caller);
    caller_say(caller, "\x16\x03\x01\x02");
    judge(caller, 400, caller_status(caller, false));
}

/* The client takes it so slowly that the system does not take it whole from the server. */
static void a_long_answer(struct caller *caller)
{
    caller->small = true;
    caller_connect(caller);
    ask(caller, "GET /large.txt", 200);
    ask(caller, "GET /healthz", 200);
    caller->small = false;
}

static void bodies(struct caller *caller)
{
    static const size_t sizes[] = {1, 4097, 70000, BODY_MAX};
    post(caller, "/api/v1/me", "{\"name\": \"Ada\"}", 200);
    post(caller, "/api/v1/me", "{\"name\": 7}", 400);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        upload(caller, sizes[i], false, false, 422);
        upload(caller, sizes[i], true, false, 422);
    }
    upload(caller, 70000, false, true, 422);
}

static void bodies_that_are_refused(struct caller *caller)
{
    upload(caller, BODY_MAX + 1, false, false, 413);
    caller_connect(caller);
    upload(caller, BODY_MAX + 1, true, false, 413);
    caller_connect(caller);
    begin_post(caller, "/api/v1/records", "", "Transfer-Encoding: chunked\r\n");
    caller_say(caller, "5\r\n#####?");
    judge(caller, 400, caller_status(caller, false));
    /* One that never comes whole. */
    caller_connect(caller);
    begin_post(caller, "/api/v1/records", "", "Content-Length: 100000\r\n");
    caller_say(caller, "#####");
    caller_close(caller);
}

/* ---- WebSockets ------------------------------------------------------------------------------ */

static bool open_socket(struct caller *caller)
{
    char request[REQUEST_SIZE];
    caller_connect(caller);
    snprintf(request, sizeof request,
             "GET " WEBSOCKET_PATH " HTTP/1.1\r\n" HOST "Cookie: railhead=%s\r\n"
             "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Protocol: " SOCKET_PROTOCOL
             "\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
             secret);
    caller_say(caller, request);
    const int status = caller_status(caller, false);
    judge(caller, 101, status);
    return status == 101 && caller_hears(caller, "\"hello\"");
}

static void judge_message(const struct caller *caller, bool readable, const char *expected)
{
    if (!readable && allocation.failed == 0)
        fail_msg("no %s: %.*s", expected, (int)(caller->used < 4000 ? caller->used : 4000),
                 caller->bytes);
}

/* A message, and the answer to it or an error. */
static void say(struct caller *caller, const char *message, const char *expected)
{
    caller_frame(caller, TEXT_FRAME, message, strlen(message));
    judge_message(caller, caller_hears_first(caller, expected, "\"error\""), expected);
    if (memmem(caller->bytes, caller->used, "\"error\":\"store\"", 15))
        judge_count(caller);
}

static void say_goodbye(struct caller *caller)
{
    static const char normal[] = {3, (char)232};
    caller_frame(caller, CLOSE_FRAME, normal, sizeof normal);
    judge_message(caller, caller_hears(caller, "\x88\x02\x03\xe8"), "close frame");
    caller_hears_end(caller);
}

/* In pieces, with a ping between them; and one that is too long. */
static void send_odd_frames(struct caller *caller)
{
    static const char start[] = "{\"do\": \"ping\", ", end[] = "\"id\": 9}";
    char filler[5000];
    memset(filler, ' ', sizeof filler);
    caller_frame(caller, TEXT_BEGINS, start, sizeof start - 1);
    caller_frame(caller, 0, filler, 1000);
    caller_frame(caller, PING_FRAME, "now", 3);
    judge_message(caller, caller_hears(caller, "\x8a\x03now"), "pong frame");
    caller_frame(caller, TEXT_ENDS, end, sizeof end - 1);
    judge_message(caller, caller_hears_first(caller, "\"re\":9", "\"error\""), "pong");
    caller_frame(caller, TEXT_FRAME, filler, sizeof filler);
    judge_message(caller, caller_hears(caller, "\"size\""), "refusal");
}

/* Opens a table, and its id. */
static bool open_table(struct caller *caller, char table[TABLE_ID_SIZE])
{
    static const char key[] = "\"id\":\"";
    caller_connect(caller);
    post(caller, "/api/v1/tables",
         "{\"board\": \"transamerica\", \"seats\": [\"me\", \"open\"], \"public\": true}", 200);
    for (size_t i = 0; i + sizeof key + TABLE_ID_SIZE <= caller->used; i++)
        if (memcmp(caller->bytes + i, key, sizeof key - 1) == 0) {
            memcpy(table, caller->bytes + i + sizeof key - 1, TABLE_ID_SIZE - 1);
            table[TABLE_ID_SIZE - 1] = '\0';
            return true;
        }
    return false;
}

static void messages(struct caller *caller)
{
    char table[TABLE_ID_SIZE], text[REQUEST_SIZE];
    if (!open_table(caller, table) || !open_socket(caller))
        return;
    snprintf(text, sizeof text, "{\"do\": \"follow\", \"table\": \"%s\", \"after\": 0, \"id\": 1}",
             table);
    say(caller, "{\"do\": \"ping\", \"id\": 2}", "\"pong\"");
    say(caller, text, "\"people\"");
    say(caller, "{\"do\": \"chat\", \"text\": \"hello\", \"id\": 3}", "\"done\"");
    say(caller, "{\"do\": \"stand\", \"id\": 4}", "\"done\"");
    say(caller, "{\"do\": \"lobby\", \"id\": 5}", "\"lobby\"");
    say(caller, "nonsense", "\"error\"");
    send_odd_frames(caller);
    say_goodbye(caller);
}

static void open_many_tables(struct caller *caller)
{
    enum { TABLES = 12 };
    char table[TABLE_ID_SIZE];
    for (unsigned i = 0; i < TABLES; i++)
        assert_true(open_table(caller, table));
}

static const struct http_connection *open_visit(const struct caller *caller)
{
    return caller->loopback->network->phase[PHASE_WEBSOCKET].first;
}

/* Nothing is read until the server can write no more, and all of it then. */
static void a_long_queue(struct caller *caller)
{
    enum { LISTS = 50 };
    static const char lobby[] = "{\"do\": \"lobby\", \"id\": 1}", last[] = "{\"do\": \"ping\"}";
    caller->small = true;
    if (open_socket(caller)) {
        caller->reads_little = true;
        for (unsigned i = 0; i < LISTS; i++)
            caller_frame(caller, TEXT_FRAME, lobby, sizeof lobby - 1);
        if (allocation.failed == 0)
            assert_false(channel_is_clear(&open_visit(caller)->channel));
        caller->reads_little = false;
        caller_frame(caller, TEXT_FRAME, last, sizeof last - 1);
        judge_message(caller, caller_hears(caller, "\"pong\""), "pong");
    }
    caller->small = false;
    caller_close(caller);
}

/* More than it may send, in one piece: what came while it was told to wait is kept for later. */
static void too_many_messages(struct caller *caller)
{
    enum { MESSAGES = 45, LENGTH = 6 + 14 };
    static const char frame[] = "\x81\x8e\0\0\0\0{\"do\": \"ping\"}";
    char frames[MESSAGES * LENGTH];
    if (!open_socket(caller))
        return;
    for (unsigned i = 0; i < MESSAGES; i++)
        memcpy(frames + i * LENGTH, frame, LENGTH);
    caller_send(caller, frames, sizeof frames);
    judge_message(caller, caller_hears(caller, "\"slow\""), "refusal");
    if (allocation.failed == 0)
        assert_true(open_visit(caller)->holds & HOLD_RATE_LIMITED);
    for (unsigned i = 0; i < 3; i++)
        loopback_pass_second(caller->loopback);
    say_goodbye(caller);
}

static void a_secure_visit(struct caller *caller)
{
    ask(caller, "GET /", 200);
    ask(caller, "GET /api/v1/me", 200);
    upload(caller, 70000, false, false, 422);
    caller_connect(caller);
    ask(caller, "GET /large.txt", 200);
    if (open_socket(caller)) {
        say(caller, "{\"do\": \"ping\", \"id\": 2}", "\"pong\"");
        say_goodbye(caller);
    }
}

/* ---- Every allocation fails once ------------------------------------------------------------- */

struct conversation {
    void (*prepare)(struct caller *caller); /* nothing fails in it; or NULL */
    void (*hold)(struct caller *caller);
    bool secure, in_openssl;      /* it is OpenSSL's allocations that fail */
    unsigned messages_per_second; /* 0: as many as it wants */
};

/* Someone else, when memory is there again. */
static void assert_it_serves(struct loopback *loopback)
{
    struct caller caller;
    allocation_reset();
    for (unsigned i = 0; i < 10; i++)
        loopback_pass_second(loopback); /* the address may ask again */
    caller_init(&caller, loopback);
    ask(&caller, "GET /healthz", 200);
    ask(&caller, "GET /api/v1/me", 200);
    if (!open_socket(&caller))
        fail_msg("no WebSocket any more");
    caller_free(&caller);
    assert_int_equal(loopback->hub.metrics.counter[COUNTER_STORE_FAILURES], 0);
}

/* False when the conversation has fewer allocations than `number`. */
static bool talk(struct loopback *loopback, const struct conversation *conversation,
                 uint64_t number)
{
    struct caller caller;
    allocation_reset();
    loopback_start(loopback);
    caller_init(&caller, loopback);
    if (conversation->prepare)
        conversation->prepare(&caller);
    allocation_reset();
    openssl_asked = 0;
    *(conversation->in_openssl ? &openssl_number : &allocation.number) = number;
    conversation->hold(&caller);
    const bool failed = allocation.failed > 0;
    openssl_number = 0;
    caller_free(&caller);
    assert_it_serves(loopback);
    loopback_stop(loopback);
    return failed;
}

/* OpenSSL makes thousands for TLS: all of them fail in a full run, in a short one some, at random.
 */
static uint64_t next_number(const struct conversation *conversation, uint64_t number,
                            uint64_t *seed)
{
    const unsigned scale = 1000 / test_count(1000), steps = scale * scale;
    const bool is_long = conversation->in_openssl && conversation->secure;
    return number + 1 + (is_long ? test_random_below(seed, steps) : 0);
}

static void fail_each(const struct conversation *conversation)
{
    struct loopback loopback;
    uint64_t seed = test_seed(), number = 1;
    loopback_make(&loopback, conversation->secure);
    if (conversation->messages_per_second > 0)
        loopback.messages_per_second = conversation->messages_per_second;
    assert_false(talk(&loopback, conversation, 0));
    while (talk(&loopback, conversation, number))
        number = next_number(conversation, number, &seed);
    loopback_remove(&loopback);
    assert_true(number > 1);
    printf("# %llu allocations\n", (unsigned long long)number - 1);
}

TEST_CASE(requests)
{
    fail_each(&(struct conversation){.hold = pages_and_questions});
}

TEST_CASE(long_answers)
{
    fail_each(&(struct conversation){.hold = a_long_answer});
}

TEST_CASE(request_bodies)
{
    fail_each(&(struct conversation){.hold = bodies});
    fail_each(&(struct conversation){.hold = bodies_that_are_refused});
}

TEST_CASE(sockets)
{
    fail_each(&(struct conversation){.hold = messages});
}

/* Only its handshake needs OpenSSL. */
static void an_upgrade(struct caller *caller)
{
    if (open_socket(caller))
        say_goodbye(caller);
}

TEST_CASE(upgrades)
{
    fail_each(&(struct conversation){.hold = an_upgrade, .in_openssl = true});
}

TEST_CASE(long_queues)
{
    fail_each(&(struct conversation){.prepare = open_many_tables, .hold = a_long_queue});
}

TEST_CASE(pauses)
{
    fail_each(&(struct conversation){.hold = too_many_messages, .messages_per_second = 10});
}

TEST_CASE(secure_visits)
{
    fail_each(&(struct conversation){.hold = a_secure_visit, .secure = true});
}

TEST_CASE(secure_visits_without_memory_for_openssl)
{
    fail_each(&(struct conversation){.hold = a_secure_visit, .secure = true, .in_openssl = true});
}

/* ---- Start ----------------------------------------------------------------------------------- */

/* A network that listens, or NULL with a reason. */
static struct network *start_network(struct loopback *loopback, struct network_failure *failure)
{
    const struct network_options options = loopback_options(loopback);
    allocation_arm();
    struct network *network = network_new(&options, failure);
    if (network && !network_listen(network, failure)) {
        network_release(network);
        network = NULL;
    }
    allocation_disarm();
    return network;
}

/* The certificate in use stays where another one cannot be read. */
static void reload_again(struct loopback *loopback, uint64_t number)
{
    struct network_failure failure = {.reason = ""};
    allocation_reset();
    openssl_asked = 0;
    openssl_number = number;
    allocation_arm();
    const bool good = network_reload(loopback->network, &failure);
    allocation_disarm();
    openssl_number = 0;
    assert_true(good || (allocation.failed > 0 && failure.reason[0] != '\0'));
    assert_true(network_validity(loopback->network).until > 0);
}

/* False when the start has fewer allocations than `number`. */
static bool start_again(struct loopback *loopback, const struct conversation *conversation,
                        uint64_t number)
{
    struct network_failure failure = {.reason = ""};
    allocation_reset();
    loopback_start_hub(loopback);
    openssl_asked = 0;
    *(conversation->in_openssl ? &openssl_number : &allocation.number) = number;
    loopback->network = start_network(loopback, &failure);
    const bool failed = allocation.failed > 0;
    openssl_number = 0;
    if (!loopback->network) {
        assert_true(failed && failure.reason[0] != '\0');
        allocation_reset();
        loopback->network = start_network(loopback, &failure);
        assert_non_null(loopback->network);
    }
    reload_again(loopback, number);
    assert_it_serves(loopback);
    loopback_stop(loopback);
    return failed;
}

static void fail_each_start(const struct conversation *conversation)
{
    struct loopback loopback;
    uint64_t seed = test_seed(), number = 1;
    loopback_make(&loopback, true);
    assert_false(start_again(&loopback, conversation, 0));
    while (start_again(&loopback, conversation, number))
        number = next_number(conversation, number, &seed);
    loopback_remove(&loopback);
    assert_true(number > 1);
    printf("# %llu allocations\n", (unsigned long long)number - 1);
}

TEST_CASE(starts)
{
    fail_each_start(&(struct conversation){.secure = true});
    fail_each_start(&(struct conversation){.secure = true, .in_openssl = true});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("requests while each allocation fails once", requests),
        TEST("answers that the client reads slowly", long_answers),
        TEST("bodies of every size, whole and in chunks", request_bodies),
        TEST("a WebSocket, its messages and its end", sockets),
        TEST("a WebSocket, where OpenSSL finds no memory", upgrades),
        TEST("a WebSocket whose client does not read", long_queues),
        TEST("a WebSocket whose client sends too much", pauses),
        TEST("TLS", secure_visits),
        TEST("TLS, where OpenSSL finds no memory", secure_visits_without_memory_for_openssl),
        TEST("the start, and a certificate that is read again", starts),
    };
    assert_int_equal(CRYPTO_set_mem_functions(openssl_malloc, openssl_realloc, openssl_free), 1);
    no_sync();
    signal(SIGPIPE, SIG_IGN);
    identity_new_secret(secret);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
