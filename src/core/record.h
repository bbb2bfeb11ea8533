/*
 * The game record (.rail): read and replayed by the rules line by line, and written.
 *
 * The reader holds a position and plays every turn on it, so a record that is read to its end has
 * been checked.  It works on a text in memory, keeps no pointer into it but its own cursor, and
 * allocates nothing.  The format is in docs/formats.md.
 */
#ifndef RAILHEAD_CORE_RECORD_H
#define RAILHEAD_CORE_RECORD_H

#include "core/fault.h"
#include "core/view.h"

enum {
    RECORD_NAME_SIZE = 256,   /* what is kept of a player's name, with the NUL */
    RECORD_EVENT_SIZE = 2048, /* room for what one record_write_... call writes */
};

struct record_names {
    char name[SEATS_MAX][RECORD_NAME_SIZE]; /* "" where there is none */
};

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

    /*
     * Set by whoever reads what a server told: rounds may be closed while cards stay hidden, and
     * then who was connected and what everybody lost is taken on trust.
     */
    bool told;

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

/* Writing: each adds whole lines to the text.  Nothing is ever cut at RECORD_EVENT_SIZE. */
void record_write_header(struct text *text, const struct board *board, const struct table *table,
                         const struct record_names *names);
void record_write_round(struct text *text, const struct board *board,
                        const struct position *position);
/* The same with '?' for every card that the view does not know. */
void record_write_view(struct text *text, const struct board *board, const struct view *view);
void record_write_turn(struct text *text, const struct board *board, unsigned seat,
                       const struct turn *turn);

/* The closing lines of a round that is over, and the result when the game is. */
void record_write_closing(struct text *text, const struct board *board, const struct table *table);

/*
 * A name as a record can hold it, from text of anybody: without control characters and bytes that
 * are not UTF-8, without spaces at its ends, with '+' for '#', which would begin a comment; as many
 * whole characters as fit.
 */
void record_clean_name(char name[], size_t size, const char *words, size_t length);

/* Whether the record has barrier lines: rule set transamerica without open cards. */
bool record_has_barrier(const struct board *board, const struct table *table);

#endif
