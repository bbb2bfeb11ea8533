/*
 * What each kind of request costs, in messages: an address and a person have so many of them a
 * second (rate_limit.h).  The price follows what the server has to do for it: look something up in
 * memory, read a game from the store, write, hash a password, replay a record.
 */
#ifndef RAILHEAD_SERVER_LIMITS_REQUEST_COST_H
#define RAILHEAD_SERVER_LIMITS_REQUEST_COST_H

enum request_cost {
    COST_MESSAGE = 1, /* a ping, a turn, a word */
    COST_FILE = 1,    /* of the web client */
    COST_LOOK = 1,    /* at a table, at oneself, at the server's health */
    COST_CONNECT = 3, /* a WebSocket, whose person is looked up */
    COST_FOLLOW = 3,  /* a table, which may have to be read first, with its history */
    COST_READ = 5,    /* games, sessions, records: from the store */
    COST_WRITE = 5,   /* a name, the end of a session */
    COST_LIST = 10,   /* of tables, which is long */
    COST_OPEN = 10,   /* a table, */
    COST_MORE = 4,    /* and each further one that is opened with it */
    COST_FORGET = 20, /* everything about a person */
    COST_HASH = 20,   /* a password */
    COST_UPLOAD = 20, /* a record, which is replayed */
};

#endif
