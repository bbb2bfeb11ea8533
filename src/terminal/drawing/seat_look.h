/*
 * What the seats look like to one reader.
 *
 * A seat has a colour and its number.  Whoever plays may choose another colour and a sign for their
 * own seat, whichever that is: the seat that has the colour by itself gets theirs, so that no two
 * are alike.  Nobody else sees it.
 *
 *     own = 1, colour = 3:   seat   0  1  2  3  4  5
 *                            colour 0  2  1  3  4  5
 *
 * All zero is no choice.
 */
#ifndef RAILHEAD_TERMINAL_DRAWING_SEAT_LOOK_H
#define RAILHEAD_TERMINAL_DRAWING_SEAT_LOOK_H

#include "terminal/drawing/canvas.h"

enum { SEAT_COLOURS = 1 + SEATS_MAX, SEAT_SIGNS = 7, SEAT_CHOICE_TEXT_SIZE = 64 };

/* 0 is what the seat has by itself. */
extern const char *const seat_colour_names[SEAT_COLOURS];
extern const char *const seat_sign_names[SEAT_SIGNS];

struct seat_choice {
    unsigned colour; /* of seat_colour_names: that of the seat before it */
    unsigned sign;   /* of seat_sign_names */
};

struct seat_look {
    unsigned own; /* the seat that was chosen for, or SEAT_NONE */
    struct seat_choice choice;
};

/* Whose colour a seat has, to add to STYLE_SEAT or STYLE_MARKER; and what stands for it. */
unsigned seat_look_colour(const struct seat_look *look, unsigned seat);
uint32_t seat_look_sign(const struct seat_look *look, unsigned seat);

/* "pink star", to be remembered; what is not known there is no choice. */
void seat_choice_write(const struct seat_choice *choice, char text[SEAT_CHOICE_TEXT_SIZE]);
struct seat_choice seat_choice_read(const char *text);

#endif
