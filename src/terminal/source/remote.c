/* The conversation with a server: who asks for what, and what becomes of it. */
#include "terminal/source/remote.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/harmless.h"
#include "core/notation.h"
#include "remote/remote_fault.h"
#include "remote/visit.h"
#include "terminal/clock.h"
#include "terminal/source/advice.h"
#include "terminal/source/remote_table.h"
#include "words/language.h"
#include "words/phrases.h"

enum {
    TICK_MS = 1000,
    THINKING_TICK_MS = 50,
    WAIT_MS = 20,
    WAITS_FOR_TABLE = 1000,
    STEP_MESSAGES_MAX = 1000, /* then the person has a turn, however much a server says */
};

/* What a message is about, so that its answer can be told apart. */
enum { FOLLOW_ID = 1, TURN_ID, WISH_ID };

struct remote {
    struct source source; /* first, so that a source is a remote */
    struct remote_table table;
    struct visit visit;
    struct advice *advice; /* that is being thought of, or NULL */
    unsigned advised;      /* the moment of the game it is for */
    const char *url;
    bool watches; /* wants no seat */
    bool broken;  /* the server sent what does not fit: `failure` of the table says what */
    bool settled; /* all that had happened has been told: it is known whether there is a seat */
    char turn[TURN_TEXT_SIZE]; /* that has been sent and not yet been answered, or "" */
    uint32_t turn_after;
    char farewell[SOURCE_SENTENCE_SIZE]; /* why the server is about to close the connection */
};

static struct remote *remote_of(struct source *source)
{
    return (struct remote *)source;
}

/* ---- Saying ------------------------------------------------------------------------------ */

/* False with a sentence when what was typed makes no message. */
static bool message_of(const struct remote *remote, const struct source_wish *wish,
                       struct message *message, char why[SOURCE_SENTENCE_SIZE])
{
    static const enum message_kind kinds[WISHES] = {
        [WISH_SIT] = MESSAGE_SIT,      [WISH_STAND] = MESSAGE_STAND,
        [WISH_SEAT] = MESSAGE_SEAT,    [WISH_FILL] = MESSAGE_FILL,
        [WISH_START] = MESSAGE_START,  [WISH_CLOSE] = MESSAGE_CLOSE,
        [WISH_LEAVE] = MESSAGE_LEAVE,  [WISH_BACK] = MESSAGE_BACK,
        [WISH_AWAY] = MESSAGE_AWAY,    [WISH_READY] = MESSAGE_READY,
        [WISH_SAY] = MESSAGE_CHAT,     [WISH_MUTE] = MESSAGE_MUTE,
        [WISH_HEAR] = MESSAGE_MUTE,    [WISH_TAKEBACK] = MESSAGE_TAKEBACK,
        [WISH_AGREE] = MESSAGE_ANSWER, [WISH_REFUSE] = MESSAGE_ANSWER,
    };
    struct complaint complaint;
    char sentence[FAULT_SENTENCE_SIZE];
    *message = (struct message){.kind = kinds[wish->kind],
                                .has_id = true,
                                .id = WISH_ID,
                                .seat = wish->seat,
                                .after = remote->table.follow.state.events,
                                .on = wish->kind == WISH_MUTE || wish->kind == WISH_AGREE};
    const struct match_state *state = &remote->table.follow.state;
    const unsigned mine = remote->table.follow.view.seat;
    if (wish->kind == WISH_TAKEBACK && mine != SEAT_NONE)
        message->event = state->seat[mine].turn_number;
    if (message->kind == MESSAGE_ANSWER)
        message->event = state->takeback.number;
    snprintf(message->key, sizeof message->key, "%s", remote->table.follow.key);
    bool sound = true;
    if (wish->kind == WISH_SEAT || wish->kind == WISH_FILL)
        sound = message_seat_as(message, wish->text, &complaint);
    if (wish->kind == WISH_SAY)
        sound = message_say(message, phrase_sent(wish->text), &complaint);
    if (message->kind == MESSAGE_MUTE)
        remote_find_person(&remote->table, wish->text, message->person);
    if (!sound)
        harmless_copy(why, SOURCE_SENTENCE_SIZE, language_fault(&complaint.fault, sentence));
    return sound;
}

