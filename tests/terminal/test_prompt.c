/* Typing a line, key by key. */
#include <string.h>

#include "support.h"
#include "terminal/drawing/utf8.h"
#include "terminal/full_screen/prompt.h"
#include "words/phrases.h"

/* Types text without ending the line. */
static void type(struct prompt *prompt, const char *text)
{
    for (uint32_t letter; (letter = utf8_next(&text)) != 0;) {
        const struct input input = {.kind = INPUT_LETTER, .letter = letter};
        assert_false(prompt_input(prompt, &input));
    }
}

static bool press(struct prompt *prompt, enum press key)
{
    const struct input input = {.kind = INPUT_KEY, .key = key};
    return prompt_input(prompt, &input);
}

static void what_is_typed_is_there_and_enter_ends_it(void **unused)
{
    struct prompt prompt = {0};
    (void)unused;
    prompt_begin(&prompt, PROMPT_GO);
    assert_string_equal(prompt.typed, "");
    type(&prompt, "Grüße 日本");
    assert_string_equal(prompt.typed, "Grüße 日本");
    assert_true(press(&prompt, PRESS_ENTER));
    assert_string_equal(prompt.typed, "Grüße 日本");
}

static void backspace_takes_a_whole_character(void **unused)
{
    struct prompt prompt = {0};
    (void)unused;
    prompt_begin(&prompt, PROMPT_SAVE);
    type(&prompt, "aü日");
    assert_false(press(&prompt, PRESS_BACKSPACE));
    assert_string_equal(prompt.typed, "aü");
    press(&prompt, PRESS_BACKSPACE);
    assert_string_equal(prompt.typed, "a");
    press(&prompt, PRESS_BACKSPACE);
    assert_false(press(&prompt, PRESS_BACKSPACE)); /* nothing to delete */
    assert_string_equal(prompt.typed, "");
}

static void escape_leaves_nothing(void **unused)
{
    struct prompt prompt = {0};
    (void)unused;
    prompt_begin(&prompt, PROMPT_SAY);
    type(&prompt, "hello");
    assert_true(press(&prompt, PRESS_ESCAPE));
    assert_string_equal(prompt.typed, "");
}

static void other_keys_and_the_mouse_do_nothing(void **unused)
{
    const struct input control = {.kind = INPUT_LETTER, .letter = 'L' - '@'};
    const struct input click = {.kind = INPUT_MOUSE, .x = 3, .y = 4};
    struct prompt prompt = {0};
    (void)unused;
    prompt_begin(&prompt, PROMPT_GO);
    type(&prompt, "K7");
    assert_false(prompt_input(&prompt, &control));
    assert_false(prompt_input(&prompt, &click));
    assert_false(press(&prompt, PRESS_LEFT));
    assert_string_equal(prompt.typed, "K7");
}

static void a_full_line_takes_no_more_and_is_never_cut_in_a_character(void **unused)
{
    struct prompt prompt = {0};
    (void)unused;
    prompt_begin(&prompt, PROMPT_SAY);
    for (unsigned i = 0; i < PROMPT_SIZE; i++)
        type(&prompt, "日");
    assert_int_equal(strlen(prompt.typed), (PROMPT_SIZE - 1) / 3 * 3);
}

static void what_could_not_be_sent_is_there_again(void **unused)
{
    struct prompt prompt = {0};
    (void)unused;
    prompt_begin(&prompt, PROMPT_SAY);
    type(&prompt, "hello");
    press(&prompt, PRESS_ENTER);
    prompt_keep(&prompt);
    prompt_begin(&prompt, PROMPT_GO); /* another prompt starts empty */
    assert_string_equal(prompt.typed, "");
    prompt_begin(&prompt, PROMPT_SAY);
    assert_string_equal(prompt.typed, "hello");
    press(&prompt, PRESS_ENTER); /* this time it was sent */
    prompt_begin(&prompt, PROMPT_SAY);
    assert_string_equal(prompt.typed, "");
}

static void tab_goes_through_the_phrases(void **unused)
{
    struct prompt prompt = {0};
    (void)unused;
    prompt_begin(&prompt, PROMPT_SAY);
    for (unsigned i = 0; i <= phrase_count; i++) {
        press(&prompt, PRESS_TAB);
        assert_string_equal(prompt.typed, phrases[i % phrase_count]);
        assert_string_equal(phrase_sent(prompt.typed), phrases[i % phrase_count]);
    }
    prompt_begin(&prompt, PROMPT_SAY);
    type(&prompt, "Hm");
    press(&prompt, PRESS_TAB); /* the typed text is kept */
    assert_string_equal(prompt.typed, "Hm");
    assert_string_equal(phrase_sent(prompt.typed), "Hm");
    prompt_begin(&prompt, PROMPT_GO);
    press(&prompt, PRESS_TAB);
    assert_string_equal(prompt.typed, "");
}

static void each_question_has_its_words(void **unused)
{
    struct prompt prompt = {0};
    (void)unused;
    prompt_begin(&prompt, PROMPT_GO);
    assert_string_equal(prompt_question(&prompt), "Go to");
    prompt_begin(&prompt, PROMPT_SAY);
    assert_string_equal(prompt_question(&prompt), "Say (Tab: a phrase)");
    type(&prompt, "x");
    assert_string_equal(prompt_question(&prompt), "Say");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("what is typed is there, and Enter ends it", what_is_typed_is_there_and_enter_ends_it),
        TEST("Backspace takes a whole character", backspace_takes_a_whole_character),
        TEST("Escape leaves nothing", escape_leaves_nothing),
        TEST("other keys and the mouse do nothing", other_keys_and_the_mouse_do_nothing),
        TEST("a full line takes no more and is never cut in a character",
             a_full_line_takes_no_more_and_is_never_cut_in_a_character),
        TEST("what could not be sent is there again", what_could_not_be_sent_is_there_again),
        TEST("Tab goes through the phrases where something is to be said",
             tab_goes_through_the_phrases),
        TEST("each question has its words", each_question_has_its_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
