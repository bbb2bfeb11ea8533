/* The course of a game in line mode: prints what is new, then asks the person. */
#include "terminal/line_mode/line_mode.h"

#include <string.h>

#include "rules/notation.h"
#include "terminal/line_mode/typed_turn.h"
#include "words/language.h"

/* At a server, a turn and its consequences are two messages; wait this long for the second. */
enum { SETTLE_MS = 50 };

bool line_mode_is_remote(const struct line_mode *ui)
{
    return ui->source->calls->ask != NULL;
}

static bool is_anybody_here(const struct line_mode *ui)
{
    for (unsigned seat = 0; seat < source_table(ui->source)->seats; seat++) {
        if (ui->source->seat[seat].is_person_here)
            return true;
    }
    return false;
}

/* No one may see a hand behind a curtain.  Once all cards are open, there is no single reader. */
static void find_reader(struct line_mode *ui)
{
    const struct source *source = ui->source;
    const bool plays = source_table(source)->phase == PHASE_PLAYING;
    const bool open = !source->secret || source->keyboard == ui->revealed;
    ui->reader = plays && open ? source->keyboard : (unsigned)SEAT_NONE;
}

/* ---- News ---------------------------------------------------------------------------------- */

/* Starts a new line if a question is still on the current one. */
static void begin_news(struct line_mode *ui)
{
    if (ui->asked != QUESTION_NONE)
        line_terminal_print(ui->terminal, "\n");
    ui->asked = QUESTION_NONE;
}

static void mark_all_seen(struct line_mode *ui, unsigned moments)
{
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        ui->moments_seen[seat] = moments;
}

static void print_round(struct line_mode *ui, const struct table *table)
{
    const struct source *source = ui->source;
    char name[SAY_NAME_SIZE];
    line_terminal_print(ui->terminal, _("\n=== Round %u.  Starting player: %s.\n"), table->round,
                        say_name(&ui->speaker, table->first, name));
    if (table->variants & VARIANT_OPEN_CARDS) {
        say_open_hands(&ui->speaker, table);
    } else if (ui->reader != SEAT_NONE && !source->secret && hand_is_known(&source->hand) &&
               source_table(source)->round == table->round) {
        line_terminal_print(ui->terminal, _("Your cities:\n"));
        say_hand(&ui->speaker, table, ui->reader, &source->hand);
    }
}

/* Prints the end of a round once.  Where bots play on, the next round may have begun already. */
static void print_end(struct line_mode *ui, const struct table *table)
{
    const bool over = table->phase == PHASE_ROUND_OVER || table->phase == PHASE_GAME_OVER;
    if (!over || ui->round_printed == table->round)
        return;
    begin_news(ui);
    ui->round_printed = table->round;
    ui->revealed = SEAT_NONE; /* everyone is looking now */
    if (table == source_table(ui->source))
        line_mode_show_map_if_it_fits(ui);
    say_round_end(&ui->speaker, table);
    if (table->phase == PHASE_GAME_OVER)
        say_winners(&ui->speaker, table);
}

static void print_moment(struct line_mode *ui)
{
    const struct moment *moment = &ui->source->history.moment[ui->moments_printed];
    begin_news(ui);
    if (moment->seat == SEAT_NONE) {
        if (ui->moments_printed > 0)
            print_end(ui, &moment[-1].table); /* unless it has been printed */
        print_round(ui, &moment->table);
        mark_all_seen(ui, ui->moments_printed + 1);
        return;
    }
    say_turn(&ui->speaker, ui->moments_printed);
    if (ui->source->seat[moment->seat].is_person_here)
        ui->moments_seen[moment->seat] = ui->moments_printed + 1;
    if (ui->moves_marker && moment->turn.marker == JUNCTION_NONE)
        line_terminal_print(ui->terminal, _("  The round is over, so the marker stays (V2).\n"));
    ui->moves_marker = false;
}

/*
 * Prints the source's notice if it is new.  On this machine it belongs to a turn; at a server it
 * is the state of the connection.
 */
static void print_notice(struct line_mode *ui, bool with_turn)
{
    const struct source *source = ui->source;
    const bool again = with_turn && !line_mode_is_remote(ui);
    const bool is_back =
        ui->connection == SOURCE_RECONNECTING && source->room.connection == SOURCE_CONNECTED;
    if (source->room.connection == SOURCE_DISCONNECTED)
        return; /* the caller prints it when the program ends */
    if (is_back ||
        (source->notice[0] != '\0' && (again || strcmp(source->notice, ui->notice) != 0)))
        begin_news(ui);
    else
        return;
    line_terminal_print_folded(ui->terminal, is_back ? _("The connection to the server is back.")
                                                     : source->notice);
}

/*
 * At a server, the cards of a round arrive after the deal.  The deal is printed together with
 * them.
 */
