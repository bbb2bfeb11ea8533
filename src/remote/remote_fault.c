/* Faults that a server told: read as a stranger may have written them. */
#include "remote/remote_fault.h"

#include <string.h>

#include "core/harmless.h"
#include "remote/remote_json.h"
#include "words/language.h"

static enum fault_id find(const json_t *object)
{
    const char *code = remote_text(object, "code");
    return fault_find(code, strlen(code));
}

/* An entry that can stand inside a sentence. */
static bool add_label(struct fault *fault, const json_t *value)
{
    const enum fault_id label = find(value);
    if (label == FAULT_NONE || fault_arguments(label) != 0)
        return false;
    fault_add_label(fault, label);
    return true;
}

static bool add_argument(struct fault *fault, const json_t *value, enum fault_type type)
{
    const char *words = json_is_string(value) ? json_string_value(value) : NULL;
    const struct word word = {words, words != NULL ? strlen(words) : 0};
    switch (type) {
    case FAULT_TYPE_NUMBER:
        if (json_is_integer(value))
            fault_add_number(fault, json_integer_value(value));
        return json_is_integer(value);
    case FAULT_TYPE_LABEL:
        return add_label(fault, value);
    case FAULT_TYPE_WORD:
        if (words != NULL)
            fault_add_word(fault, word);
        return words != NULL;
    case FAULT_TYPE_TEXT:
        if (words != NULL)
            fault_add_text(fault, words);
        return words != NULL;
    case FAULT_TYPE_VALUE:
        if (words != NULL)
            fault_add_value(fault, (struct fault_value){.word = word});
        return words != NULL || add_label(fault, value);
    }
    return false;
}

/* False when it is no fault that this program knows, or not with these arguments. */
static bool read_fault(struct fault *fault, const json_t *message)
{
    const json_t *arguments = json_object_get(message, "args");
    const enum fault_id id = find(message);
    if (id == FAULT_NONE)
        return false;
    fault_begin(fault, id, "");
    for (unsigned i = 0; i < fault_arguments(id); i++) {
        const json_t *value = json_object_get(arguments, fault_argument_name(id, i));
        if (!add_argument(fault, value, fault_argument_type(id, i)))
            return false;
    }
    return true;
}

const char *remote_sentence(const json_t *message, char buffer[FAULT_SENTENCE_SIZE])
{
    struct fault fault;
    if (read_fault(&fault, message))
        language_fault(&fault, buffer);
    else
        harmless_copy(buffer, FAULT_SENTENCE_SIZE, remote_text(message, "text"));
    harmless_copy(buffer, FAULT_SENTENCE_SIZE, buffer);
    return buffer;
}
