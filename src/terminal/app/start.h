/*
 * How a game on this machine begins, on the whole screen: games to go on with, and the form for a
 * new one, which is that of a table at a server.
 */
#ifndef RAILHEAD_TERMINAL_APP_START_H
#define RAILHEAD_TERMINAL_APP_START_H

#include "terminal/drawing/key_help.h"
#include "terminal/lobby/lobby_form.h"

enum { START_OFFERS_MAX = 9, START_OFFER_SIZE = 200 };

struct start {
    struct lobby_form form;                         /* what a new game is like */
    char offer[START_OFFERS_MAX][START_OFFER_SIZE]; /* games to go on with, in words */
    unsigned offers;
    unsigned chosen; /* one of them; `offers` for a new game */
    bool leaves;     /* nothing at all */
    struct key_help help;
};

/* The newest game to go on with is chosen at first, if there is one. */
void start_init(struct start *start, unsigned offers);

/* Up or down through the games and the fields of the form; `step` is -1 or 1. */
void start_move(struct start *start, int step);

void start_draw(const struct start *start, struct canvas *canvas, bool utf8);

/* Lets the person choose.  False with a sentence in `error` when there is no screen for it. */
bool start_run(struct start *start, char error[], size_t error_size);

#endif
