/*
 * What a server has told about one table, message by message.
 *
 * No connection and no screen: a message in, and the source it is shown by is up to date.  The
 * game is in remote_state.c, the people around it in remote_room.c, the notice in remote_tell.c.
 * Nothing of a message is believed before remote_judge.c has looked at it.
 */
#ifndef RAILHEAD_TERMINAL_REMOTE_STATE_H
#define RAILHEAD_TERMINAL_REMOTE_STATE_H

#include "core/position.h"
#include "remote/remote_json.h"
#include "terminal/source.h"

enum {
    PEOPLE_MAX = 32,
    PLAN_SIZE = 16,
    ROUNDS_MAX = 1000,     /* no game comes near, and no server can fill the memory with more */
    EVENTS_MAX = 1 << 30,  /* nor this */
    WATCHING_MAX = 999999, /* more are not counted */
};

enum remote_clock { NO_CLOCK, LIVE_CLOCK, SLOW_CLOCK };

/* How far the events have led, a bit for each so that a kind of event can be for several. */
enum remote_course {
    COURSE_OPEN = 1,  /* people sit down */
    COURSE_PAUSE = 2, /* started, and a round is to be dealt */
    COURSE_ROUND = 4, /* and its end has not been told */
    COURSE_OVER = 8,
};

struct remote_seat {
    char plan[PLAN_SIZE]; /* what it was when the table was opened: me, open, invited, a bot */
    char who[ID_SIZE];    /* of a person */
    bool is_new;          /* sat down just now: to be told once the name is known */
    int64_t left_ms;      /* of the clock, as of the seat's last turn */
    int64_t returned_ms;  /* when the seat got time again, by the server's clock */
};

/* Whoever sat here or said something. */
struct remote_person {
    char who[ID_SIZE];
    char name[SOURCE_NAME_SIZE]; /* as it is shown */
    bool is_muted;
};

struct remote_state {
    struct source *source;
    struct position position; /* with what is known of the hands */
    struct remote_seat seat[SEATS_MAX];
    unsigned seats;
    unsigned variants;
    unsigned mine; /* my seat, or SEAT_NONE */
    struct remote_person person[PEOPLE_MAX];
    unsigned people;
    char me[ID_SIZE];
    char host[ID_SIZE];
    char key[KEY_SIZE]; /* of the invitation, or "" */
    long last;          /* the number of the last event */
    long described;     /* and of the last one when the table was first described */
    struct hand hand;
    unsigned hand_round; /* which it belongs to */
    bool known;          /* the table has been described */
    enum remote_course course;
    bool started;
    bool over; /* the game has a result, or the table is closed */
    bool chats;
    enum remote_clock clock;
    int64_t whole_ms;                   /* of the clock: the bank, or the time for a turn */
    int64_t increment_ms;               /* of a live one */
    int64_t ahead_ms;                   /* the server's clock before the one of this machine */
    int64_t since_ms;                   /* when the turn began, by the server's clock */
    int64_t resumed_ms;                 /* or began again: the server had been stopped */
    char lost[SOURCE_SENTENCE_SIZE];    /* why there is no connection, or "" */
    char failure[SOURCE_SENTENCE_SIZE]; /* why the game cannot be followed any more, or "" */
};

void remote_state_init(struct remote_state *state, struct source *source);

/*
 * The messages of the server; each answers false with a sentence when it does not fit what is known
 * or cannot be followed.  Then nothing of it has been taken over.
 */
bool remote_take_table(struct remote_state *state, const json_t *message,
                       char why[SOURCE_SENTENCE_SIZE]);
bool remote_take_event(struct remote_state *state, const json_t *event,
                       char why[SOURCE_SENTENCE_SIZE]);
bool remote_take_hand(struct remote_state *state, const json_t *message,
                      char why[SOURCE_SENTENCE_SIZE]);
void remote_take_hello(struct remote_state *state, const json_t *message, int64_t now_ms);

/* ---- remote_judge.c ------------------------------------------------------------------------ */

/* The sentence that something does not fit the game; `what` says what.  Always false. */
bool remote_refuse(char why[SOURCE_SENTENCE_SIZE], const char *what);

/* Whether a TABLE makes sense, and whether an event can follow the ones before it. */
bool remote_judge_table(const struct remote_state *state, const json_t *message,
                        char why[SOURCE_SENTENCE_SIZE]);
bool remote_judge_event(const struct remote_state *state, const json_t *event,
                        char why[SOURCE_SENTENCE_SIZE]);
bool remote_is_known_event(const struct remote_state *state, const json_t *event);

/* Five cities that one seat can hold (S3, S4), and those of all seats; false when they are not. */
bool remote_read_hand(const struct remote_state *state, const json_t *cities, struct hand *hand);
bool remote_read_hands(const struct remote_state *state, const json_t *hands,
                       struct hand hand[SEATS_MAX]);

/* Whether no card is in two hands; those that are not known are in none. */
bool remote_is_deal(const struct remote_state *state, const struct hand hand[SEATS_MAX]);

/* ---- remote_room.c ------------------------------------------------------------------------- */

/* A seat of a TABLE, and as an event changes it. */
void remote_take_seat(struct remote_state *state, unsigned number, const json_t *seat);
void remote_take_people(struct remote_state *state, const json_t *message);

/* An event that is not of the game itself: people who come and go, talk, time. */
void remote_take_room_event(struct remote_state *state, const json_t *event);

/* The clocks and what may be asked, as it is now. */
void remote_tick(struct remote_state *state, int64_t now_ms);

/* The notice of the source. */
void remote_tell(struct remote_state *state);

/* Whether nobody is missing who must sit before the game can start. */
bool remote_is_full(const struct remote_state *state);

/* The person with a name at this table, or NULL. */
const struct remote_person *remote_find_person(const struct remote_state *state, const char *name);

/* ---- Of JSON ------------------------------------------------------------------------------- */

/* The variants of a table's settings, a bit for each.  False when there is one that is not known.
 */
bool remote_variants(const json_t *settings, unsigned *variants);

#endif
