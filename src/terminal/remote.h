/*
 * A game at a server as a source of the screen: the protocol of docs/protocol.md, as a browser
 * speaks it.
 *
 * Holds what the server has told and nothing else.  The tables follow from the events by the same
 * rules as everywhere; the server's word is final.
 */
#ifndef RAILHEAD_TERMINAL_REMOTE_H
#define RAILHEAD_TERMINAL_REMOTE_H

#include "terminal/source.h"

/*
 * Plays at a table: its id, its link with or without the key of an invitation, or NULL for the
 * first public table with a free seat.  Returns when the person leaves, or false with a sentence.
 */
bool remote_run(const char *url, const char *link, char error[], size_t error_size);

#endif
