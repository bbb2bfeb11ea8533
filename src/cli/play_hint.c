/* Hints in words: what the adviser thinks, from its thoughts. */
#include "cli/play_hint.h"

#include "core/check.h"
#include "core/notation.h"

enum {
    HINTS_MAX = 4,       /* turns that are told */
    CARDS_MAX = 3,       /* cities of a group that are told */
    LIKELY_PERCENT = 10, /* and which are worth it */
};

static bool ask(const struct game *game, struct turn *turn, struct thoughts *thoughts)
{
    const struct play_round round = {.board = game->board,
                                     .dealt = &game->table.dealt,
                                     .turn = game->table.turn,
                                     .turns = game->table.turns};
    if (play_bots_advise(game->options, &round, turn, thoughts))
        return true;
    screen_print(game->screen, "There is not enough memory for %s.\n",
                 game->options->adviser->name);
    return false;
}

/* "K7-L7 L7-M7, reaching Omaha" */
static void describe(const struct game *game, const struct view *view, const struct turn *turn,
                     char words[TALK_TURN_SIZE])
{
    struct draft draft;
    struct text text;
    draft_begin(&draft, &view->table, &view->hand);
    const enum refusal refusal = draft_turn(&draft, game->board, turn);
    CHECK(refusal == ACCEPTED);
    text_init(&text, words, TALK_TURN_SIZE);
    talk_add_turn(&text, &game->talk, &view->table, &draft.table, turn);
}

void hint_turns(const struct game *game, const struct view *view)
{
    struct thoughts thoughts;
    struct turn turn;
    char words[TALK_TURN_SIZE];
    if (!ask(game, &turn, &thoughts))
        return;
    if (thoughts.ideas == 0) {
        describe(game, view, &turn, words);
        screen_print(game->screen, "%s would play %s, without saying why.\n",
                     game->options->adviser->name, words);
        return;
    }
    screen_print(game->screen, "%s would play, with the minus points it expects this round:\n",
                 game->options->adviser->name);
    for (unsigned i = 0; i < thoughts.ideas && i < HINTS_MAX; i++) {
        describe(game, view, &thoughts.idea[i].turn, words);
        screen_print(game->screen, "  %4.1f  %s\n", thoughts.idea[i].lost, words);
    }
}

/* The likeliest card of a group that has not been told, or CITY_NONE. */
static unsigned likeliest(const struct game *game, const float chance[CITIES_MAX], unsigned group,
                          const bool told[CITIES_MAX])
{
    unsigned best = CITY_NONE;
    for (unsigned city = 0; city < game->board->cities; city++) {
        if (game->board->city[city].group == group && !told[city] &&
            (best == CITY_NONE || chance[city] > chance[best]))
            best = city;
    }
    return best;
}

/* Whether all cards that are possible are as likely as one another. */
static bool all_alike(const struct game *game, const float chance[CITIES_MAX], unsigned group)
{
    float least = 1, most = 0;
    for (unsigned city = 0; city < game->board->cities; city++) {
        if (game->board->city[city].group != group || !(chance[city] > 0))
            continue;
        least = chance[city] < least ? chance[city] : least;
        most = chance[city] > most ? chance[city] : most;
    }
    return most < 1 && most - least < 0.01F;
}

static void tell_group(const struct game *game, const float chance[CITIES_MAX], unsigned group)
{
    bool told[CITIES_MAX] = {false};
    struct screen_list list;
    char title[32];
    if (all_alike(game, chance, group)) {
        screen_print(game->screen, "  %-7s no sign yet\n", group_names[group]);
        return;
    }
    snprintf(title, sizeof title, "  %-7s", group_names[group]);
    screen_list_begin(&list, game->screen, title);
    for (unsigned i = 0; i < CARDS_MAX; i++) {
        const unsigned city = likeliest(game, chance, group, told);
        char word[CITY_NAME_SIZE + 16];
        const double percent = city == CITY_NONE ? 0 : 100 * (double)chance[city];
        if (percent < LIKELY_PERCENT && i > 0)
            break;
        told[city] = true;
        snprintf(word, sizeof word, "%s%s %.0f %%", i > 0 ? "or " : "",
                 talk_city(&game->talk, city), percent);
        screen_list_add(&list, word);
    }
    screen_list_end(&list);
}

static void tell_hand(const struct game *game, const char *name, const float chance[CITIES_MAX])
{
    unsigned alike = 0;
    for (unsigned group = 0; group < GROUPS; group++)
        alike += all_alike(game, chance, group);
    screen_print(game->screen, "%s%s\n", name, alike == GROUPS ? ": no sign yet" : "");
    for (unsigned group = 0; alike < GROUPS && group < GROUPS; group++)
        tell_group(game, chance, group);
}

void hint_cards(const struct game *game, const struct view *view)
{
    struct thoughts thoughts;
    struct turn turn;
    if (!ask(game, &turn, &thoughts))
        return;
    screen_print(game->screen, "The cards that the others may hold, as %s sees it:\n",
                 game->options->adviser->name);
    for (unsigned seat = 0; seat < view->table.seats; seat++) {
        char name[TALK_NAME_SIZE];
        if (seat == view->seat)
            continue;
        talk_name(&game->talk, seat, name);
        tell_hand(game, name, thoughts.chance[seat]);
    }
}
