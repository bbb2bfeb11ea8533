/*
 * A game as the library keeps it.
 */
#ifndef RAILHEAD_LIBRARY_LIBRARY_GAME_H
#define RAILHEAD_LIBRARY_LIBRARY_GAME_H

#include "library/library.h"
#include "play/game.h"

struct railhead_game {
    struct game game;
    struct railhead_position shown; /* a copy of the game's position, for everybody to look at */
    struct bot_seat bot[SEATS_MAX]; /* behind the seats that have one; their memory is ours */
};

/* The bot of that name; NULL, with the error filled, where there is none. */
const struct bot *library_find_bot(const char *name, struct railhead_error *error);

#endif
