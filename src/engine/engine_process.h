/*
 * The referee's side of the engine protocol (docs/engine-protocol.md): an external program in a
 * seat.
 *
 * The program runs in its own process group and receives what its seat may know as a game record.
 * Any misbehaviour (an illegal turn, a late one, none, garbage, exiting, hanging) costs it that
 * turn, and the caller only a bounded time.  An engine must be used by one thread at a time;
 * engines are independent of each other.
 *
 *     engine_init(&engine, "python3 bot.py", listener);
 *     if (!engine_start(&engine, error, sizeof error)) ...           once
 *     engine_begin_game(&engine, &game);                             for every game
 *         engine_begin_round(&engine, &view);                        for every round
 *             engine_or_random_turn(&engine, &view, &limits, ...);   when its seat is to move
 *             engine_see(&engine, seat, &turn);                      for every seat's turn, as
 * played engine_round_over(&engine, &table); engine_stop(&engine);
 */
#ifndef RAILHEAD_ENGINE_ENGINE_PROCESS_H
#define RAILHEAD_ENGINE_ENGINE_PROCESS_H

#include "bots/rng.h"
#include "bots/thoughts.h"
#include "engine/child.h"
#include "rules/record.h"
#include "rules/view.h"

enum {
    ENGINE_NAME_SIZE = 64,
    ENGINE_REPORT_SIZE = 320,
};

/* The result of asking for a turn.  All but the first forfeit the turn. */
enum engine_answer {
    ENGINE_TURN,    /* a legal turn */
    ENGINE_NONE,    /* the engine replied that it has no turn */
    ENGINE_ILLEGAL, /* a turn that the rules refuse */
    ENGINE_GARBLED, /* a turn that cannot be parsed, or too many lines or bytes */
    ENGINE_LATE,    /* no reply in time */
    ENGINE_DEAD,    /* the program has ended, or was killed in this game */
    ENGINE_ANSWERS,
};

/* Limits per turn; 0 for no limit. */
struct engine_limits {
    uint64_t work; /* steps, as in struct budget */
    unsigned milliseconds;
};

/* Timeouts of the referee in milliseconds.  engine_init() sets the usual ones. */
struct engine_patience {
    unsigned handshake; /* from starting the program to `ready` */
    unsigned game;      /* until `pong` after a game's header, and for the program to read lines */
    /* for a turn without a time limit, in addition to the estimated time for its work */
    unsigned turn;
    unsigned grace; /* added to a turn's time limit */
    unsigned quit;  /* for the program to exit after `quit` */
};

/* Receives every line exchanged, without its line feed, for logs and transcripts. */
enum engine_sound {
    ENGINE_SENT = '>',
    ENGINE_RECEIVED = '<',
    ENGINE_STDERR = '!', /* written by the program to its standard error */
    ENGINE_REPORT = '#', /* the referee's own report of a failure */
};

struct engine_listener {
    void (*hear)(void *context, enum engine_sound sound, const char *line, size_t length);
    void *context;
};

/* The game to be played. */
struct engine_game {
    const struct board *board; /* must outlive the engine */
    unsigned seats;
    unsigned variants;
    unsigned seat;                    /* of the engine */
    const struct record_names *names; /* or NULL */
    uint64_t seed; /* for the engine's random choices: the state of its bot_rng() */
};

struct engine {
    /* May be read. */
    char name[ENGINE_NAME_SIZE];      /* sent by the program, or the beginning of the command */
    char report[ENGINE_REPORT_SIZE];  /* a sentence about the last failure, or "" */
    uint64_t answers[ENGINE_ANSWERS]; /* number of each result */

    /* May be changed between engine_init() and engine_start(). */
    struct engine_patience patience;
    /* options of the program: "NAME VALUE", terminated by NULL; or NULL */
    const char *const *settings;

    /* Private. */
    const char *command;
    struct engine_listener listener;
    struct child child;
    const struct board *board; /* of the current game */
    uint64_t go;               /* number of the last `go` */
    unsigned late;             /* late turns in this game */
    unsigned games_lost;       /* consecutive games in which the program ended early */
    bool alive;
    bool wants_board;
    const struct board *board_sent; /* to this process; or NULL */
};

/* `command` is run by the shell and must outlive the engine.  `listener.hear` may be NULL. */
void engine_init(struct engine *engine, const char *command, struct engine_listener listener);

/*
 * Starts the program and completes the handshake.  Returns false and a sentence in `error` on
 * failure; no process is left running then.
 */
bool engine_start(struct engine *engine, char *error, size_t error_size);

/*
 * Begins a game.  A program that ended during the last game is restarted, unless that happened in
 * three consecutive games.  Returns false if the program is not running; its turns will be
 * forfeited.
 */
bool engine_begin_game(struct engine *engine, const struct engine_game *game);

/* Reports a new round: the view of the engine's seat after the deal. */
void engine_begin_round(struct engine *engine, const struct view *view);

/* Reports a turn of any seat, including the engine's own, as played (after position_settle()). */
void engine_see(struct engine *engine, unsigned seat, const struct turn *turn);

/* Reports the end of a round; the table must be scored and show all hands. */
void engine_round_over(struct engine *engine, const struct table *table);

/*
 * Asks for a turn of the engine's seat, which must be the seat to move.  `turn` is set only for
 * ENGINE_TURN and is then legal; under blocking it may move the marker in a turn that turns out to
 * end the round: see position_settle().  `thoughts`, unless NULL, receives the ideas and beliefs
 * that the engine sent.
 */
enum engine_answer engine_turn(struct engine *engine, const struct view *view,
                               const struct engine_limits *limits, struct turn *turn,
                               struct thoughts *thoughts);

/* The same, but sets a random legal turn if the engine forfeits its own. */
enum engine_answer engine_or_random_turn(struct engine *engine, const struct view *view,
                                         const struct engine_limits *limits, struct rng *rng,
                                         struct turn *turn, struct thoughts *thoughts);

/* Returns the word for tables and JSON: "turn", "none", "illegal", "garbled", "late", "dead". */
const char *engine_answer_name(enum engine_answer answer);

/* Asks the program to quit, kills the rest of its process group, and releases all resources. */
void engine_stop(struct engine *engine);

#endif
