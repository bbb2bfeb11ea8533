/* Reads the command line of railhead arena. */
#include "cli/arena_options.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/team.h"
#include "base/check.h"

#define LADDER_BOARD "transamerica" /* the default of --ladder */

/* ---- Values ---------------------------------------------------------------------------------- */

static bool take_games(const struct option *option, const char *value, void *into,
                       char error[OPTIONS_ERROR_SIZE])
{
    struct arena_setup *setup = &((struct arena_request *)into)->setup;
    const bool rounds = strcmp(option->name, "rounds") == 0;
    uint64_t number = 0;
    if (setup->games != 0 && setup->rounds != rounds)
        snprintf(error, OPTIONS_ERROR_SIZE, "it does not go together with --%s",
                 rounds ? "games" : "rounds");
    else if (!options_number(value, 1, ARENA_GAMES_MAX, &number))
        snprintf(error, OPTIONS_ERROR_SIZE, "'%.60s' is not a whole number from 1 to %d", value,
                 ARENA_GAMES_MAX);
    setup->rounds = rounds;
    setup->games = (unsigned)number;
    return number != 0;
}

static bool take_seed(const struct option *option, const char *value, void *into,
                      char error[OPTIONS_ERROR_SIZE])
{
    struct arena_request *request = into;
    (void)option;
    request->has_seed = options_number(value, 0, UINT64_MAX, &request->setup.seed);
    if (!request->has_seed)
        snprintf(error, OPTIONS_ERROR_SIZE, "'%.60s' is not a whole number from 0 to %" PRIu64,
                 value, UINT64_MAX);
    return request->has_seed;
}

/* Parses "4", or an ascending list such as "2,4,6". */
static bool take_players(const struct option *option, const char *value, void *into,
                         char error[OPTIONS_ERROR_SIZE])
{
    struct arena_request *request = into;
    (void)option;
    request->player_counts = 0;
    for (const char *at = value;; at += 2) {
        const unsigned players = (unsigned)(*at - '0');
        const bool more = at[0] != '\0' && at[1] == ',';
        if (*at < '0' + SEATS_MIN || *at > '0' + SEATS_MAX || (at[1] != '\0' && !more) ||
            (request->player_counts > 0 &&
             players <= request->players[request->player_counts - 1])) {
            snprintf(error, OPTIONS_ERROR_SIZE,
                     "'%.60s' is not a number from 2 to 6, or several that ascend", value);
            return false;
        }
        request->players[request->player_counts++] = players;
        if (!more)
            return true;
    }
}

/* Parses two decimal numbers separated by a comma. */
static bool read_two_numbers(const char *text, double *one, double *other)
{
    char *end;
    if (text[strspn(text, "0123456789.,-")] != '\0' || *text == ',')
        return false;
    *one = strtod(text, &end);
    if (*end != ',' || end[1] == '\0')
        return false;
    *other = strtod(end + 1, &end);
    return *end == '\0';
}

static bool take_sprt(const struct option *option, const char *value, void *into,
                      char error[OPTIONS_ERROR_SIZE])
{
    struct arena_setup *setup = &((struct arena_request *)into)->setup;
    const char *numbers = value;
    (void)option;
    setup->test = ARENA_TEST_ELO;
    if (strncmp(numbers, "points:", 7) == 0) {
        setup->test = ARENA_TEST_POINTS;
        numbers += 7;
    } else if (strncmp(numbers, "elo:", 4) == 0) {
        numbers += 4;
    }
    if (read_two_numbers(numbers, &setup->sprt.low, &setup->sprt.high) &&
        setup->sprt.low < setup->sprt.high)
        return true;
    snprintf(error, OPTIONS_ERROR_SIZE, "'%.60s' is not LOW,HIGH: two numbers, the smaller first",
             value);
    return false;
}

static bool take_errors(const struct option *option, const char *value, void *into,
                        char error[OPTIONS_ERROR_SIZE])
{
    struct sprt *sprt = &((struct arena_request *)into)->setup.sprt;
    (void)option;
    if (read_two_numbers(value, &sprt->alpha, &sprt->beta) && sprt->alpha > 0 && sprt->beta > 0 &&
        sprt->alpha < 0.5 && sprt->beta < 0.5)
        return true;
    snprintf(error, OPTIONS_ERROR_SIZE, "'%.60s' is not A,B: two chances between 0 and 0.5", value);
    return false;
}

/* ---- The list -------------------------------------------------------------------------------- */

