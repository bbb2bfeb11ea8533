/* Equivalent turns leave the same game to everyone for the rest of the round, and others do not. */
#include "support.h"

#include <stdio.h>
#include <string.h>

#include "board_file/boards.h"
#include "bots/party.h"
#include "bots/random.h"
#include "bots/turn_equivalence.h"

enum { POSITIONS = 400, TURNS = 6 };

/* too large for the stack */
static struct seat_distances before, after[TURNS];

struct tried {
    struct turn turn;
    struct turn_key key;
    struct table table; /* after the turn */
};

static bool same_distances(const struct seat_distances *one, const struct seat_distances *other,
                           const struct table *table, const struct board *board)
{
    for (unsigned seat = 0; seat < table->seats; seat++) {
        for (unsigned i = 0; i < board->junctions; i++) {
            if (memcmp(seat_distances_of(one, seat)->row[i], seat_distances_of(other, seat)->row[i],
                       board->junctions) != 0)
                return false;
        }
    }
    return true;
}

/* N1: every seat reaches the same junctions. */
static bool same_networks(const struct table *one, const struct table *other)
{
    for (unsigned seat = 0; seat < one->seats; seat++) {
        if (memcmp(&one->reach[one->network[seat]], &other->reach[other->network[seat]],
                   sizeof one->reach[0]) != 0)
            return false;
    }
    return true;
}

static void try_turn(const struct party *party, const struct view *view, uint64_t *random,
                     struct tried *tried, struct seat_distances *seat_distances)
{
    struct draft draft;
    struct rng rng;
    rng_init(&rng, test_random(random));
    random_legal_turn(party->board, view, &rng, &tried->turn);
    draft_begin(&draft, &view->table, &view->hand);
    assert_int_equal(draft_turn(&draft, party->board, &tried->turn), ACCEPTED);
    tried->table = draft.table;
    turn_key_of(&tried->key, &before, &view->table, party->board, &tried->turn);
    seat_distances_init(seat_distances, &tried->table, party->board);
}

/* Compares all pairs of turns.  Returns how many equivalent pairs used different lines. */
static unsigned compare_turns(const struct party *party, const struct view *view, uint64_t *random)
{
    struct tried tried[TURNS];
    unsigned alike = 0;
    seat_distances_init(&before, &view->table, party->board);
    for (unsigned i = 0; i < TURNS; i++) {
        try_turn(party, view, random, &tried[i], &after[i]);
        for (unsigned k = 0; k < i; k++) {
            const bool distances = same_distances(&after[i], &after[k], &view->table, party->board);
            const bool same = turn_key_equal(&tried[i].key, &tried[k].key);
            if (same) {
                assert_true(distances && same_networks(&tried[i].table, &tried[k].table));
                assert_int_equal(tried[i].table.supply, tried[k].table.supply);
                alike += memcmp(tried[i].table.track, tried[k].table.track,
                                sizeof tried[i].table.track) != 0;
            } else if (tried[i].key.only_joins && tried[k].key.only_joins &&
                       tried[i].turn.tracks == tried[k].turn.tracks) {
                assert_false(distances);
            }
        }
    }
    return alike;
}

TEST_CASE(turns_do_the_same_only_if_nobody_can_tell_them_apart)
{
    uint64_t random = test_seed();
    struct party party;
    unsigned alike = 0;
    party_init(&party);
    party_begin_any_game(&party, &random);
    for (unsigned i = 0; i < POSITIONS; i++) {
        struct view view;
        struct turn turn;
        view_of(&view, &party.position, party.position.table.to_move);
        alike += compare_turns(&party, &view, &random);
        party_play_any(&party, &random, &turn);
        if (party.position.table.phase != PHASE_PLAYING || test_random_below(&random, 60) == 0)
            party_begin_any_game(&party, &random);
    }
    party_release(&party);
    printf("# %u pairs of turns over different lines did the same\n", alike);
    assert_true(alike > 0);
}

/* V2: a marker may stand on one of the paths, so it matters which lines were used. */
TEST_CASE(with_blocking_every_line_counts)
{
    uint64_t random = test_seed();
    struct party party;
    party_init(&party);
    party_begin_game(&party, board_builtin_at(0), 4, VARIANT_BLOCKING, test_random(&random));
    for (unsigned i = 0; i < 40 && party.position.table.phase == PHASE_PLAYING; i++) {
        struct view view;
        struct rng rng;
        struct turn turn;
        struct turn_key key;
        view_of(&view, &party.position, party.position.table.to_move);
        rng_init(&rng, test_random(&random));
        random_legal_turn(party.board, &view, &rng, &turn);
        seat_distances_init(&before, &view.table, party.board);
        turn_key_of(&key, &before, &view.table, party.board, &turn);
        assert_false(key.only_joins);
        party_play(&party, &turn);
    }
    party_release(&party);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("N1, T3: turns do the same if and only if nobody can tell them apart",
             turns_do_the_same_only_if_nobody_can_tell_them_apart),
        TEST("V2: with blocking every line counts", with_blocking_every_line_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
