/* The part of the map that a window shows. */
#include <string.h>

#include "board_file/boards.h"
#include "support.h"
#include "terminal/drawing/viewport.h"

/* Returns a viewport of this size on a map without cells. */
static struct viewport window(unsigned width, unsigned height)
{
    return (struct viewport){.width = width, .height = height, .zoom = ZOOM_MIN};
}

static struct canvas map_of(unsigned width, unsigned height)
{
    return (struct canvas){.width = width, .height = height};
}

static void a_map_that_is_smaller_is_in_the_middle(void **unused)
{
    struct viewport viewport = window(100, 40);
    const struct canvas map = map_of(60, 30);
    (void)unused;
    viewport_follow(&viewport, &map, 59, 29);
    assert_int_equal(viewport.left, -20);
    assert_int_equal(viewport.top, -5);
    viewport.left = 7;
    viewport_keep_on_map(&viewport, &map);
    assert_int_equal(viewport.left, -20);
}

static void it_scrolls_as_little_as_it_takes(void **unused)
{
    struct viewport viewport = window(50, 20);
    const struct canvas map = map_of(200, 100);
    (void)unused;
    viewport_follow(&viewport, &map, 100, 50);
    const int left = viewport.left, top = viewport.top;
    viewport_follow(&viewport, &map, left + 25, top + 10); /* well inside */
    assert_int_equal(viewport.left, left);
    assert_int_equal(viewport.top, top);
    viewport_follow(&viewport, &map, left + 40, top + 10); /* less than a fifth from the edge */
    assert_int_equal(viewport.left, left + 1);
    assert_int_equal(viewport.top, top);
    viewport_follow(&viewport, &map, left, top + 10);
    assert_int_equal(viewport.left, left - 10);
}

static void a_place_that_is_followed_is_shown_and_the_window_is_full(void **unused)
{
    uint64_t seed = test_seed();
    (void)unused;
    for (unsigned i = 0; i < test_count(20000); i++) {
        struct viewport viewport =
            window(1 + test_random_below(&seed, 120), 1 + test_random_below(&seed, 60));
        const struct canvas map =
            map_of(1 + test_random_below(&seed, 300), 1 + test_random_below(&seed, 120));
        for (unsigned step = 0; step < 5; step++) {
            const int x = (int)test_random_below(&seed, map.width);
            const int y = (int)test_random_below(&seed, map.height);
            viewport_follow(&viewport, &map, x, y);
            assert_in_range(x - viewport.left, 0, viewport.width - 1);
            assert_in_range(y - viewport.top, 0, viewport.height - 1);
            if (map.width >= viewport.width)
                assert_in_range(viewport.left, 0, map.width - viewport.width);
            if (map.height >= viewport.height)
                assert_in_range(viewport.top, 0, map.height - viewport.height);
        }
    }
}

static void scrolling_ends_at_the_edge(void **unused)
{
    struct viewport viewport = window(50, 20);
    const struct canvas map = map_of(200, 100);
    (void)unused;
    viewport.left = -6;
    viewport.top = 95;
    viewport_keep_on_map(&viewport, &map);
    assert_int_equal(viewport.left, 0);
    assert_int_equal(viewport.top, 80);
}

static void a_zoom_that_follows_is_the_largest_that_fits(void **unused)
{
    (void)unused;
    for (unsigned b = 0; b < board_builtin_count(); b++) {
        const struct board *board = board_builtin_at(b);
        struct viewport viewport = {.fits = true};
        unsigned width, height;
        viewport_resize(&viewport, board, 1000, 1000);
        assert_int_equal(viewport.zoom, ZOOM_MAX);
        map_measure(board, 4, &width, &height);
        viewport_resize(&viewport, board, width, height);
        assert_int_equal(viewport.zoom, 4);
        viewport_resize(&viewport, board, width - 1, height);
        assert_int_equal(viewport.zoom, 3);
        viewport_resize(&viewport, board, 20, 10);
        assert_int_equal(viewport.zoom, ZOOM_MIN);
    }
}

static void a_zoom_that_was_chosen_stays(void **unused)
{
    const struct board *board = board_builtin_at(0);
    struct viewport viewport = {.fits = true};
    (void)unused;
    viewport_resize(&viewport, board, 1000, 1000);
    viewport_zoom(&viewport, 1); /* it is the largest one */
    assert_int_equal(viewport.zoom, ZOOM_MAX);
    viewport_zoom(&viewport, -1);
    viewport_resize(&viewport, board, 20, 10);
    assert_int_equal(viewport.zoom, ZOOM_MAX - 1);
    for (unsigned i = 0; i < 10; i++)
        viewport_zoom(&viewport, -1);
    assert_int_equal(viewport.zoom, ZOOM_MIN);
    viewport_zoom(&viewport, 0); /* adapt to the window */
    viewport_resize(&viewport, board, 1000, 1000);
    assert_int_equal(viewport.zoom, ZOOM_MAX);
}

/* ---- One's own cities ---------------------------------------------------------------------- */

