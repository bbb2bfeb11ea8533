/* The conversation with a server: requests and their answers. */
#include "terminal/source/server_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "remote/remote_fault.h"
#include "remote/visit.h"
#include "rules/notation.h"
#include "terminal/source/advice.h"
#include "terminal/source/server_table.h"
#include "text/harmless.h"
#include "words/language.h"
#include "words/phrases.h"

enum {
    TICK_MS = 1000,
    THINKING_TICK_MS = 50,
    WAIT_MS = 20,
    WAITS_FOR_TABLE = 1000,
    STEP_MESSAGES_MAX = 1000, /* per step, so that a server that floods us cannot block the user */
};

/* Ids of messages, to recognise their answers. */
enum { FOLLOW_ID = 1, TURN_ID, REQUEST_ID };

struct server_source {
    struct source source; /* first, so that a source can be cast to it */
    struct server_table table;
    struct visit visit;
    struct advice *advice; /* pending, or NULL */
    unsigned advised;      /* the moment of the game it is for */
    const char *url;
    bool watches; /* wants no seat */
    bool broken;  /* the server violated the protocol; `table.failure` says how */
    bool settled; /* all past events have arrived, so it is known whether we have a seat */
    char turn[TURN_TEXT_SIZE]; /* sent and not answered yet, or "" */
    uint32_t turn_after;
    char farewell[SOURCE_SENTENCE_SIZE]; /* why the server is about to close the connection */
};

static struct server_source *server_source_of(struct source *source)
{
    return (struct server_source *)source;
}

/* ---- Sending ----------------------------------------------------------------------------- */

/* Converts a request to a message.  Returns false with a sentence if its text is invalid. */
static bool message_of(const struct server_source *server, const struct source_request *request,
                       struct message *message, char why[SOURCE_SENTENCE_SIZE])
{
    static const enum message_kind kinds[ASKS] = {
        [ASK_SIT] = MESSAGE_SIT,      [ASK_STAND] = MESSAGE_STAND,
        [ASK_SEAT] = MESSAGE_SEAT,    [ASK_FILL] = MESSAGE_FILL,
        [ASK_START] = MESSAGE_START,  [ASK_CLOSE] = MESSAGE_CLOSE,
        [ASK_LEAVE] = MESSAGE_LEAVE,  [ASK_BACK] = MESSAGE_BACK,
        [ASK_AWAY] = MESSAGE_AWAY,    [ASK_READY] = MESSAGE_READY,
        [ASK_SAY] = MESSAGE_CHAT,     [ASK_MUTE] = MESSAGE_MUTE,
        [ASK_HEAR] = MESSAGE_MUTE,    [ASK_TAKEBACK] = MESSAGE_TAKEBACK,
        [ASK_AGREE] = MESSAGE_ANSWER, [ASK_REFUSE] = MESSAGE_ANSWER,
    };
    struct complaint complaint;
    char sentence[FAULT_SENTENCE_SIZE];
    *message = (struct message){.kind = kinds[request->kind],
                                .has_id = true,
                                .id = REQUEST_ID,
                                .seat = request->seat,
                                .after = server->table.follow.state.events,
                                .on = request->kind == ASK_MUTE || request->kind == ASK_AGREE};
    const struct match_state *state = &server->table.follow.state;
    const unsigned mine = server->table.follow.view.seat;
    if (request->kind == ASK_TAKEBACK && mine != SEAT_NONE)
        message->event = state->seat[mine].turn_number;
    if (message->kind == MESSAGE_ANSWER)
        message->event = state->takeback.number;
    snprintf(message->key, sizeof message->key, "%s", server->table.follow.key);
    bool sound = true;
    if (request->kind == ASK_SEAT || request->kind == ASK_FILL)
        sound = message_seat_as(message, request->text, &complaint);
    if (request->kind == ASK_SAY)
        sound = message_say(message, phrase_sent(request->text), &complaint);
    if (message->kind == MESSAGE_MUTE)
        server_table_find_person(&server->table, request->text, message->person);
    if (!sound)
        harmless_copy(why, SOURCE_SENTENCE_SIZE, language_fault(&complaint.fault, sentence));
    return sound;
}

/* Asks for a seat, once, when the state of the table is known. */
static void sit_down(struct server_source *server)
{
    const struct follow *follow = &server->table.follow;
    const struct source_request request = {.kind = ASK_SIT,
                                           .seat = follow_free_seat(&server->table.follow)};
    char why[SOURCE_SENTENCE_SIZE];
    struct message message;
    if (server->settled || !follow_is_current(follow))
        return;
    server->settled = true;
    if (follow->view.seat != SEAT_NONE || match_state_is_over(&follow->state) || server->watches)
        return;
    if (request.seat == SEAT_NONE)
        source_talk_add(&server->source.talk, TALK_NEWS, SEAT_NONE, "",
                        _("No seat is free here: you are watching."));
    else if (message_of(server, &request, &message, why))
        visit_say(&server->visit, &message);
}

