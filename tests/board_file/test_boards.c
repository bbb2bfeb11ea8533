/* The boards that are compiled in, finding a board by id or path, and files that cannot be read. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board_file/boards.h"
#include "files/board_find.h"
#include "files/board_load.h"
#include "support.h"

static const struct {
    const char *id, *path;
    unsigned junctions, lines, singles, doubles, ferries, at_sea, tracks;
    enum ruleset ruleset;
} known[] = {
    {"transamerica", "boards/transamerica.json", 188, 509, 400, 109, 0, 0, 84,
     RULESET_TRANSAMERICA},
    {"transeuropa", "boards/transeuropa.json", 210, 577, 424, 50, 103, 31, 83, RULESET_TRANSEUROPA},
    {"transeuropa-classic", "boards/transeuropa-classic.json", 210, 577, 424, 153, 0, 31, 84,
     RULESET_TRANSAMERICA},
};

enum { KNOWN = sizeof known / sizeof known[0] };

static const struct board *builtin(unsigned i)
{
    const struct board *board = board_builtin(known[i].id, strlen(known[i].id));
    assert_non_null(board);
    return board;
}

TEST_CASE(the_compiled_in_boards_are_the_files)
{
    assert_int_equal(board_builtin_count(), KNOWN);
    for (unsigned i = 0; i < KNOWN; i++) {
        struct board loaded;
        struct fault fault;
        assert_true(board_load(known[i].path, &loaded, &fault));
        assert_memory_equal(&loaded, builtin(i), sizeof loaded);
        assert_ptr_equal(board_builtin_at(i), builtin(i));
    }
}

TEST_CASE(a_builtin_is_found_by_its_id_to_the_letter)
{
    assert_null(board_builtin("TransAmerica", 12));
    assert_null(board_builtin("transeuropa-", 12));
    assert_null(board_builtin("", 0));
    assert_ptr_equal(board_builtin("transeuropa-classic", 11), board_builtin("transeuropa", 11));
}

TEST_CASE(the_boards_have_what_they_are_known_for)
{
    for (unsigned i = 0; i < KNOWN; i++) {
        const struct board *board = builtin(i);
        unsigned at_sea = 0;
        for (unsigned j = 0; j < board->junctions; j++)
            at_sea += board->junction[j].at_sea;
        assert_int_equal(board->junctions, known[i].junctions);
        assert_int_equal(board->lines, known[i].lines);
        assert_int_equal(line_set_count(&board->all_lines), known[i].lines);
        assert_int_equal(line_set_count(&board->single_lines), known[i].singles);
        assert_int_equal(line_set_count(&board->double_lines), known[i].doubles);
        assert_int_equal(line_set_count(&board->ferry_lines), known[i].ferries);
        assert_int_equal(at_sea, known[i].at_sea);
        assert_int_equal(board->tracks, known[i].tracks);
        assert_int_equal(board->ruleset, known[i].ruleset);
        assert_int_equal(board->coloured_tracks, 3);
    }
}

TEST_CASE(every_group_has_seven_cities_of_which_two_are_dashed)
{
    for (unsigned i = 0; i < KNOWN; i++) {
        const struct board *board = builtin(i);
        assert_int_equal(board->cities, 35);
        for (unsigned group = 0; group < GROUPS; group++) {
            assert_int_equal(board->cards[group], 7);
            assert_int_equal(board->plain_cards[group], 5);
            for (unsigned card = 0; card < 7; card++) {
                const struct city *city = &board->city[board->card[group][card]];
                assert_int_equal(city->group, group);
                assert_int_equal(city->dashed, card >= 5);
                assert_int_equal(board->junction[city->junction].city, board->card[group][card]);
            }
        }
    }
}

TEST_CASE(lines_are_found_from_both_ends)
{
    for (unsigned i = 0; i < KNOWN; i++) {
        const struct board *board = builtin(i);
        unsigned entries = 0;
        for (unsigned j = 0; j < board->junctions; j++) {
            for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
                const unsigned line = board->line_at[j][direction];
                if (line == LINE_NONE)
                    continue;
                const unsigned other = line_other_end(&board->line[line], j);
                assert_int_equal(board->line_at[other][(direction + 3) % DIRECTIONS], line);
                assert_int_equal(board_find_line(board, j, other), line);
                assert_int_equal(board_find_line(board, other, j), line);
                entries++;
            }
        }
        assert_int_equal(entries, 2 * board->lines);
    }
}

TEST_CASE(a_board_is_found_by_id_or_path)
{
    struct board storage;
    const struct board *board = NULL;
    struct fault fault;
    assert_true(board_find("transeuropa", &storage, &board, &fault));
    assert_ptr_equal(board, builtin(1));
    assert_true(board_find("boards/transeuropa.json", &storage, &board, &fault));
    assert_ptr_equal(board, &storage);
    assert_memory_equal(board, builtin(1), sizeof storage);
}

TEST_CASE(an_unknown_board_is_told_what_there_is)
{
    struct board storage;
    const struct board *board = NULL;
    struct fault fault;
    assert_false(board_find("atlantis", &storage, &board, &fault));
    assert_int_equal(fault.line, 0);
    assert_string_equal(SENTENCE(&fault), "there is no board 'atlantis'");
    assert_false(board_is_path("atlantis"));
    assert_true(board_is_path("atlantis.json") && board_is_path("at/lantis"));
    assert_null(board);
    assert_false(board_find("atlantis.json", &storage, &board, &fault));
    assert_string_equal(SENTENCE(&fault), "cannot read atlantis.json: No such file or directory");
    /* What exists is a path, also without a slash or an ending. */
    assert_false(board_find("boards", &storage, &board, &fault));
    assert_string_equal(SENTENCE(&fault), "cannot read boards: Is a directory");
    assert_null(board);
}

