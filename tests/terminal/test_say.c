/* Sentences and small tables about a game, word for word. */
#include <string.h>

#include "terminal/printed_game.h"

TEST_CASE(turns_are_told_with_what_they_reach)
{
    static struct printed_game printed;
    printed_game_open(&printed, printed_game_beginning, 0);
    for (unsigned moment = 1; moment < 4; moment++)
        say_turn(&printed.speaker, moment);
    assert_string_equal(printed_game_text(&printed), "  Ada (seat 1): @K7, the start marker\n"
                                                     "  easy (seat 2): @C3, the start marker\n"
                                                     "  Ada (seat 1): K7-L7 L7-M7\n");
    printed_game_close(&printed);
}

TEST_CASE(meeting_the_network_of_another_is_told)
{
    static struct printed_game printed;
    char words[SAY_TURN_SIZE];
    printed_game_open(&printed, printed_game_beginning, 0);
    struct table before = *printed_game_table(&printed);
    before.marker[1] = JUNCTION_NONE; /* the bot's marker is on N7 instead */
    table_place_marker(&before, printed.source.board, 1, printed_game_junction(&printed, "N7"));
    before.to_move = 0;
    struct table after = before;
    const unsigned line = printed_game_line(&printed, "M7", "N7");
    const struct turn turn = {
        .kind = TURN_LAY, .tracks = 1, .marker = JUNCTION_NONE, .track = {{(uint16_t)line, 0, 0}}};
    table_lay(&after, printed.source.board, 0, line, false);
    say_turn_words(&printed.speaker, &before, &after, &turn, words);
    assert_string_equal(words, "M7-N7, reaching St. Louis, meeting easy (seat 2)");
    printed_game_close(&printed);
}

TEST_CASE(faults_and_refusals_name_their_rule)
{
    static struct printed_game printed;
    struct fault fault;
    printed_game_open(&printed, printed_game_beginning, 0);
    fault_say(ROUND_TOO_LONG, &fault, FAULT_FORMAT);
    say_fault(&printed.speaker, &fault);
    fault_say_plain(&fault, refusal_id(REFUSED_NO_TRACK), refusal_rule(REFUSED_NO_TRACK));
    say_fault(&printed.speaker, &fault);
    assert_string_equal(printed_game_text(&printed),
                        "Not understood: the round has too many lines.\n"
                        "Refused: at least one track must be laid (T4).\n");
    for (unsigned refusal = ACCEPTED + 1; refusal < REFUSALS; refusal++) {
        char end[40];
        say_refusal(&printed.speaker, refusal);
        const char *said = printed_game_text(&printed);
        snprintf(end, sizeof end, " (%s).\n", refusal_rule(refusal));
        assert_int_equal(strncmp(said, "Refused: ", 9), 0);
        assert_string_equal(said + strlen(said) - strlen(end), end);
    }
    printed_game_close(&printed);
}

TEST_CASE(a_hand_is_five_lines_or_a_row)
{
    static struct printed_game printed;
    printed_game_open(&printed, printed_game_beginning, 0);
    struct table *table = printed_game_table(&printed);
    table_lay(table, printed.source.board, 0, printed_game_line(&printed, "J6", "K7"), false);
    table_lay(table, printed.source.board, 0, printed_game_line(&printed, "J5", "J6"), false);
    say_hand(&printed.speaker, table, 0, &printed.source.hand);
    assert_string_equal(printed_game_text(&printed), "  [G] green   A2   Portland\n"
                                                     "  [B] blue    D2   Helena\n"
                                                     "  [Y] yellow  J5   Omaha, reached\n"
                                                     "  [O] orange  R5   New York\n"
                                                     "  [R] red     N11  Dallas\n");
    say_hand_row(&printed.speaker, "Your cities:", table, 0, &printed.source.hand);
    assert_string_equal(printed_game_text(&printed),
                        "Your cities: [G] Portland A2, [B] Helena D2, [Y] Omaha J5 reached,\n"
                        "             [O] New York R5, [R] Dallas N11\n");
    printed_game_close(&printed);
}

TEST_CASE(open_cards_are_shown_where_they_are_known)
{
    static struct printed_game printed;
    printed_game_open(&printed, printed_game_beginning, 0);
    struct table *table = printed_game_table(&printed);
    say_open_hands(&printed.speaker, table); /* no cards are open */
    assert_string_equal(printed_game_text(&printed), "");
    table->shown[1] = printed.position.hand[1];
    say_open_hands(&printed.speaker, table);
    assert_string_equal(printed_game_text(&printed),
                        "easy (seat 2): [G] Medford B4, [B] Chicago N4, [Y] St. Louis N7,\n"
                        "               [O] Washington R6, [R] Memphis P10\n");
    printed_game_close(&printed);
}

