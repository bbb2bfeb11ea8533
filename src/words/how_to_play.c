/* The parts, which of them apply to a board, and the facts that are inserted. */
#include "words/how_to_play.h"

#include <string.h>

#include "rules/notation.h"

#define HOW(WHEN, RULES, NAME, TITLE, TEXT) {WHEN, RULES, NAME, TITLE, TEXT},
const struct how_to_play how_to_play[] = {
#include "words/how_to_play.def"
};
#undef HOW

const unsigned how_to_play_parts = sizeof how_to_play / sizeof how_to_play[0];

static bool holds(struct word word, const struct board *board)
{
    if (word_is(word, "ferries"))
        return !line_set_is_empty(&board->ferry_lines);
    if (word_is(word, "barrier"))
        return board->barrier_rule;
    if (word_is(word, "no-barrier"))
        return !board->barrier_rule;
    return word_is(word, ruleset_names[board->ruleset]);
}

bool how_to_play_is_about(const struct how_to_play *part, const struct board *board)
{
    struct words words;
    struct word word;
    if (part->when[0] == '\0')
        return true;
    words_init(&words, part->when, strlen(part->when));
    while (words_next(&words, &word)) {
        if (!holds(word, board))
            return false;
    }
    return true;
}

/* Writes "7", or "6–9" if the groups differ in size. */
static void add_cities(struct text *text, const struct board *board)
{
    unsigned least = board->cards[0], most = board->cards[0];
    for (int group = 1; group < GROUPS; group++) {
        least = board->cards[group] < least ? board->cards[group] : least;
        most = board->cards[group] > most ? board->cards[group] : most;
    }
    text_add_number(text, (long)least);
    if (most == least)
        return;
    text_add(text, "–");
    text_add_number(text, (long)most);
}

static void add_fact(struct text *text, struct word name, const struct board *board)
{
    if (word_is(name, "cities"))
        add_cities(text, board);
    else if (word_is(name, "tracks"))
        text_add_number(text, board->tracks);
    else if (word_is(name, "coloured"))
        text_add_number(text, board->coloured_tracks);
    else if (word_is(name, "start"))
        text_add_number(text, board->start_points);
    else if (word_is(name, "end"))
        text_add_number(text, board->end_points);
}

void how_to_play_fill(struct text *filled, const char *text, const struct board *board)
{
    for (;;) {
        const size_t plain = strcspn(text, "{");
        text_add_part(filled, text, plain);
        text += plain;
        if (*text == '\0')
            return;
        const size_t name = strcspn(text + 1, "}");
        add_fact(filled, (struct word){.start = text + 1, .length = name}, board);
        text += 1 + name + (text[1 + name] == '}');
    }
}
