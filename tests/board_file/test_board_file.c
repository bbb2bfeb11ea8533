/* Board files: what is accepted, and each fault with its line and sentence. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "board_file/board_file.h"
#include "board_file/sample.h"
#include "support.h"

static struct sample sample;

/* The fault of the sample.  Not a byte of the board may have changed. */
static struct fault refused(void)
{
    static struct board board, before;
    struct fault fault;
    memset(&board, 0xa5, sizeof board);
    memset(&before, 0xa5, sizeof before);
    assert_false(board_read(sample.text, sample.size, &board, &fault));
    assert_memory_equal(&board, &before, sizeof board);
    return fault;
}

static struct board accepted(void)
{
    struct board board;
    struct fault fault;
    if (!board_read(sample.text, sample.size, &board, &fault))
        fail_msg("line %u: %s", fault.line, SENTENCE(&fault));
    return board;
}

static void start(void)
{
    sample_init(&sample, 6, 6, "single");
}

static void expect(unsigned line, const char *sentence)
{
    const struct fault fault = refused();
    assert_string_equal(SENTENCE(&fault), sentence);
    assert_int_equal(fault.line, line);
}

/* `old` becomes `new`; the fault is `below` lines under the line where `old` began. */
static void expect_after(const char *old, const char *new, unsigned below, const char *sentence)
{
    start();
    const unsigned line = sample_replace(&sample, old, new);
    expect(line + below, sentence);
}

TEST_CASE(a_sound_board_is_read)
{
    start();
    const struct board board = accepted();
    assert_string_equal(board.id, "sample");
    assert_string_equal(board.name, "Sample");
    assert_int_equal(board.tracks, 84);
    assert_int_equal(board.coloured_tracks, 3);
    assert_int_equal(board.start_points, 13);
    assert_int_equal(board.end_points, 0);
    assert_false(board.barrier_rule);
    assert_int_equal(board.ruleset, RULESET_TRANSAMERICA);
    assert_int_equal(board.junctions, 36);
    assert_int_equal(board.lines, 85);
    assert_int_equal(board.cities, 30);
    assert_int_equal(board_find_junction(&board, "B2", 2), 7);
    assert_int_equal(board.city[board_find_city(&board, "blue-2", 6)].junction, 7);
}

TEST_CASE(keys_may_come_in_any_order)
{
    start();
    const struct board board = accepted();
    /* The lists change places: what was last comes first. */
    static char lines[SAMPLE_SIZE];
    char *at = strstr(sample.text, ",\n \"lines\": [");
    assert_non_null(at);
    snprintf(lines, sizeof lines, "{%.*s,\n", (int)(strlen(at + 2) - 3), at + 2);
    memcpy(at, "\n}\n", 4);
    memmove(sample.text + strlen(lines), sample.text + 1, strlen(sample.text + 1) + 1);
    memcpy(sample.text, lines, strlen(lines));
    sample.size = strlen(sample.text);
    const struct board turned = accepted();
    assert_memory_equal(&turned, &board, sizeof board);
}

TEST_CASE(optional_keys_are_read_and_checked)
{
    start();
    sample_replace(&sample, " \"tracks\": 84,",
                   " \"tracks\": 999, \"coloured_tracks\": 0, \"lattice\": \"\", \"notes\": "
                   "[\"one\", \"two\"], \"rules\": \"transeuropa\",");
    sample_replace(&sample, "\"A1\", \"dashed\": false",
                   "\"A1\", \"dashed\": false, \"lonlat\": [-180, 90.000], \"english\": \"x\"");
    sample_replace(&sample, "\"col\": 5, \"row\": 5", "\"col\": 5, \"row\": 5, \"sea\": true");
    sample_replace(&sample, "\"b\": \"F6\", \"kind\": \"single\"}\n",
                   "\"b\": \"F6\", \"kind\": \"single\", \"over\": \"water\"}\n");
    const struct board board = accepted();
    assert_int_equal(board.tracks, 999);
    assert_int_equal(board.coloured_tracks, 0);
    assert_int_equal(board.ruleset, RULESET_TRANSEUROPA);
    assert_true(board.junction[35].at_sea);
    assert_false(board.junction[34].at_sea);
}

