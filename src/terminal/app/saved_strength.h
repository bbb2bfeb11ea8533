/*
 * The estimated strength of the person at this keyboard (game/company.h), kept in the state
 * folder.
 */
#ifndef RAILHEAD_TERMINAL_APP_SAVED_STRENGTH_H
#define RAILHEAD_TERMINAL_APP_SAVED_STRENGTH_H

unsigned saved_strength_read(void);

/* If writing fails, the new estimate is lost. */
void saved_strength_write(unsigned strength);

#endif
