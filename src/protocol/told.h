/*
 * Messages from a server after parsing: one structure for each kind of message that a client
 * handles (docs/protocol.md, "What the server says").
 *
 * An event consists of what was decided (match/event.h) and what follows from it by the rules,
 * which a client cannot compute without the others' cards.  The server writes both, a client reads
 * both, and the store reads only the first.
 *
 *     struct told_event
 *     +--------------------------+-----------------------------------------------+
 *     | number   event           | round first hand[] connected lost[] points[]  |
 *     | 17       {turn, seat 2}  | missing[] barrier winners seed commitment     |
 *     +--------------------------+-----------------------------------------------+
 *       decided                    derived, if the kind has it
 */
#ifndef RAILHEAD_PROTOCOL_TOLD_H
#define RAILHEAD_PROTOCOL_TOLD_H

#include "match/state.h"
#include "protocol/settings.h"

enum {
    TOLD_NAME_CHARACTERS = 32, /* of a person's name */
    TOLD_NAME_SIZE = 4 * TOLD_NAME_CHARACTERS + 1,
    TOLD_PEOPLE_MAX = 80, /* seated people and those who wrote last; others are dropped */
    TOLD_TABLE_ID_SIZE = REMATCH_SIZE,
    TOLD_KEY_SIZE = 33,
    TOLD_SEED_SIZE = 65,
    TOLD_VERSION_SIZE = 33,
    TOLD_ADDRESS_SIZE = 129,
    TOLD_CODE_SIZE = 17,
    TOLD_FAULT_SIZE = 65, /* of a fault's code */
    /* includes the line before the sentence and the rule after it */
    TOLD_SENTENCE_SIZE = FAULT_SENTENCE_SIZE + 40,
};

struct told_event {
    uint32_t number;
    struct event event;
    bool has_left; /* turn: `event.left` is included */

    char commitment[TOLD_SEED_SIZE]; /* start */
    unsigned round;                  /* round, end, reveal: from 1 */
    unsigned first;                  /* round: starting seat, from 0 */
    bool has_hands;                  /* round with open cards, end, reveal */
    struct hand hand[SEATS_MAX];
    bool has_missing; /* end, reveal: the lines that each seat misses, and their cost */
    struct line_set missing[SEATS_MAX];
    unsigned cost[SEATS_MAX];
    unsigned connected;        /* end: one bit per seat */
    int16_t lost[SEATS_MAX];   /* end: minus points, `score` in JSON */
    int16_t points[SEATS_MAX]; /* end */
    bool has_barrier;          /* end */
    int16_t barrier;
    unsigned winners;          /* result: one bit per seat */
    char seed[TOLD_SEED_SIZE]; /* result, last reveal; or "" */
};

/* A seat of a TABLE. */
struct told_seat {
    enum seat_kind kind;
    char person[PERSON_SIZE]; /* the person seated, or for whom an invited seat is kept */
    char name[TOLD_NAME_SIZE];
    char bot[BOT_NAME_SIZE];
    bool program; /* a program plays for the person */
};

enum told_state { TOLD_OPEN, TOLD_RUNNING, TOLD_FINISHED, TOLD_CLOSED };

/* TABLE, as in `table` messages, lobbies and HTTP responses. */
struct told_table {
    char id[TOLD_TABLE_ID_SIZE];
    enum told_state state;
    char host[PERSON_SIZE];
    char key[TOLD_KEY_SIZE]; /* only for the host, else "" */
    struct match_settings settings;
    struct told_seat seat[SEATS_MAX];
    unsigned round;
    bool has_points;
    int points[SEATS_MAX];
    unsigned winners;
    bool has_mover; /* a round is being played */
    unsigned mover; /* seat to move */
    int64_t opened, changed;
    unsigned party; /* number of tables that deal the same cards; 0 if this is not a party */
    char party_table[PARTY_TABLES_MAX][TOLD_TABLE_ID_SIZE]; /* their ids, in order */
};

/* The message `table`: the table that is followed from now on. */
struct told_following {
    struct told_table table;
    unsigned seat; /* our seat, or SEAT_NONE */
    uint32_t last; /* number of the table's last event */
    int64_t since; /* when the current turn or pause began */
    bool has_re;   /* whether `re` is set: the id of the message that is answered; likewise below */
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
    unsigned version;               /* version of the protocol */
    char server[TOLD_VERSION_SIZE]; /* version of the server */
    int64_t now;
    char id[PERSON_SIZE]; /* "" if not signed in */
    char name[TOLD_NAME_SIZE];
};

/* A request was carried out; also used over HTTP. */
struct told_done {
    uint32_t number; /* of the last event that the request caused */
    bool has_re;
    int64_t re;
};

/* A fault, as data and as the server's English sentence. */
struct told_fault {
    char rule[TOLD_CODE_SIZE];  /* rule that is broken, or "" */
    char code[TOLD_FAULT_SIZE]; /* code in text/faults.def */
    struct fault fault;         /* FAULT_NONE if this program does not know the code */
    char text[TOLD_SENTENCE_SIZE];
};

/* A request was refused; also used over HTTP. */
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
