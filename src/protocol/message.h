/*
 * What a client says (docs/protocol.md): bytes in, a checked `struct message` out, and the other
 * way round.  It knows the form of messages, not whether anybody may do what they ask.
 *
 * A new kind is a name in the enum, its row in message.c and, where it has a field that no other
 * kind has, a member and the field's row.
 */
#ifndef RAILHEAD_PROTOCOL_MESSAGE_H
#define RAILHEAD_PROTOCOL_MESSAGE_H

#include "core/notation.h"
#include "match/event.h"
#include "match/state.h"
#include "protocol/complaint.h"

enum {
    MESSAGE_SIZE_MAX = 4096,  /* of what is read */
    MESSAGE_TEXT_SIZE = 3072, /* room for what is written, with the NUL */
    TABLE_ID_CHARACTERS = 32, /* at most: how long they are is for whoever makes them */
    TABLE_KEY_CHARACTERS = 64,
};

enum message_kind {
    MESSAGE_FOLLOW,
    MESSAGE_LOBBY,
    MESSAGE_SIT,
    MESSAGE_STAND,
    MESSAGE_SEAT,
    MESSAGE_FILL,
    MESSAGE_START,
    MESSAGE_CLOSE,
    MESSAGE_TURN,
    MESSAGE_READY,
    MESSAGE_LEAVE,
    MESSAGE_BACK,
    MESSAGE_AWAY,
    MESSAGE_CHAT,
    MESSAGE_MUTE,
    MESSAGE_TAKEBACK,
    MESSAGE_ANSWER,
    MESSAGE_REMATCH,
    MESSAGE_PING,
    MESSAGE_KINDS,
};

/* Which fields count depends on the kind; the others are zero. */
struct message {
    enum message_kind kind;
    bool has_id;
    int64_t id;                          /* within what a double holds exactly */
    char table[TABLE_ID_CHARACTERS + 1]; /* follow */
    uint32_t after;                      /* follow, turn, ready */
    unsigned seat;                      /* from 0, not always one of the table's: sit, seat, away */
    char key[TABLE_KEY_CHARACTERS + 1]; /* sit; "" where there is none */
    bool program;                       /* sit: a program is going to play */
    struct seat_plan as;                /* seat; fill: a bot's */
    char turn[TURN_TEXT_SIZE];          /* turn: as sent, to be read by core/notation.h */
    char text[CHAT_SIZE];               /* chat */
    char person[PERSON_SIZE];           /* mute */
    bool on;                            /* mute; answer: yes */
    uint32_t event;                     /* takeback, answer: the number of what it is about */
    bool undo;                          /* follow: knows that turns can be taken back */
};

/* The word of the protocol for it. */
const char *message_word(enum message_kind kind);

/* Its fields beside `do` and `id`, as fields_list() has them. */
void message_list(enum message_kind kind, struct text *text);

/*
 * False with a complaint (`size`, `syntax`, `field`, `unknown`) when it is not a message of the
 * protocol; then only `has_id` and `id` mean something, so that the refusal can name it.
 */
bool message_read(struct message *message, const char *bytes, size_t length,
                  struct complaint *complaint);

/*
 * What a chat says and what a seat shall be, as somebody typed it.  False with the complaint that a
 * server would have; the message is then as before.
 */
bool message_say(struct message *message, const char *typed, struct complaint *complaint);
bool message_seat_as(struct message *message, const char *typed, struct complaint *complaint);

/* The one spelling of a message whose fields are as message_read() leaves them. */
void message_write(const struct message *message, struct text *text);

#endif
