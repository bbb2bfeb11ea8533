/* The status lines at the bottom: talk, notices, and keys. */
#include <stdio.h>
#include <string.h>

#include "rules/notation.h"
#include "terminal/drawing/footer.h"
#include "terminal/drawing/utf8.h"
#include "terminal/full_screen/full_screen.h"
#include "words/language.h"

enum { TALK_LINES = 2, NOTICE_LINES = 3, MESSAGE_LINES = 5 };

/* With blocking: returns why the junction cannot be used now, or "". */
static const char *describe_obstacle(const struct full_screen *ui)
{
    const struct table *table = ui->drafts ? &ui->entry.draft.table : source_table(ui->source);
    const unsigned at = ui->cursor.junction;
    struct obstacles obstacles;
    if (ui->bookmark.is_back || ui->revealed == SEAT_NONE || ui->revealed != ui->source->keyboard)
        return "";
    obstacles_find(&obstacles, table, ui->source->board, ui->revealed);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if ((obstacles.markers >> seat & 1) && table->marker[seat] == at)
            return _(", in your way");
    }
    return junction_set_has(&obstacles.behind, at) ? _(", behind a start marker") : "";
}

/* "K7 Kansas City, yellow" */
static void describe_cursor(const struct full_screen *ui, char text[], size_t size)
{
    const struct board *board = ui->source->board;
    const struct junction *junction = &board->junction[ui->cursor.junction];
    const unsigned seats = source_table(ui->source)->seats;
    if (cities_is_in_game(board, junction->city, seats))
        snprintf(text, size, "%s %s, %s%s", junction->name,
                 cities_name(board, junction->city, ui->curses.utf8),
                 _(group_names[board->city[junction->city].group]), describe_obstacle(ui));
    else
        snprintf(text, size, "%s%s%s", junction->name, junction->at_sea ? _(", at sea") : "",
                 describe_obstacle(ui));
}

/* Adds the keys for entering a turn. */
static void add_turn_keys(const struct full_screen *ui, struct footer *footer)
{
    const struct table *table = source_table(ui->source);
    const bool places = table->marker[table->to_move] == JUNCTION_NONE;
    struct choices choices;
    turn_choices(&ui->entry.draft.table, ui->source->board, &ui->entry.draft.hand,
                 &ui->entry.draft.turn, &choices);
    const bool more = !line_set_is_empty(&choices.black) || !line_set_is_empty(&choices.coloured);
    if (!draft_is_empty(&ui->entry.draft) || choices.may_pass)
        footer_key(footer, choices.may_pass ? GAME_KEY_PASS : GAME_KEY_PLAY);
    if (!draft_is_empty(&ui->entry.draft))
        footer_key(footer, GAME_KEY_UNDO);
    if (places)
        footer_key(footer, GAME_KEY_MARKER);
    else if (more)
        footer_key(footer, GAME_KEY_LAY);
    if (full_screen_can_redo(ui))
        footer_key(footer, GAME_KEY_REDO);
    if (!line_set_is_empty(&choices.coloured))
        footer_key(footer, GAME_KEY_COLOUR);
    footer_key(footer, GAME_KEY_MOVE);
    footer_key(footer, GAME_KEY_CITY);
    if (draft_is_empty(&ui->entry.draft) && ui->source->advises)
        footer_key(footer, GAME_KEY_ADVICE);
    if (source_may_take_back(ui->source))
        footer_key(footer, GAME_KEY_TAKE_BACK);
    footer_key(footer, GAME_KEY_MISSING);
}

/* Adds the keys for a turn that a player wants to take back. */
static void add_answers(const struct full_screen *ui, struct footer *footer)
{
    const struct source *source = ui->source;
    if (source_may(source, ASK_AGREE)) {
        footer_key(footer, GAME_KEY_AGREE);
        footer_key(footer, GAME_KEY_REFUSE);
    } else if (source_may(source, ASK_REFUSE)) {
        footer_key(footer, GAME_KEY_WITHDRAW);
    }
    if (!ui->drafts && source_may(source, ASK_TAKEBACK))
        footer_key(footer, GAME_KEY_TAKE_BACK);
}

static void add_table_keys(const struct full_screen *ui, struct footer *footer)
{
    add_answers(ui, footer);
    if (ui->bookmark.is_back) {
        footer_key(footer, GAME_KEY_NOW);
        footer_key(footer, GAME_KEY_LOG);
    } else if (ui->drafts) {
        add_turn_keys(ui, footer);
    } else {
        if (source_may(ui->source, ASK_BACK))
            footer_key(footer, GAME_KEY_BACK);
        footer_key(footer, GAME_KEY_MOVE);
        footer_key(footer, GAME_KEY_LOG);
    }
    if (ui->source->room.connection != SOURCE_LOCAL) {
        footer_key(footer, GAME_KEY_SAY);
        footer_key(footer, GAME_KEY_TABLE);
    }
}

