/* railhead arena: games between bots, and what they come to. */
#include "cli/arena_options.h"
#include "cli/arena_print.h"
#include "cli/arena_watch.h"
#include "cli/json_output.h"
#include "cli/ladder.h"

static int run_arena(const struct arena_request *request)
{
    struct arena_result result;
    char error[ARENA_ERROR_SIZE];
    const char *games = request->setup.rounds ? "rounds" : "games";
    if (!arena_run_watched(&request->setup, games, &result, NULL, error))
        return cli_fail("arena", "%s", error);
    if (request->json)
        return print_json("arena", arena_json(&request->setup, &result));
    arena_print(&request->setup, &result);
    return STATUS_OK;
}

static int run(int argc, char **argv)
{
    struct arena_request request = {.ruleset = RULESETS};
    int status;
    if (!command_read(&command_arena, &argc, argv, &request, &status))
        return status;
    status = arena_options_complete(&request);
    if (status != STATUS_OK)
        return status;
    return request.ladder ? ladder_run(&request) : run_arena(&request);
}

const struct command command_arena = {
    .name = "arena",
    .about = "let bots play each other and count who wins",
    .usage = "--board BOARD --bots LIST --games N --seed S [OPTION]...\n"
             "--board BOARD --one A --against B --games N --seed S [OPTION]...\n"
             "--ladder --games N --seed S [OPTION]...",
    .tells = "Lets bots play each other: shares of the wins, points and Elo ratings, each with its "
             "95 % interval, and the time they took for a turn.",
    .options = arena_options,
    .run = run,
};
