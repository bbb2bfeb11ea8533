/*
 * The honest side of a measurement: players who ping over WebSockets, and newcomers who connect,
 * are greeted and leave.
 *
 *     build/bench/ping --port PORT [--tls] [--from 127.6.0.1] [--players 10] [--seconds 10]
 *
 * Pings and newcomers come at their rates, whether or not those before them have been answered: a
 * server that is slow is asked as often as a quick one.  The time of a ping is from sending it to
 * its pong, that of a newcomer from connecting to `hello`, handshake included.  Each player and
 * each newcomer has an address of its own, so that limits by address concern none of them.  SIGUSR1
 * ends a phase with a report and begins the next, SIGTERM ends the last one.
 */
#include <arpa/inet.h>
#include <inttypes.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "cli/program.h"
#include "load/wire.h"
#include "protocol/message.h"
#include "protocol/told_message.h"

enum {
    PLAYERS_MAX = 100,
    NEWCOMERS_MAX = 256, /* who are on their way at once; beyond that they count as lost */
    PINGS_MAX = 1024,    /* of a player that are on their way, a power of two */
    SAMPLES_MAX = 1 << 20,
    EVENTS_AT_ONCE = 64,
    ADDRESSES = 50000, /* of newcomers, before the first of them is used again */
};

#define SECOND_NS INT64_C(1000000000)

struct plan {
    uint64_t port, players, rate, newcomers, seconds;
    const char *from;
    bool tls;
};

/* One connection: of a player until the end, or of a newcomer until it is greeted. */
struct caller {
    struct wire wire; /* first, so that a wire leads to its caller */
    struct run *run;
    bool is_player, is_upgraded, is_greeted;
    int64_t since;
    uint64_t sent, answered;    /* pings; the id of each is its number */
    int64_t sent_at[PINGS_MAX]; /* of a player */
};

/* Microseconds each. */
struct samples {
    uint32_t *micros;
    size_t count;
    uint64_t lost;
};

struct run {
    const struct plan *plan;
    int epoll, signals;
    struct sockaddr_in server, from;
    char host[32];
    struct caller player[PLAYERS_MAX], newcomer[NEWCOMERS_MAX];
    struct samples pings, arrivals;
    int64_t phase_since, next_ping, next_newcomer;
    uint64_t newcomers;
    bool is_over;
};

_Noreturn void check_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "ping: %s:%d: check failed: %s\n", file, line, condition);
    abort();
}

static int64_t clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return SECOND_NS * now.tv_sec + now.tv_nsec;
}

/* ---- Samples --------------------------------------------------------------------------------- */

static void add_sample(struct samples *samples, int64_t nanoseconds)
{
    if (samples->count < SAMPLES_MAX)
        samples->micros[samples->count++] = (uint32_t)(nanoseconds / 1000);
}

static int compare(const void *one, const void *other)
{
    const uint32_t a = *(const uint32_t *)one;
    const uint32_t b = *(const uint32_t *)other;
    return (a > b) - (a < b);
}

/* In milliseconds; the samples are sorted. */
static double quantile(const struct samples *samples, double share)
{
    if (samples->count == 0)
        return 0;
    return samples->micros[(size_t)(share * (double)(samples->count - 1))] / 1000.0;
}

static void print_samples(const char *name, struct samples *samples)
{
    qsort(samples->micros, samples->count, sizeof *samples->micros, compare);
    printf("\"%s\":{\"count\":%zu,\"lost\":%" PRIu64
           ",\"p50_ms\":%.2f,\"p99_ms\":%.2f,\"max_ms\":%.2f}",
           name, samples->count, samples->lost, quantile(samples, 0.5), quantile(samples, 0.99),
           quantile(samples, 1));
    samples->count = 0;
    samples->lost = 0;
}

/* What is still on its way has taken that long at least. */
static void count_pending(struct run *run, int64_t now)
{
    for (unsigned i = 0; i < run->plan->players; i++) {
        struct caller *player = &run->player[i];
        for (uint64_t number = player->answered; number < player->sent; number++)
            add_sample(&run->pings, now - player->sent_at[number % PINGS_MAX]);
        player->answered = player->sent;
    }
    for (unsigned i = 0; i < NEWCOMERS_MAX; i++)
        if (run->newcomer[i].wire.fd >= 0)
            add_sample(&run->arrivals, now - run->newcomer[i].since);
}

static void end_phase(struct run *run)
{
    const int64_t now = clock_ns();
    count_pending(run, now);
    printf("{\"seconds\":%.2f,", (double)(now - run->phase_since) / SECOND_NS);
    print_samples("pings", &run->pings);
    printf(",");
    print_samples("newcomers", &run->arrivals);
    printf("}\n");
    fflush(stdout);
    run->phase_since = now;
}