static bool is_hand_late(const struct line_mode *ui)
{
    const struct source *source = ui->source;
    return source->keyboard != SEAT_NONE && !hand_is_known(&source->hand) &&
           source_table(source)->phase == PHASE_PLAYING;
}

/* Forgets turns that were printed and then taken back. */
static void print_taken_back(struct line_mode *ui)
{
    const unsigned moments = history_stands(&ui->source->history);
    if (ui->moments_printed <= moments)
        return;
    begin_news(ui);
    line_terminal_print(ui->terminal,
                        ngettext("%u turn was taken back.\n", "%u turns were taken back.\n",
                                 ui->moments_printed - moments),
                        ui->moments_printed - moments);
    ui->moments_printed = moments;
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        if (ui->moments_seen[seat] > moments)
            ui->moments_seen[seat] = moments;
    }
    ui->moments_presented = 0;
}

static void print_news(struct line_mode *ui)
{
    const struct source *source = ui->source;
    const struct table *table = source_table(source);
    print_taken_back(ui);
    const bool has_moments = table->phase != PHASE_DEALING &&
                             ui->moments_printed < source->history.moments && !is_hand_late(ui);
    find_reader(ui);
    if (ui->talk_printed < source->talk.lines) {
        begin_news(ui);
        line_mode_print_talk(ui, ui->talk_printed);
        ui->talk_printed = source->talk.lines;
    }
    print_notice(ui, has_moments);
    snprintf(ui->notice, sizeof ui->notice, "%s", source->notice);
    ui->connection = source->room.connection;
    for (; has_moments && ui->moments_printed < source->history.moments; ui->moments_printed++)
        print_moment(ui);
    print_end(ui, table);
    if (ui->waits &&
        (ui->sent_moments != source->history.moments || ui->sent_changes != source->changes))
        ui->waits = false;
}

/* ---- Questions ----------------------------------------------------------------------------- */

static enum line_mode_question ask_after_round(const struct line_mode *ui,
                                               const struct table *table)
{
    const bool here = is_anybody_here(ui);
    if (table->phase == PHASE_GAME_OVER)
        return QUESTION_LEAVE;
    if (ui->round_read == table->round || (!here && line_mode_is_remote(ui)))
        return QUESTION_NONE;
    return QUESTION_NEXT;
}

/*
 * Returns the question to ask.  Input from a pipe is read only when the game needs it, so a script
 * cannot be too early.
 */
static enum line_mode_question find_question(const struct line_mode *ui)
{
    const struct source *source = ui->source;
    const struct table *table = source_table(source);
    if (table->phase == PHASE_DEALING)
        return source->room.is_host || ui->terminal->asks ? QUESTION_ROOM : QUESTION_NONE;
    if (table->phase != PHASE_PLAYING)
        return ask_after_round(ui, table);
    if (!source_is_mine(source) || ui->waits || !hand_is_known(&source->hand))
        return QUESTION_NONE;
    return ui->reader == source->keyboard ? QUESTION_TURN : QUESTION_CURTAIN;
}

unsigned line_mode_offers(const struct line_mode *ui)
{
    return source_table(ui->source)->phase == PHASE_GAME_OVER ? ui->source->offers : 0;
}

/* The question at the end of a game lists the commands that can follow. */
static const char *leave_question(const struct line_mode *ui)
{
    const unsigned offers = line_mode_offers(ui);
    if ((offers & SOURCE_NEW_GAME) != 0)
        return _("\nreview, rematch or new; save FILE saves the record; Enter leaves: ");
    if ((offers & SOURCE_REMATCH) != 0)
        return _("\nreview or rematch; save FILE saves the record; Enter leaves: ");
    if ((offers & SOURCE_REVIEW) != 0)
        return _("\nreview; save FILE saves the record; Enter leaves: ");
    return _("\nsave FILE saves the record of this game, Enter leaves: ");
}

/* Prints what a person needs to see before entering a turn. */
static void present_turn(struct line_mode *ui)
{
    const struct source *source = ui->source;
    const struct table *table = source_table(source);
    const unsigned seat = ui->reader;
    const struct turn nothing = {.kind = TURN_LAY, .marker = JUNCTION_NONE};
    struct choices choices;
    ui->moments_presented = source->history.moments;
    line_terminal_print(ui->terminal, "\n");
    line_mode_show_map_if_it_fits(ui);
    if (table_has_colours(table, source->board))
        line_terminal_print(
            ui->terminal,
            ngettext("Round %u, %s: %u track left, %u of your own colour.\n",
                     "Round %u, %s: %u tracks left, %u of your own colour.\n", table->supply),
            table->round, source->seat[seat].name, table->supply, table->coloured[seat]);
    else
        line_terminal_print(ui->terminal,
                            ngettext("Round %u, %s: %u track left.\n",
                                     "Round %u, %s: %u tracks left.\n", table->supply),
                            table->round, source->seat[seat].name, table->supply);
    say_hand_row(&ui->speaker, _("Your cities:"), table, seat, &source->hand);
    turn_choices(table, source->board, &source->hand, &nothing, &choices);
    if (table->marker[seat] == JUNCTION_NONE)
        line_terminal_print(ui->terminal,
                            _("Place your start marker on a junction, for example @K7.\n"));
    else if (choices.may_pass)
        line_terminal_print(ui->terminal, _("No track is legal: type pass (T4).\n"));
}

