/* libwebsockets as a client, on a thread. */
#include "remote/wire.h"

#include <fcntl.h>
#include <libwebsockets.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/check.h"
#include "remote/request.h"

enum {
    SECRET_MAX = 64,
    MESSAGE_MAX = 1 << 20, /* longer ones are not a server of ours */
    NEWS_MAX = 1 << 24,    /* bytes that wait to be read; it comes again with less */
    SENDING_MAX = 1 << 20, /* bytes that wait to be sent to a server that does not read */
    PATIENCE_FIRST_MS = 500,
    PATIENCE_MAX_MS = 8000,
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

    pthread_mutex_t lock; /* of the four below, and of that byte */
    struct queue news;
    struct queue sending;
    bool connected;
    bool ends;

    /* The thread's own. */
    struct lws_context *context;
    struct lws *link;
    lws_sorted_usec_list_t again;
    int patience_ms;
    bool untrusted; /* the server is not who it says */
    char *message;  /* that is being received */
    size_t length;
};

/* ---- Queues ------------------------------------------------------------------------------ */

static size_t size_of(const char *text)
{
    return sizeof(struct item) + (text != NULL ? strlen(text) : 0);
}

static void queue_add(struct queue *queue, enum wire_kind kind, char *text)
{
    struct item *item = malloc(sizeof *item);
    CHECK(item != NULL);
    *item = (struct item){.kind = kind, .text = text};
    if (queue->last != NULL)
        queue->last->next = item;
    else
        queue->first = item;
    queue->last = item;
    queue->size += size_of(text);
}

static struct wire_news queue_take(struct queue *queue)
{
    struct item *item = queue->first;
    struct wire_news news = {WIRE_NOTHING, NULL};
    if (item == NULL)
        return news;
    news = (struct wire_news){item->kind, item->text};
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

static void tell(struct wire *wire, enum wire_kind kind, char *text)
{
    pthread_mutex_lock(&wire->lock);
    if (wire->news.first == NULL) {
        const ssize_t written = write(wire->ready[1], "", 1);
        (void)written; /* the pipe was empty */
    }
    queue_add(&wire->news, kind, text);
    wire->connected = kind == WIRE_LOST ? false : kind == WIRE_OPENED ? true : wire->connected;
    if (kind == WIRE_LOST)
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
    char *reason = strdup(why);
    CHECK(reason != NULL);
    wire->link = NULL;
    wire->length = 0;
    tell(wire, WIRE_LOST, reason);
    if (is_over(wire))
        return;
    lws_sul_schedule(wire->context, 0, &wire->again, connect_now,
                     (lws_usec_t)wire->patience_ms * LWS_US_PER_MS);
    wire->patience_ms *= 2;
    if (wire->patience_ms > PATIENCE_MAX_MS)
        wire->patience_ms = PATIENCE_MAX_MS;
}

static void connect_now(lws_sorted_usec_list_t *again)
{
    struct wire *wire = lws_container_of(again, struct wire, again);
    wire->untrusted = false;
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

/* False when the message is too long, or more of them wait than anybody reads. */
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
    if (whole) {
        tell(wire, WIRE_MESSAGE, wire->message);
        wire->message = NULL;
        wire->length = 0;
    }
    return true;
}

static void send_next(struct wire *wire)
{
    pthread_mutex_lock(&wire->lock);
    struct wire_news next = queue_take(&wire->sending);
    const bool more = wire->sending.first != NULL;
    pthread_mutex_unlock(&wire->lock);
    if (next.text == NULL)
        return;
    const size_t length = strlen(next.text);
    unsigned char *room = malloc(LWS_PRE + length);
    CHECK(room != NULL);
    memcpy(room + LWS_PRE, next.text, length);
    lws_write(wire->link, room + LWS_PRE, length, LWS_WRITE_TEXT);
    free(room);
    free(next.text);
    if (more)
        lws_callback_on_writable(wire->link);
}

static int add_identity(const struct wire *wire, struct lws *link, void *in, size_t length)
{
    unsigned char **at = in;
    return request_add_secret(link, wire->secret, at, *at + length) ? 0 : -1;
}

static int happened(struct lws *link, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    struct wire *wire = user;
    switch (reason) {
    case LWS_CALLBACK_OPENSSL_PERFORM_SERVER_CERT_VERIFICATION:
        wire = lws_wsi_user(link); /* `user` is the library's here */
        wire->untrusted |= length == 0;
        return 0;
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        return add_identity(wire, link, in, length);
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        wire->patience_ms = PATIENCE_FIRST_MS;
        tell(wire, WIRE_OPENED, NULL);
        break;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        return receive(wire, in, length,
                       lws_is_final_fragment(link) && lws_remaining_packet_payload(link) == 0)
                   ? 0
                   : -1;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        send_next(wire);
        break;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        lose(wire, request_reason(in, wire->untrusted));
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
    CHECK(wire != NULL);
    wire->patience_ms = PATIENCE_FIRST_MS;
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
    const struct wire_news news = queue_take(&wire->news);
    if (news.kind != WIRE_NOTHING && wire->news.first == NULL) {
        const ssize_t got = read(wire->ready[0], &byte, 1);
        (void)got;
    }
    pthread_mutex_unlock(&wire->lock);
    return news;
}

bool wire_send(struct wire *wire, const char *text)
{
    char *copy = strdup(text);
    CHECK(copy != NULL);
    pthread_mutex_lock(&wire->lock);
    const bool connected = wire->connected && wire->sending.size < SENDING_MAX;
    if (connected)
        queue_add(&wire->sending, WIRE_MESSAGE, copy);
    pthread_mutex_unlock(&wire->lock);
    if (connected)
        lws_cancel_service(wire->context);
    else
        free(copy);
    return connected;
}
