/* Exact scores of given positions. */
#include <stdlib.h>

#include "engine/player_memory.h"
#include "library/library.h"
#include "rules/position_line.h"
#include "rules/scoring.h"

enum railhead_status railhead_score_line(const struct railhead_board *board, const char *text,
                                         uint32_t *cost, struct railhead_error *error)
{
    struct fault fault = {.line = 0};
    struct position_line line;
    if (board == NULL || text == NULL || cost == NULL)
        return library_bad(error, board == NULL ? "board" : text == NULL ? "text" : "cost");
    if (!position_line_read(&line, board_of(board), text, strlen(text), &fault))
        return library_fault(error, &fault);
    *cost = position_line_cost(&line, board_of(board), NULL);
    return RAILHEAD_OK;
}

/* Workspace shared by the scores of one board. */
struct score_room {
    struct distances empty;
    struct lazy_distances lazy;
};

/*
 * Checks the byte of a line's track: pieces in ascending order, and a second one only on a ferry.
 */
static bool track_is_sound(const struct board *board, unsigned line, unsigned track)
{
    const unsigned first = track & 15U, second = track >> 4;
    if (first > TRACK_BLACK || second > TRACK_BLACK)
        return false;
    return second == 0 || (board->line[line].kind == LINE_FERRY && first != 0 && first <= second);
}

static bool tracks_are_sound(const struct board *board, const uint8_t *track)
{
    for (unsigned line = 0; line < board->lines; line++) {
        if (!track_is_sound(board, line, track[line]))
            return false;
    }
    return true;
}

/* Gets the junctions to be joined.  Returns 0 if a number is not valid on the board. */
static unsigned read_terminals(const struct board *board, const uint8_t city[GROUPS],
                               unsigned marker, uint8_t terminal[TERMINALS_MAX])
{
    struct hand hand;
    for (unsigned group = 0; group < GROUPS; group++) {
        if (city[group] >= board->cities)
            return 0;
        hand.city[group] = city[group];
    }
    if (marker >= board->junctions && marker != JUNCTION_NONE)
        return 0;
    return hand_terminals(board, &hand, marker, terminal);
}

static enum railhead_status bad_row(struct railhead_error *error, const char *argument,
                                    size_t index)
{
    library_bad(error, argument);
    if (error != NULL)
        error->index = (uint32_t)index;
    return RAILHEAD_BAD_ARGUMENT;
}

/* Scores one position of the arrays.  Returns NULL, or the name of the invalid argument. */
static const char *score_row(struct score_room *room, const struct board *board,
                             const uint8_t city[GROUPS], unsigned marker, const uint8_t *track,
                             unsigned seat, uint16_t *cost)
{
    struct table table;
    uint8_t terminal[TERMINALS_MAX];
    unsigned terminals = read_terminals(board, city, marker, terminal);
    if (terminals == 0)
        return "city";
    if (!tracks_are_sound(board, track))
        return "track";
    if (seat >= SEATS_MAX)
        return "seat";
    memset(&table, 0, sizeof table);
    memcpy(table.track, track, board->lines);
    scoring_distances_from(&table, board, seat, &room->empty, &room->lazy);
    terminals = steiner_merge(&room->lazy, terminal, terminals);
    *cost = (uint16_t)steiner_cost_lazily(&room->lazy, terminal, terminals);
    return NULL;
}

enum railhead_status railhead_scores(const struct railhead_board *board, size_t count,
                                     const uint8_t *city, const uint8_t *marker,
                                     const uint8_t *track, const uint8_t *seat, uint16_t *cost,
                                     struct railhead_error *error)
{
    if (board == NULL)
        return library_bad(error, "board");
    if (city == NULL || marker == NULL || track == NULL || cost == NULL)
        return library_bad(error, city == NULL     ? "city"
                                  : marker == NULL ? "marker"
                                  : track == NULL  ? "track"
                                                   : "cost");
    const struct board *of = board_of(board);
    struct score_room *room = player_memory_new(sizeof *room);
    if (room == NULL)
        return library_no_memory(error);
    const char *wrong = NULL;
    size_t i = 0;
    distances_init(&room->empty, of);
    for (; i < count; i++) {
        wrong = score_row(room, of, city + i * GROUPS, marker[i], track + i * of->lines,
                          seat != NULL ? seat[i] : 0, &cost[i]);
        if (wrong != NULL)
            break;
    }
    free(room);
    return wrong == NULL ? RAILHEAD_OK : bad_row(error, wrong, i);
}
