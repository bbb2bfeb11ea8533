/* What each key does, in each of the things that the screen can be doing. */
#include <stdio.h>
#include <string.h>

#include "terminal/full_screen/client.h"
#include "words/language.h"

/* A page or a question, after which everything is as it was. */
void client_enter(struct client *client, enum client_mode mode)
{
    client->before = client->mode;
    client->mode = mode;
}

void client_tell(struct client *client)
{
    if (client_page(client) == MODE_ROUND_END && !client->bookmark.is_back)
        client_tell_closing(client);
    else
        client_tell_turn(client);
}

void client_back(struct client *client)
{
    client->mode = client->before;
    client_tell(client);
}

/* ---- A line of text ---------------------------------------------------------------------- */

static void show_prompt(struct client *client)
{
    client_say(client, _("%s: %s"), prompt_question(&client->prompt), client->prompt.typed);
}

/* Whether a seat here would be left to itself. */
static bool has_seat_to_leave(const struct client *client)
{
    return source_may(client->source, WISH_LEAVE);
}

void client_ask_again(struct client *client)
{
    if (client->mode == MODE_PROMPT)
        show_prompt(client);
    else if (client->mode == MODE_QUIT && has_seat_to_leave(client))
        client_say(client,
                   _("Leave the game?  y: your seat is kept   b: a bot takes over   n: stay"));
    else if (client->mode == MODE_QUIT)
        client_say(client, _("Leave the game?  y or n"));
}

/* ---- Leaving ----------------------------------------------------------------------------- */

void client_leave(struct client *client)
{
    if (source_is_on(client->source))
        client_enter(client, MODE_QUIT);
    else
        client->leaves = true;
}

/* The second one is a yes.  A page or a prompt that is open is closed first. */
void client_interrupt(struct client *client)
{
    client->ends = true;
    if (client->mode == MODE_QUIT) {
        client->leaves = true;
        return;
    }
    if (client->mode == MODE_HELP || client->mode == MODE_PROMPT)
        client_back(client);
    client_leave(client);
}

void client_begin_prompt(struct client *client, enum prompt_kind kind)
{
    client_enter(client, MODE_PROMPT);
    prompt_begin(&client->prompt, kind);
    show_prompt(client);
}

static void end_prompt(struct client *client)
{
    struct prompt *prompt = &client->prompt;
    char why[SOURCE_SENTENCE_SIZE];
    bool done;
    client_back(client);
    if (prompt->typed[0] == '\0')
        return;
    switch (prompt->kind) {
    case PROMPT_GO:
        client_go_by_name(client, prompt->typed);
        break;
    case PROMPT_SAVE:
        done = client->source->calls->save(client->source, prompt->typed, why);
        (done ? client_say : client_refuse)(client, "%s", why);
        break;
    case PROMPT_SAY:
        done = source_ask(client->source,
                          &(struct source_wish){.kind = WISH_SAY, .text = prompt->typed}, why);
        if (!done) {
            client_refuse(client, "%s", why);
            prompt_keep(prompt);
        }
        break;
    }
}

static void type_in_prompt(struct client *client, const struct input *input)
{
    if (prompt_input(&client->prompt, input))
        end_prompt(client);
    else
        show_prompt(client);
}

/* ---- The table --------------------------------------------------------------------------- */

static void go_to_now(struct client *client)
{
    if (client->bookmark.is_back)
        client->cursor = client->before_look;
    bookmark_to_now(&client->bookmark, client->source->history.moments);
    client_tell(client);
}

