/*
 * A game at a server as a source, using the protocol in docs/protocol.md as a browser does.
 *
 * Holds only what the server has sent.  Tables follow from events by the same rules as everywhere.
 * If a message contradicts them, the connection ends, the room's connection is
 * SOURCE_DISCONNECTED, and the notice says why.
 */
#ifndef RAILHEAD_TERMINAL_SOURCE_SERVER_SOURCE_H
#define RAILHEAD_TERMINAL_SOURCE_SERVER_SOURCE_H

#include "remote/remote_find.h"
#include "terminal/source/source.h"

/*
 * Takes a seat at a server: at the named table or a new one, otherwise at the first public table
 * with a free seat.  Blocks until the table is known.  Returns NULL with a sentence in `error`;
 * free the source with server_source_close().
 */
struct source *server_source_open(const struct remote_target *target, char error[],
                                  size_t error_size);
void server_source_close(struct source *source);

/*
 * Finds the table for a rematch of the same people, and asks for one if there is none.  Writes its
 * id, which server_source_open() accepts as a link.  Returns false with a sentence in `error`.
 */
bool server_source_rematch(struct source *source, char link[TOLD_TABLE_ID_SIZE], char error[],
                           size_t error_size);

#endif
