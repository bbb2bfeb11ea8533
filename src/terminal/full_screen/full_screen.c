/* The main loop: updates from the source, input, drawing. */
#include "terminal/full_screen/full_screen.h"
#include "words/language.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "terminal/source/advice.h"

static void set_message(struct full_screen *ui, bool refused, const char *format, va_list arguments)
{
    ui->refused = refused;
    vsnprintf(ui->message, sizeof ui->message, format, arguments);
}

void full_screen_say(struct full_screen *ui, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    set_message(ui, false, format, arguments);
    va_end(arguments);
}

void full_screen_refuse(struct full_screen *ui, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    set_message(ui, true, format, arguments);
    va_end(arguments);
}

enum full_screen_mode full_screen_page(const struct full_screen *ui)
{
    return ui->mode == MODE_PROMPT || ui->mode == MODE_QUIT ? ui->before : ui->mode;
}

/* ---- News -------------------------------------------------------------------------------- */

static void describe_hints(struct full_screen *ui)
{
    const struct source *source = ui->source;
    char line[SOURCE_SENTENCE_SIZE];
    unsigned order[SOURCE_HINTS_MAX];
    size_t used = 0;
    ui->seen.hints = source->hint_number;
    advice_order(source, order);
    for (unsigned i = 0; i < source->hints && used < sizeof line; i++)
        used += (size_t)snprintf(line + used, sizeof line - used, "%s%s%s", i > 0 ? "; " : "",
                                 source->hints > 1 && order[i] == 0 ? "* " : "",
                                 source->hint_text[order[i]]);
    if (source->hints > 1)
        full_screen_say(
            ui, _("Advice, by the points it expects to lose; * is what it would play: %s"), line);
    else if (source->hints > 0)
        full_screen_say(ui, _("Advice: %s"), line);
}

/* Returns the mode below an open page or question; updates of the game change that one. */
static enum full_screen_mode *mode_below(struct full_screen *ui)
{
    const bool covered = ui->mode == MODE_HELP || ui->mode == MODE_PROMPT || ui->mode == MODE_QUIT;
    return covered ? &ui->before : &ui->mode;
}

/* Closes the curtain if the hand must not be seen by others at this screen. */
static void change_hands(struct full_screen *ui)
{
    const struct source *source = ui->source;
    if (!source->secret) {
        ui->revealed = source->keyboard;
        return;
    }
    if (source->keyboard == ui->revealed)
        return;
    ui->revealed = SEAT_NONE;
    if (source->keyboard != SEAT_NONE)
        *mode_below(ui) = MODE_CURTAIN;
}

void full_screen_frame_hand(struct full_screen *ui)
{
    const unsigned round = source_table(ui->source)->round;
    const unsigned seat = ui->revealed;
    if (seat == SEAT_NONE || seat != ui->source->keyboard)
        return;
    if (ui->framed_round != round)
        ui->framed_seats = 0;
    ui->framed_round = round;
    if ((ui->framed_seats >> seat & 1) == 0)
        full_screen_frame(ui);
    ui->framed_seats |= 1U << seat;
}

static void take_news(struct full_screen *ui)
{
    const struct table *table = source_table(ui->source);
    ui->seen.moments = ui->source->history.moments;
    ui->seen.changes = ui->source->changes;
    bookmark_follow(&ui->bookmark, ui->seen.moments);
    if (table->phase == PHASE_DEALING) /* a table where people are still sitting down */
        return;
    if (table->phase != PHASE_PLAYING) {
        ui->revealed = SEAT_NONE;
        ui->drafts = false;
        bookmark_to_now(&ui->bookmark, ui->seen.moments);
        if (*mode_below(ui) == MODE_ROUND_END && ui->round_end.round == table->round)
            return;
        *mode_below(ui) = MODE_ROUND_END;
        full_screen_begin_round_end(ui);
        return;
    }
    if (*mode_below(ui) == MODE_ROUND_END)
        *mode_below(ui) = MODE_TABLE;
    change_hands(ui);
    full_screen_frame_hand(ui);
    if (ui->source->keyboard == SEAT_NONE && !ui->bookmark.is_back)
        full_screen_follow_turn(ui);
    ui->drafts = false;
    if (!ui->bookmark.is_back) /* otherwise the message stays until it is the person's turn */
        full_screen_describe_turn(ui);
    if (*mode_below(ui) != MODE_CURTAIN)
        full_screen_begin_turn(ui);
}