/* ---- Receiving --------------------------------------------------------------------------- */

/* The server violated the protocol: ignore everything else it sends. */
static void give_up(struct server_source *server, const char *why)
{
    harmless_copy(server->table.failure, sizeof server->table.failure, why);
    server->broken = true;
}

static void take_error(struct server_source *server, const struct told_error *error)
{
    const char *rule = error->why.rule;
    const int64_t re = error->has_re ? error->re : 0;
    char words[SOURCE_SENTENCE_SIZE], why[FAULT_SENTENCE_SIZE];
    remote_sentence(&error->why, why);
    if (re == FOLLOW_ID) {
        harmless_copy(server->table.failure, sizeof server->table.failure,
                      why[0] != '\0' ? why : _("The server does not say why."));
        return;
    }
    snprintf(words, sizeof words, _("The server refuses: %.250s%s%s%s"), why,
             rule[0] != '\0' ? " (" : "", rule, rule[0] != '\0' ? ")" : "");
    source_talk_add(&server->source.talk, TALK_REFUSED, SEAT_NONE, "", words);
    if (re == TURN_ID) {
        server->turn[0] = '\0';
        server->source.changes++; /* the turn must be entered again */
    }
}

static void take_lobby(struct server_source *server, struct json_list tables)
{
    if (server->visit.place.table[0] != '\0')
        return;
    if (remote_pick(&server->visit.place, tables))
        visit_follow(&server->visit, &server->table.follow, FOLLOW_ID);
    else
        snprintf(server->table.failure, sizeof server->table.failure,
                 "there is no public table with a free seat; name one with --table");
}

/* The link lets other people sit down. */
static void write_address(struct server_source *server)
{
    const char *key = server->table.follow.key;
    size_t length = strlen(server->url);
    while (length > 0 && server->url[length - 1] == '/')
        length--;
    snprintf(server->source.room.address, sizeof server->source.room.address, "%.*s/t/%s%s%s",
             (int)(length < 200 ? length : 200), server->url, server->visit.place.table,
             key[0] != '\0' ? "#" : "", key);
}

static void take_message(struct server_source *server, const char *bytes)
{
    const struct told *told = &server->table.told;
    char why[SOURCE_SENTENCE_SIZE], farewell[FAULT_SENTENCE_SIZE];
    if (!server_table_receive(&server->table, bytes, clock_ms(), why)) {
        give_up(server, why);
        return;
    }
    switch (told->kind) {
    case TOLD_TABLE:
        write_address(server);
        if (server->turn[0] != '\0')
            visit_play(&server->visit, server->turn, server->turn_after,
                       TURN_ID); /* the connection was lost before the answer arrived */
        break;
    case TOLD_EVENT:
        if (told->as.event.event.kind == EVENT_TURN && told->as.event.number > server->turn_after)
            server->turn[0] = '\0';
        if (told->as.event.event.kind == EVENT_UNDO)
            server->advised = 0; /* it was for a state of the game that no longer exists */
        break;
    case TOLD_LOBBY:
        take_lobby(server, told->as.lobby);
        break;
    case TOLD_ERROR:
        take_error(server, &told->as.error);
        break;
    case TOLD_BYE:
        harmless_copy(server->farewell, sizeof server->farewell,
                      remote_sentence(&told->as.bye.why, farewell));
        break;
    default:
        break;
    }
    sit_down(server);
}

static bool take_news(struct server_source *server, struct wire_news *news)
{
    switch (news->kind) {
    case WIRE_NOTHING:
        return false;
    case WIRE_OPENED:
        server->table.lost[0] = server->farewell[0] = '\0';
        server->source.room.connection = SOURCE_CONNECTED;
        visit_follow(&server->visit, &server->table.follow, FOLLOW_ID);
        break;
    case WIRE_LOST:
        harmless_copy(server->table.lost, sizeof server->table.lost,
                      server->farewell[0] != '\0' ? server->farewell : news->reason);
        server->farewell[0] = '\0';
        server->source.room.connection = SOURCE_RECONNECTING;
        break;
    case WIRE_MESSAGE:
        take_message(server, news->text);
        break;
    }
    free(news->text);
    return true;
}

