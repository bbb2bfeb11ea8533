/* A game seen by somebody who does not know all hands: what is told is judged as far as it can be.
 */
#include "support.h"

#include <string.h>

#include "board_file/boards.h"
#include "bots/random.h"
#include "rules/position.h"
#include "rules/record_write.h"
#include "rules/spectator.h"

static const struct hand hidden = {{CITY_NONE, CITY_NONE, CITY_NONE, CITY_NONE, CITY_NONE}};

static const struct board *transamerica(void)
{
    return board_builtin("transamerica", 12);
}

static void deal(struct hand hand[SEATS_MAX], unsigned seats, uint64_t number)
{
    uint8_t seed[SEED_SIZE];
    seed_of_series(number, 0, seed);
    deal_hands(transamerica(), seats, seed, 1, hand);
}

static void hide(struct hand hand[SEATS_MAX], unsigned except)
{
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        if (seat != except)
            hand[seat] = hidden;
    }
}

/* ---- Hands ----------------------------------------------------------------------------------- */

TEST_CASE(hands_are_those_of_a_deal)
{
    const struct board *board = transamerica();
    struct hand hand[SEATS_MAX], wrong[SEATS_MAX];
    deal(hand, 6, 1);
    assert_true(spectator_hands_can_be(board, 6, hand));
    memcpy(wrong, hand, sizeof wrong);
    wrong[1].city[2] = wrong[4].city[2]; /* a card twice */
    assert_false(spectator_hands_can_be(board, 6, wrong));
    memcpy(wrong, hand, sizeof wrong);
    wrong[1].city[2] = CITY_NONE; /* known or hidden, not between */
    assert_false(spectator_hands_can_be(board, 6, wrong));
    wrong[1].city[2] = hand[1].city[3]; /* of another group */
    assert_false(spectator_hands_can_be(board, 6, wrong));
    hide(hand, 3);
    assert_true(spectator_hands_can_be(board, 6, hand));
    for (unsigned group = 0; group < GROUPS; group++) { /* a dashed city with three players */
        for (unsigned card = 0; card < board->cards[group]; card++) {
            deal(hand, 3, 1);
            hand[0].city[group] = board->card[group][card];
            assert_int_equal(spectator_hand_can_be(board, 3, &hand[0]),
                             !board->city[hand[0].city[group]].dashed);
        }
    }
}

TEST_CASE(what_is_known_stays_so)
{
    struct hand hand[SEATS_MAX], other[SEATS_MAX], known[SEATS_MAX];
    deal(hand, 4, 1);
    deal(other, 4, 2);
    memcpy(known, hand, sizeof known);
    hide(known, 2);
    assert_true(spectator_hands_agree(4, known, hand));
    assert_false(spectator_hands_agree(4, known, other));
    other[2] = hand[2];
    assert_true(spectator_hands_agree(4, known, other));
}

/* ---- Rounds ---------------------------------------------------------------------------------- */

TEST_CASE(the_starting_player_is_the_next)
{
    const struct board *board = transamerica();
    struct table table, begun;
    struct hand hand[SEATS_MAX];
    deal(hand, 3, 1);
    table_init(&table, board, 3, 0);
    for (unsigned first = 0; first < 3; first++) {
        begun = table;
        assert_int_equal(spectator_begin(&begun, board, hand, first), FITS);
    }
    assert_int_equal(spectator_begin(&table, board, hand, 3), MISFIT_FIRST);
    begun.phase = PHASE_ROUND_OVER; /* seat 3 has begun */
    for (unsigned first = 0; first < 4; first++) {
        struct table next = begun;
        assert_int_equal(spectator_begin(&next, board, hand, first),
                         first == 0 ? FITS : MISFIT_FIRST);
    }
    begun.phase = PHASE_PLAYING;
    assert_int_equal(spectator_begin(&begun, board, hand, 0), MISFIT_ORDER);
}

