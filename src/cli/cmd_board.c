/*
 * railhead board: checks a board file, or draws a board as SVG.
 *
 * The check behaves like `railhead check`: a fault in a readable file is printed on standard
 * output, with status 1.  Drawing needs a valid board, so there a fault is invalid input, with
 * status 2.
 */
#include <stdio.h>

#include "board_file/board_svg.h"
#include "cli/cli.h"
#include "files/board_find.h"
#include "rules/notation.h"

struct request {
    bool svg;
};

static const struct option options[] = {
    OPT_FLAG("svg", struct request, svg, "draws the board as SVG on standard output"),
    OPT_END,
};

static void print_summary(const char *name, const struct board *board)
{
    printf("%s: well formed: %u junctions, %u lines (%u single, %u double", name, board->junctions,
           board->lines, line_set_count(&board->single_lines),
           line_set_count(&board->double_lines));
    if (!line_set_is_empty(&board->ferry_lines))
        printf(", %u ferry", line_set_count(&board->ferry_lines));
    printf("), %u cities, rule set %s\n", board->cities, ruleset_names[board->ruleset]);
}

static int report_fault(const char *name, const struct fault *fault, bool svg)
{
    if (fault->line == 0 && !board_is_path(name)) {
        char error[OPTIONS_ERROR_SIZE];
        options_no_such(error, &board_words, name);
        return cli_fail("board", "%s", error);
    }
    char sentence[FAULT_SENTENCE_SIZE];
    fault_sentence(fault, sentence);
    if (fault->line == 0)
        return cli_fail("board", "%s", sentence);
    fprintf(svg ? stderr : stdout, "%s:%u: %s\n", name, fault->line, sentence);
    return svg ? STATUS_BAD : STATUS_FAULT;
}

/* main() checks that all output was written. */
static void write_to_stream(void *stream, const char *bytes, size_t length)
{
    fwrite(bytes, 1, length, stream);
}

static int check_board(const char *name, bool svg)
{
    struct board storage;
    const struct board *board;
    struct fault fault;
    if (!board_find(name, &storage, &board, &fault))
        return report_fault(name, &fault, svg);
    if (svg)
        board_svg(board, (struct svg_sink){.write = write_to_stream, .context = stdout});
    else
        print_summary(name, board);
    return STATUS_OK;
}

static int run_board(int argc, char **argv)
{
    struct request request = {.svg = false};
    int status;
    if (!cli_read_options(&command_board, &argc, argv, &request, &status))
        return status;
    return check_board(argv[1], request.svg);
}

const struct command command_board = {
    .name = "board",
    .about = "check a board file, or draw it as SVG",
    .usage = "[--svg] BOARD",
    .tells =
        "Checks a board file, or one of the boards compiled in, and counts what is on it; - is "
        "standard input.  "
        "The first fault of a file is one line, FILE:LINE: reason, and the status is 1.",
    .options = options,
    .operand = "board",
    .run = run_board,
};
