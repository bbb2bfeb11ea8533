/*
 * Cost of each kind of request, in tokens of the address's and the person's rate limit
 * (rate_limit.h), where a plain message costs 1. It reflects the server's work: a lookup in memory,
 * a read or write of the store, hashing a password, replaying a record.
 */
#ifndef RAILHEAD_SERVER_LIMITS_REQUEST_COST_H
#define RAILHEAD_SERVER_LIMITS_REQUEST_COST_H

enum request_cost {
    COST_MESSAGE = 1, /* a ping, a turn, a chat message */
    COST_FILE = 1,    /* of the web client */
    COST_LOOK = 1,    /* a table, one's own account, the health check */
    COST_CONNECT = 3, /* a WebSocket, whose person is looked up */
    COST_FOLLOW = 3,  /* a table with its history, possibly loaded first */
    COST_READ = 5,    /* games, sessions, records: from the store */
    COST_WRITE = 5,   /* a name, the end of a session */
    COST_LIST = 10,   /* of tables, which is long */
    COST_OPEN = 10,   /* a table */
    COST_MORE = 4,    /* each further table opened with it */
    COST_FORGET = 20, /* deletes a person */
    COST_HASH = 20,   /* hashes a password */
    COST_UPLOAD = 20, /* uploads a record, which is replayed */
};

#endif
