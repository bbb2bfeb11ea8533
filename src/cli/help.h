/*
 * The help of a command, from its descriptors: usage, paragraphs, options under their headings,
 * aligned and wrapped.
 */
#ifndef RAILHEAD_CLI_HELP_H
#define RAILHEAD_CLI_HELP_H

#include "cli/options.h"
#include "core/text.h"

enum {
    HELP_COLUMNS = 79,
    HELP_SIZE = 1 << 14, /* room for every command's */
};

/* `program` stands before the command's name in the usage; NULL where the command is the program.
 */
void help_write(struct text *text, const char *program, const struct command *command);

/*
 * Words in lines of at most HELP_COLUMNS, the later ones indented by `indent`; `column` is where
 * the first begins.  A line feed stays, and so does a line that begins with a space.
 */
void help_wrap(struct text *text, const char *words, unsigned column, unsigned indent);

#endif
