/*
 * Players: what lies open and one hand in, a turn out, with the reasons for it.
 *
 * A bot sees what a person in its seat would see and nothing else.  Its choices follow from what
 * it has seen, the random numbers it is given and the work it may do, so the same seed plays the
 * same game everywhere.  Bots never allocate: what one remembers lies in memory of the caller.
 */
#ifndef RAILHEAD_BOTS_BOT_H
#define RAILHEAD_BOTS_BOT_H

#include "bots/rng.h"
#include "bots/thoughts.h"
#include "core/view.h"

enum { PLAYER_ALIGNMENT = 64 };

/*
 * What a bot may spend on one turn.  A search plans its work ahead, so a limit of time alone is not
 * enough for it: `work` is then what it could do in that time at most.
 */
struct budget {
    uint64_t work;               /* steps: a core does about a million in a second */
    bool (*late)(void *context); /* whether time is up; NULL where only work counts */
    void *context;
};

static inline bool budget_is_late(const struct budget *budget)
{
    return budget->late != NULL && budget->late(budget->context);
}

/* What a player is asked for, in one piece. */
struct question {
    const struct board *board;
    const struct view *view; /* its seat is the seat to move */
    const struct budget *budget;
    struct rng *rng;
};

struct bot {
    const char *name;
    const char *about; /* one line for people */
    uint64_t work;     /* the usual budget of a turn; 0 for a bot that does not search */
    size_t memory;     /* bytes that a player of this kind remembers; 0 for most */
    bool is_level;     /* people choose among these: level_at() */

    /*
     * These may use the memory.  `begin_round` and `see` are NULL for a bot without it, and
     * `begin_game` for one that remembers nothing from one round to the next.  `glance` is `see`
     * for whoever has no time left, and NULL where that is quick in any case.
     */
    void (*begin_game)(void *memory);
    void (*begin_round)(void *memory, const struct board *board, const struct view *view);
    void (*see)(void *memory, const struct board *board, const struct table *before,
                const struct turn *turn);
    void (*glance)(void *memory, const struct board *board, const struct table *before,
                   const struct turn *turn);

    /* `thoughts` is empty and there to be filled. */
    void (*turn)(void *memory, const struct question *question, struct turn *turn,
                 struct thoughts *thoughts);
};

unsigned bot_count(void);
const struct bot *bot_at(unsigned number);

/* The most memory that any of them wants, rounded up to PLAYER_ALIGNMENT; at least that. */
size_t bot_memory_max(void);

/* By name, or NULL. */
const struct bot *bot_find(const char *name, size_t length);

/*
 * The levels: the bots that people choose among, from the weakest on.  Whoever offers bots, takes
 * one by name for a table or lists them asks here.
 */
enum { LEVEL_USUAL = 1 }; /* the number of the one that plays unless another is chosen */

unsigned level_count(void);
const struct bot *level_at(unsigned number);
const struct bot *level_find(const char *name, size_t length); /* by name, or NULL */

/* Whom people ask for hints: the expert, who answers at once. */
const struct bot *bot_adviser(void);

/* The random numbers of one bot in the game of a seed: its own, apart from those of the deals. */
void bot_rng(struct rng *rng, const uint8_t seed[SEED_SIZE], unsigned number);

/*
 * A bot in a seat.  `memory` is the caller's: at least bot->memory bytes, aligned to
 * PLAYER_ALIGNMENT, and not shared with another player.
 */
struct player {
    const struct bot *bot;
    const struct board *board;
    void *memory;
    struct rng rng;
    unsigned think_time; /* how long its last turn would have taken a person: bots/think_time.h */
};

/* A game begins for the player: it remembers nothing. */
void player_init(struct player *player, const struct bot *bot, const struct board *board,
                 void *memory, struct rng rng);

/*
 * Every round is told in order: its beginning (the cards are dealt, nothing is placed), and then
 * every turn of every seat, the player's own too, with the table as it was before.  The turn that
 * ends the round may be told or not.
 */
void player_begin_round(struct player *player, const struct view *view);
void player_see(struct player *player, const struct table *before, const struct turn *turn);

/*
 * The same for a player who sits down in the middle of a round: the view is that of its beginning,
 * the turns are those played since, and the view is left as the seat sees it now.  Turns that are
 * told when the time of `budget` is up are only glanced at.  NULL: there is time for all of them.
 */
void player_join_round(struct player *player, struct view *view, const struct turn turn[],
                       unsigned turns, const struct budget *budget);

/*
 * A legal turn for the seat of the view, which must be the seat to move.  Under blocking it may
 * move the marker in a turn that turns out to end the round: see position_settle().  The usual
 * budget where `budget` is NULL.  `thoughts`, unless NULL, gets the reasons.
 */
void player_turn(struct player *player, const struct view *view, const struct budget *budget,
                 struct turn *turn, struct thoughts *thoughts);

#endif