/* ---- Calls of the source ----------------------------------------------------------------- */

static bool take_advice(struct server_source *server)
{
    if (server->advice == NULL || !advice_is_ready(server->advice))
        return false;
    if (source_is_mine(&server->source) && server->source.history.moments == server->advised)
        advice_take(server->advice, &server->source);
    else
        advice_drop(server->advice); /* too late */
    server->advice = NULL;
    server->source.pause_ms = TICK_MS;
    return true;
}

/* Returns true if there were any. */
static bool take_messages(struct server_source *server)
{
    unsigned messages = 0;
    while (server->visit.wire != NULL && !server->broken && messages < STEP_MESSAGES_MAX) {
        struct wire_news news = wire_next(server->visit.wire);
        if (!take_news(server, &news))
            break;
        messages++;
    }
    return messages > 0;
}

/* Ends the connection.  The screen keeps showing the last state. */
static void hang_up(struct server_source *server)
{
    visit_end(&server->visit);
    server->source.descriptor = -1;
    server->source.room.connection = SOURCE_DISCONNECTED;
    server->source.changes++; /* turns can no longer be entered */
}

static bool server_source_step(struct source *source)
{
    struct server_source *server = server_source_of(source);
    const bool any = take_messages(server);
    if (server->broken && server->visit.wire != NULL)
        hang_up(server);
    server_table_tick(&server->table, clock_ms());
    server_table_update_notice(&server->table);
    return take_advice(server) || any;
}

static bool no_connection(char why[SOURCE_SENTENCE_SIZE])
{
    snprintf(why, SOURCE_SENTENCE_SIZE,
             _("There is no connection to the server: nothing was played."));
    return false;
}

static bool server_source_play(struct source *source, const struct turn *turn,
                               char why[SOURCE_SENTENCE_SIZE])
{
    struct server_source *server = server_source_of(source);
    notation_turn(server->turn, source->board, turn);
    server->turn_after = server->table.follow.state.events;
    source->hints = 0;
    if (visit_play(&server->visit, server->turn, server->turn_after, TURN_ID))
        return true;
    server->turn[0] = '\0';
    return no_connection(why);
}

static bool server_source_ask(struct source *source, const struct source_request *request,
                              char why[SOURCE_SENTENCE_SIZE])
{
    struct server_source *server = server_source_of(source);
    struct source_request known = *request;
    struct message message;
    char person[PERSON_SIZE];
    if (!source_may(source, request->kind)) {
        const bool mute = request->kind == ASK_SAY && source->room.is_muted;
        snprintf(why, SOURCE_SENTENCE_SIZE, "%s",
                 mute ? _("The host has muted you.")
                      : _("That is not possible at this table now."));
        return false;
    }
    if ((request->kind == ASK_MUTE || request->kind == ASK_HEAR) &&
        !server_table_find_person(&server->table, request->text, person)) {
        snprintf(why, SOURCE_SENTENCE_SIZE, _("Nobody here is called '%.60s'."), request->text);
        return false;
    }
    if (request->kind == ASK_SIT && request->seat == SEAT_NONE)
        known.seat = follow_free_seat(&server->table.follow);
    if (request->kind == ASK_AWAY)
        known.seat = source_table(source)->to_move;
    if (!message_of(server, &known, &message, why))
        return false;
    return visit_say(&server->visit, &message) || no_connection(why);
}

static void server_source_go_on(struct source *source)
{
    char why[SOURCE_SENTENCE_SIZE];
    const bool waits = source->room.stage == STAGE_WAITING;
    const struct source_request request = {.kind = waits ? ASK_START : ASK_READY};
    if (!server_source_ask(source, &request, why) && waits)
        source_talk_add(&source->talk, TALK_REFUSED, SEAT_NONE, "", why);
}

static bool server_source_ask_hint(struct source *source, char why[SOURCE_SENTENCE_SIZE])
{
    struct server_source *server = server_source_of(source);
    const struct bot *expert = bot_adviser();
    const char *refusal = NULL;
    if (!source->advises)
        refusal = _("There is no advice while other people play.");
    if (!(follow_may(&server->table.follow, clock_ms()) & MAY_TURN) ||
        !hand_is_known(&source->hand))
        refusal = _("You can only ask for advice on your own turn.");
    else if (server->advice != NULL)
        refusal = _("The expert has already been asked.");
    harmless_copy(source->adviser, sizeof source->adviser, expert->name);
    if (refusal == NULL) {
        server->advice = advice_begin(source, expert);
        server->advised = source->history.moments;
    }
    if (refusal == NULL && server->advice == NULL)
        refusal = _("There is not enough memory for advice.");
    snprintf(why, SOURCE_SENTENCE_SIZE, "%s",
             refusal != NULL ? refusal : _("The expert is thinking about your turn."));
    if (refusal == NULL)
        source->pause_ms = THINKING_TICK_MS;
    return refusal == NULL;
}

