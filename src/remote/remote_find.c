/* Links read, tables opened, names given. */
#include "remote/remote_find.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/harmless.h"
#include "core/notation.h"
#include "remote/remote_fault.h"
#include "remote/request.h"
#include "words/language.h"

const char *remote_signed_out(void)
{
    return _("The server does not know you any more: your account was signed out here. "
             "Remove your identity from ~/.config/railhead to start again.");
}

/* "q7m2x9kd4wpz", "/t/q7m2x9kd4wpz#KEY" or the same with the server before it. */
static bool read_link(struct remote_place *place, const char *link)
{
    const char *slash = strrchr(link, '/');
    const char *id = slash != NULL ? slash + 1 : link;
    const size_t length = strcspn(id, "#");
    if (length == 0 || length >= sizeof place->table || strlen(id) - length >= sizeof place->key)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (!isalnum((unsigned char)id[i]))
            return false;
    }
    memcpy(place->table, id, length);
    place->table[length] = '\0';
    if (id[length] == '#')
        snprintf(place->key, sizeof place->key, "%s", id + length + 1);
    return true;
}

/* Sends an object, which is let go; the answer, to be let go by the caller, or NULL. */
static json_t *ask(const char *url, const char *path, const char *secret, json_t *object,
                   char error[], size_t error_size)
{
    struct address address;
    json_t *answer = NULL;
    char *body = json_dumps(object, JSON_COMPACT);
    json_decref(object);
    if (body == NULL) {
        snprintf(error, error_size, "what is to be sent to the server is not UTF-8");
        return NULL;
    }
    if (address_read(&address, url, error, error_size)) {
        char *text = request(&address, path, secret, body, error, error_size);
        answer = text != NULL ? json_loads(text, 0, NULL) : NULL;
        if (text != NULL && answer == NULL)
            snprintf(error, error_size, "%s: the answer makes no sense: is this a server of ours?",
                     url);
        free(text);
    }
    free(body);
    return answer;
}

/* What was asked for, and why the server does not do it. */
static void refuse(const char *asked, const json_t *answer, char error[], size_t error_size)
{
    char words[FAULT_SENTENCE_SIZE];
    if (strcmp(remote_text(answer, "error"), "identity") == 0)
        harmless_copy(words, sizeof words, remote_signed_out());
    else
        remote_sentence(answer, words);
    snprintf(error, error_size, "%s: %.300s", asked,
             words[0] != '\0' ? words : "the server does not say why");
    harmless_copy(error, error_size, error); /* if it was cut */
}

/* ---- A new table ------------------------------------------------------------------------- */

/* "you,open,hard" as the protocol has it. */
static json_t *list_seats(const char *seats)
{
    json_t *list = json_array();
    for (const char *name = seats;;) {
        const size_t length = strcspn(name, ",");
        const bool me = length == 3 && strncmp(name, "you", 3) == 0;
        json_array_append_new(list, me ? json_string("me") : json_stringn(name, length));
        if (name[length] == '\0')
            return list;
        name += length + 1;
    }
}

static json_t *clock_of(const struct remote_clock_wish *clock)
{
    if (clock->bank_s > 0)
        return json_pack("{s:s, s:i, s:i}", "kind", "live", "bank", clock->bank_s, "increment",
                         clock->increment_s);
    if (clock->days > 0)
        return json_pack("{s:s, s:i}", "kind", "slow", "days", clock->days);
    return json_pack("{s:s}", "kind", "none");
}

static json_t *settings_of(const struct remote_wish *wish)
{
    json_t *variants = json_array();
    unsigned left = wish->variants;
    for (const char *word; (word = variants_next(&left)) != NULL;)
        json_array_append_new(variants, json_string(word));
    return json_pack("{s:s, s:o, s:o, s:o, s:b}", "board", wish->board, "seats",
                     list_seats(wish->seats), "variants", variants, "clock", clock_of(&wish->clock),
                     "public", !wish->hidden);
}

static bool open_table(struct remote_place *place, const struct remote_wish *wish,
                       const char *secret, char error[], size_t error_size)
{
    json_t *table = ask(wish->url, "/api/v1/tables", secret, settings_of(wish), error, error_size);
    if (table == NULL)
        return false;
    const bool opened = remote_id(table, "id")[0] != '\0';
    if (opened) {
        snprintf(place->table, sizeof place->table, "%s", remote_id(table, "id"));
        snprintf(place->key, sizeof place->key, "%s", remote_id(table, "key"));
    } else {
        refuse("the server opens no such table", table, error, error_size);
    }
    json_decref(table);
    return opened;
}

/* ---- For others -------------------------------------------------------------------------- */

bool remote_find(struct remote_place *place, const struct remote_wish *wish, const char *secret,
                 char error[], size_t error_size)
{
    memset(place, 0, sizeof *place);
    if (wish->board != NULL)
        return open_table(place, wish, secret, error, error_size);
    if (wish->link == NULL || read_link(place, wish->link))
        return true;
    snprintf(error, error_size, "--table: '%.100s' is not the link of a table", wish->link);
    return false;
}

bool remote_rename(const char *url, const char *secret, const char *name, char error[],
                   size_t error_size)
{
    json_t *answer =
        ask(url, "/api/v1/me", secret, json_pack("{s:s}", "name", name), error, error_size);
    if (answer == NULL)
        return false;
    const bool named = remote_text(answer, "error")[0] == '\0';
    if (!named)
        refuse("--name", answer, error, error_size);
    json_decref(answer);
    return named;
}

static bool has_room(const json_t *table)
{
    const json_t *seats = json_object_get(table, "seats");
    for (size_t i = 0; i < json_array_size(seats); i++) {
        if (strcmp(remote_text(json_array_get(seats, i), "kind"), "open") == 0)
            return strcmp(remote_text(table, "state"), "open") == 0;
    }
    return false;
}

bool remote_pick(struct remote_place *place, const json_t *lobby)
{
    const json_t *tables = json_object_get(lobby, "tables");
    for (size_t i = 0; i < json_array_size(tables); i++) {
        const json_t *table = json_array_get(tables, i);
        if (has_room(table) && remote_id(table, "id")[0] != '\0') {
            snprintf(place->table, sizeof place->table, "%s", remote_id(table, "id"));
            return true;
        }
    }
    return false;
}