const struct option arena_options[] = {
    OPT_GROUP("What is played"),
    OPT_BOARD(struct arena_request, board, .usually = LADDER_BOARD " with --ladder"),
    OPT_RULES(struct arena_request, ruleset),
    OPT_VARIANTS(struct arena_request, setup.variants),
    OPT_CALL("games", "N", struct arena_request, setup.games, take_games, "how many games"),
    OPT_CALL("rounds", "N", struct arena_request, setup.games, take_games,
             "or how many single rounds, won by whoever loses least"),
    OPT_CALL("seed", "S", struct arena_request, setup.seed, take_seed,
             "a number; the same seed gives the same games everywhere",
             .usually = "a random one, which the result names"),
    OPT_GROUP("Who plays"),
    OPT_TEXT("bots", "LIST", struct arena_request, bots,
             "2 to 6 bots, separated by commas, one for each seat"),
    OPT_FLAG("duplicate", struct arena_request, setup.duplicate,
             "plays every deal several times, the bots rotated through all seats"),
    OPT_TEXT("one", "A", struct arena_request, one,
             "with --against B: A alone in a field of B, and B alone in a field of A, every deal "
             "from all seats; N is rounded up to whole deals"),
    OPT_TEXT("against", "B", struct arena_request, against, "see --one"),
    OPT_FLAG("ladder", struct arena_request, ladder,
             "every two levels against each other as with --one, N games for each pair, as tables "
             "for Markdown"),
    {.kind = OPTION_TEXT,
     .name = "levels",
     .value = "LIST",
     OPTION_TO(struct arena_request, levels),
     .list = &level_words,
     .help = "the bots of the ladder, separated by commas, the weakest first; %s unless given"},
    OPT_CALL("players", "LIST", struct arena_request, players, take_players, "how many seats",
             .usually = "4 with --one, 2,4,6 with --ladder"),
    OPT_NOTE("A bot is one of these, BOT:WORK for another budget than its usual one (expert:5000), "
             "or cmd:COMMAND for a program that speaks the engine protocol:"),
    OPT_TERMS(&contender_words),
    OPT_GROUP("How"),
    OPT_NUMBER("work", "N", struct arena_request, setup.limits.work, 1, UINT64_MAX,
               "steps for a turn, for all who have no number of their own"),
    OPT_NUMBER("time", "MS", struct arena_request, setup.limits.milliseconds, 1, 3600000,
               "milliseconds for a turn of a program; then runs may differ"),
    OPT_NUMBER("threads", "T", struct arena_request, setup.threads, 1, ARENA_THREADS_MAX,
               "how many games at once", .usually = "the number of cores"),
    OPT_CALL("sprt", "LOW,HIGH", struct arena_request, setup.sprt, take_sprt,
             "with --one: stops as soon as it is clear whether A is ahead of B by LOW or by HIGH "
             "Elo; points:LOW,HIGH for points a round"),
    OPT_CALL("errors", "A,B", struct arena_request, setup.sprt, take_errors,
             "of that test, the chances to say high where low is true and low where high is true",
             .otherwise = "0.05,0.05"),
    OPT_FLAG("belief", struct arena_request, setup.belief,
             "measures how well hands can be read: the logarithm of the chance that the others' "
             "true hands are given when a round ends"),
    OPT_TEXT("records", "DIR", struct arena_request, setup.records,
             "keeps one record for each game in the folder DIR, and never writes over another"),
    OPT_FLAG("json", struct arena_request, json, "the result as JSON"),
    OPT_NOTE("A deal is one observation, however often it is played.  Points ahead are what the "
             "others lost more in a round.  Elo is that of the orders in which the bots finished "
             "(the model of Plackett and Luce); bots that tie have finished in all orders in equal "
             "parts."),
    OPT_END,
};

/* ---- Completing the request ---------------------------------------------------------------- */

static bool add_contender(struct arena_setup *setup, const char *option, const char *text,
                          size_t length)
{
    char error[CONTENDER_ERROR_SIZE];
    if (setup->contenders == SEATS_MAX) {
        cli_fail("arena", "--%s: more than %d bots", option, SEATS_MAX);
        return false;
    }
    if (contender_parse(&setup->contender[setup->contenders], text, length, error)) {
        setup->contenders++;
        return true;
    }
    char name[CONTENDER_TEXT_SIZE], unknown[OPTIONS_ERROR_SIZE];
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : 0), text);
    name[strcspn(name, ":")] = '\0';
    const bool is_named = contender_words.at(word_list_find(&contender_words, name)) != NULL ||
                          strcmp(name, "cmd") == 0 || length >= sizeof name;
    if (!is_named)
        options_no_such(unknown, &contender_words, name);
    cli_fail("arena", "--%s: %s", option, is_named ? error : unknown);
    return false;
}

