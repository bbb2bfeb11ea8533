/* What happens in a room: somebody asks, time is up, a bot moves; and what becomes of it. */
#include <string.h>

#include "core/check.h"
#include "server/tables/room_internal.h"

/* ---- A change -------------------------------------------------------------------------------- */

/* What happens to the match is told to both. */
struct happening {
    struct room *room;
    struct change *change;
};

/* Whoever writes for the first time has a name that nobody has been told yet. */
static void note_author(struct happening *happening, const struct event *event)
{
    const struct asker *asker = &happening->change->asker;
    if (event->kind != EVENT_CHAT || asker->link == 0)
        return;
    struct author *author = table_history_author(&happening->room->history, event->person);
    if (!author || strcmp(author->name, asker->identity.name) == 0)
        return;
    memcpy(author->name, asker->identity.name, sizeof author->name);
    happening->change->names_author = true;
}

static void note_name(struct happening *happening, const struct event *event)
{
    char *name = happening->room->name[event->seat];
    const struct asker *asker = &happening->change->asker;
    if (event->kind == EVENT_SIT && asker->link != 0)
        memcpy(name, asker->identity.name, NAME_SIZE);
    else if (event->kind == EVENT_SIT || event->kind == EVENT_STAND || event->kind == EVENT_SEAT)
        memset(name, 0, NAME_SIZE);
}

static void happened(void *context, const struct match *after, const struct event *event)
{
    struct happening *happening = context;
    const struct table_history *history = &happening->room->history;
    change_add(happening->change, after, event,
               table_history_ended(history, after->state.revealed));
    if (!table_history_note(&happening->room->history, after, event))
        happening->change->failed = true;
    note_author(happening, event);
    note_name(happening, event);
}

/* Servers' clocks are apart by a few milliseconds: nothing happens before what has happened. */
static int64_t not_before(const struct room *room, int64_t now)
{
    enum { APART_MS = 5000 };
    const int64_t ahead = room->match.state.since - now;
    return ahead > 0 && ahead < APART_MS ? room->match.state.since : now;
}

/* False when there is no memory. */
static bool begin(struct happening *happening, struct room *room, const struct asker *asker,
                  int64_t now)
{
    CHECK(room->state == ROOM_READY && !room->to_write);
    happening->room = room;
    happening->change = change_new(room->id, room->serial, room->match.state.events + 1, now);
    if (happening->change && asker)
        happening->change->asker = *asker;
    return happening->change != NULL;
}

static struct match_listener listener_of(struct happening *happening)
{
    return (struct match_listener){.happened = happened, .context = happening};
}

/*
 * Whether something has happened, which is to be written then.  What happened without memory to
 * tell of it has not: the room, which has gone on, is read from the store again.
 */
static enum room_outcome end(struct happening *happening)
{
    struct room *room = happening->room;
    struct change *change = happening->change;
    if (change->count == 0 && !change->adds_table) {
        change_free(change);
        return ROOM_REPEATED;
    }
    change_close(change, &room->match);
    memcpy(change->party, room->party.id, sizeof change->party);
    if (change->failed) {
        room_doubt(room, change->now);
        change_free(change);
        return ROOM_FAILED;
    }
    room->to_write = change;
    room->state = ROOM_BUSY;
    return ROOM_CHANGED;
}

/* ---- By somebody ----------------------------------------------------------------------------- */

bool room_open(struct room *room, const struct match_settings *settings,
               const uint8_t seed[SEED_SIZE], char (*kept)[PERSON_SIZE], const struct asker *asker,
               int64_t now)
{
    struct happening happening;
    room->opened = room->changed = now;
    match_init(&room->match, settings, asker->identity.person, seed, now);
    if (!table_history_init(&room->history))
        return false;
    room->state = ROOM_READY;
    if (!begin(&happening, room, asker, now))
        return false;
    change_add_table(happening.change, &room->match, now);
    if (kept)
        match_open_again(&room->match, kept, now, listener_of(&happening));
    else
        match_open(&room->match, now, listener_of(&happening));
    return end(&happening) == ROOM_CHANGED;
}

