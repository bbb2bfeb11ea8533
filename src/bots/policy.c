/* Generates plausible turns, values them and converts the values to probabilities. */
#include "bots/policy.h"

#include <string.h>

#include "rules/draft.h"

/* A turn the model cannot explain is assumed to be one of this many. */
enum { UNLISTED_TURNS = 100 };

const struct policy_width POLICY_QUICK = {.firsts = 2, .seconds = 1};
const struct policy_width POLICY_WIDE = {.firsts = 6, .seconds = 3};

/* A legal track and its value. */
struct piece {
    struct track track;
    struct track_worth worth;
    float value;
    unsigned missing; /* cost the seat still misses after it */
};

/* A turn while its tracks are being chosen. */
struct turn_stage {
    const struct table *table;
    const struct distances *distances;
    struct lazy_distances *lazy; /* owner of `distances` if they are lazy, otherwise NULL */
    struct turn turn;
    struct track_worth worth;
    unsigned missing;
};

/* The player whose turns are being valued. */
struct mover {
    const struct play_style *style;
    const struct hand *hand;
    const struct opponents_demand *opponents;
    unsigned seat;
    unsigned terminals;
    uint8_t terminal[TERMINALS_MAX];
};

void policy_begin(struct policy *policy, const struct board *board, const struct table *table,
                  const struct seat_distances *seat_distances)
{
    policy->board = board;
    policy->table = table;
    policy->seat_distances = seat_distances;
    policy->turns = 0;
    policy->scans = 0;
}

/* ---- Tracks ------------------------------------------------------------------------------- */

static unsigned insert_piece(struct piece best[], unsigned count, unsigned most,
                             const struct piece *piece)
{
    unsigned at = count;
    while (at > 0 && best[at - 1].value < piece->value)
        at--;
    if (at == most)
        return count;
    count += count < most;
    for (unsigned i = count - 1; i > at; i--)
        best[i] = best[i - 1];
    best[at] = *piece;
    return count;
}

static struct track_worth piece_worth(const struct policy *policy, const struct mover *mover,
                                      const struct turn_stage *stage, const struct piece *piece)
{
    const unsigned line = piece->track.line;
    return (struct track_worth){
        .gain = stage->missing - piece->missing,
        .given = track_worth_given(stage->table, policy->board,
                                   opponents_demand_saving(mover->opponents, line), line,
                                   piece->track.own),
        .city_distance =
            track_worth_city_distance(policy->board, stage->distances, mover->terminal, line),
        .own = piece->track.own,
    };
}

/* Whether the seat has a piece of this kind left and may lay it on this line. */
static bool piece_is_allowed(const struct policy *policy, const struct table *table, unsigned line,
                             bool own)
{
    if (!own)
        return table->supply > 0;
    /* The own colour is only for ferries (F6) and private tracks (X1). */
    return table->coloured[table->to_move] > 0 && (table->variants & VARIANT_PRIVATE_TRACKS ||
                                                   policy->board->line[line].kind == LINE_FERRY);
}

/*
 * The cost the seat would miss if a line next to its network were free.  Uses the result of
 * steiner_branches().
 */
static unsigned missing_if_free(const struct policy *policy, unsigned line)
{
    const struct line *ends = &policy->board->line[line];
    const unsigned a = policy->missing_from[ends->a], b = policy->missing_from[ends->b];
    return a < b ? a : b;
}

/*
 * True if black track on an earlier line is equivalent to black track on this one.  Remembers this
 * line for later calls.
 */
static bool piece_seen_before(const struct policy *policy, const struct turn_stage *stage,
                              unsigned line, struct tracks_seen *seen)
{
    const struct line *ends = &policy->board->line[line];
    const unsigned far =
        policy->missing_from[ends->a] < policy->missing_from[ends->b] ? ends->a : ends->b;
    return tracks_seen_add(seen, policy->seat_distances, stage->table, policy->board, line, far);
}

/*
 * Finds the best legal tracks that reduce the missing cost, in descending order of value, one of
 * each set of equivalent tracks.  Returns their number, at most `most`.  Sets stage->missing.
 */
