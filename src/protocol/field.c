/* Reads, writes and lists fields by their descriptions. */
#include "protocol/field.h"

#include <string.h>

#include "base/check.h"
#include "rules/table.h"
#include "text/harmless.h"
#include "json/json_text.h"

/* ---- Objects --------------------------------------------------------------------------------- */

static bool complain_of_syntax(enum json_flaw flaw, size_t at, struct complaint *complaint)
{
    struct fault *fault = complain(complaint, CODE_SYNTAX);
    const int64_t bytes = (int64_t)at;
    switch (flaw) {
    case JSON_FLAW_SAME_KEY:
        return fault_say(SYNTAX_KEY_TWICE, fault, "", bytes);
    case JSON_FLAW_KEYS:
        return fault_say(SYNTAX_KEYS, fault, "", bytes);
    case JSON_FLAW_DEPTH:
        return fault_say(SYNTAX_DEPTH, fault, "", bytes);
    case JSON_FLAW_UTF8:
        return fault_say(SYNTAX_NOT_UTF8, fault, "", bytes);
    case JSON_FLAW_NUL:
        return fault_say(SYNTAX_NUL, fault, "", bytes);
    case JSON_FLAW_NUMBER:
        return fault_say(SYNTAX_NUMBER, fault, "", bytes);
    case JSON_FLAW_END:
        return fault_say(SYNTAX_END, fault, "", bytes);
    case JSON_FLAW_SYNTAX:
        break;
    }
    return fault_say(SYNTAX, fault, "", bytes);
}

bool object_read(const char *bytes, size_t length, size_t most, struct json_value *object,
                 struct complaint *complaint)
{
    enum json_flaw flaw;
    size_t at;
    if (length > most)
        return fault_say(TOO_LONG, complain(complaint, CODE_SIZE), "", (int64_t)most);
    if (!json_check(bytes, length, object, &flaw, &at))
        return complain_of_syntax(flaw, at, complaint);
    return object->kind == TOKEN_OBJECT ||
           fault_say(SYNTAX_NO_OBJECT, complain(complaint, CODE_SYNTAX), "");
}

bool field_complain(struct complaint *complaint, const char *name, struct json_value value,
                    enum fault_id wanted)
{
    struct fault *fault = complain(complaint, CODE_FIELD);
    return json_is_there(value) ? fault_say(FIELD, fault, "", name, wanted)
                                : fault_say(FIELD_MISSING, fault, "", name, wanted);
}

unsigned word_find(struct json_value value, const char *const words[], unsigned count)
{
    unsigned place = 0;
    while (place < count && !json_is(value, words[place]))
        place++;
    return place;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* `lowest` and `highest` refer to the number in JSON. */
static bool read_number(const struct field *field, struct json_value value, int64_t lowest,
                        int64_t highest, int64_t *number, struct complaint *complaint)
{
    int64_t read;
    if (json_whole(value, &read) && read >= lowest && read <= highest) {
        *number = read;
        return true;
    }
    struct fault *fault = complain(complaint, CODE_FIELD);
    return json_is_there(value)
               ? fault_say(FIELD_NUMBER, fault, "", field->name, lowest, highest)
               : fault_say(FIELD_NUMBER_MISSING, fault, "", field->name, lowest, highest);
}

static bool read_small(const struct field *field, struct json_value value, void *at,
                       struct complaint *complaint)
{
    int64_t number;
    if (!read_number(field, value, field->lowest, field->highest, &number, complaint))
        return false;
    const uint32_t small = (uint32_t)number;
    memcpy(at, &small, sizeof small);
    return true;
}

static bool read_large(const struct field *field, struct json_value value, void *at,
                       struct complaint *complaint)
{
    int64_t number;
    if (!read_number(field, value, field->lowest, field->highest, &number, complaint))
        return false;
    memcpy(at, &number, sizeof number);
    return true;
}

static bool read_seat(const struct field *field, const struct field_table *table,
                      struct json_value value, void *at, struct complaint *complaint)
{
    int64_t number;
    if (!read_number(field, value, field->type == FIELD_SEAT ? 1 : 0, table->seats, &number,
                     complaint))
        return false;
    const unsigned seat = number == 0 ? SEAT_NONE : (unsigned)number - 1;
    memcpy(at, &seat, sizeof seat);
    return true;
}

static bool read_truth(const struct field *field, struct json_value value, void *at,
                       struct complaint *complaint)
{
    if (value.kind != TOKEN_TRUE && value.kind != TOKEN_FALSE)
        return field_complain(complaint, field->name, value, TERM_TRUE_OR_FALSE);
    const bool truth = value.kind == TOKEN_TRUE;
    memcpy(at, &truth, sizeof truth);
    return true;
}

/* ---- Texts ----------------------------------------------------------------------------------- */

static bool is_id_letter(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '-' || letter == '_';
}

/* Returns true if a UTF-8 text contains only allowed characters. */
static bool letters_are_allowed(const char *text, size_t length, enum field_letters letters)
{
    if (letters == LETTERS_SHOWN && (!harmless_is(text) || (length > 0 && !harmless_is_seen(text))))
        return false;
    if (letters != LETTERS_ID && text_find_bad_byte(text, length) < length)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (letters == LETTERS_ID && !is_id_letter(text[i]))
            return false;
        /*
         * U+0080 to U+009F are control characters too, and U+2028 and U+2029 are line separators.
         */
        const unsigned char *at = (const unsigned char *)text + i;
        if (at[0] == 0xc2 && at[1] < 0xa0)
            return false;
        if (at[0] == 0xe2 && at[1] == 0x80 && (at[2] == 0xa8 || at[2] == 0xa9))
            return false;
    }
    return true;
}

