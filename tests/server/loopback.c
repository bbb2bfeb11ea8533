/* A server and its clients in one thread; see loopback.h. */
#include "server/loopback.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "fault/allocation.h"
#include "server/http/network_internal.h"
#include "server/still_hub.h"

enum { LARGE_FILE = 600000, PATIENCE_MS = 60000, SMALL_BUFFER = 1 };

/* ---- The folder ------------------------------------------------------------------------------ */

static void run(const char *format, const char *one, const char *two)
{
    char command[512];
    snprintf(command, sizeof command, format, one, two);
    if (system(command) != 0)
        fail_msg("failed: %s", command);
}

static void write_page(const struct loopback *loopback, const char *name, const char *bytes,
                       size_t repeats)
{
    char path[160];
    snprintf(path, sizeof path, "%s/%s", loopback->pages, name);
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    for (size_t i = 0; i < repeats; i++)
        assert_true(fputs(bytes, stream) >= 0);
    assert_int_equal(fclose(stream), 0);
}

static void keep_database(struct loopback *loopback)
{
    store_close(still_store(loopback->file));
    FILE *stream = fopen(loopback->file, "r");
    assert_non_null(stream);
    fseek(stream, 0, SEEK_END);
    loopback->database_size = (size_t)ftell(stream);
    loopback->database = malloc(loopback->database_size);
    assert_non_null(loopback->database);
    rewind(stream);
    assert_int_equal(fread(loopback->database, 1, loopback->database_size, stream),
                     loopback->database_size);
    fclose(stream);
}

static void restore_database(const struct loopback *loopback)
{
    FILE *stream = fopen(loopback->file, "w");
    assert_non_null(stream);
    assert_int_equal(fwrite(loopback->database, 1, loopback->database_size, stream),
                     loopback->database_size);
    assert_int_equal(fclose(stream), 0);
}

void loopback_make(struct loopback *loopback, bool secure)
{
    memset(loopback, 0, sizeof *loopback);
    loopback->messages_per_second = 1000000;
    assert_true(sodium_init() >= 0);
    snprintf(loopback->folder, sizeof loopback->folder, "/tmp/railhead-loopback-XXXXXX");
    assert_non_null(mkdtemp(loopback->folder));
    snprintf(loopback->file, sizeof loopback->file, "%s/railhead.db", loopback->folder);
    snprintf(loopback->pages, sizeof loopback->pages, "%s/pages", loopback->folder);
    run("mkdir '%s'%s", loopback->pages, "");
    write_page(loopback, "index.html", "<title>Railhead</title>", 1);
    write_page(loopback, "large.txt", "0123456789", LARGE_FILE / 10);
    keep_database(loopback);
    if (!secure)
        return;
    snprintf(loopback->certificate, sizeof loopback->certificate, "%s/cert.pem", loopback->folder);
    snprintf(loopback->key, sizeof loopback->key, "%s/key.pem", loopback->folder);
    run("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 "
        "-subj /CN=localhost -out '%s' -keyout '%s' 2>/dev/null",
        loopback->certificate, loopback->key);
    loopback->client_tls = SSL_CTX_new(TLS_client_method());
    assert_non_null(loopback->client_tls);
}

void loopback_remove(struct loopback *loopback)
{
    SSL_CTX_free(loopback->client_tls);
    free(loopback->database);
    run("rm -rf '%s'%s", loopback->folder, "");
}

/* ---- The server ------------------------------------------------------------------------------ */

/* A line that ends in a colon has no reason behind it. */
static void look_at_line(void *context, const struct hub_line *line)
{
    struct loopback *loopback = context;
    const size_t length = strlen(line->words);
    if (length >= 2 && strcmp(line->words + length - 2, ": ") == 0)
        loopback->has_empty_cause = true;
}

void loopback_start_hub(struct loopback *loopback)
{
    char reason[STORE_REASON_SIZE] = "";
    loopback->blocks = allocation.blocks;
    restore_database(loopback);
    const struct hub_stores stores = {.writing = still_store(loopback->file),
                                      .reading = {still_store(loopback->file)}};
    const struct hub_options options = {.connections_per_address = 100,
                                        .messages_per_second = loopback->messages_per_second,
                                        .version = "test",
                                        .name = "test",
                                        .log = look_at_line,
                                        .log_context = loopback,
                                        .wake = still_wake,
                                        .now = still_now,
                                        .now_context = &loopback->now};
    loopback->now = STILL_NOW;
    loopback->has_empty_cause = false;
    loopback->files = static_files_load(loopback->pages, reason);
    assert_non_null(loopback->files);
    assert_true(hub_start(&loopback->hub, &options, stores, reason));
    still_work(&loopback->hub);
}

