/* Keys for the cursor, the window on the map, and looking back through the game. */
#include "terminal/full_screen/full_screen.h"
#include "words/language.h"

void full_screen_go(struct full_screen *ui, unsigned junction)
{
    cursor_go(&ui->cursor, ui->source->board, junction);
}

/* ---- The cursor -------------------------------------------------------------------------- */

void full_screen_go_by_name(struct full_screen *ui, const char *name)
{
    if (name[0] == '\0')
        return;
    const struct source *source = ui->source;
    const bool own = ui->revealed != SEAT_NONE && ui->revealed == source->keyboard;
    const unsigned junction = cities_find_junction(source->board, source_table(source)->seats,
                                                   own ? &source->hand : NULL, name);
    if (junction == JUNCTION_NONE) {
        full_screen_refuse(ui, _("This game has no junction or city '%.40s'."), name);
        return;
    }
    full_screen_go(ui, junction);
}

void full_screen_next_city(struct full_screen *ui, int step)
{
    const struct hand *hand = &ui->source->hand;
    if (ui->revealed == SEAT_NONE || ui->revealed != ui->source->keyboard || !hand_is_known(hand)) {
        full_screen_refuse(ui, _("You have no cards to go through."));
        return;
    }
    cursor_next_city(&ui->cursor, ui->source->board, hand, step);
}

void full_screen_go_home(struct full_screen *ui)
{
    const struct table *table = source_table(ui->source);
    const unsigned seat = ui->source->keyboard;
    const unsigned marker = seat != SEAT_NONE ? table->marker[seat] : (unsigned)JUNCTION_NONE;
    if (marker == JUNCTION_NONE)
        full_screen_refuse(ui, _("You have no start marker on the map."));
    else
        full_screen_go(ui, marker);
}

/* ---- The window -------------------------------------------------------------------------- */

void full_screen_zoom(struct full_screen *ui, int step)
{
    viewport_zoom(&ui->viewport, step);
    ui->leaves |= !full_screen_resize(ui);
    if (step == 0)
        full_screen_frame(ui);
    else
        ui->followed = JUNCTION_NONE;
}

void full_screen_look(struct full_screen *ui, int step)
{
    if (!ui->bookmark.is_back)
        ui->before_look = ui->cursor;
    bookmark_turn(&ui->bookmark, ui->source->history.moments, step);
    if (ui->bookmark.is_back)
        full_screen_follow_turn(ui);
    else
        ui->cursor = ui->before_look;
    if (ui->bookmark.is_back)
        full_screen_say(ui, _("Looking back: p goes further back, n forward, Esc returns to now."));
    else
        full_screen_describe_page(ui);
}

void full_screen_follow_turn(struct full_screen *ui)
{
    const struct moment *moment = &ui->source->history.moment[ui->bookmark.moment];
    const struct turn *turn = &moment->turn;
    const struct board *board = ui->source->board;
    if (moment->seat == SEAT_NONE || !viewport_follow_turn(&ui->viewport, board, &ui->map, turn))
        return;
    full_screen_go(ui, turn->tracks > 0 ? board->line[turn->track[turn->tracks - 1].line].b
                                        : turn->marker);
    ui->followed = ui->cursor.junction;
}

void full_screen_click(struct full_screen *ui, int x, int y)
{
    unsigned junction, line;
    if (!viewport_find(&ui->viewport, x, y, &x, &y))
        return;
    map_hit(&ui->map, x, y, &junction, &line);
    const struct table *table = source_table(ui->source);
    if (junction != JUNCTION_NONE) {
        full_screen_go(ui, junction);
        if (ui->drafts && table->marker[table->to_move] == JUNCTION_NONE)
            full_screen_place(ui, junction);
    } else if (line != LINE_NONE) {
        full_screen_lay(ui, line);
    }
}
