/* The people of a table at a server: the page with its seats, and what is heard from them. */
#include <stdio.h>
#include <string.h>

#include "bots/bot.h"
#include "terminal/drawing/talk.h"
#include "terminal/full_screen/client.h"
#include "words/language.h"

enum { HEARD_MS = 15000, TITLE_LINES = 3, WORDS_LINES = 4, KEY_COLUMNS = 40 };

/* ---- Wishes ------------------------------------------------------------------------------ */

void client_wish(struct client *client, const struct source_wish *wish)
{
    char why[SOURCE_SENTENCE_SIZE];
    if (!source_ask(client->source, wish, why))
        client_refuse(client, "%s", why);
}

void client_hear(struct client *client)
{
    const struct source_talk *talk = &client->source->talk;
    if (client->seen.lines == talk->lines)
        return;
    client->seen.lines = talk->lines;
    client->seen.heard_until_ms = clock_now_ms() + HEARD_MS;
    const struct source_line *line = source_talk_line(talk, talk->lines - 1);
    if (line->kind != TALK_REFUSED)
        return;
    client->leaves_seat = false;
    client_refuse(client, "%s", line->words);
}

/* ---- The page ---------------------------------------------------------------------------- */

/* What is to be said of a seat beside its name. */
static void describe_seat(const struct source *source, unsigned number, char text[], size_t size)
{
    const struct source_seat *seat = &source->seat[number];
    const char *words = "";
    char bot[SOURCE_NAME_SIZE + 32];
    snprintf(bot, sizeof bot, _("a bot: %s"), seat->bot);
    if (seat->kind == SOURCE_BOT)
        words = source_has_nickname(seat) ? bot : _("a bot");
    else if (seat->kind == SOURCE_OPEN)
        words = _("everybody may sit down");
    else if (seat->is_kept)
        words = _("still to come");
    else if (seat->kind == SOURCE_INVITED)
        words = _("only with the link");
    else if (seat->is_away)
        words = _("away: a bot is playing");
    else if (seat->is_gone)
        words = _("not here");
    else
        words = _("here");
    snprintf(text, size, "%s%s", words, source->keyboard == number ? _(" - you") : "");
}

static void draw_seat(struct client *client, unsigned seat, int y)
{
    const struct source *source = client->source;
    const struct seat_look look = source_look(source);
    char about[SOURCE_SENTENCE_SIZE];
    const bool chosen = client->chosen == seat;
    describe_seat(source, seat, about, sizeof about);
    if (chosen)
        canvas_put(&client->screen, 1, y, client->display.utf8 ? 0x25b8 : '>', STYLE_BOLD);
    canvas_put(&client->screen, 3, y, '1' + seat, STYLE_MARKER + seat_look_colour(&look, seat));
    canvas_text(&client->screen, 6, y, 24, chosen ? STYLE_BOLD : STYLE_PLAIN,
                source->seat[seat].name);
    canvas_text(&client->screen, 32, y, (int)client->display.width - 32, STYLE_FAINT, about);
}

/* Two by two, as far as it makes sense now; answers the line below. */
static int draw_keys(struct client *client, int y)
{
    static const struct {
        enum source_wish_kind kind;
        enum key_id key;
    } wishes[] = {
        {WISH_START, ROOM_KEY_START},  {WISH_SIT, ROOM_KEY_SIT},
        {WISH_STAND, ROOM_KEY_STAND},  {WISH_SEAT, ROOM_KEY_OPEN},
        {WISH_SEAT, ROOM_KEY_INVITED}, {WISH_SEAT, ROOM_KEY_BOT},
        {WISH_FILL, ROOM_KEY_FILL},    {WISH_CLOSE, ROOM_KEY_CLOSE},
        {WISH_BACK, ROOM_KEY_BACK},    {WISH_LEAVE, ROOM_KEY_LEAVE_SEAT},
        {WISH_AWAY, ROOM_KEY_AWAY},    {WISH_MUTE, ROOM_KEY_MUTE},
        {WISH_HEAR, ROOM_KEY_HEAR},    {WISH_SAY, ROOM_KEY_SAY},
    };
    const int columns = (int)client->display.width / KEY_COLUMNS;
    int count = 0;
    for (size_t i = 0; i < sizeof wishes / sizeof wishes[0]; i++) {
        const struct key *key = &key_list[wishes[i].key];
        if (!source_may(client->source, wishes[i].kind))
            continue;
        const int x = columns > 1 ? 1 + count % 2 * KEY_COLUMNS : 1;
        const int row = y + (columns > 1 ? count / 2 : count);
        canvas_text(&client->screen, x, row, 6, STYLE_BOLD, _(key->keys));
        canvas_text(&client->screen, x + 7, row, KEY_COLUMNS - 8, STYLE_PLAIN, _(key->about));
        count++;
    }
    return y + (columns > 1 ? (count + 1) / 2 : count);
}

