/*
 * The public state of a match besides the table: seats, phase, clocks.
 *
 * Both sides use it: a server's match (match/match.h) beside the position, a client that follows a
 * table (follow/follow.h) beside a view.  It depends only on the settings, the events, and the time
 * at which the current turn began.  So every rule about seats and clocks is here and nowhere else.
 * It must not know hands or connections; time is an argument.
 *
 * `table` is the current table: that of the match's position or of the client's view.
 *
 * The phases, and the events that lead from one to the next:
 *
 *      OPEN --start--> PAUSE --round--> PLAYING --end--> PAUSE --round--> ... --result--> FINISHED
 *        '----close--> CLOSED
 */
#ifndef RAILHEAD_MATCH_STATE_H
#define RAILHEAD_MATCH_STATE_H

#include "match/event.h"
#include "rules/record_write.h"
#include "rules/table.h"

enum {
    BANK_MIN_S = 10,
    BANK_MAX_S = 7200,
    INCREMENT_MAX_S = 300,
    DAYS_MAX = 14,
    SEED_WORDS_CHARACTERS = 64,
    MUTED_MAX = 16,
    TAKEBACKS_MAX = 8, /* requests per seat and round */
};

#define MATCH_NEVER INT64_MAX

enum clock_kind { CLOCK_NONE, CLOCK_LIVE, CLOCK_SLOW };

struct clock {
    enum clock_kind kind;
    int64_t bank;      /* live: milliseconds for the whole game */
    int64_t increment; /* live: milliseconds added per turn */
    int64_t turn;      /* slow: milliseconds per turn */
};

struct seat_plan {
    enum seat_kind kind;     /* SEAT_PERSON: for the person who opens the table */
    char bot[BOT_NAME_SIZE]; /* SEAT_BOT */
};

struct match_settings {
    const struct board *board;
    unsigned variants;
    unsigned seats;
    struct seat_plan plan[SEATS_MAX];
    struct clock clock;
    bool listed; /* public */
    bool chat;
    /* the host's contribution to the seed; "" for none */
    char seed_words[4 * SEED_WORDS_CHARACTERS + 1];
    bool party; /* other tables deal the same cards, which stay hidden until all tables are over */
};

enum match_phase {
    MATCH_OPEN,
    MATCH_PLAYING, /* a round is being played */
    MATCH_PAUSE,   /* between two rounds */
    MATCH_FINISHED,
    MATCH_CLOSED,
};

struct match_seat {
    enum seat_kind kind;
    char person[PERSON_SIZE];
    bool program; /* a program plays for the person */
    char bot[BOT_NAME_SIZE];
    char kept[PERSON_SIZE]; /* SEAT_INVITED: only for this person; or "" */
    bool away;              /* a bot plays for the person */
    bool ready;             /* ready for the next round */
    int64_t bank;
    /* The last turn, so that a repeated request gets the same answer. */
    uint32_t turn_after, turn_number;
    struct turn turn;
    /* For taking it back. */
    bool stood_in;     /* the last turn was played by a bot for the person */
    uint8_t takebacks; /* requests in this round */
    /* when a request was last refused or withdrawn, in milliseconds since 1970; 0 for never */
    int64_t refused_at;
};

/* A request to take back a turn. */
struct takeback {
    uint32_t number; /* of the event with the request; 0 if there is none */
    unsigned seat;   /* of the person who asks */
    unsigned agreed; /* seats that have agreed, one bit each */
};

struct match_state {
    struct match_settings settings;
    char host[PERSON_SIZE];
    enum match_phase phase;
    struct match_seat seat[SEATS_MAX];
    uint32_t events;  /* number of the last event */
    uint32_t changed; /* number of the last event that can make a turn stale */
    int64_t since;    /* when the turn or the pause began, or the table was opened */
    unsigned muted_count;
    char muted[MUTED_MAX][PERSON_SIZE];
    unsigned revealed;            /* number of EVENT_REVEAL so far */
    char rematch[REMATCH_SIZE];   /* id of the rematch's table, or "" */
    char rematch_by[PERSON_SIZE]; /* the person who requested it */
    uint32_t rematch_number;      /* number of that event */
    uint32_t dealt;               /* number of the round's event */
    struct takeback takeback;
    unsigned taken_back; /* turns of people taken back during the whole game */
};

/* Initialises a table opened by `host`.  Seats are as planned; the host's is still free. */
void match_state_init(struct match_state *state, const struct match_settings *settings,
                      const char *host, int64_t now);

/*
 * Returns true if an event can come next, apart from the legality of a turn.  `table` is the table
 * before the event, except for EVENT_END: there it is scored already.
 */
bool match_state_can_follow(const struct match_state *state, const struct table *table,
                            const struct event *event);

