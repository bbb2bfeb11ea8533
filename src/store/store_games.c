/*
 * Games, seats and events. Outside the store a game is known by its id; the tables use a number,
 * `key`, which is private to this file.
 */
#include "base/check.h"
#include "store/store_internal.h"

/* ---- Games ----------------------------------------------------------------------------------- */

#define GAME_COLUMNS                                                                               \
    "SELECT id, state, listed, opened, changed, settings, secret, summary, party, host FROM game "

static const struct db_query game_add = {
    DB_GAME_ADD, 10,
    "INSERT INTO game (id, state, listed, opened, changed, settings, secret, summary, party, host)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING"};
static const struct db_query game_update = {
    DB_GAME_UPDATE, 4, "UPDATE game SET state = $1, changed = $2, summary = $3 WHERE id = $4"};
static const struct db_query game_by_id = {DB_GAME_BY_ID, 1, GAME_COLUMNS "WHERE id = $1"};
static const struct db_query games_listed = {DB_GAMES_LISTED, 3,
                                             GAME_COLUMNS
                                             "WHERE listed = 1 AND state = $1 AND changed < $2"
                                             " ORDER BY changed DESC, key DESC LIMIT $3"};
/* The row of a running game is not updated with each event. */
static const struct db_query games_of = {
    DB_GAMES_OF, 3,
    "SELECT id, state, listed, opened, latest, settings, secret, summary, party, host FROM"
    " (SELECT game.*, CASE WHEN state = 1 THEN coalesce((SELECT at FROM event"
    " WHERE event.game = game.key ORDER BY number DESC LIMIT 1), changed)"
    " ELSE changed END AS latest FROM game"
    " WHERE key IN (SELECT game FROM seat WHERE person = $1 AND person <> '')) AS mine"
    " WHERE latest < $2 ORDER BY latest DESC, key DESC LIMIT $3"};
static const struct db_query games_with = {
    DB_GAMES_WITH, 2,
    "SELECT id FROM game WHERE key IN"
    " (SELECT game FROM seat WHERE person = $1 AND person <> ''"
    " UNION SELECT game FROM event WHERE author = $1 AND author <> '')"
    " ORDER BY changed DESC, key DESC LIMIT $2"};
static const struct db_query games_of_party = {
    DB_GAMES_OF_PARTY, 1, GAME_COLUMNS "WHERE party = $1 AND party <> '' ORDER BY key"};
static const struct db_query games_running = {DB_GAMES_RUNNING, 0,
                                              "SELECT id FROM game WHERE state = 1"};

struct game_taker {
    store_game_found *found;
    void *context;
};

static void hand_out_game(void *context, const struct db_value *columns)
{
    const struct game_taker *taker = context;
    const struct store_game game = {
        .id = columns[0].text,
        .state = (enum store_state)columns[1].number,
        .listed = columns[2].number != 0,
        .opened = columns[3].number,
        .changed = columns[4].number,
        .settings = columns[5].text,
        .secret = columns[6].text,
        .summary = columns[7].text,
        .party = columns[8].text,
        .host = columns[9].text,
    };
    taker->found(taker->context, &game);
}

enum store_result store_game_add(struct store *store, const struct store_game *game)
{
    return store_none_is_taken(store_change(
        store, &game_add,
        VALUES(text_value(game->id), number_value(game->state), number_value(game->listed),
               number_value(game->opened), number_value(game->changed), text_value(game->settings),
               text_value(game->secret), text_value(game->summary),
               text_value(game->party ? game->party : ""),
               text_value(game->host ? game->host : ""))));
}

enum store_result store_game_update(struct store *store, const char *id, enum store_state state,
                                    int64_t changed, const char *summary)
{
    return store_change(
        store, &game_update,
        VALUES(number_value(state), number_value(changed), text_value(summary), text_value(id)));
}

enum store_result store_game_by_id(struct store *store, const char *id, store_game_found *found,
                                   void *context)
{
    struct game_taker taker = {found, context};
    return store_ask(store, &game_by_id, VALUES(text_value(id)), hand_out_game, &taker);
}

enum store_result store_games_listed(struct store *store, enum store_state state, int64_t before,
                                     unsigned limit, store_game_found *found, void *context)
{
    struct game_taker taker = {found, context};
    return store_none_is_ok(
        store_ask(store, &games_listed,
                  VALUES(number_value(state), number_value(before), number_value(limit)),
                  hand_out_game, &taker));
}

enum store_result store_games_of(struct store *store, const char *person, int64_t before,
                                 unsigned limit, store_game_found *found, void *context)
{
    struct game_taker taker = {found, context};
    return store_none_is_ok(store_ask(
        store, &games_of, VALUES(text_value(person), number_value(before), number_value(limit)),
        hand_out_game, &taker));
}

enum store_result store_games_with(struct store *store, const char *person, unsigned limit,
                                   void (*found)(void *context, const char *id), void *context)
{
    return store_none_is_ok(store_ask_text(
        store, &games_with, VALUES(text_value(person), number_value(limit)), found, context));
}

enum store_result store_games_of_party(struct store *store, const char *party,
                                       store_game_found *found, void *context)
{
    struct game_taker taker = {found, context};
    return store_none_is_ok(
        store_ask(store, &games_of_party, VALUES(text_value(party)), hand_out_game, &taker));
}

enum store_result store_games_running(struct store *store,
                                      void (*found)(void *context, const char *id), void *context)
{
    return store_none_is_ok(store_ask_text(store, &games_running, NULL, found, context));
}

