/*
 * A game at a server as a source of the screen: the protocol of docs/protocol.md, as a browser
 * speaks it.
 *
 * Holds what the server has told and nothing else.  The tables follow from the events by the same
 * rules as everywhere.  A server that says what does not fit them is not believed any more: then
 * the connection ends, the room's link is LINK_BROKEN, and the notice says why.
 */
#ifndef RAILHEAD_TERMINAL_REMOTE_H
#define RAILHEAD_TERMINAL_REMOTE_H

#include "terminal/source.h"

/* For a table that is opened: seconds of a live clock, or days of a slow one, or none of these. */
struct remote_clock_wish {
    int bank_s;
    int increment_s;
    int days;
};

/* Where to play: at a table that there is, or at one that is opened. */
struct remote_wish {
    const char *url;
    const char *link;  /* an id, or a link with or without the key of an invitation; or NULL */
    const char *board; /* an id: opens a table with it; or NULL */
    const char *seats; /* of that table, split by commas: you, open, invited, names of bots */
    const char *name;  /* that others are to see from now on; or NULL: as it was */
    unsigned variants;
    struct remote_clock_wish clock;
    bool hidden;  /* the new table is for those with its link alone */
    bool watches; /* takes no seat, though there may be one */
};

/*
 * A seat there: without a link and a board, at the first public table that has a free one.  The
 * source is ready to be shown, and goes on living by its calls until it is closed.  NULL with a
 * sentence in `error`.
 */
struct source *remote_open(const struct remote_wish *wish, char error[], size_t error_size);
void remote_close(struct source *source);

#endif
