/* WebSocket frames, read byte by byte and strictly; see frames.h. */
#include "net/frames.h"

#include <stdlib.h>
#include <string.h>

enum { FINAL = 0x80, RESERVED = 0x70, CONTROL = 0x08, MASKED = 0x80, ROOM_MIN = 256 };

void frames_init(struct frames *frames, enum frames_reader reads, size_t longest)
{
    *frames = (struct frames){.longest = longest, .masked = reads == FRAMES_OF_CLIENTS};
}

void frames_release(struct frames *frames)
{
    free(frames->message);
    frames->message = NULL;
    frames->used = frames->room = 0;
}

size_t frames_held(const struct frames *frames)
{
    return frames->room;
}

static bool fault(struct frames *frames, int code, const char *reason)
{
    frames->fault_code = code;
    frames->fault = reason;
    return false;
}

/* ---- Headers --------------------------------------------------------------------------------- */

/* How long the header is, as far as its first two bytes say. */
static unsigned header_size(const struct frames *frames)
{
    if (frames->header_used < 2)
        return 2;
    const unsigned length = frames->header[1] & 0x7f;
    const unsigned more = length == 127 ? 8 : length == 126 ? 2 : 0;
    return 2 + more + (frames->masked ? FRAMES_MASK_SIZE : 0U);
}

static bool check_opcode(struct frames *frames)
{
    switch (frames->opcode) {
    case FRAMES_TEXT:
    case FRAMES_BINARY:
        return !frames->in_message ||
               fault(frames, FRAMES_CLOSE_PROTOCOL, "a message within a message");
    case FRAMES_CONTINUATION:
        return frames->in_message || fault(frames, FRAMES_CLOSE_PROTOCOL, "a piece of no message");
    case FRAMES_CLOSE:
    case FRAMES_PING:
    case FRAMES_PONG:
        return frames->final || fault(frames, FRAMES_CLOSE_PROTOCOL, "a control frame in pieces");
    default:
        return fault(frames, FRAMES_CLOSE_PROTOCOL, "an unknown opcode");
    }
}

/* As soon as the first two bytes are there. */
static bool check_start(struct frames *frames)
{
    unsigned length = frames->header[1] & 0x7f;
    frames->opcode = frames->header[0] & 0x0f;
    frames->final = (frames->header[0] & FINAL) != 0;
    if (frames->header[0] & RESERVED)
        return fault(frames, FRAMES_CLOSE_PROTOCOL, "reserved bits");
    if (((frames->header[1] & MASKED) != 0) != frames->masked)
        return fault(frames, FRAMES_CLOSE_PROTOCOL,
                     frames->masked ? "a frame that is not masked" : "a frame that is masked");
    if ((frames->opcode & CONTROL) && length > FRAMES_CONTROL_MAX)
        return fault(frames, FRAMES_CLOSE_PROTOCOL, "a control frame that is too long");
    return check_opcode(frames);
}

/* The length in as few bytes as it needs. */
static bool read_length(struct frames *frames)
{
    unsigned length = frames->header[1] & 0x7f, more = length == 127 ? 8 : length == 126 ? 2 : 0;
    frames->left = more ? 0 : length;
    for (unsigned i = 0; i < more; i++)
        frames->left = frames->left << 8 | frames->header[2 + i];
    if ((more == 2 && frames->left < 126) ||
        (more == 8 && (frames->left <= UINT16_MAX || frames->left >> 63)))
        return fault(frames, FRAMES_CLOSE_PROTOCOL, "a length in too many bytes");
    return true;
}

/* A data frame begins: a new message, or one more piece. */
static bool begin_data(struct frames *frames)
{
    if (frames->opcode != FRAMES_CONTINUATION) {
        frames->binary = frames->opcode == FRAMES_BINARY;
        frames->in_message = true;
        frames->skips = false;
        frames->pieces = 0;
        frames->used = 0;
    }
    if (++frames->pieces > FRAMES_PIECES_MAX)
        return fault(frames, FRAMES_CLOSE_TOO_LONG, "a message in too many pieces");
    frames->skips = frames->left > frames->longest - frames->used;
    return true;
}

