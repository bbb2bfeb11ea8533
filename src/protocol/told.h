/*
 * What a server says to a client, once it has been read: one structure for each kind of message
 * that a client acts on (docs/protocol.md, "What the server says").
 *
 * An event is what was decided (match/event.h) and what follows from it by the rules, which a
 * client cannot compute without the others' cards: the server writes both, a client reads both, and
 * the store reads the first alone.
 *
 *     struct told_event
 *     +--------------------------+-----------------------------------------------+
 *     | number   event           | round first hand[] connected lost[] points[]  |
 *     | 17       {turn, seat 2}  | missing[] barrier winners seed commitment     |
 *     +--------------------------+-----------------------------------------------+
 *       decided                    what follows, where the kind has it
 */
#ifndef RAILHEAD_PROTOCOL_TOLD_H
#define RAILHEAD_PROTOCOL_TOLD_H

#include "match/state.h"
#include "protocol/settings.h"

enum {
    TOLD_NAME_CHARACTERS = 32, /* of a person */
    TOLD_NAME_SIZE = 4 * TOLD_NAME_CHARACTERS + 1,
    TOLD_PEOPLE_MAX = 80, /* those who sit and the last who spoke; more are not kept */
    TOLD_TABLE_ID_SIZE = REMATCH_SIZE,
    TOLD_KEY_SIZE = 33,
    TOLD_SEED_SIZE = 65,
    TOLD_VERSION_SIZE = 33,
    TOLD_ADDRESS_SIZE = 129,
    TOLD_CODE_SIZE = 17,
    TOLD_FAULT_SIZE = 65,                          /* of a fault's code */
    TOLD_SENTENCE_SIZE = FAULT_SENTENCE_SIZE + 40, /* with the line before it, the rule behind it */
};

struct told_event {
    uint32_t number;
    struct event event;
    bool has_left; /* turn: `event.left` is told */

    char commitment[TOLD_SEED_SIZE]; /* start */
    unsigned round;                  /* round, end, reveal: from 1 */
    unsigned first;                  /* round: from 0 */
    bool has_hands;                  /* round with open cards, end, reveal */
    struct hand hand[SEATS_MAX];
    bool has_missing; /* end, reveal: the lines that each seat misses, and what they cost */
    struct line_set missing[SEATS_MAX];
    unsigned cost[SEATS_MAX];
    unsigned connected;        /* end: a bit for each seat */
    int16_t lost[SEATS_MAX];   /* end: `score` */
    int16_t points[SEATS_MAX]; /* end */
    bool has_barrier;          /* end */
    int16_t barrier;
    unsigned winners;          /* result: a bit for each seat */
    char seed[TOLD_SEED_SIZE]; /* result, the last reveal; or "" */
};

/* A seat of a TABLE. */
struct told_seat {
    enum seat_kind kind;
    char person[PERSON_SIZE]; /* who sits there, or for whom an invited seat is kept */
    char name[TOLD_NAME_SIZE];
    char bot[BOT_NAME_SIZE];
    bool program; /* of the person, plays */
};

enum told_state { TOLD_OPEN, TOLD_RUNNING, TOLD_FINISHED, TOLD_CLOSED };

/* TABLE, as `table` messages, lobbies and HTTP have it. */
struct told_table {
    char id[TOLD_TABLE_ID_SIZE];
    enum told_state state;
    char host[PERSON_SIZE];
    char key[TOLD_KEY_SIZE]; /* for the host alone, or "" */
    struct match_settings settings;
    struct told_seat seat[SEATS_MAX];
    unsigned round;
    bool has_points;
    int points[SEATS_MAX];
    unsigned winners;
    bool has_mover; /* while a round is played */
    unsigned mover; /* whose turn it is */
    int64_t opened, changed;
    unsigned party; /* how many tables deal the same cards; 0 for none */
    char party_table[PARTY_TABLES_MAX][TOLD_TABLE_ID_SIZE]; /* their ids, in order */
};

/* The message `table`: what is followed from now on. */
struct told_following {
    struct told_table table;
    unsigned seat; /* mine, or SEAT_NONE */
    uint32_t last; /* the number of its last event */
    int64_t since; /* when the turn or the pause that goes on began */
    bool has_re;   /* here and below: the message that this answers had an id */
    int64_t re;
};

struct told_hand {
    unsigned round; /* from 1 */
    unsigned seat;
    struct hand hand;
};

struct told_person {
    char id[PERSON_SIZE];
    char name[TOLD_NAME_SIZE];
    bool here;
    bool seated;
};

struct told_people {
    unsigned people;
    struct told_person person[TOLD_PEOPLE_MAX];
    unsigned watching;
};

struct told_hello {
    unsigned version;               /* of the protocol */
    char server[TOLD_VERSION_SIZE]; /* of the server */
    int64_t now;
    char id[PERSON_SIZE]; /* "" for nobody */
    char name[TOLD_NAME_SIZE];
};

/* What was asked is done; over HTTP too. */
struct told_done {
    uint32_t number; /* the last event it made */
    bool has_re;
    int64_t re;
};

/* A fault, as data and as the server's English sentence. */
struct told_fault {
    char rule[TOLD_CODE_SIZE];  /* that is broken, or "" */
    char code[TOLD_FAULT_SIZE]; /* of core/faults.def */
    struct fault fault;         /* FAULT_NONE when this program does not know the code */
    char text[TOLD_SENTENCE_SIZE];
};

/* What was asked is refused; over HTTP too. */
struct told_error {
    struct told_fault why;
    char error[TOLD_CODE_SIZE];
    bool has_re;
    int64_t re;
};

struct told_pong {
    int64_t now;
    bool has_re;
    int64_t re;
};

struct told_bye {
    struct told_fault why;
};

#endif
