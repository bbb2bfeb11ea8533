/* The list of tables, the form, and their keys. */
#include "terminal/lobby/lobby_screen.h"

#include <stdio.h>
#include <string.h>

#include "rules/notation.h"
#include "terminal/drawing/curses.h"
#include "terminal/drawing/footer.h"
#include "terminal/drawing/key_help.h"
#include "terminal/drawing/utf8.h"
#include "terminal/lobby/table_list.h"
#include "words/language.h"

enum { TITLE_LINES = 2, BOTTOM_LINES = 3, BOARD_COLUMNS = 22, STATE_COLUMNS = 16 };

enum page { PAGE_LIST, PAGE_FORM, PAGE_NAME };

struct lobby_screen {
    struct curses curses;
    struct canvas canvas;
    struct table_list *list;
    struct lobby_choice *choice;
    enum page page;
    unsigned chosen;
    unsigned top; /* index of the first visible table */
    bool done;
    char typed[SOURCE_NAME_SIZE];
    struct key_help help;
};

/* ---- Drawing ----------------------------------------------------------------------------- */

static int rows_of_tables(const struct lobby_screen *screen)
{
    const int room = (int)screen->curses.height - TITLE_LINES - BOTTOM_LINES;
    return room > 1 ? room : 1;
}

static void describe_state(const struct listed_table *table, char text[], size_t size)
{
    if (table->is_kept)
        snprintf(text, size, "%s", _("rematch: join"));
    else if (table->is_open && table->free > 0)
        snprintf(text, size, ngettext("%u seat free", "%u seats free", table->free), table->free);
    else if (table->is_open)
        snprintf(text, size, "%s", _("full"));
    else
        snprintf(text, size, _("round %u"), table->round);
}

/* "Ada, hard   blocking   5 min + 10 s" */
static void describe_rest(const struct listed_table *table, char text[], size_t size)
{
    struct text rest;
    text_init(&rest, text, size);
    text_add(&rest, table->names);
    variants_write(&rest, table->variants, "   ");
    if (table->clock[0] != '\0') {
        text_add(&rest, "   ");
        text_add(&rest, table->clock);
    }
}

static void draw_table(struct lobby_screen *screen, unsigned number, int y)
{
    const struct listed_table *table = &screen->list->table[number];
    const int width = (int)screen->canvas.width;
    const bool chosen = number == screen->chosen;
    const unsigned style = chosen ? STYLE_BOLD : STYLE_PLAIN;
    char text[2 * TABLE_LIST_NAMES_SIZE];
    int x = 3;
    if (chosen)
        canvas_put(&screen->canvas, 1, y, screen->curses.utf8 ? 0x25b8 : '>', STYLE_BOLD);
    canvas_text(&screen->canvas, x, y, 7, STYLE_TITLE, table->is_mine ? _("yours") : "");
    x += 8;
    canvas_text(&screen->canvas, x, y, BOARD_COLUMNS, style, table->board->name);
    x += BOARD_COLUMNS + 1;
    describe_state(table, text, sizeof text);
    canvas_text(&screen->canvas, x, y, STATE_COLUMNS, style, text);
    x += STATE_COLUMNS + 1;
    describe_rest(table, text, sizeof text);
    canvas_text(&screen->canvas, x, y, width - x, chosen ? STYLE_PLAIN : STYLE_FAINT, text);
}

static void draw_list(struct lobby_screen *screen)
{
    const int width = (int)screen->canvas.width;
    const struct table_list *list = screen->list;
    char line[SOURCE_SENTENCE_SIZE];
    snprintf(line, sizeof line, _("Tables on %.200s"), screen->choice->target.url);
    const int x = canvas_text(&screen->canvas, 1, 0, width - 1, STYLE_TITLE, line);
    if (list->name[0] != '\0') {
        snprintf(line, sizeof line, _("   you are %s"), list->name);
        canvas_text(&screen->canvas, x, 0, width - x, STYLE_FAINT, line);
    }
    if (list->tables == 0)
        canvas_text(&screen->canvas, 3, TITLE_LINES, width - 3, STYLE_FAINT,
                    _("There are no public tables at the moment: press n to open one."));
    for (int row = 0; row < rows_of_tables(screen) && screen->top + (unsigned)row < list->tables;
         row++)
        draw_table(screen, screen->top + (unsigned)row, TITLE_LINES + row);
}

static void list_keys(const struct lobby_screen *screen, struct footer *footer)
{
    if (screen->page == PAGE_NAME) { /* where the other keys are letters */
        footer_key(footer, FORM_KEY_BACK);
        return;
    }
    footer->last = 2;
    if (screen->page == PAGE_FORM) {
        footer_key(footer, FORM_KEY_OPEN);
        footer_key(footer, FORM_KEY_LINE);
        footer_key(footer, FORM_KEY_VALUE);
        footer_key(footer, FORM_KEY_HELP);
        footer_key(footer, FORM_KEY_BACK);
        return;
    }
    footer_key(footer, TABLES_KEY_SIT);
    footer_key(footer, TABLES_KEY_WATCH);
    footer_key(footer, TABLES_KEY_NEW);
    footer_key(footer, TABLES_KEY_NAME);
    footer_key(footer, TABLES_KEY_HELP);
    footer_key(footer, TABLES_KEY_LEAVE);
}

