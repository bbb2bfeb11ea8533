/*
 * Fuzzing position lines: the first byte chooses a board, the rest is the line.  Whatever is read
 * has a cost, and the missing lines cost just that.
 */
#include <stdint.h>

#include "base/check.h"
#include "board_file/boards.h"
#include "rules/position_line.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct position_line line;
    struct fault fault = {.rule = ""};
    struct line_set missing;
    if (size == 0)
        return 0;
    const struct board *board = board_builtin_at(data[0] % board_builtin_count());
    if (!position_line_read(&line, board, (const char *)data + 1, size - 1, &fault)) {
        CHECK(fault.rule[0] != '\0' && fault.id != FAULT_NONE);
        return 0;
    }
    const unsigned cost = position_line_cost(&line, board, NULL);
    CHECK(cost == position_line_cost(&line, board, &missing));
    const unsigned seat = line.seat == SEAT_NONE ? 0 : line.seat;
    unsigned sum = 0;
    for (unsigned i = line_set_next(&missing, 0); i != LINE_NONE;
         i = line_set_next(&missing, i + 1))
        sum += table_missing(&line.table, board, seat, i);
    CHECK(sum == cost);
    return 0;
}
