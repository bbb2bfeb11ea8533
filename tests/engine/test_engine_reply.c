/* What an engine says, taken apart. */
#include <string.h>

#include "board_file/boards.h"
#include "engine/engine_reply.h"
#include "support.h"
#include "text/number.h"

static struct engine_reply read(const char *line)
{
    struct engine_reply reply;
    engine_reply_read(&reply, line, strlen(line));
    return reply;
}

TEST_CASE(every_word_has_its_kind)
{
    static const struct {
        const char *line;
        enum engine_reply_kind kind;
    } lines[] = {
        {"id name Bot 3.1", ENGINE_REPLY_NAME},
        {"id author Äsop & Co", ENGINE_REPLY_AUTHOR},
        {"option depth number 3 1 9", ENGINE_REPLY_OPTION},
        {"want board", ENGINE_REPLY_WANT_BOARD},
        {"ready 1", ENGINE_REPLY_READY},
        {"pong", ENGINE_REPLY_PONG},
        {"legal", ENGINE_REPLY_LEGAL},
        {"info text hello", ENGINE_REPLY_INFO},
        {"turn 7 @K7", ENGINE_REPLY_TURN},
        {"turn 7 none", ENGINE_REPLY_NONE},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        assert_int_equal(read(lines[i].line).kind, lines[i].kind);
}

TEST_CASE(what_is_not_quite_a_word_is_unknown)
{
    static const char *const lines[] = {"",
                                        " ",
                                        "id",
                                        "id name",
                                        "id age 3",
                                        "option",
                                        "want",
                                        "want tea",
                                        "ready",
                                        "ready x",
                                        "ready 1 2",
                                        "pong 3",
                                        "legal 1",
                                        "info",
                                        "turn",
                                        "turn 7",
                                        "turn x 7",
                                        "Turn 7 @K7",
                                        " turn 7 @K7",
                                        "turn  7 @K7",
                                        "turn 7 \377",
                                        "turn 7\t@K7",
                                        "turn 07 @K7",
                                        "turn -7 @K7",
                                        "turn 7 @K7\r",
                                        "turn 18446744073709551616 @K7"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (read(lines[i]).kind != ENGINE_REPLY_UNKNOWN)
            fail_msg("'%s' is of kind %d", lines[i], read(lines[i]).kind);
    }
}

TEST_CASE(an_answer_has_its_number_and_its_rest)
{
    const struct engine_reply turn = read("turn 18446744073709551615 K7-L7 L7-M7");
    assert_true(turn.number == UINT64_MAX);
    assert_true(word_is((struct word){turn.rest.rest, turn.rest.length}, "K7-L7 L7-M7"));
    const struct engine_reply name = read("id name  two  spaces ");
    assert_true(word_is((struct word){name.rest.rest, name.rest.length}, " two  spaces "));
}

/* ---- Information ---- */

static const struct board *board(void)
{
    return board_builtin("transamerica", 12);
}

static bool add_info(const char *line, struct thoughts *thoughts)
{
    struct table table;
    const struct engine_reply reply = read(line);
    table_init(&table, board(), 3, 0);
    assert_int_equal(reply.kind, ENGINE_REPLY_INFO);
    return engine_reply_read_info(&reply, board(), &table, thoughts);
}

TEST_CASE(ideas_are_kept_in_order)
{
    struct thoughts thoughts;
    memset(&thoughts, 0, sizeof thoughts);
    assert_true(add_info("info turn @K7 lost 4.5", &thoughts));
    assert_true(add_info("info turn @A2 lost 0.25 value -9", &thoughts));
    assert_true(add_info("info turn @H6 lost 123456789.123456 value 7 and more", &thoughts));
    assert_int_equal(thoughts.ideas, 3);
    assert_true(thoughts.idea[0].value == 7);
    assert_true(thoughts.idea[1].value == -4.5 && thoughts.idea[1].lost == 4.5);
    assert_true(thoughts.idea[2].lost == 0.25);
}

TEST_CASE(what_information_does_not_say_is_not_kept)
{
    static const char *const lines[] = {
        "info turn @K7",
        "info turn lost 3",
        "info turn @K7 lost",
        "info turn @K7 lost x",
        "info turn @K7 lost 1.",
        "info turn @K7 lost .5",
        "info turn @K7 lost 1e3",
        "info turn @K7 lost +1",
        "info turn @K7 lost -",
        "info turn @K7 lost 1.2.3",
        "info turn @K7 lost 1234567890",
        "info turn @K7 lost 0.1234567",
        "info turn @K7 lost 1 value",
        "info turn @K7 lost 1 value x",
        "info turn >K7 lost 1",
        "info turn none lost 1",
        "info belief",
        "info belief 0 helena=1",
        "info belief 4 helena=1",
        "info belief 1 helena",
        "info belief 1 atlantis=1",
        "info belief 1 helena=1.5",
        "info belief 1 helena=-1",
        "info belief 1 omaha=1 helena=x",
        "info work",
        "info work x",
        "info work 1 2",
        "info text turn @K7 lost 1",
    };
    struct thoughts thoughts, nothing;
    memset(&thoughts, 0, sizeof thoughts);
    memset(&nothing, 0, sizeof nothing);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (add_info(lines[i], &thoughts))
            fail_msg("'%s' was understood", lines[i]);
    }
    assert_memory_equal(&thoughts, &nothing, sizeof thoughts);
}

