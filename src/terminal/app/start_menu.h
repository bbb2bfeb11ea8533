/*
 * How a game on this machine begins, on the whole screen: games to go on with, and the form for a
 * new one, which is that of a table at a server.
 */
#ifndef RAILHEAD_TERMINAL_APP_START_MENU_H
#define RAILHEAD_TERMINAL_APP_START_MENU_H

#include "terminal/drawing/key_help.h"
#include "terminal/lobby/game_form.h"

enum { START_MENU_OFFERS_MAX = 9, START_MENU_OFFER_SIZE = 200 };

struct start_menu {
    struct game_form form;                                    /* what a new game is like */
    char offer[START_MENU_OFFERS_MAX][START_MENU_OFFER_SIZE]; /* games to go on with, in words */
    unsigned offers;
    unsigned chosen; /* one of them; `offers` for a new game */
    bool leaves;     /* nothing at all */
    struct key_help help;
};

/* The newest game to go on with is chosen at first, if there is one. */
void start_menu_init(struct start_menu *menu, unsigned offers);

/* Up or down through the games and the fields of the form; `step` is -1 or 1. */
void start_menu_move(struct start_menu *menu, int step);

void start_menu_draw(const struct start_menu *menu, struct canvas *canvas, bool utf8);

/* Lets the person choose.  False with a sentence in `error` when there is no screen for it. */
bool start_menu_run(struct start_menu *menu, char error[], size_t error_size);

#endif
