/*
 * What the protocol holds, as JSON Schemas (2020-12) that programs of others can read:
 * tools/shapes.c puts them together, docs/openapi.json and docs/asyncapi.json are made of them.
 *
 * Each file of rows adds the schemas of its own to an object that is open, by their names.  A field
 * of the type FIELD_OTHER names its schema (`shape`), which stands beside its reader.
 */
#ifndef RAILHEAD_PROTOCOL_SHAPE_H
#define RAILHEAD_PROTOCOL_SHAPE_H

#include "protocol/field.h"

/*
 * An object: first words that never change, {"do": "follow"}, up to one without a key; then its
 * fields, in two parts.  NULL where there are none.
 */
struct shape {
    const struct shape_mark {
        const char *key, *word;
    } * marks;
    const struct field *const *first, *const *fields;
};

void shape_object(struct text *text, const struct shape *shape);
void shape_add(struct text *text, const char *name, const struct shape *shape);

/* The same with a name of two words, as in DoFollow. */
void shape_add_kind(struct text *text, const char *what, const char *kind,
                    const struct shape *shape);

/* One of several objects that a word tells apart. */
void shape_open_choice(struct text *text, const char *name);
void shape_close_choice(struct text *text);

/* A text that is one of several words; json_add_string() adds them. */
void shape_open_words(struct text *text, const char *name);
void shape_close_words(struct text *text);

/* Values by themselves. */
void shape_refer(struct text *text, const char *name);
void shape_text(struct text *text, int64_t lowest, int64_t highest, enum field_letters letters);
void shape_number(struct text *text, int64_t lowest, int64_t highest);

/* A list of `least` to `most` (0: any number); the schema of its elements stands in between. */
void shape_open_list(struct text *text, int64_t least, int64_t most);
void shape_close_list(struct text *text);

/* The same with a name, and elements whose schema has one. */
void shape_add_list(struct text *text, const char *name, int64_t least, int64_t most,
                    const char *of);

/* All the schemas of the files of rows. */
void settings_shapes(struct text *text);
void bodies_shapes(struct text *text);
void message_shapes(struct text *text);
void told_event_shapes(struct text *text);
void told_table_shapes(struct text *text);
void told_message_shapes(struct text *text);

#endif
