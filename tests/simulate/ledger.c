/* What anybody was told: see ledger.h. */
#include "simulate/ledger.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/told_event.h"
#include "support.h"

void ledger_release(struct ledger *ledger)
{
    for (unsigned i = 0; i < ledger->count; i++) {
        for (uint32_t n = 0; n < ledger->table[i].capacity; n++)
            free(ledger->table[i].event[n].bytes);
        free(ledger->table[i].event);
    }
    free(ledger->table);
    *ledger = (struct ledger){0};
}

struct ledger_table *ledger_table(struct ledger *ledger, const char *id)
{
    if (strlen(id) != TABLE_ID_SIZE - 1)
        return NULL;
    for (unsigned i = ledger->count; i-- > 0;)
        if (strcmp(ledger->table[i].id, id) == 0)
            return &ledger->table[i];
    if (ledger->count == ledger->capacity) {
        ledger->capacity = ledger->capacity ? 2 * ledger->capacity : 16;
        ledger->table = realloc(ledger->table, ledger->capacity * sizeof *ledger->table);
        assert_non_null(ledger->table);
    }
    struct ledger_table *table = &ledger->table[ledger->count++];
    *table = (struct ledger_table){0};
    memcpy(table->id, id, TABLE_ID_SIZE);
    return table;
}

static bool object_to(struct ledger *ledger, const char *what, const char *table, uint32_t number,
                      const char *bytes)
{
    snprintf(ledger->fault, sizeof ledger->fault, "%s: table %s, event %u: %.300s", what, table,
             (unsigned)number, bytes);
    return false;
}

static void make_room(struct ledger_table *table, uint32_t number)
{
    if (number <= table->capacity)
        return;
    const uint32_t capacity = number + 64;
    table->event = realloc(table->event, capacity * sizeof *table->event);
    assert_non_null(table->event);
    memset(table->event + table->capacity, 0, (capacity - table->capacity) * sizeof *table->event);
    table->capacity = capacity;
}

static bool is_chat(const char *bytes)
{
    return strstr(bytes, "\"kind\":\"chat\"") != NULL;
}

/* Words of somebody who was forgotten. */
static bool is_forgotten(const char *bytes)
{
    return strstr(bytes, event_body_deleted + 1) != NULL;
}

static void keep(struct ledger_event *event, const char *bytes, unsigned length)
{
    free(event->bytes);
    event->bytes = malloc(length + 1);
    assert_non_null(event->bytes);
    memcpy(event->bytes, bytes, length);
    event->bytes[length] = '\0';
    event->length = length;
}

bool ledger_note(struct ledger *ledger, const char *id, uint32_t number, const char *bytes,
                 unsigned length)
{
    struct ledger_table *table = ledger_table(ledger, id);
    if (!table || number == 0)
        return object_to(ledger, "an event of no table", id, number, bytes);
    make_room(table, number);
    struct ledger_event *event = &table->event[number - 1];
    if (number > table->seen)
        table->seen = number;
    if (!event->bytes) {
        keep(event, bytes, length);
        return true;
    }
    if (event->length == length && memcmp(event->bytes, bytes, length) == 0)
        return true;
    if (!ledger->deletions || !is_chat(bytes) || !is_chat(event->bytes))
        return object_to(ledger, "an event was sent with other bytes before", id, number, bytes);
    if (is_forgotten(bytes))
        keep(event, bytes, length);
    return true;
}

void ledger_acknowledge(struct ledger *ledger, const char *id, uint32_t number)
{
    struct ledger_table *table = ledger_table(ledger, id);
    if (table && number > table->acked)
        table->acked = number;
}

/* ---- Against the store ----------------------------------------------------------------------- */

struct audit {
    struct ledger *ledger;
    struct ledger_table *table;
    uint32_t last;
    bool good;
};

static void event_found(void *context, const struct store_event *row)
{
    struct audit *audit = context;
    struct ledger_table *table = audit->table;
    char message[EVENT_MESSAGE_SIZE];
    struct text text;
    if (row->number != audit->last + 1 && audit->good)
        audit->good = object_to(audit->ledger, "a number is missing before this one", table->id,
                                row->number, row->body);
    audit->last = row->number;
    struct ledger_event *event =
        row->number <= table->capacity ? &table->event[row->number - 1] : &(struct ledger_event){0};
    if (!event->bytes || !audit->good)
        return;
    text_init(&text, message, sizeof message);
    event_message_write(row->number, row->at, row->body, strlen(row->body), &text);
    if (text.used == event->length && memcmp(message, event->bytes, event->length) == 0)
        return;
    if (audit->ledger->deletions && is_chat(event->bytes) && is_forgotten(message))
        keep(event, message, (unsigned)text.used);
    else
        audit->good = object_to(audit->ledger, "what was sent is not what is kept", table->id,
                                row->number, event->bytes);
}

static void game_found(void *context, const struct store_game *game)
{
    (void)context, (void)game;
}

/* A table that anybody was shown. */
static bool is_there(struct ledger *ledger, const struct ledger_table *table, struct store *store)
{
    return store_game_by_id(store, table->id, game_found, NULL) == STORE_OK ||
           object_to(ledger, "a table that was shown is not there", table->id, 0, "");
}

bool ledger_list(struct ledger *ledger, const char *id, struct store *store)
{
    struct ledger_table *table = ledger_table(ledger, id);
    const bool was_listed = table->listed;
    table->listed = true;
    return was_listed || is_there(ledger, table, store);
}

static bool is_kept(struct ledger *ledger, struct ledger_table *table, struct store *store)
{
    struct audit audit = {.ledger = ledger, .table = table, .good = true};
    if (store_events(store, table->id, 0, event_found, &audit) == STORE_FAILED)
        return object_to(ledger, "the store failed", table->id, 0, store_reason(store));
    if (table->listed && !is_there(ledger, table, store))
        return false;
    if (audit.good && audit.last < table->seen)
        return object_to(ledger, "an event that was sent is lost", table->id, audit.last + 1, "");
    if (audit.good && audit.last < table->acked)
        return object_to(ledger, "what was acknowledged is lost", table->id, audit.last + 1, "");
    return audit.good;
}

bool ledger_is_kept(struct ledger *ledger, struct store *store)
{
    for (unsigned i = 0; i < ledger->count; i++)
        if (!is_kept(ledger, &ledger->table[i], store))
            return false;
    return true;
}
