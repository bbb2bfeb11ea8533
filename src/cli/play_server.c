/* From the options to a table, and from the list to a table and back. */
#include "cli/play_server.h"

#include <string.h>

#include "cli/play_review.h"
#include "terminal/lobby_screen.h"
#include "terminal/plain_lobby.h"
#include "terminal/remote.h"

enum { ERROR_SIZE = 512 };

static struct remote_target target_of(const struct play_options *options)
{
    return (struct remote_target){
        .url = options->server,
        .link = options->table,
        .board = options->board.board != NULL ? options->board.board->id : NULL,
        .seats = options->server_seats,
        .name = options->name,
        .variants = options->variants,
        .watches = options->watches,
    };
}

/* Until its player leaves, or wants a rematch: then `again` is the table to go on at. */
static bool play_once(const struct remote_target *target, struct seat_choice look,
                      struct screen *screen, char again[TOLD_TABLE_ID_SIZE], char error[ERROR_SIZE])
{
    const struct chosen_board none = {.board = NULL};
    unsigned wish;
    struct source *source = remote_open(target, error, ERROR_SIZE);
    again[0] = '\0';
    if (source == NULL)
        return false;
    source->choice = look;
    bool good = play_and_review(source, screen, record_boards_of(&none), &wish, error, ERROR_SIZE);
    if (good && wish == SOURCE_REMATCH)
        good = remote_rematch(source, again, error, ERROR_SIZE);
    remote_close(source);
    return good;
}

/* In plain text where there is a screen for it. */
static bool play_at(const struct remote_target *target, struct seat_choice look,
                    struct screen *screen, char error[ERROR_SIZE])
{
    char link[TOLD_TABLE_ID_SIZE], again[TOLD_TABLE_ID_SIZE];
    bool good = play_once(target, look, screen, again, error);
    while (good && again[0] != '\0') {
        memcpy(link, again, sizeof link);
        const struct remote_target next = {.url = target->url, .link = link};
        good = play_once(&next, look, screen, again, error);
    }
    return good;
}

/* Whatever happens at a table, the list is there again after it. */
static bool choose_on_screen(const struct play_options *options, char error[ERROR_SIZE])
{
    struct lobby_choice choice;
    lobby_choice_init(&choice, options->server);
    choice.target.name = options->name;
    while (lobby_run(&choice, error, ERROR_SIZE)) {
        if (choice.leaves)
            return true;
        if (!play_at(&choice.target, options->look, NULL, error))
            snprintf(choice.message, sizeof choice.message, "%.390s", error);
    }
    return false;
}

static bool choose_in_lines(const struct play_options *options, struct screen *screen,
                            char error[ERROR_SIZE])
{
    struct plain_choice choice = {.target = target_of(options)};
    if (!plain_choose(&choice, screen, error, ERROR_SIZE))
        return false;
    return choice.leaves || play_at(&choice.target, options->look, screen, error);
}

int play_server(const struct play_options *options, struct screen *screen, bool plain)
{
    char error[ERROR_SIZE];
    const struct remote_target target = target_of(options);
    const bool names_none = target.link == NULL && target.board == NULL;
    bool good;
    if (names_none && !plain)
        good = choose_on_screen(options, error);
    else if (names_none && screen->asks)
        good = choose_in_lines(options, screen, error);
    else
        good = play_at(&target, options->look, plain ? screen : NULL, error);
    return good ? STATUS_OK : cli_fail("play", "%s", error);
}
