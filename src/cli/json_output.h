/*
 * Results as JSON on standard output, put together with jansson.
 */
#ifndef RAILHEAD_CLI_JSON_OUTPUT_H
#define RAILHEAD_CLI_JSON_OUTPUT_H

#include <jansson.h>

/* Prints the value and lets go of it; NULL (out of memory) and a failed write are told. */
int print_json(const char *command, json_t *json);

#endif
