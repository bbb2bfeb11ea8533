/*
 * Events as JSON: what every follower of a table is sent, what the store keeps, and back again.
 *
 * An event's body is an object that begins with its `kind`; the number and the time, which the
 * store knows in columns of its own, are set before it in a message.  Bodies are kept as they were
 * sent first, so that whoever comes back later gets the same bytes.  Fields that follow from the
 * rules (hands at the end of a round, points) are written for clients and not read again.
 *
 * At a table of a party the cards of a round are in its `reveal` and not in its `end`, and the seed
 * is in the last `reveal` and not in the `result`.
 */
#ifndef RAILHEAD_SERVER_EVENT_JSON_H
#define RAILHEAD_SERVER_EVENT_JSON_H

#include "match/match.h"

enum {
    EVENT_BODY_SIZE = 20480,                  /* room for every body, with the NUL */
    EVENT_MESSAGE_SIZE = EVENT_BODY_SIZE + 80 /* and for every message */
};

/* What stands in place of a chat's body when its author has deleted it. */
extern const char event_body_deleted[];

/* `after` is the match with the event applied.  Nothing in a body is hidden from anybody. */
void event_body_write(struct text *text, const struct match *after, const struct event *event);

/* The body of an EVENT_REVEAL; `ended` is the end of its round, NULL where none was played. */
void reveal_body_write(struct text *text, const struct match *after, const struct position *ended);

/* The message `{"is":"event","n":N,"at":T,...}` around a body. */
void event_message_write(struct text *text, uint32_t number, int64_t at, const char *body,
                         size_t length);

/* False with a sentence when the body is damaged; `event` is then of no use. */
bool event_body_read(struct event *event, const struct match_settings *settings, int64_t at,
                     const char *body, size_t length, struct fault *fault);

#endif
