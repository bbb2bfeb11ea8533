/*
 * Fuzzing WebSocket frames, of clients and of a server: the same messages come of the same bytes
 * however they arrive, no message is longer than it may be, and no more memory is held than for the
 * longest.
 */
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "net/frames.h"

enum { LONGEST = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A number for all that was heard. */
static uint64_t hear(enum frames_reader reader, const uint8_t *data, size_t size, size_t at_a_time)
{
    struct frames frames;
    uint64_t heard = 1;
    frames_init(&frames, reader, LONGEST);
    for (size_t at = 0; at < size; at += at_a_time) {
        const char *bytes = (const char *)data + at;
        size_t length = size - at < at_a_time ? size - at : at_a_time;
        struct frames_event event = {.what = FRAMES_MORE};
        while ((event = frames_read(&frames, &bytes, &length)).what != FRAMES_MORE) {
            CHECK(event.length <= LONGEST && frames_held(&frames) <= LONGEST);
            CHECK(event.what != FRAMES_FAULT || (event.code >= 1002 && event.reason));
            heard = heard * 31 + (uint64_t)event.what * 7919 + (uint64_t)event.code;
            for (size_t i = 0; i < event.length; i++)
                heard = heard * 31 + (uint8_t)event.bytes[i];
            if (event.what == FRAMES_FAULT)
                break;
        }
        if (event.what == FRAMES_FAULT)
            break;
        CHECK(length == 0);
    }
    frames_release(&frames);
    return heard;
}

static void compare(enum frames_reader reader, const uint8_t *data, size_t size)
{
    const uint64_t whole = hear(reader, data, size, size ? size : 1);
    CHECK(hear(reader, data, size, 1) == whole);
    CHECK(hear(reader, data, size, 7) == whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    compare(FRAMES_OF_CLIENTS, data, size);
    compare(FRAMES_OF_A_SERVER, data, size);
    return 0;
}
