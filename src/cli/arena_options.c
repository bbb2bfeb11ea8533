/* Reading the command line of railhead arena. */
#include "cli/arena_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/options.h"

enum {
    BOARD,
    RULES,
    VARIANT,
    BOTS,
    ONE,
    AGAINST,
    LADDER,
    LEVELS,
    PLAYERS,
    GAMES,
    ROUNDS,
    SEED,
    DUPLICATE,
    WORK,
    TIME,
    BELIEF,
    SPRT,
    ERRORS,
    THREADS,
    RECORDS,
    JSON,
    HELP
};

static const struct option known[] = {
    [BOARD] = {"board", "a board's id or file"},
    [RULES] = {"rules", "a rule set"},
    [VARIANT] = {"variant", "a variant"},
    [BOTS] = {"bots", "bots, split by commas"},
    [ONE] = {"one", "a bot"},
    [AGAINST] = {"against", "a bot"},
    [LADDER] = {"ladder", NULL},
    [LEVELS] = {"levels", "bots, split by commas"},
    [PLAYERS] = {"players", "how many, or several numbers split by commas"},
    [GAMES] = {"games", "how many"},
    [ROUNDS] = {"rounds", "how many"},
    [SEED] = {"seed", "a number"},
    [DUPLICATE] = {"duplicate", NULL},
    [WORK] = {"work", "steps for a turn"},
    [TIME] = {"time", "milliseconds for a turn"},
    [BELIEF] = {"belief", NULL},
    [SPRT] = {"sprt", "LOW,HIGH in Elo, or points:LOW,HIGH"},
    [ERRORS] = {"errors", "two chances, split by a comma"},
    [THREADS] = {"threads", "how many"},
    [RECORDS] = {"records", "a folder"},
    [JSON] = {"json", NULL},
    [HELP] = {"help", NULL},
    [HELP + 1] = {NULL, NULL},
};

/* ---- One option ---------------------------------------------------------------------------- */

static int take_number(struct options *options, int option, uint64_t lowest, uint64_t highest,
                       uint64_t *number)
{
    char sentence[80];
    if (options_number(options->value, lowest, highest, number))
        return option;
    snprintf(sentence, sizeof sentence, "is not a whole number from %llu to %llu",
             (unsigned long long)lowest, (unsigned long long)highest);
    return options_refuse(options, known[option].name, options->value, sentence);
}

static int take_games(struct arena_request *request, struct options *options, int option)
{
    const bool rounds = option == ROUNDS;
    uint64_t number = 0;
    if (request->setup.games != 0 && request->setup.rounds != rounds) {
        snprintf(options->error, sizeof options->error, "--games and --rounds do not go together");
        return OPTION_BAD;
    }
    request->setup.rounds = rounds;
    option = take_number(options, option, 1, ARENA_GAMES_MAX, &number);
    request->setup.games = (unsigned)number;
    return option;
}

/* "4", or "2,4,6": ascending. */
static int take_players(struct arena_request *request, struct options *options)
{
    const char *at = options->value;
    request->player_counts = 0;
    for (;;) {
        const unsigned players = (unsigned)(*at - '0');
        const bool more = at[0] != '\0' && at[1] == ',';
        if (*at < '0' + SEATS_MIN || *at > '0' + SEATS_MAX || (at[1] != '\0' && !more) ||
            (request->player_counts > 0 && players <= request->players[request->player_counts - 1]))
            return options_refuse(options, "players", options->value,
                                  "is not a number from 2 to 6, or several that ascend");
        request->players[request->player_counts++] = players;
        if (!more)
            return PLAYERS;
        at += 2;
    }
}

/* Two plain numbers split by a comma. */
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

static int take_sprt(struct arena_request *request, struct options *options)
{
    struct arena_setup *setup = &request->setup;
    const char *numbers = options->value;
    setup->test = ARENA_TEST_ELO;
    if (strncmp(numbers, "points:", 7) == 0) {
        setup->test = ARENA_TEST_POINTS;
        numbers += 7;
    } else if (strncmp(numbers, "elo:", 4) == 0) {
        numbers += 4;
    }
    if (read_two_numbers(numbers, &setup->sprt.low, &setup->sprt.high) &&
        setup->sprt.low < setup->sprt.high)
        return SPRT;
    return options_refuse(options, "sprt", options->value,
                          "is not LOW,HIGH: two numbers, the smaller first");
}

static int take_errors(struct arena_request *request, struct options *options)
{
    struct sprt *sprt = &request->setup.sprt;
    if (read_two_numbers(options->value, &sprt->alpha, &sprt->beta) && sprt->alpha > 0 &&
        sprt->beta > 0 && sprt->alpha < 0.5 && sprt->beta < 0.5)
        return ERRORS;
    return options_refuse(options, "errors", options->value,
                          "is not A,B: two chances between 0 and 0.5");
}

