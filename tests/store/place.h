/*
 * Where the tests keep their stores: a file of SQLite, or a PostgreSQL that is started for them.
 *
 *     int main(void)
 *     {
 *         const struct CMUnitTest tests[] = {
 *             TEST_ON_BOTH("an event is found again", an_event_is_found_again),
 *         };
 *         return cmocka_run_group_tests(tests, place_begin, place_end);
 *     }
 *
 * Everything is in a temporary folder that goes away with the server when the program ends, also
 * when it is killed.  `*state` of a test is its struct place, with a database that is empty.
 */
#ifndef RAILHEAD_TESTS_STORE_PLACE_H
#define RAILHEAD_TESTS_STORE_PLACE_H

#include <stdbool.h>

#include "store/store.h"

enum { PLACE_URL_SIZE = 256 };

struct place {
    bool postgres;
    bool parted; /* its events and seats lie in partitions by the game, as on many machines */
    char url[PLACE_URL_SIZE];
};

extern struct place place_sqlite, place_postgres, place_parted;

#define TEST_ON_SQLITE(sentence, function)                                                         \
    {                                                                                              \
        "SQLite: " sentence, (function), place_empty, NULL, &place_sqlite                          \
    }
#define TEST_ON_POSTGRES(sentence, function)                                                       \
    {                                                                                              \
        "PostgreSQL: " sentence, (function), place_empty, NULL, &place_postgres                    \
    }
#define TEST_ON_PARTS(sentence, function)                                                          \
    {                                                                                              \
        "PostgreSQL in parts: " sentence, (function), place_empty, NULL, &place_parted             \
    }
#define TEST_ON_BOTH(sentence, function)                                                           \
    TEST_ON_SQLITE(sentence, function), TEST_ON_POSTGRES(sentence, function)

int place_begin(void **state);
int place_end(void **state);
int place_empty(void **state);

/* The temporary folder, where a test may make files of other names than "store-*". */
const char *place_folder(void);

/* Opens the store of a place; the test fails with the reason if that cannot be done. */
struct store *place_open(const struct place *place);

/* SQL behind the store's back. */
void place_sql(const struct place *place, const char *sql);

/*
 * PostgreSQL: all its processes killed at once, so that only what is in its files is left; and
 * started, until it answers.
 */
void place_kill_server(void);
void place_start_server(void);

/* All its processes stand still, and go on. */
void place_stop_server(void);
void place_continue_server(void);

void place_pause(unsigned milliseconds);

#endif
