/* The people at a server's table: the page with the seats, and their talk. */
#include <stdio.h>
#include <string.h>

#include "bots/bot.h"
#include "terminal/drawing/talk.h"
#include "terminal/full_screen/full_screen.h"
#include "words/language.h"

enum { TALK_MS = 15000, TITLE_LINES = 3, WORDS_LINES = 4, KEY_COLUMNS = 40 };

/* ---- Requests ---------------------------------------------------------------------------- */

void full_screen_request(struct full_screen *ui, const struct source_request *request)
{
    char why[SOURCE_SENTENCE_SIZE];
    if (!source_ask(ui->source, request, why))
        full_screen_refuse(ui, "%s", why);
}

void full_screen_update_talk(struct full_screen *ui)
{
    const struct source_talk *talk = &ui->source->talk;
    if (ui->seen.lines == talk->lines)
        return;
    ui->seen.lines = talk->lines;
    ui->seen.talk_until_ms = clock_ms() + TALK_MS;
    const struct source_line *line = source_talk_line(talk, talk->lines - 1);
    if (line->kind != TALK_REFUSED)
        return;
    ui->leaves_seat = false;
    full_screen_refuse(ui, "%s", line->words);
}

/* ---- The page ---------------------------------------------------------------------------- */

/* Describes a seat's player beside the name. */
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

static void draw_seat(struct full_screen *ui, unsigned seat, int y)
{
    const struct source *source = ui->source;
    const struct seat_look look = source_look(source);
    char about[SOURCE_SENTENCE_SIZE];
    const bool chosen = ui->chosen == seat;
    describe_seat(source, seat, about, sizeof about);
    if (chosen)
        canvas_put(&ui->screen, 1, y, ui->curses.utf8 ? 0x25b8 : '>', STYLE_BOLD);
    canvas_put(&ui->screen, 3, y, '1' + seat, STYLE_MARKER + seat_look_colour(&look, seat));
    canvas_text(&ui->screen, 6, y, 24, chosen ? STYLE_BOLD : STYLE_PLAIN, source->seat[seat].name);
    canvas_text(&ui->screen, 32, y, (int)ui->curses.width - 32, STYLE_FAINT, about);
}

/* Draws the keys that work now, in two columns.  Returns the line below. */
static int draw_keys(struct full_screen *ui, int y)
{
    static const struct {
        enum source_request_kind kind;
        enum key_id key;
    } requests[] = {
        {ASK_START, ROOM_KEY_START},      {ASK_SIT, ROOM_KEY_SIT},      {ASK_STAND, ROOM_KEY_STAND},
        {ASK_SEAT, ROOM_KEY_OPEN},        {ASK_SEAT, ROOM_KEY_INVITED}, {ASK_SEAT, ROOM_KEY_BOT},
        {ASK_FILL, ROOM_KEY_FILL},        {ASK_CLOSE, ROOM_KEY_CLOSE},  {ASK_BACK, ROOM_KEY_BACK},
        {ASK_LEAVE, ROOM_KEY_LEAVE_SEAT}, {ASK_AWAY, ROOM_KEY_AWAY},    {ASK_MUTE, ROOM_KEY_MUTE},
        {ASK_HEAR, ROOM_KEY_HEAR},        {ASK_SAY, ROOM_KEY_SAY},
    };
    const int columns = (int)ui->curses.width / KEY_COLUMNS;
    int count = 0;
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        const struct key *key = &key_list[requests[i].key];
        if (!source_may(ui->source, requests[i].kind))
            continue;
        const int x = columns > 1 ? 1 + count % 2 * KEY_COLUMNS : 1;
        const int row = y + (columns > 1 ? count / 2 : count);
        canvas_text(&ui->screen, x, row, 6, STYLE_BOLD, _(key->keys));
        canvas_text(&ui->screen, x + 7, row, KEY_COLUMNS - 8, STYLE_PLAIN, _(key->about));
        count++;
    }
    return y + (columns > 1 ? (count + 1) / 2 : count);
}

void full_screen_draw_room(struct full_screen *ui)
{
    const struct source *source = ui->source;
    const struct source_room *room = &source->room;
    const int width = (int)ui->curses.width, height = (int)ui->curses.height;
    const unsigned seats = source_table(source)->seats;
    char line[SOURCE_WORDS_SIZE];
    snprintf(line, sizeof line, "%s   %s", source->board->name,
             room->stage == STAGE_WAITING  ? _("a table that is waiting for players")
             : room->stage == STAGE_CLOSED ? _("a table that was closed")
                                           : _("the table"));
    canvas_text(&ui->screen, 1, 0, width - 1, STYLE_TITLE, line);
    canvas_text(&ui->screen, 1, 1, width - 1, STYLE_FAINT, room->address);
    int y = TITLE_LINES;
    for (unsigned seat = 0; seat < seats; seat++)
        draw_seat(ui, seat, y++);
    if (room->watching > 0) {
        snprintf(line, sizeof line, _("Watching: %u"), room->watching);
        canvas_text(&ui->screen, 6, y++, width - 6, STYLE_FAINT, line);
    }
    y = draw_keys(ui, y + 1);
    if (source->talk.lines == 0)
        return;
    canvas_text(&ui->screen, 1, y + 1, width - 1, STYLE_TITLE, _("Chat"));
    talk_draw(&ui->screen, 1, y + 2, width - 2, height - WORDS_LINES - y - 2, source);
}

