/*
 * A match: one table's game from the first person who sits down to the result.
 *
 * The state follows from the settings, the seed and the list of events, and from nothing else but
 * the time at which a turn began.  What somebody asks for is either refused, and nothing has
 * happened, or becomes one or more events, which the match has then applied.  It knows persons by
 * their ids, bots by their names, and time as an argument; no connection, no store, no JSON.
 *
 *      match
 *        state     match/state.h: seats, phase, clocks, the number of events; everybody may know it
 *        position  core/position.h: the table, all hands and the seed; only a server knows it
 */
#ifndef RAILHEAD_MATCH_MATCH_H
#define RAILHEAD_MATCH_MATCH_H

#include "core/notation.h"
#include "core/position.h"
#include "match/state.h"

struct match {
    struct match_state state;
    struct position position;       /* from the start on */
    struct table before[SEATS_MAX]; /* as it lay before each seat's last turn of this round */
};

/* Who is told what happened; `after` is the match with the event applied. */
struct match_listener {
    void (*happened)(void *context, const struct match *after, const struct event *event);
    void *context;
};

/* Why something is refused; the protocol's words are objection_names. */
enum objection {
    OBJECTION_NONE,
    OBJECTION_FIELD,
    OBJECTION_FORBIDDEN,
    OBJECTION_TAKEN,
    OBJECTION_STATE,
    OBJECTION_STALE,
    OBJECTION_ILLEGAL,
    OBJECTION_SLOW,
    OBJECTIONS,
};
extern const char *const objection_names[OBJECTIONS];

struct answer {
    enum objection objection;
    uint32_t number;    /* the last event it made, or that an earlier sending made */
    bool again;         /* nothing happened now: the same had been asked before */
    struct fault fault; /* why, when refused; its rule is the one that a turn breaks, or "" */
};

/* A table that `host` opens: a plan seat for the host is theirs, by a first event (match_open). */
void match_init(struct match *match, const struct match_settings *settings, const char *host,
                const uint8_t seed[SEED_SIZE], int64_t now);

/* The host takes the seat that is theirs in the plan, if there is one. */
void match_open(struct match *match, int64_t now, struct match_listener listener);

/*
 * The same for a rematch (match_state_rematch()): seats are kept for those who are still to come.
 * The game starts when the last of them has sat down, or at once where nobody else is to come.
 */
void match_open_again(struct match *match, char kept[SEATS_MAX][PERSON_SIZE], int64_t now,
                      struct match_listener listener);

/*
 * Applies an event of a list that is read again.  False, with a fault, when it cannot follow
 * what came before: then the list is damaged and the match is of no use any more.
 */
bool match_replay(struct match *match, const struct event *event, struct fault *fault);

/* ---- What people ask for --------------------------------------------------------------------- */

/* Who asks, when, and who is to be told. */
struct asking {
    const char *person;
    int64_t now;
    struct match_listener listener;
    bool program; /* that sits down: a program of the person plays */
};

/* `invited`: the person has the key. */
void match_sit(struct match *match, const struct asking *asking, unsigned seat, bool invited,
               struct answer *answer);
void match_stand(struct match *match, const struct asking *asking, struct answer *answer);
void match_seat(struct match *match, const struct asking *asking, unsigned seat,
                enum seat_kind kind, const char *bot, struct answer *answer);
void match_fill(struct match *match, const struct asking *asking, const char *bot,
                struct answer *answer);
void match_start(struct match *match, const struct asking *asking, struct answer *answer);
void match_close(struct match *match, const struct asking *asking, struct answer *answer);

/* `text` as in a record, without the seat. */
void match_turn(struct match *match, const struct asking *asking, uint32_t after, const char *text,
                size_t length, struct answer *answer);
void match_ready(struct match *match, const struct asking *asking, uint32_t after,
                 struct answer *answer);
void match_leave(struct match *match, const struct asking *asking, struct answer *answer);
void match_back(struct match *match, const struct asking *asking, struct answer *answer);
void match_send_away(struct match *match, const struct asking *asking, unsigned seat,
                     struct answer *answer);
void match_chat(struct match *match, const struct asking *asking, const char *text,
                struct answer *answer);
void match_mute(struct match *match, const struct asking *asking, const char *person, bool on,
                struct answer *answer);

/*
 * `number` is that of the event of the person's last turn: everybody else is asked whether it may
 * be taken back.  To the one that asks so they answer yes or no; whoever asked says no to withdraw
 * it.
 */
void match_takeback(struct match *match, const struct asking *asking, uint32_t number,
                    struct answer *answer);
void match_answer(struct match *match, const struct asking *asking, uint32_t number, bool yes,
                  struct answer *answer);

/*
 * After a game: another one with the same people, at a new table of that id, which the caller opens
 * if this is not refused and has not happened before.  match_may_rematch() answers the same and
 * changes nothing.
 */
bool match_may_rematch(const struct match *match, const struct asking *asking,
                       struct answer *answer);
void match_rematch(struct match *match, const struct asking *asking, const char *table,
                   struct answer *answer);

/* ---- What happens by itself ------------------------------------------------------------------ */

/* Since when each seat's person has no connection (0: has one). */
struct presence {
    int64_t gone_since[SEATS_MAX];
};

/* When match_tick() will next have something to do, if nothing else happens; or MATCH_NEVER. */
int64_t match_due(const struct match *match, const struct presence *presence);
void match_tick(struct match *match, const struct presence *presence, int64_t now,
                struct match_listener listener);

/* The bot that is to move, for itself or for an absent person; NULL when a person is, or nobody. */
const char *match_bot_to_move(const struct match *match);

/* Its turn: it is legal or this is a bug, but for what position_settle() takes off. */
void match_bot_turn(struct match *match, const struct turn *turn, int64_t now,
                    struct match_listener listener);

/*
 * All tables of the party are over, and so is this one: shows the cards of the rounds that have not
 * been shown, a few at once.  To be called until match_is_revealed().
 */
enum { REVEALS_AT_ONCE = 8 };
void match_reveal(struct match *match, int64_t now, struct match_listener listener);

/* ---- Questions ------------------------------------------------------------------------------- */

/* The cards that may be sent to a seat's person: only while a round is dealt.  False for none. */
bool match_hand(const struct match *match, unsigned seat, struct hand *hand);

/* Nothing is hidden here any more: the game is over and, at a table of a party, all was shown. */
bool match_is_revealed(const struct match *match);

#endif
