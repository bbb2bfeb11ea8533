/*
 * The fields of messages, described: a name, a type, limits, and where the value stands in a
 * structure.  The same description reads, writes and lists them, so that a new field is one row.
 *
 *     static const struct field seat = {"seat", FIELD_SEAT, .at = offsetof(struct message, seat)};
 *     static const struct field *const sit[] = {&seat, &key, NULL};
 *
 * Reading is strict: each field is there, of its type and within its limits, or a complaint names
 * it and says what is allowed.  Fields that no row asks for are ignored, as the protocol promises.
 */
#ifndef RAILHEAD_PROTOCOL_FIELD_H
#define RAILHEAD_PROTOCOL_FIELD_H

#include "core/board.h"
#include "protocol/complaint.h"
#include "json/json_value.h"

enum field_type {
    FIELD_NUMBER,       /* uint32_t or unsigned, from `lowest` to `highest` */
    FIELD_NUMBER64,     /* int64_t */
    FIELD_SEAT,         /* unsigned, from 0 here and from 1 in JSON */
    FIELD_SEAT_OR_NONE, /* SEAT_NONE is 0 in JSON */
    FIELD_TRUTH,        /* bool */
    FIELD_TEXT,         /* char[size], of `lowest` to `highest` characters */
    FIELD_WORD,         /* an enum: the place of a word in `words` */
    FIELD_MARK,         /* bool: is there, with the only word in `words`, or is not */
    FIELD_OBJECT,       /* a structure with the fields `inside` */
    FIELD_LIST,         /* up to `highest` structures of `size` bytes; `has` is their number */
    FIELD_OTHER,        /* `read` and `write` know how */
};

/* What a text may hold beside not too many characters. */
enum field_letters {
    LETTERS_ANY,   /* all but control characters */
    LETTERS_SHOWN, /* what a person writes for others to read: harmless.h, and not blank */
    LETTERS_ID,    /* A-Z, a-z, 0-9, '-' and '_', as in ids, keys and logins */
};

enum {
    FIELD_OPTIONAL = 1,  /* may be left out: then it is 0 or "", which is not written */
    FIELD_FOLLOWS = 2,   /* follows by the rules from what was decided: for clients alone */
    FIELD_COUNTED = 4,   /* `has` is a number of things, of which 0 are not written */
    FIELD_WHEN_TRUE = 8, /* an optional truth that is not written when it is false */
};

struct field;

/* What is read or written: for which table, and whether for what was decided alone. */
struct field_table {
    const struct board *board;
    unsigned seats;
    bool decided_only; /* leaves out what has FIELD_FOLLOWS */
};

/* False with a complaint; `record` is the structure, `value` the field's value. */
typedef bool field_reader(const struct field *field, const struct field_table *table,
                          struct json_value value, void *record, struct complaint *complaint);

/* The value alone: its key has been written. */
typedef void field_writer(const struct field *field, const struct field_table *table,
                          const void *record, struct text *text);

/* `has` is left out where it is 0: no structure has its flag in the first place. */
struct field {
    const char *name;
    enum field_type type;
    size_t at;  /* of the value in its structure */
    size_t has; /* of the bool that says whether it is there */
    unsigned flags;
    int64_t lowest, highest;
    size_t size;
    enum field_letters letters;
    const char *const *words;
    unsigned word_count;
    const struct field *const *inside;
    field_reader *read;
    field_writer *write;
    const char *shape;    /* of FIELD_OTHER: the name of its schema, protocol/shape.h */
    enum fault_id wanted; /* a term, the end of the sentence "the field 'x' must be ..." */
};

/* Up to NULL, in their order.  Reading leaves what is not there as it is. */
bool fields_read(const struct field *const fields[], const struct field_table *table,
                 struct json_value object, void *record, struct complaint *complaint);
void fields_write(const struct field *const fields[], const struct field_table *table,
                  const void *record, struct text *text);

/* One text by itself, as an element of a list: char[size]. */
bool field_text_read(const struct field *field, struct json_value value, char *into,
                     struct complaint *complaint);

/* The same for a text that somebody typed. */
bool field_text_set(const struct field *field, const char *typed, char *into,
                    struct complaint *complaint);

bool field_may_be_missing(const struct field *field);

/* "seat, key (optional)": what a description holds, for documents and tests. */
void fields_list(const struct field *const fields[], struct text *text);

/*
 * One object of at most `most` bytes.  False with a complaint (`size`, `syntax`) when it is none, a
 * key stands twice in it, or it holds a NUL or what is not UTF-8.
 */
bool object_read(const char *bytes, size_t length, size_t most, struct json_value *object,
                 struct complaint *complaint);

/* The place of a text in a list of words, or `count`. */
unsigned word_find(struct json_value value, const char *const words[], unsigned count);

/* The complaint about a field that is missing or not what it must be.  Always false. */
bool field_complain(struct complaint *complaint, const char *name, struct json_value value,
                    enum fault_id wanted);

/* Whole numbers that JavaScript holds exactly, so that every client can compare them. */
#define NUMBER_EXACT_MAX ((INT64_C(1) << 53) - 1)

#endif
