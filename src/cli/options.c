/* Reads a command line according to a list of option descriptors. */
#include "cli/options.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "text/harmless.h"
#include "text/spelling.h"
#include "text/text.h"

enum { QUOTED_SIZE = 61, LISTED_SIZE = 200 };

/* ---- Words ----------------------------------------------------------------------------------- */

unsigned word_list_find(const struct word_list *list, const char *word)
{
    unsigned number = 0;
    for (const char *known; (known = list->at(number)) != NULL; number++) {
        if (strcmp(known, word) == 0)
            break;
    }
    return number;
}

void word_list_join(const struct word_list *list, const char *last, char *into, size_t size)
{
    struct text text;
    text_init(&text, into, size);
    for (unsigned i = 0; list->at(i) != NULL; i++) {
        const bool is_last = list->at(i + 1) == NULL;
        if (i > 0 && is_last) {
            text_add_char(&text, ' ');
            text_add(&text, last);
            text_add_char(&text, ' ');
        } else if (i > 0) {
            text_add(&text, ", ");
        }
        text_add(&text, list->at(i));
    }
}

/* ---- Errors ---------------------------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static bool refuse_value(char error[OPTIONS_ERROR_SIZE],
                                                               const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error, OPTIONS_ERROR_SIZE, format, arguments);
    va_end(arguments);
    return false;
}

/*
 * Copies a word from the command line for an error message: shortened, without control characters.
 */
static const char *quote_value(char buffer[QUOTED_SIZE], const char *word)
{
    harmless_copy(buffer, QUOTED_SIZE, word);
    return buffer;
}

bool options_no_such(char error[OPTIONS_ERROR_SIZE], const struct word_list *list,
                     const char *value)
{
    char quoted[QUOTED_SIZE], words[LISTED_SIZE];
    struct spelling spelling;
    spelling_init(&spelling, value);
    for (unsigned i = 0; list->at(i) != NULL; i++)
        spelling_try(&spelling, list->at(i));
    word_list_join(list, "and", words, sizeof words);
    const bool several = list->at(0) != NULL && list->at(1) != NULL;
    return refuse_value(
        error, "there is no %s '%s'; %s %s %s%s%s%s", list->one, quote_value(quoted, value),
        several ? list->many : "the only", several ? "are" : "one is", words,
        spelling.best != NULL ? "; did you mean '" : "", spelling.best != NULL ? spelling.best : "",
        spelling.best != NULL ? "'?" : "");
}

/* ---- One option ------------------------------------------------------------------------------ */

bool options_number(const char *value, uint64_t least, uint64_t most, uint64_t *number)
{
    uint64_t result = 0;
    if (value[0] == '\0' || (value[0] == '0' && value[1] != '\0'))
        return false;
    for (const char *digit = value; *digit != '\0'; digit++) {
        if (*digit < '0' || *digit > '9')
            return false;
        const uint64_t next = result * 10 + (uint64_t)(*digit - '0');
        if (result > UINT64_MAX / 10 || next < result * 10)
            return false;
        result = next;
    }
    *number = result;
    return result >= least && result <= most;
}

void *option_field(const struct option *option, void *into)
{
    return (char *)into + option->to;
}

static bool take_number(const struct option *option, const char *value, void *field,
                        char error[OPTIONS_ERROR_SIZE])
{
    char quoted[QUOTED_SIZE];
    uint64_t number = 0;
    if (!options_number(value, option->least, option->most, &number))
        return refuse_value(error, "'%s' is not a whole number from %" PRIu64 " to %" PRIu64,
                            quote_value(quoted, value), option->least, option->most);
    if (option->size == sizeof(uint32_t)) {
        const uint32_t small = (uint32_t)number;
        CHECK(option->most <= UINT32_MAX);
        memcpy(field, &small, sizeof small);
    } else {
        CHECK(option->size == sizeof number);
        memcpy(field, &number, sizeof number);
    }
    return true;
}

static bool take_word(const struct option *option, const char *value, unsigned *field,
                      char error[OPTIONS_ERROR_SIZE])
{
    const unsigned number = word_list_find(option->list, value);
    CHECK(option->size == sizeof *field);
    if (option->list->at(number) == NULL)
        return options_no_such(error, option->list, value);
    *field = option->kind == OPTION_WORDS ? *field | 1U << number : number;
    return true;
}

/* `value` is NULL for a flag, and only then. */
static bool take_value(const struct option *option, const char *value, void *into,
                       char error[OPTIONS_ERROR_SIZE])
{
    void *field = option_field(option, into);
    switch (option->kind) {
    case OPTION_FLAG:
        CHECK(option->size == sizeof(bool));
        *(bool *)field = true;
        return true;
    case OPTION_NUMBER:
        return take_number(option, value, field, error);
    case OPTION_WORD:
    case OPTION_WORDS:
        return take_word(option, value, field, error);
    case OPTION_TEXT:
        CHECK(option->size == sizeof value);
        memcpy(field, &value, sizeof value);
        return true;
    case OPTION_CALL:
        return option->take(option, value, into, error);
    case OPTION_END:
    case OPTION_GROUP:
    case OPTION_NOTE:
    case OPTION_TERM:
    case OPTION_TERMS:
        break;
    }
    CHECK(!"this entry is an option");
    return false;
}

static bool is_option(const struct option *option)
{
    return option->kind >= OPTION_FLAG && option->kind <= OPTION_CALL;
}

/* ---- The command line ------------------------------------------------------------------------ */

