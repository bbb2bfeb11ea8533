/*
 * Fuzzing what a database keeps of a game: its settings and its summary, split by a NUL.  Whatever
 * stands there, it is refused, or a table can be told of that fits and reads again as the same.
 */
#include <stdint.h>
#include <string.h>

#include "core/check.h"
#include "server/settings.h"
#include "server/table_json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TEXTS_MAX = 8192 };

static void read_again(const struct table_summary *summary)
{
    char first[SUMMARY_TEXT_SIZE], second[SUMMARY_TEXT_SIZE];
    struct text text;
    struct table_summary again;
    text_init(&text, first, sizeof first);
    summary_write(summary, &text);
    CHECK(summary_read(&again, first, text.used));
    text_init(&text, second, sizeof second);
    summary_write(&again, &text);
    CHECK(strcmp(first, second) == 0);
}

static void tell(const struct table_summary *summary, const char *settings_text)
{
    static const char name[SEATS_MAX][NAME_SIZE] = {"Ada", "\"quoted\"", "\\", "", "x", "y"};
    static const struct party none;
    char buffer[TABLE_TEXT_SIZE];
    struct text text;
    struct match_settings settings;
    struct complaint complaint;
    if (!settings_read(&settings, settings_text, strlen(settings_text), &complaint))
        return;
    const struct table_facts facts = {
        .id = "aaaaaaaaaaaaaaaa",
        .state = STORE_RUNNING,
        .opened = 1,
        .changed = 2,
        .settings = &settings,
        .summary = summary,
        .name = name,
        .party = &none,
    };
    text_init(&text, buffer, sizeof buffer);
    table_write(&facts, &text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char texts[TEXTS_MAX + 2];
    struct table_summary summary;
    if (size > TEXTS_MAX)
        return 0;
    memcpy(texts, data, size);
    texts[size] = texts[size + 1] = '\0';
    const char *second = texts + strlen(texts) + 1;
    if (second > texts + size + 1 || !summary_read(&summary, second, strlen(second)))
        return 0;
    read_again(&summary);
    tell(&summary, texts);
    return 0;
}
