/*
 * A program of its own with options as a command has them, such as a benchmark: help on standard
 * output, one line on standard error, status 0 or 2.
 */
#ifndef RAILHEAD_CLI_PROGRAM_H
#define RAILHEAD_CLI_PROGRAM_H

#include "cli/options.h"

/* False when there is nothing more to do; then `status` is that of the program. */
bool program_read(const struct command *command, int argc, char **argv, void *into, int *status);

/* The help on standard output; `program` as in cli/help.h. */
void program_help(const char *program, const struct command *command);

/* As many connections as the system lets this user have: each is an open file. */
void program_allow_connections(void);

#endif