/* A command line that is being read. */
struct reading {
    const struct command *command;
    int argc;
    char **argv;
    int at; /* index of the next argument */
    void *into;
    uint64_t given; /* a bit for each entry of the list */
    char *error;
};

static void take_defaults(const struct reading *reading)
{
    const struct option *option = reading->command->options;
    for (; option->kind != OPTION_END; option++) {
        if (option->otherwise != NULL) {
            const bool taken = take_value(option, option->otherwise, reading->into, reading->error);
            CHECK(taken);
        }
    }
}

static bool refuse_unknown(const struct reading *reading, const char *argument)
{
    char quoted[QUOTED_SIZE], name[SPELLING_WORD_MAX + 1];
    const size_t dashes = strspn(argument, "-");
    const size_t length = strcspn(argument + dashes, "=");
    struct spelling spelling;
    snprintf(name, sizeof name, "%.*s", length < sizeof name ? (int)length : 0, argument + dashes);
    spelling_init(&spelling, name);
    spelling_try(&spelling, "help");
    for (const struct option *option = reading->command->options; option->kind != OPTION_END;
         option++) {
        if (is_option(option))
            spelling_try(&spelling, option->name);
    }
    quote_value(quoted, argument);
    if (spelling.best == NULL)
        return refuse_value(reading->error, "unknown option '%s'; --help lists the options",
                            quoted);
    return refuse_value(reading->error, "unknown option '%s'; did you mean '--%s'?", quoted,
                        spelling.best);
}

static bool is_called(const char *word, const char *name, size_t length)
{
    return word != NULL && strlen(word) == length && memcmp(word, name, length) == 0;
}

/* Returns the entry of this name, or NULL. */
static const struct option *find_option(const struct command *command, const char *name,
                                        size_t length)
{
    for (const struct option *option = command->options; option->kind != OPTION_END; option++) {
        if (is_option(option) &&
            (is_called(option->name, name, length) || is_called(option->also, name, length)))
            return option;
    }
    return NULL;
}

/* Reads an argument that begins with two dashes. */
static bool take_option(struct reading *reading, const char *argument)
{
    const char *name = argument + 2;
    const char *equals = strchr(name, '=');
    const size_t length = equals != NULL ? (size_t)(equals - name) : strlen(name);
    const struct option *option = find_option(reading->command, name, length);
    const char *value = equals != NULL ? equals + 1 : NULL;
    char why[OPTIONS_ERROR_SIZE] = "";
    if (option == NULL)
        return refuse_unknown(reading, argument);
    if (option->kind == OPTION_FLAG && equals != NULL)
        return refuse_value(reading->error, "--%s takes no value", option->name);
    if (option->kind != OPTION_FLAG && equals == NULL) {
        if (reading->at == reading->argc)
            return refuse_value(reading->error, "--%s needs a value: --%s %s", option->name,
                                option->name, option->value);
        value = reading->argv[reading->at++];
    }
    const size_t number = (size_t)(option - reading->command->options);
    CHECK(number < OPTIONS_MAX);
    reading->given |= (uint64_t)1 << number;
    if (take_value(option, value, reading->into, why))
        return true;
    return refuse_value(reading->error, "--%s: %.*s", option->name,
                        (int)(OPTIONS_ERROR_SIZE - SPELLING_WORD_MAX), why);
}

/* Everything given is valid; checks whether something is missing. */
static bool is_complete(const struct reading *reading, int operands)
{
    const struct command *command = reading->command;
    for (unsigned i = 0; command->options[i].kind != OPTION_END; i++) {
        if (command->options[i].needed && (reading->given >> i & 1) == 0)
            return refuse_value(reading->error, "--%s is needed; see --help",
                                command->options[i].name);
    }
    if (command->operand != NULL && operands == 0)
        return refuse_value(reading->error, "no %s is named; see --help", command->operand);
    return true;
}

static bool take_operand(struct reading *reading, char *argument, int *operands)
{
    const struct command *command = reading->command;
    char quoted[QUOTED_SIZE];
    if (command->operand == NULL)
        return refuse_value(reading->error, "'%s' is not an option; --help lists the options",
                            quote_value(quoted, argument));
    if (*operands > 0 && !command->many_operands)
        return refuse_value(reading->error, "only one %s can be named: '%s' is another",
                            command->operand, quote_value(quoted, argument));
    reading->argv[++*operands] = argument; /* never beyond the argument being read */
    return true;
}

static bool is_help(const char *argument)
{
    return strcmp(argument, "-h") == 0 || strcmp(argument, "--help") == 0;
}

enum options_outcome options_read(const struct command *command, int *argc, char **argv, void *into,
                                  char error[OPTIONS_ERROR_SIZE])
{
    struct reading reading = {command, *argc, argv, 1, into, 0, error};
    bool only_operands = false;
    int operands = 0;
    error[0] = '\0';
    take_defaults(&reading);
    while (reading.at < reading.argc) {
        char *argument = argv[reading.at++];
        const bool is_dashed = !only_operands && argument[0] == '-' && argument[1] != '\0';
        if (is_dashed && is_help(argument))
            return OPTIONS_HELP;
        if (is_dashed && strcmp(argument, "--") == 0)
            only_operands = true;
        else if (is_dashed && argument[1] != '-' && !refuse_unknown(&reading, argument))
            return OPTIONS_BAD;
        else if (is_dashed ? !take_option(&reading, argument)
                           : !take_operand(&reading, argument, &operands))
            return OPTIONS_BAD;
    }
    *argc = operands + 1;
    return is_complete(&reading, operands) ? OPTIONS_READ : OPTIONS_BAD;
}
