/*
 * What each kind of request costs, in messages: an address and a person have so many of them a
 * second (limits.h).  The price follows what the server has to do for it: look something up in
 * memory, read a game from the store, write, hash a password, replay a record.
 */
#ifndef RAILHEAD_SERVER_LIMITS_PRICES_H
#define RAILHEAD_SERVER_LIMITS_PRICES_H

enum price {
    PRICE_MESSAGE = 1, /* a ping, a turn, a word */
    PRICE_FILE = 1,    /* of the web client */
    PRICE_LOOK = 1,    /* at a table, at oneself, at the server's health */
    PRICE_CONNECT = 3, /* a WebSocket, whose person is looked up */
    PRICE_FOLLOW = 3,  /* a table, which may have to be read first, with its history */
    PRICE_READ = 5,    /* games, sessions, records: from the store */
    PRICE_WRITE = 5,   /* a name, the end of a session */
    PRICE_LIST = 10,   /* of tables, which is long */
    PRICE_OPEN = 10,   /* a table, */
    PRICE_MORE = 4,    /* and each further one that is opened with it */
    PRICE_FORGET = 20, /* everything about a person */
    PRICE_HASH = 20,   /* a password */
    PRICE_UPLOAD = 20, /* a record, which is replayed */
};

#endif
