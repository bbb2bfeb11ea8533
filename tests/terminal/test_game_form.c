/*
 * The form for a new table at a server: what keys change, what is drawn, and the resulting target.
 */
#include <string.h>

#include "board_file/boards.h"
#include "bots/bot.h"
#include "support.h"
#include "terminal/lobby/game_form.h"

static void choose(struct game_form *form, enum game_form_field field, unsigned value)
{
    form->field = field;
    for (unsigned i = 0; form->value[field] != value; i++) {
        assert_true(i < 10);
        game_form_change(form, 1);
    }
}

/* Returns true if the drawn form contains a text. */
static bool shows(const struct game_form *form, const char *text)
{
    struct canvas canvas;
    char line[400];
    bool seen = false;
    assert_true(canvas_init(&canvas, 80, FIELDS + 3));
    game_form_draw(form, &canvas, 0, true);
    for (unsigned y = 0; y < canvas.height; y++) {
        canvas_line(&canvas, y, line, sizeof line);
        seen = seen || strstr(line, text) != NULL;
    }
    canvas_release(&canvas);
    return seen;
}

TEST_CASE(at_first_it_asks_for_two_people_and_a_bot)
{
    struct game_form form;
    struct remote_target target = {.url = "here", .name = "Ada", .watches = true};
    game_form_init(&form);
    game_form_target(&form, &target);
    assert_string_equal(target.board, board_builtin_at(0)->id);
    assert_string_equal(target.seats, "you,open,medium");
    assert_int_equal(target.variants, 0);
    assert_int_equal(target.clock.bank_s + target.clock.increment_s + target.clock.days, 0);
    assert_false(target.hidden);
    assert_string_equal(target.url, "here"); /* the form does not change it */
    assert_string_equal(target.name, "Ada");
}

TEST_CASE(every_choice_is_a_part_of_the_table)
{
    struct game_form form;
    struct remote_target target = {.url = "here"};
    game_form_init(&form);
    choose(&form, FIELD_BOARD, 1);
    choose(&form, FIELD_PLAYERS, 6);
    choose(&form, FIELD_BOTS, 2);
    choose(&form, FIELD_LEVEL, 3);
    choose(&form, FIELD_SEATS, 1);
    choose(&form, FIELD_CLOCK, 1);
    choose(&form, FIELD_OPEN_CARDS, 1);
    choose(&form, FIELD_PRIVATE_TRACKS, 1);
    game_form_target(&form, &target);
    assert_string_equal(target.board, board_builtin_at(1)->id);
    assert_string_equal(target.seats, "you,invited,invited,invited,expert,expert");
    assert_true(target.hidden);
    assert_int_equal(target.clock.bank_s, 300);
    assert_int_equal(target.clock.increment_s, 10);
    assert_int_equal(target.variants, VARIANT_OPEN_CARDS | VARIANT_PRIVATE_TRACKS);
}

TEST_CASE(fields_and_values_go_round)
{
    struct game_form form;
    game_form_init(&form);
    game_form_move(&form, -1);
    assert_int_equal(form.field, FIELDS - 1);
    game_form_move(&form, 1);
    assert_int_equal(form.field, 0);
    game_form_change(&form, -1);
    assert_int_equal(form.value[FIELD_BOARD], board_builtin_count() - 1);
    game_form_change(&form, 1);
    assert_int_equal(form.value[FIELD_BOARD], 0);
    form.field = FIELD_PLAYERS;
    for (unsigned i = 0; i < 50; i++) {
        game_form_change(&form, i % 7 < 4 ? 1 : -1);
        assert_in_range(form.value[FIELD_PLAYERS], SEATS_MIN, SEATS_MAX);
    }
}

TEST_CASE(one_seat_is_always_that_of_a_person)
{
    struct game_form form;
    struct remote_target target = {.url = "here"};
    game_form_init(&form);
    choose(&form, FIELD_PLAYERS, 6);
    choose(&form, FIELD_BOTS, 5);
    game_form_target(&form, &target);
    assert_string_equal(target.seats, "you,medium,medium,medium,medium,medium");
    choose(&form, FIELD_PLAYERS, 2);
    game_form_target(&form, &target);
    assert_string_equal(target.seats, "you,medium");
}

TEST_CASE(it_shows_what_it_would_ask_for)
{
    struct game_form form;
    game_form_init(&form);
    assert_true(shows(&form, "A new table"));
    assert_true(shows(&form, board_builtin_at(0)->name));
    choose(&form, FIELD_LEVEL, 2);
    assert_true(shows(&form, "< hard >")); /* the selected field */
    game_form_move(&form, 1);
    assert_false(shows(&form, "< hard >"));
    assert_true(shows(&form, "hard"));
    choose(&form, FIELD_CLOCK, 3);
    assert_true(shows(&form, "3 days a turn"));
}

/* ---- On this machine ----------------------------------------------------------------------- */

TEST_CASE(a_game_here_is_against_three_bots_at_first)
{
    struct game_form form;
    game_form_init_here(&form);
    assert_string_equal(game_form_seats(&form), "you,medium,medium,medium");
    assert_int_equal(game_form_variants(&form), 0);
    assert_ptr_equal(game_form_board(&form), board_builtin_at(0));
    assert_true(shows(&form, "A new game"));
    assert_false(shows(&form, "Free seats for"));
    assert_false(shows(&form, "Clock"));
}

/* A server offers only the fixed levels. */
TEST_CASE(behind_the_levels_is_one_that_adapts_in_a_game_here)
{
    struct game_form form;
    game_form_init_here(&form);
    choose(&form, FIELD_LEVEL, level_count());
    assert_string_equal(game_form_seats(&form), "you,adaptive,adaptive,adaptive");
    assert_true(shows(&form, "adaptive"));
    game_form_init(&form);
    form.field = FIELD_LEVEL;
    for (unsigned i = 0; i < 2 * level_count(); i++) {
        game_form_change(&form, 1);
        assert_true(form.value[FIELD_LEVEL] < level_count());
    }
}

TEST_CASE(several_people_here_are_told_apart)
{
    struct game_form form;
    game_form_init_here(&form);
    choose(&form, FIELD_BOTS, 1);
    choose(&form, FIELD_BLOCKING, 1);
    assert_string_equal(game_form_seats(&form), "player 1,player 2,player 3,medium");
    assert_int_equal(game_form_variants(&form), VARIANT_BLOCKING);
}

TEST_CASE(fields_that_only_a_server_needs_are_passed_over)
{
    struct game_form form;
    game_form_init_here(&form);
    for (unsigned i = 0; i < 2 * FIELDS; i++) {
        const unsigned before = form.field;
        const bool further = game_form_move(&form, 1);
        assert_int_equal(further, form.field > before);
        assert_true(form.field != FIELD_SEATS && form.field != FIELD_CLOCK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("at first it asks for two people and a bot",
             at_first_it_asks_for_two_people_and_a_bot),
        TEST("every choice is a part of the table", every_choice_is_a_part_of_the_table),
        TEST("fields and values go round", fields_and_values_go_round),
        TEST("one seat is always that of a person", one_seat_is_always_that_of_a_person),
        TEST("it shows what it would ask for", it_shows_what_it_would_ask_for),
        TEST("a game on this machine is against three bots at first",
             a_game_here_is_against_three_bots_at_first),
        TEST("behind the levels is one that adapts, in a game here",
             behind_the_levels_is_one_that_adapts_in_a_game_here),
        TEST("several people here are told apart", several_people_here_are_told_apart),
        TEST("fields that only a server needs are passed over",
             fields_that_only_a_server_needs_are_passed_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
