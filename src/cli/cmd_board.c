/*
 * railhead board: checks a board file, or draws a board as SVG.
 *
 * The plain check answers as `railhead check` does: a fault in a file that can be read goes to
 * standard output, with status 1.  A drawing needs a sound board, so there it is broken input.
 */
#include <stdio.h>

#include "board/board_find.h"
#include "board/board_svg.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "core/notation.h"

static const char usage[] =
    "Usage: railhead board [--svg] FILE\n"
    "\n"
    "Checks a board file and counts what is on the board.  In place of FILE the id of a board "
    "that\n"
    "is compiled in will do.  The first fault of a file is one line, FILE:LINE: reason, and the\n"
    "status is 1.\n"
    "\n"
    "  --svg   draws the board as SVG on standard output\n";

static void print_summary(const char *name, const struct board *board)
{
    printf("%s: well formed: %u junctions, %u lines (%u single, %u double", name, board->junctions,
           board->lines, line_set_count(&board->single_lines),
           line_set_count(&board->double_lines));
    if (!line_set_is_empty(&board->ferry_lines))
        printf(", %u ferry", line_set_count(&board->ferry_lines));
    printf("), %u cities, rule set %s\n", board->cities, ruleset_names[board->ruleset]);
}

static int report(const char *name, const struct fault *fault, bool svg)
{
    char sentence[FAULT_SENTENCE_SIZE];
    fault_sentence(fault, sentence);
    if (fault->line == 0)
        return cli_fail("board", "%s", sentence);
    fprintf(svg ? stderr : stdout, "%s:%u: %s\n", name, fault->line, sentence);
    return svg ? STATUS_BAD : STATUS_FAULT;
}

/* main() sees to it that everything arrived. */
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
        return report(name, &fault, svg);
    if (svg)
        board_svg(board, (struct svg_sink){.write = write_to_stream, .context = stdout});
    else
        print_summary(name, board);
    return STATUS_OK;
}

int cmd_board(int argc, char **argv)
{
    enum { SVG, HELP };
    static const struct option known[] = {{"svg", NULL}, {"help", NULL}, {NULL, NULL}};
    struct options options;
    const char *name = NULL;
    bool svg = false;
    int option;
    options_init(&options, argc, argv, known);
    while ((option = options_next(&options)) != OPTION_END) {
        switch (option) {
        case SVG:
            svg = true;
            break;
        case HELP:
            fputs(usage, stdout);
            return STATUS_OK;
        case OPTION_OPERAND:
            if (name)
                return cli_fail("board", "one board at a time, please");
            name = options.value;
            break;
        default:
            return cli_fail("board", "%s", options.error);
        }
    }
    if (!name)
        return cli_fail("board", "a board file or the id of a board is missing");
    return check_board(name, svg);
}