void client_draw_room(struct client *client)
{
    const struct source *source = client->source;
    const struct source_room *room = &source->room;
    const int width = (int)client->display.width, height = (int)client->display.height;
    const unsigned seats = source_table(source)->seats;
    char line[SOURCE_WORDS_SIZE];
    snprintf(line, sizeof line, "%s   %s", source->board->name,
             room->stage == STAGE_WAITING  ? _("a table that is waiting for players")
             : room->stage == STAGE_CLOSED ? _("a table that was closed")
                                           : _("the table"));
    canvas_text(&client->screen, 1, 0, width - 1, STYLE_TITLE, line);
    canvas_text(&client->screen, 1, 1, width - 1, STYLE_FAINT, room->address);
    int y = TITLE_LINES;
    for (unsigned seat = 0; seat < seats; seat++)
        draw_seat(client, seat, y++);
    if (room->watching > 0) {
        snprintf(line, sizeof line, _("Watching: %u"), room->watching);
        canvas_text(&client->screen, 6, y++, width - 6, STYLE_FAINT, line);
    }
    y = draw_keys(client, y + 1);
    if (source->talk.lines == 0)
        return;
    canvas_text(&client->screen, 1, y + 1, width - 1, STYLE_TITLE, _("Chat"));
    talk_draw(&client->screen, 1, y + 2, width - 2, height - WORDS_LINES - y - 2, source);
}

/* ---- Its keys ---------------------------------------------------------------------------- */

/* The bots of a seat, from the weakest on. */
static const char *next_bot(const struct source_seat *seat)
{
    for (unsigned i = 0; i < level_count() && seat->kind == SOURCE_BOT; i++) {
        if (strcmp(seat->bot, level_at(i)->name) == 0)
            return level_at((i + 1) % level_count())->name;
    }
    return level_at(LEVEL_USUAL)->name;
}

static void wish_for_seat(struct client *client, enum source_wish_kind kind, const char *text)
{
    client_wish(client, &(struct source_wish){.kind = kind, .seat = client->chosen, .text = text});
}

/* What a letter asks for. */
static const struct {
    char letter;
    enum source_wish_kind kind;
    const char *text; /* or what depends on the seat */
} room_letters[] = {
    {'s', WISH_SIT, NULL},   {'u', WISH_STAND, NULL}, {'o', WISH_SEAT, "open"},
    {'b', WISH_SEAT, NULL},  {'f', WISH_FILL, NULL},  {'i', WISH_SEAT, "invited"},
    {'X', WISH_CLOSE, NULL}, {'L', WISH_LEAVE, NULL}, {'M', WISH_MUTE, NULL},
    {'H', WISH_HEAR, NULL},
};

static bool room_letter(struct client *client, uint32_t letter)
{
    const struct source_seat *seat = &client->source->seat[client->chosen];
    for (unsigned i = 0; i < sizeof room_letters / sizeof room_letters[0]; i++) {
        const enum source_wish_kind kind = room_letters[i].kind;
        const char *text = room_letters[i].text;
        if ((uint32_t)room_letters[i].letter != letter)
            continue;
        if (text == NULL)
            text = kind == WISH_SEAT   ? next_bot(seat)
                   : kind == WISH_FILL ? level_at(LEVEL_USUAL)->name
                                       : seat->name;
        wish_for_seat(client, kind, text);
        return true;
    }
    return false;
}

/* The next thing that everybody waits for: to sit down, or to begin. */
static void go_on(struct client *client)
{
    if (source_may(client->source, WISH_SIT) && !source_may(client->source, WISH_START))
        wish_for_seat(client, WISH_SIT, NULL);
    else
        client->source->calls->go_on(client->source);
}

static void choose(struct client *client, int step)
{
    const unsigned seats = source_table(client->source)->seats;
    client->chosen = (client->chosen + seats + (unsigned)step) % seats;
}

/* Out to the map; a table that waits comes back with T. */
static void leave_page(struct client *client)
{
    client->mode =
        source_table(client->source)->phase == PHASE_PLAYING || client->seen.stage != STAGE_PLAYING
            ? MODE_TABLE
            : MODE_ROUND_END;
    client_tell(client);
}

static void room_key(struct client *client, enum press key)
{
    switch (key) {
    case PRESS_UP:
        choose(client, -1);
        break;
    case PRESS_DOWN:
    case PRESS_TAB:
        choose(client, 1);
        break;
    case PRESS_ENTER:
        if (client->seen.stage == STAGE_WAITING)
            go_on(client);
        else
            leave_page(client);
        break;
    case PRESS_ESCAPE:
        leave_page(client);
        break;
    default:
        break;
    }
}

void client_room_input(struct client *client, const struct input *input)
{
    client->message[0] = '\0';
    if (input->kind == INPUT_KEY)
        room_key(client, input->key);
    else if (input->kind != INPUT_LETTER || room_letter(client, input->letter))
        return;
    else if (input->letter == 'j' || input->letter == 'k')
        choose(client, input->letter == 'j' ? 1 : -1);
    else if (strchr("tBAq?S", (int)input->letter) != NULL)
        client_letter(client, input->letter);
    else
        client_refuse(client, _("That key does nothing here."));
}
