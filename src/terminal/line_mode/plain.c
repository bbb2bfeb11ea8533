/* The course of a game in plain text: what is new is told, then the person is asked. */
#include "terminal/line_mode/plain.h"

#include <string.h>

#include "core/notation.h"
#include "terminal/line_mode/plain_input.h"
#include "words/language.h"

/* At a server a turn and what follows from it are two messages: the second is waited for. */
enum { SETTLE_MS = 50 };

bool plain_is_remote(const struct plain *plain)
{
    return plain->source->calls->ask != NULL;
}

static bool is_anybody_here(const struct plain *plain)
{
    for (unsigned seat = 0; seat < source_table(plain->source)->seats; seat++) {
        if (plain->source->seat[seat].is_person_here)
            return true;
    }
    return false;
}

/* There is no reader behind a curtain, nor once all cards lie open. */
static void find_reader(struct plain *plain)
{
    const struct source *source = plain->source;
    const bool plays = source_table(source)->phase == PHASE_PLAYING;
    const bool open = !source->secret || source->keyboard == plain->revealed;
    plain->reader = plays && open ? source->keyboard : (unsigned)SEAT_NONE;
}

/* ---- What is new --------------------------------------------------------------------------- */

/* Below a question that stands there. */
static void begin_news(struct plain *plain)
{
    if (plain->asked != QUESTION_NONE)
        screen_print(plain->screen, "\n");
    plain->asked = QUESTION_NONE;
}

static void hear_all(struct plain *plain, unsigned moments)
{
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        plain->heard[seat] = moments;
}

static void tell_round(struct plain *plain, const struct table *table)
{
    const struct source *source = plain->source;
    char name[SAY_NAME_SIZE];
    screen_print(plain->screen, _("\n=== Round %u.  Starting player: %s.\n"), table->round,
                 say_name(&plain->speaker, table->first, name));
    if (table->variants & VARIANT_OPEN_CARDS) {
        say_open_hands(&plain->speaker, table);
    } else if (plain->reader != SEAT_NONE && !source->secret && hand_is_known(&source->hand) &&
               source_table(source)->round == table->round) {
        screen_print(plain->screen, _("Your cities:\n"));
        say_hand(&plain->speaker, table, plain->reader, &source->hand);
    }
}

/* Once for each round: where bots play on, the next one may have begun already. */
static void tell_end(struct plain *plain, const struct table *table)
{
    const bool over = table->phase == PHASE_ROUND_OVER || table->phase == PHASE_GAME_OVER;
    if (!over || plain->closed == table->round)
        return;
    begin_news(plain);
    plain->closed = table->round;
    plain->revealed = SEAT_NONE; /* everybody is looking now */
    if (table == source_table(plain->source))
        plain_show_map_if_it_fits(plain);
    say_round_end(&plain->speaker, table);
    if (table->phase == PHASE_GAME_OVER)
        say_winners(&plain->speaker, table);
}

static void tell_moment(struct plain *plain)
{
    const struct moment *moment = &plain->source->history.moment[plain->told];
    begin_news(plain);
    if (moment->seat == SEAT_NONE) {
        if (plain->told > 0)
            tell_end(plain, &moment[-1].table); /* unless it has been told */
        tell_round(plain, &moment->table);
        hear_all(plain, plain->told + 1);
        return;
    }
    say_turn(&plain->speaker, plain->told);
    if (plain->source->seat[moment->seat].is_person_here)
        plain->heard[moment->seat] = plain->told + 1;
    if (plain->moves_marker && moment->turn.marker == JUNCTION_NONE)
        screen_print(plain->screen, _("  The round is over, so the marker stays (V2).\n"));
    plain->moves_marker = false;
}

/* What the source has to say now.  Here it goes with a turn, at a server it says how things are. */
static void tell_notice(struct plain *plain, bool with_turn)
{
    const struct source *source = plain->source;
    const bool again = with_turn && !plain_is_remote(plain);
    const bool is_back = plain->link == LINK_LOST && source->room.link == LINK_UP;
    if (source->room.link == LINK_BROKEN)
        return; /* the last thing that is said, by whoever ends the program */
    if (is_back ||
        (source->notice[0] != '\0' && (again || strcmp(source->notice, plain->notice) != 0)))
        begin_news(plain);
    else
        return;
    screen_print_folded(plain->screen,
                        is_back ? _("The connection to the server is back.") : source->notice);
}

