/*
 * What a manual contains beside the options: examples, keys, environment and files.
 *
 * The help, the manual pages and the web site read it from here.
 */
#ifndef RAILHEAD_CLI_MANUAL_H
#define RAILHEAD_CLI_MANUAL_H

#include "terminal/drawing/keys.h"
#include "text/text.h"

/* A name and its meaning.  The name of an example is the command to type. */
struct manual_entry {
    const char *name; /* NULL ends a list */
    const char *about;
};

struct manual {
    const char *command;
    const struct manual_entry *examples, *environment, *files; /* each may be NULL */
    const struct key_page *const *keys; /* of the command's screens, ending with NULL; or NULL */
};

/* Finds a manual by the command's name.  Returns NULL if there is none. */
const struct manual *manual_of(const char *command);

/* Options that every command accepts. */
extern const struct manual_entry manual_options[];

/* Appends "Examples:" and each example with its description; nothing if there are none. */
void manual_write_examples(struct text *text, const struct manual *manual);

#endif
