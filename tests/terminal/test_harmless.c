/* Sanitizing text from outside before it is sent to a terminal. */
#include <string.h>

#include "board_file/boards.h"
#include "support.h"
#include "terminal/replay/replay.h"
#include "terminal/source/source.h"
#include "text/harmless.h"

static void becomes(const char *shown, const char *text)
{
    char copy[100];
    harmless_copy(copy, sizeof copy, text);
    assert_string_equal(copy, shown);
    assert_true(harmless_is(copy));
    assert_int_equal(harmless_is(text), strcmp(shown, text) == 0);
}

static void words_of_any_language_stay_as_they_are(void **unused)
{
    (void)unused;
    becomes("", "");
    becomes("Ada, 12 ~", "Ada, 12 ~");
    becomes("Zoë Łukasz Ελένη", "Zoë Łukasz Ελένη");
    becomes("日本語 \U0001F682", "日本語 \U0001F682");
    becomes("שרה عمر", "שרה عمر"); /* written from right to left without control characters */
    becomes("نمی\u200cخواهم", "نمی\u200cخواهم"); /* needs the zero-width non-joiner */
}

static void controls_become_spaces(void **unused)
{
    (void)unused;
    becomes("a b  c", "a\033b\n\tc");
    becomes(" ", "\177");
    becomes(" 31m  ", "\302\23331m\302\200\302\237"); /* control characters in two bytes, which some
                                                         terminals obey */
    becomes("a b c d", "a\u2028b\u2029c\302\205d");
    becomes("\u00a0\u00a1", "\u00a0\u00a1"); /* not control characters */
}

static void what_turns_or_hides_words_is_seen(void **unused)
{
    (void)unused;
    becomes("?evil??", "\u202eevil\u202c\u202a");
    becomes("????", "\u2066\u2067\u2068\u2069");
    becomes("a?b?c?", "a\u200eb\u200fc\u061c");
    becomes("A?d?a?", "A\u200bd\u2060a\ufeff");
    becomes("x?", "x\U000E0041"); /* a tag */
    becomes("x??", "x\U0001BCA0\U0001D17A");
    becomes("???", "\uFDD0\uFFFE\U0010FFFF"); /* noncharacters */
    becomes("?", "\uFFFC");
    becomes("\u200c\u200d\uFE0F", "\u200c\u200d\uFE0F");
}

static void a_blank_text_is_told_from_one_that_is_seen(void **unused)
{
    static const char *const blank[] = {"",       "  ",           "\u00a0", "\u2003\u3000",
                                        "\u2800", "\u200c\u200d", "\uFE0F", "\U0001D159"};
    (void)unused;
    for (size_t i = 0; i < sizeof blank / sizeof blank[0]; i++)
        assert_false(harmless_is_seen(blank[i]));
    assert_true(harmless_is_seen(" a"));
    assert_true(harmless_is_seen("\u200d\u05d0"));
}

static void what_is_no_utf_8_is_seen(void **unused)
{
    (void)unused;
    becomes("a?b", "a\x9b"
                   "b");
    becomes("?", "\xff");
    becomes("a?", "a\xc3");    /* an incomplete character at the end */
    becomes("??", "\xc0\x9b"); /* an overlong encoding of Escape */
    becomes("???", "\xe0\x80\x9b");
    becomes("?", "\xed\xa0\x80"); /* half of a surrogate pair */
    becomes("?", "\xf4\x90\x80\x80");
    becomes("?????", "\xf8\x88\x80\x80\x80");
}

static void a_text_is_cut_between_letters(void **unused)
{
    char small[6], one[1] = "x";
    (void)unused;
    harmless_copy(small, sizeof small, "abcdé");
    assert_string_equal(small, "abcd");
    harmless_copy(small, sizeof small, "ab\u202e\302\233cd");
    assert_string_equal(small, "ab? c");
    harmless_copy(one, sizeof one, "abc");
    assert_string_equal(one, "");
}

static void a_text_may_be_made_harmless_where_it_is(void **unused)
{
    char text[] = "\u202e\302\233Ada\n";
    (void)unused;
    harmless_copy(text, sizeof text, text);
    assert_string_equal(text, "? Ada ");
}

static void lists_of_names_are_cut_between_letters(void **unused)
{
    char list[12] = "";
    (void)unused;
    source_list_add(list, sizeof list, "Ada");
    source_list_add(list, sizeof list, "\302\233Zoëéé");
    assert_string_equal(list, "Ada,  Zoë");
    source_list_add(list, sizeof list, "Ben");
    source_list_add(list, sizeof list, "Cleo");
    assert_true(strlen(list) < sizeof list && harmless_is(list));
}

/* ---- Records ------------------------------------------------------------------------------ */

static void names_in_a_record_cannot_steer_the_terminal(void **unused)
{
    static const char record[] = "railhead 1\nboard transamerica\nrules transamerica\nseats 2\n"
                                 "name 1 \302\2332J\u202eAda\nname 2 bot ea\302\233sy\n";
    struct replay replay;
    struct fault fault;
    (void)unused;
    memset(&replay, 0, sizeof replay);
    if (!replay_read(&replay, record, sizeof record - 1, board_builtins, &fault))
        fail_msg("%s", SENTENCE(&fault));
    assert_string_equal(replay.source.seat[0].name, " 2J?Ada");
    assert_string_equal(replay.source.seat[1].name, "ea sy");
    assert_string_equal(replay.analysis.names.name[0], " 2J?Ada");
    replay_release(&replay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("words of any language stay as they are", words_of_any_language_stay_as_they_are),
        TEST("controls become spaces", controls_become_spaces),
        TEST("what turns or hides words is seen", what_turns_or_hides_words_is_seen),
        TEST("a blank text is told from one that is seen",
             a_blank_text_is_told_from_one_that_is_seen),
        TEST("what is no UTF-8 is seen", what_is_no_utf_8_is_seen),
        TEST("a text is cut between letters", a_text_is_cut_between_letters),
        TEST("a text may be made harmless where it is", a_text_may_be_made_harmless_where_it_is),
        TEST("lists of names are cut between letters", lists_of_names_are_cut_between_letters),
        TEST("names in a record cannot steer the terminal",
             names_in_a_record_cannot_steer_the_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
