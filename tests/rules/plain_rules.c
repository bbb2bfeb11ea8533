/* The rules, plainly: see plain_rules.h. */
#include "rules/plain_rules.h"

#include <string.h>

static unsigned pieces_on(const struct table *table, unsigned line)
{
    return (table->track[line] & 15 ? 1U : 0U) + (table->track[line] >> 4 ? 1U : 0U);
}

static bool has_piece(const struct table *table, unsigned line, unsigned owner)
{
    return (table->track[line] & 15) == owner || table->track[line] >> 4 == (int)owner;
}

bool plain_usable(const struct table *table, const struct board *board, unsigned seat,
                  unsigned line)
{
    const unsigned needed = board->line[line].kind == LINE_FERRY ? 2 : 1;
    return pieces_on(table, line) == needed &&
           (has_piece(table, line, TRACK_BLACK) || has_piece(table, line, seat + 1));
}

static bool holds_marker_of_another(const struct table *table, unsigned seat, unsigned junction)
{
    for (unsigned other = 0; other < table->seats; other++) {
        if (other != seat && table->marker[other] == junction)
            return true;
    }
    return false;
}

void plain_network(const struct table *table, const struct board *board, unsigned seat,
                   bool blocked, bool in[JUNCTIONS_MAX])
{
    memset(in, 0, JUNCTIONS_MAX * sizeof in[0]);
    if (table->marker[seat] == JUNCTION_NONE)
        return;
    in[table->marker[seat]] = true;
    for (bool grown = true; grown;) {
        grown = false;
        for (unsigned line = 0; line < board->lines; line++) {
            const unsigned a = board->line[line].a, b = board->line[line].b;
            if (in[a] == in[b] || !plain_usable(table, board, seat, line))
                continue;
            const unsigned to = in[a] ? b : a;
            if (blocked && holds_marker_of_another(table, seat, to))
                continue;
            in[to] = true;
            grown = true;
        }
    }
}

bool plain_connected(const struct table *table, const struct board *board, unsigned seat,
                     const struct hand *hand)
{
    bool in[JUNCTIONS_MAX];
    plain_network(table, board, seat, false, in);
    for (int group = 0; group < GROUPS; group++) {
        if (!in[board->city[hand->city[group]].junction])
            return false;
    }
    return true;
}

/* T3, F2: two singles, or a single and a ferry half. */
static bool go_together(unsigned first_kind, unsigned kind)
{
    return first_kind != LINE_DOUBLE && kind != LINE_DOUBLE &&
           !(first_kind == LINE_FERRY && kind == LINE_FERRY);
}

/* Whether the turn can have one more track at all. */
static bool turn_goes_on(const struct table *table, const struct board *board,
                         const struct hand *hand, const struct turn *turn)
{
    const unsigned seat = table->to_move;
    if (table->phase != PHASE_PLAYING || table->marker[seat] == JUNCTION_NONE)
        return false;
    if (turn->tracks == 2 || turn->marker != JUNCTION_NONE)
        return false;
    if (turn->tracks == 1 && board->ruleset == RULESET_TRANSAMERICA)
        return table->supply > 0 && !plain_connected(table, board, seat, hand);
    return true;
}

/* Whether the seat has such a piece, and may use it on this kind of line. */
static bool has_track_for(const struct table *table, unsigned kind, bool own)
{
    if (!own)
        return table->supply > 0;
    return table->coloured[table->to_move] > 0 &&
           (kind == LINE_FERRY || table->variants & VARIANT_PRIVATE_TRACKS);
}

void plain_lines(const struct table *table, const struct board *board, const struct hand *hand,
                 const struct turn *turn, bool legal[2][LINES_MAX])
{
    bool in[JUNCTIONS_MAX];
    const bool goes_on = turn_goes_on(table, board, hand, turn);
    plain_network(table, board, table->to_move, table->variants & VARIANT_BLOCKING, in);
    for (unsigned line = 0; line < board->lines; line++) {
        const unsigned kind = board->line[line].kind;
        const bool room = pieces_on(table, line) < (kind == LINE_FERRY ? 2U : 1U);
        const bool touches = in[board->line[line].a] || in[board->line[line].b];
        const bool fits =
            turn->tracks == 0 || go_together(board->line[turn->track[0].line].kind, kind);
        for (int own = 0; own <= 1; own++)
            legal[own][line] =
                goes_on && room && touches && fits && has_track_for(table, kind, own);
    }
}

unsigned plain_pieces(const struct table *table, const struct board *board, unsigned owner)
{
    unsigned pieces = 0;
    for (unsigned line = 0; line < board->lines; line++)
        pieces += ((table->track[line] & 15U) == owner ? 1U : 0U) +
                  (table->track[line] >> 4 == (int)owner ? 1U : 0U);
    return pieces;
}
