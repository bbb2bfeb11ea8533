/*
 * Bad input as data: which fault of core/faults.def it is, where, which rule it breaks, and the
 * words and numbers that belong to it.
 *
 * A fault is a plain value.  Whoever finds one says it with the arguments that its entry names, in
 * that order, which the compiler checks:
 *
 *     return fault_say(RECORD_SCORE, fault, "P1", seat, points);
 *
 * Nobody decides by a sentence: programs compare `id`, or the code outside.  The sentence is made
 * by whoever shows it, with fault_write(), in the reader's language.
 */
#ifndef RAILHEAD_CORE_FAULT_H
#define RAILHEAD_CORE_FAULT_H

#include "core/text.h"

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
#include "core/faults.def"
    FAULTS,
};

enum {
    FAULT_ARGUMENTS_MAX = 5,
    FAULT_WORDS_SIZE = 256,    /* for all words and texts of a fault */
    FAULT_SENTENCE_SIZE = 640, /* for every sentence, also a translated one */
};

/* In place of a rule: docs/formats.md is broken, not a rule of the game. */
#define FAULT_FORMAT "format"

enum fault_type {
    FAULT_TYPE_NUMBER,
    FAULT_TYPE_WORD,
    FAULT_TYPE_TEXT,
    FAULT_TYPE_LABEL,
    FAULT_TYPE_VALUE, /* only of an entry: an argument is a word or a label */
};

struct fault_argument {
    enum fault_type type;
    int64_t number;      /* FAULT_TYPE_NUMBER */
    enum fault_id label; /* FAULT_TYPE_LABEL */
    uint16_t start;      /* FAULT_TYPE_WORD, FAULT_TYPE_TEXT: in `words` */
};

struct fault {
    enum fault_id id; /* FAULT_NONE: nothing is wrong */
    unsigned line;    /* from 1; 0 where there are no lines */
    const char *rule; /* an id of docs/rules.md, FAULT_FORMAT, or "" */
    unsigned arguments;
    struct fault_argument argument[FAULT_ARGUMENTS_MAX];
    char words[FAULT_WORDS_SIZE]; /* one after the other, each closed by a NUL */
    size_t used;
};

/* ---- The list -------------------------------------------------------------------------------- */

const char *fault_code(enum fault_id id);    /* "record-score"; "" for FAULT_NONE */
const char *fault_english(enum fault_id id); /* with its placeholders */

/* FAULT_NONE when the list has no such code. */
enum fault_id fault_find(const char *code, size_t length);

unsigned fault_arguments(enum fault_id id);
const char *fault_argument_name(enum fault_id id, unsigned argument);
enum fault_type fault_argument_type(enum fault_id id, unsigned argument);

/* ---- Making one ------------------------------------------------------------------------------ */

/*
 * fault_say(NAME, fault, rule, arguments...) makes the fault FAULT_NAME.  Always false, so that a
 * reader can return it.  The line is not touched.
 */
#define fault_say(NAME, ...) fault_say_##NAME(__VA_ARGS__)

/* The fault, now on that line: fault_say(BOARD_EMPTY, fault_at(fault, 1), FAULT_FORMAT). */
static inline struct fault *fault_at(struct fault *fault, unsigned line)
{
    fault->line = line;
    return fault;
}

/* A fault without arguments that is known by its id only.  Always false. */
bool fault_say_plain(struct fault *fault, enum fault_id id, const char *rule);

/* Step by step, for whoever reads faults: all arguments in the order of the entry. */
void fault_begin(struct fault *fault, enum fault_id id, const char *rule);
void fault_add_number(struct fault *fault, int64_t number);
void fault_add_word(struct fault *fault, struct word word);
void fault_add_text(struct fault *fault, const char *text);
void fault_add_label(struct fault *fault, enum fault_id label); /* an entry without arguments */

/* A word or a label, where an entry takes both. */
struct fault_value {
    enum fault_id label; /* FAULT_NONE: it is the word */
    struct word word;
    bool quoted; /* the word in double quotes */
};
void fault_add_value(struct fault *fault, struct fault_value value);

/* ---- Showing one ----------------------------------------------------------------------------- */

/* Finds the sentence of another language for an English one with its placeholders; gettext does. */
typedef const char *fault_translate(const char *english);

/* Adds the sentence; in English when `translate` is NULL. */
void fault_write(const struct fault *fault, fault_translate *translate, struct text *text);

/* The English sentence as a text; returns `buffer`. */
const char *fault_sentence(const struct fault *fault, char buffer[FAULT_SENTENCE_SIZE]);

/* The word or text of an argument. */
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
#include "core/faults.def"

#endif
