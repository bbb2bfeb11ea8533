/* The handshake, and frames of a client; see websocket.h. */
#include "remote/websocket.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "core/harmless.h"
#include "core/text.h"

enum { REQUEST_MAX = 1024, STATUS_DIGITS = 3, STATUS_SWITCHING = 101 };

/* ---- Opening ------------------------------------------------------------------------------ */

static bool write_request(struct websocket *websocket, const char *host, const char *secret)
{
    unsigned char bytes[HANDSHAKE_KEY_BYTES];
    char key[HANDSHAKE_KEY_SIZE];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(key, sizeof key, bytes, sizeof bytes, sodium_base64_VARIANT_ORIGINAL);
    const int length = snprintf(websocket->message, REQUEST_MAX,
                                "GET " SOCKET_PATH " HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\n"
                                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Protocol: " SOCKET_PROTOCOL
                                "\r\nAuthorization: Bearer %s\r\n\r\n",
                                host, key, secret);
    CHECK(length > 0 && length < REQUEST_MAX);
    websocket->pending = websocket->message;
    websocket->pending_length = (size_t)length;
    return handshake_accept(websocket->accept, key);
}

bool websocket_begin(struct websocket *websocket, const char *host, const char *secret,
                     size_t longest)
{
    *websocket = (struct websocket){.phase = WEBSOCKET_ASKING};
    frames_init(&websocket->frames, FRAMES_OF_A_SERVER, longest);
    websocket->head = malloc(WEBSOCKET_HEAD_MAX);
    websocket->message = malloc(REQUEST_MAX);
    return websocket->head != NULL && websocket->message != NULL &&
           write_request(websocket, host, secret);
}

void websocket_release(struct websocket *websocket)
{
    frames_release(&websocket->frames);
    free(websocket->head);
    free(websocket->message);
    *websocket = (struct websocket){.phase = WEBSOCKET_ENDED};
}

static struct websocket_event nothing(void)
{
    return (struct websocket_event){.what = WEBSOCKET_MORE};
}

static struct websocket_event end(struct websocket *websocket, const char *reason)
{
    websocket->phase = WEBSOCKET_ENDED;
    harmless_copy(websocket->reason, sizeof websocket->reason, reason);
    return (struct websocket_event){.what = WEBSOCKET_OVER};
}

/* ---- The answer to the handshake ------------------------------------------------------------ */

/* What its header fields say. */
struct answer {
    int status;
    bool upgrades, is_websocket, is_accepted, speaks_protocol, extends;
    struct word location;
};

static char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

/* Compares with a text in small letters, whatever the locale is. */
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

/* Whether a list with commas has this part. */
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

static void take_field(const struct websocket *websocket, struct answer *answer, struct word name,
                       struct word value)
{
    if (is_same(name, "upgrade"))
        answer->is_websocket = is_same(value, "websocket");
    else if (is_same(name, "connection"))
        answer->upgrades |= has_part(value, "upgrade");
    else if (is_same(name, "sec-websocket-accept"))
        answer->is_accepted = word_is(value, websocket->accept);
    else if (is_same(name, "sec-websocket-protocol"))
        answer->speaks_protocol = word_is(value, SOCKET_PROTOCOL);
    else if (is_same(name, "sec-websocket-extensions"))
        answer->extends = true;
    else if (is_same(name, "location"))
        answer->location = value;
}

/* "HTTP/1.1 101 Switching Protocols"; 0 if it is something else. */
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

static void read_answer(const struct websocket *websocket, struct answer *answer)
{
    const char *at = websocket->head, *end = at + websocket->head_used;
    *answer = (struct answer){.status = 0};
    for (const char *stop; at < end; at = stop + 1) {
        stop = memchr(at, '\n', (size_t)(end - at)); /* there is one at the end */
        const char *last = stop > at && stop[-1] == '\r' ? stop - 1 : stop;
        const char *colon = memchr(at, ':', (size_t)(last - at));
        if (at == websocket->head)
            answer->status = read_status((struct word){at, (size_t)(last - at)});
        else if (colon != NULL)
            take_field(websocket, answer, (struct word){at, (size_t)(colon - at)},
                       trimmed(colon + 1, last));
    }
}

/* A status that is not 101, for people. */
static struct websocket_event refused(struct websocket *websocket, const struct answer *answer)
{
    char sentence[WEBSOCKET_REASON_SIZE];
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
    return end(websocket, sentence);
}

static struct websocket_event judge_answer(struct websocket *websocket)
{
    struct answer answer;
    read_answer(websocket, &answer);
    if (answer.status != STATUS_SWITCHING)
        return refused(websocket, &answer);
    if (!answer.upgrades || !answer.is_websocket || !answer.is_accepted ||
        !answer.speaks_protocol || answer.extends)
        return end(websocket, "its answer is not that of a Railhead server");
    free(websocket->head);
    websocket->head = NULL;
    websocket->phase = WEBSOCKET_OPEN;
    return (struct websocket_event){.what = WEBSOCKET_OPENED};
}

/* Whether an empty line is at its end. */
static bool is_whole(const struct websocket *websocket)
{
    const char *head = websocket->head;
    const size_t used = websocket->head_used;
    return used >= 2 && head[used - 1] == '\n' &&
           (head[used - 2] == '\n' ||
            (used >= 4 && head[used - 2] == '\r' && head[used - 3] == '\n'));
}

