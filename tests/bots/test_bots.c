/* Players: their turns are legal and the same for the same numbers, and rounds with them end. */
#include "support.h"

#include <string.h>

#include "board/boards.h"
#include "bots/bot.h"
#include "bots/pick.h"
#include "bots/random.h"
#include "bots/signature.h"

/* Plays one game in which every seat has the given bot; how many turns it took. */
static unsigned play_game(const struct board *board, unsigned variants, unsigned seats,
                          const struct bot *bot, uint64_t seed)
{
    struct position position;
    struct rng rng;
    uint8_t key[SEED_SIZE];
    unsigned turns = 0;
    seed_of_series(seed, 0, key);
    rng_init(&rng, seed);
    position_init(&position, board, seats, variants, key);
    while (position.table.phase != PHASE_GAME_OVER) {
        if (position.table.phase != PHASE_PLAYING)
            position_deal(&position, board);
        struct view view;
        struct turn turn;
        view_of(&view, &position, position.table.to_move);
        bot_turn(bot, board, &view, &rng, &turn);
        position_settle(&position, board, &turn);
        assert_int_equal(position_play(&position, board, &turn), ACCEPTED);
        turns++;
    }
    return turns;
}

static void every_turn_is_legal(void **state)
{
    (void)state;
    uint64_t seed = test_seed();
    unsigned turns = 0;
    for (unsigned b = 0; b < board_builtin_count(); b++) {
        for (unsigned variants = 0; variants <= VARIANTS_ALL; variants++) {
            for (unsigned seats = SEATS_MIN; seats <= SEATS_MAX; seats++) {
                for (unsigned bot = 0; bot < bot_count(); bot++)
                    turns += play_game(board_builtin_at(b), variants, seats, bot_at(bot), ++seed);
            }
        }
    }
    assert_true(turns > 1000);
}

static void greedy_players_connect_somebody(void **state)
{
    (void)state;
    const struct bot *greedy = bot_find("greedy", 6);
    const struct board *board = board_builtin("transamerica", 12);
    uint64_t seed = test_seed();
    for (unsigned round = 0; round < test_count(50); round++) {
        struct position position;
        struct rng rng;
        uint8_t key[SEED_SIZE];
        seed_of_series(seed, round, key);
        rng_init(&rng, round);
        position_init(&position, board, 4, 0, key);
        position_deal(&position, board);
        while (position.table.phase == PHASE_PLAYING) {
            struct view view;
            struct turn turn;
            view_of(&view, &position, position.table.to_move);
            bot_turn(greedy, board, &view, &rng, &turn);
            assert_int_equal(position_play(&position, board, &turn), ACCEPTED);
        }
        assert_int_not_equal(position.table.connected, 0);
    }
}

static void the_same_seed_plays_the_same_games(void **state)
{
    (void)state;
    const struct board *board = board_builtin("transeuropa", 11);
    const uint64_t one = signature_games(board, VARIANTS_ALL, 3, 1, 2);
    assert_true(one == signature_games(board, VARIANTS_ALL, 3, 1, 2));
    assert_true(one != signature_games(board, VARIANTS_ALL, 3, 2, 2));
    assert_true(one != signature_games(board, 0, 3, 1, 2));
}

/* Two positions that differ only in the cards of others. */
static void a_bot_cannot_know_other_hands(void **state)
{
    (void)state;
    const struct board *board = board_builtin("transamerica", 12);
    for (unsigned bot = 0; bot < bot_count(); bot++) {
        struct position position, other;
        uint8_t key[SEED_SIZE];
        seed_of_series(7, bot, key);
        position_init(&position, board, 3, 0, key);
        position_deal(&position, board);
        other = position;
        const unsigned me = position.table.to_move;
        const unsigned left = (me + 1) % 3, right = (me + 2) % 3;
        other.hand[left] = position.hand[right];
        other.hand[right] = position.hand[left];
        struct view view, other_view;
        struct turn turn, other_turn;
        struct rng rng, other_rng;
        view_of(&view, &position, me);
        view_of(&other_view, &other, me);
        assert_memory_equal(&view, &other_view, sizeof view);
        rng_init(&rng, 1);
        rng_init(&other_rng, 1);
        bot_turn(bot_at(bot), board, &view, &rng, &turn);
        bot_turn(bot_at(bot), board, &other_view, &other_rng, &other_turn);
        assert_memory_equal(&turn, &other_turn, sizeof turn);
    }
}

static void each_line_of_a_set_is_as_likely_as_another(void **state)
{
    (void)state;
    enum { MEMBERS = 9, DRAWS = 90000 };
    static const unsigned member[MEMBERS] = {0, 1, 63, 64, 255, 256, 300, 700, 764};
    unsigned drawn[LINES_MAX] = {0};
    struct line_set lines = {{0}};
    struct rng rng;
    for (unsigned i = 0; i < MEMBERS; i++)
        line_set_add(&lines, member[i]);
    rng_init(&rng, test_seed());
    for (unsigned i = 0; i < DRAWS; i++)
        drawn[pick_line(&lines, &rng)]++;
    unsigned total = 0;
    for (unsigned i = 0; i < MEMBERS; i++) {
        assert_in_range(drawn[member[i]], DRAWS / MEMBERS - 600, DRAWS / MEMBERS + 600);
        total += drawn[member[i]];
    }
    assert_int_equal(total, DRAWS);
}

static void the_rest_of_a_round_ends_as_the_rules_say(void **state)
{
    (void)state;
    struct rng rng;
    rng_init(&rng, test_seed());
    for (unsigned i = 0; i < test_count(600); i++) {
        const struct board *board = board_builtin_at(i % board_builtin_count());
        const unsigned variants = i / 3 % (VARIANTS_ALL + 1);
        struct position position;
        uint8_t key[SEED_SIZE];
        seed_of_series(3, i, key);
        position_init(&position, board, 2 + i % 5, variants, key);
        position_deal(&position, board);
        const unsigned connected = random_rest_of_round(&position, board, &rng);
        assert_int_equal(connected, position_connected(&position, &position.table));
        assert_true(connected != 0 || position.table.supply == 0 ||
                    position.table.passes == position.table.seats);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("every turn of every bot is legal, whatever is played", every_turn_is_legal),
        TEST("rounds between greedy players end with somebody connected",
             greedy_players_connect_somebody),
        TEST("the same seed plays the same games", the_same_seed_plays_the_same_games),
        TEST("a bot plays the same whatever cards the others hold", a_bot_cannot_know_other_hands),
        TEST("each line of a set is drawn as often as another",
             each_line_of_a_set_is_as_likely_as_another),
        TEST("R5, R7: random rounds end when somebody is connected, the supply is used up, or all "
             "pass",
             the_rest_of_a_round_ends_as_the_rules_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
