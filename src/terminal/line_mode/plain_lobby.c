/* A numbered list, and a line that says what to do with it. */
#include "terminal/line_mode/plain_lobby.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/boards.h"
#include "core/notation.h"
#include "terminal/line_mode/plain_input.h"
#include "terminal/lobby/lobby.h"
#include "words/language.h"

#define NEW_BOARD "transamerica"
#define NEW_SEATS "you,open,open"

static void list_table(struct screen *screen, unsigned number, const struct lobby_table *table)
{
    char variants[VARIANTS_TEXT_SIZE];
    struct text text;
    text_init(&text, variants, sizeof variants);
    variants_write(&text, table->variants, ", ");
    screen_print(screen, "  %u  %s%s; %s; ", number, table->board->name, variants, table->names);
    if (table->is_kept)
        screen_print(screen, "%s", _("a rematch, where your seat is kept"));
    else if (!table->is_open)
        screen_print(screen, _("round %u"), table->round);
    else if (table->free > 0)
        screen_print(screen, ngettext("%u seat free", "%u seats free", table->free), table->free);
    else
        screen_print(screen, "%s", _("full"));
    if (table->clock[0] != '\0')
        screen_print(screen, "; %s", table->clock);
    screen_print(screen, "%s%s\n", table->is_mine ? "; " : "", table->is_mine ? _("yours") : "");
}

static void list_tables(struct screen *screen, const struct lobby *lobby, const char *url)
{
    screen_print(screen, _("Tables on %.200s"), url);
    screen_print(screen, "\n");
    if (lobby->tables == 0)
        screen_print(screen, _("  There are no public tables at the moment.\n"));
    for (unsigned i = 0; i < lobby->tables; i++)
        list_table(screen, i + 1, &lobby->table[i]);
    screen_print(screen, _("Type a number to take a seat, watch 2 to watch table 2, new to open a "
                           "table,\nEnter to list them again, or quit to leave.\n"));
}

/* "3" in "3" and "watch 3": a table of the list, or NULL after a sentence. */
static const struct lobby_table *find_table(struct screen *screen, const struct lobby *lobby,
                                            const char *rest)
{
    const struct word word = input_next_word(&rest);
    unsigned number = 0;
    for (size_t i = 0; i < word.length && i < 4; i++)
        number = word.start[i] >= '0' && word.start[i] <= '9'
                     ? 10 * number + (unsigned)(word.start[i] - '0')
                     : 10 * LOBBY_TABLES_MAX;
    if (number >= 1 && number <= lobby->tables)
        return &lobby->table[number - 1];
    screen_print(screen, _("There is no such table in the list.\n"));
    return NULL;
}

/* "new", "new transeuropa", "new transeuropa you,open,hard"; what is wrong the server says. */
static void choose_new(struct plain_choice *choice, const char *rest)
{
    choice->target.board = NEW_BOARD;
    choice->target.seats = NEW_SEATS;
    while (*(rest += strspn(rest, " \t")) != '\0') {
        const size_t length = strcspn(rest, " \t");
        const struct board *board = board_builtin(rest, length);
        if (board != NULL) {
            choice->target.board = board->id;
        } else {
            snprintf(choice->seats, sizeof choice->seats, "%.*s", (int)length, rest);
            choice->target.seats = choice->seats;
        }
        rest += length;
    }
}

/* True when the line was a choice. */
static bool choose(struct plain_choice *choice, const struct lobby *lobby, struct screen *screen,
                   const char *line)
{
    const char *rest = line;
    const struct word word = input_next_word(&rest);
    const bool watches = input_means(word, N_("watch"));
    if (input_means(word, "quit") || input_word_is(word, "exit")) {
        choice->leaves = true;
        return true;
    }
    if (input_means(word, N_("new"))) {
        choose_new(choice, rest);
        return true;
    }
    const struct lobby_table *table = find_table(screen, lobby, watches ? rest : line);
    if (table == NULL)
        return false;
    snprintf(choice->table, sizeof choice->table, "%s", table->id);
    choice->target.link = choice->table;
    choice->target.watches = watches;
    return true;
}

bool plain_choose(struct plain_choice *choice, struct screen *screen, char error[],
                  size_t error_size)
{
    struct lobby *lobby = lobby_open(choice->target.url, error, error_size);
    bool chosen = false;
    if (lobby == NULL)
        return false;
    list_tables(screen, lobby, choice->target.url);
    while (!chosen) {
        screen_print(screen, "> ");
        const char *line = screen_read(screen);
        if (line == NULL || line[0] != '\0') {
            chosen = choose(choice, lobby, screen, line != NULL ? line : "quit");
            continue;
        }
        lobby_step(lobby); /* until then a number means what was listed */
        list_tables(screen, lobby, choice->target.url);
    }
    lobby_close(lobby);
    return true;
}
