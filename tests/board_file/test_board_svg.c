/* The drawing of a board: well formed, complete, always the same. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "board_file/board_file.h"
#include "board_file/board_labels.h"
#include "board_file/board_svg.h"
#include "board_file/boards.h"
#include "board_file/sample.h"
#include "support.h"

enum { DRAWING_SIZE = 1 << 20, DEPTH_MAX = 16 };

struct drawn {
    char text[DRAWING_SIZE];
    size_t size;
};

static struct drawn drawn, again;

static void collect(void *context, const char *bytes, size_t length)
{
    struct drawn *into = context;
    assert_true(length < sizeof into->text - into->size);
    memcpy(into->text + into->size, bytes, length);
    into->size += length;
    into->text[into->size] = '\0';
}

static void draw(const struct board *board, struct drawn *into)
{
    into->size = 0;
    board_svg(board, (struct svg_sink){.write = collect, .context = into});
}

static unsigned count_of(const char *text, const char *part)
{
    unsigned count = 0;
    for (const char *at = text; (at = strstr(at, part)); at++)
        count++;
    return count;
}

/* Steps over a tag: its name, attributes with one value each, nothing but those. */
static const char *skip_tag(const char *at, bool *closes)
{
    while (*at != '>' && *at != '/') {
        assert_true(*at == ' ');
        at++;
        const size_t name = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
        assert_true(name > 0 && at[name] == '=' && at[name + 1] == '"');
        at += name + 2;
        const size_t value = strcspn(at, "\"<&");
        assert_true(at[value] == '"');
        at += value + 1;
    }
    *closes = *at == '/';
    at += *closes;
    assert_true(*at == '>');
    return at + 1;
}

/* A small check of XML: tags nest and close, attributes are quoted, text is escaped. */
static void assert_well_formed(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    char open[DEPTH_MAX][16];
    unsigned depth = 0, roots = 0;
    for (const char *at = text; *at;) {
        if (*at == '&') {
            assert_true(!strncmp(at, "&amp;", 5) || !strncmp(at, "&lt;", 4) ||
                        !strncmp(at, "&gt;", 4));
            at++;
        } else if (*at != '<') {
            assert_true(depth > 0 || *at == '\n');
            at++;
        } else if (at[1] == '/') {
            assert_true(depth > 0);
            const size_t length = strlen(open[--depth]);
            assert_memory_equal(at + 2, open[depth], length);
            assert_true(at[2 + length] == '>');
            at += length + 3;
        } else {
            const size_t length = strspn(at + 1, letters);
            assert_true(length > 0 && length < sizeof open[0] && depth < DEPTH_MAX);
            memcpy(open[depth], at + 1, length);
            open[depth][length] = '\0';
            roots += depth == 0;
            bool closes;
            at = skip_tag(at + 1 + length, &closes);
            depth += !closes;
        }
    }
    assert_int_equal(depth, 0);
    assert_int_equal(roots, 1);
}

TEST_CASE(drawings_are_well_formed)
{
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        draw(board_builtin_at(i), &drawn);
        assert_memory_equal(drawn.text, "<svg xmlns=\"http://www.w3.org/2000/svg\" ", 40);
        assert_well_formed(drawn.text);
    }
}

TEST_CASE(drawings_are_always_the_same)
{
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        draw(board_builtin_at(i), &drawn);
        draw(board_builtin_at(i), &again);
        assert_int_equal(drawn.size, again.size);
        assert_memory_equal(drawn.text, again.text, drawn.size);
    }
}

TEST_CASE(everything_on_the_board_is_drawn)
{
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        const struct board *board = board_builtin_at(i);
        const unsigned ferries = line_set_count(&board->ferry_lines);
        unsigned at_sea = 0;
        for (unsigned junction = 0; junction < board->junctions; junction++)
            at_sea += board->junction[junction].at_sea;
        draw(board, &drawn);
        for (unsigned city = 0; city < board->cities; city++) {
            char label[CITY_NAME_SIZE + 16];
            snprintf(label, sizeof label, ">%s</text>", board->city[city].name);
            assert_int_equal(count_of(drawn.text, label), 1);
        }
        for (unsigned line = 0; line < board->lines; line++) {
            char title[32];
            snprintf(title, sizeof title, "<title>%s-%s</title>",
                     board->junction[board->line[line].a].name,
                     board->junction[board->line[line].b].name);
            assert_int_equal(count_of(drawn.text, title), 1);
        }
        /* One more of each kind in the legend, where the kind exists. */
        assert_int_equal(count_of(drawn.text, "class=\"single\""),
                         line_set_count(&board->single_lines) + 1);
        assert_int_equal(count_of(drawn.text, "class=\"double\""),
                         line_set_count(&board->double_lines) + 1);
        assert_int_equal(count_of(drawn.text, "class=\"ferry\""), ferries + (ferries > 0));
        assert_int_equal(count_of(drawn.text, "class=\"dot\""),
                         board->junctions - board->cities - at_sea);
        assert_int_equal(count_of(drawn.text, "class=\"dot-sea\""), at_sea + (at_sea > 0));
    }
}

