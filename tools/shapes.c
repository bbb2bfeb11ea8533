/*
 * A program of the build: writes what the server's protocol holds as JSON Schemas, one object, to
 * standard output.  tools/describe.mjs makes docs/openapi.json and docs/asyncapi.json of it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/check.h"
#include "protocol/shape.h"
#include "json/json_text.h"

enum { ROOM = 1 << 18 };

_Noreturn void check_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: check failed: %s\n", file, line, condition);
    abort();
}

int main(void)
{
    static char buffer[ROOM];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    json_open(&text, '{');
    settings_shapes(&text);
    bodies_shapes(&text);
    message_shapes(&text);
    told_event_shapes(&text);
    told_table_shapes(&text);
    told_message_shapes(&text);
    json_close(&text, '}');
    CHECK(!text.cut);
    puts(buffer);
    return 0;
}