/* At a server the cards of a round come after the deal, and are told with it. */
static bool is_hand_late(const struct plain *plain)
{
    const struct source *source = plain->source;
    return source->keyboard != SEAT_NONE && !hand_is_known(&source->hand) &&
           source_table(source)->phase == PHASE_PLAYING;
}

/* Turns that were told and taken back are forgotten. */
static void tell_taken_back(struct plain *plain)
{
    const unsigned moments = history_stands(&plain->source->history);
    if (plain->told <= moments)
        return;
    begin_news(plain);
    screen_print(
        plain->screen,
        ngettext("%u turn was taken back.\n", "%u turns were taken back.\n", plain->told - moments),
        plain->told - moments);
    plain->told = moments;
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        if (plain->heard[seat] > moments)
            plain->heard[seat] = moments;
    }
    plain->presented = 0;
}

static void tell_news(struct plain *plain)
{
    const struct source *source = plain->source;
    const struct table *table = source_table(source);
    tell_taken_back(plain);
    const bool has_moments = table->phase != PHASE_DEALING &&
                             plain->told < source->history.moments && !is_hand_late(plain);
    find_reader(plain);
    if (plain->said < source->talk.lines) {
        begin_news(plain);
        plain_tell_talk(plain, plain->said);
        plain->said = source->talk.lines;
    }
    tell_notice(plain, has_moments);
    snprintf(plain->notice, sizeof plain->notice, "%s", source->notice);
    plain->link = source->room.link;
    for (; has_moments && plain->told < source->history.moments; plain->told++)
        tell_moment(plain);
    tell_end(plain, table);
    if (plain->waits &&
        (plain->sent_moments != source->history.moments || plain->sent_changes != source->changes))
        plain->waits = false;
}

/* ---- Questions ----------------------------------------------------------------------------- */

static enum plain_question ask_after_round(const struct plain *plain, const struct table *table)
{
    const bool here = is_anybody_here(plain);
    if (table->phase == PHASE_GAME_OVER)
        return QUESTION_LEAVE;
    if (plain->passed_on == table->round || (!here && plain_is_remote(plain)))
        return QUESTION_NONE;
    return QUESTION_NEXT;
}

/* Through a pipe nothing is read until the game needs it: so a script cannot be too early. */
static enum plain_question find_question(const struct plain *plain)
{
    const struct source *source = plain->source;
    const struct table *table = source_table(source);
    if (table->phase == PHASE_DEALING)
        return source->room.is_host || plain->screen->asks ? QUESTION_ROOM : QUESTION_NONE;
    if (table->phase != PHASE_PLAYING)
        return ask_after_round(plain, table);
    if (!source_is_mine(source) || plain->waits || !hand_is_known(&source->hand))
        return QUESTION_NONE;
    return plain->reader == source->keyboard ? QUESTION_TURN : QUESTION_CURTAIN;
}

unsigned plain_offers(const struct plain *plain)
{
    return source_table(plain->source)->phase == PHASE_GAME_OVER ? plain->source->offers : 0;
}

/* With the commands that can follow the end of a game. */
static const char *leave_question(const struct plain *plain)
{
    const unsigned offers = plain_offers(plain);
    if ((offers & SOURCE_NEW_GAME) != 0)
        return _("\nreview, rematch or new; save FILE saves the record; Enter leaves: ");
    if ((offers & SOURCE_REMATCH) != 0)
        return _("\nreview or rematch; save FILE saves the record; Enter leaves: ");
    if ((offers & SOURCE_REVIEW) != 0)
        return _("\nreview; save FILE saves the record; Enter leaves: ");
    return _("\nsave FILE saves the record of this game, Enter leaves: ");
}

/* What a person sees before the question. */
static void present_turn(struct plain *plain)
{
    const struct source *source = plain->source;
    const struct table *table = source_table(source);
    const unsigned seat = plain->reader;
    const struct turn nothing = {.kind = TURN_LAY, .marker = JUNCTION_NONE};
    struct choices choices;
    plain->presented = source->history.moments;
    screen_print(plain->screen, "\n");
    plain_show_map_if_it_fits(plain);
    if (table_has_colours(table, source->board))
        screen_print(plain->screen,
                     ngettext("Round %u, %s: %u track left, %u of your own colour.\n",
                              "Round %u, %s: %u tracks left, %u of your own colour.\n",
                              table->supply),
                     table->round, source->seat[seat].name, table->supply, table->coloured[seat]);
    else
        screen_print(plain->screen,
                     ngettext("Round %u, %s: %u track left.\n", "Round %u, %s: %u tracks left.\n",
                              table->supply),
                     table->round, source->seat[seat].name, table->supply);
    say_hand_row(&plain->speaker, _("Your cities:"), table, seat, &source->hand);
    turn_choices(table, source->board, &source->hand, &nothing, &choices);
    if (table->marker[seat] == JUNCTION_NONE)
        screen_print(plain->screen, _("Place your start marker on a junction, for example @K7.\n"));
    else if (choices.may_pass)
        screen_print(plain->screen, _("No track is legal: type pass (T4).\n"));
}

