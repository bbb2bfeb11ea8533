/*
 * Events as JSON: what every follower of a table is sent, what the store keeps, and back again.
 *
 * An event's body is an object that begins with its `kind`; the number and the time, which the
 * store knows in columns of its own, are set before it in a message.  Bodies are kept as they were
 * sent first, so that whoever comes back later gets the same bytes.
 *
 * A new kind is a name in match/event.h, its word in match/event.c and its row in told_event.c.
 */
#ifndef RAILHEAD_PROTOCOL_TOLD_EVENT_H
#define RAILHEAD_PROTOCOL_TOLD_EVENT_H

#include "protocol/told.h"

enum {
    EVENT_BODY_SIZE = 20480,                  /* room for every body, with the NUL */
    EVENT_MESSAGE_SIZE = EVENT_BODY_SIZE + 80 /* and for every message */
};

/* What stands in place of a chat's body when its author has deleted it. */
extern const char event_body_deleted[];

/* The body; the number and the time are not in it. */
void event_body_write(const struct told_event *told, const struct match_settings *settings,
                      struct text *text);

/* The message `{"is":"event","n":N,"at":T,...}` around a body. */
void event_message_write(uint32_t number, int64_t at, const char *body, size_t length,
                         struct text *text);

/*
 * What was decided, and nothing that follows from it, for the store.  False with a complaint when
 * the body is damaged; `event` is then of no use.
 */
bool event_body_read(struct event *event, const struct match_settings *settings, int64_t at,
                     const char *body, size_t length, struct complaint *complaint);

/*
 * All that a message tells, for a client.  An event of a kind that this program does not know has
 * its number, its time and EVENT_KINDS for a kind.
 */
bool told_event_read(struct told_event *told, const struct match_settings *settings,
                     struct json_value object, struct complaint *complaint);

/* The fields of a kind, as fields_list() has them. */
void event_list(enum event_kind kind, struct text *text);

/* Parts that other messages share: five cities, one of each group; lists of seats. */
bool hand_value_read(struct json_value cities, const struct board *board, struct hand *hand);
void hand_value_write(const struct hand *hand, const struct board *board, struct text *text);
bool seats_value_read(struct json_value list, unsigned seats, unsigned *bits);
void seats_value_write(unsigned bits, unsigned seats, struct text *text);

#endif
