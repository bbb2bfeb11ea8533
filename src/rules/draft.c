/* Computes what is legal next in a turn, and explains refusals. */
#include "rules/draft.h"

#include <string.h>

#include "base/check.h"
#include "rules/network.h"

static const struct line_set no_lines;

/* T5, F3, V2: the lines at junctions from which the seat may build. */
static const struct line_set *touched_lines(const struct table *table, const struct board *board,
                                            unsigned seat, struct line_set *storage)
{
    if (!(table->variants & VARIANT_BLOCKING))
        return &table->touch[table->network[seat]];
    struct junction_set part;
    network_unblocked(table, board, seat, &part);
    network_touching(board, &part, storage);
    return storage;
}

/* R3, R5: in TransAmerica the first track of a turn can end the round at once. */
static bool first_track_ended_round(const struct table *table, const struct board *board,
                                    const struct hand *hand)
{
    return board->ruleset == RULESET_TRANSAMERICA &&
           (table->supply == 0 || table_connects(table, board, table->to_move, hand));
}

const struct line_set *turn_kinds(const struct table *table, const struct board *board,
                                  const struct hand *hand, const struct turn *turn)
{
    if (turn->tracks == 0)
        return &board->all_lines;
    if (turn->tracks == TURN_TRACKS_MAX || first_track_ended_round(table, board, hand))
        return &no_lines;
    const struct line_set *const after[] = {[LINE_SINGLE] = &board->single_or_ferry_lines,
                                            [LINE_DOUBLE] = &no_lines,
                                            [LINE_FERRY] = &board->single_lines};
    return after[board->line[turn->track[0].line].kind];
}

void turn_legal_lines(const struct table *table, const struct board *board, const struct hand *hand,
                      const struct turn *turn, struct legal_lines *legal)
{
    turn_legal_lines_of(table, board, turn, turn_kinds(table, board, hand, turn), legal);
}

void turn_legal_lines_of(const struct table *table, const struct board *board,
                         const struct turn *turn, const struct line_set *kinds,
                         struct legal_lines *legal)
{
    const unsigned seat = table->to_move;
    const bool building = table->phase == PHASE_PLAYING && table->marker[seat] != JUNCTION_NONE &&
                          turn->marker == JUNCTION_NONE;
    legal->open = building ? &table->open : &no_lines;
    legal->kinds = kinds;
    legal->touched = building ? touched_lines(table, board, seat, &legal->storage) : &no_lines;
}

void turn_lines(const struct table *table, const struct board *board, const struct hand *hand,
                const struct turn *turn, struct line_set *black, struct line_set *coloured)
{
    struct legal_lines legal;
    struct line_set lines;
    turn_legal_lines(table, board, hand, turn, &legal);
    for (int i = 0; i < LINE_WORDS; i++)
        lines.word[i] = legal.touched->word[i] & legal.open->word[i] & legal.kinds->word[i];
    *black = table->supply > 0 ? lines : no_lines; /* R5 */
    *coloured = table->coloured[table->to_move] > 0 ? lines : no_lines;
    if (!(table->variants & VARIANT_PRIVATE_TRACKS))
        line_set_intersect(coloured, &board->ferry_lines); /* F6 */
}

/* T2: any junction without a marker. */
static void free_junctions(const struct table *table, const struct board *board,
                           struct junction_set *places)
{
    *places = junction_set_first(board->junctions);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (table->marker[seat] != JUNCTION_NONE)
            junction_set_remove(places, table->marker[seat]);
    }
}

/* V2: where the marker may move after the tracks are laid. */
static void marker_moves(const struct table *table, const struct board *board,
                         const struct hand *hand, struct junction_set *places)
{
    const unsigned seat = table->to_move;
    if (!(table->variants & VARIANT_BLOCKING) || table->supply == 0 ||
        table_connects(table, board, seat, hand))
        return;
    network_unblocked(table, board, seat, places);
    junction_set_remove(places, table->marker[seat]);
}

void turn_choices(const struct table *table, const struct board *board, const struct hand *hand,
                  const struct turn *turn, struct choices *choices)
{
    memset(choices, 0, sizeof *choices);
    if (table->phase != PHASE_PLAYING)
        return;
    turn_lines(table, board, hand, turn, &choices->black, &choices->coloured);
    if (turn->kind == TURN_LAY && turn->tracks > 0) {
        choices->may_end = true;
        if (turn->marker == JUNCTION_NONE)
            marker_moves(table, board, hand, &choices->places);
    } else if (turn->kind != TURN_LAY) {
        choices->may_end = true;
    } else if (table->marker[table->to_move] == JUNCTION_NONE) {
        free_junctions(table, board, &choices->places);
    } else {
        choices->may_pass =
            line_set_is_empty(&choices->black) && line_set_is_empty(&choices->coloured);
    }
}

