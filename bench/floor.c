/*
 * The least that a server can do for a move: build/bench/floor --file FILE [--sqlite]
 *
 * People join tables over WebSockets; what one of them sends is put on the disk and then sent to
 * all four, in frames as long as those of a game.  It serves as `railhead serve` does: the same
 * channels in one thread, and another one that writes.  That one takes all that waits as one
 * group, which is on the disk before any of it is sent: appended to a file with one write() and one
 * fdatasync(), or a row for each in one transaction of SQLite with the store's settings.  It knows
 * no rules, reads no JSON, limits nobody and never ends a connection in order.
 *
 * `build/load --echo` drives it, bench/floor.mjs compares it with the server.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/check.h"
#include "cli/program.h"
#include "net/frames.h"
#include "server/http/event_loop.h"

enum {
    TABLES_MAX = 100000,
    SEATS = 4,
    MESSAGE_MAX = 512,
    EVENT_SIZE = 95, /* of a turn, as the server tells it: bytes, on average */
    OUT_SIZE = 8 * (FRAMES_HEADER_MAX + EVENT_SIZE),
    SEND_BUFFER = 64 * 1024,
    BACKLOG = 1024,
};

struct person {
    struct channel channel; /* first: the loop gives it back */
    struct floor *floor;
    struct frames frames;
    struct table *table; /* NULL until they have joined one */
    bool is_upgraded;
    size_t out_used; /* frames that are to be written */
    char out[OUT_SIZE];
};

/* A table has one move on its way at most, and so is a job of the writer itself. */
struct table {
    struct person *person[SEATS];
    unsigned people;
    bool is_busy;
    uint32_t number;
    char event[EVENT_SIZE + 1]; /* with the NUL */
    struct table *next;
};

struct queue {
    struct table *first, **last;
};

struct plan {
    uint64_t port;
    const char *file;
    bool sqlite;
};

struct floor {
    struct event_loop *loop;
    struct table table[TABLES_MAX];

    int file; /* or a database */
    sqlite3 *database;
    sqlite3_stmt *insert;

    pthread_mutex_t mutex;
    pthread_cond_t work;
    struct queue waiting, finished; /* under the mutex */
};

_Noreturn void check_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "floor: %s:%d: check failed: %s\n", file, line, condition);
    abort();
}

static void queue_init(struct queue *queue)
{
    queue->first = NULL;
    queue->last = &queue->first;
}

static void queue_add(struct queue *queue, struct table *tables)
{
    *queue->last = tables;
    while (*queue->last != NULL)
        queue->last = &(*queue->last)->next;
}

static struct table *queue_take_all(struct queue *queue)
{
    struct table *tables = queue->first;
    queue_init(queue);
    return tables;
}

/* ---- The disk -------------------------------------------------------------------------------- */

static void open_file(struct floor *floor, const char *path)
{
    floor->file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
    CHECK(floor->file >= 0);
}

static void run_sql(struct floor *floor, const char *sql)
{
    CHECK(sqlite3_exec(floor->database, sql, NULL, NULL, NULL) == SQLITE_OK);
}

/* What the store sets, as far as it bears on writing: src/store/sqlite.c. */
static void open_database(struct floor *floor, const char *path)
{
    CHECK(sqlite3_open(path, &floor->database) == SQLITE_OK);
    run_sql(floor, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                   "PRAGMA cache_size = -16384; PRAGMA wal_autocheckpoint = 4096;"
                   "PRAGMA journal_size_limit = 67108864;"
                   "CREATE TABLE event (game INTEGER, number INTEGER, body TEXT)");
    CHECK(sqlite3_prepare_v3(floor->database, "INSERT INTO event VALUES ($1, $2, $3)", -1,
                             SQLITE_PREPARE_PERSISTENT, &floor->insert, NULL) == SQLITE_OK);
}

static void commit_to_file(const struct floor *floor, const struct table *tables)
{
    static char bytes[TABLES_MAX * EVENT_SIZE];
    size_t used = 0;
    for (; tables != NULL; tables = tables->next) {
        memcpy(bytes + used, tables->event, EVENT_SIZE);
        used += EVENT_SIZE;
    }
    CHECK(write(floor->file, bytes, used) == (ssize_t)used && fdatasync(floor->file) == 0);
}