TEST_CASE(ferries_ask_for_their_rule_set)
{
    static const char line[] = "{\"a\": \"A1\", \"b\": \"B1\", \"kind\": \"single\"}";
    static const char ferry[] = "{\"a\": \"A1\", \"b\": \"B1\", \"kind\": \"ferry\"}";
    start();
    sample_replace(&sample, line, ferry);
    assert_int_equal(accepted().ruleset, RULESET_TRANSEUROPA);

    sample_replace(&sample, "\"tracks\"", "\"rules\": \"transamerica\", \"tracks\"");
    const unsigned where = sample_replace(&sample, ferry, ferry);
    expect(where, "a ferry line on a board whose \"rules\" are \"transamerica\": only "
                  "\"transeuropa\" knows ferries");

    start();
    sample_replace(&sample, line, ferry);
    const unsigned barrier = sample_replace(&sample, "_rule\": false", "_rule\": true");
    expect(barrier, "\"barrier_rule\" is true, but the rule set of this board, \"transeuropa\", "
                    "has no barrier");
}

TEST_CASE(the_file_as_a_whole_is_checked)
{
    start();
    sample.size = 0;
    expect(1, "the file is empty");
    memcpy(sample.text, " \n\t\r\n ", 6);
    sample.size = 6;
    expect(1, "the file is empty");
    start();
    sample_replace(&sample, "{\n \"format\"", "\xef\xbb\xbf{\n \"format\"");
    expect(1, "the file begins with a byte order mark: plain UTF-8 has none");
    expect_after("\"}\n ]\n}\n", "\"}\n ]\n}\n\n{}", 4,
                 "nothing but white space may follow the end of the outermost value");
    start();
    memcpy(sample.text, "[]", 2);
    sample.size = 2;
    expect(1, "a board must be an object in { }");
    start();
    sample.size -= 3;
    expect(165, "a comma or a closing } is expected");
}

TEST_CASE(every_cut_of_a_file_is_refused)
{
    start();
    for (size_t size = sample.size - 2; size > 0; size -= size > 40 ? 37 : 1) {
        sample.size = size;
        assert_true(refused().line > 0);
    }
}

TEST_CASE(unknown_keys_are_refused)
{
    expect_after(" \"tracks\"", " \"x\\u0041\\n\": 1,\n \"tracks\"", 0,
                 "the board has an unknown key \"x\\u0041\\n\"");
    expect_after("{\"id\": \"green-2\"", "{\"Id\": \"green-2\"", 0,
                 "a city has an unknown key \"Id\"");
    expect_after("{\"name\": \"B2\"", "{\n\"name\": \"B2\",\n\"colour\": 1", 2,
                 "a junction has an unknown key \"colour\"");
    expect_after("\"a\": \"A1\", \"b\": \"B1\"", "\"a\": \"A1\", \"cost\": \"B1\"", 0,
                 "a line has an unknown key \"cost\"");
    expect_after(" \"tracks\"",
                 " \"a key of many letters, far more than any key of ours has\": 0, \"tracks\"", 0,
                 "the board has an unknown key \"a key of many letters, far more than any...\"");
    expect_after(" \"tracks\"", " \"sp\xc3\xa4t\": 0, \"tracks\"", 0,
                 "the board has an unknown key \"sp??t\"");
}

TEST_CASE(doubled_keys_are_refused)
{
    expect_after(" \"end_points\"", " \"tracks\": 84,\n \"end_points\"", 0,
                 "the board has the key \"tracks\" twice");
    expect_after("\"id\": \"green-2\"", "\"id\": \"green-2\",\n\"id\": \"green-3\"", 1,
                 "a city has the key \"id\" twice");
    expect_after("\"col\": 1, \"row\": 1", "\"col\": 1, \"row\": 1, \"col\": 1", 0,
                 "a junction has the key \"col\" twice");
    expect_after("\"a\": \"A1\", \"b\": \"B1\"", "\"a\": \"A1\", \"\\u0061\": \"B1\"", 0,
                 "a line has the key \"a\" twice");
}

