/* Finds the table to play at: from its link, or by opening one with given settings. */
#ifndef RAILHEAD_REMOTE_REMOTE_FIND_H
#define RAILHEAD_REMOTE_REMOTE_FIND_H

#include <stdbool.h>
#include <stddef.h>

#include "protocol/message.h"
#include "protocol/told_message.h"

/* The clock of a new table: seconds for a live game, days for a slow one, or neither. */
struct remote_clock {
    int bank_s;
    int increment_s;
    int days;
};

/* Where to play: at an existing table, or at one to be opened. */
struct remote_target {
    const char *url;
    const char *link;  /* a table's id, or a link with or without an invitation's key; or NULL */
    const char *board; /* id of the board of a table to be opened; or NULL */
    const char *seats; /* of that table, comma-separated: you, open, invited, names of bots */
    const char *name;  /* the user's new name for others; NULL leaves it as it is */
    unsigned variants;
    struct remote_clock clock;
    bool hidden;  /* the new table is open only to people with its link */
    bool watches; /* spectate: take no seat even if one is free */
};

struct remote_place {
    char table[TOLD_TABLE_ID_SIZE]; /* id; "" for any table */
    char key[TOLD_KEY_SIZE];        /* key of the invitation, or "" */
};

/* Finds or opens the table to play at.  Returns false with a message in `error`. */
bool remote_find(struct remote_place *place, const struct remote_target *target, const char *secret,
                 char error[], size_t error_size);

/* Sets the name that others see.  Returns false with a message in `error`. */
bool remote_rename(const char *url, const char *secret, const char *name, char error[],
                   size_t error_size);

/* Finds the first table of the lobby with a free seat.  Returns false if there is none. */
bool remote_pick(struct remote_place *place, struct json_list tables);

/* Returns the message for a secret that the server no longer accepts. */
const char *remote_signed_out(void);

#endif
