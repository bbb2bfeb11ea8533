/* The loop: what is new at the table, what the person does, and the screen after it. */
#include "terminal/full_screen/client.h"
#include "words/language.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void set_message(struct client *client, bool refused, const char *format, va_list arguments)
{
    client->refused = refused;
    vsnprintf(client->message, sizeof client->message, format, arguments);
}

void client_say(struct client *client, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    set_message(client, false, format, arguments);
    va_end(arguments);
}

void client_refuse(struct client *client, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    set_message(client, true, format, arguments);
    va_end(arguments);
}

enum client_mode client_page(const struct client *client)
{
    return client->mode == MODE_PROMPT || client->mode == MODE_QUIT ? client->before : client->mode;
}

/* ---- What is new ------------------------------------------------------------------------- */

static void tell_hints(struct client *client)
{
    const struct source *source = client->source;
    char line[SOURCE_SENTENCE_SIZE];
    size_t used = 0;
    client->seen.hints = source->hint_number;
    for (unsigned i = 0; i < source->hints && used < sizeof line; i++)
        used += (size_t)snprintf(line + used, sizeof line - used, "%s%s", i > 0 ? "; " : "",
                                 source->hint_text[i]);
    if (source->hints > 0)
        client_say(client, _("Advice, best first, with the points it expects to lose: %s"), line);
}

/* A page or a question that is open stays: what is under it changes. */
static enum client_mode *mode_below(struct client *client)
{
    const bool covered =
        client->mode == MODE_HELP || client->mode == MODE_PROMPT || client->mode == MODE_QUIT;
    return covered ? &client->before : &client->mode;
}

/* A hand that others at this screen must not see is behind a curtain. */
static void change_hands(struct client *client)
{
    const struct source *source = client->source;
    if (!source->secret) {
        client->revealed = source->keyboard;
        return;
    }
    if (source->keyboard == client->revealed)
        return;
    client->revealed = SEAT_NONE;
    if (source->keyboard != SEAT_NONE)
        *mode_below(client) = MODE_CURTAIN;
}

void client_frame_hand(struct client *client)
{
    const unsigned round = source_table(client->source)->round;
    const unsigned seat = client->revealed;
    if (seat == SEAT_NONE || seat != client->source->keyboard)
        return;
    if (client->framed_round != round)
        client->framed_seats = 0;
    client->framed_round = round;
    if ((client->framed_seats >> seat & 1) == 0)
        client_frame(client);
    client->framed_seats |= 1U << seat;
}

static void take_news(struct client *client)
{
    const struct table *table = source_table(client->source);
    client->seen.moments = client->source->history.moments;
    client->seen.changes = client->source->changes;
    bookmark_follow(&client->bookmark, client->seen.moments);
    if (table->phase == PHASE_DEALING) /* a table at which people sit down */
        return;
    if (table->phase != PHASE_PLAYING) {
        client->revealed = SEAT_NONE;
        client->drafts = false;
        bookmark_to_now(&client->bookmark, client->seen.moments);
        if (*mode_below(client) == MODE_ROUND_END && client->show.round == table->round)
            return;
        *mode_below(client) = MODE_ROUND_END;
        client_begin_closing(client);
        return;
    }
    if (*mode_below(client) == MODE_ROUND_END)
        *mode_below(client) = MODE_TABLE;
    change_hands(client);
    client_frame_hand(client);
    if (client->source->keyboard == SEAT_NONE && !client->bookmark.is_back)
        client_follow_turn(client);
    client->drafts = false;
    if (!client->bookmark.is_back) /* or else what is said there stays until it is one's turn */
        client_tell_turn(client);
    if (*mode_below(client) != MODE_CURTAIN)
        client_begin_turn(client);
}

/* ---- The loop ---------------------------------------------------------------------------- */

/* A waiting room is a page of its own until the game begins. */
static void follow_stage(struct client *client)
{
    const enum source_stage stage = client->source->room.stage;
    enum client_mode *mode = mode_below(client);
    if (stage == client->seen.stage)
        return;
    client->seen.stage = stage;
    if (stage == STAGE_WAITING)
        *mode = MODE_ROOM;
    else if (stage == STAGE_PLAYING && *mode == MODE_ROOM)
        *mode = MODE_TABLE;
}

static void look_at_source(struct client *client)
{
    struct source *source = client->source;
    source->calls->step(source);
    follow_stage(client);
    if (client->seen.moments != source->history.moments || client->seen.changes != source->changes)
        take_news(client);
    client_step_closing(client);
    if (client->mode == MODE_TABLE && client->message[0] == '\0')
        client_tell_turn(client);
    if (client->seen.hints != source->hint_number)
        tell_hints(client);
    client_hear(client);
    client_ask_again(client);
    if (client->leaves_seat && source->keyboard != SEAT_NONE &&
        source->seat[source->keyboard].is_away)
        client->leaves = true;
}

/* Until when nothing happens by itself, or -1. */
static int patience_ms(const struct client *client)
{
    const int pause = client->source->pause_ms;
    if (client->mode != MODE_ROUND_END || client->show.due_ms < 0)
        return pause;
    const int64_t left = client->show.due_ms - clock_now_ms();
    const int due = left > 0 ? (int)left : 0;
    return pause >= 0 && pause < due ? pause : due;
}

static void loop(struct client *client)
{
    while (!client->leaves) {
        struct input input;
        look_at_source(client);
        client_draw(client);
        display_wait(&client->display, client->source->descriptor, patience_ms(client), &input);
        if (input.kind == INPUT_LEAVE)
            client->leaves = client->ends = true;
        else if (input.kind == INPUT_INTERRUPT)
            client_interrupt(client);
        else if (input.kind == INPUT_RESIZE)
            client->leaves = !client_resize(client);
        else if (input.kind != INPUT_NONE && input.kind != INPUT_READY)
            client_input(client, &input);
    }
}

/* Whether the person wants nothing to move by itself. */
static bool wants_animation(void)
{
    const char *wish = getenv("RAILHEAD_NO_ANIMATION");
    return wish == NULL || wish[0] == '\0';
}

bool client_run(struct source *source, unsigned *wish, char error[], size_t error_size)
{
    struct client *client = calloc(1, sizeof *client);
    *wish = 0;
    if (client == NULL) {
        snprintf(error, error_size, "there is not enough memory for the screen");
        return false;
    }
    client->source = source;
    client->was_over =
        source->history.moments > 0 && source_table(source)->phase == PHASE_GAME_OVER;
    client->revealed = SEAT_NONE;
    client->viewport.fits = true;
    client->show.plays = wants_animation();
    client->show.due_ms = -1;
    client->seen.lines = source->talk.lines; /* what was said before is on its page */
    bool ready = display_open(&client->display, error, error_size);
    if (ready) {
        cursor_begin(&client->cursor, source->board);
        ready = client_resize(client);
        if (ready)
            loop(client);
        else
            snprintf(error, error_size, "there is not enough memory for the screen");
        display_close(&client->display);
    }
    *wish = client->ends ? (unsigned)SOURCE_END : client->wish;
    canvas_release(&client->screen);
    canvas_release(&client->map);
    free(client);
    if (ready && source->room.link == LINK_BROKEN) { /* it was the notice so far */
        snprintf(error, error_size, "%s", source->notice);
        return false;
    }
    return ready;
}
