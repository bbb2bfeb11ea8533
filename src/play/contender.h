/*
 * A contender of the arena: a bot of ours, the oracle (which sees all hands, and so plays nowhere
 * else), or a program of somebody's own that speaks the engine protocol.
 *
 * The one place that knows how the different kinds are begun, told and asked.  A `contender` is
 * what somebody asked for, and constant; a `contender_player` is one of that kind in one seat, with
 * what it remembers, and belongs to one thread.
 */
#ifndef RAILHEAD_PLAY_CONTENDER_H
#define RAILHEAD_PLAY_CONTENDER_H

#include "bots/bot.h"
#include "engine/engine_process.h"

enum { CONTENDER_TEXT_SIZE = 240, CONTENDER_ERROR_SIZE = 200 };

enum contender_kind { CONTENDER_BOT, CONTENDER_ORACLE, CONTENDER_COMMAND };

struct contender {
    enum contender_kind kind;
    const struct bot *bot; /* for the oracle, the one whose search it has; NULL for a command */
    uint64_t work;         /* the budget of a turn; 0 where none was named */
    char text[CONTENDER_TEXT_SIZE];
};

extern const char contender_oracle[]; /* its name */

/*
 * "hard", "expert:20000" with its work for each turn, or "cmd:./my-bot --fast" with a command for
 * the shell.  False with a sentence in `error` when it is none of these.
 */
bool contender_parse(struct contender *contender, const char *text, size_t length,
                     char error[CONTENDER_ERROR_SIZE]);

/* A name for a game's record: "bot hard". */
void contender_name(const struct contender *contender, char name[], size_t size);

/* What a turn may take, for contenders that name nothing themselves. */
struct contender_limits {
    uint64_t work;         /* 0: a bot's usual budget; none for an engine */
    unsigned milliseconds; /* for engines alone: time decides nothing of ours; 0: none */
};

struct contender_player {
    const struct contender *contender;
    const struct board *board;
    unsigned seat;
    struct contender_limits limits;
    struct rng rng; /* the oracle's, or of turns that an engine has forfeited */

    /* A bot's, and the memory the oracle's too. */
    struct player player;
    void *memory; /* owned */

    /* An engine's. */
    struct engine *engine; /* owned */
};

/* Starts an engine.  False with a sentence in `error`; then too it is to be released. */
bool contender_player_init(struct contender_player *player, const struct contender *contender,
                           const struct board *board, const struct contender_limits *limits,
                           char error[], size_t error_size);
void contender_player_release(struct contender_player *player);

/* A game, seen from the place of everybody. */
struct contender_game {
    const struct table *table; /* nothing is dealt yet */
    const struct record_names *names;
};

/* Every game is told in order, as a player of bots/bot.h is told a round. */
void contender_begin_game(struct contender_player *player, const struct contender_game *game,
                          unsigned seat, struct rng rng);
void contender_begin_round(struct contender_player *player, const struct position *position);
void contender_see(struct contender_player *player, const struct table *before,
                   const struct turn *turn);

/* Whether contender_see() does anything: most bots look at the table only when they are asked. */
bool contender_watches(const struct contender_player *player);

void contender_round_over(struct contender_player *player, const struct table *table);

/*
 * A legal turn; it is this player's to play.  A bot always has one: ENGINE_TURN.  An engine's may
 * be forfeited: then it is a random one, and contender_report() has the sentence.
 */
enum engine_answer contender_turn(struct contender_player *player, const struct position *position,
                                  struct turn *turn);
const char *contender_report(const struct contender_player *player);

#endif
