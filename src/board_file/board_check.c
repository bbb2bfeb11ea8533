/*
 * The second half of reading a board: resolves references, checks groups and connection, and limits
 * the board's extent.
 *
 * Each item of the draft has been checked by itself; here they are checked together.
 */
#include <string.h>

#include "board_file/board_draft.h"

const enum fault_id board_groups[GROUPS] = {
    TERM_GREEN_GROUP, TERM_BLUE_GROUP, TERM_YELLOW_GROUP, TERM_ORANGE_GROUP, TERM_RED_GROUP,
};

enum {
    PLAYERS_MAX = 6,       /* S4: a group needs a card for each player */
    PLAYERS_PLAIN_MAX = 3, /* S3: up to this many play without the dashed cities */
    TERMINALS = 6,         /* five cities and the marker */
};

const char *board_place_name(struct place place, char buffer[JUNCTION_NAME_SIZE])
{
    struct text text;
    text_init(&text, buffer, JUNCTION_NAME_SIZE);
    text_add_char(&text, (char)('A' + place.column));
    text_add_number(&text, place.row + 1);
    return buffer;
}

const char *board_line_name(struct place a, struct place b, char buffer[LINE_NAME_SIZE])
{
    char name[JUNCTION_NAME_SIZE];
    struct text text;
    text_init(&text, buffer, LINE_NAME_SIZE);
    text_add(&text, board_place_name(a, name));
    text_add_char(&text, '-');
    text_add(&text, board_place_name(b, name));
    return buffer;
}

static unsigned junction_at(const struct board_draft *draft, struct place place)
{
    return draft->junction_at[place.column][place.row];
}

static bool resolve_cities(struct board_draft *draft, struct fault *fault)
{
    struct board *board = &draft->board;
    uint8_t city_at[JUNCTIONS_MAX];
    memset(city_at, CITY_NONE, sizeof city_at);
    for (unsigned i = 0; i < board->cities; i++) {
        struct city *city = &board->city[i];
        const struct place place = draft->city_place[i];
        const unsigned junction = junction_at(draft, place);
        char name[JUNCTION_NAME_SIZE];
        fault->line = draft->city_where[i];
        if (junction == JUNCTION_NONE)
            return fault_say(BOARD_CITY_NOWHERE, fault, FAULT_FORMAT, city->id,
                             board_place_name(place, name));
        if (city_at[junction] != CITY_NONE)
            return fault_say(BOARD_CITIES_TOGETHER, fault, FAULT_FORMAT,
                             board->city[city_at[junction]].id, city->id,
                             board->junction[junction].name);
        city_at[junction] = (uint8_t)i;
        city->junction = (uint8_t)junction;
    }
    return true;
}

static bool resolve_lines(struct board_draft *draft, struct fault *fault)
{
    struct board *board = &draft->board;
    for (unsigned i = 0; i < board->lines; i++) {
        const struct place a = draft->line_a[i], b = draft->line_b[i];
        const struct place nowhere = junction_at(draft, a) == JUNCTION_NONE ? a : b;
        char line[LINE_NAME_SIZE], name[JUNCTION_NAME_SIZE];
        if (junction_at(draft, nowhere) == JUNCTION_NONE)
            return fault_say(BOARD_LINE_NOWHERE, fault_at(fault, draft->line_where[i]),
                             FAULT_FORMAT, board_line_name(a, b, line),
                             board_place_name(nowhere, name));
        board->line[i].a = (uint8_t)junction_at(draft, a);
        board->line[i].b = (uint8_t)junction_at(draft, b);
    }
    return true;
}

static bool resolve_rules(struct board_draft *draft, struct fault *fault)
{
    struct board *board = &draft->board;
    unsigned ferry = 0;
    while (ferry < board->lines && board->line[ferry].kind != LINE_FERRY)
        ferry++;
    const bool has_ferries = ferry < board->lines;
    if (has_ferries && draft->rules == RULES_TRANSAMERICA)
        return fault_say(BOARD_FERRY, fault_at(fault, draft->line_where[ferry]), FAULT_FORMAT);
    const bool europe = has_ferries || draft->rules == RULES_TRANSEUROPA;
    if (europe && board->barrier_rule)
        return fault_say(BOARD_BARRIER, fault_at(fault, draft->barrier_rule_where), FAULT_FORMAT);
    board->ruleset = europe ? RULESET_TRANSEUROPA : RULESET_TRANSAMERICA;
    return true;
}

static bool check_groups(const struct board_draft *draft, struct fault *fault)
{
    for (unsigned group = 0; group < GROUPS; group++) {
        unsigned cards = 0, plain = 0;
        for (unsigned i = 0; i < draft->board.cities; i++) {
            const struct city *city = &draft->board.city[i];
            cards += city->group == group;
            plain += city->group == group && !city->dashed;
        }
        fault->line = draft->cities_end_where;
        if (cards < PLAYERS_MAX)
            return fault_say(BOARD_GROUP_TOO_SMALL, fault, FAULT_FORMAT, board_groups[group], cards,
                             PLAYERS_MAX);
        if (plain < PLAYERS_PLAIN_MAX)
            return fault_say(BOARD_GROUP_TOO_DASHED, fault, FAULT_FORMAT, board_groups[group],
                             plain, PLAYERS_PLAIN_MAX);
    }
    return true;
}

/* Returns the junctions that can be reached from a junction over lines of at most this cost. */
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

static bool check_connection(const struct board_draft *draft, struct fault *fault)
{
    const struct board *board = &draft->board;
    const struct junction_set reached = reach(board, 0, 2);
    for (unsigned i = 0; i < board->junctions; i++) {
        if (!junction_set_has(&reached, i))
            return fault_say(BOARD_APART, fault_at(fault, draft->junction_where[i]), FAULT_FORMAT,
                             board->junction[0].name, board->junction[i].name);
    }
    return true;
}

/*
 * Returns the cost of the cheapest set of lines that joins all junctions.  Lines cost 1 or 2, so it
 * uses lines of cost 1 as far as possible and one line of cost 2 between the remaining parts.
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

/* Returns the distance from a junction to the one farthest from it. */
static unsigned farthest(const struct board *board, unsigned from)
{
    unsigned distance[JUNCTIONS_MAX];
    for (unsigned i = 0; i < board->junctions; i++)
        distance[i] = ~0u;
    distance[from] = 0;
    unsigned answer = 0;
    /* Neighbours differ by at most 2, so after two empty steps the search is complete. */
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
 * Six junctions never cost more than the tree that joins all junctions, nor more than a star of
 * five paths.  It is enough if one of these is within COST_MAX.
 */
static bool check_extent(const struct board_draft *draft, struct fault *fault)
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
    return fault_say(BOARD_TOO_SPREAD, fault_at(fault, draft->lines_end_where), FAULT_FORMAT, tree,
                     diameter, COST_MAX);
}

bool board_draft_finish(struct board_draft *draft, struct fault *fault)
{
    if (draft->board.end_points >= draft->board.start_points)
        return fault_say(BOARD_END_POINTS, fault_at(fault, draft->end_points_where), FAULT_FORMAT,
                         draft->board.end_points, draft->board.start_points);
    if (!resolve_cities(draft, fault) || !resolve_lines(draft, fault) ||
        !resolve_rules(draft, fault) || !check_groups(draft, fault))
        return false;
    board_derive(&draft->board);
    return check_connection(draft, fault) && check_extent(draft, fault);
}
