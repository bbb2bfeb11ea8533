/* Generates promising turns and values them without search. */
#include "bots/candidates.h"

#include <string.h>

#include "bots/play_style.h"

/* The weights of the hard player, found by playing many games. */
static const struct play_style HARD_STYLE = {
    .opponents = 0.3F, .nearness = 0.05F, .colour = 0.15F, .blockade = 0.05F};

/*
 * Inserts in descending order of value; equal values keep their order.  Of equivalent turns, only
 * the best is kept, or the first of equals.
 */
static void candidates_add(struct candidates *candidates, const struct candidate *candidate)
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
        same--; /* the list is full: drop its last entry */
    for (unsigned i = same; i > at; i--)
        best[i] = best[i - 1];
    best[at] = *candidate;
}

/* ---- The start marker --------------------------------------------------------------------- */

static void candidates_add_start(struct candidates *candidates, const struct board *board,
                                 const struct view *view,
                                 const struct seat_distances *seat_distances, unsigned junction)
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
    candidates_add(candidates, &candidate);
}

void candidates_place(struct candidates *candidates, const struct board *board,
                      const struct view *view, const struct seat_distances *seat_distances)
{
    uint8_t terminal[TERMINALS_MAX];
    candidates->count = 0;
    const unsigned count = hand_terminals(board, &view->hand, JUNCTION_NONE, terminal);
    for (unsigned i = 0; i < count; i++)
        candidates_add_start(candidates, board, view, seat_distances, terminal[i]);
    const bool taken = candidates->count == 0;
    for (unsigned i = 0; taken && i < board->junctions; i++)
        candidates_add_start(candidates, board, view, seat_distances, i);
}

/* ---- Tracks ------------------------------------------------------------------------------- */

/* A turn while its tracks are being chosen. */
struct partial_turn {
    struct draft draft;
    float value;
    unsigned missing; /* cost the seat still misses, including the effect of the chosen tracks */
};

struct candidate_search {
    struct candidates *candidates;
    const struct board *board;
    const struct view *view;
    const struct seat_distances *seat_distances;
    const struct opponent_gain *opponent_gain;
    uint8_t terminal[TERMINALS_MAX];
    unsigned terminals;
};

/*
 * The cost that the seat misses after laying track on `line`.  `if_free` is what it would miss if
 * the line were free.  As the line is part of a cheapest tree, its own remaining cost is added.
 */
static unsigned missing_after(const struct candidate_search *search,
                              const struct partial_turn *partial, unsigned line, unsigned if_free)
{
    return if_free + table_missing(&partial->draft.table, search->board, search->view->seat, line);
}

/*
 * Writes `from` with one more track to `to`.  Returns false if the track is illegal or does not
 * reduce the missing cost.
 */
static bool partial_turn_extend(const struct candidate_search *search,
                                const struct partial_turn *from, const struct distances *distances,
                                unsigned line, bool own, unsigned if_free, struct partial_turn *to)
{
    *to = *from;
    if (if_free >= from->missing || draft_lay(&to->draft, search->board, line, own) != ACCEPTED)
        return false;
    to->missing = missing_after(search, to, line, if_free);
    if (to->missing >= from->missing)
        return false;
    const struct track_worth worth = {
        .gain = from->missing - to->missing,
        .given = track_worth_given(&from->draft.table, search->board,
                                   search->opponent_gain->line[line], line, own),
        .city_distance =
            track_worth_city_distance(search->board, distances, search->terminal, line),
        .own = own};
    to->value = play_style_value(&HARD_STYLE, to->value, &worth);
    return true;
}

static void candidates_add_turn(const struct candidate_search *search, const struct turn *turn,
                                float value, unsigned missing)
{
    struct candidate candidate = {.turn = *turn, .value = value, .missing = missing};
    turn_key_of(&candidate.key, search->seat_distances, &search->view->table, search->board, turn);
    candidates_add(search->candidates, &candidate);
}

/* V2: the summed gain of the opponents on all open lines at a junction. */
static float opponent_gain_at(const struct candidate_search *search, const struct table *table,
                              unsigned junction)
{
    float sum = 0;
    for (unsigned i = 0; i < DIRECTIONS; i++) {
        const unsigned line = search->board->line_at[junction][i];
        if (line != LINE_NONE && line_set_has(&table->open, line))
            sum += search->opponent_gain->line[line];
    }
    return sum;
}

/*
 * V2: adds a variant of the turn that moves the marker to where the opponents want to build most,
 * if that is not where it already is.
 */
static void candidates_add_with_marker(const struct candidate_search *search,
                                       const struct partial_turn *partial)
{
    const struct table *table = &partial->draft.table;
    struct draft moved = partial->draft;
    struct choices choices;
    turn_choices(table, search->board, &moved.hand, &moved.turn, &choices);
    unsigned best = JUNCTION_NONE;
    float most = opponent_gain_at(search, table, table->marker[table->to_move]);
    const float stays = most;
    for (unsigned i = junction_set_next(&choices.places, 0); i != JUNCTION_NONE;
         i = junction_set_next(&choices.places, i + 1)) {
        const float wanted = opponent_gain_at(search, table, i);
        if (wanted > most) {
            most = wanted;
            best = i;
        }
    }
    if (best != JUNCTION_NONE && draft_move(&moved, search->board, best) == ACCEPTED)
        candidates_add_turn(search, &moved.turn,
                            partial->value + HARD_STYLE.blockade * (most - stays),
                            partial->missing);
}

