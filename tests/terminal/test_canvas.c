/* Text on a canvas: folded, truncated, and with wide characters. */
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "support.h"
#include "terminal/drawing/canvas.h"
#include "terminal/drawing/utf8.h"
#include "terminal/source/source.h"
#include "text/harmless.h"
#include "text/text.h"

static void text_is_folded_at_spaces(void **unused)
{
    const char *rest = "one two three";
    size_t length;
    (void)unused;
    rest = utf8_fold(rest, 7, &length);
    assert_int_equal(length, 7); /* "one two" fits exactly */
    assert_string_equal(rest, "three");
    rest = utf8_fold(rest, 3, &length);
    assert_int_equal(length, 3); /* a word that is too long is split where the line is full */
    assert_string_equal(rest, "ee");
    rest = utf8_fold(rest, 3, &length);
    assert_int_equal(length, 2);
    assert_string_equal(rest, "");
    assert_int_equal(utf8_fold_lines("", 5), 0);
    assert_int_equal(utf8_fold_lines("one two three", 5), 3);
}

/* Writes random words and spaces; `plain` is the same text without spaces. */
static void write_words(uint64_t *seed, char text[400], char plain[400])
{
    static const char *const pieces[] = {"a", "long", "Grüße", "日本", " ", "  ", "-"};
    struct text all, letters;
    text_init(&all, text, 400);
    text_init(&letters, plain, 400);
    for (unsigned words = 0; words < 30; words++) {
        const char *piece = pieces[test_random_below(seed, 7)];
        text_add(&all, piece);
        text_add(&letters, piece[0] == ' ' ? "" : piece);
    }
}

static void folding_loses_nothing_but_spaces(void **unused)
{
    uint64_t seed = test_seed();
    (void)unused;
    for (unsigned i = 0; i < test_count(2000); i++) {
        char words[400], plain[400], folded[400], line[400];
        const int width = 2 + (int)test_random_below(&seed, 30);
        struct text text;
        size_t length;
        write_words(&seed, words, plain);
        text_init(&text, folded, sizeof folded);
        for (const char *rest = words; *rest != '\0';) {
            const char *next = utf8_fold(rest, width, &length);
            assert_true(next > rest);
            memcpy(line, rest, length);
            line[length] = '\0';
            assert_true(utf8_columns(line) <= width);
            for (const char *letter = line; *letter != '\0'; letter++) {
                if (*letter != ' ')
                    text_add_char(&text, *letter);
            }
            rest = next;
        }
        assert_string_equal(folded, plain);
    }
}

static void a_wide_sign_takes_two_columns(void **unused)
{
    struct canvas canvas;
    char line[80];
    (void)unused;
    assert_true(canvas_init(&canvas, 6, 1));
    canvas_text(&canvas, 0, 0, 3, STYLE_PLAIN, "日本"); /* a wide character is not split */
    canvas_text(&canvas, 3, 0, 3, STYLE_PLAIN, "ab");
    canvas_line(&canvas, 0, line, sizeof line);
    assert_string_equal(line, "日 ab");
    canvas_release(&canvas);
}

static void a_line_is_typed_and_taken_back_letter_by_letter(void **unused)
{
    char text[6] = "";
    (void)unused;
    utf8_append(text, sizeof text, 'a');
    utf8_append(text, sizeof text, 0xfc);
    utf8_append(text, sizeof text, 0x1f682); /* no space left for four bytes */
    assert_string_equal(text, "aü");
    utf8_append(text, sizeof text, 0xe9);
    assert_string_equal(text, "aüé");
    utf8_shorten(text);
    utf8_shorten(text);
    assert_string_equal(text, "a");
    utf8_shorten(text);
    utf8_shorten(text);
    assert_string_equal(text, "");
}

static void the_talk_keeps_its_last_lines(void **unused)
{
    static struct source_talk talk;
    char words[20];
    (void)unused;
    for (unsigned i = 0; i < SOURCE_LINES_MAX + 5; i++) {
        snprintf(words, sizeof words, "%u", i);
        source_talk_add(&talk, TALK_CHAT, 0, "Ada", words);
    }
    assert_int_equal(source_talk_first(&talk), 5);
    assert_string_equal(source_talk_line(&talk, 5)->words, "5");
    snprintf(words, sizeof words, "%u", SOURCE_LINES_MAX + 4);
    assert_string_equal(source_talk_line(&talk, talk.lines - 1)->words, words);
}

static void the_words_of_others_are_cut_between_letters(void **unused)
{
    char name[6];
    (void)unused;
    harmless_copy(name, sizeof name, "abcdé");
    assert_string_equal(name, "abcd");
    harmless_copy(name, sizeof name, "a\033\nb\177");
    assert_string_equal(name, "a  b ");
}

TEST_CASE(what_is_put_somewhere_stands_on_no_ground)
{
    struct canvas canvas;
    assert_true(canvas_init(&canvas, 4, 1));
    for (int x = 0; x < 4; x++)
        canvas_at(&canvas, x, 0)->ground = GROUND_SEA;
    canvas_text(&canvas, 1, 0, 2, STYLE_BOLD, "ab");
    for (int x = 0; x < 4; x++)
        assert_int_equal(canvas_at(&canvas, x, 0)->ground,
                         x == 1 || x == 2 ? GROUND_NONE : GROUND_SEA);
    canvas_release(&canvas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("text is folded at spaces", text_is_folded_at_spaces),
        TEST("folding loses nothing but spaces", folding_loses_nothing_but_spaces),
        TEST("a wide sign takes two columns", a_wide_sign_takes_two_columns),
        TEST("a line is typed and taken back letter by letter",
             a_line_is_typed_and_taken_back_letter_by_letter),
        TEST("the talk keeps its last lines", the_talk_keeps_its_last_lines),
        TEST("the words of others are cut between letters",
             the_words_of_others_are_cut_between_letters),
        TEST("what is put somewhere stands on no ground",
             what_is_put_somewhere_stands_on_no_ground),
    };
    setlocale(LC_CTYPE, "C.UTF-8");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
