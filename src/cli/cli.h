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

#include "core/board.h"
#include "core/deal.h"
#include "core/record.h"

#ifndef RAILHEAD_VERSION
#define RAILHEAD_VERSION "0.1.0"
#endif

enum { STATUS_OK = 0, STATUS_FAULT = 1, STATUS_BAD = 2 };

/* "railhead COMMAND: sentence" on standard error; always STATUS_BAD. */
__attribute__((format(printf, 2, 3))) int cli_fail(const char *command, const char *format, ...);

/* A whole file in memory; the caller frees `data`. */
struct file {
    char *data;
    size_t size;
};

/* "-" is standard input.  False with a sentence in `error` when it cannot be read. */
bool file_read(struct file *file, const char *path, char *error, size_t error_size);
void file_release(struct file *file);

/* A board by id or path, with room for one that is loaded. */
struct chosen_board {
    const struct board *board; /* NULL until chosen */
    struct board storage;
};

/* False after the one line on standard error. */
bool choose_board(struct chosen_board *chosen, const char *id_or_path, const char *command);

/* The rule set must be the board's; NULL is always right. */
bool check_rules(const struct board *board, const char *rules, const char *command);

/* Adds the bit of a variant by name; false when there is none of that name. */
bool add_variant(unsigned *variants, const char *name);

/* The boards a record may name: the chosen one by its own id, then the compiled-in ones. */
struct record_boards record_boards_of(const struct chosen_board *chosen);

/* The subcommands; argv[0] is the subcommand's name. */
int cmd_analyse(int argc, char **argv);
int cmd_arena(int argc, char **argv);
int cmd_bench(int argc, char **argv);
int cmd_board(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_engine(int argc, char **argv);
int cmd_play(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_score(int argc, char **argv);
int cmd_serve(int argc, char **argv);
int cmd_signature(int argc, char **argv);
int cmd_turns(int argc, char **argv);

#endif
