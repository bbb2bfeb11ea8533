/*
 * The options of a command, each described once: its name, what kind of value it takes, where that
 * goes, what the help says of it, and what holds where it is not given.  Reading a command line,
 * the help (cli/help.h) and the suggestions for what was typed nearly right all come from the same
 * list:
 *
 *     static const struct option options[] = {
 *         OPT_NUMBER("games", "N", struct request, games, 1, 1000, "how many", .otherwise = "10"),
 *         OPT_WORD("kernel", "NAME", struct request, kernel, &kernel_words, "%s"),
 *         OPT_FLAG("json", struct request, json, "the result as JSON"),
 *         OPT_END,
 *     };
 *
 * A command line has long options in any place, and operands in between:
 *
 *     --name VALUE, --name=VALUE, --flag, -h, --help, -- (the rest are operands), - (an operand)
 *
 * No globals, no output and no exit, so that a fuzzer can drive it.
 */
#ifndef RAILHEAD_CLI_OPTIONS_H
#define RAILHEAD_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    OPTIONS_ERROR_SIZE = 640,
    OPTIONS_MAX = 64, /* entries of one list */
};

/* The words that a value is chosen from. */
struct word_list {
    const char *one, *many;                /* what they are called: "board", "boards" */
    const char *(*at)(unsigned number);    /* NULL behind the last */
    const char *(*about)(unsigned number); /* a line for people; NULL where the words suffice */
    bool of_machine;                       /* others on other machines */
};

enum option_kind {
    OPTION_END,
    OPTION_FLAG,   /* bool: no value */
    OPTION_NUMBER, /* an integer of 4 or 8 bytes: from `least` to `most` */
    OPTION_WORD,   /* unsigned: the number of a word of `list` */
    OPTION_WORDS,  /* unsigned: a bit for each word of `list` that was given; may come again */
    OPTION_TEXT,   /* const char *: anything, such as a path */
    OPTION_CALL,   /* read by `take` */

    /* What stands between options in the help. */
    OPTION_GROUP, /* a heading */
    OPTION_NOTE,  /* paragraphs */
    OPTION_TERM,  /* a word and what it means */
    OPTION_TERMS, /* the same for all words of `list` */
};

struct option {
    enum option_kind kind;
    const char *name;  /* without the dashes */
    const char *also;  /* another spelling of it, or NULL */
    const char *value; /* what the help calls the value: "FILE"; NULL for a flag */
    const char *help;  /* "%s" in it stands for the words of `list` */
    size_t to, size;   /* the field of the request that is filled in */
    uint64_t least, most;
    const struct word_list *list;

    /* False with a sentence in `error`, which follows "--name: ". */
    bool (*take)(const struct option *option, const char *value, void *into,
                 char error[OPTIONS_ERROR_SIZE]);

    const char *otherwise; /* the value where none is given: it is read, and the help shows it */
    const char *usually;   /* what the help says instead where that is not a plain value */
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
    const char *also;  /* another spelling of it, or NULL */
    const char *about; /* one line, for the list of commands */
    const char *usage; /* what follows the name; a line for each way to call it */
    const char *tells; /* paragraphs for the help; a line that begins with a space stays */
    const struct option *options;      /* to OPT_END */
    const char *operand;               /* what an operand is, in one small word; NULL for none */
    bool many_operands;                /* or exactly one */
    int (*run)(int argc, char **argv); /* argv[0] is the command's name; gives the exit status */
};

enum options_outcome {
    OPTIONS_READ, /* argv[1] to argv[*argc - 1] are the operands now */
    OPTIONS_HELP, /* -h or --help was found; what stood before it was right */
    OPTIONS_BAD,  /* `error` says why */
};

/* Fills in the request `into`, whose fields have their defaults from the list first. */
enum options_outcome options_read(const struct command *command, int *argc, char **argv, void *into,
                                  char error[OPTIONS_ERROR_SIZE]);

/* The field that an option fills in, for `take`. */
void *option_field(const struct option *option, void *into);

/* "there is no board 'x'; boards are a, b and c; did you mean 'a'?"; always false, for `take`. */
bool options_no_such(char error[OPTIONS_ERROR_SIZE], const struct word_list *list,
                     const char *value);

/* The number of a word in a list; the number of words when it is none of them. */
unsigned word_list_find(const struct word_list *list, const char *word);

/* "a, b and c", with the last two joined by `last`; what does not fit is left out. */
void word_list_join(const struct word_list *list, const char *last, char *into, size_t size);

/* A whole number without sign within the bounds; false when it is none. */
bool options_number(const char *value, uint64_t least, uint64_t most, uint64_t *number);

#endif
