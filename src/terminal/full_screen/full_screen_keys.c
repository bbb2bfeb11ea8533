/* What each key does in each mode. */
#include <stdio.h>
#include <string.h>

#include "terminal/full_screen/full_screen.h"
#include "words/language.h"

/* Opens a page or a question; full_screen_back() returns from it. */
void full_screen_enter(struct full_screen *ui, enum full_screen_mode mode)
{
    ui->before = ui->mode;
    ui->mode = mode;
}

void full_screen_describe_page(struct full_screen *ui)
{
    if (full_screen_page(ui) == MODE_ROUND_END && !ui->bookmark.is_back)
        full_screen_describe_round_end(ui);
    else
        full_screen_describe_turn(ui);
}

void full_screen_back(struct full_screen *ui)
{
    ui->mode = ui->before;
    full_screen_describe_page(ui);
}

/* ---- The prompt -------------------------------------------------------------------------- */

static void show_prompt(struct full_screen *ui)
{
    full_screen_say(ui, _("%s: %s"), prompt_question(&ui->prompt), ui->prompt.typed);
}

/* Returns true if leaving would abandon a seat. */
static bool has_seat_to_leave(const struct full_screen *ui)
{
    return source_may(ui->source, ASK_LEAVE);
}

void full_screen_ask_again(struct full_screen *ui)
{
    if (ui->mode == MODE_PROMPT)
        show_prompt(ui);
    else if (ui->mode == MODE_QUIT && has_seat_to_leave(ui))
        full_screen_say(ui,
                        _("Leave the game?  y: your seat is kept   b: a bot takes over   n: stay"));
    else if (ui->mode == MODE_QUIT)
        full_screen_say(ui, _("Leave the game?  y or n"));
}

/* ---- Leaving ----------------------------------------------------------------------------- */

void full_screen_leave(struct full_screen *ui)
{
    if (source_is_on(ui->source))
        full_screen_enter(ui, MODE_QUIT);
    else
        ui->leaves = true;
}

/* A second Ctrl-C confirms the question.  An open page or prompt is closed first. */
void full_screen_interrupt(struct full_screen *ui)
{
    ui->ends = true;
    if (ui->mode == MODE_QUIT) {
        ui->leaves = true;
        return;
    }
    if (ui->mode == MODE_HELP || ui->mode == MODE_PROMPT)
        full_screen_back(ui);
    full_screen_leave(ui);
}

void full_screen_begin_prompt(struct full_screen *ui, enum prompt_kind kind)
{
    full_screen_enter(ui, MODE_PROMPT);
    prompt_begin(&ui->prompt, kind);
    show_prompt(ui);
}

static void end_prompt(struct full_screen *ui)
{
    struct prompt *prompt = &ui->prompt;
    char why[SOURCE_SENTENCE_SIZE];
    bool done;
    full_screen_back(ui);
    if (prompt->typed[0] == '\0')
        return;
    switch (prompt->kind) {
    case PROMPT_GO:
        full_screen_go_by_name(ui, prompt->typed);
        break;
    case PROMPT_SAVE:
        done = ui->source->calls->save(ui->source, prompt->typed, why);
        (done ? full_screen_say : full_screen_refuse)(ui, "%s", why);
        break;
    case PROMPT_SAY:
        done = source_ask(ui->source,
                          &(struct source_request){.kind = ASK_SAY, .text = prompt->typed}, why);
        if (!done) {
            full_screen_refuse(ui, "%s", why);
            prompt_keep(prompt);
        }
        break;
    }
}

static void type_in_prompt(struct full_screen *ui, const struct input *input)
{
    if (prompt_input(&ui->prompt, input))
        end_prompt(ui);
    else
        show_prompt(ui);
}

/* ---- The table --------------------------------------------------------------------------- */

static void go_to_now(struct full_screen *ui)
{
    if (ui->bookmark.is_back)
        ui->cursor = ui->before_look;
    bookmark_to_now(&ui->bookmark, ui->source->history.moments);
    full_screen_describe_page(ui);
}

