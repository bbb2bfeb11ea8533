/* Scores a round and its consequences (R6, P1 to P3, B1 to B5, V1). */
#include "rules/scoring.h"

#include <string.h>

#include "base/check.h"

/*
 * B3: the round whose scoring moves the barrier, the lowest points required, and how far below
 * those it is placed.
 */
enum { BARRIER_ROUND = 2, BARRIER_LOWEST = 4, BARRIER_DISTANCE = 3 };

static unsigned missing_between(struct survey *survey, const struct table *table,
                                const struct board *board, unsigned seat, const uint8_t terminal[],
                                unsigned count, struct line_set *missing)
{
    uint8_t cost[LINES_MAX];
    table_missing_all(table, board, seat, cost);
    if (!survey->made || memcmp(cost, survey->cost, board->lines) != 0) {
        distances_init_costs(&survey->distances, board, cost);
        memcpy(survey->cost, cost, board->lines);
        survey->made = true;
    }
    if (missing == NULL)
        return steiner_cost(&survey->distances, terminal, count);
    return steiner_plan(&survey->distances, board, cost, terminal, count, NULL, missing);
}

unsigned scoring_missing_between(const struct table *table, const struct board *board,
                                 unsigned seat, const uint8_t terminal[], unsigned count,
                                 struct line_set *missing)
{
    struct survey survey;
    survey.made = false;
    return missing_between(&survey, table, board, seat, terminal, count, missing);
}

unsigned hand_terminals(const struct board *board, const struct hand *hand, unsigned marker,
                        uint8_t terminal[TERMINALS_MAX])
{
    unsigned count = 0;
    for (unsigned group = 0; group < GROUPS; group++) {
        CHECK(hand->city[group] < board->cities);
        terminal[count++] = board->city[hand->city[group]].junction;
    }
    /* A round cannot end before the last marker is placed, but a screen may ask earlier. */
    if (marker != JUNCTION_NONE)
        terminal[count++] = (uint8_t)marker;
    return count;
}

unsigned survey_missing(struct survey *survey, const struct table *table, const struct board *board,
                        unsigned seat, const struct hand *hand, struct line_set *missing)
{
    uint8_t terminal[TERMINALS_MAX];
    const unsigned count = hand_terminals(board, hand, table->marker[seat], terminal);
    return missing_between(survey, table, board, seat, terminal, count, missing);
}

unsigned scoring_missing(const struct table *table, const struct board *board, unsigned seat,
                         const struct hand *hand, struct line_set *missing)
{
    struct survey survey;
    survey.made = false;
    return survey_missing(&survey, table, board, seat, hand, missing);
}

void scoring_count_lost(struct table *table, const struct board *board,
                        const struct hand hand[SEATS_MAX])
{
    struct survey survey;
    survey.made = false;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (table->connected >> seat & 1 || !hand_is_known(&hand[seat]))
            continue; /* R6: no loss */
        table->lost[seat] = (int16_t)survey_missing(&survey, table, board, seat, &hand[seat], NULL);
        CHECK(table->lost[seat] > 0); /* otherwise it would be connected (R1) */
    }
}

static int lowest_points(const struct table *table)
{
    int lowest = table->points[0];
    for (unsigned seat = 1; seat < table->seats; seat++)
        lowest = table->points[seat] < lowest ? table->points[seat] : lowest;
    return lowest;
}

static void move_barrier(struct table *table, const struct board *board)
{
    const int lowest = lowest_points(table);
    if (!board->barrier_rule || table->round != BARRIER_ROUND || lowest < BARRIER_LOWEST)
        return;
    if (lowest - BARRIER_DISTANCE > table->barrier)
        table->barrier = (int16_t)(lowest - BARRIER_DISTANCE);
}

int scoring_barrier_before(const struct table *table, const struct board *board)
{
    return table->round <= BARRIER_ROUND ? board->end_points : table->barrier;
}

/* B4, B5; V1: without a barrier the game ends after as many rounds as there are seats. */
static bool game_is_over(const struct table *table)
{
    if (table->variants & VARIANT_OPEN_CARDS)
        return table->round == table->seats;
    return lowest_points(table) <= table->barrier;
}

static unsigned seats_with_most_points(const struct table *table)
{
    unsigned winners = 0;
    int most = table->points[0];
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (table->points[seat] > most) {
            most = table->points[seat];
            winners = 0;
        }
        if (table->points[seat] == most)
            winners |= 1U << seat;
    }
    return winners;
}

static bool all_hands_known(const struct table *table, const struct hand hand[SEATS_MAX])
{
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (!hand_is_known(&hand[seat]))
            return false;
    }
    return true;
}

/* `lost` is set: shows all hands (R6) and scores the round. */
static void show_and_take(struct table *table, const struct board *board,
                          const struct hand hand[SEATS_MAX])
{
    for (unsigned seat = 0; seat < table->seats; seat++)
        table->shown[seat] = hand[seat];
    scoring_take_points(table, board);
}

