/* Computes the cards and the seating of each game of a series. */
#include <string.h>

#include "arena/arena.h"
#include "base/check.h"

void arena_list(struct arena_setup *setup)
{
    setup->seats = setup->contenders;
    setup->lineups = 1;
    setup->compared = false;
    for (unsigned place = 0; place < setup->seats; place++)
        setup->lineup[0][place] = (uint8_t)place;
}

void arena_compare(struct arena_setup *setup, unsigned seats)
{
    CHECK(seats >= SEATS_MIN && seats <= SEATS_MAX);
    setup->contenders = 2;
    setup->seats = seats;
    setup->lineups = seats == 2 ? 1 : 2; /* with two seats, rotating includes the reverse */
    setup->compared = setup->duplicate = true;
    for (unsigned place = 0; place < seats; place++) {
        setup->lineup[0][place] = place > 0;
        setup->lineup[1][place] = place == 0;
    }
    const unsigned games_a_deal = arena_games_a_deal(setup);
    setup->games = (setup->games + games_a_deal - 1) / games_a_deal * games_a_deal;
}

unsigned arena_games_a_deal(const struct arena_setup *setup)
{
    return setup->duplicate ? setup->lineups * setup->seats : setup->lineups;
}

unsigned arena_deal(const struct arena_setup *setup, unsigned game)
{
    return game / arena_games_a_deal(setup);
}

unsigned arena_lineup(const struct arena_setup *setup, unsigned game)
{
    const unsigned of_deal = game % arena_games_a_deal(setup);
    return setup->duplicate ? of_deal / setup->seats : of_deal;
}

unsigned arena_seat(const struct arena_setup *setup, unsigned game, unsigned place)
{
    return setup->duplicate ? (place + game) % setup->seats : place;
}

void arena_game_seed(const struct arena_setup *setup, unsigned game, uint8_t seed[SEED_SIZE])
{
    seed_of_series(setup->seed, arena_deal(setup, game), seed);
}

unsigned arena_row_of(const struct arena_setup *setup, unsigned lineup, unsigned place)
{
    return setup->compared ? 2 * lineup + (place > 0) : place;
}
