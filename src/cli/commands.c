/* The list of commands. */
#include "cli/commands.h"

#include "cli/cli.h"

const struct command *const commands[] = {
    &command_play,   &command_rules, &command_replay,  &command_serve,     &command_arena,
    &command_engine, &command_bot,   &command_analyse, &command_check,     &command_turns,
    &command_score,  &command_board, &command_bench,   &command_signature, NULL,
};
