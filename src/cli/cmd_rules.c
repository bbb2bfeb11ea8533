/* railhead rules: how to play, for a board. */
#include <stdio.h>
#include <unistd.h>

#include "cli/cli.h"
#include "terminal/screen.h"
#include "words/howto.h"
#include "words/language.h"

#define DEFAULT_BOARD "transamerica"

struct request {
    struct chosen_board board;
};

static const struct option options[] = {
    OPT_BOARD(struct request, board, .otherwise = DEFAULT_BOARD),
    OPT_END,
};

static void print_rules(struct screen *screen, const struct board *board)
{
    screen_print(screen, _("How to play: %s\n"), board->name);
    for (unsigned i = 0; i < howto_count; i++) {
        if (!howto_is_about(&howto_sections[i], board))
            continue;
        screen_print(screen, "\n%s\n", _(howto_sections[i].title));
        screen_print_folded(screen, _(howto_sections[i].text));
    }
}

static int run(int argc, char **argv)
{
    struct request request = {.board = {.board = NULL}};
    struct screen screen;
    int status;
    if (!command_read(&command_rules, &argc, argv, &request, &status))
        return status;
    screen_init(&screen, STDIN_FILENO, stdout);
    print_rules(&screen, request.board.board);
    screen_release(&screen);
    return STATUS_OK;
}

const struct command command_rules = {
    .name = "rules",
    .about = "tell how to play, for each board",
    .usage = "[--board BOARD]",
    .tells = "Tells how to play on a board, in the reader's language.",
    .options = options,
    .run = run,
};
