/*
 * Fuzzing the reader of settings: what it accepts is written in one way, and that is read as the
 * same; what it refuses has a code and a sentence.
 */
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "protocol/settings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t write(const struct match_settings *settings, char buffer[SETTINGS_TEXT_SIZE])
{
    struct text text;
    text_init(&text, buffer, SETTINGS_TEXT_SIZE);
    settings_write(settings, &text);
    CHECK(!text.cut);
    return text.used;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct match_settings settings, again;
    struct complaint complaint = {.code = CODE_NONE};
    if (!settings_read(&settings, (const char *)data, size, &complaint)) {
        CHECK(complaint.code != CODE_NONE && complaint.fault.id != FAULT_NONE);
        return 0;
    }
    char first[SETTINGS_TEXT_SIZE], second[SETTINGS_TEXT_SIZE];
    const size_t length = write(&settings, first);
    const bool sound = settings_read(&again, first, length, &complaint);
    CHECK(sound);
    CHECK(write(&again, second) == length && memcmp(first, second, length) == 0);
    return 0;
}
