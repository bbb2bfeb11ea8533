/* The end of a round: its messages and keys. */
#include <stdio.h>
#include <string.h>

#include "rules/scoring.h"
#include "terminal/full_screen/full_screen.h"
#include "words/language.h"

/* ---- Messages ---------------------------------------------------------------------------- */

/* Describes the keys at the end of a game. */
static const char *describe_offers(const struct full_screen *ui)
{
    const unsigned offers = ui->source->offers;
    if ((offers & SOURCE_NEW_GAME) != 0)
        return _("  r reviews it, R plays a rematch, N a new game, q leaves.");
    if ((offers & SOURCE_REMATCH) != 0)
        return _("  r reviews it, R plays a rematch, q leaves.");
    if ((offers & SOURCE_REVIEW) != 0)
        return _("  r reviews it, q leaves.");
    return _("  S saves the record, q leaves.");
}

static void describe_winners(struct full_screen *ui, const struct table *table)
{
    char names[SEATS_MAX * (SOURCE_NAME_SIZE + 2)] = "";
    unsigned winners = 0;
    bool you = false;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (!(table->winners >> seat & 1))
            continue;
        source_list_add(names, sizeof names, ui->source->seat[seat].name);
        you = source_is_you(ui->source, seat);
        winners++;
    }
    if (winners == 1 && you)
        full_screen_say(ui, _("The game is over.  You win.%s"), describe_offers(ui));
    else
        full_screen_say(ui,
                        ngettext("The game is over.  Winner: %s.%s",
                                 "The game is over.  Winners: %s.%s", winners),
                        names, describe_offers(ui));
}

static void describe_points(struct full_screen *ui, const struct table *table)
{
    char barrier[SOURCE_SENTENCE_SIZE / 2] = "";
    if (scoring_barrier_before(table, ui->source->board) != table->barrier)
        snprintf(barrier, sizeof barrier,
                 ngettext("The barrier moves: %d point or fewer ends the game (B3).  ",
                          "The barrier moves: %d points or fewer end the game (B3).  ",
                          (unsigned long)table->barrier),
                 table->barrier);
    if (table->phase == PHASE_GAME_OVER)
        describe_winners(ui, table);
    else if (ui->source->keyboard == SEAT_NONE && ui->source->room.connection != SOURCE_LOCAL)
        full_screen_say(ui, _("Round %u is over: the points are on the right.  %s"), table->round,
                        barrier);
    else
        full_screen_say(ui,
                        _("Round %u is over: the points are on the right.  %sEnter starts the "
                          "next round."),
                        table->round, barrier);
}

/* Writes what a seat still misses. */
static void describe_missing(struct full_screen *ui, const struct table *table, bool you)
{
    const struct round_end *round_end = &ui->round_end;
    const char *name = ui->source->seat[round_end->seat].name;
    struct line_set drawn;
    const int so_far = (int)round_end_lines(round_end, table, ui->source->board, &drawn);
    const bool whole = round_end_is_whole(round_end, table, ui->source->board);
    if (you && !whole)
        full_screen_say(ui, _("Round %u is over.  You still need %d ..."), table->round, so_far);
    else if (you)
        full_screen_say(
            ui,
            _("Round %u is over.  You still need %d, drawn as crosses (P1).  Press Enter "
              "to continue."),
            table->round, table->lost[round_end->seat]);
    else if (!whole)
        full_screen_say(ui, _("Round %u is over.  %s still needs %d ..."), table->round, name,
                        so_far);
    else
        full_screen_say(
            ui,
            _("Round %u is over.  %s still needs %d, drawn as crosses (P1).  Press Enter "
              "to continue."),
            table->round, name, table->lost[round_end->seat]);
}

void full_screen_describe_round_end(struct full_screen *ui)
{
    const struct table *table = source_table(ui->source);
    const unsigned seat = ui->round_end.seat;
    if (seat >= table->seats) {
        describe_points(ui, table);
        return;
    }
    const bool you = source_is_you(ui->source, seat);
    if (!(table->connected >> seat & 1))
        describe_missing(ui, table, you);
    else if (you)
        full_screen_say(
            ui,
            _("Round %u is over.  You are connected and lose nothing.  Press Enter to continue."),
            table->round);
    else
        full_screen_say(
            ui,
            _("Round %u is over.  %s is connected and loses nothing.  Press Enter to continue."),
            table->round, ui->source->seat[seat].name);
}

