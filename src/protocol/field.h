/*
 * Descriptions of message fields: name, type, limits, and offset of the value in a structure.  The
 * same description is used for reading, writing and listing, so that a new field needs one row.
 *
 *     static const struct field seat = {"seat", FIELD_SEAT, .at = offsetof(struct message, seat)};
 *     static const struct field *const sit[] = {&seat, &key, NULL};
 *
 * Reading is strict: each field must be present, of its type and within its limits; otherwise a
 * complaint names it and what is allowed.  Unknown fields are ignored, as the protocol promises.
 */
#ifndef RAILHEAD_PROTOCOL_FIELD_H
#define RAILHEAD_PROTOCOL_FIELD_H

#include "board/board.h"
#include "protocol/complaint.h"
#include "json/json_value.h"

enum field_type {
    FIELD_NUMBER,       /* uint32_t or unsigned, from `lowest` to `highest` */
    FIELD_NUMBER64,     /* int64_t */
    FIELD_SEAT,         /* unsigned, from 0 here and from 1 in JSON */
    FIELD_SEAT_OR_NONE, /* like FIELD_SEAT; SEAT_NONE is 0 in JSON */
    FIELD_TRUTH,        /* bool */
    FIELD_TEXT,         /* char[size], of `lowest` to `highest` characters */
    FIELD_WORD,         /* an enum: index of a word in `words` */
    FIELD_MARK,         /* bool: true if present, with the only word in `words` */
    FIELD_OBJECT,       /* a structure with the fields in `inside` */
    /* up to `highest` structures of `size` bytes; `has` is the offset of their number */
    FIELD_LIST,
    FIELD_OTHER, /* uses the functions `read` and `write` */
};

/* Which characters a text may contain. */
enum field_letters {
    LETTERS_ANY,   /* all but control characters */
    LETTERS_SHOWN, /* written by a person for others: accepted by harmless.h, and not blank */
    LETTERS_ID,    /* A-Z, a-z, 0-9, '-' and '_', for ids, keys and logins */
};

enum {
    FIELD_OPTIONAL = 1,  /* may be omitted if it is 0 or ""; then it is not written either */
    FIELD_FOLLOWS = 2,   /* derived by the rules from what was decided; only for clients */
    FIELD_COUNTED = 4,   /* `has` is the offset of a number of items; not written if 0 */
    FIELD_WHEN_TRUE = 8, /* an optional bool that is not written if false */
};

struct field;

/* What to read or write, and for which table. */
struct field_table {
    const struct board *board;
    unsigned seats;
    bool decided_only; /* omit fields with FIELD_FOLLOWS */
};

/*
 * Reads `value` into the structure `record`.  Returns false and sets the complaint if it is
 * invalid.
 */
typedef bool field_reader(const struct field *field, const struct field_table *table,
                          struct json_value value, void *record, struct complaint *complaint);

/* Writes the value; its key has been written. */
typedef void field_writer(const struct field *field, const struct field_table *table,
                          const void *record, struct text *text);

/* A field.  `has` is 0 if there is no flag for its presence; no structure begins with its flag. */
struct field {
    const char *name;
    enum field_type type;
    size_t at;  /* offset of the value in its structure */
    size_t has; /* offset of the bool that is set if the field is present */
    unsigned flags;
    int64_t lowest, highest;
    size_t size;
    enum field_letters letters;
    const char *const *words;
    unsigned word_count;
    const struct field *const *inside;
    field_reader *read;
    field_writer *write;
    const char *shape;    /* for FIELD_OTHER: the name of its schema, protocol/shape.h */
    enum fault_id wanted; /* a term that completes the sentence "the field 'x' must be ..." */
};

/* Read or write fields in order, up to NULL.  Reading leaves missing fields unchanged. */
bool fields_read(const struct field *const fields[], const struct field_table *table,
                 struct json_value object, void *record, struct complaint *complaint);
void fields_write(const struct field *const fields[], const struct field_table *table,
                  const void *record, struct text *text);

/* Reads a single text, as an element of a list, into char[size]. */
bool field_text_read(const struct field *field, struct json_value value, char *into,
                     struct complaint *complaint);

/* The same for a text typed by a person. */
bool field_text_set(const struct field *field, const char *typed, char *into,
                    struct complaint *complaint);

bool field_may_be_missing(const struct field *field);

/* Writes a description of fields for documents and tests: "seat, key (optional)". */
void fields_list(const struct field *const fields[], struct text *text);

/*
 * Parses one object of at most `most` bytes.  Returns false and sets the complaint (`size`,
 * `syntax`) if it is not an object, has a duplicate key, or contains a NUL or invalid UTF-8.
 */
bool object_read(const char *bytes, size_t length, size_t most, struct json_value *object,
                 struct complaint *complaint);

/* Returns the index of a text in a list of words, or `count`. */
unsigned word_find(struct json_value value, const char *const words[], unsigned count);

/* Complains about a field that is missing or invalid.  Always returns false. */
bool field_complain(struct complaint *complaint, const char *name, struct json_value value,
                    enum fault_id wanted);

/*
 * The largest integer that JavaScript represents exactly, so that every client can compare numbers.
 */
#define NUMBER_EXACT_MAX ((INT64_C(1) << 53) - 1)

#endif
