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
    HELP_SENTENCE_SIZE = 1024,
};

/* `program` stands before the command's name in the usage; NULL where the command is the program.
 */
void help_write(struct text *text, const char *program, const struct command *command);

/*
 * Words in lines of at most HELP_COLUMNS, the later ones indented by `indent`; `column` is where
 * the first begins.  A line feed stays, and so does a line that begins with a space.
 */
void help_wrap(struct text *text, const char *words, unsigned column, unsigned indent);

/* Whether an entry is an option, and not what stands between them; and what is said of it there. */
bool help_is_option(const struct option *option);
void help_sentence(const struct option *option, char sentence[HELP_SENTENCE_SIZE]);

#endif
