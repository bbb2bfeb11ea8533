/*
 * The tables of a server in plain text, to choose one of them or to open another.
 */
#ifndef RAILHEAD_TERMINAL_LINE_MODE_PLAIN_LOBBY_H
#define RAILHEAD_TERMINAL_LINE_MODE_PLAIN_LOBBY_H

#include "protocol/told.h"
#include "terminal/line_mode/screen.h"
#include "terminal/source/remote.h"

enum { CHOICE_SEATS_SIZE = 128 };

/* What was chosen, for as long as the target is needed. */
struct plain_choice {
    struct remote_target target; /* names the server, and then the table */
    char table[TOLD_TABLE_ID_SIZE];
    char seats[CHOICE_SEATS_SIZE];
    bool leaves; /* no table at all */
};

/* Asks until there is a choice.  False with a sentence in `error` when there is no server. */
bool plain_choose(struct plain_choice *choice, struct screen *screen, char error[],
                  size_t error_size);

#endif
