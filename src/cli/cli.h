/*
 * What the subcommands share: how they fail, how they read files, how they name a game.
 *
 * Status 0 is success, 1 a check that failed, 2 anything wrong with what the program was given:
 * then one line on standard error says what.
 */
#ifndef RAILHEAD_CLI_CLI_H
#define RAILHEAD_CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board/chosen_board.h"
#include "cli/options.h"
#include "cli/words.h"
#include "core/deal.h"
#include "play/file.h"

enum {
    STATUS_OK = 0,
    STATUS_FAULT = 1,
    STATUS_BAD = 2,
    STATUS_INTERRUPTED = 130, /* as shells report a program that Ctrl-C has ended */
};

/* "railhead COMMAND: sentence" on standard error; always STATUS_BAD. */
__attribute__((format(printf, 2, 3))) int cli_fail(const char *command, const char *format, ...);

/* The end of a noun: "" after 1, "s" otherwise.  For lines that are not translated. */
static inline const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* How many cores this machine has; at least 1. */
unsigned cli_cores(unsigned most);

/* ---- Commands and their options ---------------------------------------------------------------
 */

/*
 * Reads the command line into a request, with the operands left in argv.  False when there is
 * nothing more to do: the help was printed, or one line on standard error, and `status` is set.
 */
bool cli_read_options(const struct command *command, int *argc, char **argv, void *into,
                      int *status);

/* The help on standard output; STATUS_OK. */
int cli_print_help(const struct command *command);

/* A board by id or path; false with a sentence. */
bool cli_choose_board(struct chosen_board *chosen, const char *id_or_path,
                      char error[OPTIONS_ERROR_SIZE]);

/* The same for an option with a struct chosen_board. */
bool cli_take_board(const struct option *option, const char *value, void *into,
                    char error[OPTIONS_ERROR_SIZE]);

/* The rule set must be the board's; RULESETS, for none named, is always right. */
bool cli_check_rules(const struct board *board, unsigned ruleset, const char *command);

/* Options of several commands. */
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
