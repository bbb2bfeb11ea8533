/* The list of keys, and the help pages made from it. */
#include <string.h>

#include "support.h"
#include "terminal/drawing/key_help.h"

static const struct key_page *const pages[] = {&keys_of_game, &keys_of_room, &keys_of_replay,
                                               &keys_of_form, &keys_of_tables};
enum { PAGES = sizeof pages / sizeof pages[0], LINE_SIZE = 4 * 300 };

TEST_CASE(every_key_is_described_on_one_page)
{
    for (unsigned id = 0; id < KEY_IDS; id++) {
        const struct key *key = &key_list[id];
        unsigned found = 0;
        for (unsigned i = 0; i < PAGES; i++)
            found += pages[i]->first <= id && id <= pages[i]->last;
        assert_int_equal(found, 1);
        assert_true((key->keys != NULL) == (key->about != NULL));
        assert_true(key->keys != NULL || key->brief != NULL);
    }
    for (unsigned i = 0; i < PAGES; i++)
        assert_non_null(key_list[pages[i]->first].group);
}

TEST_CASE(every_page_names_help_and_a_way_out)
{
    for (unsigned i = 0; i < PAGES; i++) {
        bool helps = false, ends = false;
        for (unsigned id = pages[i]->first; id <= pages[i]->last; id++) {
            const struct key *key = &key_list[id];
            helps |= key->keys != NULL && strcmp(key->keys, "?") == 0;
            ends |= key->keys != NULL &&
                    (strstr(key->keys, "Ctrl-C") != NULL || strstr(key->about, "Ctrl-C") != NULL);
        }
        assert_true(helps && ends);
    }
}

/* Reads all pages of a help in a window of this size, one after the other. */
static void read_help(const struct key_page *of, unsigned width, unsigned height, char text[],
                      size_t size)
{
    struct key_help help;
    const struct input any = {.kind = INPUT_LETTER, .letter = 'x'};
    unsigned shown = 0;
    key_help_open(&help, of);
    text[0] = '\0';
    while (help.of != NULL) {
        struct canvas canvas;
        char line[LINE_SIZE];
        assert_true(canvas_init(&canvas, width, height));
        key_help_draw(&help, &canvas);
        for (unsigned y = 0; y < canvas.height; y++) {
            canvas_line(&canvas, y, line, sizeof line);
            assert_true(strlen(text) + strlen(line) + 2 < size);
            strcat(strcat(text, line), "\n");
        }
        canvas_release(&canvas);
        key_help_input(&help, &any);
        assert_true(++shown < 100);
    }
}

TEST_CASE(help_has_every_key_in_every_window)
{
    static char text[1 << 19];
    static const unsigned sizes[][2] = {{80, 24}, {100, 34}, {140, 40}, {60, 10}, {200, 60}};
    for (unsigned i = 0; i < PAGES * sizeof sizes / sizeof sizes[0]; i++) {
        const struct key_page *page = pages[i % PAGES];
        read_help(page, sizes[i / PAGES][0], sizes[i / PAGES][1], text, sizeof text);
        for (unsigned id = page->first; id <= page->last; id++) {
            const struct key *key = &key_list[id];
            if (key->group != NULL)
                assert_non_null(strstr(text, key->group));
            if (key->keys != NULL)
                assert_non_null(strstr(text, key->keys));
        }
    }
}

TEST_CASE(escape_closes_it_at_once)
{
    struct key_help help;
    struct canvas canvas;
    assert_true(canvas_init(&canvas, 40, 10));
    key_help_open(&help, &keys_of_game);
    key_help_draw(&help, &canvas);
    assert_true(help.pages > 2);
    key_help_input(&help, &(struct input){.kind = INPUT_KEY, .key = PRESS_ESCAPE});
    assert_null(help.of);
    canvas_release(&canvas);
}

TEST_CASE(a_larger_window_has_fewer_pages)
{
    struct key_help help;
    struct canvas canvas;
    key_help_open(&help, &keys_of_game);
    help.page = 3;
    assert_true(canvas_init(&canvas, 200, 60));
    key_help_draw(&help, &canvas);
    assert_int_equal(help.pages, 1);
    assert_int_equal(help.page, 0);
    canvas_release(&canvas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("every key is described, on one page", every_key_is_described_on_one_page),
        TEST("every page names ? and Ctrl-C", every_page_names_help_and_a_way_out),
        TEST("help has every key in every window", help_has_every_key_in_every_window),
        TEST("Escape closes it at once", escape_closes_it_at_once),
        TEST("a larger window has fewer pages", a_larger_window_has_fewer_pages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
