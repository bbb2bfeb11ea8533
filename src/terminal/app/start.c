/* The questions before a game. */
#include "terminal/app/start.h"

#include <string.h>
#include <time.h>

#include "board_file/boards.h"
#include "game/company.h"
#include "terminal/app/kept_games.h"
#include "terminal/app/start_menu.h"
#include "text/harmless.h"
#include "words/language.h"

/* "TransAmerica, round 3: you, Greta (hard), Bruno (hard)   2026-11-16 21:14" */
static void describe_game(const struct kept_game *game, char text[], size_t size)
{
    static const char bot_prefix[] = "bot "; /* prefix of a bot's name in a record */
    char names[SEATS_MAX * (RECORD_NAME_SIZE + 2)] = "", when[40] = "";
    struct tm parts;
    for (unsigned seat = 0; seat < game->seats; seat++) {
        char name[RECORD_NAME_SIZE], title[SOURCE_TITLE_SIZE];
        harmless_copy(name, sizeof name, game->names.name[seat]);
        const bool is_bot = strncmp(name, bot_prefix, sizeof bot_prefix - 1) == 0;
        source_list_add(names, sizeof names,
                        is_bot ? source_bot_title(name + sizeof bot_prefix - 1, seat, title)
                        : strcmp(name, "you") == 0 ? _("you")
                                                   : name);
    }
    if (localtime_r(&game->when, &parts) != NULL)
        strftime(when, sizeof when, "%Y-%m-%d %H:%M", &parts);
    snprintf(text, size, _("%s, round %u: %s   %s"), game->board->name, game->round, names, when);
}

static void take_game(struct play_setup *setup, const struct kept_game *game)
{
    snprintf(setup->kept, sizeof setup->kept, "%s", game->path);
    setup->resume = setup->kept;
}

/* The seats stay text until we know whether the game is here or at a server. */
static void take_new(struct play_setup *setup, const struct board *board, const char *seats,
                     unsigned variants)
{
    snprintf(setup->asked_seats, sizeof setup->asked_seats, "%s", seats);
    setup->server_seats = setup->asked_seats;
    setup->board.board = board;
    setup->variants = variants;
}

/* ---- Full screen ----------------------------------------------------------------------------- */

static enum play_start ask_on_screen(struct play_setup *setup, const struct kept_game game[],
                                     unsigned games, char error[PLAY_ERROR_SIZE])
{
    static struct start_menu menu;
    for (unsigned i = 0; i < games; i++)
        describe_game(&game[i], menu.offer[i], sizeof menu.offer[i]);
    start_menu_init(&menu, games);
    if (!start_menu_run(&menu, error, PLAY_ERROR_SIZE))
        return START_BAD;
    if (menu.leaves)
        return START_LEAVE;
    if (menu.chosen < menu.offers)
        take_game(setup, &game[menu.chosen]);
    else
        take_new(setup, game_form_board(&menu.form), game_form_seats(&menu.form),
                 game_form_variants(&menu.form));
    return START_GAME;
}

/* ---- Line mode ------------------------------------------------------------------------------- */

/*
 * Asks for a number from 1 to `highest`; Enter means `otherwise`.  Returns 0 at the end of input.
 */
static unsigned ask_number(struct line_terminal *terminal, const char *question, unsigned highest,
                           unsigned otherwise)
{
    long number;
    for (;;) {
        line_terminal_print(terminal, "%s [%u]: ", question, otherwise);
        const char *answer = line_terminal_read(terminal);
        if (answer == NULL)
            return 0;
        if (answer[0] == '\0')
            return otherwise;
        if (word_number((struct word){answer, strlen(answer)}, 1, highest, &number))
            return (unsigned)number;
        line_terminal_print(
            terminal, _("Please type a number from 1 to %u, or just press Enter.\n"), highest);
    }
}

static void list_levels(struct line_terminal *terminal)
{
    line_terminal_print(terminal, "\n");
    for (unsigned i = 0; i < level_count(); i++)
        line_terminal_print(terminal, "  %u  %-8s %s\n", i + 1, level_at(i)->name,
                            _(level_at(i)->about));
    line_terminal_print(terminal, "  %u  %-8s %s\n", level_count() + 1, company_word,
                        _("about as strong as you, by the rounds that you have played here"));
}

/* Writes the seats of one person and `opponents` bots of a level. */
static void write_seats(char seats[ASKED_SEATS_SIZE], unsigned opponents, const char *level)
{
    struct text text;
    text_init(&text, seats, ASKED_SEATS_SIZE);
    text_add(&text, "you");
    for (unsigned i = 0; i < opponents; i++) {
        text_add(&text, ",");
        text_add(&text, level);
    }
}

static enum play_start ask_for_new(struct play_setup *setup, struct line_terminal *terminal)
{
    char seats[ASKED_SEATS_SIZE];
    line_terminal_print(terminal,
                        _("Railhead: which board?  Enter takes what stands in brackets.\n\n"));
    for (unsigned i = 0; i < board_builtin_count(); i++)
        line_terminal_print(terminal, "  %u  %s\n", i + 1, board_builtin_at(i)->name);
    line_terminal_print(terminal, "\n");
    const unsigned board = ask_number(terminal, _("Board"), board_builtin_count(), 1);
    if (board == 0)
        return START_LEAVE;
    const unsigned opponents =
        ask_number(terminal, _("Opponents, 1 to 5"), SEATS_MAX - 1, DEFAULT_OPPONENTS);
    if (opponents == 0)
        return START_LEAVE;
    list_levels(terminal);
    line_terminal_print(terminal, "\n");
    const unsigned level =
        ask_number(terminal, _("Level of the bots"), level_count() + 1, LEVEL_USUAL + 1);
    if (level == 0)
        return START_LEAVE;
    line_terminal_print(terminal, "\n");
    write_seats(seats, opponents,
                level <= level_count() ? level_at(level - 1)->name : company_word);
    take_new(setup, board_builtin_at(board - 1), seats, 0);
    return START_GAME;
}

static enum play_start ask_in_lines(struct play_setup *setup, struct line_terminal *terminal,
                                    const struct kept_game game[], unsigned games)
{
    if (games == 0)
        return ask_for_new(setup, terminal);
    line_terminal_print(terminal, _("Go on with a game, or begin a new one?\n\n"));
    for (unsigned i = 0; i < games; i++) {
        char words[START_MENU_OFFER_SIZE];
        describe_game(&game[i], words, sizeof words);
        line_terminal_print(terminal, "  %u  %s\n", i + 1, words);
    }
    line_terminal_print(terminal, "  %u  %s\n\n", games + 1, _("A new game"));
    const unsigned chosen = ask_number(terminal, _("Game"), games + 1, 1);
    if (chosen == 0)
        return START_LEAVE;
    if (chosen == games + 1)
        return ask_for_new(setup, terminal);
    take_game(setup, &game[chosen - 1]);
    return START_GAME;
}

enum play_start start_ask(struct play_setup *setup, struct line_terminal *terminal, bool plain,
                          char error[PLAY_ERROR_SIZE])
{
    static struct kept_game game[KEPT_GAMES_MAX];
    const unsigned games = kept_games_list(game, chosen_board_for_records(&setup->board));
    return plain ? ask_in_lines(setup, terminal, game, games)
                 : ask_on_screen(setup, game, games, error);
}
