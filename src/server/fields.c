/* Fields of JSON objects: jansson reads, this file judges. */
#include "server/fields.h"

#include <string.h>

#include "core/check.h"

enum { ALLOWED_SIZE = 100 };

static const char *syntax_sentence(enum json_error_code code)
{
    switch (code) {
    case json_error_duplicate_key:
        return "this JSON has the same key twice in one object";
    case json_error_stack_overflow:
        return "this JSON is nested too deep";
    case json_error_invalid_utf8:
        return "this JSON is not in UTF-8";
    case json_error_null_character:
    case json_error_null_byte_in_key:
        return "this JSON holds a NUL character";
    case json_error_numeric_overflow:
        return "this JSON holds a number that is too large";
    case json_error_premature_end_of_input:
        return "this JSON ends too early";
    default:
        return "this is not JSON";
    }
}

json_t *fields_load(const char *bytes, size_t length, size_t most, struct complaint *complaint)
{
    if (length > most) {
        struct text text = complaint_begin(complaint, "size");
        text_add(&text, "this is longer than ");
        text_add_number(&text, (long)most);
        text_add(&text, " bytes");
        return NULL;
    }
    json_error_t error;
    json_t *value = json_loadb(bytes, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (value == NULL) {
        struct text text = complaint_begin(complaint, "syntax");
        text_add(&text, syntax_sentence(json_error_code(&error)));
        text_add(&text, " (after ");
        text_add_number(&text, error.position);
        text_add(&text, " bytes)");
        return NULL;
    }
    if (!json_is_object(value)) {
        complain(complaint, "syntax", "this JSON is no object: it must stand in { and }");
        json_decref(value);
        return NULL;
    }
    return value;
}

bool field_is_there(const json_t *object, const char *name)
{
    return json_object_get(object, name) != NULL;
}

bool field_complain(struct complaint *complaint, const char *name, const json_t *value,
                    const char *must_be)
{
    struct text text = complaint_begin(complaint, "field");
    text_add(&text, "the field '");
    text_add(&text, name);
    text_add(&text, value == NULL ? "' is missing; it must be " : "' must be ");
    text_add(&text, must_be);
    return false;
}

bool field_integer(const json_t *object, const char *name, int64_t lowest, int64_t highest,
                   int64_t *value, struct complaint *complaint)
{
    const json_t *field = json_object_get(object, name);
    if (json_is_integer(field)) {
        const int64_t number = json_integer_value(field);
        if (number >= lowest && number <= highest) {
            *value = number;
            return true;
        }
    }
    char buffer[ALLOWED_SIZE];
    struct text allowed;
    text_init(&allowed, buffer, sizeof buffer);
    text_add(&allowed, "a whole number from ");
    text_add_number(&allowed, (long)lowest);
    text_add(&allowed, " to ");
    text_add_number(&allowed, (long)highest);
    return field_complain(complaint, name, field, buffer);
}

bool field_truth(const json_t *object, const char *name, bool *value, struct complaint *complaint)
{
    const json_t *field = json_object_get(object, name);
    if (!json_is_boolean(field))
        return field_complain(complaint, name, field, "true or false");
    *value = json_is_true(field);
    return true;
}

static bool is_id_letter(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '-' || letter == '_';
}

/* Whether the text, which is UTF-8, holds nothing but letters that are allowed. */
static bool letters_are_allowed(const char *text, size_t length, enum field_letters letters)
{
    if (letters == LETTERS_ANY && text_find_bad_byte(text, length) < length)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (letters == LETTERS_ID && !is_id_letter(text[i]))
            return false;
        /* U+0080 to U+009F are control characters too, and U+2028 and U+2029 end lines. */
        const unsigned char *at = (const unsigned char *)text + i;
        if (at[0] == 0xc2 && at[1] < 0xa0)
            return false;
        if (at[0] == 0xe2 && at[1] == 0x80 && (at[2] == 0xa8 || at[2] == 0xa9))
            return false;
    }
    return true;
}

static size_t count_characters(const char *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)text[i] & 0xc0) != 0x80;
    return count;
}

static bool complain_of_text(const struct field_text *field, const json_t *value,
                             struct complaint *complaint)
{
    char buffer[ALLOWED_SIZE];
    struct text allowed;
    text_init(&allowed, buffer, sizeof buffer);
    text_add(&allowed, "a text of ");
    if (field->shortest < field->longest) {
        text_add_number(&allowed, (long)field->shortest);
        text_add(&allowed, " to ");
    }
    text_add_number(&allowed, (long)field->longest);
    text_add(&allowed, field->letters == LETTERS_ID ? " letters, digits, '-' or '_'"
                                                    : " characters, none a control character");
    return field_complain(complaint, field->name, value, buffer);
}

bool field_text(const json_t *object, const struct field_text *field, char *into, size_t size,
                struct complaint *complaint)
{
    const json_t *value = json_object_get(object, field->name);
    if (!json_is_string(value))
        return complain_of_text(field, value, complaint);
    const char *text = json_string_value(value);
    const size_t length = json_string_length(value);
    const size_t characters = count_characters(text, length);
    if (characters < field->shortest || characters > field->longest ||
        !letters_are_allowed(text, length, field->letters))
        return complain_of_text(field, value, complaint);
    CHECK(length < size);
    memcpy(into, text, length + 1);
    return true;
}
