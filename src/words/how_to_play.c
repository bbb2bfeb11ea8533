/* The parts, and which of them a board has. */
#include "words/how_to_play.h"

#include <string.h>

#include "core/text.h"

#define HOW(BOARDS, NAME, TITLE, TEXT) {BOARDS, NAME, TITLE, TEXT},
const struct how_to_play how_to_play[] = {
#include "words/how_to_play.def"
};
#undef HOW

const unsigned how_to_play_parts = sizeof how_to_play / sizeof how_to_play[0];

bool how_to_play_is_about(const struct how_to_play *part, const struct board *board)
{
    struct words words;
    struct word id;
    if (part->boards[0] == '\0')
        return true;
    words_init(&words, part->boards, strlen(part->boards));
    while (words_next(&words, &id)) {
        if (word_is(id, board->id))
            return true;
    }
    return false;
}
