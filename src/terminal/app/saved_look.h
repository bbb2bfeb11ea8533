/*
 * The colour and sign that a person chose for their own seat: given on the command line, and
 * remembered from then on.
 */
#ifndef RAILHEAD_TERMINAL_APP_SAVED_LOOK_H
#define RAILHEAD_TERMINAL_APP_SAVED_LOOK_H

#include "terminal/drawing/seat_look.h"

/* The value of options that were not given. */
extern const struct seat_choice saved_look_unsaid;

/* Fills in what was not given from the saved choice, and saves the result. */
void saved_look_complete(struct seat_choice *choice);

#endif
