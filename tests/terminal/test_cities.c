/* Letters and names of cities. */
#include <string.h>

#include "board_file/boards.h"
#include "rules/table.h"
#include "support.h"
#include "terminal/drawing/cities.h"

static const struct board *find(const char *id)
{
    const struct board *board = board_builtin(id, strlen(id));
    assert_non_null(board);
    return board;
}

static unsigned city_of(const struct board *board, const char *id)
{
    for (unsigned city = 0; city < board->cities; city++) {
        if (strcmp(board->city[city].id, id) == 0)
            return city;
    }
    fail_msg("no city %s", id);
    return CITY_NONE;
}

static const char *junction_of(const struct board *board, const char *name)
{
    const unsigned junction = cities_find_junction(board, SEATS_MAX, NULL, name);
    return junction == JUNCTION_NONE ? "none" : board->junction[junction].name;
}

TEST_CASE(dashed_cities_play_with_four_or_more)
{
    for (unsigned b = 0; b < board_builtin_count(); b++) {
        const struct board *board = board_builtin_at(b);
        for (unsigned seats = SEATS_MIN; seats <= SEATS_MAX; seats++) {
            assert_false(cities_is_in_game(board, CITY_NONE, seats));
            for (unsigned city = 0; city < board->cities; city++)
                assert_int_equal(cities_is_in_game(board, city, seats),
                                 seats > 3 || !board->city[city].dashed);
        }
    }
}

TEST_CASE(every_group_has_a_letter_of_its_own)
{
    char letters[GROUPS + 1] = "";
    for (unsigned group = 0; group < GROUPS; group++)
        letters[group] = cities_group_letter(group);
    for (unsigned group = 0; group < GROUPS; group++) {
        assert_in_range(letters[group], 'A', 'Z');
        assert_ptr_equal(strchr(letters, letters[group]), &letters[group]);
    }
}

TEST_CASE(a_name_that_cannot_be_shown_is_an_id)
{
    for (unsigned b = 0; b < board_builtin_count(); b++) {
        const struct board *board = board_builtin_at(b);
        for (unsigned city = 0; city < board->cities; city++) {
            assert_string_equal(cities_name(board, city, true), board->city[city].name);
            for (const char *byte = cities_name(board, city, false); *byte != '\0'; byte++)
                assert_in_range(*byte, ' ', '~');
        }
    }
    const struct board *america = find("transamerica");
    assert_string_equal(cities_name(america, city_of(america, "new-york"), false), "New York");
}

TEST_CASE(a_junction_is_found_by_its_name_in_any_letters)
{
    const struct board *board = find("transamerica");
    assert_string_equal(junction_of(board, "K7"), "K7");
    assert_string_equal(junction_of(board, "k7"), "K7");
    assert_string_equal(junction_of(board, "K77"), "none");
    assert_string_equal(junction_of(board, "Z1"), "none");
    assert_string_equal(junction_of(board, ""), "none");
}

TEST_CASE(a_junction_is_found_by_the_start_of_its_city)
{
    const struct board *board = find("transamerica");
    assert_string_equal(junction_of(board, "Kansas City"), "L7");
    assert_string_equal(junction_of(board, "kansas-city"), "L7");
    assert_string_equal(junction_of(board, "OMA"), "J5");
    assert_string_equal(junction_of(board, "new york"), "R5");
    assert_string_equal(junction_of(board, "omaha beach"), "none");
    assert_string_equal(junction_of(board, "a name that is longer than that of any city"), "none");
}

TEST_CASE(cities_of_the_game_are_found_and_those_of_the_hand_first)
{
    const struct board *board = find("transamerica");
    struct hand hand;
    memset(&hand, CITY_NONE, sizeof hand);
    /* In board order: San Diego (dashed), San Francisco, Santa Fe. */
    assert_int_equal(cities_find_junction(board, 2, NULL, "san f"),
                     board->city[city_of(board, "san-francisco")].junction);
    assert_int_equal(cities_find_junction(board, 2, NULL, "san diego"), JUNCTION_NONE);
    assert_int_equal(cities_find_junction(board, 4, NULL, "san diego"),
                     board->city[city_of(board, "san-diego")].junction);
    assert_int_not_equal(cities_find_junction(board, 2, &hand, "san"),
                         board->city[city_of(board, "san-diego")].junction);
    for (unsigned group = 0; group < GROUPS; group++)
        hand.city[group] = board->card[group][0];
    hand.city[board->city[city_of(board, "santa-fe")].group] = (uint8_t)city_of(board, "santa-fe");
    for (unsigned group = 0; group < GROUPS; group++) {
        if (strcmp(board->city[hand.city[group]].id, "san-francisco") == 0)
            hand.city[group] = (uint8_t)city_of(board, "portland");
    }
    assert_int_equal(cities_find_junction(board, 2, &hand, "san"),
                     board->city[city_of(board, "santa-fe")].junction);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("S3: dashed cities play with four or more", dashed_cities_play_with_four_or_more),
        TEST("every group has a letter of its own", every_group_has_a_letter_of_its_own),
        TEST("a name that cannot be shown is an id", a_name_that_cannot_be_shown_is_an_id),
        TEST("a junction is found by its name in any letters",
             a_junction_is_found_by_its_name_in_any_letters),
        TEST("a junction is found by the start of its city's name",
             a_junction_is_found_by_the_start_of_its_city),
        TEST("S3: cities of the game are found, and those of the hand first",
             cities_of_the_game_are_found_and_those_of_the_hand_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
