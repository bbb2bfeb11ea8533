/* Fields of JSON objects: jansson reads, this file judges. */
#include "server/fields.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"

enum { ALLOWED_SIZE = 100 };

/* ---- Memory ---------------------------------------------------------------------------------- */

/*
 * jansson writes past a buffer that could not grow.  So it is never refused while it reads: when
 * there is no memory it gets some of a reserve, and what it has read is thrown away.  Nobody
 * touches the reserve before, so it takes no memory either.  jansson's allocator has no argument,
 * which is why all this belongs to nobody.
 */
enum { RESERVE_SIZE = 4 << 20, RESERVE_ALIGNMENT = 16 };

static struct {
    _Alignas(RESERVE_ALIGNMENT) unsigned char bytes[RESERVE_SIZE];
    size_t used;
} reserve;

static pthread_mutex_t reserve_lock = PTHREAD_MUTEX_INITIALIZER;

/* Of this thread: it is reading; it is, or was, and has used the reserve. */
static _Thread_local bool is_reading, was_short;

static void *take_reserve(size_t size)
{
    if (!was_short)
        pthread_mutex_lock(&reserve_lock);
    was_short = true;
    size += RESERVE_ALIGNMENT - 1;
    size -= size % RESERVE_ALIGNMENT;
    if (size > RESERVE_SIZE - reserve.used)
        return NULL;
    reserve.used += size;
    return reserve.bytes + reserve.used - size;
}

static void *json_malloc(size_t size)
{
    void *memory = malloc(size);
    return memory || !is_reading ? memory : take_reserve(size);
}

static void json_give_back(void *memory)
{
    const uintptr_t place = (uintptr_t)memory, start = (uintptr_t)reserve.bytes;
    if (place < start || place >= start + RESERVE_SIZE)
        free(memory);
}

void fields_init(void)
{
    json_set_alloc_funcs(json_malloc, json_give_back);
}

bool fields_short_of_memory(void)
{
    return was_short;
}

/* NULL, and no error, when there was no memory. */
static json_t *load(const char *bytes, size_t length, json_error_t *error)
{
    is_reading = true;
    json_t *value = json_loadb(bytes, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, error);
    is_reading = false;
    if (!was_short)
        return value;
    json_decref(value);
    reserve.used = 0;
    pthread_mutex_unlock(&reserve_lock);
    return NULL;
}

/* ---- Objects --------------------------------------------------------------------------------- */

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
    was_short = false;
    if (length > most) {
        struct text text = complaint_begin(complaint, "size");
        text_add(&text, "this is longer than ");
        text_add_number(&text, (long)most);
        text_add(&text, " bytes");
        return NULL;
    }
    json_error_t error;
    json_t *value = load(bytes, length, &error);
    if (was_short) {
        complain(complaint, "store", "there is not enough memory now: try again");
        return NULL;
    }
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
