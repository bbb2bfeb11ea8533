/* The turn being entered, on a draft of the rules. */
#include <stdio.h>
#include <string.h>

#include "rules/notation.h"
#include "terminal/full_screen/full_screen.h"
#include "words/language.h"

static void refuse_turn(struct full_screen *ui, enum refusal refusal)
{
    full_screen_refuse(ui, _("Refused: %s (%s)."), _(refusal_text(refusal)), refusal_rule(refusal));
}

/* Returns true if the person at the keyboard is to move and is not looking back. */
static bool may_enter(struct full_screen *ui)
{
    const struct table *table = source_table(ui->source);
    if (ui->bookmark.is_back) {
        full_screen_refuse(ui, _("You are looking at an earlier turn: Esc returns to the game."));
        return false;
    }
    if (ui->drafts)
        return true;
    if (source_may(ui->source, ASK_BACK))
        full_screen_refuse(ui, _("A bot is playing for you: press B to play again yourself."));
    else if (table->phase == PHASE_PLAYING)
        full_screen_refuse(ui, _("It is not your turn: %s plays next (T1)."),
                           ui->source->seat[table->to_move].name);
    else if (table->phase == PHASE_DEALING)
        full_screen_refuse(ui, _("The game has not started."));
    else
        full_screen_refuse(ui, _("The round is over: press Enter to continue."));
    return false;
}

static bool is_placing(const struct full_screen *ui)
{
    const struct table *table = source_table(ui->source);
    return table->marker[table->to_move] == JUNCTION_NONE;
}

/* Describes what has been entered and what may follow. */
static void describe_draft(struct full_screen *ui, const struct choices *choices)
{
    char turn[TURN_TEXT_SIZE];
    notation_turn(turn, ui->source->board, &ui->entry.draft.turn);
    const bool more = !line_set_is_empty(&choices->black) || !line_set_is_empty(&choices->coloured);
    full_screen_say(ui,
                    more ? _("%s: Enter plays it, u takes it back, or lay another track.")
                         : _("%s: Enter plays it, u takes it back."),
                    turn);
}

void full_screen_describe_turn(struct full_screen *ui)
{
    const struct table *table = source_table(ui->source);
    struct choices choices;
    ui->message[0] = '\0';
    if (table->phase == PHASE_PLAYING && source_is_you(ui->source, table->to_move))
        full_screen_say(ui, _("It is your turn."));
    else if (table->phase == PHASE_PLAYING)
        full_screen_say(ui,
                        ui->source->seat[table->to_move].thinks ? _("%s is thinking.")
                                                                : _("It is %s's turn."),
                        ui->source->seat[table->to_move].name);
    if (!ui->drafts)
        return;
    turn_choices(&ui->entry.draft.table, ui->source->board, &ui->entry.draft.hand,
                 &ui->entry.draft.turn, &choices);
    if (!draft_is_empty(&ui->entry.draft))
        describe_draft(ui, &choices);
    else if (is_placing(ui))
        full_screen_say(ui,
                        _("Place your start marker: go to a junction and press Space, then Enter "
                          "(T2)."));
    else if (choices.may_pass)
        full_screen_say(ui, _("No track is legal: Enter passes (T4)."));
    else
        full_screen_say(ui, _("Your turn: lay one or two tracks, then Enter."));
}

void full_screen_begin_turn(struct full_screen *ui)
{
    const struct source *source = ui->source;
    const struct table *table = source_table(source);
    ui->own = false;
    ui->drafts = source_is_mine(source) && ui->revealed == table->to_move;
    if (!ui->drafts)
        return;
    turn_entry_begin(&ui->entry, table, &source->hand);
    full_screen_describe_turn(ui);
}

static void update_entered(struct full_screen *ui)
{
    turn_entry_keep(&ui->entry);
    full_screen_describe_turn(ui);
}

static void take_back(struct full_screen *ui)
{
    turn_entry_undo(&ui->entry, ui->source->board, source_table(ui->source));
}

void full_screen_lay(struct full_screen *ui, unsigned line)
{
    if (!may_enter(ui))
        return;
    if (ui->entry.draft.turn.tracks > 0 && ui->entry.draft.turn.marker != JUNCTION_NONE)
        take_back(ui); /* the marker is chosen again afterwards */
    const enum refusal refusal = draft_lay(&ui->entry.draft, ui->source->board, line, ui->own);
    if (refusal != ACCEPTED) {
        refuse_turn(ui, refusal);
        return;
    }
    ui->own = false;
    update_entered(ui);
}

