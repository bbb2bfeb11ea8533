/* Plays at the named table, or at tables chosen from the server's list. */
#include "terminal/app/play_at_server.h"

#include <string.h>

#include "terminal/app/play_and_review.h"
#include "terminal/line_mode/line_mode_lobby.h"
#include "terminal/line_mode/say.h"
#include "terminal/lobby/lobby_screen.h"
#include "terminal/source/server_source.h"

static struct remote_target target_of(const struct play_setup *setup)
{
    return (struct remote_target){
        .url = setup->server,
        .link = setup->table,
        .board = setup->board.board != NULL ? setup->board.board->id : NULL,
        .seats = setup->server_seats,
        .name = setup->name,
        .variants = setup->variants,
        .watches = setup->watches,
    };
}

/* How tables are shown. */
struct place {
    struct line_terminal *terminal;
    play_print_review *print_review;
    bool plain; /* line mode instead of the full screen */
    struct seat_choice look;
    bool ends; /* the program should end: Ctrl-C, or a signal */
};

/*
 * Plays until the user leaves or wants a rematch.  Then `again` is the id of the next table,
 * otherwise "".
 */
static bool play_once(struct place *place, const struct remote_target *target,
                      char again[TOLD_TABLE_ID_SIZE], char error[PLAY_ERROR_SIZE])
{
    const struct chosen_board none = {.board = NULL};
    unsigned next;
    struct source *source = server_source_open(target, error, PLAY_ERROR_SIZE);
    again[0] = '\0';
    if (source == NULL)
        return false;
    source->choice = place->look;
    bool good = play_and_review(source, place->plain ? place->terminal : NULL,
                                chosen_board_for_records(&none), place->print_review, &next, error,
                                PLAY_ERROR_SIZE);
    place->ends = next == SOURCE_END;
    if (good && !place->plain && (next & ~(unsigned)SOURCE_END) == 0)
        say_way_back(place->terminal, source);
    if (good && next == SOURCE_REMATCH)
        good = server_source_rematch(source, again, error, PLAY_ERROR_SIZE);
    server_source_close(source);
    return good;
}

static bool play_at(struct place *place, const struct remote_target *target,
                    char error[PLAY_ERROR_SIZE])
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

/* Returns to the list after each table, whatever happened there, unless the program should end. */
static bool choose_on_screen(const struct play_setup *setup, struct place *place,
                             char error[PLAY_ERROR_SIZE])
{
    struct lobby_choice choice;
    lobby_choice_init(&choice, setup->server);
    choice.target.name = setup->name;
    while (lobby_screen_run(&choice, error, PLAY_ERROR_SIZE)) {
        if (choice.leaves)
            return true;
        if (!play_at(place, &choice.target, error))
            snprintf(choice.message, sizeof choice.message, "%.390s", error);
        else if (place->ends)
            return true;
    }
    return false;
}

static bool choose_in_lines(const struct play_setup *setup, struct place *place,
                            char error[PLAY_ERROR_SIZE])
{
    struct line_mode_choice choice = {.target = target_of(setup)};
    if (!line_mode_choose_table(&choice, place->terminal, error, PLAY_ERROR_SIZE))
        return false;
    return choice.leaves || play_at(place, &choice.target, error);
}

bool play_at_server(const struct play_setup *setup, struct line_terminal *terminal, bool plain,
                    char error[PLAY_ERROR_SIZE])
{
    struct place place = {.terminal = terminal,
                          .print_review = setup->print_review,
                          .plain = plain,
                          .look = setup->look};
    const struct remote_target target = target_of(setup);
    const bool names_none = target.link == NULL && target.board == NULL;
    if (names_none && !plain)
        return choose_on_screen(setup, &place, error);
    if (names_none && terminal->asks)
        return choose_in_lines(setup, &place, error);
    return play_at(&place, &target, error);
}
