/* Faults written as JSON. */
#include "json/fault_json.h"

#include "json/json_text.h"

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

void fault_json_add_data(struct text *text, const struct fault *fault)
{
    if (fault->rule[0] != '\0')
        json_add_string_field(text, "rule", fault->rule);
    json_add_string_field(text, "code", fault_code(fault->id));
    json_add_key(text, "args");
    json_open(text, '{');
    for (unsigned i = 0; i < fault->arguments; i++)
        add_argument(text, fault, i);
    json_close(text, '}');
}

void fault_json_add(struct text *text, const struct fault *fault)
{
    char sentence[FAULT_SENTENCE_SIZE];
    fault_json_add_data(text, fault);
    json_add_string_field(text, "text", fault_sentence(fault, sentence));
}
