/* What each key does, in each of the things that the screen can be doing. */
#include <stdio.h>
#include <string.h>

#include "terminal/client.h"
#include "terminal/language.h"

/* A page or a question, after which everything is as it was. */
void client_enter(struct client *client, enum client_mode mode)
{
    client->before = client->mode;
    client->mode = mode;
}

static void go_back(struct client *client)
{
    client->mode = client->before;
    if (client->mode == MODE_ROUND_END)
        client_tell_closing(client);
    else
        client_tell_turn(client);
}

/* ---- A line of text ---------------------------------------------------------------------- */

static void show_prompt(struct client *client)
{
    client_say(client, _("%s: %s"),
               client->prompt == PROMPT_GO ? _("Go to") : _("Save the record to"), client->typed);
}

void client_ask_again(struct client *client)
{
    if (client->mode == MODE_PROMPT)
        show_prompt(client);
    else if (client->mode == MODE_QUIT)
        client_say(client, _("Leave the game?  y or n"));
}

static void begin_prompt(struct client *client, enum client_prompt prompt)
{
    client_enter(client, MODE_PROMPT);
    client->prompt = prompt;
    client->typed[0] = '\0';
    show_prompt(client);
}

static void end_prompt(struct client *client)
{
    char why[SOURCE_SENTENCE_SIZE];
    go_back(client);
    if (client->typed[0] == '\0')
        return;
    if (client->prompt == PROMPT_GO)
        client_go_by_name(client, client->typed);
    else if (client->source->calls->save(client->source, client->typed, why))
        client_say(client, "%s", why);
    else
        client_refuse(client, "%s", why);
}

static void type_letter(struct client *client, uint32_t letter)
{
    const size_t length = strlen(client->typed);
    if (letter < ' ' || letter > '~' || length + 1 >= sizeof client->typed)
        return; /* names of junctions, cities and files as a rule: all in ASCII */
    client->typed[length] = (char)letter;
    client->typed[length + 1] = '\0';
}

static void prompt_input(struct client *client, const struct input *input)
{
    const size_t length = strlen(client->typed);
    if (input->kind == INPUT_LETTER)
        type_letter(client, input->letter);
    else if (input->kind == INPUT_KEY && input->key == PRESS_BACKSPACE && length > 0)
        client->typed[length - 1] = '\0';
    else if (input->kind == INPUT_KEY && input->key == PRESS_ESCAPE)
        client->typed[0] = '\0';
    if (input->kind == INPUT_KEY && (input->key == PRESS_ENTER || input->key == PRESS_ESCAPE))
        end_prompt(client);
    else
        show_prompt(client);
}

/* ---- The table --------------------------------------------------------------------------- */

static void go_to_now(struct client *client)
{
    client->moment = client->source->chronicle.moments - 1;
    client->is_back = false;
    client_tell_turn(client);
}

