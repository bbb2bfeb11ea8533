/* Themes: whether every style is legible, and which theme suits a terminal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"
#include "terminal/drawing/theme.h"

/* The sixteen colours of xterm and of a PC console. */
static const unsigned palettes[2][COLOURS_BRIGHT] = {
    {0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f,
     0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff},
    {0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa, 0x555555,
     0xff5555, 0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff},
};

/*
 * Converts a colour number to 24 bits.  The cube and the greys of the 256 colours are the same
 * everywhere.
 */
static unsigned rgb_of(unsigned colours, unsigned palette, int number)
{
    static const unsigned steps[] = {0x00, 0x5f, 0x87, 0xaf, 0xd7, 0xff};
    if (colours == COLOURS_ALL)
        return (unsigned)number;
    if (number < COLOURS_BRIGHT)
        return palettes[palette][number];
    if (number >= 232)
        return (unsigned)(8 + 10 * (number - 232)) * 0x010101U;
    const unsigned cube = (unsigned)number - 16;
    return steps[cube / 36] << 16 | steps[cube / 6 % 6] << 8 | steps[cube % 6];
}

/*
 * Lines are graphics, for which WCAG requires a contrast of 3 to 1.  The same is required of text
 * in few colours, whose palette is unknown.
 */
static bool is_drawing(unsigned style)
{
    return style == STYLE_SINGLE || style == STYLE_DOUBLE || style == STYLE_WATER ||
           style == STYLE_LEGAL || style == STYLE_LIT;
}

struct terminal {
    unsigned colours, palette;
    bool paints, brightens; /* bold makes dark colours bright */
    unsigned front, back;   /* the terminal's defaults */
};

static double contrast_on(const struct terminal *terminal, enum theme theme, unsigned style,
                          enum ground ground)
{
    const struct shade shade =
        theme_shade(theme, terminal->colours, terminal->paints, style, ground);
    int front = shade.front;
    if (terminal->brightens && terminal->colours <= COLOURS_BRIGHT && front >= 0 && front < 8 &&
        (shade.emphasis & EMPHASIS_BOLD) != 0)
        front += 8;
    return theme_contrast(
        front == COLOUR_OWN ? terminal->front : rgb_of(terminal->colours, terminal->palette, front),
        shade.back == COLOUR_OWN ? terminal->back
                                 : rgb_of(terminal->colours, terminal->palette, shade.back));
}

static void check_contrast(const struct terminal *terminal, enum theme theme, double text,
                           double drawing)
{
    for (unsigned style = 0; style < STYLES; style++) {
        for (unsigned ground = 0; ground < GROUNDS; ground++) {
            const double least = is_drawing(style) ? drawing : text;
            const double found = contrast_on(terminal, theme, style, (enum ground)ground);
            if (found < least)
                print_message("# %s, %u colours, palette %u, style %u, ground %u: %.2f\n",
                              theme_names[theme], terminal->colours, terminal->palette, style,
                              ground, found);
            assert_true(found >= least);
        }
    }
}

static const unsigned counts[] = {COLOURS_ALL, COLOURS_MANY, COLOURS_BRIGHT, COLOURS_FEW};

/* Returns the background of the theme: black or white. */
static unsigned page_of(enum theme theme)
{
    return theme == THEME_LIGHT ? 0xffffff : 0x000000;
}

TEST_CASE(every_style_is_readable)
{
    for (unsigned theme = THEME_DARK; theme <= THEME_LIGHT; theme++) {
        for (unsigned i = 0; i < 4; i++) {
            const bool rich = counts[i] >= COLOURS_MANY;
            for (unsigned way = 0; way < 8; way++) {
                const unsigned page = page_of((enum theme)theme);
                const struct terminal terminal = {.colours = counts[i],
                                                  .palette = way & 1,
                                                  .paints = (way & 2) != 0,
                                                  /* consoles with eight colours always do */
                                                  .brightens = (way & 4) != 0 || (!rich && way & 1),
                                                  .front = 0xffffff ^ page,
                                                  .back = page};
                check_contrast(&terminal, (enum theme)theme, rich ? 4.5 : 3, 3);
            }
        }
    }
}

/* Whatever the terminal's own colours are, even if they are unknown. */
TEST_CASE(a_theme_that_paints_is_readable_on_any_background)
{
    uint64_t seed = test_seed();
    for (unsigned i = 0; i < test_count(2000); i++) {
        const unsigned page = test_random_below(&seed, COLOURS_ALL);
        const struct terminal terminal = {
            .colours = counts[i % 4], .paints = true, .front = page ^ 0x010101, .back = page};
        check_contrast(&terminal, i % 8 < 4 ? THEME_DARK : THEME_LIGHT,
                       counts[i % 4] >= COLOURS_MANY ? 4.5 : 3, 3);
    }
}