static void candidates_add_partial(const struct candidate_search *search,
                                   const struct partial_turn *partial)
{
    candidates_add_turn(search, &partial->draft.turn, partial->value, partial->missing);
    if (partial->draft.table.variants & VARIANT_BLOCKING)
        candidates_add_with_marker(search, partial);
}

/* True if the same two tracks are also found in the other order.  This pair is skipped. */
static bool comes_in_other_order(const struct candidate_search *search,
                                 const struct partial_turn *partial,
                                 const struct line_set *first_lines, unsigned line)
{
    const struct track *first = &partial->draft.turn.track[0];
    return line < first->line && line_set_has(first_lines, line) &&
           search->board->line[line].kind == LINE_SINGLE;
}

/*
 * True if black track on an earlier line is equivalent to black track on this one.  Remembers this
 * line for later calls.
 */
static bool track_seen_before(const struct candidate_search *search,
                              const struct partial_turn *partial, const struct distances *distances,
                              unsigned line, struct tracks_seen *seen)
{
    const struct line *ends = &search->board->line[line];
    const uint8_t *network = distances->row[search->terminal[search->terminals - 1]];
    return tracks_seen_add(seen, search->seat_distances, &partial->draft.table, search->board, line,
                           network[ends->a] > 0 ? ends->a : ends->b);
}

/* Adds all turns that extend `first` by a second track that reduces the missing cost. */
static void candidates_add_second_tracks(const struct candidate_search *search,
                                         const struct partial_turn *first,
                                         const struct distances *before,
                                         const struct line_set *first_lines)
{
    const struct board *board = search->board;
    const unsigned laid = first->draft.turn.track[0].line;
    uint8_t after[LINES_MAX];
    struct line_set black, coloured, lines;
    struct tracks_seen seen = {0};
    struct distances distances;
    struct partial_turn both;
    turn_lines(&first->draft.table, board, &first->draft.hand, &first->draft.turn, &black,
               &coloured);
    lines = black;
    line_set_unite(&lines, &coloured);
    if (first->missing == 0 || line_set_is_empty(&lines))
        return;
    distances_copy(&distances, before);
    distances_lower(&distances, board->line[laid].a, board->line[laid].b,
                    table_missing(&first->draft.table, board, search->view->seat, laid));
    steiner_gradient(&distances, board, search->terminal, search->terminals, after);
    for (unsigned line = line_set_next(&lines, 0); line != LINE_NONE;
         line = line_set_next(&lines, line + 1)) {
        if (comes_in_other_order(search, first, first_lines, line))
            continue;
        for (unsigned own = 0; own < 2; own++) {
            if (line_set_has(own ? &coloured : &black, line) &&
                (own || !track_seen_before(search, first, &distances, line, &seen)) &&
                partial_turn_extend(search, first, &distances, line, own, after[line], &both))
                candidates_add_partial(search, &both);
        }
    }
}

/*
 * Single lines in `legal` that reduce the missing cost: lines that will also be tried as the first
 * track.
 */
static void find_useful_lines(const struct candidate_search *search, const struct line_set *legal,
                              const uint8_t after[LINES_MAX], unsigned missing,
                              struct line_set *useful)
{
    memset(useful, 0, sizeof *useful);
    for (unsigned line = line_set_next(legal, 0); line != LINE_NONE;
         line = line_set_next(legal, line + 1)) {
        if (after[line] < missing && search->board->line[line].kind == LINE_SINGLE)
            line_set_add(useful, line);
    }
}

void candidates_lay(struct candidates *candidates, const struct board *board,
                    const struct view *view, const struct seat_distances *seat_distances,
                    const struct opponent_gain *opponent_gain)
{
    const struct distances *distances = seat_distances_of(seat_distances, view->seat);
    struct candidate_search search = {.candidates = candidates,
                                      .board = board,
                                      .view = view,
                                      .seat_distances = seat_distances,
                                      .opponent_gain = opponent_gain};
    struct partial_turn nothing = {.value = 0}, first;
    struct line_set black, coloured, lines, useful;
    struct tracks_seen seen = {0};
    uint8_t after[LINES_MAX];
    candidates->count = 0;
    search.terminals =
        hand_terminals(board, &view->hand, view->table.marker[view->seat], search.terminal);
    draft_begin(&nothing.draft, &view->table, &view->hand);
    nothing.missing = steiner_gradient(distances, board, search.terminal, search.terminals, after);
    turn_lines(&view->table, board, &view->hand, &nothing.draft.turn, &black, &coloured);
    lines = black;
    line_set_unite(&lines, &coloured);
    find_useful_lines(&search, &lines, after, nothing.missing, &useful);
    for (unsigned line = line_set_next(&lines, 0); line != LINE_NONE;
         line = line_set_next(&lines, line + 1)) {
        for (unsigned own = 0; own < 2; own++) {
            if (!line_set_has(own ? &coloured : &black, line) ||
                (!own && track_seen_before(&search, &nothing, distances, line, &seen)) ||
                !partial_turn_extend(&search, &nothing, distances, line, own, after[line], &first))
                continue;
            candidates_add_partial(&search, &first);
            candidates_add_second_tracks(&search, &first, distances, &useful);
        }
    }
}
