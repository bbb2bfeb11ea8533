/* The handshake and the frames of a WebSocket client; see ws_client.h. */
#include "remote/ws_client.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "text/harmless.h"
#include "text/text.h"

enum { REQUEST_MAX = 1024, STATUS_DIGITS = 3, STATUS_SWITCHING = 101 };

/* ---- The request -------------------------------------------------------------------------- */

static bool write_request(struct ws_client *client, const char *host, const char *secret)
{
    unsigned char bytes[HANDSHAKE_KEY_BYTES];
    char key[HANDSHAKE_KEY_SIZE];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(key, sizeof key, bytes, sizeof bytes, sodium_base64_VARIANT_ORIGINAL);
    const int length =
        snprintf(client->message, REQUEST_MAX,
                 "GET " WEBSOCKET_PATH " HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\n"
                 "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                 "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Protocol: " SOCKET_PROTOCOL
                 "\r\nAuthorization: Bearer %s\r\n\r\n",
                 host, key, secret);
    CHECK(length > 0 && length < REQUEST_MAX);
    client->pending = client->message;
    client->pending_length = (size_t)length;
    return handshake_accept(client->accept, key);
}

bool ws_client_begin(struct ws_client *client, const char *host, const char *secret, size_t longest)
{
    *client = (struct ws_client){.phase = WS_CLIENT_ASKING};
    frames_init(&client->frames, FRAMES_OF_A_SERVER, longest);
    client->head = malloc(WS_CLIENT_HEAD_MAX);
    client->message = malloc(REQUEST_MAX);
    return client->head != NULL && client->message != NULL && write_request(client, host, secret);
}

void ws_client_release(struct ws_client *client)
{
    frames_release(&client->frames);
    free(client->head);
    free(client->message);
    *client = (struct ws_client){.phase = WS_CLIENT_ENDED};
}

static struct ws_client_event nothing(void)
{
    return (struct ws_client_event){.what = WS_CLIENT_MORE};
}

static struct ws_client_event end(struct ws_client *client, const char *reason)
{
    client->phase = WS_CLIENT_ENDED;
    harmless_copy(client->reason, sizeof client->reason, reason);
    return (struct ws_client_event){.what = WS_CLIENT_OVER};
}

/* ---- The response to the handshake ---------------------------------------------------------- */

/* The relevant header fields. */
struct answer {
    int status;
    bool upgrades, is_websocket, is_accepted, speaks_protocol, extends;
    struct word location;
};

static char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

/* Compares with a text in lower case, ignoring case, independently of the locale. */
static bool is_same(struct word word, const char *small)
{
    size_t i = 0;
    while (i < word.length && small[i] != '\0' && lower(word.start[i]) == small[i])
        i++;
    return i == word.length && small[i] == '\0';
}

static bool is_blank(char letter)
{
    return letter == ' ' || letter == '\t';
}

static struct word trimmed(const char *start, const char *end)
{
    while (start < end && is_blank(start[0]))
        start++;
    while (start < end && is_blank(end[-1]))
        end--;
    return (struct word){start, (size_t)(end - start)};
}

/* Returns whether a comma-separated list contains this item. */
static bool has_part(struct word list, const char *small)
{
    const char *end = list.start + list.length;
    for (const char *at = list.start, *stop; at < end; at = stop + 1) {
        stop = memchr(at, ',', (size_t)(end - at));
        if (stop == NULL)
            stop = end;
        if (is_same(trimmed(at, stop), small))
            return true;
    }
    return false;
}

static void take_field(const struct ws_client *client, struct answer *answer, struct word name,
                       struct word value)
{
    if (is_same(name, "upgrade"))
        answer->is_websocket = is_same(value, "websocket");
    else if (is_same(name, "connection"))
        answer->upgrades |= has_part(value, "upgrade");
    else if (is_same(name, "sec-websocket-accept"))
        answer->is_accepted = word_is(value, client->accept);
    else if (is_same(name, "sec-websocket-protocol"))
        answer->speaks_protocol = word_is(value, SOCKET_PROTOCOL);
    else if (is_same(name, "sec-websocket-extensions"))
        answer->extends = true;
    else if (is_same(name, "location"))
        answer->location = value;
}