/* A known background is kept only if the theme suits it. */
TEST_CASE(the_theme_for_a_background_is_readable_on_it)
{
    uint64_t seed = test_seed();
    for (unsigned i = 0; i < test_count(2000); i++) {
        const unsigned page = test_random_below(&seed, COLOURS_ALL);
        const struct theme_choice choice = theme_for_background(page);
        const struct terminal terminal = {.colours = i % 2 == 0 ? COLOURS_ALL : COLOURS_MANY,
                                          .paints = choice.paints,
                                          .front = 0xffffff ^ page_of(choice.theme),
                                          .back = page};
        check_contrast(&terminal, choice.theme, choice.paints ? 4.5 : 3, choice.paints ? 3 : 2);
    }
    assert_int_equal(theme_for_background(0x000000).theme, THEME_DARK);
    assert_int_equal(theme_for_background(0x282a36).theme, THEME_DARK);
    assert_false(theme_for_background(0x282a36).paints);
    assert_int_equal(theme_for_background(0xfdf6e3).theme, THEME_LIGHT);
    assert_false(theme_for_background(0xfdf6e3).paints);
    assert_true(theme_for_background(0x808080).paints);
}

/* Free lines, track, the last track, and the track being laid look different. */
TEST_CASE(track_differs_from_free_lines)
{
    static const enum style lines[] = {STYLE_SINGLE, STYLE_LEGAL, STYLE_TRACK, STYLE_LIT,
                                       STYLE_DRAFT};
    for (unsigned theme = 0; theme < THEMES; theme++) {
        for (unsigned i = 0; i < 4; i++) {
            for (unsigned a = 0; a < 5; a++) {
                for (unsigned b = 0; b < a; b++) {
                    const struct shade one =
                        theme_shade((enum theme)theme, counts[i], false, lines[a], GROUND_NONE);
                    const struct shade other =
                        theme_shade((enum theme)theme, counts[i], false, lines[b], GROUND_NONE);
                    const bool both_bold = theme == THEME_MONO && lines[a] == STYLE_TRACK &&
                                           lines[b] == STYLE_LEGAL; /* a stroke, and dots */
                    assert_true(both_bold || memcmp(&one, &other, sizeof one) != 0);
                }
            }
        }
    }
}

TEST_CASE(without_colour_there_is_none)
{
    for (unsigned style = 0; style < STYLES; style++) {
        const struct shade shade = theme_shade(THEME_MONO, 0, true, style, GROUND_LAND);
        assert_int_equal(shade.front, COLOUR_OWN);
        assert_int_equal(shade.back, COLOUR_OWN);
    }
    assert_false(theme_has_grounds(THEME_MONO, COLOURS_ALL));
    assert_false(theme_has_grounds(THEME_DARK, COLOURS_BRIGHT));
    assert_true(theme_has_grounds(THEME_LIGHT, COLOURS_MANY));
}

TEST_CASE(contrast_is_counted_as_wcag_does)
{
    assert_true(theme_contrast(0x000000, 0xffffff) > 20.99);
    assert_true(theme_contrast(0x777777, 0xffffff) > 4.47 &&
                theme_contrast(0x777777, 0xffffff) < 4.49);
    assert_true(theme_contrast(0xff0000, 0xffffff) > 3.99 &&
                theme_contrast(0xff0000, 0xffffff) < 4.01);
}

/* Parses "1;38;5;28": its colours, and whether they are swapped. */
static void read_code(const char *code, int *front, int *back, bool *reversed)
{
    *front = *back = COLOUR_OWN;
    *reversed = false;
    while (*code != '\0') {
        char *end;
        const long number = strtol(code, &end, 10);
        code = *end == ';' ? end + 1 : end;
        if (number == 38 || number == 48) {
            assert_int_equal(strtol(code, &end, 10), 5);
            *(number == 38 ? front : back) = (int)strtol(end + 1, &end, 10);
            code = *end == ';' ? end + 1 : end;
        } else {
            assert_true(number == 1 || number == 4 || number == 7);
            *reversed |= number == 7;
        }
    }
}

TEST_CASE(plain_text_is_readable_on_both)
{
    for (unsigned style = 0; style < STYLES; style++) {
        for (unsigned page = 0; page <= 0xffffff; page += 0xffffff) {
            int front, back;
            bool reversed; /* swapping does not change the contrast */
            if (theme_code(style) == NULL)
                continue;
            read_code(theme_code(style), &front, &back, &reversed);
            const unsigned ink =
                front == COLOUR_OWN ? 0xffffff ^ page : rgb_of(COLOURS_MANY, 0, front);
            const double found =
                theme_contrast(ink, back == COLOUR_OWN ? page : rgb_of(COLOURS_MANY, 0, back));
            if (found < 3.5)
                print_message("# %s on %06x: %.2f\n", theme_code(style), page, found);
            assert_true(found >= 3.5);
        }
    }
}

