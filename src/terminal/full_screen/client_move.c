/* What the keys do with the cursor, the window on the map and the way back through the game. */
#include "terminal/full_screen/client.h"
#include "words/language.h"

void client_go(struct client *client, unsigned junction)
{
    cursor_go(&client->cursor, client->source->board, junction);
}

/* ---- By name ----------------------------------------------------------------------------- */

void client_go_by_name(struct client *client, const char *name)
{
    if (name[0] == '\0')
        return;
    const struct source *source = client->source;
    const bool own = client->revealed != SEAT_NONE && client->revealed == source->keyboard;
    const unsigned junction = map_find_junction(source->board, source_table(source)->seats,
                                                own ? &source->hand : NULL, name);
    if (junction == JUNCTION_NONE) {
        client_refuse(client, _("This game has no junction or city '%.40s'."), name);
        return;
    }
    client_go(client, junction);
}

void client_next_city(struct client *client, int step)
{
    const struct hand *hand = &client->source->hand;
    if (client->revealed == SEAT_NONE || client->revealed != client->source->keyboard ||
        !hand_is_known(hand)) {
        client_refuse(client, _("You have no cards to go through."));
        return;
    }
    cursor_next_city(&client->cursor, client->source->board, hand, step);
}

void client_go_home(struct client *client)
{
    const struct table *table = source_table(client->source);
    const unsigned seat = client->source->keyboard;
    const unsigned marker = seat != SEAT_NONE ? table->marker[seat] : (unsigned)JUNCTION_NONE;
    if (marker == JUNCTION_NONE)
        client_refuse(client, _("You have no start marker on the map."));
    else
        client_go(client, marker);
}

/* ---- The window -------------------------------------------------------------------------- */

void client_zoom(struct client *client, int step)
{
    viewport_zoom(&client->viewport, step);
    client->leaves |= !client_resize(client);
    if (step == 0)
        client_frame(client);
    else
        client->followed = JUNCTION_NONE;
}

void client_look(struct client *client, int step)
{
    if (!client->bookmark.is_back)
        client->before_look = client->cursor;
    bookmark_turn(&client->bookmark, client->source->history.moments, step);
    if (client->bookmark.is_back)
        client_follow_turn(client);
    else
        client->cursor = client->before_look;
    if (client->bookmark.is_back)
        client_say(client, _("Looking back: p goes further back, n forward, Esc returns to now."));
    else
        client_tell(client);
}

void client_follow_turn(struct client *client)
{
    const struct moment *moment = &client->source->history.moment[client->bookmark.moment];
    const struct turn *turn = &moment->turn;
    const struct board *board = client->source->board;
    if (moment->seat == SEAT_NONE ||
        !viewport_follow_turn(&client->viewport, board, &client->map, turn))
        return;
    client_go(client,
              turn->tracks > 0 ? board->line[turn->track[turn->tracks - 1].line].b : turn->marker);
    client->followed = client->cursor.junction;
}

void client_click(struct client *client, int x, int y)
{
    unsigned junction, line;
    if (!viewport_find(&client->viewport, x, y, &x, &y))
        return;
    map_hit(&client->map, x, y, &junction, &line);
    const struct table *table = source_table(client->source);
    if (junction != JUNCTION_NONE) {
        client_go(client, junction);
        if (client->drafts && table->marker[table->to_move] == JUNCTION_NONE)
            client_place(client, junction);
    } else if (line != LINE_NONE) {
        client_lay(client, line);
    }
}
