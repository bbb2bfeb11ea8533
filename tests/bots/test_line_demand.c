/* Line demand: hands that opponents can hold, exact savings, and updates as track is laid. */
#include "support.h"

#include <stdio.h>
#include <string.h>

#include "board_file/boards.h"
#include "bots/line_demand.h"
#include "bots/party.h"

enum { GAMES = 48, TURNS = 24 };

/* too large for the stack */
static struct seat_distances seat_distances;
static struct line_demand line_demand;
static struct demand_tracker tracker;

/* Plays a few turns of a game. */
static void begin_any_position(struct party *party, uint64_t *random)
{
    struct turn turn;
    party_begin_any_game(party, random);
    for (unsigned i = test_random_below(random, TURNS); i > 0; i--) {
        party_play_any(party, random, &turn);
        if (party->position.table.phase != PHASE_PLAYING)
            party_begin_any_game(party, random);
    }
}

static void sample_demand(const struct party *party, uint64_t *random)
{
    struct rng rng;
    rng_init(&rng, test_random(random));
    seat_distances_init(&seat_distances, &party->position.table, party->board);
    line_demand_init(&line_demand, party->board, &party->position.table, &seat_distances, &rng);
}

static bool share_a_card(const struct hand *one, const struct hand *other)
{
    for (unsigned group = 0; group < GROUPS; group++) {
        if (one->city[group] == other->city[group])
            return true;
    }
    return false;
}

/* Finds the seat and the number of the hand with these savings. */
static bool find_hand(const uint8_t *saved, unsigned seats, unsigned *seat, unsigned *number)
{
    for (*seat = 0; *seat < seats; ++*seat) {
        for (*number = 0; *number < line_demand.count[*seat]; ++*number) {
            if (line_demand.saved[*seat][*number] == saved)
                return true;
        }
    }
    return false;
}

TEST_CASE(the_others_hold_none_of_the_own_cards)
{
    uint64_t random = test_seed();
    struct party party;
    unsigned hands = 0;
    party_init(&party);
    for (unsigned game = 0; game < test_count(GAMES); game++) {
        begin_any_position(&party, &random);
        const struct table *table = &party.position.table;
        const struct hand *own = &party.position.hand[table->to_move];
        struct opponents_demand opponents;
        float share[SEATS_MAX] = {0};
        sample_demand(&party, &random);
        line_demand_of_opponents(&line_demand, table->to_move, own, &opponents);
        for (unsigned i = 0; i < opponents.hands; i++) {
            unsigned seat, number;
            assert_true(find_hand(opponents.saved[i], table->seats, &seat, &number));
            assert_int_not_equal(seat, table->to_move);
            assert_false(share_a_card(&line_demand.hand[seat][number], own));
            share[seat] += opponents.share[i];
        }
        for (unsigned seat = 0; seat < table->seats; seat++)
            assert_true(!(share[seat] > 0) || (share[seat] > 0.999F && share[seat] < 1.001F));
        hands += opponents.hands;
    }
    party_release(&party);
    assert_true(hands > 0);
}

/* What a free line saves a hand, computed from scores alone. */
static unsigned saved_by_line(const struct party *party, unsigned seat, const struct hand *hand,
                              unsigned line)
{
    const struct distances *now = seat_distances_of(&seat_distances, seat);
    static struct distances free;
    uint8_t terminal[TERMINALS_MAX];
    const unsigned count =
        hand_terminals(party->board, hand, party->position.table.marker[seat], terminal);
    distances_copy(&free, now);
    distances_lower(&free, party->board->line[line].a, party->board->line[line].b, 0);
    return steiner_cost(now, terminal, count) - steiner_cost(&free, terminal, count);
}

static void check_hand(const struct party *party, unsigned seat, unsigned number, uint64_t *random)
{
    for (unsigned i = 0; i < 8; i++) {
        const unsigned line = test_random_below(random, party->board->lines);
        assert_int_equal(line_demand.saved[seat][number][line],
                         saved_by_line(party, seat, &line_demand.hand[seat][number], line));
    }
}

