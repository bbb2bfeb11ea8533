/* Thoughts: ideas are legal and sorted, the best is played, and beliefs are probabilities. */
#include "support.h"

#include <math.h>
#include <string.h>

#include "board_file/boards.h"
#include "bots/party.h"
#include "bots/think_time.h"

enum { SOME_WORK = 500 };

static void check_ideas(const struct board *board, const struct view *view, const struct turn *turn,
                        const struct thoughts *thoughts)
{
    assert_true(thoughts->ideas <= THOUGHTS_IDEAS_MAX);
    for (unsigned i = 0; i < thoughts->ideas; i++) {
        const struct idea *idea = &thoughts->idea[i];
        assert_true(party_is_legal(board, view, &idea->turn));
        assert_true(isfinite(idea->value));
        assert_true(idea->lost >= 0 && idea->lost <= COST_MAX);
        assert_true(i == 0 || thoughts->idea[i - 1].value >= idea->value);
        /* Only chances of winning have a standard error. */
        assert_true(idea->doubt < 0 || (idea->value >= 0 && idea->value <= 1));
        assert_true(idea->doubt <= 0.5);
        for (unsigned other = 0; other < i; other++)
            assert_memory_not_equal(&idea->turn, &thoughts->idea[other].turn, sizeof *turn);
    }
    if (thoughts->ideas > 0)
        assert_memory_equal(&thoughts->idea[0].turn, turn, sizeof *turn);
}

static void check_beliefs(const struct board *board, const struct view *view,
                          const struct thoughts *thoughts)
{
    for (unsigned seat = 0; seat < view->table.seats; seat++) {
        double sum[GROUPS] = {0};
        for (unsigned city = 0; city < board->cities; city++) {
            const unsigned group = board->city[city].group;
            const struct hand *hand = seat == view->seat ? &view->hand : &view->table.shown[seat];
            const double chance = thoughts->chance[seat][city];
            assert_true(chance >= 0 && chance <= 1.0001);
            sum[group] += chance;
            if (hand->city[group] != CITY_NONE)
                assert_true(chance == (hand->city[group] == city ? 1 : 0));
            else if (view->hand.city[group] == city)
                assert_true(chance == 0);
            if (board->city[city].dashed && view->table.seats <= SMALL_GAME_SEATS)
                assert_true(chance == 0); /* S3: dashed cities are not in play in small games */
        }
        for (unsigned group = 0; group < GROUPS; group++)
            assert_true(fabs(sum[group] - 1) < 0.001);
    }
}

/*
 * Plays turns between bots of one kind and checks their thoughts.  Returns how many turns had
 * ideas.
 */
static unsigned watch_round(struct party *party, const struct bot *bot, unsigned turns)
{
    const struct budget budget = {.work = SOME_WORK};
    unsigned thoughtful = 0;
    for (unsigned seat = 0; seat < party->position.table.seats; seat++)
        party_seat(party, seat, bot, seat);
    while (turns-- > 0 && party->position.table.phase == PHASE_PLAYING) {
        struct thoughts thoughts;
        struct view view;
        struct turn turn;
        view_of(&view, &party->position, party->position.table.to_move);
        player_turn(&party->player[view.seat], &view, &budget, &turn, &thoughts);
        check_ideas(party->board, &view, &turn, &thoughts);
        check_beliefs(party->board, &view, &thoughts);
        thoughtful += thoughts.ideas > 0;
        party_play(party, &turn);
    }
    return thoughtful;
}

TEST_CASE(thoughts_are_in_order)
{
    uint64_t random = test_seed();
    struct party party;
    party_init(&party);
    for (unsigned i = 0; i < bot_count(); i++) {
        const struct bot *bot = bot_at(i);
        for (unsigned game = 0; game < test_count(24); game++) {
            const unsigned seats = SEATS_MIN + test_random_below(&random, 5);
            party_begin_game(&party, board_builtin_at(game % board_builtin_count()), seats,
                             game / 3 % (VARIANTS_ALL + 1), test_random(&random));
            const unsigned turns = party_is_slow(bot) ? 6 * seats : 20 * seats;
            const unsigned thoughtful = watch_round(&party, bot, turns);
            if (thoughtful == 0)
                fail_msg("%s never says why", bot->name);
        }
    }
    party_release(&party);
}

TEST_CASE(ideas_are_kept_in_order)
{
    uint64_t random = test_seed();
    struct thoughts thoughts = {.ideas = 0};
    double best = -1;
    for (unsigned i = 0; i < 1000; i++) {
        const struct turn turn = {.kind = TURN_PLACE, .marker = (uint8_t)(i % 200)};
        const double value = test_random_below(&random, 1000);
        best = value > best ? value : best;
        thoughts_add(&thoughts, &turn, 1, value);
        assert_int_equal(thoughts.ideas, i + 1 < THOUGHTS_IDEAS_MAX ? i + 1 : THOUGHTS_IDEAS_MAX);
        assert_true(thoughts.idea[0].value == best);
        for (unsigned k = 1; k < thoughts.ideas; k++)
            assert_true(thoughts.idea[k - 1].value >= thoughts.idea[k].value);
    }
}

TEST_CASE(of_equal_ideas_the_first_stays_the_best)
{
    struct thoughts thoughts = {.ideas = 0};
    for (unsigned i = 0; i < 2 * THOUGHTS_IDEAS_MAX; i++) {
        const struct turn turn = {.kind = TURN_PLACE, .marker = (uint8_t)i};
        thoughts_add(&thoughts, &turn, 0, 7);
    }
    for (unsigned i = 0; i < THOUGHTS_IDEAS_MAX; i++)
        assert_int_equal(thoughts.idea[i].turn.marker, i);
}

/* The mean thinking time for ideas with these values.  Checks that times are in bounds and vary. */
static double mean_think_time(const double value[], unsigned ideas, struct rng *rng)
{
    enum { TIMES = 400 };
    static const struct turn turn;
    struct thoughts thoughts = {.ideas = 0};
    unsigned least = UINT32_MAX, most = 0;
    double sum = 0;
    for (unsigned i = 0; i < ideas; i++)
        thoughts_add(&thoughts, &turn, 0, value[i]);
    for (unsigned i = 0; i < TIMES; i++) {
        const unsigned time = think_time(&thoughts, rng);
        assert_in_range(time, THINK_TIME_MIN, THINK_TIME_MAX);
        least = time < least ? time : least;
        most = time > most ? time : most;
        sum += time;
    }
    assert_true(most > least);
    return sum / TIMES;
}

TEST_CASE(a_hard_choice_takes_longer)
{
    struct rng rng;
    rng_init(&rng, test_seed());
    const double forced = mean_think_time((const double[]){1}, 1, &rng);
    const double clear = mean_think_time((const double[]){9, 1, 0}, 3, &rng);
    const double close = mean_think_time((const double[]){0.52, 0.51, 0.2}, 3, &rng);
    const double equal = mean_think_time((const double[]){2, 2, 2}, 3, &rng);
    assert_true(forced <= clear + THINK_TIME_MIN / 10);
    assert_true(clear + THINK_TIME_MIN < close);
    assert_true(close <= equal + THINK_TIME_MIN / 10);
    assert_true(mean_think_time(NULL, 0, &rng) < close);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a bot's ideas are legal and in order, the first is played, and its beliefs add up",
             thoughts_are_in_order),
        TEST("ideas are kept in the order of their value", ideas_are_kept_in_order),
        TEST("of equal ideas the first stays the best", of_equal_ideas_the_first_stays_the_best),
        TEST("a hard choice seems to take longer than an obvious one, within bounds",
             a_hard_choice_takes_longer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
