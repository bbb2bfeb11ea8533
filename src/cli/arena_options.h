/* The command line of railhead arena: a complete and valid request, or a one-line error. */
#ifndef RAILHEAD_CLI_ARENA_OPTIONS_H
#define RAILHEAD_CLI_ARENA_OPTIONS_H

#include "arena/arena.h"
#include "cli/cli.h"

enum { ARENA_PLAYER_COUNTS_MAX = SEATS_MAX - SEATS_MIN + 1 };

struct arena_request {
    struct chosen_board board;
    struct arena_setup setup; /* for a ladder: its contenders are the levels, strongest last */
    unsigned players[ARENA_PLAYER_COUNTS_MAX];
    unsigned player_counts;
    bool ladder;
    bool json;

    /* Values of options as they were typed, or NULL. */
    const char *bots;
    const char *one, *against;
    const char *levels;
    bool has_seed;
    unsigned ruleset; /* RULESETS if none was named */
};

/* Options for a request that is zeroed except for its rule set. */
extern const struct option arena_options[];

/*
 * Call once all options have been read.  Returns STATUS_OK, or STATUS_BAD after printing one line
 * on standard error.
 */
int arena_options_complete(struct arena_request *request);

#endif
