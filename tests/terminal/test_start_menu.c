/* The start menu: games to continue, and the form for a new one. */
#include <stdio.h>
#include <string.h>

#include "support.h"
#include "terminal/app/start_menu.h"

static bool shows(const struct start_menu *menu, const char *text)
{
    struct canvas canvas;
    char line[400];
    bool seen = false;
    assert_true(canvas_init(&canvas, 80, 24));
    start_menu_draw(menu, &canvas, true);
    for (unsigned y = 0; y < canvas.height; y++) {
        canvas_line(&canvas, y, line, sizeof line);
        seen = seen || strstr(line, text) != NULL;
    }
    canvas_release(&canvas);
    return seen;
}

TEST_CASE(without_a_game_there_is_the_form_alone)
{
    static struct start_menu menu;
    start_menu_init(&menu, 0);
    assert_int_equal(menu.chosen, menu.offers);
    assert_false(shows(&menu, "Go on with a game"));
    assert_true(shows(&menu, "\u25b8 Board"));
    assert_true(shows(&menu, "Enter play"));
    start_menu_move(&menu, 1);
    assert_true(shows(&menu, "\u25b8 Players"));
}

TEST_CASE(the_newest_game_is_chosen_at_first)
{
    static struct start_menu menu;
    snprintf(menu.offer[0], sizeof menu.offer[0], "the newer one");
    snprintf(menu.offer[1], sizeof menu.offer[1], "the older one");
    start_menu_init(&menu, 2);
    assert_int_equal(menu.chosen, 0);
    assert_true(shows(&menu, "\u25b8 the newer one"));
    assert_true(shows(&menu, "  the older one"));
    assert_false(shows(&menu, "\u25b8 Board"));
    assert_true(shows(&menu, "Enter go on"));
}

TEST_CASE(up_and_down_go_round_through_games_and_fields)
{
    static struct start_menu menu;
    for (unsigned offers = 0; offers <= 3; offers++) {
        const unsigned lines = offers + 7; /* fields of a game on this machine */
        unsigned seen = 0;
        start_menu_init(&menu, offers);
        for (unsigned i = 0; i < 2 * lines; i++) {
            assert_int_equal(menu.chosen, i % lines < offers ? i % lines : offers);
            seen += menu.chosen == offers && menu.form.field == FIELD_BOARD;
            start_menu_move(&menu, 1);
        }
        assert_int_equal(seen, 2);
        for (unsigned i = 2 * lines; i-- > 0;) {
            start_menu_move(&menu, -1);
            assert_int_equal(menu.chosen, i % lines < offers ? i % lines : offers);
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
