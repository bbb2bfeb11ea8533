/* The questions before a game. */
#include "terminal/app/play_start.h"

#include <string.h>
#include <time.h>

#include "board/boards.h"
#include "core/harmless.h"
#include "play/company.h"
#include "terminal/app/play_games.h"
#include "terminal/app/start.h"
#include "words/language.h"

/* "TransAmerica, round 3: you, Greta (hard), Bruno (hard)   2026-11-16 21:14" */
static void describe_game(const struct kept_game *game, char text[], size_t size)
{
    static const char bot_prefix[] = "bot "; /* in a record */
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

/* Seats are kept as a text until it is known where the game is. */
static void take_new(struct play_setup *setup, const struct board *board, const char *seats,
                     unsigned variants)
{
    snprintf(setup->asked_seats, sizeof setup->asked_seats, "%s", seats);
    setup->server_seats = setup->asked_seats;
    setup->board.board = board;
    setup->variants = variants;
}

/* ---- On the whole screen --------------------------------------------------------------------- */

static enum play_start ask_on_screen(struct play_setup *setup, const struct kept_game game[],
                                     unsigned games, char error[PLAY_ERROR_SIZE])
{
    static struct start start;
    for (unsigned i = 0; i < games; i++)
        describe_game(&game[i], start.offer[i], sizeof start.offer[i]);
    start_init(&start, games);
    if (!start_run(&start, error, PLAY_ERROR_SIZE))
        return START_BAD;
    if (start.leaves)
        return START_LEAVE;
    if (start.chosen < start.offers)
        take_game(setup, &game[start.chosen]);
    else
        take_new(setup, lobby_form_board(&start.form), lobby_form_seats(&start.form),
                 lobby_form_variants(&start.form));
    return START_GAME;
}

/* ---- Line by line ---------------------------------------------------------------------------- */

/* A number from 1 to `highest`, Enter for `otherwise`; 0 at the end of input. */
static unsigned ask_number(struct screen *screen, const char *question, unsigned highest,
                           unsigned otherwise)
{
    long number;
    for (;;) {
        screen_print(screen, "%s [%u]: ", question, otherwise);
        const char *answer = screen_read(screen);
        if (answer == NULL)
            return 0;
        if (answer[0] == '\0')
            return otherwise;
        if (word_number((struct word){answer, strlen(answer)}, 1, highest, &number))
            return (unsigned)number;
        screen_print(screen, _("Please type a number from 1 to %u, or just press Enter.\n"),
                     highest);
    }
}

static void list_levels(struct screen *screen)
{
    screen_print(screen, "\n");
    for (unsigned i = 0; i < level_count(); i++)
        screen_print(screen, "  %u  %-8s %s\n", i + 1, level_at(i)->name, _(level_at(i)->about));
    screen_print(screen, "  %u  %-8s %s\n", level_count() + 1, company_word,
                 _("about as strong as you, by the rounds that you have played here"));
}

/* The seats of one person against so many bots of a level. */
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

static enum play_start ask_for_new(struct play_setup *setup, struct screen *screen)
{
    char seats[ASKED_SEATS_SIZE];
    screen_print(screen, _("Railhead: which board?  Enter takes what stands in brackets.\n\n"));
    for (unsigned i = 0; i < board_builtin_count(); i++)
        screen_print(screen, "  %u  %s\n", i + 1, board_builtin_at(i)->name);
    screen_print(screen, "\n");
    const unsigned board = ask_number(screen, _("Board"), board_builtin_count(), 1);
    if (board == 0)
        return START_LEAVE;
    const unsigned opponents =
        ask_number(screen, _("Opponents, 1 to 5"), SEATS_MAX - 1, DEFAULT_OPPONENTS);
    if (opponents == 0)
        return START_LEAVE;
    list_levels(screen);
    screen_print(screen, "\n");
    const unsigned level =
        ask_number(screen, _("Level of the bots"), level_count() + 1, LEVEL_USUAL + 1);
    if (level == 0)
        return START_LEAVE;
    screen_print(screen, "\n");
    write_seats(seats, opponents,
                level <= level_count() ? level_at(level - 1)->name : company_word);
    take_new(setup, board_builtin_at(board - 1), seats, 0);
    return START_GAME;
}

static enum play_start ask_in_lines(struct play_setup *setup, struct screen *screen,
                                    const struct kept_game game[], unsigned games)
{
    if (games == 0)
        return ask_for_new(setup, screen);
    screen_print(screen, _("Go on with a game, or begin a new one?\n\n"));
    for (unsigned i = 0; i < games; i++) {
        char words[START_OFFER_SIZE];
        describe_game(&game[i], words, sizeof words);
        screen_print(screen, "  %u  %s\n", i + 1, words);
    }
    screen_print(screen, "  %u  %s\n\n", games + 1, _("A new game"));
    const unsigned chosen = ask_number(screen, _("Game"), games + 1, 1);
    if (chosen == 0)
        return START_LEAVE;
    if (chosen == games + 1)
        return ask_for_new(setup, screen);
    take_game(setup, &game[chosen - 1]);
    return START_GAME;
}

enum play_start play_start_ask(struct play_setup *setup, struct screen *screen, bool plain,
                               char error[PLAY_ERROR_SIZE])
{
    static struct kept_game game[KEPT_GAMES_MAX];
    const unsigned games = play_games_list(game, chosen_board_for_records(&setup->board));
    return plain ? ask_in_lines(setup, screen, game, games)
                 : ask_on_screen(setup, game, games, error);
}
