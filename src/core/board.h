/*
 * A board: junctions on a triangular lattice, lines between neighbours, cities in five groups.
 *
 * A board is a constant of a game: every function of core takes it by const pointer and none
 * changes it.  Whoever makes one (src/board/ from a file, or the generator of the compiled-in
 * boards) fills the plain fields and calls board_derive() once; after that it never changes.
 * Board files are described in boards/README.md.
 */
#ifndef RAILHEAD_CORE_BOARD_H
#define RAILHEAD_CORE_BOARD_H

#include <stddef.h>

#include "core/sets.h"

enum {
    GROUPS = 5, /* S2 */
    GROUP_CARDS_MAX = 16,
    CITIES_MAX = GROUPS * GROUP_CARDS_MAX,
    CITY_NONE = 255,
    DIRECTIONS = 6,
    BOARD_ID_SIZE = 32, /* sizes include the closing NUL */
    BOARD_NAME_SIZE = 64,
    CITY_ID_SIZE = 32,
    CITY_NAME_SIZE = 64,
    JUNCTION_NAME_SIZE = 4,
    COLUMNS_MAX = 26, /* A to Z */
    ROWS_MAX = 99,
    COST_MAX = 254, /* no six junctions may cost more to join: costs are bytes */
};

/* In the order in which a record names a hand. */
enum group { GROUP_GREEN, GROUP_BLUE, GROUP_YELLOW, GROUP_ORANGE, GROUP_RED };

enum line_kind { LINE_SINGLE, LINE_DOUBLE, LINE_FERRY, LINE_KINDS };

enum ruleset { RULESET_TRANSAMERICA, RULESET_TRANSEUROPA, RULESETS };

/* Opposite directions differ by 3. */
enum direction { EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST, NORTH_EAST };

struct junction {
    char name[JUNCTION_NAME_SIZE]; /* "K7" */
    uint8_t column;                /* 0 for A */
    uint8_t row;                   /* 0 for 1 */
    uint8_t city;                  /* derived: the city here, or CITY_NONE */
    uint8_t at_sea;
};

struct line {
    uint8_t a; /* smaller column, then smaller row: the end that is named first */
    uint8_t b;
    uint8_t kind; /* enum line_kind */
    uint8_t cost; /* derived: 1 for a single line, 2 for a double line or a ferry */
};

struct city {
    char id[CITY_ID_SIZE];
    char name[CITY_NAME_SIZE];
    uint8_t group; /* enum group */
    uint8_t junction;
    uint8_t dashed; /* S3: out of the game with 2 or 3 players */
};

/* The lines at a junction, as bits of the words of a line set: quicker to add than one by one. */
struct incidence {
    uint64_t mask[DIRECTIONS];
    uint8_t word[DIRECTIONS];
    uint8_t words; /* how many of the above there are */
    uint8_t zero;
};

struct board {
    char id[BOARD_ID_SIZE];
    char name[BOARD_NAME_SIZE];
    uint8_t ruleset;         /* enum ruleset */
    uint8_t barrier_rule;    /* B3 applies */
    uint8_t coloured_tracks; /* for each seat, where ferries or private tracks are played */
    uint8_t junctions;
    uint8_t cities;
    uint16_t lines;
    uint16_t tracks; /* S6: the black supply */
    int16_t start_points;
    int16_t end_points;
    struct junction junction[JUNCTIONS_MAX];
    struct line line[LINES_MAX];
    struct city city[CITIES_MAX];

    /* Derived by board_derive(). */
    uint16_t line_at[JUNCTIONS_MAX][DIRECTIONS]; /* or LINE_NONE */
    uint8_t card[GROUPS][GROUP_CARDS_MAX];       /* the cities of a group, plain ones first */
    uint8_t cards[GROUPS];                       /* how many there are */
    uint8_t plain_cards[GROUPS];                 /* how many of them are not dashed */
    struct incidence incidence[JUNCTIONS_MAX];
    struct line_set all_lines, single_lines, double_lines, ferry_lines;
    struct line_set single_or_ferry_lines; /* F2 */
};

/*
 * Fills the derived fields.  The plain fields must be sound (src/board/ checks a file before it
 * calls this): lattice neighbours, no duplicates, counts within the limits.
 */
void board_derive(struct board *board);

/* By name, to the letter ("K7", "salt-lake-city"); JUNCTION_NONE and CITY_NONE where there is none.
 */
unsigned board_find_junction(const struct board *board, const char *name, size_t length);
unsigned board_find_city(const struct board *board, const char *id, size_t length);

/* The line between two junctions in either order, or LINE_NONE. */
unsigned board_find_line(const struct board *board, unsigned one, unsigned other);

/*
 * The lines at a junction, added to a set.  The lines of a board are mostly in the
 * order of its rows and then lie in few words, so the usual number of steps is a constant.
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

/* A line goes into the first set with one of its ends, and into the second with the other too. */
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

/* The end of `line` that is not `junction`. */
static inline unsigned line_other_end(const struct line *line, unsigned junction)
{
    return (unsigned)(line->a ^ line->b ^ junction);
}

#endif