/* Applies an event that match_state_can_follow() allows, and counts it. */
void match_state_apply(struct match_state *state, const struct table *table,
                       const struct event *event);

/* After a restart of the server: the current turn or pause begins now, except with slow clocks. */
void match_state_resume(struct match_state *state, int64_t now);

/* ---- Seats ----------------------------------------------------------------------------------- */

/* Returns the seat of a person, or SEAT_NONE. */
unsigned match_state_seat_of(const struct match_state *state, const char *person);

/* Returns the free seat kept for a person, or SEAT_NONE. */
unsigned match_state_seat_kept_for(const struct match_state *state, const char *person);

/* Returns the seat of a person or, if there is none, the one kept for them; or SEAT_NONE. */
unsigned match_state_place_of(const struct match_state *state, const char *person);

/* Returns the person who sits there or for whom the seat is kept, or "". */
const char *match_state_person_of(const struct match_state *state, unsigned seat);

/* Returns true if the seat is played by a person who is not away. */
bool match_state_person_plays(const struct match_state *state, unsigned seat);

/*
 * match_state_is_full() returns true if every seat is taken by a person or a bot;
 * match_state_has_person(), if any seat is a person's.
 */
bool match_state_is_full(const struct match_state *state);
bool match_state_has_person(const struct match_state *state);

/* Returns true if every person who is not away is ready for the next round. */
bool match_state_is_ready(const struct match_state *state);

/*
 * Returns the name of the bot to move, for itself or for an absent person; NULL if a person is to
 * move or the game is not being played.
 */
const char *match_state_bot_to_move(const struct match_state *state, const struct table *table);

/* Returns true if the host has muted the person. */
bool match_state_is_muted(const struct match_state *state, const char *person);

/* Gets the player's name for a record; `name` is the person's name, or "". */
void match_state_record_name(const struct match_state *state, unsigned seat, const char *name,
                             char called[RECORD_NAME_SIZE]);

/*
 * The settings of a rematch opened by the person of seat `asker`, who will be the host: the same
 * people and bots, each one seat further on.  `kept` gets the other people for whom seats are kept.
 */
void match_state_rematch(const struct match_state *state, unsigned asker,
                         struct match_settings *settings, char kept[SEATS_MAX][PERSON_SIZE]);

/* ---- Progress of the game -------------------------------------------------------------------- */

/* Returns true if the game has started and is not over. */
bool match_state_is_running(const struct match_state *state);

/* Returns true if the game is finished, or the table was closed. */
bool match_state_is_over(const struct match_state *state);

/* Returns the number of EVENT_REVEAL that complete a party's table. */
unsigned match_state_reveals(const struct match_state *state, const struct table *table);

/*
 * Returns true if nothing is hidden any more: the game is over and, at a table of a party, all
 * cards have been shown.
 */
bool match_state_is_revealed(const struct match_state *state, const struct table *table);

/* ---- Taking back ----------------------------------------------------------------------------- */

/*
 * Returns true if a seat has a turn that its person may ask to take back: its last turn of this
 * round, played by the person and not yet undone by an EVENT_UNDO.
 */
bool match_state_has_takeback(const struct match_state *state, const struct table *table,
                              unsigned seat);

/* Returns when a seat may ask again after a refusal, or 0. */
int64_t match_state_takeback_pause_ends(const struct match_state *state, unsigned seat);

/*
 * match_state_is_asked() returns true if the seat's person has to answer the open request;
 * match_state_is_agreed(), if all of them have agreed.
 */
bool match_state_is_asked(const struct match_state *state, unsigned seat);
bool match_state_is_agreed(const struct match_state *state);

/* Returns the number of turns since a seat's last one, including that one. */
unsigned match_state_turns_since(const struct match_state *state, const struct table *table,
                                 unsigned seat);

/* ---- Clocks ---------------------------------------------------------------------------------- */

/* Returns true if the clock of a seat is running: its person is to move and not away. */
bool match_state_clock_runs(const struct match_state *state, const struct table *table,
                            unsigned seat);

/*
 * Returns the milliseconds left at `now`: of a seat's bank, or of the time for its turn. 0 without
 * a clock.
 */
int64_t match_state_time_left(const struct match_state *state, const struct table *table,
                              unsigned seat, int64_t now);

/* Returns when the time of the person to move runs out, or MATCH_NEVER if no clock is running. */
int64_t match_state_time_ends(const struct match_state *state, const struct table *table);

/*
 * Without a clock: match_state_patience_ends() returns when a bot may play for the person to move,
 * or MATCH_NEVER; match_state_waited_long() returns true if that time has come.
 */
int64_t match_state_patience_ends(const struct match_state *state, const struct table *table);
bool match_state_waited_long(const struct match_state *state, const struct table *table,
                             int64_t now);

#endif
