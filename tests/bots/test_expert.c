/* The expert: determined by seed and budget, never above the budget, and plays a winning turn. */
#include "support.h"

#include <string.h>

#include "board_file/boards.h"
#include "bots/oracle.h"
#include "bots/party.h"

enum { SOME_WORK = 6000, MUCH_WORK = 20000, POSITIONS = 30, POSITIONS_MAX = 400, WINS = 12 };

static const struct bot *bot_named(const char *name)
{
    return bot_find(name, strlen(name));
}

/* Starts a game on any board and plays some turns with medium players. */
static void begin_any_position(struct party *party, unsigned number, unsigned variants,
                               uint64_t *random)
{
    const struct board *board = board_builtin_at(number % board_builtin_count());
    const unsigned seats = SEATS_MIN + test_random_below(random, SEATS_MAX - SEATS_MIN + 1);
    unsigned turns = test_random_below(random, 6 * seats);
    party_begin_game(party, board, seats, variants, test_random(random));
    for (unsigned seat = 0; seat < seats; seat++)
        party_seat(party, seat, bot_named("medium"), test_random(random));
    while (turns-- > 0) {
        struct view view;
        struct turn turn;
        view_of(&view, &party->position, party->position.table.to_move);
        player_turn(&party->player[view.seat], &view, NULL, &turn, NULL);
        party_play(party, &turn);
        if (party->position.table.phase != PHASE_PLAYING) {
            party_begin_game(party, board, seats, variants, test_random(random));
            return;
        }
    }
}

/* Seats an expert in the seat to move and asks it. */
static void ask_expert(struct party *party, const struct budget *budget, uint64_t seed,
                       struct turn *turn, struct thoughts *thoughts)
{
    const unsigned seat = party->position.table.to_move;
    struct view view;
    view_of(&view, &party->position, seat);
    party_seat(party, seat, bot_named("expert"), seed);
    player_turn(&party->player[seat], &view, budget, turn, thoughts);
}

static void check_same(const struct thoughts *one, const struct thoughts *other)
{
    assert_int_equal(one->ideas, other->ideas);
    assert_int_equal(one->work, other->work);
    for (unsigned i = 0; i < one->ideas; i++) {
        assert_memory_equal(&one->idea[i].turn, &other->idea[i].turn, sizeof one->idea[i].turn);
        assert_true(one->idea[i].value == other->idea[i].value);
        assert_true(one->idea[i].lost == other->idea[i].lost);
    }
    assert_memory_equal(one->chance, other->chance, sizeof one->chance);
}

TEST_CASE(the_same_seed_and_budget_give_the_same_answer)
{
    const struct budget budget = {.work = SOME_WORK};
    uint64_t random = test_seed();
    struct party party;
    party_init(&party);
    for (unsigned i = 0; i < test_count(POSITIONS); i++) {
        struct turn turn[2];
        struct thoughts thoughts[2];
        begin_any_position(&party, i, i % (VARIANTS_ALL + 1), &random);
        const uint64_t seed = test_random(&random);
        ask_expert(&party, &budget, seed, &turn[0], &thoughts[0]);
        ask_expert(&party, &budget, seed, &turn[1], &thoughts[1]);
        assert_memory_equal(&turn[0], &turn[1], sizeof turn[0]);
        check_same(&thoughts[0], &thoughts[1]);
    }
    party_release(&party);
}

static bool always_late(void *context)
{
    ++*(unsigned *)context;
    return true;
}

/* Never uses more work than allowed, and none after time is up. */
TEST_CASE(the_budget_is_kept)
{
    static const uint64_t work[] = {0,    1,    PLAN_PLAYOUT_STEPS_MAX - 1, PLAN_PLAYOUT_STEPS_MAX,
                                    2000, 20000};
    uint64_t random = test_seed();
    struct party party;
    unsigned asked = 0;
    party_init(&party);
    for (unsigned i = 0; i < test_count(POSITIONS); i++) {
        struct turn turn;
        struct thoughts thoughts;
        begin_any_position(&party, i, i % (VARIANTS_ALL + 1), &random);
        for (unsigned k = 0; k < sizeof work / sizeof work[0]; k++) {
            ask_expert(&party, &(struct budget){.work = work[k]}, i, &turn, &thoughts);
            assert_true(thoughts.work <= work[k]);
            assert_true(work[k] >= PLAN_PLAYOUT_STEPS_MAX || thoughts.work == 0);
        }
        const struct budget none = {.work = SOME_WORK, .late = always_late, .context = &asked};
        ask_expert(&party, &none, i, &turn, &thoughts);
        assert_int_equal(thoughts.work, 0);
    }
    assert_true(asked > 0);
    party_release(&party);
}

