/* The cursor on the lattice, the window on the map, and the way back through the game. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "terminal/client.h"
#include "words/language.h"

/* Half junctions from the left, so that rows can be compared. */
static int half_column(const struct junction *junction)
{
    return 2 * junction->column - junction->row;
}

void client_go(struct client *client, unsigned junction)
{
    client->cursor = junction;
    client->column = half_column(&client->source->board->junction[junction]);
}

/* The junction of a row that is nearest to a column on one side of another (0: on any). */
static unsigned nearest(const struct board *board, int row, int column, int from, int side)
{
    unsigned best = JUNCTION_NONE;
    int best_distance = 0;
    for (unsigned i = 0; i < board->junctions; i++) {
        const struct junction *junction = &board->junction[i];
        const int at = half_column(junction);
        const int distance = 2 * abs(at - column) + (at < column); /* to the east when it is even */
        if (junction->row != row || (side != 0 && (at - from) * side <= 0))
            continue;
        if (best == JUNCTION_NONE || distance < best_distance) {
            best = i;
            best_distance = distance;
        }
    }
    return best;
}

void client_move(struct client *client, int across, int down)
{
    const struct board *board = client->source->board;
    const struct junction *from = &board->junction[client->cursor];
    const int at = half_column(from);
    if (across != 0) {
        const unsigned to = nearest(board, from->row, at + 2 * across, at, across);
        if (to != JUNCTION_NONE)
            client_go(client, to);
        return;
    }
    for (int row = from->row + down; row >= 0 && row < ROWS_MAX; row += down) {
        const unsigned to = nearest(board, row, client->column, at, 0);
        if (to != JUNCTION_NONE) {
            client->cursor = to;
            return;
        }
    }
}

/* ---- By name ----------------------------------------------------------------------------- */

void client_go_by_name(struct client *client, const char *name)
{
    if (name[0] == '\0')
        return;
    const unsigned junction = map_find_junction(client->source->board, name);
    if (junction == JUNCTION_NONE) {
        client_refuse(client, _("This board has no junction and no city '%.40s'."), name);
        return;
    }
    client_go(client, junction);
}

void client_next_city(struct client *client, int step)
{
    const struct board *board = client->source->board;
    const struct hand *hand = &client->source->hand;
    if (client->revealed == SEAT_NONE || client->revealed != client->source->keyboard ||
        !hand_is_known(hand)) {
        client_refuse(client, _("There is no hand of yours to go through."));
        return;
    }
    int group = step > 0 ? -1 : GROUPS;
    for (int i = 0; i < GROUPS; i++) {
        if (board->city[hand->city[i]].junction == client->cursor)
            group = i;
    }
    group = (group + step + GROUPS) % GROUPS;
    client_go(client, board->city[hand->city[group]].junction);
}

void client_go_home(struct client *client)
{
    const struct table *table = source_table(client->source);
    const unsigned seat = client->source->keyboard;
    const unsigned marker = seat != SEAT_NONE ? table->marker[seat] : (unsigned)JUNCTION_NONE;
    if (marker == JUNCTION_NONE)
        client_refuse(client, _("There is no start marker of yours on the map."));
    else
        client_go(client, marker);
}

/* ---- The window -------------------------------------------------------------------------- */

void client_zoom(struct client *client, int step)
{
    const unsigned zoom = (unsigned)((int)client->zoom + step);
    client->zoom_fits = step == 0;
    if (zoom >= ZOOM_MIN && zoom <= ZOOM_MAX)
        client->zoom = zoom;
    if (!client_resize(client))
        client->leaves = true;
}

void client_look(struct client *client, int step)
{
    const unsigned last = client->source->history.moments - 1;
    if (step < 0 && client->moment > 0)
        client->moment--;
    else if (step > 0 && client->moment < last)
        client->moment++;
    client->is_back = client->moment < last;
    if (client->is_back)
        client_say(client, _("Looking back: p goes further back, n forward, Esc to now."));
    else
        client_tell(client);
}

void client_click(struct client *client, int x, int y)
{
    unsigned junction, line;
    if (x < 0 || (unsigned)x >= client->screen.width - client_panel_width(client) ||
        y + 2 >= (int)client->screen.height)
        return;
    map_hit(&client->map, x + client->left, y + client->top, &junction, &line);
    const struct table *table = source_table(client->source);
    if (junction != JUNCTION_NONE) {
        client_go(client, junction);
        if (client->drafts && table->marker[table->to_move] == JUNCTION_NONE)
            client_place(client, junction);
    } else if (line != LINE_NONE) {
        client_lay(client, line);
    }
}
