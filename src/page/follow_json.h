/*
 * The JSON of a table at a server for the page: everything that src/follow/ knows about it.
 *
 * Seats are numbers from 1.  Times are milliseconds of this machine's clock, but those in TABLE and
 * in the chat are of the server's clock.
 */
#ifndef RAILHEAD_PAGE_FOLLOW_JSON_H
#define RAILHEAD_PAGE_FOLLOW_JSON_H

#include "follow/follow.h"
#include "game/premove.h"

/*
 * Writes {"current": ..., "last": ..., "table": TABLE, "seat": ..., ..., "game": STATE}.  It is
 * null before the server has described the table; "game" is null before the first round.  `premove`
 * is the turn being entered.
 */
void follow_json(struct text *text, const struct follow *follow, const struct premove *premove,
                 int64_t now);

/*
 * Writes an event for the log, if it is one that the log shows.  `before` is the table before it.
 */
void follow_json_event(struct text *text, const struct follow *follow,
                       const struct told_event *told, const struct table *before);

#endif
