/* The ladder's runs, and its tables. */
#include "cli/ladder.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/arena_print.h"
#include "cli/arena_watch.h"
#include "cli/json_output.h"
#include "core/notation.h"

enum { LEVELS_MAX = SEATS_MAX, PAIRS_MAX = LEVELS_MAX * (LEVELS_MAX - 1) / 2 };

/* Two levels compared. */
struct pair {
    unsigned upper, lower;
    struct arena_setup setup;
    struct arena_result result;
};

/* All pairs of levels with one number of players. */
struct rung {
    unsigned players;
    struct pair pair[PAIRS_MAX];
    unsigned pairs;
    struct estimate elo[LEVELS_MAX]; /* from the games of all pairs; the mean is 0 */
};

/* Plays one pair; its finishing orders go to `order`, by level. */
static bool play_pair(const struct arena_request *request, const struct rung *rung,
                      struct pair *pair, struct order *order, char error[ARENA_ERROR_SIZE])
{
    char progress[80];
    pair->setup = request->setup;
    pair->setup.contender[0] = request->setup.contender[pair->upper];
    pair->setup.contender[1] = request->setup.contender[pair->lower];
    arena_compare(&pair->setup, rung->players);
    snprintf(progress, sizeof progress, "%u players, %.24s against %.24s", rung->players,
             pair->setup.contender[0].text, pair->setup.contender[1].text);
    const bool done = arena_run_watched(&pair->setup, progress, &pair->result, order, error);
    for (unsigned i = 0; done && i < pair->result.games; i++) {
        for (unsigned place = 0; place < order[i].count; place++)
            order[i].who[place] = (uint8_t)(order[i].who[place] == 0 ? pair->upper : pair->lower);
    }
    return done;
}

/* The deals are the same for every pair, so the ratings count a deal of all of them as one. */
static bool play_rung(const struct arena_request *request, struct rung *rung,
                      char error[ARENA_ERROR_SIZE])
{
    const unsigned levels = request->setup.contenders;
    const size_t pairs = levels * (levels - 1) / 2;
    const size_t deal_games_max = 2 * SEATS_MAX; /* a pair's games are rounded up to whole deals */
    struct order *order = calloc(pairs * (request->setup.games + deal_games_max), sizeof *order);
    size_t games = 0;
    bool done = order != NULL;
    for (unsigned upper = levels; done && upper-- > 1;) {
        for (unsigned lower = upper; done && lower-- > 0;) {
            struct pair *pair = &rung->pair[rung->pairs++];
            pair->upper = upper;
            pair->lower = lower;
            done = play_pair(request, rung, pair, order + games, error);
            games += pair->result.games;
        }
    }
    done = done && ratings_fit(order, games, levels, rung->elo);
    free(order);
    return done;
}

/* ---- Markdown ------------------------------------------------------------------------------ */

static void print_title(const struct arena_setup *setup)
{
    print_board(setup);
    printf(", seed %" PRIu64 "\n", setup->seed);
}

static void print_pair(const struct pair *pair)
{
    const struct arena_result *result = &pair->result;
    const struct arena_setup *setup = &pair->setup;
    char text[ESTIMATE_TEXT_SIZE];
    printf("| %s - %s ", setup->contender[0].text, setup->contender[1].text);
    for (unsigned lineup = 0; lineup < setup->lineups; lineup++) {
        const struct arena_row *lone = &result->row[2 * lineup];
        printf("| %s ", estimate_text(text, estimate_scaled(lone->won, 100), 1, false));
        if (setup->lineups > 1)
            printf("| %s ", estimate_text(text, lone->ahead, 2, true));
    }
    printf("| %s ", estimate_text(text, result->ahead, 2, true));
    printf("| %s |\n", estimate_text(text, arena_elo_ahead(result), 0, true));
}

