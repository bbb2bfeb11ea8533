/* The line of keys: no key is truncated, and the most important ones are shown. */
#include <string.h>

#include "support.h"
#include "terminal/drawing/footer.h"
#include "terminal/drawing/utf8.h"

static struct footer keys_of_a_turn(void)
{
    struct footer footer = {.last = 2};
    footer_add(&footer, "7 9 4 6 1 3 lay");
    footer_add(&footer, "Tab your cities");
    footer_add(&footer, "i advice");
    footer_add(&footer, "? help");
    footer_add(&footer, "q leave");
    return footer;
}

TEST_CASE(with_room_for_all_it_has_all)
{
    const struct footer footer = keys_of_a_turn();
    char line[FOOTER_SIZE];
    footer_write(&footer, "K7 Kansas City, yellow", 120, line);
    assert_string_equal(line, " K7 Kansas City, yellow  |  7 9 4 6 1 3 lay  Tab your cities  "
                              "i advice  ? help  q leave");
    footer_write(&footer, "", 120, line);
    assert_string_equal(line, " 7 9 4 6 1 3 lay  Tab your cities  i advice  ? help  q leave");
}

TEST_CASE(help_and_the_way_out_stay_longest)
{
    const struct footer footer = keys_of_a_turn();
    char line[FOOTER_SIZE];
    footer_write(&footer, "K7", 44, line);
    assert_string_equal(line, " K7  |  7 9 4 6 1 3 lay  ? help  q leave");
    footer_write(&footer, "K7", 30, line);
    assert_string_equal(line, " K7  |  ? help  q leave");
}

TEST_CASE(words_give_way_to_help)
{
    const struct footer footer = keys_of_a_turn();
    char line[FOOTER_SIZE];
    footer_write(&footer, "K7 Kansas City, yellow", 24, line);
    assert_string_equal(line, " K7 Kansas  |  ? help");
    footer_write(&footer, "0 of 80   round 1, starting player: Ann", 24, line);
    assert_string_equal(line, " 0 of 80  |  ? help");
    for (int width = 7; width < 60; width++) {
        footer_write(&footer, "14 of 80   greedy: M4-M5 M4-N4", width, line);
        assert_non_null(strstr(line, "? help"));
    }
}

/* Each part of the line is one of the given words or keys, and the line fits. */
TEST_CASE(nothing_is_cut_at_any_width)
{
    static const char *const words[] = {"", "K7", "K7 Kansas City, yellow",
                                        "C\u00fac\u00fata-del-Norte-de-Santander"};
    const struct footer footer = keys_of_a_turn();
    for (unsigned w = 0; w < 4; w++) {
        for (int width = 0; width < 140; width++) {
            char line[FOOTER_SIZE], *rest = line;
            footer_write(&footer, words[w], width, line);
            assert_true(utf8_columns(line) <= width);
            for (unsigned i = 0; i < footer.keys; i++) {
                char *at = strstr(line, footer.key[i]);
                if (at != NULL) /* followed by the end or by two spaces */
                    assert_true(at[strlen(footer.key[i])] == '\0' ||
                                strncmp(at + strlen(footer.key[i]), "  ", 2) == 0);
            }
            const char *last = strrchr(rest, ' ');
            if (last != NULL && last[1] != '\0')
                assert_true(strstr("lay cities advice help leave K7 Kansas City, yellow "
                                   "C\u00fac\u00fata-del-Norte-de-Santander",
                                   last + 1) != NULL);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("with room for all keys it has all", with_room_for_all_it_has_all),
        TEST("help and the way out stay longest", help_and_the_way_out_stay_longest),
        TEST("words that are too long give way to help", words_give_way_to_help),
        TEST("nothing is cut inside a word, at any width", nothing_is_cut_at_any_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