static void ask_match(struct room *room, const struct message *message, const struct asking *asking,
                      struct answer *answer)
{
    struct match *match = &room->match;
    switch (message->kind) {
    case MESSAGE_SIT:
        match_sit(match, asking, message->seat,
                  key_is_right(room->key, message->key) ||
                      strcmp(match->state.host, asking->person) == 0,
                  answer);
        break;
    case MESSAGE_STAND:
        match_stand(match, asking, answer);
        break;
    case MESSAGE_SEAT:
        match_seat(match, asking, message->seat, message->as.kind, message->as.bot, answer);
        break;
    case MESSAGE_FILL:
        match_fill(match, asking, message->as.bot, answer);
        break;
    case MESSAGE_START:
        match_start(match, asking, answer);
        break;
    case MESSAGE_CLOSE:
        match_close(match, asking, answer);
        break;
    case MESSAGE_TURN:
        match_turn(match, asking, message->after, message->turn, strlen(message->turn), answer);
        break;
    case MESSAGE_READY:
        match_ready(match, asking, message->after, answer);
        break;
    case MESSAGE_LEAVE:
        match_leave(match, asking, answer);
        break;
    case MESSAGE_BACK:
        match_back(match, asking, answer);
        break;
    case MESSAGE_AWAY:
        match_send_away(match, asking, message->seat, answer);
        break;
    case MESSAGE_CHAT:
        match_chat(match, asking, message->text, answer);
        break;
    case MESSAGE_MUTE:
        match_mute(match, asking, message->person, message->on, answer);
        break;
    case MESSAGE_TAKEBACK:
        match_takeback(match, asking, message->event, answer);
        break;
    case MESSAGE_ANSWER:
        match_answer(match, asking, message->event, message->on, answer);
        break;
    case MESSAGE_REMATCH:
    case MESSAGE_FOLLOW:
    case MESSAGE_LOBBY:
    case MESSAGE_PING:
    case MESSAGE_KINDS:
        CHECK(!"the hub takes these itself");
    }
}

static bool refuse(struct answer *answer, enum objection objection, enum fault_id id)
{
    *answer = (struct answer){.objection = objection};
    return fault_say_plain(&answer->fault, id, "");
}

/*
 * Names are free, so guests share a pace and an amount of talk; half of the amount is for those who
 * sit at the table.
 */
static bool may_talk(struct room *room, const char *person, int64_t now, struct answer *answer)
{
    const struct table_history *history = &room->history;
    const bool guest = match_state_seat_of(&room->match.state, person) == SEAT_NONE &&
                       strcmp(room->match.state.host, person) != 0;
    if (history->talk_bytes >= TALK_BYTES_MAX ||
        (guest && history->guest_talk_bytes >= GUEST_TALK_BYTES_MAX))
        return refuse(answer, OBJECTION_STATE, FAULT_CHAT_FULL);
    if (!guest)
        return true;
    if (room->guests_talk_until < now)
        room->guests_talk_until = now;
    if (room->guests_talk_until - now >= GUEST_TALK_BURST * (int64_t)GUEST_TALK_MS)
        return refuse(answer, OBJECTION_SLOW, FAULT_CHAT_CROWDED);
    room->guests_talk_until += GUEST_TALK_MS;
    return true;
}

/* There is always room for turns and the end of a pause, not for what could be repeated for ever.
 */
static bool has_room(struct room *room, const struct message *message, const struct asker *asker,
                     int64_t now, struct answer *answer)
{
    switch (message->kind) {
    case MESSAGE_CHAT:
        return may_talk(room, asker->identity.person, now, answer);
    case MESSAGE_SIT:
    case MESSAGE_STAND:
    case MESSAGE_SEAT:
    case MESSAGE_BACK:
    case MESSAGE_MUTE:
        return room->history.comings < COMINGS_MAX ||
               refuse(answer, OBJECTION_STATE, FAULT_TOO_MUCH_COMING);
    default:
        return true;
    }
}

enum room_outcome room_ask(struct room *room, const struct asker *asker,
                           const struct message *message, int64_t now, struct answer *answer)
{
    struct happening happening;
    now = not_before(room, now);
    if (!has_room(room, message, asker, now, answer))
        return ROOM_REFUSED;
    if (!begin(&happening, room, asker, now))
        return ROOM_FAILED;
    const struct asking asking = {
        .person = asker->identity.person,
        .now = now,
        .listener = listener_of(&happening),
        .program = message->program,
    };
    ask_match(room, message, &asking, answer);
    const enum room_outcome outcome = end(&happening);
    return outcome == ROOM_REPEATED && answer->objection != OBJECTION_NONE ? ROOM_REFUSED : outcome;
}

