/*
 * The list of faults and how their sentences are made.
 *
 * That an entry is given its arguments is checked by the compiler; tests/tree/faults.test sees that
 * each is used and documented.
 */
#include <ctype.h>
#include <string.h>

#include "rules/refusal.h"
#include "support.h"

TEST_CASE(every_code_is_unique)
{
    for (unsigned id = FAULT_NONE + 1; id < FAULTS; id++) {
        const char *code = fault_code((enum fault_id)id);
        if (fault_find(code, strlen(code)) != (enum fault_id)id)
            fail_msg("two faults have the code %s", code);
        for (const char *at = code; *at != '\0'; at++)
            assert_true(islower(*at) || isdigit(*at) || (*at == '-' && at > code));
    }
    assert_int_equal(fault_find("no-such-fault", 13), FAULT_NONE);
    assert_int_equal(fault_find("", 0), FAULT_NONE);
    assert_string_equal(fault_code(FAULT_NONE), "");
}

static unsigned count_placeholders(const char *sentence)
{
    unsigned count = 0;
    for (const char *at = sentence; *at != '\0'; at++)
        count += at[0] == '{' && islower(at[1]);
    return count;
}

TEST_CASE(every_argument_has_its_place)
{
    for (unsigned i = FAULT_NONE + 1; i < FAULTS; i++) {
        const enum fault_id id = (enum fault_id)i;
        const char *sentence = fault_english(id);
        assert_true(strlen(sentence) > 0 && strlen(sentence) < FAULT_SENTENCE_SIZE / 3);
        assert_int_not_equal(sentence[strlen(sentence) - 1], '.');
        for (unsigned argument = 0; argument < fault_arguments(id); argument++) {
            char placeholder[32];
            struct text text;
            text_init(&text, placeholder, sizeof placeholder);
            text_add_char(&text, '{');
            text_add(&text, fault_argument_name(id, argument));
            text_add_char(&text, '}');
            if (text.cut || strstr(sentence, placeholder) == NULL)
                fail_msg("%s has no place for %s", fault_code(id), placeholder);
        }
        if (count_placeholders(sentence) != fault_arguments(id))
            fail_msg("%s has a place without an argument", fault_code(id));
    }
}

static struct word word_of(const char *text)
{
    return (struct word){text, strlen(text)};
}

TEST_CASE(arguments_stand_in_the_sentence)
{
    struct fault fault;
    assert_false(fault_say(RECORD_NUMBER, &fault, "S1", TERM_NUMBER_OF_SEATS, 2, 6, word_of("x")));
    assert_string_equal(SENTENCE(&fault),
                        "the number of seats is a whole number from 2 to 6, not 'x'");
    assert_string_equal(fault.rule, "S1");
    assert_false(fault_say(BOARD_END_POINTS, &fault, "", INT64_MIN, INT64_MAX));
    assert_string_equal(SENTENCE(&fault), "\"end_points\" must be less than \"start_points\": "
                                          "-9223372036854775808 is not less than "
                                          "9223372036854775807");
    assert_false(refusal_say(REFUSED_NOT_CONNECTED, &fault));
    assert_string_equal(SENTENCE(&fault), "this line does not touch the player's network");
    assert_string_equal(fault.rule, "T5");
}

TEST_CASE(a_word_is_harmless_and_short)
{
    struct fault fault;
    fault_say(NO_JUNCTION, &fault, FAULT_FORMAT, word_of("\033[2J\xc3\xa4{word}"));
    assert_string_equal(SENTENCE(&fault), "this board has no junction '?[2J??{word}'");
    fault_say(NO_JUNCTION, &fault, FAULT_FORMAT,
              word_of("aaaaaaaaaabbbbbbbbbbccccccccccdddddddddde"));
    assert_string_equal(SENTENCE(&fault), "this board has no junction "
                                          "'aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd...'");
}

/* A path may be of any length; the reason behind it stays. */
TEST_CASE(a_text_is_cut_between_characters)
{
    struct fault fault;
    char path[600];
    for (size_t i = 0; i + 1 < sizeof path; i += 2)
        memcpy(path + i, "\xc3\xa4", 2);
    path[sizeof path - 1] = '\0';
    fault_say(BOARD_FILE_UNREADABLE, &fault, "", path, "No such file or directory");
    const char *sentence = SENTENCE(&fault);
    assert_int_equal(text_find_bad_byte(sentence, strlen(sentence)), strlen(sentence));
    assert_non_null(strstr(sentence, ": No such file or directory"));
    fault_say(BOARD_FILE_UNREADABLE, &fault, "", path + 1, path);
    assert_true(strlen(SENTENCE(&fault)) < FAULT_SENTENCE_SIZE - 1);
}

/* A language in which everything stands the other way round. */
static const char *backwards(const char *english)
{
    if (strcmp(english, fault_english(FAULT_RECORD_NUMBER)) == 0)
        return "{word}? {highest}-{lowest}: {what} {unknown} {";
    if (strcmp(english, fault_english(TERM_THE_SCORE)) == 0)
        return "SCORE";
    return english;
}

TEST_CASE(a_translation_may_reorder)
{
    struct fault fault;
    char buffer[FAULT_SENTENCE_SIZE];
    struct text text;
    fault_say(RECORD_NUMBER, &fault, FAULT_FORMAT, TERM_THE_SCORE, -1, 9, word_of("ten"));
    text_init(&text, buffer, sizeof buffer);
    fault_write(&fault, backwards, &text);
    assert_string_equal(buffer, "ten? 9--1: SCORE {unknown} {");
}

TEST_CASE(a_value_is_a_word_or_a_label)
{
    struct fault fault;
    fault_say(BOARD_VALUE, &fault, FAULT_FORMAT, "name", TERM_A_CITY, TERM_A_TEXT,
              (struct fault_value){.label = TERM_A_LIST});
    assert_string_equal(SENTENCE(&fault), "\"name\" of a city must be a text, not a list");
    fault_say(BOARD_VALUE, &fault, FAULT_FORMAT, "name", TERM_A_CITY, TERM_A_TEXT,
              (struct fault_value){.word = {"17", 2}});
    assert_string_equal(SENTENCE(&fault), "\"name\" of a city must be a text, not 17");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("every code is unique and plain", every_code_is_unique),
        TEST("every argument has its place in the sentence", every_argument_has_its_place),
        TEST("arguments stand in the sentence", arguments_stand_in_the_sentence),
        TEST("somebody's word is harmless and short", a_word_is_harmless_and_short),
        TEST("a long text is cut between characters", a_text_is_cut_between_characters),
        TEST("a translation may have its placeholders in any order", a_translation_may_reorder),
        TEST("a value is a word or a label", a_value_is_a_word_or_a_label),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
