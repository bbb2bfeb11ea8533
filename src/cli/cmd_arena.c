/* railhead arena: what was asked for, and the result as a table or as JSON. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/arena.h"
#include "cli/cli.h"
#include "cli/json_output.h"
#include "cli/options.h"
#include "core/notation.h"

static const char usage[] =
    "Usage: railhead arena --board BOARD --bots LIST --games N --seed S [OPTION]...\n"
    "\n"
    "Lets bots play whole games: shares of the wins and points lost a round, each with its 95 %\n"
    "interval, and the time they took for a turn.\n"
    "\n"
    "  --board BOARD      the id of a board, or the path of a board file\n"
    "  --rules RULES      the board's own rule set, where it is to be said\n"
    "  --variant VARIANT  open-cards, blocking or private-tracks; may be given several times\n"
    "  --bots LIST        2 to 6 bots, split by commas, one for each seat:\n";

static const char more_usage[] =
    "  --games N          how many games\n"
    "  --seed S           a number; the same seed gives the same games everywhere\n"
    "  --duplicate        every deal is played several times, the bots rotated through all seats\n"
    "  --threads T        how many games at once; the cores of the machine by default\n"
    "  --records DIR      keeps one record for each game in the folder DIR\n"
    "  --json             the result as JSON\n";

struct request {
    struct chosen_board board;
    struct arena_setup setup;
    const char *rules;
    const char *bots;
    bool has_seed;
    bool json;
};

enum { BOARD, RULES, VARIANT, BOTS, GAMES, SEED, DUPLICATE, THREADS, RECORDS, JSON, HELP };

static const struct option known[] = {
    [BOARD] = {"board", "a board's id or file"},
    [RULES] = {"rules", "a rule set"},
    [VARIANT] = {"variant", "a variant"},
    [BOTS] = {"bots", "bots, split by commas"},
    [GAMES] = {"games", "how many"},
    [SEED] = {"seed", "a number"},
    [DUPLICATE] = {"duplicate", NULL},
    [THREADS] = {"threads", "how many"},
    [RECORDS] = {"records", "a folder"},
    [JSON] = {"json", NULL},
    [HELP] = {"help", NULL},
    [HELP + 1] = {NULL, NULL},
};

static void print_usage(void)
{
    fputs(usage, stdout);
    for (unsigned i = 0; i < bot_count(); i++)
        printf("                       %-8s %s\n", bot_at(i)->name, bot_at(i)->about);
    fputs(more_usage, stdout);
}

static bool take_bots(struct arena_setup *setup, const char *list)
{
    for (;;) {
        const size_t length = strcspn(list, ",");
        if (setup->seats == SEATS_MAX) {
            cli_fail("arena", "--bots: more than %d bots", SEATS_MAX);
            return false;
        }
        const struct bot *bot = bot_find(list, length);
        if (bot == NULL) {
            cli_fail("arena", "--bots: there is no bot '%.*s'", length < 60 ? (int)length : 60,
                     list);
            return false;
        }
        setup->bot[setup->seats++] = bot;
        if (list[length] == '\0')
            break;
        list += length + 1;
    }
    if (setup->seats >= SEATS_MIN)
        return true;
    cli_fail("arena", "--bots: a game needs at least %d bots", SEATS_MIN);
    return false;
}

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

/* Takes one option; what it answers is OPTION_BAD or the option. */
static int take(struct request *request, struct options *options, int option)
{
    uint64_t number = 0;
    switch (option) {
    case RULES:
        request->rules = options->value;
        break;
    case VARIANT:
        if (!add_variant(&request->setup.variants, options->value))
            return options_refuse(options, "variant", options->value, "is not a variant");
        break;
    case BOTS:
        request->bots = options->value;
        break;
    case GAMES:
        option = take_number(options, option, 1, ARENA_GAMES_MAX, &number);
        request->setup.games = (unsigned)number;
        break;
    case SEED:
        option = take_number(options, option, 0, UINT64_MAX, &request->setup.seed);
        request->has_seed = true;
        break;
    case DUPLICATE:
        request->setup.duplicate = true;
        break;
    case THREADS:
        option = take_number(options, option, 1, ARENA_THREADS_MAX, &number);
        request->setup.threads = (unsigned)number;
        break;
    case RECORDS:
        request->setup.records = options->value;
        break;
    case JSON:
        request->json = true;
        break;
    case OPTION_OPERAND:
        snprintf(options->error, sizeof options->error, "'%.60s' is not an option", options->value);
        return OPTION_BAD;
    default:
        break;
    }
    return option;
}

