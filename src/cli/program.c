/* Options of a standalone program. */
#include "cli/program.h"

#include <stdio.h>
#include <sys/resource.h>

#include "cli/help.h"

void program_help(const char *program, const struct command *command)
{
    char help[HELP_SIZE];
    struct text text;
    text_init(&text, help, sizeof help);
    help_write(&text, program, command);
    fputs(help, stdout);
}

bool program_read(const struct command *command, int argc, char **argv, void *into, int *status)
{
    char error[OPTIONS_ERROR_SIZE];
    const enum options_outcome outcome = options_read(command, &argc, argv, into, error);
    *status = outcome == OPTIONS_BAD ? 2 : 0;
    if (outcome == OPTIONS_HELP)
        program_help(NULL, command);
    else if (outcome == OPTIONS_BAD)
        fprintf(stderr, "%s: %s\n", command->name, error);
    return outcome == OPTIONS_READ;
}

void program_allow_connections(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}
