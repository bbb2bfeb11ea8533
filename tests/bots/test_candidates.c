/* Candidates: legal, sorted, without equivalent ones, and each reduces the missing cost. */
#include "support.h"

#include <stdio.h>
#include <string.h>

#include "board_file/boards.h"
#include "bots/candidates.h"
#include "bots/party.h"
#include "bots/random.h"
#include "rules/scoring.h"

enum { POSITIONS = 600 };

/* too large for the stack */
static struct seat_distances seat_distances;
static struct opponent_gain opponent_gain;
static struct candidates candidates;

/* Finds the candidates of the seat to move.  The opponents' true hands are used for their gain. */
static void find_candidates(const struct party *party, const struct view *view)
{
    seat_distances_init(&seat_distances, &view->table, party->board);
    if (view->table.marker[view->seat] == JUNCTION_NONE) {
        candidates_place(&candidates, party->board, view, &seat_distances);
        return;
    }
    opponent_gain_init(&opponent_gain);
    for (unsigned seat = 0; seat < view->table.seats; seat++) {
        if (seat != view->seat) {
            opponent_gain_add_hand(&opponent_gain, party->board, &view->table, &seat_distances,
                                   seat, &party->position.hand[seat], 1);
            opponent_gain_add_seat(&opponent_gain, party->board);
        }
    }
    candidates_lay(&candidates, party->board, view, &seat_distances, &opponent_gain);
}

/* Plays the best candidate or a random turn, to reach the next position. */
static void play_on(struct party *party, const struct view *view, uint64_t *random)
{
    struct turn turn;
    struct rng rng;
    rng_init(&rng, test_random(random));
    random_legal_turn(party->board, view, &rng, &turn);
    if (candidates.count > 0 && test_random_below(random, 8) > 0)
        turn = candidates.best[test_random_below(random, 2) % candidates.count].turn;
    party_play(party, &turn);
    if (party->position.table.phase != PHASE_PLAYING)
        party_begin_any_game(party, random);
}

/* Calls `check` in positions of all boards and variants, after finding their candidates. */
static void visit_positions(void (*check)(const struct party *party, const struct view *view))
{
    uint64_t random = test_seed();
    struct party party;
    party_init(&party);
    party_begin_any_game(&party, &random);
    for (unsigned i = 0; i < test_count(POSITIONS); i++) {
        struct view view;
        view_of(&view, &party.position, party.position.table.to_move);
        find_candidates(&party, &view);
        check(&party, &view);
        play_on(&party, &view, &random);
    }
    party_release(&party);
}

static void check_order(const struct party *party, const struct view *view)
{
    assert_true(candidates.count <= CANDIDATES_MAX);
    for (unsigned i = 0; i < candidates.count; i++) {
        const struct candidate *candidate = &candidates.best[i];
        assert_true(party_is_legal(party->board, view, &candidate->turn));
        assert_true(i == 0 || candidates.best[i - 1].value >= candidate->value);
        for (unsigned k = 0; k < i; k++)
            assert_false(turn_key_equal(&candidate->key, &candidates.best[k].key));
    }
}

TEST_CASE(candidates_are_legal_and_in_order)
{
    visit_positions(check_order);
}

/* The cost that the seat misses after a candidate, played on a copy. */
static unsigned missing_after(const struct party *party, const struct view *view, struct turn turn)
{
    struct position position = party->position;
    position_settle(&position, party->board, &turn);
    assert_int_equal(position_play(&position, party->board, &turn), ACCEPTED);
    return scoring_missing(&position.table, party->board, view->seat, &view->hand, NULL);
}

static void check_gain(const struct party *party, const struct view *view)
{
    if (view->table.marker[view->seat] == JUNCTION_NONE)
        return;
    const unsigned before =
        scoring_missing(&view->table, party->board, view->seat, &view->hand, NULL);
    for (unsigned i = 0; i < candidates.count; i++) {
        const struct candidate *candidate = &candidates.best[i];
        assert_int_equal(candidate->turn.kind, TURN_LAY);
        assert_true(candidate->missing < before);
        assert_int_equal(missing_after(party, view, candidate->turn), candidate->missing);
    }
}

TEST_CASE(each_candidate_brings_something)
{
    visit_positions(check_gain);
}

static void check_places(const struct party *party, const struct view *view)
{
    const struct table *table = &view->table;
    if (table->marker[view->seat] != JUNCTION_NONE)
        return;
    assert_true(candidates.count > 0);
    for (unsigned i = 0; i < candidates.count; i++) {
        const struct candidate *candidate = &candidates.best[i];
        const unsigned place = candidate->turn.marker;
        assert_int_equal(candidate->turn.kind, TURN_PLACE);
        assert_true(place < party->board->junctions && !table_has_marker(table, place, SEAT_NONE));
        assert_int_equal(missing_after(party, view, candidate->turn), candidate->missing);
    }
}

TEST_CASE(places_are_free_junctions)
{
    visit_positions(check_places);
}

/*
 * Context of look_at_turn(): whether some turn connects the mover and each of its tracks reduces
 * the missing cost.
 */
struct connection {
    const struct board *board;
    const struct view *view;
    bool found;
};

/*
 * A detour around a closed line may need a first track that gains nothing.  Such turns are not
 * expected among the candidates.
 */
static void look_at_turn(void *context, const struct turn *turn)
{
    struct connection *connection = context;
    const struct board *board = connection->board;
    const struct view *view = connection->view;
    struct draft draft;
    draft_begin(&draft, &view->table, &view->hand);
    if (connection->found || draft_turn(&draft, board, turn) != ACCEPTED ||
        !table_connects(&draft.table, board, view->seat, &view->hand))
        return;
    unsigned missing = scoring_missing(&view->table, board, view->seat, &view->hand, NULL);
    bool nearer = true;
    draft_begin(&draft, &view->table, &view->hand);
    for (unsigned i = 0; i < turn->tracks; i++) {
        draft_lay(&draft, board, turn->track[i].line, turn->track[i].own);
        const unsigned left = scoring_missing(&draft.table, board, view->seat, &view->hand, NULL);
        nearer &= left < missing;
        missing = left;
    }
    connection->found = nearer;
}

/* One turn reduces the missing cost by two at most. */
static void check_connection(const struct party *party, const struct view *view)
{
    struct connection connection = {.board = party->board, .view = view};
    bool connects = false;
    if (view->table.marker[view->seat] == JUNCTION_NONE ||
        scoring_missing(&view->table, party->board, view->seat, &view->hand, NULL) > 2)
        return;
    turn_each(&view->table, party->board, &view->hand, look_at_turn, &connection);
    for (unsigned i = 0; i < candidates.count; i++)
        connects |= candidates.best[i].missing == 0;
    assert_true(connects == connection.found);
}

TEST_CASE(a_turn_that_connects_is_among_them)
{
    visit_positions(check_connection);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("T3, F2, V2, X1: candidates are legal, in order and each there once",
             candidates_are_legal_and_in_order),
        TEST("P1: every candidate brings the seat nearer, by as much as it says",
             each_candidate_brings_something),
        TEST("T2: places for the marker are free junctions", places_are_free_junctions),
        TEST("R1: a turn that connects the seat is among them where there is one",
             a_turn_that_connects_is_among_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
