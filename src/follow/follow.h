/*
 * A table as a client knows it, from what its server says.
 *
 * What everybody at a table can know (match/state.h: seats, clocks, phase) is the same structure
 * and the same code that the server has; what is known of the cards is a view (core/view.h) and
 * never a position.  No I/O, no memory of its own beyond the structure, no clock: `now` is an
 * argument, in milliseconds of this machine's clock.  Sentences are made by whoever shows
 * something.
 *
 *     server says               struct follow                        a screen asks
 *     hello ------------------> me, ahead                            follow_clock()
 *     table ------------------> table_id, key, last, since           follow_may()
 *     event --> judged -------> state   the seats, clocks, phase     follow_name()
 *                          +--> view    the table and my cards       follow_news()
 *                          +--> round[] turn[]   the game so far     follow_moment()
 *                          '--> news[]  what was said and done       follow_write_record()
 *     hand ----> judged ------> view, or kept for its round
 *     people -----------------> person[]
 *
 * Each message is judged before it is believed: one that does not fit what is known is answered
 * with the reason, and nothing has changed.  Nothing that a server can say reaches a CHECK().
 *
 * The events of a table say everything: after `table`, all events from number 1 on are expected (or
 * those after the last one taken, when a connection came back), and the seats are those that follow
 * from them.  Until follow_is_current() a screen had better show nothing.
 */
#ifndef RAILHEAD_FOLLOW_FOLLOW_H
#define RAILHEAD_FOLLOW_FOLLOW_H

#include "core/record_write.h"
#include "core/view.h"
#include "core/witness.h"
#include "match/state.h"
#include "protocol/told_message.h"

enum {
    FOLLOW_ROUNDS_MAX = 200,      /* no game comes near; a server that tells more is not followed */
    FOLLOW_TURNS_MAX = 8192,      /* of all rounds */
    FOLLOW_NEWS_MAX = 256,        /* the oldest are forgotten */
    FOLLOW_WORDS_SIZE = 64 << 10, /* all that is said in these */
    FOLLOW_PEOPLE_MAX = TOLD_PEOPLE_MAX + 48, /* with some who are not told of any more */
};

/* ---- The game so far ------------------------------------------------------------------------- */

/* A round: what was dealt as far as it is known, where its turns are, how it ended. */
struct follow_round {
    struct hand hand[SEATS_MAX]; /* CITY_NONE for a card that is hidden */
    uint8_t first;               /* seat */
    uint8_t over;                /* its end was told: */
    struct closing closing;
    uint16_t turn;  /* where in follow.turn its first one is */
    uint16_t turns; /* how many */
};

/* A moment that a screen can show: a deal, or what a turn led to.  See follow_moment(). */
struct follow_moment {
    struct table table;      /* as it was then; after a round's last turn with the score */
    unsigned round;          /* from 1 */
    unsigned seat;           /* whose turn led here, or SEAT_NONE: the deal */
    struct turn turn;        /* which */
    const struct hand *hand; /* [SEATS_MAX]: the hands of the round as far as they are known now */
};

/* ---- People ---------------------------------------------------------------------------------- */

struct follow_person {
    char id[PERSON_SIZE];
    char name[TOLD_NAME_SIZE]; /* as the server told it: not to be shown without harmless_copy() */
    bool here;                 /* connected */
};

/* ---- News ------------------------------------------------------------------------------------ */

enum news_kind {
    NEWS_SAID,      /* `person`: follow_words(), "" when its author has deleted it */
    NEWS_SAT,       /* `person` has sat down on `seat` */
    NEWS_STOOD,     /* `person` has got up from `seat` */
    NEWS_SHOWN_OUT, /* the host has given the seat of `person` away */
    NEWS_SEAT,      /* the host has made `seat`, where nobody sat, open, invited or a bot's */
    NEWS_STARTED,
    NEWS_AWAY, /* a bot plays for `seat`, because of `away` */
    NEWS_BACK, /* `person` plays again on `seat` */
    NEWS_MUTED,
    NEWS_UNMUTED,
    NEWS_FINISHED,   /* the game has a result */
    NEWS_CLOSED,     /* the table was closed without one, because of `close` */
    NEWS_REVEALED,   /* the cards of a party's round have been shown */
    NEWS_REMATCH,    /* `person` wants a rematch: state.rematch is its table */
    NEWS_ASKED,      /* `person` asks to take back their last turn */
    NEWS_REFUSED,    /* `person` does not agree to that */
    NEWS_WITHDRAWN,  /* `person`, who asked, does not want it any more */
    NEWS_TAKEN_BACK, /* `person` has taken back a turn, and what followed */
};

