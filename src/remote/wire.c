/* libwebsockets as a client, on a thread. */
#include "remote/wire.h"

#include <fcntl.h>
#include <libwebsockets.h>
#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "remote/attempt.h"
#include "remote/patience.h"
#include "remote/request.h"

enum {
    SECRET_MAX = 64,
    MESSAGE_MAX = 1 << 20, /* longer ones are not a server of ours */
    NEWS_MAX = 1 << 24,    /* bytes that wait to be read; it comes again with less */
    SENDING_MAX = 1 << 20, /* bytes that wait to be sent to a server that does not read */
    PING_S = 20,
    GONE_S = 40,
    REST_STEP_MS = 10,
    REST_STEPS = 100,
};

/* A list of texts, first in, first out. */
struct item {
    struct item *next;
    enum wire_kind kind;
    char *text;
};

struct queue {
    struct item *first, *last;
    size_t size; /* of all that is in it */
};

struct wire {
    struct address address;
    char secret[SECRET_MAX];

    pthread_t thread;
    int ready[2]; /* a pipe: a byte is in it while there is news */

    pthread_mutex_t lock; /* of the six below, and of that byte */
    struct queue news;
    struct queue sending;
    bool connected;
    bool lost; /* which is told after all news before it */
    char reason[WIRE_REASON_SIZE];
    bool ends;

    /* The thread's own. */
    struct lws_context *context;
    struct lws *link;
    lws_sorted_usec_list_t again;
    unsigned failures;
    lws_usec_t since; /* the connection was opened; 0 when there is none */
    struct attempt attempt;
    char *message; /* that is being received */
    size_t length;
};

/* ---- Queues ------------------------------------------------------------------------------ */

static size_t size_of(const char *text)
{
    return sizeof(struct item) + (text != NULL ? strlen(text) : 0);
}

/* False when there is no memory: the text is still the caller's. */
static bool queue_add(struct queue *queue, enum wire_kind kind, char *text)
{
    struct item *item = malloc(sizeof *item);
    if (item == NULL)
        return false;
    *item = (struct item){.kind = kind, .text = text};
    if (queue->last != NULL)
        queue->last->next = item;
    else
        queue->first = item;
    queue->last = item;
    queue->size += size_of(text);
    return true;
}

static struct wire_news queue_take(struct queue *queue)
{
    struct item *item = queue->first;
    if (item == NULL)
        return (struct wire_news){.kind = WIRE_NOTHING};
    const struct wire_news news = {.kind = item->kind, .text = item->text};
    queue->first = item->next;
    if (queue->first == NULL)
        queue->last = NULL;
    queue->size -= size_of(item->text);
    free(item);
    return news;
}

static void queue_release(struct queue *queue)
{
    for (struct wire_news news = queue_take(queue); news.kind != WIRE_NOTHING;
         news = queue_take(queue))
        free(news.text);
}

/* ---- On the thread ----------------------------------------------------------------------- */

/* Whether there is no news, and so no byte in the pipe.  With the lock, as the next. */
static bool is_quiet(const struct wire *wire)
{
    return wire->news.first == NULL && !wire->lost;
}

static void ring(struct wire *wire)
{
    const ssize_t written = write(wire->ready[1], "", 1);
    (void)written; /* the pipe was empty */
}

/* False when there is no memory to tell of it: the text is still the caller's. */
static bool tell(struct wire *wire, enum wire_kind kind, char *text)
{
    pthread_mutex_lock(&wire->lock);
    const bool quiet = is_quiet(wire), told = queue_add(&wire->news, kind, text);
    if (told && quiet)
        ring(wire);
    if (told && kind == WIRE_OPENED) {
        wire->connected = true;
        wire->lost = false;
    }
    pthread_mutex_unlock(&wire->lock);
    return told;
}

/* Needs no memory. */
static void tell_loss(struct wire *wire, const char *why)
{
    pthread_mutex_lock(&wire->lock);
    if (is_quiet(wire))
        ring(wire);
    wire->connected = false;
    wire->lost = true;
    snprintf(wire->reason, sizeof wire->reason, "%s", why);
    queue_release(&wire->sending); /* whoever sent it asks again */
    pthread_mutex_unlock(&wire->lock);
}

static bool is_over(struct wire *wire)
{
    pthread_mutex_lock(&wire->lock);
    const bool ends = wire->ends;
    pthread_mutex_unlock(&wire->lock);
    return ends;
}

static void connect_now(lws_sorted_usec_list_t *again);

