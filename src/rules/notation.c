/* Turns as text.  Accepts only the spelling of docs/formats.md. */
#include "rules/notation.h"

#include <string.h>

#include "base/check.h"

const char *const ruleset_names[RULESETS] = {"transamerica", "transeuropa"};
const char *const group_names[GROUPS] = {N_("green"), N_("blue"), N_("yellow"), N_("orange"),
                                         N_("red")};
const char *const line_kind_names[LINE_KINDS] = {"single", "double", "ferry"};

/* In the order of the bits of enum variant. */
static const char *const variant_names[VARIANTS] = {"open-cards", "blocking", "private-tracks"};

enum ruleset ruleset_find(struct word word)
{
    unsigned ruleset = 0;
    while (ruleset < RULESETS && !word_is(word, ruleset_names[ruleset]))
        ruleset++;
    return (enum ruleset)ruleset;
}

const char *variant_name(unsigned number)
{
    CHECK(number < VARIANTS);
    return variant_names[number];
}

unsigned variant_find(struct word word)
{
    for (unsigned i = 0; i < VARIANTS; i++) {
        if (word_is(word, variant_names[i]))
            return 1U << i;
    }
    return 0;
}

const char *variants_next(unsigned *variants)
{
    for (unsigned i = 0; i < VARIANTS; i++) {
        if (*variants >> i & 1) {
            *variants &= ~(1U << i);
            return variant_names[i];
        }
    }
    return NULL;
}

void variants_write(struct text *text, unsigned variants, const char *before)
{
    for (const char *word; (word = variants_next(&variants)) != NULL;) {
        text_add(text, before);
        text_add(text, word);
    }
}

void notation_add_line(struct text *text, const struct board *board, unsigned line)
{
    const struct line *ends = &board->line[line];
    text_add(text, board->junction[ends->a].name);
    text_add_char(text, ends->kind == LINE_FERRY ? '~' : '-');
    text_add(text, board->junction[ends->b].name);
}

void notation_add_track(struct text *text, const struct board *board, const struct track *track)
{
    notation_add_line(text, board, track->line);
    if (track->own)
        text_add_char(text, '*');
}

void notation_add_turn(struct text *text, const struct board *board, const struct turn *turn)
{
    if (turn->kind == TURN_PASS) {
        text_add(text, "pass");
        return;
    }
    for (unsigned i = 0; i < turn->tracks; i++) {
        if (i > 0)
            text_add_char(text, ' ');
        notation_add_track(text, board, &turn->track[i]);
    }
    if (turn->marker != JUNCTION_NONE) {
        text_add(text, turn->kind == TURN_PLACE ? "@" : " >");
        text_add(text, board->junction[turn->marker].name);
    }
}

void notation_turn(char buffer[TURN_TEXT_SIZE], const struct board *board, const struct turn *turn)
{
    struct text text;
    text_init(&text, buffer, TURN_TEXT_SIZE);
    notation_add_turn(&text, board, turn);
}

bool notation_read_junction(const struct board *board, struct word word, unsigned *junction,
                            struct fault *fault)
{
    *junction = board_find_junction(board, word.start, word.length);
    if (*junction == JUNCTION_NONE)
        return fault_say(NO_JUNCTION, fault, FAULT_FORMAT, word);
    return true;
}

/* Splits a line into two names and the character between them: "F4", '-', "G4". */
static bool split_line(struct word word, struct word *one, struct word *other, char *sign)
{
    for (size_t i = 0; i < word.length; i++) {
        if (word.start[i] == '-' || word.start[i] == '~') {
            *sign = word.start[i];
            *one = (struct word){word.start, i};
            *other = (struct word){word.start + i + 1, word.length - i - 1};
            return true;
        }
    }
    return false;
}

bool notation_read_line(const struct board *board, struct word word, unsigned *line,
                        struct fault *fault)
{
    struct word one, other;
    unsigned from, to;
    char sign;
    if (!split_line(word, &one, &other, &sign))
        return fault_say(LINE_SPELLING, fault, FAULT_FORMAT, word);
    if (!notation_read_junction(board, one, &from, fault) ||
        !notation_read_junction(board, other, &to, fault))
        return false;
    *line = from == to ? (unsigned)LINE_NONE : board_find_line(board, from, to);
    if (*line == LINE_NONE)
        return fault_say(NO_LINE, fault, FAULT_FORMAT, word);
    if (board->line[*line].a != from)
        return fault_say(LINE_ORDER, fault, FAULT_FORMAT, word);
    const bool ferry = board->line[*line].kind == LINE_FERRY;
    if (ferry && sign != '~')
        return fault_say(LINE_IS_FERRY, fault, FAULT_FORMAT, word);
    if (!ferry && sign == '~')
        return fault_say(LINE_IS_NO_FERRY, fault, FAULT_FORMAT, word);
    return true;
}

bool notation_read_track(const struct board *board, struct word word, struct track *track,
                         struct fault *fault)
{
    unsigned line;
    const bool own = word.length > 0 && word.start[word.length - 1] == '*';
    word.length -= own;
    if (!notation_read_line(board, word, &line, fault))
        return false;
    *track = (struct track){.line = (uint16_t)line, .own = own, .zero = 0};
    return true;
}

static bool read_marker(const struct board *board, struct word word, struct turn *turn,
                        struct fault *fault)
{
    unsigned junction;
    word.start++;
    word.length--;
    if (!notation_read_junction(board, word, &junction, fault))
        return false;
    turn->marker = (uint8_t)junction;
    return true;
}

bool notation_read_turn(const struct board *board, struct words *words, struct turn *turn,
                        struct fault *fault)
{
    struct word word;
    unsigned count = 0;
    memset(turn, 0, sizeof *turn);
    turn->kind = TURN_LAY;
    turn->marker = JUNCTION_NONE;
    for (; words_next(words, &word); count++) {
        if (turn->kind != TURN_LAY || turn->marker != JUNCTION_NONE)
            return fault_say(NOTHING_FOLLOWS, fault, FAULT_FORMAT, word);
        if (word.length == 0)
            return fault_say(ONE_SPACE, fault, FAULT_FORMAT);
        if (word.start[0] == '@' || word_is(word, "pass")) {
            if (count > 0)
                return fault_say(TURN_OF_ITS_OWN, fault, FAULT_FORMAT, word);
            turn->kind = word.start[0] == '@' ? TURN_PLACE : TURN_PASS;
            if (turn->kind == TURN_PLACE && !read_marker(board, word, turn, fault))
                return false;
        } else if (word.start[0] == '>') {
            if (!read_marker(board, word, turn, fault))
                return false;
        } else if (turn->tracks == TURN_TRACKS_MAX) {
            return fault_say(TURN_TOO_LONG, fault, "T3", word);
        } else if (!notation_read_track(board, word, &turn->track[turn->tracks++], fault)) {
            return false;
        }
    }
    if (count == 0)
        return fault_say(TURN_EMPTY, fault, "T4");
    return true;
}
