/* railhead arena: plays games between bots and prints statistics. */
#include <stdio.h>
#include <stdlib.h>

#include "arena/ladder.h"
#include "arena/team.h"
#include "cli/arena_options.h"
#include "cli/arena_print.h"
#include "cli/arena_watch.h"
#include "cli/json_output.h"
#include "cli/ladder_print.h"

/* All members of a team fail with the same error; the leader prints it. */
static int fail_arena(const char error[ARENA_ERROR_SIZE])
{
    return team_leads() ? cli_fail("arena", "%s", error) : STATUS_BAD;
}

/* Returns the name of a bot whose turns were all replaced, or NULL. */
static const char *find_idle(const struct arena_setup *setup, const struct arena_result *result)
{
    for (unsigned i = 0; i < setup->contenders; i++) {
        uint64_t played = 0, forfeited = 0;
        for (unsigned row = 0; row < result->rows; row++) {
            if (result->row[row].contender != i)
                continue;
            played += result->row[row].account.answers[ENGINE_TURN];
            forfeited += arena_forfeits(&result->row[row].account);
        }
        if (played == 0 && forfeited > 0)
            return setup->contender[i].text;
    }
    return NULL;
}

/*
 * Returns STATUS_FAULT if the numbers mean nothing, because a bot never played a turn of its own.
 */
static int judge_result(const struct arena_setup *setup, const struct arena_result *result)
{
    const char *idle = find_idle(setup, result);
    if (idle != NULL && team_leads())
        cli_fail("arena", "%s has forfeited every turn: the result says nothing of it", idle);
    return idle != NULL ? STATUS_FAULT : result->interrupted ? STATUS_INTERRUPTED : STATUS_OK;
}

struct played_arena {
    const struct arena_setup *setup;
    const struct arena_result *result;
};

static void add_arena(struct text *text, const void *context)
{
    const struct played_arena *arena = context;
    arena_json_add(text, arena->setup, arena->result);
}

static int run_arena(const struct arena_request *request)
{
    struct arena_result result;
    const struct played_arena played = {&request->setup, &result};
    char error[ARENA_ERROR_SIZE];
    if (!arena_run(&request->setup, &result, NULL, error))
        return fail_arena(error);
    if (!request->json)
        arena_print(&request->setup, &result);
    else if (print_json("arena", add_arena, &played) != STATUS_OK)
        return STATUS_BAD;
    return judge_result(&request->setup, &result);
}

struct played_ladder {
    const struct arena_setup *setup;
    struct ladder_rung *rung;
    unsigned rungs;
};

static void add_ladder(struct text *text, const void *context)
{
    const struct played_ladder *ladder = context;
    ladder_json_add(text, ladder->setup, ladder->rung, ladder->rungs);
}

/* Prints each table as soon as it is complete, but JSON only at the end. */
static int run_ladder(const struct arena_request *request)
{
    const struct arena_setup *setup = &request->setup;
    char error[ARENA_ERROR_SIZE] = "out of memory";
    struct played_ladder ladder = {
        .setup = setup,
        .rung = calloc(request->player_counts, sizeof *ladder.rung),
        .rungs = request->player_counts,
    };
    bool done = ladder.rung != NULL;
    int status = STATUS_OK;
    if (!request->json)
        ladder_print_title(setup);
    for (unsigned i = 0; done && i < request->player_counts; i++) {
        done = ladder_play(setup, request->players[i], &ladder.rung[i], error);
        if (done && !request->json)
            ladder_print_rung(setup, &ladder.rung[i]);
    }
    if (!done)
        status = fail_arena(error);
    else if (request->json)
        status = print_json("arena", add_ladder, &ladder);
    free(ladder.rung);
    return status;
}

static int play_series(struct arena_request *request)
{
    struct arena_watcher watcher;
    request->setup.watch = arena_watch_at_terminal(&watcher);
    if (!team_leads())
        request->setup.watch.played = NULL;
    return request->ladder ? run_ladder(request) : run_arena(request);
}

/* In a team, only the leader prints results; the others print their errors. */
static bool join_team(void)
{
    return team_begin() && (team_leads() || freopen("/dev/null", "w", stdout) != NULL);
}

static int run_arena_command(int argc, char **argv)
{
    struct arena_request request = {.ruleset = RULESETS};
    int status;
    if (!cli_read_options(&command_arena, &argc, argv, &request, &status))
        return status;
    const bool joined = join_team();
    status = joined ? arena_options_complete(&request)
                    : cli_fail("arena", "the processes cannot work together");
    const bool all = team_all(status == STATUS_OK);
    if (all)
        status = play_series(&request);
    team_end();
    return all || status != STATUS_OK ? status : STATUS_BAD;
}

const struct command command_arena = {
    .name = "arena",
    .about = "let bots play each other and count who wins",
    .usage = "--board BOARD --bots LIST --games N [OPTION]...\n"
             "--board BOARD --one A --against B --games N [OPTION]...\n"
             "--ladder --games N [OPTION]...",
    .tells =
        "Lets bots play each other: shares of the wins, points and Elo ratings, each with its "
        "95 % interval, and the time they took for a turn.\n"
        "\n"
        "Ctrl-C stops it after the games that are under way and prints the result so far, with "
        "status 130.  The status is 1 if a bot has forfeited every turn.",
    .options = arena_options,
    .run = run_arena_command,
};