/* Parses "HTTP/1.1 101 Switching Protocols".  Returns 0 if it is something else. */
static int read_status(struct word line)
{
    static const char version[] = "HTTP/1.1 ";
    const size_t before = sizeof version - 1;
    int status = 0;
    if (line.length < before + STATUS_DIGITS || memcmp(line.start, version, before - 2) != 0 ||
        line.start[before - 1] != ' ')
        return 0;
    for (size_t i = before; i < before + STATUS_DIGITS; i++) {
        if (line.start[i] < '0' || line.start[i] > '9')
            return 0;
        status = 10 * status + line.start[i] - '0';
    }
    return status;
}

static void read_answer(const struct ws_client *client, struct answer *answer)
{
    const char *at = client->head, *end = at + client->head_used;
    *answer = (struct answer){.status = 0};
    for (const char *stop; at < end; at = stop + 1) {
        stop = memchr(at, '\n', (size_t)(end - at)); /* never NULL: the header ends with it */
        const char *last = stop > at && stop[-1] == '\r' ? stop - 1 : stop;
        const char *colon = memchr(at, ':', (size_t)(last - at));
        if (at == client->head)
            answer->status = read_status((struct word){at, (size_t)(last - at)});
        else if (colon != NULL)
            take_field(client, answer, (struct word){at, (size_t)(colon - at)},
                       trimmed(colon + 1, last));
    }
}

/* Ends the WebSocket with a message about a status other than 101. */
static struct ws_client_event refused(struct ws_client *client, const struct answer *answer)
{
    char sentence[WS_CLIENT_REASON_SIZE];
    const int status = answer->status;
    if (status == 0)
        snprintf(sentence, sizeof sentence, "it does not speak HTTP: is it a Railhead server?");
    else if (status >= 300 && status < 400 && answer->location.length > 0)
        snprintf(sentence, sizeof sentence, "it redirects to %.*s: use that address",
                 (int)(answer->location.length < 150 ? answer->location.length : 150),
                 answer->location.start);
    else if (status == 429 || status >= 500)
        snprintf(sentence, sizeof sentence, "it is too busy, or stopping (HTTP status %d)", status);
    else
        snprintf(sentence, sizeof sentence,
                 "it refuses the connection (HTTP status %d): is it a Railhead server?", status);
    return end(client, sentence);
}

static struct ws_client_event judge_answer(struct ws_client *client)
{
    struct answer answer;
    read_answer(client, &answer);
    if (answer.status != STATUS_SWITCHING)
        return refused(client, &answer);
    if (!answer.upgrades || !answer.is_websocket || !answer.is_accepted ||
        !answer.speaks_protocol || answer.extends)
        return end(client, "its answer is not that of a Railhead server");
    free(client->head);
    client->head = NULL;
    client->phase = WS_CLIENT_OPEN;
    return (struct ws_client_event){.what = WS_CLIENT_OPENED};
}

/* Returns whether the header is complete: it ends with an empty line. */
static bool is_whole(const struct ws_client *client)
{
    const char *head = client->head;
    const size_t used = client->head_used;
    return used >= 2 && head[used - 1] == '\n' &&
           (head[used - 2] == '\n' ||
            (used >= 4 && head[used - 2] == '\r' && head[used - 3] == '\n'));
}

static struct ws_client_event take_head(struct ws_client *client, const char **bytes,
                                        size_t *length)
{
    static const char start[] = "HTTP/";
    while (*length > 0) {
        if (client->head_used == WS_CLIENT_HEAD_MAX)
            return end(client, "the head of its answer is too long");
        const char byte = **bytes;
        if (client->head_used < sizeof start - 1 && byte != start[client->head_used])
            return refused(client, &(struct answer){.status = 0});
        client->head[client->head_used++] = byte;
        ++*bytes;
        --*length;
        if (is_whole(client))
            return judge_answer(client);
    }
    return nothing();
}

/* ---- Reading ------------------------------------------------------------------------------ */

static struct ws_client_event end_with(struct ws_client *client, int code, const char *reason)
{
    client->close_code = code;
    return end(client, reason);
}

static void answer_ping(struct ws_client *client, const struct frames_event *event)
{
    memcpy(client->pong, event->bytes, event->length); /* only the last ping is answered */
    client->pong_length = event->length;
    client->pongs = true;
}