static int64_t count_characters(const char *text, size_t length)
{
    int64_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)text[i] & 0xc0) != 0x80;
    return count;
}

static bool complain_of_text(const struct field *field, struct json_value value,
                             struct complaint *complaint)
{
    if (field->wanted != FAULT_NONE)
        return field_complain(complaint, field->name, value, field->wanted);
    struct fault *fault = complain(complaint, CODE_FIELD);
    const int64_t least = field->lowest, most = field->highest;
    if (field->letters == LETTERS_ID)
        return json_is_there(value)
                   ? fault_say(FIELD_ID, fault, "", field->name, least, most)
                   : fault_say(FIELD_ID_MISSING, fault, "", field->name, least, most);
    if (field->letters == LETTERS_SHOWN && json_is_there(value))
        return fault_say(FIELD_SHOWN, fault, "", field->name, least, most);
    return json_is_there(value)
               ? fault_say(FIELD_TEXT, fault, "", field->name, least, most)
               : fault_say(FIELD_TEXT_MISSING, fault, "", field->name, least, most);
}

static bool text_is_allowed(const struct field *field, const char *text)
{
    const size_t length = strlen(text);
    const int64_t characters = count_characters(text, length);
    return characters >= field->lowest && characters <= field->highest &&
           letters_are_allowed(text, length, field->letters);
}

/* If the text is refused, `into` is empty. */
bool field_text_read(const struct field *field, struct json_value value, char *into,
                     struct complaint *complaint)
{
    if (json_text(value, into, field->size) && text_is_allowed(field, into))
        return true;
    memset(into, 0, field->size);
    return complain_of_text(field, value, complaint);
}

bool field_text_set(const struct field *field, const char *typed, char *into,
                    struct complaint *complaint)
{
    const size_t length = strlen(typed);
    if (length >= field->size || !text_is_allowed(field, typed))
        return complain_of_text(field, (struct json_value){.kind = TOKEN_TEXT}, complaint);
    memcpy(into, typed, length + 1);
    return true;
}

static bool read_word(const struct field *field, struct json_value value, void *at,
                      struct complaint *complaint)
{
    const unsigned place = word_find(value, field->words, field->word_count);
    if (place == field->word_count)
        return field_complain(complaint, field->name, value,
                              field->wanted != FAULT_NONE ? field->wanted : TERM_WORD_WANTED);
    memcpy(at, &place, sizeof place);
    return true;
}

static bool read_mark(const struct field *field, struct json_value value, void *at,
                      struct complaint *complaint)
{
    unsigned place;
    const bool is_there = true;
    if (!read_word(field, value, &place, complaint))
        return false;
    memcpy(at, &is_there, sizeof is_there);
    return true;
}

/* ---- Structures ------------------------------------------------------------------------------ */

static bool read_object(const struct field *field, const struct field_table *table,
                        struct json_value value, char *at, struct complaint *complaint)
{
    if (value.kind != TOKEN_OBJECT)
        return field_complain(complaint, field->name, value, TERM_AN_OBJECT);
    return fields_read(field->inside, table, value, at, complaint);
}

