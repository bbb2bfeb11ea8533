/* Commands besides turns, and who may use them. */
#include <string.h>

#include "terminal/line_mode/line_mode.h"
#include "terminal/printed_game.h"

static struct printed_game printed;
static struct line_mode ui;

/* Ada is at the keyboard.  The bot is to move unless the test changes that. */
static int begin(void **state)
{
    (void)state;
    printed_game_open(&printed, printed_game_beginning, 0);
    ui = (struct line_mode){.source = &printed.source,
                            .terminal = &printed.terminal,
                            .speaker = printed.speaker,
                            .reader = 0,
                            .revealed = SEAT_NONE,
                            .moments_printed = printed.source.history.moments};
    return 0;
}

static int end(void **state)
{
    (void)state;
    printed_game_close(&printed);
    return 0;
}

/* Returns what a command prints. */
static const char *typed(const char *line)
{
    assert_true(line_mode_command(&ui, line));
    return printed_game_text(&printed);
}

TEST_CASE(a_turn_is_no_command)
{
    assert_false(line_mode_command(&ui, "K7-L7"));
    assert_false(line_mode_command(&ui, "hands"));
    assert_false(line_mode_command(&ui, ""));
    assert_string_equal(printed_game_text(&printed), "");
}

TEST_CASE(the_help_names_every_command)
{
    static const char *const words[] = {"help",  "map",    "look", "hand",   "missing", "hint",
                                        "legal", "points", "log",  "cities", "save",    "quit"};
    char help[8000];
    snprintf(help, sizeof help, "%s", typed("?"));
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        char line[40];
        snprintf(line, sizeof line, "\n  %s", words[i]);
        assert_non_null(strstr(help, line));
    }
    assert_null(strstr(help, ">L7")); /* V2 is not played here */
    printed_game_table(&printed)->variants = VARIANT_BLOCKING;
    assert_non_null(strstr(typed("HELP"), ">L7"));
}

TEST_CASE(the_hand_is_shown_to_its_owner_alone)
{
    assert_non_null(strstr(typed("hand"), "Omaha"));
    ui.reader = SEAT_NONE;
    assert_string_equal(typed("cards"), "You have no cards here.\n");
    printed_game_table(&printed)->phase = PHASE_ROUND_OVER;
    assert_string_equal(typed("missing"), "It is nobody's turn.\n");
}

TEST_CASE(only_whose_turn_it_is_may_ask_what_is_legal)
{
    assert_string_equal(typed("legal"), "It is not your turn: easy plays next (T1).\n");
    assert_string_equal(typed("hint"), "It is not your turn: easy plays next (T1).\n");
    printed_game_table(&printed)->to_move = 0;
    assert_non_null(strstr(typed("legal"), "M7-N7"));
    assert_null(strstr(typed("legal M7-N7"), "double:"));
    assert_non_null(strstr(typed("legal C3-C4"), " (T5).\n"));
    assert_string_equal(typed("legal Z9"), "Not understood: this board has no junction 'Z9'.\n");
    assert_string_equal(typed("hint"), "Nobody gives advice here.\n");
    assert_string_equal(typed("hint turns"), "Type hint or hint cards.\n");
}

TEST_CASE(a_place_is_looked_at_by_its_name)
{
    assert_string_equal(typed("look"), "Say where, for example: look K7\n");
    assert_string_equal(typed("look Atlantis"), "This game has no junction or city 'Atlantis'.\n");
    assert_int_equal(strncmp(typed("look oma"), "J5 Omaha, yellow\n", 17), 0);
    assert_string_equal(typed("map Atlantis"), "This game has no junction or city 'Atlantis'.\n");
    assert_non_null(strstr(typed("map K7"), "K"));
}

TEST_CASE(the_map_at_each_turn_is_turned_on_and_off)
{
    assert_string_equal(typed("map on"), "The map is shown at the start of each of your turns.\n");
    assert_true(ui.shows_map);
    assert_string_equal(typed("map OFF"),
                        "The map is no longer shown at the start of each of your turns.\n");
    assert_false(ui.shows_map);
}

TEST_CASE(the_log_has_what_has_been_told)
{
    assert_string_equal(typed("log"), "  Ada (seat 1): @K7, the start marker\n"
                                      "  easy (seat 2): @C3, the start marker\n"
                                      "  Ada (seat 1): K7-L7 L7-M7\n");
    ui.moments_printed = 1;
    assert_string_equal(typed("log"), "No turn has been played yet.\n");
}

TEST_CASE(a_game_is_saved_where_one_says)
{
    assert_string_equal(typed("save"), "Say where, for example: save game.rail\n");
    assert_string_equal(typed("save my game.rail"), "It is in my game.rail.\n");
    assert_string_equal(printed.saved, "my game.rail");
}

TEST_CASE(leaving_a_game_is_asked_about)
{
    printed_game_type(&printed, "perhaps\nn\n");
    assert_string_equal(typed("quit"), "Leave the game? (y/n) Leave the game? (y/n) ");
    assert_false(ui.leaves);
    printed_game_type(&printed, "YES\n");
    typed("quit");
    assert_true(ui.leaves);
    ui.leaves = false;
    printed_game_table(&printed)->phase = PHASE_GAME_OVER;
    assert_string_equal(typed("quit"), ""); /* nothing would be lost any more */
    assert_true(ui.leaves);
}

#define AT_A_GAME(sentence, function)                                                              \
    {                                                                                              \
        (sentence), (function), begin, end, NULL                                                   \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        AT_A_GAME("a turn is no command", a_turn_is_no_command),
        AT_A_GAME("the help names every command", the_help_names_every_command),
        AT_A_GAME("the hand is shown to its owner alone", the_hand_is_shown_to_its_owner_alone),
        AT_A_GAME("T1: only whose turn it is may ask what is legal",
                  only_whose_turn_it_is_may_ask_what_is_legal),
        AT_A_GAME("a place is looked at by its name", a_place_is_looked_at_by_its_name),
        AT_A_GAME("the map at each turn is turned on and off",
                  the_map_at_each_turn_is_turned_on_and_off),
        AT_A_GAME("the log has what has been told", the_log_has_what_has_been_told),
        AT_A_GAME("a game is saved where one says", a_game_is_saved_where_one_says),
        AT_A_GAME("leaving a game is asked about", leaving_a_game_is_asked_about),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
