/*
 * What a server has told about one table, message by message.
 *
 * No connection and no screen: a message in, and the source it is shown by is up to date.
 */
#ifndef RAILHEAD_TERMINAL_REMOTE_STATE_H
#define RAILHEAD_TERMINAL_REMOTE_STATE_H

#include <jansson.h>

#include "core/position.h"
#include "terminal/source.h"

enum { ID_SIZE = 40 };

enum remote_seat_kind { REMOTE_OPEN, REMOTE_INVITED, REMOTE_PERSON, REMOTE_BOT };

struct remote_seat {
    enum remote_seat_kind kind;
    char who[ID_SIZE];
    int64_t left_ms; /* of a live clock, as of the seat's last turn */
};

struct remote_state {
    struct source *source;
    struct position position; /* with what is known of the hands */
    struct remote_seat seat[SEATS_MAX];
    unsigned seats;
    unsigned variants;
    unsigned mine; /* my seat, or SEAT_NONE */
    char me[ID_SIZE];
    char host[ID_SIZE];
    char table[ID_SIZE];
    long last; /* the number of the last event */
    struct hand hand;
    unsigned hand_round; /* which it belongs to */
    bool known;          /* the table has been described */
    bool started;
    bool over;
    int64_t bank_ms;  /* of a live clock, or -1 */
    int64_t began_ms; /* when the turn began, by the clock of this machine */
};

void remote_state_init(struct remote_state *state, struct source *source);

/* The messages of the server; each answers false with a sentence when it cannot be followed. */
bool remote_take_table(struct remote_state *state, const json_t *message,
                       char why[SOURCE_SENTENCE_SIZE]);
bool remote_take_event(struct remote_state *state, const json_t *event, int64_t now_ms,
                       char why[SOURCE_SENTENCE_SIZE]);
void remote_take_hand(struct remote_state *state, const json_t *message);
void remote_take_people(struct remote_state *state, const json_t *message);

/* The clocks as they stand. */
void remote_tick(struct remote_state *state, int64_t now_ms);

/* A text of an object, or "". */
const char *remote_text(const json_t *object, const char *key);

#endif
