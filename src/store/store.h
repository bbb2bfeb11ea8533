/*
 * The store: what must outlive the process. It knows ids, numbers and text, not the game. One
 * interface, implemented on SQLite and PostgreSQL.
 *
 * A game is a row and a list of events: (game, number) is unique, so two writers can never both
 * win, and events are only ever added.
 *
 * A `struct store` is one connection and belongs to one thread. Everything between store_begin()
 * and a store_commit() that returns STORE_OK is on disk at that moment; otherwise nothing of it is.
 * Outside a group every call is a group of its own.
 *
 * Texts are UTF-8, which the caller ensures. Texts passed to a callback, always called `found`, are
 * valid until it returns; it must not call the store. Times are milliseconds since 1970.
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
    STORE_TAKEN,  /* the id, name or event number is in use; nothing was changed */
    STORE_FAILED, /* the outside world failed: see store_reason() */
};

struct store;
struct store_claim;

/*
 * Opens a database and updates its tables. `url` is "postgresql://..." (or "postgres://...") or the
 * path of an SQLite file, which is created if necessary. Returns NULL with a sentence in `reason`,
 * which never contains passwords of the URL.
 */
struct store *store_open(const char *url, char reason[STORE_REASON_SIZE]);
void store_close(struct store *store);

/*
 * Claims the right to be a server on a database, until it is released or the process ends in any
 * way. A file has one server; PostgreSQL has as many as share it (store_members.h). Returns NULL
 * with a sentence in `reason`, which names the holder, if another server has an exclusive claim.
 * Programs that only read need none. On PostgreSQL the claim is bound to its connection and is
 * renewed when checked. A store that heeds a claim, which must outlive it, returns STORE_FAILED
 * while it is lost. Checking is thread-safe.
 */
struct store_claim *store_claim(const char *url, char reason[STORE_REASON_SIZE]);
void store_claim_release(struct store_claim *claim);
bool store_claim_holds(struct store_claim *claim, char reason[STORE_REASON_SIZE]);
void store_heed(struct store *store, struct store_claim *claim);

/* Returns the sentence of the last STORE_FAILED. */
const char *store_reason(const struct store *store);

/*
 * A group of changes. After STORE_FAILED the group is rolled back, and all calls in it fail until
 * store_rollback(), store_commit() or the next store_begin(), which reconnects if necessary, so
 * that a store recovers without a restart. If store_commit() itself returns STORE_FAILED the commit
 * may have succeeded and only its answer been lost: whoever must know reads the events.
 */
enum store_result store_begin(struct store *store);
enum store_result store_commit(struct store *store);
void store_rollback(struct store *store);

/*
 * From here to the end of the group, or until reset: changes are presumed to succeed (a number is
 * free, a game exists), return STORE_OK, and go to the database with the commit. If a presumption
 * was wrong the group fails and may be repeated, without presuming, to learn which. No effect where
 * a round trip costs nothing, as with a file.
 */
void store_presume(struct store *store, bool presumes);

/*
 * After STORE_FAILED in a group: returns true if it was a deadlock victim, or presumed something
 * wrong, so that it may be repeated.
 */
bool store_may_repeat(const struct store *store);

/* An inexpensive query outside a group: returns STORE_OK if the database answers. */
enum store_result store_ping(struct store *store);

/* ---- Single values --------------------------------------------------------------------------- */

/* Stores the value if the key has none, and reports the stored one. */
enum store_result store_put_once(struct store *store, const char *key, const char *value,
                                 void (*found)(void *context, const char *value), void *context);

/* ---- People ---------------------------------------------------------------------------------- */

struct store_person {
    const char *id;
    const char *name;     /* public; "" for none */
    const char *login;    /* unique; "" without an account */
    const char *password; /* a hash; "" without an account */
    bool gone;            /* deleted: nothing else is, or ever will be, stored about them */
    int64_t since;
};
typedef void store_person_found(void *context, const struct store_person *person);

/* Returns STORE_OK also if the person exists, STORE_NONE if they were deleted. */
enum store_result store_person_add(struct store *store, const char *id, int64_t now);
enum store_result store_person_by_id(struct store *store, const char *id, store_person_found *found,
                                     void *context);
enum store_result store_person_by_login(struct store *store, const char *login,
                                        store_person_found *found, void *context);
enum store_result store_person_rename(struct store *store, const char *id, const char *name);

/* Like store_person_by_id(), but also finds deleted persons: see `gone`. */
enum store_result store_person_ever(struct store *store, const char *id, store_person_found *found,
                                    void *context);

/* Creates or changes the person's account; returns STORE_TAKEN if another person has that login. */
enum store_result store_person_account(struct store *store, const char *id, const char *login,
                                       const char *password);

/*
 * Deletes a person everywhere: sessions, name, account, uploads. Seats keep their results with ""
 * as person; the bodies of events they authored become `body`. Only the id remains, so that nothing
 * can be stored about them again, even if nothing was known. Returns STORE_NONE if they were
 * deleted already.
 */
enum store_result store_person_delete(struct store *store, const char *id, const char *body);

/*
 * Sessions: the person that a secret, of which the store sees only the hash, belongs to. Return
 * STORE_NONE if there is no such person or session. `label` describes the device.
 */
