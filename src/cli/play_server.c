/* From the options to a table, and from the list to a table and back. */
#include "cli/play_server.h"

#include <string.h>

#include "cli/play_review.h"

#include "terminal/client.h"
#include "terminal/lobby_screen.h"

enum { ERROR_SIZE = 512 };

struct remote_target play_server_target(const struct play_options *options)
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
static bool play_once(const struct remote_target *target, char again[TOLD_TABLE_ID_SIZE],
                      char error[ERROR_SIZE])
{
    again[0] = '\0';
    struct source *source = remote_open(target, error, ERROR_SIZE);
    if (source == NULL)
        return false;
    const struct chosen_board none = {.board = NULL};
    unsigned wanted;
    bool shown;
    do
        shown = client_run(source, &wanted, error, ERROR_SIZE);
    while (shown && wanted == SOURCE_REVIEW &&
           play_review(source, record_boards_of(&none), error, ERROR_SIZE));
    if (shown && wanted == SOURCE_REMATCH)
        shown = remote_rematch(source, again, error, ERROR_SIZE);
    remote_close(source);
    return shown && wanted != SOURCE_REVIEW;
}

struct remote_target play_server_again(const struct remote_target *target, const char *link)
{
    return (struct remote_target){.url = target->url, .link = link};
}

static bool play_at(const struct remote_target *target, char error[ERROR_SIZE])
{
    char again[TOLD_TABLE_ID_SIZE], link[TOLD_TABLE_ID_SIZE];
    bool played = play_once(target, again, error);
    while (played && again[0] != '\0') {
        memcpy(link, again, sizeof link);
        const struct remote_target next = play_server_again(target, link);
        played = play_once(&next, again, error);
    }
    return played;
}

/* Whatever happens at a table, the list is there again after it. */
static bool choose_and_play(const struct play_options *options, char error[ERROR_SIZE])
{
    struct lobby_choice choice;
    lobby_choice_init(&choice, options->server);
    choice.target.name = options->name;
    while (lobby_run(&choice, error, ERROR_SIZE)) {
        if (choice.leaves)
            return true;
        if (!play_at(&choice.target, error))
            snprintf(choice.message, sizeof choice.message, "%.390s", error);
    }
    return false;
}

int play_server(const struct play_options *options)
{
    char error[ERROR_SIZE];
    const struct remote_target target = play_server_target(options);
    const bool chooses = target.link == NULL && target.board == NULL;
    const bool played = chooses ? choose_and_play(options, error) : play_at(&target, error);
    return played ? STATUS_OK : cli_fail("play", "%s", error);
}