/* ---- Which one --------------------------------------------------------------------------- */

TEST_CASE(a_theme_has_a_name)
{
    enum theme theme;
    for (unsigned i = 0; i < THEMES; i++) {
        assert_true(theme_by_name(theme_names[i], &theme));
        assert_int_equal(theme, i);
    }
    assert_false(theme_by_name("pink", &theme));
}

TEST_CASE(the_variable_names_a_background)
{
    struct theme_choice choice;
    assert_true(theme_from_variable("15;0", &choice));
    assert_int_equal(choice.theme, THEME_DARK);
    assert_false(choice.paints);
    assert_true(theme_from_variable("0;15", &choice));
    assert_int_equal(choice.theme, THEME_LIGHT);
    assert_true(theme_from_variable("0;default;7", &choice));
    assert_int_equal(choice.theme, THEME_LIGHT);
    assert_true(choice.paints); /* probably grey */
    assert_false(theme_from_variable(NULL, &choice));
    assert_false(theme_from_variable("", &choice));
    assert_false(theme_from_variable("0;default", &choice));
    assert_false(theme_from_variable("7", &choice));
    assert_false(theme_from_variable("0;231", &choice));
}

static struct theme_answer answer_of(char bytes[], size_t length)
{
    struct theme_answer answer;
    theme_read_answer(&answer, bytes, length);
    return answer;
}

TEST_CASE(a_terminal_answers_with_its_background)
{
    static const struct {
        const char *bytes;
        bool is_whole, has_background;
        unsigned background;
        const char *others;
    } cases[] = {
        {"\033]11;rgb:ffff/ffff/ffff\033\\\033[?62;4c", true, true, 0xffffff, ""},
        {"\033]11;rgb:1e1e/0000/8080\a\033[?1;2c", true, true, 0x1e0080, ""},
        {"\033]11;rgb:f/0/8\a", false, true, 0xff0088, ""},
        {"\033]11;rgba:ffff/8080/0000/ffff\a", false, true, 0xff8000, ""},
        {"\033[?62c", true, false, 0, ""},
        {"", false, false, 0, ""},
        {"ab\033[?62cq", true, false, 0, "abq"},
        {"x\033]11;rgb:00/00/00\a\033[Ay", false, true, 0, "x\033[Ay"},
        {"\033]11;rgb:ffff/ff", false, false, 0, ""},
        {"\033]11;rgb:/ff/ff\a", false, false, 0, ""},
        {"\033]10;rgb:ff/ff/ff\a", false, false, 0, ""},
        {"\033[?6", false, false, 0, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char bytes[80];
        snprintf(bytes, sizeof bytes, "%s", cases[i].bytes);
        const struct theme_answer answer = answer_of(bytes, strlen(bytes));
        assert_int_equal(answer.is_whole, cases[i].is_whole);
        assert_int_equal(answer.has_background, cases[i].has_background);
        assert_int_equal(answer.background, cases[i].background);
        assert_int_equal(answer.others, strlen(cases[i].others));
        assert_memory_equal(bytes, cases[i].others, answer.others);
    }
}

/* Whatever arrives, nothing outside the buffer is read or written, and no typed key is lost. */
TEST_CASE(any_bytes_are_an_answer)
{
    static const char alphabet[] = "\033]11;rgb:/[?c\\\aaf0z";
    uint64_t seed = test_seed();
    for (unsigned i = 0; i < test_count(20000); i++) {
        char *bytes = malloc(40);
        assert_non_null(bytes);
        for (unsigned at = 0; at < 40; at++)
            bytes[at] = alphabet[test_random_below(&seed, sizeof alphabet - 1)];
        assert_true(answer_of(bytes, 40).others <= 40);
        free(bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("every style is readable on black and on white, in 16 million, 256, 16 and 8 colours",
             every_style_is_readable),
        TEST("a theme that paints is readable on any background",
             a_theme_that_paints_is_readable_on_any_background),
        TEST("the theme for a background is readable on it",
             the_theme_for_a_background_is_readable_on_it),
        TEST("free lines, legal ones, track, new track and the turn that is entered differ",
             track_differs_from_free_lines),
        TEST("without colour there is none", without_colour_there_is_none),
        TEST("contrast is counted as WCAG does", contrast_is_counted_as_wcag_does),
        TEST("plain text is readable on black and on white", plain_text_is_readable_on_both),
        TEST("a theme has a name", a_theme_has_a_name),
        TEST("COLORFGBG names a background", the_variable_names_a_background),
        TEST("a terminal answers with its background", a_terminal_answers_with_its_background),
        TEST("any bytes are an answer", any_bytes_are_an_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
