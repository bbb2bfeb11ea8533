/*
 * A contender: one of our bots, the oracle (which sees all hands and plays only in the arena), or
 * an external program that speaks the engine protocol.
 *
 * Only this module knows how the different kinds are started, informed and asked; a game sees each
 * of them as the player of a seat (game/seat.h).  A `contender` is the constant description of a
 * player; a `contender_player` is an instance in one seat, with its memory, and must be used by one
 * thread at a time.
 */
#ifndef RAILHEAD_ENGINE_CONTENDER_H
#define RAILHEAD_ENGINE_CONTENDER_H

#include "engine/engine_process.h"
#include "game/seat.h"

enum { CONTENDER_TEXT_SIZE = 240, CONTENDER_ERROR_SIZE = 200 };

enum contender_kind { CONTENDER_BOT, CONTENDER_ORACLE, CONTENDER_COMMAND };

struct contender {
    enum contender_kind kind;
    const struct bot *bot; /* for the oracle, the bot whose search it uses; NULL for a command */
    uint64_t work;         /* budget per turn in steps; 0 if none was given */
    char text[CONTENDER_TEXT_SIZE];
};

extern const char contender_oracle[]; /* "oracle" */

/*
 * Parses "hard", "expert:20000" with the work per turn, or "cmd:./my-bot --fast" with a shell
 * command.  Returns false and a sentence in `error` if the text is none of these.
 */
bool contender_parse(struct contender *contender, const char *text, size_t length,
                     char error[CONTENDER_ERROR_SIZE]);

/* Writes the name for a game's record: "bot hard". */
void contender_name(const struct contender *contender, char name[], size_t size);

/* Limits per turn for contenders that do not specify their own. */
struct contender_limits {
    uint64_t work;         /* steps; 0: the usual budget of a bot, no limit for an engine */
    unsigned milliseconds; /* 0: no limit; applies only to engines unless hurries_bots */
    /* apply the time limit to our own bots as well (games without a fixed seed) */
    bool hurries_bots;
};

struct contender_player {
    const struct contender *contender;
    struct contender_limits limits;

    /*
     * The position of the game; set by the caller for an oracle.  No other contender may read it.
     */
    const struct position *truth;

    /*
     * The result of the last request: always ENGINE_TURN for a bot; an engine may forfeit its turn.
     */
    enum engine_answer answer;

    /* Private. */
    const struct board *board;
    struct rng rng;        /* for the oracle, and for the random turns of an engine that forfeits */
    struct bot_seat bot;   /* for bots and the oracle; owns its memory */
    struct engine *engine; /* owned; NULL unless this is an engine */
    uint64_t deadline;     /* of the current turn, by child_clock() */
};

/*
 * Starts the engine, if it is one.  Returns false and a sentence in `error` on failure.  Call
 * contender_player_release() in either case.
 */
bool contender_player_init(struct contender_player *player, const struct contender *contender,
                           const struct contender_limits *limits, char error[], size_t error_size);
void contender_player_release(struct contender_player *player);

/* The calls for a contender_player.  If an engine forfeits a turn, a random one is played. */
extern const struct seat_calls contender_calls;

/* Makes the contender the player of a seat. */
struct seat seat_of_contender(struct contender_player *player, unsigned stream);

/*
 * Returns true if the contender follows turns; most bots look at the table only when they are
 * asked.
 */
bool contender_watches(const struct contender_player *player);

/*
 * Returns how long a person would have taken for its last turn, as computed by bots/think_time.h.
 * If its reasons are unknown, this is the usual time.
 */
unsigned contender_pondered(const struct contender_player *player);

/* Returns a sentence about the last forfeited turn, or "". */
const char *contender_report(const struct contender_player *player);

#endif
