/*
 * How strong the person at this keyboard is, as play/company.h has it: a number in the state
 * folder.
 */
#ifndef RAILHEAD_TERMINAL_APP_SAVED_STRENGTH_H
#define RAILHEAD_TERMINAL_APP_SAVED_STRENGTH_H

unsigned saved_strength_read(void);

/* Where it cannot be written nothing is learned. */
void saved_strength_write(unsigned strength);

#endif