/* Options with a number or a meaning of their own; answers OPTION_BAD or the option. */
static int take_meaning(struct arena_request *request, struct options *options, int option)
{
    struct arena_setup *setup = &request->setup;
    uint64_t number = 0;
    switch (option) {
    case VARIANT:
        if (!add_variant(&setup->variants, options->value))
            return options_refuse(options, "variant", options->value, "is not a variant");
        return option;
    case PLAYERS:
        return take_players(request, options);
    case GAMES:
    case ROUNDS:
        return take_games(request, options, option);
    case SEED:
        request->has_seed = true;
        return take_number(options, option, 0, UINT64_MAX, &setup->seed);
    case WORK:
        return take_number(options, option, 1, UINT64_MAX, &setup->limits.work);
    case TIME:
        option = take_number(options, option, 1, 3600000, &number);
        setup->limits.milliseconds = (unsigned)number;
        return option;
    case SPRT:
        return take_sprt(request, options);
    case ERRORS:
        return take_errors(request, options);
    case THREADS:
        option = take_number(options, option, 1, ARENA_THREADS_MAX, &number);
        setup->threads = (unsigned)number;
        return option;
    case OPTION_OPERAND:
        snprintf(options->error, sizeof options->error, "'%.60s' is not an option", options->value);
        return OPTION_BAD;
    default:
        return option;
    }
}

/* Takes one option; OPTION_BAD or the option. */
static int take(struct arena_request *request, struct options *options, int option)
{
    switch (option) {
    case RULES:
        request->rules = options->value;
        break;
    case BOTS:
        request->bots = options->value;
        break;
    case ONE:
        request->one = options->value;
        break;
    case AGAINST:
        request->against = options->value;
        break;
    case LADDER:
        request->ladder = true;
        break;
    case LEVELS:
        request->levels = options->value;
        break;
    case DUPLICATE:
        request->setup.duplicate = true;
        break;
    case BELIEF:
        request->setup.belief = true;
        break;
    case RECORDS:
        request->setup.records = options->value;
        break;
    case JSON:
        request->json = true;
        break;
    default:
        return take_meaning(request, options, option);
    }
    return option;
}

/* ---- The whole ----------------------------------------------------------------------------- */

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
    cli_fail("arena", "--%s: %s", option, error);
    return false;
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

/* Who plays, by one of the three ways to say it. */
static bool take_contenders(struct arena_request *request)
{
    struct arena_setup *setup = &request->setup;
    if (request->ladder)
        return add_contenders(
            setup, "levels", request->levels != NULL ? request->levels : "easy,medium,hard,expert");
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

/* The sentence on options that do not go together, or NULL. */
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
    if (setup->sprt.alpha == 0)
        setup->sprt.alpha = setup->sprt.beta = 0.05;
    if (setup->threads == 0) {
        const long cores = sysconf(_SC_NPROCESSORS_ONLN);
        setup->threads = cores < 1                   ? 1
                         : cores > ARENA_THREADS_MAX ? ARENA_THREADS_MAX
                                                     : (unsigned)cores;
    }
}

/* All options have been read: whether they make a whole. */
static int complete(struct arena_request *request)
{
    struct arena_setup *setup = &request->setup;
    const bool who = request->bots != NULL || request->one != NULL || request->against != NULL;
    const char *conflict = find_conflict(request);
    if (conflict != NULL)
        return cli_fail("arena", "%s", conflict);
    if (request->ladder && (setup->games == 0 || !request->has_seed))
        return cli_fail("arena", "--ladder needs --games or --rounds, and --seed; "
                                 "railhead arena --help tells more");
    if (!request->ladder &&
        (request->board.board == NULL || !who || setup->games == 0 || !request->has_seed))
        return cli_fail("arena", "--board, --bots, --games and --seed are needed; "
                                 "railhead arena --help tells more");
    if (request->board.board == NULL && !choose_board(&request->board, "transamerica", "arena"))
        return STATUS_BAD;
    setup->board = request->board.board;
    if (!check_rules(setup->board, request->rules, "arena"))
        return STATUS_BAD;
    fill_in_usual(request);
    return take_contenders(request) ? STATUS_OK : STATUS_BAD;
}

int arena_options_read(struct arena_request *request, int argc, char **argv)
{
    struct options options;
    int option;
    memset(request, 0, sizeof *request);
    options_init(&options, argc, argv, known);
    while ((option = options_next(&options)) != OPTION_END) {
        if (option == HELP) {
            request->help = true;
            return STATUS_OK;
        }
        if (option == BOARD && !choose_board(&request->board, options.value, "arena"))
            return STATUS_BAD;
        if (take(request, &options, option) == OPTION_BAD)
            return cli_fail("arena", "%s", options.error);
    }
    return complete(request);
}
