/* One part of the panel after the other, from the top. */
#include "terminal/panel.h"

#include <stdio.h>

#include "core/notation.h"
#include "core/record.h"
#include "core/text.h"
#include "terminal/language.h"
#include "terminal/map.h"

enum { LINE_SIZE = 160, NAME_COLUMNS = 8, WIDTH = PANEL_WIDTH - 1 };

struct writer {
    struct canvas *canvas;
    const struct panel *panel;
    int x, y, bottom;
};

static void write_line(struct writer *writer, unsigned style, const char *text)
{
    if (writer->y < writer->bottom)
        canvas_text(writer->canvas, writer->x, writer->y++, WIDTH, style, text);
}

/* ---- The top ----------------------------------------------------------------------------- */

static void write_top(struct writer *writer)
{
    const struct panel *panel = writer->panel;
    const struct table *table = panel->table;
    char line[LINE_SIZE];
    write_line(writer, STYLE_TITLE, panel->source->board->name);
    snprintf(line, sizeof line, _("Round %u   %u tracks left"), table->round, table->supply);
    write_line(writer, STYLE_PLAIN, table->round == 0 ? _("not begun") : line);
    if (table->round > 0 && panel->reader != SEAT_NONE &&
        table_has_colours(table, panel->source->board)) {
        snprintf(line, sizeof line, _("%u of the own colour"), table->coloured[panel->reader]);
        write_line(writer, STYLE_PLAIN, line);
    }
}

/* ---- The hand ---------------------------------------------------------------------------- */

static void write_card(struct writer *writer, unsigned group)
{
    const struct panel *panel = writer->panel;
    const struct board *board = panel->source->board;
    const unsigned city = panel->hand->city[group];
    char sign[4] = {'[', map_group_letter(group), ']', '\0'}, line[LINE_SIZE];
    if (writer->y >= writer->bottom)
        return;
    if (city == CITY_NONE) {
        canvas_text(writer->canvas, writer->x, writer->y++, WIDTH, STYLE_FAINT, "[?]");
        return;
    }
    const unsigned junction = board->city[city].junction;
    const bool reached = panel->table->marker[panel->reader] != JUNCTION_NONE &&
                         junction_set_has(table_reach(panel->table, panel->reader), junction);
    canvas_text(writer->canvas, writer->x, writer->y, 3, STYLE_OWN_GROUP + group, sign);
    snprintf(line, sizeof line, "%s", map_city_name(board, city, panel->utf8));
    canvas_text(writer->canvas, writer->x + 4, writer->y, WIDTH - 12, STYLE_PLAIN, line);
    snprintf(line, sizeof line, "%-3s %s", board->junction[junction].name,
             !reached      ? ""
             : panel->utf8 ? "✓"
                           : "yes");
    canvas_text(writer->canvas, writer->x + WIDTH - 7, writer->y++, 7,
                reached ? STYLE_BOLD : STYLE_FAINT, line);
}

static void write_hand(struct writer *writer)
{
    if (writer->panel->hand == NULL)
        return;
    writer->y++;
    write_line(writer, STYLE_TITLE, writer->panel->hand_title);
    for (unsigned group = 0; group < GROUPS; group++)
        write_card(writer, group);
}

/* ---- Seats ------------------------------------------------------------------------------- */

/* The points as a bar, with the barrier where passing it ends the game. */
static void write_bar(struct writer *writer, int x, unsigned seat)
{
    const struct panel *panel = writer->panel;
    const struct table *table = panel->table;
    const bool barrier = !(table->variants & VARIANT_OPEN_CARDS);
    for (int points = 1; points <= panel->source->board->start_points; points++) {
        if (barrier && points == table->barrier + 1 && table->barrier > 0)
            canvas_put(writer->canvas, x++, writer->y, panel->utf8 ? 0x2503 : '|', STYLE_MISSING);
        if (points <= table->points[seat])
            canvas_put(writer->canvas, x++, writer->y, panel->utf8 ? 0x25a0 : '#',
                       STYLE_SEAT + seat);
        else
            canvas_put(writer->canvas, x++, writer->y, panel->utf8 ? 0xb7 : '.', STYLE_FAINT);
    }
}

static void write_clock(struct writer *writer, int x, int64_t left_ms)
{
    char clock[32];
    const long seconds = (long)(left_ms / 1000);
    snprintf(clock, sizeof clock, "%ld:%02ld", seconds / 60, seconds % 60);
    canvas_text(writer->canvas, x, writer->y, 13, STYLE_PLAIN, clock);
}

