/*
 * Records that people uploaded, to be looked at and shown to others by their id.
 *
 * Whether a text is a record is for the caller to know.
 */
#include "store/store_internal.h"

static const struct db_query upload_add = {
    DB_UPLOAD_ADD, 4,
    "INSERT INTO upload (id, person, at, body) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING"};
static const struct db_query upload_by_id = {DB_UPLOAD_BY_ID, 1,
                                             "SELECT body FROM upload WHERE id = $1"};

enum store_result store_record_add(struct store *store, const char *id, const char *person,
                                   int64_t now, const char *text)
{
    return store_none_is_taken(store_change(
        store, &upload_add,
        VALUES(text_value(id), text_value(person), number_value(now), text_value(text))));
}

enum store_result store_record_by_id(struct store *store, const char *id,
                                     void (*found)(void *context, const char *text), void *context)
{
    return store_ask_text(store, &upload_by_id, VALUES(text_value(id)), found, context);
}
