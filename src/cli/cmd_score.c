/* railhead score: the exact missing cost of positions, one a line. */
#define _GNU_SOURCE /* getline() */
#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "core/notation.h"
#include "core/score_line.h"

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

static int run(int argc, char **argv)
{
    struct request request = {.ruleset = RULESETS};
    int status;
    if (!command_read(&command_score, &argc, argv, &request, &status))
        return status;
    if (!check_rules(request.board.board, request.ruleset, "score"))
        return STATUS_BAD;
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
    .run = run,
};