static bool server_source_save(struct source *source, const char *path,
                               char why[SOURCE_SENTENCE_SIZE])
{
    return server_table_save(&server_source_of(source)->table, path, why);
}

static char *server_source_record(const struct source *source, size_t *length)
{
    return server_table_record(&((const struct server_source *)source)->table, length);
}

static const struct source_calls calls = {
    .step = server_source_step,
    .play = server_source_play,
    .go_on = server_source_go_on,
    .ask_hint = server_source_ask_hint,
    .record = server_source_record,
    .save = server_source_save,
    .ask = server_source_ask,
};

/* ---- Opening and closing ----------------------------------------------------------------- */

/* Waits until all past events have arrived, since the screen needs a board. */
static bool wait_for_table(struct server_source *server, char error[], size_t error_size)
{
    const struct timespec pause = {.tv_nsec = WAIT_MS * 1000000L};
    for (int i = 0; i < WAITS_FOR_TABLE && server->table.failure[0] == '\0'; i++) {
        server_source_step(&server->source);
        if (server->settled)
            return true;
        if (server->table.lost[0] != '\0')
            break; /* reconnecting is only useful for a game that has been shown */
        nanosleep(&pause, NULL);
    }
    snprintf(error, error_size, "%s: %s", server->url,
             server->table.failure[0] != '\0' ? server->table.failure
             : server->table.lost[0] != '\0'  ? server->table.lost
                                              : "the server does not answer");
    return false;
}

/* Returns true if the last line of talk is a refusal. */
static bool is_refused(const struct source *source, unsigned lines)
{
    const struct source_talk *talk = &source->talk;
    return talk->lines > lines && source_talk_line(talk, talk->lines - 1)->kind == TALK_REFUSED;
}

bool server_source_rematch(struct source *source, char link[TOLD_TABLE_ID_SIZE], char error[],
                           size_t error_size)
{
    const struct timespec pause = {.tv_nsec = WAIT_MS * 1000000L};
    const struct message message = {.kind = MESSAGE_REMATCH, .has_id = true, .id = REQUEST_ID};
    struct server_source *server = server_source_of(source);
    const char *table = server->table.follow.state.rematch;
    const unsigned lines = source->talk.lines;
    if (table[0] == '\0' && !visit_say(&server->visit, &message)) {
        snprintf(error, error_size, "%s", _("There is no connection to the server."));
        return false;
    }
    for (int i = 0; i < WAITS_FOR_TABLE && table[0] == '\0' && !is_refused(source, lines); i++) {
        nanosleep(&pause, NULL);
        server_source_step(source);
    }
    memcpy(link, table, strlen(table) + 1);
    if (table[0] != '\0')
        return true;
    snprintf(error, error_size, "%s: %.300s", server->url,
             is_refused(source, lines)
                 ? source_talk_line(&source->talk, source->talk.lines - 1)->words
                 : "the server does not answer");
    return false;
}

static bool begin_visit(struct server_source *server, const struct remote_target *target,
                        char error[], size_t error_size)
{
    if (!visit_begin(&server->visit, target, NULL, error, error_size))
        return false;
    follow_set_key(&server->table.follow, server->visit.place.key);
    server->source.descriptor = wire_descriptor(server->visit.wire);
    return wait_for_table(server, error, error_size);
}

struct source *server_source_open(const struct remote_target *target, char error[],
                                  size_t error_size)
{
    struct server_source *server = calloc(1, sizeof *server);
    if (server == NULL) {
        snprintf(error, error_size, "there is not enough memory for a game");
        return NULL;
    }
    server->url = target->url;
    server->watches = target->watches;
    server->source.calls = &calls;
    server->source.offers = SOURCE_REVIEW;
    server->source.pause_ms = TICK_MS;
    server->source.room.connection = SOURCE_RECONNECTING;
    history_init(&server->source.history);
    server_table_init(&server->table, &server->source);
    if (begin_visit(server, target, error, error_size))
        return &server->source;
    server_source_close(&server->source);
    return NULL;
}

void server_source_close(struct source *source)
{
    struct server_source *server = server_source_of(source);
    if (server->advice != NULL)
        advice_drop(server->advice);
    visit_end(&server->visit);
    history_release(&source->history);
    free(server);
}
