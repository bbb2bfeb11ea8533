/* A numbered list of tables, and a prompt. */
#include "terminal/line_mode/line_mode_lobby.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_file/boards.h"
#include "rules/notation.h"
#include "terminal/line_mode/typed_turn.h"
#include "terminal/lobby/table_list.h"
#include "words/language.h"

#define NEW_BOARD "transamerica"
#define NEW_SEATS "you,open,open"

static void list_table(struct line_terminal *terminal, unsigned number,
                       const struct listed_table *table)
{
    char variants[VARIANTS_TEXT_SIZE];
    struct text text;
    text_init(&text, variants, sizeof variants);
    variants_write(&text, table->variants, ", ");
    line_terminal_print(terminal, "  %u  %s%s; %s; ", number, table->board->name, variants,
                        table->names);
    if (table->is_kept)
        line_terminal_print(terminal, "%s", _("a rematch, where your seat is kept"));
    else if (!table->is_open)
        line_terminal_print(terminal, _("round %u"), table->round);
    else if (table->free > 0)
        line_terminal_print(terminal, ngettext("%u seat free", "%u seats free", table->free),
                            table->free);
    else
        line_terminal_print(terminal, "%s", _("full"));
    if (table->clock[0] != '\0')
        line_terminal_print(terminal, "; %s", table->clock);
    line_terminal_print(terminal, "%s%s\n", table->is_mine ? "; " : "",
                        table->is_mine ? _("yours") : "");
}

static void list_tables(struct line_terminal *terminal, const struct table_list *list,
                        const char *url)
{
    line_terminal_print(terminal, _("Tables on %.200s"), url);
    line_terminal_print(terminal, "\n");
    if (list->tables == 0)
        line_terminal_print(terminal, _("  There are no public tables at the moment.\n"));
    for (unsigned i = 0; i < list->tables; i++)
        list_table(terminal, i + 1, &list->table[i]);
    line_terminal_print(terminal,
                        _("Type a number to take a seat, watch 2 to watch table 2, new to open a "
                          "table,\nEnter to list them again, or quit to leave.\n"));
}

/* Finds a table by its number, as in "3" and "watch 3".  Returns NULL after a sentence. */
static const struct listed_table *find_table(struct line_terminal *terminal,
                                             const struct table_list *list, const char *rest)
{
    const struct word word = typed_word_next(&rest);
    unsigned number = 0;
    for (size_t i = 0; i < word.length && i < 4; i++)
        number = word.start[i] >= '0' && word.start[i] <= '9'
                     ? 10 * number + (unsigned)(word.start[i] - '0')
                     : 10 * TABLE_LIST_TABLES_MAX;
    if (number >= 1 && number <= list->tables)
        return &list->table[number - 1];
    line_terminal_print(terminal, _("There is no such table in the list.\n"));
    return NULL;
}

/*
 * Parses "new", "new transeuropa" or "new transeuropa you,open,hard".  The server checks the
 * words.
 */
static void choose_new(struct line_mode_choice *choice, const char *rest)
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

/* Returns true if the line was a choice. */
static bool choose_table(struct line_mode_choice *choice, const struct table_list *list,
                         struct line_terminal *terminal, const char *line)
{
    const char *rest = line;
    const struct word word = typed_word_next(&rest);
    const bool watches = typed_word_means(word, N_("watch"));
    if (typed_word_means(word, "quit") || typed_word_is(word, "exit")) {
        choice->leaves = true;
        return true;
    }
    if (typed_word_means(word, N_("new"))) {
        choose_new(choice, rest);
        return true;
    }
    const struct listed_table *table = find_table(terminal, list, watches ? rest : line);
    if (table == NULL)
        return false;
    snprintf(choice->table, sizeof choice->table, "%s", table->id);
    choice->target.link = choice->table;
    choice->target.watches = watches;
    return true;
}

bool line_mode_choose_table(struct line_mode_choice *choice, struct line_terminal *terminal,
                            char error[], size_t error_size)
{
    struct table_list *list = table_list_open(choice->target.url, error, error_size);
    bool chosen = false;
    if (list == NULL)
        return false;
    list_tables(terminal, list, choice->target.url);
    while (!chosen) {
        line_terminal_print(terminal, "> ");
        const char *line = line_terminal_read(terminal);
        if (line == NULL || line[0] != '\0') {
            chosen = choose_table(choice, list, terminal, line != NULL ? line : "quit");
            continue;
        }
        table_list_step(list); /* update only now, so that numbers mean what was listed */
        list_tables(terminal, list, choice->target.url);
    }
    table_list_close(list);
    return true;
}
