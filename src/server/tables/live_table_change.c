/* Changes of a table: requests, timeouts, bots' turns, and their results. */
#include <string.h>

#include "base/check.h"
#include "server/tables/live_table_internal.h"

/* ---- A change -------------------------------------------------------------------------------- */

/* Receives all events of the match and passes them to the table and the write. */
struct happening {
    struct live_table *capacity;
    struct table_write *change;
};

/* A person who writes for the first time has a name that has not been announced. */
static void note_author(struct happening *happening, const struct event *event)
{
    const struct asker *asker = &happening->change->asker;
    if (event->kind != EVENT_CHAT || asker->client == 0)
        return;
    struct author *author = table_history_author(&happening->capacity->history, event->person);
    if (author == NULL || strcmp(author->name, asker->identity.name) == 0)
        return;
    memcpy(author->name, asker->identity.name, sizeof author->name);
    happening->change->names_author = true;
}

static void note_name(struct happening *happening, const struct event *event)
{
    char *name = happening->capacity->name[event->seat];
    const struct asker *asker = &happening->change->asker;
    if (event->kind == EVENT_SIT && asker->client != 0)
        memcpy(name, asker->identity.name, NAME_SIZE);
    else if (event->kind == EVENT_SIT || event->kind == EVENT_STAND || event->kind == EVENT_SEAT)
        memset(name, 0, NAME_SIZE);
}

static void event_happened(void *context, const struct match *after, const struct event *event)
{
    struct happening *happening = context;
    const struct table_history *history = &happening->capacity->history;
    table_write_add(happening->change, after, event,
                    table_history_ended(history, after->state.revealed));
    if (!table_history_note(&happening->capacity->history, after, event))
        happening->change->failed = true;
    note_author(happening, event);
    note_name(happening, event);
}

/* Clocks of servers differ by a few ms: an event is never earlier than the one before. */
static int64_t not_before(const struct live_table *table, int64_t now)
{
    enum { APART_MS = 5000 };
    const int64_t ahead = table->match.state.since - now;
    return ahead > 0 && ahead < APART_MS ? table->match.state.since : now;
}

/* Returns false if allocation fails. */
static bool begin_change(struct happening *happening, struct live_table *table,
                         const struct asker *asker, int64_t now)
{
    CHECK(table->state == TABLE_READY && !table->to_write);
    happening->capacity = table;
    happening->change =
        table_write_new(table->id, table->serial, table->match.state.events + 1, now);
    if (happening->change != NULL && asker != NULL)
        happening->change->asker = *asker;
    return happening->change != NULL;
}

static struct match_listener listener_of(struct happening *happening)
{
    return (struct match_listener){.happened = event_happened, .context = happening};
}

/*
 * Returns whether anything happened, which must then be written. If an allocation failed it has not
 * happened: the table, which is ahead, is loaded again.
 */
static enum live_table_outcome end_change(struct happening *happening)
{
    struct live_table *table = happening->capacity;
    struct table_write *write = happening->change;
    if (write->count == 0 && !write->adds_table) {
        table_write_free(write);
        return TABLE_REPEATED;
    }
    table_write_close(write, &table->match);
    memcpy(write->party, table->party.id, sizeof write->party);
    if (write->failed) {
        live_table_reload(table, write->now);
        table_write_free(write);
        return TABLE_FAILED;
    }
    table->to_write = write;
    table->state = TABLE_BUSY;
    return TABLE_CHANGED;
}

/* ---- Requests -------------------------------------------------------------------------------- */

bool live_table_open(struct live_table *table, const struct match_settings *settings,
                     const uint8_t seed[SEED_SIZE], char (*kept)[PERSON_SIZE],
                     const struct asker *asker, int64_t now)
{
    struct happening happening;
    table->opened = table->changed = now;
    match_init(&table->match, settings, asker->identity.person, seed, now);
    if (!table_history_init(&table->history))
        return false;
    table->state = TABLE_READY;
    if (!begin_change(&happening, table, asker, now))
        return false;
    table_write_add_table(happening.change, &table->match, now);
    if (kept != NULL)
        match_open_again(&table->match, kept, now, listener_of(&happening));
    else
        match_open(&table->match, now, listener_of(&happening));
    return end_change(&happening) == TABLE_CHANGED;
}

