/*
 * The table: what is visible to everyone, and nothing else.
 *
 * One of the three kinds of knowledge (table, position, view).  A plain value without pointers or
 * padding: `=` copies it, its bytes can be compared and hashed.  The functions here change a table
 * without checking the rules; rules/draft.h checks, rules/position.h plays.  Seats are 0 to 5 here
 * and 1 to 6 in text.
 *
 * Three seats, of which 0 and 2 have met, without coloured track:
 *
 *                    seat 0  1  2
 *     marker[seat]       K7 C3 M9    where its start marker stands
 *     network[seat]       0  1  0    which entry of the two arrays below is the seat's
 *                         |  |  |
 *                         |  '--|-------.
 *                         '-----+       |
 *                               v       v
 *                       entry   0       1       2
 *     reach[entry]            {K7 L7   {C3}    {}       junctions of the network
 *                              M8 M9}
 *     touch[entry]            {...}   {...}    {}       lines with an end in it, laid or not
 *
 * A line on which a seat has space for a track is in touch[network[seat]] and in `open`; draft.h
 * decides whether the rules allow it.  A line has room for one piece, a ferry for two; each is
 * TRACK_NONE, a seat's (seat + 1) or TRACK_BLACK:
 *
 *     track[line]     | a ferry's second piece | first piece |
 *                      7                      4 3           0   bits
 */
#ifndef RAILHEAD_RULES_TABLE_H
#define RAILHEAD_RULES_TABLE_H

#include "board/board.h"

enum {
    SEATS_MIN = 2, /* S1 */
    SEATS_MAX = 6,
    SEAT_NONE = 255,
    SMALL_GAME_SEATS = 3, /* S3: with up to this many seats, dashed cities are not dealt */
};

/* V3: variants can be combined.  Each is a bit; rules/notation.h has the names. */
enum variant {
    VARIANT_OPEN_CARDS = 1,     /* V1 */
    VARIANT_BLOCKING = 2,       /* V2 */
    VARIANT_PRIVATE_TRACKS = 4, /* X1 */
    VARIANTS_ALL = 7,
};
enum { VARIANTS = 3 };

enum phase {
    PHASE_DEALING,    /* a round must be dealt: the first or the next */
    PHASE_PLAYING,    /* seat `to_move` places its marker or lays track */
    PHASE_ROUND_OVER, /* scored; another round will follow */
    PHASE_GAME_OVER,  /* scored; `winners` is set */
};

/* Owner of a track: 0 for none, 1 to 6 for a seat's colour (seat + 1), or black. */
enum { TRACK_NONE = 0, TRACK_BLACK = 7 };

/* One card of each group; CITY_NONE for an unknown card. */
struct hand {
    uint8_t city[GROUPS];
};

struct table {
    /* Seats whose networks have met share one entry; an entry that no seat uses is all zero. */
    struct junction_set reach[SEATS_MAX]; /* N1: the junctions of a network */
    struct line_set touch[SEATS_MAX];     /* the lines with an end in that network, laid or not */
    struct line_set open;                 /* the lines with space for another track (T6, F1) */
    uint16_t round;                       /* from 1 */
    uint16_t supply;                      /* black tracks left (S6) */
    int16_t barrier; /* the game ends when a player has at most this many points */
    int16_t points[SEATS_MAX];
    int16_t lost[SEATS_MAX]; /* minus points of the round that is over */
    uint8_t seats;
    uint8_t variants; /* bits of enum variant */
    uint8_t phase;    /* enum phase */
    uint8_t first;    /* the starting player of this round */
    uint8_t to_move;
    uint8_t passes;              /* consecutive passes (R7) */
    uint8_t connected;           /* bit per seat: connected when the round ended (R6) */
    uint8_t winners;             /* bit per seat, once the game is over (B4) */
    uint8_t network[SEATS_MAX];  /* index of the seat's entry in `reach` and `touch` */
    uint8_t marker[SEATS_MAX];   /* a junction, or JUNCTION_NONE */
    uint8_t coloured[SEATS_MAX]; /* coloured tracks left (F6, X1) */
    /* cards face up: with open cards (V1), or once the round is over (R6) */
    struct hand shown[SEATS_MAX];
    /* first piece in the low four bits, a ferry's second piece in the high four bits */
    uint8_t track[LINES_MAX];
    uint8_t zero[5];
};

/*
 * table_count_turn() counts consecutive passes (R7); table_hand_on() makes the next seat the one to
 * move (T1).
 */
static inline void table_count_turn(struct table *table, bool passed)
{
    table->passes = (uint8_t)(passed ? table->passes + 1 : 0);
}

static inline void table_hand_on(struct table *table)
{
    table->to_move = (uint8_t)((table->to_move + 1U) % table->seats);
}

/* Initialises a new game; the first round is not dealt yet. */
void table_init(struct table *table, const struct board *board, unsigned seats, unsigned variants);

/* B6: clears the board for the next round, which seat `first` starts. */
void table_begin_round(struct table *table, const struct board *board, unsigned first);

/* B6: returns the seat that starts the next round. */
unsigned table_next_first(const struct table *table);

void table_place_marker(struct table *table, const struct board *board, unsigned seat,
                        unsigned junction);
/*
 * Adds a piece of track without changing supply and networks.  Returns false if the line is full.
 */
bool table_add_piece(struct table *table, const struct board *board, unsigned line, unsigned piece);

/* Lays a track from the supply or of the seat's own colour, and updates the networks. */
void table_lay(struct table *table, const struct board *board, unsigned seat, unsigned line,
               bool own);

/* Returns true if coloured tracks may be on this table, so that each seat has its own network. */
bool table_has_colours(const struct table *table, const struct board *board);

/* Returns true if the track on a line connects its ends for the seat (N1, F4, F5, X1). */
bool table_is_usable(const struct table *table, const struct board *board, unsigned seat,
                     unsigned line);

/*
 * table_missing() returns the cost of a line still missing for the seat: 0, 1 or 2 (P1, P2, X1).
 * table_missing_all() does so for all lines.
 */
unsigned table_missing(const struct table *table, const struct board *board, unsigned seat,
                       unsigned line);
void table_missing_all(const struct table *table, const struct board *board, unsigned seat,
                       uint8_t cost[LINES_MAX]);

static inline const struct junction_set *table_reach(const struct table *table, unsigned seat)
{
    return &table->reach[table->network[seat]];
}

/*
 * Returns true if a junction holds the marker of a seat other than `except` (SEAT_NONE: of any
 * seat).
 */
bool table_has_marker(const struct table *table, unsigned junction, unsigned except);

/* Returns true if no card of the hand is hidden. */
bool hand_is_known(const struct hand *hand);

/*
 * Computes the junctions of the hand's cities; bit 255, which no network reaches, for a hidden
 * card.
 */
void hand_junctions(const struct hand *hand, const struct board *board,
                    struct junction_set *junctions);

/* R1: returns true if all these junctions are in the seat's network. */
static inline bool table_covers(const struct table *table, unsigned seat,
                                const struct junction_set *junctions)
{
    return junction_set_covers(table_reach(table, seat), junctions);
}

/* R1: returns true if all cities of the hand are known and in the seat's network. */
bool table_connects(const struct table *table, const struct board *board, unsigned seat,
                    const struct hand *hand);

#endif
