/*
 * The end of a round as a show: seat by seat the lines that are missing, one after the other with
 * their cost, then the points.  What is missing and what it costs is the rules' affair (P1).
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "core/check.h"
#include "core/scoring.h"
#include "terminal/client.h"
#include "words/language.h"

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

/* The first lines that a seat misses: how many there were of so many, and what they cost. */
static unsigned draw_lines(const struct client *client, unsigned seat, unsigned most,
                           struct line_set *drawn, unsigned *cost)
{
    const struct table *table = source_table(client->source);
    const struct board *board = client->source->board;
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

unsigned client_closing_lines(const struct client *client, struct line_set *drawn)
{
    unsigned cost;
    draw_lines(client, client->closing, client->closing_drawn, drawn, &cost);
    return cost;
}

static bool is_whole(const struct client *client)
{
    struct line_set drawn;
    unsigned cost;
    const unsigned lines =
        draw_lines(client, client->closing, client->closing_drawn, &drawn, &cost);
    return lines < client->closing_drawn ||
           (client->closing < source_table(client->source)->seats &&
            (int)cost == source_table(client->source)->lost[client->closing]);
}

/* Locomotives move as the lines are drawn, and the barrier when all have been. */
void client_closing_table(const struct client *client, struct table *table)
{
    struct line_set drawn;
    const int so_far = (int)client_closing_lines(client, &drawn);
    for (unsigned seat = client->closing; seat < table->seats; seat++)
        table->points[seat] = (int16_t)(table->points[seat] + table->lost[seat] -
                                        (seat == client->closing ? so_far : 0));
    if (client->closing < table->seats)
        table->barrier = (int16_t)scoring_barrier_before(table, client->source->board);
}

/* ---- Words ------------------------------------------------------------------------------- */

static void tell_winners(struct client *client, const struct table *table)
{
    char names[SEATS_MAX * (SOURCE_NAME_SIZE + 2)] = "";
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (table->winners >> seat & 1)
            source_list_add(names, sizeof names, client->source->seat[seat].name);
    }
    client_say(client, _("The game is over.  Won by %s.  S saves the record, q leaves."), names);
}

static void tell_points(struct client *client, const struct table *table)
{
    char barrier[SOURCE_SENTENCE_SIZE / 2] = "";
    if (scoring_barrier_before(table, client->source->board) != table->barrier)
        snprintf(barrier, sizeof barrier,
                 _("The barrier moves: %d points or fewer end the game (B3).  "), table->barrier);
    if (table->phase == PHASE_GAME_OVER)
        tell_winners(client, table);
    else if (client->source->keyboard == SEAT_NONE && client->source->room.link != LINK_HERE)
        client_say(client, _("Round %u is over: the points are at the right.  %s"), table->round,
                   barrier);
    else
        client_say(client,
                   _("Round %u is over: the points are at the right.  %sEnter starts the "
                     "next round."),
                   table->round, barrier);
}

void client_tell_closing(struct client *client)
{
    const struct table *table = source_table(client->source);
    struct line_set drawn;
    if (client->closing >= table->seats) {
        tell_points(client, table);
        return;
    }
    const char *name = client->source->seat[client->closing].name;
    if (table->connected >> client->closing & 1)
        client_say(client,
                   _("Round %u is over.  %s is connected and loses nothing.  Enter goes on."),
                   table->round, name);
    else if (!is_whole(client))
        client_say(client, _("Round %u is over.  %s misses %d so far ..."), table->round, name,
                   (int)client_closing_lines(client, &drawn));
    else
        client_say(client,
                   _("Round %u is over.  %s misses %d, drawn as crosses (P1).  Enter goes on."),
                   table->round, name, table->lost[client->closing]);
}

/* ---- Going on ---------------------------------------------------------------------------- */

/* What is new is to be seen, also in a window that shows a part of the map. */
static void look_at_line(struct client *client, const struct line_set *before)
{
    struct line_set drawn;
    client_closing_lines(client, &drawn);
    for (unsigned line = 0; line < client->source->board->lines; line++) {
        if (line_set_has(&drawn, line) && !line_set_has(before, line))
            client_go(client, client->source->board->line[line].a);
    }
}

/* When the next line is due, or the next seat; where many lines are missing they come faster. */
static int64_t due_ms(const struct client *client)
{
    struct line_set drawn;
    unsigned cost;
    const unsigned lines = draw_lines(client, client->closing, UINT_MAX, &drawn, &cost);
    if (is_whole(client))
        return client_now_ms() + SEAT_MS;
    return client_now_ms() + (lines * LINE_MS > LINES_MS ? LINES_MS / lines : LINE_MS);
}

/* A seat's end, from nothing or at once with all that it misses. */
static void show_seat(struct client *client, unsigned seat)
{
    const struct table *table = source_table(client->source);
    const bool last = seat >= table->seats;
    if (!last && table->marker[seat] != JUNCTION_NONE)
        client_go(client, table->marker[seat]);
    client->closing = seat;
    client->closing_drawn = client->plays_closing ? 0 : UINT_MAX;
    client->closing_due_ms = -1;
    if (client->plays_closing && !last)
        client->closing_due_ms = due_ms(client);
    client_tell_closing(client);
}

void client_begin_closing(struct client *client)
{
    client->closing_round = source_table(client->source)->round;
    show_seat(client, 0);
}

void client_step_closing(struct client *client)
{
    if (client->mode != MODE_ROUND_END || client->closing_due_ms < 0 ||
        client_now_ms() < client->closing_due_ms)
        return;
    if (is_whole(client)) {
        show_seat(client, client->closing + 1);
        return;
    }
    struct line_set before;
    client_closing_lines(client, &before);
    client->closing_drawn++;
    look_at_line(client, &before);
    client->closing_due_ms = due_ms(client);
    client_tell_closing(client);
}

/* The rest of a seat's lines at once, or else the next seat. */
static void hurry(struct client *client)
{
    if (client->closing < source_table(client->source)->seats && !is_whole(client)) {
        client->closing_drawn = UINT_MAX;
        client->closing_due_ms = client_now_ms() + SEAT_MS;
        client_tell_closing(client);
    } else if (client->closing < source_table(client->source)->seats) {
        show_seat(client, client->closing + 1);
    }
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
        return client->is_back;
    }
}

static bool goes_on(const struct input *input)
{
    return (input->kind == INPUT_KEY && input->key == PRESS_ENTER) ||
           (input->kind == INPUT_LETTER && input->letter == ' ');
}

static void go_on(struct client *client)
{
    const struct table *table = source_table(client->source);
    if (client->closing < table->seats) {
        show_seat(client, client->closing + 1);
    } else if (table->phase == PHASE_GAME_OVER) {
        client_tell_closing(client);
    } else {
        client->message[0] = '\0';
        client->source->calls->go_on(client->source);
    }
}

void client_closing_input(struct client *client, const struct input *input)
{
    if (goes_on(input) && !client->is_back)
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
