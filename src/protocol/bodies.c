/* Bodies of requests and responses: their fields and limits. */
#include "protocol/bodies.h"

#include <string.h>

#include "base/check.h"
#include "protocol/shape.h"
#include "json/json_text.h"

#define IN(structure, member) .at = offsetof(struct structure, member)
#define SIZE_IN(structure, member)                                                                 \
    .at = offsetof(struct structure, member), .size = sizeof((struct structure *)0)->member

static const struct field name_field = {"name",
                                        FIELD_TEXT,
                                        SIZE_IN(name_body, name),
                                        .lowest = 1,
                                        .highest = TOLD_NAME_CHARACTERS,
                                        .letters = LETTERS_SHOWN};
static const struct field *const name_fields[] = {&name_field, NULL};

static const struct field login_field = {"login",
                                         FIELD_TEXT,
                                         SIZE_IN(account_body, login),
                                         .lowest = 3,
                                         .highest = LOGIN_SIZE - 1,
                                         .letters = LETTERS_ID};
static const struct field password_field = {"password", FIELD_TEXT, SIZE_IN(account_body, password),
                                            .lowest = 8, .highest = PASSWORD_CHARACTERS};
static const struct field old_field = {"old",
                                       FIELD_TEXT,
                                       SIZE_IN(account_body, old),
                                       .flags = FIELD_OPTIONAL,
                                       .lowest = 1,
                                       .highest = PASSWORD_CHARACTERS};
static const struct field *const account_fields[] = {&login_field, &password_field, &old_field,
                                                     NULL};

static const struct field own_password_field = {"password", FIELD_TEXT,
                                                SIZE_IN(password_body, password), .lowest = 1,
                                                .highest = PASSWORD_CHARACTERS};
static const struct field *const password_fields[] = {&own_password_field, NULL};

static const struct field me_id_field = {"id", FIELD_TEXT, SIZE_IN(me_body, id),
                                         .highest = PERSON_SIZE - 1, .letters = LETTERS_ID};
static const struct field me_name_field = {"name", FIELD_TEXT, SIZE_IN(me_body, name),
                                           .highest = TOLD_NAME_CHARACTERS};
static const struct field me_login_field = {"login", FIELD_TEXT, SIZE_IN(me_body, login),
                                            .highest = LOGIN_SIZE - 1, .letters = LETTERS_ID};
static const struct field me_secret_field = {"secret",
                                             FIELD_TEXT,
                                             SIZE_IN(me_body, secret),
                                             .flags = FIELD_OPTIONAL,
                                             .lowest = SECRET_SIZE - 1,
                                             .highest = SECRET_SIZE - 1,
                                             .letters = LETTERS_ID};
static const struct field *const me_fields[] = {&me_id_field, &me_name_field, &me_login_field,
                                                &me_secret_field, NULL};

static const struct field session_id_field = {"id", FIELD_TEXT, SIZE_IN(session_body, id)};
static const struct field label_field = {"label", FIELD_TEXT, SIZE_IN(session_body, label)};
static const struct field since_field = {"since", FIELD_NUMBER64, IN(session_body, since)};
static const struct field seen_field = {"seen", FIELD_NUMBER64, IN(session_body, seen)};
static const struct field current_field = {"current", FIELD_TRUTH, IN(session_body, current)};
static const struct field *const session_fields[] = {
    &session_id_field, &label_field, &since_field, &seen_field, &current_field, NULL};

static const struct field record_id_field = {"id", FIELD_TEXT, SIZE_IN(record_body, id)};
static const struct field board_field = {"board", FIELD_TEXT, SIZE_IN(record_body, board)};
static const struct field rounds_field = {"rounds", FIELD_NUMBER, IN(record_body, rounds)};
static const struct field turns_field = {"turns", FIELD_NUMBER, IN(record_body, turns)};
static const struct field *const record_fields[] = {&record_id_field, &board_field, &rounds_field,
                                                    &turns_field, NULL};

static const struct field status_field = {"status", FIELD_TEXT, SIZE_IN(health_body, status)};
static const struct field version_field = {"version", FIELD_TEXT, SIZE_IN(health_body, version)};
static const struct field *const health_fields[] = {&status_field, &version_field, NULL};

static const struct field address_field = {"address", FIELD_TEXT, SIZE_IN(address_body, address)};
static const struct field *const address_fields[] = {&address_field, NULL};

static const struct field *const no_fields[] = {NULL};

/* ---- Reading and writing --------------------------------------------------------------------- */

static const struct field_table any_table = {.seats = SEATS_MAX};

static bool read(const struct field *const fields[], void *body, size_t size, const char *bytes,
                 size_t length, struct complaint *complaint)
{
    struct json_value object;
    memset(body, 0, size);
    return object_read(bytes, length, BODY_SIZE_MAX, &object, complaint) &&
           fields_read(fields, &any_table, object, body, complaint);
}

static void write(const struct field *const fields[], const void *body, struct text *text)
{
    json_open(text, '{');
    fields_write(fields, &any_table, body, text);
    json_close(text, '}');
    CHECK(!text->cut);
}

bool name_body_read(struct name_body *body, const char *bytes, size_t length,
                    struct complaint *complaint)
{
    return read(name_fields, body, sizeof *body, bytes, length, complaint);
}

void name_body_write(const struct name_body *body, struct text *text)
{
    write(name_fields, body, text);
}

bool name_body_set(struct name_body *body, const char *typed, struct complaint *complaint)
{
    return field_text_set(&name_field, typed, body->name, complaint);
}

bool account_body_read(struct account_body *body, const char *bytes, size_t length,
                       struct complaint *complaint)
{
    return read(account_fields, body, sizeof *body, bytes, length, complaint);
}

void account_body_write(const struct account_body *body, struct text *text)
{
    write(account_fields, body, text);
}

bool password_body_read(struct password_body *body, const char *bytes, size_t length,
                        struct complaint *complaint)
{
    return read(password_fields, body, sizeof *body, bytes, length, complaint);
}

bool me_body_read(struct me_body *body, const char *bytes, size_t length,
                  struct complaint *complaint)
{
    return read(me_fields, body, sizeof *body, bytes, length, complaint);
}

void me_body_write(const struct me_body *body, struct text *text)
{
    write(me_fields, body, text);
}

void session_body_write(const struct session_body *body, struct text *text)
{
    write(session_fields, body, text);
}

void record_body_write(const struct record_body *body, struct text *text)
{
    write(record_fields, body, text);
}

void health_body_write(const struct health_body *body, struct text *text)
{
    write(health_fields, body, text);
}

void address_body_write(const struct address_body *body, struct text *text)
{
    write(address_fields, body, text);
}

void nothing_body_write(struct text *text)
{
    write(no_fields, NULL, text);
}

void bodies_shapes(struct text *text)
{
    static const struct {
        const char *name;
        const struct field *const *fields;
    } bodies[] = {
        {"Name", name_fields},     {"Account", account_fields}, {"Password", password_fields},
        {"Me", me_fields},         {"Session", session_fields}, {"Record", record_fields},
        {"Health", health_fields}, {"Address", address_fields}, {"Nothing", no_fields},
    };
    for (unsigned i = 0; i < sizeof bodies / sizeof bodies[0]; i++)
        shape_add(text, bodies[i].name, &(struct shape){.fields = bodies[i].fields});
}
