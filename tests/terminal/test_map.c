/* The map as a grid of signs: read as a person would. */
#include <string.h>

#include "board/boards.h"
#include "core/notation.h"
#include "core/position.h"
#include "support.h"
#include "terminal/map.h"

enum { LINE_BYTES = 4000 };

struct picture {
    struct position position;
    struct scene scene;
    struct canvas canvas;
};

static const struct board *find(const char *id)
{
    const struct board *board = board_builtin(id, strlen(id));
    assert_non_null(board);
    return board;
}

static void begin(struct picture *picture, const char *id, unsigned seats, unsigned zoom)
{
    static const uint8_t seed[SEED_SIZE] = {7};
    const struct board *board = find(id);
    unsigned width, height;
    memset(picture, 0, sizeof *picture);
    position_init(&picture->position, board, seats, 0, seed);
    position_deal(&picture->position, board);
    picture->scene = (struct scene){.board = board,
                                    .table = &picture->position.table,
                                    .hand = &picture->position.hand[0],
                                    .reader = 0,
                                    .zoom = zoom,
                                    .utf8 = true,
                                    .drafted_marker = JUNCTION_NONE};
    map_measure(board, zoom, &width, &height);
    assert_true(canvas_init(&picture->canvas, width, height));
}

static unsigned junction(const struct picture *picture, const char *name)
{
    return board_find_junction(picture->scene.board, name, strlen(name));
}

static const struct cell *cell_at(const struct picture *picture, const char *name, int right)
{
    int x, y;
    map_spot(picture->scene.board, picture->scene.zoom, junction(picture, name), &x, &y);
    const struct cell *cell = canvas_at(&picture->canvas, x + right, y);
    assert_non_null(cell);
    return cell;
}

/* How often a text is to be read on the map. */
static unsigned count_text(const struct picture *picture, const char *text)
{
    char line[LINE_BYTES];
    unsigned count = 0;
    for (unsigned y = 0; y < picture->canvas.height; y++) {
        canvas_line(&picture->canvas, y, line, sizeof line);
        count += strstr(line, text) != NULL;
    }
    return count;
}

static void every_name_is_on_the_map_of_every_board(void **state)
{
    (void)state;
    for (unsigned b = 0; b < board_builtin_count(); b++) {
        for (unsigned zoom = ZOOM_NAMES; zoom <= ZOOM_MAX; zoom++) {
            struct picture picture;
            begin(&picture, board_builtin_at(b)->id, 4, zoom);
            map_draw(&picture.canvas, &picture.scene);
            for (unsigned city = 0; city < picture.scene.board->cities; city++)
                assert_true(count_text(&picture, picture.scene.board->city[city].name) > 0);
            canvas_release(&picture.canvas);
        }
    }
}

static void something_is_seen_of_every_line(void **state)
{
    (void)state;
    for (unsigned b = 0; b < board_builtin_count(); b++) {
        for (unsigned zoom = ZOOM_MIN; zoom <= ZOOM_MAX; zoom++) {
            struct picture picture;
            bool seen[LINES_MAX] = {false};
            begin(&picture, board_builtin_at(b)->id, 4, zoom);
            map_draw(&picture.canvas, &picture.scene);
            for (size_t i = 0; i < (size_t)picture.canvas.width * picture.canvas.height; i++) {
                const struct cell *cell = &picture.canvas.cell[i];
                if (cell->line != LINE_NONE && cell->sign != ' ' && cell->style != STYLE_NAME &&
                    cell->style != STYLE_OWN_NAME)
                    seen[cell->line] = true;
            }
            for (unsigned line = 0; line < picture.scene.board->lines; line++)
                assert_true(seen[line]);
            canvas_release(&picture.canvas);
        }
    }
}

static void single_double_and_ferry_lines_have_different_signs(void **state)
{
    (void)state;
    struct picture picture;
    uint32_t sign[3] = {0, 0, 0};
    begin(&picture, "transeuropa", 4, 2);
    map_draw(&picture.canvas, &picture.scene);
    for (size_t i = 0; i < (size_t)picture.canvas.width * picture.canvas.height; i++) {
        const struct cell *cell = &picture.canvas.cell[i];
        if (cell->line != LINE_NONE && cell->sign != ' ')
            sign[picture.scene.board->line[cell->line].kind] = cell->sign;
    }
    assert_int_equal(sign[LINE_SINGLE], 0xb7);
    assert_int_equal(sign[LINE_DOUBLE], ':');
    assert_int_equal(sign[LINE_FERRY], 0x2248);
    canvas_release(&picture.canvas);
}

