/*
 * The engine's side of the protocol (docs/engine-protocol.md) for our own bots: receives lines and
 * sends replies.
 *
 * It does no I/O, has no clock and does not allocate; the caller provides all of these.  Any line
 * may be passed in.  One that makes no sense causes an `info text` line and is otherwise ignored.
 */
#ifndef RAILHEAD_ENGINE_ENGINE_SERVE_H
#define RAILHEAD_ENGINE_ENGINE_SERVE_H

#include "bots/bot.h"
#include "engine/growing_record.h"

enum { SERVE_BOARD_SIZE = 1 << 18 }; /* for the text of a board sent by the referee */

/* Provided by the caller.  `say` receives complete lines with line feeds. */
struct serve_outside {
    void (*say)(void *context, const char *lines, size_t length);
    void (*start_clock)(void *context, uint64_t milliseconds); /* 0: no time limit */
    bool (*late)(void *context); /* returns true if that time is over; NULL without a clock */
    void *context;
};

/* Large: do not put it on the stack. */
struct serve {
    const struct bot *bot;
    struct serve_outside outside;
    void *memory;  /* for the player: bot->memory bytes */
    uint64_t seed; /* used if the referee sends none */
    bool finished; /* `quit` was received */

    /* Options. */
    uint64_t ideas; /* number of the best turns to send */
    bool beliefs;   /* whether to send beliefs */

    /* The game. */
    bool in_game;
    bool lost_track; /* the game has a fault, which has been reported */
    unsigned seat;   /* SEAT_NONE if not known */
    bool has_player; /* since the first round */
    struct rng rng;
    struct player player;
    struct growing_record record;

    /* A board sent by the referee. */
    bool takes_board; /* between `board-file` and `end-board` */
    bool has_board;
    struct board board;
    size_t board_used;
    char board_text[SERVE_BOARD_SIZE];
};

void serve_init(struct serve *serve, const struct bot *bot, void *memory, uint64_t seed,
                struct serve_outside outside);

/* Handles one line, without its line feed. */
void serve_line(struct serve *serve, const char *line, size_t length);

#endif