struct network_options loopback_options(struct loopback *loopback)
{
    const bool secure = loopback->client_tls != NULL;
    return (struct network_options){.bind = "127.0.0.1",
                                    .tls_certificate = secure ? loopback->certificate : NULL,
                                    .tls_key = secure ? loopback->key : NULL,
                                    .connections = 100,
                                    .hub = &loopback->hub,
                                    .files = loopback->files,
                                    .quota = &loopback->hub.quota};
}

void loopback_start(struct loopback *loopback)
{
    struct network_failure failure = {.reason = ""};
    loopback_start_hub(loopback);
    const struct network_options options = loopback_options(loopback);
    loopback->network = network_new(&options, &failure);
    if (!loopback->network || !network_listen(loopback->network, &failure))
        fail_msg("%s", failure.reason);
}

/* The alarm makes the loop look at its sockets without waiting for them. */
void loopback_turn(struct loopback *loopback)
{
    struct hub *hub = &loopback->hub;
    network_wake(loopback->network);
    allocation_arm();
    network_service(loopback->network);
    while (hub_step(hub, HUB_WRITER) || hub_step(hub, HUB_READER) ||
           hub_step(hub, HUB_PASSWORD_WORKER) || hub_step(hub, HUB_BOT))
        hub_collect(hub);
    allocation_disarm();
}

/* The network's ticks make the second, and the hub's clock only follows. */
void loopback_pass_second(struct loopback *loopback)
{
    enum { TICKS = 9 };
    loopback->now += 1000;
    loopback->network->ticks = TICKS;
    loopback->network->next_tick = 0;
    loopback_turn(loopback);
}

/* Nobody is counted for the address any more. */
static void assert_uncounted(struct rate_limit *limit, int64_t now)
{
    assert_true(rate_limit_connect(limit, "127.0.0.1", now, 1));
    rate_limit_disconnect(limit, "127.0.0.1");
}

static void assert_nothing_held(struct loopback *loopback)
{
    struct hub *hub = &loopback->hub;
    assert_int_equal(memory_quota_total(&hub->quota), 0);
    assert_int_equal(hub->clients_by_id.count, 0);
    assert_int_equal(hub->metrics.gauge[GAUGE_CONNECTIONS], 0);
    assert_uncounted(&hub->limit[LIMIT_ADDRESSES], loopback->now);
    assert_uncounted(&loopback->network->addresses, clock_ms());
    assert_uncounted(&loopback->network->heads, clock_ms());
}

void loopback_stop(struct loopback *loopback)
{
    const int64_t until = clock_ms() + PATIENCE_MS;
    while (network_is_busy(loopback->network)) {
        assert_true(clock_ms() < until);
        loopback_turn(loopback);
    }
    assert_nothing_held(loopback);
    network_stop_listening(loopback->network);
    hub_stop(&loopback->hub);
    network_release(loopback->network);
    hub_release(&loopback->hub);
    static_files_release(loopback->files);
    assert_int_equal(allocation.blocks, loopback->blocks);
    assert_false(loopback->has_empty_cause);
}

/* ---- Clients --------------------------------------------------------------------------------- */

void caller_init(struct caller *caller, struct loopback *loopback)
{
    *caller = (struct caller){.loopback = loopback, .descriptor = -1, .ended = true};
    caller->bytes = malloc(CALLER_ROOM);
    assert_non_null(caller->bytes);
}

void caller_close(struct caller *caller)
{
    SSL_free(caller->tls);
    if (caller->descriptor >= 0)
        close(caller->descriptor);
    caller->tls = NULL;
    caller->descriptor = -1;
    caller->ended = true;
}

void caller_free(struct caller *caller)
{
    caller_close(caller);
    free(caller->bytes);
}

/* The handshake goes on with the first bytes that are written or read. */
static void begin_tls(struct caller *caller)
{
    caller->tls = SSL_new(caller->loopback->client_tls);
    assert_non_null(caller->tls);
    assert_int_equal(SSL_set_fd(caller->tls, caller->descriptor), 1);
    SSL_set_connect_state(caller->tls);
}