/* Elements beyond the capacity are ignored. */
static bool read_list(const struct field *field, const struct field_table *table,
                      struct json_value value, char *record, struct complaint *complaint)
{
    struct json_list list = json_list_of(value);
    struct json_value element;
    unsigned count = 0;
    if (value.kind != TOKEN_LIST)
        return field_complain(complaint, field->name, value, TERM_A_LIST_OF_OBJECTS);
    while (json_next(&list, &element)) {
        if (element.kind != TOKEN_OBJECT)
            return field_complain(complaint, field->name, value, TERM_A_LIST_OF_OBJECTS);
        if (count == field->highest)
            break;
        if (!fields_read(field->inside, table, element, record + field->at + count * field->size,
                         complaint))
            return false;
        count++;
    }
    memcpy(record + field->has, &count, sizeof count);
    return true;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static bool read_value(const struct field *field, const struct field_table *table,
                       struct json_value value, char *record, struct complaint *complaint)
{
    char *at = record + field->at;
    switch (field->type) {
    case FIELD_NUMBER:
        return read_small(field, value, at, complaint);
    case FIELD_NUMBER64:
        return read_large(field, value, at, complaint);
    case FIELD_SEAT:
    case FIELD_SEAT_OR_NONE:
        return read_seat(field, table, value, at, complaint);
    case FIELD_TRUTH:
        return read_truth(field, value, at, complaint);
    case FIELD_TEXT:
        return field_text_read(field, value, at, complaint);
    case FIELD_WORD:
        return read_word(field, value, at, complaint);
    case FIELD_MARK:
        return read_mark(field, value, at, complaint);
    case FIELD_OBJECT:
        return read_object(field, table, value, at, complaint);
    case FIELD_LIST:
        return read_list(field, table, value, record, complaint);
    case FIELD_OTHER:
        return field->read(field, table, value, record, complaint);
    }
    CHECK(!"a field has a type");
    return false;
}

/* Returns true if the field has a flag for its presence. */
static bool has_flag(const struct field *field)
{
    return field->has != 0 && field->type != FIELD_LIST && !(field->flags & FIELD_COUNTED);
}

bool field_may_be_missing(const struct field *field)
{
    return field->flags & (FIELD_OPTIONAL | FIELD_COUNTED) || field->type == FIELD_MARK ||
           has_flag(field);
}

bool fields_read(const struct field *const fields[], const struct field_table *table,
                 struct json_value object, void *record, struct complaint *complaint)
{
    for (; *fields != NULL; fields++) {
        const struct field *field = *fields;
        if (field->flags & FIELD_FOLLOWS && table->decided_only)
            continue;
        const struct json_value value = json_find(object, field->name);
        if (!json_is_there(value) && field_may_be_missing(field))
            continue;
        if (!read_value(field, table, value, record, complaint))
            return false;
        if (has_flag(field)) {
            const bool is_there = true;
            memcpy((char *)record + field->has, &is_there, sizeof is_there);
        }
    }
    return true;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static unsigned small_at(const char *at)
{
    uint32_t number;
    memcpy(&number, at, sizeof number);
    return number;
}

static int64_t large_at(const char *at)
{
    int64_t number;
    memcpy(&number, at, sizeof number);
    return number;
}

static bool truth_at(const char *at)
{
    bool truth;
    memcpy(&truth, at, sizeof truth);
    return truth;
}

/* Returns true if an optional field without a flag has a value to write. */
static bool is_set(const struct field *field, const char *at)
{
    switch (field->type) {
    case FIELD_TEXT:
        return at[0] != '\0';
    case FIELD_NUMBER:
        return small_at(at) != 0;
    case FIELD_NUMBER64:
        return large_at(at) != 0;
    case FIELD_TRUTH:
        return truth_at(at) || !(field->flags & FIELD_WHEN_TRUE);
    default:
        return true;
    }
}

static bool is_written(const struct field *field, const char *record)
{
    if (field->type == FIELD_MARK)
        return truth_at(record + field->at);
    if (has_flag(field))
        return truth_at(record + field->has);
    if (field->flags & FIELD_COUNTED)
        return small_at(record + field->has) > 0;
    return !(field->flags & FIELD_OPTIONAL) || is_set(field, record + field->at);
}

static void write_list(const struct field *field, const struct field_table *table,
                       const char *record, struct text *text)
{
    const unsigned count = small_at(record + field->has);
    json_open(text, '[');
    for (unsigned i = 0; i < count; i++) {
        json_open(text, '{');
        fields_write(field->inside, table, record + field->at + i * field->size, text);
        json_close(text, '}');
    }
    json_close(text, ']');
}

static void write_value(const struct field *field, const struct field_table *table,
                        const char *record, struct text *text)
{
    const char *at = record + field->at;
    switch (field->type) {
    case FIELD_NUMBER:
        json_add_number(text, small_at(at));
        return;
    case FIELD_NUMBER64:
        json_add_number(text, large_at(at));
        return;
    case FIELD_SEAT:
    case FIELD_SEAT_OR_NONE:
        json_add_number(text, small_at(at) == SEAT_NONE ? 0 : (int64_t)small_at(at) + 1);
        return;
    case FIELD_TRUTH:
        json_add_bool(text, truth_at(at));
        return;
    case FIELD_TEXT:
        json_add_string(text, at);
        return;
    case FIELD_WORD:
        CHECK(small_at(at) < field->word_count);
        json_add_string(text, field->words[small_at(at)]);
        return;
    case FIELD_MARK:
        json_add_string(text, field->words[0]);
        return;
    case FIELD_OBJECT:
        json_open(text, '{');
        fields_write(field->inside, table, at, text);
        json_close(text, '}');
        return;
    case FIELD_LIST:
        write_list(field, table, record, text);
        return;
    case FIELD_OTHER:
        field->write(field, table, record, text);
        return;
    }
    CHECK(!"a field has a type");
}

void fields_write(const struct field *const fields[], const struct field_table *table,
                  const void *record, struct text *text)
{
    for (; *fields != NULL; fields++) {
        if (!is_written(*fields, record))
            continue;
        json_add_key(text, (*fields)->name);
        write_value(*fields, table, record, text);
    }
}

void fields_list(const struct field *const fields[], struct text *text)
{
    for (unsigned i = 0; fields[i] != NULL; i++) {
        text_add(text, i > 0 ? ", " : "");
        text_add(text, fields[i]->name);
        if (field_may_be_missing(fields[i]))
            text_add(text, " (optional)");
    }
}