static struct ws_client_event take_frame(struct ws_client *client, const struct frames_event *event)
{
    char sentence[WS_CLIENT_REASON_SIZE];
    switch (event->what) {
    case FRAMES_GOT_TEXT:
        return (struct ws_client_event){WS_CLIENT_TEXT, event->bytes, event->length};
    case FRAMES_GOT_BINARY:
        return end_with(client, FRAMES_CLOSE_NOT_TAKEN, "it sent a message that is no text");
    case FRAMES_GOT_TOO_LONG:
        return end_with(client, FRAMES_CLOSE_TOO_LONG, "it sent a message that is too long");
    case FRAMES_GOT_CLOSE:
        return end_with(client, event->code, "it was closed");
    case FRAMES_FAULT:
        snprintf(sentence, sizeof sentence, "%s: %s",
                 event->code == FRAMES_CLOSE_TOO_LONG ? "it sent a message that cannot be taken"
                                                      : "it broke the WebSocket protocol",
                 event->reason);
        return end_with(client, event->code, sentence);
    case FRAMES_GOT_PING:
        answer_ping(client, event);
        break;
    case FRAMES_GOT_PONG:
    case FRAMES_MORE:
        break;
    }
    return nothing();
}

struct ws_client_event ws_client_read(struct ws_client *client, const char **bytes, size_t *length)
{
    if (client->phase == WS_CLIENT_ASKING)
        return take_head(client, bytes, length);
    while (client->phase == WS_CLIENT_OPEN) {
        const struct frames_event frame = frames_read(&client->frames, bytes, length);
        const struct ws_client_event event = take_frame(client, &frame);
        if (event.what != WS_CLIENT_MORE || frame.what == FRAMES_MORE)
            return event;
    }
    return (struct ws_client_event){.what = WS_CLIENT_OVER};
}

/* ---- Sending ------------------------------------------------------------------------------ */

static size_t write_frame(char *frame, enum frames_opcode opcode, const char *payload,
                          size_t length)
{
    uint8_t mask[FRAMES_MASK_SIZE];
    randombytes_buf(mask, sizeof mask);
    return frames_write_masked(frame, opcode, payload, length, mask);
}

static void write_control(struct ws_client *client, enum frames_opcode opcode, const char *payload,
                          size_t length)
{
    client->pending = client->control;
    client->pending_length = write_frame(client->control, opcode, payload, length);
}

/* Prepares the next control frame that is due.  After a close frame nothing may be sent. */
static void next_control(struct ws_client *client)
{
    if (client->close_sent)
        return;
    if (client->close_code != 0) {
        const int code = client->close_code;
        const char payload[] = {(char)(code >> 8), (char)(code & 0xff)};
        client->close_sent = true;
        write_control(client, FRAMES_CLOSE, payload, sizeof payload);
    } else if (client->pongs) {
        client->pongs = false;
        write_control(client, FRAMES_PONG, client->pong, client->pong_length);
    } else if (client->pings) {
        client->pings = false;
        write_control(client, FRAMES_PING, "", 0);
    }
}

size_t ws_client_pending(struct ws_client *client, const char **bytes)
{
    if (client->pending_length == 0) {
        free(client->message);
        client->message = NULL;
        next_control(client);
    }
    *bytes = client->pending;
    return client->pending_length;
}

void ws_client_sent(struct ws_client *client, size_t count)
{
    CHECK(count <= client->pending_length);
    client->pending += count;
    client->pending_length -= count;
}

bool ws_client_is_free(struct ws_client *client)
{
    const char *bytes;
    return ws_client_pending(client, &bytes) == 0 && client->phase == WS_CLIENT_OPEN &&
           client->close_code == 0;
}

bool ws_client_say(struct ws_client *client, const char *text, size_t length)
{
    CHECK(ws_client_is_free(client));
    client->message = malloc(FRAMES_HEADER_MAX + length);
    if (client->message == NULL)
        return false;
    client->pending = client->message;
    client->pending_length = write_frame(client->message, FRAMES_TEXT, text, length);
    return true;
}

void ws_client_ping(struct ws_client *client)
{
    client->pings = true;
}

void ws_client_close(struct ws_client *client, enum frames_close code)
{
    if (client->close_code == 0)
        client->close_code = (int)code;
}
