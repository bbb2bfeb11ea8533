/*
 * Messages of clients (docs/protocol.md): parses bytes into a checked `struct message`, and writes
 * messages.  It knows the form of messages, not whether the sender may do what they ask.
 *
 * A new kind needs a name in the enum, a row in message.c and, for a field that no other kind has,
 * a member and a row for that field.
 */
#ifndef RAILHEAD_PROTOCOL_MESSAGE_H
#define RAILHEAD_PROTOCOL_MESSAGE_H

#include "match/event.h"
#include "match/state.h"
#include "protocol/complaint.h"
#include "rules/notation.h"

enum {
    MESSAGE_SIZE_MAX = 4096,  /* bytes of a message that is read */
    MESSAGE_TEXT_SIZE = 3072, /* fits every message that is written, including the NUL */
    TABLE_ID_CHARACTERS = 32, /* maximum; the creator of an id decides its length */
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

/* Which fields are used depends on the kind; the others are zero. */
struct message {
    enum message_kind kind;
    bool has_id;
    int64_t id;                          /* an integer that a double represents exactly */
    char table[TABLE_ID_CHARACTERS + 1]; /* follow */
    uint32_t after;                      /* follow, turn, ready */
    unsigned seat; /* from 0, possibly not a seat of the table: sit, seat, away */
    char key[TABLE_KEY_CHARACTERS + 1]; /* sit; "" if not given */
    bool program;                       /* sit: a program will play */
    struct seat_plan as;                /* seat; fill: only bots */
    char turn[TURN_TEXT_SIZE];          /* turn: as sent; rules/notation.h parses it */
    char text[CHAT_SIZE];               /* chat */
    char person[PERSON_SIZE];           /* mute */
    bool on;                            /* mute; answer: yes */
    uint32_t event;                     /* takeback, answer: number of the event concerned */
    bool undo;                          /* follow: the client supports taking back turns */
};

/* Returns the protocol's word for a kind. */
const char *message_word(enum message_kind kind);

/* Lists the fields of a kind other than `do` and `id`, like fields_list(). */
void message_list(enum message_kind kind, struct text *text);

/*
 * Parses a message.  Returns false and sets the complaint (`size`, `syntax`, `field`, `unknown`) if
 * it is invalid; then only `has_id` and `id` are valid, so that the refusal can refer to it.
 */
bool message_read(struct message *message, const char *bytes, size_t length,
                  struct complaint *complaint);

/*
 * Set the text of a chat message, or the kind of a seat, as typed by a person.  Return false and
 * the complaint that a server would send if it is not allowed; the message is then unchanged.
 */
bool message_say(struct message *message, const char *typed, struct complaint *complaint);
bool message_seat_as(struct message *message, const char *typed, struct complaint *complaint);

/* Writes a message whose fields are as left by message_read().  There is one spelling. */
void message_write(const struct message *message, struct text *text);

#endif
