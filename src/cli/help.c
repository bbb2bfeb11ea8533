/* Formats the help of a command. */
#include "cli/help.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    LABEL_MAX = 19, /* a longer label gets a line of its own */
    MARGIN = 2,
};

static void indent_to(struct text *text, unsigned column, unsigned wanted)
{
    for (; column < wanted; column++)
        text_add_char(text, ' ');
}

/* Wraps one line of the original text, `length` bytes long. */
static void wrap_line(struct text *text, const char *words, size_t length, unsigned column,
                      unsigned indent)
{
    bool first = true;
    if (words[0] == ' ') {
        text_add_part(text, words, length);
        return;
    }
    while (length > 0) {
        const char *space = memchr(words, ' ', length);
        const size_t word = space != NULL ? (size_t)(space - words) : length;
        if (word == 0) { /* two consecutive spaces count as one */
            words++;
            length--;
            continue;
        }
        if (!first && column + 1 + word > HELP_COLUMNS) {
            text_add_char(text, '\n');
            indent_to(text, 0, indent);
            column = indent;
        } else if (!first) {
            text_add_char(text, ' ');
            column++;
        }
        text_add_part(text, words, word);
        column += (unsigned)word;
        first = false;
        words += word + (space != NULL);
        length -= word + (space != NULL);
    }
}

void help_wrap(struct text *text, const char *words, unsigned column, unsigned indent)
{
    for (;;) {
        const size_t length = strcspn(words, "\n");
        wrap_line(text, words, length, column, indent);
        text_add_char(text, '\n');
        if (words[length] == '\0')
            return;
        words += length + 1;
        column = indent;
        if (words[0] != '\n' && words[0] != ' ')
            indent_to(text, 0, indent);
    }
}

/* ---- Entries --------------------------------------------------------------------------------- */

bool help_is_option(const struct option *option)
{
    return option->kind >= OPTION_FLAG && option->kind <= OPTION_CALL;
}

/* Writes "--games N", or the word of an entry that is not an option. */
static void label_of(const struct option *option, char label[], size_t size)
{
    snprintf(label, size, "%s%s%s%s", help_is_option(option) ? "--" : "", option->name,
             option->value != NULL ? " " : "", option->value != NULL ? option->value : "");
}

/* Returns the column of the descriptions: right of the longest label within LABEL_MAX. */
static unsigned label_columns(const struct option *options)
{
    size_t widest = 0;
    for (const struct option *option = options; option->kind != OPTION_END; option++) {
        char label[80] = "";
        if (option->kind <= OPTION_CALL || option->kind == OPTION_TERM)
            label_of(option, label, sizeof label);
        const size_t length = strlen(label);
        if (length > widest && length <= LABEL_MAX)
            widest = length;
        for (unsigned i = 0; option->kind == OPTION_TERMS && option->list->at(i) != NULL; i++)
            widest = strlen(option->list->at(i)) > widest ? strlen(option->list->at(i)) : widest;
    }
    return MARGIN + (unsigned)widest + MARGIN;
}

static void write_entry(struct text *text, const char *label, const char *help, unsigned column)
{
    unsigned at = MARGIN + (unsigned)strlen(label);
    indent_to(text, 0, MARGIN);
    text_add(text, label);
    if (at + MARGIN > column) {
        text_add_char(text, '\n');
        at = 0;
    }
    indent_to(text, at, column);
    help_wrap(text, help, column, column);
}

/* Writes "1 to 60" or "at least 1000", or nothing if the range is that of the type. */
static void print_range(const struct option *option, char range[80])
{
    range[0] = '\0';
    if (option->kind != OPTION_NUMBER)
        return;
    if (option->most < UINT32_MAX)
        snprintf(range, 80, "%" PRIu64 " to %" PRIu64, option->least, option->most);
    else if (option->least > 1)
        snprintf(range, 80, "at least %" PRIu64, option->least);
}

/* Appends "(1 to 60, default 1)", or nothing. */
static void add_bounds(struct text *text, const struct option *option)
{
    const char *otherwise = option->otherwise != NULL ? option->otherwise : option->usually;
    char range[80];
    print_range(option, range);
    const bool bounded = range[0] != '\0';
    if (!bounded && otherwise == NULL)
        return;
    text_add(text, " (");
    text_add(text, range);
    text_add(text, bounded && otherwise != NULL ? ", " : "");
    if (otherwise != NULL) {
        text_add(text, "default ");
        text_add(text, otherwise);
    }
    text_add_char(text, ')');
}

void help_sentence(const struct option *option, char sentence[HELP_SENTENCE_SIZE])
{
    char words[HELP_SENTENCE_SIZE / 2];
    const char *place = strstr(option->help, "%s");
    struct text help;
    text_init(&help, sentence, HELP_SENTENCE_SIZE);
    if (place != NULL) {
        const bool several = option->kind == OPTION_TEXT; /* the value is itself a list */
        word_list_join(option->list, several ? "and" : "or", words, sizeof words);
        text_add_part(&help, option->help, (size_t)(place - option->help));
        text_add(&help, words);
        text_add(&help, place + 2);
    } else {
        text_add(&help, option->help);
    }
    if (option->kind == OPTION_WORDS)
        text_add(&help, "; may be given several times");
    if (option->also != NULL) {
        text_add(&help, "; also --");
        text_add(&help, option->also);
    }
    add_bounds(&help, option);
}

static void write_option(struct text *text, const struct option *option, unsigned column)
{
    char label[80], sentence[HELP_SENTENCE_SIZE];
    label_of(option, label, sizeof label);
    help_sentence(option, sentence);
    write_entry(text, label, sentence, column);
}

static void write_terms(struct text *text, const struct word_list *list, unsigned column)
{
    for (unsigned i = 0; list->at(i) != NULL; i++)
        write_entry(text, list->at(i), list->about(i), column);
}

static void write_entries(struct text *text, const struct option *options)
{
    const unsigned column = label_columns(options);
    if (options->kind != OPTION_GROUP && options->kind != OPTION_NOTE)
        text_add_char(text, '\n');
    for (const struct option *option = options; option->kind != OPTION_END; option++) {
        switch (option->kind) {
        case OPTION_GROUP:
            text_add_char(text, '\n');
            text_add(text, option->name);
            text_add(text, ":\n");
            break;
        case OPTION_NOTE:
            text_add_char(text, '\n');
            help_wrap(text, option->help, 0, 0);
            break;
        case OPTION_TERM:
            write_entry(text, option->name, option->help, column);
            break;
        case OPTION_TERMS:
            write_terms(text, option->list, column);
            break;
        default:
            write_option(text, option, column);
            break;
        }
    }
}

/* ---- The help -------------------------------------------------------------------------------- */

static void write_usage(struct text *text, const char *program, const struct command *command)
{
    static const char first[] = "Usage: ";
    char called[80];
    const unsigned begin = sizeof first - 1;
    snprintf(called, sizeof called, "%s%s%s ", program != NULL ? program : "",
             program != NULL ? " " : "", command->name);
    text_add(text, first);
    for (const char *line = command->usage;;) {
        char way[HELP_SENTENCE_SIZE];
        const size_t length = strcspn(line, "\n");
        snprintf(way, sizeof way, "%s%.*s", called, (int)length, line);
        help_wrap(text, way, begin, begin + (unsigned)strlen(called));
        if (line[length] == '\0')
            return;
        line += length + 1;
        indent_to(text, 0, begin);
    }
}

void help_write(struct text *text, const char *program, const struct command *command)
{
    write_usage(text, program, command);
    text_add_char(text, '\n');
    help_wrap(text, command->tells, 0, 0);
    write_entries(text, command->options);
}
