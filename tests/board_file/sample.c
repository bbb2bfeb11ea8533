/* Sample board files: see sample.h. */
#include "board_file/sample.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"

__attribute__((format(printf, 2, 3))) static void add(struct sample *sample, const char *format,
                                                      ...)
{
    va_list arguments;
    va_start(arguments, format);
    const size_t room = sizeof sample->text - sample->size;
    const int length = vsnprintf(sample->text + sample->size, room, format, arguments);
    va_end(arguments);
    CHECK(length >= 0 && (size_t)length < room);
    sample->size += (size_t)length;
}

static void add_cities(struct sample *sample, unsigned columns)
{
    static const char *const groups[] = {"green", "blue", "yellow", "orange", "red"};
    add(sample, " \"cities\": [");
    for (unsigned i = 0; i < 30; i++)
        add(sample,
            "%s\n  {\"id\": \"%s-%u\", \"name\": \"City %u\", \"group\": \"%s\", "
            "\"junction\": \"%c%u\", \"dashed\": %s}",
            i == 0 ? "" : ",", groups[i / 6], i % 6 + 1, i + 1, groups[i / 6],
            (char)('A' + i % columns), i / columns + 1, i % 6 < 3 ? "false" : "true");
    add(sample, "\n ],\n");
}

static void add_lines(struct sample *sample, unsigned columns, unsigned rows, const char *kind)
{
    static const unsigned steps[3][2] = {{1, 0}, {0, 1}, {1, 1}};
    bool first = true;
    add(sample, " \"lines\": [");
    for (unsigned i = 0; i < columns * rows; i++) {
        for (unsigned step = 0; step < 3; step++) {
            const unsigned column = i % columns, row = i / columns;
            const unsigned to_column = column + steps[step][0], to_row = row + steps[step][1];
            if (to_column >= columns || to_row >= rows)
                continue;
            add(sample, "%s\n  {\"a\": \"%c%u\", \"b\": \"%c%u\", \"kind\": \"%s\"}",
                first ? "" : ",", (char)('A' + column), row + 1, (char)('A' + to_column),
                to_row + 1, kind);
            first = false;
        }
    }
    add(sample, "\n ]\n");
}

void sample_init(struct sample *sample, unsigned columns, unsigned rows, const char *kind)
{
    CHECK(columns <= 26 && columns * rows >= 30);
    sample->size = 0;
    add(sample, "{\n \"format\": \"railhead-board 1\",\n \"id\": \"sample\",\n"
                " \"name\": \"Sample\",\n \"tracks\": 84,\n \"start_points\": 13,\n"
                " \"end_points\": 0,\n \"barrier_rule\": false,\n");
    add_cities(sample, columns);
    add(sample, " \"junctions\": [");
    for (unsigned i = 0; i < columns * rows; i++)
        add(sample, "%s\n  {\"name\": \"%c%u\", \"col\": %u, \"row\": %u}", i == 0 ? "" : ",",
            (char)('A' + i % columns), i / columns + 1, i % columns, i / columns);
    add(sample, "\n ],\n");
    add_lines(sample, columns, rows, kind);
    add(sample, "}\n");
}

unsigned sample_replace(struct sample *sample, const char *old, const char *new)
{
    char *at = strstr(sample->text, old);
    CHECK(at && !strstr(at + 1, old));
    const size_t old_length = strlen(old), new_length = strlen(new);
    CHECK(sample->size - old_length + new_length < sizeof sample->text);
    unsigned line = 1;
    for (const char *byte = sample->text; byte < at; byte++)
        line += *byte == '\n';
    memmove(at + new_length, at + old_length, strlen(at + old_length) + 1);
    memcpy(at, new, new_length);
    sample->size += new_length - old_length;
    return line;
}
