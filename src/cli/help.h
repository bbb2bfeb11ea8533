/*
 * The help of a command, generated from its option descriptors: usage, paragraphs, and options
 * under their headings, aligned and wrapped.
 */
#ifndef RAILHEAD_CLI_HELP_H
#define RAILHEAD_CLI_HELP_H

#include "cli/options.h"
#include "text/text.h"

enum {
    HELP_COLUMNS = 79,
    HELP_SIZE = 1 << 14, /* enough for the help of every command */
    HELP_SENTENCE_SIZE = 1024,
};

/*
 * `program` is printed before the command's name in the usage; NULL if the command is the program.
 */
void help_write(struct text *text, const char *program, const struct command *command);

/*
 * Appends words in lines of at most HELP_COLUMNS columns.  The first line begins at `column`, the
 * others are indented by `indent`.  Line feeds, and lines that begin with a space, are kept.
 */
void help_wrap(struct text *text, const char *words, unsigned column, unsigned indent);

/*
 * help_is_option() returns true for an option, false for a heading, note or term.  help_sentence()
 * writes its description.
 */
bool help_is_option(const struct option *option);
void help_sentence(const struct option *option, char sentence[HELP_SENTENCE_SIZE]);

#endif
