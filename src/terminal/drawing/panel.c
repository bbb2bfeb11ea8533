/* Draws the parts of the panel from top to bottom. */
#include "terminal/drawing/panel.h"

#include <stdio.h>

#include "rules/notation.h"
#include "rules/record.h"
#include "terminal/drawing/map.h"
#include "terminal/drawing/talk.h"
#include "terminal/drawing/utf8.h"
#include "text/text.h"
#include "words/language.h"

enum {
    LINE_SIZE = 160,
    CARD_COLUMNS = PANEL_WIDTH - 1,
    NAME_COLUMNS = 8,
    WIDE_NAME_COLUMNS = 12,
    BAR_COLUMNS = 14,
    STATE_COLUMNS = 12,
    TALK_MIN_LINES = 10, /* minimum height of the log before space is given to the talk */
};

struct writer {
    struct canvas *canvas;
    const struct panel *panel;
    struct seat_look look;
    int x, y, bottom;
    int width; /* without the vertical line on the left */
};

static void write_line(struct writer *writer, unsigned style, const char *text)
{
    if (writer->y < writer->bottom)
        canvas_text(writer->canvas, writer->x, writer->y++, writer->width, style, text);
}

/* ---- The top ----------------------------------------------------------------------------- */

static void write_top(struct writer *writer)
{
    const struct panel *panel = writer->panel;
    const struct table *table = panel->table;
    char line[LINE_SIZE];
    write_line(writer, STYLE_TITLE, panel->source->board->name);
    snprintf(line, sizeof line,
             ngettext("Round %u   %u track left", "Round %u   %u tracks left", table->supply),
             table->round, table->supply);
    write_line(writer, STYLE_PLAIN, table->round == 0 ? _("not started yet") : line);
    if (table->round > 0 && panel->reader != SEAT_NONE &&
        table_has_colours(table, panel->source->board)) {
        snprintf(line, sizeof line, _("Own colour: %u left"), table->coloured[panel->reader]);
        write_line(writer, STYLE_PLAIN, line);
    }
}

/* ---- The hand ---------------------------------------------------------------------------- */

static void write_card(struct writer *writer, unsigned group)
{
    const struct panel *panel = writer->panel;
    const struct board *board = panel->source->board;
    const unsigned city = panel->hand->city[group];
    char sign[4] = {'[', cities_group_letter(group), ']', '\0'}, line[LINE_SIZE];
    if (writer->y >= writer->bottom)
        return;
    if (city == CITY_NONE) {
        canvas_text(writer->canvas, writer->x, writer->y++, writer->width, STYLE_FAINT, "[?]");
        return;
    }
    const unsigned junction = board->city[city].junction;
    const bool reached = panel->table->marker[panel->reader] != JUNCTION_NONE &&
                         junction_set_has(table_reach(panel->table, panel->reader), junction);
    canvas_text(writer->canvas, writer->x, writer->y, 3, STYLE_OWN_GROUP + group, sign);
    snprintf(line, sizeof line, "%s", cities_name(board, city, panel->utf8));
    canvas_text(writer->canvas, writer->x + 4, writer->y, CARD_COLUMNS - 12, STYLE_PLAIN, line);
    snprintf(line, sizeof line, "%-3s %s", board->junction[junction].name,
             !reached      ? ""
             : panel->utf8 ? "✓"
                           : "yes");
    canvas_text(writer->canvas, writer->x + CARD_COLUMNS - 7, writer->y++, 7,
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

/* Draws the points as a bar, with a mark at the barrier, which ends the game. */
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
                       STYLE_SEAT + seat_look_colour(&writer->look, seat));
        else
            canvas_put(writer->canvas, x++, writer->y, panel->utf8 ? 0xb7 : '.', STYLE_FAINT);
    }
}

/* "4:07", or "2 d 5 h" if a day or more is left. */
static void describe_clock(int64_t left_ms, char text[], size_t size)
{
    const long minutes = (long)(left_ms / 60000), hours = minutes / 60;
    if (hours >= 24)
        snprintf(text, size, _("%ld d %ld h"), hours / 24, hours % 24);
    else if (hours > 0)
        snprintf(text, size, "%ld:%02ld:%02ld", hours, minutes % 60, (long)(left_ms / 1000) % 60);
    else
        snprintf(text, size, "%ld:%02ld", minutes, (long)(left_ms / 1000) % 60);
}

/* Writes what a seat's player is doing, or "". */
static void describe_state(const struct panel *panel, unsigned seat, char text[], size_t size)
{
    const struct source_seat *player = &panel->source->seat[seat];
    const bool closed = panel->table->phase == PHASE_ROUND_OVER;
    text[0] = '\0';
    if (!panel->is_now)
        return;
    if (player->is_away)
        snprintf(text, size, "%s", _("away: a bot"));
    else if (player->thinks)
        snprintf(text, size, "%s", _("is thinking"));
    else if (player->is_gone)
        snprintf(text, size, "%s", _("not here"));
    else if (player->is_ready && closed)
        snprintf(text, size, "%s", _("is ready"));
    else if (player->clock_ms >= 0)
        describe_clock(player->clock_ms, text, size);
}