/* Once, when it is known how things are at the table. */
static void sit_down(struct remote *remote)
{
    const struct follow *follow = &remote->table.follow;
    const struct source_wish wish = {.kind = WISH_SIT,
                                     .seat = follow_free_seat(&remote->table.follow)};
    char why[SOURCE_SENTENCE_SIZE];
    struct message message;
    if (remote->settled || !follow_is_current(follow))
        return;
    remote->settled = true;
    if (follow->view.seat != SEAT_NONE || match_state_is_over(&follow->state) || remote->watches)
        return;
    if (wish.seat == SEAT_NONE)
        source_talk_add(&remote->source.talk, TALK_NEWS, SEAT_NONE, "",
                        _("No seat is free here: you are watching."));
    else if (message_of(remote, &wish, &message, why))
        visit_say(&remote->visit, &message);
}

/* ---- Hearing ----------------------------------------------------------------------------- */

/* The server breaks its own protocol: nothing more of it is believed. */
static void give_up(struct remote *remote, const char *why)
{
    harmless_copy(remote->table.failure, sizeof remote->table.failure, why);
    remote->broken = true;
}

static void take_error(struct remote *remote, const struct told_error *error)
{
    const char *rule = error->why.rule;
    const int64_t re = error->has_re ? error->re : 0;
    char words[SOURCE_SENTENCE_SIZE], why[FAULT_SENTENCE_SIZE];
    remote_sentence(&error->why, why);
    if (re == FOLLOW_ID) {
        harmless_copy(remote->table.failure, sizeof remote->table.failure,
                      why[0] != '\0' ? why : _("The server does not say why."));
        return;
    }
    snprintf(words, sizeof words, _("The server refuses: %.250s%s%s%s"), why,
             rule[0] != '\0' ? " (" : "", rule, rule[0] != '\0' ? ")" : "");
    source_talk_add(&remote->source.talk, TALK_REFUSED, SEAT_NONE, "", words);
    if (re == TURN_ID) {
        remote->turn[0] = '\0';
        remote->source.changes++; /* the turn is to be entered again */
    }
}

static void take_lobby(struct remote *remote, struct json_list tables)
{
    if (remote->visit.place.table[0] != '\0')
        return;
    if (remote_pick(&remote->visit.place, tables))
        visit_follow(&remote->visit, &remote->table.follow, FOLLOW_ID);
    else
        snprintf(remote->table.failure, sizeof remote->table.failure,
                 "there is no public table with a free seat; name one with --table");
}

/* The link is for whoever is to sit down. */
static void write_address(struct remote *remote)
{
    const char *key = remote->table.follow.key;
    size_t length = strlen(remote->url);
    while (length > 0 && remote->url[length - 1] == '/')
        length--;
    snprintf(remote->source.room.address, sizeof remote->source.room.address, "%.*s/t/%s%s%s",
             (int)(length < 200 ? length : 200), remote->url, remote->visit.place.table,
             key[0] != '\0' ? "#" : "", key);
}

static void take_message(struct remote *remote, const char *bytes)
{
    const struct told *told = &remote->table.told;
    char why[SOURCE_SENTENCE_SIZE], farewell[FAULT_SENTENCE_SIZE];
    if (!remote_table_hear(&remote->table, bytes, clock_now_ms(), why)) {
        give_up(remote, why);
        return;
    }
    switch (told->kind) {
    case TOLD_TABLE:
        write_address(remote);
        if (remote->turn[0] != '\0')
            visit_play(&remote->visit, remote->turn, remote->turn_after,
                       TURN_ID); /* the connection was lost before its answer came */
        break;
    case TOLD_EVENT:
        if (told->as.event.event.kind == EVENT_TURN && told->as.event.number > remote->turn_after)
            remote->turn[0] = '\0';
        if (told->as.event.event.kind == EVENT_UNDO)
            remote->advised = 0; /* for a game that is not so any more */
        break;
    case TOLD_LOBBY:
        take_lobby(remote, told->as.lobby);
        break;
    case TOLD_ERROR:
        take_error(remote, &told->as.error);
        break;
    case TOLD_BYE:
        harmless_copy(remote->farewell, sizeof remote->farewell,
                      remote_sentence(&told->as.bye.why, farewell));
        break;
    default:
        break;
    }
    sit_down(remote);
}

static bool take_news(struct remote *remote, struct wire_news *news)
{
    switch (news->kind) {
    case WIRE_NOTHING:
        return false;
    case WIRE_OPENED:
        remote->table.lost[0] = remote->farewell[0] = '\0';
        remote->source.room.link = LINK_UP;
        visit_follow(&remote->visit, &remote->table.follow, FOLLOW_ID);
        break;
    case WIRE_LOST:
        harmless_copy(remote->table.lost, sizeof remote->table.lost,
                      remote->farewell[0] != '\0' ? remote->farewell : news->reason);
        remote->farewell[0] = '\0';
        remote->source.room.link = LINK_LOST;
        break;
    case WIRE_MESSAGE:
        take_message(remote, news->text);
        break;
    }
    free(news->text);
    return true;
}

