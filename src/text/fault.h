/*
 * Invalid input as data: the fault (an entry of text/faults.def), its position, the rule it breaks,
 * and the words and numbers for its sentence.
 *
 * A fault is a plain value.  The code that finds one calls fault_say() with the arguments that the
 * entry names, in that order; the compiler checks them:
 *
 *     return fault_say(RECORD_SCORE, fault, "P1", seat, points);
 *
 * Programs never depend on the sentence: they compare `id`, or the code outside this program.  The
 * code that displays a fault calls fault_write() to make the sentence in the reader's language.
 */
#ifndef RAILHEAD_TEXT_FAULT_H
#define RAILHEAD_TEXT_FAULT_H

#include "text/text.h"

enum fault_id {
    FAULT_NONE,
#define FAULT0(NAME, ...)  FAULT_##NAME,
#define FAULT1(NAME, ...)  FAULT_##NAME,
#define FAULT2(NAME, ...)  FAULT_##NAME,
#define FAULT3(NAME, ...)  FAULT_##NAME,
#define FAULT4(NAME, ...)  FAULT_##NAME,
#define FAULT5(NAME, ...)  FAULT_##NAME,
#define REFUSAL(NAME, ...) FAULT_##NAME,
#define TERM(NAME, ...)    TERM_##NAME,
#include "text/faults.def"
    FAULTS,
};

enum {
    FAULT_ARGUMENTS_MAX = 5,
    FAULT_WORDS_SIZE = 256,    /* for all words and texts of a fault together */
    FAULT_SENTENCE_SIZE = 640, /* large enough for every sentence, translations included */
};

/* Used as `rule` when the input violates docs/formats.md rather than a rule of the game. */
#define FAULT_FORMAT "format"

enum fault_type {
    FAULT_TYPE_NUMBER,
    FAULT_TYPE_WORD,
    FAULT_TYPE_TEXT,
    FAULT_TYPE_LABEL,
    FAULT_TYPE_VALUE, /* in entries only: an argument is then a word or a label */
};

struct fault_argument {
    enum fault_type type;
    int64_t number;      /* for FAULT_TYPE_NUMBER */
    enum fault_id label; /* for FAULT_TYPE_LABEL */
    uint16_t start;      /* for FAULT_TYPE_WORD and FAULT_TYPE_TEXT: offset in `words` */
};

struct fault {
    enum fault_id id; /* FAULT_NONE: no fault */
    unsigned line;    /* line of the input from 1; 0 if it has no lines */
    const char *rule; /* an id of docs/rules.md, FAULT_FORMAT, or "" */
    unsigned arguments;
    struct fault_argument argument[FAULT_ARGUMENTS_MAX];
    char words[FAULT_WORDS_SIZE]; /* NUL-terminated strings one after the other */
    size_t used;
};

/* ---- The list -------------------------------------------------------------------------------- */

const char *fault_code(enum fault_id id);    /* "record-score"; "" for FAULT_NONE */
const char *fault_english(enum fault_id id); /* with its placeholders */

/* Returns FAULT_NONE if no entry has this code. */
enum fault_id fault_find(const char *code, size_t length);

unsigned fault_arguments(enum fault_id id);
const char *fault_argument_name(enum fault_id id, unsigned argument);
enum fault_type fault_argument_type(enum fault_id id, unsigned argument);

/* ---- Making faults --------------------------------------------------------------------------- */

/*
 * fault_say(NAME, fault, rule, arguments...) sets the fault to FAULT_NAME.  It always returns
 * false, so that a reader can return its result.  `line` is not changed.
 */
#define fault_say(NAME, ...) fault_say_##NAME(__VA_ARGS__)

/* Sets the line and returns the fault: fault_say(BOARD_EMPTY, fault_at(fault, 1), FAULT_FORMAT). */
static inline struct fault *fault_at(struct fault *fault, unsigned line)
{
    fault->line = line;
    return fault;
}

/* Sets a fault without arguments, given its id.  Always returns false. */
bool fault_say_plain(struct fault *fault, enum fault_id id, const char *rule);

/*
 * The same step by step, for code that reads faults: add all arguments in the order of the entry.
 */
void fault_begin(struct fault *fault, enum fault_id id, const char *rule);
void fault_add_number(struct fault *fault, int64_t number);
void fault_add_word(struct fault *fault, struct word word);
void fault_add_text(struct fault *fault, const char *text);
void fault_add_label(struct fault *fault, enum fault_id label); /* `label` has no arguments */

/* A word or a label, for entries that accept both. */
struct fault_value {
    enum fault_id label; /* FAULT_NONE: `word` is used */
    struct word word;
    bool quoted; /* write the word in double quotes */
};
void fault_add_value(struct fault *fault, struct fault_value value);

