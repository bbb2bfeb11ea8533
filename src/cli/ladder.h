/*
 * The ladder: every two levels against each other, at tables of several sizes.
 */
#ifndef RAILHEAD_CLI_LADDER_H
#define RAILHEAD_CLI_LADDER_H

#include "cli/arena_options.h"

/* Plays and prints it, as Markdown or as JSON; the status of the command. */
int ladder_run(const struct arena_request *request);

#endif
