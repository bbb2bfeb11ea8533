/* The moments of a game. */
#include "terminal/source/history.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/check.h"

void history_init(struct history *history)
{
    memset(history, 0, sizeof *history);
    history->fewest = UINT_MAX;
}

void history_release(struct history *history)
{
    free(history->moment);
    history_init(history);
}

bool history_reserve(struct history *history, unsigned more)
{
    return ARRAY_GROW(history->moment, history->capacity, history->moments + more);
}

void history_add_turn(struct history *history, const struct table *table, unsigned seat,
                      const struct turn *turn)
{
    CHECK(history->moments < history->capacity);
    history->moment[history->moments++] =
        (struct moment){.table = *table, .turn = *turn, .seat = (uint8_t)seat};
}

void history_add_deal(struct history *history, const struct table *table)
{
    static const struct turn nothing = {.kind = TURN_PASS, .marker = JUNCTION_NONE};
    history_add_turn(history, table, SEAT_NONE, &nothing);
}

void history_take_back(struct history *history, unsigned moments)
{
    CHECK(moments < history->moments);
    history->moments -= moments;
    if (history->moments < history->fewest)
        history->fewest = history->moments;
}

unsigned history_stands(struct history *history)
{
    const unsigned fewest = history->fewest;
    history->fewest = UINT_MAX;
    return fewest;
}

void history_lit(const struct history *history, unsigned moment, unsigned seat,
                 struct line_set *lit)
{
    memset(lit, 0, sizeof *lit);
    for (unsigned i = moment + 1; i-- > 0;) {
        const struct moment *at = &history->moment[i];
        if (at->seat == SEAT_NONE || (at->seat == seat && i < moment))
            return;
        for (unsigned t = 0; t < at->turn.tracks; t++)
            line_set_add(lit, at->turn.track[t].line);
        if (seat == SEAT_NONE || at->seat == seat)
            return;
    }
}
