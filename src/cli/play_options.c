/* The command line of railhead play, and the questions that stand in for it. */
#include "cli/play_options.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "board/boards.h"
#include "cli/options.h"
#include "cli/play_input.h"

#define DEFAULT_BOARD    "transamerica"
#define DEFAULT_NAME     "you"
#define DEFAULT_OPPONENT "greedy"

static const char usage[] =
    "Usage: railhead play [--board B] [--seats LIST] [--variant V]... [--seed S] [--save FILE]\n"
    "\n"
    "A game in plain text: people at this keyboard, and bots.  Without any option it asks.\n"
    "\n"
    "  --board B     transamerica, transeuropa, transeuropa-classic, or a board file\n"
    "  --seats LIST  2 to 6 seats, split by commas: the name of a bot is a bot, any other word\n"
    "                is the name of a person; you,greedy,greedy,greedy where it is not given\n"
    "  --variant V   open-cards, blocking or private-tracks; more than one may be given\n"
    "  --seed S      the deals that belong to a number, 0 to 18446744073709551615\n"
    "  --save FILE   keeps the record of the game there, written after every turn\n"
    "\n"
    "Bots:\n";

void play_options_help(void)
{
    fputs(usage, stdout);
    for (unsigned i = 0; i < bot_count(); i++)
        printf("  %-12s  %s\n", bot_at(i)->name, bot_at(i)->about);
}

unsigned play_options_people(const struct play_options *options)
{
    unsigned people = 0;
    for (unsigned seat = 0; seat < options->seats; seat++)
        people += options->player[seat].bot == NULL;
    return people;
}

/* ---- Seats ------------------------------------------------------------------------------- */

/* A name must survive in a record, where '#' starts a comment. */
static const char *name_fault(const char *name, size_t length)
{
    if (length == 0)
        return "has an empty name";
    if (length >= PLAYER_NAME_SIZE)
        return "has a name of more than 24 bytes";
    if (text_find_bad_byte(name, length) != length || memchr(name, '#', length) != NULL)
        return "has a name with a sign that a record cannot hold";
    if (name[0] == ' ' || name[length - 1] == ' ')
        return "has a name with a space at an end";
    return NULL;
}

static const struct bot *find_bot(struct word name)
{
    for (unsigned i = 0; i < bot_count(); i++) {
        if (input_word_is(name, bot_at(i)->name))
            return bot_at(i);
    }
    return NULL;
}

static const char *add_player(struct play_options *options, const char *name, size_t length)
{
    struct player *player = &options->player[options->seats];
    const char *fault = name_fault(name, length);
    if (fault != NULL)
        return fault;
    memset(player, 0, sizeof *player);
    memcpy(player->name, name, length);
    player->bot = find_bot((struct word){name, length});
    for (unsigned seat = 0; seat < options->seats && player->bot == NULL; seat++) {
        if (input_word_is((struct word){name, length}, options->player[seat].name))
            return "has the name of another seat";
    }
    options->seats++;
    return NULL;
}

/* "anna,ben,greedy"; false after a line on standard error. */
static bool read_seats(struct play_options *options, const char *list)
{
    const char *name = list;
    options->seats = 0;
    for (;;) {
        const size_t length = strcspn(name, ",");
        if (options->seats == SEATS_MAX) {
            cli_fail("play", "--seats: a game has at most %d seats (S1)", SEATS_MAX);
            return false;
        }
        const char *fault = add_player(options, name, length);
        if (fault != NULL) {
            cli_fail("play", "--seats: seat %u %s", options->seats + 1, fault);
            return false;
        }
        if (name[length] == '\0')
            break;
        name += length + 1;
    }
    if (options->seats < SEATS_MIN) {
        cli_fail("play", "--seats: a game has at least %d seats (S1)", SEATS_MIN);
        return false;
    }
    return true;
}

static void take_default_seats(struct play_options *options, unsigned opponents)
{
    options->seats = 0;
    add_player(options, DEFAULT_NAME, strlen(DEFAULT_NAME));
    for (unsigned i = 0; i < opponents; i++)
        add_player(options, DEFAULT_OPPONENT, strlen(DEFAULT_OPPONENT));
}

/* ---- Questions --------------------------------------------------------------------------- */