TEST_CASE(missing_keys_are_refused_where_their_object_ends)
{
    static const char *const top[][2] = {
        {" \"format\": \"railhead-board 1\",", "format"},
        {" \"id\": \"sample\",", "id"},
        {" \"name\": \"Sample\",", "name"},
        {" \"tracks\": 84,", "tracks"},
        {" \"start_points\": 13,", "start_points"},
        {" \"end_points\": 0,", "end_points"},
        {" \"barrier_rule\": false,", "barrier_rule"},
    };
    for (size_t i = 0; i < sizeof top / sizeof top[0]; i++) {
        char sentence[64];
        snprintf(sentence, sizeof sentence, "the board has no key \"%s\"", top[i][1]);
        start();
        sample_replace(&sample, top[i][0], "");
        expect(166, sentence);
    }
    expect_after("{\"id\": \"green-2\", ", "{", 0, "a city has no key \"id\"");
    expect_after("\"name\": \"City 2\", ", "", 0, "a city has no key \"name\"");
    expect_after("\"group\": \"red\", \"junction\": \"F5\", ", "\"group\": \"red\",", 0,
                 "a city has no key \"junction\"");
    expect_after("\"junction\": \"A1\", \"dashed\": false", "\"junction\": \"A1\"", 0,
                 "a city has no key \"dashed\"");
    expect_after("\"row\": 1},\n  {\"name\": \"C2\", \"col\": 2,", "\"row\": 1},\n  {\"col\": 2,\n",
                 2, "a junction has no key \"name\"");
    expect_after("\"col\": 2, \"row\": 2", "\"col\": 2", 0, "a junction has no key \"row\"");
    expect_after("\"b\": \"F6\", \"kind\": \"single\"}\n", "\"b\": \"F6\"}\n", 0,
                 "a line has no key \"kind\"");
}

TEST_CASE(a_list_cannot_be_missing)
{
    sample.size = (size_t)snprintf(
        sample.text, sizeof sample.text,
        "{\"format\": \"railhead-board 1\", \"id\": \"s\", \"name\": \"S\", \"tracks\": 1,\n"
        "\"start_points\": 1, \"end_points\": 0, \"barrier_rule\": true, \"junctions\": [],\n"
        "\"lines\": []\n}\n");
    expect(4, "the board has no key \"cities\"");
    sample_replace(&sample, "\"junctions\"", "\"cities\"");
    expect(4, "the board has no key \"junctions\"");
    sample_replace(&sample, "\"lines\": []", "\"junctions\": []");
    expect(4, "the board has no key \"lines\"");
    sample_replace(&sample, "\"junctions\": []", "\"junctions\": [], \"lines\": []");
    expect(2, "the green group has too few cities for six players: 0, not at least 6");
}

TEST_CASE(values_of_another_type_are_refused)
{
    expect_after("\"railhead-board 1\"", "\"railhead-board 2\"", 0,
                 "\"format\" of the board must be \"railhead-board 1\", not \"railhead-board 2\"");
    expect_after("\"railhead-board 1\"", "1", 0,
                 "\"format\" of the board must be \"railhead-board 1\", not 1");
    expect_after("\"tracks\": 84", "\"tracks\": \"84\"", 0,
                 "\"tracks\" of the board must be a whole number from 1 to 999, not \"84\"");
    expect_after("\"tracks\": 84", "\"tracks\":\n{}", 1,
                 "\"tracks\" of the board must be a whole number from 1 to 999, not an object");
    expect_after("_rule\": false", "_rule\": 0", 0,
                 "\"barrier_rule\" of the board must be true or false, not 0");
    expect_after("_rule\": false", "_rule\": null", 0,
                 "\"barrier_rule\" of the board must be true or false, not null");
    expect_after("\"name\": \"Sample\"", "\"name\": [\"Sample\"]", 0,
                 "\"name\" of the board must be a text, not a list");
    expect_after(" \"tracks\"", " \"lattice\": 3, \"tracks\"", 0,
                 "\"lattice\" of the board must be a text, not 3");
    expect_after(" \"tracks\"", " \"notes\": \"x\", \"tracks\"", 0,
                 "\"notes\" of the board must be a list, not \"x\"");
    expect_after(" \"tracks\"", " \"notes\": [\"x\",\n 1], \"tracks\"", 1,
                 "\"notes\" of the board must be a list of texts, not 1");
    expect_after(" \"tracks\"", " \"rules\": \"europa\", \"tracks\"", 0,
                 "\"rules\" of the board must be \"transamerica\" or \"transeuropa\", not "
                 "\"europa\"");
    expect_after("\"junctions\": [", "\"junctions\": [\n7,", 1,
                 "\"junctions\" of the board must be a list of objects, not 7");
    expect_after("\"lines\": [", "\"lines\": [\n[],", 1,
                 "\"lines\" of the board must be a list of objects, not a list");
    expect_after("\"cities\": [", "\"cities\": {", 0,
                 "\"cities\" of the board must be a list, not an object");
    expect_after("\"group\": \"blue\", \"junction\": \"B2\"",
                 "\"group\": \"pink\", \"junction\": \"B2\"", 0,
                 "\"group\" of a city must be \"green\", \"blue\", \"yellow\", \"orange\" or "
                 "\"red\", not \"pink\"");
    expect_after("\"b\": \"F6\", \"kind\": \"single\"}\n", "\"b\": \"F6\", \"kind\": \"triple\"}\n",
                 0,
                 "\"kind\" of a line must be \"single\", \"double\" or \"ferry\", not "
                 "\"triple\"");
    expect_after("\"b\": \"F6\", \"kind\": \"single\"}\n",
                 "\"b\": \"F6\", \"over\": false, \"kind\": \"single\"}\n", 0,
                 "\"over\" of a line must be a text, not false");
}

