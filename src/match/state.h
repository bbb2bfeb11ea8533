/*
 * What everybody at a table can know, besides the table itself: who sits where, how far the game
 * is, the clocks.
 *
 * One thing for both sides: a server's match (match/match.h) has it along with the position, and
 * whoever follows a table (follow/follow.h) beside a view.  It follows from the settings and the
 * events, and from nothing else but the time at which a turn began.  So a rule about seats or
 * clocks stands here and nowhere else.  Knows no hand, no connection; time is an argument.
 *
 * `table` is the table as it lies when the question is asked: the match's own, or that of a view.
 *
 * The phases, and the events that lead from one to the next:
 *
 *      OPEN --start--> PAUSE --round--> PLAYING --end--> PAUSE --round--> ... --result--> FINISHED
 *        '----close--> CLOSED
 */
#ifndef RAILHEAD_MATCH_STATE_H
#define RAILHEAD_MATCH_STATE_H

#include "core/record_write.h"
#include "core/table.h"
#include "match/event.h"

enum {
    BANK_MIN_S = 10,
    BANK_MAX_S = 7200,
    INCREMENT_MAX_S = 300,
    DAYS_MAX = 14,
    SEED_WORDS_CHARACTERS = 64,
    MUTED_MAX = 16,
    TAKEBACKS_MAX = 8, /* that a seat may ask for in a round */
};

#define MATCH_NEVER INT64_MAX

enum clock_kind { CLOCK_NONE, CLOCK_LIVE, CLOCK_SLOW };

struct clock {
    enum clock_kind kind;
    int64_t bank;      /* live: for the game, in milliseconds */
    int64_t increment; /* live: for each turn */
    int64_t turn;      /* slow: for each turn */
};

struct seat_plan {
    enum seat_kind kind;     /* SEAT_PERSON: for whoever opens the table */
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
    char seed_words[4 * SEED_WORDS_CHARACTERS + 1]; /* the host's own seed; "" for none */
    bool party; /* other tables deal the same cards, which stay hidden until all are over */
};

enum match_phase {
    MATCH_OPEN,
    MATCH_PLAYING, /* somebody is to move */
    MATCH_PAUSE,   /* between two rounds */
    MATCH_FINISHED,
    MATCH_CLOSED,
};

struct match_seat {
    enum seat_kind kind;
    char person[PERSON_SIZE];
    bool program; /* of the person, plays */
    char bot[BOT_NAME_SIZE];
    char kept[PERSON_SIZE]; /* an invited one: for this person alone; or "" */
    bool away;              /* a bot plays for the person */
    bool ready;             /* for the next round */
    int64_t bank;
    /* The last turn, so that one that is sent again is answered again. */
    uint32_t turn_after, turn_number;
    struct turn turn;
    /* Taking it back. */
    bool stood_in;      /* it was played by a bot for the person */
    uint8_t takebacks;  /* asked for in this round */
    int64_t refused_at; /* when that was last refused or withdrawn; 0 for never */
};

/* Somebody wants to take back a turn. */
struct takeback {
    uint32_t number; /* of the event that asks; 0 where nobody does */
    unsigned seat;   /* who does */
    unsigned agreed; /* those who have said yes, a bit each */
};

struct match_state {
    struct match_settings settings;
    char host[PERSON_SIZE];
    enum match_phase phase;
    struct match_seat seat[SEATS_MAX];
    uint32_t events;  /* the number of the last one */
    uint32_t changed; /* the number of the last one that can make a turn stale */
    int64_t since;    /* when the turn or the pause began; when the table was opened */
    unsigned muted_count;
    char muted[MUTED_MAX][PERSON_SIZE];
    unsigned revealed;            /* how many EVENT_REVEAL there were */
    char rematch[REMATCH_SIZE];   /* the table of the rematch, or "" */
    char rematch_by[PERSON_SIZE]; /* who wanted it */
    uint32_t rematch_number;      /* of the event that says so */
    uint32_t dealt;               /* the number of the round's event */
    struct takeback takeback;
    unsigned taken_back; /* turns of people, in the whole game */
};

/* A table that `host` opens; seats are as planned, with the host's still free. */
void match_state_init(struct match_state *state, const struct match_settings *settings,
                      const char *host, int64_t now);

/*
 * Whether an event can come next, but for the legality of a turn.  The table is the one before the
 * event, except for EVENT_END: there it is scored already.
 */
bool match_state_can_follow(const struct match_state *state, const struct table *table,
                            const struct event *event);