static void write_seat(struct writer *writer, unsigned seat)
{
    const struct panel *panel = writer->panel;
    const struct source_seat *player = &panel->source->seat[seat];
    const bool moves = panel->table->phase == PHASE_PLAYING && panel->table->to_move == seat;
    char text[LINE_SIZE];
    if (writer->y >= writer->bottom)
        return;
    if (moves)
        canvas_put(writer->canvas, writer->x, writer->y, panel->utf8 ? 0x25b8 : '>', STYLE_BOLD);
    canvas_put(writer->canvas, writer->x + 1, writer->y, '1' + seat, STYLE_MARKER + seat);
    canvas_text(writer->canvas, writer->x + 3, writer->y, NAME_COLUMNS,
                moves ? STYLE_BOLD : STYLE_PLAIN, player->name);
    snprintf(text, sizeof text, "%3d", panel->table->points[seat]);
    canvas_text(writer->canvas, writer->x + 3 + NAME_COLUMNS, writer->y, 3, STYLE_BOLD, text);
    const int x = writer->x + 7 + NAME_COLUMNS;
    if (panel->is_now && player->thinks)
        canvas_text(writer->canvas, x, writer->y, 13, STYLE_FAINT, _("is thinking"));
    else if (panel->is_now && player->is_away)
        canvas_text(writer->canvas, x, writer->y, 13, STYLE_FAINT, _("away: a bot"));
    else if (panel->is_now && player->clock_ms >= 0)
        write_clock(writer, x, player->clock_ms);
    else
        write_bar(writer, x, seat);
    writer->y++;
}

static void write_seats(struct writer *writer)
{
    const struct table *table = writer->panel->table;
    char title[LINE_SIZE];
    writer->y++;
    snprintf(title, sizeof title, "%s", _("Points"));
    if (!(table->variants & VARIANT_OPEN_CARDS))
        snprintf(title, sizeof title, _("Points   %d or fewer end it"), table->barrier);
    write_line(writer, STYLE_TITLE, title);
    for (unsigned seat = 0; seat < table->seats; seat++)
        write_seat(writer, seat);
}

/* ---- The log ----------------------------------------------------------------------------- */

static void write_moment(struct writer *writer, unsigned number)
{
    const struct panel *panel = writer->panel;
    const struct moment *moment = &panel->source->chronicle.moment[number];
    const bool chosen = number == panel->moment && !panel->is_now;
    char turn[TURN_TEXT_SIZE], line[LINE_SIZE];
    if (chosen)
        canvas_put(writer->canvas, writer->x, writer->y, '>', STYLE_BOLD);
    if (moment->seat == SEAT_NONE) {
        snprintf(line, sizeof line, _("round %u"), moment->table.round);
        canvas_text(writer->canvas, writer->x + 1, writer->y++, WIDTH - 1, STYLE_FAINT, line);
        return;
    }
    notation_turn(turn, panel->source->board, &moment->turn);
    canvas_put(writer->canvas, writer->x + 1, writer->y, '1' + moment->seat,
               STYLE_SEAT + moment->seat);
    canvas_text(writer->canvas, writer->x + 3, writer->y++, WIDTH - 3,
                chosen ? STYLE_BOLD : STYLE_PLAIN, turn);
}

static void write_log(struct writer *writer)
{
    const struct panel *panel = writer->panel;
    writer->y++;
    write_line(writer, STYLE_TITLE, panel->is_now ? _("Log") : _("Log   looking back"));
    const int room = writer->bottom - writer->y;
    if (room <= 0)
        return;
    unsigned last = panel->source->chronicle.moments - 1;
    if (last > panel->moment + (unsigned)room / 2) /* what follows is seen as well */
        last = panel->moment + (unsigned)room / 2;
    unsigned from = last + 1 > (unsigned)room ? last + 1 - (unsigned)room : 0;
    for (; from <= last; from++)
        write_moment(writer, from);
}

void panel_draw(struct canvas *canvas, int x, int bottom, const struct panel *panel)
{
    struct writer writer = {.canvas = canvas, .panel = panel, .x = x + 1, .bottom = bottom};
    for (int y = 0; y < bottom; y++) {
        canvas_put(canvas, x, y, panel->utf8 ? 0x2502 : '|', STYLE_FAINT);
        for (int column = 1; column < PANEL_WIDTH; column++)
            canvas_put(canvas, x + column, y, ' ', STYLE_PLAIN);
    }
    write_top(&writer);
    write_hand(&writer);
    write_seats(&writer);
    if (panel->table->round > 0)
        write_log(&writer);
}
