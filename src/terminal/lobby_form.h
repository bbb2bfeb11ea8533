/*
 * What a new table at a server is to be like: a short form, one choice in each line.
 */
#ifndef RAILHEAD_TERMINAL_LOBBY_FORM_H
#define RAILHEAD_TERMINAL_LOBBY_FORM_H

#include "terminal/canvas.h"
#include "terminal/remote.h"

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
    unsigned field; /* the one that is being changed */
    char seats[80]; /* as a remote_target has them */
};

void lobby_form_init(struct lobby_form *form);

/* Another field, or another value of it; `step` is -1 or 1. */
void lobby_form_move(struct lobby_form *form, int step);
void lobby_form_change(struct lobby_form *form, int step);

void lobby_form_draw(const struct lobby_form *form, struct canvas *canvas, bool utf8);

/* Such a table is where to play; the target points into the form. */
void lobby_form_target(struct lobby_form *form, struct remote_target *target);

#endif
