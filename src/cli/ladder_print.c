/* The tables of a ladder. */
#include "cli/ladder_print.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/arena_print.h"
#include "cli/cli.h"
#include "cli/json_output.h"
#include "rules/notation.h"

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

static void add_level(struct text *text, const struct contender *level, struct estimate elo)
{
    json_open(text, '{');
    json_add_string_field(text, "bot", level->text);
    json_add_real_field(text, "elo", elo.mean);
    json_add_real_field(text, "elo_margin", elo.margin);
    json_close(text, '}');
}

static void add_rung(struct text *text, const struct arena_setup *setup,
                     const struct ladder_rung *rung)
{
    json_open(text, '{');
    json_add_number_field(text, "players", rung->players);
    json_add_key(text, "levels");
    json_open(text, '[');
    for (unsigned i = 0; i < setup->contenders; i++)
        add_level(text, &setup->contender[i], rung->elo[i]);
    json_close(text, ']');
    json_add_key(text, "pairs");
    json_open(text, '[');
    for (unsigned i = 0; i < rung->pairs; i++)
        arena_json_add(text, &rung->pair[i].setup, &rung->pair[i].result);
    json_close(text, ']');
    json_close(text, '}');
}

void ladder_json_add(struct text *text, const struct arena_setup *setup,
                     const struct ladder_rung rung[], unsigned rungs)
{
    json_open(text, '{');
    json_add_board_fields(text, setup->board, setup->variants);
    json_add_seed_field(text, setup->seed);
    json_add_bool_field(text, "single_rounds", setup->rounds);
    json_add_key(text, "ladder");
    json_open(text, '[');
    for (unsigned i = 0; i < rungs; i++)
        add_rung(text, setup, &rung[i]);
    json_close(text, ']');
    json_close(text, '}');
}