static unsigned find_pieces(struct policy *policy, const struct mover *mover,
                            struct turn_stage *stage, struct piece best[], unsigned most)
{
    const struct board *board = policy->board;
    const struct table *table = stage->table;
    struct tracks_seen seen = {0};
    struct legal_lines legal;
    unsigned count = 0;
    turn_legal_lines(table, board, mover->hand, &stage->turn, &legal);
    stage->missing = steiner_branches(stage->distances, stage->lazy, mover->terminal,
                                      mover->terminals, policy->missing_from);
    policy->scans++;
    for (unsigned i = 0; i * 64 < board->lines; i++) {
        uint64_t left = legal.touched->word[i] & legal.open->word[i] & legal.kinds->word[i];
        for (; left; left &= left - 1) {
            const unsigned line = i * 64 + (unsigned)__builtin_ctzll(left);
            const bool half =
                board->line[line].kind == LINE_FERRY && table->track[line] == TRACK_NONE;
            struct piece piece = {.missing = missing_if_free(policy, line) + (half ? 1U : 0U)};
            for (unsigned own = 0; piece.missing < stage->missing && own < 2; own++) {
                if (!piece_is_allowed(policy, table, line, own) ||
                    (!own && piece_seen_before(policy, stage, line, &seen)))
                    continue;
                piece.track = (struct track){.line = (uint16_t)line, .own = (uint8_t)own};
                piece.worth = piece_worth(policy, mover, stage, &piece);
                piece.value = play_style_value(mover->style, 0, &piece.worth);
                count = insert_piece(best, count, most, &piece);
            }
        }
    }
    return count;
}

/* ---- Turns -------------------------------------------------------------------------------- */

static unsigned policy_find_key(const struct policy *policy, const struct turn_key *key)
{
    unsigned at = 0;
    while (at < policy->turns && !turn_key_equal(&policy->turn[at].key, key))
        at++;
    return at < policy->turns ? at : POLICY_TURNS_MAX;
}

unsigned policy_find(const struct policy *policy, const struct turn *turn)
{
    struct turn tracks = *turn;
    struct turn_key key;
    tracks.marker = JUNCTION_NONE;
    turn_key_of(&key, policy->seat_distances, policy->table, policy->board, &tracks);
    return policy_find_key(policy, &key);
}

static void insert_turn(struct policy *policy, const struct mover *mover, const struct turn *turn,
                        const struct track_worth *worth)
{
    const float value = play_style_value(mover->style, 0, worth);
    struct turn_key key;
    turn_key_of(&key, policy->seat_distances, policy->table, policy->board, turn);
    unsigned at = policy_find_key(policy, &key);
    if (at < policy->turns) { /* an equivalent turn is listed: keep the better one */
        if (!(value > policy->turn[at].value))
            return;
        policy->turns--;
        for (unsigned i = at; i < policy->turns; i++)
            policy->turn[i] = policy->turn[i + 1];
    }
    at = policy->turns;
    while (at > 0 && policy->turn[at - 1].value < value)
        at--;
    if (at == POLICY_TURNS_MAX)
        return;
    policy->turns += policy->turns < POLICY_TURNS_MAX;
    for (unsigned i = policy->turns - 1; i > at; i--)
        policy->turn[i] = policy->turn[i - 1];
    policy->turn[at] = (struct policy_turn){*turn, key, *worth, value};
}

/* Whether the turn may continue after this track (T3, F2), and has anything left to connect. */
static bool second_may_follow(const struct policy *policy, const struct piece *piece)
{
    return piece->missing > 0 && policy->board->line[piece->track.line].kind != LINE_DOUBLE;
}

/*
 * Adds the turns that start with a given track: with each of the best second tracks, or alone if
 * there is none.
 */
static void weigh_seconds(struct policy *policy, const struct mover *mover,
                          const struct turn_stage *first, unsigned seconds)
{
    const struct board *board = policy->board;
    const unsigned line = first->turn.track[0].line;
    struct piece second[POLICY_SECONDS_MAX];
    struct table table = *policy->table;
    struct turn_stage stage = *first;
    table_lay(&table, board, mover->seat, line, first->turn.track[0].own);
    lazy_begin(&policy->after_first, first->distances);
    lazy_lower(&policy->after_first, board->line[line].a, board->line[line].b,
               table_missing(&table, board, mover->seat, line));
    stage.table = &table;
    stage.distances = &policy->after_first.now;
    stage.lazy = &policy->after_first;
    const unsigned count = find_pieces(policy, mover, &stage, second, seconds);
    if (count == 0)
        insert_turn(policy, mover, &first->turn, &first->worth);
    for (unsigned i = 0; i < count; i++) {
        const struct track_worth both = {.gain = first->worth.gain + second[i].worth.gain,
                                         .given = first->worth.given + second[i].worth.given,
                                         .city_distance = first->worth.city_distance,
                                         .second_city_distance = second[i].worth.city_distance,
                                         .own = first->worth.own + second[i].worth.own};
        struct turn turn = first->turn;
        turn.track[turn.tracks++] = second[i].track;
        insert_turn(policy, mover, &turn, &both);
    }
}

