/* All commands of the program. */
#ifndef RAILHEAD_CLI_COMMANDS_H
#define RAILHEAD_CLI_COMMANDS_H

#include "cli/options.h"

/* In the order of the help; ends with NULL. */
extern const struct command *const commands[];

#endif
