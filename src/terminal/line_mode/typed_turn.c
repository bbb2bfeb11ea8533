/* Parses what a person typed as a turn: word by word, each with its most likely meaning. */
#include "terminal/line_mode/typed_turn.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "rules/notation.h"
#include "words/language.h"

/* A turn that is being read. */
struct reading {
    const struct board *board;
    struct turn *turn;
    struct fault *fault;
    bool placing;
    unsigned from; /* where the next compass point starts, or JUNCTION_NONE */
};

static const char *const compass[DIRECTIONS] = {
    [EAST] = "e", [SOUTH_EAST] = "se", [SOUTH_WEST] = "sw",
    [WEST] = "w", [NORTH_WEST] = "nw", [NORTH_EAST] = "ne",
};

struct word typed_word_next(const char **rest)
{
    const char *start = *rest + strspn(*rest, " \t,;");
    const size_t length = strcspn(start, " \t,;");
    *rest = start + length;
    return (struct word){start, length};
}

bool typed_word_is(struct word word, const char *text)
{
    if (word.length != strlen(text))
        return false;
    for (size_t i = 0; i < word.length; i++) {
        if (tolower((unsigned char)word.start[i]) != tolower((unsigned char)text[i]))
            return false;
    }
    return true;
}

bool typed_word_means(struct word word, const char *text)
{
    return typed_word_is(word, text) || typed_word_is(word, _(text));
}

/* Finds a junction by name, ignoring case.  Returns JUNCTION_NONE with a fault if there is none. */
static unsigned read_junction(struct reading *reading, struct word word)
{
    char name[JUNCTION_NAME_SIZE];
    unsigned junction = JUNCTION_NONE;
    if (word.length < sizeof name) {
        for (size_t i = 0; i < word.length; i++)
            name[i] = (char)toupper((unsigned char)word.start[i]);
        junction = board_find_junction(reading->board, name, word.length);
    }
    if (junction == JUNCTION_NONE)
        fault_say(NO_JUNCTION, reading->fault, FAULT_FORMAT, word);
    return junction;
}

static bool add_track(struct reading *reading, unsigned line, bool own, struct word word)
{
    struct turn *turn = reading->turn;
    if (turn->kind == TURN_PLACE)
        return fault_say(PLACING_ALONE, reading->fault, "T2", word);
    if (turn->marker != JUNCTION_NONE)
        return refusal_say(REFUSED_MARKER_MOVED, reading->fault);
    if (turn->tracks == TURN_TRACKS_MAX)
        return fault_say(TURN_TOO_LONG, reading->fault, "T3", word);
    turn->track[turn->tracks++] = (struct track){.line = (uint16_t)line, .own = own, .zero = 0};
    return true;
}

/* Reads "F4-G4", "g4~f4*", or a path over more than two junctions; a star applies to all of it. */
static bool read_way(struct reading *reading, struct word word)
{
    struct word rest = word;
    const bool own = rest.start[rest.length - 1] == '*';
    rest.length -= own;
    unsigned from = JUNCTION_NONE;
    for (;;) {
        size_t end = 0;
        while (end < rest.length && rest.start[end] != '-' && rest.start[end] != '~')
            end++;
        const unsigned to = read_junction(reading, (struct word){rest.start, end});
        if (to == JUNCTION_NONE)
            return false;
        if (from != JUNCTION_NONE) {
            const unsigned line =
                from == to ? (unsigned)LINE_NONE : board_find_line(reading->board, from, to);
            if (line == LINE_NONE)
                return fault_say(NO_LINE, reading->fault, FAULT_FORMAT, word);
            if (!add_track(reading, line, own, word))
                return false;
        }
        from = to;
        if (end == rest.length)
            break;
        rest = (struct word){rest.start + end + 1, rest.length - end - 1};
    }
    reading->from = from;
    return true;
}

static bool find_direction(struct word word, unsigned *direction)
{
    for (*direction = 0; *direction < DIRECTIONS; ++*direction) {
        if (typed_word_is(word, compass[*direction]))
            return true;
    }
    return false;
}

/* Reads a compass point: a track from where the last one ended. */
static bool read_step(struct reading *reading, struct word word, unsigned direction, bool own)
{
    const struct board *board = reading->board;
    if (reading->from == JUNCTION_NONE)
        return fault_say(STEP_FROM_NOWHERE, reading->fault, FAULT_FORMAT, word);
    const unsigned line = board->line_at[reading->from][direction];
    if (line == LINE_NONE)
        return fault_say(NO_LINE_THAT_WAY, reading->fault, FAULT_FORMAT,
                         board->junction[reading->from].name, compass[direction]);
    if (!add_track(reading, line, own, word))
        return false;
    reading->from = line_other_end(&board->line[line], reading->from);
    return true;
}

/* Reads "@K7", ">K7", or the start of a series of compass points. */
static bool read_place(struct reading *reading, struct word word)
{
    struct turn *turn = reading->turn;
    const char sign = word.start[0];
    const bool has_sign = sign == '@' || sign == '>';
    const unsigned junction =
        read_junction(reading, (struct word){word.start + has_sign, word.length - has_sign});
    if (junction == JUNCTION_NONE)
        return false;
    if (turn->marker != JUNCTION_NONE)
        return fault_say(NOTHING_FOLLOWS, reading->fault, FAULT_FORMAT, word);
    if (sign == '@' || (!has_sign && reading->placing)) {
        if (turn->tracks > 0)
            return fault_say(TURN_OF_ITS_OWN, reading->fault, "T2", word);
        turn->kind = TURN_PLACE;
        turn->marker = (uint8_t)junction;
    } else if (sign == '>') {
        turn->marker = (uint8_t)junction;
    } else {
        reading->from = junction;
    }
    return true;
}

static bool read_word(struct reading *reading, struct word word)
{
    const bool own = word.length > 1 && word.start[word.length - 1] == '*';
    unsigned direction;
    if (find_direction((struct word){word.start, word.length - own}, &direction))
        return read_step(reading, word, direction, own);
    if (memchr(word.start, '-', word.length) != NULL ||
        memchr(word.start, '~', word.length) != NULL)
        return read_way(reading, word);
    return read_place(reading, word);
}

bool typed_turn_read(const struct board *board, const char *line, bool placing, struct turn *turn,
                     struct fault *fault)
{
    struct reading reading = {
        .board = board, .turn = turn, .fault = fault, .placing = placing, .from = JUNCTION_NONE};
    const char *rest = line;
    struct word word = typed_word_next(&rest);
    memset(turn, 0, sizeof *turn);
    turn->kind = TURN_LAY;
    turn->marker = JUNCTION_NONE;
    if (typed_word_means(word, N_("pass"))) {
        turn->kind = TURN_PASS;
        word = typed_word_next(&rest);
        return word.length == 0 || fault_say(NOTHING_FOLLOWS, fault, FAULT_FORMAT, word);
    }
    for (; word.length > 0; word = typed_word_next(&rest)) {
        if (!read_word(&reading, word))
            return false;
    }
    if (turn->kind == TURN_LAY && turn->tracks == 0)
        return refusal_say(REFUSED_NO_TRACK, fault);
    return true;
}