enum room_outcome room_may_rematch(const struct room *room, const struct asker *asker, int64_t now,
                                   struct answer *answer)
{
    const struct asking asking = {.person = asker->identity.person, .now = now};
    if (match_may_rematch(&room->match, &asking, answer))
        return ROOM_CHANGED;
    return answer->again ? ROOM_REPEATED : ROOM_REFUSED;
}

enum room_outcome room_rematch(struct room *room, const struct asker *asker, const char *table,
                               int64_t now, struct answer *answer)
{
    struct happening happening;
    now = not_before(room, now);
    if (!begin(&happening, room, asker, now))
        return ROOM_FAILED;
    const struct asking asking = {
        .person = asker->identity.person, .now = now, .listener = listener_of(&happening)};
    match_rematch(&room->match, &asking, table, answer);
    return end(&happening);
}

/* More than sit here are not to leave. */
void room_forget(struct room *room, const char *person)
{
    room->outdated = room->forgets = true;
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        char *forgotten = room->forgotten[i];
        if (forgotten[0] != '\0' && strcmp(forgotten, person) != 0)
            continue;
        text_copy(forgotten, PERSON_SIZE, person);
        return;
    }
}

static void let_leave(struct room *room, const char *person, int64_t now)
{
    struct happening happening;
    struct answer answer;
    now = not_before(room, now);
    if (!begin(&happening, room, NULL, now))
        return;
    const struct asking asking = {
        .person = person, .now = now, .listener = listener_of(&happening)};
    if (room->match.state.phase == MATCH_OPEN)
        match_stand(&room->match, &asking, &answer);
    else
        match_leave(&room->match, &asking, &answer);
    end(&happening);
}

/* Where another server minds the table, it sees to that. */
void room_let_leave(struct room *room, int64_t now)
{
    for (unsigned i = 0; i < SEATS_MAX && room->forgets && room->state == ROOM_READY; i++) {
        char person[PERSON_SIZE];
        memcpy(person, room->forgotten[i], sizeof person);
        room->forgotten[i][0] = '\0';
        if (person[0] != '\0' && !room->elsewhere)
            let_leave(room, person, now);
        room->forgets = i + 1 < SEATS_MAX;
    }
}

/* ---- By itself ------------------------------------------------------------------------------- */

void room_time_is_up(struct room *room, int64_t now)
{
    struct happening happening;
    now = not_before(room, now);
    if (!begin(&happening, room, NULL, now))
        return;
    match_tick(&room->match, &room->presence, now, listener_of(&happening));
    end(&happening);
}

bool room_can_reveal(const struct room *room)
{
    return room->state == ROOM_READY && !room->elsewhere &&
           match_state_is_over(&room->match.state) && !match_is_revealed(&room->match) &&
           room->party.is_over;
}

void room_reveal(struct room *room, int64_t now)
{
    struct happening happening;
    now = not_before(room, now);
    CHECK(room_can_reveal(room));
    if (!begin(&happening, room, NULL, now))
        return;
    match_reveal(&room->match, now, listener_of(&happening));
    end(&happening);
}

bool room_wants_party(const struct room *room, int64_t now)
{
    return room->state == ROOM_READY && !room->elsewhere &&
           match_state_is_over(&room->match.state) && !match_is_revealed(&room->match) &&
           !room->party.is_over && now >= room->ask_party_at;
}

bool room_wants_bot(const struct room *room)
{
    return room->state == ROOM_READY && !room->elsewhere && room->bot_asked == 0 &&
           match_bot_to_move(&room->match);
}

/* Its person may have come back, or the room has been read again: then it is asked anew. */
void room_bot_turn(struct room *room, uint32_t changed, const struct turn *turn, int64_t now)
{
    struct happening happening;
    now = not_before(room, now);
    room->bot_asked = 0;
    room->bot_ready = false;
    if (room->elsewhere || room->match.state.changed != changed ||
        !match_bot_to_move(&room->match) || !begin(&happening, room, NULL, now))
        return;
    match_bot_turn(&room->match, turn, now, listener_of(&happening));
    end(&happening);
}

