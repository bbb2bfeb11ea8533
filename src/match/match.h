/*
 * A match: the game at one table, from the first person who sits down to the result.
 *
 * The state depends only on the settings, the seed, the list of events, and the time at which the
 * current turn began.  A request is either refused without effect, or becomes one or more events,
 * which are then applied.  A match knows people by their ids, bots by their names, and receives the
 * time as an argument.  It must not know connections, the store or JSON.
 *
 *      match
 *        state     match/state.h: seats, phase, clocks, number of events; public
 *        position  rules/position.h: the table, all hands and the seed; only on a server
 */
#ifndef RAILHEAD_MATCH_MATCH_H
#define RAILHEAD_MATCH_MATCH_H

#include "match/state.h"
#include "rules/notation.h"
#include "rules/position.h"

struct match {
    struct match_state state;
    struct position position;       /* valid from the start of the game */
    struct table before[SEATS_MAX]; /* the table before each seat's last turn of this round */
};

/* Receives each event; `after` is the match with the event applied. */
struct match_listener {
    void (*happened)(void *context, const struct match *after, const struct event *event);
    void *context;
};

/* Why a request is refused; protocol/error_code.h has the words for it. */
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

struct answer {
    enum objection objection;
    /* of the last event caused by the request, or by the same request sent earlier */
    uint32_t number;
    bool again; /* the same request was made before; nothing happened now */
    /* why the request was refused; `rule` is set if a turn breaks one */
    struct fault fault;
};

/*
 * Initialises a table opened by `host`.  If the plan has a seat for the host, match_open() must
 * follow.
 */
void match_init(struct match *match, const struct match_settings *settings, const char *host,
                const uint8_t seed[SEED_SIZE], int64_t now);

/* Seats the host if the plan has a seat for them. */
void match_open(struct match *match, int64_t now, struct match_listener listener);

/*
 * The same for a rematch (match_state_rematch()): keeps seats for the people still expected.  The
 * game starts when the last of them has sat down, or immediately if none is expected.
 */
void match_open_again(struct match *match, char kept[SEATS_MAX][PERSON_SIZE], int64_t now,
                      struct match_listener listener);

/*
 * Applies an event of a stored list.  Returns false and sets the fault if it cannot follow the
 * previous events: the list is then damaged and the match must not be used.
 */
bool match_replay(struct match *match, const struct event *event, struct fault *fault);

/* ---- Requests -------------------------------------------------------------------------------- */

/* Who makes a request, when, and who receives the events. */
struct asking {
    const char *person;
    int64_t now;
    struct match_listener listener;
    bool program; /* for match_sit(): a program plays for the person */
};

/* `invited`: the person has the invitation's key. */
void match_sit(struct match *match, const struct asking *asking, unsigned seat, bool invited,
               struct answer *answer);
void match_stand(struct match *match, const struct asking *asking, struct answer *answer);
void match_seat(struct match *match, const struct asking *asking, unsigned seat,
                enum seat_kind kind, const char *bot, struct answer *answer);
void match_fill(struct match *match, const struct asking *asking, const char *bot,
                struct answer *answer);
void match_start(struct match *match, const struct asking *asking, struct answer *answer);
void match_close(struct match *match, const struct asking *asking, struct answer *answer);

/* `text` is a turn as in a record, without the seat. */
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
 * match_takeback() asks all other players to let the person take back their last turn; `number` is
 * that of the turn's event.  match_answer() agrees or refuses; `number` is that of the request's
 * event.  The person who asked refuses in order to withdraw.
 */
void match_takeback(struct match *match, const struct asking *asking, uint32_t number,
                    struct answer *answer);
void match_answer(struct match *match, const struct asking *asking, uint32_t number, bool yes,
                  struct answer *answer);

/*
 * After a game: requests another one with the same people, at a new table with this id.  The caller
 * opens that table unless the request is refused or was made before.  match_may_rematch() gives the
 * same answer without changing anything; it returns true if the table is to be opened.
 */
bool match_may_rematch(const struct match *match, const struct asking *asking,
                       struct answer *answer);
void match_rematch(struct match *match, const struct asking *asking, const char *table,
                   struct answer *answer);

/* ---- Automatic events ------------------------------------------------------------------------ */

/* When each seat's person lost the connection; 0 while connected. */
struct presence {
    int64_t gone_since[SEATS_MAX];
};

/*
 * match_due() returns when match_tick() will next have something to do if nothing else happens, or
 * MATCH_NEVER.
 */
int64_t match_due(const struct match *match, const struct presence *presence);
void match_tick(struct match *match, const struct presence *presence, int64_t now,
                struct match_listener listener);

/*
 * Returns the name of the bot to move, for itself or for an absent person; NULL if a person is to
 * move or the game is not being played.
 */
const char *match_bot_to_move(const struct match *match);

/*
 * Plays the turn of that bot, which must be legal except for a marker move that position_settle()
 * removes.
 */
void match_bot_turn(struct match *match, const struct turn *turn, int64_t now,
                    struct match_listener listener);

/*
 * Reveals the cards of some rounds once all tables of the party, including this one, are over.
 * Call it until match_is_revealed().
 */
enum { REVEALS_AT_ONCE = 8 };
void match_reveal(struct match *match, int64_t now, struct match_listener listener);

/* ---- Queries --------------------------------------------------------------------------------- */

/*
 * Gets the cards that may be sent to the person of a seat.  Returns false unless a round has been
 * dealt.
 */
bool match_hand(const struct match *match, unsigned seat, struct hand *hand);

/*
 * Returns true if nothing is hidden any more: the game is over and, at a table of a party, all
 * cards have been shown.
 */
bool match_is_revealed(const struct match *match);

#endif