static void ask_match(struct live_table *table, const struct message *message,
                      const struct asking *asking, struct answer *answer)
{
    struct match *match = &table->match;
    switch (message->kind) {
    case MESSAGE_SIT:
        match_sit(match, asking, message->seat,
                  identity_key_matches(table->key, message->key) ||
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

static bool refuse_message(struct answer *answer, enum objection objection, enum fault_id id)
{
    *answer = (struct answer){.objection = objection};
    return fault_say_plain(&answer->fault, id, "");
}

/*
 * Anyone can take a new name, so guests share a rate and an amount of chat; half of the amount is
 * reserved for players.
 */
static bool may_talk(struct live_table *table, const char *person, int64_t now,
                     struct answer *answer)
{
    const struct table_history *history = &table->history;
    const bool guest = match_state_seat_of(&table->match.state, person) == SEAT_NONE &&
                       strcmp(table->match.state.host, person) != 0;
    if (history->talk_bytes >= TALK_BYTES_MAX ||
        (guest && history->guest_talk_bytes >= GUEST_TALK_BYTES_MAX))
        return refuse_message(answer, OBJECTION_STATE, FAULT_CHAT_FULL);
    if (!guest)
        return true;
    if (table->guests_talk_until < now)
        table->guests_talk_until = now;
    if (table->guests_talk_until - now >= GUEST_TALK_BURST * (int64_t)GUEST_TALK_MS)
        return refuse_message(answer, OBJECTION_SLOW, FAULT_CHAT_CROWDED);
    table->guests_talk_until += GUEST_TALK_MS;
    return true;
}

/* Turns and the end of a pause are never refused, unlike what can be repeated without end. */
static bool has_talk_left(struct live_table *table, const struct message *message,
                          const struct asker *asker, int64_t now, struct answer *answer)
{
    switch (message->kind) {
    case MESSAGE_CHAT:
        return may_talk(table, asker->identity.person, now, answer);
    case MESSAGE_SIT:
    case MESSAGE_STAND:
    case MESSAGE_SEAT:
    case MESSAGE_BACK:
    case MESSAGE_MUTE:
        return table->history.comings < COMINGS_MAX ||
               refuse_message(answer, OBJECTION_STATE, FAULT_TOO_MUCH_COMING);
    default:
        return true;
    }
}

enum live_table_outcome live_table_ask(struct live_table *table, const struct asker *asker,
                                       const struct message *message, int64_t now,
                                       struct answer *answer)
{
    struct happening happening;
    now = not_before(table, now);
    if (!has_talk_left(table, message, asker, now, answer))
        return TABLE_REFUSED;
    if (!begin_change(&happening, table, asker, now))
        return TABLE_FAILED;
    const struct asking asking = {
        .person = asker->identity.person,
        .now = now,
        .listener = listener_of(&happening),
        .program = message->program,
    };
    ask_match(table, message, &asking, answer);
    const enum live_table_outcome outcome = end_change(&happening);
    return outcome == TABLE_REPEATED && answer->objection != OBJECTION_NONE ? TABLE_REFUSED
                                                                            : outcome;
}

enum live_table_outcome live_table_may_rematch(const struct live_table *table,
                                               const struct asker *asker, int64_t now,
                                               struct answer *answer)
{
    const struct asking asking = {.person = asker->identity.person, .now = now};
    if (match_may_rematch(&table->match, &asking, answer))
        return TABLE_CHANGED;
    return answer->again ? TABLE_REPEATED : TABLE_REFUSED;
}

enum live_table_outcome live_table_rematch(struct live_table *live, const struct asker *asker,
                                           const char *table, int64_t now, struct answer *answer)
{
    struct happening happening;
    now = not_before(live, now);
    if (!begin_change(&happening, live, asker, now))
        return TABLE_FAILED;
    const struct asking asking = {
        .person = asker->identity.person, .now = now, .listener = listener_of(&happening)};
    match_rematch(&live->match, &asking, table, answer);
    return end_change(&happening);
}

/* At most as many as sit here can leave. */
void live_table_delete_person(struct live_table *table, const char *person)
{
    table->outdated = table->forgets = true;
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        char *forgotten = table->forgotten[i];
        if (forgotten[0] != '\0' && strcmp(forgotten, person) != 0)
            continue;
        text_copy(forgotten, PERSON_SIZE, person);
        return;
    }
}

static void release_seat(struct live_table *table, const char *person, int64_t now)
{
    struct happening happening;
    struct answer answer;
    now = not_before(table, now);
    if (!begin_change(&happening, table, NULL, now))
        return;
    const struct asking asking = {
        .person = person, .now = now, .listener = listener_of(&happening)};
    if (table->match.state.phase == MATCH_OPEN)
        match_stand(&table->match, &asking, &answer);
    else
        match_leave(&table->match, &asking, &answer);
    end_change(&happening);
}

/* If another server owns the table, that server does it. */
void live_table_release_seat(struct live_table *table, int64_t now)
{
    for (unsigned i = 0; i < SEATS_MAX && table->forgets && table->state == TABLE_READY; i++) {
        char person[PERSON_SIZE];
        memcpy(person, table->forgotten[i], sizeof person);
        table->forgotten[i][0] = '\0';
        if (person[0] != '\0' && !table->elsewhere)
            release_seat(table, person, now);
        table->forgets = i + 1 < SEATS_MAX;
    }
}

/* ---- Timeouts and bots ----------------------------------------------------------------------- */

void live_table_expire_clocks(struct live_table *table, int64_t now)
{
    struct happening happening;
    now = not_before(table, now);
    if (!begin_change(&happening, table, NULL, now))
        return;
    match_tick(&table->match, &table->presence, now, listener_of(&happening));
    end_change(&happening);
}

bool live_table_can_reveal(const struct live_table *table)
{
    return table->state == TABLE_READY && !table->elsewhere &&
           match_state_is_over(&table->match.state) && !match_is_revealed(&table->match) &&
           table->party.is_over;
}

void live_table_reveal(struct live_table *table, int64_t now)
{
    struct happening happening;
    now = not_before(table, now);
    CHECK(live_table_can_reveal(table));
    if (!begin_change(&happening, table, NULL, now))
        return;
    match_reveal(&table->match, now, listener_of(&happening));
    end_change(&happening);
}

bool live_table_must_check_party(const struct live_table *table, int64_t now)
{
    return table->state == TABLE_READY && !table->elsewhere &&
           match_state_is_over(&table->match.state) && !match_is_revealed(&table->match) &&
           !table->party.is_over && now >= table->check_party_at;
}

bool live_table_wants_bot(const struct live_table *table)
{
    return table->state == TABLE_READY && !table->elsewhere && table->bot_asked == 0 &&
           match_bot_to_move(&table->match) != NULL;
}

/*
 * The seat's person may have returned, or the table may have been reloaded: the bot is then asked
 * again.
 */
void live_table_bot_turn(struct live_table *table, uint32_t changed, const struct turn *turn,
                         int64_t now)
{
    struct happening happening;
    now = not_before(table, now);
    table->bot_asked = 0;
    table->bot_ready = false;
    if (table->elsewhere || table->match.state.changed != changed ||
        match_bot_to_move(&table->match) == NULL || !begin_change(&happening, table, NULL, now))
        return;
    match_bot_turn(&table->match, turn, now, listener_of(&happening));
    end_change(&happening);
}

/* ---- After the write ------------------------------------------------------------------------- */

/* Returns false if allocation fails: the table then lacks an event that is on disk. */
static bool send_event(struct live_table *table, const struct table_write_event *event,
                       struct outgoing *outgoing)
{
    if (!event_log_add(table->history.log, shared_bytes_share(event->shared)))
        return false;
    outgoing_to_all(outgoing, shared_bytes_share(event->shared));
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        if (event->hand[seat] != NULL)
            outgoing_to_person(outgoing, event->holder[seat],
                               shared_bytes_share(event->hand[seat]));
    }
    return true;
}

static void send_change(struct live_table *table, const struct table_write *write, int64_t now,
                        struct outgoing *outgoing)
{
    bool seats_changed = false, sent = true;
    if (write->names_author)
        live_table_send_people(
            table, now, outgoing); /* so that their message arrives together with their name */
    for (unsigned i = 0; i < write->count && sent; i++)
        sent = send_event(table, &write->event[i], outgoing);
    if (!sent) {
        live_table_reload(table, now);
        return;
    }
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        seats_changed |= write->seat_changed[seat];
    table->here_changed |= seats_changed || write->names_author;
    if (seats_changed)
        live_table_send_people(table, now, outgoing);
}

void live_table_written(struct live_table *table, const struct table_write *write, bool kept,
                        int64_t now, struct outgoing *outgoing)
{
    CHECK(table->state == TABLE_BUSY && !table->to_write);
    if (!kept) {
        table->perhaps_kept = write->adds_table;
        live_table_reload(table, now);
        return;
    }
    table->state = TABLE_READY;
    table->kept = true;
    table->changed = write->now;
    table->failures = 0;
    table->list_changed |= write->updates_listing || write->adds_table;
    send_change(table, write, now, outgoing);
    table->due = match_due(&table->match, &table->presence);
}

/* ---- From other servers ---------------------------------------------------------------------- */

static void take_name(struct live_table *table, const struct arrival *arrival)
{
    const struct event *event = &arrival->event;
    struct author *author = NULL;
    if (event->kind == EVENT_SIT || event->kind == EVENT_KEEP)
        memcpy(table->name[event->seat], arrival->name, NAME_SIZE);
    else if (event->kind == EVENT_STAND || event->kind == EVENT_SEAT)
        memset(table->name[event->seat], 0, NAME_SIZE);
    else if (event->kind == EVENT_CHAT)
        author = table_history_author(&table->history, event->person);
    if (author != NULL)
        memcpy(author->name, arrival->name, NAME_SIZE);
}

static bool changes_people(enum event_kind kind)
{
    return kind == EVENT_SIT || kind == EVENT_STAND || kind == EVENT_SEAT || kind == EVENT_CHAT;
}

/* Announces a new author before their message, as send_change() does. */
static void send_arrival(struct live_table *table, const struct arrival *arrival, int64_t now,
                         struct outgoing *outgoing)
{
    const enum event_kind kind = arrival->event.kind;
    if (kind == EVENT_CHAT)
        live_table_send_people(table, now, outgoing);
    outgoing_to_all(outgoing, shared_bytes_share(arrival->shared));
    for (unsigned i = 0; kind == EVENT_ROUND && i < table->followers; i++)
        live_table_send_hand(table, &table->follower[i], outgoing);
    if (changes_people(kind) && kind != EVENT_CHAT)
        live_table_send_people(table, now, outgoing);
    table->here_changed |= changes_people(kind);
}

bool live_table_catch_up(struct live_table *table, const struct arrival *arrivals, unsigned count,
                         int64_t now, struct outgoing *outgoing)
{
    CHECK(table->state == TABLE_LOADING);
    for (unsigned i = 0; i < count; i++) {
        const struct arrival *arrival = &arrivals[i];
        struct fault fault = {0};
        if (!match_replay(&table->match, &arrival->event, &fault) ||
            !table_history_note(&table->history, &table->match, &arrival->event) ||
            !event_log_add(table->history.log, shared_bytes_share(arrival->shared)))
            return false;
        take_name(table, arrival);
        table->changed = arrival->event.at;
        send_arrival(table, arrival, now, outgoing);
    }
    table->state = TABLE_READY;
    table->list_changed = true;
    live_table_note_presence(table, now); /* someone may have come or gone meanwhile */
    return true;
}
