/*
 * Messages of a server (docs/protocol.md, "What the server says"): parses bytes into the structures
 * of told.h, and writes them.  Tables and events are in told_table.h and told_event.h.
 *
 * A new kind needs a name in the enum, a structure in told.h, rows in told_message.c and, for
 * clients, a member in `struct told`.
 */
#ifndef RAILHEAD_PROTOCOL_TOLD_MESSAGE_H
#define RAILHEAD_PROTOCOL_TOLD_MESSAGE_H

#include "protocol/told_event.h"
#include "protocol/told_table.h"

enum {
    PROTOCOL_VERSION = 1,
    TOLD_SIZE_MAX = 1 << 21, /* bytes of a message: a lobby with 200 tables */
    TOLD_TEXT_SIZE = 2048,   /* fits all messages except tables, events, people and lobbies */
    HAND_TEXT_SIZE = 512,
    FOLLOWING_TEXT_SIZE = TABLE_TEXT_SIZE + 256,
    PEOPLE_TEXT_SIZE = TOLD_PEOPLE_MAX * (2 * TOLD_NAME_SIZE + PERSON_SIZE + 64) + 64
};

enum told_kind {
    TOLD_HELLO,
    TOLD_TABLE,
    TOLD_EVENT,
    TOLD_HAND,
    TOLD_PEOPLE,
    TOLD_LOBBY,
    TOLD_DONE,
    TOLD_ERROR,
    TOLD_PONG,
    TOLD_BYE,
    TOLD_KINDS /* an unknown kind, to be ignored */
};

struct told {
    enum told_kind kind;
    union {
        struct told_hello hello;
        struct told_following table;
        struct told_event event;
        struct told_hand hand;
        struct told_people people;
        struct json_list lobby; /* points into the bytes that were read: told_next_table() */
        struct told_done done;
        struct told_error error;
        struct told_pong pong;
        struct told_bye bye;
    } as;
};

/*
 * Parses a message.  `settings` are those of the followed table, or NULL before the first `table`;
 * events and hands are refused then.  Returns false and sets the complaint if the message is
 * invalid.
 */
bool told_read(struct told *told, const struct match_settings *settings, const char *bytes,
               size_t length, struct complaint *complaint);

/*
 * Reads the next table of a lobby, or of a list in an HTTP response.  Tables that cannot be used,
 * for example because this program lacks the board, are skipped.  Returns false at the end.
 */
bool told_next_table(struct json_list *tables, struct told_table *table);

/*
 * told_word() returns the protocol's word for a kind; told_list() lists its fields like
 * fields_list().
 */
const char *told_word(enum told_kind kind);
void told_list(enum told_kind kind, struct text *text);

void told_hello_write(const struct told_hello *hello, struct text *text);
void told_following_write(const struct told_following *following, struct text *text);
void told_hand_write(const struct told_hand *hand, const struct match_settings *settings,
                     struct text *text);
void told_people_write(const struct told_people *people, struct text *text);
void told_done_write(const struct told_done *done, struct text *text);
void told_error_write(const struct told_error *error, struct text *text);
void told_pong_write(const struct told_pong *pong, struct text *text);
void told_bye_write(const struct told_bye *bye, struct text *text);

/* Converts a fault.  The sentence includes the line if there is one. */
void told_fault_say(struct told_fault *told, const struct fault *fault);

/* Converts a fault to an error with this code of docs/protocol.md. */
void told_error_say(struct told_error *error, enum error_code code, const struct fault *fault);

/* The same as bodies of HTTP responses, without the kind of message and the id of the request. */
void done_body_write(const struct told_done *done, struct text *text);
void error_body_write(const struct told_error *error, struct text *text);
bool error_body_read(struct told_error *error, struct json_value object,
                     struct complaint *complaint);

/*
 * A list assembled from parts already written, separated by commas: `{"tables":[`, the parts, `]}`.
 */
enum { LIST_BRACKETS_SIZE = 64 }; /* fits everything around the parts, including the NUL */
enum list_kind { LIST_TABLES, LIST_GAMES, LIST_EVENTS, LIST_SESSIONS };
void list_begin(enum list_kind kind, struct text *text);
void lobby_begin(const int64_t *re, struct text *text); /* `re` is NULL if no message is answered */
void list_end(struct text *text);

/* Returns the list in such a response; empty if there is none. */
struct json_list list_read(enum list_kind kind, struct json_value object);

#endif
