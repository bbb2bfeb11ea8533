/*
 * A form for the settings of a new game on this machine or a new table at a server, with one
 * choice per line.  For this machine, it omits what concerns only other people.
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
    FIELD_OPEN_CARDS, /* the variants, in the order of their bits */
    FIELD_BLOCKING,
    FIELD_PRIVATE_TRACKS,
    FIELDS,
};

struct game_form {
    unsigned value[FIELDS];
    unsigned field; /* the selected field; FIELDS for none */
    bool is_here;   /* a game on this machine */
    char seats[96]; /* in the format of remote_target */
};

void game_form_init(struct game_form *form);
void game_form_init_here(struct game_form *form);

/*
 * game_form_move() selects another field, game_form_change() another value; `step` is -1 or 1.
 * game_form_move() returns false if it wrapped around.
 */
bool game_form_move(struct game_form *form, int step);
void game_form_change(struct game_form *form, int step);

/* Draws from line `y` on.  Returns the line below. */
int game_form_draw(const struct game_form *form, struct canvas *canvas, int y, bool utf8);

/* Returns the seats in the format of --seats: you, or several people here, and then bots. */
const char *game_form_seats(struct game_form *form);
unsigned game_form_variants(const struct game_form *form);
const struct board *game_form_board(const struct game_form *form);

/* Describes the new table as a target.  It points into the form. */
void game_form_target(struct game_form *form, struct remote_target *target);

#endif
