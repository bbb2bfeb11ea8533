/* The list of tables, from the lobby's messages and the person's own games. */
#include "terminal/lobby.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "board/boards.h"
#include "core/check.h"
#include "core/harmless.h"
#include "match/match.h"
#include "protocol/message.h"
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
    char me[ID_SIZE];
    struct wire *wire;
    bool greeted;   /* since the connection was made */
    json_t *mine;   /* an answer with my games, or NULL */
    json_t *tables; /* the last message with the public ones, or NULL */
    char lost[WIRE_REASON_SIZE];
};

/* ---- A table ----------------------------------------------------------------------------- */

static void take_seats(struct lobby *lobby, struct lobby_table *table, const json_t *seats)
{
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const json_t *seat = json_array_get(seats, i);
        const char *kind = remote_text(seat, "kind"), *who = remote_id(seat, "who");
        char name[SOURCE_NAME_SIZE];
        const bool me = who[0] != '\0' && strcmp(who, lobby->inside->me) == 0;
        harmless_copy(name, sizeof name, remote_text(seat, who[0] != '\0' ? "name" : "bot"));
        table->free += strcmp(kind, "open") == 0;
        table->is_mine |= me;
        if (me)
            source_list_add(table->names, sizeof table->names, _("you"));
        else if (who[0] != '\0' && name[0] == '\0')
            source_list_add(table->names, sizeof table->names, _("somebody"));
        else if (name[0] != '\0')
            source_list_add(table->names, sizeof table->names, name);
    }
    table->seats = (unsigned)json_array_size(seats);
}

static void take_clock(struct lobby_table *table, const json_t *clock)
{
    const char *kind = remote_text(clock, "kind");
    const long bank = (long)remote_number(clock, "bank", BANK_MAX_S);
    const long days = (long)remote_number(clock, "days", DAYS_MAX);
    if (strcmp(kind, "live") == 0)
        snprintf(table->clock, sizeof table->clock, _("%ld min + %ld s"), (bank + 59) / 60,
                 (long)remote_number(clock, "increment", INCREMENT_MAX_S));
    else if (strcmp(kind, "slow") == 0)
        snprintf(table->clock, sizeof table->clock,
                 ngettext("%ld day a turn", "%ld days a turn", (unsigned long)days), days);
}

/* Of a table that is open or running, once. */
static void add_table(struct lobby *lobby, const json_t *json)
{
    const json_t *settings = json_object_get(json, "settings");
    const json_t *seats = json_object_get(json, "seats");
    const char *id = remote_id(json, "id"), *state = remote_text(json, "state");
    const char *board = remote_text(settings, "board");
    struct lobby_table *table = &lobby->table[lobby->tables];
    const bool open = strcmp(state, "open") == 0;
    if (lobby->tables == LOBBY_TABLES_MAX || id[0] == '\0' || json_array_size(seats) > SEATS_MAX ||
        (!open && strcmp(state, "running") != 0))
        return;
    for (unsigned i = 0; i < lobby->tables; i++) {
        if (strcmp(lobby->table[i].id, id) == 0)
            return;
    }
    memset(table, 0, sizeof *table);
    snprintf(table->id, sizeof table->id, "%s", id);
    table->is_open = open;
    table->board = board_builtin(board, strlen(board));
    table->round = (unsigned)remote_number(json, "round", ROUNDS_MAX);
    table->is_mine =
        lobby->inside->me[0] != '\0' && strcmp(remote_id(json, "host"), lobby->inside->me) == 0;
    remote_variants(settings, &table->variants);
    take_seats(lobby, table, seats);
    take_clock(table, json_object_get(settings, "clock"));
    lobby->tables++;
}

/* ---- The list ---------------------------------------------------------------------------- */

static void list(struct lobby *lobby)
{
    const json_t *mine = json_object_get(lobby->inside->mine, "games");
    const json_t *tables = json_object_get(lobby->inside->tables, "tables");
    lobby->tables = 0;
    for (size_t i = 0; i < json_array_size(mine); i++)
        add_table(lobby, json_array_get(mine, i));
    for (size_t i = 0; i < json_array_size(tables); i++)
        add_table(lobby, json_array_get(tables, i));
}

/* My games are asked for: nobody tells when they change, but that I was at one of them. */
static void ask_mine(struct lobby *lobby)
{
    struct lobby_inside *inside = lobby->inside;
    char error[SOURCE_SENTENCE_SIZE];
    char *text =
        request(&inside->address, "/api/v1/games", inside->secret, NULL, error, sizeof error);
    json_decref(inside->mine);
    inside->mine = text != NULL ? json_loads(text, 0, NULL) : NULL;
    free(text);
}

static void take_message(struct lobby *lobby, json_t *message)
{
    struct lobby_inside *inside = lobby->inside;
    const char *is = remote_text(message, "is");
    if (strcmp(is, "hello") == 0) {
        const json_t *you = json_object_get(message, "you");
        snprintf(inside->me, sizeof inside->me, "%s", remote_id(you, "id"));
        harmless_copy(lobby->name, sizeof lobby->name, remote_text(you, "name"));
        if (inside->me[0] == '\0')
            harmless_copy(lobby->notice, sizeof lobby->notice, remote_signed_out());
        if (!inside->greeted) /* who says it again and again does not keep the person waiting */
            ask_mine(lobby);
        inside->greeted = true;
    } else if (strcmp(is, "lobby") == 0) {
        json_decref(inside->tables);
        inside->tables = json_incref(message);
        list(lobby);
    }
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
    json_t *message = NULL;
    switch (news->kind) {
    case WIRE_OPENED:
        inside->lost[0] = lobby->notice[0] = '\0';
        inside->greeted = false;
        follow_lobby(inside->wire);
        break;
    case WIRE_LOST:
        harmless_copy(inside->lost, sizeof inside->lost, news->text);
        snprintf(lobby->notice, sizeof lobby->notice,
                 _("No connection to the server (%s): trying again."), inside->lost);
        break;
    case WIRE_MESSAGE:
        message = json_loads(news->text, 0, NULL);
        if (message != NULL)
            take_message(lobby, message);
        json_decref(message);
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
        !secret_for(inside->url, inside->secret, error, error_size))
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
    CHECK(lobby != NULL);
    lobby->inside = calloc(1, sizeof *lobby->inside);
    CHECK(lobby->inside != NULL);
    lobby->inside->url = url;
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
    json_decref(inside->mine);
    json_decref(inside->tables);
    free(inside);
    free(lobby);
}
