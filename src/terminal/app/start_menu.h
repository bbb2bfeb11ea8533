/*
 * The start menu on the full screen: games to continue, and the form for a new game, which is also
 * used for tables at a server.
 */
#ifndef RAILHEAD_TERMINAL_APP_START_MENU_H
#define RAILHEAD_TERMINAL_APP_START_MENU_H

#include "terminal/drawing/key_help.h"
#include "terminal/lobby/game_form.h"

enum { START_MENU_OFFERS_MAX = 9, START_MENU_OFFER_SIZE = 200 };

struct start_menu {
    struct game_form form;                                    /* the settings of a new game */
    char offer[START_MENU_OFFERS_MAX][START_MENU_OFFER_SIZE]; /* the games to continue */
    unsigned offers;
    unsigned chosen; /* index of one of them, or `offers` for a new game */
    bool leaves;     /* the user cancelled */
    struct key_help help;
};

/* Preselects the newest game to continue, if there is one. */
void start_menu_init(struct start_menu *menu, unsigned offers);

/* Moves up (-1) or down (1) through the games and the fields of the form. */
void start_menu_move(struct start_menu *menu, int step);

void start_menu_draw(const struct start_menu *menu, struct canvas *canvas, bool utf8);

/*
 * Shows the menu until the person has chosen.  Returns false with a sentence in `error` if there
 * is no full screen.
 */
bool start_menu_run(struct start_menu *menu, char error[], size_t error_size);

#endif
