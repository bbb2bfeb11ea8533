/* The tables of a ladder. */
#include "cli/ladder_print.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/arena_print.h"
#include "cli/cli.h"
#include "core/notation.h"

/* ---- Markdown ------------------------------------------------------------------------------ */

void ladder_print_title(const struct arena_setup *setup)
{
    print_board(setup);
    printf(", seed %" PRIu64 "\n", setup->seed);
}

static void print_pair(const struct ladder_pair *pair)
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

/* Prints whether every level is ahead of the next lower one by more than the margin. */
static void print_order(const struct ladder_rung *rung)
{
    unsigned out_of_order = 0;
    for (unsigned i = 0; i < rung->pairs; i++) {
        const struct ladder_pair *pair = &rung->pair[i];
        if (pair->upper != pair->lower + 1 || ladder_is_clear(pair))
            continue;
        printf("%s %s - %s", out_of_order++ == 0 ? "Not ahead by more than the interval:" : ",",
               pair->setup.contender[0].text, pair->setup.contender[1].text);
    }
    puts(out_of_order == 0 ? "Every level is ahead of the one below by more than the interval."
                           : ".");
}

void ladder_print_rung(const struct arena_setup *setup, const struct ladder_rung *rung)
{
    const char *unit = setup->rounds ? "round" : "game";
    const struct arena_result *first = &rung->pair[0].result;
    char text[ESTIMATE_TEXT_SIZE];
    printf("\n%u players, %u %s%s in %u deal%s for each pair; a fair share is %.1f %%.\n\n",
           rung->players, first->games, unit, plural(first->games), first->deals,
           plural(first->deals), 100.0 / rung->players);
    if (rung->players == 2)
        printf("| A - B | A wins, %% of %ss | A is ahead by, points a round | Elo |\n"
               "|---|---|---|---|\n",
               unit);
    else
        printf("| A - B | one A among B wins, %% of %ss | and is ahead by, points a round "
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

json_t *ladder_rung_json(const struct arena_setup *setup, const struct ladder_rung *rung)
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

json_t *ladder_json(const struct arena_setup *setup, json_t *rungs)
{
    return json_pack("{s:s, s:s, s:o, s:o, s:b, s:o}", "board", setup->board->id, "rules",
                     ruleset_names[setup->board->ruleset], "variants",
                     variants_json(setup->variants), "seed", seed_json(setup->seed),
                     "single_rounds", setup->rounds, "ladder", rungs);
}