static bool begin_frame(struct frames *frames)
{
    frames->in_frame = true;
    frames->mask_at = 0;
    if (!read_length(frames))
        return false;
    if (!(frames->opcode & CONTROL))
        return begin_data(frames);
    frames->control_used = 0;
    return true;
}

/* ---- Payload --------------------------------------------------------------------------------- */

/* Copies a part of the payload as it is meant. */
static void copy(struct frames *frames, char *into, const char *bytes, size_t count)
{
    if (!frames->masked) {
        memcpy(into, bytes, count);
        return;
    }
    const uint8_t *mask = frames->header + frames->header_used - FRAMES_MASK_SIZE;
    for (size_t i = 0; i < count; i++)
        into[i] = (char)((uint8_t)bytes[i] ^ mask[frames->mask_at++ & 3]);
}

static bool make_room(struct frames *frames, size_t more)
{
    size_t room = frames->room ? frames->room : ROOM_MIN;
    while (room < frames->used + more)
        room *= 2;
    if (room > frames->longest)
        room = frames->longest;
    if (room <= frames->room)
        return true;
    char *message = realloc(frames->message, room);
    if (message == NULL)
        return fault(frames, FRAMES_CLOSE_TOO_LONG, "no memory is left for it");
    frames->message = message;
    frames->room = room;
    return true;
}

static bool take_payload(struct frames *frames, const char **bytes, size_t *length)
{
    size_t count = *length < frames->left ? *length : (size_t)frames->left;
    if (frames->opcode & CONTROL) {
        copy(frames, frames->control + frames->control_used, *bytes, count);
        frames->control_used += (unsigned)count;
    } else if (!frames->skips && count > 0) {
        if (!make_room(frames, count))
            return false;
        copy(frames, frames->message + frames->used, *bytes, count);
        frames->used += count;
    }
    *bytes += count;
    *length -= count;
    frames->left -= count;
    return true;
}

/* ---- Events ---------------------------------------------------------------------------------- */

static bool is_continuation(const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if ((bytes[i] & 0xc0) != 0x80)
            return false;
    return true;
}

/* How many bytes the character at the start has, or 0 when it is none of UTF-8. */
static size_t character(const uint8_t *bytes, size_t length)
{
    uint8_t first = bytes[0];
    if (first < 0x80)
        return 1;
    size_t count = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || count > length || !is_continuation(bytes + 1, count - 1))
        return 0;
    uint8_t second = bytes[1];
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
        (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f))
        return 0;
    return count;
}

static bool is_utf8(const char *text, size_t length)
{
    const uint8_t *bytes = (const uint8_t *)text;
    for (size_t i = 0; i < length;) {
        size_t count = character(bytes + i, length - i);
        if (count == 0)
            return false;
        i += count;
    }
    return true;
}

static struct frames_event fault_event(const struct frames *frames)
{
    return (struct frames_event){
        .what = FRAMES_FAULT, .code = frames->fault_code, .reason = frames->fault};
}

static struct frames_event close_event(struct frames *frames)
{
    struct frames_event event = {.what = FRAMES_GOT_CLOSE, .code = FRAMES_CLOSE_NORMAL};
    const uint8_t *bytes = (const uint8_t *)frames->control;
    if (frames->control_used == 0)
        return event;
    event.code = frames->control_used == 1 ? 0 : bytes[0] << 8 | bytes[1];
    bool sound = (event.code >= 1000 && event.code <= 1003) ||
                 (event.code >= 1007 && event.code <= 1014) ||
                 (event.code >= 3000 && event.code <= 4999);
    if (!sound || !is_utf8(frames->control + 2, frames->control_used - 2)) {
        fault(frames, FRAMES_CLOSE_PROTOCOL, "a close frame that says nothing");
        return fault_event(frames);
    }
    return event;
}

