/* From the options to a table, and from the list to a table and back. */
#include "cli/play_server.h"

#include <string.h>

#include "cli/play_review.h"
#include "terminal/line_mode/plain_lobby.h"
#include "terminal/line_mode/plain_say.h"
#include "terminal/lobby/lobby_screen.h"
#include "terminal/source/remote.h"

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

/* Where tables are shown. */
struct place {
    struct screen *screen;
    bool plain; /* in lines, and not on the whole screen */
    struct seat_choice look;
    bool ends; /* the program is to end: Ctrl-C, or a signal */
};

/* Until its player leaves, or wants a rematch: then `again` is the table to go on at. */
static bool play_once(struct place *place, const struct remote_target *target,
                      char again[TOLD_TABLE_ID_SIZE], char error[ERROR_SIZE])
{
    const struct chosen_board none = {.board = NULL};
    unsigned wish;
    struct source *source = remote_open(target, error, ERROR_SIZE);
    again[0] = '\0';
    if (source == NULL)
        return false;
    source->choice = place->look;
    bool good = play_and_review(source, place->plain ? place->screen : NULL,
                                record_boards_of(&none), &wish, error, ERROR_SIZE);
    place->ends = wish == SOURCE_END;
    if (good && !place->plain && (wish & ~(unsigned)SOURCE_END) == 0)
        say_way_back(place->screen, source);
    if (good && wish == SOURCE_REMATCH)
        good = remote_rematch(source, again, error, ERROR_SIZE);
    remote_close(source);
    return good;
}

static bool play_at(struct place *place, const struct remote_target *target, char error[ERROR_SIZE])
{
    char link[TOLD_TABLE_ID_SIZE], again[TOLD_TABLE_ID_SIZE];
    bool good = play_once(place, target, again, error);
    while (good && again[0] != '\0') {
        memcpy(link, again, sizeof link);
        const struct remote_target next = {.url = target->url, .link = link};
        good = play_once(place, &next, again, error);
    }
    return good;
}

/* Whatever happens at a table, the list is there again after it, unless the program is to end. */
static bool choose_on_screen(const struct play_options *options, struct place *place,
                             char error[ERROR_SIZE])
{
    struct lobby_choice choice;
    lobby_choice_init(&choice, options->server);
    choice.target.name = options->name;
    while (lobby_run(&choice, error, ERROR_SIZE)) {
        if (choice.leaves)
            return true;
        if (!play_at(place, &choice.target, error))
            snprintf(choice.message, sizeof choice.message, "%.390s", error);
        else if (place->ends)
            return true;
    }
    return false;
}

static bool choose_in_lines(const struct play_options *options, struct place *place,
                            char error[ERROR_SIZE])
{
    struct plain_choice choice = {.target = target_of(options)};
    if (!plain_choose(&choice, place->screen, error, ERROR_SIZE))
        return false;
    return choice.leaves || play_at(place, &choice.target, error);
}

int play_server(const struct play_options *options, struct screen *screen, bool plain)
{
    char error[ERROR_SIZE];
    struct place place = {.screen = screen, .plain = plain, .look = options->look};
    const struct remote_target target = target_of(options);
    const bool names_none = target.link == NULL && target.board == NULL;
    bool good;
    if (names_none && !plain)
        good = choose_on_screen(options, &place, error);
    else if (names_none && screen->asks)
        good = choose_in_lines(options, &place, error);
    else
        good = play_at(&place, &target, error);
    return good ? STATUS_OK : cli_fail("play", "%s", error);
}
