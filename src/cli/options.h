/*
 * Reading a command line: long options in any place, operands in between.
 *
 *     --name VALUE, --name=VALUE, --flag, -- (the rest are operands), - (an operand)
 *
 * No globals and no exit, so that a fuzzer can drive it.
 */
#ifndef RAILHEAD_CLI_OPTIONS_H
#define RAILHEAD_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct option {
    const char *name;  /* without the dashes */
    const char *value; /* what a help text calls the value; NULL for a flag */
};

enum {
    OPTION_END = -1,     /* the command line is read */
    OPTION_OPERAND = -2, /* `value` is an operand */
    OPTION_BAD = -3,     /* `error` says why */
    OPTIONS_ERROR_SIZE = 200,
};

struct options {
    int argc;
    char **argv;
    int at;
    bool only_operands;
    const struct option *known; /* ends with a NULL name */
    const char *value;          /* of the option or operand just read */
    char error[OPTIONS_ERROR_SIZE];
};

/* argv[0] is the command's name and is skipped. */
void options_init(struct options *options, int argc, char **argv, const struct option *known);

/* The index in `known` of the next option, or one of the values above. */
int options_next(struct options *options);

/* For values that are not right: sets `error` ("--games: 'x' is not ...") and is OPTION_BAD. */
int options_refuse(struct options *options, const char *option, const char *value,
                   const char *sentence);

/* A whole number without sign within the bounds; false when it is none. */
bool options_number(const char *value, uint64_t lowest, uint64_t highest, uint64_t *number);

#endif
