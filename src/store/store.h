/*
 * The store: what must outlive the process.  It knows ids, numbers and text, not the game.
 *
 * One interface, SQLite and PostgreSQL behind it.  A game is a row and a list of events: (game,
 * number) is unique, so two writers can never both win, and events are only ever added.
 *
 * A `struct store` is one connection and belongs to one thread.  Everything between store_begin()
 * and a store_commit() that answers STORE_OK is on disk when that returns; anything else that
 * happens in between leaves nothing of it.  Outside a group every call is a group by itself.
 *
 * Texts are UTF-8, as the caller has made sure.  Those that are handed out live until the function
 * that gets them, always called `found`, returns; it must not call the store.  Times are
 * milliseconds since 1970.
 */
#ifndef RAILHEAD_STORE_STORE_H
#define RAILHEAD_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STORE_REASON_SIZE = 256 };

enum store_result {
    STORE_OK,
    STORE_NONE,   /* there is no such row */
    STORE_TAKEN,  /* the id, the name or the event's number is in use; nothing was changed */
    STORE_FAILED, /* the outside world: store_reason() has a sentence */
};

struct store;
struct store_claim;

/*
 * Opens a database and brings its tables up to date.  `url` is "postgresql://..." (or
 * "postgres://...") or the path of a file for SQLite, which is made where there is none.  NULL with
 * a sentence in `reason` when that fails; passwords in the URL are not repeated in it.
 */
struct store *store_open(const char *url, char reason[STORE_REASON_SIZE]);
void store_close(struct store *store);

/*
 * The right to be a server on a database, which lasts until it is released or the process ends,
 * however it does.  A file has one server, PostgreSQL has as many as share it (store_members.h).
 * NULL with a sentence in `reason`, that says who has it, if another server has it for itself.
 * What only reads needs none.
 *
 * The right to one of PostgreSQL goes with its connection; it is asked for again when somebody
 * wants to know.  A store that heeds a claim, which outlives it, answers STORE_FAILED while it is
 * lost.  Any thread may ask whether a claim holds.
 */
struct store_claim *store_claim(const char *url, char reason[STORE_REASON_SIZE]);
void store_claim_release(struct store_claim *claim);
bool store_claim_holds(struct store_claim *claim, char reason[STORE_REASON_SIZE]);
void store_heed(struct store *store, struct store_claim *claim);

/* The sentence of the last STORE_FAILED. */
const char *store_reason(const struct store *store);

/*
 * A group of changes.  After STORE_FAILED the group is undone, and all that is called in it fails
 * until store_rollback(), store_commit() or the next store_begin(), which connects anew where the
 * connection was lost, so that a store comes back without a restart.
 *
 * When store_commit() itself answers STORE_FAILED the answer may have been lost and not the group:
 * whoever must know asks for the events.
 */
enum store_result store_begin(struct store *store);
enum store_result store_commit(struct store *store);
void store_rollback(struct store *store);

/*
 * From here to the end of the group, or to the opposite: what is changed is taken to be as the
 * caller expects (a number is free, a game is there), answers STORE_OK, and goes to the database
 * with the commit.  If something was not so, the group fails as one that may be repeated; by a
 * caller who presumes nothing, to learn what it was.  Nothing changes where a question costs no
 * time on the way, as in a file.
 */
void store_presume(struct store *store, bool presumes);

/*
 * After STORE_FAILED in a group: whether the database undid it for the sake of another one that
 * waited for it, or something was presumed that was not so; then it may be repeated.
 */
bool store_may_repeat(const struct store *store);

/* A cheap question to the database, outside a group: STORE_OK when it answers. */
enum store_result store_ping(struct store *store);

/* ---- Small facts about the server itself ----------------------------------------------------- */

/* Writes the value if the key has none, and hands out the one that stands. */
enum store_result store_put_once(struct store *store, const char *key, const char *value,
                                 void (*found)(void *context, const char *value), void *context);

/* ---- People ---------------------------------------------------------------------------------- */

struct store_person {
    const char *id;
    const char *name;     /* shown to others; "" for none */
    const char *login;    /* unique; "" for a person without an account */
    const char *password; /* a hash; "" without an account */
    bool gone;            /* deleted: nothing else is known of them, and nothing ever will be */
    int64_t since;
};
typedef void store_person_found(void *context, const struct store_person *person);

/* STORE_OK also when that person is there already; STORE_NONE when they have been deleted. */
enum store_result store_person_add(struct store *store, const char *id, int64_t now);
enum store_result store_person_by_id(struct store *store, const char *id, store_person_found *found,
                                     void *context);
enum store_result store_person_by_login(struct store *store, const char *login,
                                        store_person_found *found, void *context);
enum store_result store_person_rename(struct store *store, const char *id, const char *name);

/* As store_person_by_id(), and also persons who have been deleted: `gone` says so. */
enum store_result store_person_ever(struct store *store, const char *id, store_person_found *found,
                                    void *context);

/* Gives the person an account or changes it; STORE_TAKEN when another person has that login. */
enum store_result store_person_account(struct store *store, const char *id, const char *login,
                                       const char *password);

/*
 * Takes the person out of every table: sessions, name, account, uploads; seats keep the result with
 * "" for the person; events they wrote (`author`) get `body` in place of theirs.  Only the id
 * stays, so that nothing can be kept of this person again, also if nothing was known of them so
 * far. STORE_NONE when they had been deleted already.
 */