/* Something that was said, or that people did, in the order of the events. */
struct news {
    uint32_t number; /* of the event: is it news?  follow_is_news() */
    uint8_t kind;    /* enum news_kind */
    uint8_t seat;    /* or SEAT_NONE; of NEWS_SAID too: where the person sat then */
    uint8_t away;    /* enum away_reason */
    uint8_t close;   /* enum close_reason */
    int64_t at;      /* by the server's clock */
    uint32_t words;  /* where they are: follow_words() */
    char person[PERSON_SIZE];
};

/* ---- The table ------------------------------------------------------------------------------- */

struct follow {
    /* Who we are, and how far the server's clock is before the one of this machine. */
    char me[PERSON_SIZE]; /* "" for nobody */
    int64_t ahead;

    /* The table, once it is known. */
    bool known;
    char table_id[TOLD_TABLE_ID_SIZE];
    char key[TOLD_KEY_SIZE]; /* of the invitation, or "" */
    unsigned party;          /* how many tables deal the same cards; 0 for none */
    char party_table[PARTY_TABLES_MAX][TOLD_TABLE_ID_SIZE]; /* their ids */
    int64_t opened, changed; /* when the table was opened, and its last event happened */
    uint32_t last;           /* the number of the last event there was when we (re)joined */
    uint32_t joined;         /* the same when we first came: what is older is not news */
    int64_t since;           /* when what goes on after event `last` began */
    struct match_state state;
    struct view view;          /* the table, my seat, my cards of this round */
    char seed[TOLD_SEED_SIZE]; /* once it is told, or "" */

    /* The game so far; `view.table.round` rounds. */
    struct follow_round round[FOLLOW_ROUNDS_MAX];
    struct turn turn[FOLLOW_TURNS_MAX];
    unsigned turns;

    /* Cards that came before their round's event. */
    struct told_hand coming;

    /* Those told of last, and behind them others whose names are remembered. */
    struct follow_person person[FOLLOW_PEOPLE_MAX];
    unsigned people, remembered;
    unsigned watching;

    /* The newest are at the end. */
    struct news news[FOLLOW_NEWS_MAX];
    unsigned news_count;
    uint32_t news_forgotten; /* how many there were before the first of these */
    char words[FOLLOW_WORDS_SIZE];
    uint32_t words_used;
};

/* Nothing is known. */
void follow_init(struct follow *follow);

/* The key of an invitation that we have from elsewhere. */
void follow_set_key(struct follow *follow, const char *key);

/*
 * What the server says.  FITS, or why it cannot be believed; then nothing has changed.  An event
 * that is known already fits: a connection came back.  A chat that comes again without words is
 * deleted.  An event of a kind that this program does not know (EVENT_KINDS) is counted and nothing
 * else.
 */
enum misfit follow_take_hello(struct follow *follow, const struct told_hello *hello, int64_t now);
enum misfit follow_take_table(struct follow *follow, const struct told_following *following);
enum misfit follow_take_event(struct follow *follow, const struct told_event *told);
enum misfit follow_take_hand(struct follow *follow, const struct told_hand *told);
enum misfit follow_take_people(struct follow *follow, const struct told_people *told);

/* Any message; one that is not about the table, or of a kind that nobody knows here, fits. */
enum misfit follow_take(struct follow *follow, const struct told *told, int64_t now);

/* ---- How things are -------------------------------------------------------------------------- */

/* Whether all events that there were when we (re)joined have come; `after` of messages to the
 * server, and of `follow` when a connection comes back, is state.events. */
bool follow_is_current(const struct follow *follow);

/* TABLE (protocol/told_table.h) as the server would tell it now, as far as it is known. */
void follow_table(const struct follow *follow, struct told_table *told);

/* Whether it happened after we first came. */
bool follow_is_news(const struct follow *follow, uint32_t number);

bool follow_is_host(const struct follow *follow);

/* The time by the server's clock. */
int64_t follow_server_time(const struct follow *follow, int64_t now);

/* ---- follow_clock.c: clocks, and what may be asked for ----------------------------------------
 */

