/*
 * Which table of a server is meant: by its link, or opened as it is described.
 */
#ifndef RAILHEAD_REMOTE_REMOTE_FIND_H
#define RAILHEAD_REMOTE_REMOTE_FIND_H

#include <stdbool.h>
#include <stddef.h>

#include "protocol/message.h"
#include "protocol/told_message.h"

/* For a table that is opened: seconds of a live clock, or days of a slow one, or none of these. */
struct remote_clock {
    int bank_s;
    int increment_s;
    int days;
};

/* Where to play: at a table that exists, or at one that is opened. */
struct remote_target {
    const char *url;
    const char *link;  /* an id, or a link with or without the key of an invitation; or NULL */
    const char *board; /* an id: opens a table with it; or NULL */
    const char *seats; /* of that table, split by commas: you, open, invited, names of bots */
    const char *name;  /* that others are to see from now on; or NULL: as it was */
    unsigned variants;
    struct remote_clock clock;
    bool hidden;  /* the new table is for those with its link alone */
    bool watches; /* takes no seat, though there may be one */
};

struct remote_place {
    char table[TOLD_TABLE_ID_SIZE]; /* "" where any will do */
    char key[TOLD_KEY_SIZE];        /* of an invitation, or "" */
};

/* The table to play at, opened if need be.  False with a sentence in `error`. */
bool remote_find(struct remote_place *place, const struct remote_target *target, const char *secret,
                 char error[], size_t error_size);

/* The name that others see.  False with a sentence in `error`. */
bool remote_rename(const char *url, const char *secret, const char *name, char error[],
                   size_t error_size);

/* The first table of a lobby with a free seat; false when there is none. */
bool remote_pick(struct remote_place *place, struct json_list tables);

/* What to say when the server does not take the secret any more. */
const char *remote_signed_out(void);

#endif