TEST_CASE(numbers_out_of_range_are_refused)
{
    static const char *const tracks[] = {"0", "1000", "-1", "84.0", "8e1", "99999999999999999999"};
    for (size_t i = 0; i < sizeof tracks / sizeof tracks[0]; i++) {
        char new[64], sentence[128];
        snprintf(new, sizeof new, "\"tracks\": %s", tracks[i]);
        snprintf(sentence, sizeof sentence,
                 "\"tracks\" of the board must be a whole number from 1 to 999, not %s", tracks[i]);
        expect_after("\"tracks\": 84", new, 0, sentence);
    }
    expect_after(" \"tracks\"", " \"coloured_tracks\": 100, \"tracks\"", 0,
                 "\"coloured_tracks\" of the board must be a whole number from 0 to 99, not 100");
    expect_after("\"start_points\": 13", "\"start_points\": 100", 0,
                 "\"start_points\" of the board must be a whole number from -99 to 99, not 100");
    expect_after("\"end_points\": 0", "\"end_points\": -100", 0,
                 "\"end_points\" of the board must be a whole number from -99 to 99, not -100");
    expect_after("\"col\": 1, \"row\": 1", "\"col\": 26, \"row\": 1", 0,
                 "\"col\" of a junction must be a whole number from 0 to 25, not 26");
    expect_after("\"col\": 1, \"row\": 1", "\"col\": 1, \"row\": -1", 0,
                 "\"row\" of a junction must be a whole number from 0 to 98, not -1");
}

TEST_CASE(end_points_lie_below_start_points)
{
    expect_after("\"end_points\": 0", "\"end_points\": 13", 0,
                 "\"end_points\" must be less than \"start_points\": 13 is not less than 13");
    start();
    sample_replace(&sample, "\"end_points\": 0", "\"end_points\": 12");
    assert_int_equal(accepted().end_points, 12);
}

TEST_CASE(places_on_earth_are_checked)
{
    static const char *const bad[][2] = {{"1", "1"},
                                         {"[1]", "]"},
                                         {"[1, 2, 3]", "3"},
                                         {"[180.01, 2]", "180.01"},
                                         {"[0, -90.5]", "-90.5"},
                                         {"[1e1, 2]", "1e1"},
                                         {"[1, \"2\"]", "\"2\""}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char new[128], sentence[200];
        snprintf(new, sizeof new, "\"A1\",\n\"lonlat\": %s, \"dashed\": false", bad[i][0]);
        snprintf(sentence, sizeof sentence,
                 "\"lonlat\" of a city must be a list of two plain numbers, longitude (-180 to "
                 "180) and latitude (-90 to 90), not %s",
                 bad[i][1]);
        expect_after("\"A1\", \"dashed\": false", new, 1, sentence);
    }
}