/* Whether every level is ahead of the next lower one by more than the interval. */
static void print_order(const struct rung *rung)
{
    unsigned out_of_order = 0;
    for (unsigned i = 0; i < rung->pairs; i++) {
        const struct pair *pair = &rung->pair[i];
        const struct estimate *ahead = &pair->result.ahead;
        if (pair->upper != pair->lower + 1 || ahead->mean > ahead->margin)
            continue;
        printf("%s %s - %s", out_of_order++ == 0 ? "Not ahead by more than the interval:" : ",",
               pair->setup.contender[0].text, pair->setup.contender[1].text);
    }
    puts(out_of_order == 0 ? "Every level is ahead of the one below by more than the interval."
                           : ".");
}

static void print_rung(const struct arena_setup *setup, const struct rung *rung)
{
    const char *unit = setup->rounds ? "rounds" : "games";
    const struct arena_result *first = &rung->pair[0].result;
    char text[ESTIMATE_TEXT_SIZE];
    printf("\n%u players, %u %s in %u deals for each pair; a fair share is %.1f %%.\n\n",
           rung->players, first->games, unit, first->deals, 100.0 / rung->players);
    if (rung->players == 2)
        printf("| A - B | A wins, %% of %s | A is ahead by, points a round | Elo |\n"
               "|---|---|---|---|\n",
               unit);
    else
        printf("| A - B | one A among B wins, %% of %s | and is ahead by, points a round "
               "| one B among A wins, %% | and is ahead by | A is ahead, both ways | Elo |\n"
               "|---|---|---|---|---|---|---|\n",
               unit);
    for (unsigned i = 0; i < rung->pairs; i++)
        print_pair(&rung->pair[i]);
    printf("\nElo of all together:");
    for (unsigned i = 0; i < setup->contenders; i++)
        printf("%s %s %s", i > 0 ? "," : "", setup->contender[i].text,
               estimate_text(text, rung->elo[i], 0, true));
    printf(". ");
    print_order(rung);
    fflush(stdout); /* the next table may take long */
}

/* ---- JSON ---------------------------------------------------------------------------------- */

static json_t *rung_json(const struct arena_setup *setup, const struct rung *rung)
{
    json_t *levels = json_array(), *pairs = json_array();
    for (unsigned i = 0; i < setup->contenders; i++)
        json_array_append_new(levels, json_pack("{s:s, s:o, s:o}", "bot", setup->contender[i].text,
                                                "elo", number_json(rung->elo[i].mean), "elo_margin",
                                                number_json(rung->elo[i].margin)));
    for (unsigned i = 0; i < rung->pairs; i++)
        json_array_append_new(pairs, arena_json(&rung->pair[i].setup, &rung->pair[i].result));
    return json_pack("{s:I, s:o, s:o}", "players", (json_int_t)rung->players, "levels", levels,
                     "pairs", pairs);
}

static json_t *ladder_json(const struct arena_setup *setup, json_t *rungs)
{
    return json_pack("{s:s, s:s, s:o, s:o, s:b, s:o}", "board", setup->board->id, "rules",
                     ruleset_names[setup->board->ruleset], "variants",
                     variants_json(setup->variants), "seed", seed_json(setup->seed),
                     "single_rounds", setup->rounds, "ladder", rungs);
}

int ladder_run(const struct arena_request *request)
{
    const struct arena_setup *setup = &request->setup;
    char error[ARENA_ERROR_SIZE] = "out of memory";
    json_t *rungs = json_array();
    bool done = true;
    if (!request->json)
        print_title(setup);
    for (unsigned i = 0; done && i < request->player_counts; i++) {
        struct rung *rung = calloc(1, sizeof *rung);
        if (rung != NULL)
            rung->players = request->players[i];
        done = rung != NULL && play_rung(request, rung, error);
        if (done && request->json)
            json_array_append_new(rungs, rung_json(setup, rung));
        else if (done)
            print_rung(setup, rung);
        free(rung);
    }
    if (done && request->json)
        return print_json("arena", ladder_json(setup, rungs));
    json_decref(rungs);
    return done ? STATUS_OK : cli_fail("arena", "%s", error);
}
