/* railhead: finds the subcommand and runs it. */
#include <railhead/base.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/spelling.h"
#include "core/check.h"
#include "core/harmless.h"
#include "terminal/display.h"

_Noreturn void check_failed(const char *condition, const char *file, int line)
{
    display_restore();
    fprintf(stderr, "railhead: this is a bug, please report it: %s:%d: %s\n", file, line,
            condition);
    abort();
}

static int print_help(void)
{
    fputs("Usage: railhead COMMAND [OPTION]...\n\n", stdout);
    for (unsigned i = 0; commands[i] != NULL; i++)
        printf("  %-10s %s\n", commands[i]->name, commands[i]->about);
    fputs("\nrailhead COMMAND --help and railhead help COMMAND tell more of one of them;\n"
          "railhead --version tells which railhead this is.\n",
          stdout);
    return STATUS_OK;
}

static bool is_called(const struct command *command, const char *name)
{
    return strcmp(name, command->name) == 0 ||
           (command->also != NULL && strcmp(name, command->also) == 0);
}

/* NULL after the one line on standard error. */
static const struct command *find_command(const char *name)
{
    struct spelling spelling;
    char quoted[64];
    spelling_init(&spelling, name);
    for (unsigned i = 0; commands[i] != NULL; i++) {
        if (is_called(commands[i], name))
            return commands[i];
        spelling_try(&spelling, commands[i]->name);
    }
    harmless_copy(quoted, sizeof quoted, name);
    if (spelling.best != NULL)
        fprintf(stderr, "railhead: there is no command '%s'; did you mean '%s'?\n", quoted,
                spelling.best);
    else
        fprintf(stderr, "railhead: there is no command '%s'; railhead --help lists them\n", quoted);
    return NULL;
}

static int help(int argc, char **argv)
{
    if (argc < 3)
        return print_help();
    const struct command *command = find_command(argv[2]);
    return command != NULL ? command_help(command) : STATUS_BAD;
}

static int run(int argc, char **argv)
{
    const char *name = argv[1];
    if (strcmp(name, "-h") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "help") == 0)
        return help(argc, argv);
    if (strcmp(name, "--version") == 0) {
        printf("railhead %s\n", railhead_version());
        return STATUS_OK;
    }
    const struct command *command = find_command(name);
    return command != NULL ? command->run(argc - 1, argv + 1) : STATUS_BAD;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs("railhead: no command is named; railhead --help lists them\n", stderr);
        return STATUS_BAD;
    }
    const char *command = argv[1]; /* a command may rearrange argv */
    const int status = run(argc, argv);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fprintf(stderr, "railhead %.60s: standard output cannot be written\n", command);
    return STATUS_BAD;
}
