/*
 * The game record (.rail): read and replayed by the rules line by line.
 *
 * The reader holds a position and plays every turn on it, so a record that is read to its end has
 * been checked.  It works on a text in memory, keeps no pointer into it but its own cursor, and
 * allocates nothing.  The format is in docs/formats.md; core/record_write.h writes it.
 */
#ifndef RAILHEAD_CORE_RECORD_H
#define RAILHEAD_CORE_RECORD_H

#include "core/fault.h"
#include "core/position.h"
#include "core/record_write.h"

/*
 * Whoever reads a record from outside refuses a longer one: a round takes 4 KB at most on the
 * boards that come with this, and no game has 200.
 */
enum { RECORD_SIZE_MAX = 1 << 20 };

/* Finds the board of that id, or NULL. */
struct record_boards {
    const struct board *(*find)(void *context, const char *id, size_t length);
    void *context;
};

/* What record_next() has read. */
enum record_event {
    RECORD_ROUND,  /* a round has been dealt */
    RECORD_TURN,   /* `seat` has played `turn` */
    RECORD_CLOSED, /* the round's closing lines, with the result when the game is over */
    RECORD_END,    /* the end of a record without fault, finished or not */
    RECORD_FAULT,  /* `fault` says what; nothing more can be read */
};

struct record_reader {
    /* What has been read so far. */
    const struct board *board; /* NULL until its line is read */
    struct position position;
    struct record_names names;
    struct turn turn;
    unsigned seat;
    unsigned rounds;
    unsigned turns;
    struct fault fault;

    /* Its own. */
    struct record_boards boards;
    const uint8_t *seed; /* the deals must come from it, or NULL */
    const char *rest;
    size_t left;
    unsigned line;
    unsigned stage;
    unsigned seats;
    unsigned variants;
    unsigned count; /* lines of the same kind read so far: names, deals */
    unsigned first;
    struct hand hand[SEATS_MAX];
};

/* `seed`, unless NULL, is 32 bytes that outlive the reader: every deal must be the seed's. */
void record_reader_init(struct record_reader *reader, const char *text, size_t size,
                        struct record_boards boards, const uint8_t *seed);

/* Reads up to the next event. */
enum record_event record_next(struct record_reader *reader);

/* Reads all the rest: RECORD_END or RECORD_FAULT. */
enum record_event record_read_rest(struct record_reader *reader);

/* Whether all cards of the round are known. */
bool record_has_all_hands(const struct record_reader *reader);

#endif
