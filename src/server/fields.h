/*
 * The fields of a JSON object that somebody sent, read strictly: each is there, of its type and
 * within its range, or a complaint names it and says what is allowed.  Fields that nobody asks for
 * are ignored, as the protocol promises.
 */
#ifndef RAILHEAD_SERVER_FIELDS_H
#define RAILHEAD_SERVER_FIELDS_H

#include <jansson.h>
#include <stdint.h>

#include "server/complaint.h"

/* What a text may hold beside not too many characters. */
enum field_letters {
    LETTERS_ANY, /* all but control characters */
    LETTERS_ID,  /* A-Z, a-z, 0-9, '-' and '_', as in ids, keys and logins */
};

/* A text's field; lengths in characters, of which one takes up to four bytes. */
struct field_text {
    const char *name;
    unsigned shortest, longest;
    enum field_letters letters;
};

/* At the start of a program, so that fields_load() withstands a lack of memory; jansson does not.
 */
void fields_init(void);

/*
 * One object of at most `most` bytes, to be released with json_decref().  NULL with a complaint
 * (`size`, `syntax`) when it is none, a key stands twice in it, or it holds a NUL or what is not
 * UTF-8; `store` when there was no memory to read it.
 */
json_t *fields_load(const char *bytes, size_t length, size_t most, struct complaint *complaint);

/* Whether that was why the last fields_load() of this thread failed. */
bool fields_short_of_memory(void);

bool field_is_there(const json_t *object, const char *name);

/* Each answers false with a complaint (`field`), and then has not written its value. */
bool field_integer(const json_t *object, const char *name, int64_t lowest, int64_t highest,
                   int64_t *value, struct complaint *complaint);
bool field_truth(const json_t *object, const char *name, bool *value, struct complaint *complaint);

/* `size` is at least four bytes for each character (one for LETTERS_ID), and one for the NUL. */
bool field_text(const json_t *object, const struct field_text *field, char *into, size_t size,
                struct complaint *complaint);

/* The complaint about a field that is missing (`value` NULL) or not what it must be.  Always false.
 */
bool field_complain(struct complaint *complaint, const char *name, const json_t *value,
                    enum fault_id wanted);

#endif
