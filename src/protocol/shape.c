/* Writes fields as JSON Schemas. */
#include "protocol/shape.h"

#include "base/check.h"
#include "rules/table.h"
#include "json/json_text.h"

/* ---- Values ---------------------------------------------------------------------------------- */

void shape_refer(struct text *text, const char *name)
{
    char path[80];
    struct text words;
    text_init(&words, path, sizeof path);
    text_add(&words, "#/components/schemas/");
    text_add(&words, name);
    CHECK(!words.cut);
    json_open(text, '{');
    json_add_string_field(text, "$ref", path);
    json_close(text, '}');
}

/* Must match letters_are_allowed(). */
static const char *pattern_of(enum field_letters letters)
{
    return letters == LETTERS_ID ? "^[A-Za-z0-9_-]*$"
                                 : "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$";
}

void shape_text(struct text *text, int64_t lowest, int64_t highest, enum field_letters letters)
{
    json_open(text, '{');
    json_add_string_field(text, "type", "string");
    if (lowest > 0)
        json_add_number_field(text, "minLength", lowest);
    json_add_number_field(text, "maxLength", highest);
    json_add_string_field(text, "pattern", pattern_of(letters));
    json_close(text, '}');
}

void shape_number(struct text *text, int64_t lowest, int64_t highest)
{
    json_open(text, '{');
    json_add_string_field(text, "type", "integer");
    json_add_number_field(text, "minimum", lowest);
    json_add_number_field(text, "maximum", highest);
    json_close(text, '}');
}

void shape_open_list(struct text *text, int64_t least, int64_t most)
{
    json_open(text, '{');
    json_add_string_field(text, "type", "array");
    if (least > 0)
        json_add_number_field(text, "minItems", least);
    if (most > 0)
        json_add_number_field(text, "maxItems", most);
    json_add_key(text, "items");
}

void shape_close_list(struct text *text)
{
    json_close(text, '}');
}

void shape_add_list(struct text *text, const char *name, int64_t least, int64_t most,
                    const char *of)
{
    json_add_key(text, name);
    shape_open_list(text, least, most);
    shape_refer(text, of);
    shape_close_list(text);
}

static void open_words(struct text *text)
{
    json_open(text, '{');
    json_add_string_field(text, "type", "string");
    json_add_key(text, "enum");
    json_open(text, '[');
}

void shape_open_words(struct text *text, const char *name)
{
    json_add_key(text, name);
    open_words(text);
}

void shape_close_words(struct text *text)
{
    json_close(text, ']');
    json_close(text, '}');
}

static void add_truth(struct text *text)
{
    json_open(text, '{');
    json_add_string_field(text, "type", "boolean");
    json_close(text, '}');
}

static void add_words(const struct field *field, struct text *text)
{
    open_words(text);
    for (unsigned i = 0; i < field->word_count; i++)
        json_add_string(text, field->words[i]);
    shape_close_words(text);
}

/* Fields that are only written have no explicit limit: their size is the limit. */
static void add_text(const struct field *field, struct text *text)
{
    const int64_t highest = field->highest > 0 ? field->highest : (int64_t)field->size - 1;
    shape_text(text, field->lowest, highest, field->letters);
}

static void add_number(const struct field *field, struct text *text)
{
    const int64_t highest = field->highest > 0              ? field->highest
                            : field->type == FIELD_NUMBER64 ? NUMBER_EXACT_MAX
                                                            : UINT32_MAX;
    shape_number(text, field->lowest, highest);
}

static void add_list(const struct field *field, struct text *text)
{
    shape_open_list(text, 0, field->highest);
    shape_object(text, &(struct shape){.fields = field->inside});
    shape_close_list(text);
}

static void add_value(const struct field *field, struct text *text)
{
    switch (field->type) {
    case FIELD_NUMBER:
    case FIELD_NUMBER64:
        add_number(field, text);
        return;
    case FIELD_SEAT:
        shape_number(text, 1, SEATS_MAX);
        return;
    case FIELD_SEAT_OR_NONE:
        shape_number(text, 0, SEATS_MAX);
        return;
    case FIELD_TRUTH:
        add_truth(text);
        return;
    case FIELD_TEXT:
        add_text(field, text);
        return;
    case FIELD_WORD:
    case FIELD_MARK:
        add_words(field, text);
        return;
    case FIELD_OBJECT:
        shape_object(text, &(struct shape){.fields = field->inside});
        return;
    case FIELD_LIST:
        add_list(field, text);
        return;
    case FIELD_OTHER:
        CHECK(field->shape != NULL);
        shape_refer(text, field->shape);
        return;
    }
    CHECK(!"a field has a type");
}

/* ---- Objects --------------------------------------------------------------------------------- */

static void add_marks(const struct shape_mark *mark, struct text *text)
{
    for (; mark != NULL && mark->key != NULL; mark++) {
        json_add_key(text, mark->key);
        json_open(text, '{');
        json_add_string_field(text, "type", "string");
        json_add_string_field(text, "const", mark->word);
        json_close(text, '}');
    }
}

static void add_required_marks(const struct shape_mark *mark, struct text *text)
{
    for (; mark != NULL && mark->key != NULL; mark++)
        json_add_string(text, mark->key);
}

static void add_properties(const struct field *const fields[], struct text *text)
{
    for (; fields != NULL && *fields != NULL; fields++) {
        json_add_key(text, (*fields)->name);
        add_value(*fields, text);
    }
}

static void add_required(const struct field *const fields[], struct text *text)
{
    for (; fields != NULL && *fields != NULL; fields++)
        if (!field_may_be_missing(*fields))
            json_add_string(text, (*fields)->name);
}

void shape_object(struct text *text, const struct shape *shape)
{
    json_open(text, '{');
    json_add_string_field(text, "type", "object");
    json_add_key(text, "properties");
    json_open(text, '{');
    add_marks(shape->marks, text);
    add_properties(shape->first, text);
    add_properties(shape->fields, text);
    json_close(text, '}');
    json_add_key(text, "required");
    json_open(text, '[');
    add_required_marks(shape->marks, text);
    add_required(shape->first, text);
    add_required(shape->fields, text);
    json_close(text, ']');
    json_close(text, '}');
}

void shape_add(struct text *text, const char *name, const struct shape *shape)
{
    json_add_key(text, name);
    shape_object(text, shape);
}

void shape_add_kind(struct text *text, const char *what, const char *kind,
                    const struct shape *shape)
{
    char name[64];
    struct text words;
    text_init(&words, name, sizeof name);
    text_add(&words, what);
    text_add_char(&words, (char)(kind[0] - 'a' + 'A'));
    text_add(&words, kind + 1);
    CHECK(!words.cut);
    shape_add(text, name, shape);
}

void shape_open_choice(struct text *text, const char *name)
{
    json_add_key(text, name);
    json_open(text, '{');
    json_add_key(text, "oneOf");
    json_open(text, '[');
}

void shape_close_choice(struct text *text)
{
    json_close(text, ']');
    json_close(text, '}');
}