void draft_begin(struct draft *draft, const struct table *table, const struct hand *hand)
{
    draft->table = *table;
    draft->hand = *hand;
    memset(&draft->turn, 0, sizeof draft->turn);
    draft->turn.kind = TURN_LAY;
    draft->turn.marker = JUNCTION_NONE;
}

/* Why a line may not be the second of the turn, by the rules on combinations. */
static enum refusal explain_second(const struct draft *draft, const struct board *board,
                                   unsigned line)
{
    const struct table *table = &draft->table;
    if (draft->turn.tracks == TURN_TRACKS_MAX)
        return REFUSED_TWO_TRACKS_ARE_ENOUGH;
    if (first_track_ended_round(table, board, &draft->hand))
        return table->supply == 0 ? REFUSED_SUPPLY_USED_UP : REFUSED_YOU_ARE_CONNECTED;
    const unsigned kind = board->line[line].kind;
    const unsigned first_kind = board->line[draft->turn.track[0].line].kind;
    if (first_kind == LINE_FERRY && kind == LINE_FERRY)
        return REFUSED_TWO_FERRY_HALVES;
    if ((first_kind == LINE_FERRY && kind == LINE_DOUBLE) ||
        (first_kind == LINE_DOUBLE && kind == LINE_FERRY))
        return REFUSED_FERRY_WITH_DOUBLE;
    if (first_kind == LINE_DOUBLE)
        return REFUSED_DOUBLE_ALONE;
    return kind == LINE_DOUBLE ? REFUSED_DOUBLE_SECOND : ACCEPTED;
}

/* Why this piece may not be laid: its colour, or an empty supply. */
static enum refusal explain_piece(const struct draft *draft, const struct board *board,
                                  unsigned line, bool own)
{
    const struct table *table = &draft->table;
    if (!own)
        return table->supply == 0 ? REFUSED_NO_BLACK_LEFT : ACCEPTED;
    if (!table_has_colours(table, board))
        return REFUSED_NO_COLOURS_HERE;
    if (board->line[line].kind != LINE_FERRY && !(table->variants & VARIANT_PRIVATE_TRACKS))
        return REFUSED_COLOUR_ON_LAND;
    if (table->coloured[table->to_move] > 0)
        return ACCEPTED;
    return board->line[line].kind == LINE_FERRY ? REFUSED_NO_COLOURED_LEFT
                                                : REFUSED_NO_PRIVATE_LEFT;
}

/* Returns why the choices do not include this line. */
static enum refusal explain_line(const struct draft *draft, const struct board *board,
                                 unsigned line, bool own)
{
    const struct table *table = &draft->table;
    const unsigned seat = table->to_move;
    if (draft->turn.marker != JUNCTION_NONE)
        return REFUSED_MARKER_MOVED;
    enum refusal refusal = ACCEPTED;
    if (draft->turn.tracks > 0)
        refusal = explain_second(draft, board, line);
    if (refusal == ACCEPTED)
        refusal = explain_piece(draft, board, line, own);
    if (refusal != ACCEPTED)
        return refusal;
    const bool ferry = board->line[line].kind == LINE_FERRY;
    if (!line_set_has(&table->open, line))
        return ferry ? REFUSED_FERRY_FULL : REFUSED_LINE_TAKEN;
    if (!line_set_has(&table->touch[table->network[seat]], line))
        return ferry ? REFUSED_FERRY_NOT_CONNECTED : REFUSED_NOT_CONNECTED;
    CHECK(table->variants & VARIANT_BLOCKING);
    return REFUSED_BLOCKED;
}

enum refusal draft_lay(struct draft *draft, const struct board *board, unsigned line, bool own)
{
    struct table *table = &draft->table;
    CHECK(line < board->lines);
    if (table->phase != PHASE_PLAYING)
        return REFUSED_NOT_PLAYING;
    if (draft->turn.kind != TURN_LAY || table->marker[table->to_move] == JUNCTION_NONE)
        return REFUSED_MARKER_FIRST;
    struct line_set black, coloured;
    turn_lines(table, board, &draft->hand, &draft->turn, &black, &coloured);
    if (!line_set_has(own ? &coloured : &black, line))
        return explain_line(draft, board, line, own);
    table_lay(table, board, table->to_move, line, own);
    draft->turn.track[draft->turn.tracks++] =
        (struct track){.line = (uint16_t)line, .own = own, .zero = 0};
    return ACCEPTED;
}

enum refusal draft_place(struct draft *draft, const struct board *board, unsigned junction)
{
    struct table *table = &draft->table;
    CHECK(junction < board->junctions);
    if (table->phase != PHASE_PLAYING)
        return REFUSED_NOT_PLAYING;
    if (table->marker[table->to_move] != JUNCTION_NONE)
        return REFUSED_MARKER_STANDS;
    struct choices choices;
    turn_choices(table, board, &draft->hand, &draft->turn, &choices);
    if (!junction_set_has(&choices.places, junction))
        return REFUSED_JUNCTION_TAKEN;
    table_place_marker(table, board, table->to_move, junction);
    draft->turn.kind = TURN_PLACE;
    draft->turn.marker = (uint8_t)junction;
    return ACCEPTED;
}

