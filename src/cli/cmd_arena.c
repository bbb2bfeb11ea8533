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

int cmd_arena(int argc, char **argv)
{
    struct arena_request request;
    const int status = arena_options_read(&request, argc, argv);
    if (status != STATUS_OK)
        return status;
    if (request.help) {
        arena_options_help();
        return STATUS_OK;
    }
    return request.ladder ? ladder_run(&request) : run_arena(&request);
}