static void add_closing_keys(const struct full_screen *ui, struct footer *footer)
{
    const unsigned offers = full_screen_offers(ui);
    if (offers == 0) {
        footer_key(footer, GAME_KEY_CONTINUE);
        footer_key(footer, GAME_KEY_HURRY);
    }
    if ((offers & SOURCE_REVIEW) != 0)
        footer_key(footer, GAME_KEY_REVIEW);
    if ((offers & SOURCE_REMATCH) != 0)
        footer_key(footer, GAME_KEY_REMATCH);
    if ((offers & SOURCE_NEW_GAME) != 0)
        footer_key(footer, GAME_KEY_NEW);
    footer_key(footer, GAME_KEY_SAVE);
    footer_key(footer, GAME_KEY_LOG);
}

/* Lists the keys that matter now, the most important first. */
static void list_keys(const struct full_screen *ui, struct footer *footer)
{
    if (ui->mode == MODE_QUIT) /* the question names its keys */
        return;
    if (ui->mode == MODE_PROMPT) { /* the other keys are letters there */
        footer_key(footer, FORM_KEY_BACK);
        return;
    }
    switch (full_screen_page(ui)) {
    case MODE_CURTAIN:
        return;
    case MODE_ROUND_END:
        add_closing_keys(ui, footer);
        break;
    case MODE_ROOM:
        footer_key(footer, ui->seen.stage == STAGE_PLAYING ? ROOM_KEY_GAME : ROOM_KEY_MAP);
        break;
    default:
        add_table_keys(ui, footer);
        break;
    }
    footer_key(footer, GAME_KEY_HELP);
    footer_key(footer, GAME_KEY_LEAVE);
    footer->last = 2;
}

static void draw_bar(struct full_screen *ui, int y)
{
    const int width = (int)ui->curses.width;
    struct footer footer = {.keys = 0};
    char spot[CITY_NAME_SIZE + 100] = "", words[sizeof spot + 80], line[FOOTER_SIZE];
    const enum full_screen_mode page = full_screen_page(ui);
    if (page == MODE_TABLE || page == MODE_ROUND_END)
        describe_cursor(ui, spot, sizeof spot);
    snprintf(words, sizeof words, "%s%s", spot, ui->own ? _("  OWN COLOUR") : "");
    list_keys(ui, &footer);
    footer_write(&footer, words, width, line);
    for (int x = 0; x < width; x++)
        canvas_put(&ui->screen, x, y, ' ', STYLE_BAR);
    canvas_text(&ui->screen, 0, y, width, STYLE_BAR, line);
}

/* Writes the last line of talk or news, which is shown for a while. */
static void describe_talk(const struct full_screen *ui, char text[FULL_SCREEN_MESSAGE_SIZE])
{
    const struct source_talk *talk = &ui->source->talk;
    text[0] = '\0';
    if (talk->lines == 0 || clock_ms() > ui->seen.talk_until_ms ||
        full_screen_page(ui) == MODE_ROOM)
        return;
    const struct source_line *line = source_talk_line(talk, talk->lines - 1);
    if (line->kind == TALK_CHAT)
        snprintf(text, FULL_SCREEN_MESSAGE_SIZE, "%s: %s", line->name, line->words);
    else if (line->kind == TALK_NEWS)
        snprintf(text, FULL_SCREEN_MESSAGE_SIZE, "%s", line->words);
}

struct passage {
    const char *text;
    int lines;
    unsigned style;
};

static int count_lines(const char *text, int width, int most)
{
    const int lines = utf8_fold_lines(text, width);
    return lines < most ? lines : most;
}

/* Computes where the next typed letter would appear in folded text. */
static void find_end(const char *text, int width, int lines, int *x, int *y)
{
    size_t length = 0;
    const char *line = text;
    for (int i = 0; i < lines; i++) {
        line = text;
        text = utf8_fold(text, width, &length);
    }
    *x = utf8_columns(line) < width ? utf8_columns(line) : width - 1;
    *y += lines > 0 ? lines - 1 : 0;
}

void full_screen_draw_status(struct full_screen *ui, int *cursor_x, int *cursor_y)
{
    const int width = (int)ui->curses.width, bar = (int)ui->curses.height - 1;
    char talk_line[FULL_SCREEN_MESSAGE_SIZE];
    describe_talk(ui, talk_line);
    const struct passage words[] = {
        {talk_line, count_lines(talk_line, width, TALK_LINES), STYLE_TITLE},
        {ui->source->notice, count_lines(ui->source->notice, width, NOTICE_LINES), STYLE_NOTICE},
        {ui->message, count_lines(ui->message, width, MESSAGE_LINES),
         ui->refused ? STYLE_REFUSED : STYLE_BOLD},
    };
    int y = bar - words[0].lines - words[1].lines - words[2].lines;
    for (int row = y < 0 ? 0 : y; row < bar; row++) {
        for (int x = 0; x < width; x++)
            canvas_put(&ui->screen, x, row, ' ', STYLE_PLAIN);
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        canvas_fold(&ui->screen, 0, y, width, words[i].lines, words[i].style, words[i].text);
        if (i + 1 == sizeof words / sizeof words[0] && ui->mode == MODE_PROMPT) {
            *cursor_y = y;
            find_end(words[i].text, width, words[i].lines, cursor_x, cursor_y);
        }
        y += words[i].lines;
    }
    draw_bar(ui, bar);
}
