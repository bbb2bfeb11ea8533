/* The conversation with a server: who asks for what, and what becomes of it. */
#include "terminal/remote.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/check.h"
#include "core/notation.h"
#include "terminal/language.h"
#include "terminal/post.h"
#include "terminal/remote_state.h"
#include "terminal/secret.h"
#include "terminal/wire.h"

enum {
    KEY_SIZE = 40,
    TICK_MS = 1000,
    WAIT_MS = 50,
    WAITS_FOR_TABLE = 400,
    ASK_ID = 1,
    TURN_ID = 2
};

struct remote {
    struct source source; /* first, so that a source is a remote */
    struct remote_state state;
    struct wire *wire;
    const char *url;
    char table[ID_SIZE]; /* "" until one has been found */
    char key[KEY_SIZE];
    bool asked_to_sit;
    char turn[TURN_TEXT_SIZE]; /* that has been sent and not yet been answered, or "" */
    long turn_after;
    char failure[SOURCE_SENTENCE_SIZE]; /* the game cannot be followed */
};

static struct remote *remote_of(struct source *source)
{
    return (struct remote *)source;
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- Saying ------------------------------------------------------------------------------ */

/* Sends the object and lets it go. */
static bool say(struct remote *remote, json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);
    CHECK(text != NULL);
    const bool sent = wire_send(remote->wire, text);
    free(text);
    json_decref(message);
    return sent;
}

static void follow(struct remote *remote)
{
    if (remote->table[0] == '\0')
        say(remote, json_pack("{s:s}", "do", "lobby"));
    else
        say(remote, json_pack("{s:s, s:s, s:I, s:i}", "do", "follow", "table", remote->table,
                              "after", (json_int_t)remote->state.last, "id", ASK_ID));
}

static bool send_turn(struct remote *remote)
{
    return say(remote,
               json_pack("{s:s, s:I, s:s, s:i}", "do", "turn", "after",
                         (json_int_t)remote->turn_after, "turn", remote->turn, "id", TURN_ID));
}

/* The first free seat, if there is none of mine and the game has not begun. */
static void sit_down(struct remote *remote)
{
    const struct remote_state *state = &remote->state;
    if (state->mine != SEAT_NONE || state->started || state->over || remote->asked_to_sit)
        return;
    for (unsigned seat = 0; seat < state->seats; seat++) {
        const bool invited = state->seat[seat].kind == REMOTE_INVITED && remote->key[0] != '\0';
        if (state->seat[seat].kind != REMOTE_OPEN && !invited)
            continue;
        remote->asked_to_sit = true;
        if (invited)
            say(remote, json_pack("{s:s, s:i, s:s}", "do", "sit", "seat", (int)seat + 1, "key",
                                  remote->key));
        else
            say(remote, json_pack("{s:s, s:i}", "do", "sit", "seat", (int)seat + 1));
        return;
    }
}

/* ---- Hearing ----------------------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static void notice(struct remote *remote, const char *format,
                                                         ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(remote->source.notice, sizeof remote->source.notice, format, arguments);
    va_end(arguments);
}

/* The link is for whoever is to sit down. */
static void tell_host(struct remote *remote, bool full)
{
    if (full)
        notice(remote, _("Everybody is here: Enter starts the game."));
    else
        notice(remote,
               _("Pass on %.150s/t/%s%s%s for the free seats.  Enter starts when all are taken."),
               remote->url, remote->table, remote->key[0] != '\0' ? "#" : "", remote->key);
}

/* What there is to say while the game has not begun. */
static void tell_waiting(struct remote *remote)
{
    const struct remote_state *state = &remote->state;
    bool full = true;
    for (unsigned seat = 0; seat < state->seats; seat++)
        full = full &&
               (state->seat[seat].kind == REMOTE_PERSON || state->seat[seat].kind == REMOTE_BOT);
    if (state->over && !state->started)
        notice(remote, _("The table is closed."));
    else if (state->started)
        remote->source.notice[0] = '\0';
    else if (strcmp(state->host, state->me) == 0)
        tell_host(remote, full);
    else
        notice(remote, _("The game begins when the host starts it."));
}