/* For a bot with a nickname, also writes its level if everything fits. */
static void write_name(struct writer *writer, const struct source_seat *player, int columns,
                       unsigned style)
{
    const int x = writer->x + 3;
    const int end = canvas_text(writer->canvas, x, writer->y, columns, style, player->name);
    const int room = x + columns - end - 1;
    if (source_has_nickname(player) && utf8_columns(player->bot) <= room)
        canvas_text(writer->canvas, end + 1, writer->y, room, STYLE_FAINT, player->bot);
}

static void write_seat(struct writer *writer, unsigned seat)
{
    const struct panel *panel = writer->panel;
    const struct source_seat *player = &panel->source->seat[seat];
    const bool moves = panel->table->phase == PHASE_PLAYING && panel->table->to_move == seat;
    const bool wide = writer->width > PANEL_WIDTH;
    const int columns = wide ? WIDE_NAME_COLUMNS : NAME_COLUMNS;
    int x = writer->x + 7 + columns;
    char text[LINE_SIZE];
    if (writer->y >= writer->bottom)
        return;
    if (moves)
        canvas_put(writer->canvas, writer->x, writer->y, panel->utf8 ? 0x25b8 : '>', STYLE_BOLD);
    canvas_put(writer->canvas, writer->x + 1, writer->y, seat_look_sign(&writer->look, seat),
               STYLE_MARKER + seat_look_colour(&writer->look, seat));
    write_name(writer, player, columns, moves ? STYLE_BOLD : STYLE_PLAIN);
    snprintf(text, sizeof text, "%3d", panel->table->points[seat]);
    canvas_text(writer->canvas, writer->x + 3 + columns, writer->y, 3, STYLE_BOLD, text);
    describe_state(panel, seat, text, sizeof text);
    if (wide || text[0] == '\0')
        write_bar(writer, x, seat);
    if (wide)
        x += BAR_COLUMNS + 1;
    canvas_text(writer->canvas, x, writer->y, wide ? STATE_COLUMNS : BAR_COLUMNS - 1,
                moves ? STYLE_BOLD : STYLE_FAINT, text);
    writer->y++;
}

static void write_seats(struct writer *writer)
{
    const struct table *table = writer->panel->table;
    char title[LINE_SIZE];
    writer->y++;
    snprintf(title, sizeof title, "%s", _("Points"));
    if (!(table->variants & VARIANT_OPEN_CARDS))
        snprintf(title, sizeof title, _("Points   ends at %d or fewer"), table->barrier);
    write_line(writer, STYLE_TITLE, title);
    for (unsigned seat = 0; seat < table->seats; seat++)
        write_seat(writer, seat);
}

/* ---- The log ----------------------------------------------------------------------------- */

static void write_moment(struct writer *writer, unsigned number)
{
    const struct panel *panel = writer->panel;
    const struct moment *moment = &panel->source->history.moment[number];
    const bool chosen = number == panel->moment && !panel->is_now;
    char turn[TURN_TEXT_SIZE], line[LINE_SIZE];
    if (chosen)
        canvas_put(writer->canvas, writer->x, writer->y, '>', STYLE_BOLD);
    if (moment->seat == SEAT_NONE) {
        snprintf(line, sizeof line, _("round %u"), moment->table.round);
        canvas_text(writer->canvas, writer->x + 1, writer->y++, writer->width - 1, STYLE_FAINT,
                    line);
        return;
    }
    notation_turn(turn, panel->source->board, &moment->turn);
    canvas_put(writer->canvas, writer->x + 1, writer->y,
               seat_look_sign(&writer->look, moment->seat),
               STYLE_SEAT + seat_look_colour(&writer->look, moment->seat));
    canvas_text(writer->canvas, writer->x + 3, writer->y++, writer->width - 3,
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
    unsigned last = panel->source->history.moments - 1;
    if (last > panel->moment + (unsigned)room / 2) /* show some of the later turns too */
        last = panel->moment + (unsigned)room / 2;
    unsigned from = last + 1 > (unsigned)room ? last + 1 - (unsigned)room : 0;
    for (; from <= last; from++)
        write_moment(writer, from);
}

/* Draws the talk at the bottom if there is space below the log. */
static void write_talk(struct writer *writer)
{
    const struct source_talk *talk = &writer->panel->source->talk;
    const int lines = (writer->bottom - writer->y) / 2;
    if (talk->lines == 0 || writer->bottom - writer->y < TALK_MIN_LINES)
        return;
    writer->bottom -= lines;
    canvas_text(writer->canvas, writer->x, writer->bottom, writer->width, STYLE_TITLE, _("Chat"));
    talk_draw(writer->canvas, writer->x, writer->bottom + 1, writer->width, lines - 1,
              writer->panel->source);
}

void panel_draw(struct canvas *canvas, int x, int bottom, const struct panel *panel)
{
    const int width = panel->width > 0 ? (int)panel->width : PANEL_WIDTH;
    struct writer writer = {.canvas = canvas,
                            .panel = panel,
                            .look = source_look(panel->source),
                            .x = x + 1,
                            .bottom = bottom,
                            .width = width - 1};
    for (int y = 0; y < bottom; y++) {
        canvas_put(canvas, x, y, panel->utf8 ? 0x2502 : '|', STYLE_FAINT);
        for (int column = 1; column < width; column++)
            canvas_put(canvas, x + column, y, ' ', STYLE_PLAIN);
    }
    write_top(&writer);
    write_hand(&writer);
    write_seats(&writer);
    write_talk(&writer);
    if (panel->table->round > 0)
        write_log(&writer);
}