TEST_CASE(open_cards_are_the_neighbours)
{
    const struct board *board = transamerica();
    struct table table;
    struct hand hand[SEATS_MAX], passed[SEATS_MAX];
    deal(hand, 3, 1);
    table_init(&table, board, 3, VARIANT_OPEN_CARDS);
    memcpy(passed, hand, sizeof passed);
    passed[1] = hidden;
    assert_int_equal(spectator_begin(&table, board, passed, 0), MISFIT_HANDS);
    assert_int_equal(spectator_begin(&table, board, hand, 0), FITS);
    assert_memory_equal(table.shown, hand, 3 * sizeof hand[0]);
    table.phase = PHASE_ROUND_OVER;
    assert_int_equal(spectator_begin(&table, board, hand, 1), MISFIT_HANDS);
    hands_pass_on(3, hand, passed);
    assert_int_equal(spectator_begin(&table, board, passed, 1), FITS);
}

/* ---- Whole games ----------------------------------------------------------------------------- */

static void closing_of(struct closing *closing, const struct board *board,
                       const struct table *table)
{
    memset(closing, 0, sizeof *closing);
    memcpy(closing->lost, table->lost, sizeof closing->lost);
    memcpy(closing->points, table->points, sizeof closing->points);
    closing->connected = table->connected;
    closing->has_barrier = record_has_barrier(board, table);
    closing->barrier = closing->has_barrier ? table->barrier : (int16_t)0;
}

/* Plays a round, and tells it to a witness who knows `hand`. */
static void spectator_round(struct position *position, const struct board *board,
                            struct table *table, const struct hand hand[SEATS_MAX], struct rng *rng)
{
    struct table before = *table;
    struct turn turn;
    struct closing closing;
    while (position->table.phase == PHASE_PLAYING) {
        assert_memory_equal(table, &position->table, sizeof *table);
        const unsigned mover = position->table.to_move;
        struct view view;
        view_of(&view, position, mover);
        random_legal_turn(board, &view, rng, &turn);
        position_settle(position, board, &turn);
        before = *table;
        assert_int_equal(position_play(position, board, &turn), ACCEPTED);
        assert_int_equal(spectator_play(table, board, hand, &turn), FITS);
    }
    closing_of(&closing, board, &position->table);
    *table = before;
    assert_int_equal(spectator_end(table, board, hand, &turn, &closing), FITS);
}

TEST_CASE(a_witness_sees_what_the_position_is)
{
    uint64_t random = test_seed();
    const unsigned games = test_count(400);
    for (unsigned game = 0; game < games; game++) {
        const struct board *board = board_builtin_at(game % board_builtin_count());
        const unsigned seats = SEATS_MIN + test_random_below(&random, 5);
        const unsigned variants = test_random_below(&random, VARIANTS_ALL + 1);
        const bool open = (variants & VARIANT_OPEN_CARDS) != 0;
        const unsigned me = test_random_below(&random, seats + 1); /* or nobody */
        const bool all = open || test_random_below(&random, 3) == 0;
        struct position position;
        struct table table;
        struct rng rng;
        uint8_t seed[SEED_SIZE];
        seed_of_series(test_random(&random), 0, seed);
        rng_init(&rng, test_random(&random));
        position_init(&position, board, seats, variants, seed);
        table = position.table;
        while (position.table.phase != PHASE_GAME_OVER && position.table.round < 20) {
            struct hand hand[SEATS_MAX];
            position_deal(&position, board);
            memcpy(hand, position.hand, sizeof hand);
            if (!all)
                hide(hand, me);
            assert_int_equal(spectator_begin(&table, board, hand, position.table.first), FITS);
            spectator_round(&position, board, &table, hand, &rng);
            if (!all) /* what is hidden stays so until somebody shows it */
                memset(position.table.shown, CITY_NONE, sizeof position.table.shown);
            assert_memory_equal(&table, &position.table, sizeof table);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("S3, S4: hands are those of a deal, each known or hidden", hands_are_those_of_a_deal),
        TEST("R6: cards that are shown are those that were known", what_is_known_stays_so),
        TEST("S5, B6: anybody may begin the first round, and then the next seat",
             the_starting_player_is_the_next),
        TEST("V1: open cards are all known, and in the next round they are the neighbours'",
             open_cards_are_the_neighbours),
        TEST("a witness is led to the tables of the game, whatever it knows of the hands",
             a_witness_sees_what_the_position_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
