/* The turn that is being entered, on a draft of the rules. */
#include <stdio.h>
#include <string.h>

#include "core/notation.h"
#include "terminal/full_screen/client.h"
#include "words/language.h"

static void refuse(struct client *client, enum refusal refusal)
{
    client_refuse(client, _("Refused: %s (%s)."), _(refusal_text(refusal)), refusal_rule(refusal));
}

/* True when the person at the keyboard is to move and looks at the table as it is. */
static bool may_enter(struct client *client)
{
    const struct table *table = source_table(client->source);
    if (client->bookmark.is_back) {
        client_refuse(client, _("You are looking at an earlier turn: Esc returns to the game."));
        return false;
    }
    if (client->drafts)
        return true;
    if (source_may(client->source, WISH_BACK))
        client_refuse(client, _("A bot is playing for you: press B to play again yourself."));
    else if (table->phase == PHASE_PLAYING)
        client_refuse(client, _("It is not your turn: %s plays next (T1)."),
                      client->source->seat[table->to_move].name);
    else if (table->phase == PHASE_DEALING)
        client_refuse(client, _("The game has not started."));
    else
        client_refuse(client, _("The round is over: press Enter to continue."));
    return false;
}

static bool is_placing(const struct client *client)
{
    const struct table *table = source_table(client->source);
    return table->marker[table->to_move] == JUNCTION_NONE;
}

/* What has been entered, and what can follow. */
static void tell_draft(struct client *client, const struct choices *choices)
{
    char turn[TURN_TEXT_SIZE];
    notation_turn(turn, client->source->board, &client->entering.draft.turn);
    const bool more = !line_set_is_empty(&choices->black) || !line_set_is_empty(&choices->coloured);
    client_say(client,
               more ? _("%s: Enter plays it, u takes it back, or lay another track.")
                    : _("%s: Enter plays it, u takes it back."),
               turn);
}

void client_tell_turn(struct client *client)
{
    const struct table *table = source_table(client->source);
    struct choices choices;
    client->message[0] = '\0';
    if (table->phase == PHASE_PLAYING && source_is_you(client->source, table->to_move))
        client_say(client, _("It is your turn."));
    else if (table->phase == PHASE_PLAYING)
        client_say(client,
                   client->source->seat[table->to_move].thinks ? _("%s is thinking.")
                                                               : _("It is %s's turn."),
                   client->source->seat[table->to_move].name);
    if (!client->drafts)
        return;
    turn_choices(&client->entering.draft.table, client->source->board, &client->entering.draft.hand,
                 &client->entering.draft.turn, &choices);
    if (!draft_is_empty(&client->entering.draft))
        tell_draft(client, &choices);
    else if (is_placing(client))
        client_say(client,
                   _("Place your start marker: go to a junction and press Space, then Enter "
                     "(T2)."));
    else if (choices.may_pass)
        client_say(client, _("No track is legal: Enter passes (T4)."));
    else
        client_say(client, _("Your turn: lay one or two tracks, then Enter."));
}

void client_begin_turn(struct client *client)
{
    const struct source *source = client->source;
    const struct table *table = source_table(source);
    client->own = false;
    client->drafts = source_is_mine(source) && client->revealed == table->to_move;
    if (!client->drafts)
        return;
    entering_begin(&client->entering, table, &source->hand);
    client_tell_turn(client);
}

static void entered(struct client *client)
{
    entering_keep(&client->entering);
    client_tell_turn(client);
}

static void take_back(struct client *client)
{
    entering_undo(&client->entering, client->source->board, source_table(client->source));
}

void client_lay(struct client *client, unsigned line)
{
    if (!may_enter(client))
        return;
    if (client->entering.draft.turn.tracks > 0 &&
        client->entering.draft.turn.marker != JUNCTION_NONE)
        take_back(client); /* the marker is chosen again after it */
    const enum refusal refusal =
        draft_lay(&client->entering.draft, client->source->board, line, client->own);
    if (refusal != ACCEPTED) {
        refuse(client, refusal);
        return;
    }
    client->own = false;
    entered(client);
}

