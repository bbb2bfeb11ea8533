/*
 * A board: junctions on a triangular lattice, lines between neighbours, cities in five groups.
 *
 * A board is constant during a game: the functions of core take it by const pointer and never
 * change it.  Its creator (src/board/ for a file, or the generator of the compiled-in boards) fills
 * the plain fields and then calls board_derive() once.  boards/README.md describes board files.
 */
#ifndef RAILHEAD_BOARD_BOARD_H
#define RAILHEAD_BOARD_BOARD_H

#include <stddef.h>

#include "board/sets.h"

enum {
    GROUPS = 5, /* S2 */
    GROUP_CARDS_MAX = 16,
    CITIES_MAX = GROUPS * GROUP_CARDS_MAX,
    CITY_NONE = 255,
    DIRECTIONS = 6,
    BOARD_ID_SIZE = 32, /* all sizes include the terminating NUL */
    BOARD_NAME_SIZE = 64,
    CITY_ID_SIZE = 32,
    CITY_NAME_SIZE = 64,
    JUNCTION_NAME_SIZE = 4,
    COLUMNS_MAX = 26, /* A to Z */
    ROWS_MAX = 99,
    /*
     * the most that joining six junctions may cost: distances are bytes, and 255 means unreachable
     */
    COST_MAX = 254,
};

/* In the order in which a record lists the cards of a hand. */
enum group { GROUP_GREEN, GROUP_BLUE, GROUP_YELLOW, GROUP_ORANGE, GROUP_RED };

enum line_kind { LINE_SINGLE, LINE_DOUBLE, LINE_FERRY, LINE_KINDS };

enum ruleset { RULESET_TRANSAMERICA, RULESET_TRANSEUROPA, RULESETS };

/* Opposite directions differ by 3. */
enum direction { EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST, NORTH_EAST };

struct junction {
    char name[JUNCTION_NAME_SIZE]; /* "K7" */
    uint8_t column;                /* from 0, which is A */
    uint8_t row;                   /* from 0, which is written 1 */
    uint8_t city;                  /* derived: the city at this junction, or CITY_NONE */
    uint8_t at_sea;
};

struct line {
    uint8_t a; /* the end named first: smaller column, then smaller row */
    uint8_t b;
    uint8_t kind; /* enum line_kind */
    uint8_t cost; /* derived: 1 for a single line, 2 for a double line or a ferry */
};

struct city {
    char id[CITY_ID_SIZE];
    char name[CITY_NAME_SIZE];
    uint8_t group; /* enum group */
    uint8_t junction;
    uint8_t dashed; /* S3: not dealt with 2 or 3 players */
};

/*
 * The lines at a junction as bits of a line set, grouped by word: faster to add than line by line.
 */
struct incidence {
    uint64_t mask[DIRECTIONS];
    uint8_t word[DIRECTIONS];
    uint8_t words; /* entries in use in mask[] and word[] */
    uint8_t zero;
};

struct board {
    char id[BOARD_ID_SIZE];
    char name[BOARD_NAME_SIZE];
    uint8_t ruleset;      /* enum ruleset */
    uint8_t barrier_rule; /* boolean: B3 applies */
    /* coloured tracks of each seat when ferries or private tracks are played */
    uint8_t coloured_tracks;
    uint8_t junctions;
    uint8_t cities;
    uint16_t lines;
    uint16_t tracks; /* S6: number of black tracks */
    int16_t start_points;
    int16_t end_points;
    struct junction junction[JUNCTIONS_MAX];
    struct line line[LINES_MAX];
    struct city city[CITIES_MAX];

    /* Derived by board_derive(). */
    uint16_t line_at[JUNCTIONS_MAX][DIRECTIONS]; /* LINE_NONE where there is no line */
    uint8_t card[GROUPS][GROUP_CARDS_MAX];       /* city numbers by group, plain ones first */
    uint8_t cards[GROUPS];                       /* number of cards in each group */
    uint8_t plain_cards[GROUPS];                 /* number of those that are not dashed */
    struct incidence incidence[JUNCTIONS_MAX];
    struct line_set all_lines, single_lines, double_lines, ferry_lines;
    struct line_set single_or_ferry_lines; /* F2 */
};

/*
 * Fills the derived fields.  The plain fields must be valid, as src/board/ checks them: lines join
 * lattice neighbours, nothing is duplicated, and counts are within the limits.
 */
void board_derive(struct board *board);

/*
 * Exact lookup by name ("K7") or id ("salt-lake-city").  Returns JUNCTION_NONE or CITY_NONE if
 * there is none.
 */
unsigned board_find_junction(const struct board *board, const char *name, size_t length);
unsigned board_find_city(const struct board *board, const char *id, size_t length);

/* Returns the line between two junctions, given in either order, or LINE_NONE. */
unsigned board_find_line(const struct board *board, unsigned one, unsigned other);

/*
 * Adds the lines at a junction to a set.  Boards usually list their lines row by row, so the lines
 * at a junction are in few words and the usual number of steps is a constant.
 */
enum { INCIDENCE_USUAL_WORDS = 3 };

static inline void board_add_lines_at(const struct board *board, unsigned junction,
                                      struct line_set *lines)
{
    const struct incidence *incidence = &board->incidence[junction];
    for (unsigned i = 0; i < INCIDENCE_USUAL_WORDS; i++)
        lines->word[incidence->word[i]] |= incidence->mask[i];
    for (unsigned i = INCIDENCE_USUAL_WORDS; i < incidence->words; i++)
        lines->word[incidence->word[i]] |= incidence->mask[i];
}

/* Adds each line at the junction to `one_end`, or to `both_ends` if it was in `one_end` already. */
static inline void board_pair_lines_at(const struct board *board, unsigned junction,
                                       struct line_set *one_end, struct line_set *both_ends)
{
    const struct incidence *incidence = &board->incidence[junction];
    unsigned i = 0;
    do {
        const uint64_t mask = incidence->mask[i];
        const unsigned word = incidence->word[i];
        both_ends->word[word] |= one_end->word[word] & mask;
        one_end->word[word] |= mask;
    } while (++i < INCIDENCE_USUAL_WORDS || i < incidence->words);
}

/* Returns the end of `line` that is not `junction`. */
static inline unsigned line_other_end(const struct line *line, unsigned junction)
{
    return (unsigned)(line->a ^ line->b ^ junction);
}

#endif