static void take_error(struct remote *remote, const json_t *message)
{
    const char *rule = remote_text(message, "rule"), *text = remote_text(message, "text");
    const long re = (long)json_integer_value(json_object_get(message, "re"));
    if (re == ASK_ID && !remote->state.known)
        snprintf(remote->failure, sizeof remote->failure, "%s", text);
    notice(remote, _("The server refuses: %.250s%s%s%s"), text, rule[0] != '\0' ? " (" : "", rule,
           rule[0] != '\0' ? ")" : "");
    if (re == TURN_ID) {
        remote->turn[0] = '\0';
        remote->source.changes++; /* the turn is to be entered again */
    }
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

static void take_lobby(struct remote *remote, const json_t *message)
{
    const json_t *tables = json_object_get(message, "tables");
    for (size_t i = 0; i < json_array_size(tables) && remote->table[0] == '\0'; i++) {
        const json_t *table = json_array_get(tables, i);
        if (has_room(table))
            snprintf(remote->table, sizeof remote->table, "%s", remote_text(table, "id"));
    }
    if (remote->table[0] != '\0')
        follow(remote);
    else
        snprintf(remote->failure, sizeof remote->failure,
                 "there is no public table with a free seat; name one with --table");
}

static bool take_message(struct remote *remote, const json_t *message)
{
    struct remote_state *state = &remote->state;
    const char *is = remote_text(message, "is");
    char why[SOURCE_SENTENCE_SIZE];
    bool followed = true;
    if (strcmp(is, "hello") == 0)
        snprintf(state->me, sizeof state->me, "%s",
                 remote_text(json_object_get(message, "you"), "id"));
    else if (strcmp(is, "table") == 0)
        followed = remote_take_table(state, message, why);
    else if (strcmp(is, "event") == 0)
        followed = remote_take_event(state, message, now_ms(), why);
    else if (strcmp(is, "hand") == 0)
        remote_take_hand(state, message);
    else if (strcmp(is, "people") == 0)
        remote_take_people(state, message);
    else if (strcmp(is, "lobby") == 0 && remote->table[0] == '\0')
        take_lobby(remote, message);
    if (!followed)
        snprintf(remote->failure, sizeof remote->failure, "%s", why);
    if (state->last > remote->turn_after)
        remote->turn[0] = '\0';
    if (strcmp(is, "table") == 0 || strcmp(is, "event") == 0) {
        sit_down(remote);
        tell_waiting(remote);
        if (remote->turn[0] != '\0' && strcmp(is, "table") == 0)
            send_turn(remote); /* the connection was lost before its answer came */
    }
    if (strcmp(is, "error") == 0)
        take_error(remote, message);
    return true;
}

static bool take_news(struct remote *remote, struct wire_news *news)
{
    json_t *message = NULL;
    switch (news->kind) {
    case WIRE_NOTHING:
        return false;
    case WIRE_OPENED:
        remote->source.notice[0] = '\0';
        follow(remote);
        break;
    case WIRE_LOST:
        notice(remote, _("No connection to the server (%.100s): trying again."), news->text);
        break;
    case WIRE_MESSAGE:
        message = json_loads(news->text, 0, NULL);
        if (message != NULL)
            take_message(remote, message);
        json_decref(message);
        break;
    }
    free(news->text);
    return true;
}

/* ---- The source -------------------------------------------------------------------------- */

static bool remote_step(struct source *source)
{
    struct remote *remote = remote_of(source);
    bool any = false;
    for (struct wire_news news = wire_next(remote->wire); take_news(remote, &news);
         news = wire_next(remote->wire))
        any = true;
    remote_tick(&remote->state, now_ms());
    if (remote->failure[0] != '\0')
        notice(remote, _("%.350s  q leaves."), remote->failure);
    return any;
}

static bool remote_play(struct source *source, const struct turn *turn,
                        char why[SOURCE_SENTENCE_SIZE])
{
    struct remote *remote = remote_of(source);
    notation_turn(remote->turn, source->board, turn);
    remote->turn_after = remote->state.last;
    if (send_turn(remote))
        return true;
    remote->turn[0] = '\0';
    snprintf(why, SOURCE_SENTENCE_SIZE,
             _("There is no connection to the server: nothing was played."));
    return false;
}

static void remote_go_on(struct source *source)
{
    struct remote *remote = remote_of(source);
    if (!remote->state.started)
        say(remote, json_pack("{s:s, s:i}", "do", "start", "id", 3));
    else
        say(remote,
            json_pack("{s:s, s:I}", "do", "ready", "after", (json_int_t)remote->state.last));
}

static bool remote_ask_hint(struct source *source, char why[SOURCE_SENTENCE_SIZE])
{
    (void)source;
    snprintf(why, SOURCE_SENTENCE_SIZE, _("At a server there is no advice."));
    return false;
}

static bool remote_save(struct source *source, const char *path, char why[SOURCE_SENTENCE_SIZE])
{
    (void)path;
    snprintf(why, SOURCE_SENTENCE_SIZE, _("The server keeps the record: /api/v1/tables/%s/record"),
             remote_of(source)->table);
    return false;
}

static const struct source_calls calls = {
    .step = remote_step,
    .play = remote_play,
    .go_on = remote_go_on,
    .ask_hint = remote_ask_hint,
    .save = remote_save,
};

/* ---- The whole --------------------------------------------------------------------------- */

/* "q7m2x9kd4wpz", "/t/q7m2x9kd4wpz#KEY" or the same with the server before it. */
static bool read_link(struct remote *remote, const char *link)
{
    const char *slash = strrchr(link, '/');
    const char *id = slash != NULL ? slash + 1 : link;
    const size_t length = strcspn(id, "#");
    if (length == 0 || length >= sizeof remote->table || strlen(id) - length >= sizeof remote->key)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (!isalnum((unsigned char)id[i]))
            return false;
    }
    memcpy(remote->table, id, length);
    if (id[length] == '#')
        snprintf(remote->key, sizeof remote->key, "%s", id + length + 1);
    return true;
}