/* ---- Keys of the page -------------------------------------------------------------------- */

/* Returns the next bot to offer for a seat, from weakest to strongest. */
static const char *next_bot(const struct source_seat *seat)
{
    for (unsigned i = 0; i < level_count() && seat->kind == SOURCE_BOT; i++) {
        if (strcmp(seat->bot, level_at(i)->name) == 0)
            return level_at((i + 1) % level_count())->name;
    }
    return level_at(LEVEL_USUAL)->name;
}

static void request_for_seat(struct full_screen *ui, enum source_request_kind kind,
                             const char *text)
{
    full_screen_request(ui,
                        &(struct source_request){.kind = kind, .seat = ui->chosen, .text = text});
}

/* The request that each letter makes. */
static const struct {
    char letter;
    enum source_request_kind kind;
    const char *text; /* or NULL if it depends on the seat */
} room_letters[] = {
    {'s', ASK_SIT, NULL},   {'u', ASK_STAND, NULL}, {'o', ASK_SEAT, "open"},
    {'b', ASK_SEAT, NULL},  {'f', ASK_FILL, NULL},  {'i', ASK_SEAT, "invited"},
    {'X', ASK_CLOSE, NULL}, {'L', ASK_LEAVE, NULL}, {'M', ASK_MUTE, NULL},
    {'H', ASK_HEAR, NULL},
};

static bool room_letter(struct full_screen *ui, uint32_t letter)
{
    const struct source_seat *seat = &ui->source->seat[ui->chosen];
    for (unsigned i = 0; i < sizeof room_letters / sizeof room_letters[0]; i++) {
        const enum source_request_kind kind = room_letters[i].kind;
        const char *text = room_letters[i].text;
        if ((uint32_t)room_letters[i].letter != letter)
            continue;
        if (text == NULL)
            text = kind == ASK_SEAT   ? next_bot(seat)
                   : kind == ASK_FILL ? level_at(LEVEL_USUAL)->name
                                      : seat->name;
        request_for_seat(ui, kind, text);
        return true;
    }
    return false;
}

/* Makes the request that everyone is waiting for: to sit down, or to be ready. */
static void go_on(struct full_screen *ui)
{
    if (source_may(ui->source, ASK_SIT) && !source_may(ui->source, ASK_START))
        request_for_seat(ui, ASK_SIT, NULL);
    else
        ui->source->calls->go_on(ui->source);
}

static void choose_seat(struct full_screen *ui, int step)
{
    const unsigned seats = source_table(ui->source)->seats;
    ui->chosen = (ui->chosen + seats + (unsigned)step) % seats;
}

/* Returns to the map.  At a table that has not begun, T reopens the page. */
static void leave_page(struct full_screen *ui)
{
    ui->mode = source_table(ui->source)->phase == PHASE_PLAYING || ui->seen.stage != STAGE_PLAYING
                   ? MODE_TABLE
                   : MODE_ROUND_END;
    full_screen_describe_page(ui);
}

static void room_key(struct full_screen *ui, enum press key)
{
    switch (key) {
    case PRESS_UP:
        choose_seat(ui, -1);
        break;
    case PRESS_DOWN:
    case PRESS_TAB:
        choose_seat(ui, 1);
        break;
    case PRESS_ENTER:
        if (ui->seen.stage == STAGE_WAITING)
            go_on(ui);
        else
            leave_page(ui);
        break;
    case PRESS_ESCAPE:
        leave_page(ui);
        break;
    default:
        break;
    }
}

void full_screen_room_input(struct full_screen *ui, const struct input *input)
{
    ui->message[0] = '\0';
    if (input->kind == INPUT_KEY)
        room_key(ui, input->key);
    else if (input->kind != INPUT_LETTER || room_letter(ui, input->letter))
        return;
    else if (input->letter == 'j' || input->letter == 'k')
        choose_seat(ui, input->letter == 'j' ? 1 : -1);
    else if (strchr("tBAq?S", (int)input->letter) != NULL)
        full_screen_letter(ui, input->letter);
    else
        full_screen_refuse(ui, _("That key does nothing here."));
}
