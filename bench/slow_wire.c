/*
 * A slow wire between two programs of this machine, such as a server and its database: every byte
 * arrives later, in both directions.
 *
 *     build/bench/slow_wire --listen FOLDER/.s.PGSQL.5432 --to OTHER/.s.PGSQL.5432 --micros 500
 *
 * Both ends are sockets in the file system.  What is sent at one time arrives at one time: a wire
 * has a delay and no lack of width.
 */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "cli/program.h"

enum {
    BACKLOG = 128,
    PIECE_SIZE = 65536,
    EVENTS_AT_ONCE = 64,
};

#define SECOND_NS INT64_C(1000000000)
#define MICRO_NS  INT64_C(1000)

struct plan {
    uint64_t micros;
    const char *listen, *to;
};

struct pair;

/* One end of a pair; what it sends is to arrive at the other. */
struct end {
    struct pair *pair;
    struct end *other;
    int fd;
};

struct pair {
    struct end end[2];
    bool is_over; /* nothing more comes or goes */
    unsigned under_way;
};

/* Bytes under way; none of them: the end of the connection. */
struct piece {
    struct piece *next;
    struct end *to;
    int64_t due;
    size_t length;
    char bytes[];
};

struct wire {
    const struct plan *plan;
    int epoll, port, timer;
    struct piece *first, **last; /* in order of `due`, since all wait as long */
};

_Noreturn void check_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "slow_wire: %s:%d: check failed: %s\n", file, line, condition);
    abort();
}

static int64_t clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return SECOND_NS * now.tv_sec + now.tv_nsec;
}

static void watch(const struct wire *wire, int fd, void *whose)
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = whose};
    CHECK(epoll_ctl(wire->epoll, EPOLL_CTL_ADD, fd, &event) == 0);
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

static void set_timer(const struct wire *wire)
{
    const int64_t due = wire->first != NULL ? wire->first->due : 0; /* 0: never */
    const struct itimerspec time = {
        .it_value = {.tv_sec = due / SECOND_NS, .tv_nsec = due % SECOND_NS}};
    CHECK(timerfd_settime(wire->timer, TFD_TIMER_ABSTIME, &time, NULL) == 0);
}

static void send_off(struct wire *wire, struct end *to, const char *bytes, size_t length)
{
    struct piece *piece = malloc(sizeof *piece + length);
    CHECK(piece != NULL);
    piece->next = NULL;
    piece->to = to;
    piece->due = clock_ns() + MICRO_NS * (int64_t)wire->plan->micros;
    piece->length = length;
    if (length > 0)
        memcpy(piece->bytes, bytes, length);
    to->pair->under_way++;
    *wire->last = piece;
    wire->last = &piece->next;
    if (wire->first == piece)
        set_timer(wire);
}

static void close_pair(struct pair *pair)
{
    for (unsigned i = 0; i < 2; i++) {
        if (pair->end[i].fd >= 0)
            close(pair->end[i].fd);
        pair->end[i].fd = -1;
    }
    pair->is_over = true;
}

/* Waits until the other program takes it, as no other connection has more to send. */
static bool put(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        const ssize_t count = send(fd, bytes, length, MSG_NOSIGNAL);
        if (count < 0 && errno != EINTR)
            return false;
        bytes += count > 0 ? count : 0;
        length -= count > 0 ? (size_t)count : 0;
    }
    return true;
}

static void arrive(struct wire *wire)
{
    const int64_t now = clock_ns();
    while (wire->first != NULL && wire->first->due <= now) {
        struct piece *piece = wire->first;
        struct pair *pair = piece->to->pair;
        wire->first = piece->next;
        if (wire->first == NULL)
            wire->last = &wire->first;
        pair->under_way--;
        if (!pair->is_over &&
            (piece->length == 0 || !put(piece->to->fd, piece->bytes, piece->length)))
            close_pair(pair);
        if (pair->is_over && pair->under_way == 0)
            free(pair);
        free(piece);
    }
    set_timer(wire);
}

/* ---- Connections ----------------------------------------------------------------------------- */

static struct sockaddr_un address_of(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    CHECK(strlen(path) < sizeof address.sun_path);
    memcpy(address.sun_path, path, strlen(path));
    return address;
}

static int connect_to(const char *path)
{
    const struct sockaddr_un address = address_of(path);
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, (const struct sockaddr *)&address, sizeof address) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

static void let_in(struct wire *wire)
{
    const int near = accept(wire->port, NULL, NULL);
    if (near < 0)
        return;
    const int far = connect_to(wire->plan->to);
    if (far < 0) {
        close(near);
        return;
    }
    struct pair *pair = calloc(1, sizeof *pair);
    CHECK(pair != NULL);
    for (unsigned i = 0; i < 2; i++) {
        pair->end[i] =
            (struct end){.pair = pair, .other = &pair->end[1 - i], .fd = i == 0 ? near : far};
        watch(wire, pair->end[i].fd, &pair->end[i]);
    }
}

static void take(struct wire *wire, struct end *end)
{
    char bytes[PIECE_SIZE];
    const ssize_t count = recv(end->fd, bytes, sizeof bytes, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (count <= 0)
        epoll_ctl(wire->epoll, EPOLL_CTL_DEL, end->fd, NULL);
    send_off(wire, end->other, bytes, count > 0 ? (size_t)count : 0);
}

/* A pair that ends is freed when no event of this turn can be its own any more. */
static void run(struct wire *wire)
{
    struct epoll_event event[EVENTS_AT_ONCE];
    for (;;) {
        const int count = epoll_wait(wire->epoll, event, EVENTS_AT_ONCE, -1);
        bool is_due = false;
        for (int i = 0; i < count; i++) {
            if (event[i].data.ptr == &wire->port)
                let_in(wire);
            else if (event[i].data.ptr == &wire->timer)
                is_due = true;
            else
                take(wire, event[i].data.ptr);
        }
        if (is_due)
            arrive(wire);
    }
}

/* ---- The command ----------------------------------------------------------------------------- */

static const struct option options[] = {
    OPT_TEXT("listen", "PATH", struct plan, listen, "the socket that is made", .needed = true),
    OPT_TEXT("to", "PATH", struct plan, to, "the socket at the other end", .needed = true),
    OPT_NUMBER("micros", "N", struct plan, micros, 1, 10000000,
               "how much later bytes arrive, in microseconds", .otherwise = "500"),
    OPT_END,
};

static const struct command command = {
    .name = "slow_wire",
    .usage = "--listen PATH --to PATH [OPTION]...",
    .tells = "A wire between two programs on which everything takes its time.",
    .options = options,
};

int main(int argc, char **argv)
{
    static struct plan plan;
    static struct wire wire = {.plan = &plan};
    int status;
    if (!program_read(&command, argc, argv, &plan, &status))
        return status;
    const struct sockaddr_un address = address_of(plan.listen);
    wire.last = &wire.first;
    wire.epoll = epoll_create1(EPOLL_CLOEXEC);
    wire.timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    wire.port = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    CHECK(wire.epoll >= 0 && wire.timer >= 0 && wire.port >= 0);
    if (bind(wire.port, (const struct sockaddr *)&address, sizeof address) != 0 ||
        listen(wire.port, BACKLOG) != 0) {
        fprintf(stderr, "slow_wire: --listen: %s: %s\n", plan.listen, strerror(errno));
        return 2;
    }
    watch(&wire, wire.port, &wire.port);
    watch(&wire, wire.timer, &wire.timer);
    printf("{\"micros\":%" PRIu64 "}\n", plan.micros);
    fflush(stdout);
    run(&wire);
    return 0;
}
