/* Builds the list of tables from the server's messages and the person's own games. */
#include "terminal/lobby/table_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "protocol/message.h"
#include "protocol/told_message.h"
#include "remote/remote_find.h"
#include "remote/request.h"
#include "remote/secret.h"
#include "remote/wire.h"
#include "text/harmless.h"
#include "words/language.h"

enum {
    WAIT_MS = 20,
    WAITS_MAX = 1000,
    STEP_MESSAGES_MAX = 1000, /* per step, so that a server that floods us cannot block the user */
};

struct table_list_inside {
    const char *url;
    struct address address;
    char secret[SECRET_TEXT_SIZE];
    char me[PERSON_SIZE];
    struct wire *wire;
    bool greeted;        /* greeted since the connection was made */
    char *mine;          /* the last answer with my games, or NULL */
    char *public_tables; /* the last message with the public tables, or NULL */
    char lost[WIRE_REASON_SIZE];
    struct told told; /* the last message, parsed */
};

/* ---- A table ----------------------------------------------------------------------------- */

static void take_seats(struct table_list *list, struct listed_table *table,
                       const struct told_table *told)
{
    char title[SOURCE_TITLE_SIZE];
    table->seats = told->settings.seats;
    for (unsigned i = 0; i < table->seats; i++) {
        const struct told_seat *seat = &told->seat[i];
        const bool me = seat->person[0] != '\0' && strcmp(seat->person, list->inside->me) == 0;
        table->free += seat->kind == SEAT_OPEN;
        table->is_mine |= me;
        table->is_kept |= me && seat->kind == SEAT_INVITED;
        if (me)
            source_list_add(table->names, sizeof table->names, _("you"));
        else if (seat->person[0] != '\0')
            source_list_add(table->names, sizeof table->names,
                            seat->name[0] != '\0' ? seat->name : _("somebody"));
        else if (seat->kind == SEAT_BOT)
            source_list_add(table->names, sizeof table->names,
                            source_bot_title(seat->bot, i, title));
    }
}

static void take_clock(struct listed_table *table, const struct clock *clock)
{
    const int64_t minute = 60 * 1000, day = 24 * 60 * minute;
    if (clock->kind == CLOCK_LIVE)
        snprintf(table->clock, sizeof table->clock, _("%ld min + %ld s"),
                 (long)((clock->bank + minute - 1) / minute), (long)(clock->increment / 1000));
    else if (clock->kind == CLOCK_SLOW)
        snprintf(table->clock, sizeof table->clock,
                 ngettext("%ld day a turn", "%ld days a turn", (unsigned long)(clock->turn / day)),
                 (long)(clock->turn / day));
}

/* Adds a table that is open or running, unless it is already listed. */
static void add_table(struct table_list *list, const struct told_table *told)
{
    struct listed_table *table = &list->table[list->tables];
    const char *me = list->inside->me;
    if (list->tables == TABLE_LIST_TABLES_MAX ||
        (told->state != TOLD_OPEN && told->state != TOLD_RUNNING))
        return;
    for (unsigned i = 0; i < list->tables; i++) {
        if (strcmp(list->table[i].id, told->id) == 0)
            return;
    }
    memset(table, 0, sizeof *table);
    memcpy(table->id, told->id, sizeof table->id);
    table->is_open = told->state == TOLD_OPEN;
    table->board = told->settings.board;
    table->round = told->round;
    table->is_mine = me[0] != '\0' && strcmp(told->host, me) == 0;
    table->variants = told->settings.variants;
    take_seats(list, table, told);
    take_clock(table, &told->settings.clock);
    list->tables++;
}

/* ---- The list ---------------------------------------------------------------------------- */

/* Adds the tables of an answer or a message; skips invalid ones. */
static void add_tables(struct table_list *list, const char *text, enum list_kind kind)
{
    struct json_value object;
    struct complaint complaint;
    struct told_table told;
    if (text == NULL || !object_read(text, strlen(text), TOLD_SIZE_MAX, &object, &complaint))
        return;
    struct json_list rows = list_read(kind, object);
    while (told_next_table(&rows, &told))
        add_table(list, &told);
}

static void list_all(struct table_list *list)
{
    list->tables = 0;
    add_tables(list, list->inside->mine, LIST_GAMES);
    add_tables(list, list->inside->public_tables, LIST_TABLES);
}

/* Requests my games.  The server does not announce changes of them, except at a table I was at. */
static void ask_mine(struct table_list *list)
{
    struct table_list_inside *inside = list->inside;
    char error[SOURCE_SENTENCE_SIZE];
    free(inside->mine);
    inside->mine =
        request(&inside->address, "/api/v1/games", inside->secret, NULL, error, sizeof error);
}

