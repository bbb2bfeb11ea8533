/* Parses a position line. */
#include "rules/position_line.h"

#include <string.h>

#include "rules/notation.h"
#include "rules/scoring.h"

enum field { FIELD_CITIES, FIELD_MARKER, FIELD_TRACKS, FIELD_SEAT, FIELDS };

static const char *const field_names[FIELDS] = {"cities", "marker", "tracks", "seat"};

/* Takes the next item of a comma-separated list.  Returns false if none is left. */
static bool next_item(struct word *list, struct word *item)
{
    if (list->start == NULL)
        return false;
    const char *comma = memchr(list->start, ',', list->length);
    *item = *list;
    if (comma == NULL) {
        list->start = NULL;
    } else {
        item->length = (size_t)(comma - list->start);
        list->start = comma + 1;
        list->length -= item->length + 1;
    }
    return true;
}

static bool read_cities(struct position_line *line, const struct board *board, struct word list,
                        struct fault *fault)
{
    struct word item;
    unsigned count = 0;
    for (; next_item(&list, &item); count++) {
        unsigned junction;
        if (count == GROUPS)
            return fault_say(POSITION_MORE_CITIES, fault, FAULT_FORMAT);
        if (!notation_read_junction(board, item, &junction, fault))
            return false;
        if (board->junction[junction].city == CITY_NONE)
            return fault_say(POSITION_NO_CITY, fault, FAULT_FORMAT, item);
        if (memchr(line->terminal, (int)junction, count) != NULL)
            return fault_say(POSITION_CITY_TWICE, fault, FAULT_FORMAT, item);
        line->terminal[count] = (uint8_t)junction;
    }
    return count == GROUPS || fault_say(POSITION_FEWER_CITIES, fault, FAULT_FORMAT);
}

/* Parses and removes the suffix of a line's name: none for black, "*2" for the colour of seat 2. */
static bool read_piece(struct word *item, unsigned *piece, struct fault *fault)
{
    *piece = TRACK_BLACK;
    const char *star = memchr(item->start, '*', item->length);
    if (star == NULL)
        return true;
    long seat;
    const size_t before = (size_t)(star - item->start);
    const struct word owner = {star + 1, item->length - before - 1};
    if (!word_number(owner, 1, SEATS_MAX, &seat))
        return fault_say(POSITION_PIECE, fault, FAULT_FORMAT, *item);
    *piece = (unsigned)seat;
    item->length = before;
    return true;
}

static bool read_tracks(struct position_line *line, const struct board *board, struct word list,
                        bool *coloured, struct fault *fault)
{
    struct word item;
    if (list.length == 0)
        return true;
    while (next_item(&list, &item)) {
        const struct word whole = item;
        unsigned number, piece;
        if (!read_piece(&item, &piece, fault) || !notation_read_line(board, item, &number, fault))
            return false;
        if (!table_add_piece(&line->table, board, number, piece))
            return fault_say(POSITION_NO_ROOM, fault,
                             board->line[number].kind == LINE_FERRY ? "F1" : "T6", whole);
        *coloured |= piece != TRACK_BLACK;
    }
    return true;
}

static bool read_seat(struct position_line *line, struct word word, struct fault *fault)
{
    long seat;
    if (!word_number(word, 1, SEATS_MAX, &seat))
        return fault_say(POSITION_SEAT, fault, FAULT_FORMAT, word);
    line->seat = (unsigned)seat - 1;
    return true;
}

/* Splits "marker=K7".  Returns FIELDS if there is no such field. */
static enum field split_field(struct word word, struct word *value)
{
    for (int field = 0; field < FIELDS; field++) {
        const size_t length = strlen(field_names[field]);
        if (word.length > length && word.start[length] == '=' &&
            memcmp(word.start, field_names[field], length) == 0) {
            *value = (struct word){word.start + length + 1, word.length - length - 1};
            return (enum field)field;
        }
    }
    return FIELDS;
}

static bool read_field(struct position_line *line, const struct board *board, enum field field,
                       struct word value, bool *coloured, struct fault *fault)
{
    unsigned junction;
    switch (field) {
    case FIELD_CITIES:
        return read_cities(line, board, value, fault);
    case FIELD_MARKER:
        if (!notation_read_junction(board, value, &junction, fault))
            return false;
        line->terminal[GROUPS] = (uint8_t)junction;
        return true;
    case FIELD_TRACKS:
        return read_tracks(line, board, value, coloured, fault);
    default:
        return read_seat(line, value, fault);
    }
}

bool position_line_read(struct position_line *line, const struct board *board, const char *text,
                        size_t length, struct fault *fault)
{
    struct words words;
    struct word word, value;
    unsigned seen = 0;
    bool coloured = false;
    memset(line, 0, sizeof *line);
    line->seat = SEAT_NONE;
    words_init(&words, text, length);
    while (words_next(&words, &word)) {
        const enum field field = split_field(word, &value);
        if (word.length == 0)
            return fault_say(POSITION_ONE_SPACE, fault, FAULT_FORMAT);
        if (field == FIELDS)
            return fault_say(POSITION_FIELD, fault, FAULT_FORMAT, word);
        if (seen >> field & 1)
            return fault_say(POSITION_FIELD_TWICE, fault, FAULT_FORMAT, word);
        seen |= 1U << field;
        if (!read_field(line, board, field, value, &coloured, fault))
            return false;
    }
    if (!(seen >> FIELD_CITIES & 1) || !(seen >> FIELD_MARKER & 1))
        return fault_say(POSITION_INCOMPLETE, fault, FAULT_FORMAT);
    if (coloured && line->seat == SEAT_NONE)
        return fault_say(POSITION_NO_SEAT, fault, FAULT_FORMAT);
    return true;
}

unsigned position_line_cost(const struct position_line *line, const struct board *board,
                            struct line_set *missing)
{
    /* without coloured track the score is the same for all seats */
    const unsigned seat = line->seat == SEAT_NONE ? 0 : line->seat;
    return scoring_missing_between(&line->table, board, seat, line->terminal, TERMINALS_MAX,
                                   missing);
}