/* Picks a junction of a random city of each group. */
static void deal(const struct board *board, uint64_t *seed, uint8_t places[GROUPS])
{
    for (unsigned group = 0; group < GROUPS; group++) {
        const unsigned city = board->card[group][test_random_below(seed, board->cards[group])];
        places[group] = board->city[city].junction;
    }
}

static unsigned count_shown(const struct viewport *viewport, const struct board *board,
                            const uint8_t places[GROUPS])
{
    unsigned shown = 0;
    for (unsigned group = 0; group < GROUPS; group++) {
        int x, y;
        map_spot(board, viewport->zoom, places[group], &x, &y);
        shown += viewport_shows(viewport, x, y);
    }
    return shown;
}

static void the_frame_shows_all_cities_of_a_hand_where_there_is_room(void **unused)
{
    uint64_t seed = test_seed();
    (void)unused;
    for (unsigned i = 0; i < test_count(2000); i++) {
        const struct board *board = board_builtin_at(i % board_builtin_count());
        struct viewport viewport = {.fits = true, .above = 1};
        uint8_t places[GROUPS];
        unsigned width, height;
        deal(board, &seed, places);
        map_measure(board, ZOOM_MIN, &width, &height);
        viewport_resize(&viewport, board, width + test_random_below(&seed, 80),
                        height + 1 + test_random_below(&seed, 40));
        viewport_frame(&viewport, board, places, GROUPS);
        assert_int_equal(count_shown(&viewport, board, places), GROUPS);
    }
}

static void the_frame_shows_most_of_them_in_a_small_window(void **unused)
{
    uint64_t seed = test_seed();
    (void)unused;
    for (unsigned i = 0; i < test_count(2000); i++) {
        const struct board *board = board_builtin_at(i % board_builtin_count());
        struct viewport viewport = {.fits = true, .above = 1};
        uint8_t places[GROUPS];
        deal(board, &seed, places);
        viewport_resize(&viewport, board, 51, 22); /* 80 by 24, with the panel */
        viewport_frame(&viewport, board, places, GROUPS);
        assert_true(count_shown(&viewport, board, places) >= 2);
    }
}

static void a_window_with_room_for_the_whole_map_shows_it(void **unused)
{
    (void)unused;
    for (unsigned b = 0; b < board_builtin_count(); b++) {
        const struct board *board = board_builtin_at(b);
        struct viewport viewport = {.fits = true, .above = 1};
        uint8_t places[GROUPS];
        uint64_t seed = test_seed();
        unsigned width, height;
        deal(board, &seed, places);
        map_measure(board, ZOOM_NAMES, &width, &height);
        viewport_resize(&viewport, board, width, height + 1);
        viewport_frame(&viewport, board, places, GROUPS);
        assert_int_equal(viewport.zoom, ZOOM_NAMES);
        assert_int_equal(viewport.left, 0);
        assert_int_equal(viewport.top, 0);
    }
}

static void an_arrow_points_from_the_edge_to_what_is_outside(void **unused)
{
    const struct viewport viewport = {.width = 40, .height = 20, .left = 100, .top = 50, .zoom = 3};
    static const struct {
        int x, y;
        enum edge edge;
        int edge_x, edge_y;
    } cases[] = {
        {120, 60, EDGE_NONE, 20, 10}, {10, 60, EDGE_W, 3, 10},    {200, 60, EDGE_E, 38, 10},
        {120, 10, EDGE_N, 20, 0},     {120, 90, EDGE_S, 20, 19},  {10, 10, EDGE_NW, 3, 0},
        {200, 10, EDGE_NE, 38, 0},    {200, 90, EDGE_SE, 38, 19}, {10, 90, EDGE_SW, 3, 19},
        {101, 60, EDGE_W, 3, 10}, /* under the number of its row */
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int x, y;
        assert_int_equal(viewport_point(&viewport, cases[i].x, cases[i].y, &x, &y), cases[i].edge);
        assert_int_equal(viewport_shows(&viewport, cases[i].x, cases[i].y),
                         cases[i].edge == EDGE_NONE);
        if (cases[i].edge == EDGE_NONE)
            continue;
        assert_int_equal(x, cases[i].edge_x);
        assert_int_equal(y, cases[i].edge_y);
    }
}

static void the_window_follows_a_turn_however_small_it_is(void **unused)
{
    uint64_t seed = test_seed();
    (void)unused;
    for (unsigned i = 0; i < test_count(2000); i++) {
        const struct board *board = board_builtin_at(i % board_builtin_count());
        struct viewport viewport = {.width = 30, .height = 12, .zoom = 2 + i % 2, .above = 1};
        const unsigned line = test_random_below(&seed, board->lines);
        const unsigned ends[] = {board->line[line].a, board->line[line].b};
        struct turn turn = {.kind = TURN_LAY, .tracks = 1, .marker = JUNCTION_NONE};
        struct canvas map = {0};
        int x, y, left, top;
        map_measure(board, viewport.zoom, &map.width, &map.height);
        viewport.left = (int)test_random_below(&seed, map.width - viewport.width);
        viewport.top = (int)test_random_below(&seed, map.height - viewport.height);
        left = viewport.left;
        top = viewport.top;
        bool shown = true;
        turn.track[0].line = (uint16_t)line;
        for (unsigned end = 0; end < 2; end++) {
            map_spot(board, viewport.zoom, ends[end], &x, &y);
            shown = shown && viewport_shows(&viewport, x, y);
        }
        assert_int_equal(viewport_follow_turn(&viewport, board, &map, &turn), !shown);
        assert_true(!shown || (viewport.left == left && viewport.top == top));
        for (unsigned end = 0; end < 2; end++) {
            map_spot(board, viewport.zoom, ends[end], &x, &y);
            assert_true(viewport_shows(&viewport, x, y));
        }
    }
}

