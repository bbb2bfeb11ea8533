/* Fields of JSON objects: jansson reads, this file judges. */
#include "server/fields.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"

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

static bool complain_of_syntax(const json_error_t *error, struct complaint *complaint)
{
    struct fault *fault = complain(complaint, "syntax");
    switch (json_error_code(error)) {
    case json_error_duplicate_key:
        return fault_say(SYNTAX_KEY_TWICE, fault, "", error->position);
    case json_error_stack_overflow:
        return fault_say(SYNTAX_DEPTH, fault, "", error->position);
    case json_error_invalid_utf8:
        return fault_say(SYNTAX_NOT_UTF8, fault, "", error->position);
    case json_error_null_character:
    case json_error_null_byte_in_key:
        return fault_say(SYNTAX_NUL, fault, "", error->position);
    case json_error_numeric_overflow:
        return fault_say(SYNTAX_NUMBER, fault, "", error->position);
    case json_error_premature_end_of_input:
        return fault_say(SYNTAX_END, fault, "", error->position);
    default:
        return fault_say(SYNTAX, fault, "", error->position);
    }
}

json_t *fields_load(const char *bytes, size_t length, size_t most, struct complaint *complaint)
{
    was_short = false;
    if (length > most) {
        fault_say(TOO_LONG, complain(complaint, "size"), "", (int64_t)most);
        return NULL;
    }
    json_error_t error;
    json_t *value = load(bytes, length, &error);
    if (was_short) {
        fault_say(NO_MEMORY, complain(complaint, "store"), "");
        return NULL;
    }
    if (value == NULL) {
        complain_of_syntax(&error, complaint);
        return NULL;
    }
    if (!json_is_object(value)) {
        fault_say(SYNTAX_NO_OBJECT, complain(complaint, "syntax"), "");
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
                    enum fault_id wanted)
{
    struct fault *fault = complain(complaint, "field");
    return value == NULL ? fault_say(FIELD_MISSING, fault, "", name, wanted)
                         : fault_say(FIELD, fault, "", name, wanted);
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
    struct fault *fault = complain(complaint, "field");
    return field == NULL ? fault_say(FIELD_NUMBER_MISSING, fault, "", name, lowest, highest)
                         : fault_say(FIELD_NUMBER, fault, "", name, lowest, highest);
}

bool field_truth(const json_t *object, const char *name, bool *value, struct complaint *complaint)
{
    const json_t *field = json_object_get(object, name);
    if (!json_is_boolean(field))
        return field_complain(complaint, name, field, TERM_TRUE_OR_FALSE);
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
    struct fault *fault = complain(complaint, "field");
    const int64_t least = (int64_t)field->shortest, most = (int64_t)field->longest;
    if (field->letters == LETTERS_ID)
        return value == NULL ? fault_say(FIELD_ID_MISSING, fault, "", field->name, least, most)
                             : fault_say(FIELD_ID, fault, "", field->name, least, most);
    return value == NULL ? fault_say(FIELD_TEXT_MISSING, fault, "", field->name, least, most)
                         : fault_say(FIELD_TEXT, fault, "", field->name, least, most);
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
