/*
 * The colours and signs of the seats, as one reader sees them.
 *
 * By default a seat has its own colour and its number.  A player may choose another colour and a
 * sign for their own seat.  The seat to which that colour belongs gets the player's colour instead,
 * so that all seats differ.  Other players do not see the choice.
 *
 *     own = 1, colour = 3:   seat   0  1  2  3  4  5
 *                            colour 0  2  1  3  4  5
 *
 * All zero means no choice.
 */
#ifndef RAILHEAD_TERMINAL_DRAWING_SEAT_LOOK_H
#define RAILHEAD_TERMINAL_DRAWING_SEAT_LOOK_H

#include "terminal/drawing/canvas.h"

enum { SEAT_COLOURS = 1 + SEATS_MAX, SEAT_SIGNS = 7, SEAT_CHOICE_TEXT_SIZE = 64 };

/* Entry 0 is the seat's default. */
extern const char *const seat_colour_names[SEAT_COLOURS];
extern const char *const seat_sign_names[SEAT_SIGNS];

struct seat_choice {
    unsigned colour; /* index in seat_colour_names: the colour of seat `colour - 1` */
    unsigned sign;   /* index in seat_sign_names */
};

struct seat_look {
    unsigned own; /* the seat the choice applies to, or SEAT_NONE */
    struct seat_choice choice;
};

/*
 * seat_look_colour() returns the seat whose colour is used, to add to STYLE_SEAT or STYLE_MARKER.
 * seat_look_sign() returns the character to draw.
 */
unsigned seat_look_colour(const struct seat_look *look, unsigned seat);
uint32_t seat_look_sign(const struct seat_look *look, unsigned seat);

/* Writes and reads text such as "pink star", to be saved.  Unknown words mean no choice. */
void seat_choice_write(const struct seat_choice *choice, char text[SEAT_CHOICE_TEXT_SIZE]);
struct seat_choice seat_choice_read(const char *text);

#endif