static void table_key(struct client *client, enum press key)
{
    switch (key) {
    case PRESS_LEFT:
        client_move(client, -1, 0);
        break;
    case PRESS_RIGHT:
        client_move(client, 1, 0);
        break;
    case PRESS_UP:
        client_move(client, 0, -1);
        break;
    case PRESS_DOWN:
        client_move(client, 0, 1);
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

/* How the table is looked at. */
static bool look_letter(struct client *client, uint32_t letter)
{
    switch (letter) {
    case 'h':
        client_move(client, -1, 0);
        return true;
    case 'l':
        client_move(client, 1, 0);
        return true;
    case 'k':
        client_move(client, 0, -1);
        return true;
    case 'j':
        client_move(client, 0, 1);
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
    case 'm':
        client->shows_missing = !client->shows_missing;
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

static void table_letter(struct client *client, uint32_t letter)
{
    if (lay_letter(client, letter) || look_letter(client, letter))
        return;
    switch (letter) {
    case ' ':
    case '5':
    case 's':
        client_place(client, client->cursor);
        break;
    case 'u':
        client_undo(client);
        break;
    case 'U':
        client_reset(client);
        break;
    case 'c':
        client->own = !client->own;
        client_say(client, client->own ? _("The next track is of your own colour.")
                                       : _("The next track is black."));
        break;
    case 'g':
        begin_prompt(client, PROMPT_GO);
        break;
    case 'S':
        begin_prompt(client, PROMPT_SAVE);
        break;
    case 'i':
        client_ask_hint(client);
        break;
    case '?':
        client_enter(client, MODE_HELP);
        break;
    case 'q':
        client_enter(client, MODE_QUIT);
        break;
    default:
        client_refuse(client, _("That key does nothing here: ? tells which ones do."));
        break;
    }
}

static void table_input(struct client *client, const struct input *input)
{
    if (input->kind == INPUT_KEY)
        table_key(client, input->key);
    else if (input->kind == INPUT_LETTER)
        table_letter(client, input->letter);
    else if (input->kind == INPUT_MOUSE && input->wheel)
        client_zoom(client, -input->y);
    else if (input->kind == INPUT_MOUSE)
        client_click(client, input->x, input->y);
}

/* ---- Ends -------------------------------------------------------------------------------- */

static void tell_winners(struct client *client, const struct table *table)
{
    char names[SEATS_MAX * SOURCE_NAME_SIZE] = "";
    size_t used = 0;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (table->winners >> seat & 1)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                     used > 0 ? ", " : "", client->source->seat[seat].name);
    }
    client_say(client, _("The game is over.  Won by %s.  S saves the record, q leaves."), names);
}

/* What there is to say of the seat whose end of the round is shown, or of the round. */
void client_tell_closing(struct client *client)
{
    const struct table *table = source_table(client->source);
    if (client->closing == table->seats) {
        if (table->phase == PHASE_GAME_OVER)
            tell_winners(client, table);
        else
            client_say(client,
                       _("Round %u is over: the points are at the right.  Enter starts the "
                         "next round."),
                       table->round);
        return;
    }
    const char *name = client->source->seat[client->closing].name;
    if (table->connected >> client->closing & 1)
        client_say(client,
                   _("Round %u is over.  %s is connected and loses nothing.  Enter goes on."),
                   table->round, name);
    else
        client_say(client,
                   _("Round %u is over.  %s misses %d, drawn as crosses (P1).  Enter goes on."),
                   table->round, name, table->lost[client->closing]);
}

static bool goes_on(const struct input *input)
{
    return (input->kind == INPUT_KEY && input->key == PRESS_ENTER) ||
           (input->kind == INPUT_LETTER && input->letter == ' ');
}

static void round_end_input(struct client *client, const struct input *input)
{
    const struct table *table = source_table(client->source);
    if (goes_on(input) && client->closing < table->seats) {
        client->closing++;
        client_tell_closing(client);
    } else if (goes_on(input) && table->phase == PHASE_GAME_OVER) {
        client_tell_closing(client);
    } else if (goes_on(input)) {
        client->mode = MODE_TABLE;
        client->message[0] = '\0';
        client->source->calls->go_on(client->source);
    } else if (input->kind == INPUT_LETTER && look_letter(client, input->letter)) {
        return;
    } else if (input->kind == INPUT_LETTER && strchr("qS?", (int)input->letter) != NULL) {
        table_letter(client, input->letter);
    } else if (input->kind == INPUT_KEY) {
        table_key(client, input->key);
    }
}

static void quit_input(struct client *client, const struct input *input)
{
    if (input->kind != INPUT_LETTER && input->kind != INPUT_KEY)
        return;
    client->leaves = input->kind == INPUT_LETTER && (input->letter == 'y' || input->letter == 'Y');
    go_back(client);
}

static void curtain_input(struct client *client, const struct input *input)
{
    if (input->kind == INPUT_KEY && input->key == PRESS_ENTER) {
        client->mode = MODE_TABLE;
        client->revealed = client->source->keyboard;
        client_begin_turn(client);
    } else if (input->kind == INPUT_LETTER && input->letter == 'q') {
        table_letter(client, 'q');
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
        round_end_input(client, input);
        break;
    case MODE_HELP:
        if (input->kind == INPUT_KEY || input->kind == INPUT_LETTER)
            go_back(client);
        break;
    case MODE_PROMPT:
        prompt_input(client, input);
        break;
    case MODE_QUIT:
        quit_input(client, input);
        break;
    }
}