static struct websocket_event take_head(struct websocket *websocket, const char **bytes,
                                        size_t *length)
{
    static const char start[] = "HTTP/";
    while (*length > 0) {
        if (websocket->head_used == WEBSOCKET_HEAD_MAX)
            return end(websocket, "the head of its answer is too long");
        const char byte = **bytes;
        if (websocket->head_used < sizeof start - 1 && byte != start[websocket->head_used])
            return refused(websocket, &(struct answer){.status = 0});
        websocket->head[websocket->head_used++] = byte;
        ++*bytes;
        --*length;
        if (is_whole(websocket))
            return judge_answer(websocket);
    }
    return nothing();
}

/* ---- Reading ------------------------------------------------------------------------------ */

static struct websocket_event end_with(struct websocket *websocket, int code, const char *reason)
{
    websocket->close_code = code;
    return end(websocket, reason);
}

static void answer_ping(struct websocket *websocket, const struct frames_event *event)
{
    memcpy(websocket->pong, event->bytes, event->length); /* only the last one is answered */
    websocket->pong_length = event->length;
    websocket->pongs = true;
}

static struct websocket_event take_frame(struct websocket *websocket,
                                         const struct frames_event *event)
{
    char sentence[WEBSOCKET_REASON_SIZE];
    switch (event->what) {
    case FRAMES_GOT_TEXT:
        return (struct websocket_event){WEBSOCKET_TEXT, event->bytes, event->length};
    case FRAMES_GOT_BINARY:
        return end_with(websocket, FRAMES_CLOSE_NOT_TAKEN, "it sent a message that is no text");
    case FRAMES_GOT_TOO_LONG:
        return end_with(websocket, FRAMES_CLOSE_TOO_LONG, "it sent a message that is too long");
    case FRAMES_GOT_CLOSE:
        return end_with(websocket, event->code, "it was closed");
    case FRAMES_FAULT:
        snprintf(sentence, sizeof sentence, "%s: %s",
                 event->code == FRAMES_CLOSE_TOO_LONG ? "it sent a message that cannot be taken"
                                                      : "it broke the WebSocket protocol",
                 event->reason);
        return end_with(websocket, event->code, sentence);
    case FRAMES_GOT_PING:
        answer_ping(websocket, event);
        break;
    case FRAMES_GOT_PONG:
    case FRAMES_MORE:
        break;
    }
    return nothing();
}

struct websocket_event websocket_read(struct websocket *websocket, const char **bytes,
                                      size_t *length)
{
    if (websocket->phase == WEBSOCKET_ASKING)
        return take_head(websocket, bytes, length);
    while (websocket->phase == WEBSOCKET_OPEN) {
        const struct frames_event frame = frames_read(&websocket->frames, bytes, length);
        const struct websocket_event event = take_frame(websocket, &frame);
        if (event.what != WEBSOCKET_MORE || frame.what == FRAMES_MORE)
            return event;
    }
    return (struct websocket_event){.what = WEBSOCKET_OVER};
}

/* ---- Sending ------------------------------------------------------------------------------ */

static size_t write_frame(char *frame, enum frames_opcode opcode, const char *payload,
                          size_t length)
{
    uint8_t mask[FRAMES_MASK_SIZE];
    randombytes_buf(mask, sizeof mask);
    return frames_write_masked(frame, opcode, payload, length, mask);
}

static void write_control(struct websocket *websocket, enum frames_opcode opcode,
                          const char *payload, size_t length)
{
    websocket->pending = websocket->control;
    websocket->pending_length = write_frame(websocket->control, opcode, payload, length);
}

/* The next control frame that is wanted.  After a close frame nothing may be sent. */
static void next_control(struct websocket *websocket)
{
    if (websocket->close_sent)
        return;
    if (websocket->close_code != 0) {
        const int code = websocket->close_code;
        const char payload[] = {(char)(code >> 8), (char)(code & 0xff)};
        websocket->close_sent = true;
        write_control(websocket, FRAMES_CLOSE, payload, sizeof payload);
    } else if (websocket->pongs) {
        websocket->pongs = false;
        write_control(websocket, FRAMES_PONG, websocket->pong, websocket->pong_length);
    } else if (websocket->pings) {
        websocket->pings = false;
        write_control(websocket, FRAMES_PING, "", 0);
    }
}

size_t websocket_pending(struct websocket *websocket, const char **bytes)
{
    if (websocket->pending_length == 0) {
        free(websocket->message);
        websocket->message = NULL;
        next_control(websocket);
    }
    *bytes = websocket->pending;
    return websocket->pending_length;
}

void websocket_sent(struct websocket *websocket, size_t count)
{
    CHECK(count <= websocket->pending_length);
    websocket->pending += count;
    websocket->pending_length -= count;
}

bool websocket_is_free(struct websocket *websocket)
{
    const char *bytes;
    return websocket_pending(websocket, &bytes) == 0 && websocket->phase == WEBSOCKET_OPEN &&
           websocket->close_code == 0;
}

bool websocket_say(struct websocket *websocket, const char *text, size_t length)
{
    CHECK(websocket_is_free(websocket));
    websocket->message = malloc(FRAMES_HEADER_MAX + length);
    if (websocket->message == NULL)
        return false;
    websocket->pending = websocket->message;
    websocket->pending_length = write_frame(websocket->message, FRAMES_TEXT, text, length);
    return true;
}

void websocket_ping(struct websocket *websocket)
{
    websocket->pings = true;
}

void websocket_close(struct websocket *websocket, enum frames_close code)
{
    if (websocket->close_code == 0)
        websocket->close_code = (int)code;
}
