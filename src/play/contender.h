/*
 * A contender: a bot of ours, the oracle (which sees all hands, and so plays in the arena alone),
 * or a program of somebody's own that speaks the engine protocol.
 *
 * The one place that knows how the different kinds are begun, told and asked; a game sees each of
 * them as the player of a seat (play/seat.h).  A `contender` is
 * what somebody asked for, and constant; a `contender_player` is one of that kind in one seat, with
 * what it remembers, and belongs to one thread.
 */
#ifndef RAILHEAD_PLAY_CONTENDER_H
#define RAILHEAD_PLAY_CONTENDER_H

#include "engine/engine_process.h"
#include "play/seat.h"

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
    unsigned milliseconds; /* 0: none; for engines alone, unless the next says so */
    bool hurries_bots;     /* where no seed decides their turns, time ends our bots' too */
};

struct contender_player {
    const struct contender *contender;
    struct contender_limits limits;

    /* Whoever seats an oracle says where the truth of the game is: nobody else may look there. */
    const struct position *truth;

    /* What came of the last question: a bot always has a turn, an engine's may be forfeited. */
    enum engine_answer answer;

    /* Its own. */
    const struct board *board;
    struct rng rng;        /* the oracle's, or of turns that an engine has forfeited */
    struct bot_seat bot;   /* a bot's; its memory is owned, and the oracle's too */
    struct engine *engine; /* an engine's; owned */
    uint64_t deadline;     /* milliseconds */
};

/* Starts an engine.  False with a sentence in `error`; then too it is to be released. */
bool contender_player_init(struct contender_player *player, const struct contender *contender,
                           const struct contender_limits *limits, char error[], size_t error_size);
void contender_player_release(struct contender_player *player);

/*
 * How a contender_player is told and asked; for a turn that an engine has forfeited a random one is
 * played.
 */
extern const struct seat_calls contender_calls;

/* It as the player of a seat. */
struct seat seat_of_contender(struct contender_player *player, unsigned stream);

/* Whether it looks at turns at all: most bots look at the table only when they are asked. */
bool contender_watches(const struct contender_player *player);

/* How long its last turn would have taken a person, as bots/think_time.h counts: one whose reasons
 * are not known takes the usual time. */
unsigned contender_pondered(const struct contender_player *player);

/* One sentence on the turn that was forfeited last, or "". */
const char *contender_report(const struct contender_player *player);

#endif
