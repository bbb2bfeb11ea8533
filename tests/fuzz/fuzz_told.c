/*
 * Fuzzing the reader of what a server says: a message is refused with a sentence, or it is one of
 * the protocol whose texts are closed and plain and whose numbers are within their limits.
 */
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "board_file/boards.h"
#include "protocol/told_message.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_text(const char *text, size_t room)
{
    const char *end = memchr(text, '\0', room);
    CHECK(end != NULL);
    CHECK(text_find_bad_byte(text, (size_t)(end - text)) == (size_t)(end - text));
}

/* What was read can be written, and that is read again as the same. */
static void check_table(const struct told_table *table)
{
    char first[TABLE_TEXT_SIZE], second[TABLE_TEXT_SIZE];
    static struct told_table again;
    struct json_value object;
    struct complaint complaint;
    struct text text;
    CHECK(table->settings.board != NULL && table->settings.seats >= SEATS_MIN);
    CHECK(table->settings.seats <= SEATS_MAX && table->party <= PARTY_TABLES_MAX);
    text_init(&text, first, sizeof first);
    told_table_write(table, &text);
    CHECK(object_read(first, text.used, sizeof first, &object, &complaint) &&
          told_table_read(&again, object, &complaint));
    text_init(&text, second, sizeof second);
    told_table_write(&again, &text);
    CHECK(strcmp(first, second) == 0);
}

static void check_people(const struct told_people *people)
{
    CHECK(people->people <= TOLD_PEOPLE_MAX);
    for (unsigned i = 0; i < people->people; i++) {
        check_text(people->person[i].id, sizeof people->person[i].id);
        check_text(people->person[i].name, sizeof people->person[i].name);
    }
}

static void check_lobby(struct json_list list)
{
    static struct told_table table;
    while (told_next_table(&list, &table))
        check_table(&table);
}

static void check(const struct told *told)
{
    switch (told->kind) {
    case TOLD_HELLO:
        check_text(told->as.hello.id, sizeof told->as.hello.id);
        check_text(told->as.hello.name, sizeof told->as.hello.name);
        return;
    case TOLD_TABLE:
        check_table(&told->as.table.table);
        return;
    case TOLD_HAND:
        CHECK(told->as.hand.seat < SEATS_MAX);
        return;
    case TOLD_PEOPLE:
        check_people(&told->as.people);
        return;
    case TOLD_LOBBY:
        check_lobby(told->as.lobby);
        return;
    case TOLD_ERROR:
        check_text(told->as.error.error, sizeof told->as.error.error);
        check_text(told->as.error.why.text, sizeof told->as.error.why.text);
        return;
    case TOLD_BYE:
        check_text(told->as.bye.why.text, sizeof told->as.bye.why.text);
        return;
    case TOLD_EVENT:
    case TOLD_DONE:
    case TOLD_PONG:
    case TOLD_KINDS:
        return;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct told told;
    const struct match_settings settings = {
        .board = board_builtin_at((unsigned)size % board_builtin_count()), .seats = 4};
    struct complaint complaint = {.code = CODE_NONE};
    if (told_read(&told, size % 7 == 0 ? NULL : &settings, (const char *)data, size, &complaint)) {
        check(&told);
        return 0;
    }
    char sentence[FAULT_SENTENCE_SIZE];
    const size_t length = strlen(fault_sentence(&complaint.fault, sentence));
    CHECK(complaint.code != CODE_NONE && length > 0);
    CHECK(text_find_bad_byte(sentence, length) == length);
    return 0;
}
