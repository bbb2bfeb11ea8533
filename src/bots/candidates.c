/* Turns at first sight. */
#include "bots/candidates.h"

#include <string.h>

#include "bots/play_style.h"

/* The weights, found by playing. */
static const struct play_style HARD_STYLE = {
    .opponents = 0.3F, .nearness = 0.05F, .colour = 0.15F, .blockade = 0.05F};

/*
 * In its place by value, equals in the order they come in.  Of turns that do the same one is
 * enough: the better, or the one that came first.
 */
static void add(struct candidates *candidates, const struct candidate *candidate)
{
    struct candidate *best = candidates->best;
    unsigned at = 0, same = 0;
    while (at < candidates->count && !(best[at].value < candidate->value))
        at++;
    while (same < candidates->count && !turn_key_equal(&best[same].key, &candidate->key))
        same++;
    if (at == CANDIDATES_MAX || same < at)
        return;
    if (same == candidates->count && same < CANDIDATES_MAX)
        candidates->count++;
    else if (same == CANDIDATES_MAX)
        same--; /* the last one is pushed out */
    for (unsigned i = same; i > at; i--)
        best[i] = best[i - 1];
    best[at] = *candidate;
}

/* ---- The start marker --------------------------------------------------------------------- */

static void add_place(struct candidates *candidates, const struct board *board,
                      const struct view *view, const struct seat_distances *seat_distances,
                      unsigned junction)
{
    const struct table *table = &view->table;
    const struct distances *distances = seat_distances_of(seat_distances, view->seat);
    uint8_t terminal[TERMINALS_MAX];
    struct draft draft;
    draft_begin(&draft, table, &view->hand);
    if (draft_place(&draft, board, junction) != ACCEPTED)
        return;
    const unsigned count = hand_terminals(board, &view->hand, junction, terminal);
    struct candidate candidate = {.turn = draft.turn,
                                  .value =
                                      play_style_start_value(table, distances, terminal, junction),
                                  .missing = steiner_cost(distances, terminal, count)};
    turn_key_of(&candidate.key, seat_distances, table, board, &draft.turn);
    add(candidates, &candidate);
}

void candidates_place(struct candidates *candidates, const struct board *board,
                      const struct view *view, const struct seat_distances *seat_distances)
{
    uint8_t terminal[TERMINALS_MAX];
    candidates->count = 0;
    const unsigned count = hand_terminals(board, &view->hand, JUNCTION_NONE, terminal);
    for (unsigned i = 0; i < count; i++)
        add_place(candidates, board, view, seat_distances, terminal[i]);
    const bool taken = candidates->count == 0;
    for (unsigned i = 0; taken && i < board->junctions; i++)
        add_place(candidates, board, view, seat_distances, i);
}

/* ---- Tracks ------------------------------------------------------------------------------- */

/* A turn as it grows. */
struct sketch {
    struct draft draft;
    float value;
    unsigned missing; /* for the seat, with what has been laid */
};

struct sketching {
    struct candidates *candidates;
    const struct board *board;
    const struct view *view;
    const struct seat_distances *seat_distances;
    const struct opponent_gain *opponent_gain;
    uint8_t terminal[TERMINALS_MAX];
    unsigned terminals;
};

/*
 * What the seat misses once a piece lies on a line, where it would miss `if_free` if that made the
 * line free.  The line is on a cheapest tree then: what is left of it is missing in that.
 */
static unsigned missing_after(const struct sketching *sketching, const struct sketch *sketch,
                              unsigned line, unsigned if_free)
{
    return if_free +
           table_missing(&sketch->draft.table, sketching->board, sketching->view->seat, line);
}

/* Lays one piece more on a copy of the sketch; false if that brings nothing. */
static bool extend(const struct sketching *sketching, const struct sketch *from,
                   const struct distances *distances, unsigned line, bool own, unsigned if_free,
                   struct sketch *to)
{
    *to = *from;
    if (if_free >= from->missing || draft_lay(&to->draft, sketching->board, line, own) != ACCEPTED)
        return false;
    to->missing = missing_after(sketching, to, line, if_free);
    if (to->missing >= from->missing)
        return false;
    const struct track_worth worth = {
        .gain = from->missing - to->missing,
        .given = track_worth_given(&from->draft.table, sketching->board,
                                   sketching->opponent_gain->line[line], line, own),
        .way = track_worth_city_distance(sketching->board, distances, sketching->terminal, line),
        .own = own};
    to->value = play_style_value(&HARD_STYLE, to->value, &worth);
    return true;
}

static void add_turn(const struct sketching *sketching, const struct turn *turn, float value,
                     unsigned missing)
{
    struct candidate candidate = {.turn = *turn, .value = value, .missing = missing};
    turn_key_of(&candidate.key, sketching->seat_distances, &sketching->view->table,
                sketching->board, turn);
    add(sketching->candidates, &candidate);
}

/* V2: what the others would like to build from a junction. */
static float wanted_at(const struct sketching *sketching, const struct table *table,
                       unsigned junction)
{
    float sum = 0;
    for (unsigned i = 0; i < DIRECTIONS; i++) {
        const unsigned line = sketching->board->line_at[junction][i];
        if (line != LINE_NONE && line_set_has(&table->open, line))
            sum += sketching->opponent_gain->line[line];
    }
    return sum;
}

