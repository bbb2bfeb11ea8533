/* A thread with libcurl's connection and a WebSocket; see wire.h. */
#include "remote/wire.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/child.h"
#include "remote/connection.h"
#include "remote/patience.h"
#include "remote/ws_client.h"

enum {
    SECRET_MAX = 64,
    MESSAGE_MAX = 1 << 20, /* bytes; our servers never send longer messages */
    NEWS_MAX = 1 << 24,    /* bytes of unread messages, beyond which the connection is closed */
    SENDING_MAX = 1 << 20, /* bytes of unsent messages, beyond which none is accepted */
    PING_MS = 20000,       /* milliseconds of silence before a ping */
    GONE_MS = 40000,
    GOODBYE_MS = 1000, /* milliseconds for unsent messages and the closing handshake */
    READ_SIZE = 16384,
    READS_AT_ONCE = 16, /* maximum number of reads before the next attempt to send */
};

/* An item of a first-in, first-out queue of texts. */
struct item {
    struct item *next;
    enum wire_kind kind;
    char *text;
};

struct queue {
    struct item *first, *last;
    size_t size; /* total bytes of its items */
};

struct wire {
    struct address address;
    char secret[SECRET_MAX];

    pthread_t thread;
    int ready[2]; /* a pipe that contains one byte while there is news */

    pthread_mutex_t lock; /* protects the six fields below, and that byte */
    struct queue news;
    struct queue sending;
    bool connected;
    bool lost; /* reported after all news in the queue */
    char reason[WIRE_REASON_SIZE];
    bool ends;

    CURLM *multi; /* used by the thread only, except for curl_multi_wakeup() */

    /* Used by the thread only. */
    unsigned failures;
};

/* One connection, from the attempt to its end. */
struct call {
    struct wire *wire;
    CURL *handle;
    struct ws_client websocket;
    struct pollfd socket;
    uint64_t begun;  /* when the handshake was sent; all times are in ms of child_clock() */
    uint64_t opened; /* when the handshake was complete; 0 before that */
    uint64_t heard;  /* when the last bytes of the server arrived */
    uint64_t leaves; /* when closing began; or 0 */
    bool pinged;     /* a ping was sent since `heard` */
    bool more;       /* there may be more bytes to read */
    char why[WIRE_REASON_SIZE];
};

/* ---- Queues ------------------------------------------------------------------------------ */

static size_t size_of(const char *text)
{
    return sizeof(struct item) + (text != NULL ? strlen(text) : 0);
}

/*
 * Appends a text and takes ownership.  Returns false if allocation fails: then the caller keeps the
 * text.
 */
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

/* ---- News --------------------------------------------------------------------------------- */

/*
 * Returns whether there is no news, and so no byte in the pipe.  Call this and ring() with the lock
 * held.
 */
static bool is_quiet(const struct wire *wire)
{
    return wire->news.first == NULL && !wire->lost;
}

static void ring(struct wire *wire)
{
    const ssize_t written = write(wire->ready[1], "", 1);
    (void)written; /* cannot block: the pipe was empty */
}

/*
 * Adds news and takes ownership of the text.  Returns false if allocation fails: then the caller
 * keeps the text.
 */
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

/* Reports that the connection is lost.  Allocates nothing. */
static void tell_loss(struct wire *wire, const char *why)
{
    pthread_mutex_lock(&wire->lock);
    if (is_quiet(wire))
        ring(wire);
    wire->connected = false;
    wire->lost = true;
    snprintf(wire->reason, sizeof wire->reason, "%s", why);
    queue_release(&wire->sending); /* senders repeat their requests after reconnecting */
    pthread_mutex_unlock(&wire->lock);
}

static bool is_over(struct wire *wire)
{
    pthread_mutex_lock(&wire->lock);
    const bool ends = wire->ends;
    pthread_mutex_unlock(&wire->lock);
    return ends;
}

/* Sets the reason.  Always returns false, for use in return statements. */
static bool fail(struct call *call, const char *why)
{
    snprintf(call->why, sizeof call->why, "%s", why);
    return false;
}

/* ---- Connecting ----------------------------------------------------------------------------- */

static bool is_connected(struct call *call, CURLcode code)
{
    curl_socket_t socket = CURL_SOCKET_BAD;
    if (code == CURLE_OK)
        curl_easy_getinfo(call->handle, CURLINFO_ACTIVESOCKET, &socket);
    call->socket = (struct pollfd){.fd = socket};
    if (code == CURLE_OK && socket == CURL_SOCKET_BAD)
        return fail(call, "the connection was lost at once");
    if (code != CURLE_OK)
        connection_reason(call->why, call->handle, code, &call->wire->address);
    return code == CURLE_OK;
}

