/* railhead replay: a record on the whole screen, turn by turn. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "terminal/replay.h"

static const char usage[] =
    "Usage: railhead replay [--board B] FILE\n"
    "\n"
    "Shows the game of a record turn by turn, back and forth, with all hands that it knows.\n"
    "\n"
    "  --board B  the board file of a record that was not played on one of the usual boards\n";

enum { BOARD, HELP };

/* The record in `path`; false after a line on standard error. */
static bool read_record(struct replay *replay, const struct chosen_board *board, const char *path)
{
    struct file file;
    char error[256];
    struct fault fault;
    char sentence[FAULT_SENTENCE_SIZE];
    if (!file_read(&file, path, error, sizeof error)) {
        cli_fail("replay", "%s", error);
        return false;
    }
    const bool read = replay_read(replay, file.data, file.size, record_boards_of(board), &fault);
    file_release(&file);
    if (!read)
        cli_fail("replay", "%s:%u: %s (%s)", path, fault.line, fault_sentence(&fault, sentence),
                 fault.rule);
    else if (replay->history.moments == 0)
        cli_fail("replay", "%s has no round to show", path);
    return read && replay->history.moments > 0;
}

static int show(const struct chosen_board *board, const char *path)
{
    struct replay *replay = calloc(1, sizeof *replay);
    char error[256];
    int status = STATUS_OK;
    if (replay == NULL)
        return cli_fail("replay", "there is not enough memory");
    if (!read_record(replay, board, path))
        status = STATUS_BAD;
    else if (!display_is_possible())
        status = cli_fail("replay", "this needs a terminal; railhead check reads a record without");
    else if (!replay_run(replay, error, sizeof error))
        status = cli_fail("replay", "%s", error);
    replay_release(replay);
    free(replay);
    return status;
}

int cmd_replay(int argc, char **argv)
{
    static const struct option known[] = {
        [BOARD] = {"board", "an id or a file"}, [HELP] = {"help", NULL}, {NULL, NULL}};
    struct chosen_board board = {0};
    struct options line;
    const char *path = NULL;
    int option;
    options_init(&line, argc, argv, known);
    while ((option = options_next(&line)) != OPTION_END) {
        if (option == HELP) {
            fputs(usage, stdout);
            return STATUS_OK;
        }
        if (option == OPTION_BAD)
            return cli_fail("replay", "%s", line.error);
        if (option == BOARD && !choose_board(&board, line.value, "replay"))
            return STATUS_BAD;
        if (option == OPTION_OPERAND && path != NULL)
            return cli_fail("replay", "one record at a time, please: '%.60s' is another",
                            line.value);
        if (option == OPTION_OPERAND)
            path = line.value;
    }
    if (path == NULL)
        return cli_fail("replay", "no record is named; railhead replay --help tells how");
    return show(&board, path);
}
