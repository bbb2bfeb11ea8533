/*
 * Fuzzing the reader of events: what it accepts comes out of the writer as a body that is read as
 * the same, for the store and for clients; a refusal has a sentence.
 */
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "board_file/boards.h"
#include "protocol/told_event.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The bytes in a message, where a client would see them. */
static bool read_told(struct told_event *told, const struct match_settings *settings,
                      const char *body, size_t length)
{
    static char message[EVENT_MESSAGE_SIZE];
    struct text text;
    struct json_value object;
    struct complaint complaint = {.code = CODE_NONE};
    text_init(&text, message, sizeof message);
    event_message_write(7, 7, body, length, &text);
    const bool sound = object_read(message, text.used, sizeof message, &object, &complaint) &&
                       told_event_read(told, settings, object, &complaint);
    CHECK(sound || complaint.fault.id != FAULT_NONE);
    return sound;
}

static void write_again(const struct match_settings *settings, const struct told_event *told)
{
    static char first[EVENT_BODY_SIZE], second[EVENT_BODY_SIZE];
    static struct told_event again;
    struct text text;
    text_init(&text, first, sizeof first);
    event_body_write(told, settings, &text);
    CHECK(read_told(&again, settings, first, text.used));
    text_init(&text, second, sizeof second);
    event_body_write(&again, settings, &text);
    CHECK(strcmp(first, second) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct told_event told;
    const struct match_settings settings = {
        .board = board_builtin_at((unsigned)size % board_builtin_count()), .seats = 4};
    const char *bytes = (const char *)data;
    struct event event;
    struct complaint complaint = {.code = CODE_NONE};
    const bool kept = event_body_read(&event, &settings, 7, bytes, size, &complaint);
    CHECK(kept || complaint.fault.id != FAULT_NONE);
    CHECK(!kept || (event.kind < EVENT_KINDS && event.at == 7 && event.seat < settings.seats));
    if (size > 1 && size < EVENT_BODY_SIZE && bytes[0] == '{' &&
        read_told(&told, &settings, bytes, size) && told.event.kind < EVENT_KINDS) {
        CHECK(kept && memcmp(&event.turn, &told.event.turn, sizeof event.turn) == 0);
        write_again(&settings, &told);
    }
    return 0;
}
