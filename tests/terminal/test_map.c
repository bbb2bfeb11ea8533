/* The map as a canvas, read like a person would. */
#include <string.h>

#include "board_file/boards.h"
#include "board_file/land.h"
#include "rules/notation.h"
#include "support.h"
#include "terminal/picture.h"

enum { LINE_BYTES = 4000 };

static const struct board *find(const char *id)
{
    const struct board *board = board_builtin(id, strlen(id));
    assert_non_null(board);
    return board;
}

static void begin(struct picture *picture, const char *id, unsigned seats, unsigned zoom)
{
    picture_begin(picture, find(id), seats, zoom);
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

/* Returns how often a text appears on the map. */
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

TEST_CASE(every_name_is_on_the_map_of_every_board)
{
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

TEST_CASE(something_is_seen_of_every_line)
{
    for (unsigned b = 0; b < board_builtin_count(); b++) {
        for (unsigned way = 2 * ZOOM_MIN; way <= 2 * ZOOM_MAX + 1; way++) {
            struct picture picture;
            bool seen[LINES_MAX] = {false};
            begin(&picture, board_builtin_at(b)->id, 4, way / 2);
            picture.scene.strokes = way % 2 == 1;
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

TEST_CASE(single_double_and_ferry_lines_have_different_signs)
{
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

TEST_CASE(a_city_of_the_hand_has_a_capital_in_square_brackets)
{
    struct picture picture;
    begin(&picture, "transamerica", 4, 3);
    const struct board *board = picture.scene.board;
    map_draw(&picture.canvas, &picture.scene);
    for (unsigned group = 0; group < GROUPS; group++) {
        const unsigned city = picture.position.hand[0].city[group];
        const char *name = board->junction[board->city[city].junction].name;
        assert_int_equal(cell_at(&picture, name, -1)->sign, '[');
        assert_int_equal(cell_at(&picture, name, 0)->sign, cities_group_letter(group));
        assert_int_equal(cell_at(&picture, name, 1)->sign, ']');
    }
    picture.scene.hand = NULL;
    map_draw(&picture.canvas, &picture.scene);
    assert_int_equal(count_text(&picture, "["), 0);
    canvas_release(&picture.canvas);
}

TEST_CASE(dashed_cities_are_plain_junctions_with_three_players)
{
    struct picture picture;
    begin(&picture, "transamerica", 3, 3);
    map_draw(&picture.canvas, &picture.scene);
    for (unsigned city = 0; city < picture.scene.board->cities; city++) {
        const struct city *at = &picture.scene.board->city[city];
        assert_int_equal(count_text(&picture, at->name) > 0, !at->dashed);
    }
    canvas_release(&picture.canvas);
}

TEST_CASE(track_is_a_stroke_and_a_marker_its_seat)
{
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

/* ---- Lines as strokes -------------------------------------------------------------------- */

/* Lists the characters of a line in order. */
static unsigned signs_of(const struct picture *picture, unsigned line, uint32_t sign[],
                         unsigned max)
{
    unsigned count = 0;
    for (size_t i = 0; i < (size_t)picture->canvas.width * picture->canvas.height; i++) {
        const struct cell *cell = &picture->canvas.cell[i];
        if (cell->line == line && cell->sign != ' ' && count < max)
            sign[count++] = cell->sign;
    }
    return count;
}

static bool runs_across(const struct board *board, unsigned line)
{
    return board->junction[board->line[line].a].row == board->junction[board->line[line].b].row;
}

/* Draws the map without names, which cover some lines. */
static void draw_bare(struct picture *picture, const char *id, unsigned zoom)
{
    begin(picture, id, 4, zoom);
    picture->scene.hand = NULL;
    picture->scene.strokes = true;
    picture->scene.letters = true;
    map_draw(&picture->canvas, &picture->scene);
}

TEST_CASE(free_lines_are_strokes_and_double_ones_two_of_them)
{
    for (unsigned b = 0; b < board_builtin_count(); b++) {
        struct picture picture;
        draw_bare(&picture, board_builtin_at(b)->id, ZOOM_MIN);
        const struct board *board = picture.scene.board;
        for (unsigned line = 0; line < board->lines; line++) {
            uint32_t sign[8] = {0};
            const unsigned count = signs_of(&picture, line, sign, 8);
            const bool across = runs_across(board, line);
            assert_true(count > 0);
            if (board->line[line].kind == LINE_FERRY)
                assert_int_equal(sign[0], 0x2248);
            else if (across)
                assert_int_equal(sign[0], board->line[line].kind == LINE_DOUBLE ? 0x2550 : 0x2500);
            else
                assert_true(sign[0] == 0x2571 || sign[0] == 0x2572);
            if (!across && board->line[line].kind != LINE_FERRY)
                assert_int_equal(count, board->line[line].kind == LINE_DOUBLE ? 2 : 1);
        }
        canvas_release(&picture.canvas);
    }
}

/* At every zoom, even where two double lines meet: no stroke covers another. */
TEST_CASE(strokes_do_not_cover_each_other)
{
    for (unsigned b = 0; b < board_builtin_count(); b++) {
        for (unsigned zoom = ZOOM_MIN; zoom < ZOOM_NAMES + 2; zoom++) {
            struct picture picture;
            begin(&picture, board_builtin_at(b)->id, 4, zoom);
            picture.scene.strokes = true;
            picture.scene.hand = NULL;
            const struct board *board = picture.scene.board;
            map_draw(&picture.canvas, &picture.scene);
            for (unsigned line = 0; line < board->lines && zoom < ZOOM_NAMES; line++) {
                uint32_t sign[64];
                if (board->line[line].kind == LINE_DOUBLE && !runs_across(board, line))
                    assert_int_equal(signs_of(&picture, line, sign, 64), 2 * (zoom - 1));
            }
            canvas_release(&picture.canvas);
        }
    }
}

TEST_CASE(track_is_heavier_than_a_free_line)
{
    struct picture picture;
    draw_bare(&picture, "transamerica", 3);
    struct table *table = &picture.position.table;
    const struct board *board = picture.scene.board;
    table_place_marker(table, board, 0, junction(&picture, "G7"));
    const unsigned across = board->line_at[junction(&picture, "G7")][EAST];
    const unsigned down = board->line_at[junction(&picture, "G7")][SOUTH_EAST];
    table_lay(table, board, 0, across, false);
    table_lay(table, board, 0, down, false);
    map_draw(&picture.canvas, &picture.scene);
    uint32_t sign[8];
    assert_true(signs_of(&picture, across, sign, 8) > 0);
    assert_int_equal(sign[0], 0x2501);
    assert_true(signs_of(&picture, down, sign, 8) > 0);
    assert_int_equal(sign[0], 0x259a);
    line_set_add(&picture.scene.lit, across);
    map_draw(&picture.canvas, &picture.scene);
    assert_true(signs_of(&picture, across, sign, 8) > 0);
    assert_int_equal(sign[0], 0x254d); /* not that of a free double line */
    canvas_release(&picture.canvas);
}

/* ---- Land and sea ------------------------------------------------------------------------ */

TEST_CASE(most_cities_are_on_land_and_most_junctions_at_sea_in_it)
{
    for (unsigned b = 0; b < board_builtin_count(); b++) {
        const struct board *board = board_builtin_at(b);
        for (unsigned zoom = ZOOM_MIN; zoom <= ZOOM_MAX; zoom++) {
            unsigned width, height, wet = 0, seas = 0, dry_seas = 0;
            struct canvas screen;
            map_measure(board, zoom, &width, &height);
            assert_true(canvas_init(&screen, width, height));
            const struct map_part part = {.width = width, .height = height};
            map_lay_ground(&screen, board, zoom, &part);
            for (unsigned i = 0; i < board->junctions; i++) {
                int x, y;
                map_spot(board, zoom, i, &x, &y);
                const bool land = canvas_at(&screen, x, y)->ground == GROUND_LAND;
                wet += board->junction[i].city != CITY_NONE && !land;
                seas += board->junction[i].at_sea;
                dry_seas += board->junction[i].at_sea && land;
            }
            assert_true(wet * 4 <= board->cities); /* harbours may be in the water */
            assert_true(dry_seas * 3 <= seas);
            canvas_release(&screen);
        }
    }
}

TEST_CASE(a_part_of_the_map_has_the_ground_of_that_part)
{
    const struct board *board = find("transeuropa");
    struct canvas whole, part;
    unsigned width, height;
    map_measure(board, 3, &width, &height);
    assert_true(canvas_init(&whole, width, height) && canvas_init(&part, 30, 12));
    map_lay_ground(&whole, board, 3, &(struct map_part){.width = width, .height = height});
    map_lay_ground(&part, board, 3, &(struct map_part){20, 10, 25, 10, 5, 2});
    for (int y = 0; y < 12; y++) {
        for (int x = 0; x < 30; x++)
            assert_int_equal(canvas_at(&part, x, y)->ground,
                             x < 5 || y < 2 ? GROUND_NONE
                                            : canvas_at(&whole, x - 5 + 20, y - 2 + 10)->ground);
    }
    canvas_release(&whole);
    canvas_release(&part);
}

TEST_CASE(a_board_of_somebodys_own_has_no_ground)
{
    static struct board own;
    own = *find("transamerica");
    assert_null(land_of(&own));
    assert_non_null(land_of(find("transamerica")));
    struct canvas screen;
    assert_true(canvas_init(&screen, 10, 10));
    map_lay_ground(&screen, &own, 3, &(struct map_part){.width = 10, .height = 10});
    assert_int_equal(canvas_at(&screen, 5, 5)->ground, GROUND_NONE);
    canvas_release(&screen);
}

TEST_CASE(without_utf8_every_sign_is_ascii)
{
    struct picture picture;
    begin(&picture, "transeuropa", 6, 3);
    picture.scene.utf8 = false;
    map_draw(&picture.canvas, &picture.scene);
    for (size_t i = 0; i < (size_t)picture.canvas.width * picture.canvas.height; i++)
        assert_true(picture.canvas.cell[i].sign < 0x7f);
    canvas_release(&picture.canvas);
}

TEST_CASE(a_click_finds_what_it_is_on)
{
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

static void lay(struct picture *picture, const char *from, const char *to)
{
    const struct board *board = picture->scene.board;
    const unsigned line = board_find_line(board, junction(picture, from), junction(picture, to));
    table_lay(&picture->position.table, board, 0, line, false);
}

/* The first seat has track from G7 to J7, and the second seat's marker is on I7. */
static void block(struct picture *picture)
{
    struct table *table = &picture->position.table;
    table->variants |= VARIANT_BLOCKING;
    table_place_marker(table, picture->scene.board, 0, junction(picture, "G7"));
    lay(picture, "G7", "H7");
    lay(picture, "H7", "I7");
    lay(picture, "I7", "J7");
    table->marker[1] = (uint8_t)junction(picture, "I7");
    obstacles_find(&picture->scene.obstacles, table, picture->scene.board, 0);
    map_draw(&picture->canvas, &picture->scene);
}

TEST_CASE(a_marker_in_the_way_has_exclamation_marks)
{
    for (int utf8 = 0; utf8 <= 1; utf8++) {
        struct picture picture;
        begin(&picture, "transamerica", 4, 2);
        picture.scene.utf8 = utf8 != 0;
        block(&picture);
        assert_int_equal(cell_at(&picture, "I7", -1)->sign, '!');
        assert_int_equal(cell_at(&picture, "I7", 0)->sign, '2');
        assert_int_equal(cell_at(&picture, "I7", 1)->sign, '!');
        assert_int_equal(cell_at(&picture, "G7", 0)->sign, '1');
        assert_int_not_equal(cell_at(&picture, "G7", 1)->sign, '!');
        canvas_release(&picture.canvas);
    }
}

TEST_CASE(track_behind_a_marker_in_the_way_has_gaps)
{
    for (int utf8 = 0; utf8 <= 1; utf8++) {
        struct picture picture;
        begin(&picture, "transamerica", 4, 3);
        picture.scene.utf8 = utf8 != 0;
        block(&picture);
        assert_int_equal(cell_at(&picture, "H7", 0)->sign, utf8 ? 0x25cf : '#');
        assert_int_equal(cell_at(&picture, "J7", 0)->sign, utf8 ? 0x25cb : '%');
        for (int i = 2; i < 5; i++) {
            assert_int_equal(cell_at(&picture, "H7", i)->sign, utf8 ? 0x2501 : '-');
            assert_int_equal(cell_at(&picture, "H7", i)->style, STYLE_TRACK);
            assert_int_equal(cell_at(&picture, "I7", i)->sign, i % 2 == 1 ? ' '
                                                               : utf8     ? 0x2501
                                                                          : '-');
            assert_int_equal(cell_at(&picture, "I7", i)->style, STYLE_FAINT);
        }
        /* The seat whose marker it is sees ordinary track. */
        memset(&picture.scene.obstacles, 0, sizeof picture.scene.obstacles);
        map_draw(&picture.canvas, &picture.scene);
        assert_int_equal(cell_at(&picture, "I7", 3)->style, STYLE_TRACK);
        canvas_release(&picture.canvas);
    }
}

TEST_CASE(a_missing_line_that_cannot_be_built_has_a_sign_of_its_own)
{
    struct picture picture;
    begin(&picture, "transamerica", 4, 2);
    const struct board *board = picture.scene.board;
    const unsigned free =
        board_find_line(board, junction(&picture, "H7"), junction(&picture, "H8"));
    const unsigned barred =
        board_find_line(board, junction(&picture, "J7"), junction(&picture, "K7"));
    line_set_add(&picture.scene.missing, free);
    line_set_add(&picture.scene.missing, barred);
    block(&picture);
    obstacles_on_route(&picture.scene.barred, &picture.position.table, board, 0,
                       &picture.scene.missing);
    assert_true(line_set_has(&picture.scene.barred, barred));
    assert_false(line_set_has(&picture.scene.barred, free));
    map_draw(&picture.canvas, &picture.scene);
    assert_int_equal(cell_at(&picture, "J7", 2)->sign, '!');
    assert_int_equal(count_text(&picture, "\u00d7"), 1);
    canvas_release(&picture.canvas);
}

TEST_CASE(nothing_is_in_the_way_without_the_variant)
{
    struct picture picture;
    struct obstacles obstacles;
    begin(&picture, "transamerica", 4, 2);
    block(&picture);
    const struct board *board = picture.scene.board;
    struct table *table = &picture.position.table;
    assert_int_equal(picture.scene.obstacles.markers, 1 << 1);
    obstacles_find(&obstacles, table, board, SEAT_NONE);
    assert_int_equal(obstacles.markers, 0);
    table->variants = 0;
    obstacles_find(&obstacles, table, board, 0);
    assert_int_equal(obstacles.markers, 0);
    assert_true(line_set_is_empty(&obstacles.track));
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
        TEST("T3, F1: drawn as strokes, a double line is two of them",
             free_lines_are_strokes_and_double_ones_two_of_them),
        TEST("strokes do not cover each other", strokes_do_not_cover_each_other),
        TEST("track is heavier than a free line", track_is_heavier_than_a_free_line),
        TEST("most cities are on land, and most junctions at sea in it",
             most_cities_are_on_land_and_most_junctions_at_sea_in_it),
        TEST("a part of the map has the ground of that part",
             a_part_of_the_map_has_the_ground_of_that_part),
        TEST("a board of somebody's own has no ground", a_board_of_somebodys_own_has_no_ground),
        TEST("without UTF-8 every sign is ASCII", without_utf8_every_sign_is_ascii),
        TEST("a click finds what it is on", a_click_finds_what_it_is_on),
        TEST("V2: a marker in the way has exclamation marks",
             a_marker_in_the_way_has_exclamation_marks),
        TEST("V2: track behind a marker in the way has gaps",
             track_behind_a_marker_in_the_way_has_gaps),
        TEST("V2, P1: a missing line that cannot be built has a sign of its own",
             a_missing_line_that_cannot_be_built_has_a_sign_of_its_own),
        TEST("V2: nothing is in the way without the variant",
             nothing_is_in_the_way_without_the_variant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
