/*
 * Describes the protocol as JSON Schemas (2020-12) for other programs.  tools/shapes.c combines
 * them into docs/openapi.json and docs/asyncapi.json.
 *
 * Each file with field rows adds its own named schemas to an open object.  A field of type
 * FIELD_OTHER names its schema (`shape`), which is written next to its reader.
 */
#ifndef RAILHEAD_PROTOCOL_SHAPE_H
#define RAILHEAD_PROTOCOL_SHAPE_H

#include "protocol/field.h"

/*
 * An object: constant words such as {"do": "follow"}, up to one without a key, followed by fields
 * in two parts.  Each may be NULL.
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

/* One of several objects that are distinguished by a word. */
void shape_open_choice(struct text *text, const char *name);
void shape_close_choice(struct text *text);

/* A text that is one of several words; json_add_string() adds them. */
void shape_open_words(struct text *text, const char *name);
void shape_close_words(struct text *text);

/* Single values. */
void shape_refer(struct text *text, const char *name);
void shape_text(struct text *text, int64_t lowest, int64_t highest, enum field_letters letters);
void shape_number(struct text *text, int64_t lowest, int64_t highest);

/*
 * A list of `least` to `most` elements (0: any number).  The schema of its elements is written
 * between these calls.
 */
void shape_open_list(struct text *text, int64_t least, int64_t most);
void shape_close_list(struct text *text);

/* The same for a named list whose elements have a named schema. */
void shape_add_list(struct text *text, const char *name, int64_t least, int64_t most,
                    const char *of);

/* Write all schemas of the files with field rows. */
void settings_shapes(struct text *text);
void bodies_shapes(struct text *text);
void message_shapes(struct text *text);
void told_event_shapes(struct text *text);
void told_table_shapes(struct text *text);
void told_message_shapes(struct text *text);

#endif