/* Lets libcurl resolve the name, connect and negotiate TLS. */
static bool connect_it(struct call *call)
{
    CURLM *multi = call->wire->multi;
    while (!is_over(call->wire)) {
        int running, left;
        if (curl_multi_perform(multi, &running) != CURLM_OK)
            return fail(call, "out of memory");
        const CURLMsg *message = curl_multi_info_read(multi, &left);
        if (message != NULL && message->msg == CURLMSG_DONE)
            return is_connected(call, message->data.result);
        curl_multi_poll(multi, NULL, 0, PING_MS, NULL);
    }
    return false;
}

/* ---- Messages ----------------------------------------------------------------------------- */

/* Passes the next message to the WebSocket, if it is free.  Returns false if allocation fails. */
static bool take_message(struct call *call)
{
    struct wire *wire = call->wire;
    if (!ws_client_is_free(&call->websocket))
        return true;
    pthread_mutex_lock(&wire->lock);
    struct wire_news next = queue_take(&wire->sending);
    pthread_mutex_unlock(&wire->lock);
    if (next.text == NULL)
        return true;
    const bool taken = ws_client_say(&call->websocket, next.text, strlen(next.text));
    free(next.text);
    return taken || fail(call, "out of memory");
}

/* Handles a connection that the server has closed or that broke.  Returns false. */
static bool hung_up(struct call *call)
{
    if (call->opened != 0)
        return fail(call, "it was closed");
    connection_reason(call->why, call->handle, CURLE_GOT_NOTHING, &call->wire->address);
    return false;
}

/* Sends as much as the connection accepts now.  Returns false if the connection is lost. */
static bool send_some(struct call *call)
{
    const char *bytes;
    while (take_message(call)) {
        const size_t length = ws_client_pending(&call->websocket, &bytes);
        size_t sent = 0;
        call->socket.events = length > 0 ? POLLIN | POLLOUT : POLLIN;
        if (length == 0)
            return true;
        const CURLcode code = curl_easy_send(call->handle, bytes, length, &sent);
        if (code == CURLE_AGAIN)
            return true;
        if (code != CURLE_OK)
            return hung_up(call);
        ws_client_sent(&call->websocket, sent);
    }
    return false;
}

/* Adds a message to the news.  Returns false if there is no memory or capacity for it. */
static bool keep(struct call *call, const struct ws_client_event *event)
{
    struct wire *wire = call->wire;
    pthread_mutex_lock(&wire->lock);
    const bool fits = wire->news.size + event->length <= NEWS_MAX;
    pthread_mutex_unlock(&wire->lock);
    if (!fits)
        return fail(call, "it sent more than could be read");
    char *text = malloc(event->length + 1);
    if (text == NULL)
        return fail(call, "out of memory");
    memcpy(text, event->text, event->length);
    text[event->length] = '\0';
    if (tell(wire, WIRE_MESSAGE, text))
        return true;
    free(text);
    return fail(call, "out of memory");
}

/* Processes received bytes.  Returns false if the connection is to be closed. */
static bool take_bytes(struct call *call, const char *bytes, size_t length)
{
    for (;;) {
        const struct ws_client_event event = ws_client_read(&call->websocket, &bytes, &length);
        switch (event.what) {
        case WS_CLIENT_MORE:
            return true;
        case WS_CLIENT_OPENED:
            call->opened = child_clock();
            if (!tell(call->wire, WIRE_OPENED, NULL))
                return fail(call, "out of memory");
            break;
        case WS_CLIENT_TEXT:
            if (call->leaves == 0 && !keep(call, &event))
                return false;
            break;
        case WS_CLIENT_OVER:
            send_some(call); /* the close frame, if it can be sent now */
            return fail(call, call->websocket.reason);
        }
    }
}

static bool receive_some(struct call *call)
{
    char bytes[READ_SIZE];
    for (unsigned i = 0; i < READS_AT_ONCE; i++) {
        size_t length = 0;
        const CURLcode code = curl_easy_recv(call->handle, bytes, sizeof bytes, &length);
        call->more = code == CURLE_OK;
        if (code == CURLE_AGAIN)
            return true;
        if (code != CURLE_OK || length == 0)
            return hung_up(call);
        call->heard = child_clock();
        call->pinged = false;
        if (!take_bytes(call, bytes, length))
            return false;
    }
    return true;
}

/* Pings a silent server.  Returns false after it has been silent for too long. */
static bool is_alive(struct call *call)
{
    const uint64_t now = child_clock();
    if (call->opened == 0)
        return now - call->begun < CONNECTION_PATIENCE_MS ||
               fail(call, "the server does not answer in time");
    if (now - call->heard >= GONE_MS)
        return fail(call, "the server is silent");
    if (now - call->heard >= PING_MS && !call->pinged) {
        ws_client_ping(&call->websocket);
        call->pinged = true;
    }
    return true;
}