/* Clears the screen between the hands of different people. */
static void draw_curtain(struct line_mode *ui)
{
    if (ui->revealed != SEAT_NONE)
        line_terminal_clear(ui->terminal);
    ui->revealed = SEAT_NONE;
    line_terminal_print(ui->terminal, "\n");
    line_terminal_print(ui->terminal, _("Pass the keyboard to %s and press Enter: "),
                        ui->source->seat[ui->source->keyboard].name);
}

static void ask_question(struct line_mode *ui, enum line_mode_question question)
{
    const struct source *source = ui->source;
    begin_news(ui);
    switch (question) {
    case QUESTION_NONE:
        return;
    case QUESTION_CURTAIN:
        draw_curtain(ui);
        break;
    case QUESTION_TURN:
        if (ui->moments_presented != source->history.moments)
            present_turn(ui);
        line_terminal_print(ui->terminal, "%s> ", source->seat[ui->reader].name);
        break;
    case QUESTION_NEXT:
        line_terminal_print(ui->terminal, _("\nEnter starts the next round: "));
        break;
    case QUESTION_LEAVE:
        line_terminal_print(ui->terminal, "%s", leave_question(ui));
        break;
    case QUESTION_ROOM:
        line_terminal_print(ui->terminal, "> ");
        break;
    }
    ui->asked = question;
}

/* ---- Answers ------------------------------------------------------------------------------- */

/* The next person has taken the keyboard. */
static void open_curtain(struct line_mode *ui)
{
    const unsigned seat = ui->source->keyboard;
    ui->revealed = seat;
    if (ui->moments_seen[seat] < ui->moments_printed)
        line_terminal_print(ui->terminal, _("What the others did:\n"));
    for (unsigned i = ui->moments_seen[seat]; i < ui->moments_printed; i++)
        say_turn(&ui->speaker, i);
}

/* Plays a line that is not a command: it should be a turn. */
static void try_turn(struct line_mode *ui, const char *line)
{
    struct source *source = ui->source;
    const struct table *table = source_table(source);
    struct turn turn;
    struct fault fault;
    struct draft draft;
    char why[SOURCE_SENTENCE_SIZE];
    if (!typed_turn_read(source->board, line, table->marker[ui->reader] == JUNCTION_NONE, &turn,
                         &fault)) {
        say_fault(&ui->speaker, &fault);
        return;
    }
    draft_begin(&draft, table, &source->hand);
    const enum refusal refusal = draft_turn(&draft, source->board, &turn);
    if (refusal != ACCEPTED) {
        say_refusal(&ui->speaker, refusal);
        return;
    }
    ui->moves_marker = turn.kind == TURN_LAY && turn.marker != JUNCTION_NONE;
    ui->sent_moments = source->history.moments;
    ui->sent_changes = source->changes;
    ui->waits = source->calls->play(source, &turn, why);
    if (!ui->waits)
        line_terminal_print(ui->terminal, "%s\n", why);
}

/* Prints why a line is not an answer to the question. */
static void refuse_line(struct line_mode *ui, enum line_mode_question question, const char *line)
{
    const struct table *table = source_table(ui->source);
    if (question == QUESTION_NEXT || question == QUESTION_LEAVE)
        line_terminal_print(ui->terminal,
                            _("Press Enter, or type a command such as map, log or save.\n"));
    else if (strpbrk(line, "0123456789") == NULL)
        line_terminal_print(ui->terminal,
                            _("That is neither a turn nor a command; type help for both.\n"));
    else if (table->phase != PHASE_PLAYING)
        line_terminal_print(ui->terminal, "%s\n", _("The game has not started."));
    else {
        line_terminal_print(ui->terminal, _("It is not your turn: %s plays next (T1)."),
                            ui->source->seat[table->to_move].name);
        line_terminal_print(ui->terminal, "\n");
    }
}

/* A turn contains digits; a line without any was probably meant as a word. */
static bool is_turn(const char *line)
{
    const struct word word = {line, strlen(line)};
    return strpbrk(line, "0123456789") != NULL || typed_word_means(word, "pass");
}

