/*
 * The second half of reading a board: references, groups, connection, and how far apart it lies.
 *
 * The draft is sound in each of its items by now; here they are judged together.
 */
#include <string.h>

#include "board/board_draft.h"
#include "core/notation.h"

enum {
    PLAYERS_MAX = 6,       /* S4: every player gets a card of each group */
    PLAYERS_PLAIN_MAX = 3, /* S3: so many play without the dashed cities */
    TERMINALS = 6,         /* five cities and the marker */
};

static unsigned junction_at(const struct board_draft *draft, struct place place)
{
    return draft->junction_at[place.column][place.row];
}

static bool settle_cities(struct board_draft *draft, struct board_fault *fault)
{
    struct board *board = &draft->board;
    uint8_t city_at[JUNCTIONS_MAX];
    memset(city_at, CITY_NONE, sizeof city_at);
    for (unsigned i = 0; i < board->cities; i++) {
        struct city *city = &board->city[i];
        const struct place place = draft->city_place[i];
        const unsigned junction = junction_at(draft, place);
        if (junction == JUNCTION_NONE)
            return board_refuse(
                fault, draft->city_where[i],
                "the city \"%s\" lies on %c%u, which is not a junction of the board", city->id,
                'A' + place.column, place.row + 1u);
        if (city_at[junction] != CITY_NONE)
            return board_refuse(
                fault, draft->city_where[i], "the cities \"%s\" and \"%s\" both lie on %s",
                board->city[city_at[junction]].id, city->id, board->junction[junction].name);
        city_at[junction] = (uint8_t)i;
        city->junction = (uint8_t)junction;
    }
    return true;
}

static bool settle_lines(struct board_draft *draft, struct board_fault *fault)
{
    struct board *board = &draft->board;
    for (unsigned i = 0; i < board->lines; i++) {
        const struct place a = draft->line_a[i], b = draft->line_b[i];
        const struct place nowhere = junction_at(draft, a) == JUNCTION_NONE ? a : b;
        if (junction_at(draft, nowhere) == JUNCTION_NONE)
            return board_refuse(
                fault, draft->line_where[i],
                "the line %c%u-%c%u leads to %c%u, which is not a junction of the board",
                'A' + a.column, a.row + 1u, 'A' + b.column, b.row + 1u, 'A' + nowhere.column,
                nowhere.row + 1u);
        board->line[i].a = (uint8_t)junction_at(draft, a);
        board->line[i].b = (uint8_t)junction_at(draft, b);
    }
    return true;
}

static bool settle_rules(struct board_draft *draft, struct board_fault *fault)
{
    struct board *board = &draft->board;
    unsigned ferry = 0;
    while (ferry < board->lines && board->line[ferry].kind != LINE_FERRY)
        ferry++;
    const bool has_ferries = ferry < board->lines;
    if (has_ferries && draft->rules == RULES_TRANSAMERICA)
        return board_refuse(fault, draft->line_where[ferry],
                            "a ferry line on a board whose \"rules\" are \"transamerica\": only "
                            "\"transeuropa\" knows ferries");
    const bool europe = has_ferries || draft->rules == RULES_TRANSEUROPA;
    if (europe && board->barrier_rule)
        return board_refuse(fault, draft->barrier_rule_where,
                            "\"barrier_rule\" is true, but the rule set of this board, "
                            "\"transeuropa\", has no barrier");
    board->ruleset = europe ? RULESET_TRANSEUROPA : RULESET_TRANSAMERICA;
    return true;
}

static bool check_groups(const struct board_draft *draft, struct board_fault *fault)
{
    for (unsigned group = 0; group < GROUPS; group++) {
        unsigned cards = 0, plain = 0;
        for (unsigned i = 0; i < draft->board.cities; i++) {
            const struct city *city = &draft->board.city[i];
            cards += city->group == group;
            plain += city->group == group && !city->dashed;
        }
        if (cards < PLAYERS_MAX)
            return board_refuse(fault, draft->cities_end_where,
                                "the %s group has too few cities for six players: %u, not at "
                                "least %d",
                                group_names[group], cards, PLAYERS_MAX);
        if (plain < PLAYERS_PLAIN_MAX)
            return board_refuse(fault, draft->cities_end_where,
                                "the %s group has too few cities that are not dashed for three "
                                "players: %u, not at least %d",
                                group_names[group], plain, PLAYERS_PLAIN_MAX);
    }
    return true;
}