TEST_CASE(a_belief_replaces_the_one_before)
{
    struct thoughts thoughts;
    memset(&thoughts, 0, sizeof thoughts);
    assert_true(add_info("info belief 3 helena=0.5 omaha=0.125", &thoughts));
    assert_true(add_info("info belief 3 omaha=1", &thoughts));
    assert_true(thoughts.chance[2][board_find_city(board(), "omaha", 5)] == 1);
    assert_true(thoughts.chance[2][board_find_city(board(), "helena", 6)] == 0);
    assert_true(add_info("info belief 3", &thoughts)); /* nothing is believed any more */
    assert_true(thoughts.chance[2][board_find_city(board(), "omaha", 5)] == 0);
}

static void expect_idea(double lost, double value, const char *line)
{
    char buffer[256];
    struct text text;
    const struct idea idea = {
        .turn = {.kind = TURN_PASS, .marker = JUNCTION_NONE}, .lost = lost, .value = value};
    text_init(&text, buffer, sizeof buffer);
    engine_reply_write_idea(&text, board(), &idea);
    assert_string_equal(buffer, line);
}

TEST_CASE(numbers_are_written_in_one_way)
{
    expect_idea(0, -0.0001, "info turn pass lost 0.000 value 0.000\n");
    expect_idea(3.2, -12.0625, "info turn pass lost 3.200 value -12.063\n");
    expect_idea(0.9996, -0.05, "info turn pass lost 1.000 value -0.050\n");
    expect_idea(1e30, -1e30, "info turn pass lost 999999.000 value -999999.000\n");
    expect_idea((double)__builtin_nanf(""), (double)__builtin_inff(),
                "info turn pass lost -999999.000 value 999999.000\n");
}

TEST_CASE(what_is_written_is_read_again)
{
    struct thoughts thoughts, again;
    char buffer[4096];
    struct text text;
    memset(&thoughts, 0, sizeof thoughts);
    memset(&again, 0, sizeof again);
    assert_true(add_info("info turn K7-L7 L7-M7 lost 3.5 value -2.125", &thoughts));
    assert_true(add_info("info belief 2 helena=0.5 omaha=0.125 chicago=1", &thoughts));
    text_init(&text, buffer, sizeof buffer);
    engine_reply_write_idea(&text, board(), &thoughts.idea[0]);
    assert_string_equal(buffer, "info turn K7-L7 L7-M7 lost 3.500 value -2.125\n");
    buffer[text.used - 1] = '\0';
    assert_true(add_info(buffer, &again));
    text_init(&text, buffer, sizeof buffer);
    engine_reply_write_belief(&text, board(), &thoughts, 1);
    buffer[text.used - 1] = '\0';
    assert_true(add_info(buffer, &again));
    assert_memory_equal(&again, &thoughts, sizeof again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("every word has its kind", every_word_has_its_kind),
        TEST("what is not quite a word is unknown", what_is_not_quite_a_word_is_unknown),
        TEST("an answer has its number and its rest", an_answer_has_its_number_and_its_rest),
        TEST("ideas are kept in order", ideas_are_kept_in_order),
        TEST("what information does not say is not kept",
             what_information_does_not_say_is_not_kept),
        TEST("a belief replaces the one before", a_belief_replaces_the_one_before),
        TEST("numbers are written in one way", numbers_are_written_in_one_way),
        TEST("what is written is read again", what_is_written_is_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
