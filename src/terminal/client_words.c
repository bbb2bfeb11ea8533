/* The lines at the bottom: what was said, how things are, what the keys do. */
#include <stdio.h>
#include <string.h>

#include "core/notation.h"
#include "terminal/client.h"
#include "words/language.h"

enum { HEARD_LINES = 2, NOTICE_LINES = 3, MESSAGE_LINES = 5 };

/* "K7 Kansas City, yellow" */
static void describe_cursor(const struct client *client, char text[], size_t size)
{
    const struct board *board = client->source->board;
    const struct junction *junction = &board->junction[client->cursor.junction];
    const unsigned seats = source_table(client->source)->seats;
    if (map_city_plays(board, junction->city, seats))
        snprintf(text, size, "%s %s, %s", junction->name,
                 map_city_name(board, junction->city, client->display.utf8),
                 _(group_names[board->city[junction->city].group]));
    else
        snprintf(text, size, "%s%s", junction->name, junction->at_sea ? _(", at sea") : "");
}

static const char *keys_of(const struct client *client)
{
    const bool at_server = client->source->room.link != LINK_HERE;
    switch (client_page(client)) {
    case MODE_ROUND_END:
        return _("? help  q leave  Enter continue  any other key: faster  S save");
    case MODE_ROOM:
        return client->seen.stage == STAGE_PLAYING ? _("? help  q leave  Esc back to the game")
                                                   : _("? help  q leave  Esc the map");
    case MODE_CURTAIN:
        return "";
    default:
        break;
    }
    if (at_server && client->seen.stage != STAGE_PLAYING)
        return _("? help  q leave  T the table  t say something");
    if (at_server)
        return _("? help  q leave  t say  T table  hjkl move  7 9 4 6 1 3 lay  u undo  Enter play");
    return _("? help  q leave  hjkl move  7 9 4 6 1 3 lay  u undo  Enter play  Space marker");
}

static void draw_bar(struct client *client, int y)
{
    const int width = (int)client->display.width;
    char spot[CITY_NAME_SIZE + 40] = "", line[sizeof spot + 200];
    const enum client_mode page = client_page(client);
    if (page == MODE_TABLE || page == MODE_ROUND_END)
        describe_cursor(client, spot, sizeof spot);
    snprintf(line, sizeof line, " %s%s%s%s", spot, client->own ? _("  OWN COLOUR") : "",
             spot[0] != '\0' ? "  |  " : "", keys_of(client));
    for (int x = 0; x < width; x++)
        canvas_put(&client->screen, x, y, ' ', STYLE_BAR);
    canvas_text(&client->screen, 0, y, width, STYLE_BAR, line);
}

/* The last thing that was said or happened around the game, for a while. */
static void describe_heard(const struct client *client, char text[CLIENT_MESSAGE_SIZE])
{
    const struct source_talk *talk = &client->source->talk;
    text[0] = '\0';
    if (talk->lines == 0 || client_now_ms() > client->seen.heard_until_ms ||
        client_page(client) == MODE_ROOM)
        return;
    const struct source_line *line = source_talk_line(talk, talk->lines - 1);
    if (line->kind == TALK_CHAT)
        snprintf(text, CLIENT_MESSAGE_SIZE, "%s: %s", line->name, line->words);
    else if (line->kind == TALK_NEWS)
        snprintf(text, CLIENT_MESSAGE_SIZE, "%s", line->words);
}

struct passage {
    const char *text;
    int lines;
    unsigned style;
};

static int count_lines(const char *text, int width, int most)
{
    const int lines = text_folds(text, width);
    return lines < most ? lines : most;
}

/* Where the next letter of a line that is typed would stand. */
static void find_end(const char *text, int width, int lines, int *x, int *y)
{
    size_t length = 0;
    const char *line = text;
    for (int i = 0; i < lines; i++) {
        line = text;
        text = text_fold(text, width, &length);
    }
    *x = utf8_columns(line) < width ? utf8_columns(line) : width - 1;
    *y += lines > 0 ? lines - 1 : 0;
}

void client_draw_words(struct client *client, int *cursor_x, int *cursor_y)
{
    const int width = (int)client->display.width, bar = (int)client->display.height - 1;
    char heard[CLIENT_MESSAGE_SIZE];
    describe_heard(client, heard);
    const struct passage words[] = {
        {heard, count_lines(heard, width, HEARD_LINES), STYLE_TITLE},
        {client->source->notice, count_lines(client->source->notice, width, NOTICE_LINES),
         STYLE_NOTICE},
        {client->message, count_lines(client->message, width, MESSAGE_LINES),
         client->refused ? STYLE_REFUSED : STYLE_BOLD},
    };
    int y = bar - words[0].lines - words[1].lines - words[2].lines;
    for (int row = y < 0 ? 0 : y; row < bar; row++) {
        for (int x = 0; x < width; x++)
            canvas_put(&client->screen, x, row, ' ', STYLE_PLAIN);
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        canvas_fold(&client->screen, 0, y, width, words[i].lines, words[i].style, words[i].text);
        if (i + 1 == sizeof words / sizeof words[0] && client->mode == MODE_PROMPT) {
            *cursor_y = y;
            find_end(words[i].text, width, words[i].lines, cursor_x, cursor_y);
        }
        y += words[i].lines;
    }
    draw_bar(client, bar);
}
