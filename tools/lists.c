/*
 * A program of the build: writes the lists that the page shares with the core as TypeScript, to
 * standard output: boards, rule sets, variants, levels and who plays them.  What the page says
 * about each is its own.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/check.h"
#include "board_file/boards.h"
#include "bots/bot.h"
#include "bots/nickname.h"
#include "rules/notation.h"

_Noreturn void check_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: check failed: %s\n", file, line, condition);
    abort();
}

static void begin(const char *name)
{
    printf("export const %s = [", name);
}

static void add(unsigned number, const char *word)
{
    printf("%s'%s'", number == 0 ? "" : ", ", word);
}

static void end(void)
{
    puts("] as const;");
}

/* Ids and names have no quote in them: the reader of boards sees to the first, and to be sure: */
static const char *plain(const char *text)
{
    for (const char *at = text; *at != '\0'; at++)
        CHECK(*at != '\'' && *at != '\\');
    return text;
}

static void put_boards(void)
{
    puts("export const BOARDS = [");
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        const struct board *board = board_builtin_at(i);
        printf("    { id: '%s', name: '%s', rules: '%s' },\n", board->id, plain(board->name),
               ruleset_names[board->ruleset]);
    }
    puts("] as const;");
}

/* By level, one for each seat. */
static void put_nicknames(void)
{
    puts("export const NICKNAMES = {");
    for (unsigned i = 0; i < level_count(); i++) {
        printf("    %s: [", level_at(i)->name);
        for (unsigned seat = 0; seat < SEATS_MAX; seat++)
            add(seat, plain(bot_nickname(level_at(i), seat)));
        puts("],");
    }
    puts("} as const;");
}

int main(void)
{
    puts("// Made by tools/lists.c; not to be edited.");
    put_boards();
    begin("RULE_SETS");
    for (unsigned i = 0; i < RULESETS; i++)
        add(i, ruleset_names[i]);
    end();
    begin("VARIANTS");
    for (unsigned i = 0; i < VARIANTS; i++)
        add(i, variant_name(i));
    end();
    begin("LEVELS");
    for (unsigned i = 0; i < level_count(); i++)
        add(i, level_at(i)->name);
    end();
    put_nicknames();
    printf("export const ADVISER = '%s';\n", plain(bot_adviser()->name));
    return 0;
}