void client_key(struct client *client, enum press key)
{
    const struct board *board = client->source->board;
    switch (key) {
    case PRESS_LEFT:
        cursor_move(&client->cursor, board, -1, 0);
        break;
    case PRESS_RIGHT:
        cursor_move(&client->cursor, board, 1, 0);
        break;
    case PRESS_UP:
        cursor_move(&client->cursor, board, 0, -1);
        break;
    case PRESS_DOWN:
        cursor_move(&client->cursor, board, 0, 1);
        break;
    case PRESS_ENTER:
        client_confirm(client);
        break;
    case PRESS_TAB:
        client_next_city(client, 1);
        break;
    case PRESS_BACK_TAB:
        client_next_city(client, -1);
        break;
    case PRESS_HOME:
        client_go_home(client);
        break;
    case PRESS_PAGE_UP:
        client_look(client, -1);
        break;
    case PRESS_PAGE_DOWN:
        client_look(client, 1);
        break;
    case PRESS_ESCAPE:
    case PRESS_END:
        go_to_now(client);
        break;
    default:
        break;
    }
}

/* The six keys around s, and those around 5 on a number pad. */
static bool lay_letter(struct client *client, uint32_t letter)
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
            client_lay_towards(client, keys[i].direction);
            return true;
        }
    }
    return false;
}

/* V1: from one's own hand through those of all seats and back. */
static void view_next_hand(struct client *client)
{
    const struct table *table = source_table(client->source);
    if (!(table->variants & VARIANT_OPEN_CARDS)) {
        client_refuse(client, _("You only see the hands of the others when cards are open (V1)."));
        return;
    }
    client->viewed = (client->viewed + 1) % (table->seats + 1U);
    if (client->viewed > 0 && client->viewed - 1 == client->source->keyboard)
        client->viewed = (client->viewed + 1) % (table->seats + 1U);
}

static void toggle_missing(struct client *client)
{
    struct line_set missing, barred;
    client->shows_missing = !client->shows_missing;
    if (!client->drafts || client->bookmark.is_back || !hand_is_known(&client->source->hand))
        return;
    client_tell(client);
    if (!client->shows_missing)
        return;
    const unsigned cost = client_missing(client, &missing, &barred);
    if (!line_set_is_empty(&barred))
        client_say(client, _("%u missing.  Lines marked ! are out of reach for now."), cost);
}

/* How the table is looked at. */
bool client_look_letter(struct client *client, uint32_t letter)
{
    const struct board *board = client->source->board;
    switch (letter) {
    case 'h':
        cursor_move(&client->cursor, board, -1, 0);
        return true;
    case 'l':
        cursor_move(&client->cursor, board, 1, 0);
        return true;
    case 'k':
        cursor_move(&client->cursor, board, 0, -1);
        return true;
    case 'j':
        cursor_move(&client->cursor, board, 0, 1);
        return true;
    case 'p':
        client_look(client, -1);
        return true;
    case 'n':
        client_look(client, 1);
        return true;
    case '+':
    case '=':
        client_zoom(client, 1);
        return true;
    case '-':
        client_zoom(client, -1);
        return true;
    case '0':
        client_zoom(client, 0);
        return true;
    case 'L':
        client->letters = !client->letters;
        return true;
    case 'H':
        client_go_home(client);
        return true;
    case 'm':
        toggle_missing(client);
        return true;
    case 'v':
        view_next_hand(client);
        return true;
    case 'b':
        client->hides_panel = !client->hides_panel;
        client->leaves |= !client_resize(client);
        return true;
    case 'L' - '@': /* Ctrl-L */
        display_refresh(&client->display);
        return true;
    default:
        return false;
    }
}

static void begin_to_say(struct client *client)
{
    if (client->source->room.link == LINK_HERE)
        client_wish(client, &(struct source_wish){.kind = WISH_SAY}); /* which is refused */
    else
        client_begin_prompt(client, PROMPT_SAY);
}

static void open_room(struct client *client)
{
    if (client->source->room.link == LINK_HERE)
        client_wish(client, &(struct source_wish){.kind = WISH_SIT}); /* which is refused */
    else
        client_enter(client, MODE_ROOM);
}

