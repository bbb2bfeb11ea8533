/* Text about a table at a server: names, the talk, the notice, and errors. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "terminal/source/server_table.h"
#include "text/harmless.h"
#include "words/language.h"
#include "words/phrases.h"

/* ---- Names ------------------------------------------------------------------------------- */

/* Everyone has an id, but a server may not have sent it. */
static bool is_me(const struct server_table *table, const char *person)
{
    return person[0] != '\0' && strcmp(person, table->follow.me) == 0;
}

void server_table_name(const struct server_table *table, const char *person,
                       char name[SOURCE_NAME_SIZE])
{
    const char *known = follow_name(&table->follow, person);
    const unsigned seat = match_state_seat_of(&table->follow.state, person);
    if (known[0] != '\0')
        harmless_copy(name, SOURCE_NAME_SIZE, known);
    else if (is_me(table, person))
        snprintf(name, SOURCE_NAME_SIZE, "%s", _("you"));
    else if (seat != SEAT_NONE)
        snprintf(name, SOURCE_NAME_SIZE, _("player %u"), seat + 1);
    else
        snprintf(name, SOURCE_NAME_SIZE, "%s", _("a spectator"));
}

static bool is_called(const struct server_table *table, const char *person, const char *name,
                      char id[PERSON_SIZE])
{
    char shown[SOURCE_NAME_SIZE];
    if (person[0] == '\0')
        return false;
    server_table_name(table, person, shown);
    if (strcmp(shown, name) != 0)
        return false;
    memcpy(id, person, PERSON_SIZE);
    return true;
}

/* Seated people take precedence, then people who have talked, then others. */
bool server_table_find_person(const struct server_table *table, const char *name,
                              char id[PERSON_SIZE])
{
    const struct follow *follow = &table->follow;
    for (unsigned seat = 0; seat < follow->state.settings.seats; seat++) {
        if (is_called(table, follow->state.seat[seat].person, name, id))
            return true;
    }
    for (unsigned i = follow->news_count; i-- > 0;) {
        if (is_called(table, follow->news[i].person, name, id))
            return true;
    }
    for (unsigned i = 0; i < follow->people + follow->remembered; i++) {
        if (is_called(table, follow->person[i].id, name, id))
            return true;
    }
    return false;
}

/* ---- The talk ---------------------------------------------------------------------------- */