/* Everything that can be reached from a junction over lines of at most this cost. */
static struct junction_set reach(const struct board *board, unsigned from, unsigned cost_max)
{
    struct junction_set reached = {{0}};
    uint8_t open[JUNCTIONS_MAX];
    unsigned count = 0;
    junction_set_add(&reached, from);
    open[count++] = (uint8_t)from;
    while (count > 0) {
        const unsigned junction = open[--count];
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            const unsigned line = board->line_at[junction][direction];
            if (line == LINE_NONE || board->line[line].cost > cost_max)
                continue;
            const unsigned next = line_other_end(&board->line[line], junction);
            if (!junction_set_has(&reached, next)) {
                junction_set_add(&reached, next);
                open[count++] = (uint8_t)next;
            }
        }
    }
    return reached;
}

static bool check_connection(const struct board_draft *draft, struct board_fault *fault)
{
    const struct board *board = &draft->board;
    const struct junction_set reached = reach(board, 0, 2);
    for (unsigned i = 0; i < board->junctions; i++) {
        if (!junction_set_has(&reached, i))
            return board_refuse(fault, draft->junction_where[i],
                                "the board is not connected: no lines lead from %s to %s",
                                board->junction[0].name, board->junction[i].name);
    }
    return true;
}

/*
 * What the cheapest set of lines that joins all junctions costs.  Lines cost 1 or 2, so it takes
 * as many of the cheap ones as join anything and dear ones between the parts that these leave.
 */
static unsigned spanning_cost(const struct board *board)
{
    struct junction_set seen = {{0}};
    unsigned parts = 0;
    for (unsigned i = 0; i < board->junctions; i++) {
        if (junction_set_has(&seen, i))
            continue;
        const struct junction_set part = reach(board, i, 1);
        junction_set_unite(&seen, &part);
        parts++;
    }
    return board->junctions - parts + 2 * (parts - 1);
}

/* The cost of the way from a junction to the one that is farthest from it. */
static unsigned farthest(const struct board *board, unsigned from)
{
    unsigned distance[JUNCTIONS_MAX];
    for (unsigned i = 0; i < board->junctions; i++)
        distance[i] = ~0u;
    distance[from] = 0;
    unsigned answer = 0;
    /* No two neighbours differ by more than 2, so two empty steps in a row are the end. */
    for (unsigned now = 0; now <= answer + 2; now++) {
        for (unsigned i = 0; i < board->junctions; i++) {
            if (distance[i] != now)
                continue;
            answer = now;
            for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
                const unsigned line = board->line_at[i][direction];
                if (line == LINE_NONE)
                    continue;
                const unsigned next = line_other_end(&board->line[line], i);
                if (now + board->line[line].cost < distance[next])
                    distance[next] = now + board->line[line].cost;
            }
        }
    }
    return answer;
}

/*
 * Six junctions never cost more than the tree that joins all, nor more than a star of five
 * ways.  Either within COST_MAX is enough.
 */
static bool check_extent(const struct board_draft *draft, struct board_fault *fault)
{
    const struct board *board = &draft->board;
    const unsigned tree = spanning_cost(board);
    if (tree <= COST_MAX)
        return true;
    unsigned diameter = 0;
    for (unsigned i = 0; i < board->junctions; i++) {
        const unsigned distance = farthest(board, i);
        diameter = distance > diameter ? distance : diameter;
    }
    if ((TERMINALS - 1) * diameter <= COST_MAX)
        return true;
    return board_refuse(fault, draft->lines_end_where,
                        "the board is too spread out: to join all junctions costs %u, and two of "
                        "them lie %u apart, so that six could cost more than %d to join",
                        tree, diameter, COST_MAX);
}

bool board_draft_finish(struct board_draft *draft, struct board_fault *fault)
{
    if (draft->board.end_points >= draft->board.start_points)
        return board_refuse(fault, draft->end_points_where,
                            "\"end_points\" must be less than \"start_points\": %d is not less "
                            "than %d",
                            draft->board.end_points, draft->board.start_points);
    if (!settle_cities(draft, fault) || !settle_lines(draft, fault) ||
        !settle_rules(draft, fault) || !check_groups(draft, fault))
        return false;
    board_derive(&draft->board);
    return check_connection(draft, fault) && check_extent(draft, fault);
}
