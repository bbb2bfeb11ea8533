/*
 * A table as a client knows it from the messages of its server.
 *
 * The public state of a table (match/state.h: seats, clocks, phase) is the same structure and the
 * same code as on the server.  What is known of the cards is a view (rules/view.h), never a
 * position.  There is no I/O, no allocation and no clock: `now` is an argument, in milliseconds of
 * this machine's clock.  Sentences are made by the code that displays something.
 *
 *     server sends              struct follow                        a screen reads
 *     hello ------------------> me, ahead                            follow_clock()
 *     table ------------------> table_id, key, last, since           follow_may()
 *     event --> checked ------> state   the seats, clocks, phase     follow_name()
 *                          +--> view    the table and my cards       follow_words()
 *                          +--> round[] turn[]   the game so far     follow_moment()
 *                          '--> news[]  what was said and done       follow_write_record()
 *     hand ----> checked -----> view, or kept for its round
 *     people -----------------> person[]
 *
 * Each message is checked first.  If it is inconsistent with what is known, the reason is returned
 * and nothing changes.  No message from a server can trigger a CHECK().
 *
 * The events of a table are complete: after `table`, all events from number 1 on are expected (or,
 * after a reconnection, those after the last one received), and the seats follow from them.  Until
 * follow_is_current() returns true, a screen should not show the table.
 */
#ifndef RAILHEAD_FOLLOW_FOLLOW_H
#define RAILHEAD_FOLLOW_FOLLOW_H

#include "match/state.h"
#include "protocol/told_message.h"
#include "rules/record_write.h"
#include "rules/spectator.h"
#include "rules/view.h"

enum {
    FOLLOW_ROUNDS_MAX = 200,      /* far more than any game has; longer ones are rejected */
    FOLLOW_TURNS_MAX = 8192,      /* in all rounds */
    FOLLOW_NEWS_MAX = 256,        /* older ones are dropped */
    FOLLOW_WORDS_SIZE = 64 << 10, /* bytes for the chat texts among these */
    /* plus people who have left but whose names still appear */
    FOLLOW_PEOPLE_MAX = TOLD_PEOPLE_MAX + 48,
};

/* ---- The game so far ------------------------------------------------------------------------- */

/* A round: the hands as far as known, its turns, and how it ended. */
struct follow_round {
    struct hand hand[SEATS_MAX]; /* CITY_NONE for a hidden card */
    uint8_t first;               /* seat of the starting player */
    uint8_t over;                /* the end of the round was received; `closing` is set */
    struct closing closing;
    uint16_t turn;  /* index of its first turn in follow.turn */
    uint16_t turns; /* number of its turns */
};

/* A moment that a screen can show: a deal, or the table after a turn.  See follow_moment(). */
struct follow_moment {
    struct table table;      /* the table at that moment; after a round's last turn it is scored */
    unsigned round;          /* from 1 */
    unsigned seat;           /* the seat whose turn led here; SEAT_NONE for a deal */
    struct turn turn;        /* that turn */
    const struct hand *hand; /* [SEATS_MAX]: the hands of the round as far as known now */
};

/* ---- People ---------------------------------------------------------------------------------- */

struct follow_person {
    char id[PERSON_SIZE];
    /* as received: must pass through harmless_copy() before it is shown */
    char name[TOLD_NAME_SIZE];
    bool here; /* connected */
};

/* ---- News ------------------------------------------------------------------------------------ */

enum news_kind {
    NEWS_SAID,      /* `person` wrote follow_words(); "" if the author has deleted it */
    NEWS_SAT,       /* `person` sat down on `seat` */
    NEWS_STOOD,     /* `person` left `seat` */
    NEWS_SHOWN_OUT, /* the host removed `person` from the seat */
    NEWS_SEAT,      /* the host made `seat`, which was free, open, invited or a bot's */
    NEWS_STARTED,
    NEWS_AWAY, /* a bot plays for `seat`; `away` is the reason */
    NEWS_BACK, /* `person` plays again on `seat` */
    NEWS_MUTED,
    NEWS_UNMUTED,
    NEWS_FINISHED,   /* the game has a result */
    NEWS_CLOSED,     /* the table was closed without a result; `close` is the reason */
    NEWS_REVEALED,   /* the cards of a party's round were revealed */
    NEWS_REMATCH,    /* `person` asked for a rematch; state.rematch is its table */
    NEWS_ASKED,      /* `person` asked to take back their last turn */
    NEWS_REFUSED,    /* `person` did not agree */
    NEWS_WITHDRAWN,  /* `person` withdrew their request */
    NEWS_TAKEN_BACK, /* `person` took back a turn, and those that followed */
};

