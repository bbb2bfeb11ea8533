/*
 * What a new table at a server is to be like, or a new game on this machine: a short form, one
 * choice in each line.  On this machine it asks for nothing that only people elsewhere need.
 */
#ifndef RAILHEAD_TERMINAL_LOBBY_GAME_FORM_H
#define RAILHEAD_TERMINAL_LOBBY_GAME_FORM_H

#include "terminal/drawing/canvas.h"
#include "terminal/source/server_source.h"

enum game_form_field {
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

struct game_form {
    unsigned value[FIELDS];
    unsigned field; /* the one that is being changed; FIELDS for none */
    bool is_here;   /* a game on this machine */
    char seats[96]; /* as a remote_target has them */
};

void game_form_init(struct game_form *form);
void game_form_init_here(struct game_form *form);

/* Another field, or another value of it; `step` is -1 or 1.  False where there is no further field:
 * then it has gone round. */
bool game_form_move(struct game_form *form, int step);
void game_form_change(struct game_form *form, int step);

/* From a line on; answers the one after it. */
int game_form_draw(const struct game_form *form, struct canvas *canvas, int y, bool utf8);

/* The seats as --seats has them: you, or several players here, and then bots. */
const char *game_form_seats(struct game_form *form);
unsigned game_form_variants(const struct game_form *form);
const struct board *game_form_board(const struct game_form *form);

/* Such a table is where to play; the target points into the form. */
void game_form_target(struct game_form *form, struct remote_target *target);

#endif