__attribute__((format(printf, 3, 4))) static void add_news(struct server_table *table,
                                                           unsigned seat, const char *format, ...)
{
    char words[SOURCE_SENTENCE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    source_talk_add(&table->source->talk, TALK_NEWS, seat, "", words);
}

/* Uses the second person for the person at the keyboard. */
static void add_news_about(struct server_table *table, const struct news *news, const char *mine,
                           const char *others)
{
    char name[SOURCE_NAME_SIZE];
    server_table_name(table, news->person, name);
    if (is_me(table, news->person))
        add_news(table, news->seat, "%s", _(mine));
    else
        add_news(table, news->seat, _(others), name);
}

static void add_away(struct server_table *table, const struct news *news)
{
    static const struct {
        const char *mine, *others;
    } reasons[AWAY_REASONS] = {
        [AWAY_TIME] = {N_("Your time is up: a bot takes over."),
                       N_("%s has run out of time: a bot takes over.")},
        [AWAY_GONE] = {N_("You have been away for a while: a bot takes over."),
                       N_("%s has been away for a while: a bot takes over.")},
        [AWAY_LEFT] = {N_("You have left: a bot takes over."),
                       N_("%s has left: a bot takes over.")},
    };
    add_news_about(table, news, reasons[news->away].mine, reasons[news->away].others);
}

static void add_stood(struct server_table *table, const struct news *news)
{
    char name[SOURCE_NAME_SIZE];
    server_table_name(table, news->person, name);
    table->sat[news->seat] = false;
    if (is_me(table, news->person))
        add_news(table, news->seat, _("You get up from seat %u."), news->seat + 1U);
    else
        add_news(table, news->seat, _("%s gets up from seat %u."), name, news->seat + 1U);
}

static void add_event(struct server_table *table, const struct news *news)
{
    switch ((enum news_kind)news->kind) {
    case NEWS_SAT:
        table->sat[news->seat] = !is_me(table, news->person);
        break;
    case NEWS_STOOD:
        add_stood(table, news);
        break;
    case NEWS_SHOWN_OUT:
        table->sat[news->seat] = false;
        if (is_me(table, news->person))
            add_news(table, news->seat, "%s", _("The host has given your seat away."));
        break;
    case NEWS_AWAY:
        add_away(table, news);
        break;
    case NEWS_BACK:
        add_news_about(table, news, N_("You are back."), N_("%s is back."));
        break;
    case NEWS_MUTED:
        add_news_about(table, news, N_("The host has muted you."), N_("The host has muted %s."));
        break;
    case NEWS_UNMUTED:
        add_news_about(table, news, N_("The host has unmuted you."),
                       N_("The host has unmuted %s."));
        break;
    case NEWS_ASKED:
        add_news_about(table, news, N_("You ask to take back your last turn."),
                       N_("%s asks to take back their last turn."));
        break;
    case NEWS_REFUSED:
        add_news_about(table, news, N_("You do not agree: the turn stands."),
                       N_("%s does not agree: the turn stands."));
        break;
    case NEWS_WITHDRAWN:
        add_news_about(table, news, N_("You let your turn stand."), N_("%s lets the turn stand."));
        break;
    case NEWS_TAKEN_BACK:
        add_news_about(table, news, N_("You have taken back your last turn."),
                       N_("%s has taken back their last turn."));
        break;
    case NEWS_REMATCH:
        add_news_about(table, news, N_("You want a rematch."), N_("%s wants a rematch."));
        break;
    default:
        break; /* the screen shows it: the seat, the start, the end */
    }
}

/* Latecomers get earlier chat too, but no other news from before they came. */
static void add_one(struct server_table *table, const struct news *news)
{
    const char *words = follow_words(&table->follow, news);
    char name[SOURCE_NAME_SIZE];
    if (words[0] != '\0') {
        server_table_name(table, news->person, name);
        source_talk_add(&table->source->talk, TALK_CHAT, news->seat, name, phrase_shown(words));
    } else if (follow_is_news(&table->follow, news->number)) {
        add_event(table, news);
    }
}

void server_table_add_news(struct server_table *table)
{
    const struct follow *follow = &table->follow;
    if (table->news < follow->news_forgotten)
        table->news = follow->news_forgotten;
    while (table->news < follow->news_forgotten + follow->news_count)
        add_one(table, &follow->news[table->news++ - follow->news_forgotten]);
}

void server_table_add_arrivals(struct server_table *table)
{
    const struct follow *follow = &table->follow;
    for (unsigned seat = 0; seat < follow->state.settings.seats; seat++) {
        const struct follow_person *person = follow_person(follow, follow->state.seat[seat].person);
        if (!table->sat[seat] || person == NULL)
            continue;
        table->sat[seat] = false;
        add_news(table, seat, _("%s sits down on seat %u."), table->source->seat[seat].name,
                 seat + 1);
    }
}

/* ---- The notice -------------------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static void set_notice(struct server_table *table,
                                                             const char *format, ...)
{
    char words[SOURCE_SENTENCE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    harmless_copy(table->source->notice, sizeof table->source->notice, words); /* may be cut */
}

/* Returns true if a seat is reserved for someone who has not come yet. */
static bool waits_for_people(const struct server_table *table)
{
    for (unsigned seat = 0; seat < table->follow.state.settings.seats; seat++) {
        if (table->source->seat[seat].is_kept)
            return true;
    }
    return false;
}

static void notice_waiting(struct server_table *table)
{
    const struct source_room *room = &table->source->room;
    if (waits_for_people(table))
        set_notice(table, _("The rematch starts when everybody is here."));
    else if (room->is_host && match_state_is_full(&table->follow.state))
        set_notice(table, _("Everybody is here: the game can start."));
    else if (room->is_host)
        set_notice(table, _("Pass on %s for the free seats."), room->address);
    else if (table->source->keyboard == SEAT_NONE)
        set_notice(table, _("You are watching.  The game begins when the host starts it."));
    else
        set_notice(table, _("The game begins when the host starts it."));
}

