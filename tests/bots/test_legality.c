/* Every bot in many positions: turns are legal, and within the budget and the time limit. */
/* run: early */
#include "support.h"

#include <string.h>

#include "board_file/boards.h"
#include "bots/party.h"
#include "bots/random.h"

enum {
    POSITIONS = 100000, /* in total; half of them for players who have just joined */
    SLOW_SHARE = 100,   /* a slow bot is used once in this many positions */
    TINY_WORK = 20,
};

/* The bot for the position with this number: bots take turns, slow ones less often. */
static const struct bot *bot_for(unsigned number, uint64_t *random)
{
    const struct bot *bot = bot_at(number % bot_count());
    while (party_is_slow(bot) && test_random_below(random, SLOW_SHARE) > 0)
        bot = bot_at(test_random_below(random, bot_count()));
    return bot;
}

/* Asks the player in the seat to move, and plays its turn or a random one. */
static void ask_and_play(struct party *party, const struct budget *budget, uint64_t *random)
{
    const unsigned seat = party->position.table.to_move;
    struct thoughts thoughts;
    struct view view;
    struct turn turn;
    struct rng rng;
    view_of(&view, &party->position, seat);
    player_turn(&party->player[seat], &view, budget, &turn, &thoughts);
    if (!party_is_legal(party->board, &view, &turn))
        fail_msg("%s: an illegal turn on %s with %u seats, variants %u",
                 party->player[seat].bot->name, party->board->id, view.table.seats,
                 view.table.variants);
    assert_true(thoughts.work <= budget->work);
    rng_init(&rng, test_random(random));
    if (test_random_below(random, 2) > 0)
        random_legal_turn(party->board, &view, &rng, &turn);
    party_play(party, &turn);
}

TEST_CASE(newcomers_play_legal_turns)
{
    const struct budget budget = {.work = TINY_WORK};
    uint64_t random = test_seed();
    struct party party;
    party_init(&party);
    party.position.table.phase = PHASE_GAME_OVER;
    for (unsigned i = 0; i < test_count(POSITIONS / 2); i++) {
        if (party.position.table.phase == PHASE_GAME_OVER)
            party_begin_any_game(&party, &random);
        const unsigned seat = party.position.table.to_move;
        party_seat(&party, seat, bot_for(i, &random), random);
        ask_and_play(&party, &budget, &random);
        party.player[seat].bot = NULL;
    }
    party_release(&party);
}

/* Slow bots slow down the whole game, so they are seated in few games. */
static unsigned play_seated_game(struct party *party, uint64_t *random)
{
    const struct budget budget = {.work = TINY_WORK};
    const bool slow = test_random_below(random, SLOW_SHARE) == 0;
    unsigned turns = 0;
    party_begin_any_game(party, random);
    for (unsigned seat = 0; seat < party->position.table.seats; seat++) {
        const struct bot *bot;
        do {
            bot = bot_at(test_random_below(random, bot_count()));
        } while (!slow && party_is_slow(bot));
        party_seat(party, seat, bot, *random);
    }
    while (party->position.table.phase != PHASE_GAME_OVER) {
        ask_and_play(party, &budget, random);
        turns++;
    }
    return turns;
}

TEST_CASE(players_of_a_whole_game_play_legal_turns)
{
    uint64_t random = test_seed() + 1;
    struct party party;
    party_init(&party);
    for (unsigned turns = 0; turns < test_count(POSITIONS / 2);)
        turns += play_seated_game(&party, &random);
    party_release(&party);
}

TEST_CASE(a_budget_is_never_exceeded)
{
    static const uint64_t budgets[] = {0, 1, 10, 1000, 50000};
    uint64_t random = test_seed() + 2;
    struct party party;
    party_init(&party);
    for (unsigned i = 0; i < test_count(40) * bot_count(); i++) {
        const struct bot *bot = bot_at(i % bot_count());
        const struct budget budget = {.work = budgets[i / bot_count() % 5]};
        party_begin_any_game(&party, &random);
        unsigned turns = test_random_below(&random, 60);
        for (unsigned seat = 0; seat < party.position.table.seats; seat++)
            party_seat(&party, seat, bot_at(0), random);
        while (turns-- > 0 && party.position.table.phase == PHASE_PLAYING)
            ask_and_play(&party, &(struct budget){.work = 0}, &random);
        if (party.position.table.phase != PHASE_PLAYING)
            continue;
        party_seat(&party, party.position.table.to_move, bot, random);
        ask_and_play(&party, &budget, &random);
    }
    party_release(&party);
}

/* A time limit that is reached after a number of calls. */
static bool late_after(void *context)
{
    unsigned *questions = context;
    if (*questions == 0)
        return true;
    --*questions;
    return false;
}

TEST_CASE(a_turn_is_legal_though_time_is_up)
{
    uint64_t random = test_seed() + 3;
    struct party party;
    party_init(&party);
    for (unsigned i = 0; i < test_count(30) * bot_count(); i++) {
        unsigned questions = i / bot_count() % 3;
        const struct budget budget = {
            .work = UINT64_MAX, .late = late_after, .context = &questions};
        party_begin_any_game(&party, &random);
        const unsigned seats = party.position.table.seats;
        for (unsigned seat = 0; seat < seats; seat++)
            party_seat(&party, seat, bot_at(i % bot_count()), random);
        for (unsigned turn = 0; turn < 2 * seats; turn++)
            ask_and_play(&party, &budget, &random);
    }
    party_release(&party);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a bot that takes over in the middle of a round plays legal turns",
             newcomers_play_legal_turns),
        TEST("bots that have seen every turn play legal turns",
             players_of_a_whole_game_play_legal_turns),
        TEST("a bot never does more work than its budget", a_budget_is_never_exceeded),
        TEST("a bot whose time is up at once plays a legal turn all the same",
             a_turn_is_legal_though_time_is_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
