/*
 * A flood: many connections from one address or many, which send what files say, as often as is
 * wanted, and read the answers or do not.
 *
 *     build/bench/flood --port PORT --from 127.2.0.1 --connections 64 --first FILE --then FILE
 *
 * It knows next to nothing of HTTP and WebSockets: bench/floods.mjs writes the bytes.  In them
 * "@{s...}" is a hole for the secret of the connection, "@{n...}" for a new one each time,
 * "@{i...}" for letters and digits at random; what fills it is as long as the hole.  With --tls
 * each connection begins with a full handshake, whatever the certificate is.  It stops by itself,
 * whatever the server does: after its seconds, or when it has made its connections.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "cli/program.h"

enum {
    THEN_MAX = 8,
    HOLES_MAX = 16,
    SECRET_LETTERS = 43,
    EVENTS_AT_ONCE = 256,
    OPENING_AT_ONCE = 128, /* connections that are being made */
    SMALL_BUFFER = 4096,   /* what a deaf connection lets the system keep for it */
    STATUSES = 600,
};

#define SECOND_NS INT64_C(1000000000)

struct hole {
    size_t at, length;
    char kind;
};

/* The bytes of a file, with holes. */
struct text_to_send {
    char *bytes;
    size_t length;
    struct hole hole[HOLES_MAX];
    unsigned holes;
};

struct plan {
    uint64_t port, addresses, connections, most, seconds, rate, life;
    const char *from;
    struct text_to_send first, then[THEN_MAX];
    unsigned thens;
    bool deaf, waits, leaves, tls;
};

/* One connection. */
struct hose {
    int fd; /* -1: closed */
    bool is_connected;
    bool is_asking;   /* has sent something and not heard the whole answer */
    size_t awaited;   /* bytes of an answer that are still to come */
    unsigned number;  /* which says where it comes from */
    uint32_t watched; /* the events that epoll reports */
    uint64_t sent, heard;
    SSL *tls; /* NULL: without */
    char secret[SECRET_LETTERS + 1];
    char *own;        /* a copy with its holes filled; NULL where there are none */
    const char *rest; /* still to be written */
    size_t rest_length;
};

struct flood {
    const struct plan *plan;
    int epoll;
    SSL_CTX *tls; /* NULL: without */
    struct sockaddr_in server, from;
    struct hose *hose;
    unsigned next; /* hose that may send */
    uint64_t opening, opened, failed, closed, sent, bytes_in, bytes_out;
    uint64_t status[STATUSES];
};

_Noreturn void check_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "flood: %s:%d: check failed: %s\n", file, line, condition);
    abort();
}

static int64_t clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return SECOND_NS * now.tv_sec + now.tv_nsec;
}

/* ---- What is sent ---------------------------------------------------------------------------- */

static void find_holes(struct text_to_send *text)
{
    for (size_t i = 0; i + 3 < text->length; i++) {
        if (text->bytes[i] != '@' || text->bytes[i + 1] != '{')
            continue;
        const char *end = memchr(text->bytes + i, '}', text->length - i);
        CHECK(end != NULL && text->holes < HOLES_MAX);
        text->hole[text->holes++] = (struct hole){
            .at = i, .length = (size_t)(end + 1 - text->bytes) - i, .kind = text->bytes[i + 2]};
    }
}

static bool read_text(struct text_to_send *text, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    fseek(file, 0, SEEK_END);
    text->length = (size_t)ftell(file);
    rewind(file);
    text->bytes = malloc(text->length + 1);
    bool good = text->bytes != NULL && fread(text->bytes, 1, text->length, file) == text->length;
    fclose(file);
    if (good)
        find_holes(text);
    return good;
}