static void a_city_of_the_hand_has_a_capital_in_square_brackets(void **state)
{
    (void)state;
    struct picture picture;
    begin(&picture, "transamerica", 4, 3);
    const struct board *board = picture.scene.board;
    map_draw(&picture.canvas, &picture.scene);
    for (unsigned group = 0; group < GROUPS; group++) {
        const unsigned city = picture.position.hand[0].city[group];
        const char *name = board->junction[board->city[city].junction].name;
        assert_int_equal(cell_at(&picture, name, -1)->sign, '[');
        assert_int_equal(cell_at(&picture, name, 0)->sign, map_group_letter(group));
        assert_int_equal(cell_at(&picture, name, 1)->sign, ']');
    }
    picture.scene.hand = NULL;
    map_draw(&picture.canvas, &picture.scene);
    assert_int_equal(count_text(&picture, "["), 0);
    canvas_release(&picture.canvas);
}

static void dashed_cities_are_plain_junctions_with_three_players(void **state)
{
    (void)state;
    struct picture picture;
    begin(&picture, "transamerica", 3, 3);
    map_draw(&picture.canvas, &picture.scene);
    for (unsigned city = 0; city < picture.scene.board->cities; city++) {
        const struct city *at = &picture.scene.board->city[city];
        assert_int_equal(count_text(&picture, at->name) > 0, !at->dashed);
    }
    canvas_release(&picture.canvas);
}

static void track_is_a_stroke_and_a_marker_its_seat(void **state)
{
    (void)state;
    struct picture picture;
    begin(&picture, "transamerica", 4, 3);
    struct table *table = &picture.position.table;
    const unsigned line =
        board_find_line(picture.scene.board, junction(&picture, "G7"), junction(&picture, "H7"));
    table_place_marker(table, picture.scene.board, 0, junction(&picture, "G7"));
    table_lay(table, picture.scene.board, 0, line, false);
    map_draw(&picture.canvas, &picture.scene);
    assert_int_equal(cell_at(&picture, "G7", 0)->sign, '1');
    for (int right = 1; right < 6; right++)
        assert_int_equal(cell_at(&picture, "G7", right)->sign, 0x2501);
    assert_int_equal(cell_at(&picture, "H7", 0)->sign, 0x25cf);
    line_set_add(&picture.scene.lit, line);
    map_draw(&picture.canvas, &picture.scene);
    assert_int_equal(cell_at(&picture, "G7", 3)->sign, 0x2550);
    assert_int_equal(cell_at(&picture, "G7", 3)->style, STYLE_LIT);
    canvas_release(&picture.canvas);
}

static void without_utf8_every_sign_is_ascii(void **state)
{
    (void)state;
    struct picture picture;
    begin(&picture, "transeuropa", 6, 3);
    picture.scene.utf8 = false;
    map_draw(&picture.canvas, &picture.scene);
    for (size_t i = 0; i < (size_t)picture.canvas.width * picture.canvas.height; i++)
        assert_true(picture.canvas.cell[i].sign < 0x7f);
    canvas_release(&picture.canvas);
}

static void a_click_finds_what_it_is_on(void **state)
{
    (void)state;
    struct picture picture;
    int x, y;
    unsigned found, line;
    begin(&picture, "transamerica", 4, 3);
    map_draw(&picture.canvas, &picture.scene);
    map_spot(picture.scene.board, 3, junction(&picture, "G7"), &x, &y);
    map_hit(&picture.canvas, x, y, &found, &line);
    assert_int_equal(found, junction(&picture, "G7"));
    map_hit(&picture.canvas, x + 3, y, &found, &line);
    assert_int_equal(found, JUNCTION_NONE);
    assert_int_equal(line, picture.scene.board->line_at[junction(&picture, "G7")][EAST]);
    map_hit(&picture.canvas, -5, -5, &found, &line);
    assert_int_equal(found, JUNCTION_NONE);
    assert_int_equal(line, LINE_NONE);
    canvas_release(&picture.canvas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("every name is on the map of every board", every_name_is_on_the_map_of_every_board),
        TEST("something is seen of every line", something_is_seen_of_every_line),
        TEST("T3, F1: single, double and ferry lines have different signs",
             single_double_and_ferry_lines_have_different_signs),
        TEST("a city of the hand has a capital in square brackets",
             a_city_of_the_hand_has_a_capital_in_square_brackets),
        TEST("S3: dashed cities are plain junctions with three players",
             dashed_cities_are_plain_junctions_with_three_players),
        TEST("track is a stroke, and a marker the number of its seat",
             track_is_a_stroke_and_a_marker_its_seat),
        TEST("without UTF-8 every sign is ASCII", without_utf8_every_sign_is_ascii),
        TEST("a click finds what it is on", a_click_finds_what_it_is_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
