/*
 * The tables of a server in plain text, to choose one of them or to open another.
 */
#ifndef RAILHEAD_TERMINAL_LINE_MODE_LINE_MODE_LOBBY_H
#define RAILHEAD_TERMINAL_LINE_MODE_LINE_MODE_LOBBY_H

#include "protocol/told.h"
#include "terminal/line_mode/line_terminal.h"
#include "terminal/source/server_source.h"

enum { CHOICE_SEATS_SIZE = 128 };

/* What was chosen, for as long as the target is needed. */
struct line_mode_choice {
    struct remote_target target; /* names the server, and then the table */
    char table[TOLD_TABLE_ID_SIZE];
    char seats[CHOICE_SEATS_SIZE];
    bool leaves; /* no table at all */
};

/* Asks until there is a choice.  False with a sentence in `error` when there is no server. */
bool line_mode_choose_table(struct line_mode_choice *choice, struct line_terminal *terminal,
                            char error[], size_t error_size);

#endif