/* ---- Connections ----------------------------------------------------------------------------- */

static void call(struct run *run, struct caller *caller, unsigned number)
{
    char secret[SECRET_SIZE];
    unsigned char bytes[32];
    struct sockaddr_in from = run->from;
    from.sin_addr.s_addr = htonl(ntohl(run->from.sin_addr.s_addr) + number);
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(secret, sizeof secret, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    caller->is_upgraded = caller->is_greeted = false;
    caller->sent = caller->answered = 0;
    caller->since = clock_ns();
    CHECK(wire_open(&caller->wire, run->epoll, &run->server, &from));
    websocket_ask(&caller->wire, run->host, secret);
}

/* One that was counted as pending in the phase before is not counted again. */
static void take_pong(struct caller *player, uint64_t number)
{
    if (number <= player->answered || number > player->sent)
        return;
    player->answered = number;
    add_sample(&player->run->pings, clock_ns() - player->sent_at[(number - 1) % PINGS_MAX]);
}

static void greeted(struct caller *caller)
{
    caller->is_greeted = true;
    if (caller->is_player)
        return;
    add_sample(&caller->run->arrivals, clock_ns() - caller->since);
    wire_close(&caller->wire);
}

static void take_frame(struct caller *caller, const struct frame *frame)
{
    static struct told told;
    struct complaint complaint;
    if (!told_read(&told, NULL, frame->text, frame->length, &complaint))
        return;
    if (told.kind == TOLD_PONG && told.as.pong.has_re && told.as.pong.re > 0)
        take_pong(caller, (uint64_t)told.as.pong.re);
    else if (told.kind == TOLD_HELLO)
        greeted(caller);
}

static bool upgrade(struct caller *caller)
{
    struct wire *wire = &caller->wire;
    const char *end = strstr(wire->in, "\r\n\r\n");
    if (end == NULL)
        return false;
    if (strncmp(wire->in, "HTTP/1.1 101", strlen("HTTP/1.1 101")) != 0) {
        wire->is_ended = true;
        return false;
    }
    wire_take(wire, (size_t)(end + 4 - wire->in));
    return caller->is_upgraded = true;
}

static void lose(struct caller *caller)
{
    struct run *run = caller->run;
    (caller->is_player ? &run->pings : &run->arrivals)->lost++;
    wire_close(&caller->wire);
}

static void heard(struct wire *wire)
{
    struct caller *caller = (struct caller *)wire;
    struct frame frame;
    size_t used = 0;
    wire->in[wire->in_used] = '\0';
    if (caller->is_upgraded || upgrade(caller)) {
        while (wire->fd >= 0 && websocket_read(wire->in + used, wire->in_used - used, &frame)) {
            used += frame.size;
            take_frame(caller, &frame);
        }
        wire_take(wire, used);
    }
    if (wire->fd >= 0 && wire->is_ended)
        lose(caller);
}

/* ---- What comes at its time ------------------------------------------------------------------ */

static void send_ping(struct caller *player)
{
    const struct message ping = {
        .kind = MESSAGE_PING, .has_id = true, .id = (int64_t)player->sent + 1};
    char bytes[MESSAGE_TEXT_SIZE];
    struct text text;
    if (player->wire.fd < 0 || !player->is_greeted)
        return;
    text_init(&text, bytes, sizeof bytes);
    message_write(&ping, &text);
    if (player->sent - player->answered == PINGS_MAX) {
        player->run->pings.lost++;
        return;
    }
    player->sent_at[player->sent++ % PINGS_MAX] = clock_ns();
    websocket_send(&player->wire, FRAME_TEXT, bytes, text.used);
}

static void send_newcomer(struct run *run)
{
    for (unsigned i = 0; i < NEWCOMERS_MAX; i++)
        if (run->newcomer[i].wire.fd < 0) {
            call(run, &run->newcomer[i], PLAYERS_MAX + (unsigned)(run->newcomers++ % ADDRESSES));
            return;
        }
    run->arrivals.lost++;
}

static void send_what_is_due(struct run *run, int64_t now)
{
    const struct plan *plan = run->plan;
    static uint64_t turn;
    for (; now >= run->next_ping; run->next_ping += SECOND_NS / (int64_t)plan->rate)
        send_ping(&run->player[turn++ % plan->players]);
    for (; now >= run->next_newcomer; run->next_newcomer += SECOND_NS / (int64_t)plan->newcomers)
        send_newcomer(run);
}

/* A player who was cut off comes again. */
static void bring_back(struct run *run)
{
    for (unsigned i = 0; i < run->plan->players; i++)
        if (run->player[i].wire.fd < 0)
            call(run, &run->player[i], i);
}

static void heed_signals(struct run *run)
{
    struct signalfd_siginfo info;
    if (read(run->signals, &info, sizeof info) != sizeof info)
        return;
    if (info.ssi_signo == SIGUSR1)
        end_phase(run);
    run->is_over |= info.ssi_signo != SIGUSR1;
}

static void go_on(struct run *run)
{
    struct epoll_event event[EVENTS_AT_ONCE];
    const int64_t start = run->next_ping = run->next_newcomer = run->phase_since = clock_ns();
    const int64_t end = start + SECOND_NS * (int64_t)run->plan->seconds;
    for (int64_t now = start; now < end && !run->is_over; now = clock_ns()) {
        bring_back(run);
        send_what_is_due(run, now);
        const int count = epoll_wait(run->epoll, event, EVENTS_AT_ONCE, 1);
        for (int i = 0; i < count; i++) {
            struct wire *wire = event[i].data.ptr;
            if (wire->fd >= 0)
                wire_handle(wire, event[i].events);
        }
        heed_signals(run);
    }
    end_phase(run);
}

/* ---- The command ----------------------------------------------------------------------------- */

static const struct option options[] = {
    OPT_NUMBER("port", "PORT", struct plan, port, 1, 65535, "of a server on this machine",
               .needed = true),
    OPT_FLAG("tls", struct plan, tls, "over TLS, whatever the certificate is"),
    OPT_TEXT("from", "ADDRESS", struct plan, from, "the first address they come from",
             .otherwise = "127.6.0.1"),
    OPT_NUMBER("players", "N", struct plan, players, 1, PLAYERS_MAX, "who are connected",
               .otherwise = "10"),
    OPT_NUMBER("rate", "N", struct plan, rate, 1, 1000, "pings a second of all players together",
               .otherwise = "100"),
    OPT_NUMBER("newcomers", "N", struct plan, newcomers, 1, 1000, "a second", .otherwise = "10"),
    OPT_NUMBER("seconds", "N", struct plan, seconds, 1, 3600, "how long", .otherwise = "10"),
    OPT_END,
};

static const struct command command = {
    .name = "ping",
    .usage = "--port PORT [OPTION]...",
    .tells = "Players who ping a server, and newcomers who wait for its greeting.",
    .options = options,
};

static void init(struct caller *caller, struct run *run, bool is_player)
{
    caller->run = run;
    caller->is_player = is_player;
    caller->wire.fd = -1;
    caller->wire.ready = heard;
}

static void prepare(struct run *run)
{
    const struct plan *plan = run->plan;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    sigprocmask(SIG_BLOCK, &set, NULL);
    run->signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    run->epoll = epoll_create1(EPOLL_CLOEXEC);
    run->from.sin_family = AF_INET;
    run->server = (struct sockaddr_in){.sin_family = AF_INET,
                                       .sin_port = htons((uint16_t)plan->port),
                                       .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    snprintf(run->host, sizeof run->host, "127.0.0.1:%" PRIu64, plan->port);
    run->pings.micros = malloc(SAMPLES_MAX * sizeof *run->pings.micros);
    run->arrivals.micros = malloc(SAMPLES_MAX * sizeof *run->arrivals.micros);
    CHECK(run->signals >= 0 && run->epoll >= 0 && run->pings.micros && run->arrivals.micros);
    for (unsigned i = 0; i < PLAYERS_MAX; i++)
        init(&run->player[i], run, true);
    for (unsigned i = 0; i < NEWCOMERS_MAX; i++)
        init(&run->newcomer[i], run, false);
}

static void release(struct run *run)
{
    for (unsigned i = 0; i < PLAYERS_MAX; i++)
        wire_close(&run->player[i].wire);
    for (unsigned i = 0; i < NEWCOMERS_MAX; i++)
        wire_close(&run->newcomer[i].wire);
    free(run->pings.micros);
    free(run->arrivals.micros);
}

int main(int argc, char **argv)
{
    static struct plan plan;
    static struct run run = {.plan = &plan};
    int status;
    if (!program_read(&command, argc, argv, &plan, &status))
        return status;
    if (sodium_init() < 0 || inet_pton(AF_INET, plan.from, &run.from.sin_addr) != 1) {
        fputs("ping: --from is no address\n", stderr);
        return 2;
    }
    prepare(&run);
    if (plan.tls)
        wire_use_tls();
    go_on(&run);
    release(&run);
    return 0;
}
