/* A table at a server as one JSON value.  See follow_json.h. */
#include "page/follow_json.h"

#include "page/game_json.h"
#include "protocol/told_table.h"
#include "json/json_text.h"

static unsigned seats_of(const struct follow *follow)
{
    return follow->state.settings.seats;
}

/* ---- Seats and clocks ----------------------------------------------------------------------- */

/*
 * Writes what TABLE does not contain about a seat: whether it may be taken, who is connected, and
 * its clock.
 */
static void add_seat(struct text *text, const struct follow *follow, unsigned seat, int64_t now)
{
    const struct match_seat *taken = &follow->state.seat[seat];
    struct follow_clock clock;
    follow_clock(follow, seat, now, &clock);
    json_open(text, '{');
    json_add_bool_field(text, "maySit", follow_may_sit(follow, seat));
    json_add_bool_field(text, "here", follow_is_here(follow, seat));
    json_add_bool_field(text, "away", taken->away);
    json_add_bool_field(text, "ready", taken->ready);
    json_add_bool_field(text, "awaited", follow_awaits(follow, seat));
    json_add_key(text, "left");
    if (clock.shown)
        json_add_number(text, clock.left);
    else
        json_add_null(text);
    json_add_bool_field(text, "runs", clock.runs);
    json_close(text, '}');
}

static void add_seats(struct text *text, const struct follow *follow, int64_t now)
{
    json_add_key(text, "seats");
    json_open(text, '[');
    for (unsigned seat = 0; seat < seats_of(follow); seat++)
        add_seat(text, follow, seat, now);
    json_close(text, ']');
}

static void add_may(struct text *text, unsigned may)
{
    static const struct {
        enum follow_may what;
        const char *word;
    } words[] = {
        {MAY_SIT, "sit"},       {MAY_STAND, "stand"},       {MAY_SEAT, "seat"},
        {MAY_FILL, "fill"},     {MAY_START, "start"},       {MAY_CLOSE, "close"},
        {MAY_TURN, "turn"},     {MAY_READY, "ready"},       {MAY_LEAVE, "leave"},
        {MAY_BACK, "back"},     {MAY_AWAY, "away"},         {MAY_CHAT, "chat"},
        {MAY_MUTE, "mute"},     {MAY_PLAN, "plan"},         {MAY_REMATCH, "rematch"},
        {MAY_JOIN, "join"},     {MAY_TAKEBACK, "takeback"}, {MAY_AGREE, "agree"},
        {MAY_REFUSE, "refuse"}, {MAY_ADVICE, "advice"},
    };
    json_add_key(text, "may");
    json_open(text, '[');
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (may & words[i].what)
            json_add_string(text, words[i].word);
    }
    json_close(text, ']');
}

/* ---- People --------------------------------------------------------------------------------- */

static void add_people(struct text *text, const struct follow *follow)
{
    json_add_key(text, "people");
    json_open(text, '[');
    for (unsigned i = 0; i < follow->people + follow->remembered; i++) {
        json_open(text, '{');
        json_add_string_field(text, "id", follow->person[i].id);
        json_add_string_field(text, "name", follow->person[i].name);
        json_close(text, '}');
    }
    json_close(text, ']');
    json_add_number_field(text, "watching", follow->watching);
    json_add_key(text, "muted");
    json_open(text, '[');
    for (unsigned i = 0; i < follow->state.muted_count; i++)
        json_add_string(text, follow->state.muted[i]);
    json_close(text, ']');
}

/*
 * Writes a line of the chat: a message, or a person who was muted or unmuted.  Deleted messages are
 * left out.
 */
static void add_line(struct text *text, const struct follow *follow, const struct news *news)
{
    const char *said = follow_words(follow, news);
    if (news->kind == NEWS_SAID ? said[0] == '\0'
                                : news->kind != NEWS_MUTED && news->kind != NEWS_UNMUTED)
        return;
    json_open(text, '{');
    json_add_number_field(text, "n", news->number);
    json_add_string_field(text, "who", news->person);
    if (news->kind == NEWS_SAID)
        json_add_string_field(text, "text", said);
    else
        json_add_bool_field(text, "muted", news->kind == NEWS_MUTED);
    json_add_bool_field(text, "fresh", follow_is_news(follow, news->number));
    json_close(text, '}');
}

static void add_talk(struct text *text, const struct follow *follow)
{
    json_add_key(text, "talk");
    json_open(text, '[');
    for (unsigned i = 0; i < follow->news_count; i++)
        add_line(text, follow, &follow->news[i]);
    json_close(text, ']');
}

/* ---- The table ------------------------------------------------------------------------------ */

