/*
 * Events as JSON: sent to every follower of a table and stored; written and read here.
 *
 * The body of an event is an object that begins with `kind`.  Number and time, which the store has
 * in separate columns, precede it in a message.  Bodies are kept as first sent, so that followers
 * who reconnect receive the same bytes.
 *
 * A new kind needs a name in match/event.h, a word in match/event.c and a row in told_event.c.
 */
#ifndef RAILHEAD_PROTOCOL_TOLD_EVENT_H
#define RAILHEAD_PROTOCOL_TOLD_EVENT_H

#include "protocol/told.h"

enum {
    EVENT_BODY_SIZE = 20480,                  /* fits every body, including the NUL */
    EVENT_MESSAGE_SIZE = EVENT_BODY_SIZE + 80 /* fits every message */
};

/* Replaces the body of a chat event whose author has deleted it. */
extern const char event_body_deleted[];

/* Writes the body, which does not include number and time. */
void event_body_write(const struct told_event *told, const struct match_settings *settings,
                      struct text *text);

/* Writes the message `{"is":"event","n":N,"at":T,...}` around a body. */
void event_message_write(uint32_t number, int64_t at, const char *body, size_t length,
                         struct text *text);

/*
 * Reads only what was decided, for the store.  Returns false and sets the complaint if the body is
 * damaged; `event` is then undefined.
 */
bool event_body_read(struct event *event, const struct match_settings *settings, int64_t at,
                     const char *body, size_t length, struct complaint *complaint);

/*
 * Reads everything in a message, for a client.  An event of an unknown kind has a number, a time
 * and the kind EVENT_KINDS.
 */
bool told_event_read(struct told_event *told, const struct match_settings *settings,
                     struct json_value object, struct complaint *complaint);

/* Lists the fields of a kind, like fields_list(). */
void event_list(enum event_kind kind, struct text *text);

/* Parts shared with other messages: five cities, one of each group; lists of seats. */
bool hand_value_read(struct json_value cities, const struct board *board, struct hand *hand);
void hand_value_write(const struct hand *hand, const struct board *board, struct text *text);
bool seats_value_read(struct json_value list, unsigned seats, unsigned *bits);
void seats_value_write(unsigned bits, unsigned seats, struct text *text);

#endif
