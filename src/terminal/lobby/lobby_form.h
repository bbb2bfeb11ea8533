/*
 * What a new table at a server is to be like, or a new game on this machine: a short form, one
 * choice in each line.  On this machine it asks for nothing that only people elsewhere need.
 */
#ifndef RAILHEAD_TERMINAL_LOBBY_LOBBY_FORM_H
#define RAILHEAD_TERMINAL_LOBBY_LOBBY_FORM_H

#include "terminal/drawing/canvas.h"
#include "terminal/source/remote.h"

enum lobby_field {
    FIELD_BOARD,
    FIELD_PLAYERS,
    FIELD_BOTS,
    FIELD_LEVEL,
    FIELD_SEATS,
    FIELD_CLOCK,
    FIELD_OPEN_CARDS, /* the variants in the order of their bits */
    FIELD_BLOCKING,
    FIELD_PRIVATE_TRACKS,
    FIELDS,
};

struct lobby_form {
    unsigned value[FIELDS];
    unsigned field; /* the one that is being changed; FIELDS for none */
    bool is_here;   /* a game on this machine */
    char seats[96]; /* as a remote_target has them */
};

void lobby_form_init(struct lobby_form *form);
void lobby_form_init_here(struct lobby_form *form);

/* Another field, or another value of it; `step` is -1 or 1.  False where there is no further field:
 * then it has gone round. */
bool lobby_form_move(struct lobby_form *form, int step);
void lobby_form_change(struct lobby_form *form, int step);

/* From a line on; answers the one after it. */
int lobby_form_draw(const struct lobby_form *form, struct canvas *canvas, int y, bool utf8);

/* The seats as --seats has them: you, or several players here, and then bots. */
const char *lobby_form_seats(struct lobby_form *form);
unsigned lobby_form_variants(const struct lobby_form *form);
const struct board *lobby_form_board(const struct lobby_form *form);

/* Such a table is where to play; the target points into the form. */
void lobby_form_target(struct lobby_form *form, struct remote_target *target);

#endif