static void draw_bottom(struct lobby_screen *screen)
{
    const int width = (int)screen->canvas.width, y = (int)screen->canvas.height - 1;
    struct footer footer = {.keys = 0};
    char bar[FOOTER_SIZE];
    char line[SOURCE_SENTENCE_SIZE];
    if (screen->page == PAGE_NAME) {
        snprintf(line, sizeof line, _("Your name, which everybody can see: %s"), screen->typed);
        canvas_fold(&screen->canvas, 0, y - 2, width, 2, STYLE_BOLD, line);
    } else if (screen->choice->message[0] != '\0') {
        canvas_fold(&screen->canvas, 0, y - 2, width, 2, STYLE_REFUSED, screen->choice->message);
    } else {
        canvas_fold(&screen->canvas, 0, y - 2, width, 2, STYLE_NOTICE, screen->list->notice);
    }
    for (int x = 0; x < width; x++)
        canvas_put(&screen->canvas, x, y, ' ', STYLE_BAR);
    list_keys(screen, &footer);
    footer_write(&footer, "", width, bar);
    canvas_text(&screen->canvas, 0, y, width, STYLE_BAR, bar);
}

static void draw_page(struct lobby_screen *screen)
{
    canvas_clear(&screen->canvas);
    if (screen->help.of != NULL)
        key_help_draw(&screen->help, &screen->canvas);
    else if (screen->page == PAGE_FORM)
        game_form_draw(&screen->choice->form, &screen->canvas, 0, screen->curses.utf8);
    else
        draw_list(screen);
    if (screen->help.of == NULL)
        draw_bottom(screen);
    curses_show(&screen->curses, &screen->canvas, -1, -1);
}

/* ---- Keys -------------------------------------------------------------------------------- */

/* Keeps the choice within the list, and the chosen table in the window. */
static void keep_in_sight(struct lobby_screen *screen)
{
    const unsigned tables = screen->list->tables, room = (unsigned)rows_of_tables(screen);
    if (screen->chosen >= tables)
        screen->chosen = tables > 0 ? tables - 1 : 0;
    if (screen->chosen < screen->top)
        screen->top = screen->chosen;
    if (screen->chosen >= screen->top + room)
        screen->top = screen->chosen - room + 1;
}

static void choose_table(struct lobby_screen *screen, bool watches)
{
    struct lobby_choice *choice = screen->choice;
    if (screen->list->tables == 0)
        return;
    const struct listed_table *table = &screen->list->table[screen->chosen];
    snprintf(choice->table, sizeof choice->table, "%s", table->id);
    choice->target.link = choice->table;
    choice->target.board = NULL;
    choice->target.watches = watches;
    screen->done = true;
}

static void choose_new(struct lobby_screen *screen)
{
    struct lobby_choice *choice = screen->choice;
    choice->table[0] = '\0';
    choice->target.link = NULL;
    choice->target.watches = false;
    game_form_target(&choice->form, &choice->target);
    screen->done = true;
}

static void list_letter(struct lobby_screen *screen, uint32_t letter)
{
    switch (letter) {
    case 'j':
        screen->chosen++;
        break;
    case 'k':
        screen->chosen -= screen->chosen > 0;
        break;
    case 'w':
        choose_table(screen, true);
        break;
    case 'n':
        screen->page = PAGE_FORM;
        break;
    case 'N':
        screen->page = PAGE_NAME;
        snprintf(screen->typed, sizeof screen->typed, "%s", screen->list->name);
        break;
    case 'q':
        screen->choice->leaves = screen->done = true;
        break;
    default:
        break;
    }
}

static void list_input(struct lobby_screen *screen, const struct input *input)
{
    if (input->kind == INPUT_LETTER)
        list_letter(screen, input->letter);
    else if (input->kind == INPUT_MOUSE && !input->wheel && input->y >= TITLE_LINES)
        screen->chosen = screen->top + (unsigned)(input->y - TITLE_LINES);
    else if (input->kind == INPUT_MOUSE && input->wheel)
        list_letter(screen, input->y > 0 ? 'j' : 'k');
    else if (input->kind == INPUT_KEY && input->key == PRESS_DOWN)
        list_letter(screen, 'j');
    else if (input->kind == INPUT_KEY && input->key == PRESS_UP)
        list_letter(screen, 'k');
    else if (input->kind == INPUT_KEY && input->key == PRESS_ENTER)
        choose_table(screen, false);
}

