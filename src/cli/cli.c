/* What the subcommands share. */
#include "cli/cli.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/check.h"
#include "cli/help.h"
#include "cli/manual.h"
#include "cli/program.h"
#include "files/board_find.h"
#include "rules/notation.h"

int cli_fail(const char *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fprintf(stderr, "railhead %s: ", command);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return STATUS_BAD;
}

unsigned cli_cores(unsigned most)
{
    const long found = sysconf(_SC_NPROCESSORS_ONLN);
    return found < 1 ? 1 : (unsigned long)found > most ? most : (unsigned)found;
}

int cli_print_help(const struct command *command)
{
    char examples[HELP_SIZE];
    struct text text;
    text_init(&text, examples, sizeof examples);
    manual_write_examples(&text, manual_of(command->name));
    program_help("railhead", command);
    fputs(examples, stdout);
    return STATUS_OK;
}

bool cli_read_options(const struct command *command, int *argc, char **argv, void *into,
                      int *status)
{
    char error[OPTIONS_ERROR_SIZE];
    const enum options_outcome outcome = options_read(command, argc, argv, into, error);
    if (outcome == OPTIONS_HELP)
        *status = cli_print_help(command);
    else if (outcome == OPTIONS_BAD)
        *status = cli_fail(command->name, "%s", error);
    return outcome == OPTIONS_READ;
}

bool cli_choose_board(struct chosen_board *chosen, const char *id_or_path,
                      char error[OPTIONS_ERROR_SIZE])
{
    struct fault fault;
    char sentence[FAULT_SENTENCE_SIZE];
    if (board_find(id_or_path, &chosen->storage, &chosen->board, &fault)) {
        chosen->file = chosen->board == &chosen->storage ? id_or_path : NULL;
        return true;
    }
    fault_sentence(&fault, sentence);
    if (fault.line > 0)
        snprintf(error, OPTIONS_ERROR_SIZE, "%.300s:%u: %.300s", id_or_path, fault.line, sentence);
    else if (board_is_path(id_or_path))
        text_copy(error, OPTIONS_ERROR_SIZE, sentence);
    else
        options_no_such(error, &board_words, id_or_path);
    return false;
}

bool cli_take_board(const struct option *option, const char *value, void *into,
                    char error[OPTIONS_ERROR_SIZE])
{
    CHECK(option->size == sizeof(struct chosen_board));
    return cli_choose_board(option_field(option, into), value, error);
}

bool cli_check_rules(const struct board *board, unsigned ruleset, const char *command)
{
    if (ruleset == RULESETS || ruleset == board->ruleset)
        return true;
    cli_fail(command, "--rules: the board %s is played by the rule set %s, not %s", board->id,
             ruleset_names[board->ruleset], ruleset_names[ruleset]);
    return false;
}
