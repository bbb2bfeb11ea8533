/* railhead rules: explains how to play on a board. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "terminal/line_mode/line_terminal.h"
#include "words/how_to_play.h"
#include "words/language.h"

#define DEFAULT_BOARD "transamerica"

enum { LINE_SIZE = 2048, TEXT_SIZE = 8192 };

struct request {
    struct chosen_board board;
};

static const struct option options[] = {
    OPT_BOARD(struct request, board, .otherwise = DEFAULT_BOARD),
    OPT_END,
};

/* Prints text wrapped to the terminal's width.  Each line of it is a paragraph. */
static void print_text(struct line_terminal *terminal, const char *text)
{
    char line[LINE_SIZE];
    for (size_t length; *text != '\0'; text += length + (text[length] != '\0')) {
        length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        line_terminal_print_folded(terminal, line);
    }
}

static void print_rules(struct line_terminal *terminal, const struct board *board)
{
    line_terminal_print(terminal, _("How to play: %s\n"), board->name);
    for (unsigned i = 0; i < how_to_play_parts; i++) {
        if (!how_to_play_is_about(&how_to_play[i], board))
            continue;
        char filled[TEXT_SIZE];
        struct text text;
        text_init(&text, filled, sizeof filled);
        how_to_play_fill(&text, _(how_to_play[i].text), board);
        line_terminal_print(terminal, "\n%s\n", _(how_to_play[i].title));
        print_text(terminal, filled);
    }
}

static int run_rules(int argc, char **argv)
{
    struct request request = {.board = {.board = NULL}};
    struct line_terminal terminal;
    int status;
    if (!cli_read_options(&command_rules, &argc, argv, &request, &status))
        return status;
    line_terminal_init(&terminal, STDIN_FILENO, stdout);
    print_rules(&terminal, request.board.board);
    line_terminal_release(&terminal);
    return STATUS_OK;
}

const struct command command_rules = {
    .name = "rules",
    .about = "tell how to play, for each board",
    .usage = "[--board BOARD]",
    .tells = "Tells how to play on a board, in the reader's language.",
    .options = options,
    .run = run_rules,
};
