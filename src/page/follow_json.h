/*
 * What a page is told of a table at a server, as JSON: all that src/follow/ knows of it.
 *
 * Seats are numbers from 1 and times are milliseconds of this machine's clock, except in TABLE and
 * in what was said, which have the server's.
 */
#ifndef RAILHEAD_PAGE_FOLLOW_JSON_H
#define RAILHEAD_PAGE_FOLLOW_JSON_H

#include "follow/follow.h"
#include "game/premove.h"

/*
 * {"current": ..., "last": ..., "table": TABLE, "seat": ..., ..., "game": STATE}; null before the
 * server has described a table, and a null game before its first round.  `ahead` is what has been
 * entered.
 */
void follow_json(struct text *text, const struct follow *follow, const struct premove *premove,
                 int64_t now);

/* What an event of the game meant, for the log, if it is one that the log has; `before` is the
 * table before it. */
void follow_json_event(struct text *text, const struct follow *follow,
                       const struct told_event *told, const struct table *before);

#endif