void scoring_close_round(struct table *table, const struct board *board,
                         const struct hand hand[SEATS_MAX])
{
    table->phase = PHASE_ROUND_OVER;
    if (!all_hands_known(table, hand))
        return;
    scoring_count_lost(table, board, hand);
    show_and_take(table, board, hand);
}

/* The groups of junctions joined by usable track, as circular lists. */
struct places {
    uint8_t of[JUNCTIONS_MAX];   /* equal for all junctions of a group: the smallest one */
    uint8_t next[JUNCTIONS_MAX]; /* the next junction of the same group */
};

/*
 * Merges two groups: all members get the smaller number, and swapping two links joins the circular
 * lists.
 */
static void places_join(struct places *places, unsigned a, unsigned b)
{
    const unsigned kept = places->of[a] < places->of[b] ? places->of[a] : places->of[b];
    const unsigned gone = places->of[a] < places->of[b] ? places->of[b] : places->of[a];
    if (kept == gone)
        return;
    const uint8_t after = places->next[kept];
    for (unsigned i = gone; places->of[i] != kept; i = places->next[i])
        places->of[i] = (uint8_t)kept;
    places->next[kept] = places->next[gone];
    places->next[gone] = after;
}

static void join_places(const struct places *places, unsigned junctions,
                        struct lazy_distances *lazy)
{
    for (unsigned i = 0; i < junctions; i++) {
        uint8_t junction[JUNCTIONS_MAX];
        unsigned count = 0, at = i;
        if (places->of[i] != i || places->next[i] == i)
            continue; /* not the first of its group, or alone in it */
        do
            junction[count++] = (uint8_t)at;
        while ((at = places->next[at]) != i);
        lazy_join(lazy, junction, count);
    }
}

void scoring_distances_from(const struct table *table, const struct board *board, unsigned seat,
                            const struct distances *empty, struct lazy_distances *lazy)
{
    struct places places;
    uint16_t lowered[LINES_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < board->junctions; i++)
        places.of[i] = places.next[i] = (uint8_t)i;
    for (unsigned line = 0; line < board->lines; line++) {
        if (table->track[line] == 0)
            continue;
        const unsigned missing = table_missing(table, board, seat, line);
        if (missing == 0)
            places_join(&places, board->line[line].a, board->line[line].b);
        else if (missing < board->line[line].cost)
            lowered[count++] = (uint16_t)line;
    }
    lazy_begin(lazy, empty);
    join_places(&places, board->junctions, lazy);
    for (unsigned i = 0; i < count; i++) {
        const struct line *line = &board->line[lowered[i]];
        lazy_lower(lazy, line->a, line->b, table_missing(table, board, seat, lowered[i]));
    }
}

/*
 * If all track is usable by all seats, the networks of the table contain all of it: each is one
 * group.
 */
static void distances_of_networks(const struct table *table, const struct distances *empty,
                                  struct lazy_distances *lazy)
{
    lazy_begin(lazy, empty);
    for (unsigned network = 0; network < table->seats; network++) {
        const struct junction_set *reach = &table->reach[network];
        uint8_t junction[JUNCTIONS_MAX];
        unsigned count = 0;
        for (unsigned i = junction_set_next(reach, 0); i != JUNCTION_NONE;
             i = junction_set_next(reach, i + 1))
            junction[count++] = (uint8_t)i;
        if (count > 1)
            lazy_join(lazy, junction, count);
    }
}

void scoring_close_round_from(struct table *table, const struct board *board,
                              const struct hand hand[SEATS_MAX], const struct distances *empty,
                              struct lazy_distances *lazy)
{
    const bool colours = table_has_colours(table, board);
    table->phase = PHASE_ROUND_OVER;
    if (!all_hands_known(table, hand))
        return;
    if (!colours)
        distances_of_networks(table, empty, lazy);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        uint8_t terminal[TERMINALS_MAX];
        if (table->connected >> seat & 1)
            continue; /* R6: no loss */
        if (colours)
            scoring_distances_from(table, board, seat, empty, lazy);
        unsigned count = hand_terminals(board, &hand[seat], table->marker[seat], terminal);
        count = steiner_merge(lazy, terminal, count);
        table->lost[seat] = (int16_t)steiner_cost_lazily(lazy, terminal, count);
    }
    show_and_take(table, board, hand);
}

void scoring_take_points(struct table *table, const struct board *board)
{
    table->phase = PHASE_ROUND_OVER;
    for (unsigned seat = 0; seat < table->seats; seat++)
        table->points[seat] = (int16_t)(table->points[seat] - table->lost[seat]); /* B1 */
    if (!(table->variants & VARIANT_OPEN_CARDS))
        move_barrier(table, board);
    if (game_is_over(table)) {
        table->phase = PHASE_GAME_OVER;
        table->winners = (uint8_t)seats_with_most_points(table);
    }
}