static void add_table(struct text *text, const struct follow *follow)
{
    struct told_table told;
    follow_table(follow, &told);
    json_add_key(text, "table");
    told_table_write(&told, text);
}

/* Writes the table of the rematch. */
static void add_rematch(struct text *text, const struct follow *follow)
{
    json_add_key(text, "rematch");
    if (follow->state.rematch[0] == '\0') {
        json_add_null(text);
        return;
    }
    json_open(text, '{');
    json_add_string_field(text, "table", follow->state.rematch);
    json_add_string_field(text, "who", follow->state.rematch_by);
    json_close(text, '}');
}

/*
 * Writes the pending request to take back a turn, and the one that we could make, by event numbers.
 */
static void add_takeback(struct text *text, const struct follow *follow)
{
    const struct takeback *takeback = &follow->state.takeback;
    const unsigned mine = follow->view.seat;
    json_add_number_field(text, "lastTurn",
                          mine == SEAT_NONE ? 0 : follow->state.seat[mine].turn_number);
    json_add_number_field(text, "takebackAgain", follow_takeback_pause_ends(follow));
    json_add_bool_field(text, "takebackRefused", follow_is_refused(follow));
    json_add_key(text, "takeback");
    if (takeback->number == 0) {
        json_add_null(text);
        return;
    }
    json_open(text, '{');
    json_add_number_field(text, "event", takeback->number);
    json_add_number_field(text, "seat", takeback->seat + 1);
    json_close(text, '}');
}

static void add_game(struct text *text, const struct follow *follow, const struct draft *draft)
{
    struct record_names names;
    json_add_key(text, "game");
    if (follow->view.table.round == 0) {
        json_add_null(text);
        return;
    }
    follow_record_names(follow, &names);
    const struct shown_game shown = {.board = follow->state.settings.board,
                                     .names = &names,
                                     .view = &follow->view,
                                     .taken_back = follow->state.taken_back,
                                     .draft = draft};
    game_json_state(text, &shown);
}

static void add_ahead(struct text *text, const struct premove *premove)
{
    static const char *const words[] = {[PREMOVE_NOT] = "not",
                                        [PREMOVE_OPEN] = "open",
                                        [PREMOVE_PROMISED] = "promised",
                                        [PREMOVE_DUE] = "due",
                                        [PREMOVE_DROPPED] = "dropped"};
    json_add_string_field(text, "ahead", words[premove->state]);
    json_add_key(text, "dropped");
    if (premove->state == PREMOVE_DROPPED)
        game_json_refusal(text, premove->why);
    else
        json_add_null(text);
}

void follow_json(struct text *text, const struct follow *follow, const struct premove *premove,
                 int64_t now)
{
    if (!follow->known) {
        json_add_null(text);
        return;
    }
    const int64_t patience = follow_patience_ends(follow);
    const unsigned mine = follow->view.seat;
    json_open(text, '{');
    json_add_bool_field(text, "current", follow_is_current(follow));
    json_add_number_field(text, "last", follow->state.events);
    json_add_number_field(text, "now", now);
    add_table(text, follow);
    json_add_number_field(text, "seat", mine == SEAT_NONE ? 0 : mine + 1);
    add_seats(text, follow, now);
    add_may(text, follow_may(follow, now));
    json_add_bool_field(text, "opponents", follow_has_opponent(follow));
    json_add_key(text, "patience");
    if (patience == MATCH_NEVER)
        json_add_null(text);
    else
        json_add_number(text, patience);
    add_people(text, follow);
    add_talk(text, follow);
    add_rematch(text, follow);
    add_takeback(text, follow);
    add_ahead(text, premove);
    add_game(text, follow, premove_draft(premove));
    json_close(text, '}');
}

void follow_json_event(struct text *text, const struct follow *follow,
                       const struct told_event *told, const struct table *before)
{
    struct game_event event = {
        .before = before, .seat = told->event.seat, .turn = &told->event.turn};
    switch (told->event.kind) {
    case EVENT_UNDO:
        json_open(text, '{');
        json_add_string_field(text, "kind", "undo");
        json_add_number_field(text, "seat", told->event.seat + 1);
        json_add_number_field(text, "turns", told->event.turns);
        json_close(text, '}');
        return;
    case EVENT_ROUND:
        event.kind = RECORD_ROUND;
        break;
    case EVENT_TURN:
        event.kind = RECORD_TURN;
        break;
    case EVENT_END:
        event.kind = RECORD_CLOSED;
        break;
    default:
        return;
    }
    game_json_event(text, follow->state.settings.board, &follow->view.table, &event);
}
