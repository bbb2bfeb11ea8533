/* The tables of a server in line mode, to choose one or open a new one. */
#ifndef RAILHEAD_TERMINAL_LINE_MODE_LINE_MODE_LOBBY_H
#define RAILHEAD_TERMINAL_LINE_MODE_LINE_MODE_LOBBY_H

#include "protocol/told.h"
#include "terminal/line_mode/line_terminal.h"
#include "terminal/source/server_source.h"

enum { CHOICE_SEATS_SIZE = 128 };

/* The choice.  Must live as long as its target is used. */
struct line_mode_choice {
    struct remote_target target; /* the server and the table; points into the choice */
    char table[TOLD_TABLE_ID_SIZE];
    char seats[CHOICE_SEATS_SIZE];
    bool leaves; /* the user chose no table */
};

/* Asks until there is a choice.  Returns false with a sentence in `error` if there is no server. */
bool line_mode_choose_table(struct line_mode_choice *choice, struct line_terminal *terminal,
                            char error[], size_t error_size);

#endif