/* ---- The loop ---------------------------------------------------------------------------- */

/* Shows the waiting room until the game begins, and then the map. */
static void follow_stage(struct full_screen *ui)
{
    const enum source_stage stage = ui->source->room.stage;
    enum full_screen_mode *mode = mode_below(ui);
    if (stage == ui->seen.stage)
        return;
    ui->seen.stage = stage;
    if (stage == STAGE_WAITING)
        *mode = MODE_ROOM;
    else if (stage == STAGE_PLAYING && *mode == MODE_ROOM)
        *mode = MODE_TABLE;
}

static void look_at_source(struct full_screen *ui)
{
    struct source *source = ui->source;
    source->calls->step(source);
    follow_stage(ui);
    if (ui->seen.moments != source->history.moments || ui->seen.changes != source->changes)
        take_news(ui);
    full_screen_step_round_end(ui);
    if (ui->mode == MODE_TABLE && ui->message[0] == '\0')
        full_screen_describe_turn(ui);
    if (ui->seen.hints != source->hint_number)
        describe_hints(ui);
    full_screen_update_talk(ui);
    full_screen_ask_again(ui);
    if (ui->leaves_seat && source->keyboard != SEAT_NONE && source->seat[source->keyboard].is_away)
        ui->leaves = true;
}

/* Returns the time until something happens without input, in milliseconds, or -1. */
static int patience_ms(const struct full_screen *ui)
{
    const int pause = ui->source->pause_ms;
    if (ui->mode != MODE_ROUND_END || ui->round_end.due_ms < 0)
        return pause;
    const int64_t left = ui->round_end.due_ms - clock_ms();
    const int due = left > 0 ? (int)left : 0;
    return pause >= 0 && pause < due ? pause : due;
}

static void run_loop(struct full_screen *ui)
{
    while (!ui->leaves) {
        struct input input;
        look_at_source(ui);
        full_screen_draw(ui);
        curses_wait(&ui->curses, ui->source->descriptor, patience_ms(ui), &input);
        if (input.kind == INPUT_LEAVE)
            ui->leaves = ui->ends = true;
        else if (input.kind == INPUT_INTERRUPT)
            full_screen_interrupt(ui);
        else if (input.kind == INPUT_RESIZE)
            ui->leaves = !full_screen_resize(ui);
        else if (input.kind != INPUT_NONE && input.kind != INPUT_READY)
            full_screen_input(ui, &input);
    }
}

/* Returns false if the user has disabled animation. */
static bool wants_animation(void)
{
    const char *next = getenv("RAILHEAD_NO_ANIMATION");
    return next == NULL || next[0] == '\0';
}

bool full_screen_run(struct source *source, unsigned *next, char error[], size_t error_size)
{
    struct full_screen *ui = calloc(1, sizeof *ui);
    *next = 0;
    if (ui == NULL) {
        snprintf(error, error_size, "there is not enough memory for the screen");
        return false;
    }
    ui->source = source;
    ui->was_over = source->history.moments > 0 && source_table(source)->phase == PHASE_GAME_OVER;
    ui->revealed = SEAT_NONE;
    ui->viewport.fits = true;
    ui->round_end.plays = wants_animation();
    ui->round_end.due_ms = -1;
    ui->seen.lines = source->talk.lines; /* earlier talk is on its own page */
    bool ready = curses_open(&ui->curses, error, error_size);
    if (ready) {
        cursor_begin(&ui->cursor, source->board);
        ready = full_screen_resize(ui);
        if (ready)
            run_loop(ui);
        else
            snprintf(error, error_size, "there is not enough memory for the screen");
        curses_close(&ui->curses);
    }
    *next = ui->ends ? (unsigned)SOURCE_END : ui->next;
    canvas_release(&ui->screen);
    canvas_release(&ui->map);
    free(ui);
    if (ready && source->room.connection == SOURCE_DISCONNECTED) { /* outlives the screen */
        snprintf(error, error_size, "%s", source->notice);
        return false;
    }
    return ready;
}