/*
 * If turns are close, the whole budget is used.  The search ends early only if one turn is clearly
 * better than all others.
 */
TEST_CASE(a_search_ends_when_one_turn_is_the_best)
{
    const struct budget budget = {.work = MUCH_WORK};
    uint64_t random = test_seed();
    struct party party;
    unsigned used = 0, early = 0;
    party_init(&party);
    for (unsigned i = 0; i < POSITIONS_MAX && (used == 0 || early == 0); i++) {
        struct turn turn;
        struct thoughts thoughts;
        begin_any_position(&party, i, 0, &random);
        ask_expert(&party, &budget, i, &turn, &thoughts);
        if (thoughts.ideas < 2)
            continue;
        used += thoughts.work > MUCH_WORK / 2;
        if (thoughts.work <= MUCH_WORK / 2) {
            assert_true(thoughts.idea[0].value > thoughts.idea[1].value);
            early++;
        }
    }
    assert_true(used > 0 && early > 0);
    party_release(&party);
}

/* Whether a turn of the seat to move wins the game for it alone. */
static bool wins(const struct party *party, struct turn turn)
{
    struct position position = party->position;
    position_settle(&position, party->board, &turn);
    return position_play(&position, party->board, &turn) == ACCEPTED &&
           position.table.phase == PHASE_GAME_OVER &&
           position.table.winners == 1U << party->position.table.to_move;
}

struct win {
    const struct party *party;
    bool found;
};

static void look_for_win(void *context, const struct turn *turn)
{
    struct win *win = context;
    win->found = win->found || wins(win->party, *turn);
}

/*
 * All seats are one point from the end of the game.  The expert joins where one turn connects it,
 * and only it.  The opponents are about to connect, so waiting loses.
 */
TEST_CASE(a_turn_that_wins_is_played)
{
    const struct budget budget = {.work = SOME_WORK};
    uint64_t random = test_seed();
    struct party party;
    unsigned won = 0;
    party_init(&party);
    for (unsigned game = 0; won < test_count(WINS); game++) {
        struct win win = {.party = &party};
        struct turn turn;
        struct thoughts thoughts;
        party_begin_game(&party, board_builtin_at(0), 3, 0, test_random(&random));
        for (unsigned seat = 0; seat < 3; seat++) {
            party_seat(&party, seat, bot_named("medium"), test_random(&random));
            party.position.table.points[seat] = 1;
        }
        while (!win.found && party.position.table.phase == PHASE_PLAYING) {
            struct view view;
            view_of(&view, &party.position, party.position.table.to_move);
            player_turn(&party.player[view.seat], &view, NULL, &turn, NULL);
            if (party.position.table.supply < 84 - 25)
                turn_each(&view.table, party.board, &view.hand, look_for_win, &win);
            if (!win.found)
                party_play(&party, &turn);
        }
        if (!win.found)
            continue;
        ask_expert(&party, &budget, game, &turn, &thoughts);
        assert_true(wins(&party, turn));
        assert_true(thoughts.idea[0].lost == 0);
        won++;
    }
    party_release(&party);
}

/* V1: with open cards the oracle sees nothing more, so both choose the same turn. */
TEST_CASE(with_open_cards_the_expert_is_the_oracle)
{
    const struct budget budget = {.work = SOME_WORK};
    uint64_t random = test_seed();
    struct party party;
    party_init(&party);
    for (unsigned i = 0; i < test_count(POSITIONS); i++) {
        struct turn turn[2];
        struct thoughts thoughts[2];
        struct view view;
        struct rng rng;
        begin_any_position(&party, i, VARIANT_OPEN_CARDS | i % (VARIANTS_ALL + 1), &random);
        ask_expert(&party, &budget, i, &turn[0], &thoughts[0]);
        view_of(&view, &party.position, party.position.table.to_move);
        rng_init(&rng, i);
        thoughts_init(&thoughts[1], party.board, &view);
        oracle_turn(party_memory(&party, view.seat),
                    &(struct question){party.board, &view, &budget, &rng}, &party.position,
                    &turn[1], &thoughts[1]);
        assert_memory_equal(&turn[0], &turn[1], sizeof turn[0]);
        check_same(&thoughts[0], &thoughts[1]);
    }
    party_release(&party);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("the same seed and budget give the same answer",
             the_same_seed_and_budget_give_the_same_answer),
        TEST("the expert keeps to its budget, and stops when it is late", the_budget_is_kept),
        TEST("a search ends early when one turn is clearly the best",
             a_search_ends_when_one_turn_is_the_best),
        TEST("B4: a turn that wins the game is played", a_turn_that_wins_is_played),
        TEST("V1: with open cards the expert thinks what the oracle thinks",
             with_open_cards_the_expert_is_the_oracle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
