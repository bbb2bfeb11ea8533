/*
 * What a room wants to be sent, and to whom.  A room writes letters and calls nobody; the hub
 * delivers them after each call of a room, to those who are still there.
 */
#ifndef RAILHEAD_SERVER_TABLES_MAIL_H
#define RAILHEAD_SERVER_TABLES_MAIL_H

#include "server/people/identity.h"
#include "server/tables/event_log.h"

struct letter {
    uint64_t to;              /* a link's id; 0: every follower of the room */
    char person[PERSON_SIZE]; /* with `to` 0: only those who are this person; "" for all */
    struct packet *packet;    /* or, of a log, all events after number `after` */
    struct event_log *log;
    uint32_t after;
};

struct mail {
    struct letter *letter;
    unsigned count;
    size_t capacity;
    bool lost;                 /* there was no memory for a letter: followers have to come back */
    char table[TABLE_ID_SIZE]; /* whose room writes them, by its id and */
    uint64_t serial;           /* its number in memory */
};

/* Packets are the mail's from now on; NULL is one for which there was no memory. */
void mail_to_all(struct mail *mail, struct packet *packet);
void mail_to_person(struct mail *mail, const char *person, struct packet *packet);
void mail_to_link(struct mail *mail, uint64_t link, struct packet *packet);
void mail_log(struct mail *mail, uint64_t link, struct event_log *log, uint32_t after);

/* Throws the letters away; the memory stays for the next ones. */
void mail_clear(struct mail *mail);
void mail_release(struct mail *mail);

#endif