/* "Ada, Ben" */
static void notice_not_ready(struct server_table *table)
{
    char names[SEATS_MAX * (SOURCE_NAME_SIZE + 2)] = "";
    for (unsigned i = 0; i < table->follow.state.settings.seats; i++) {
        const struct source_seat *seat = &table->source->seat[i];
        if (seat->kind == SOURCE_PERSON && !seat->is_ready && !seat->is_away)
            source_list_add(names, sizeof names, seat->name);
    }
    if (names[0] != '\0')
        set_notice(table, _("The next round waits for %s."), names);
}

static void notice_rematch(struct server_table *table)
{
    char name[SOURCE_NAME_SIZE];
    server_table_name(table, table->follow.state.rematch_by, name);
    set_notice(table, _("%s wants a rematch."), name);
}

/* A player wants to take back a turn. */
static void notice_takeback(struct server_table *table)
{
    const unsigned seat = table->follow.state.takeback.seat;
    if (seat == table->source->keyboard)
        set_notice(table, _("The others are asked whether you may take back your last turn."));
    else
        set_notice(table, _("%s asks to take back their last turn: agree or refuse."),
                   table->source->seat[seat].name);
}

static void notice_playing(struct server_table *table)
{
    const struct source *source = table->source;
    const struct table *lies = source_table(source);
    const unsigned mine = source->keyboard;
    const bool over = match_state_is_over(&table->follow.state);
    if (mine == SEAT_NONE && !over && (lies->variants & VARIANT_OPEN_CARDS))
        set_notice(table, _("You are watching."));
    else if (mine == SEAT_NONE && !over)
        set_notice(table, _("You are watching: all hands stay hidden until the round is over."));
    else if (mine != SEAT_NONE && source->seat[mine].is_away && !over)
        set_notice(table, _("A bot plays for you until you are back."));
    else if (over && table->follow.state.rematch[0] != '\0')
        notice_rematch(table);
    else if (source_may(source, ASK_AGREE) || source_may(source, ASK_REFUSE))
        notice_takeback(table);
    else if (source_may(source, ASK_AWAY))
        set_notice(table, _("Everybody has waited for %s for more than two minutes."),
                   source->seat[lies->to_move].name);
    else if (lies->phase == PHASE_ROUND_OVER && mine != SEAT_NONE && source->seat[mine].is_ready)
        notice_not_ready(table);
}

void server_table_update_notice(struct server_table *table)
{
    table->source->notice[0] = '\0';
    if (table->failure[0] != '\0')
        set_notice(table, "%s", table->failure);
    else if (table->lost[0] != '\0')
        set_notice(table, _("No connection to the server (%s): trying again."), table->lost);
    else if (!table->follow.known)
        return;
    else if (table->source->room.stage == STAGE_CLOSED)
        set_notice(table, _("The table is closed."));
    else if (table->source->room.stage == STAGE_WAITING)
        notice_waiting(table);
    else
        notice_playing(table);
}

/* ---- Errors ------------------------------------------------------------------------------ */

static bool refuse_with(char why[SOURCE_SENTENCE_SIZE], const char *what)
{
    char words[FAULT_SENTENCE_SIZE + SOURCE_SENTENCE_SIZE];
    snprintf(words, sizeof words, _("The server sent something that does not fit the game: %s."),
             what);
    harmless_copy(why, SOURCE_SENTENCE_SIZE, words);
    return false;
}

bool server_table_refuse_message(const struct complaint *complaint, char why[SOURCE_SENTENCE_SIZE])
{
    char sentence[FAULT_SENTENCE_SIZE], words[FAULT_SENTENCE_SIZE + 100];
    if (complaint->fault.id == FAULT_FIELD_BOARD) {
        snprintf(why, SOURCE_SENTENCE_SIZE, "%s",
                 _("The table is played on a board that this program does not have."));
        return false;
    }
    snprintf(words, sizeof words, _("a message that makes no sense: %s"),
             language_fault(&complaint->fault, sentence));
    return refuse_with(why, words);
}

bool server_table_refuse(enum misfit misfit, char why[SOURCE_SENTENCE_SIZE])
{
    return refuse_with(why, _(fault_english(misfit_label(misfit))));
}
