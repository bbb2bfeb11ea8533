/* Words typed nearly right. */
#include "text/spelling.h"

#include <string.h>

#include "support.h"

TEST_CASE(each_slip_counts_one)
{
    static const struct {
        const char *one, *other;
        unsigned distance;
    } cases[] = {
        {"", "", 0},
        {"", "abc", 3},
        {"board", "board", 0},
        {"bord", "board", 1},   /* left out */
        {"booard", "board", 1}, /* added */
        {"boart", "board", 1},  /* another letter */
        {"baord", "board", 1},  /* neighbours exchanged */
        {"abord", "board", 2},
        {"Board", "bOARD", 0}, /* capitals */
        {"transamerika", "transamerica", 1},
        {"kitten", "sitting", 3},
        {"ca", "abc", 3}, /* an exchanged pair is not taken apart again */
        {"abcdefghijklmnopqrstuvwxyz012345", "", 32},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(spelling_distance(cases[i].one, cases[i].other), cases[i].distance);
        assert_int_equal(spelling_distance(cases[i].other, cases[i].one), cases[i].distance);
    }
}

/* A word with one random slip in it, or without. */
static void slip(uint64_t *random, char word[SPELLING_WORD_MAX + 1])
{
    const size_t length = strlen(word);
    const size_t at = test_random_below(random, (unsigned)length);
    switch (test_random_below(random, 3)) {
    case 0:
        memmove(word + at, word + at + 1, length - at);
        break;
    case 1:
        word[at] = 'z';
        break;
    default:
        if (at + 1 < length) {
            const char letter = word[at];
            word[at] = word[at + 1];
            word[at + 1] = letter;
        }
    }
}

TEST_CASE(one_slip_is_one)
{
    uint64_t random = test_seed();
    for (unsigned i = 0; i < 10000; i++) {
        static const char word[] = "transeuropa-classic";
        char typed[SPELLING_WORD_MAX + 1];
        memcpy(typed, word, sizeof word);
        slip(&random, typed);
        assert_true(spelling_distance(typed, word) <= 1);
    }
}

static const char *suggested(const char *typed)
{
    static const char *const words[] = {"play", "replay", "serve", "score", "board"};
    struct spelling spelling;
    spelling_init(&spelling, typed);
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        spelling_try(&spelling, words[i]);
    return spelling.best != NULL ? spelling.best : "";
}

TEST_CASE(the_nearest_word_is_suggested)
{
    assert_string_equal(suggested("paly"), "play");
    assert_string_equal(suggested("reply"), "replay");
    assert_string_equal(suggested("scroe"), "score");
    assert_string_equal(suggested("BOARD"), "board");
}

TEST_CASE(what_is_far_is_not)
{
    assert_string_equal(suggested(""), "");
    assert_string_equal(suggested("x"), "");
    assert_string_equal(suggested("pl"), "");
    assert_string_equal(suggested("bench"), "");
    assert_string_equal(suggested("replayreplayreplayreplayreplayreplay"), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a letter left out, added, mistaken or exchanged counts one", each_slip_counts_one),
        TEST("one slip anywhere is never counted twice", one_slip_is_one),
        TEST("the nearest word is suggested", the_nearest_word_is_suggested),
        TEST("a word that is far from all is not", what_is_far_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
