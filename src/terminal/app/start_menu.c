/* The games to continue, the form for a new one, and their keys. */
#include "terminal/app/start_menu.h"

#include <stdio.h>
#include <string.h>

#include "terminal/drawing/curses.h"
#include "terminal/drawing/footer.h"
#include "words/language.h"

/* While a game is chosen, no field of the form is. */
static void choose_offer(struct start_menu *menu, unsigned offer)
{
    menu->chosen = offer;
    if (offer < menu->offers)
        menu->form.field = FIELDS;
}

void start_menu_init(struct start_menu *menu, unsigned offers)
{
    menu->offers = offers;
    menu->leaves = false;
    menu->help.of = NULL;
    game_form_init_here(&menu->form);
    choose_offer(menu, 0);
}

void start_menu_move(struct start_menu *menu, int step)
{
    if (menu->chosen < menu->offers) {
        if (step < 0 && menu->chosen == 0) { /* wrap around to the last field */
            menu->form.field = 0;
            game_form_move(&menu->form, -1);
            menu->chosen = menu->offers;
        } else {
            choose_offer(menu, menu->chosen + (unsigned)step);
            if (menu->chosen == menu->offers)
                menu->form.field = 0;
        }
    } else if (!game_form_move(&menu->form, step) && menu->offers > 0) {
        choose_offer(menu, step < 0 ? menu->offers - 1 : 0);
    }
}

/* ---- Drawing ----------------------------------------------------------------------------- */

static int draw_offers(const struct start_menu *menu, struct canvas *canvas, int y, bool utf8)
{
    const int width = (int)canvas->width;
    canvas_text(canvas, 1, y, width - 1, STYLE_TITLE, _("Go on with a game"));
    y += 2;
    for (unsigned i = 0; i < menu->offers; i++, y++) {
        const bool chosen = i == menu->chosen;
        if (chosen)
            canvas_put(canvas, 1, y, utf8 ? 0x25b8 : '>', STYLE_BOLD);
        canvas_text(canvas, 3, y, width - 3, chosen ? STYLE_BOLD : STYLE_PLAIN, menu->offer[i]);
    }
    return y + 1;
}

static void draw_keys(const struct start_menu *menu, struct canvas *canvas)
{
    const int width = (int)canvas->width, y = (int)canvas->height - 1;
    struct footer footer = {.last = 2};
    char line[FOOTER_SIZE];
    footer_key(&footer, menu->chosen < menu->offers ? FORM_KEY_RESUME : FORM_KEY_PLAY);
    footer_key(&footer, FORM_KEY_LINE);
    if (menu->chosen == menu->offers)
        footer_key(&footer, FORM_KEY_VALUE);
    footer_key(&footer, FORM_KEY_HELP);
    footer_key(&footer, FORM_KEY_LEAVE);
    footer_write(&footer, "", width, line);
    for (int x = 0; x < width; x++)
        canvas_put(canvas, x, y, ' ', STYLE_BAR);
    canvas_text(canvas, 0, y, width, STYLE_BAR, line);
}

void start_menu_draw(const struct start_menu *menu, struct canvas *canvas, bool utf8)
{
    int y = 0;
    canvas_clear(canvas);
    canvas_text(canvas, 1, y, (int)canvas->width - 1, STYLE_TITLE, "Railhead");
    y += 2;
    if (menu->offers > 0)
        y = draw_offers(menu, canvas, y, utf8);
    game_form_draw(&menu->form, canvas, y, utf8);
    draw_keys(menu, canvas);
}

/* ---- Keys -------------------------------------------------------------------------------- */

/* Returns true once the person has chosen. */
static bool take_input(struct start_menu *menu, const struct input *input)
{
    const uint32_t letter = input->kind == INPUT_LETTER ? input->letter : 0;
    const enum press key = input->kind == INPUT_KEY ? input->key : PRESS_OTHER;
    const bool on_form = menu->chosen == menu->offers;
    if (key == PRESS_UP || letter == 'k' || key == PRESS_BACK_TAB)
        start_menu_move(menu, -1);
    else if (key == PRESS_DOWN || letter == 'j' || key == PRESS_TAB)
        start_menu_move(menu, 1);
    else if (on_form && (key == PRESS_LEFT || letter == 'h'))
        game_form_change(&menu->form, -1);
    else if (on_form && (key == PRESS_RIGHT || letter == 'l' || letter == ' '))
        game_form_change(&menu->form, 1);
    else if (letter == '?')
        key_help_open(&menu->help, &keys_of_form);
    else if (key == PRESS_ENTER)
        return true;
    else if (key == PRESS_ESCAPE || letter == 'q')
        return menu->leaves = true;
    return false;
}

static bool resize_canvas(struct canvas *canvas, const struct curses *curses)
{
    canvas_release(canvas);
    return canvas_init(canvas, curses->width, curses->height);
}

bool start_menu_run(struct start_menu *menu, char error[], size_t error_size)
{
    struct curses curses;
    struct canvas canvas = {0};
    if (!curses_open(&curses, error, error_size))
        return false;
    bool ready = resize_canvas(&canvas, &curses), done = false;
    while (ready && !done) {
        struct input input;
        if (menu->help.of != NULL) {
            canvas_clear(&canvas);
            key_help_draw(&menu->help, &canvas);
        } else {
            start_menu_draw(menu, &canvas, curses.utf8);
        }
        curses_show(&curses, &canvas, -1, -1);
        curses_wait(&curses, -1, -1, &input);
        if (input.kind == INPUT_LEAVE || input.kind == INPUT_INTERRUPT)
            done = menu->leaves = true;
        else if (input.kind == INPUT_RESIZE)
            ready = resize_canvas(&canvas, &curses);
        else if (menu->help.of != NULL)
            key_help_input(&menu->help, &input);
        else
            done = take_input(menu, &input);
    }
    curses_close(&curses);
    canvas_release(&canvas);
    if (!ready)
        snprintf(error, error_size, "there is not enough memory for the screen");
    return ready;
}
