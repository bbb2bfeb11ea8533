/* railhead: finds the subcommand and runs it. */
#include <libpq-fe.h>
#include <openssl/crypto.h>
#include <railhead/base.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/team.h"
#include "base/check.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "score/kernel.h"
#include "terminal/drawing/curses.h"
#include "text/harmless.h"
#include "text/spelling.h"

_Noreturn void check_failed(const char *condition, const char *file, int line)
{
    curses_restore();
    fprintf(stderr, "railhead: this is a bug, please report it: %s:%d: %s\n", file, line,
            condition);
    abort();
}

static int print_help(void)
{
    fputs("Usage: railhead COMMAND [OPTION]...\n\n", stdout);
    for (unsigned i = 0; commands[i] != NULL; i++)
        printf("  %-10s %s\n", commands[i]->name, commands[i]->about);
    fputs("\nTo begin: railhead play, or railhead serve for browsers.\n"
          "railhead help COMMAND describes a command, railhead --version this program.\n",
          stdout);
    return STATUS_OK;
}

/* The first line is for scripts; the others help with bug reports. */
static int print_version(void)
{
#if defined __clang__
    static const char compiler[] = ""; /* its version string begins with its name */
#else
    static const char compiler[] = "gcc ";
#endif
    printf("railhead %s\nkernel: %s\nSQLite: %s\nPostgreSQL client: %d.%d\nTLS: %s\nMPI: "
           "%s\ncompiler: %s%s\n",
           railhead_version(), kernel_best()->name, sqlite3_libversion(), PQlibVersion() / 10000,
           PQlibVersion() % 10000, OpenSSL_version(OPENSSL_VERSION), team_has_mpi() ? "yes" : "no",
           compiler, __VERSION__);
    return STATUS_OK;
}

static bool is_called(const struct command *command, const char *name)
{
    return strcmp(name, command->name) == 0 ||
           (command->also != NULL && strcmp(name, command->also) == 0);
}

static const char *const help_words[] = {"help", "--help", "-h", NULL};
static const char *const version_words[] = {"--version", "version", "-V", NULL};

static bool is_one_of(const char *const words[], const char *name)
{
    while (*words != NULL && strcmp(*words, name) != 0)
        words++;
    return *words != NULL;
}

/* Returns NULL after an error message. */
static const struct command *find_command(const char *name)
{
    struct spelling spelling;
    char quoted[64];
    spelling_init(&spelling, name);
    for (unsigned i = 0; help_words[i] != NULL; i++)
        spelling_try(&spelling, help_words[i]);
    for (unsigned i = 0; version_words[i] != NULL; i++)
        spelling_try(&spelling, version_words[i]);
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

/* Help exists for these words too, since the program's help lists them. */
static bool is_of_program(const char *name)
{
    return is_one_of(help_words, name) || is_one_of(version_words, name);
}

static int help_on_command(int argc, char **argv)
{
    if (argc > 3) {
        char quoted[64];
        harmless_copy(quoted, sizeof quoted, argv[3]);
        fprintf(stderr, "railhead help: only one command can be named: '%s' is another\n", quoted);
        return STATUS_BAD;
    }
    if (argc < 3 || is_of_program(argv[2]))
        return print_help();
    const struct command *command = find_command(argv[2]);
    return command != NULL ? cli_print_help(command) : STATUS_BAD;
}

static int run_version(int argc, char **argv)
{
    if (argc < 3)
        return print_version();
    if (is_one_of(help_words, argv[2]))
        return print_help();
    char quoted[64];
    harmless_copy(quoted, sizeof quoted, argv[2]);
    fprintf(stderr, "railhead version: '%s' is not an option; --help lists the commands\n", quoted);
    return STATUS_BAD;
}

static int run_command(int argc, char **argv)
{
    const char *name = argv[1];
    if (is_one_of(help_words, name))
        return help_on_command(argc, argv);
    if (is_one_of(version_words, name))
        return run_version(argc, argv);
    const struct command *command = find_command(name);
    return command != NULL ? command->run(argc - 1, argv + 1) : STATUS_BAD;
}

int main(int argc, char **argv)
{
    const char *command = argc > 1 ? argv[1] : "help"; /* a command may reorder argv */
    const int status = argc > 1 ? run_command(argc, argv) : print_help();
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fprintf(stderr, "railhead %.60s: standard output cannot be written\n", command);
    return STATUS_BAD;
}
