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
 *     | 17       {turn, seat 2}  | barrier winners seed                          |
 *     +--------------------------+-----------------------------------------------+
 *       decided                    what follows, where the kind has it
 */
#ifndef RAILHEAD_PROTOCOL_TOLD_H
#define RAILHEAD_PROTOCOL_TOLD_H

#include "match/state.h"

enum {
    TOLD_NAME_SIZE = 4 * 32 + 1, /* of a person: 32 characters of UTF-8 and the NUL */
    TOLD_PEOPLE_MAX = 80,        /* those who sit and the last who spoke; more are not kept */
    TOLD_TABLE_ID_SIZE = 17,
    TOLD_KEY_SIZE = 33,
    TOLD_SEED_SIZE = 65,
};

struct told_event {
    uint32_t number;
    struct event event;

    unsigned round; /* round, end, reveal: from 1 */
    unsigned first; /* round: from 0 */
    bool has_hands; /* round with open cards, end, reveal */
    struct hand hand[SEATS_MAX];
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
    char person[PERSON_SIZE];
    char name[TOLD_NAME_SIZE];
    char bot[BOT_NAME_SIZE];
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
    int64_t opened, changed;
    unsigned party; /* how many tables deal the same cards; 0 for none */
};

/* The message `table`: what is followed from now on. */
struct told_following {
    struct told_table table;
    unsigned seat; /* mine, or SEAT_NONE */
    uint32_t last; /* the number of its last event */
    int64_t since; /* when the turn or the pause that goes on began */
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
    int64_t now;
    char id[PERSON_SIZE]; /* "" for nobody */
    char name[TOLD_NAME_SIZE];
};

#endif
