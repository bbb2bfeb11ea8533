/* The end of a round, line by line; see show.h. */
#include "terminal/full_screen/show.h"

#include <limits.h>
#include <string.h>

#include "core/check.h"
#include "core/scoring.h"

enum { LINE_MS = 350, LINES_MS = 2500, SEAT_MS = 1500 };

/* ---- What is missing --------------------------------------------------------------------- */

/* A line of the set that joins what is there already, so that it is drawn as it would be built. */
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

/* The first of the lines that a seat is missing, of so many: how many these are, and their cost. */
static unsigned draw_lines(const struct table *table, const struct board *board, unsigned seat,
                           unsigned most, struct line_set *drawn, unsigned *cost)
{
    struct line_set missing;
    unsigned lines = 0;
    memset(drawn, 0, sizeof *drawn);
    *cost = 0;
    if (seat < table->seats && !hand_is_known(&table->shown[seat]))
        *cost = (unsigned)table->lost[seat]; /* a party's table: which lines is not told yet */
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

unsigned show_lines(const struct show *show, const struct table *table, const struct board *board,
                    struct line_set *drawn)
{
    unsigned cost;
    draw_lines(table, board, show->seat, show->drawn, drawn, &cost);
    return cost;
}

bool show_is_whole(const struct show *show, const struct table *table, const struct board *board)
{
    struct line_set drawn;
    unsigned cost;
    const unsigned lines = draw_lines(table, board, show->seat, show->drawn, &drawn, &cost);
    return lines < show->drawn ||
           (show->seat < table->seats && (int)cost == table->lost[show->seat]);
}

void show_points(const struct show *show, const struct board *board, struct table *table)
{
    struct line_set drawn;
    const int so_far = (int)show_lines(show, table, board, &drawn);
    for (unsigned seat = show->seat; seat < table->seats; seat++)
        table->points[seat] =
            (int16_t)(table->points[seat] + table->lost[seat] - (seat == show->seat ? so_far : 0));
    if (show->seat < table->seats)
        table->barrier = (int16_t)scoring_barrier_before(table, board);
}

/* ---- Going on ---------------------------------------------------------------------------- */

/* When the next line is due, or the next seat; where many lines are missing they come faster. */
static int64_t due_ms(const struct show *show, const struct table *table, const struct board *board,
                      int64_t now_ms)
{
    struct line_set drawn;
    unsigned cost;
    const unsigned lines = draw_lines(table, board, show->seat, UINT_MAX, &drawn, &cost);
    if (show_is_whole(show, table, board))
        return now_ms + SEAT_MS;
    return now_ms + (lines * LINE_MS > LINES_MS ? LINES_MS / lines : LINE_MS);
}

static void show_seat(struct show *show, const struct table *table, const struct board *board,
                      unsigned seat, int64_t now_ms)
{
    const bool last = seat >= table->seats;
    show->seat = seat;
    show->drawn = show->plays ? 0 : UINT_MAX;
    show->focus = last ? (unsigned)JUNCTION_NONE : table->marker[seat];
    show->due_ms = show->plays && !last ? due_ms(show, table, board, now_ms) : -1;
}

void show_begin(struct show *show, const struct table *table, const struct board *board,
                int64_t now_ms)
{
    show->round = table->round;
    show_seat(show, table, board, 0, now_ms);
}

void show_next(struct show *show, const struct table *table, const struct board *board,
               int64_t now_ms)
{
    show_seat(show, table, board, show->seat + 1, now_ms);
}

/* What is new is to be seen, also in a window that shows a part of the map. */
static void draw_one_more(struct show *show, const struct table *table, const struct board *board)
{
    struct line_set before, drawn;
    show_lines(show, table, board, &before);
    show->drawn++;
    show_lines(show, table, board, &drawn);
    show->focus = JUNCTION_NONE;
    for (unsigned line = 0; line < board->lines; line++) {
        if (line_set_has(&drawn, line) && !line_set_has(&before, line))
            show->focus = board->line[line].a;
    }
}

bool show_step(struct show *show, const struct table *table, const struct board *board,
               int64_t now_ms)
{
    if (show->due_ms < 0 || now_ms < show->due_ms)
        return false;
    if (show_is_whole(show, table, board)) {
        show_next(show, table, board, now_ms);
        return true;
    }
    draw_one_more(show, table, board);
    show->due_ms = due_ms(show, table, board, now_ms);
    return true;
}

void show_hurry(struct show *show, const struct table *table, const struct board *board,
                int64_t now_ms)
{
    if (show->seat >= table->seats)
        return;
    if (show_is_whole(show, table, board)) {
        show_next(show, table, board, now_ms);
        return;
    }
    show->drawn = UINT_MAX;
    show->focus = JUNCTION_NONE;
    show->due_ms = now_ms + SEAT_MS;
}