/* ---- The source -------------------------------------------------------------------------- */

static bool take_advice(struct remote *remote)
{
    if (remote->advice == NULL || !advice_is_there(remote->advice))
        return false;
    if (source_is_mine(&remote->source) && remote->source.history.moments == remote->advised)
        advice_take(remote->advice, &remote->source);
    else
        advice_drop(remote->advice); /* too late */
    remote->advice = NULL;
    remote->source.pause_ms = TICK_MS;
    return true;
}

/* True when there was any. */
static bool hear(struct remote *remote)
{
    unsigned heard = 0;
    while (remote->visit.wire != NULL && !remote->broken && heard < STEP_MESSAGES_MAX) {
        struct wire_news news = wire_next(remote->visit.wire);
        if (!take_news(remote, &news))
            break;
        heard++;
    }
    return heard > 0;
}

/* What there is stays on the screen, and there will be no more. */
static void hang_up(struct remote *remote)
{
    visit_end(&remote->visit);
    remote->source.descriptor = -1;
    remote->source.room.link = LINK_BROKEN;
    remote->source.changes++; /* no turn can be entered any more */
}

static bool remote_step(struct source *source)
{
    struct remote *remote = remote_of(source);
    const bool any = hear(remote);
    if (remote->broken && remote->visit.wire != NULL)
        hang_up(remote);
    remote_table_tick(&remote->table, clock_now_ms());
    remote_tell(&remote->table);
    return take_advice(remote) || any;
}

static bool no_connection(char why[SOURCE_SENTENCE_SIZE])
{
    snprintf(why, SOURCE_SENTENCE_SIZE,
             _("There is no connection to the server: nothing was played."));
    return false;
}

static bool remote_play(struct source *source, const struct turn *turn,
                        char why[SOURCE_SENTENCE_SIZE])
{
    struct remote *remote = remote_of(source);
    notation_turn(remote->turn, source->board, turn);
    remote->turn_after = remote->table.follow.state.events;
    source->hints = 0;
    if (visit_play(&remote->visit, remote->turn, remote->turn_after, TURN_ID))
        return true;
    remote->turn[0] = '\0';
    return no_connection(why);
}

static bool remote_ask(struct source *source, const struct source_wish *wish,
                       char why[SOURCE_SENTENCE_SIZE])
{
    struct remote *remote = remote_of(source);
    struct source_wish known = *wish;
    struct message message;
    char person[PERSON_SIZE];
    if (!source_may(source, wish->kind)) {
        const bool mute = wish->kind == WISH_SAY && source->room.is_muted;
        snprintf(why, SOURCE_SENTENCE_SIZE, "%s",
                 mute ? _("The host has muted you.")
                      : _("That is not possible at this table now."));
        return false;
    }
    if ((wish->kind == WISH_MUTE || wish->kind == WISH_HEAR) &&
        !remote_find_person(&remote->table, wish->text, person)) {
        snprintf(why, SOURCE_SENTENCE_SIZE, _("Nobody here is called '%.60s'."), wish->text);
        return false;
    }
    if (wish->kind == WISH_SIT && wish->seat == SEAT_NONE)
        known.seat = follow_free_seat(&remote->table.follow);
    if (wish->kind == WISH_AWAY)
        known.seat = source_table(source)->to_move;
    if (!message_of(remote, &known, &message, why))
        return false;
    return visit_say(&remote->visit, &message) || no_connection(why);
}

static void remote_go_on(struct source *source)
{
    char why[SOURCE_SENTENCE_SIZE];
    const bool waits = source->room.stage == STAGE_WAITING;
    const struct source_wish wish = {.kind = waits ? WISH_START : WISH_READY};
    if (!remote_ask(source, &wish, why) && waits)
        source_talk_add(&source->talk, TALK_REFUSED, SEAT_NONE, "", why);
}

static bool remote_ask_hint(struct source *source, char why[SOURCE_SENTENCE_SIZE])
{
    struct remote *remote = remote_of(source);
    const struct bot *expert = bot_adviser();
    const char *refusal = NULL;
    if (!source->advises)
        refusal = _("There is no advice while other people play.");
    if (!(follow_may(&remote->table.follow, clock_now_ms()) & MAY_TURN) ||
        !hand_is_known(&source->hand))
        refusal = _("You can only ask for advice on your own turn.");
    else if (remote->advice != NULL)
        refusal = _("The expert has already been asked.");
    harmless_copy(source->adviser, sizeof source->adviser, expert->name);
    if (refusal == NULL) {
        remote->advice = advice_begin(source, expert);
        remote->advised = source->history.moments;
    }
    if (refusal == NULL && remote->advice == NULL)
        refusal = _("There is not enough memory for advice.");
    snprintf(why, SOURCE_SENTENCE_SIZE, "%s",
             refusal != NULL ? refusal : _("The expert is thinking about your turn."));
    if (refusal == NULL)
        source->pause_ms = THINKING_TICK_MS;
    return refusal == NULL;
}