/* ---- Keys and steps ---------------------------------------------------------------------- */

/* Moves the cursor along, so that a scrolled map shows the newest line. */
static void follow_show(struct full_screen *ui)
{
    if (ui->round_end.focus != JUNCTION_NONE)
        full_screen_go(ui, ui->round_end.focus);
    full_screen_describe_round_end(ui);
}

void full_screen_begin_round_end(struct full_screen *ui)
{
    round_end_begin(&ui->round_end, source_table(ui->source), ui->source->board, clock_ms());
    if (ui->was_over) { /* returning from the review */
        ui->round_end.seat = source_table(ui->source)->seats;
        ui->round_end.due_ms = -1;
    }
    follow_show(ui);
}

void full_screen_step_round_end(struct full_screen *ui)
{
    if (ui->mode == MODE_ROUND_END &&
        round_end_step(&ui->round_end, source_table(ui->source), ui->source->board, clock_ms()))
        follow_show(ui);
}

static void hurry_round_end(struct full_screen *ui)
{
    const struct table *table = source_table(ui->source);
    if (ui->round_end.seat >= table->seats)
        return;
    round_end_hurry(&ui->round_end, table, ui->source->board, clock_ms());
    follow_show(ui);
}

/* Handles keys that look back or around.  Returns true if it was one. */
static bool looks_around(const struct full_screen *ui, const struct input *input)
{
    if (input->kind != INPUT_KEY)
        return false;
    switch (input->key) {
    case PRESS_LEFT:
    case PRESS_RIGHT:
    case PRESS_UP:
    case PRESS_DOWN:
    case PRESS_PAGE_UP:
    case PRESS_PAGE_DOWN:
        return true;
    default:
        return ui->bookmark.is_back;
    }
}

unsigned full_screen_offers(const struct full_screen *ui)
{
    const struct table *table = source_table(ui->source);
    const bool over = table->phase == PHASE_GAME_OVER && ui->round_end.seat >= table->seats;
    return over && full_screen_page(ui) == MODE_ROUND_END ? ui->source->offers : 0;
}

/* Returns true if the key chooses one of the offers. */
static bool takes_offer(struct full_screen *ui, const struct input *input)
{
    static const struct {
        uint32_t letter;
        enum source_offer offer;
    } keys[] = {{'r', SOURCE_REVIEW}, {'R', SOURCE_REMATCH}, {'N', SOURCE_NEW_GAME}};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (input->kind == INPUT_LETTER && input->letter == keys[i].letter &&
            (full_screen_offers(ui) & keys[i].offer) != 0) {
            ui->next = keys[i].offer;
            ui->leaves = true;
            return true;
        }
    }
    return false;
}

static bool is_continue_key(const struct input *input)
{
    return (input->kind == INPUT_KEY && input->key == PRESS_ENTER) ||
           (input->kind == INPUT_LETTER && input->letter == ' ');
}

static void go_on(struct full_screen *ui)
{
    const struct table *table = source_table(ui->source);
    if (ui->round_end.seat < table->seats) {
        round_end_next(&ui->round_end, table, ui->source->board, clock_ms());
        follow_show(ui);
    } else if (table->phase == PHASE_GAME_OVER) {
        full_screen_describe_round_end(ui);
    } else {
        ui->message[0] = '\0';
        ui->source->calls->go_on(ui->source);
    }
}

void full_screen_round_end_input(struct full_screen *ui, const struct input *input)
{
    if (takes_offer(ui, input))
        return;
    if (is_continue_key(input) && !ui->bookmark.is_back)
        go_on(ui);
    else if (input->kind == INPUT_LETTER && strchr("qS?tTB", (int)input->letter) != NULL)
        full_screen_letter(ui, input->letter);
    else if (input->kind == INPUT_LETTER && full_screen_look_letter(ui, input->letter))
        return;
    else if (looks_around(ui, input))
        full_screen_key(ui, input->key);
    else if (input->kind == INPUT_MOUSE && input->wheel)
        full_screen_zoom(ui, -input->y);
    else
        hurry_round_end(ui);
}
