/* The end of a round: what is said about the show, and the keys that carry it on. */
#include <stdio.h>
#include <string.h>

#include "core/scoring.h"
#include "terminal/full_screen/client.h"
#include "words/language.h"

/* ---- Words ------------------------------------------------------------------------------- */

/* What the keys at the end of a game do. */
static const char *describe_offers(const struct client *client)
{
    const unsigned offers = client->source->offers;
    if ((offers & SOURCE_NEW_GAME) != 0)
        return _("  r reviews it, R plays a rematch, N a new game, q leaves.");
    if ((offers & SOURCE_REMATCH) != 0)
        return _("  r reviews it, R plays a rematch, q leaves.");
    if ((offers & SOURCE_REVIEW) != 0)
        return _("  r reviews it, q leaves.");
    return _("  S saves the record, q leaves.");
}

static void tell_winners(struct client *client, const struct table *table)
{
    char names[SEATS_MAX * (SOURCE_NAME_SIZE + 2)] = "";
    unsigned winners = 0;
    bool you = false;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (!(table->winners >> seat & 1))
            continue;
        source_list_add(names, sizeof names, client->source->seat[seat].name);
        you = source_is_you(client->source, seat);
        winners++;
    }
    if (winners == 1 && you)
        client_say(client, _("The game is over.  You win.%s"), describe_offers(client));
    else
        client_say(client,
                   ngettext("The game is over.  Winner: %s.%s", "The game is over.  Winners: %s.%s",
                            winners),
                   names, describe_offers(client));
}

static void tell_points(struct client *client, const struct table *table)
{
    char barrier[SOURCE_SENTENCE_SIZE / 2] = "";
    if (scoring_barrier_before(table, client->source->board) != table->barrier)
        snprintf(barrier, sizeof barrier,
                 ngettext("The barrier moves: %d point or fewer ends the game (B3).  ",
                          "The barrier moves: %d points or fewer end the game (B3).  ",
                          (unsigned long)table->barrier),
                 table->barrier);
    if (table->phase == PHASE_GAME_OVER)
        tell_winners(client, table);
    else if (client->source->keyboard == SEAT_NONE && client->source->room.link != LINK_HERE)
        client_say(client, _("Round %u is over: the points are on the right.  %s"), table->round,
                   barrier);
    else
        client_say(client,
                   _("Round %u is over: the points are on the right.  %sEnter starts the "
                     "next round."),
                   table->round, barrier);
}

/* What is still missing to the seat, or to the reader. */
static void tell_missing(struct client *client, const struct table *table, bool you)
{
    const struct show *show = &client->show;
    const char *name = client->source->seat[show->seat].name;
    struct line_set drawn;
    const int so_far = (int)show_lines(show, table, client->source->board, &drawn);
    const bool whole = show_is_whole(show, table, client->source->board);
    if (you && !whole)
        client_say(client, _("Round %u is over.  You still need %d ..."), table->round, so_far);
    else if (you)
        client_say(client,
                   _("Round %u is over.  You still need %d, drawn as crosses (P1).  Press Enter "
                     "to continue."),
                   table->round, table->lost[show->seat]);
    else if (!whole)
        client_say(client, _("Round %u is over.  %s still needs %d ..."), table->round, name,
                   so_far);
    else
        client_say(client,
                   _("Round %u is over.  %s still needs %d, drawn as crosses (P1).  Press Enter "
                     "to continue."),
                   table->round, name, table->lost[show->seat]);
}

void client_tell_closing(struct client *client)
{
    const struct table *table = source_table(client->source);
    const unsigned seat = client->show.seat;
    if (seat >= table->seats) {
        tell_points(client, table);
        return;
    }
    const bool you = source_is_you(client->source, seat);
    if (!(table->connected >> seat & 1))
        tell_missing(client, table, you);
    else if (you)
        client_say(
            client,
            _("Round %u is over.  You are connected and lose nothing.  Press Enter to continue."),
            table->round);
    else
        client_say(
            client,
            _("Round %u is over.  %s is connected and loses nothing.  Press Enter to continue."),
            table->round, client->source->seat[seat].name);
}