static bool remote_save(struct source *source, const char *path, char why[SOURCE_SENTENCE_SIZE])
{
    return remote_table_save(&remote_of(source)->table, path, why);
}

static char *remote_record(const struct source *source, size_t *length)
{
    return remote_table_record(&((const struct remote *)source)->table, length);
}

static const struct source_calls calls = {
    .step = remote_step,
    .play = remote_play,
    .go_on = remote_go_on,
    .ask_hint = remote_ask_hint,
    .record = remote_record,
    .save = remote_save,
    .ask = remote_ask,
};

/* ---- The whole --------------------------------------------------------------------------- */

/* Until the table is there with all that happened: the screen needs a board. */
static bool wait_for_table(struct remote *remote, char error[], size_t error_size)
{
    const struct timespec pause = {.tv_nsec = WAIT_MS * 1000000L};
    for (int i = 0; i < WAITS_FOR_TABLE && remote->table.failure[0] == '\0'; i++) {
        remote_step(&remote->source);
        if (remote->settled)
            return true;
        if (remote->table.lost[0] != '\0')
            break; /* trying again is for a game that has been seen */
        nanosleep(&pause, NULL);
    }
    snprintf(error, error_size, "%s: %s", remote->url,
             remote->table.failure[0] != '\0' ? remote->table.failure
             : remote->table.lost[0] != '\0'  ? remote->table.lost
                                              : "the server does not answer");
    return false;
}

/* Whether the last thing that was said is a refusal. */
static bool is_refused(const struct source *source, unsigned lines)
{
    const struct source_talk *talk = &source->talk;
    return talk->lines > lines && source_talk_line(talk, talk->lines - 1)->kind == TALK_REFUSED;
}

bool remote_rematch(struct source *source, char link[TOLD_TABLE_ID_SIZE], char error[],
                    size_t error_size)
{
    const struct timespec pause = {.tv_nsec = WAIT_MS * 1000000L};
    const struct message message = {.kind = MESSAGE_REMATCH, .has_id = true, .id = WISH_ID};
    struct remote *remote = remote_of(source);
    const char *table = remote->table.follow.state.rematch;
    const unsigned lines = source->talk.lines;
    if (table[0] == '\0' && !visit_say(&remote->visit, &message)) {
        snprintf(error, error_size, "%s", _("There is no connection to the server."));
        return false;
    }
    for (int i = 0; i < WAITS_FOR_TABLE && table[0] == '\0' && !is_refused(source, lines); i++) {
        nanosleep(&pause, NULL);
        remote_step(source);
    }
    memcpy(link, table, strlen(table) + 1);
    if (table[0] != '\0')
        return true;
    snprintf(error, error_size, "%s: %.300s", remote->url,
             is_refused(source, lines)
                 ? source_talk_line(&source->talk, source->talk.lines - 1)->words
                 : "the server does not answer");
    return false;
}

static bool begin(struct remote *remote, const struct remote_target *target, char error[],
                  size_t error_size)
{
    if (!visit_begin(&remote->visit, target, NULL, error, error_size))
        return false;
    follow_set_key(&remote->table.follow, remote->visit.place.key);
    remote->source.descriptor = wire_descriptor(remote->visit.wire);
    return wait_for_table(remote, error, error_size);
}

struct source *remote_open(const struct remote_target *target, char error[], size_t error_size)
{
    struct remote *remote = calloc(1, sizeof *remote);
    if (remote == NULL) {
        snprintf(error, error_size, "there is not enough memory for a game");
        return NULL;
    }
    remote->url = target->url;
    remote->watches = target->watches;
    remote->source.calls = &calls;
    remote->source.offers = SOURCE_REVIEW;
    remote->source.pause_ms = TICK_MS;
    remote->source.room.link = LINK_LOST;
    history_init(&remote->source.history);
    remote_table_init(&remote->table, &remote->source);
    if (begin(remote, target, error, error_size))
        return &remote->source;
    remote_close(&remote->source);
    return NULL;
}

void remote_close(struct source *source)
{
    struct remote *remote = remote_of(source);
    if (remote->advice != NULL)
        advice_drop(remote->advice);
    visit_end(&remote->visit);
    history_release(&source->history);
    free(remote);
}