/* ---- Showing faults -------------------------------------------------------------------------- */

/* Returns the translation of an English sentence with placeholders; implemented with gettext. */
typedef const char *fault_translate(const char *english);

/* Appends the sentence to `text`; in English if `translate` is NULL. */
void fault_write(const struct fault *fault, fault_translate *translate, struct text *text);

/* Writes the English sentence to `buffer` and returns it. */
const char *fault_sentence(const struct fault *fault, char buffer[FAULT_SENTENCE_SIZE]);

/* Returns the word or text of an argument. */
const char *fault_argument_words(const struct fault *fault, unsigned argument);

/* ---- fault_say_NAME() for each entry --------------------------------------------------------- */

#define FAULT_C_NUMBER int64_t
#define FAULT_C_WORD   struct word
#define FAULT_C_TEXT   const char *
#define FAULT_C_LABEL  enum fault_id
#define FAULT_C_VALUE  struct fault_value

#define FAULT_ADD_NUMBER fault_add_number
#define FAULT_ADD_WORD   fault_add_word
#define FAULT_ADD_TEXT   fault_add_text
#define FAULT_ADD_LABEL  fault_add_label
#define FAULT_ADD_VALUE  fault_add_value

#define FAULT0(NAME, CODE, SENTENCE)                                                               \
    static inline bool fault_say_##NAME(struct fault *fault, const char *rule)                     \
    {                                                                                              \
        fault_begin(fault, FAULT_##NAME, rule);                                                    \
        return false;                                                                              \
    }
#define FAULT1(NAME, CODE, SENTENCE, A, a)                                                         \
    static inline bool fault_say_##NAME(struct fault *fault, const char *rule, FAULT_C_##A a)      \
    {                                                                                              \
        fault_begin(fault, FAULT_##NAME, rule);                                                    \
        FAULT_ADD_##A(fault, a);                                                                   \
        return false;                                                                              \
    }
#define FAULT2(NAME, CODE, SENTENCE, A, a, B, b)                                                   \
    static inline bool fault_say_##NAME(struct fault *fault, const char *rule, FAULT_C_##A a,      \
                                        FAULT_C_##B b)                                             \
    {                                                                                              \
        fault_begin(fault, FAULT_##NAME, rule);                                                    \
        FAULT_ADD_##A(fault, a);                                                                   \
        FAULT_ADD_##B(fault, b);                                                                   \
        return false;                                                                              \
    }
#define FAULT3(NAME, CODE, SENTENCE, A, a, B, b, C, c)                                             \
    static inline bool fault_say_##NAME(struct fault *fault, const char *rule, FAULT_C_##A a,      \
                                        FAULT_C_##B b, FAULT_C_##C c)                              \
    {                                                                                              \
        fault_begin(fault, FAULT_##NAME, rule);                                                    \
        FAULT_ADD_##A(fault, a);                                                                   \
        FAULT_ADD_##B(fault, b);                                                                   \
        FAULT_ADD_##C(fault, c);                                                                   \
        return false;                                                                              \
    }
#define FAULT4(NAME, CODE, SENTENCE, A, a, B, b, C, c, D, d)                                       \
    static inline bool fault_say_##NAME(struct fault *fault, const char *rule, FAULT_C_##A a,      \
                                        FAULT_C_##B b, FAULT_C_##C c, FAULT_C_##D d)               \
    {                                                                                              \
        fault_begin(fault, FAULT_##NAME, rule);                                                    \
        FAULT_ADD_##A(fault, a);                                                                   \
        FAULT_ADD_##B(fault, b);                                                                   \
        FAULT_ADD_##C(fault, c);                                                                   \
        FAULT_ADD_##D(fault, d);                                                                   \
        return false;                                                                              \
    }
#define FAULT5(NAME, CODE, SENTENCE, A, a, B, b, C, c, D, d, E, e)                                 \
    static inline bool fault_say_##NAME(struct fault *fault, const char *rule, FAULT_C_##A a,      \
                                        FAULT_C_##B b, FAULT_C_##C c, FAULT_C_##D d,               \
                                        FAULT_C_##E e)                                             \
    {                                                                                              \
        fault_begin(fault, FAULT_##NAME, rule);                                                    \
        FAULT_ADD_##A(fault, a);                                                                   \
        FAULT_ADD_##B(fault, b);                                                                   \
        FAULT_ADD_##C(fault, c);                                                                   \
        FAULT_ADD_##D(fault, d);                                                                   \
        FAULT_ADD_##E(fault, e);                                                                   \
        return false;                                                                              \
    }
#include "text/faults.def"

#endif
