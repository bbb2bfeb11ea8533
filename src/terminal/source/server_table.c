/*
 * Follows a server's messages and updates the source: the game, the seats, the clocks, and
 * possible requests.
 */
#include "terminal/source/server_table.h"

#include <stdio.h>
#include <string.h>

#include "remote/remote_find.h"
#include "text/harmless.h"
#include "words/language.h"

void server_table_init(struct server_table *table, struct source *source)
{
    memset(table, 0, sizeof *table);
    follow_init(&table->follow);
    table->source = source;
    source->keyboard = SEAT_NONE;
    memset(&source->hand, CITY_NONE, sizeof source->hand);
}

/* ---- Seats ------------------------------------------------------------------------------- */

/* Returns true if a person is known and not connected. */
static bool is_gone(const struct follow *follow, const char *person)
{
    const struct follow_person *known = follow_person(follow, person);
    return known != NULL && known - follow->person < (ptrdiff_t)follow->people && !known->here;
}

static void name_seat(const struct server_table *table, unsigned number,
                      const struct match_seat *taken, struct source_seat *seat)
{
    char name[SOURCE_NAME_SIZE];
    seat->bot[0] = '\0';
    switch (taken->kind) {
    case SEAT_OPEN:
        harmless_copy(seat->name, sizeof seat->name, _("(free)"));
        return;
    case SEAT_INVITED:
        if (taken->kept[0] != '\0')
            server_table_name(table, taken->kept, seat->name);
        else
            harmless_copy(seat->name, sizeof seat->name, _("(invited)"));
        return;
    case SEAT_BOT:
        source_seat_bot(seat, number, taken->bot);
        return;
    case SEAT_PERSON:
        server_table_name(table, taken->person, name);
        snprintf(seat->name, sizeof seat->name, taken->program ? _("%.40s (program)") : "%s", name);
        return;
    }
}

static void show_seat(struct server_table *table, unsigned number)
{
    static const enum source_seat_kind kinds[] = {[SEAT_OPEN] = SOURCE_OPEN,
                                                  [SEAT_INVITED] = SOURCE_INVITED,
                                                  [SEAT_PERSON] = SOURCE_PERSON,
                                                  [SEAT_BOT] = SOURCE_BOT};
    const struct match_seat *taken = &table->follow.state.seat[number];
    struct source_seat *seat = &table->source->seat[number];
    seat->kind = kinds[taken->kind];
    seat->is_person_here = number == table->follow.view.seat;
    seat->is_kept = taken->kept[0] != '\0';
    seat->is_away = taken->away;
    seat->is_gone = taken->kind == SEAT_PERSON && is_gone(&table->follow, taken->person);
    seat->is_ready = taken->ready;
    name_seat(table, number, taken, seat);
}

/* Also updates who enters turns here. */
static void show_seats(struct server_table *table)
{
    struct source *source = table->source;
    const unsigned before = source->keyboard, mine = table->follow.view.seat;
    const bool away = before != SEAT_NONE && source->seat[before].is_away;
    for (unsigned seat = 0; seat < table->follow.state.settings.seats; seat++)
        show_seat(table, seat);
    source->keyboard = mine;
    if (mine != before || (mine != SEAT_NONE && source->seat[mine].is_away != away))
        source->changes++;
}

static void show_room(struct server_table *table)
{
    const struct follow *follow = &table->follow;
    struct source_room *room = &table->source->room;
    room->stage = follow->state.phase == MATCH_OPEN     ? STAGE_WAITING
                  : follow->state.phase == MATCH_CLOSED ? STAGE_CLOSED
                                                        : STAGE_PLAYING;
    room->is_host = follow_is_host(follow);
    room->is_muted = follow->me[0] != '\0' && match_state_is_muted(&follow->state, follow->me);
    room->watching = follow->watching < WATCHING_MAX ? follow->watching : WATCHING_MAX;
}

/* ---- The game ---------------------------------------------------------------------------- */

static void show_round(struct server_table *table)
{
    struct source *source = table->source;
    if (table->follow.view.table.round == 1) { /* replaces the table of the waiting room */
        source->history.moments = 0;
        source->changes++;
    }
    history_add_deal(&source->history, &table->follow.view.table);
}

/*
 * Adds the end of a round to its last moment.  A later reveal adds the cards of an earlier round.
 */
static void show_end(struct server_table *table, unsigned round)
{
    struct history *history = &table->source->history;
    unsigned last = history->moments - 1;
    struct follow_moment shown;
    while (last > 0 && history->moment[last].table.round > round)
        last--;
    follow_moment(&table->follow, last, &shown);
    history->moment[last].table = shown.table;
    table->source->changes++;
}

static void show_event(struct server_table *table, const struct told_event *told)
{
    const struct event *event = &told->event;
    switch (event->kind) {
    case EVENT_ROUND:
        show_round(table);
        break;
    case EVENT_TURN:
        history_add_turn(&table->source->history, &table->follow.view.table, event->seat,
                         &event->turn);
        break;
    case EVENT_UNDO:
        history_take_back(&table->source->history, event->turns);
        table->source->changes++;
        break;
    case EVENT_END:
        show_end(table, told->round);
        break;
    case EVENT_REVEAL:
        if (told->has_hands)
            show_end(table, told->round);
        break;
    default:
        break;
    }
}