static void lose(struct wire *wire, const char *why)
{
    wire->link = NULL;
    wire->length = 0;
    tell_loss(wire, why);
    if (is_over(wire))
        return;
    if (wire->since > 0 && lws_now_usecs() - wire->since > PATIENCE_STEADY_MS * LWS_US_PER_MS)
        wire->failures = 0;
    wire->since = 0;
    const int pause = patience_ms(wire->failures++, randombytes_random());
    lws_sul_schedule(wire->context, 0, &wire->again, connect_now,
                     (lws_usec_t)pause * LWS_US_PER_MS);
}

static void connect_now(lws_sorted_usec_list_t *again)
{
    struct wire *wire = lws_container_of(again, struct wire, again);
    wire->attempt = (struct attempt){.secure = wire->address.secure};
    static const lws_retry_bo_t watch = {.secs_since_valid_ping = PING_S,
                                         .secs_since_valid_hangup = GONE_S};
    struct lws_client_connect_info info = {
        .context = wire->context,
        .address = wire->address.host,
        .port = wire->address.port,
        .path = "/api/v1/socket",
        .host = wire->address.host,
        .ssl_connection = wire->address.secure ? LCCSCF_USE_SSL : 0,
        .protocol = "railhead-1",
        .local_protocol_name = "railhead-1",
        .retry_and_idle_policy = &watch,
        .userdata = wire,
        .pwsi = &wire->link,
    };
    lws_client_connect_via_info(&info); /* a failure is told by the callback */
}

/* Whether so much more can be kept. */
static bool has_room(struct wire *wire, size_t length)
{
    pthread_mutex_lock(&wire->lock);
    const size_t waiting = wire->news.size;
    pthread_mutex_unlock(&wire->lock);
    return length <= MESSAGE_MAX && waiting + length <= NEWS_MAX;
}

/* False when the message is too long, more of them wait than anybody reads, or memory is short. */
static bool receive(struct wire *wire, const char *part, size_t length, bool whole)
{
    if (!has_room(wire, wire->length + length))
        return false;
    char *longer = realloc(wire->message, wire->length + length + 1);
    if (longer == NULL)
        return false;
    if (length > 0)
        memcpy(longer + wire->length, part, length);
    wire->message = longer;
    wire->length += length;
    wire->message[wire->length] = '\0';
    if (!whole)
        return true;
    wire->length = 0;
    if (!tell(wire, WIRE_MESSAGE, wire->message))
        return false;
    wire->message = NULL;
    return true;
}

/* False when there is no memory to send with. */
static bool send_next(struct wire *wire)
{
    pthread_mutex_lock(&wire->lock);
    struct wire_news next = queue_take(&wire->sending);
    const bool more = wire->sending.first != NULL;
    pthread_mutex_unlock(&wire->lock);
    if (next.text == NULL)
        return true;
    const size_t length = strlen(next.text);
    unsigned char *room = malloc(LWS_PRE + length);
    if (room != NULL) {
        memcpy(room + LWS_PRE, next.text, length);
        lws_write(wire->link, room + LWS_PRE, length, LWS_WRITE_TEXT);
    }
    free(next.text);
    free(room);
    if (more)
        lws_callback_on_writable(wire->link);
    return room != NULL;
}

static int add_identity(const struct wire *wire, struct lws *link, void *in, size_t length)
{
    unsigned char **at = in;
    return request_add_secret(link, wire->secret, at, *at + length) ? 0 : -1;
}

static int happened(struct lws *link, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    struct wire *wire = lws_wsi_user(link); /* `user` may be the library's */
    (void)user;
    if (wire == NULL)
        return 0;
    attempt_see(&wire->attempt, reason, length);
    switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        return add_identity(wire, link, in, length);
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        wire->since = lws_now_usecs();
        return tell(wire, WIRE_OPENED, NULL) ? 0 : -1;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        return receive(wire, in, length,
                       lws_is_final_fragment(link) && lws_remaining_packet_payload(link) == 0)
                   ? 0
                   : -1;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return send_next(wire) ? 0 : -1;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        lose(wire, attempt_reason(&wire->attempt, link, in));
        break;
    case LWS_CALLBACK_CLIENT_CLOSED:
        lose(wire, "it was closed");
        break;
    default:
        break;
    }
    return 0;
}

/* The service was woken: there may be something to send, or it is over. */
static void look_up(struct wire *wire)
{
    pthread_mutex_lock(&wire->lock);
    const bool sends = wire->connected && wire->sending.first != NULL;
    pthread_mutex_unlock(&wire->lock);
    if (sends && wire->link != NULL)
        lws_callback_on_writable(wire->link);
}

