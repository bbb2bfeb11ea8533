/* The list of tables, from the lobby's messages and the person's own games. */
#include "terminal/lobby/lobby.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/harmless.h"
#include "protocol/message.h"
#include "protocol/told_message.h"
#include "remote/remote_find.h"
#include "remote/request.h"
#include "remote/secret.h"
#include "remote/wire.h"
#include "words/language.h"

enum {
    WAIT_MS = 20,
    WAITS_MAX = 1000,
    STEP_MESSAGES_MAX = 1000, /* then the person has a turn, however much a server says */
};

struct lobby_inside {
    const char *url;
    struct address address;
    char secret[SECRET_TEXT_SIZE];
    char me[PERSON_SIZE];
    struct wire *wire;
    bool greeted; /* since the connection was made */
    char *mine;   /* an answer with my games, or NULL */
    char *tables; /* the last message with the public ones, or NULL */
    char lost[WIRE_REASON_SIZE];
    struct told told; /* what was heard last */
};

/* ---- A table ----------------------------------------------------------------------------- */

static void take_seats(struct lobby *lobby, struct lobby_table *table,
                       const struct told_table *told)
{
    char title[SOURCE_TITLE_SIZE];
    table->seats = told->settings.seats;
    for (unsigned i = 0; i < table->seats; i++) {
        const struct told_seat *seat = &told->seat[i];
        const bool me = seat->person[0] != '\0' && strcmp(seat->person, lobby->inside->me) == 0;
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

static void take_clock(struct lobby_table *table, const struct clock *clock)
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

/* Of a table that is open or running, once. */
static void add_table(struct lobby *lobby, const struct told_table *told)
{
    struct lobby_table *table = &lobby->table[lobby->tables];
    const char *me = lobby->inside->me;
    if (lobby->tables == LOBBY_TABLES_MAX ||
        (told->state != TOLD_OPEN && told->state != TOLD_RUNNING))
        return;
    for (unsigned i = 0; i < lobby->tables; i++) {
        if (strcmp(lobby->table[i].id, told->id) == 0)
            return;
    }
    memset(table, 0, sizeof *table);
    memcpy(table->id, told->id, sizeof table->id);
    table->is_open = told->state == TOLD_OPEN;
    table->board = told->settings.board;
    table->round = told->round;
    table->is_mine = me[0] != '\0' && strcmp(told->host, me) == 0;
    table->variants = told->settings.variants;
    take_seats(lobby, table, told);
    take_clock(table, &told->settings.clock);
    lobby->tables++;
}

/* ---- The list ---------------------------------------------------------------------------- */

/* The tables of an answer or a message; those that make no sense here are passed over. */
static void add_tables(struct lobby *lobby, const char *text, enum list_kind kind)
{
    struct json_value object;
    struct complaint complaint;
    struct told_table told;
    if (text == NULL || !object_read(text, strlen(text), TOLD_SIZE_MAX, &object, &complaint))
        return;
    struct json_list tables = list_read(kind, object);
    while (told_next_table(&tables, &told))
        add_table(lobby, &told);
}

static void list(struct lobby *lobby)
{
    lobby->tables = 0;
    add_tables(lobby, lobby->inside->mine, LIST_GAMES);
    add_tables(lobby, lobby->inside->tables, LIST_TABLES);
}

/* My games are asked for: nobody tells when they change, but that I was at one of them. */
static void ask_mine(struct lobby *lobby)
{
    struct lobby_inside *inside = lobby->inside;
    char error[SOURCE_SENTENCE_SIZE];
    free(inside->mine);
    inside->mine =
        request(&inside->address, "/api/v1/games", inside->secret, NULL, error, sizeof error);
}

static void take_hello(struct lobby *lobby, const struct told_hello *hello)
{
    struct lobby_inside *inside = lobby->inside;
    memcpy(inside->me, hello->id, sizeof inside->me);
    harmless_copy(lobby->name, sizeof lobby->name, hello->name);
    if (inside->me[0] == '\0')
        harmless_copy(lobby->notice, sizeof lobby->notice, remote_signed_out());
    if (!inside->greeted) /* who says it again and again does not keep the person waiting */
        ask_mine(lobby);
    inside->greeted = true;
}

/* What makes no sense is passed over: the list stays as it was. */
static void take_message(struct lobby *lobby, const char *text)
{
    struct lobby_inside *inside = lobby->inside;
    struct complaint complaint;
    if (!told_read(&inside->told, NULL, text, strlen(text), &complaint))
        return;
    if (inside->told.kind == TOLD_HELLO)
        take_hello(lobby, &inside->told.as.hello);
    if (inside->told.kind != TOLD_LOBBY)
        return;
    free(inside->tables);
    inside->tables = strdup(text); /* NULL without memory: then the next message has the list */
    list(lobby);
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

static void take_news(struct lobby *lobby, const struct wire_news *news)
{
    struct lobby_inside *inside = lobby->inside;
    switch (news->kind) {
    case WIRE_OPENED:
        inside->lost[0] = lobby->notice[0] = '\0';
        inside->greeted = false;
        follow_lobby(inside->wire);
        break;
    case WIRE_LOST:
        harmless_copy(inside->lost, sizeof inside->lost, news->reason);
        snprintf(lobby->notice, sizeof lobby->notice,
                 _("No connection to the server (%s): trying again."), inside->lost);
        break;
    case WIRE_MESSAGE:
        take_message(lobby, news->text);
        break;
    case WIRE_NOTHING:
        break;
    }
}

bool lobby_step(struct lobby *lobby)
{
    unsigned taken = 0;
    for (; taken < STEP_MESSAGES_MAX; taken++) {
        const struct wire_news news = wire_next(lobby->inside->wire);
        if (news.kind == WIRE_NOTHING)
            break;
        take_news(lobby, &news);
        free(news.text);
    }
    return taken > 0;
}

bool lobby_rename(struct lobby *lobby, const char *name, char error[], size_t error_size)
{
    struct lobby_inside *inside = lobby->inside;
    if (!remote_rename(inside->url, inside->secret, name, error, error_size))
        return false;
    harmless_copy(lobby->name, sizeof lobby->name, name);
    return true;
}

/* ---- The whole --------------------------------------------------------------------------- */

static bool wait_for_list(struct lobby *lobby, char error[], size_t error_size)
{
    const struct timespec pause = {.tv_nsec = WAIT_MS * 1000000L};
    for (int i = 0; i < WAITS_MAX && lobby->inside->lost[0] == '\0'; i++) {
        lobby_step(lobby);
        if (lobby->inside->tables != NULL)
            return true;
        nanosleep(&pause, NULL);
    }
    snprintf(error, error_size, "%s: %s", lobby->inside->url,
             lobby->inside->lost[0] != '\0' ? lobby->inside->lost : "the server does not answer");
    return false;
}

static bool begin(struct lobby *lobby, char error[], size_t error_size)
{
    struct lobby_inside *inside = lobby->inside;
    if (!address_read(&inside->address, inside->url, error, error_size) ||
        !secret_for(&inside->address, inside->url, NULL, inside->secret, error, error_size))
        return false;
    inside->wire = wire_open(inside->url, inside->secret, error, error_size);
    if (inside->wire == NULL)
        return false;
    lobby->descriptor = wire_descriptor(inside->wire);
    return wait_for_list(lobby, error, error_size);
}

struct lobby *lobby_open(const char *url, char error[], size_t error_size)
{
    struct lobby *lobby = calloc(1, sizeof *lobby);
    struct lobby_inside *inside = calloc(1, sizeof *inside);
    if (lobby == NULL || inside == NULL) {
        snprintf(error, error_size, "there is not enough memory for the list of tables");
        free(lobby);
        free(inside);
        return NULL;
    }
    inside->url = url;
    lobby->inside = inside;
    if (begin(lobby, error, error_size))
        return lobby;
    lobby_close(lobby);
    return NULL;
}

void lobby_close(struct lobby *lobby)
{
    struct lobby_inside *inside = lobby->inside;
    if (inside->wire != NULL)
        wire_close(inside->wire);
    free(inside->mine);
    free(inside->tables);
    free(inside);
    free(lobby);
}
