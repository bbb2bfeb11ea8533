/*
 * A link: one connection as the hub sees it, a WebSocket that stays or a request that is answered
 * once.  The network owns it, reads from its outbox and is woken through `wake`; it knows nothing
 * of libwebsockets.
 *
 * What comes in is handled one message after the other: while an earlier one waits for the store,
 * later ones lie in the inbox.
 */
#ifndef RAILHEAD_SERVER_LINK_H
#define RAILHEAD_SERVER_LINK_H

#include <stdbool.h>
#include <stdint.h>

#include "match/event.h"
#include "server/packet.h"

enum {
    ADDRESS_SIZE = 48, /* the key of an address: see limits.h */
    NAME_CHARACTERS = 32,
    NAME_SIZE = 4 * NAME_CHARACTERS + 1,
    LOGIN_SIZE = 33,
    HASH_SIZE = 65,         /* of a secret, in hexadecimal digits */
    INBOX_MAX = 16,         /* messages that wait */
    OUTBOX_MAX = 8192,      /* packets that wait */
    OUTBOX_BYTES = 4 << 20, /* and what they may hold, but for one that is larger */
};

/* Who is at the other end. */
struct identity {
    char person[PERSON_SIZE]; /* "" for somebody without a secret */
    char name[NAME_SIZE];
    char login[LOGIN_SIZE];
    char session[HASH_SIZE]; /* the hash of the secret */
};

enum link_state {
    LINK_ASKING, /* who is it?  The store is being asked */
    LINK_READY,
    LINK_WAITING, /* for a table: it is being read or written */
    LINK_ENDING,  /* takes nothing more; closes when the outbox is empty */
};

struct change;
struct hub;
struct lookup;
struct room;

struct link {
    struct hub *hub;
    enum link_state state;
    bool once; /* a request: its answer goes to `answered`, and events do not reach it */
    struct identity identity;
    char address[ADDRESS_SIZE];

    /* What it follows: a table, or the list of tables. */
    struct room *room;
    struct link *next_in_room, *previous_in_room;
    bool in_lobby;

    /* A message that waits for a table, and those behind it. */
    struct room *awaited;
    struct link *next_waiting;
    void (*resume)(struct link *link); /* the table is ready */
    void (*give_up)(struct link *link, const char *code, const char *sentence); /* it never will */
    struct packet *inbox[INBOX_MAX];
    unsigned inbox_count;

    struct packet **outbox; /* a ring of `outbox_room` places */
    unsigned outbox_room, outbox_first, outbox_count;
    size_t outbox_bytes;

    unsigned hurries;      /* messages in a row that came too fast */
    bool counted;          /* among the connections of its person */
    unsigned offences;     /* messages that were none */
    struct lookup *lookup; /* the store is being asked who it is */
    struct change *asked;  /* what it asked for and is being written */

    /* The network's. */
    void (*wake)(struct link *link); /* the outbox has something, or the link is ending */
    void (*answered)(struct link *link, int status, struct packet *body); /* `once`; takes body */
    void *owner;
    struct link *next, *previous; /* all links of the hub */
};

/* Adds to the outbox; a link that reads too slowly is ended instead. */
void link_send(struct link *link, struct packet *packet);

/* The same with a packet that is the callee's from now on. */
void link_give(struct link *link, struct packet *packet);

/* The next packet to be sent, now the caller's, or NULL. */
struct packet *link_take(struct link *link);

void link_outbox_release(struct link *link);

#endif