TEST_CASE(cities_that_do_not_play_are_not_listed)
{
    static struct printed_game printed;
    printed_game_open(&printed, printed_game_beginning, 0);
    struct table *table = printed_game_table(&printed);
    say_cities(&printed.speaker, table);
    const char *few = printed_game_text(&printed);
    for (unsigned city = 0; city < printed.source.board->cities; city++) {
        const struct city *at = &printed.source.board->city[city];
        assert_int_equal(strstr(few, at->name) != NULL, !at->dashed);
    }
    table->seats = 4;
    say_cities(&printed.speaker, table);
    const char *all = printed_game_text(&printed);
    for (unsigned city = 0; city < printed.source.board->cities; city++)
        assert_non_null(strstr(all, printed.source.board->city[city].name));
    printed_game_close(&printed);
}

TEST_CASE(what_is_missing_is_told_with_the_lines)
{
    static struct printed_game printed;
    struct hand hand;
    printed_game_open(&printed, printed_game_beginning, 0);
    struct table *table = printed_game_table(&printed);
    memset(&hand, CITY_NONE, sizeof hand);
    for (unsigned group = 0; group < GROUPS; group++) /* the same city five times */
        hand.city[group] = printed.position.hand[1].city[2];
    say_missing(&printed.speaker, table, 0, &hand);
    assert_string_equal(printed_game_text(&printed), "1 missing, at least: M7-N7\n");
    table_lay(table, printed.source.board, 0, printed_game_line(&printed, "M7", "N7"), false);
    say_missing(&printed.speaker, table, 0, &hand);
    assert_string_equal(printed_game_text(&printed), "Nothing is missing.\n");
    printed_game_close(&printed);
}

TEST_CASE(what_blocks_is_told)
{
    static struct printed_game printed;
    struct draft draft;
    struct hand hand;
    printed_game_open(&printed, printed_game_beginning, 0);
    struct table *table = printed_game_table(&printed);
    table->variants |= VARIANT_BLOCKING;
    table->marker[1] = (uint8_t)printed_game_junction(&printed, "M7");
    table->to_move = 0;
    draft_begin(&draft, table, &printed.position.hand[0]);
    say_choices(&printed.speaker, &draft);
    assert_int_equal(strncmp(printed_game_text(&printed), "in your way: M7 easy (seat 2)\n", 30),
                     0);
    memset(&hand, CITY_NONE, sizeof hand);
    for (unsigned group = 0; group < GROUPS; group++)
        hand.city[group] = printed.position.hand[1].city[2];
    say_missing(&printed.speaker, table, 0, &hand);
    assert_string_equal(printed_game_text(&printed), "1 missing, at least: M7-N7\n"
                                                     "out of reach for now: M7-N7\n"
                                                     "in your way: M7 easy (seat 2)\n");
    say_junction(&printed.speaker, table, 0, printed_game_junction(&printed, "M7"));
    assert_non_null(
        strstr(printed_game_text(&printed), ", the start marker of easy (seat 2), in your way\n"));
    say_junction(&printed.speaker, table, 0, printed_game_junction(&printed, "L7"));
    assert_non_null(strstr(printed_game_text(&printed), "L7, in your network\n"));
    table_lay(table, printed.source.board, 0, printed_game_line(&printed, "M7", "N7"), false);
    say_junction(&printed.speaker, table, 0, printed_game_junction(&printed, "N7"));
    assert_non_null(
        strstr(printed_game_text(&printed), ", in your network, but behind a start marker\n"));
    say_obstacles(&printed.speaker, table, SEAT_NONE);
    assert_string_equal(printed_game_text(&printed), "");
    printed_game_close(&printed);
}

TEST_CASE(the_choices_are_lines_by_kind_or_any_junction)
{
    static struct printed_game printed;
    struct draft draft;
    printed_game_open(&printed, printed_game_beginning, 0);
    table_lay(printed_game_table(&printed), printed.source.board, 1,
              printed_game_line(&printed, "C3", "D3"), false);
    draft_begin(&draft, printed_game_table(&printed),
                &printed.position.hand[1]); /* the bot is to move */
    say_choices(&printed.speaker, &draft);
    assert_string_equal(printed_game_text(&printed),
                        "single: B2-C3 C2-C3 C2-D3 B3-C3 C3-C4 C3-D4 D3-D4 D3-E4\n"
                        "double: D2-D3 D3-E3\n");
    struct table empty = printed.source.history.moment[0].table;
    draft_begin(&draft, &empty, &printed.source.hand);
    say_choices(&printed.speaker, &draft);
    assert_string_equal(printed_game_text(&printed),
                        "Any junction without a start marker, for example @K7 (T2).\n");
    printed_game_close(&printed);
}

