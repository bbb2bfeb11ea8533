/*
 * Fuzzing the reader of board files: whatever it accepts must be sound and can be drawn, and
 * whatever it refuses leaves the board alone and says why on one line.
 */
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "board_file/board_file.h"
#include "board_file/board_svg.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_text(const char *text, size_t size)
{
    const char *end = memchr(text, '\0', size);
    CHECK(end && end > text);
    for (const char *at = text; at < end; at++)
        CHECK((unsigned char)*at >= 0x20 && *at != 0x7f);
}

static void check_lines(const struct board *board)
{
    for (unsigned i = 0; i < board->lines; i++) {
        const struct line *line = &board->line[i];
        CHECK(line->a < board->junctions && line->b < board->junctions && line->a != line->b);
        CHECK(line->kind <= LINE_FERRY);
        CHECK(line->cost == (line->kind == LINE_SINGLE ? 1 : 2));
        CHECK(line->kind != LINE_FERRY || board->ruleset == RULESET_TRANSEUROPA);
        CHECK(board_find_line(board, line->a, line->b) == i);
    }
}

static void check_cities(const struct board *board)
{
    for (unsigned i = 0; i < board->cities; i++) {
        const struct city *city = &board->city[i];
        check_text(city->id, sizeof city->id);
        check_text(city->name, sizeof city->name);
        CHECK(city->group < GROUPS && city->junction < board->junctions);
        CHECK(board->junction[city->junction].city == i);
        CHECK(board_find_city(board, city->id, strlen(city->id)) == i);
    }
    for (unsigned group = 0; group < GROUPS; group++) {
        CHECK(board->cards[group] >= 6 && board->cards[group] <= GROUP_CARDS_MAX);
        CHECK(board->plain_cards[group] >= 3 && board->plain_cards[group] <= board->cards[group]);
    }
}

static void check_board(const struct board *board)
{
    check_text(board->id, sizeof board->id);
    check_text(board->name, sizeof board->name);
    CHECK(board->tracks >= 1 && board->end_points < board->start_points);
    for (unsigned i = 0; i < board->junctions; i++) {
        const char *name = board->junction[i].name;
        CHECK(board_find_junction(board, name, strlen(name)) == i);
    }
    check_lines(board);
    check_cities(board);
}

static void count_bytes(void *context, const char *bytes, size_t length)
{
    size_t *total = context;
    CHECK(bytes && length > 0);
    *total += length;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct board board, untouched;
    struct fault fault;
    memset(&board, 0x5a, sizeof board);
    memset(&untouched, 0x5a, sizeof untouched);
    if (!board_read((const char *)data, size, &board, &fault)) {
        CHECK(fault.line > 0);
        char sentence[FAULT_SENTENCE_SIZE];
        check_text(fault_sentence(&fault, sentence), sizeof sentence);
        CHECK(memcmp(&board, &untouched, sizeof board) == 0);
        return 0;
    }
    check_board(&board);
    size_t total = 0;
    board_svg(&board, (struct svg_sink){.write = count_bytes, .context = &total});
    CHECK(total > 0);
    return 0;
}
