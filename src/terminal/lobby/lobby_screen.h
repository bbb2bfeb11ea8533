/* The tables of a server on the full screen, to choose one or open a new one. */
#ifndef RAILHEAD_TERMINAL_LOBBY_LOBBY_SCREEN_H
#define RAILHEAD_TERMINAL_LOBBY_LOBBY_SCREEN_H

#include "protocol/told.h"
#include "terminal/lobby/game_form.h"
#include "terminal/source/source.h"

struct lobby_choice {
    bool leaves;                        /* the user chose no table */
    struct remote_target target;        /* the chosen table; points into the choice */
    char table[TOLD_TABLE_ID_SIZE];     /* its id, or "" for a new table */
    struct game_form form;              /* settings of a new table; kept between calls */
    char message[SOURCE_SENTENCE_SIZE]; /* why the last table could not be shown, or "" */
};

void lobby_choice_init(struct lobby_choice *choice, const char *url);

/*
 * Shows the list until the person has chosen.  Returns false with a sentence in `error` if there
 * is no server or no full screen.
 */
bool lobby_screen_run(struct lobby_choice *choice, char error[], size_t error_size);

#endif
