/* railhead score: the exact missing cost of positions, one a line. */
#define _GNU_SOURCE /* getline() */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "core/notation.h"
#include "core/score_line.h"

static const char usage[] =
    "Usage: railhead score --board BOARD [--rules RULES] [--lines] < POSITIONS\n"
    "\n"
    "Reads one position a line and answers with its minus points, one number a line:\n"
    "\n"
    "    cities=A2,D2,H6,R5,N11 marker=K7 tracks=K7-L7,L7-M7\n"
    "\n"
    "  --board BOARD  the id of a board, or the path of a board file\n"
    "  --rules RULES  the board's own rule set, where it is to be said\n"
    "  --lines        after the number, the missing lines of one cheapest tree\n";

static void print_answer(const struct board *board, const struct score_line *line, bool lines)
{
    struct line_set missing;
    const unsigned cost = score_line_cost(line, board, lines ? &missing : NULL);
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

static int answer_all(const struct board *board, bool lines)
{
    char *text = NULL;
    size_t room = 0;
    ssize_t length;
    unsigned number = 0;
    int status = STATUS_OK;
    while (status == STATUS_OK && (length = getline(&text, &room, stdin)) >= 0) {
        struct score_line line;
        struct fault fault;
        char sentence[FAULT_SENTENCE_SIZE];
        number++;
        if (length > 0 && text[length - 1] == '\n')
            length--;
        if (score_line_read(&line, board, text, (size_t)length, &fault))
            print_answer(board, &line, lines);
        else
            status = cli_fail("score", "line %u: %s (%s)", number, fault_sentence(&fault, sentence),
                              fault.rule);
    }
    free(text);
    if (ferror(stdin))
        return cli_fail("score", "standard input cannot be read");
    return status;
}

int cmd_score(int argc, char **argv)
{
    enum { BOARD, RULES, LINES, HELP };
    static const struct option known[] = {{"board", "a board's id or file"},
                                          {"rules", "a rule set"},
                                          {"lines", NULL},
                                          {"help", NULL},
                                          {NULL, NULL}};
    struct options options;
    struct chosen_board board = {.board = NULL};
    const char *rules = NULL;
    bool lines = false;
    int option;
    options_init(&options, argc, argv, known);
    while ((option = options_next(&options)) != OPTION_END) {
        switch (option) {
        case BOARD:
            if (!choose_board(&board, options.value, "score"))
                return STATUS_BAD;
            break;
        case RULES:
            rules = options.value;
            break;
        case LINES:
            lines = true;
            break;
        case HELP:
            fputs(usage, stdout);
            return STATUS_OK;
        case OPTION_OPERAND:
            return cli_fail("score", "'%.60s': positions come from standard input", options.value);
        default:
            return cli_fail("score", "%s", options.error);
        }
    }
    if (board.board == NULL)
        return cli_fail("score", "--board is needed; railhead score --help tells more");
    if (!check_rules(board.board, rules, "score"))
        return STATUS_BAD;
    return answer_all(board.board, lines);
}