/* ---- Going on ---------------------------------------------------------------------------- */

/* The cursor goes along, so that a window that shows a part of the map shows what is new. */
static void follow_show(struct client *client)
{
    if (client->show.focus != JUNCTION_NONE)
        client_go(client, client->show.focus);
    client_tell_closing(client);
}

void client_begin_closing(struct client *client)
{
    show_begin(&client->show, source_table(client->source), client->source->board, clock_now_ms());
    if (client->was_over) { /* back from its review */
        client->show.seat = source_table(client->source)->seats;
        client->show.due_ms = -1;
    }
    follow_show(client);
}

void client_step_closing(struct client *client)
{
    if (client->mode == MODE_ROUND_END && show_step(&client->show, source_table(client->source),
                                                    client->source->board, clock_now_ms()))
        follow_show(client);
}

static void hurry(struct client *client)
{
    const struct table *table = source_table(client->source);
    if (client->show.seat >= table->seats)
        return;
    show_hurry(&client->show, table, client->source->board, clock_now_ms());
    follow_show(client);
}

/* Keys that look around, or lead back from there. */
static bool looks_around(const struct client *client, const struct input *input)
{
    if (input->kind != INPUT_KEY)
        return false;
    switch (input->key) {
    case PRESS_LEFT:
    case PRESS_RIGHT:
    case PRESS_UP:
    case PRESS_DOWN:
    case PRESS_PAGE_UP:
    case PRESS_PAGE_DOWN:
        return true;
    default:
        return client->bookmark.is_back;
    }
}

unsigned client_offers(const struct client *client)
{
    const struct table *table = source_table(client->source);
    const bool over = table->phase == PHASE_GAME_OVER && client->show.seat >= table->seats;
    return over && client_page(client) == MODE_ROUND_END ? client->source->offers : 0;
}

/* Whether the key is that of an offer. */
static bool takes_offer(struct client *client, const struct input *input)
{
    static const struct {
        uint32_t letter;
        enum source_offer offer;
    } keys[] = {{'r', SOURCE_REVIEW}, {'R', SOURCE_REMATCH}, {'N', SOURCE_NEW_GAME}};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (input->kind == INPUT_LETTER && input->letter == keys[i].letter &&
            (client_offers(client) & keys[i].offer) != 0) {
            client->wish = keys[i].offer;
            client->leaves = true;
            return true;
        }
    }
    return false;
}

static bool goes_on(const struct input *input)
{
    return (input->kind == INPUT_KEY && input->key == PRESS_ENTER) ||
           (input->kind == INPUT_LETTER && input->letter == ' ');
}

static void go_on(struct client *client)
{
    const struct table *table = source_table(client->source);
    if (client->show.seat < table->seats) {
        show_next(&client->show, table, client->source->board, clock_now_ms());
        follow_show(client);
    } else if (table->phase == PHASE_GAME_OVER) {
        client_tell_closing(client);
    } else {
        client->message[0] = '\0';
        client->source->calls->go_on(client->source);
    }
}

void client_closing_input(struct client *client, const struct input *input)
{
    if (takes_offer(client, input))
        return;
    if (goes_on(input) && !client->bookmark.is_back)
        go_on(client);
    else if (input->kind == INPUT_LETTER && strchr("qS?tTB", (int)input->letter) != NULL)
        client_letter(client, input->letter);
    else if (input->kind == INPUT_LETTER && client_look_letter(client, input->letter))
        return;
    else if (looks_around(client, input))
        client_key(client, input->key);
    else if (input->kind == INPUT_MOUSE && input->wheel)
        client_zoom(client, -input->y);
    else
        hurry(client);
}
