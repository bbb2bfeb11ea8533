/* The colour and sign of one's own seat differ from those of all other seats. */
#include "terminal/drawing/seat_look.h"

#include <string.h>

#include "terminal/printed_game.h"

TEST_CASE(without_a_choice_a_seat_has_its_own)
{
    const struct seat_look looks[] = {{0}, {.own = SEAT_NONE, .choice = {3, 1}}};
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
            assert_int_equal(seat_look_colour(&looks[i], seat), seat);
            assert_int_equal(seat_look_sign(&looks[i], seat), '1' + seat);
        }
    }
}

TEST_CASE(whatever_is_chosen_no_two_are_alike)
{
    for (unsigned own = 0; own < SEATS_MAX; own++) {
        for (unsigned colour = 1; colour < SEAT_COLOURS; colour++) {
            const struct seat_look look = {own, {colour, 1 + own % (SEAT_SIGNS - 1)}};
            unsigned seen = 0;
            assert_int_equal(seat_look_colour(&look, own), colour - 1);
            for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
                const uint32_t sign = seat_look_sign(&look, seat);
                seen |= 1U << seat_look_colour(&look, seat);
                assert_int_equal(sign == '1' + seat, seat != own);
                assert_non_null(strchr(seat == own ? "*$%&!?" : "123456", (int)sign));
            }
            assert_int_equal(seen, (1U << SEATS_MAX) - 1);
        }
    }
}

TEST_CASE(a_choice_is_remembered_by_its_names)
{
    for (unsigned colour = 0; colour < SEAT_COLOURS; colour++) {
        for (unsigned sign = 0; sign < SEAT_SIGNS; sign++) {
            char text[SEAT_CHOICE_TEXT_SIZE];
            seat_choice_write(&(struct seat_choice){colour, sign}, text);
            const struct seat_choice read = seat_choice_read(text);
            assert_int_equal(read.colour, colour);
            assert_int_equal(read.sign, sign);
        }
    }
    static const char *const strange[] = {"", " ", "mauve", "mauve moon\n", "\xff star", "redstar"};
    for (unsigned i = 0; i < sizeof strange / sizeof strange[0]; i++)
        assert_int_equal(seat_choice_read(strange[i]).colour, 0);
    assert_int_equal(seat_choice_read("mauve star\n").sign, 1);
}

/* With two people at one keyboard there is no own seat. */
TEST_CASE(it_is_for_the_only_person_here)
{
    static struct printed_game printed;
    printed_game_open(&printed, printed_game_beginning, 0);
    printed.source.choice = (struct seat_choice){6, 1};
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        printed.source.seat[seat].is_person_here = seat == 1;
    const struct seat_look look = source_look(&printed.source);
    assert_int_equal(look.own, 1);
    assert_int_equal(seat_look_sign(&look, 1), '*');
    printed.source.seat[0].is_person_here = true;
    assert_int_equal(source_look(&printed.source).own, SEAT_NONE);
    printed_game_close(&printed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("without a choice a seat has its own colour and number",
             without_a_choice_a_seat_has_its_own),
        TEST("whatever is chosen, no two seats are alike", whatever_is_chosen_no_two_are_alike),
        TEST("a choice is remembered by its names", a_choice_is_remembered_by_its_names),
        TEST("it is for the only person at the keyboard", it_is_for_the_only_person_here),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