/* ---- Labels -------------------------------------------------------------------------------- */

static void labels_name_what_is_shown_however_it_is_scrolled(void **unused)
{
    uint64_t seed = test_seed();
    (void)unused;
    for (unsigned i = 0; i < test_count(500); i++) {
        const struct board *board = board_builtin_at(i % board_builtin_count());
        struct viewport viewport = {.width = 60, .height = 20, .zoom = 3 + i % 2, .above = 1};
        struct canvas screen, map = {0};
        const unsigned junction = test_random_below(&seed, board->junctions);
        int x, y;
        map_measure(board, viewport.zoom, &map.width, &map.height);
        map_spot(board, viewport.zoom, junction, &x, &y);
        viewport_follow(&viewport, &map, x, y);
        assert_true(canvas_init(&screen, 60, 21));
        viewport_label(&viewport, board, &screen);
        /* Follow the column up to the letter, and the row left to the number. */
        const int letter_x = x - viewport.left + (y - viewport.top);
        if (letter_x < 60)
            assert_int_equal(canvas_at(&screen, letter_x, 0)->sign,
                             board->junction[junction].name[0]);
        if (viewport.left > 0) {
            const int row = y - viewport.top + 1;
            const unsigned number = board->junction[junction].row + 1U;
            assert_int_equal(canvas_at(&screen, 1, row)->sign, '0' + number % 10);
            assert_int_equal(canvas_at(&screen, 0, row)->sign,
                             number >= 10 ? '0' + number / 10 : ' ');
        }
        canvas_release(&screen);
    }
}

/* A click finds what is drawn there. */
static void what_is_shown_somewhere_is_found_there(void **unused)
{
    struct viewport viewport = window(30, 12);
    viewport.above = 1;
    struct canvas map, screen;
    int x, y;
    (void)unused;
    assert_true(canvas_init(&map, 80, 8) && canvas_init(&screen, 40, 15));
    for (int at = 0; at < 80 * 8; at++)
        canvas_put(&map, at % 80, at / 80, (uint32_t)(0x4000 + at), STYLE_PLAIN);
    viewport_follow(&viewport, &map, 70, 3);
    viewport_copy(&viewport, &map, &screen);
    for (int screen_y = 0; screen_y < 15; screen_y++) {
        for (int screen_x = 0; screen_x < 40; screen_x++) {
            const uint32_t seen = canvas_at(&screen, screen_x, screen_y)->sign;
            const bool inside = viewport_find(&viewport, screen_x, screen_y, &x, &y);
            assert_int_equal(inside, screen_x < 30 && screen_y >= 1 && screen_y < 13);
            const struct cell *cell = inside ? canvas_at(&map, x, y) : NULL;
            assert_int_equal(seen, cell != NULL ? cell->sign : 0);
        }
    }
    assert_false(viewport_find(&viewport, -1, 3, &x, &y));
    assert_false(viewport_find(&viewport, 3, -1, &x, &y));
    canvas_release(&map);
    canvas_release(&screen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a map that is smaller than its window is in the middle",
             a_map_that_is_smaller_is_in_the_middle),
        TEST("it scrolls as little as it takes", it_scrolls_as_little_as_it_takes),
        TEST("a place that is followed is shown, and the window is full of the map",
             a_place_that_is_followed_is_shown_and_the_window_is_full),
        TEST("scrolling ends at the edge of the map", scrolling_ends_at_the_edge),
        TEST("a zoom that follows the window is the largest that fits",
             a_zoom_that_follows_is_the_largest_that_fits),
        TEST("a zoom that was chosen stays, from the smallest to the largest",
             a_zoom_that_was_chosen_stays),
        TEST("the frame shows all cities of a hand where there is room",
             the_frame_shows_all_cities_of_a_hand_where_there_is_room),
        TEST("in a small window it shows most of them",
             the_frame_shows_most_of_them_in_a_small_window),
        TEST("a window with room for the whole map shows it",
             a_window_with_room_for_the_whole_map_shows_it),
        TEST("an arrow points from the edge to what is outside",
             an_arrow_points_from_the_edge_to_what_is_outside),
        TEST("the window follows a turn, however small it is",
             the_window_follows_a_turn_however_small_it_is),
        TEST("labels name what is shown, however it is scrolled",
             labels_name_what_is_shown_however_it_is_scrolled),
        TEST("what is shown somewhere is found there", what_is_shown_somewhere_is_found_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
