/*
 * How strong the person at this keyboard is, as play/company.h has it: a number in the state
 * folder.
 */
#ifndef RAILHEAD_TERMINAL_APP_PLAY_STRENGTH_H
#define RAILHEAD_TERMINAL_APP_PLAY_STRENGTH_H

unsigned play_strength_recall(void);

/* Where it cannot be written nothing is learned. */
void play_strength_keep(unsigned strength);

#endif
