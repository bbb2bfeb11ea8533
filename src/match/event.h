/*
 * What can happen at a table: the list of these, in order, is the game.
 *
 * An event holds what was decided (who sat down, which turn) and not what follows from it by the
 * rules (points, hands, winners): replaying the list gives that again.  Nothing in an event is
 * secret, so every follower of a table can be sent every event.
 *
 * EVENT_REVEAL is for a table of a party (match.h): one for each round that was played there, in
 * their order, or a single one where none was.
 *
 * EVENT_REMATCH, after a game, names the table at which the same people can play another one; there
 * EVENT_KEEP says for whom a seat is kept.
 *
 * EVENT_TAKEBACK asks everybody whether a seat's last turn may be taken back, EVENT_ANSWER is what
 * somebody says to that, and EVENT_UNDO takes it back, with all turns since.
 */
#ifndef RAILHEAD_MATCH_EVENT_H
#define RAILHEAD_MATCH_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/turn.h"

enum {
    PERSON_SIZE = 17,                    /* a person's public id: 16 characters and the NUL */
    BOT_NAME_SIZE = 16,                  /* with the NUL */
    CHAT_CHARACTERS = 300,               /* of UTF-8, so up to four bytes each */
    CHAT_SIZE = 4 * CHAT_CHARACTERS + 1, /* with the NUL */
    REMATCH_SIZE = 17                    /* a table's id, with the NUL */
};

enum event_kind {
    EVENT_SIT,
    EVENT_STAND,
    EVENT_SEAT,
    EVENT_START,
    EVENT_ROUND,
    EVENT_TURN,
    EVENT_END,
    EVENT_READY,
    EVENT_AWAY,
    EVENT_BACK,
    EVENT_RESULT,
    EVENT_CLOSE,
    EVENT_CHAT,
    EVENT_MUTE,
    EVENT_REVEAL,
    EVENT_KEEP,
    EVENT_REMATCH,
    EVENT_TAKEBACK,
    EVENT_ANSWER,
    EVENT_UNDO,
    EVENT_KINDS,
};

enum seat_kind {
    SEAT_OPEN,    /* for anybody */
    SEAT_INVITED, /* for somebody with the key */
    SEAT_PERSON,
    SEAT_BOT,
};

enum away_reason { AWAY_TIME, AWAY_LEFT, AWAY_GONE, AWAY_REASONS };
enum close_reason { CLOSE_HOST, CLOSE_OLD, CLOSE_REASONS };

/* Which fields count depends on the kind; the others are zero. */
struct event {
    enum event_kind kind;
    int64_t at;               /* milliseconds since 1970 */
    unsigned seat;            /* from 0: where event_names_seat() */
    char person[PERSON_SIZE]; /* sit, chat, mute, keep, rematch */
    bool program;             /* sit: a program of the person plays there */
    enum seat_kind as;        /* seat: what it becomes; open, invited or a bot's */
    char bot[BOT_NAME_SIZE];  /* seat: which bot */
    struct turn turn;         /* turn */
    uint32_t after;           /* turn: the number of the last event its player had seen */
    bool stand_in;            /* turn: a bot played for an absent person */
    int64_t left;             /* turn, with a live clock: the mover's bank after it, else 0 */
    enum away_reason away;    /* away */
    enum close_reason close;  /* close */
    bool on;                  /* mute; answer: yes */
    uint32_t of;              /* takeback: the number of the turn's event */
    unsigned turns;           /* undo: how many are taken back */
    char table[REMATCH_SIZE]; /* rematch */
    char text[CHAT_SIZE];     /* chat; "" when its author has deleted it */
};

/* Whether events of a kind are about a seat; whether they say which person. */
bool event_names_seat(enum event_kind kind);
bool event_names_person(enum event_kind kind);

/* The words of the protocol for the kinds and reasons above. */
extern const char *const event_kind_names[EVENT_KINDS];
extern const char *const away_reason_names[AWAY_REASONS];
extern const char *const close_reason_names[CLOSE_REASONS];

#endif
