/* Uploaded records, found by id. The caller ensures that a text is a record. */
#include <string.h>

#include "store/store_internal.h"

static const struct db_query upload_add = {
    DB_UPLOAD_ADD, 5,
    "INSERT INTO upload (id, person, at, body, bytes) VALUES ($1, $2, $3, $4, $5)"
    " ON CONFLICT DO NOTHING"};
static const struct db_query upload_by_id = {DB_UPLOAD_BY_ID, 1,
                                             "SELECT body FROM upload WHERE id = $1"};
static const struct db_query uploads_bytes = {DB_UPLOADS_BYTES, 0,
                                              "SELECT coalesce(sum(bytes), 0) FROM upload"};

enum store_result store_record_add(struct store *store, const char *id, const char *person,
                                   int64_t now, const char *text)
{
    return store_none_is_taken(
        store_change(store, &upload_add,
                     VALUES(text_value(id), text_value(person), number_value(now), text_value(text),
                            number_value((int64_t)strlen(text)))));
}

enum store_result store_record_by_id(struct store *store, const char *id,
                                     void (*found)(void *context, const char *text), void *context)
{
    return store_ask_text(store, &upload_by_id, VALUES(text_value(id)), found, context);
}

static void take_bytes(void *context, const struct db_value *columns)
{
    *(int64_t *)context = columns[0].number;
}

enum store_result store_uploads_bytes(struct store *store, int64_t *bytes)
{
    *bytes = 0;
    return store_ask(store, &uploads_bytes, NULL, take_bytes, bytes);
}
