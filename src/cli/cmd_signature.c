/* railhead signature: the behaviour of all bots as one number, to compare builds and machines. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "bots/behaviour_hash.h"
#include "bots/bot.h"
#include "cli/cli.h"
#include "cli/json_output.h"
#include "engine/player_memory.h"

struct request {
    struct chosen_board board;
    unsigned variants;
    unsigned seats, games;
    uint64_t seed;
    bool json;
};

static const struct option options[] = {
    OPT_BOARD(struct request, board, .needed = true),
    OPT_VARIANTS(struct request, variants),
    OPT_NUMBER("seats", "N", struct request, seats, SEATS_MIN, SEATS_MAX, "how many",
               .otherwise = "4"),
    OPT_NUMBER("games", "N", struct request, games, 1, 1000000, "how many", .otherwise = "10"),
    OPT_NUMBER("seed", "S", struct request, seed, 0, UINT64_MAX, "of the series", .otherwise = "0"),
    OPT_FLAG("json", struct request, json, "the result as JSON"),
    OPT_END,
};

struct result {
    const struct board *board;
    char signature[24];
};

static void add_result(struct text *text, const void *context)
{
    const struct result *result = context;
    json_open(text, '{');
    json_add_string_field(text, "board", result->board->id);
    json_add_string_field(text, "signature", result->signature);
    json_close(text, '}');
}

static int run_signature(int argc, char **argv)
{
    struct request request = {.variants = 0};
    int status;
    if (!cli_read_options(&command_signature, &argc, argv, &request, &status))
        return status;
    void *memory = player_memory_new(behaviour_hash_memory());
    if (memory == NULL)
        return cli_fail("signature", "out of memory");
    struct result result = {.board = request.board.board};
    snprintf(result.signature, sizeof result.signature, "%016" PRIx64,
             behaviour_hash_games(request.board.board, request.variants, request.seats,
                                  request.seed, request.games, memory));
    free(memory);
    if (request.json)
        return print_json("signature", add_result, &result);
    puts(result.signature);
    return STATUS_OK;
}

const struct command command_signature = {
    .name = "signature",
    .about = "a hash of seeded games, the same on every machine",
    .usage = "--board BOARD [OPTION]...",
    .tells = "Plays seeded games between all the bots and prints a hash of everything that "
             "happened.  Every build on every machine prints the same.",
    .options = options,
    .run = run_signature,
};
