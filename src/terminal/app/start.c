/* The games, the form and their keys. */
#include "terminal/app/start.h"

#include <stdio.h>
#include <string.h>

#include "terminal/drawing/display.h"
#include "terminal/drawing/footer.h"
#include "words/language.h"

/* No field of the form while a game is chosen. */
static void choose_offer(struct start *start, unsigned offer)
{
    start->chosen = offer;
    if (offer < start->offers)
        start->form.field = FIELDS;
}

void start_init(struct start *start, unsigned offers)
{
    start->offers = offers;
    start->leaves = false;
    start->help.of = NULL;
    lobby_form_init_here(&start->form);
    choose_offer(start, 0);
}

void start_move(struct start *start, int step)
{
    if (start->chosen < start->offers) {
        if (step < 0 && start->chosen == 0) { /* round to the last field */
            start->form.field = 0;
            lobby_form_move(&start->form, -1);
            start->chosen = start->offers;
        } else {
            choose_offer(start, start->chosen + (unsigned)step);
            if (start->chosen == start->offers)
                start->form.field = 0;
        }
    } else if (!lobby_form_move(&start->form, step) && start->offers > 0) {
        choose_offer(start, step < 0 ? start->offers - 1 : 0);
    }
}

/* ---- Drawing ----------------------------------------------------------------------------- */

static int draw_offers(const struct start *start, struct canvas *canvas, int y, bool utf8)
{
    const int width = (int)canvas->width;
    canvas_text(canvas, 1, y, width - 1, STYLE_TITLE, _("Go on with a game"));
    y += 2;
    for (unsigned i = 0; i < start->offers; i++, y++) {
        const bool chosen = i == start->chosen;
        if (chosen)
            canvas_put(canvas, 1, y, utf8 ? 0x25b8 : '>', STYLE_BOLD);
        canvas_text(canvas, 3, y, width - 3, chosen ? STYLE_BOLD : STYLE_PLAIN, start->offer[i]);
    }
    return y + 1;
}

static void draw_keys(const struct start *start, struct canvas *canvas)
{
    const int width = (int)canvas->width, y = (int)canvas->height - 1;
    struct footer footer = {.last = 2};
    char line[FOOTER_SIZE];
    footer_key(&footer, start->chosen < start->offers ? FORM_KEY_RESUME : FORM_KEY_PLAY);
    footer_key(&footer, FORM_KEY_LINE);
    if (start->chosen == start->offers)
        footer_key(&footer, FORM_KEY_VALUE);
    footer_key(&footer, FORM_KEY_HELP);
    footer_key(&footer, FORM_KEY_LEAVE);
    footer_write(&footer, "", width, line);
    for (int x = 0; x < width; x++)
        canvas_put(canvas, x, y, ' ', STYLE_BAR);
    canvas_text(canvas, 0, y, width, STYLE_BAR, line);
}

void start_draw(const struct start *start, struct canvas *canvas, bool utf8)
{
    int y = 0;
    canvas_clear(canvas);
    canvas_text(canvas, 1, y, (int)canvas->width - 1, STYLE_TITLE, "Railhead");
    y += 2;
    if (start->offers > 0)
        y = draw_offers(start, canvas, y, utf8);
    lobby_form_draw(&start->form, canvas, y, utf8);
    draw_keys(start, canvas);
}

/* ---- Keys -------------------------------------------------------------------------------- */

/* True when the person has chosen. */
static bool take_input(struct start *start, const struct input *input)
{
    const uint32_t letter = input->kind == INPUT_LETTER ? input->letter : 0;
    const enum press key = input->kind == INPUT_KEY ? input->key : PRESS_OTHER;
    const bool on_form = start->chosen == start->offers;
    if (key == PRESS_UP || letter == 'k' || key == PRESS_BACK_TAB)
        start_move(start, -1);
    else if (key == PRESS_DOWN || letter == 'j' || key == PRESS_TAB)
        start_move(start, 1);
    else if (on_form && (key == PRESS_LEFT || letter == 'h'))
        lobby_form_change(&start->form, -1);
    else if (on_form && (key == PRESS_RIGHT || letter == 'l' || letter == ' '))
        lobby_form_change(&start->form, 1);
    else if (letter == '?')
        key_help_open(&start->help, &keys_of_form);
    else if (key == PRESS_ENTER)
        return true;
    else if (key == PRESS_ESCAPE || letter == 'q')
        return start->leaves = true;
    return false;
}

static bool resize(struct canvas *canvas, const struct display *display)
{
    canvas_release(canvas);
    return canvas_init(canvas, display->width, display->height);
}

bool start_run(struct start *start, char error[], size_t error_size)
{
    struct display display;
    struct canvas canvas = {0};
    if (!display_open(&display, error, error_size))
        return false;
    bool ready = resize(&canvas, &display), done = false;
    while (ready && !done) {
        struct input input;
        if (start->help.of != NULL) {
            canvas_clear(&canvas);
            key_help_draw(&start->help, &canvas);
        } else {
            start_draw(start, &canvas, display.utf8);
        }
        display_show(&display, &canvas, -1, -1);
        display_wait(&display, -1, -1, &input);
        if (input.kind == INPUT_LEAVE || input.kind == INPUT_INTERRUPT)
            done = start->leaves = true;
        else if (input.kind == INPUT_RESIZE)
            ready = resize(&canvas, &display);
        else if (start->help.of != NULL)
            key_help_input(&start->help, &input);
        else
            done = take_input(start, &input);
    }
    display_close(&display);
    canvas_release(&canvas);
    if (!ready)
        snprintf(error, error_size, "there is not enough memory for the screen");
    return ready;
}
