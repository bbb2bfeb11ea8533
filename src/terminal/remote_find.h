/*
 * Which table of a server is meant: by its link, or opened as it is wished for.
 */
#ifndef RAILHEAD_TERMINAL_REMOTE_FIND_H
#define RAILHEAD_TERMINAL_REMOTE_FIND_H

#include "terminal/remote.h"
#include "terminal/remote_state.h"

struct remote_place {
    char table[ID_SIZE]; /* "" where any will do */
    char key[KEY_SIZE];  /* of an invitation, or "" */
};

/* The table of a wish, opened if need be.  False with a sentence in `error`. */
bool remote_find(struct remote_place *place, const struct remote_wish *wish, const char *secret,
                 char error[], size_t error_size);

/* The name that others see.  False with a sentence in `error`. */
bool remote_rename(const char *url, const char *secret, const char *name, char error[],
                   size_t error_size);

/* From the message of a lobby: the first table with a free seat; false when there is none. */
bool remote_pick(struct remote_place *place, const json_t *lobby);

#endif
