/* Where the names of cities are placed on a map, next to things they must not hide. */
#include <string.h>

#include "board_file/boards.h"
#include "support.h"
#include "terminal/drawing/utf8.h"
#include "terminal/picture.h"

static bool is_name(const struct cell *cell)
{
    return cell != NULL && (cell->style == STYLE_NAME || cell->style == STYLE_OWN_NAME);
}

/* Calls a function with each map of each board that has names. */
static void on_every_map(void (*run)(struct picture *picture))
{
    for (unsigned b = 0; b < board_builtin_count(); b++) {
        for (unsigned zoom = ZOOM_NAMES; zoom <= ZOOM_MAX; zoom++) {
            static struct picture picture;
            picture_begin(&picture, board_builtin_at(b), 5, zoom);
            run(&picture);
            canvas_release(&picture.canvas);
        }
    }
}

static void compare_junctions(struct picture *picture)
{
    const struct board *board = picture->scene.board;
    map_draw(&picture->canvas, &picture->scene);
    for (unsigned junction = 0; junction < board->junctions; junction++) {
        int x, y;
        map_spot(board, picture->scene.zoom, junction, &x, &y);
        const struct cell *cell = canvas_at(&picture->canvas, x, y);
        assert_int_equal(cell->junction, junction);
        assert_false(is_name(cell));
    }
}

TEST_CASE(no_name_stands_on_a_junction)
{
    on_every_map(compare_junctions);
}

static void compare_track(struct picture *picture)
{
    const struct board *board = picture->scene.board;
    for (unsigned line = 0; line < board->lines; line++) {
        if (board->line[line].kind != LINE_FERRY)
            table_add_piece(&picture->position.table, board, line, TRACK_BLACK);
    }
    map_draw(&picture->canvas, &picture->scene);
    for (size_t i = 0; i < (size_t)picture->canvas.width * picture->canvas.height; i++) {
        const struct cell *cell = &picture->canvas.cell[i];
        const bool is_track = cell->line != LINE_NONE && board->line[cell->line].kind != LINE_FERRY;
        assert_false(is_track && is_name(cell));
    }
}

TEST_CASE(no_name_hides_track)
{
    on_every_map(compare_track);
}

/* Counts the characters of all names, and of those of the reader's own cities. */
static void count_names(struct picture *picture, unsigned *all, unsigned *own)
{
    *all = *own = 0;
    map_draw(&picture->canvas, &picture->scene);
    for (size_t i = 0; i < (size_t)picture->canvas.width * picture->canvas.height; i++) {
        *all += is_name(&picture->canvas.cell[i]);
        *own += picture->canvas.cell[i].style == STYLE_OWN_NAME;
    }
}

static void compare_own(struct picture *picture)
{
    const struct board *board = picture->scene.board;
    unsigned all, own, length = 0;
    for (unsigned group = 0; group < GROUPS; group++)
        length +=
            (unsigned)utf8_columns(cities_name(board, picture->scene.hand->city[group], true));
    count_names(picture, &all, &own);
    assert_int_equal(own, length); /* complete: the reader's cities are placed first */
    assert_true(all > own);
    picture->scene.hand = NULL;
    canvas_clear(&picture->canvas);
    count_names(picture, &all, &own);
    assert_int_equal(own, 0);
}

TEST_CASE(the_names_of_the_hand_are_whole_and_stand_out)
{
    on_every_map(compare_own);
}

TEST_CASE(the_smallest_map_has_no_names)
{
    static struct picture picture;
    unsigned all, own;
    picture_begin(&picture, board_builtin_at(0), 5, ZOOM_MIN);
    count_names(&picture, &all, &own);
    assert_int_equal(all, 0);
    canvas_release(&picture.canvas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("no name stands on a junction", no_name_stands_on_a_junction),
        TEST("no name hides track", no_name_hides_track),
        TEST("the names of the reader's hand are whole and stand out",
             the_names_of_the_hand_are_whole_and_stand_out),
        TEST("the smallest map has no names", the_smallest_map_has_no_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
