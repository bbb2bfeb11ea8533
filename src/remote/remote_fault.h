/*
 * Why a server refuses something or says goodbye, for people: in the reader's language where this
 * program knows the fault, and in the server's own words where it does not.
 */
#ifndef RAILHEAD_REMOTE_REMOTE_FAULT_H
#define RAILHEAD_REMOTE_REMOTE_FAULT_H

#include "protocol/told.h"

/* The sentence, fit to be shown; "" when it says nothing.  Returns `buffer`. */
const char *remote_sentence(const struct told_fault *told, char buffer[FAULT_SENTENCE_SIZE]);

#endif