enum store_result store_session_add(struct store *store, const char *hash, const char *person,
                                    const char *label, int64_t now);
enum store_result store_session_find(struct store *store, const char *hash,
                                     store_person_found *found, void *context);
enum store_result store_session_remove(struct store *store, const char *hash);

/* Records when the session was last used; store_session_add() does so for its beginning. */
enum store_result store_session_seen(struct store *store, const char *hash, int64_t now);

struct store_session {
    const char *hash;
    const char *label;
    int64_t since;
    int64_t seen; /* 0 if older than the record */
};
typedef void store_session_found(void *context, const struct store_session *session);

enum { STORE_SESSIONS_MAX = 100 };

/* Newest (by `since`) first, at most STORE_SESSIONS_MAX; none if there is no such person. */
enum store_result store_sessions_of(struct store *store, const char *person,
                                    store_session_found *found, void *context);

/* Only if it belongs to that person; otherwise returns STORE_NONE. */
enum store_result store_session_remove_of(struct store *store, const char *person,
                                          const char *hash);

/*
 * Removes all of the person's sessions but one; `except_hash` is "" for all. Returns STORE_OK even
 * if there are none.
 */
enum store_result store_sessions_remove_others(struct store *store, const char *person,
                                               const char *except_hash);

/* ---- Games ----------------------------------------------------------------------------------- */

enum store_state { STORE_OPEN, STORE_RUNNING, STORE_FINISHED, STORE_CLOSED };

struct store_game {
    const char *id;
    enum store_state state;
    bool listed; /* in the public list */
    int64_t opened, changed;
    const char *settings; /* when it was opened */
    const char *secret;   /* from which its deals are derived */
    const char *summary;  /* for lists; does not include later turns */
    const char *party;    /* shared by duplicate tables; "" for most */
    const char *host;     /* the person who opened it */
};
typedef void store_game_found(void *context, const struct store_game *game);

/* NULL as `party` means "". */
enum store_result store_game_add(struct store *store, const struct store_game *game);

/* Changes state, `changed` and summary; the rest of a game is immutable. */
enum store_result store_game_update(struct store *store, const char *id, enum store_state state,
                                    int64_t changed, const char *summary);
enum store_result store_game_by_id(struct store *store, const char *id, store_game_found *found,
                                   void *context);

/* Newest first, at most `limit`, last changed before `before`. */
enum store_result store_games_listed(struct store *store, enum store_state state, int64_t before,
                                     unsigned limit, store_game_found *found, void *context);

/* The same. The last change of a running game is its last event. */
enum store_result store_games_of(struct store *store, const char *person, int64_t before,
                                 unsigned limit, store_game_found *found, void *context);

/*
 * The ids of games where the person sits or authored an event, without duplicates, in that order.
 */
enum store_result store_games_with(struct store *store, const char *person, unsigned limit,
                                   void (*found)(void *context, const char *id), void *context);

/* In order of opening; none for "". */
enum store_result store_games_of_party(struct store *store, const char *party,
                                       store_game_found *found, void *context);

/* The ids of all running games, listed or not. */
enum store_result store_games_running(struct store *store,
                                      void (*found)(void *context, const char *id), void *context);

/* The person at a seat; "" for none. Returns STORE_NONE if there is no such game. */
enum store_result store_seat_set(struct store *store, const char *game, unsigned seat,
                                 const char *person);

/*
 * Inside a group: ensures until its end that a person sits at no other open table of a party;
 * returns STORE_TAKEN if they do.
 */
enum store_result store_party_seat(struct store *store, const char *party, const char *game,
                                   const char *person);

struct store_event {
    const char *game;
    uint32_t number; /* from 1, without gaps */
    int64_t at;
    const char *author; /* the person whose deletion erases it; "" for most */
    const char *body;
};

/*
 * Returns STORE_TAKEN if the game has an event of that number, STORE_NONE if there is no such game.
 */
enum store_result store_event_add(struct store *store, const struct store_event *event);

/*
 * Inside a group: adds many events with one round trip. Returns STORE_TAKEN if some were not added,
 * since their number is in use or their game is missing: see `added`. The others stay in the group,
 * so a caller with several events of one game rolls back and repeats without that game.
 */
enum store_result store_events_add(struct store *store, const struct store_event *events,
                                   size_t count, bool *added);

/* The events of a game from `after` + 1 on, in order; none if there is no such game. */
enum store_result store_events(struct store *store, const char *game, uint32_t after,
                               void (*found)(void *context, const struct store_event *event),
                               void *context);

/* The newest `limit` events numbered below `before`, newest first. */
enum store_result store_events_before(struct store *store, const char *game, uint32_t before,
                                      unsigned limit,
                                      void (*found)(void *context, const struct store_event *event),
                                      void *context);

/* ---- Uploaded records ------------------------------------------------------------------------ */

enum store_result store_record_add(struct store *store, const char *id, const char *person,
                                   int64_t now, const char *text);
enum store_result store_record_by_id(struct store *store, const char *id,
                                     void (*found)(void *context, const char *text), void *context);

/* The total size of all texts, in bytes. */
enum store_result store_uploads_bytes(struct store *store, int64_t *bytes);

#endif
