/*
 * Reads a game record (.rail) line by line and replays it by the rules.
 *
 * The reader plays every turn on a position, so a record read to its end has been verified.  It
 * reads text in memory, keeps no pointer into it except its cursor, and does not allocate.
 * docs/formats.md describes the format; rules/record_write.h writes it.
 */
#ifndef RAILHEAD_RULES_RECORD_H
#define RAILHEAD_RULES_RECORD_H

#include "rules/position.h"
#include "rules/record_write.h"
#include "text/fault.h"

/*
 * Longer records from outside are refused.  A round takes at most 4 KB on the boards included here,
 * and no game has 200 rounds.
 */
enum { RECORD_SIZE_MAX = 1 << 20 };

/* `find` returns the board with that id, or NULL. */
struct record_boards {
    const struct board *(*find)(void *context, const char *id, size_t length);
    void *context;
};

/* What record_next() read. */
enum record_event {
    RECORD_ROUND,  /* a round has been dealt */
    RECORD_TURN,   /* `seat` has played `turn` */
    RECORD_CLOSED, /* the closing lines of the round, with the result if the game is over */
    RECORD_END,    /* the end of a valid record, finished or not */
    RECORD_FAULT,  /* `fault` describes it; nothing more can be read */
};

struct record_reader {
    /* Read so far. */
    const struct board *board; /* NULL until its line is read */
    struct position position;
    struct record_names names;
    struct turn turn;
    unsigned seat;
    unsigned rounds;
    unsigned turns;
    struct fault fault;

    /* Private. */
    struct record_boards boards;
    const uint8_t *seed; /* the deals must match it; or NULL */
    const char *rest;
    size_t left;
    unsigned line;
    unsigned stage;
    unsigned seats;
    unsigned variants;
    unsigned count; /* consecutive lines of the same kind read so far: names, deals */
    unsigned first;
    struct hand hand[SEATS_MAX];
};

/* `seed` is NULL, or 32 bytes that must outlive the reader; then every deal must match the seed. */
void record_reader_init(struct record_reader *reader, const char *text, size_t size,
                        struct record_boards boards, const uint8_t *seed);

/* Reads up to the next event and returns it. */
enum record_event record_next(struct record_reader *reader);

/* Reads to the end.  Returns RECORD_END or RECORD_FAULT. */
enum record_event record_read_rest(struct record_reader *reader);

/* Returns true if all cards of the round are known. */
bool record_has_all_hands(const struct record_reader *reader);

#endif
