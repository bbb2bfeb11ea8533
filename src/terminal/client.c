/* The loop: what is new at the table, what the person does, and the screen after it. */
#include "terminal/client.h"
#include "terminal/language.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/scoring.h"

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

/* ---- What is new ------------------------------------------------------------------------- */

static void tell_hints(struct client *client)
{
    const struct source *source = client->source;
    char line[SOURCE_SENTENCE_SIZE];
    size_t used = 0;
    client->hints = source->hint_number;
    for (unsigned i = 0; i < source->hints && used < sizeof line; i++)
        used += (size_t)snprintf(line + used, sizeof line - used, "%s%s", i > 0 ? "; " : "",
                                 source->hint_text[i]);
    if (source->hints > 0)
        client_say(client, _("Advice, with the minus points expected: %s"), line);
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

static void take_news(struct client *client)
{
    const struct table *table = source_table(client->source);
    client->seen = client->source->chronicle.moments;
    client->changes = client->source->changes;
    if (!client->is_back)
        client->moment = client->seen - 1;
    if (table->phase == PHASE_DEALING) { /* a table at which people sit down */
        client->message[0] = '\0';
        return;
    }
    if (table->phase != PHASE_PLAYING) {
        client->revealed = SEAT_NONE;
        client->drafts = false;
        *mode_below(client) = MODE_ROUND_END;
        client->closing = 0;
        client->is_back = false;
        client->moment = client->seen - 1;
        client_tell_closing(client);
        return;
    }
    if (*mode_below(client) == MODE_ROUND_END)
        *mode_below(client) = MODE_TABLE;
    change_hands(client);
    client->drafts = false;
    client_tell_turn(client);
    if (*mode_below(client) != MODE_CURTAIN)
        client_begin_turn(client);
}

/* ---- The loop ---------------------------------------------------------------------------- */

/* The middle of the board is as good a place as any to begin. */
static unsigned middle_junction(const struct board *board)
{
    unsigned best = 0;
    int x, y, best_distance = -1;
    unsigned width, height;
    map_measure(board, ZOOM_MIN, &width, &height);
    for (unsigned i = 0; i < board->junctions; i++) {
        map_spot(board, ZOOM_MIN, i, &x, &y);
        const int across = x - (int)width / 2, down = 2 * (y - (int)height / 2);
        const int distance = across * across + down * down;
        if (best_distance < 0 || distance < best_distance) {
            best = i;
            best_distance = distance;
        }
    }
    return best;
}

static void loop(struct client *client)
{
    struct source *source = client->source;
    while (!client->leaves) {
        struct input input;
        const bool news = source->calls->step(source);
        if (client->seen != source->chronicle.moments || client->changes != source->changes)
            take_news(client);
        else if (news && source->notice[0] != '\0')
            client->message[0] = '\0';
        if (client->mode == MODE_TABLE && client->message[0] == '\0' && source->notice[0] == '\0')
            client_tell_turn(client);
        if (client->hints != source->hint_number)
            tell_hints(client);
        client_ask_again(client);
        client_draw(client);
        display_wait(&client->display, source->descriptor, source->pause_ms, &input);
        if (input.kind == INPUT_LEAVE)
            client->leaves = true;
        else if (input.kind == INPUT_RESIZE)
            client->leaves = !client_resize(client);
        else if (input.kind != INPUT_NONE && input.kind != INPUT_READY)
            client_input(client, &input);
    }
}

bool client_run(struct source *source, char error[], size_t error_size)
{
    struct client client = {.source = source, .revealed = SEAT_NONE, .zoom_fits = true};
    if (!display_open(&client.display, error, error_size))
        return false;
    client_go(&client, middle_junction(source->board));
    const bool ready = client_resize(&client);
    if (ready)
        loop(&client);
    else
        snprintf(error, error_size, "there is not enough memory for the screen");
    canvas_release(&client.screen);
    canvas_release(&client.map);
    display_close(&client.display);
    return ready;
}