static bool add_levels(struct arena_setup *setup)
{
    for (unsigned i = 0; i < level_count(); i++) {
        const char *name = level_at(i)->name;
        if (!add_contender(setup, "levels", name, strlen(name)))
            return false;
    }
    return true;
}

static bool add_contenders(struct arena_setup *setup, const char *option, const char *list)
{
    for (;;) {
        const size_t length = strcspn(list, ",");
        if (!add_contender(setup, option, list, length))
            return false;
        if (list[length] == '\0')
            break;
        list += length + 1;
    }
    if (setup->contenders >= SEATS_MIN)
        return true;
    cli_fail("arena", "--%s: a game needs at least %d bots", option, SEATS_MIN);
    return false;
}

/* Fills in the contenders from whichever of the three kinds of options was used. */
static bool take_contenders(struct arena_request *request)
{
    struct arena_setup *setup = &request->setup;
    if (request->ladder)
        return request->levels != NULL ? add_contenders(setup, "levels", request->levels)
                                       : add_levels(setup);
    if (request->bots != NULL) {
        if (!add_contenders(setup, "bots", request->bots))
            return false;
        arena_list(setup);
        return true;
    }
    if (!add_contender(setup, "one", request->one, strlen(request->one)) ||
        !add_contender(setup, "against", request->against, strlen(request->against)))
        return false;
    arena_compare(setup, request->players[0]);
    return true;
}

/* Returns a sentence if two options contradict each other, otherwise NULL. */
static const char *find_conflict(const struct arena_request *request)
{
    const bool compared = request->one != NULL || request->against != NULL;
    if ((request->bots != NULL) + compared + request->ladder > 1)
        return "--bots, --one and --ladder do not go together";
    if (compared && (request->one == NULL || request->against == NULL))
        return "--one and --against go together";
    if (request->setup.test != ARENA_NO_TEST && !compared)
        return "--sprt needs --one and --against";
    if (request->levels != NULL && !request->ladder)
        return "--levels are those of --ladder";
    if (request->player_counts > 0 && request->bots != NULL)
        return "--players: --bots has one bot for each seat";
    if (request->player_counts > 1 && !request->ladder)
        return "--players: several numbers are for --ladder";
    if (request->setup.records != NULL && request->ladder)
        return "--records are not kept of a ladder";
    if (request->setup.belief && request->ladder)
        return "--belief is not measured in a ladder";
    if (request->setup.belief && request->setup.variants & VARIANT_OPEN_CARDS)
        return "--belief: with open cards there is nothing to guess";
    return NULL;
}

static void fill_in_usual(struct arena_request *request)
{
    struct arena_setup *setup = &request->setup;
    static const unsigned of_ladder[] = {2, 4, 6};
    if (request->player_counts == 0 && request->ladder) {
        memcpy(request->players, of_ladder, sizeof of_ladder);
        request->player_counts = 3;
    } else if (request->player_counts == 0) {
        request->players[0] = 4;
        request->player_counts = 1;
    }
    if (setup->threads == 0)
        setup->threads = team_cores(cli_cores(ARENA_THREADS_MAX));
}

/* Draws one seed for all members of a team, small enough to be exact in every JSON reader. */
static void draw_seed(uint64_t *seed)
{
    CHECK(sodium_init() >= 0);
    *seed = (uint64_t)randombytes_random() << 16 | (randombytes_random() & 0xffff);
    team_share(seed, sizeof *seed);
}

/* Checks that the options are complete and consistent once all of them have been read. */
int arena_options_complete(struct arena_request *request)
{
    struct arena_setup *setup = &request->setup;
    const bool who = request->bots != NULL || request->one != NULL || request->against != NULL;
    const char *conflict = find_conflict(request);
    if (conflict != NULL)
        return cli_fail("arena", "%s", conflict);
    const char *missing = !who && !request->ladder ? "--bots, --one with --against, or --ladder"
                          : request->board.board == NULL && !request->ladder ? "--board"
                          : setup->games == 0                                ? "--games or --rounds"
                                                                             : NULL;
    if (missing != NULL)
        return cli_fail("arena", "%s is needed; see --help", missing);
    if (!request->has_seed)
        draw_seed(&setup->seed);
    char error[OPTIONS_ERROR_SIZE];
    if (request->board.board == NULL && !cli_choose_board(&request->board, LADDER_BOARD, error))
        return cli_fail("arena", "%s", error);
    setup->board = request->board.board;
    if (!cli_check_rules(setup->board, request->ruleset, "arena"))
        return STATUS_BAD;
    fill_in_usual(request);
    return take_contenders(request) ? STATUS_OK : STATUS_BAD;
}
