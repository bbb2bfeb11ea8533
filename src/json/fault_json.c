/* Writes faults as JSON, and reads their arguments. */
#include "json/fault_json.h"

#include <string.h>

#include "json/json_text.h"

enum { CODE_SIZE = 64 };

static void add_argument(struct text *text, const struct fault *fault, unsigned number)
{
    const struct fault_argument *argument = &fault->argument[number];
    json_add_key(text, fault_argument_name(fault->id, number));
    switch (argument->type) {
    case FAULT_TYPE_NUMBER:
        json_add_number(text, argument->number);
        break;
    case FAULT_TYPE_LABEL:
        json_open(text, '{');
        json_add_string_field(text, "code", fault_code(argument->label));
        json_close(text, '}');
        break;
    default:
        json_add_string(text, fault_argument_words(fault, number));
    }
}

void fault_json_add_args(struct text *text, const struct fault *fault)
{
    json_open(text, '{');
    for (unsigned i = 0; i < fault->arguments; i++)
        add_argument(text, fault, i);
    json_close(text, '}');
}

void fault_json_add(struct text *text, const struct fault *fault)
{
    char sentence[FAULT_SENTENCE_SIZE];
    if (fault->rule[0] != '\0')
        json_add_string_field(text, "rule", fault->rule);
    json_add_string_field(text, "code", fault_code(fault->id));
    json_add_key(text, "args");
    fault_json_add_args(text, fault);
    json_add_string_field(text, "text", fault_sentence(fault, sentence));
}

static bool read_label(struct fault *fault, struct json_value value)
{
    char code[CODE_SIZE];
    if (!json_text(json_find(value, "code"), code, sizeof code))
        return false;
    const enum fault_id label = fault_find(code, strlen(code));
    if (label == FAULT_NONE || fault_arguments(label) > 0)
        return false;
    fault_add_label(fault, label);
    return true;
}

static bool read_argument(struct fault *fault, enum fault_type type, struct json_value value)
{
    char words[FAULT_WORDS_SIZE];
    int64_t number;
    if (type == FAULT_TYPE_NUMBER) {
        if (!json_whole(value, &number))
            return false;
        fault_add_number(fault, number);
        return true;
    }
    if (type == FAULT_TYPE_LABEL || (type == FAULT_TYPE_VALUE && value.kind == TOKEN_OBJECT))
        return read_label(fault, value);
    if (!json_text(value, words, sizeof words))
        return false;
    if (type == FAULT_TYPE_TEXT)
        fault_add_text(fault, words);
    else
        fault_add_value(fault, (struct fault_value){.word = {words, strlen(words)}});
    return true;
}

bool fault_json_read_args(struct fault *fault, enum fault_id id, struct json_value args)
{
    fault_begin(fault, id, "");
    for (unsigned i = 0; i < fault_arguments(id); i++) {
        const struct json_value value = json_find(args, fault_argument_name(id, i));
        if (!read_argument(fault, fault_argument_type(id, i), value)) {
            fault_begin(fault, FAULT_NONE, "");
            return false;
        }
    }
    return true;
}
