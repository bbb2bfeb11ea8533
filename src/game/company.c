/* Computes a person's strength and chooses bots for it. */
#include "game/company.h"

#include <string.h>

#include "base/check.h"

enum {
    POINTS_A_LEVEL = 600, /* value of a level per round, in thousandths of a point: docs/bots.md */
    AHEAD_MAX = 4000,     /* limits the effect of a lucky round */
    SLOWNESS = 20,        /* divisor for the difference from the expected result */
};

const char company_word[] = "adaptive";

unsigned company_strength_max(void)
{
    return (level_count() - 1) * COMPANY_LEVEL;
}

unsigned company_strength(int64_t number)
{
    const int64_t most = company_strength_max();
    if (number < 0)
        return COMPANY_BEGINNING;
    return (unsigned)(number < most ? number : most);
}

void company_choose(unsigned strength, unsigned bots, const struct bot *chosen[])
{
    CHECK(bots > 0 && strength <= company_strength_max());
    const unsigned levels = (strength * bots + COMPANY_LEVEL / 2) / COMPANY_LEVEL;
    for (unsigned i = 0; i < bots; i++)
        chosen[i] = level_at(levels / bots + (i < levels % bots));
}

unsigned company_after(unsigned strength, int ahead, unsigned level)
{
    const int better = (int)strength - (int)level;
    const int expected = better * POINTS_A_LEVEL / COMPANY_LEVEL;
    const int counted = ahead > AHEAD_MAX ? AHEAD_MAX : ahead < -AHEAD_MAX ? -AHEAD_MAX : ahead;
    const int after = (int)strength + (counted - expected) / SLOWNESS;
    return company_strength(after > 0 ? after : 0);
}

/* Returns the number of a level, or level_count(). */
static unsigned level_number(const char *name)
{
    unsigned number = 0;
    while (number < level_count() && strcmp(level_at(number)->name, name) != 0)
        number++;
    return number;
}

unsigned company_after_round(unsigned strength, const struct game *game)
{
    const struct table *table = &game->position.table;
    unsigned people = 0, bots = 0, levels = 0;
    int own = 0, others = 0;
    if (game->board == NULL ||
        (table->phase != PHASE_ROUND_OVER && table->phase != PHASE_GAME_OVER))
        return strength;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (seat_is_person(&game->seat[seat])) {
            people++;
            own = table->lost[seat];
            continue;
        }
        const unsigned level = level_number(game->seat[seat].word);
        if (level == level_count())
            return strength;
        levels += level;
        others += table->lost[seat];
        bots++;
    }
    if (people != 1 || bots == 0)
        return strength;
    return company_after(strength, (others * 1000) / (int)bots - own * 1000,
                         levels * COMPANY_LEVEL / bots);
}
