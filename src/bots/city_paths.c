/* Shortest paths to a player's own cities, and tracks along them. */
#include "bots/city_paths.h"

#include <string.h>

#include "base/check.h"
#include "rules/network.h"
#include "score/steiner.h"

enum {
    BUCKETS = 8,       /* more than the largest cost of one move along a line */
    BLOCKED_EXTRA = 4, /* V2: added for passing an opponent's marker, which may move on */
    LINE_COST_MAX = 2,
};

_Static_assert(LINE_COST_MAX + BLOCKED_EXTRA < BUCKETS, "a step fits the round of buckets");

/* V2: the extra cost of building on from a junction, 0 unless an opponent's marker is there. */
static unsigned marker_detour(const struct view *view, unsigned junction)
{
    return view->table.variants & VARIANT_BLOCKING &&
                   table_has_marker(&view->table, junction, view->seat)
               ? BLOCKED_EXTRA
               : 0;
}

/*
 * Fills `cost` with the cost that the seat misses on each line, and PATH_NONE for lines closed to
 * it.
 */
static void city_paths_measure_lines(struct city_paths *paths, const struct distances *known)
{
    const struct table *table = &paths->view->table;
    table_missing_all(table, paths->board, paths->view->seat, paths->cost);
    paths->distances = known != NULL ? known : &paths->measured;
    if (known == NULL)
        distances_init_costs(&paths->measured, paths->board, paths->cost);
    for (unsigned i = 0; i < paths->board->lines; i++) {
        if (paths->cost[i] > 0 && !line_set_has(&table->open, i))
            paths->cost[i] = PATH_NONE;
    }
}

/*
 * Updates the distances of all neighbours of `here`.  `passing` is the cost of passing `here`
 * itself.
 */
static void city_paths_spread(const struct city_paths *paths, unsigned here, unsigned passing,
                              uint8_t from_city[], struct junction_set bucket[BUCKETS])
{
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        const unsigned line = paths->board->line_at[here][direction];
        if (line == LINE_NONE || paths->cost[line] == PATH_NONE)
            continue;
        const unsigned there = line_other_end(&paths->board->line[line], here);
        const unsigned distance = from_city[here] + passing + paths->cost[line];
        if (distance < from_city[there]) {
            from_city[there] = (uint8_t)distance;
            junction_set_add(&bucket[distance % BUCKETS], there);
        }
    }
}

/*
 * Dijkstra's algorithm from `start` to all junctions, with junctions in buckets by their distance.
 */
static void city_paths_measure_from(const struct city_paths *paths, unsigned start,
                                    uint8_t from_city[JUNCTIONS_MAX])
{
    struct junction_set bucket[BUCKETS];
    memset(bucket, 0, sizeof bucket);
    memset(from_city, PATH_NONE, JUNCTIONS_MAX);
    from_city[start] = 0;
    junction_set_add(&bucket[0], start);
    unsigned empty = 0;
    for (unsigned distance = 0; empty < BUCKETS; distance++) {
        struct junction_set *now = &bucket[distance % BUCKETS];
        unsigned here = junction_set_next(now, 0);
        empty = here == JUNCTION_NONE ? empty + 1 : 0;
        for (; here != JUNCTION_NONE; here = junction_set_next(now, 0)) {
            junction_set_remove(now, here);
            if (from_city[here] == distance)
                city_paths_spread(paths, here, here == start ? 0 : marker_detour(paths->view, here),
                                  from_city, bucket);
        }
    }
}

void city_paths_init(struct city_paths *paths, const struct board *board, const struct view *view,
                     const struct distances *known)
{
    paths->board = board;
    paths->view = view;
    paths->ties_by_board_order = false;
    city_paths_measure_lines(paths, known);
    for (unsigned group = 0; group < GROUPS; group++) {
        CHECK(view->hand.city[group] < board->cities);
        paths->city_junction[group] = board->city[view->hand.city[group]].junction;
        city_paths_measure_from(paths, paths->city_junction[group], paths->from_city[group]);
    }
}

void city_turn_begin(struct city_turn *city_turn, const struct city_paths *paths)
{
    const struct view *view = paths->view;
    const unsigned marker = view->table.marker[view->seat];
    draft_begin(&city_turn->draft, &view->table, &view->hand);
    city_turn->tip = JUNCTION_NONE;
    memset(city_turn->network_distance, PATH_NONE, sizeof city_turn->network_distance);
    for (unsigned group = 0; marker != JUNCTION_NONE && group < GROUPS; group++) {
        if (!junction_set_has(table_reach(&view->table, view->seat), paths->city_junction[group]))
            city_turn->network_distance[group] = paths->from_city[group][marker];
    }
}

/*
 * The distance from a junction to the city of a group, including the cost of leaving the junction.
 */
static unsigned city_distance_from(const struct city_paths *paths, unsigned group,
                                   unsigned junction)
{
    const unsigned from_city = paths->from_city[group][junction];
    return from_city == 0 || from_city == PATH_NONE
               ? from_city
               : from_city + marker_detour(paths->view, junction);
}

/*
 * The sum of the distances to all unconnected cities if `junction` joined the network; 0 if ties
 * are decided by board order.
 */
static unsigned city_distance_sum_with(const struct city_turn *city_turn,
                                       const struct city_paths *paths, unsigned junction)
{
    unsigned sum = 0;
    for (unsigned group = 0; !paths->ties_by_board_order && group < GROUPS; group++) {
        if (city_turn->network_distance[group] == PATH_NONE)
            continue;
        const unsigned distance = city_distance_from(paths, group, junction);
        sum += distance < city_turn->network_distance[group] ? distance
                                                             : city_turn->network_distance[group];
    }
    return sum;
}

