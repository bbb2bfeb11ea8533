/* Printing JSON. */
#include "cli/json_output.h"

#include <stdio.h>

#include "cli/cli.h"

int print_json(const char *command, json_t *json)
{
    const bool printed =
        json != NULL && json_dumpf(json, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(9)) == 0;
    json_decref(json);
    if (!printed)
        return cli_fail(command, "the result cannot be written");
    putchar('\n');
    return STATUS_OK;
}