void client_letter(struct client *client, uint32_t letter)
{
    if (lay_letter(client, letter) || client_look_letter(client, letter))
        return;
    switch (letter) {
    case ' ':
    case '5':
    case 's':
        client_place(client, client->cursor.junction);
        break;
    case 'u':
        client_undo(client);
        break;
    case 'U':
        client_reset(client);
        break;
    case 'r':
        client_redo(client);
        break;
    case 'Z':
        client_take_back(client);
        break;
    case 'c':
        client->own = !client->own;
        client_say(client, client->own ? _("The next track will be in your own colour.")
                                       : _("The next track will be black."));
        break;
    case 'g':
        client_begin_prompt(client, PROMPT_GO);
        break;
    case 'S':
        client_begin_prompt(client, PROMPT_SAVE);
        break;
    case 'i':
        client_ask_hint(client);
        break;
    case 't':
        begin_to_say(client);
        break;
    case 'T':
        open_room(client);
        break;
    case 'B':
        client_wish(client, &(struct source_wish){.kind = WISH_BACK});
        break;
    case 'A':
        client_wish(client, &(struct source_wish){.kind = WISH_AWAY});
        break;
    case 'Y':
        client_wish(client, &(struct source_wish){.kind = WISH_AGREE});
        break;
    case 'N':
        client_wish(client, &(struct source_wish){.kind = WISH_REFUSE});
        break;
    case '?':
        key_help_open(&client->help, client->mode == MODE_ROOM ? &keys_of_room : &keys_of_game);
        client_enter(client, MODE_HELP);
        break;
    case 'q':
        client_leave(client);
        break;
    default:
        client_refuse(client, _("That key does nothing here: press ? for the keys that do."));
        break;
    }
}

static void table_input(struct client *client, const struct input *input)
{
    if (input->kind == INPUT_KEY)
        client_key(client, input->key);
    else if (input->kind == INPUT_LETTER)
        client_letter(client, input->letter);
    else if (input->kind == INPUT_MOUSE && input->wheel)
        client_zoom(client, -input->y);
    else if (input->kind == INPUT_MOUSE)
        client_click(client, input->x, input->y);
}

/* ---- Leaving ----------------------------------------------------------------------------- */

static void quit_input(struct client *client, const struct input *input)
{
    if (input->kind != INPUT_LETTER && input->kind != INPUT_KEY)
        return;
    const uint32_t letter = input->kind == INPUT_LETTER ? input->letter : 0;
    if ((letter == 'b' || letter == 'B') && has_seat_to_leave(client)) {
        client_wish(client, &(struct source_wish){.kind = WISH_LEAVE});
        client->leaves_seat = !client->refused; /* and the screen once the bot has it */
    } else {
        client->leaves = letter == 'y' || letter == 'Y';
    }
    client->ends = client->ends && (client->leaves || client->leaves_seat);
    const bool refused = client->refused;
    client->mode = client->before;
    if (!refused)
        client_tell(client);
}

static void curtain_input(struct client *client, const struct input *input)
{
    if (input->kind == INPUT_KEY && input->key == PRESS_ENTER) {
        client->mode = MODE_TABLE;
        client->revealed = client->source->keyboard;
        client_frame_hand(client);
        client_begin_turn(client);
    } else if (input->kind == INPUT_LETTER && input->letter == 'q') {
        client_letter(client, 'q');
    }
}

void client_input(struct client *client, const struct input *input)
{
    client->refused = false;
    switch (client->mode) {
    case MODE_TABLE:
        table_input(client, input);
        break;
    case MODE_CURTAIN:
        curtain_input(client, input);
        break;
    case MODE_ROUND_END:
        client_closing_input(client, input);
        break;
    case MODE_ROOM:
        client_room_input(client, input);
        break;
    case MODE_HELP:
        key_help_input(&client->help, input);
        if (client->help.of == NULL)
            client_back(client);
        break;
    case MODE_PROMPT:
        type_in_prompt(client, input);
        break;
    case MODE_QUIT:
        quit_input(client, input);
        break;
    }
}