static void form_input(struct lobby_screen *screen, const struct input *input)
{
    struct game_form *form = &screen->choice->form;
    const uint32_t letter = input->kind == INPUT_LETTER ? input->letter : 0;
    const enum press key = input->kind == INPUT_KEY ? input->key : PRESS_OTHER;
    if (key == PRESS_UP || letter == 'k' || key == PRESS_BACK_TAB)
        game_form_move(form, -1);
    else if (key == PRESS_DOWN || letter == 'j' || key == PRESS_TAB)
        game_form_move(form, 1);
    else if (key == PRESS_LEFT || letter == 'h')
        game_form_change(form, -1);
    else if (key == PRESS_RIGHT || letter == 'l' || letter == ' ')
        game_form_change(form, 1);
    else if (key == PRESS_ENTER)
        choose_new(screen);
    else if (key == PRESS_ESCAPE || letter == 'q')
        screen->page = PAGE_LIST;
}

static void name_input(struct lobby_screen *screen, const struct input *input)
{
    if (input->kind == INPUT_LETTER && input->letter >= ' ')
        utf8_append(screen->typed, sizeof screen->typed, input->letter);
    else if (input->kind == INPUT_KEY && input->key == PRESS_BACKSPACE)
        utf8_shorten(screen->typed);
    else if (input->kind == INPUT_KEY && input->key == PRESS_ESCAPE)
        screen->page = PAGE_LIST;
    else if (input->kind == INPUT_KEY && input->key == PRESS_ENTER) {
        screen->page = PAGE_LIST;
        if (!table_list_rename(screen->list, screen->typed, screen->choice->message,
                               sizeof screen->choice->message))
            return;
        screen->choice->message[0] = '\0';
    }
}

static void take_input(struct lobby_screen *screen, const struct input *input)
{
    const bool asks = input->kind == INPUT_LETTER && input->letter == '?';
    screen->choice->message[0] = '\0';
    if (screen->help.of != NULL)
        key_help_input(&screen->help, input);
    else if (asks && screen->page != PAGE_NAME)
        key_help_open(&screen->help, screen->page == PAGE_FORM ? &keys_of_form : &keys_of_tables);
    else if (screen->page == PAGE_LIST)
        list_input(screen, input);
    else if (screen->page == PAGE_FORM)
        form_input(screen, input);
    else
        name_input(screen, input);
}

/* ---- The loop ---------------------------------------------------------------------------- */

static bool resize_canvas(struct lobby_screen *screen)
{
    canvas_release(&screen->canvas);
    return canvas_init(&screen->canvas, screen->curses.width, screen->curses.height);
}

/* Keeps the cursor on the same table when the list changes. */
static void follow_list(struct lobby_screen *screen)
{
    char id[TOLD_TABLE_ID_SIZE] = "";
    if (screen->chosen < screen->list->tables)
        memcpy(id, screen->list->table[screen->chosen].id, sizeof id);
    if (!table_list_step(screen->list))
        return;
    for (unsigned i = 0; i < screen->list->tables; i++) {
        if (strcmp(screen->list->table[i].id, id) == 0)
            screen->chosen = i;
    }
}

static void run_loop(struct lobby_screen *screen)
{
    while (!screen->done) {
        struct input input;
        follow_list(screen);
        keep_in_sight(screen);
        draw_page(screen);
        curses_wait(&screen->curses, screen->list->descriptor, -1, &input);
        if (input.kind == INPUT_LEAVE || input.kind == INPUT_INTERRUPT)
            screen->choice->leaves = screen->done = true;
        else if (input.kind == INPUT_RESIZE)
            screen->done = !resize_canvas(screen);
        else if (input.kind != INPUT_NONE && input.kind != INPUT_READY)
            take_input(screen, &input);
    }
}

void lobby_choice_init(struct lobby_choice *choice, const char *url)
{
    memset(choice, 0, sizeof *choice);
    choice->target.url = url;
    game_form_init(&choice->form);
}

bool lobby_screen_run(struct lobby_choice *choice, char error[], size_t error_size)
{
    struct lobby_screen screen = {.choice = choice};
    screen.list = table_list_open(choice->target.url, error, error_size);
    if (screen.list == NULL)
        return false;
    if (choice->target.name != NULL &&
        !table_list_rename(screen.list, choice->target.name, error, error_size)) {
        table_list_close(screen.list);
        return false;
    }
    choice->target.name = NULL; /* the server knows it now */
    bool ready = curses_open(&screen.curses, error, error_size);
    if (ready) {
        ready = resize_canvas(&screen);
        if (ready)
            run_loop(&screen);
        else
            snprintf(error, error_size, "there is not enough memory for the screen");
        curses_close(&screen.curses);
    }
    canvas_release(&screen.canvas);
    table_list_close(screen.list);
    return ready;
}