/* Writes a file of its own, loads it and takes it away again. */
static struct fault load_text(const char *text, size_t size, size_t repeat)
{
    char path[] = "/tmp/railhead-board-XXXXXX";
    struct board board;
    struct fault fault;
    const int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "wb");
    assert_non_null(file);
    for (size_t i = 0; i < repeat; i++)
        fwrite(text, 1, size, file);
    assert_int_equal(fclose(file), 0);
    const bool loaded = board_load(path, &board, &fault);
    unlink(path);
    assert_false(loaded);
    return fault;
}

TEST_CASE(files_that_cannot_be_boards_are_refused)
{
    struct fault fault = load_text("", 0, 0);
    assert_string_equal(SENTENCE(&fault), "the file is empty");
    assert_int_equal(fault.line, 1);
    fault = load_text("{\n\n\"tracks\": 0}", 15, 1);
    assert_int_equal(fault.line, 3);
    fault = load_text(" ", 1, BOARD_FILE_SIZE_MAX);
    assert_string_equal(SENTENCE(&fault), "the file is empty");
    fault = load_text(" ", 1, BOARD_FILE_SIZE_MAX + 1);
    assert_int_equal(fault.line, 0);
    assert_non_null(strstr(SENTENCE(&fault), "it is larger than 1 MB, too large for a board"));
}

TEST_CASE(a_long_path_leaves_room_for_the_reason)
{
    char path[1000];
    struct board board;
    struct fault fault;
    memset(path, '/', sizeof path);
    memcpy(path + sizeof path - 10, "/atlantis", 10);
    assert_false(board_load(path, &board, &fault));
    assert_non_null(strstr(SENTENCE(&fault), ": No such file or directory"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("the compiled-in boards are the files", the_compiled_in_boards_are_the_files),
        TEST("a compiled-in board is found by its id, to the letter",
             a_builtin_is_found_by_its_id_to_the_letter),
        TEST("S6: the boards have what they are known for",
             the_boards_have_what_they_are_known_for),
        TEST("S2, S3: every group has seven cities, of which two are dashed",
             every_group_has_seven_cities_of_which_two_are_dashed),
        TEST("lines are found from both ends", lines_are_found_from_both_ends),
        TEST("a board is found by id or path", a_board_is_found_by_id_or_path),
        TEST("an unknown board is told what there is", an_unknown_board_is_told_what_there_is),
        TEST("files that cannot be boards are refused", files_that_cannot_be_boards_are_refused),
        TEST("a long path leaves room for the reason", a_long_path_leaves_room_for_the_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