TEST_CASE(points_stand_on_their_track_where_it_fits)
{
    static struct printed_game printed;
    printed_game_open(&printed, printed_game_beginning, 0);
    struct table *table = printed_game_table(&printed);
    table->points[1] = 11;
    table->barrier = 9;
    say_points(&printed.speaker, table);
    assert_string_equal(printed_game_text(&printed), "              13 12 11 10 ┃  9\n"
                                                     "  1 Ada   13   ●  ·  ·  · ┃  ·\n"
                                                     "  2 easy  11   ·  ·  ●  · ┃  ·\n"
                                                     "9 points or fewer end the game.\n");
    printed.terminal.width = 20;
    printed.terminal.utf8 = false;
    say_points(&printed.speaker, table);
    assert_string_equal(printed_game_text(&printed), "  1 Ada   13\n"
                                                     "  2 easy  11\n"
                                                     "9 points or fewer end the game.\n");
    table->variants = VARIANT_OPEN_CARDS;
    say_points(&printed.speaker, table);
    assert_string_equal(printed_game_text(&printed), "  1 Ada   13\n  2 easy  11\n");
    printed_game_close(&printed);
}

TEST_CASE(the_end_of_a_round_says_why_and_what_everybody_loses)
{
    static struct printed_game printed;
    printed_game_open(&printed, printed_game_beginning, 0);
    struct table *table = printed_game_table(&printed);
    table->phase = PHASE_ROUND_OVER;
    table->lost[0] = 4;
    say_round_end(&printed.speaker, table); /* at a duplicate table the cards are shown later */
    assert_non_null(strstr(printed_game_text(&printed),
                           "=== Round 1 is over.  Everybody passed (R7).\n\n"
                           "Ada (seat 1)\n  minus 4\n"));
    table->supply = 0;
    say_round_end(&printed.speaker, table);
    assert_non_null(strstr(printed_game_text(&printed), "The tracks are used up (R5).\n"));
    table->connected = 3;
    say_round_end(&printed.speaker, table);
    const char *said = printed_game_text(&printed);
    assert_non_null(strstr(said, "Connected: Ada (seat 1) and easy (seat 2).\n"));
    assert_non_null(strstr(said, "easy (seat 2)\n  connected, minus 0\n"));
    assert_non_null(strstr(said, "Points after round 1:\n"));
    printed_game_close(&printed);
}

TEST_CASE(one_wins_or_some_share_it)
{
    static struct printed_game printed;
    printed_game_open(&printed, printed_game_beginning, 0);
    struct table *table = printed_game_table(&printed);
    table->winners = 2;
    say_winners(&printed.speaker, table);
    assert_string_equal(printed_game_text(&printed),
                        "\n=== The game is over.  Winner: easy (seat 2).\n");
    snprintf(printed.source.seat[2].name, sizeof printed.source.seat[2].name, "Cleo");
    table->winners = 7;
    say_winners(&printed.speaker, table);
    assert_string_equal(printed_game_text(&printed),
                        "\n=== The game is over.  Winners: Ada (seat 1), easy "
                        "(seat 2) and Cleo (seat 3).\n");
    printed_game_close(&printed);
}

TEST_CASE(a_junction_is_told_with_its_lines)
{
    static struct printed_game printed;
    printed_game_open(&printed, printed_game_beginning, 0);
    say_junction(&printed.speaker, printed_game_table(&printed), 0,
                 printed_game_junction(&printed, "K7"));
    const char *said = printed_game_text(&printed);
    assert_int_equal(strncmp(said, "K7, the start marker of Ada (seat 1), in your network\n", 54),
                     0);
    assert_non_null(strstr(said, "  east: track, L7\n"));
    say_junction(&printed.speaker, printed_game_table(&printed), SEAT_NONE,
                 printed_game_junction(&printed, "C3"));
    said = printed_game_text(&printed);
    assert_int_equal(strncmp(said, "C3, the start marker of easy (seat 2)\n", 38), 0);
    assert_non_null(strstr(said, "  east: a free single line, D3\n"));
    say_junction(&printed.speaker, printed_game_table(&printed), SEAT_NONE,
                 printed_game_junction(&printed, "D2"));
    said = printed_game_text(&printed);
    assert_int_equal(strncmp(said, "D2 Helena, blue\n", 16), 0);
    assert_non_null(strstr(said, "a free double line, D3\n"));
    printed_game_close(&printed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("turns are told with what they reach", turns_are_told_with_what_they_reach),
        TEST("N1: meeting the network of another is told", meeting_the_network_of_another_is_told),
        TEST("faults and refusals name their rule", faults_and_refusals_name_their_rule),
        TEST("a hand is five lines or a row", a_hand_is_five_lines_or_a_row),
        TEST("V1: open cards are shown where they are known",
             open_cards_are_shown_where_they_are_known),
        TEST("S3: cities that do not play are not listed", cities_that_do_not_play_are_not_listed),
        TEST("P1: what is missing is told with the lines", what_is_missing_is_told_with_the_lines),
        TEST("V2: who is in the way is told, and what cannot be laid", what_blocks_is_told),
        TEST("the choices are lines by kind, or any junction",
             the_choices_are_lines_by_kind_or_any_junction),
        TEST("points stand on their track where it fits",
             points_stand_on_their_track_where_it_fits),
        TEST("R5, R7: the end of a round says why, and what everybody loses",
             the_end_of_a_round_says_why_and_what_everybody_loses),
        TEST("B4: one wins, or some share it", one_wins_or_some_share_it),
        TEST("a junction is told with its lines", a_junction_is_told_with_its_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
