/* The library's representation of a game. */
#ifndef RAILHEAD_LIBRARY_LIBRARY_GAME_H
#define RAILHEAD_LIBRARY_LIBRARY_GAME_H

#include "game/game.h"
#include "library/library.h"

struct railhead_game {
    struct game game;
    struct railhead_position shown; /* a copy of the game's position for callers to read */
    /* bots of the seats that have one; their memory is owned by the game */
    struct bot_seat bot[SEATS_MAX];
};

/* Returns the bot of that name, or NULL with `error` filled. */
const struct bot *library_find_bot(const char *name, struct railhead_error *error);

#endif
