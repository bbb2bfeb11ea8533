/*
 * Bots: programs that choose a turn from a view of the game, and report their reasons.
 *
 * A bot knows what a person in its seat could know, and nothing else.  Its choice depends only on
 * what it has seen, its random numbers and its work budget, so a seed gives the same game on every
 * machine.  Bots do not allocate: the caller provides their memory.
 */
#ifndef RAILHEAD_BOTS_BOT_H
#define RAILHEAD_BOTS_BOT_H

#include "bots/rng.h"
#include "bots/thoughts.h"
#include "rules/view.h"

enum { PLAYER_ALIGNMENT = 64 };

/*
 * The limits for one turn.  A search plans its work ahead, so a time limit alone is not enough:
 * with a time limit, `work` is the most that could be done in that time.
 */
struct budget {
    uint64_t work;               /* in steps, about a microsecond of one core each */
    bool (*late)(void *context); /* returns true once time is up; NULL if only work is limited */
    void *context;
};

static inline bool budget_is_late(const struct budget *budget)
{
    return budget->late != NULL && budget->late(budget->context);
}

/* The arguments of a bot's `turn` function. */
struct question {
    const struct board *board;
    const struct view *view; /* its seat is the seat to move */
    const struct budget *budget;
    struct rng *rng;
};

struct bot {
    const char *name;  /* unique; used in options and records */
    const char *about; /* one-line description for users, translatable */
    uint64_t work;     /* default budget of a turn, in steps; 0 if the bot does not search */
    size_t memory;     /* size of its memory in bytes; 0 if it needs none */
    bool is_level;     /* offered to users as a level of play: see level_at() */

    /*
     * Callbacks that update `memory`.  `begin_round` and `see` are NULL for a bot that remembers
     * nothing within a round, `begin_game` for one that remembers nothing between rounds.  `glance`
     * is a faster, less exact `see` for use when time is up; NULL if `see` is always fast.
     */
    void (*begin_game)(void *memory);
    void (*begin_round)(void *memory, const struct board *board, const struct view *view);
    void (*see)(void *memory, const struct board *board, const struct table *before,
                const struct turn *turn);
    void (*glance)(void *memory, const struct board *board, const struct table *before,
                   const struct turn *turn);

    /* Writes a legal turn, and its reasons to `thoughts`, which is initialised by the caller. */
    void (*turn)(void *memory, const struct question *question, struct turn *turn,
                 struct thoughts *thoughts);
};

unsigned bot_count(void);
const struct bot *bot_at(unsigned number);

/*
 * The largest memory of any bot, in bytes, rounded up to a positive multiple of PLAYER_ALIGNMENT.
 */
size_t bot_memory_max(void);

/* Returns NULL if no bot has this name. */
const struct bot *bot_find(const char *name, size_t length);

/*
 * Levels: the bots offered to users, weakest first.  All menus, options and lists of levels are
 * made with these functions.
 */
/* The number of the default level. */
enum { LEVEL_USUAL = 1 };

unsigned level_count(void);
const struct bot *level_at(unsigned number);
const struct bot *level_find(const char *name, size_t length); /* NULL if no level has this name */

/* The bot that gives hints: the expert. */
const struct bot *bot_adviser(void);

/*
 * Seeds the random numbers of bot `number` for a game with this seed.  They are independent of the
 * deals and of other bots.
 */
void bot_rng(struct rng *rng, const uint8_t seed[SEED_SIZE], unsigned number);

/*
 * A bot in a seat.  `memory` belongs to the caller: at least bot->memory bytes, aligned to
 * PLAYER_ALIGNMENT and used by this player only.
 */
struct player {
    const struct bot *bot;
    const struct board *board;
    void *memory;
    struct rng rng;      /* its own random numbers */
    unsigned think_time; /* simulated thinking time of the last turn: bots/think_time.h */
};

/* Starts a game: clears whatever the bot remembers. */
void player_init(struct player *player, const struct bot *bot, const struct board *board,
                 void *memory, struct rng rng);

/*
 * Must be called for every round in order: player_begin_round() after the deal, before any marker
 * is placed, then player_see() for every turn of every seat, including the player's own.  `before`
 * is the table before the turn.  The turn that ends the round may be left out.
 */
void player_begin_round(struct player *player, const struct view *view);
void player_see(struct player *player, const struct table *before, const struct turn *turn);

/*
 * The same for a player who joins in the middle of a round.  On entry `view` is the view at the
 * start of the round; on return it is the current view.  `turn` holds the turns played since.  Once
 * `budget` is late, the remaining turns are processed with `glance`.  `budget` may be NULL.
 */
void player_join_round(struct player *player, struct view *view, const struct turn turn[],
                       unsigned turns, const struct budget *budget);

/*
 * Writes a legal turn for the seat of `view`, which must be the seat to move.  With blocking, the
 * turn may move the marker although it ends the round: see position_settle().  If `budget` is NULL,
 * the bot's default is used.  `thoughts` may be NULL.
 */
void player_turn(struct player *player, const struct view *view, const struct budget *budget,
                 struct turn *turn, struct thoughts *thoughts);

#endif