static void commit_to_database(struct floor *floor, const struct table *tables)
{
    run_sql(floor, "BEGIN IMMEDIATE");
    for (; tables != NULL; tables = tables->next) {
        sqlite3_bind_int64(floor->insert, 1, tables - floor->table);
        sqlite3_bind_int64(floor->insert, 2, tables->number);
        sqlite3_bind_text(floor->insert, 3, tables->event, EVENT_SIZE, SQLITE_STATIC);
        CHECK(sqlite3_step(floor->insert) == SQLITE_DONE);
        sqlite3_reset(floor->insert);
    }
    run_sql(floor, "COMMIT");
}

static void *write_groups(void *context)
{
    struct floor *floor = context;
    for (;;) {
        pthread_mutex_lock(&floor->mutex);
        while (floor->waiting.first == NULL)
            pthread_cond_wait(&floor->work, &floor->mutex);
        struct table *tables = queue_take_all(&floor->waiting);
        pthread_mutex_unlock(&floor->mutex);
        if (floor->database != NULL)
            commit_to_database(floor, tables);
        else
            commit_to_file(floor, tables);
        pthread_mutex_lock(&floor->mutex);
        queue_add(&floor->finished, tables);
        pthread_mutex_unlock(&floor->mutex);
        event_loop_wake(floor->loop);
    }
    return NULL;
}

/* ---- People ---------------------------------------------------------------------------------- */

static void tell(struct person *person, const char *event)
{
    char *at = person->out + person->out_used;
    CHECK(person->out_used + FRAMES_HEADER_MAX + EVENT_SIZE <= OUT_SIZE);
    size_t header = frames_write_header((uint8_t *)at, FRAMES_TEXT, EVENT_SIZE);
    memcpy(at + header, event, EVENT_SIZE);
    person->out_used += header + EVENT_SIZE;
    channel_want(&person->channel);
}

/* The groups that are on the disk. */
static void tell_everybody(void *context)
{
    struct floor *floor = context;
    pthread_mutex_lock(&floor->mutex);
    struct table *table = queue_take_all(&floor->finished);
    pthread_mutex_unlock(&floor->mutex);
    for (; table != NULL; table = table->next) {
        table->is_busy = false;
        for (unsigned i = 0; i < table->people; i++)
            tell(table->person[i], table->event);
    }
}

static void set_event(struct table *table, const char *bytes, size_t length)
{
    memset(table->event, ' ', EVENT_SIZE);
    memcpy(table->event, bytes, length < EVENT_SIZE ? length : EVENT_SIZE);
}

static bool join(struct floor *floor, struct person *person, const char *bytes, size_t length)
{
    char number[MESSAGE_MAX + 1] = "";
    uint64_t table;
    memcpy(number, bytes, length);
    if (!options_number(number, 0, TABLES_MAX - 1, &table) || floor->table[table].people == SEATS)
        return false;
    person->table = &floor->table[table];
    person->table->person[person->table->people++] = person;
    set_event(person->table, bytes, length);
    tell(person, person->table->event);
    return true;
}

static void take_move(struct floor *floor, struct table *table, const char *bytes, size_t length)
{
    CHECK(!table->is_busy);
    table->is_busy = true;
    set_event(table, bytes, length);
    table->number++;
    table->next = NULL;
    pthread_mutex_lock(&floor->mutex);
    queue_add(&floor->waiting, table);
    pthread_cond_signal(&floor->work);
    pthread_mutex_unlock(&floor->mutex);
}

static int receive_frames(struct floor *floor, struct person *person, const char *bytes,
                          size_t length)
{
    for (;;) {
        struct frames_event event = frames_read(&person->frames, &bytes, &length);
        if (event.what == FRAMES_MORE)
            return 0;
        if (event.what != FRAMES_GOT_TEXT)
            return -1;
        if (person->table != NULL)
            take_move(floor, person->table, event.bytes, event.length);
        else if (!join(floor, person, event.bytes, event.length))
            return -1;
    }
}

