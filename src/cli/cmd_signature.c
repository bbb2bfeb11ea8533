/* railhead signature: behaviour as one number, to compare builds and machines. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "bots/bot.h"
#include "bots/signature.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "play/player_memory.h"

static const char usage[] =
    "Usage: railhead signature --board BOARD [--variant VARIANT]... [--seats N] [--games N]\n"
    "                          [--seed N]\n"
    "\n"
    "Plays seeded games between all the bots and prints a hash of everything that\n"
    "happened.  Every build on every machine prints the same.  Defaults: 4 seats, 10 games, seed\n"
    "0.\n";

struct request {
    struct chosen_board board;
    unsigned variants;
    uint64_t seats, games, seed;
};

enum { BOARD, VARIANT, SEATS, GAMES, SEED, HELP };

/* Takes one option; false after the one line on standard error. */
static bool take(struct request *request, struct options *options, int option)
{
    const char *value = options->value;
    switch (option) {
    case BOARD:
        return choose_board(&request->board, value, "signature");
    case VARIANT:
        if (!add_variant(&request->variants, value))
            option = options_refuse(options, "variant", value, "is not a variant");
        break;
    case SEATS:
        if (!options_number(value, SEATS_MIN, SEATS_MAX, &request->seats))
            option = options_refuse(options, "seats", value, "is not a number from 2 to 6");
        break;
    case GAMES:
        if (!options_number(value, 1, 1000000, &request->games))
            option = options_refuse(options, "games", value, "is not a number from 1 to 1000000");
        break;
    case SEED:
        if (!options_number(value, 0, UINT64_MAX, &request->seed))
            option = options_refuse(options, "seed", value, "is not a whole number below 2^64");
        break;
    default:
        break;
    }
    if (option >= 0)
        return true;
    cli_fail("signature", "%s", option == OPTION_OPERAND ? "no operand is taken" : options->error);
    return false;
}

int cmd_signature(int argc, char **argv)
{
    static const struct option known[] = {{"board", "a board's id or file"},
                                          {"variant", "a variant"},
                                          {"seats", "2 to 6"},
                                          {"games", "how many"},
                                          {"seed", "a number"},
                                          {"help", NULL},
                                          {NULL, NULL}};
    struct request request = {.seats = 4, .games = 10};
    struct options options;
    int option;
    options_init(&options, argc, argv, known);
    while ((option = options_next(&options)) != OPTION_END) {
        if (option == HELP) {
            fputs(usage, stdout);
            return STATUS_OK;
        }
        if (!take(&request, &options, option))
            return STATUS_BAD;
    }
    if (request.board.board == NULL)
        return cli_fail("signature", "--board is needed; railhead signature --help tells more");
    void *memory = player_memory_new(signature_memory());
    if (memory == NULL)
        return cli_fail("signature", "out of memory");
    printf("%016" PRIx64 "\n",
           signature_games(request.board.board, request.variants, (unsigned)request.seats,
                           request.seed, (unsigned)request.games, memory));
    free(memory);
    return STATUS_OK;
}
