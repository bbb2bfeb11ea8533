/*
 * The description of the protocol against docs/protocol.md: every kind of message and event has its
 * row there, and the row names every field.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/message.h"
#include "protocol/told_message.h"
#include "support.h"

enum { DOCUMENT_SIZE = 1 << 17, ROW_SIZE = 2048 };

static int read_document(void **state)
{
    FILE *file = fopen("docs/protocol.md", "r");
    char *document = calloc(1, DOCUMENT_SIZE);
    assert_non_null(file);
    assert_non_null(document);
    const size_t length = fread(document, 1, DOCUMENT_SIZE - 1, file);
    assert_in_range(length, 1, DOCUMENT_SIZE - 2);
    fclose(file);
    *state = document;
    return 0;
}

static int drop_document(void **state)
{
    free(*state);
    return 0;
}

/* The line that begins with these words. */
static void find_row(const char *document, const char *start, char row[ROW_SIZE])
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\n%s", start);
    const char *found = strstr(document, wanted);
    if (found == NULL)
        fail_msg("docs/protocol.md has no line that begins with %s", start);
    snprintf(row, ROW_SIZE, "%.*s", (int)strcspn(found + 1, "\n"), found + 1);
}

static bool row_names(const char *row, const char *name, char mark)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "%c%s%c", mark, name, mark);
    return strstr(row, wanted) != NULL;
}

/* Each of "seat, key (optional)" is named in the row; `re` is explained once for all messages. */
static void assert_names(const char *row, char *fields)
{
    for (char *name = strtok(fields, ","); name != NULL; name = strtok(NULL, ",")) {
        name += strspn(name, " ");
        name[strcspn(name, " ")] = '\0';
        if (strcmp(name, "re") != 0 && !row_names(row, name, '"') && !row_names(row, name, '`'))
            fail_msg("docs/protocol.md does not name %s in: %s", name, row);
    }
}

static void messages(void **state)
{
    for (unsigned kind = 0; kind < MESSAGE_KINDS; kind++) {
        char start[64], row[ROW_SIZE], fields[256];
        struct text text;
        snprintf(start, sizeof start, "| `{\"do\": \"%s\"", message_word((enum message_kind)kind));
        find_row(*state, start, row);
        text_init(&text, fields, sizeof fields);
        message_list((enum message_kind)kind, &text);
        assert_names(row, fields);
    }
}

static void events(void **state)
{
    for (unsigned kind = 0; kind < EVENT_KINDS; kind++) {
        char start[64], row[ROW_SIZE], fields[256];
        struct text text;
        snprintf(start, sizeof start, "| `%s` |", event_kind_names[kind]);
        find_row(*state, start, row);
        text_init(&text, fields, sizeof fields);
        event_list((enum event_kind)kind, &text);
        assert_names(row, fields);
    }
}

static void answers(void **state)
{
    for (unsigned kind = 0; kind < TOLD_KINDS; kind++) {
        char start[64], row[ROW_SIZE], fields[256];
        struct text text;
        snprintf(start, sizeof start, "| `{\"is\": \"%s\"", told_word((enum told_kind)kind));
        find_row(*state, start, row);
        text_init(&text, fields, sizeof fields);
        told_list((enum told_kind)kind, &text);
        assert_names(row, fields);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("every message of a client is in docs/protocol.md with its fields", messages),
        TEST("every event is in docs/protocol.md with its fields", events),
        TEST("every message of a server is in docs/protocol.md with its fields", answers),
    };
    return cmocka_run_group_tests(tests, read_document, drop_document);
}