/* Its one client does not look at the headers, and sends its head at once. */
static int upgrade(struct person *person)
{
    static const char answer[] = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                                 "Connection: Upgrade\r\n\r\n";
    person->is_upgraded = true;
    return channel_write(&person->channel, answer, sizeof answer - 1);
}

static int receive(struct channel *channel, const char *bytes, size_t length)
{
    struct person *person = (struct person *)channel;
    return person->is_upgraded ? receive_frames(person->floor, person, bytes, length)
                               : upgrade(person);
}

static int write_out(struct channel *channel)
{
    struct person *person = (struct person *)channel;
    const int result = channel_write(channel, person->out, person->out_used);
    person->out_used = 0;
    return result;
}

/* The others of the table go too; nobody sits down anew. */
static void leave(struct channel *channel)
{
    struct person *person = (struct person *)channel;
    if (person->table != NULL)
        person->table->people = 0;
    frames_release(&person->frames);
    free(person);
}

/* ---- The network ----------------------------------------------------------------------------- */

static void let_in(struct floor *floor, int descriptor)
{
    int on = 1, size = SEND_BUFFER;
    struct person *person = calloc(1, sizeof *person);
    CHECK(person != NULL);
    frames_init(&person->frames, FRAMES_OF_CLIENTS, MESSAGE_MAX);
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    CHECK(channel_begin(&person->channel, floor->loop, descriptor, NULL, ""));
    person->floor = floor;
}

static void connection_waiting(void *context)
{
    struct floor *floor = context;
    int descriptor;
    while ((descriptor = accept(event_loop_port(floor->loop), NULL, NULL)) >= 0)
        let_in(floor, descriptor);
}

static void start_listening(struct floor *floor, uint64_t port)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    CHECK(descriptor >= 0 && fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0);
    CHECK(bind(descriptor, (struct sockaddr *)&address, size) == 0);
    CHECK(listen(descriptor, BACKLOG) == 0);
    CHECK(getsockname(descriptor, (struct sockaddr *)&address, &size) == 0);
    CHECK(event_loop_listen(floor->loop, descriptor));
    printf("http://127.0.0.1:%u/\n", ntohs(address.sin_port));
    fflush(stdout);
}

/* ---- The command ----------------------------------------------------------------------------- */

static const struct option options[] = {
    OPT_NUMBER("port", "PORT", struct plan, port, 0, 65535,
               "on this machine; 0 for any that is free", .otherwise = "0"),
    OPT_TEXT("file", "FILE", struct plan, file, "where moves are kept; it is made anew",
             .needed = true),
    OPT_FLAG("sqlite", struct plan, sqlite, "as a database, which must not exist"),
    OPT_END,
};

static const struct command command = {
    .name = "floor",
    .usage = "--file FILE [OPTION]...",
    .tells = "The least that a server can do for a move, to be compared with ours.",
    .options = options,
};

int main(int argc, char **argv)
{
    static struct floor floor;
    struct plan plan = {.port = 0};
    pthread_t writer;
    int status;
    if (!program_read(&command, argc, argv, &plan, &status))
        return status;
    program_allow_connections();
    queue_init(&floor.waiting);
    queue_init(&floor.finished);
    pthread_mutex_init(&floor.mutex, NULL);
    pthread_cond_init(&floor.work, NULL);
    if (plan.sqlite)
        open_database(&floor, plan.file);
    else
        open_file(&floor, plan.file);
    floor.loop = event_loop_new(&(struct channel_calls){.receive = receive,
                                                        .write = write_out,
                                                        .ended = leave,
                                                        .connection_waiting = connection_waiting,
                                                        .woken = tell_everybody,
                                                        .context = &floor});
    CHECK(floor.loop != NULL);
    start_listening(&floor, plan.port);
    CHECK(pthread_create(&writer, NULL, write_groups, &floor) == 0);
    for (;;) {
        event_loop_wait(floor.loop, 0, INT64_MAX);
        event_loop_write(floor.loop);
    }
}
