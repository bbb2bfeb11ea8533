/* The moments of a game. */
#include "terminal/history.h"

#include <stdlib.h>
#include <string.h>

#include "core/check.h"

void chronicle_init(struct chronicle *chronicle)
{
    memset(chronicle, 0, sizeof *chronicle);
}

void chronicle_release(struct chronicle *chronicle)
{
    free(chronicle->moment);
    chronicle_init(chronicle);
}

void chronicle_turn(struct chronicle *chronicle, const struct table *table, unsigned seat,
                    const struct turn *turn)
{
    if (chronicle->moments == chronicle->room) {
        chronicle->room = 2 * chronicle->room + 64;
        chronicle->moment =
            realloc(chronicle->moment, chronicle->room * sizeof chronicle->moment[0]);
        CHECK(chronicle->moment != NULL);
    }
    chronicle->moment[chronicle->moments++] =
        (struct moment){.table = *table, .turn = *turn, .seat = (uint8_t)seat};
}

void chronicle_deal(struct chronicle *chronicle, const struct table *table)
{
    static const struct turn nothing = {.kind = TURN_PASS, .marker = JUNCTION_NONE};
    chronicle_turn(chronicle, table, SEAT_NONE, &nothing);
}

void chronicle_lit(const struct chronicle *chronicle, unsigned moment, unsigned seat,
                   struct line_set *lit)
{
    memset(lit, 0, sizeof *lit);
    for (unsigned i = moment + 1; i-- > 0;) {
        const struct moment *at = &chronicle->moment[i];
        if (at->seat == SEAT_NONE || (at->seat == seat && i < moment))
            return;
        for (unsigned t = 0; t < at->turn.tracks; t++)
            line_set_add(lit, at->turn.track[t].line);
        if (seat == SEAT_NONE || at->seat == seat)
            return;
    }
}