static void take_hello(struct table_list *list, const struct told_hello *hello)
{
    struct table_list_inside *inside = list->inside;
    memcpy(inside->me, hello->id, sizeof inside->me);
    harmless_copy(list->name, sizeof list->name, hello->name);
    if (inside->me[0] == '\0')
        harmless_copy(list->notice, sizeof list->notice, remote_signed_out());
    if (!inside->greeted) /* a repeated greeting must not repeat the request */
        ask_mine(list);
    inside->greeted = true;
}

/* Ignores invalid messages; then the list stays unchanged. */
static void take_message(struct table_list *list, const char *text)
{
    struct table_list_inside *inside = list->inside;
    struct complaint complaint;
    if (!told_read(&inside->told, NULL, text, strlen(text), &complaint))
        return;
    if (inside->told.kind == TOLD_HELLO)
        take_hello(list, &inside->told.as.hello);
    if (inside->told.kind != TOLD_LOBBY)
        return;
    free(inside->public_tables);
    inside->public_tables =
        strdup(text); /* NULL if allocation fails; the next message has the list again */
    list_all(list);
}

static void follow_lobby(struct wire *wire)
{
    const struct message message = {.kind = MESSAGE_LOBBY};
    char bytes[MESSAGE_TEXT_SIZE];
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    message_write(&message, &text);
    wire_send(wire, bytes);
}

static void take_news(struct table_list *list, const struct wire_news *news)
{
    struct table_list_inside *inside = list->inside;
    switch (news->kind) {
    case WIRE_OPENED:
        inside->lost[0] = list->notice[0] = '\0';
        inside->greeted = false;
        follow_lobby(inside->wire);
        break;
    case WIRE_LOST:
        harmless_copy(inside->lost, sizeof inside->lost, news->reason);
        snprintf(list->notice, sizeof list->notice,
                 _("No connection to the server (%s): trying again."), inside->lost);
        break;
    case WIRE_MESSAGE:
        take_message(list, news->text);
        break;
    case WIRE_NOTHING:
        break;
    }
}

bool table_list_step(struct table_list *list)
{
    unsigned taken = 0;
    for (; taken < STEP_MESSAGES_MAX; taken++) {
        const struct wire_news news = wire_next(list->inside->wire);
        if (news.kind == WIRE_NOTHING)
            break;
        take_news(list, &news);
        free(news.text);
    }
    return taken > 0;
}

bool table_list_rename(struct table_list *list, const char *name, char error[], size_t error_size)
{
    struct table_list_inside *inside = list->inside;
    if (!remote_rename(inside->url, inside->secret, name, error, error_size))
        return false;
    harmless_copy(list->name, sizeof list->name, name);
    return true;
}

/* ---- Opening, closing and updating ------------------------------------------------------- */

static bool wait_for_list(struct table_list *list, char error[], size_t error_size)
{
    const struct timespec pause = {.tv_nsec = WAIT_MS * 1000000L};
    for (int i = 0; i < WAITS_MAX && list->inside->lost[0] == '\0'; i++) {
        table_list_step(list);
        if (list->inside->public_tables != NULL)
            return true;
        nanosleep(&pause, NULL);
    }
    snprintf(error, error_size, "%s: %s", list->inside->url,
             list->inside->lost[0] != '\0' ? list->inside->lost : "the server does not answer");
    return false;
}

static bool begin_list(struct table_list *list, char error[], size_t error_size)
{
    struct table_list_inside *inside = list->inside;
    if (!address_read(&inside->address, inside->url, error, error_size) ||
        !secret_for(&inside->address, inside->url, NULL, inside->secret, error, error_size))
        return false;
    inside->wire = wire_open(inside->url, inside->secret, error, error_size);
    if (inside->wire == NULL)
        return false;
    list->descriptor = wire_descriptor(inside->wire);
    return wait_for_list(list, error, error_size);
}

struct table_list *table_list_open(const char *url, char error[], size_t error_size)
{
    struct table_list *list = calloc(1, sizeof *list);
    struct table_list_inside *inside = calloc(1, sizeof *inside);
    if (list == NULL || inside == NULL) {
        snprintf(error, error_size, "there is not enough memory for the list of tables");
        free(list);
        free(inside);
        return NULL;
    }
    inside->url = url;
    list->inside = inside;
    if (begin_list(list, error, error_size))
        return list;
    table_list_close(list);
    return NULL;
}

void table_list_close(struct table_list *list)
{
    struct table_list_inside *inside = list->inside;
    if (inside->wire != NULL)
        wire_close(inside->wire);
    free(inside->mine);
    free(inside->public_tables);
    free(inside);
    free(list);
}