/* Between the hands of different people the screen is cleared. */
static void draw_curtain(struct plain *plain)
{
    if (plain->revealed != SEAT_NONE)
        screen_clear(plain->screen);
    plain->revealed = SEAT_NONE;
    screen_print(plain->screen, "\n");
    screen_print(plain->screen, _("Pass the keyboard to %s and press Enter: "),
                 plain->source->seat[plain->source->keyboard].name);
}

static void ask(struct plain *plain, enum plain_question question)
{
    const struct source *source = plain->source;
    begin_news(plain);
    switch (question) {
    case QUESTION_NONE:
        return;
    case QUESTION_CURTAIN:
        draw_curtain(plain);
        break;
    case QUESTION_TURN:
        if (plain->presented != source->history.moments)
            present_turn(plain);
        screen_print(plain->screen, "%s> ", source->seat[plain->reader].name);
        break;
    case QUESTION_NEXT:
        screen_print(plain->screen, _("\nEnter starts the next round: "));
        break;
    case QUESTION_LEAVE:
        screen_print(plain->screen, "%s", leave_question(plain));
        break;
    case QUESTION_ROOM:
        screen_print(plain->screen, "> ");
        break;
    }
    plain->asked = question;
}

/* ---- Answers ------------------------------------------------------------------------------- */

/* The keyboard has been passed on. */
static void open_curtain(struct plain *plain)
{
    const unsigned seat = plain->source->keyboard;
    plain->revealed = seat;
    if (plain->heard[seat] < plain->told)
        screen_print(plain->screen, _("What the others did:\n"));
    for (unsigned i = plain->heard[seat]; i < plain->told; i++)
        say_turn(&plain->speaker, i);
}

/* The line is not a command: it should be a turn. */
static void try_turn(struct plain *plain, const char *line)
{
    struct source *source = plain->source;
    const struct table *table = source_table(source);
    struct turn turn;
    struct fault fault;
    struct draft draft;
    char why[SOURCE_SENTENCE_SIZE];
    if (!input_read_turn(source->board, line, table->marker[plain->reader] == JUNCTION_NONE, &turn,
                         &fault)) {
        say_fault(&plain->speaker, &fault);
        return;
    }
    draft_begin(&draft, table, &source->hand);
    const enum refusal refusal = draft_turn(&draft, source->board, &turn);
    if (refusal != ACCEPTED) {
        say_refusal(&plain->speaker, refusal);
        return;
    }
    plain->moves_marker = turn.kind == TURN_LAY && turn.marker != JUNCTION_NONE;
    plain->sent_moments = source->history.moments;
    plain->sent_changes = source->changes;
    plain->waits = source->calls->play(source, &turn, why);
    if (!plain->waits)
        screen_print(plain->screen, "%s\n", why);
}

/* What cannot be answered, and why. */
static void refuse_line(struct plain *plain, enum plain_question question, const char *line)
{
    const struct table *table = source_table(plain->source);
    if (question == QUESTION_NEXT || question == QUESTION_LEAVE)
        screen_print(plain->screen,
                     _("Press Enter, or type a command such as map, log or save.\n"));
    else if (strpbrk(line, "0123456789") == NULL)
        screen_print(plain->screen,
                     _("That is neither a turn nor a command; type help for both.\n"));
    else if (table->phase != PHASE_PLAYING)
        screen_print(plain->screen, "%s\n", _("The game has not started."));
    else {
        screen_print(plain->screen, _("It is not your turn: %s plays next (T1)."),
                     plain->source->seat[table->to_move].name);
        screen_print(plain->screen, "\n");
    }
}

/* Turns have digits in them, so a line without any was meant as a word. */
static bool is_turn(const char *line)
{
    const struct word word = {line, strlen(line)};
    return strpbrk(line, "0123456789") != NULL || input_means(word, "pass");
}