static struct frames_event control_event(struct frames *frames)
{
    if (frames->opcode == FRAMES_CLOSE)
        return close_event(frames);
    return (struct frames_event){.what = frames->opcode == FRAMES_PING ? FRAMES_GOT_PING
                                                                       : FRAMES_GOT_PONG,
                                 .bytes = frames->control,
                                 .length = frames->control_used};
}

/* The last piece of a message is there. */
static struct frames_event message_event(struct frames *frames)
{
    const char *text = frames->message != NULL ? frames->message : "";
    frames->in_message = false;
    if (!frames->binary && !is_utf8(text, frames->used)) {
        fault(frames, FRAMES_CLOSE_NOT_TEXT, "text that is not UTF-8");
        return fault_event(frames);
    }
    return (struct frames_event){.what = frames->binary ? FRAMES_GOT_BINARY : FRAMES_GOT_TEXT,
                                 .bytes = text,
                                 .length = frames->used};
}

/* A frame's end; FRAMES_MORE when it is nothing that anybody must hear of. */
static struct frames_event end_frame(struct frames *frames)
{
    frames->in_frame = false;
    frames->header_used = 0;
    if (frames->opcode & CONTROL)
        return control_event(frames);
    if (frames->skips) {
        frames->skips = frames->in_message = false;
        return (struct frames_event){.what = FRAMES_MORE};
    }
    return frames->final ? message_event(frames) : (struct frames_event){.what = FRAMES_MORE};
}

/* Too long: said at once.  Only what ends soon is skipped, and then the next message is read. */
static struct frames_event too_long_event(struct frames *frames)
{
    if (!frames->final || frames->left > FRAMES_SKIPPED_MAX)
        fault(frames, FRAMES_CLOSE_TOO_LONG, "a message that is too long");
    return (struct frames_event){.what = FRAMES_GOT_TOO_LONG};
}

static bool take_header(struct frames *frames, const char **bytes, size_t *length)
{
    frames->header[frames->header_used++] = (uint8_t) * *bytes;
    ++*bytes;
    --*length;
    if (frames->header_used == 2 && !check_start(frames))
        return false;
    return frames->header_used < header_size(frames) || begin_frame(frames);
}

struct frames_event frames_read(struct frames *frames, const char **bytes, size_t *length)
{
    struct frames_event event = {.what = FRAMES_MORE};
    while (event.what == FRAMES_MORE && frames->fault == NULL) {
        if (!frames->in_frame) {
            if (*length == 0)
                return event;
            if (take_header(frames, bytes, length) && frames->in_frame && frames->skips &&
                !(frames->opcode & CONTROL))
                return too_long_event(frames);
            continue;
        }
        if (!take_payload(frames, bytes, length))
            break;
        if (frames->left > 0)
            return event;
        event = end_frame(frames);
    }
    return frames->fault != NULL ? fault_event(frames) : event;
}

size_t frames_write_header(uint8_t header[FRAMES_HEADER_MAX], enum frames_opcode opcode,
                           size_t length)
{
    unsigned more = length > UINT16_MAX ? 8 : length > 125 ? 2 : 0;
    header[0] = (uint8_t)(FINAL | opcode);
    header[1] = more == 8 ? 127 : more == 2 ? 126 : (uint8_t)length;
    for (unsigned i = 0; i < more; i++)
        header[2 + i] = (uint8_t)((uint64_t)length >> 8 * (more - 1 - i));
    return 2 + more;
}

size_t frames_write_masked(char *frame, enum frames_opcode opcode, const char *payload,
                           size_t length, const uint8_t mask[FRAMES_MASK_SIZE])
{
    uint8_t header[FRAMES_HEADER_MAX];
    const size_t size = frames_write_header(header, opcode, length);
    header[1] |= MASKED;
    memcpy(frame, header, size);
    memcpy(frame + size, mask, FRAMES_MASK_SIZE);
    char *masked = frame + size + FRAMES_MASK_SIZE;
    for (size_t i = 0; i < length; i++)
        masked[i] = (char)((uint8_t)payload[i] ^ mask[i & 3]);
    return size + FRAMES_MASK_SIZE + length;
}
