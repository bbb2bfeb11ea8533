/*
 * The arena: many games between contenders, on all cores.  The result does not depend on the number
 * of cores.
 *
 * Every game is determined by the series' seed and its own number; threads only take the next
 * number.  Only measured times differ between runs.
 *
 * Confidence intervals are based on deals, because games with the same cards share their luck.
 *
 * The structure of a series, for two contenders A and B compared at a table of three
 * (arena_compare()).  `game` counts from left to right, and on into the next deal:
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
 * A list of contenders (arena_list()) has one lineup with a place for each.  Without `duplicate`, a
 * deal is one game, and a place is a seat.  Results are counted in rows: a place of the list, or
 * for each lineup of a comparison the lone contender and its field.
 */
#ifndef RAILHEAD_ARENA_ARENA_H
#define RAILHEAD_ARENA_ARENA_H

#include "arena/arena_belief.h"
#include "arena/statistics.h"
#include "board/board.h"
#include "engine/contender.h"

enum {
    ARENA_GAMES_MAX = 10000000,
    ARENA_THREADS_MAX = 256,
    ARENA_LINEUPS_MAX = 2,
    ARENA_ROWS_MAX = SEATS_MAX,
    ARENA_ERROR_SIZE = 256,
};

/* What the sequential test compares, deal by deal; contender 0 against contender 1. */
enum arena_test { ARENA_NO_TEST, ARENA_TEST_ELO, ARENA_TEST_POINTS };

struct arena_setup;

/* Receives the progress of a run, one call at a time; each function may be NULL. */
struct arena_watch {
    void (*begin)(void *context, const struct arena_setup *setup);
    void (*played)(void *context, unsigned done);
    void (*report)(void *context, const char *sentence); /* a mistake of an engine */
    void (*end)(void *context);
    bool (*stops)(void *context); /* returns true to start no further game; called by any thread */
    void *context;
};

/*
 * A lineup assigns a contender to each place; place 0 is the first seat of a deal's first game.  A
 * list of contenders is one lineup with one place for each.  Contenders that are compared (see
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
    bool compared;  /* two contenders, each alone against a field of the other */
    bool duplicate; /* every deal is played with the places rotated through all seats */
    bool rounds;    /* a game ends after its first round */
    unsigned games;
    uint64_t seed;
    struct contender_limits limits;
    bool belief; /* measure how well hands can be guessed */
    unsigned threads;
    const char *records; /* folder for the records, or NULL */
    enum arena_test test;
    struct sprt sprt; /* in Elo or points, depending on `test` */
    struct arena_watch watch;
};

/* Sets up one place for each contender; `contender` and `contenders` must be set. */
void arena_list(struct arena_setup *setup);

/* Sets up contender 0 against a field of contender 1 and the reverse, with all seats rotated. */
void arena_compare(struct arena_setup *setup, unsigned seats);

/* The result of a game, by place of its lineup. */
struct arena_game {
    int16_t points[SEATS_MAX]; /* at the end; the player with most wins */
    uint16_t lost[SEATS_MAX];
    uint16_t turns;
    uint16_t rounds;
    struct arena_guess guess;
};

/* Results and times of requests for turns. */
struct arena_account {
    uint64_t answers[ENGINE_ANSWERS];
    uint64_t nanoseconds;
    uint64_t slowest; /* in nanoseconds */
};

/* A place of a list; or in a comparison, the lone contender or the field of a lineup. */
struct arena_row {
    unsigned lineup;
    unsigned place; /* the first one; there are `places` */
    unsigned places;
    unsigned contender;
    struct estimate won;   /* share of the games won, per place */
    struct estimate lost;  /* minus points per round */
    struct estimate ahead; /* points per round by which the others lost more */
    struct arena_account account;
};

struct arena_result {
    struct arena_row row[ARENA_ROWS_MAX];
    unsigned rows;
    struct estimate elo[SEATS_MAX]; /* by contender; the mean is 0 */
    /* compared: points per round by which the first is ahead, in both lineups */
    struct estimate ahead;
    double test_ratio; /* compared: log likelihood ratio of the sequential test */
    enum sprt_verdict verdict;
    struct estimate belief; /* of the logarithm of the chance given to a true hand */
    double belief_uniform;
    uint64_t belief_hands, belief_impossible;
    unsigned games;
    unsigned deals;   /* the units of the confidence intervals */
    bool interrupted; /* stopped early; covers the games played until then */
    uint64_t rounds;
    uint64_t turns;
    double seconds;
};

/*
 * Plays a series.  Returns false and a sentence in `error` if a record cannot be written,
 * allocation fails, or the run is stopped before its first deal is complete.  `order`, unless NULL,
 * must have space for all games and receives the finishing order of each.
 */
bool arena_run(const struct arena_setup *setup, struct arena_result *result, struct order *order,
               char error[ARENA_ERROR_SIZE]);

/* ---- Numbering of games ---------------------------------------------------------------------- */

unsigned arena_games_a_deal(const struct arena_setup *setup);
unsigned arena_deal(const struct arena_setup *setup, unsigned game);
unsigned arena_lineup(const struct arena_setup *setup, unsigned game);
unsigned arena_seat(const struct arena_setup *setup, unsigned game, unsigned place);

/* Computes the seed of a game's deals. */
void arena_game_seed(const struct arena_setup *setup, unsigned game, uint8_t seed[SEED_SIZE]);

/* Returns the row in which a place is counted. */
unsigned arena_row_of(const struct arena_setup *setup, unsigned lineup, unsigned place);

#endif