void full_screen_key(struct full_screen *ui, enum press key)
{
    const struct board *board = ui->source->board;
    switch (key) {
    case PRESS_LEFT:
        cursor_move(&ui->cursor, board, -1, 0);
        break;
    case PRESS_RIGHT:
        cursor_move(&ui->cursor, board, 1, 0);
        break;
    case PRESS_UP:
        cursor_move(&ui->cursor, board, 0, -1);
        break;
    case PRESS_DOWN:
        cursor_move(&ui->cursor, board, 0, 1);
        break;
    case PRESS_ENTER:
        full_screen_confirm(ui);
        break;
    case PRESS_TAB:
        full_screen_next_city(ui, 1);
        break;
    case PRESS_BACK_TAB:
        full_screen_next_city(ui, -1);
        break;
    case PRESS_HOME:
        full_screen_go_home(ui);
        break;
    case PRESS_PAGE_UP:
        full_screen_look(ui, -1);
        break;
    case PRESS_PAGE_DOWN:
        full_screen_look(ui, 1);
        break;
    case PRESS_ESCAPE:
    case PRESS_END:
        go_to_now(ui);
        break;
    default:
        break;
    }
}

/* Lays a line with one of the six keys around s, or around 5 on a number pad. */
static bool lay_letter(struct full_screen *ui, uint32_t letter)
{
    static const struct {
        char letter, digit;
        enum direction direction;
    } keys[DIRECTIONS] = {
        {'d', '6', EAST}, {'x', '3', SOUTH_EAST}, {'z', '1', SOUTH_WEST},
        {'a', '4', WEST}, {'w', '7', NORTH_WEST}, {'e', '9', NORTH_EAST},
    };
    for (unsigned i = 0; i < DIRECTIONS; i++) {
        if (letter == (uint32_t)keys[i].letter || letter == (uint32_t)keys[i].digit) {
            full_screen_lay_towards(ui, keys[i].direction);
            return true;
        }
    }
    return false;
}

/* V1: switches from one's own hand through those of all seats and back. */
static void view_next_hand(struct full_screen *ui)
{
    const struct table *table = source_table(ui->source);
    if (!(table->variants & VARIANT_OPEN_CARDS)) {
        full_screen_refuse(ui, _("You only see the hands of the others when cards are open (V1)."));
        return;
    }
    ui->viewed = (ui->viewed + 1) % (table->seats + 1U);
    if (ui->viewed > 0 && ui->viewed - 1 == ui->source->keyboard)
        ui->viewed = (ui->viewed + 1) % (table->seats + 1U);
}

static void toggle_missing(struct full_screen *ui)
{
    struct line_set missing, barred;
    ui->shows_missing = !ui->shows_missing;
    if (!ui->drafts || ui->bookmark.is_back || !hand_is_known(&ui->source->hand))
        return;
    full_screen_describe_page(ui);
    if (!ui->shows_missing)
        return;
    const unsigned cost = full_screen_missing(ui, &missing, &barred);
    if (!line_set_is_empty(&barred))
        full_screen_say(ui, _("%u missing.  Lines marked ! are out of reach for now."), cost);
}

/* Keys that change the view. */
bool full_screen_look_letter(struct full_screen *ui, uint32_t letter)
{
    const struct board *board = ui->source->board;
    switch (letter) {
    case 'h':
        cursor_move(&ui->cursor, board, -1, 0);
        return true;
    case 'l':
        cursor_move(&ui->cursor, board, 1, 0);
        return true;
    case 'k':
        cursor_move(&ui->cursor, board, 0, -1);
        return true;
    case 'j':
        cursor_move(&ui->cursor, board, 0, 1);
        return true;
    case 'p':
        full_screen_look(ui, -1);
        return true;
    case 'n':
        full_screen_look(ui, 1);
        return true;
    case '+':
    case '=':
        full_screen_zoom(ui, 1);
        return true;
    case '-':
        full_screen_zoom(ui, -1);
        return true;
    case '0':
        full_screen_zoom(ui, 0);
        return true;
    case 'L':
        ui->letters = !ui->letters;
        return true;
    case 'H':
        full_screen_go_home(ui);
        return true;
    case 'm':
        toggle_missing(ui);
        return true;
    case 'v':
        view_next_hand(ui);
        return true;
    case 'b':
        ui->hides_panel = !ui->hides_panel;
        ui->leaves |= !full_screen_resize(ui);
        return true;
    case 'L' - '@': /* Ctrl-L */
        curses_refresh(&ui->curses);
        return true;
    default:
        return false;
    }
}

static void begin_to_say(struct full_screen *ui)
{
    if (ui->source->room.connection == SOURCE_LOCAL)
        full_screen_request(ui, &(struct source_request){.kind = ASK_SAY}); /* is refused */
    else
        full_screen_begin_prompt(ui, PROMPT_SAY);
}

static void open_room(struct full_screen *ui)
{
    if (ui->source->room.connection == SOURCE_LOCAL)
        full_screen_request(ui, &(struct source_request){.kind = ASK_SIT}); /* is refused */
    else
        full_screen_enter(ui, MODE_ROOM);
}