void full_screen_lay_towards(struct full_screen *ui, unsigned direction)
{
    static const char *const names[DIRECTIONS] = {
        [EAST] = N_("east"), [SOUTH_EAST] = N_("south-east"), [SOUTH_WEST] = N_("south-west"),
        [WEST] = N_("west"), [NORTH_WEST] = N_("north-west"), [NORTH_EAST] = N_("north-east"),
    };
    const struct board *board = ui->source->board;
    const unsigned line = board->line_at[ui->cursor.junction][direction];
    if (!may_enter(ui))
        return;
    if (line == LINE_NONE) {
        full_screen_refuse(ui, _("There is no line from %s to the %s."),
                           board->junction[ui->cursor.junction].name, _(names[direction]));
        return;
    }
    const unsigned tracks = ui->entry.draft.turn.tracks;
    full_screen_lay(ui, line);
    if (ui->entry.draft.turn.tracks > tracks)
        full_screen_go(ui, line_other_end(&board->line[line], ui->cursor.junction));
}

void full_screen_place(struct full_screen *ui, unsigned junction)
{
    if (!may_enter(ui))
        return;
    if (ui->entry.draft.turn.marker != JUNCTION_NONE)
        take_back(ui);
    const enum refusal refusal = is_placing(ui)
                                     ? draft_place(&ui->entry.draft, ui->source->board, junction)
                                     : draft_move(&ui->entry.draft, ui->source->board, junction);
    if (refusal != ACCEPTED)
        refuse_turn(ui, refusal);
    else
        update_entered(ui);
}

/* Moves the cursor to the other end of a track that was undone or redone. */
static void step_back(struct full_screen *ui, unsigned number)
{
    const struct line *line = &ui->source->board->line[number];
    if (line->a == ui->cursor.junction || line->b == ui->cursor.junction)
        full_screen_go(ui, line_other_end(line, ui->cursor.junction));
}

void full_screen_undo(struct full_screen *ui)
{
    const struct turn *turn = &ui->entry.draft.turn;
    if (!may_enter(ui))
        return;
    if (draft_is_empty(&ui->entry.draft)) {
        full_screen_refuse(ui, _("Nothing has been entered: there is nothing to take back."));
        return;
    }
    if (turn->marker == JUNCTION_NONE)
        step_back(ui, turn->track[turn->tracks - 1].line);
    take_back(ui);
    full_screen_describe_turn(ui);
}

void full_screen_reset(struct full_screen *ui)
{
    if (!may_enter(ui))
        return;
    while (turn_entry_undo(&ui->entry, ui->source->board, source_table(ui->source)))
        continue;
    ui->own = false;
    full_screen_describe_turn(ui);
}

bool full_screen_can_redo(const struct full_screen *ui)
{
    struct turn_entry trial = ui->entry;
    return ui->drafts && turn_entry_redo(&trial, ui->source->board);
}

/* Also moves the cursor. */
void full_screen_redo(struct full_screen *ui)
{
    const unsigned tracks = ui->entry.draft.turn.tracks;
    if (!may_enter(ui))
        return;
    if (!turn_entry_redo(&ui->entry, ui->source->board)) {
        full_screen_refuse(ui, _("Nothing has been taken back: there is nothing to redo."));
        return;
    }
    if (ui->entry.draft.turn.tracks > tracks)
        step_back(ui, ui->entry.draft.turn.track[tracks].line);
    full_screen_describe_turn(ui);
}

void full_screen_take_back(struct full_screen *ui)
{
    char why[SOURCE_SENTENCE_SIZE];
    if (!source_take_back(ui->source, why))
        full_screen_refuse(ui, "%s", why);
}

void full_screen_confirm(struct full_screen *ui)
{
    struct choices choices;
    char why[SOURCE_SENTENCE_SIZE];
    if (source_table(ui->source)->phase == PHASE_DEALING) {
        ui->source->calls->go_on(ui->source);
        return;
    }
    if (!may_enter(ui))
        return;
    turn_choices(&ui->entry.draft.table, ui->source->board, &ui->entry.draft.hand,
                 &ui->entry.draft.turn, &choices);
    if (draft_is_empty(&ui->entry.draft)) {
        if (is_placing(ui)) {
            full_screen_place(ui, ui->cursor.junction);
            return;
        }
        const enum refusal refusal =
            choices.may_pass ? draft_pass(&ui->entry.draft, ui->source->board) : REFUSED_NO_TRACK;
        if (refusal != ACCEPTED) {
            refuse_turn(ui, refusal);
            return;
        }
    }
    ui->message[0] = '\0';
    if (ui->source->calls->play(ui->source, &ui->entry.draft.turn, why))
        ui->drafts = false;
    else
        full_screen_refuse(ui, "%s", why);
}

void full_screen_ask_hint(struct full_screen *ui)
{
    char why[SOURCE_SENTENCE_SIZE];
    if (!may_enter(ui))
        return;
    if (ui->source->calls->ask_hint(ui->source, why))
        full_screen_say(ui, "%s", why);
    else
        full_screen_refuse(ui, "%s", why);
}