/* A chat message or an action of a person, in the order of the events. */
struct news {
    uint32_t number; /* number of the event; follow_is_news() decides whether it is new */
    uint8_t kind;    /* enum news_kind */
    uint8_t seat;    /* SEAT_NONE if there is none; for NEWS_SAID, where the person sat then */
    uint8_t away;    /* enum away_reason */
    uint8_t close;   /* enum close_reason */
    int64_t at;      /* milliseconds since 1970, by the server's clock */
    uint32_t words;  /* offset of the text: follow_words() */
    char person[PERSON_SIZE];
};

/* ---- The table ------------------------------------------------------------------------------- */

struct follow {
    /*
     * The id of our person, and the difference between the server's clock and ours in milliseconds.
     */
    char me[PERSON_SIZE]; /* "" if not signed in */
    int64_t ahead;

    /* The table; valid if `known`. */
    bool known;
    char table_id[TOLD_TABLE_ID_SIZE];
    char key[TOLD_KEY_SIZE]; /* key of the invitation, or "" */
    unsigned party; /* number of tables that deal the same cards; 0 if this is not a party */
    char party_table[PARTY_TABLES_MAX][TOLD_TABLE_ID_SIZE]; /* their ids */
    /* when the table was opened, and when its last event happened, by the server's clock */
    int64_t opened, changed;
    uint32_t last;   /* number of the last event when we joined or reconnected */
    uint32_t joined; /* number of the last event when we first joined: older ones are not news */
    int64_t since;   /* when the turn or pause after event `last` began */
    struct match_state state;
    struct view view;          /* the table, our seat, our cards of this round */
    char seed[TOLD_SEED_SIZE]; /* "" until it is revealed */

    /* The game so far: `view.table.round` rounds. */
    struct follow_round round[FOLLOW_ROUNDS_MAX];
    struct turn turn[FOLLOW_TURNS_MAX];
    unsigned turns;

    /* Our cards, if received before their round's event. */
    struct told_hand coming;

    /* The `people` of the last message, followed by `remembered` others whose names are kept. */
    struct follow_person person[FOLLOW_PEOPLE_MAX];
    unsigned people, remembered;
    unsigned watching;

    /* The newest is last. */
    struct news news[FOLLOW_NEWS_MAX];
    unsigned news_count;
    uint32_t news_forgotten; /* number of news dropped before the first of these */
    char words[FOLLOW_WORDS_SIZE];
    uint32_t words_used;
};

/* Initialises an empty state. */
void follow_init(struct follow *follow);

/* Sets the key of an invitation obtained elsewhere. */
void follow_set_key(struct follow *follow, const char *key);

/*
 * Process the messages of a server.  Each returns FITS, or the reason why the message is
 * inconsistent; then nothing changes.  An event that is known already fits, as it is sent again
 * after a reconnection.  A chat message that is sent again without text has been deleted.  An event
 * of an unknown kind (EVENT_KINDS) is only counted.
 */
enum misfit follow_take_hello(struct follow *follow, const struct told_hello *hello, int64_t now);
enum misfit follow_take_table(struct follow *follow, const struct told_following *following);
enum misfit follow_take_event(struct follow *follow, const struct told_event *told);
enum misfit follow_take_hand(struct follow *follow, const struct told_hand *told);
enum misfit follow_take_people(struct follow *follow, const struct told_people *told);

/* Processes any message.  One that is not about the table, or of an unknown kind, fits. */
enum misfit follow_take(struct follow *follow, const struct told *told, int64_t now);

/* ---- Current state --------------------------------------------------------------------------- */

/*
 * Returns true if all events up to the last one at the time we joined or reconnected have been
 * received.  `after` in messages to the server, and of `follow` after a reconnection, is
 * state.events.
 */
bool follow_is_current(const struct follow *follow);

/* Makes a TABLE (protocol/told_table.h) as the server would send it now, as far as it is known. */
void follow_table(const struct follow *follow, struct told_table *told);

/* Returns true if the event happened after we first joined. */
bool follow_is_news(const struct follow *follow, uint32_t number);

bool follow_is_host(const struct follow *follow);

/* Converts a time of this machine's clock to the server's clock. */
int64_t follow_server_time(const struct follow *follow, int64_t now);

/* ---- follow_clock.c: clocks, and possible requests ------------------------------------------- */

