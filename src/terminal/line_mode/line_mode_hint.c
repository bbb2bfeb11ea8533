/* Hints in words, from the thoughts behind the source's advice. */
#include "base/check.h"
#include "bots/thoughts.h"
#include "rules/notation.h"
#include "terminal/line_mode/line_mode.h"
#include "terminal/source/advice.h"
#include "words/language.h"

enum {
    CARDS_MAX = 3,       /* maximum number of cities printed per group */
    LIKELY_PERCENT = 10, /* minimum chance of a city that is printed */
    GROUP_COLUMNS = 7,
};

/* Waits for the adviser.  Returns false after a sentence if there is no advice. */
static bool ask_adviser(struct line_mode *ui)
{
    struct source *source = ui->source;
    const unsigned number = source->hint_number, moments = source->history.moments;
    char why[SOURCE_SENTENCE_SIZE];
    if (!source->calls->ask_hint(source, why)) {
        line_terminal_print(ui->terminal, "%s\n", why);
        return false;
    }
    while (source->hint_number == number && source_is_mine(source) &&
           source->history.moments == moments) {
        line_terminal_wait(ui->terminal, NULL, source->descriptor, source->pause_ms);
        source->calls->step(source);
    }
    if (source->hint_number == number)
        return false; /* the turn is over, which is printed next */
    if (source->hints == 0)
        line_terminal_print(ui->terminal, "%s\n", _("There is not enough memory for advice."));
    return source->hints > 0;
}

/* "K7-L7 L7-M7, reaching Omaha" */
static void describe_turn(const struct line_mode *ui, const struct turn *turn,
                          char words[SAY_TURN_SIZE])
{
    const struct table *table = source_table(ui->source);
    struct draft draft;
    draft_begin(&draft, table, &ui->source->hand);
    const enum refusal refusal = draft_turn(&draft, ui->source->board, turn);
    CHECK(refusal == ACCEPTED);
    say_turn_words(&ui->speaker, table, &draft.table, turn, words);
}

void line_mode_hint_turns(struct line_mode *ui)
{
    const struct source *source = ui->source;
    char words[SAY_TURN_SIZE];
    unsigned order[SOURCE_HINTS_MAX];
    if (!ask_adviser(ui))
        return;
    say_obstacles(&ui->speaker, source_table(source), ui->reader);
    if (source->thoughts.ideas == 0) {
        describe_turn(ui, &source->hint[0], words);
        line_terminal_print(ui->terminal, _("%s would play %s, but does not say why.\n"),
                            source->adviser, words);
        return;
    }
    line_terminal_print(
        ui->terminal,
        _("Before each turn: the points that %s expects to lose in this round after it.\n"
          "* is the one it would play: the chance of winning counts too.\n"),
        source->adviser);
    advice_order(source, order);
    for (unsigned i = 0; i < source->hints; i++) {
        describe_turn(ui, &source->hint[order[i]], words);
        line_terminal_print(ui->terminal, "%c %4.1f  %s\n", order[i] == 0 ? '*' : ' ',
                            source->thoughts.idea[order[i]].lost, words);
    }
}

/* Returns the likeliest card of a group that was not printed yet, or CITY_NONE. */
static unsigned likeliest_city(const struct board *board, const float chance[CITIES_MAX],
                               unsigned group, const bool printed[CITIES_MAX])
{
    unsigned best = CITY_NONE;
    for (unsigned city = 0; city < board->cities; city++) {
        if (board->city[city].group == group && !printed[city] &&
            (best == CITY_NONE || chance[city] > chance[best]))
            best = city;
    }
    return best;
}

/* Returns true if all possible cards are equally likely. */
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

/* Adds "or Omaha 24 %" if the chance is high enough. */
static void list_likely(const struct line_mode *ui, struct line_terminal_list *list,
                        const float chance[CITIES_MAX], unsigned group)
{
    bool printed[CITIES_MAX] = {false};
    for (unsigned i = 0; i < CARDS_MAX; i++) {
        const unsigned city = likeliest_city(ui->source->board, chance, group, printed);
        char word[CITY_NAME_SIZE + 32];
        const double percent = city == CITY_NONE ? 0 : 100 * (double)chance[city];
        if (city == CITY_NONE || (percent < LIKELY_PERCENT && i > 0))
            break;
        printed[city] = true;
        snprintf(word, sizeof word, "%s%s %.0f %%", i > 0 ? _("or ") : "",
                 say_city(&ui->speaker, city), percent);
        line_terminal_list_add(list, word);
    }
}

static void print_group(const struct line_mode *ui, const float chance[CITIES_MAX], unsigned group)
{
    struct line_terminal_list list;
    line_terminal_print(ui->terminal, "  ");
    line_terminal_list_begin(&list, ui->terminal, _(group_names[group]), GROUP_COLUMNS);
    if (all_alike(ui->source->board, chance, group))
        line_terminal_list_add(&list, _("no clue yet"));
    else
        list_likely(ui, &list, chance, group);
    line_terminal_list_end(&list);
}

static void print_hand(const struct line_mode *ui, unsigned seat, const float chance[CITIES_MAX])
{
    char name[SAY_NAME_SIZE];
    unsigned alike = 0;
    for (unsigned group = 0; group < GROUPS; group++)
        alike += all_alike(ui->source->board, chance, group);
    say_name(&ui->speaker, seat, name);
    if (alike == GROUPS)
        line_terminal_print(ui->terminal, "%s: %s\n", name, _("no clue yet"));
    else
        line_terminal_print(ui->terminal, "%s\n", name);
    for (unsigned group = 0; alike < GROUPS && group < GROUPS; group++)
        print_group(ui, chance, group);
}

void line_mode_hint_cards(struct line_mode *ui)
{
    if (!ask_adviser(ui))
        return;
    line_terminal_print(ui->terminal, _("The cards that the others may hold, according to %s:\n"),
                        ui->source->adviser);
    for (unsigned seat = 0; seat < source_table(ui->source)->seats; seat++) {
        if (seat != ui->reader)
            print_hand(ui, seat, ui->source->thoughts.chance[seat]);
    }
}
