/*
 * The events of a table.  Their list, in order, is the game.
 *
 * An event records what was decided (who sat down, which turn) but not what follows from it by the
 * rules (points, hands, winners): replaying the list computes that.  Events contain no secrets, so
 * every follower of a table may receive every event.
 *
 * EVENT_REVEAL is for a table of a party (match.h): one for each round played there, in order, or a
 * single one if none was played.
 *
 * EVENT_REMATCH, after a game, names the table where the same people can play again.  At that table
 * EVENT_KEEP records for whom a seat is kept.
 *
 * EVENT_TAKEBACK asks all players whether a seat's last turn may be taken back, EVENT_ANSWER is a
 * player's answer, and EVENT_UNDO takes the turn back, with all turns since.
 */
#ifndef RAILHEAD_MATCH_EVENT_H
#define RAILHEAD_MATCH_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/turn.h"

enum {
    PERSON_SIZE = 17,                    /* a person's public id: 16 characters and the NUL */
    BOT_NAME_SIZE = 16,                  /* with the NUL */
    CHAT_CHARACTERS = 300,               /* UTF-8 characters of up to four bytes each */
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
    SEAT_OPEN,    /* open to everyone */
    SEAT_INVITED, /* only for people with the invitation's key */
    SEAT_PERSON,
    SEAT_BOT,
};

enum away_reason { AWAY_TIME, AWAY_LEFT, AWAY_GONE, AWAY_REASONS };
enum close_reason { CLOSE_HOST, CLOSE_OLD, CLOSE_REASONS };

/* Which fields are used depends on the kind; the others are zero. */
struct event {
    enum event_kind kind;
    int64_t at;               /* milliseconds since 1970 */
    unsigned seat;            /* from 0; used if event_names_seat() */
    char person[PERSON_SIZE]; /* sit, chat, mute, keep, rematch */
    bool program;             /* sit: a program plays for the person */
    enum seat_kind as;        /* seat: its new kind: SEAT_OPEN, SEAT_INVITED or SEAT_BOT */
    char bot[BOT_NAME_SIZE];  /* seat: name of the bot */
    struct turn turn;         /* turn */
    uint32_t after;           /* turn: number of the last event that its player had seen */
    bool stand_in;            /* turn: played by a bot for an absent person */
    int64_t left; /* turn, with a live clock: the mover's bank afterwards in milliseconds, else 0 */
    enum away_reason away;    /* away */
    enum close_reason close;  /* close */
    bool on;                  /* mute: muted rather than unmuted; answer: yes */
    uint32_t of;              /* takeback: number of the event of the turn */
    unsigned turns;           /* undo: number of turns taken back */
    char table[REMATCH_SIZE]; /* rematch */
    char text[CHAT_SIZE];     /* chat; "" if the author has deleted it */
};

/* Return true if events of this kind refer to a seat, or name a person. */
bool event_names_seat(enum event_kind kind);
bool event_names_person(enum event_kind kind);

/* The protocol's words for these kinds and reasons. */
extern const char *const event_kind_names[EVENT_KINDS];
extern const char *const away_reason_names[AWAY_REASONS];
extern const char *const close_reason_names[CLOSE_REASONS];

#endif
