/*
 * Why a server refused a request or closed the connection, for the user: in the user's language if
 * this program knows the fault, otherwise in the server's words.
 */
#ifndef RAILHEAD_REMOTE_REMOTE_FAULT_H
#define RAILHEAD_REMOTE_REMOTE_FAULT_H

#include "protocol/told.h"

/* Writes the sentence, sanitized for the screen; "" if the fault has none.  Returns `buffer`. */
const char *remote_sentence(const struct told_fault *told, char buffer[FAULT_SENTENCE_SIZE]);

#endif