/* ---- Messages ---------------------------------------------------------------------------- */

/* Stops if the server now takes us for another person, who must not play on by mistake. */
static enum misfit see_who(struct server_table *table, enum misfit misfit)
{
    if (table->told.as.hello.id[0] == '\0')
        harmless_copy(table->failure, sizeof table->failure, remote_signed_out());
    else if (misfit == MISFIT_OTHER_PERSON)
        harmless_copy(table->failure, sizeof table->failure,
                      _("Your account was signed out here: start again to go on as somebody new."));
    return misfit == MISFIT_OTHER_PERSON ? FITS : misfit;
}

static void show_table(struct server_table *table, bool known)
{
    if (known) { /* reconnected: the turn being entered is still valid */
        table->source->changes++;
        return;
    }
    table->source->board = table->follow.state.settings.board;
    history_add_deal(&table->source->history, &table->follow.view.table);
}

static enum misfit take_message(struct server_table *table, int64_t now_ms)
{
    const struct follow *follow = &table->follow;
    const struct hand hand = follow->view.hand;
    const uint32_t events = follow->state.events;
    const bool known = follow->known;
    const enum misfit misfit = follow_take(&table->follow, &table->told, now_ms);
    if (table->told.kind == TOLD_HELLO)
        return see_who(table, misfit);
    if (table->told.kind == TOLD_TABLE && misfit == FITS)
        show_table(table, known);
    if (table->told.kind == TOLD_EVENT && follow->state.events > events)
        show_event(table, &table->told.as.event);
    if (table->told.kind == TOLD_HAND && memcmp(&hand, &follow->view.hand, sizeof hand) != 0)
        table->source->changes++; /* the cards follow the deal; now a turn can be entered */
    return misfit;
}

bool server_table_receive(struct server_table *table, const char *bytes, int64_t now_ms,
                          char why[SOURCE_SENTENCE_SIZE])
{
    const struct match_settings *settings =
        table->follow.known ? &table->follow.state.settings : NULL;
    struct complaint complaint;
    if (!told_read(&table->told, settings, bytes, strlen(bytes), &complaint))
        return server_table_refuse_message(&complaint, why);
    if (!history_reserve(&table->source->history, 1)) { /* a message adds at most one moment */
        harmless_copy(why, SOURCE_SENTENCE_SIZE,
                      _("There is not enough memory to follow the game any longer."));
        return false;
    }
    const enum misfit misfit = take_message(table, now_ms);
    if (misfit != FITS)
        return server_table_refuse(misfit, why);
    if (!table->follow.known)
        return true;
    show_seats(table);
    show_room(table);
    table->source->hand = table->follow.view.hand;
    server_table_add_news(table);
    if (table->told.kind == TOLD_PEOPLE)
        server_table_add_arrivals(table);
    return true;
}

/* ---- Clocks and requests ----------------------------------------------------------------- */

static void tick_seat(struct server_table *table, unsigned number, int64_t now_ms)
{
    const struct table *lies = source_table(table->source);
    struct source_seat *seat = &table->source->seat[number];
    const bool moves = lies->phase == PHASE_PLAYING && lies->to_move == number;
    struct follow_clock clock;
    follow_clock(&table->follow, number, now_ms, &clock);
    seat->thinks = moves && (seat->kind == SOURCE_BOT || seat->is_away);
    seat->clock_ms = clock.shown && !seat->is_away ? clock.left : -1;
}

static unsigned requests_of(unsigned may)
{
    static const struct {
        enum follow_may may;
        enum source_request_kind request;
    } pairs[] = {
        {MAY_SIT, ASK_SIT},       {MAY_STAND, ASK_STAND},       {MAY_SEAT, ASK_SEAT},
        {MAY_FILL, ASK_FILL},     {MAY_START, ASK_START},       {MAY_CLOSE, ASK_CLOSE},
        {MAY_READY, ASK_READY},   {MAY_LEAVE, ASK_LEAVE},       {MAY_BACK, ASK_BACK},
        {MAY_AWAY, ASK_AWAY},     {MAY_CHAT, ASK_SAY},          {MAY_MUTE, ASK_MUTE},
        {MAY_MUTE, ASK_HEAR},     {MAY_TAKEBACK, ASK_TAKEBACK}, {MAY_AGREE, ASK_AGREE},
        {MAY_REFUSE, ASK_REFUSE},
    };
    unsigned requests = 0;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (may & pairs[i].may)
            requests |= 1U << pairs[i].request;
    }
    return requests;
}

void server_table_tick(struct server_table *table, int64_t now_ms)
{
    if (!table->follow.known)
        return;
    for (unsigned seat = 0; seat < table->follow.state.settings.seats; seat++)
        tick_seat(table, seat, now_ms);
    const unsigned may = follow_may(&table->follow, now_ms);
    table->source->requests = requests_of(may);
    table->source->advises = (may & MAY_ADVICE) != 0;
    table->source->offers = SOURCE_REVIEW | (may & (MAY_REMATCH | MAY_JOIN) ? SOURCE_REMATCH : 0);
}
