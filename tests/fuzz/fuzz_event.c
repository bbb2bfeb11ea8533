/*
 * Fuzzing the reader of events: what it accepts and what is decided by itself comes out of the
 * writer as a body that is read as the same; a refusal has a sentence.
 */
#include <stdint.h>
#include <string.h>

#include "board/boards.h"
#include "core/check.h"
#include "server/event_json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The fields of these follow from a whole game. */
static bool needs_a_game(enum event_kind kind)
{
    return kind == EVENT_START || kind == EVENT_ROUND || kind == EVENT_END ||
           kind == EVENT_RESULT || kind == EVENT_REVEAL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct match match; /* large, and the same every time but for its board */
    match.state.settings.board = board_builtin_at((unsigned)size % board_builtin_count());
    match.state.settings.seats = 4;
    struct event event, again;
    struct fault fault = {.id = FAULT_NONE};
    if (!event_body_read(&event, &match.state.settings, 7, (const char *)data, size, &fault)) {
        CHECK(fault.id != FAULT_NONE);
        return 0;
    }
    CHECK(event.kind < EVENT_KINDS && event.at == 7 && event.seat < match.state.settings.seats);
    if (needs_a_game(event.kind))
        return 0;
    static char first[EVENT_BODY_SIZE], second[EVENT_BODY_SIZE];
    struct text text;
    text_init(&text, first, sizeof first);
    event_body_write(&text, &match, &event);
    const size_t length = text.used;
    const bool sound = event_body_read(&again, &match.state.settings, 7, first, length, &fault);
    CHECK(sound);
    text_init(&text, second, sizeof second);
    event_body_write(&text, &match, &again);
    CHECK(text.used == length && memcmp(first, second, length) == 0);
    return 0;
}
