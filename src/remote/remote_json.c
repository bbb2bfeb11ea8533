/* Fields of JSON; see remote_json.h. */
#include "remote/remote_json.h"

#include <string.h>

/* Later than any clock that goes, and sums of such times are numbers still. */
#define TIME_MAX ((int64_t)1 << 50)

const char *remote_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

const char *remote_id(const json_t *object, const char *key)
{
    const char *text = remote_text(object, key);
    const size_t length = strlen(text);
    return length < ID_SIZE &&
                   strspn(text,
                          "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") ==
                       length
               ? text
               : "";
}

int64_t remote_number(const json_t *object, const char *key, int64_t most)
{
    const int64_t number = json_integer_value(json_object_get(object, key));
    return number < 0 ? 0 : number > most ? most : number;
}

int64_t remote_time(const json_t *object, const char *key)
{
    return remote_number(object, key, TIME_MAX);
}
