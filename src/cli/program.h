/*
 * A standalone program, such as a benchmark, with options like those of a command: help on
 * standard output, one line on standard error, status 0 or 2.
 */
#ifndef RAILHEAD_CLI_PROGRAM_H
#define RAILHEAD_CLI_PROGRAM_H

#include "cli/options.h"

/* Returns false if the program should end with `*status`. */
bool program_read(const struct command *command, int argc, char **argv, void *into, int *status);

/* Prints the help on standard output; `program` as in cli/help.h. */
void program_help(const char *program, const struct command *command);

/* Raises the limit of open files, and so of connections, as far as the system allows. */
void program_allow_connections(void);

#endif
