/* Texts in a buffer, words, numbers, UTF-8. */
#include "text/text.h"

#include <limits.h>
#include <string.h>

#include "support.h"

TEST_CASE(texts_grow_and_are_cut)
{
    char buffer[8];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    assert_string_equal(buffer, "");
    text_add(&text, "ab");
    text_add_char(&text, 'c');
    text_add_part(&text, "defgh", 2);
    text_add_number(&text, 17);
    assert_string_equal(buffer, "abcde17");
    assert_false(text.cut);
    text_add(&text, "");
    assert_false(text.cut);
    text_add_char(&text, 'x');
    assert_true(text.cut);
    assert_string_equal(buffer, "abcde17"); /* still closed */
    text_init(&text, buffer, 4);
    text_add(&text, "abcdef");
    assert_true(text.cut);
    assert_string_equal(buffer, "abc");
}

TEST_CASE(copies_are_cut_and_closed)
{
    char buffer[6] = "prior";
    text_copy(buffer, sizeof buffer, "");
    assert_string_equal(buffer, "");
    text_copy(buffer, sizeof buffer, "whole");
    assert_string_equal(buffer, "whole");
    text_copy(buffer, sizeof buffer, "longer");
    assert_string_equal(buffer, "longe");
    text_copy(buffer, 1, "x");
    assert_string_equal(buffer, "");
}

TEST_CASE(numbers_are_written)
{
    static const struct {
        long number;
        const char *words;
    } numbers[] = {{0, "0"}, {7, "7"}, {-3, "-3"}, {1000, "1000"}, {-32768, "-32768"}};
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        char buffer[32];
        struct text text;
        text_init(&text, buffer, sizeof buffer);
        text_add_number(&text, numbers[i].number);
        assert_string_equal(buffer, numbers[i].words);
    }
    char buffer[32];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    text_add_number(&text, LONG_MIN);
    assert_int_equal(buffer[0], '-');
}

TEST_CASE(quoted_words_are_harmless)
{
    char buffer[128];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    static const char words[] = "K7\x1b[2J\xc3\xa9.";
    text_add_quoted(&text, words, strlen(words));
    assert_string_equal(buffer, "'K7?[2J??.'");
}

TEST_CASE(long_quotes_are_cut)
{
    char buffer[128];
    char words[100];
    struct text text;
    memset(words, 'x', sizeof words);
    text_init(&text, buffer, sizeof buffer);
    text_add_quoted(&text, words, sizeof words);
    assert_int_equal(strlen(buffer), 1 + 40 + strlen("...'"));
    text_init(&text, buffer, sizeof buffer);
    text_add_quoted(&text, words, 40);
    assert_int_equal(strlen(buffer), 1 + 40 + 1);
}

TEST_CASE(words_are_split_at_every_space)
{
    static const char line[] = "one  two ";
    static const char *const expected[] = {"one", "", "two", ""};
    struct words words;
    struct word word;
    words_init(&words, line, strlen(line));
    for (int i = 0; i < 4; i++) {
        assert_true(words_next(&words, &word));
        assert_true(word_is(word, expected[i]));
    }
    assert_false(words_next(&words, &word));
    words_init(&words, "", 0);
    assert_true(words_next(&words, &word)); /* one empty word */
    assert_int_equal(word.length, 0);
    assert_false(words_next(&words, &word));
}

TEST_CASE(words_are_compared_whole)
{
    const struct word word = {"rounds", 5};
    assert_true(word_is(word, "round"));
    assert_false(word_is(word, "rounds"));
    assert_false(word_is(word, "roun"));
    assert_false(word_is(word, "Round"));
}

static bool reads(const char *words, long lowest, long highest, long expected)
{
    long number = 12345;
    const struct word word = {words, strlen(words)};
    return word_number(word, lowest, highest, &number) && number == expected;
}

static bool refuses(const char *words)
{
    long number;
    const struct word word = {words, strlen(words)};
    return !word_number(word, -999999999, 999999999, &number);
}

TEST_CASE(numbers_have_one_spelling)
{
    assert_true(reads("0", -9, 9, 0));
    assert_true(reads("17", 0, 17, 17));
    assert_true(reads("-3", -3, 0, -3));
    assert_true(reads("999999999", 0, 999999999, 999999999));
    assert_true(reads("999999999999999999", 0, LONG_MAX, 999999999999999999));
    assert_false(reads("1000000000000000000", 0, LONG_MAX, 1000000000000000000));
    assert_false(reads("18", 0, 17, 18));
    assert_false(reads("-4", -3, 0, -4));
    static const char *const wrong[] = {"",           "-",   "+1",  "01", "-0",   "00",
                                        "1 ",         " 1",  "1a",  "a",  "0x10", "1.0",
                                        "1000000000", "--1", "1e3", "-01"};
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_true(refuses(wrong[i]));
}

static bool is_good(const char *bytes)
{
    return text_find_bad_byte(bytes, strlen(bytes)) == strlen(bytes);
}

TEST_CASE(utf8)
{
    static const char *const good[] = {"",
                                       "plain ~",
                                       "\xc3\xa9",
                                       "\xe2\x82\xac",
                                       "\xf0\x9f\x9a\x82",
                                       "\xed\x9f\xbf",
                                       "\xee\x80\x80",
                                       "\xf4\x8f\xbf\xbf",
                                       "\xc2\x80"};
    static const char *const bad[] = {"\x80",             /* a byte that only continues */
                                      "\xc3",             /* cut off */
                                      "\xe2\x82",         /* cut off */
                                      "\xf0\x9f\x9a",     /* cut off */
                                      "\xc3(",            /* not continued */
                                      "\xe2(\xac",        /* not continued */
                                      "\xc0\xaf",         /* longer than need be */
                                      "\xc1\xbf",         /* longer than need be */
                                      "\xe0\x9f\xbf",     /* longer than need be */
                                      "\xf0\x8f\xbf\xbf", /* longer than need be */
                                      "\xed\xa0\x80",     /* half a surrogate pair */
                                      "\xf4\x90\x80\x80", /* beyond the last character */
                                      "\xf5\x80\x80\x80", /* beyond the last character */
                                      "\xff",             /* never */
                                      "\t",
                                      "\r",
                                      "\n",
                                      "\x01",
                                      "\x1b",
                                      "\x7f"};
    for (unsigned i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_true(is_good(good[i]));
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(is_good(bad[i]));
    assert_int_equal(text_find_bad_byte("ab\xffx", 4), 2); /* where it is */
    assert_int_equal(text_find_bad_byte("a\0b", 3), 1);
    assert_int_equal(text_find_bad_byte("\xc3\xa9", 1), 0); /* cut by the length */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a text grows, and is cut and closed when it is full", texts_grow_and_are_cut),
        TEST("a copy has as much as fits, and an end", copies_are_cut_and_closed),
        TEST("numbers are written plainly", numbers_are_written),
        TEST("a quoted word is printable whatever it was", quoted_words_are_harmless),
        TEST("a quoted word is cut to 40 bytes", long_quotes_are_cut),
        TEST("a line is split at every single space", words_are_split_at_every_space),
        TEST("words are compared whole", words_are_compared_whole),
        TEST("a number has one spelling", numbers_have_one_spelling),
        TEST("UTF-8 is told from what is not", utf8),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