void caller_connect(struct caller *caller)
{
    const struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)network_port(caller->loopback->network)),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int size = SMALL_BUFFER, on = 1;
    caller_close(caller);
    caller->descriptor = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(caller->descriptor >= 0);
    if (caller->small)
        setsockopt(caller->descriptor, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
    setsockopt(caller->descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    assert_int_equal(connect(caller->descriptor, (const struct sockaddr *)&address, sizeof address),
                     0);
    fcntl(caller->descriptor, F_SETFL, O_NONBLOCK);
    caller->ended = false;
    caller->used = caller->taken = 0;
    if (caller->loopback->client_tls)
        begin_tls(caller);
}

static bool may_repeat(const struct caller *caller, ssize_t count)
{
    if (!caller->tls)
        return count < 0 && (errno == EAGAIN || errno == EINTR);
    const int why = SSL_get_error(caller->tls, (int)count);
    return why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE;
}

static void receive(struct caller *caller)
{
    while (!caller->ended) {
        char *place = caller->bytes + caller->used;
        const size_t capacity = CALLER_ROOM - caller->used;
        assert_true(capacity > 0);
        const ssize_t count = caller->tls ? SSL_read(caller->tls, place, (int)capacity)
                                          : recv(caller->descriptor, place, capacity, 0);
        if (count <= 0) {
            caller->ended = !may_repeat(caller, count);
            return;
        }
        caller->used += (size_t)count;
    }
}

/* A turn of the server between two looks at what it has sent. */
static void turn(struct caller *caller, int64_t until)
{
    if (clock_ms() >= until)
        fail_msg("nothing comes; so far: %.*s", (int)(caller->used - caller->taken),
                 caller->bytes + caller->taken);
    loopback_turn(caller->loopback);
}

void caller_send(struct caller *caller, const char *bytes, size_t length)
{
    const int64_t until = clock_ms() + PATIENCE_MS;
    while (length > 0 && !caller->ended) {
        const ssize_t count = caller->tls ? SSL_write(caller->tls, bytes, (int)length)
                                          : send(caller->descriptor, bytes, length, MSG_NOSIGNAL);
        if (count > 0) {
            bytes += count;
            length -= (size_t)count;
        } else {
            caller->ended = !may_repeat(caller, count);
        }
        turn(caller, until);
        if (!caller->reads_little)
            receive(caller);
    }
}

void caller_say(struct caller *caller, const char *text)
{
    caller_send(caller, text, strlen(text));
}

/* Where a text ends behind what was taken; 0 if it has not come. */
static size_t find_end(const struct caller *caller, const char *text)
{
    const size_t length = strlen(text);
    for (size_t i = caller->taken; i + length <= caller->used; i++)
        if (memcmp(caller->bytes + i, text, length) == 0)
            return i + length;
    return 0;
}

bool caller_hears_first(struct caller *caller, const char *one, const char *other)
{
    const int64_t until = clock_ms() + PATIENCE_MS;
    for (;;) {
        const size_t first = find_end(caller, one), second = find_end(caller, other);
        if (first > 0 || second > 0) {
            const bool is_first = first > 0 && (second == 0 || first <= second);
            caller->taken = is_first ? first : second;
            return is_first;
        }
        if (caller->ended)
            return false;
        turn(caller, until);
        receive(caller);
    }
}

bool caller_hears(struct caller *caller, const char *text)
{
    return caller_hears_first(caller, text, text);
}

void caller_hears_end(struct caller *caller)
{
    const int64_t until = clock_ms() + PATIENCE_MS;
    while (!caller->ended) {
        turn(caller, until);
        receive(caller);
        caller->taken = caller->used;
    }
}

/* ---- HTTP ------------------------------------------------------------------------------------ */

/* How many bytes the body of the answer whose head ends at `end` has. */
static size_t body_length(const struct caller *caller, size_t start, size_t end)
{
    static const char name[] = "\r\ncontent-length: ";
    for (size_t i = start; i + sizeof name <= end; i++)
        if (memcmp(caller->bytes + i, name, sizeof name - 1) == 0)
            return strtoul(caller->bytes + i + sizeof name - 1, NULL, 10);
    return 0;
}

static bool has_come(struct caller *caller, size_t end)
{
    const int64_t until = clock_ms() + PATIENCE_MS;
    while (caller->used < end && !caller->ended) {
        turn(caller, until);
        receive(caller);
    }
    return caller->used >= end;
}

int caller_status(struct caller *caller, bool bodiless)
{
    int status = 100;
    while (status == 100) {
        const size_t start = caller->taken;
        if (!caller_hears(caller, "\r\n\r\n"))
            return 0;
        status = atoi(caller->bytes + start + sizeof "HTTP/1.1");
        const size_t body = bodiless ? 0 : body_length(caller, start, caller->taken);
        if (!has_come(caller, caller->taken + body))
            return 0;
        caller->taken += body;
    }
    return status;
}

/* ---- WebSockets ------------------------------------------------------------------------------ */

void caller_frame(struct caller *caller, unsigned first_byte, const char *bytes, size_t length)
{
    enum { MASKED = 0x80, TWO_BYTES = 126 };
    char frame[8 + 8192] = {0};
    size_t used = 2;
    assert_true(length + 8 <= sizeof frame);
    frame[0] = (char)first_byte;
    frame[1] = (char)(MASKED | (length < TWO_BYTES ? length : TWO_BYTES));
    if (length >= TWO_BYTES) {
        frame[used++] = (char)(length >> 8);
        frame[used++] = (char)(length & 0xff);
    }
    used += 4; /* the mask */
    memcpy(frame + used, bytes, length);
    caller_send(caller, frame, used + length);
}