/* V2: the marker goes where it stands most in the way. */
static void add_with_marker(const struct sketching *sketching, const struct sketch *sketch)
{
    const struct table *table = &sketch->draft.table;
    struct draft moved = sketch->draft;
    struct choices choices;
    turn_choices(table, sketching->board, &moved.hand, &moved.turn, &choices);
    unsigned best = JUNCTION_NONE;
    float most = wanted_at(sketching, table, table->marker[table->to_move]);
    const float stays = most;
    for (unsigned i = junction_set_next(&choices.places, 0); i != JUNCTION_NONE;
         i = junction_set_next(&choices.places, i + 1)) {
        const float wanted = wanted_at(sketching, table, i);
        if (wanted > most) {
            most = wanted;
            best = i;
        }
    }
    if (best != JUNCTION_NONE && draft_move(&moved, sketching->board, best) == ACCEPTED)
        add_turn(sketching, &moved.turn, sketch->value + HARD_STYLE.blockade * (most - stays),
                 sketch->missing);
}

static void add_sketch(const struct sketching *sketching, const struct sketch *sketch)
{
    add_turn(sketching, &sketch->draft.turn, sketch->value, sketch->missing);
    if (sketch->draft.table.variants & VARIANT_BLOCKING)
        add_with_marker(sketching, sketch);
}

/* Two single lines come in both orders: no need to weigh the second time. */
static bool comes_again(const struct sketching *sketching, const struct sketch *sketch,
                        const struct line_set *first_lines, unsigned line)
{
    const struct track *first = &sketch->draft.turn.track[0];
    return line < first->line && line_set_has(first_lines, line) &&
           sketching->board->line[line].kind == LINE_SINGLE;
}

/* Whether a track on another line that was looked at does the same as one on this line. */
static bool seen_before(const struct sketching *sketching, const struct sketch *sketch,
                        const struct distances *distances, unsigned line, struct tracks_seen *seen)
{
    const struct line *ends = &sketching->board->line[line];
    const uint8_t *network = distances->row[sketching->terminal[sketching->terminals - 1]];
    return tracks_seen_add(seen, sketching->seat_distances, &sketch->draft.table, sketching->board,
                           line, network[ends->a] > 0 ? ends->a : ends->b);
}

/* Every second track that brings something. */
static void add_second_tracks(const struct sketching *sketching, const struct sketch *first,
                              const struct distances *before, const struct line_set *first_lines)
{
    const struct board *board = sketching->board;
    const unsigned laid = first->draft.turn.track[0].line;
    uint8_t after[LINES_MAX];
    struct line_set black, coloured, lines;
    struct tracks_seen seen = {0};
    struct distances distances;
    struct sketch both;
    turn_lines(&first->draft.table, board, &first->draft.hand, &first->draft.turn, &black,
               &coloured);
    lines = black;
    line_set_unite(&lines, &coloured);
    if (first->missing == 0 || line_set_is_empty(&lines))
        return;
    distances_copy(&distances, before);
    distances_lower(&distances, board->line[laid].a, board->line[laid].b,
                    table_missing(&first->draft.table, board, sketching->view->seat, laid));
    steiner_gradient(&distances, board, sketching->terminal, sketching->terminals, after);
    for (unsigned line = line_set_next(&lines, 0); line != LINE_NONE;
         line = line_set_next(&lines, line + 1)) {
        if (comes_again(sketching, first, first_lines, line))
            continue;
        for (unsigned own = 0; own < 2; own++) {
            if (line_set_has(own ? &coloured : &black, line) &&
                (own || !seen_before(sketching, first, &distances, line, &seen)) &&
                extend(sketching, first, &distances, line, own, after[line], &both))
                add_sketch(sketching, &both);
        }
    }
}

/* The lines that may be laid first and bring something. */
static void useful_lines(const struct sketching *sketching, const struct line_set *legal,
                         const uint8_t after[LINES_MAX], unsigned missing, struct line_set *useful)
{
    memset(useful, 0, sizeof *useful);
    for (unsigned line = line_set_next(legal, 0); line != LINE_NONE;
         line = line_set_next(legal, line + 1)) {
        if (after[line] < missing && sketching->board->line[line].kind == LINE_SINGLE)
            line_set_add(useful, line);
    }
}

void candidates_lay(struct candidates *candidates, const struct board *board,
                    const struct view *view, const struct seat_distances *seat_distances,
                    const struct opponent_gain *opponent_gain)
{
    const struct distances *distances = seat_distances_of(seat_distances, view->seat);
    struct sketching sketching = {.candidates = candidates,
                                  .board = board,
                                  .view = view,
                                  .seat_distances = seat_distances,
                                  .opponent_gain = opponent_gain};
    struct sketch nothing = {.value = 0}, first;
    struct line_set black, coloured, lines, useful;
    struct tracks_seen seen = {0};
    uint8_t after[LINES_MAX];
    candidates->count = 0;
    sketching.terminals =
        hand_terminals(board, &view->hand, view->table.marker[view->seat], sketching.terminal);
    draft_begin(&nothing.draft, &view->table, &view->hand);
    nothing.missing =
        steiner_gradient(distances, board, sketching.terminal, sketching.terminals, after);
    turn_lines(&view->table, board, &view->hand, &nothing.draft.turn, &black, &coloured);
    lines = black;
    line_set_unite(&lines, &coloured);
    useful_lines(&sketching, &lines, after, nothing.missing, &useful);
    for (unsigned line = line_set_next(&lines, 0); line != LINE_NONE;
         line = line_set_next(&lines, line + 1)) {
        for (unsigned own = 0; own < 2; own++) {
            if (!line_set_has(own ? &coloured : &black, line) ||
                (!own && seen_before(&sketching, &nothing, distances, line, &seen)) ||
                !extend(&sketching, &nothing, distances, line, own, after[line], &first))
                continue;
            add_sketch(&sketching, &first);
            add_second_tracks(&sketching, &first, distances, &useful);
        }
    }
}
