/* Hints in words: what the adviser thinks, from the thoughts behind the source's advice. */
#include "bots/thoughts.h"
#include "core/check.h"
#include "core/notation.h"
#include "terminal/line_mode/plain.h"
#include "words/language.h"

enum {
    CARDS_MAX = 3,       /* cities of a group that are told */
    LIKELY_PERCENT = 10, /* and which are worth it */
    GROUP_COLUMNS = 7,
};

/* Waits for the adviser.  False when there is no advice, after a sentence. */
static bool ask(struct plain *plain)
{
    struct source *source = plain->source;
    const unsigned number = source->hint_number, moments = source->history.moments;
    char why[SOURCE_SENTENCE_SIZE];
    if (!source->calls->ask_hint(source, why)) {
        screen_print(plain->screen, "%s\n", why);
        return false;
    }
    while (source->hint_number == number && source_is_mine(source) &&
           source->history.moments == moments) {
        screen_wait(plain->screen, NULL, source->descriptor, source->pause_ms);
        source->calls->step(source);
    }
    if (source->hint_number == number)
        return false; /* the turn is over: that is told next */
    if (source->hints == 0)
        screen_print(plain->screen, "%s\n", _("There is not enough memory for advice."));
    return source->hints > 0;
}

/* "K7-L7 L7-M7, reaching Omaha" */
static void describe(const struct plain *plain, const struct turn *turn, char words[SAY_TURN_SIZE])
{
    const struct table *table = source_table(plain->source);
    struct draft draft;
    draft_begin(&draft, table, &plain->source->hand);
    const enum refusal refusal = draft_turn(&draft, plain->source->board, turn);
    CHECK(refusal == ACCEPTED);
    say_turn_words(&plain->speaker, table, &draft.table, turn, words);
}

/* The hints by the number that is shown; the adviser has them by what it would rather play. */
static void sort_by_loss(const struct source *source, unsigned order[SOURCE_HINTS_MAX])
{
    for (unsigned i = 0; i < source->hints; i++) {
        unsigned at = i;
        for (; at > 0 && source->thoughts.idea[order[at - 1]].lost > source->thoughts.idea[i].lost;
             at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

void plain_hint_turns(struct plain *plain)
{
    const struct source *source = plain->source;
    char words[SAY_TURN_SIZE];
    unsigned order[SOURCE_HINTS_MAX];
    if (!ask(plain))
        return;
    say_obstacles(&plain->speaker, source_table(source), plain->reader);
    if (source->thoughts.ideas == 0) {
        describe(plain, &source->hint[0], words);
        screen_print(plain->screen, _("%s would play %s, but does not say why.\n"), source->adviser,
                     words);
        return;
    }
    screen_print(plain->screen,
                 _("Before each turn: the points that %s expects to lose in this round after it.\n"
                   "* is the one it would play: the chance of winning counts too.\n"),
                 source->adviser);
    sort_by_loss(source, order);
    for (unsigned i = 0; i < source->hints; i++) {
        describe(plain, &source->hint[order[i]], words);
        screen_print(plain->screen, "%c %4.1f  %s\n", order[i] == 0 ? '*' : ' ',
                     source->thoughts.idea[order[i]].lost, words);
    }
}

/* The likeliest card of a group that has not been told, or CITY_NONE. */
static unsigned likeliest(const struct board *board, const float chance[CITIES_MAX], unsigned group,
                          const bool told[CITIES_MAX])
{
    unsigned best = CITY_NONE;
    for (unsigned city = 0; city < board->cities; city++) {
        if (board->city[city].group == group && !told[city] &&
            (best == CITY_NONE || chance[city] > chance[best]))
            best = city;
    }
    return best;
}

/* Whether all cards that are possible are as likely as one another. */
static bool all_alike(const struct board *board, const float chance[CITIES_MAX], unsigned group)
{
    float least = 1, most = 0;
    for (unsigned city = 0; city < board->cities; city++) {
        if (board->city[city].group != group || !(chance[city] > 0))
            continue;
        least = chance[city] < least ? chance[city] : least;
        most = chance[city] > most ? chance[city] : most;
    }
    return most < 1 && most - least < 0.01F;
}

/* "or Omaha 24 %", where it is worth telling. */
static void list_likely(const struct plain *plain, struct screen_list *list,
                        const float chance[CITIES_MAX], unsigned group)
{
    bool told[CITIES_MAX] = {false};
    for (unsigned i = 0; i < CARDS_MAX; i++) {
        const unsigned city = likeliest(plain->source->board, chance, group, told);
        char word[CITY_NAME_SIZE + 32];
        const double percent = city == CITY_NONE ? 0 : 100 * (double)chance[city];
        if (city == CITY_NONE || (percent < LIKELY_PERCENT && i > 0))
            break;
        told[city] = true;
        snprintf(word, sizeof word, "%s%s %.0f %%", i > 0 ? _("or ") : "",
                 say_city(&plain->speaker, city), percent);
        screen_list_add(list, word);
    }
}

static void tell_group(const struct plain *plain, const float chance[CITIES_MAX], unsigned group)
{
    struct screen_list list;
    screen_print(plain->screen, "  ");
    screen_list_begin(&list, plain->screen, _(group_names[group]), GROUP_COLUMNS);
    if (all_alike(plain->source->board, chance, group))
        screen_list_add(&list, _("no clue yet"));
    else
        list_likely(plain, &list, chance, group);
    screen_list_end(&list);
}

static void tell_hand(const struct plain *plain, unsigned seat, const float chance[CITIES_MAX])
{
    char name[SAY_NAME_SIZE];
    unsigned alike = 0;
    for (unsigned group = 0; group < GROUPS; group++)
        alike += all_alike(plain->source->board, chance, group);
    say_name(&plain->speaker, seat, name);
    if (alike == GROUPS)
        screen_print(plain->screen, "%s: %s\n", name, _("no clue yet"));
    else
        screen_print(plain->screen, "%s\n", name);
    for (unsigned group = 0; alike < GROUPS && group < GROUPS; group++)
        tell_group(plain, chance, group);
}

void plain_hint_cards(struct plain *plain)
{
    if (!ask(plain))
        return;
    screen_print(plain->screen, _("The cards that the others may hold, according to %s:\n"),
                 plain->source->adviser);
    for (unsigned seat = 0; seat < source_table(plain->source)->seats; seat++) {
        if (seat != plain->reader)
            tell_hand(plain, seat, plain->source->thoughts.chance[seat]);
    }
}