static void make_secret(char secret[SECRET_LETTERS + 1])
{
    unsigned char bytes[32];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(secret, SECRET_LETTERS + 1, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

static void fill(char *at, const struct hole *hole, const struct hose *hose)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    char fresh[SECRET_LETTERS + 1];
    if (hole->kind == 'i') {
        for (size_t i = 0; i < hole->length; i++)
            at[i] = letters[randombytes_uniform(sizeof letters - 1)];
        return;
    }
    CHECK(hole->length == SECRET_LETTERS);
    if (hole->kind == 'n')
        make_secret(fresh);
    memcpy(at, hole->kind == 'n' ? fresh : hose->secret, SECRET_LETTERS);
}

/* A deaf connection reads until its handshake is done. */
static uint32_t wanted_of(const struct flood *flood, const struct hose *hose)
{
    const bool is_greeting = hose->tls != NULL && !SSL_is_init_finished(hose->tls);
    const bool waits_for_other = hose->tls != NULL && SSL_want_read(hose->tls);
    const bool writes = !hose->is_connected || (hose->rest_length > 0 && !waits_for_other);
    const bool reads = !flood->plan->deaf || is_greeting;
    return EPOLLRDHUP | (reads ? (uint32_t)EPOLLIN : 0) | (writes ? (uint32_t)EPOLLOUT : 0);
}

static void watch(const struct flood *flood, struct hose *hose, int operation)
{
    struct epoll_event event = {.data.ptr = hose, .events = wanted_of(flood, hose)};
    if (operation == EPOLL_CTL_MOD && event.events == hose->watched)
        return;
    hose->watched = event.events;
    CHECK(epoll_ctl(flood->epoll, operation, hose->fd, &event) == 0);
}

/* How much of the rest was written; a connection that has failed is noticed when it is read. */
static size_t put(const struct hose *hose)
{
    size_t count = 0;
    if (hose->tls != NULL) {
        ERR_clear_error();
        return SSL_write_ex(hose->tls, hose->rest, hose->rest_length, &count) == 1 ? count : 0;
    }
    const ssize_t written = send(hose->fd, hose->rest, hose->rest_length, MSG_NOSIGNAL);
    return written > 0 ? (size_t)written : 0;
}

static void write_some(struct flood *flood, struct hose *hose)
{
    const size_t written = put(hose);
    hose->rest += written;
    hose->rest_length -= written;
    flood->bytes_out += written;
    if (hose->rest_length == 0) {
        free(hose->own);
        hose->own = NULL;
    }
    watch(flood, hose, EPOLL_CTL_MOD);
}

static void pour(struct flood *flood, struct hose *hose, const struct text_to_send *text)
{
    hose->rest = text->bytes;
    hose->rest_length = text->length;
    if (text->holes > 0) {
        hose->own = malloc(text->length);
        CHECK(hose->own != NULL);
        memcpy(hose->own, text->bytes, text->length);
        for (unsigned i = 0; i < text->holes; i++)
            fill(hose->own + text->hole[i].at, &text->hole[i], hose);
        hose->rest = hose->own;
    }
    hose->sent++;
    hose->is_asking = flood->plan->waits;
    flood->sent++;
    if (text->length > 0)
        write_some(flood, hose);
}

/* ---- Connections ----------------------------------------------------------------------------- */

static void close_hose(struct flood *flood, struct hose *hose)
{
    if (hose->fd < 0)
        return;
    SSL_free(hose->tls);
    hose->tls = NULL;
    close(hose->fd);
    hose->fd = -1;
    if (hose->is_connected)
        flood->closed++;
    else
        flood->opening--, flood->failed++;
    free(hose->own);
    hose->own = NULL;
    hose->rest_length = 0;
}

static void set_up(const struct flood *flood, const struct hose *hose)
{
    const int on = 1, small = SMALL_BUFFER;
    struct sockaddr_in from = flood->from;
    from.sin_addr.s_addr = htonl(ntohl(flood->from.sin_addr.s_addr) +
                                 (uint32_t)(hose->number % flood->plan->addresses));
    setsockopt(hose->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(hose->fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    if (flood->plan->deaf)
        setsockopt(hose->fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    CHECK(bind(hose->fd, (const struct sockaddr *)&from, sizeof from) == 0);
}

static void set_up_tls(const struct flood *flood, struct hose *hose)
{
    hose->tls = flood->tls != NULL ? SSL_new(flood->tls) : NULL;
    if (hose->tls == NULL)
        return;
    CHECK(SSL_set_fd(hose->tls, hose->fd) == 1);
    SSL_set_connect_state(hose->tls);
}

static void open_hose(struct flood *flood, struct hose *hose)
{
    hose->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (hose->fd < 0) {
        flood->failed++;
        return;
    }
    hose->is_connected = hose->is_asking = false;
    hose->sent = hose->heard = 0;
    hose->rest_length = hose->awaited = 0;
    make_secret(hose->secret);
    set_up(flood, hose);
    set_up_tls(flood, hose);
    flood->opening++;
    if (connect(hose->fd, (const struct sockaddr *)&flood->server, sizeof flood->server) == 0 ||
        errno == EINPROGRESS)
        watch(flood, hose, EPOLL_CTL_ADD);
    else
        close_hose(flood, hose);
}

/* As many as there are to be, a few at a time, with a rate no more a second than that. */
static void open_some(struct flood *flood, uint64_t due)
{
    const struct plan *plan = flood->plan;
    for (unsigned i = 0; i < plan->connections && flood->opening < OPENING_AT_ONCE; i++) {
        uint64_t made = flood->opened + flood->failed + flood->opening;
        if (made >= plan->most || (plan->thens == 0 && plan->rate > 0 && made >= due))
            return;
        if (flood->hose[i].fd < 0)
            open_hose(flood, &flood->hose[i]);
    }
}

/* The bytes of an answer over HTTP, by its headers; 0 where it is none. */
static size_t answer_length(struct flood *flood, const char *bytes)
{
    static const char opening[] = "HTTP/1.1 ", length[] = "\r\ncontent-length:";
    const char *end = strstr(bytes, "\r\n\r\n");
    const char *field = strstr(bytes, length);
    if (strncmp(bytes, opening, sizeof opening - 1) != 0 || end == NULL)
        return 0;
    flood->status[strtoul(bytes + sizeof opening - 1, NULL, 10) % STATUSES]++;
    return (size_t)(end + 4 - bytes) +
           (field != NULL && field < end ? strtoul(field + sizeof length - 1, NULL, 10) : 0);
}

/* How many bytes; 0 at the end, -1 when there are none now. */
static ssize_t get(const struct hose *hose, char *bytes, size_t room)
{
    size_t count = 0;
    if (hose->tls == NULL) {
        const ssize_t got = recv(hose->fd, bytes, room, 0);
        return got < 0 && errno != EAGAIN ? 0 : got;
    }
    ERR_clear_error();
    const int result = SSL_read_ex(hose->tls, bytes, room, &count);
    if (result == 1)
        return (ssize_t)count;
    const int why = SSL_get_error(hose->tls, result);
    return why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE ? -1 : 0;
}

/* The part of an answer that has come. */
static void take(struct flood *flood, struct hose *hose, const char *bytes, size_t length)
{
    flood->bytes_in += length;
    if (hose->awaited == 0)
        hose->awaited = answer_length(flood, bytes);
    hose->awaited -= hose->awaited < length ? hose->awaited : length;
    if (hose->awaited > 0)
        return;
    hose->is_asking = false;
    if (flood->plan->life > 0 && ++hose->heard >= flood->plan->life)
        close_hose(flood, hose);
}

static void hear(struct flood *flood, struct hose *hose)
{
    char bytes[65536];
    do {
        const ssize_t got = get(hose, bytes, sizeof bytes - 1);
        if (got == 0)
            close_hose(flood, hose);
        if (got <= 0)
            return;
        bytes[got] = '\0';
        take(flood, hose, bytes, (size_t)got);
    } while (hose->fd >= 0 && hose->tls != NULL && SSL_pending(hose->tls) > 0);
}

static void handle(struct flood *flood, struct hose *hose, uint32_t events)
{
    if (events & (EPOLLERR | EPOLLHUP) || (flood->plan->deaf && events & EPOLLRDHUP)) {
        close_hose(flood, hose);
        return;
    }
    if (events & EPOLLOUT && !hose->is_connected) {
        hose->is_connected = true;
        flood->opening--;
        flood->opened++;
        pour(flood, hose, &flood->plan->first);
        watch(flood, hose, EPOLL_CTL_MOD);
    } else if (events & EPOLLOUT) {
        write_some(flood, hose);
    }
    if (events & (EPOLLIN | EPOLLRDHUP))
        hear(flood, hose);
    if (hose->fd >= 0 && hose->tls != NULL && hose->rest_length > 0)
        write_some(flood, hose); /* the handshake may be done */
    if (hose->fd >= 0 && flood->plan->leaves && hose->is_connected && hose->rest_length == 0)
        close_hose(flood, hose);
}

/* One after the other, as many as the rate wants by now; those that are busy are passed over. */
static void send_some(struct flood *flood, uint64_t due, uint64_t *let_go)
{
    const struct plan *plan = flood->plan;
    for (unsigned tried = 0; *let_go < due && tried < plan->connections; tried++) {
        struct hose *hose = &flood->hose[flood->next++ % plan->connections];
        if (hose->fd < 0 || !hose->is_connected || hose->rest_length > 0 || hose->is_asking)
            continue;
        pour(flood, hose, &plan->then[(hose->sent - 1) % plan->thens]);
        (*let_go)++;
        tried = 0;
    }
    if (*let_go < due)
        *let_go = due; /* what could not be sent in time is not made up for */
}

static void run(struct flood *flood)
{
    const struct plan *plan = flood->plan;
    struct epoll_event event[EVENTS_AT_ONCE];
    const int64_t start = clock_ns();
    uint64_t let_go = 0;
    for (int64_t now = start; now < start + SECOND_NS * (int64_t)plan->seconds; now = clock_ns()) {
        uint64_t due = (uint64_t)((double)(now - start) / SECOND_NS * (double)plan->rate);
        open_some(flood, due + 1);
        int count = epoll_wait(flood->epoll, event, EVENTS_AT_ONCE, 2);
        for (int i = 0; i < count; i++) {
            struct hose *hose = event[i].data.ptr;
            if (hose->fd >= 0)
                handle(flood, hose, event[i].events);
        }
        if (plan->thens > 0)
            send_some(flood, due, &let_go);
    }
}

/* ---- The command ----------------------------------------------------------------------------- */

static bool take_text(const struct option *option, const char *value, void *into,
                      char error[OPTIONS_ERROR_SIZE])
{
    struct plan *plan = into;
    const bool is_first = strcmp(option->name, "first") == 0;
    if (!is_first && plan->thens == THEN_MAX)
        snprintf(error, OPTIONS_ERROR_SIZE, "at most %d files", THEN_MAX);
    else if (read_text(is_first ? &plan->first : &plan->then[plan->thens++], value))
        return true;
    else
        snprintf(error, OPTIONS_ERROR_SIZE, "cannot read %.200s", value);
    return false;
}

static const struct option options[] = {
    OPT_NUMBER("port", "PORT", struct plan, port, 1, 65535, "of a server on this machine",
               .needed = true),
    OPT_CALL("first", "FILE", struct plan, first, take_text, "what a connection sends first",
             .needed = true),
    OPT_CALL("then", "FILE", struct plan, then, take_text,
             "what it sends after that, again and again; more than one by turns"),
    OPT_NUMBER("rate", "N", struct plan, rate, 1, 1000000,
               "how many a second over all connections: --then, or without it connections"),
    OPT_NUMBER("connections", "N", struct plan, connections, 1, 20000, "at once",
               .otherwise = "64"),
    OPT_NUMBER("most", "N", struct plan, most, 1, 1000000, "that are made altogether",
               .otherwise = "200000"),
    OPT_NUMBER("life", "N", struct plan, life, 1, 1000000,
               "a connection is closed after so many answers, and made again"),
    OPT_FLAG("wait", struct plan, waits, "a connection sends again when it has been answered"),
    OPT_FLAG("deaf", struct plan, deaf, "never reads"),
    OPT_FLAG("leave", struct plan, leaves,
             "a connection is closed when --first has been sent, and made again"),
    OPT_FLAG("tls", struct plan, tls, "over TLS, whatever the certificate is"),
    OPT_TEXT("from", "ADDRESS", struct plan, from, "the first address it comes from",
             .otherwise = "127.0.0.1"),
    OPT_NUMBER("addresses", "N", struct plan, addresses, 1, 60000,
               "how many there are from that one on", .otherwise = "1"),
    OPT_NUMBER("seconds", "N", struct plan, seconds, 1, 600, "how long", .otherwise = "10"),
    OPT_END,
};

static const struct command command = {
    .name = "flood",
    .usage = "--port PORT --first FILE [OPTION]...",
    .tells = "Somebody who sends a server more than it asked for.",
    .options = options,
};

static void report(const struct flood *flood)
{
    struct rusage usage_now;
    getrusage(RUSAGE_SELF, &usage_now);
    double cpu = (double)(usage_now.ru_utime.tv_sec + usage_now.ru_stime.tv_sec) +
                 (double)(usage_now.ru_utime.tv_usec + usage_now.ru_stime.tv_usec) / 1e6;
    printf("{\"opened\":%" PRIu64 ",\"failed\":%" PRIu64 ",\"closed\":%" PRIu64 ",\"sent\":%" PRIu64
           ",\"bytes_out\":%" PRIu64 ",\"bytes_in\":%" PRIu64 ",\"cpu_s\":%.2f,\"status\":{",
           flood->opened, flood->failed, flood->closed, flood->sent, flood->bytes_out,
           flood->bytes_in, cpu);
    const char *comma = "";
    for (unsigned i = 0; i < STATUSES; i++)
        if (flood->status[i] > 0) {
            printf("%s\"%u\":%" PRIu64, comma, i, flood->status[i]);
            comma = ",";
        }
    printf("}}\n");
}

static void prepare(struct flood *flood)
{
    const struct plan *plan = flood->plan;
    program_allow_connections();
    signal(SIGPIPE, SIG_IGN); /* OpenSSL writes without MSG_NOSIGNAL */
    flood->epoll = epoll_create1(EPOLL_CLOEXEC);
    flood->tls = plan->tls ? SSL_CTX_new(TLS_client_method()) : NULL;
    CHECK(!plan->tls || flood->tls != NULL);
    flood->server = (struct sockaddr_in){.sin_family = AF_INET,
                                         .sin_port = htons((uint16_t)plan->port),
                                         .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    flood->from.sin_family = AF_INET;
    if (flood->tls != NULL)
        SSL_CTX_set_mode(flood->tls,
                         SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    flood->hose = calloc(plan->connections, sizeof *flood->hose);
    CHECK(flood->epoll >= 0 && flood->hose != NULL);
    for (unsigned i = 0; i < plan->connections; i++) {
        flood->hose[i].fd = -1;
        flood->hose[i].number = i;
    }
}

int main(int argc, char **argv)
{
    static struct plan plan;
    static struct flood flood = {.plan = &plan};
    int status;
    if (!program_read(&command, argc, argv, &plan, &status))
        return status;
    if (sodium_init() < 0 || inet_pton(AF_INET, plan.from, &flood.from.sin_addr) != 1) {
        fputs("flood: --from is no address\n", stderr);
        return 2;
    }
    prepare(&flood);
    run(&flood);
    report(&flood);
    return 0;
}