TEST_CASE(groups_differ_by_shape)
{
    static const char *const groups[] = {"green", "blue", "yellow", "orange", "red"};
    draw(board_builtin_at(0), &drawn);
    for (unsigned i = 0; i < GROUPS; i++) {
        char sign[64], use[64], dashed[64];
        snprintf(sign, sizeof sign, " id=\"%s\" ", groups[i]);
        snprintf(use, sizeof use, "<use href=\"#%s\" class=\"city ", groups[i]);
        snprintf(dashed, sizeof dashed, "class=\"city dashed %s\"", groups[i]);
        assert_int_equal(count_of(drawn.text, sign), 1);
        /* The legend shows each group once, and green once more for what dashes mean. */
        assert_int_equal(count_of(drawn.text, use), 8 + (i == GROUP_GREEN));
        assert_int_equal(count_of(drawn.text, dashed), 2 + (i == GROUP_GREEN));
    }
}

TEST_CASE(columns_and_rows_can_be_read_on_both_sides)
{
    const struct board *board = board_builtin_at(0);
    draw(board, &drawn);
    /* A to T and 1 to 13, each at both ends. */
    assert_int_equal(count_of(drawn.text, "class=\"column\""), 2 * 20);
    assert_int_equal(count_of(drawn.text, "class=\"row\""), 2 * 13);
    assert_int_equal(count_of(drawn.text, ">K</text>"), 2);
    assert_int_equal(count_of(drawn.text, ">7</text>"), 2);
}

TEST_CASE(names_do_not_cover_each_other)
{
    const struct box face = {-5000, -2000, 30000, 20000};
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        const struct board *board = board_builtin_at(i);
        struct label label[CITIES_MAX];
        board_labels_place(board, face, label);
        for (unsigned one = 0; one < board->cities; one++) {
            for (unsigned other = 0; other < board->cities; other++) {
                const struct box a = label[one].box, b = label[other].box;
                const struct point sign =
                    junction_point(&board->junction[board->city[other].junction]);
                if (one == other)
                    continue;
                assert_false(a.left < b.right && b.left < a.right && a.top < b.bottom &&
                             b.top < a.bottom);
                assert_false(sign.x > a.left && sign.x < a.right && sign.y > a.top &&
                             sign.y < a.bottom);
            }
        }
    }
}

TEST_CASE(odd_names_are_escaped)
{
    static struct sample sample;
    struct board board;
    struct fault fault;
    sample_init(&sample, 6, 6, "ferry");
    sample_replace(&sample, "\"Sample\"", "\"<b>&amp;\\\"'\"");
    sample_replace(&sample, "\"City 2\"", "\"</text><script>&\"");
    assert_true(board_read(sample.text, sample.size, &board, &fault));
    draw(&board, &drawn);
    assert_well_formed(drawn.text);
    assert_int_equal(count_of(drawn.text, "script>"), 0);
    assert_int_equal(count_of(drawn.text, "&lt;/text&gt;&lt;script&gt;&amp;</text>"), 1);
}

TEST_CASE(the_largest_boards_are_drawn)
{
    static struct sample sample;
    static const unsigned sizes[][2] = {{15, 17}, {26, 9}, {2, 99}};
    for (size_t i = 0; i < 3; i++) {
        struct board board;
        struct fault fault;
        sample_init(&sample, sizes[i][0], sizes[i][1], "single");
        assert_true(board_read(sample.text, sample.size, &board, &fault));
        draw(&board, &drawn);
        assert_well_formed(drawn.text);
        assert_int_equal(count_of(drawn.text, "class=\"column\""), 2 * sizes[i][0]);
        assert_int_equal(count_of(drawn.text, "class=\"row\""), 2 * sizes[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("drawings are well formed", drawings_are_well_formed),
        TEST("drawings are always the same", drawings_are_always_the_same),
        TEST("everything on the board is drawn", everything_on_the_board_is_drawn),
        TEST("groups differ by shape, not by colour alone", groups_differ_by_shape),
        TEST("columns and rows can be read on both sides",
             columns_and_rows_can_be_read_on_both_sides),
        TEST("names do not cover each other or other cities", names_do_not_cover_each_other),
        TEST("odd names are escaped", odd_names_are_escaped),
        TEST("the largest boards are drawn", the_largest_boards_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