void full_screen_letter(struct full_screen *ui, uint32_t letter)
{
    if (lay_letter(ui, letter) || full_screen_look_letter(ui, letter))
        return;
    switch (letter) {
    case ' ':
    case '5':
    case 's':
        full_screen_place(ui, ui->cursor.junction);
        break;
    case 'u':
        full_screen_undo(ui);
        break;
    case 'U':
        full_screen_reset(ui);
        break;
    case 'r':
        full_screen_redo(ui);
        break;
    case 'Z':
        full_screen_take_back(ui);
        break;
    case 'c':
        ui->own = !ui->own;
        full_screen_say(ui, ui->own ? _("The next track will be in your own colour.")
                                    : _("The next track will be black."));
        break;
    case 'g':
        full_screen_begin_prompt(ui, PROMPT_GO);
        break;
    case 'S':
        full_screen_begin_prompt(ui, PROMPT_SAVE);
        break;
    case 'i':
        full_screen_ask_hint(ui);
        break;
    case 't':
        begin_to_say(ui);
        break;
    case 'T':
        open_room(ui);
        break;
    case 'B':
        full_screen_request(ui, &(struct source_request){.kind = ASK_BACK});
        break;
    case 'A':
        full_screen_request(ui, &(struct source_request){.kind = ASK_AWAY});
        break;
    case 'Y':
        full_screen_request(ui, &(struct source_request){.kind = ASK_AGREE});
        break;
    case 'N':
        full_screen_request(ui, &(struct source_request){.kind = ASK_REFUSE});
        break;
    case '?':
        key_help_open(&ui->help, ui->mode == MODE_ROOM ? &keys_of_room : &keys_of_game);
        full_screen_enter(ui, MODE_HELP);
        break;
    case 'q':
        full_screen_leave(ui);
        break;
    default:
        full_screen_refuse(ui, _("That key does nothing here: press ? for the keys that do."));
        break;
    }
}

static void table_input(struct full_screen *ui, const struct input *input)
{
    if (input->kind == INPUT_KEY)
        full_screen_key(ui, input->key);
    else if (input->kind == INPUT_LETTER)
        full_screen_letter(ui, input->letter);
    else if (input->kind == INPUT_MOUSE && input->wheel)
        full_screen_zoom(ui, -input->y);
    else if (input->kind == INPUT_MOUSE)
        full_screen_click(ui, input->x, input->y);
}

/* ---- Leaving ----------------------------------------------------------------------------- */

static void quit_input(struct full_screen *ui, const struct input *input)
{
    if (input->kind != INPUT_LETTER && input->kind != INPUT_KEY)
        return;
    const uint32_t letter = input->kind == INPUT_LETTER ? input->letter : 0;
    if ((letter == 'b' || letter == 'B') && has_seat_to_leave(ui)) {
        full_screen_request(ui, &(struct source_request){.kind = ASK_LEAVE});
        ui->leaves_seat = !ui->refused; /* leave the screen once the server confirms the bot */
    } else {
        ui->leaves = letter == 'y' || letter == 'Y';
    }
    ui->ends = ui->ends && (ui->leaves || ui->leaves_seat);
    const bool refused = ui->refused;
    ui->mode = ui->before;
    if (!refused)
        full_screen_describe_page(ui);
}

static void curtain_input(struct full_screen *ui, const struct input *input)
{
    if (input->kind == INPUT_KEY && input->key == PRESS_ENTER) {
        ui->mode = MODE_TABLE;
        ui->revealed = ui->source->keyboard;
        full_screen_frame_hand(ui);
        full_screen_begin_turn(ui);
    } else if (input->kind == INPUT_LETTER && (input->letter == 'q' || input->letter == '?')) {
        full_screen_letter(ui, input->letter);
    }
}

void full_screen_input(struct full_screen *ui, const struct input *input)
{
    ui->refused = false;
    switch (ui->mode) {
    case MODE_TABLE:
        table_input(ui, input);
        break;
    case MODE_CURTAIN:
        curtain_input(ui, input);
        break;
    case MODE_ROUND_END:
        full_screen_round_end_input(ui, input);
        break;
    case MODE_ROOM:
        full_screen_room_input(ui, input);
        break;
    case MODE_HELP:
        key_help_input(&ui->help, input);
        if (ui->help.of == NULL)
            full_screen_back(ui);
        break;
    case MODE_PROMPT:
        type_in_prompt(ui, input);
        break;
    case MODE_QUIT:
        quit_input(ui, input);
        break;
    }
}
