/*
 * The tables of a server on a whole screen, to choose one of them or to open another.
 */
#ifndef RAILHEAD_TERMINAL_LOBBY_LOBBY_SCREEN_H
#define RAILHEAD_TERMINAL_LOBBY_LOBBY_SCREEN_H

#include "protocol/told.h"
#include "terminal/lobby/game_form.h"
#include "terminal/source/source.h"

struct lobby_choice {
    bool leaves;                        /* no table at all */
    struct remote_target target;        /* of the chosen table; points into the choice */
    char table[TOLD_TABLE_ID_SIZE];     /* its id, or "" for a new one */
    struct game_form form;              /* what a new one is like; remembered from time to time */
    char message[SOURCE_SENTENCE_SIZE]; /* why the last one came to nothing, or "" */
};

void lobby_choice_init(struct lobby_choice *choice, const char *url);

/* Lets the person choose.  False with a sentence in `error` when there is no server or screen. */
bool lobby_screen_run(struct lobby_choice *choice, char error[], size_t error_size);

#endif