static void answer(struct plain *plain, enum plain_question question, const char *line)
{
    struct source *source = plain->source;
    if (question == QUESTION_CURTAIN) {
        open_curtain(plain);
    } else if (line[0] == '\0') {
        if (question == QUESTION_NEXT) {
            plain->passed_on = source_table(source)->round;
            source->calls->go_on(source);
        }
        plain->leaves = question == QUESTION_LEAVE;
    } else if (!plain_command(plain, line)) {
        if (question == QUESTION_TURN && is_turn(line))
            try_turn(plain, line);
        else
            refuse_line(plain, question, line);
    }
}

/* ---- The whole ----------------------------------------------------------------------------- */

/* A game that goes on: the round as it was dealt, and `log` tells the rest. */
static void join(struct plain *plain)
{
    const struct history *history = &plain->source->history;
    unsigned deal = history->moments - 1;
    while (deal > 0 && history->moment[deal].seat != SEAT_NONE)
        deal--;
    plain->told = history->moments;
    hear_all(plain, plain->told);
    find_reader(plain);
    if (source_table(plain->source)->phase == PHASE_PLAYING)
        tell_round(plain, &history->moment[deal].table);
}

static void greet(struct plain *plain)
{
    const struct source *source = plain->source;
    const struct table *table = source_table(source);
    char variants[VARIANTS_TEXT_SIZE];
    struct text text;
    text_init(&text, variants, sizeof variants);
    variants_write(&text, table->variants, ", ");
    screen_print(plain->screen, "%s%s\n", source->board->name, variants);
    plain_tell_seats(plain);
    if (is_anybody_here(plain) || plain_is_remote(plain))
        screen_print(plain->screen,
                     _("Type a turn such as @K7 or K7-L7 L7-M7; type help for more.\n"));
    if (source->history.moments > 1)
        join(plain);
}

/* Nobody is there to be asked: bots play, and their games are looked at. */
static bool goes_by_itself(const struct plain *plain)
{
    return !plain->screen->asks && !plain_is_remote(plain) && !is_anybody_here(plain);
}

static void go_by_itself(struct plain *plain, enum plain_question question)
{
    if (question == QUESTION_NEXT)
        plain->source->calls->go_on(plain->source);
    plain->leaves = question == QUESTION_LEAVE;
}

/* A bot plays for the person, who may come back at any time. */
static bool is_away(const struct plain *plain)
{
    const unsigned seat = plain->source->keyboard;
    return seat != SEAT_NONE && plain->source->seat[seat].is_away;
}

/* One thing that happens: news of the source, or a line that was typed. */
static void await(struct plain *plain, enum plain_question question)
{
    struct source *source = plain->source;
    const char *line;
    const bool may_talk = plain_is_remote(plain) && (plain->screen->asks || is_away(plain));
    const bool listens = question != QUESTION_NONE || may_talk;
    switch (
        screen_wait(plain->screen, listens ? &line : NULL, source->descriptor, source->pause_ms)) {
    case SCREEN_LINE:
        plain->asked = QUESTION_NONE;
        answer(plain, question, line);
        break;
    case SCREEN_END:
        plain->leaves = true;
        break;
    case SCREEN_READY:
    case SCREEN_NOTHING:
        break;
    }
}

unsigned plain_run(struct source *source, struct screen *screen, bool is_reviewed)
{
    struct plain plain = {.source = source,
                          .screen = screen,
                          .speaker = {screen, source},
                          .reader = SEAT_NONE,
                          .revealed = SEAT_NONE,
                          .shows_map = true};
    if (is_reviewed) {
        plain.told = source->history.moments;
        plain.closed = source_table(source)->round;
    } else {
        greet(&plain);
    }
    while (!plain.leaves) {
        source->calls->step(source);
        tell_news(&plain);
        if (source->room.stage == STAGE_CLOSED || source->room.link == LINK_BROKEN)
            break;
        const enum plain_question question = find_question(&plain);
        if (goes_by_itself(&plain) && question != QUESTION_NONE) {
            go_by_itself(&plain, question);
            continue;
        }
        if (question != plain.asked) {
            if (plain_is_remote(&plain) &&
                screen_wait(screen, NULL, source->descriptor, SETTLE_MS) == SCREEN_READY)
                continue;
            ask(&plain, question);
        }
        await(&plain, question);
    }
    if (plain.wish == 0) {
        screen_print(screen, "\n");
        say_way_back(screen, source);
    }
    return plain.wish;
}
