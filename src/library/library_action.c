/* Turns as sequences of numbered actions; rules/draft.h decides what is legal. */
#include "library/library.h"
#include "rules/scoring.h"

unsigned action_count(const struct board *board)
{
    return ACTION_MARKER + board->junctions + 2U * board->lines;
}

static const struct hand *hand_to_move(const struct railhead_position *position)
{
    return &position->position.hand[position->position.table.to_move];
}

void action_choices(const struct railhead_position *position, struct choices *choices)
{
    turn_choices(&position->position.table, position->board, hand_to_move(position),
                 &position->entered, choices);
}

/* Marks functions for rare cases, which are not inlined to keep the common case small. */
#define APART __attribute__((noinline))

/* ---- Taking an action ------------------------------------------------------------------------ */

/* V2: the marker does not move if the round is over, which the mover could not know. */
static void move_marker(struct railhead_position *position, unsigned junction)
{
    struct position *truth = &position->position;
    if (!position_ends(truth, &truth->table))
        table_place_marker(&truth->table, position->board, truth->table.to_move, junction);
}

static enum action_result end_turn(struct railhead_position *position, bool passed)
{
    struct position *truth = &position->position;
    begin_turn(position);
    if (!position_turn_over(truth, passed))
        return ACTION_TAKEN;
    truth->table.connected = (uint8_t)position_connected(truth, &truth->table);
    return ACTION_ENDS_ROUND;
}

/* Returns true if another track or a marker move can be added to the turn. */
APART static bool has_choices(const struct railhead_position *position)
{
    struct choices choices;
    action_choices(position, &choices);
    return !line_set_is_empty(&choices.black) || !line_set_is_empty(&choices.coloured) ||
           junction_set_count(&choices.places) > 0;
}

static bool have_common_line(const struct legal_lines *legal, unsigned lines)
{
    for (unsigned i = 0; i * 64 < lines; i++) {
        if (legal->touched->word[i] & legal->open->word[i] & legal->kinds->word[i])
            return true;
    }
    return false;
}

/* The same, faster if only black track can be laid. */
static bool may_continue(const struct railhead_position *position)
{
    const struct table *table = &position->position.table;
    struct legal_lines legal;
    if (table->variants & VARIANT_BLOCKING || table->coloured[table->to_move] > 0)
        return has_choices(position);
    if (position->entered.tracks == TURN_TRACKS_MAX || table->supply == 0)
        return false;
    turn_legal_lines_of(table, position->board, &position->entered, position->kinds, &legal);
    return have_common_line(&legal, position->board->lines);
}

/* Returns true if a track may be laid there now. */
static bool may_lay(const struct railhead_position *position, unsigned line, bool own)
{
    const struct table *table = &position->position.table;
    struct legal_lines legal;
    if (own) {
        struct line_set black, coloured;
        turn_lines(table, position->board, hand_to_move(position), &position->entered, &black,
                   &coloured);
        return line_set_has(&coloured, line);
    }
    turn_legal_lines_of(table, position->board, &position->entered, position->kinds, &legal);
    return table->supply > 0 && line_set_has(legal.touched, line) &&
           line_set_has(legal.open, line) && line_set_has(legal.kinds, line);
}

static enum action_result lay(struct railhead_position *position, unsigned line, bool own)
{
    struct table *table = &position->position.table;
    struct turn *entered = &position->entered;
    if (!may_lay(position, line, own))
        return ACTION_ILLEGAL;
    table_lay(table, position->board, table->to_move, line, own);
    entered->track[entered->tracks++] =
        (struct track){.line = (uint16_t)line, .own = own, .zero = 0};
    position->kinds = turn_kinds(table, position->board, hand_to_move(position), entered);
    return may_continue(position) ? ACTION_TAKEN : end_turn(position, false);
}

APART static enum action_result use_marker(struct railhead_position *position, unsigned junction)
{
    struct table *table = &position->position.table;
    struct choices choices;
    action_choices(position, &choices);
    if (!junction_set_has(&choices.places, junction))
        return ACTION_ILLEGAL;
    if (position->entered.tracks > 0)
        move_marker(position, junction);
    else
        table_place_marker(table, position->board, table->to_move, junction);
    return end_turn(position, false);
}

APART static enum action_result end_or_pass(struct railhead_position *position)
{
    struct choices choices;
    action_choices(position, &choices);
    if (!choices_may_end(&choices))
        return ACTION_ILLEGAL;
    return end_turn(position, choices.may_pass);
}

enum action_result action_take(struct railhead_position *position, unsigned action)
{
    const struct board *board = position->board;
    if (position->position.table.phase != PHASE_PLAYING)
        return ACTION_ILLEGAL;
    const unsigned lines = ACTION_MARKER + board->junctions;
    if (action >= lines && action < lines + 2U * board->lines)
        return lay(position, (action - lines) % board->lines, action >= lines + board->lines);
    if (action == ACTION_END)
        return end_or_pass(position);
    return action < lines ? use_marker(position, action - ACTION_MARKER) : ACTION_ILLEGAL;
}

/* ---- Actions of one position ----------------------------------------------------------------- */

static void add(uint32_t *action, size_t room, size_t *count, unsigned number)
{
    if (action != NULL && *count < room)
        action[*count] = number;
    ++*count;
}

enum railhead_status railhead_position_actions(const struct railhead_position *position,
                                               uint32_t *action, size_t room, size_t *actions,
                                               struct railhead_error *error)
{
    struct choices choices;
    size_t count = 0;
    if (position == NULL || actions == NULL)
        return library_bad(error, position == NULL ? "position" : "actions");
    action_choices(position, &choices);
    if (choices_may_end(&choices))
        add(action, room, &count, ACTION_END);
    for (unsigned i = junction_set_next(&choices.places, 0); i != JUNCTION_NONE;
         i = junction_set_next(&choices.places, i + 1))
        add(action, room, &count, ACTION_MARKER + i);
    for (int own = 0; own < 2; own++) {
        const struct line_set *lines = own ? &choices.coloured : &choices.black;
        for (unsigned i = line_set_next(lines, 0); i != LINE_NONE; i = line_set_next(lines, i + 1))
            add(action, room, &count, action_of_line(position->board, i, own));
    }
    *actions = count;
    return RAILHEAD_OK;
}

enum railhead_status railhead_position_act(struct railhead_position *position, uint32_t action,
                                           struct railhead_error *error)
{
    if (position == NULL)
        return library_bad(error, "position");
    const enum action_result result = action_take(position, action);
    if (result == ACTION_ILLEGAL)
        return library_say(error, RAILHEAD_REFUSED, "library-action",
                           "this action is not legal now");
    if (result == ACTION_ENDS_ROUND)
        scoring_close_round(&position->position.table, position->board, position->position.hand);
    return RAILHEAD_OK;
}
