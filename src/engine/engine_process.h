/*
 * The referee's side of the engine protocol (docs/engine-protocol.md): a program of somebody's own
 * in a seat.
 *
 * The program runs in a process group of its own and is told what its seat may know, as a game
 * record.  Whatever it does (an illegal turn, a late one, none, bytes without sense, ending,
 * hanging) costs it that turn and never more than a bounded time of the caller's.  One thread at a
 * time may use an engine; engines do not know of one another.
 *
 *     engine_init(&engine, "python3 bot.py", listener);
 *     if (!engine_start(&engine, error, sizeof error)) ...           once
 *     engine_begin_game(&engine, &game);                             for every game
 *         engine_begin_round(&engine, &view);                        for every round
 *             engine_or_random_turn(&engine, &view, &limits, ...);   when its seat is to move
 *             engine_see(&engine, seat, &turn);                      every seat's turn, as played
 *         engine_round_over(&engine, &table);
 *     engine_stop(&engine);
 */
#ifndef RAILHEAD_ENGINE_ENGINE_PROCESS_H
#define RAILHEAD_ENGINE_ENGINE_PROCESS_H

#include "bots/rng.h"
#include "bots/thoughts.h"
#include "core/record.h"
#include "core/view.h"
#include "engine/child.h"

enum {
    ENGINE_NAME_SIZE = 64,
    ENGINE_REPORT_SIZE = 320,
};

/* What came of asking for a turn.  All but the first forfeit it. */
enum engine_answer {
    ENGINE_TURN,    /* a legal turn */
    ENGINE_NONE,    /* the engine said that it has none */
    ENGINE_ILLEGAL, /* a turn that the rules refuse */
    ENGINE_GARBLED, /* a turn that cannot be read, or more lines or bytes than are taken */
    ENGINE_LATE,    /* no answer in time */
    ENGINE_DEAD,    /* the program has ended, or was ended in this game */
    ENGINE_ANSWERS,
};

/* What a turn may take; 0 where there is no such limit. */
struct engine_limits {
    uint64_t work; /* steps, as in struct budget */
    unsigned milliseconds;
};

/* How long the referee waits, in milliseconds.  engine_init() sets the usual ones. */
struct engine_patience {
    unsigned handshake; /* from the start of the program to `ready` */
    unsigned game;      /* until `pong` after a game's header, and for the program to take lines */
    unsigned turn;      /* for a turn without a limit of time, beside what its work should take */
    unsigned grace;     /* beyond a turn's limit of time */
    unsigned quit;      /* for the program to end by itself */
};

/* Who hears every line that passes, without its line feed; for logs and transcripts. */
enum engine_sound {
    ENGINE_SENT = '>',
    ENGINE_RECEIVED = '<',
    ENGINE_STDERR = '!', /* what the program wrote to its standard error */
    ENGINE_REPORT = '#', /* the referee's own sentence on what went wrong */
};

struct engine_listener {
    void (*hear)(void *context, enum engine_sound sound, const char *line, size_t length);
    void *context;
};

/* The game that an engine is to play. */
struct engine_game {
    const struct board *board; /* outlives the engine */
    unsigned seats;
    unsigned variants;
    unsigned seat;                    /* the engine's */
    const struct record_names *names; /* or NULL */
    uint64_t seed; /* for the engine's random choices: the state of its bot_rng() */
};

struct engine {
    /* To be read. */
    char name[ENGINE_NAME_SIZE];      /* the program's own, or the beginning of the command */
    char report[ENGINE_REPORT_SIZE];  /* one sentence on the last thing that went wrong, or "" */
    uint64_t answers[ENGINE_ANSWERS]; /* how often each came */

    /* May be changed between engine_init() and engine_start(). */
    struct engine_patience patience;
    const char *const *settings; /* options of the program: "NAME VALUE", up to a NULL; or NULL */

    /* Its own. */
    const char *command;
    struct engine_listener listener;
    struct child child;
    const struct board *board; /* of the game */
    uint64_t go;               /* the number of the last `go` */
    unsigned late;             /* turns of this game that came too late */
    unsigned games_lost;       /* in a row, that the program did not live to the end of */
    bool alive;
    bool wants_board;
    const struct board *board_sent; /* to this process, or NULL */
};

/* `command` is given to the shell and must outlive the engine; `listener.hear` may be NULL. */
void engine_init(struct engine *engine, const char *command, struct engine_listener listener);

/* Starts the program and shakes hands.  False with a sentence: then nothing is left running. */
bool engine_start(struct engine *engine, char *error, size_t error_size);

/*
 * Begins a game.  A program that did not live to the end of the last one is started again, but not
 * after three such games in a row.  False when it is not running: its turns will be forfeited.
 */
bool engine_begin_game(struct engine *engine, const struct engine_game *game);

/* The cards are dealt, nothing is placed: the view of the engine's seat. */
void engine_begin_round(struct engine *engine, const struct view *view);

/* A turn of any seat, the engine's own too, as it was played (after position_settle()). */
void engine_see(struct engine *engine, unsigned seat, const struct turn *turn);

/* The round is over and scored: all hands lie open on the table. */
void engine_round_over(struct engine *engine, const struct table *table);

/*
 * Asks for the turn of the engine's seat, which is the seat to move.  `turn` is set for
 * ENGINE_TURN only, and then legal; under blocking it may move the marker in a turn that turns out
 * to end the round: see position_settle().  `thoughts`, unless NULL, gets what the engine said of
 * its ideas and beliefs.
 */
enum engine_answer engine_turn(struct engine *engine, const struct view *view,
                               const struct engine_limits *limits, struct turn *turn,
                               struct thoughts *thoughts);

/* The same, and a random legal turn where the engine's is forfeited. */
enum engine_answer engine_or_random_turn(struct engine *engine, const struct view *view,
                                         const struct engine_limits *limits, struct rng *rng,
                                         struct turn *turn, struct thoughts *thoughts);

/* A word for a table or JSON: "turn", "none", "illegal", "garbled", "late", "dead". */
const char *engine_answer_name(enum engine_answer answer);

/* Asks the program to quit, ends what is left of its process group, and lets go of everything. */
void engine_stop(struct engine *engine);

#endif
