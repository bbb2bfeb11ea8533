/* Animates the end of a round, line by line. */
#include "terminal/full_screen/round_end.h"

#include <limits.h>
#include <string.h>

#include "base/check.h"
#include "rules/scoring.h"

enum { LINE_MS = 350, LINES_MS = 2500, SEAT_MS = 1500 };

/* ---- Missing lines ----------------------------------------------------------------------- */

/* Returns a missing line that joins the network, so that lines appear in the order of building. */
static unsigned next_line(const struct board *board, const struct line_set *missing,
                          const struct junction_set *reached)
{
    unsigned any = LINE_NONE;
    for (unsigned line = 0; line < board->lines; line++) {
        if (!line_set_has(missing, line))
            continue;
        if (junction_set_has(reached, board->line[line].a) ||
            junction_set_has(reached, board->line[line].b))
            return line;
        any = line;
    }
    return any;
}

/* Computes the first `count` of a seat's missing lines.  Returns their number and their cost. */
static unsigned draw_lines(const struct table *table, const struct board *board, unsigned seat,
                           unsigned most, struct line_set *drawn, unsigned *cost)
{
    struct line_set missing;
    unsigned lines = 0;
    memset(drawn, 0, sizeof *drawn);
    *cost = 0;
    if (seat < table->seats && !hand_is_known(&table->shown[seat]))
        *cost = (unsigned)table->lost[seat]; /* a duplicate table hides the lines until later */
    if (seat >= table->seats || !hand_is_known(&table->shown[seat]) ||
        (table->connected >> seat & 1))
        return 0;
    const unsigned all = scoring_missing(table, board, seat, &table->shown[seat], &missing);
    CHECK((int)all == table->lost[seat]);
    struct junction_set reached = {0};
    if (table->marker[seat] != JUNCTION_NONE)
        reached = *table_reach(table, seat);
    for (; lines < most && !line_set_is_empty(&missing); lines++) {
        const unsigned line = next_line(board, &missing, &reached);
        line_set_remove(&missing, line);
        line_set_add(drawn, line);
        junction_set_add(&reached, board->line[line].a);
        junction_set_add(&reached, board->line[line].b);
        *cost += table_missing(table, board, seat, line);
    }
    return lines;
}

unsigned round_end_lines(const struct round_end *end, const struct table *table,
                         const struct board *board, struct line_set *drawn)
{
    unsigned cost;
    draw_lines(table, board, end->seat, end->drawn, drawn, &cost);
    return cost;
}

bool round_end_is_whole(const struct round_end *end, const struct table *table,
                        const struct board *board)
{
    struct line_set drawn;
    unsigned cost;
    const unsigned lines = draw_lines(table, board, end->seat, end->drawn, &drawn, &cost);
    return lines < end->drawn || (end->seat < table->seats && (int)cost == table->lost[end->seat]);
}

void round_end_points(const struct round_end *end, const struct board *board, struct table *table)
{
    struct line_set drawn;
    const int so_far = (int)round_end_lines(end, table, board, &drawn);
    for (unsigned seat = end->seat; seat < table->seats; seat++)
        table->points[seat] =
            (int16_t)(table->points[seat] + table->lost[seat] - (seat == end->seat ? so_far : 0));
    if (end->seat < table->seats)
        table->barrier = (int16_t)scoring_barrier_before(table, board);
}

/* ---- Steps ------------------------------------------------------------------------------- */

/*
 * Returns when the next line or seat is due.  The more lines are missing, the faster they appear.
 */
static int64_t due_ms(const struct round_end *end, const struct table *table,
                      const struct board *board, int64_t now_ms)
{
    struct line_set drawn;
    unsigned cost;
    const unsigned lines = draw_lines(table, board, end->seat, UINT_MAX, &drawn, &cost);
    if (round_end_is_whole(end, table, board))
        return now_ms + SEAT_MS;
    return now_ms + (lines * LINE_MS > LINES_MS ? LINES_MS / lines : LINE_MS);
}

static void show_seat(struct round_end *end, const struct table *table, const struct board *board,
                      unsigned seat, int64_t now_ms)
{
    const bool last = seat >= table->seats;
    end->seat = seat;
    end->drawn = end->plays ? 0 : UINT_MAX;
    end->focus = last ? (unsigned)JUNCTION_NONE : table->marker[seat];
    end->due_ms = end->plays && !last ? due_ms(end, table, board, now_ms) : -1;
}

void round_end_begin(struct round_end *end, const struct table *table, const struct board *board,
                     int64_t now_ms)
{
    end->round = table->round;
    show_seat(end, table, board, 0, now_ms);
}

void round_end_next(struct round_end *end, const struct table *table, const struct board *board,
                    int64_t now_ms)
{
    show_seat(end, table, board, end->seat + 1, now_ms);
}

/* Draws one more line and makes it visible if the map is scrolled. */
static void draw_one_more(struct round_end *end, const struct table *table,
                          const struct board *board)
{
    struct line_set before, drawn;
    round_end_lines(end, table, board, &before);
    end->drawn++;
    round_end_lines(end, table, board, &drawn);
    end->focus = JUNCTION_NONE;
    for (unsigned line = 0; line < board->lines; line++) {
        if (line_set_has(&drawn, line) && !line_set_has(&before, line))
            end->focus = board->line[line].a;
    }
}

bool round_end_step(struct round_end *end, const struct table *table, const struct board *board,
                    int64_t now_ms)
{
    if (end->due_ms < 0 || now_ms < end->due_ms)
        return false;
    if (round_end_is_whole(end, table, board)) {
        round_end_next(end, table, board, now_ms);
        return true;
    }
    draw_one_more(end, table, board);
    end->due_ms = due_ms(end, table, board, now_ms);
    return true;
}

void round_end_hurry(struct round_end *end, const struct table *table, const struct board *board,
                     int64_t now_ms)
{
    if (end->seat >= table->seats)
        return;
    if (round_end_is_whole(end, table, board)) {
        round_end_next(end, table, board, now_ms);
        return;
    }
    end->drawn = UINT_MAX;
    end->focus = JUNCTION_NONE;
    end->due_ms = now_ms + SEAT_MS;
}
