/*
 * Somebody who uses the server: at most one WebSocket and a few requests, as the network would hand
 * them to the hub.  Each connection lies in memory of its own that is freed when it is closed.
 *
 * What the client is sent is checked here: every event once and in order, an answer for every
 * message and none twice, no card before its time.  What it does is player.c's and hostile.c's.
 */
#ifndef RAILHEAD_TESTS_SIMULATE_CLIENT_H
#define RAILHEAD_TESTS_SIMULATE_CLIENT_H

#include "server/http/api.h"

enum { PENDING_MAX = 64, REQUESTS_MAX = 3, SAY_SIZE = 8192, ANSWER_SIZE = 16 };

struct world;
struct client;

/* A message that waits for its answer. */
struct pending {
    int64_t id;
    bool follows;
    char table[TABLE_ID_SIZE]; /* of which it is about */
    uint32_t after;            /* follow */
};

struct websocket {
    struct hub_client client; /* first */
    struct client *player;
    bool has_greeted; /* hello was read */
    bool ended;       /* bye was read */

    /* What it follows as far as it has read. */
    char table[TABLE_ID_SIZE];
    bool knows_seen;
    uint32_t seen;

    struct pending pending[PENDING_MAX];
    unsigned pendings;
    unsigned unnamed; /* refusals that named no message */
};

struct http_request {
    struct api_request request; /* first */
    struct client *player;
    char table[TABLE_ID_SIZE]; /* which it is about */
    char own[PERSON_SIZE];     /* whom its secret stands for without any account; or "" */
    unsigned answers;
};

struct client {
    struct world *world;
    unsigned number;
    char secret[SECRET_SIZE], address[ADDRESS_SIZE];
    char former[SECRET_SIZE]; /* that it had before, and another device may still have; or "" */
    bool signed_in;           /* the secret is that of a login, or may be */
    bool former_signed_in;    /* and the former one */
    char session[SESSION_ID_SIZE]; /* one of its own that it has been shown */
    bool is_hostile, never_reads;
    int64_t next_id;

    struct websocket *websocket;
    struct http_request *request[REQUESTS_MAX];

    char table[TABLE_ID_SIZE]; /* where it wants to be, also after it was cut off */
    uint32_t seen;             /* and what it has seen there */
    char answer[ANSWER_SIZE];  /* the last one: "done", or the code of an error */
};

void client_init(struct client *client, struct world *world, unsigned number);

/* The device that has its former secret is used from now on. */
void client_change_device(struct client *client);

/* Its connections go, without a word; or only those to one server. */
void client_gone(struct client *client);
void client_lost(struct client *client, const struct hub *hub);

/* ---- The WebSocket --------------------------------------------------------------------------- */

void client_connect(struct client *client);

/* Closes the WebSocket.  Without one, which the server may have ended, it does nothing. */
void client_disconnect(struct client *client);

/* Whether it can send something. */
bool client_is_there(const struct client *client);

/* Takes at most so many messages, and closes the connection when the server has ended it. */
void client_read(struct client *client, unsigned most);

/* A message: `fields` is what follows "do", as in "\"ping\"".  It gets an id. */
__attribute__((format(printf, 2, 3))) void client_say(struct client *client, const char *fields,
                                                      ...);
void client_follow(struct client *client, const char *table, uint32_t after);

/* Bytes without any promise. */
void client_send(struct client *client, const char *bytes, size_t length);

/* ---- Requests -------------------------------------------------------------------------------- */

/* False when it has as many as it may.  `body` may be NULL. */
bool client_ask(struct client *client, enum http_method method, const char *path, const char *body);
bool client_ask_as(struct client *client, enum http_method method, const char *path,
                   const char *query, const char *type, const char *body, size_t length);

/* Checks the answer to request `number` and closes the request.  Without a request of that number,
 * or without an answer, it does nothing. */
void client_finish(struct client *client, unsigned number);

/* Closes request `number`, answered or not.  Without one it does nothing. */
void client_drop_request(struct client *client, unsigned number);

/* ---- What may be seen ------------------------------------------------------------------------ */

/* Whether a text names a city of any board as a word of JSON. */
bool names_a_city(const char *text);

#endif