/* Reads the command line; STATUS_OK, or STATUS_BAD after the one line on standard error. */
static int read_request(struct request *request, int argc, char **argv, bool *help)
{
    struct options options;
    int option;
    options_init(&options, argc, argv, known);
    while ((option = options_next(&options)) != OPTION_END) {
        if (option == HELP) {
            *help = true;
            return STATUS_OK;
        }
        if (option == BOARD && !choose_board(&request->board, options.value, "arena"))
            return STATUS_BAD;
        if (take(request, &options, option) == OPTION_BAD)
            return cli_fail("arena", "%s", options.error);
    }
    if (request->board.board == NULL || request->bots == NULL || request->setup.games == 0 ||
        !request->has_seed)
        return cli_fail("arena", "--board, --bots, --games and --seed are needed; "
                                 "railhead arena --help tells more");
    request->setup.board = request->board.board;
    if (!check_rules(request->setup.board, request->rules, "arena") ||
        !take_bots(&request->setup, request->bots))
        return STATUS_BAD;
    return STATUS_OK;
}

/* "31.20 +- 1.45", the margin left open where one deal cannot tell it. */
static const char *mean_text(char text[32], double mean, double margin, int digits)
{
    if (isnan(margin))
        snprintf(text, 32, "%.*f +- ?", digits, mean);
    else
        snprintf(text, 32, "%.*f +- %.*f", digits, mean, digits, margin);
    return text;
}

static void print_table(const struct arena_setup *setup, const struct arena_result *result)
{
    printf("%s", setup->board->name);
    for (int i = 0; i < 3; i++) {
        if (setup->variants >> i & 1)
            printf(", %s", variant_names[i]);
    }
    printf(": %u games, %llu rounds, %llu turns, seed %llu%s, %.1f seconds\n\n", result->games,
           (unsigned long long)result->rounds, (unsigned long long)result->turns,
           (unsigned long long)setup->seed, setup->duplicate ? ", duplicate deals" : "",
           result->seconds);
    printf("    %-10s %18s %22s %12s\n", "bot", "games won, %", "points lost a round", "us a turn");
    for (unsigned i = 0; i < setup->seats; i++) {
        const struct arena_entry *entry = &result->entry[i];
        char won[32], lost[32];
        printf("  %u %-10s %18s %22s %12.1f\n", i + 1, setup->bot[i]->name,
               mean_text(won, 100 * entry->won.mean, 100 * entry->won.margin, 2),
               mean_text(lost, entry->lost.mean, entry->lost.margin, 3), entry->microseconds);
    }
}

/* JSON has no word for what is not a number but null. */
static json_t *margin_json(double margin)
{
    return isnan(margin) ? json_null() : json_real(margin);
}

static json_t *entry_json(const struct bot *bot, const struct arena_entry *entry)
{
    return json_pack("{s:s, s:f, s:o, s:f, s:o, s:f}", "bot", bot->name, "won", entry->won.mean,
                     "won_margin", margin_json(entry->won.margin), "lost", entry->lost.mean,
                     "lost_margin", margin_json(entry->lost.margin), "microseconds_a_turn",
                     entry->microseconds);
}

static json_t *setup_json(const struct arena_setup *setup, const struct arena_result *result)
{
    json_t *variants = json_array();
    json_t *entries = json_array();
    char seed[24];
    for (int i = 0; i < 3; i++) {
        if (setup->variants >> i & 1)
            json_array_append_new(variants, json_string(variant_names[i]));
    }
    for (unsigned i = 0; i < setup->seats; i++)
        json_array_append_new(entries, entry_json(setup->bot[i], &result->entry[i]));
    /* A seed can be larger than what every reader of JSON keeps exact. */
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)setup->seed);
    return json_pack("{s:s, s:s, s:o, s:s, s:b, s:I, s:I, s:I, s:I, s:f, s:o}", "board",
                     setup->board->id, "rules", ruleset_names[setup->board->ruleset], "variants",
                     variants, "seed", seed, "duplicate", setup->duplicate, "games",
                     (json_int_t)result->games, "deals", (json_int_t)result->deals, "rounds",
                     (json_int_t)result->rounds, "turns", (json_int_t)result->turns, "seconds",
                     result->seconds, "entries", entries);
}

int cmd_arena(int argc, char **argv)
{
    struct request request = {.setup = {.games = 0}};
    struct arena_result result;
    char error[256];
    bool help = false;
    const int status = read_request(&request, argc, argv, &help);
    if (help) {
        print_usage();
        return STATUS_OK;
    }
    if (status != STATUS_OK)
        return status;
    if (request.setup.threads == 0) {
        const long cores = sysconf(_SC_NPROCESSORS_ONLN);
        request.setup.threads = cores < 1                   ? 1
                                : cores > ARENA_THREADS_MAX ? ARENA_THREADS_MAX
                                                            : (unsigned)cores;
    }
    if (!arena_run(&request.setup, &result, error, sizeof error))
        return cli_fail("arena", "%s", error);
    if (request.json)
        return print_json("arena", setup_json(&request.setup, &result));
    print_table(&request.setup, &result);
    return STATUS_OK;
}
