/* railhead score: the exact missing cost of positions, one per line of input. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/cli.h"
#include "rules/notation.h"
#include "rules/position_line.h"

/* More than the longest possible line, one that lists every line of the largest board. */
enum { LINE_SIZE = 1 << 16 };

struct request {
    struct chosen_board board;
    unsigned ruleset;
    bool lines;
};

static const struct option options[] = {
    OPT_BOARD(struct request, board, .needed = true),
    OPT_RULES(struct request, ruleset),
    OPT_FLAG("lines", struct request, lines,
             "after the number, the missing lines of one cheapest tree"),
    OPT_END,
};

static void print_answer(const struct board *board, const struct position_line *line, bool lines)
{
    struct line_set missing;
    const unsigned cost = position_line_cost(line, board, lines ? &missing : NULL);
    printf("%u", cost);
    for (unsigned i = lines ? line_set_next(&missing, 0) : LINE_NONE; i != LINE_NONE;
         i = line_set_next(&missing, i + 1)) {
        char name[TURN_TEXT_SIZE];
        struct text text;
        text_init(&text, name, sizeof name);
        notation_add_line(&text, board, i);
        printf(" %s", name);
    }
    putchar('\n');
}

/*
 * Reads a line without its line feed.  Returns false at the end of input.  A line that is too long
 * is reported with length LINE_SIZE.
 */
static bool next_line(char text[LINE_SIZE], size_t *length)
{
    int byte = EOF;
    *length = 0;
    while (*length < LINE_SIZE && (byte = getc(stdin)) != EOF && byte != '\n')
        text[(*length)++] = (char)byte;
    return *length > 0 || byte == '\n';
}

static int print_score(const struct board *board, const char *text, size_t length, unsigned number,
                       bool lines)
{
    struct position_line line;
    struct fault fault;
    char sentence[FAULT_SENTENCE_SIZE];
    if (length == LINE_SIZE)
        return cli_fail("score", "line %u is longer than a position can be, which is %d bytes",
                        number, LINE_SIZE - 1);
    if (!position_line_read(&line, board, text, length, &fault))
        return cli_fail("score", "line %u: %s (%s)", number, fault_sentence(&fault, sentence),
                        fault.rule);
    print_answer(board, &line, lines);
    return STATUS_OK;
}

static int answer_all(const struct board *board, bool lines)
{
    char text[LINE_SIZE];
    size_t length;
    unsigned number = 0;
    int status = STATUS_OK;
    while (status == STATUS_OK && next_line(text, &length))
        status = print_score(board, text, length, ++number, lines);
    if (ferror(stdin))
        return cli_fail("score", "standard input cannot be read");
    return status;
}

static int run_score(int argc, char **argv)
{
    struct request request = {.ruleset = RULESETS};
    int status;
    if (!cli_read_options(&command_score, &argc, argv, &request, &status))
        return status;
    if (!cli_check_rules(request.board.board, request.ruleset, "score"))
        return STATUS_BAD;
    if (isatty(STDIN_FILENO) == 1)
        fputs("railhead score: type one position a line, as in\n"
              "  cities=A2,D2,H6,R5,N11 marker=K7 tracks=K7-L7,L7-M7\n"
              "and Ctrl-D at the end\n",
              stderr);
    return answer_all(request.board.board, request.lines);
}

const struct command command_score = {
    .name = "score",
    .about = "the exact missing cost of positions",
    .usage = "--board BOARD [OPTION]... < POSITIONS",
    .tells = "Reads one position a line from standard input and answers with its minus points, one "
             "number a line:\n"
             "\n"
             "    cities=A2,D2,H6,R5,N11 marker=K7 tracks=K7-L7,L7-M7",
    .options = options,
    .run = run_score,
};
