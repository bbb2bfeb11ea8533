/* railhead replay: shows a record on the full screen, turn by turn. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "terminal/line_mode/line_terminal.h"
#include "terminal/replay/replay.h"

struct request {
    struct chosen_board board;
    unsigned theme;
};

static const struct option options[] = {
    OPT_RECORD_BOARD(struct request, board),
    OPT_WORD("theme", "NAME", struct request, theme, &theme_words,
             "%s; without it, what goes with the terminal's background"),
    OPT_END,
};

/* Reads the record in `path`.  Returns false after an error message. */
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
    const bool read =
        replay_read(replay, file.data, file.size, chosen_board_for_records(board), &fault);
    file_release(&file);
    if (!read)
        cli_fail("replay", "%s:%u: %s (%s)", path, fault.line, fault_sentence(&fault, sentence),
                 fault.rule);
    else if (replay->history.moments == 0)
        cli_fail("replay", "%s has no round to show", path);
    return read && replay->history.moments > 0;
}

static int show_record(const struct chosen_board *board, const char *path)
{
    struct replay *replay = calloc(1, sizeof *replay);
    char error[256];
    int status = STATUS_OK;
    if (replay == NULL)
        return cli_fail("replay", "there is not enough memory");
    const bool read = read_record(replay, board, path);
    line_terminal_take_keyboard(path);
    if (!read)
        status = STATUS_BAD;
    else if (!curses_is_possible())
        status = cli_fail("replay", "this needs a terminal; railhead check reads a record without");
    else if (!replay_run(replay, error, sizeof error))
        status = cli_fail("replay", "%s", error);
    replay_release(replay);
    free(replay);
    return status;
}

static int run_replay(int argc, char **argv)
{
    struct request request = {.board = {.board = NULL}, .theme = THEMES};
    int status;
    if (!cli_read_options(&command_replay, &argc, argv, &request, &status))
        return status;
    if (request.theme != THEMES)
        curses_use_theme((enum theme)request.theme);
    return show_record(&request.board, argv[1]);
}

const struct command command_replay = {
    .name = "replay",
    .about = "show the game of a record in the terminal, turn by turn",
    .usage = "[OPTION]... RECORD",
    .tells = "Shows the game of a record turn by turn, back and forth, with all hands that it "
             "knows; - is standard input.",
    .options = options,
    .operand = "record",
    .run = run_replay,
};