static void take_answer(struct line_mode *ui, enum line_mode_question question, const char *line)
{
    struct source *source = ui->source;
    if (question == QUESTION_CURTAIN) {
        open_curtain(ui);
    } else if (line[0] == '\0') {
        if (question == QUESTION_NEXT) {
            ui->round_read = source_table(source)->round;
            source->calls->go_on(source);
        }
        ui->leaves = question == QUESTION_LEAVE;
    } else if (!line_mode_command(ui, line)) {
        if (question == QUESTION_TURN && is_turn(line))
            try_turn(ui, line);
        else
            refuse_line(ui, question, line);
    }
}

/* ---- The loop ------------------------------------------------------------------------------ */

/* Joins a running game: prints the deal of the round, and mentions `log` for the rest. */
static void join_game(struct line_mode *ui)
{
    const struct history *history = &ui->source->history;
    unsigned deal = history->moments - 1;
    while (deal > 0 && history->moment[deal].seat != SEAT_NONE)
        deal--;
    ui->moments_printed = history->moments;
    mark_all_seen(ui, ui->moments_printed);
    find_reader(ui);
    if (source_table(ui->source)->phase == PHASE_PLAYING)
        print_round(ui, &history->moment[deal].table);
}

static void print_greeting(struct line_mode *ui)
{
    const struct source *source = ui->source;
    const struct table *table = source_table(source);
    char variants[VARIANTS_TEXT_SIZE];
    struct text text;
    text_init(&text, variants, sizeof variants);
    variants_write(&text, table->variants, ", ");
    line_terminal_print(ui->terminal, "%s%s\n", source->board->name, variants);
    line_mode_print_seats(ui);
    if (is_anybody_here(ui) || line_mode_is_remote(ui))
        line_terminal_print(ui->terminal,
                            _("Type a turn such as @K7 or K7-L7 L7-M7; type help for more.\n"));
    if (source->history.moments > 1)
        join_game(ui);
}

/* Returns true if nobody needs to be asked: only bots play. */
static bool goes_by_itself(const struct line_mode *ui)
{
    return !ui->terminal->asks && !line_mode_is_remote(ui) && !is_anybody_here(ui);
}

static void go_by_itself(struct line_mode *ui, enum line_mode_question question)
{
    if (question == QUESTION_NEXT)
        ui->source->calls->go_on(ui->source);
    ui->leaves = question == QUESTION_LEAVE;
}

/* Returns true while a bot plays for the person, who may come back at any time. */
static bool is_away(const struct line_mode *ui)
{
    const unsigned seat = ui->source->keyboard;
    return seat != SEAT_NONE && ui->source->seat[seat].is_away;
}

/* Waits for one event: news of the source, or a typed line. */
static void await_answer(struct line_mode *ui, enum line_mode_question question)
{
    struct source *source = ui->source;
    const char *line;
    const bool may_talk = line_mode_is_remote(ui) && (ui->terminal->asks || is_away(ui));
    const bool listens = question != QUESTION_NONE || may_talk;
    switch (line_terminal_wait(ui->terminal, listens ? &line : NULL, source->descriptor,
                               source->pause_ms)) {
    case LINE_TERMINAL_LINE:
        ui->asked = QUESTION_NONE;
        take_answer(ui, question, line);
        break;
    case LINE_TERMINAL_END:
        ui->leaves = true;
        break;
    case LINE_TERMINAL_READY:
    case LINE_TERMINAL_NOTHING:
        break;
    }
}

unsigned line_mode_run(struct source *source, struct line_terminal *terminal, bool is_reviewed)
{
    struct line_mode ui = {.source = source,
                           .terminal = terminal,
                           .speaker = {terminal, source},
                           .reader = SEAT_NONE,
                           .revealed = SEAT_NONE,
                           .shows_map = true};
    if (is_reviewed) {
        ui.moments_printed = source->history.moments;
        ui.round_printed = source_table(source)->round;
    } else {
        print_greeting(&ui);
    }
    while (!ui.leaves) {
        source->calls->step(source);
        print_news(&ui);
        if (source->room.stage == STAGE_CLOSED || source->room.connection == SOURCE_DISCONNECTED)
            break;
        const enum line_mode_question question = find_question(&ui);
        if (goes_by_itself(&ui) && question != QUESTION_NONE) {
            go_by_itself(&ui, question);
            continue;
        }
        if (question != ui.asked) {
            if (line_mode_is_remote(&ui) && line_terminal_wait(terminal, NULL, source->descriptor,
                                                               SETTLE_MS) == LINE_TERMINAL_READY)
                continue;
            ask_question(&ui, question);
        }
        await_answer(&ui, question);
    }
    if (ui.next == 0) {
        line_terminal_print(terminal, "\n");
        say_way_back(terminal, source);
    }
    return ui.next;
}
