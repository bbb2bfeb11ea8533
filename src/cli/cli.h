/*
 * What the subcommands share: errors, options, and how a game is named.
 *
 * Exit status 0 is success, 1 means that a check failed, 2 that the program was given something
 * invalid.  With status 2, one line on standard error says what.
 */
#ifndef RAILHEAD_CLI_CLI_H
#define RAILHEAD_CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/options.h"
#include "cli/words.h"
#include "files/chosen_board.h"
#include "files/file.h"
#include "rules/deal.h"

enum {
    STATUS_OK = 0,
    STATUS_FAULT = 1,
    STATUS_BAD = 2,
    STATUS_INTERRUPTED = 130, /* what shells report for a program ended by Ctrl-C */
};

/* Prints "railhead COMMAND: sentence" on standard error.  Always returns STATUS_BAD. */
__attribute__((format(printf, 2, 3))) int cli_fail(const char *command, const char *format, ...);

/*
 * The ending of an English noun: "" for 1, otherwise "s".  Only for output that is not translated.
 */
static inline const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* The number of processors that are online: at least 1, at most `most`. */
unsigned cli_cores(unsigned most);

/* ---- Commands and their options ---------------------------------------------------------------
 */

/*
 * Reads the command line into the request `into`; the operands stay in argv.  Returns false if the
 * program should end with `*status`: the help or a line on standard error has been printed.
 */
bool cli_read_options(const struct command *command, int *argc, char **argv, void *into,
                      int *status);

/* Prints the help on standard output.  Returns STATUS_OK. */
int cli_print_help(const struct command *command);

/* Finds a board by id or path.  Returns false with a sentence in `error`. */
bool cli_choose_board(struct chosen_board *chosen, const char *id_or_path,
                      char error[OPTIONS_ERROR_SIZE]);

/* The same as the callback of an option whose field is a struct chosen_board. */
bool cli_take_board(const struct option *option, const char *value, void *into,
                    char error[OPTIONS_ERROR_SIZE]);

/*
 * Returns false after an error message if `ruleset` is not the board's.  RULESETS (none named) is
 * always accepted.
 */
bool cli_check_rules(const struct board *board, unsigned ruleset, const char *command);

/* Options that several commands have. */
#define OPT_BOARD_AS(value_, type, member, ...)                                                    \
    {                                                                                              \
        .kind = OPTION_CALL, .name = "board", .value = value_, OPTION_TO(type, member),            \
        .take = cli_take_board, .list = &board_words, .help = __VA_ARGS__                          \
    }
#define OPT_BOARD(type, member, ...)                                                               \
    OPT_BOARD_AS("BOARD", type, member, "%s, or the path of a board file", __VA_ARGS__)
#define OPT_RECORD_BOARD(type, member)                                                             \
    OPT_BOARD_AS("FILE", type, member,                                                             \
                 "a board file that the record may name, beside the boards compiled in")
#define OPT_RULES(type, member)                                                                    \
    OPT_WORD("rules", "RULES", type, member, &ruleset_words,                                       \
             "the board's own rule set, where it has to be said: %s")
#define OPT_VARIANTS(type, member)                                                                 \
    OPT_WORDS("variant", "VARIANT", type, member, &variant_words, "%s")

extern const struct command command_analyse, command_arena, command_bench, command_board,
    command_bot, command_check, command_engine, command_play, command_replay, command_rules,
    command_score, command_serve, command_signature, command_turns;

#endif