static void *serve(void *argument)
{
    struct wire *wire = argument;
    connect_now(&wire->again);
    while (!is_over(wire)) {
        look_up(wire);
        if (lws_service(wire->context, 0) < 0)
            break;
    }
    return NULL;
}

/* ---- Opening and closing ----------------------------------------------------------------- */

static bool start(struct wire *wire)
{
    static const struct lws_protocols protocols[] = {
        {.name = "railhead-1", .callback = happened, .rx_buffer_size = 4096}, {0}};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .options = wire->address.secure ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0,
    };
    sigset_t all, before;
    lws_set_log_level(0, NULL); /* the screen is ours */
    wire->context = lws_create_context(&info);
    if (wire->context == NULL)
        return false;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    const bool started = pthread_create(&wire->thread, NULL, serve, wire) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!started)
        lws_context_destroy(wire->context);
    return started;
}

struct wire *wire_open(const char *url, const char *secret, char error[], size_t error_size)
{
    struct wire *wire = calloc(1, sizeof *wire);
    if (wire == NULL) {
        snprintf(error, error_size, "there is not enough memory for a connection");
        return NULL;
    }
    snprintf(wire->secret, sizeof wire->secret, "%s", secret);
    if (!address_read(&wire->address, url, error, error_size)) {
        free(wire);
        return NULL;
    }
    pthread_mutex_init(&wire->lock, NULL);
    const bool piped = pipe(wire->ready) == 0;
    if (piped) {
        fcntl(wire->ready[0], F_SETFL, O_NONBLOCK);
        fcntl(wire->ready[1], F_SETFL, O_NONBLOCK);
    }
    if (piped && start(wire))
        return wire;
    snprintf(error, error_size, "the connection to the server cannot be prepared");
    if (piped) {
        close(wire->ready[0]);
        close(wire->ready[1]);
    }
    pthread_mutex_destroy(&wire->lock);
    free(wire);
    return NULL;
}

/* What was sent last is on its way before the connection is closed, if it can be. */
static void send_rest(struct wire *wire)
{
    const struct timespec pause = {.tv_nsec = REST_STEP_MS * 1000000L};
    for (int i = 0; i < REST_STEPS; i++) {
        pthread_mutex_lock(&wire->lock);
        const bool rest = wire->connected && wire->sending.first != NULL;
        pthread_mutex_unlock(&wire->lock);
        if (!rest)
            return;
        nanosleep(&pause, NULL);
    }
}

void wire_close(struct wire *wire)
{
    send_rest(wire);
    pthread_mutex_lock(&wire->lock);
    wire->ends = true;
    pthread_mutex_unlock(&wire->lock);
    lws_cancel_service(wire->context);
    pthread_join(wire->thread, NULL);
    lws_sul_schedule(wire->context, 0, &wire->again, connect_now, LWS_SET_TIMER_USEC_CANCEL);
    lws_context_destroy(wire->context);
    queue_release(&wire->news);
    queue_release(&wire->sending);
    pthread_mutex_destroy(&wire->lock);
    close(wire->ready[0]);
    close(wire->ready[1]);
    free(wire->message);
    free(wire);
}

/* ---- For the reader ---------------------------------------------------------------------- */

int wire_descriptor(const struct wire *wire)
{
    return wire->ready[0];
}

struct wire_news wire_next(struct wire *wire)
{
    char byte;
    pthread_mutex_lock(&wire->lock);
    struct wire_news news = queue_take(&wire->news);
    if (news.kind == WIRE_NOTHING && wire->lost) {
        news.kind = WIRE_LOST;
        memcpy(news.reason, wire->reason, sizeof news.reason);
        wire->lost = false;
    }
    if (news.kind != WIRE_NOTHING && is_quiet(wire)) {
        const ssize_t got = read(wire->ready[0], &byte, 1);
        (void)got;
    }
    pthread_mutex_unlock(&wire->lock);
    return news;
}

bool wire_send(struct wire *wire, const char *text)
{
    char *copy = strdup(text);
    if (copy == NULL)
        return false;
    pthread_mutex_lock(&wire->lock);
    const bool taken = wire->connected && wire->sending.size < SENDING_MAX &&
                       queue_add(&wire->sending, WIRE_MESSAGE, copy);
    pthread_mutex_unlock(&wire->lock);
    if (taken)
        lws_cancel_service(wire->context);
    else
        free(copy);
    return taken;
}