bool city_turn_find_track(const struct city_turn *city_turn, const struct city_paths *paths,
                          unsigned group, struct city_track *track)
{
    const struct board *board = paths->board;
    const struct table *table = &city_turn->draft.table;
    struct line_set lines, coloured;
    struct junction_set part = *table_reach(table, table->to_move);
    unsigned least_sum = 0;
    turn_lines(table, board, &city_turn->draft.hand, &city_turn->draft.turn, &lines, &coloured);
    line_set_unite(&lines, &coloured);
    if (table->variants & VARIANT_BLOCKING)
        network_unblocked(table, board, table->to_move, &part);
    track->line = LINE_NONE;
    for (unsigned i = line_set_next(&lines, 0); i != LINE_NONE; i = line_set_next(&lines, i + 1)) {
        const struct line *line = &board->line[i];
        const bool has_a = junction_set_has(&part, line->a);
        const unsigned to = has_a ? line->b : line->a;
        const unsigned beyond = city_distance_from(paths, group, to);
        if ((has_a && junction_set_has(&part, line->b)) || beyond == PATH_NONE)
            continue;
        const unsigned distance = beyond + paths->cost[i];
        if (track->line != LINE_NONE && distance > track->distance)
            continue;
        const unsigned sum = city_distance_sum_with(city_turn, paths, to);
        if (track->line == LINE_NONE || distance < track->distance || sum < least_sum) {
            *track = (struct city_track){
                .line = i, .from = line->a ^ line->b ^ to, .to = to, .distance = distance};
            least_sum = sum;
        }
    }
    return track->line != LINE_NONE;
}

/* The group of the nearest unconnected city, or GROUPS if all are connected. */
static unsigned city_turn_nearest_group(const struct city_turn *city_turn)
{
    unsigned nearest = GROUPS;
    for (unsigned group = 0; group < GROUPS; group++) {
        if (city_turn->network_distance[group] != PATH_NONE &&
            (nearest == GROUPS ||
             city_turn->network_distance[group] < city_turn->network_distance[nearest]))
            nearest = group;
    }
    return nearest;
}

bool city_turn_find_second(const struct city_turn *city_turn, const struct city_paths *paths,
                           struct city_track *track)
{
    struct city_turn rest = *city_turn;
    unsigned group;
    while ((group = city_turn_nearest_group(&rest)) != GROUPS) {
        if (city_turn_find_track(city_turn, paths, group, track) &&
            track->distance <= city_turn->network_distance[group])
            return true;
        rest.network_distance[group] = PATH_NONE;
    }
    return false;
}

void city_turn_lay(struct city_turn *city_turn, const struct city_paths *paths,
                   const struct city_track *track, bool own)
{
    struct draft *draft = &city_turn->draft;
    const enum refusal refusal = draft_lay(draft, paths->board, track->line, own);
    CHECK(refusal == ACCEPTED);
    const unsigned seat = draft->table.to_move;
    const unsigned left = table_missing(&draft->table, paths->board, seat, track->line);
    for (unsigned group = 0; group < GROUPS; group++) {
        if (city_turn->network_distance[group] == PATH_NONE)
            continue;
        /* F4: half a ferry connects nothing yet, but shortens the path over it. */
        const unsigned distance = city_distance_from(paths, group, track->to) + left;
        if (distance < city_turn->network_distance[group])
            city_turn->network_distance[group] = (uint8_t)distance;
        if (junction_set_has(table_reach(&draft->table, seat), paths->city_junction[group]))
            city_turn->network_distance[group] = PATH_NONE;
    }
    city_turn->tip = left == 0 ? track->to : (unsigned)JUNCTION_NONE;
}

unsigned city_turn_missing(const struct city_turn *city_turn, const struct city_paths *paths)
{
    const struct table *table = &city_turn->draft.table;
    const struct turn *turn = &city_turn->draft.turn;
    struct distances distances;
    uint8_t terminal[TERMINALS_MAX];
    memcpy(terminal, paths->city_junction, GROUPS);
    terminal[GROUPS] = table->marker[table->to_move];
    distances_copy(&distances, paths->distances);
    for (unsigned i = 0; i < turn->tracks; i++) {
        const unsigned line = turn->track[i].line;
        distances_lower(&distances, paths->board->line[line].a, paths->board->line[line].b,
                        table_missing(table, paths->board, table->to_move, line));
    }
    return steiner_cost(&distances, terminal, TERMINALS_MAX);
}

static bool same_track(const struct track *one, const struct track *other)
{
    return one->line == other->line && one->own == other->own;
}

/* True if the turns are equal except for the order of their tracks. */
static bool same_turn(const struct turn *one, const struct turn *other)
{
    if (one->kind != other->kind || one->tracks != other->tracks || one->marker != other->marker)
        return false;
    return (same_track(&one->track[0], &other->track[0]) &&
            same_track(&one->track[1], &other->track[1])) ||
           (same_track(&one->track[0], &other->track[1]) &&
            same_track(&one->track[1], &other->track[0]));
}

void city_turn_add_idea(const struct city_turn *city_turn, const struct city_paths *paths,
                        double value, struct thoughts *thoughts)
{
    const unsigned lost = city_turn_missing(city_turn, paths);
    value -= lost / 256.0;
    unsigned at = 0;
    while (at < thoughts->ideas && !same_turn(&thoughts->idea[at].turn, &city_turn->draft.turn))
        at++;
    if (at < thoughts->ideas) {
        if (thoughts->idea[at].value >= value)
            return;
        thoughts->ideas--;
        memmove(&thoughts->idea[at], &thoughts->idea[at + 1],
                (thoughts->ideas - at) * sizeof thoughts->idea[0]);
    }
    thoughts_add(thoughts, &city_turn->draft.turn, lost, value);
}