/* ---- Seats ----------------------------------------------------------------------------------- */

static const struct db_query seat_set = {
    DB_SEAT_SET, 3,
    "INSERT INTO seat (seat, person, game) SELECT $1, $2, key FROM game WHERE id = $3"
    " ON CONFLICT (game, seat) DO UPDATE SET person = excluded.person"};

enum store_result store_seat_set(struct store *store, const char *game, unsigned seat,
                                 const char *person)
{
    return store_change(store, &seat_set,
                        VALUES(number_value(seat), text_value(person), text_value(game)));
}

/* The second group waits for the first, and sees what it wrote. */
enum store_result store_party_seat(struct store *store, const char *party, const char *game,
                                   const char *person)
{
    static const dialects lock_sql = {
        "SELECT $1", "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text"};
    static const struct db_query sits = {
        DB_PARTY_SEAT, 3,
        "SELECT 1 FROM game WHERE party = $1 AND id <> $2 AND state <> 3 AND key IN"
        " (SELECT game FROM seat WHERE person = $3 AND person <> '')"};
    const struct db_query lock = {DB_PARTY_LOCK, 1, lock_sql[store->db->kind->dialect]};
    CHECK(store->group != GROUP_NONE);
    enum store_result result = store_ask(store, &lock, VALUES(text_value(party)), NULL, NULL);
    if (result != STORE_OK)
        return result;
    result = store_ask(store, &sits,
                       VALUES(text_value(party), text_value(game), text_value(person)), NULL, NULL);
    return result == STORE_OK ? STORE_TAKEN : store_none_is_ok(result);
}
_Static_assert(STORE_CLOSED == 3, "DB_PARTY_SEAT has the number");

/* ---- Events ---------------------------------------------------------------------------------- */

enum { EVENT_VALUES = 5, EVENTS_AT_ONCE = 256 };

static const struct db_query event_add = {
    DB_EVENT_ADD, EVENT_VALUES,
    "INSERT INTO event (number, at, author, body, game)"
    " SELECT $1, $2, $3, $4, key FROM game WHERE id = $5 ON CONFLICT DO NOTHING"};
static const struct db_query events_before = {
    DB_EVENTS_BEFORE, 3,
    "SELECT number, at, author, body FROM event"
    " WHERE game = (SELECT key FROM game WHERE id = $1) AND number < $2"
    " ORDER BY number DESC LIMIT $3"};
static const struct db_query events_after = {
    DB_EVENTS, 2,
    "SELECT number, at, author, body FROM event"
    " WHERE game = (SELECT key FROM game WHERE id = $1) AND number > $2 ORDER BY number"};

static void event_values(const struct store_event *event, struct db_value values[EVENT_VALUES])
{
    CHECK(event->number > 0);
    values[0] = number_value(event->number);
    values[1] = number_value(event->at);
    values[2] = text_value(event->author);
    values[3] = text_value(event->body);
    values[4] = text_value(event->game);
}

enum store_result store_event_add(struct store *store, const struct store_event *event)
{
    struct db_value values[EVENT_VALUES];
    event_values(event, values);
    const enum store_result result = store_change(store, &event_add, values);
    if (result != STORE_NONE)
        return result;
    /* No row was added: there is no such game, or the number is in use. */
    const enum store_result there =
        store_ask(store, &game_by_id, VALUES(text_value(event->game)), NULL, NULL);
    return there == STORE_OK ? STORE_TAKEN : there;
}

enum store_result store_events_add(struct store *store, const struct store_event *events,
                                   size_t count, bool *added)
{
    CHECK(store->group != GROUP_NONE);
    enum store_result result = STORE_OK;
    for (size_t start = 0; start < count; start += EVENTS_AT_ONCE) {
        struct db_value values[EVENTS_AT_ONCE * EVENT_VALUES] TO_BE_FILLED;
        unsigned some = 0;
        for (; some < EVENTS_AT_ONCE && start + some < count; some++)
            event_values(&events[start + some], &values[some * EVENT_VALUES]);
        const enum store_result part =
            store_change_many(store, &event_add, values, some, &added[start]);
        if (part == STORE_FAILED)
            return STORE_FAILED;
        if (part == STORE_TAKEN)
            result = STORE_TAKEN;
    }
    return result;
}

struct event_taker {
    void (*found)(void *context, const struct store_event *event);
    void *context;
    const char *game;
};

static void hand_out_event(void *context, const struct db_value *columns)
{
    const struct event_taker *taker = context;
    const struct store_event event = {
        .game = taker->game,
        .number = (uint32_t)columns[0].number,
        .at = columns[1].number,
        .author = columns[2].text,
        .body = columns[3].text,
    };
    taker->found(taker->context, &event);
}

enum store_result store_events(struct store *store, const char *game, uint32_t after,
                               void (*found)(void *context, const struct store_event *event),
                               void *context)
{
    struct event_taker taker = {found, context, game};
    return store_none_is_ok(store_ask(store, &events_after,
                                      VALUES(text_value(game), number_value(after)), hand_out_event,
                                      &taker));
}

enum store_result store_events_before(struct store *store, const char *game, uint32_t before,
                                      unsigned limit,
                                      void (*found)(void *context, const struct store_event *event),
                                      void *context)
{
    struct event_taker taker = {found, context, game};
    return store_none_is_ok(store_ask(
        store, &events_before, VALUES(text_value(game), number_value(before), number_value(limit)),
        hand_out_event, &taker));
}