struct follow_clock {
    bool shown;   /* a person's, at a table with clocks; a slow one while it runs */
    bool runs;    /* the person is to move and here */
    int64_t left; /* milliseconds, at `now` */
};

void follow_clock(const struct follow *follow, unsigned seat, int64_t now,
                  struct follow_clock *clock);

/* When the turn or the pause that goes on began, by this machine's clock. */
int64_t follow_since(const struct follow *follow);

/* When MAY_AWAY becomes possible if nothing happens before, by this machine's clock; MATCH_NEVER
 * where it does not. */
int64_t follow_patience_ends(const struct follow *follow);

/* When MAY_TAKEBACK becomes possible again after a refusal, by this machine's clock; 0 for now. */
int64_t follow_takeback_pause_ends(const struct follow *follow);

/* Whether the last word about taking back a turn was somebody's no, who had not asked. */
bool follow_is_refused(const struct follow *follow);

/* What it makes sense to ask of the server now, a bit each. */
enum follow_may {
    MAY_SIT = 1 << 0, /* on a seat: follow_may_sit() */
    MAY_STAND = 1 << 1,
    MAY_SEAT = 1 << 2, /* the host: any seat */
    MAY_FILL = 1 << 3,
    MAY_START = 1 << 4,
    MAY_CLOSE = 1 << 5,
    MAY_TURN = 1 << 6,
    MAY_READY = 1 << 7,
    MAY_LEAVE = 1 << 8,
    MAY_BACK = 1 << 9,
    MAY_AWAY = 1 << 10, /* for the seat to move, which has been waited for long enough */
    MAY_CHAT = 1 << 11,
    MAY_MUTE = 1 << 12, /* and the opposite, as match_state_is_muted() says */
    MAY_PLAN = 1 << 13, /* this is asked of nobody: we can think of our turn while others move */
    MAY_REMATCH = 1 << 14,
    MAY_JOIN = 1 << 15,     /* at another table: a rematch where a seat is kept for us */
    MAY_TAKEBACK = 1 << 16, /* ask for our last turn back: its number is in state.seat */
    MAY_AGREE = 1 << 17,    /* to what is asked: its number is in state.takeback */
    MAY_REFUSE = 1 << 18,   /* that, or withdraw what we asked ourselves */
    MAY_ADVICE = 1 << 19, /* asked of nobody: a bot may advise us on our turns, as no opponent is a
                             person */
};

unsigned follow_may(const struct follow *follow, int64_t now);

/* Whether a person sits at the table on a seat that is not ours: take-backs need their consent, and
 * there is no advice. */
bool follow_has_opponent(const struct follow *follow);

/* Whether the round is over and the next one waits for the person of this seat. */
bool follow_awaits(const struct follow *follow, unsigned seat);

bool follow_may_sit(const struct follow *follow, unsigned seat);

/*
 * The seat that is kept for us, else the first that we may take, with an invitation one of the
 * invited; or SEAT_NONE.
 */
unsigned follow_free_seat(const struct follow *follow);

/* ---- follow_people.c: who is here, and what was said and done ---------------------------------
 */

/* Somebody who was told of, or NULL; the name, or "" where it is not known. */
const struct follow_person *follow_person(const struct follow *follow, const char *id);
const char *follow_name(const struct follow *follow, const char *id);

/* Whether the person of a seat is connected. */
bool follow_is_here(const struct follow *follow, unsigned seat);

/* What was said in a NEWS_SAID; "" for others. */
const char *follow_words(const struct follow *follow, const struct news *news);

/* ---- follow_history.c: the game so far ---------------------------------------------------------
 */

/* The first of a game is its first deal; 0 before that. */
unsigned follow_moments(const struct follow *follow);

/* One of them, from 0.  It is played anew from its round's deal, which takes microseconds. */
void follow_moment(const struct follow *follow, unsigned moment, struct follow_moment *shown);

/*
 * The round that is played, for a bot that is to advise us: the view of its beginning, and the
 * turns since.
 */
const struct turn *follow_round_so_far(const struct follow *follow, struct view *deal,
                                       unsigned *turns);

/* The players as the server's record calls them, once the seats are taken. */
void follow_record_names(const struct follow *follow, struct record_names *names);

/*
 * The record so far; cards that are hidden are '?'.  When nothing is hidden any more it is, to the
 * byte, the one that the server writes with the same names.  `text` says whether something was cut.
 */
void follow_write_record(const struct follow *follow, const struct record_names *names,
                         struct text *text);

#endif
