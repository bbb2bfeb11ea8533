/*
 * What manuals say of a command beside its options: examples, keys, environment, files.  The help,
 * the manual pages and the site read it from here.
 */
#ifndef RAILHEAD_CLI_MANUAL_H
#define RAILHEAD_CLI_MANUAL_H

#include "core/text.h"
#include "terminal/drawing/keys.h"

/* A name and what it means; an example's name is what to type. */
struct manual_entry {
    const char *name; /* NULL ends a list */
    const char *about;
};

struct manual {
    const char *command;
    const struct manual_entry *examples, *environment, *files; /* each may be NULL */
    const struct key_page *const *keys; /* of its screens, up to NULL; or NULL */
};

/* Of a command by its name; NULL if there is none. */
const struct manual *manual_of(const char *command);

/* Of the program: what holds for every command. */
extern const struct manual_entry manual_options[];

/* "Examples:", each with what it does, in lines for the help; nothing where there are none. */
void manual_write_examples(struct text *text, const struct manual *manual);

#endif
