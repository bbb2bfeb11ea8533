/* The right to be a server on a database: who has it, and stores that heed it. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "store/db.h"
#include "store/place.h"
#include "support.h"

static struct store_claim *claim_it(const struct place *place)
{
    char reason[STORE_REASON_SIZE];
    struct store_claim *claim = store_claim(place->url, reason);
    if (!claim)
        fail_msg("%s", reason);
    return claim;
}

static void assert_taken(const struct place *place)
{
    char reason[STORE_REASON_SIZE] = "", who[32];
    assert_null(store_claim(place->url, reason));
    snprintf(who, sizeof who, place->postgres ? ":%ld from" : "process %ld on", (long)getpid());
    assert_non_null(strstr(reason, "another server has this database: "));
    assert_non_null(strstr(reason, who));
}

static void a_database_is_claimed_once(void **state)
{
    struct store_claim *claim = claim_it(*state);
    char reason[STORE_REASON_SIZE];
    assert_taken(*state);
    assert_taken(*state);
    assert_true(store_claim_holds(claim, reason));
    store_claim_release(claim);
    claim = claim_it(*state);
    store_claim_release(claim);
    store_claim_release(NULL);
}

/* As servers had it before there could be several. */
static struct db *claim_alone(const struct place *place)
{
    char reason[STORE_REASON_SIZE];
    struct db *db = postgres_kind.open(&postgres_kind, place->url, reason);
    assert_non_null(db);
    assert_true(postgres_kind.script(db, "SELECT pg_advisory_lock(" DB_APPLICATION_ID
                                         ", hashtext(current_schema()))"));
    return db;
}

static void a_database_is_shared_but_not_with_older_servers(void **state)
{
    struct store_claim *one = claim_it(*state), *two = claim_it(*state);
    char reason[STORE_REASON_SIZE];
    assert_true(store_claim_holds(one, reason));
    assert_true(store_claim_holds(two, reason));
    store_claim_release(one);
    store_claim_release(two);
    struct db *old = claim_alone(*state);
    assert_taken(*state);
    postgres_kind.close(old);
    store_claim_release(claim_it(*state));
}

static void what_only_reads_needs_no_claim(void **state)
{
    struct store_claim *claim = claim_it(*state);
    struct store *store = place_open(*state);
    assert_int_equal(store_ping(store), STORE_OK);
    store_close(store);
    store_claim_release(claim);
}

TEST_CASE(what_cannot_be_claimed_is_told)
{
    char reason[STORE_REASON_SIZE] = "";
    assert_null(store_claim("/nowhere/store", reason));
    assert_non_null(strstr(reason, "cannot be opened: No such file or directory"));
    assert_null(store_claim("postgresql://u:sesame@/name?host=/nowhere", reason));
    assert_non_null(strstr(reason, "the database cannot be reached"));
    assert_null(strstr(reason, "sesame"));
    assert_null(store_claim("mysql://host/name", reason));
    assert_non_null(strstr(reason, "not with mysql://"));
}

static const char end_holder[] =
    "SELECT pg_terminate_backend(pid, 10000) FROM pg_locks WHERE locktype = 'advisory' AND granted";

static void a_lost_claim_is_had_again_with_the_next_call(void **state)
{
    struct store_claim *claim = claim_it(*state);
    struct store *store = place_open(*state);
    store_heed(store, claim);
    assert_int_equal(store_ping(store), STORE_OK);
    place_sql(*state, end_holder);
    assert_int_equal(store_ping(store), STORE_OK);
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(store_person_add(store, "ada", 1), STORE_OK);
    place_sql(*state, end_holder);
    assert_int_equal(store_commit(store), STORE_OK);
    store_close(store);
    store_claim_release(claim);
}

static void ignore_person(void *context, const struct store_person *person)
{
    (void)context, (void)person;
}

static void a_store_fails_while_an_older_server_has_it(void **state)
{
    struct store_claim *claim = claim_it(*state);
    struct store *store = place_open(*state);
    store_heed(store, claim);
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(store_person_add(store, "ada", 1), STORE_OK);
    place_sql(*state, end_holder);
    struct db *other = claim_alone(*state);
    assert_int_equal(store_commit(store), STORE_FAILED);
    assert_non_null(strstr(store_reason(store), "another server has this database: railhead "));
    assert_int_equal(store_begin(store), STORE_FAILED);
    assert_int_equal(store_ping(store), STORE_FAILED);
    assert_int_equal(store_person_add(store, "ada", 1), STORE_FAILED);
    assert_non_null(strstr(store_reason(store), "another server has this database: railhead "));
    postgres_kind.close(other);
    while (store_ping(store) != STORE_OK)
        place_pause(50);
    assert_int_equal(store_person_by_id(store, "ada", ignore_person, NULL), STORE_NONE);
    assert_int_equal(store_person_add(store, "ada", 1), STORE_OK);
    store_close(store);
    store_claim_release(claim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_ON_SQLITE("a database is claimed once", a_database_is_claimed_once),
        TEST_ON_POSTGRES("a database is shared, but not with older servers",
                         a_database_is_shared_but_not_with_older_servers),
        TEST_ON_BOTH("what only reads needs no claim", what_only_reads_needs_no_claim),
        TEST("what cannot be claimed is told", what_cannot_be_claimed_is_told),
        TEST_ON_POSTGRES("a lost claim is had again with the next call",
                         a_lost_claim_is_had_again_with_the_next_call),
        TEST_ON_POSTGRES("a store fails while an older server has the database",
                         a_store_fails_while_an_older_server_has_it),
    };
    return cmocka_run_group_tests(tests, place_begin, place_end);
}
