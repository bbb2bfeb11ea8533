/*
 * The arena: many games between contenders, on all cores, with a result that does not depend on
 * them.
 *
 * Every game is decided by the series' seed and its own number alone; threads only take the next
 * number.  What is measured in time is the only thing that differs from run to run.
 *
 * The unit of all intervals is the deal: games with the same cards share its luck.
 *
 * How the games of a series hang together, for two contenders A and B that are compared at a table
 * of three (arena_compare()); `game` counts from left to right and on into the next deal:
 *
 *     deal 0                                            deal 1
 *     |                                                 |
 *     +-- lineup 0: A B B      +-- lineup 1: B A A      +-- lineup 0: A B B
 *     |   place     0 1 2      |   place     0 1 2      |
 *     |                        |                        |
 *     |   game  0   1   2      |   game  3   4   5      |   game  6   7   8
 *     |   ----------------     |   ----------------     |   ----------------
 *     |   seat0 A   B   B      |   seat0 B   A   A      |   seat0 A   B   B
 *     |   seat1 B   A   B      |   seat1 A   B   A      |   seat1 B   A   B
 *     |   seat2 B   B   A      |   seat2 A   A   B      |   seat2 B   B   A
 *     |                        |
 *     |   the same cards in every game of a deal: a seed, and so a hand for each seat
 *
 *     deal = game / games a deal     lineup = which part of its deal     seat = (place + game) % 3
 *
 * A list of contenders (arena_list()) has one lineup with a place for each; without `duplicate` a
 * deal is one game, and a place is a seat.  Results are counted by row: a place of the list, or of
 * each lineup of a comparison the lone contender and its field.
 */
#ifndef RAILHEAD_ARENA_ARENA_H
#define RAILHEAD_ARENA_ARENA_H

#include "arena/arena_belief.h"
#include "arena/statistics.h"
#include "core/board.h"
#include "play/contender.h"

enum {
    ARENA_GAMES_MAX = 10000000,
    ARENA_THREADS_MAX = 256,
    ARENA_LINEUPS_MAX = 2,
    ARENA_ROWS_MAX = SEATS_MAX,
    ARENA_ERROR_SIZE = 256,
};

/* What the sequential test looks at, deal by deal; contender 0 against contender 1. */
enum arena_test { ARENA_NO_TEST, ARENA_TEST_ELO, ARENA_TEST_POINTS };

struct arena_setup;

/* Who is told how a run goes, by one thread at a time; each may be NULL. */
struct arena_watch {
    void (*begin)(void *context, const struct arena_setup *setup);
    void (*played)(void *context, unsigned done);
    void (*report)(void *context, const char *sentence); /* what an engine has done wrong */
    void (*end)(void *context);
    bool (*stops)(void *context); /* whether no further game is to begin; from any thread */
    void *context;
};

/*
 * A lineup names a contender for each place; place 0 is the first seat of a deal's first game.
 * A list of contenders is one lineup with one place for each.  Contenders that are compared (see
 * arena_compare()) are two: the first alone in a field of the second, and the reverse.
 */
struct arena_setup {
    const struct board *board;
    unsigned variants;
    unsigned seats;
    struct contender contender[SEATS_MAX];
    unsigned contenders;
    uint8_t lineup[ARENA_LINEUPS_MAX][SEATS_MAX];
    unsigned lineups;
    bool compared;  /* two contenders, one against a field of the other */
    bool duplicate; /* every deal is played with the places rotated through all seats */
    bool rounds;    /* a game is its first round and no more */
    unsigned games;
    uint64_t seed;
    struct contender_limits limits;
    bool belief; /* measures how well hands can be read */
    unsigned threads;
    const char *records; /* a folder, or NULL */
    enum arena_test test;
    struct sprt sprt; /* in Elo or points, as `test` has it */
    struct arena_watch watch;
};

/* One place for each contender of the list, which has been filled in. */
void arena_list(struct arena_setup *setup);

/* Contender 0 against a field of contender 1 and the reverse, with all seats rotated. */
void arena_compare(struct arena_setup *setup, unsigned seats);

/* What became of one game, by place of its lineup. */
struct arena_game {
    int16_t points[SEATS_MAX]; /* at the end: whoever has most has won */
    uint16_t lost[SEATS_MAX];
    uint16_t turns;
    uint16_t rounds;
    struct arena_guess guess;
};

/* Turns that were asked for: what they took and what came of them. */
struct arena_account {
    uint64_t answers[ENGINE_ANSWERS];
    uint64_t nanoseconds;
    uint64_t slowest; /* nanoseconds too */
};

/* A place of a list; or in a comparison the lone contender, or the field, of a lineup. */
struct arena_row {
    unsigned lineup;
    unsigned place; /* the first of `places` */
    unsigned places;
    unsigned contender;
    struct estimate won;   /* share of the games, of each place */
    struct estimate lost;  /* points a round */
    struct estimate ahead; /* points a round that the others lost more */
    struct arena_account account;
};

struct arena_result {
    struct arena_row row[ARENA_ROWS_MAX];
    unsigned rows;
    struct estimate elo[SEATS_MAX]; /* by contender; the mean is 0 */
    struct estimate ahead;          /* compared: points a round of the first, in both lineups */
    double test_ratio;              /* compared: of the sequential test */
    enum sprt_verdict verdict;
    struct estimate belief; /* of the logarithm of the chance that a true hand was given */
    double belief_uniform;
    uint64_t belief_hands, belief_impossible;
    unsigned games;
    unsigned deals;   /* the units of the intervals */
    bool interrupted; /* these are the games that had been played when it was stopped */
    uint64_t rounds;
    uint64_t turns;
    double seconds;
};

/*
 * False with a sentence in `error` when a record cannot be written, memory runs out, or the run is
 * stopped before its first deal is over.  `order`,
 * unless NULL, gets the finishing order of every game and has room for all of them.
 */
bool arena_run(const struct arena_setup *setup, struct arena_result *result, struct order *order,
               char error[ARENA_ERROR_SIZE]);

/* ---- Which game is what -------------------------------------------------------------------- */

unsigned arena_games_a_deal(const struct arena_setup *setup);
unsigned arena_deal(const struct arena_setup *setup, unsigned game);
unsigned arena_lineup(const struct arena_setup *setup, unsigned game);
unsigned arena_seat(const struct arena_setup *setup, unsigned game, unsigned place);

/* The seed of a game's deals. */
void arena_game_seed(const struct arena_setup *setup, unsigned game, uint8_t seed[SEED_SIZE]);

/* The row in which a place is counted. */
unsigned arena_row_of(const struct arena_setup *setup, unsigned lineup, unsigned place);

#endif