void policy_weigh(struct policy *policy, const struct play_style *style, const struct hand *hand,
                  const struct opponents_demand *opponents, struct policy_width width)
{
    const struct table *table = policy->table;
    struct mover mover = {
        .style = style, .hand = hand, .opponents = opponents, .seat = table->to_move};
    struct turn_stage nothing = {.table = table,
                                 .distances =
                                     seat_distances_of(policy->seat_distances, table->to_move),
                                 .turn = {.kind = TURN_LAY, .marker = JUNCTION_NONE}};
    struct piece first[POLICY_FIRSTS_MAX];
    unsigned expanded = 0;
    policy->turns = 0;
    mover.terminals =
        hand_terminals(policy->board, hand, table->marker[mover.seat], mover.terminal);
    const unsigned count = find_pieces(policy, &mover, &nothing, first, POLICY_FIRSTS_MAX);
    for (unsigned i = 0; i < count; i++) {
        struct turn_stage stage = nothing;
        stage.turn.track[stage.turn.tracks++] = first[i].track;
        stage.worth = first[i].worth;
        stage.missing = first[i].missing;
        if (!second_may_follow(policy, &first[i]))
            insert_turn(policy, &mover, &stage.turn, &stage.worth);
        else if (expanded++ < width.firsts)
            weigh_seconds(policy, &mover, &stage, width.seconds);
    }
}

/* ---- Probabilities ------------------------------------------------------------------------ */

/* exp(x) for x <= 0, without the maths library. */
static double exp_of_negative(double x)
{
    double y = 1 + x / 1024;
    if (x < -40)
        return 0;
    for (unsigned i = 0; i < 10; i++)
        y *= y;
    return y;
}

void policy_chances(const struct policy *policy, const struct play_style *style,
                    double chance[POLICY_TURNS_MAX])
{
    float value[POLICY_TURNS_MAX], most = 0;
    double sum = 0;
    for (unsigned i = 0; i < policy->turns; i++) {
        value[i] = play_style_value(style, 0, &policy->turn[i].worth);
        most = i == 0 || value[i] > most ? value[i] : most;
    }
    for (unsigned i = 0; i < policy->turns; i++) {
        chance[i] = exp_of_negative((double)(value[i] - most) / style->temperature);
        sum += chance[i];
    }
    for (unsigned i = 0; i < policy->turns; i++)
        chance[i] /= sum;
}

double policy_chance_of_unlisted(const struct play_style *style)
{
    return style->odd / UNLISTED_TURNS;
}

double policy_chance(const struct policy *policy, const struct play_style *style, unsigned found)
{
    double chance[POLICY_TURNS_MAX];
    if (found == POLICY_TURNS_MAX)
        return policy_chance_of_unlisted(style);
    policy_chances(policy, style, chance);
    return (1 - style->odd) * chance[found] + policy_chance_of_unlisted(style);
}

/* ---- Markers ------------------------------------------------------------------------------ */

/* What the opponents together would save on the open lines at a junction. */
static float demand_at(const struct opponents_demand *opponents, const struct board *board,
                       const struct table *table, unsigned junction)
{
    float sum = 0;
    for (unsigned i = 0; i < DIRECTIONS; i++) {
        const unsigned line = board->line_at[junction][i];
        if (line != LINE_NONE && line_set_has(&table->open, line))
            sum += opponents_demand_saving(opponents, line);
    }
    return sum;
}

unsigned policy_marker(const struct opponents_demand *opponents, const struct board *board,
                       const struct table *after, const struct hand *hand, const struct turn *turn)
{
    struct choices choices;
    unsigned best = JUNCTION_NONE;
    if (!(after->variants & VARIANT_BLOCKING))
        return JUNCTION_NONE;
    turn_choices(after, board, hand, turn, &choices);
    float most = demand_at(opponents, board, after, after->marker[after->to_move]);
    for (unsigned i = junction_set_next(&choices.places, 0); i != JUNCTION_NONE;
         i = junction_set_next(&choices.places, i + 1)) {
        const float wanted = demand_at(opponents, board, after, i);
        if (wanted > most) {
            most = wanted;
            best = i;
        }
    }
    return best;
}

unsigned policy_place(const struct board *board, const struct table *table,
                      const struct seat_distances *seat_distances, const struct hand *hand)
{
    const struct distances *distances = seat_distances_of(seat_distances, table->to_move);
    uint8_t terminal[TERMINALS_MAX];
    unsigned best = JUNCTION_NONE;
    float most = 0;
    hand_terminals(board, hand, JUNCTION_NONE, terminal);
    for (unsigned i = 0; i < GROUPS; i++) {
        const float value = play_style_start_value(table, distances, terminal, terminal[i]);
        if (!table_has_marker(table, terminal[i], SEAT_NONE) &&
            (best == JUNCTION_NONE || value > most)) {
            most = value;
            best = terminal[i];
        }
    }
    for (unsigned junction = 0; best == JUNCTION_NONE; junction++) {
        if (!table_has_marker(table, junction, SEAT_NONE))
            best = junction;
    }
    return best;
}