/*
 * Closes the WebSocket once everything is sent.  Returns false if there is nothing more to wait
 * for.
 */
static bool may_stay(struct call *call)
{
    if (!is_over(call->wire))
        return true;
    if (call->leaves == 0)
        call->leaves = child_clock();
    if (ws_client_is_free(&call->websocket))
        ws_client_close(&call->websocket, FRAMES_CLOSE_NORMAL);
    return call->opened != 0 && child_clock() - call->leaves < GOODBYE_MS;
}

/* Waits until the connection is ready, curl_multi_wakeup() is called, or a timeout is due. */
static void wait_for(struct call *call)
{
    const int64_t quiet = (int64_t)(child_clock() - call->heard);
    int pause = (int)(call->pinged ? GONE_MS - quiet : PING_MS - quiet);
    struct curl_waitfd socket = {.fd = call->socket.fd, .events = CURL_WAIT_POLLIN};
    if (call->socket.events & POLLOUT)
        socket.events |= CURL_WAIT_POLLOUT;
    if (call->leaves != 0)
        pause = GOODBYE_MS / 10;
    if (call->more || pause < 0)
        pause = 0;
    curl_multi_poll(call->wire->multi, &socket, 1, pause, NULL);
}

static void talk(struct call *call)
{
    char host[CONNECTION_HOST_SIZE];
    address_write_host(&call->wire->address, host);
    call->begun = call->heard = child_clock();
    bool goes_on = ws_client_begin(&call->websocket, host, call->wire->secret, MESSAGE_MAX) ||
                   fail(call, "out of memory");
    while (goes_on) {
        goes_on = send_some(call) && receive_some(call) && is_alive(call) && send_some(call) &&
                  may_stay(call);
        if (goes_on)
            wait_for(call);
    }
    ws_client_release(&call->websocket);
}

/* ---- The thread ---------------------------------------------------------------------------- */

static bool set_up(struct call *call)
{
    call->handle = connection_new(&call->wire->address, WEBSOCKET_PATH);
    if (call->handle == NULL)
        return false;
    curl_easy_setopt(call->handle, CURLOPT_CONNECT_ONLY, 1L);
    curl_easy_setopt(call->handle, CURLOPT_HTTPPROXYTUNNEL, 1L);
    return curl_multi_add_handle(call->wire->multi, call->handle) == CURLM_OK;
}

/*
 * Connects, and exchanges messages until the connection is lost.  Returns whether it lasted longer
 * than PATIENCE_STEADY_MS.
 */
static bool call_once(struct wire *wire)
{
    struct call call = {.wire = wire, .why = "out of memory"};
    if (set_up(&call) && connect_it(&call))
        talk(&call);
    if (call.handle != NULL)
        curl_multi_remove_handle(wire->multi, call.handle);
    curl_easy_cleanup(call.handle);
    tell_loss(wire, call.why);
    return call.opened != 0 && child_clock() - call.opened > PATIENCE_STEADY_MS;
}

/* Waits before the next attempt. */
static void rest(struct wire *wire)
{
    const uint64_t until =
        child_clock() + (uint64_t)patience_ms(wire->failures++, randombytes_random());
    for (uint64_t now = child_clock(); now < until && !is_over(wire); now = child_clock())
        curl_multi_poll(wire->multi, NULL, 0, (int)(until - now), NULL);
}

static void *serve(void *argument)
{
    struct wire *wire = argument;
    while (!is_over(wire)) {
        if (call_once(wire))
            wire->failures = 0;
        rest(wire);
    }
    return NULL;
}

/* ---- Opening and closing ----------------------------------------------------------------- */

static bool start(struct wire *wire)
{
    sigset_t all, before;
    wire->multi = connection_prepare() ? curl_multi_init() : NULL;
    if (wire->multi == NULL)
        return false;
    sigfillset(&all); /* libcurl's threads inherit the signal mask */
    pthread_sigmask(SIG_BLOCK, &all, &before);
    const bool started = pthread_create(&wire->thread, NULL, serve, wire) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!started)
        curl_multi_cleanup(wire->multi);
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

void wire_close(struct wire *wire)
{
    pthread_mutex_lock(&wire->lock);
    wire->ends = true;
    pthread_mutex_unlock(&wire->lock);
    curl_multi_wakeup(wire->multi);
    pthread_join(wire->thread, NULL);
    curl_multi_cleanup(wire->multi);
    queue_release(&wire->news);
    queue_release(&wire->sending);
    pthread_mutex_destroy(&wire->lock);
    close(wire->ready[0]);
    close(wire->ready[1]);
    free(wire);
}

/* ---- Public functions -------------------------------------------------------------------- */

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
        curl_multi_wakeup(wire->multi);
    else
        free(copy);
    return taken;
}