/* Until the table is there: the screen needs a board. */
static bool wait_for_table(struct remote *remote, char error[], size_t error_size)
{
    const struct timespec pause = {.tv_nsec = WAIT_MS * 1000000L};
    for (int i = 0; i < WAITS_FOR_TABLE && remote->failure[0] == '\0'; i++) {
        remote_step(&remote->source);
        if (remote->state.known)
            return true;
        nanosleep(&pause, NULL);
    }
    snprintf(error, error_size, "%s: %s", remote->url,
             remote->failure[0] != '\0'         ? remote->failure
             : remote->source.notice[0] != '\0' ? remote->source.notice
                                                : "the server does not answer");
    return false;
}

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

static char *write_settings(const struct remote_wish *wish)
{
    json_t *variants = json_array();
    for (unsigned v = 0; v < 3; v++) {
        if (wish->variants >> v & 1)
            json_array_append_new(variants, json_string(variant_names[v]));
    }
    json_t *settings = json_pack("{s:s, s:o, s:o, s:b}", "board", wish->board, "seats",
                                 list_seats(wish->seats), "variants", variants, "public", 1);
    char *text = json_dumps(settings, JSON_COMPACT);
    CHECK(text != NULL);
    json_decref(settings);
    return text;
}

/* A table of one's own; false with a sentence. */
static bool open_table(struct remote *remote, const struct remote_wish *wish, const char *secret,
                       char error[], size_t error_size)
{
    struct address address;
    char answer[POST_ANSWER_SIZE];
    if (!address_read(&address, wish->url, error, error_size))
        return false;
    char *settings = write_settings(wish);
    const bool posted =
        post(&address, "/api/v1/tables", secret, settings, answer, error, error_size);
    free(settings);
    if (!posted)
        return false;
    json_t *table = json_loads(answer, 0, NULL);
    const bool opened = remote_text(table, "id")[0] != '\0';
    if (opened) {
        snprintf(remote->table, sizeof remote->table, "%s", remote_text(table, "id"));
        snprintf(remote->key, sizeof remote->key, "%s", remote_text(table, "key"));
    } else {
        snprintf(error, error_size, "the server opens no such table: %.300s",
                 remote_text(table, "text")[0] != '\0' ? remote_text(table, "text")
                                                       : "its answer makes no sense");
    }
    json_decref(table);
    return opened;
}

/* The table of the wish is known, or will be found; false with a sentence. */
static bool find_table(struct remote *remote, const struct remote_wish *wish, const char *secret,
                       char error[], size_t error_size)
{
    if (wish->board != NULL)
        return open_table(remote, wish, secret, error, error_size);
    if (wish->link == NULL || read_link(remote, wish->link))
        return true;
    snprintf(error, error_size, "--table: '%.100s' is not the link of a table", wish->link);
    return false;
}

static bool begin(struct remote *remote, const struct remote_wish *wish, char error[],
                  size_t error_size)
{
    char secret[SECRET_TEXT_SIZE];
    struct address address;
    if (!address_read(&address, wish->url, error, error_size) ||
        !secret_for(wish->url, secret, error, error_size) ||
        !find_table(remote, wish, secret, error, error_size))
        return false;
    remote->wire = wire_open(wish->url, secret, error, error_size);
    if (remote->wire == NULL)
        return false;
    remote->source.descriptor = wire_descriptor(remote->wire);
    return wait_for_table(remote, error, error_size);
}

struct source *remote_open(const struct remote_wish *wish, char error[], size_t error_size)
{
    struct remote *remote = calloc(1, sizeof *remote);
    CHECK(remote != NULL);
    remote->url = wish->url;
    remote->source.calls = &calls;
    remote->source.keyboard = SEAT_NONE;
    remote->source.pause_ms = TICK_MS;
    chronicle_init(&remote->source.chronicle);
    remote_state_init(&remote->state, &remote->source);
    if (begin(remote, wish, error, error_size))
        return &remote->source;
    remote_close(&remote->source);
    return NULL;
}

void remote_close(struct source *source)
{
    struct remote *remote = remote_of(source);
    if (remote->wire != NULL)
        wire_close(remote->wire);
    chronicle_release(&source->chronicle);
    free(remote);
}
