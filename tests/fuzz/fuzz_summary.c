/*
 * Fuzzing what a database keeps of a game: its settings and its summary, split by a NUL.  Whatever
 * stands there, it is refused, or a table can be told of that fits and reads again as the same.
 */
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "protocol/told_table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TEXTS_MAX = 8192 };

static void read_again(const struct told_table *summary)
{
    char first[SUMMARY_TEXT_SIZE], second[SUMMARY_TEXT_SIZE];
    struct text text;
    struct told_table again;
    struct complaint complaint;
    text_init(&text, first, sizeof first);
    summary_write(summary, &text);
    CHECK(summary_read(&again, first, text.used, &complaint));
    text_init(&text, second, sizeof second);
    summary_write(&again, &text);
    CHECK(strcmp(first, second) == 0);
}

/* As the list of somebody's games has it. */
static void tell(struct told_table *told, const char *settings_text)
{
    static const char *const name[SEATS_MAX] = {"Ada", "\"quoted\"", "\\", "", "x", "y"};
    char first[TABLE_TEXT_SIZE], second[TABLE_TEXT_SIZE];
    struct text text;
    struct told_table again;
    struct match_settings settings;
    struct json_value object;
    struct complaint complaint;
    if (!settings_read(&settings, settings_text, strlen(settings_text), &complaint) ||
        settings.seats != told->settings.seats)
        return;
    told->settings = settings;
    told->state = TOLD_RUNNING;
    memcpy(told->id, "aaaaaaaaaaaaaaaa", sizeof told->id);
    for (unsigned seat = 0; seat < settings.seats; seat++)
        memcpy(told->seat[seat].name, name[seat], strlen(name[seat]) + 1);
    text_init(&text, first, sizeof first);
    told_table_write(told, &text);
    CHECK(object_read(first, text.used, sizeof first, &object, &complaint));
    CHECK(told_table_read(&again, object, &complaint));
    text_init(&text, second, sizeof second);
    told_table_write(&again, &text);
    CHECK(strcmp(first, second) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char texts[TEXTS_MAX + 2];
    struct told_table summary;
    struct complaint complaint = {.code = CODE_NONE};
    if (size > TEXTS_MAX)
        return 0;
    memcpy(texts, data, size);
    texts[size] = texts[size + 1] = '\0';
    const char *second = texts + strlen(texts) + 1;
    if (second > texts + size + 1)
        return 0;
    if (!summary_read(&summary, second, strlen(second), &complaint)) {
        CHECK(complaint.fault.id != FAULT_NONE);
        return 0;
    }
    read_again(&summary);
    tell(&summary, texts);
    return 0;
}
