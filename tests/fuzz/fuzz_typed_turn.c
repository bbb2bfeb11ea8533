/*
 * Fuzzing turns as people type them: the first byte chooses a board and whether the marker is still
 * to be placed.  Whatever is understood is written in one spelling, which reads back as the same
 * turn.
 */
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "board_file/boards.h"
#include "rules/notation.h"
#include "terminal/line_mode/typed_turn.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINE_SIZE_MAX = 256 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char line[LINE_SIZE_MAX], text[TURN_TEXT_SIZE];
    struct fault fault = {.rule = ""};
    struct turn turn, again;
    struct words words;
    if (size == 0 || size > sizeof line)
        return 0;
    const struct board *board = board_builtin_at(data[0] / 2 % board_builtin_count());
    memcpy(line, data + 1, size - 1);
    line[size - 1] = '\0';
    if (!typed_turn_read(board, line, data[0] & 1, &turn, &fault)) {
        CHECK(fault.rule[0] != '\0' && fault.id != FAULT_NONE);
        return 0;
    }
    notation_turn(text, board, &turn);
    words_init(&words, text, strlen(text));
    CHECK(notation_read_turn(board, &words, &again, &fault));
    CHECK(memcmp(&turn, &again, sizeof turn) == 0);
    return 0;
}
