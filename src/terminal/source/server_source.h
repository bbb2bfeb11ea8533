/*
 * A game at a server as a source of the screen: the protocol of docs/protocol.md, as a browser
 * speaks it.
 *
 * Holds what the server has told and nothing else.  The tables follow from the events by the same
 * rules as everywhere.  A server that says what does not fit them is not believed any more: then
 * the connection ends, the room's link is SOURCE_DISCONNECTED, and the notice says why.
 */
#ifndef RAILHEAD_TERMINAL_SOURCE_SERVER_SOURCE_H
#define RAILHEAD_TERMINAL_SOURCE_SERVER_SOURCE_H

#include "remote/remote_find.h"
#include "terminal/source/source.h"

/*
 * A seat there: without a link and a board, at the first public table that has a free one.  The
 * source is ready to be shown, and goes on living by its calls until it is closed.  NULL with a
 * sentence in `error`.
 */
struct source *server_source_open(const struct remote_target *target, char error[],
                                  size_t error_size);
void server_source_close(struct source *source);

/*
 * The table where the same people play again, asked for if nobody has: its id, which is a link for
 * server_source_open().  False with a sentence in `error`.
 */
bool server_source_rematch(struct source *source, char link[TOLD_TABLE_ID_SIZE], char error[],
                           size_t error_size);

#endif