/* It happens: what it changes here, its number with it.  It must be able to follow. */
void match_state_apply(struct match_state *state, const struct table *table,
                       const struct event *event);

/* The server was stopped and goes on: the turn or the pause begins anew where its clock is live. */
void match_state_resume(struct match_state *state, int64_t now);

/* ---- Seats ----------------------------------------------------------------------------------- */

/* The seat of a person, or SEAT_NONE. */
unsigned match_state_seat_of(const struct match_state *state, const char *person);

/* The free seat that is kept for a person, or SEAT_NONE. */
unsigned match_state_seat_kept_for(const struct match_state *state, const char *person);

/* The one of these two that there is: nobody has both. */
unsigned match_state_place_of(const struct match_state *state, const char *person);

/* Who sits there or may alone sit there, or "". */
const char *match_state_person_of(const struct match_state *state, unsigned seat);

/* Whether the seat is to be played by a person who is there. */
bool match_state_person_plays(const struct match_state *state, unsigned seat);

/* Whether nobody is missing who must sit before the game can start; whether a person sits. */
bool match_state_is_full(const struct match_state *state);
bool match_state_has_person(const struct match_state *state);

/* Whether everybody who has to be waited for is ready for the next round. */
bool match_state_is_ready(const struct match_state *state);

/* The bot that is to move, for itself or for an absent person; NULL when a person is, or nobody. */
const char *match_state_bot_to_move(const struct match_state *state, const struct table *table);

/* Whether the host has muted somebody. */
bool match_state_is_muted(const struct match_state *state, const char *person);

/* What a record calls the player of a seat; `name` is what the person is called, or "". */
void match_state_record_name(const struct match_state *state, unsigned seat, const char *name,
                             char called[RECORD_NAME_SIZE]);

/*
 * The same people and bots once more, everybody a seat further on: what the person of the seat
 * `asker`, who will be the host, opens.  `kept` says for whom the other people's seats are.
 */
void match_state_rematch(const struct match_state *state, unsigned asker,
                         struct match_settings *settings, char kept[SEATS_MAX][PERSON_SIZE]);

/* ---- How far the game is ----------------------------------------------------------------------
 */

/* It has started and is not over. */
bool match_state_is_running(const struct match_state *state);

/* It is finished, or the table was closed without one. */
bool match_state_is_over(const struct match_state *state);

/* How many EVENT_REVEAL a party's table that is over has in the end. */
unsigned match_state_reveals(const struct match_state *state, const struct table *table);

/* Nothing is hidden here any more: the game is over and, at a table of a party, all was shown. */
bool match_state_is_revealed(const struct match_state *state, const struct table *table);

/* ---- Taking back ----------------------------------------------------------------------------- */

/*
 * Whether a seat has a turn that its person can ask to take back, as far as the game is concerned:
 * the last one of this round, played by themselves, and none since its round began anew for them
 * by an EVENT_UNDO.
 */
bool match_state_has_takeback(const struct match_state *state, const struct table *table,
                              unsigned seat);

/* When a seat may ask again after a refusal, or 0. */
int64_t match_state_takeback_pause_ends(const struct match_state *state, unsigned seat);

/* Whether somebody has to say yes to what is asked for now, and whether all of them have. */
bool match_state_is_asked(const struct match_state *state, unsigned seat);
bool match_state_is_agreed(const struct match_state *state);

/* How many turns there have been since a seat's last one, itself included. */
unsigned match_state_turns_since(const struct match_state *state, const struct table *table,
                                 unsigned seat);

/* ---- Clocks ---------------------------------------------------------------------------------- */

/* Whether the clock of a seat runs: its person is to move and there. */
bool match_state_clock_runs(const struct match_state *state, const struct table *table,
                            unsigned seat);

/*
 * What is left of a seat's time at a moment: of its bank, or of the time for its turn.  Without a
 * clock 0.
 */
int64_t match_state_time_left(const struct match_state *state, const struct table *table,
                              unsigned seat, int64_t now);

/* When the time of the person to move is used up, or MATCH_NEVER where no clock runs. */
int64_t match_state_time_ends(const struct match_state *state, const struct table *table);

/* Without a clock: when the person to move will have been waited for so long that a bot may play,
 * or MATCH_NEVER; whether that is so. */
int64_t match_state_patience_ends(const struct match_state *state, const struct table *table);
bool match_state_waited_long(const struct match_state *state, const struct table *table,
                             int64_t now);

#endif
