/*
 * What a person's own seat looks like to them: from the command line, and remembered from there.
 */
#ifndef RAILHEAD_TERMINAL_APP_SAVED_LOOK_H
#define RAILHEAD_TERMINAL_APP_SAVED_LOOK_H

#include "terminal/drawing/seat_look.h"

/* What the command line does not say. */
extern const struct seat_choice saved_look_unsaid;

/* Remembers what was said, and fills in what was not. */
void saved_look_complete(struct seat_choice *choice);

#endif
