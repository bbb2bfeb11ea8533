/*
 * The options of a command, each described once: its name, the type of its value, the field it
 * sets, its help, and its default.  The parser, the help (cli/help.h) and the suggestions for
 * misspelt options all use the same list:
 *
 *     static const struct option options[] = {
 *         OPT_NUMBER("games", "N", struct request, games, 1, 1000, "how many", .otherwise = "10"),
 *         OPT_WORD("kernel", "NAME", struct request, kernel, &kernel_words, "%s"),
 *         OPT_FLAG("json", struct request, json, "the result as JSON"),
 *         OPT_END,
 *     };
 *
 * Long options and operands may be mixed:
 *
 *     --name VALUE, --name=VALUE, --flag, -h, --help, -- (the rest are operands), - (an operand)
 *
 * Uses no globals, prints nothing and does not exit, so that it can be fuzzed.
 */
#ifndef RAILHEAD_CLI_OPTIONS_H
#define RAILHEAD_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    OPTIONS_ERROR_SIZE = 640,
    OPTIONS_MAX = 64, /* entries in one list */
};

/* The words from which a value is chosen. */
struct word_list {
    const char *one, *many; /* what they are called, singular and plural: "board", "boards" */
    const char *(*at)(unsigned number);    /* returns NULL after the last */
    const char *(*about)(unsigned number); /* one line about it; NULL if none is needed */
    bool of_machine;                       /* the list depends on the machine */
};

enum option_kind {
    OPTION_END,
    OPTION_FLAG,   /* bool; takes no value */
    OPTION_NUMBER, /* integer of 4 or 8 bytes, from `least` to `most` */
    OPTION_WORD,   /* unsigned: the index of a word in `list` */
    OPTION_WORDS,  /* unsigned: a bit for each given word of `list`; may be repeated */
    OPTION_TEXT,   /* const char *: any text, such as a path */
    OPTION_CALL,   /* parsed by `take` */

    /* Entries between the options, for the help only. */
    OPTION_GROUP, /* a heading */
    OPTION_NOTE,  /* paragraphs */
    OPTION_TERM,  /* a word and its meaning */
    OPTION_TERMS, /* the same for all words of `list` */
};

struct option {
    enum option_kind kind;
    const char *name;  /* without the dashes */
    const char *also;  /* an alternative spelling, or NULL */
    const char *value; /* the name of the value in the help: "FILE"; NULL for a flag */
    const char *help;  /* "%s" is replaced by the words of `list` */
    size_t to, size;   /* offset and size of the field to fill in */
    uint64_t least, most;
    const struct word_list *list;

    /* Returns false with a sentence in `error`, which is printed after "--name: ". */
    bool (*take)(const struct option *option, const char *value, void *into,
                 char error[OPTIONS_ERROR_SIZE]);

    const char *otherwise; /* the default: it is parsed like a given value, and the help shows it */
    const char *usually;   /* what the help shows as default if that is not a plain value */
    bool needed;
};

#define OPTION_TO(type, member) .to = offsetof(type, member), .size = sizeof(((type *)0)->member)

/* More fields may follow, as in `.otherwise = "10"`. */
#define OPT_FLAG(name_, type, member, help_)                                                       \
    {                                                                                              \
        .kind = OPTION_FLAG, .name = name_, .help = help_, OPTION_TO(type, member)                 \
    }
#define OPT_NUMBER(name_, value_, type, member, least_, most_, ...)                                \
    {                                                                                              \
        .kind = OPTION_NUMBER, .name = name_, .value = value_, OPTION_TO(type, member),            \
        .least = least_, .most = most_, .help = __VA_ARGS__                                        \
    }
#define OPT_WORD(name_, value_, type, member, list_, ...)                                          \
    {                                                                                              \
        .kind = OPTION_WORD, .name = name_, .value = value_, OPTION_TO(type, member),              \
        .list = list_, .help = __VA_ARGS__                                                         \
    }
#define OPT_WORDS(name_, value_, type, member, list_, ...)                                         \
    {                                                                                              \
        .kind = OPTION_WORDS, .name = name_, .value = value_, OPTION_TO(type, member),             \
        .list = list_, .help = __VA_ARGS__                                                         \
    }
#define OPT_TEXT(name_, value_, type, member, ...)                                                 \
    {                                                                                              \
        .kind = OPTION_TEXT, .name = name_, .value = value_, OPTION_TO(type, member),              \
        .help = __VA_ARGS__                                                                        \
    }
#define OPT_CALL(name_, value_, type, member, take_, ...)                                          \
    {                                                                                              \
        .kind = OPTION_CALL, .name = name_, .value = value_, OPTION_TO(type, member),              \
        .take = take_, .help = __VA_ARGS__                                                         \
    }
#define OPT_GROUP(name_)                                                                           \
    {                                                                                              \
        .kind = OPTION_GROUP, .name = name_                                                        \
    }
#define OPT_NOTE(help_)                                                                            \
    {                                                                                              \
        .kind = OPTION_NOTE, .help = help_                                                         \
    }
#define OPT_TERM(name_, help_)                                                                     \
    {                                                                                              \
        .kind = OPTION_TERM, .name = name_, .help = help_                                          \
    }
#define OPT_TERMS(list_)                                                                           \
    {                                                                                              \
        .kind = OPTION_TERMS, .list = list_                                                        \
    }
#define OPT_END                                                                                    \
    {                                                                                              \
        .kind = OPTION_END                                                                         \
    }

/* One of railhead's commands. */
struct command {
    const char *name;
    const char *also;  /* an alternative spelling, or NULL */
    const char *about; /* one line for the list of commands */
    const char *usage; /* what follows the name: one line for each way to call it */
    const char *tells; /* paragraphs for the help; lines that begin with a space are kept */
    const struct option *options; /* ends with OPT_END */
    const char *operand; /* what an operand is, in one short word; NULL if there are none */
    bool many_operands;  /* otherwise exactly one is required */
    int (*run)(int argc, char **argv); /* argv[0] is the command's name; returns the exit status */
};

enum options_outcome {
    OPTIONS_READ, /* the operands are now argv[1] to argv[*argc - 1] */
    OPTIONS_HELP, /* -h or --help was found; everything before it was valid */
    OPTIONS_BAD,  /* `error` has a sentence */
};

/* Sets the fields of `into` to their defaults, then to the values on the command line. */
enum options_outcome options_read(const struct command *command, int *argc, char **argv, void *into,
                                  char error[OPTIONS_ERROR_SIZE]);

/* Returns the field of an option; for `take` callbacks. */
void *option_field(const struct option *option, void *into);

/*
 * Writes "there is no board 'x'; boards are a, b and c; did you mean 'a'?".  Always returns false,
 * for `take` callbacks.
 */
bool options_no_such(char error[OPTIONS_ERROR_SIZE], const struct word_list *list,
                     const char *value);

/* Returns the index of a word, or the number of words if it is not in the list. */
unsigned word_list_find(const struct word_list *list, const char *word);

/* Writes "a, b and c", with `last` between the last two.  What does not fit is omitted. */
void word_list_join(const struct word_list *list, const char *last, char *into, size_t size);

/* Parses an unsigned decimal number.  Returns false if it is malformed or out of bounds. */
bool options_number(const char *value, uint64_t least, uint64_t most, uint64_t *number);

#endif
