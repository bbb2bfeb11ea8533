/* Prints results as JSON on standard output, built with jansson. */
#ifndef RAILHEAD_CLI_JSON_OUTPUT_H
#define RAILHEAD_CLI_JSON_OUTPUT_H

#include <jansson.h>

/*
 * Prints the value and releases it.  Reports an error if it is NULL (allocation failure) or cannot
 * be written.
 */
int print_json(const char *command, json_t *json);

#endif