enum store_result store_person_delete(struct store *store, const char *id, const char *body);

/*
 * Which person a secret belongs to; the store sees only its hash.  STORE_NONE when there is no such
 * person, or no such session.  `label` is the caller's text on what kind of device has the secret.
 */
enum store_result store_session_add(struct store *store, const char *hash, const char *person,
                                    const char *label, int64_t now);
enum store_result store_session_find(struct store *store, const char *hash,
                                     store_person_found *found, void *context);
enum store_result store_session_remove(struct store *store, const char *hash);

/* Notes when the session was last used; store_session_add() does so for its beginning. */
enum store_result store_session_seen(struct store *store, const char *hash, int64_t now);

struct store_session {
    const char *hash;
    const char *label;
    int64_t since;
    int64_t seen; /* 0 when it is older than the note */
};
typedef void store_session_found(void *context, const struct store_session *session);

enum { STORE_SESSIONS_MAX = 100 };

/* The newest (by `since`) first, at most STORE_SESSIONS_MAX; none where there is no such person. */
enum store_result store_sessions_of(struct store *store, const char *person,
                                    store_session_found *found, void *context);

/* Only if it belongs to that person, and STORE_NONE otherwise. */
enum store_result store_session_remove_of(struct store *store, const char *person,
                                          const char *hash);

/* All of the person's sessions but one; `except_hash` is "" for all.  STORE_OK also for none. */
enum store_result store_sessions_remove_others(struct store *store, const char *person,
                                               const char *except_hash);

/* ---- Games ----------------------------------------------------------------------------------- */

enum store_state { STORE_OPEN, STORE_RUNNING, STORE_FINISHED, STORE_CLOSED };

struct store_game {
    const char *id;
    enum store_state state;
    bool listed; /* shown to everybody */
    int64_t opened, changed;
    const char *settings; /* as the game was opened */
    const char *secret;   /* what its deals come from */
    const char *summary;  /* what lists show of it, but for turns since then */
    const char *party;    /* of tables opened together, that deal the same cards; "" for most */
    const char *host;     /* the person who opened it */
};
typedef void store_game_found(void *context, const struct store_game *game);

/* A `party` of NULL is "". */
enum store_result store_game_add(struct store *store, const struct store_game *game);

/* Changes state, `changed` and summary; the rest of a game never changes. */
enum store_result store_game_update(struct store *store, const char *id, enum store_state state,
                                    int64_t changed, const char *summary);
enum store_result store_game_by_id(struct store *store, const char *id, store_game_found *found,
                                   void *context);

/* Newest first, at most `limit`, `before` this time of change. */
enum store_result store_games_listed(struct store *store, enum store_state state, int64_t before,
                                     unsigned limit, store_game_found *found, void *context);

/* The same; games that run were changed by the last of their events. */
enum store_result store_games_of(struct store *store, const char *person, int64_t before,
                                 unsigned limit, store_game_found *found, void *context);

/* The ids of games where the person sits or wrote an event, each once and ordered likewise. */
enum store_result store_games_with(struct store *store, const char *person, unsigned limit,
                                   void (*found)(void *context, const char *id), void *context);

/* In the order in which they were opened; none for "". */
enum store_result store_games_of_party(struct store *store, const char *party,
                                       store_game_found *found, void *context);

/* The ids of all games that run, listed or not. */
enum store_result store_games_running(struct store *store,
                                      void (*found)(void *context, const char *id), void *context);

/* Who sits where; "" for nobody.  STORE_NONE when there is no such game. */
enum store_result store_seat_set(struct store *store, const char *game, unsigned seat,
                                 const char *person);

/*
 * In a group: makes sure until its end that a person sits at no other table of a party that is not
 * closed; STORE_TAKEN when they do.
 */
enum store_result store_party_seat(struct store *store, const char *party, const char *game,
                                   const char *person);

struct store_event {
    const char *game;
    uint32_t number; /* from 1, without gaps */
    int64_t at;
    const char *author; /* a person, for what has to go with them; "" for most */
    const char *body;
};

/* STORE_TAKEN when the game has an event of that number, STORE_NONE when there is no such game. */
enum store_result store_event_add(struct store *store, const struct store_event *event);

/*
 * Adds many events in a group, with one wait for the database and not one for each.  STORE_TAKEN
 * when some were not added, since their number is in use or their game is not there: `added` says
 * of each whether it was.  The others stay in the group, so that a caller that has several events
 * of one game rolls back and repeats without that game.
 */
enum store_result store_events_add(struct store *store, const struct store_event *events,
                                   size_t count, bool *added);

/* The events of a game from `after` + 1 on, in order; none where there is no such game. */
enum store_result store_events(struct store *store, const char *game, uint32_t after,
                               void (*found)(void *context, const struct store_event *event),
                               void *context);

/* The newest `limit` of those whose number is below `before`, newest first. */
enum store_result store_events_before(struct store *store, const char *game, uint32_t before,
                                      unsigned limit,
                                      void (*found)(void *context, const struct store_event *event),
                                      void *context);

/* ---- Records that people uploaded ------------------------------------------------------------ */

enum store_result store_record_add(struct store *store, const char *id, const char *person,
                                   int64_t now, const char *text);
enum store_result store_record_by_id(struct store *store, const char *id,
                                     void (*found)(void *context, const char *text), void *context);

/* How many bytes all of their texts have together. */
enum store_result store_uploads_bytes(struct store *store, int64_t *bytes);

#endif