struct follow_clock {
    bool shown;   /* for a person at a table with clocks; a slow clock only while it runs */
    bool runs;    /* the person is to move and not away */
    int64_t left; /* milliseconds left at `now` */
};

void follow_clock(const struct follow *follow, unsigned seat, int64_t now,
                  struct follow_clock *clock);

/* Returns when the current turn or pause began, by this machine's clock. */
int64_t follow_since(const struct follow *follow);

/*
 * Returns when MAY_AWAY becomes possible if nothing else happens, by this machine's clock, or
 * MATCH_NEVER.
 */
int64_t follow_patience_ends(const struct follow *follow);

/*
 * Returns when MAY_TAKEBACK becomes possible again after a refusal, by this machine's clock; 0 if
 * it is possible now.
 */
int64_t follow_takeback_pause_ends(const struct follow *follow);

/* Returns true if the last request to take back a turn was refused, not withdrawn. */
bool follow_is_refused(const struct follow *follow);

/* The requests that are possible now, one bit each. */
enum follow_may {
    MAY_SIT = 1 << 0, /* on some seat: see follow_may_sit() */
    MAY_STAND = 1 << 1,
    MAY_SEAT = 1 << 2, /* as the host, for any seat */
    MAY_FILL = 1 << 3,
    MAY_START = 1 << 4,
    MAY_CLOSE = 1 << 5,
    MAY_TURN = 1 << 6,
    MAY_READY = 1 << 7,
    MAY_LEAVE = 1 << 8,
    MAY_BACK = 1 << 9,
    MAY_AWAY = 1 << 10, /* replace the person to move, who has taken long enough */
    MAY_CHAT = 1 << 11,
    MAY_MUTE = 1 << 12, /* or unmute, depending on match_state_is_muted() */
    MAY_PLAN = 1 << 13, /* not a request: we may prepare our turn while others move */
    MAY_REMATCH = 1 << 14,
    MAY_JOIN = 1 << 15,     /* go to the table of the rematch, where a seat is kept for us */
    MAY_TAKEBACK = 1 << 16, /* ask to take back our last turn; its number is in state.seat */
    MAY_AGREE = 1 << 17,    /* agree to the open request; its number is in state.takeback */
    MAY_REFUSE = 1 << 18,   /* refuse it, or withdraw our own */
    MAY_ADVICE = 1 << 19,   /* not a request: a bot may advise us, as no opponent is a person */
};

unsigned follow_may(const struct follow *follow, int64_t now);

/* Whether a person sits at the table on a seat that is not ours: take-backs need their consent, and
 * there is no advice. */
bool follow_has_opponent(const struct follow *follow);

/* Whether the round is over and the next one waits for the person of this seat. */
bool follow_awaits(const struct follow *follow, unsigned seat);

bool follow_may_sit(const struct follow *follow, unsigned seat);

/*
 * Returns the seat that is kept for us, or the first that we may take (with an invitation, an
 * invited one), or SEAT_NONE.
 */
unsigned follow_free_seat(const struct follow *follow);

/* ---- follow_people.c: people and news -------------------------------------------------------- */

/* follow_person() returns a person, or NULL if unknown; follow_name() returns the name, or "". */
const struct follow_person *follow_person(const struct follow *follow, const char *id);
const char *follow_name(const struct follow *follow, const char *id);

/* Returns true if the person of a seat is connected. */
bool follow_is_here(const struct follow *follow, unsigned seat);

/* Returns the text of a NEWS_SAID; "" for other news. */
const char *follow_words(const struct follow *follow, const struct news *news);

/* ---- follow_history.c: the game so far ------------------------------------------------------- */

/* Returns the number of moments: 0 before the first deal, which is the first moment. */
unsigned follow_moments(const struct follow *follow);

/*
 * Computes a moment, counted from 0, by replaying its round from the deal.  This takes
 * microseconds.
 */
void follow_moment(const struct follow *follow, unsigned moment, struct follow_moment *shown);

/*
 * For a bot that advises us: sets `deal` to the view at the beginning of the current round, and
 * returns the turns since.
 */
const struct turn *follow_round_so_far(const struct follow *follow, struct view *deal,
                                       unsigned *turns);

/* Gets the names of the players as in the server's record, once the seats are taken. */
void follow_record_names(const struct follow *follow, struct record_names *names);

/*
 * Writes the record so far; hidden cards are '?'.  If nothing is hidden any more, it is byte for
 * byte the record that the server writes with the same names.  text->cut is set if it does not fit.
 */
void follow_write_record(const struct follow *follow, const struct record_names *names,
                         struct text *text);

#endif
