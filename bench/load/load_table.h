/*
 * Tables that are played as fast as the server allows: four people each, who open a table, sit
 * down, play random legal turns to the end of the game and open the next one.
 *
 * A table is followed as its host's client would (src/follow/), whichever connection is the first
 * to tell of an event; each person's cards come over their own connection.
 */
#ifndef RAILHEAD_BENCH_LOAD_TABLE_H
#define RAILHEAD_BENCH_LOAD_TABLE_H

#include "bots/bot.h"
#include "follow/follow.h"
#include "wire.h"

enum { COMPLAINT_SIZE = 512 };

struct load_table;

struct load_seat {
    struct wire wire; /* first, so that a wire leads to its seat */
    struct load_table *table;
    char secret[SECRET_SIZE];
    bool is_upgraded;
    bool follows;         /* the table's present game */
    uint32_t sent_number; /* the event that the last turn becomes; 0: none is on its way */
    int64_t sent_at;
    int64_t again_at; /* when to try again what failed; 0: nothing did */
    struct sockaddr_in from;
    unsigned hand_round; /* the round of their cards: hand[] of the table */
};

struct load_table {
    struct wire http; /* first: the request that opens a table */
    struct load *load;
    char id[TOLD_TABLE_ID_SIZE];
    struct load_seat seat[SEATS_MAX];
    unsigned greeted; /* connections that the server has greeted */
    unsigned sitting;
    unsigned dealt; /* the last round of which everybody has their cards */
    struct told_hello hello;
    struct follow follow;
    struct hand hand[SEATS_MAX];
    struct player player;
    struct turn turn; /* on its way */
    uint32_t echoed;  /* moves so far, of a load that is an echo's */
    bool thinks;      /* with a rate: it moves when it is due, 0 before the first time */
    int64_t due;
};

/* What the tables share. */
struct load {
    int epoll;
    struct sockaddr_in address; /* of the first server; the others have the ports behind it */
    unsigned servers;           /* at which the people of a table sit in turn */
    struct sockaddr_in from;    /* the first address that people come from; sin_family 0: any */
    unsigned addresses;         /* how many there are from that one on */
    char host[32];
    const struct board *board;
    unsigned seats;
    struct load_table *table;
    unsigned tables;

    bool echo; /* it is no game: see bench/floor.c */

    bool playing;    /* tables start when all sit; before, they wait */
    unsigned seated; /* tables at which all have sat down for the first time */

    /* Every table that may move asks here; the callee calls load_table_move() when it is time. */
    void (*may_move)(struct load *load, struct load_table *table);

    /* A turn was acknowledged: its player has received it as an event. */
    void (*moved)(struct load *load, int64_t nanoseconds);
    uint64_t games;

    /* Patient people try again, once they play; what happens to them is counted. */
    bool patient;
    uint64_t refused, disconnects;

    unsigned complaints; /* what should not have happened, and the first of them */
    char complaint[COMPLAINT_SIZE];
};

int64_t load_clock(void); /* nanoseconds */

/* Connects its people; the rest follows from what the server says. */
void load_table_begin(struct load_table *table, struct load *load, unsigned number);
void load_table_start(struct load_table *table);
void load_table_move(struct load_table *table);

/* For patient people, now and then: what failed a while ago is tried again. */
void load_table_try_again(struct load_table *table);
void load_table_release(struct load_table *table);

#endif
