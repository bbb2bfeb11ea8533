/* The list of faults as tables, their arguments, and their sentences. */
#include "text/fault.h"

#include <string.h>

#include "base/check.h"

enum {
    WORD_SHOWN_MAX = 40, /* characters of a word from the input */
    /* bytes of a text added by this program, which leaves space for another one */
    TEXT_SHOWN_MAX = 160,
};

struct entry {
    const char *code;
    const char *sentence;
    unsigned arguments;
    struct {
        const char *name;
        enum fault_type type;
    } argument[FAULT_ARGUMENTS_MAX];
};

#define ARGUMENT(TYPE, name)                                                                       \
    {                                                                                              \
#name, FAULT_TYPE_##TYPE                                                                   \
    }

static const struct entry entries[FAULTS] = {
    [FAULT_NONE] = {"", "", 0, {{0}}},
#define FAULT0(NAME, CODE, SENTENCE)       [FAULT_##NAME] = {CODE, SENTENCE, 0, {{0}}},
#define FAULT1(NAME, CODE, SENTENCE, A, a) [FAULT_##NAME] = {CODE, SENTENCE, 1, {ARGUMENT(A, a)}},
#define FAULT2(NAME, CODE, SENTENCE, A, a, B, b)                                                   \
    [FAULT_##NAME] = {CODE, SENTENCE, 2, {ARGUMENT(A, a), ARGUMENT(B, b)}},
#define FAULT3(NAME, CODE, SENTENCE, A, a, B, b, C, c)                                             \
    [FAULT_##NAME] = {CODE, SENTENCE, 3, {ARGUMENT(A, a), ARGUMENT(B, b), ARGUMENT(C, c)}},
#define FAULT4(NAME, CODE, SENTENCE, A, a, B, b, C, c, D, d)                                       \
    [FAULT_##NAME] = {                                                                             \
        CODE, SENTENCE, 4, {ARGUMENT(A, a), ARGUMENT(B, b), ARGUMENT(C, c), ARGUMENT(D, d)}},
#define FAULT5(NAME, CODE, SENTENCE, A, a, B, b, C, c, D, d, E, e)                                 \
    [FAULT_##NAME] = {                                                                             \
        CODE,                                                                                      \
        SENTENCE,                                                                                  \
        5,                                                                                         \
        {ARGUMENT(A, a), ARGUMENT(B, b), ARGUMENT(C, c), ARGUMENT(D, d), ARGUMENT(E, e)}},
#define TERM(NAME, CODE, WORDS)             [TERM_##NAME] = {CODE, WORDS, 0, {{0}}},
#define REFUSAL(NAME, RULE, CODE, SENTENCE) [FAULT_##NAME] = {CODE, SENTENCE, 0, {{0}}},
#include "text/faults.def"
};

/* ---- The list -------------------------------------------------------------------------------- */

const char *fault_code(enum fault_id id)
{
    CHECK(id < FAULTS);
    return entries[id].code;
}

const char *fault_english(enum fault_id id)
{
    CHECK(id < FAULTS);
    return entries[id].sentence;
}

enum fault_id fault_find(const char *code, size_t length)
{
    for (unsigned id = FAULT_NONE + 1; id < FAULTS; id++) {
        if (word_is((struct word){code, length}, entries[id].code))
            return (enum fault_id)id;
    }
    return FAULT_NONE;
}

unsigned fault_arguments(enum fault_id id)
{
    CHECK(id < FAULTS);
    return entries[id].arguments;
}

const char *fault_argument_name(enum fault_id id, unsigned argument)
{
    CHECK(argument < fault_arguments(id));
    return entries[id].argument[argument].name;
}

enum fault_type fault_argument_type(enum fault_id id, unsigned argument)
{
    CHECK(argument < fault_arguments(id));
    return entries[id].argument[argument].type;
}

/* ---- Making faults --------------------------------------------------------------------------- */

void fault_begin(struct fault *fault, enum fault_id id, const char *rule)
{
    CHECK(id < FAULTS);
    fault->id = id;
    fault->rule = rule;
    fault->arguments = 0;
    fault->used = 0;
}

bool fault_say_plain(struct fault *fault, enum fault_id id, const char *rule)
{
    CHECK(fault_arguments(id) == 0);
    fault_begin(fault, id, rule);
    return false;
}

static struct fault_argument *add_argument(struct fault *fault, enum fault_type type)
{
    CHECK(fault->arguments < entries[fault->id].arguments);
    const enum fault_type wanted = entries[fault->id].argument[fault->arguments].type;
    CHECK(type == wanted ||
          (wanted == FAULT_TYPE_VALUE && (type == FAULT_TYPE_WORD || type == FAULT_TYPE_LABEL)));
    struct fault_argument *argument = &fault->argument[fault->arguments++];
    *argument = (struct fault_argument){.type = type};
    return argument;
}

void fault_add_number(struct fault *fault, int64_t number)
{
    add_argument(fault, FAULT_TYPE_NUMBER)->number = number;
}

void fault_add_label(struct fault *fault, enum fault_id label)
{
    CHECK(fault_arguments(label) == 0);
    add_argument(fault, FAULT_TYPE_LABEL)->label = label;
}

/*
 * Returns a buffer for one more string.  If no capacity is left, the buffer is the NUL of the last
 * string, so that the new one stays empty.
 */
static struct text begin_words(struct fault *fault, enum fault_type type)
{
    struct text text;
    const size_t start = fault->used < FAULT_WORDS_SIZE ? fault->used : FAULT_WORDS_SIZE - 1;
    add_argument(fault, type)->start = (uint16_t)start;
    text_init(&text, fault->words + start, FAULT_WORDS_SIZE - start);
    return text;
}

static void end_words(struct fault *fault, const struct text *text)
{
    fault->used = (size_t)(text->start - fault->words) + text->used + 1;
}

static void add_word(struct fault *fault, struct word word, const char *quote)
{
    struct text text = begin_words(fault, FAULT_TYPE_WORD);
    text_add(&text, quote);
    text_add_printable(&text, word.start, word.length, WORD_SHOWN_MAX);
    text_add(&text, quote);
    end_words(fault, &text);
}

void fault_add_word(struct fault *fault, struct word word)
{
    add_word(fault, word, "");
}

/* A text that is too long is cut between characters. */
void fault_add_text(struct fault *fault, const char *words)
{
    struct text text = begin_words(fault, FAULT_TYPE_TEXT);
    const size_t room = text.size - 1 < TEXT_SHOWN_MAX ? text.size - 1 : TEXT_SHOWN_MAX;
    size_t length = strlen(words);
    if (length > room) {
        length = room;
        while (length > 0 && ((unsigned char)words[length] & 0xc0) == 0x80)
            length--;
    }
    text_add_part(&text, words, length);
    end_words(fault, &text);
}

void fault_add_value(struct fault *fault, struct fault_value value)
{
    if (value.label != FAULT_NONE)
        fault_add_label(fault, value.label);
    else
        add_word(fault, value.word, value.quoted ? "\"" : "");
}

/* ---- Showing faults -------------------------------------------------------------------------- */

const char *fault_argument_words(const struct fault *fault, unsigned argument)
{
    CHECK(argument < fault->arguments);
    return fault->words + fault->argument[argument].start;
}

static const char *sentence_of(enum fault_id id, fault_translate *translate)
{
    const char *english = fault_english(id);
    return translate == NULL || english[0] == '\0' ? english : translate(english);
}

static void write_argument(const struct fault *fault, unsigned number, fault_translate *translate,
                           struct text *text)
{
    const struct fault_argument *argument = &fault->argument[number];
    switch (argument->type) {
    case FAULT_TYPE_NUMBER:
        text_add_number(text, argument->number);
        break;
    case FAULT_TYPE_LABEL:
        text_add(text, sentence_of(argument->label, translate));
        break;
    default:
        text_add(text, fault_argument_words(fault, number));
    }
}

/*
 * Returns the index of the argument that a placeholder names, or the number of arguments if there
 * is none.
 */
static unsigned find_argument(const struct fault *fault, struct word name)
{
    unsigned number = 0;
    while (number < fault->arguments && !word_is(name, fault_argument_name(fault->id, number)))
        number++;
    return number;
}

void fault_write(const struct fault *fault, fault_translate *translate, struct text *text)
{
    const char *at = sentence_of(fault->id, translate);
    while (*at != '\0') {
        const char *end = *at == '{' ? memchr(at, '}', strlen(at)) : NULL;
        if (end != NULL) {
            const unsigned number =
                find_argument(fault, (struct word){at + 1, (size_t)(end - at) - 1});
            if (number < fault->arguments) {
                write_argument(fault, number, translate, text);
                at = end + 1;
                continue;
            }
        }
        text_add_char(text, *at++);
    }
}

const char *fault_sentence(const struct fault *fault, char buffer[FAULT_SENTENCE_SIZE])
{
    struct text text;
    text_init(&text, buffer, FAULT_SENTENCE_SIZE);
    fault_write(fault, NULL, &text);
    return buffer;
}
