/* The first screen: games to go on with, and the form for a new one. */
#include <stdio.h>
#include <string.h>

#include "support.h"
#include "terminal/app/start.h"

static bool shows(const struct start *start, const char *text)
{
    struct canvas canvas;
    char line[400];
    bool seen = false;
    assert_true(canvas_init(&canvas, 80, 24));
    start_draw(start, &canvas, true);
    for (unsigned y = 0; y < canvas.height; y++) {
        canvas_line(&canvas, y, line, sizeof line);
        seen = seen || strstr(line, text) != NULL;
    }
    canvas_release(&canvas);
    return seen;
}

TEST_CASE(without_a_game_there_is_the_form_alone)
{
    static struct start start;
    start_init(&start, 0);
    assert_int_equal(start.chosen, start.offers);
    assert_false(shows(&start, "Go on with a game"));
    assert_true(shows(&start, "\u25b8 Board"));
    assert_true(shows(&start, "Enter play"));
    start_move(&start, 1);
    assert_true(shows(&start, "\u25b8 Players"));
}

TEST_CASE(the_newest_game_is_chosen_at_first)
{
    static struct start start;
    snprintf(start.offer[0], sizeof start.offer[0], "the newer one");
    snprintf(start.offer[1], sizeof start.offer[1], "the older one");
    start_init(&start, 2);
    assert_int_equal(start.chosen, 0);
    assert_true(shows(&start, "\u25b8 the newer one"));
    assert_true(shows(&start, "  the older one"));
    assert_false(shows(&start, "\u25b8 Board"));
    assert_true(shows(&start, "Enter go on"));
}

TEST_CASE(up_and_down_go_round_through_games_and_fields)
{
    static struct start start;
    for (unsigned offers = 0; offers <= 3; offers++) {
        const unsigned lines = offers + 7; /* fields of a game on this machine */
        unsigned seen = 0;
        start_init(&start, offers);
        for (unsigned i = 0; i < 2 * lines; i++) {
            assert_int_equal(start.chosen, i % lines < offers ? i % lines : offers);
            seen += start.chosen == offers && start.form.field == FIELD_BOARD;
            start_move(&start, 1);
        }
        assert_int_equal(seen, 2);
        for (unsigned i = 2 * lines; i-- > 0;) {
            start_move(&start, -1);
            assert_int_equal(start.chosen, i % lines < offers ? i % lines : offers);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("without a game there is the form alone", without_a_game_there_is_the_form_alone),
        TEST("the newest game is chosen at first", the_newest_game_is_chosen_at_first),
        TEST("up and down go round through games and fields",
             up_and_down_go_round_through_games_and_fields),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