enum refusal draft_move(struct draft *draft, const struct board *board, unsigned junction)
{
    struct table *table = &draft->table;
    const unsigned seat = table->to_move;
    CHECK(junction < board->junctions);
    if (table->phase != PHASE_PLAYING)
        return REFUSED_NOT_PLAYING;
    if (!(table->variants & VARIANT_BLOCKING))
        return REFUSED_MARKER_STAYS;
    if (draft->turn.kind != TURN_LAY || table->marker[seat] == JUNCTION_NONE)
        return REFUSED_MARKER_FIRST;
    if (draft->turn.tracks == 0)
        return REFUSED_NO_TRACK;
    struct choices choices;
    turn_choices(table, board, &draft->hand, &draft->turn, &choices);
    if (!junction_set_has(&choices.places, junction)) {
        if (draft->turn.marker != JUNCTION_NONE)
            return REFUSED_MARKER_MOVED;
        if (table->supply == 0 || table_connects(table, board, seat, &draft->hand))
            return REFUSED_MARKER_AFTER_END;
        if (junction == table->marker[seat])
            return REFUSED_MARKER_HERE_ALREADY;
        return table_has_marker(table, junction, seat) ? REFUSED_MARKER_ON_MARKER
                                                       : REFUSED_MARKER_OUTSIDE;
    }
    table_place_marker(table, board, seat, junction);
    draft->turn.marker = (uint8_t)junction;
    return ACCEPTED;
}

enum refusal draft_pass(struct draft *draft, const struct board *board)
{
    if (draft->table.phase != PHASE_PLAYING)
        return REFUSED_NOT_PLAYING;
    if (draft->table.marker[draft->table.to_move] == JUNCTION_NONE)
        return REFUSED_MARKER_FIRST;
    struct choices choices;
    turn_choices(&draft->table, board, &draft->hand, &draft->turn, &choices);
    if (!choices.may_pass)
        return REFUSED_PASS;
    draft->turn.kind = TURN_PASS;
    return ACCEPTED;
}

enum refusal draft_turn(struct draft *draft, const struct board *board, const struct turn *turn)
{
    if (turn->kind == TURN_PLACE)
        return draft_place(draft, board, turn->marker);
    if (turn->kind == TURN_PASS)
        return draft_pass(draft, board);
    if (draft->table.phase == PHASE_PLAYING && draft->turn.tracks == 0 && turn->tracks == 0)
        return REFUSED_NO_TRACK;
    CHECK(turn->tracks <= TURN_TRACKS_MAX);
    enum refusal refusal = ACCEPTED;
    for (unsigned i = 0; i < turn->tracks && refusal == ACCEPTED; i++)
        refusal = draft_lay(draft, board, turn->track[i].line, turn->track[i].own);
    if (refusal == ACCEPTED && turn->marker != JUNCTION_NONE)
        refusal = draft_move(draft, board, turn->marker);
    return refusal;
}

bool draft_undo(struct draft *draft, const struct board *board, const struct table *table)
{
    const struct hand hand = draft->hand;
    struct turn turn = draft->turn;
    if (draft_is_empty(draft))
        return false;
    draft_begin(draft, table, &hand);
    if (turn.kind != TURN_LAY)
        return true;
    if (turn.marker != JUNCTION_NONE)
        turn.marker = JUNCTION_NONE;
    else
        turn.tracks--;
    if (turn.tracks > 0) {
        const enum refusal refusal = draft_turn(draft, board, &turn);
        CHECK(refusal == ACCEPTED);
    }
    return true;
}

bool draft_redo(struct draft *draft, const struct board *board, const struct turn *whole)
{
    const unsigned tracks = draft->turn.tracks;
    enum refusal refusal;
    if (draft->turn.kind != TURN_LAY || draft->turn.marker != JUNCTION_NONE)
        return false; /* nothing may follow */
    CHECK(tracks <= whole->tracks &&
          memcmp(draft->turn.track, whole->track, tracks * sizeof whole->track[0]) == 0);
    if (tracks < whole->tracks)
        refusal = draft_lay(draft, board, whole->track[tracks].line, whole->track[tracks].own);
    else if (whole->kind == TURN_PASS)
        refusal = draft_pass(draft, board);
    else if (whole->marker == JUNCTION_NONE)
        return false;
    else if (whole->kind == TURN_PLACE)
        refusal = draft_place(draft, board, whole->marker);
    else
        refusal = draft_move(draft, board, whole->marker);
    CHECK(refusal == ACCEPTED);
    return true;
}