TEST_CASE(ids_have_a_syntax)
{
    static const char *const bad[] = {"Green", "2nd", "-x", "a_b", "a b", "\xc3\xa9"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char new[64], sentence[160];
        snprintf(new, sizeof new, "\"id\": \"%s\"", bad[i]);
        snprintf(sentence, sizeof sentence,
                 "\"id\" of a city must be lower-case letters, digits and '-', a letter first, "
                 "not \"%s\"",
                 bad[i][0] == '\xc3' ? "??" : bad[i]);
        expect_after("\"id\": \"green-2\"", new, 0, sentence);
    }
    expect_after("\"id\": \"sample\"", "\"id\": \"\"", 0,
                 "\"id\" of the board must be a text of 1 to 31 bytes, not \"\"");
    start();
    sample_replace(&sample, "\"id\": \"sample\"", "\"id\": \"x-12345678901234567890123456789\"");
    assert_int_equal(strlen(accepted().id), 31);
    sample_replace(&sample, "x-1234", "xx-1234");
    expect(3, "\"id\" of the board must be a text of 1 to 31 bytes, not "
              "\"xx-12345678901234567890123456789\"");
}

TEST_CASE(names_have_a_length_and_no_control_characters)
{
    expect_after("\"City 2\"", "\"\"", 0,
                 "\"name\" of a city must be a text of 1 to 63 bytes, not \"\"");
    expect_after("\"City 2\"", "\"a\\tb\"", 0,
                 "\"name\" of a city must be a text without control characters, not \"a\\tb\"");
    expect_after("\"City 2\"", "\"a\x7f\"", 0,
                 "\"name\" of a city must be a text without control characters, not \"a?\"");
    expect_after("\"City 2\"", "\"\\u009b\"", 0,
                 "\"name\" of a city must be a text without control characters, not \"\\u009b\"");
    expect_after("\"Sample\"", "\"\\u001b[2J\"", 0,
                 "\"name\" of the board must be a text without control characters, not "
                 "\"\\u001b[2J\"");
    start();
    sample_replace(&sample, "\"City 2\"",
                   "\"\xc3\xbc"
                   "3456789012345678901234567890123456789012345678901234567890123\"");
    assert_int_equal(strlen(accepted().city[1].name), 63);
    sample_replace(&sample,
                   "\xc3\xbc"
                   "34",
                   "\xc3\xbc"
                   "xx34");
    const unsigned line = sample_replace(&sample, "green-2", "green-2");
    expect(line, "\"name\" of a city must be a text of 1 to 63 bytes, not "
                 "\"??xx345678901234567890123456789012345678...\"");
}

TEST_CASE(a_name_fits_its_column_and_row)
{
    expect_after("\"name\": \"B2\"", "\"name\": \"B3\"", 0,
                 "the junction \"B3\" must be called \"B2\" by its \"col\" 1 and \"row\" 1");
    static const char *const bad[] = {"b2", "B02", "B0", "2B", "B", "B100", "BB2", "B2 ", ""};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char new[64], sentence[128];
        snprintf(new, sizeof new, "\"name\": \"%s\"", bad[i]);
        snprintf(sentence, sizeof sentence,
                 "\"name\" of a junction must be a junction's name such as \"K7\", not \"%s\"",
                 bad[i]);
        expect_after("\"name\": \"B2\"", new, 0, sentence);
    }
}

TEST_CASE(a_junction_is_there_once)
{
    expect_after("\"col\": 1, \"row\": 1},",
                 "\"col\": 1, \"row\": 1},\n{\"name\": \"A1\", \"col\": 0, \"row\": 0},", 1,
                 "the junction A1 is there twice, first on line 42");
}

TEST_CASE(cities_are_checked_against_each_other)
{
    expect_after("\"id\": \"green-2\"", "\"id\": \"green-1\"", 0,
                 "the city \"green-1\" is there twice, first on line 10");
    expect_after("\"junction\": \"B1\"", "\"junction\": \"A1\"", 0,
                 "the cities \"green-1\" and \"green-2\" both lie on A1");
    expect_after("\"junction\": \"B1\"", "\"junction\": \"Z9\"", 0,
                 "the city \"green-2\" lies on Z9, which is not a junction of the board");
    expect_after("\"junction\": \"B1\"", "\"junction\": \"b1\"", 0,
                 "\"junction\" of a city must be a junction's name such as \"K7\", not \"b1\"");
}