void client_lay_towards(struct client *client, unsigned direction)
{
    static const char *const names[DIRECTIONS] = {
        [EAST] = N_("east"), [SOUTH_EAST] = N_("south-east"), [SOUTH_WEST] = N_("south-west"),
        [WEST] = N_("west"), [NORTH_WEST] = N_("north-west"), [NORTH_EAST] = N_("north-east"),
    };
    const struct board *board = client->source->board;
    const unsigned line = board->line_at[client->cursor.junction][direction];
    if (!may_enter(client))
        return;
    if (line == LINE_NONE) {
        client_refuse(client, _("There is no line from %s to the %s."),
                      board->junction[client->cursor.junction].name, _(names[direction]));
        return;
    }
    const unsigned tracks = client->entering.draft.turn.tracks;
    client_lay(client, line);
    if (client->entering.draft.turn.tracks > tracks)
        client_go(client, line_other_end(&board->line[line], client->cursor.junction));
}

void client_place(struct client *client, unsigned junction)
{
    if (!may_enter(client))
        return;
    if (client->entering.draft.turn.marker != JUNCTION_NONE)
        take_back(client);
    const enum refusal refusal =
        is_placing(client) ? draft_place(&client->entering.draft, client->source->board, junction)
                           : draft_move(&client->entering.draft, client->source->board, junction);
    if (refusal != ACCEPTED)
        refuse(client, refusal);
    else
        entered(client);
}

/* The cursor goes to the other end of a track that is taken back, or entered again. */
static void step_back(struct client *client, unsigned number)
{
    const struct line *line = &client->source->board->line[number];
    if (line->a == client->cursor.junction || line->b == client->cursor.junction)
        client_go(client, line_other_end(line, client->cursor.junction));
}

void client_undo(struct client *client)
{
    const struct turn *turn = &client->entering.draft.turn;
    if (!may_enter(client))
        return;
    if (draft_is_empty(&client->entering.draft)) {
        client_refuse(client, _("Nothing has been entered: there is nothing to take back."));
        return;
    }
    if (turn->marker == JUNCTION_NONE)
        step_back(client, turn->track[turn->tracks - 1].line);
    take_back(client);
    client_tell_turn(client);
}

void client_reset(struct client *client)
{
    if (!may_enter(client))
        return;
    while (entering_undo(&client->entering, client->source->board, source_table(client->source)))
        continue;
    client->own = false;
    client_tell_turn(client);
}

bool client_can_redo(const struct client *client)
{
    struct entering trial = client->entering;
    return client->drafts && entering_redo(&trial, client->source->board);
}

/* The cursor goes along. */
void client_redo(struct client *client)
{
    const unsigned tracks = client->entering.draft.turn.tracks;
    if (!may_enter(client))
        return;
    if (!entering_redo(&client->entering, client->source->board)) {
        client_refuse(client, _("Nothing has been taken back: there is nothing to redo."));
        return;
    }
    if (client->entering.draft.turn.tracks > tracks)
        step_back(client, client->entering.draft.turn.track[tracks].line);
    client_tell_turn(client);
}

void client_take_back(struct client *client)
{
    char why[SOURCE_SENTENCE_SIZE];
    if (!source_take_back(client->source, why))
        client_refuse(client, "%s", why);
}

void client_confirm(struct client *client)
{
    struct choices choices;
    char why[SOURCE_SENTENCE_SIZE];
    if (source_table(client->source)->phase == PHASE_DEALING) {
        client->source->calls->go_on(client->source);
        return;
    }
    if (!may_enter(client))
        return;
    turn_choices(&client->entering.draft.table, client->source->board, &client->entering.draft.hand,
                 &client->entering.draft.turn, &choices);
    if (draft_is_empty(&client->entering.draft)) {
        if (is_placing(client)) {
            client_place(client, client->cursor.junction);
            return;
        }
        const enum refusal refusal =
            choices.may_pass ? draft_pass(&client->entering.draft, client->source->board)
                             : REFUSED_NO_TRACK;
        if (refusal != ACCEPTED) {
            refuse(client, refusal);
            return;
        }
    }
    client->message[0] = '\0';
    if (client->source->calls->play(client->source, &client->entering.draft.turn, why))
        client->drafts = false;
    else
        client_refuse(client, "%s", why);
}

void client_ask_hint(struct client *client)
{
    char why[SOURCE_SENTENCE_SIZE];
    if (!may_enter(client))
        return;
    if (client->source->calls->ask_hint(client->source, why))
        client_say(client, "%s", why);
    else
        client_refuse(client, "%s", why);
}
