/*
 * The engine's side of the protocol (docs/engine-protocol.md) for our own bots: a line in, the
 * answers out.
 *
 * Does no I/O, knows no clock and allocates nothing: all that is the caller's.  Any line at all may
 * be given; what makes no sense is answered by an `info text` line and otherwise ignored.
 */
#ifndef RAILHEAD_ENGINE_ENGINE_SERVE_H
#define RAILHEAD_ENGINE_ENGINE_SERVE_H

#include "bots/bot.h"
#include "engine/growing_record.h"

enum { SERVE_BOARD_SIZE = 1 << 18 }; /* the text of a board that is sent */

/* What lies outside.  `say` gets whole lines with their line feeds. */
struct serve_outside {
    void (*say)(void *context, const char *lines, size_t length);
    void (*start_clock)(void *context, uint64_t milliseconds); /* 0: no limit of time */
    bool (*late)(void *context); /* whether that time is over; NULL where there is no clock */
    void *context;
};

/* Large: not for the stack. */
struct serve {
    const struct bot *bot;
    struct serve_outside outside;
    void *memory;  /* the player's: bot->memory bytes */
    uint64_t seed; /* where the referee gives none */
    bool finished; /* `quit` was said */

    /* Options. */
    uint64_t ideas; /* how many of the best turns are told */
    bool beliefs;   /* whether beliefs are told */

    /* The game. */
    bool in_game;
    bool lost_track; /* the game has a fault, which has been told */
    unsigned seat;   /* or SEAT_NONE */
    bool has_player; /* from the first round on */
    struct rng rng;
    struct player player;
    struct growing_record record;

    /* A board of the referee's own. */
    bool takes_board; /* between `board-file` and `end-board` */
    bool has_board;
    struct board board;
    size_t board_used;
    char board_text[SERVE_BOARD_SIZE];
};

void serve_init(struct serve *serve, const struct bot *bot, void *memory, uint64_t seed,
                struct serve_outside outside);

/* One line, without its line feed. */
void serve_line(struct serve *serve, const char *line, size_t length);

#endif