TEST_CASE(demand_is_what_lines_save)
{
    uint64_t random = test_seed();
    struct party party;
    party_init(&party);
    for (unsigned game = 0; game < test_count(GAMES); game++) {
        begin_any_position(&party, &random);
        sample_demand(&party, &random);
        for (unsigned seat = 0; seat < party.position.table.seats; seat++) {
            if (line_demand.count[seat] > 0)
                check_hand(&party, seat, test_random_below(&random, line_demand.count[seat]),
                           &random);
        }
    }
    party_release(&party);
}

/*
 * How many hands movers considered during tracked rounds, and for how many the tracked cost was
 * wrong.
 */
struct tracked_hands {
    unsigned hands, right;
};

static void check_tracked(const struct party *party, uint64_t *random,
                          struct tracked_hands *tracked)
{
    const struct table *table = &party->position.table;
    const struct hand *own = &party->position.hand[table->to_move];
    const unsigned most = 1 + test_random_below(random, LIKELY_HANDS_MAX);
    struct opponents_demand opponents;
    seat_distances_init(&seat_distances, table, party->board);
    demand_tracker_of_opponents(&tracker, party->board, table, &seat_distances, own, most,
                                &opponents);
    assert_true(opponents.hands <= (table->seats - 1) * most);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        for (unsigned i = 0; i < tracker.from->count[seat]; i++) {
            const struct hand *hand = &tracker.from->hand[seat][i];
            uint8_t terminal[TERMINALS_MAX];
            bool used = false;
            for (unsigned k = 0; k < opponents.hands; k++)
                used |= opponents.saved[k] == tracker.saved[seat][i];
            if (!used)
                continue;
            const unsigned count =
                hand_terminals(party->board, hand, table->marker[seat], terminal);
            const unsigned missing =
                steiner_cost(seat_distances_of(&seat_distances, seat), terminal, count);
            assert_false(share_a_card(hand, own));
            assert_true(tracker.missing[seat][i] >= missing);
            tracked->right += tracker.missing[seat][i] == missing;
            tracked->hands++;
        }
    }
}

/*
 * Two tracks may save something together that neither does alone.  A hand that wanted neither is
 * not recomputed, so its tracked cost may be too high, but rarely.
 */
TEST_CASE(a_tracker_mostly_knows_what_hands_miss)
{
    uint64_t random = test_seed();
    struct party party;
    struct tracked_hands tracked = {0, 0};
    party_init(&party);
    for (unsigned game = 0; game < test_count(GAMES); game++) {
        struct rng rng;
        const unsigned seats = SEATS_MIN + test_random_below(&random, SEATS_MAX - SEATS_MIN + 1);
        rng_init(&rng, test_random(&random));
        party_begin_game(&party, board_builtin_at(0), seats, 0, test_random(&random));
        sample_demand(&party, &random);
        demand_tracker_begin(&tracker, &line_demand, &rng);
        for (unsigned i = 0; i < TURNS && party.position.table.round == 1; i++) {
            const unsigned seat = party.position.table.to_move;
            struct turn turn;
            check_tracked(&party, &random, &tracked);
            party_play_any(&party, &random, &turn);
            demand_tracker_see(&tracker, seat, &turn);
        }
    }
    party_release(&party);
    printf("# %u of %u hands miss what they seemed to\n", tracked.right, tracked.hands);
    assert_true(tracked.hands > 0 && tracked.right * 5 > tracked.hands * 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("S2: nobody guesses that others hold their own cards",
             the_others_hold_none_of_the_own_cards),
        TEST("P1: what a hand wants of a line is what it would save", demand_is_what_lines_save),
        TEST("P1: as a round is played out, what most hands miss is known",
             a_tracker_mostly_knows_what_hands_miss),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