TEST_CASE(lines_are_checked_one_by_one)
{
    static const char old[] = "\"a\": \"C3\", \"b\": \"D3\"";
    expect_after(old, "\"a\": \"C3\", \"b\": \"C3\"", 0,
                 "the line C3-C3 joins a junction to itself");
    expect_after(old, "\"a\": \"D3\", \"b\": \"C3\"", 0,
                 "the line D3-C3 names its ends in the wrong order: the smaller column comes "
                 "first, then the smaller row");
    expect_after(old, "\"a\": \"C3\", \"b\": \"C2\"", 0,
                 "the line C3-C2 names its ends in the wrong order: the smaller column comes "
                 "first, then the smaller row");
    expect_after(old, "\"a\": \"C3\", \"b\": \"E3\"", 0,
                 "the line C3-E3 joins junctions that are not neighbours");
    expect_after(old, "\"a\": \"C3\", \"b\": \"D2\"", 0,
                 "the line C3-D2 joins junctions that are not neighbours");
    expect_after(old, "\"a\": \"C3\", \"b\": \"C5\"", 0,
                 "the line C3-C5 joins junctions that are not neighbours");
    expect_after(old, "\"a\": \"C3\", \"b\": \"D4\"", 2, "the line C3-D4 is there twice");
    expect_after(old, "\"a\": \"F3\", \"b\": \"G3\"", 0,
                 "the line F3-G3 leads to G3, which is not a junction of the board");
    expect_after(old, "\"a\": \"Y98\", \"b\": \"Z99\"", 0,
                 "the line Y98-Z99 leads to Y98, which is not a junction of the board");
    expect_after(old, "\"a\": \"C3\", \"b\": 4", 0,
                 "\"b\" of a line must be a junction's name such as \"K7\", not 4");
}

TEST_CASE(a_board_has_at_most_255_junctions)
{
    sample_init(&sample, 15, 17, "single");
    assert_int_equal(accepted().junctions, 255);
    sample_init(&sample, 16, 16, "single");
    const unsigned line = sample_replace(&sample, "{\"name\": \"P16\"", "{\"name\": \"P16\"");
    expect(line, "the board has more than 255 junctions");
}

TEST_CASE(lines_without_junctions_have_a_limit_too)
{
    sample_init(&sample, 20, 20, "single");
    char *junctions = strstr(sample.text, " \"junctions\"");
    char *lines = strstr(sample.text, " \"lines\"");
    memmove(junctions, lines, strlen(lines) + 1);
    sample.size = strlen(sample.text);
    const struct fault fault = refused();
    assert_non_null(strstr(SENTENCE(&fault), "is one more than 255 junctions can have"));
}

TEST_CASE(a_group_has_6_to_16_cities)
{
    start();
    const unsigned end = sample_replace(&sample, "\n ],\n \"junctions\"", "\n ],\n \"junctions\"");
    sample_replace(&sample, "\"group\": \"blue\", \"junction\": \"B2\"",
                   "\"group\": \"red\", \"junction\": \"B2\"");
    expect(end + 1, "the blue group has too few cities for six players: 5, not at least 6");
    start();
    sample_replace(&sample, "\"B2\", \"dashed\": false", "\"B2\", \"dashed\": true");
    expect(end + 1, "the blue group has too few cities that are not dashed for three players: 2, "
                    "not at least 3");

    sample_init(&sample, 10, 5, "single");
    for (unsigned i = 0; i < 11; i++) {
        char more[200];
        snprintf(more, sizeof more,
                 " \"cities\": [\n{\"id\": \"more-%u\", \"name\": \"More\", \"group\": \"red\", "
                 "\"junction\": \"%c%u\", \"dashed\": false},",
                 i, (char)('A' + i % 10), 4 + i / 10);
        sample_replace(&sample, " \"cities\": [", more);
        if (i == 9)
            assert_int_equal(accepted().cards[GROUP_RED], 16);
    }
    const unsigned last = sample_replace(&sample, "\"red-6\"", "\"red-6\"");
    expect(last, "the red group has more than 16 cities");
}

