/* What a seat may know: nothing in its view changes with a hand that is not its own. */
#include "rules/view.h"

#include <string.h>

#include "board_file/boards.h"
#include "rules/random_play.h"
#include "support.h"

/* The same position with other cards in all hands but this one. */
static struct position with_other_hands(const struct position *position, const struct board *board,
                                        unsigned seat)
{
    struct position other = *position;
    for (unsigned i = 0; i < position->table.seats; i++) {
        for (unsigned group = 0; group < GROUPS && i != seat; group++) {
            const uint8_t *pile = board->card[group];
            const uint8_t *card = memchr(pile, position->hand[i].city[group], board->cards[group]);
            assert_non_null(card);
            other.hand[i].city[group] = pile[(unsigned)(card - pile + 1) % board->cards[group]];
        }
    }
    memset(other.seed, 0x55, sizeof other.seed);
    return other;
}

TEST_CASE(other_hands_change_nothing)
{
    static struct random_player player;
    uint64_t random = test_seed();
    for (unsigned game = test_count(300); game > 0; game--) {
        struct position position;
        const unsigned seats = 2 + game % 5;
        const unsigned variants = game % 8 & ~(unsigned)VARIANT_OPEN_CARDS;
        random_player_init(&player, board_builtin_at(game % board_builtin_count()));
        random_position(&position, &player, seats, variants, test_random_below(&random, 20 * seats),
                        &random);
        if (position.table.phase != PHASE_PLAYING)
            continue; /* R6: now they are shown */
        for (unsigned seat = 0; seat <= seats; seat++) {
            const unsigned who = seat < seats ? seat : SEAT_NONE;
            const struct position other = with_other_hands(&position, player.board, who);
            struct view view, other_view;
            view_of(&view, &position, who);
            view_of(&other_view, &other, who);
            assert_memory_equal(&view, &other_view, sizeof view);
        }
    }
}

TEST_CASE(the_own_hand_is_seen)
{
    struct position position;
    struct view view;
    uint64_t random = test_seed();
    random_game(&position, board_builtin_at(0), 4, 0, &random);
    for (unsigned seat = 0; seat < 4; seat++) {
        view_of(&view, &position, seat);
        assert_int_equal(view.seat, seat);
        assert_memory_equal(&view.hand, &position.hand[seat], sizeof view.hand);
    }
    view_of(&view, &position, SEAT_NONE);
    assert_int_equal(view.seat, SEAT_NONE);
    assert_false(hand_is_known(&view.hand));
}

TEST_CASE(all_see_the_end_of_a_round)
{
    static struct random_player player;
    struct position position;
    struct view view;
    uint64_t random = test_seed();
    random_player_init(&player, board_builtin_at(0));
    random_game(&position, player.board, 4, 0, &random);
    while (position.table.phase == PHASE_PLAYING) {
        struct turn turn;
        random_player_turn(&player, &position, &random, &turn);
        assert_int_equal(position_play(&position, player.board, &turn), ACCEPTED);
    }
    view_of(&view, &position, SEAT_NONE);
    assert_memory_equal(view.table.shown, position.hand, 4 * sizeof(struct hand));
}

TEST_CASE(a_view_that_plays_sees_what_the_position_shows)
{
    static struct random_player player;
    uint64_t random = test_seed();
    for (unsigned game = test_count(120); game > 0; game--) {
        struct position position;
        struct view view[SEATS_MAX], fresh;
        const unsigned seats = 2 + game % 5;
        random_player_init(&player, board_builtin_at(game % board_builtin_count()));
        random_game(&position, player.board, seats, game % 8, &random);
        for (unsigned seat = 0; seat < seats; seat++)
            view_of(&view[seat], &position, seat);
        for (;;) {
            struct turn turn;
            random_player_turn(&player, &position, &random, &turn);
            position_settle(&position, player.board, &turn);
            assert_int_equal(position_play(&position, player.board, &turn), ACCEPTED);
            if (position.table.phase != PHASE_PLAYING)
                break; /* which a view cannot know */
            for (unsigned seat = 0; seat < seats; seat++) {
                assert_int_equal(view_play(&view[seat], player.board, &turn), ACCEPTED);
                view_of(&fresh, &position, seat);
                assert_memory_equal(&view[seat], &fresh, sizeof fresh);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("S4: other hands and the seed do not change a byte of a view",
             other_hands_change_nothing),
        TEST("a view has the seat's own hand, a spectator's none", the_own_hand_is_seen),
        TEST("R6: at the end of a round every view has all hands", all_see_the_end_of_a_round),
        TEST("T1: a view plays the turns of a round as the position does",
             a_view_that_plays_sees_what_the_position_shows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
