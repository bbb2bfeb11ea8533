/*
 * The command line of railhead arena: what was asked for, whole and sound, or one line that says
 * what is wrong with it.
 */
#ifndef RAILHEAD_CLI_ARENA_OPTIONS_H
#define RAILHEAD_CLI_ARENA_OPTIONS_H

#include "arena/arena.h"
#include "cli/cli.h"

enum { ARENA_PLAYER_COUNTS_MAX = SEATS_MAX - SEATS_MIN + 1 };

struct arena_request {
    struct chosen_board board;
    struct arena_setup setup; /* of a ladder: the contenders are its levels, best last */
    unsigned players[ARENA_PLAYER_COUNTS_MAX];
    unsigned player_counts;
    bool ladder;
    bool json;

    /* Words of the command line, or NULL. */
    const char *bots;
    const char *one, *against;
    const char *levels;
    bool has_seed;
    unsigned ruleset; /* RULESETS where none is named */
};

/* They fill in a request that is empty but for its rule set. */
extern const struct option arena_options[];

/* All options have been read: STATUS_OK, or STATUS_BAD after the one line on standard error. */
int arena_options_complete(struct arena_request *request);

#endif