/* ---- Back from disk -------------------------------------------------------------------------- */

/* False when there is no memory: what is on disk is not in the room. */
static bool send_event(struct room *room, const struct change_event *event, struct mail *mail)
{
    if (!event_log_add(room->history.log, packet_share(event->packet)))
        return false;
    mail_to_all(mail, packet_share(event->packet));
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if (event->hand[seat])
            mail_to_person(mail, event->holder[seat], packet_share(event->hand[seat]));
    return true;
}

static void send_change(struct room *room, const struct change *change, int64_t now,
                        struct mail *mail)
{
    bool seats_changed = false, sent = true;
    if (change->names_author)
        room_tell_people(room, now, mail); /* so that their words arrive with their name */
    for (unsigned i = 0; i < change->count && sent; i++)
        sent = send_event(room, &change->event[i], mail);
    if (!sent) {
        room_doubt(room, now);
        return;
    }
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        seats_changed |= change->seat_changed[seat];
    room->here_changed |= seats_changed || change->names_author;
    if (seats_changed)
        room_tell_people(room, now, mail);
}

void room_written(struct room *room, const struct change *change, bool kept, int64_t now,
                  struct mail *mail)
{
    CHECK(room->state == ROOM_BUSY && !room->to_write);
    if (!kept) {
        room->perhaps_kept = change->adds_table;
        room_doubt(room, now);
        return;
    }
    room->state = ROOM_READY;
    room->kept = true;
    room->changed = change->now;
    room->failures = 0;
    room->list_changed |= change->updates_listing || change->adds_table;
    send_change(room, change, now, mail);
    room->due = match_due(&room->match, &room->presence);
}

/* ---- From other servers ---------------------------------------------------------------------- */

static void take_name(struct room *room, const struct arrival *arrival)
{
    const struct event *event = &arrival->event;
    struct author *author = NULL;
    if (event->kind == EVENT_SIT || event->kind == EVENT_KEEP)
        memcpy(room->name[event->seat], arrival->name, NAME_SIZE);
    else if (event->kind == EVENT_STAND || event->kind == EVENT_SEAT)
        memset(room->name[event->seat], 0, NAME_SIZE);
    else if (event->kind == EVENT_CHAT)
        author = table_history_author(&room->history, event->person);
    if (author)
        memcpy(author->name, arrival->name, NAME_SIZE);
}

static bool changes_people(enum event_kind kind)
{
    return kind == EVENT_SIT || kind == EVENT_STAND || kind == EVENT_SEAT || kind == EVENT_CHAT;
}

/* Whoever writes for the first time is told of before their words, as in send_change(). */
static void send_arrival(struct room *room, const struct arrival *arrival, int64_t now,
                         struct mail *mail)
{
    const enum event_kind kind = arrival->event.kind;
    if (kind == EVENT_CHAT)
        room_tell_people(room, now, mail);
    mail_to_all(mail, packet_share(arrival->packet));
    for (unsigned i = 0; kind == EVENT_ROUND && i < room->followers; i++)
        room_send_hand(room, &room->follower[i], mail);
    if (changes_people(kind) && kind != EVENT_CHAT)
        room_tell_people(room, now, mail);
    room->here_changed |= changes_people(kind);
}

bool room_catch_up(struct room *room, const struct arrival *arrivals, unsigned count, int64_t now,
                   struct mail *mail)
{
    CHECK(room->state == ROOM_LOADING);
    for (unsigned i = 0; i < count; i++) {
        const struct arrival *arrival = &arrivals[i];
        struct fault fault = {0};
        if (!match_replay(&room->match, &arrival->event, &fault) ||
            !table_history_note(&room->history, &room->match, &arrival->event) ||
            !event_log_add(room->history.log, packet_share(arrival->packet)))
            return false;
        take_name(room, arrival);
        room->changed = arrival->event.at;
        send_arrival(room, arrival, now, mail);
    }
    room->state = ROOM_READY;
    room->list_changed = true;
    room_note_presence(room, now); /* somebody may have come or gone meanwhile */
    return true;
}
