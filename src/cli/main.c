/* railhead: finds the subcommand and runs it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "core/check.h"
#include "terminal/display.h"

static const struct {
    const char *name;
    const char *about;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"play", "play in the terminal, against bots or with friends at one keyboard", cmd_play},
    {"replay", "show the game of a record in the terminal, turn by turn", cmd_replay},
    {"serve", "serve the game to browsers, terminals and programs", cmd_serve},
    {"arena", "let bots play each other and count who wins", cmd_arena},
    {"engine", "let other programs play with one of the bots", cmd_engine},
    {"analyse", "review a game: what every turn gained and lost", cmd_analyse},
    {"check", "replay game records by the rules", cmd_check},
    {"turns", "list every legal turn at the end of an unfinished record", cmd_turns},
    {"score", "the exact missing cost of positions", cmd_score},
    {"board", "check a board file, or draw it as SVG", cmd_board},
    {"bench", "how fast the parts are on this machine", cmd_bench},
    {"signature", "a hash of seeded games, the same on every machine", cmd_signature},
};

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
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        printf("  %-10s %s\n", commands[i].name, commands[i].about);
    fputs("\nrailhead COMMAND --help tells more; railhead --version tells which one this is.\n",
          stdout);
    return STATUS_OK;
}

static int run(int argc, char **argv)
{
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "help") == 0)
        return print_help();
    if (strcmp(name, "--version") == 0) {
        puts("railhead " RAILHEAD_VERSION);
        return STATUS_OK;
    }
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(name, commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    }
    fprintf(stderr, "railhead: there is no command '%.60s'; railhead --help lists them\n", name);
    return STATUS_BAD;
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