TEST_CASE(a_board_is_connected)
{
    start();
    sample_replace(&sample, "{\"a\": \"E6\", \"b\": \"F6\", \"kind\": \"single\"}",
                   "{\"a\": \"K1\", \"b\": \"L1\", \"kind\": \"single\"}");
    sample_replace(&sample, "{\"name\": \"A1\"",
                   "{\"name\": \"K1\", \"col\": 10, \"row\": 0},\n{\"name\": \"L1\", \"col\": 11, "
                   "\"row\": 0},\n{\"name\": \"A1\"");
    expect(44, "the board is not connected: no lines lead from K1 to A1");
    sample_replace(&sample, "{\"a\": \"K1\", \"b\": \"L1\", \"kind\": \"single\"}",
                   "{\"a\": \"E6\", \"b\": \"F6\", \"kind\": \"single\"}");
    expect(43, "the board is not connected: no lines lead from K1 to L1");
}

TEST_CASE(a_board_is_not_too_spread_out)
{
    /* 198 junctions in two long columns: cheap lines join them all, dear ones do not. */
    sample_init(&sample, 2, 99, "single");
    accepted();
    sample_init(&sample, 2, 99, "double");
    const unsigned end = sample_replace(&sample, "\"}\n ]\n}\n", "\"}\n ]\n}\n");
    expect(end + 1, "the board is too spread out: to join all junctions costs 394, and two of them "
                    "lie 198 apart, so that six could cost more than 254 to join");
    /* To join all 144 costs 286, but no two are more than 44 apart. */
    sample_init(&sample, 12, 12, "double");
    accepted();
}

TEST_CASE(a_limit_of_cost_is_exact)
{
    sample_init(&sample, 2, 64, "double");
    /* 128 junctions, dear lines only: the tree costs 254. */
    accepted();
    sample_init(&sample, 3, 43, "double");
    /* 129 junctions: 256, and the farthest are 2 * (42 + 2) = 88 apart. */
    const struct fault fault = refused();
    assert_non_null(strstr(SENTENCE(&fault), "costs 256, and two of them lie 88 apart"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a sound board is read", a_sound_board_is_read),
        TEST("keys may come in any order", keys_may_come_in_any_order),
        TEST("optional keys are read and checked", optional_keys_are_read_and_checked),
        TEST("F1, B5: ferries ask for their rule set", ferries_ask_for_their_rule_set),
        TEST("the file as a whole is checked", the_file_as_a_whole_is_checked),
        TEST("every cut of a file is refused", every_cut_of_a_file_is_refused),
        TEST("unknown keys are refused", unknown_keys_are_refused),
        TEST("doubled keys are refused", doubled_keys_are_refused),
        TEST("missing keys are refused where their object ends",
             missing_keys_are_refused_where_their_object_ends),
        TEST("a list cannot be missing", a_list_cannot_be_missing),
        TEST("values of another type are refused", values_of_another_type_are_refused),
        TEST("numbers out of range are refused", numbers_out_of_range_are_refused),
        TEST("B5: end_points lie below start_points", end_points_lie_below_start_points),
        TEST("places on earth are checked", places_on_earth_are_checked),
        TEST("ids have a syntax", ids_have_a_syntax),
        TEST("names have a length and no control characters",
             names_have_a_length_and_no_control_characters),
        TEST("a name fits its column and row", a_name_fits_its_column_and_row),
        TEST("a junction is there once", a_junction_is_there_once),
        TEST("cities are checked against each other", cities_are_checked_against_each_other),
        TEST("lines are checked one by one", lines_are_checked_one_by_one),
        TEST("a board has at most 255 junctions", a_board_has_at_most_255_junctions),
        TEST("lines without junctions have a limit too", lines_without_junctions_have_a_limit_too),
        TEST("S3, S4: a group has 6 to 16 cities, 3 of them not dashed",
             a_group_has_6_to_16_cities),
        TEST("a board is connected", a_board_is_connected),
        TEST("a board is not too spread out", a_board_is_not_too_spread_out),
        TEST("the limit of cost is exact", a_limit_of_cost_is_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