/* A number from 1 to `highest`, Enter for `otherwise`; 0 at the end of input. */
static unsigned ask_number(struct screen *screen, const char *question, unsigned highest,
                           unsigned otherwise)
{
    uint64_t number;
    for (;;) {
        screen_print(screen, "%s [%u]: ", question, otherwise);
        const char *answer = screen_read(screen);
        if (answer == NULL)
            return 0;
        if (answer[0] == '\0')
            return otherwise;
        if (options_number(answer, 1, highest, &number))
            return (unsigned)number;
        screen_print(screen, "A number from 1 to %u, please, or just Enter.\n", highest);
    }
}

static enum play_start ask(struct play_options *options, struct screen *screen)
{
    screen_print(screen, "Railhead: which board?  Enter takes what stands in brackets.\n\n");
    for (unsigned i = 0; i < board_builtin_count(); i++)
        screen_print(screen, "  %u  %s\n", i + 1, board_builtin_at(i)->name);
    const unsigned board = ask_number(screen, "\nBoard", board_builtin_count(), 1);
    if (board == 0)
        return START_LEAVE;
    const unsigned opponents =
        ask_number(screen, "Opponents, 1 to 5", SEATS_MAX - 1, DEFAULT_OPPONENTS);
    if (opponents == 0)
        return START_LEAVE;
    screen_print(screen, "\n");
    options->board.board = board_builtin_at(board - 1);
    take_default_seats(options, opponents);
    return START_GAME;
}

/* ---- The command line -------------------------------------------------------------------- */

enum { BOARD, SEATS, VARIANT, SEED, SAVE, HELP };

/* One option with its value; false after a line on standard error. */
static bool take_option(struct play_options *options, int option, const char *value, bool *seeded)
{
    uint64_t number;
    switch (option) {
    case BOARD:
        if (!choose_board(&options->board, value, "play"))
            return false;
        options->board_file = options->board.board == &options->board.storage ? value : NULL;
        return true;
    case SEATS:
        return read_seats(options, value);
    case VARIANT:
        if (add_variant(&options->variants, value))
            return true;
        cli_fail("play",
                 "--variant: there is no '%.60s', only open-cards, blocking and "
                 "private-tracks",
                 value);
        return false;
    case SEED:
        if (!options_number(value, 0, UINT64_MAX, &number)) {
            cli_fail("play", "--seed: '%.60s' is not a number from 0 to 18446744073709551615",
                     value);
            return false;
        }
        seed_of_series(number, 0, options->seed);
        *seeded = true;
        return true;
    default:
        options->save = value;
        return true;
    }
}

static enum play_start read_command_line(struct play_options *options, int argc, char **argv,
                                         bool *seeded)
{
    static const struct option known[] = {
        [BOARD] = {"board", "an id or a file"},
        [SEATS] = {"seats", "names split by commas"},
        [VARIANT] = {"variant", "open-cards, blocking or private-tracks"},
        [SEED] = {"seed", "a number"},
        [SAVE] = {"save", "a file"},
        [HELP] = {"help", NULL},
        {NULL, NULL},
    };
    struct options line;
    int option;
    options_init(&line, argc, argv, known);
    while ((option = options_next(&line)) != OPTION_END) {
        if (option == OPTION_BAD)
            cli_fail("play", "%s", line.error);
        else if (option == OPTION_OPERAND)
            cli_fail("play", "'%.60s' is not an option; railhead play --help lists them",
                     line.value);
        else if (option == HELP)
            return START_HELP;
        else if (take_option(options, option, line.value, seeded))
            continue;
        return START_BAD;
    }
    return START_GAME;
}

enum play_start play_options_read(struct play_options *options, int argc, char **argv,
                                  struct screen *screen)
{
    bool seeded = false;
    memset(options, 0, sizeof *options);
    enum play_start start = read_command_line(options, argc, argv, &seeded);
    if (start == START_GAME && argc == 1 && screen->asks)
        start = ask(options, screen);
    if (start != START_GAME)
        return start;
    if (options->board.board == NULL && !choose_board(&options->board, DEFAULT_BOARD, "play"))
        return START_BAD;
    if (options->seats == 0)
        take_default_seats(options, DEFAULT_OPPONENTS);
    if (sodium_init() < 0) {
        cli_fail("play", "libsodium cannot be started");
        return START_BAD;
    }
    if (!seeded)
        randombytes_buf(options->seed, sizeof options->seed);
    return START_GAME;
}
