/*
 * Hashing a password takes 64 MB.  If they cannot be had the request is refused and can be
 * repeated, and the store is not blamed for it: the server stays healthy.
 */
#define _DEFAULT_SOURCE /* syscall() */
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "server/http/api.h"
#include "server/people/password.h"
#include "server/still_hub.h"
#include "support.h"

/* ---- Hashes that find no memory -------------------------------------------------------------- */

enum { MUCH = 32 << 20 };

static bool is_starved;
static unsigned refusals;

/* In place of the C library's, for libsodium, which gets the memory of a hash from it. */
void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset)
{
    if (is_starved && length >= MUCH) {
        refusals++;
        errno = ENOMEM;
        return MAP_FAILED;
    }
    const long place = syscall(SYS_mmap, address, length, protection, flags, descriptor, offset);
    return place == -1 ? MAP_FAILED : (void *)place;
}

/* ---- A server -------------------------------------------------------------------------------- */

struct place {
    char folder[64], file[96];
    struct hub hub;
    char log[LOG_LINE_SIZE]; /* the last line */
    char secret[SECRET_SIZE];
};

static void keep_line(void *context, const struct hub_line *line)
{
    struct place *place = context;
    snprintf(place->log, sizeof place->log, "%s", line->words);
}

static void open_place(struct place *place)
{
    char reason[STORE_REASON_SIZE] = "";
    memset(place, 0, sizeof *place);
    is_starved = false;
    assert_true(sodium_init() >= 0);
    snprintf(place->folder, sizeof place->folder, "/tmp/railhead-passwords-XXXXXX");
    assert_non_null(mkdtemp(place->folder));
    snprintf(place->file, sizeof place->file, "%s/railhead.db", place->folder);
    const struct hub_options options = {.connections_per_address = 100,
                                        .messages_per_second = 10000,
                                        .version = "test",
                                        .log = keep_line,
                                        .log_context = place,
                                        .wake = still_wake,
                                        .now = still_now};
    const struct hub_stores stores = {.writing = still_store(place->file),
                                      .reading = {still_store(place->file)}};
    assert_true(hub_start(&place->hub, &options, stores, reason));
    still_work(&place->hub);
    identity_new_secret(place->secret);
}

static void close_place(struct place *place)
{
    char command[128];
    hub_stop(&place->hub);
    hub_release(&place->hub);
    snprintf(command, sizeof command, "rm -rf '%s'", place->folder);
    assert_int_equal(system(command), 0);
}

static void is_ready(struct api_request *request)
{
    (void)request;
}

/* The status of the answer, whose text is in `answer`. */
static int ask(struct place *place, enum http_method method, const char *path, const char *body,
               char answer[512])
{
    struct api_request *request = calloc(1, sizeof *request);
    assert_non_null(request);
    request->method = method;
    request->ready = is_ready;
    request->body = shared_bytes_new(body, strlen(body));
    snprintf(request->path, sizeof request->path, "%s", path);
    snprintf(request->type, sizeof request->type, "application/json");
    snprintf(request->client.address, sizeof request->client.address, "10.0.0.1");
    assert_true(api_begin(&place->hub, request, place->secret));
    do
        still_work(&place->hub);
    while (hub_step(&place->hub, HUB_PASSWORD_WORKER));
    const int status = request->status;
    snprintf(answer, 512, "%s", shared_bytes_text(request->answer));
    api_end(request);
    free(request);
    return status;
}

static const char account[] = "{\"login\": \"ada\", \"password\": \"correct horse\"}";
static const char changed[] =
    "{\"login\": \"ada\", \"password\": \"battery staple\", \"old\": \"correct horse\"}";
static const char wrong[] = "{\"login\": \"ada\", \"password\": \"incorrect horse\"}";
static const char nobody[] = "{\"login\": \"bob\", \"password\": \"correct horse\"}";
static const char password[] = "{\"password\": \"correct horse\"}";

static void expect(struct place *place, enum http_method method, const char *path, const char *body,
                   int expected)
{
    char answer[512];
    const int status = ask(place, method, path, body, answer);
    if (status != expected)
        fail_msg("%s %s: %d in place of %d: %s", path, body, status, expected, answer);
}

/* Refused, logged with its cause, and the server is as healthy as it was. */
static void expect_starved(struct place *place, enum http_method method, const char *path,
                           const char *body)
{
    char answer[512];
    const uint64_t before = place->hub.metrics.counter[COUNTER_ALLOCATIONS_FAILED];
    const unsigned refused = refusals;
    is_starved = true;
    place->hub.allocation_failure_logged = 0;
    place->log[0] = '\0';
    assert_int_equal(ask(place, method, path, body, answer), 503);
    is_starved = false;
    assert_int_equal(refusals, refused + 1);
    assert_non_null(strstr(answer, "\"no-memory\""));
    assert_string_equal(place->log, "an allocation failed: hashing a password");
    assert_int_equal(place->hub.metrics.counter[COUNTER_ALLOCATIONS_FAILED], before + 1);
    assert_int_equal(place->hub.metrics.counter[COUNTER_STORE_FAILURES], 0);
    expect(place, HTTP_GET, "/healthz", "", 200);
}

/* ---- Tests ----------------------------------------------------------------------------------- */

TEST_CASE(a_hash_without_memory_is_refused_and_nothing_else)
{
    struct place place;
    open_place(&place);
    expect_starved(&place, HTTP_POST, "/api/v1/account", account);
    expect(&place, HTTP_POST, "/api/v1/account", account, 200);
    expect_starved(&place, HTTP_POST, "/api/v1/account", changed);
    expect_starved(&place, HTTP_POST, "/api/v1/login", account);
    expect_starved(&place, HTTP_DELETE, "/api/v1/me", password);
    expect(&place, HTTP_POST, "/api/v1/login", account, 200);
    close_place(&place);
}

/* Otherwise a server that is short of memory would show which logins exist. */
TEST_CASE(so_are_a_wrong_password_and_a_login_that_does_not_exist)
{
    struct place place;
    open_place(&place);
    expect(&place, HTTP_POST, "/api/v1/account", account, 200);
    expect_starved(&place, HTTP_POST, "/api/v1/login", wrong);
    expect_starved(&place, HTTP_POST, "/api/v1/login", nobody);
    expect(&place, HTTP_POST, "/api/v1/login", wrong, 401);
    expect(&place, HTTP_POST, "/api/v1/login", nobody, 401);
    close_place(&place);
}

TEST_CASE(a_hash_is_checked_with_what_it_says_of_itself)
{
    char hash[PASSWORD_HASH_SIZE], cut[PASSWORD_HASH_SIZE];
    assert_true(sodium_init() >= 0);
    assert_true(password_hash("correct horse", hash));
    assert_int_equal(crypto_pwhash_str_verify(hash, "correct horse", 13), 0);
    assert_int_equal(password_check("correct horse", hash), PASSWORD_RIGHT);
    assert_int_equal(password_check("correct horses", hash), PASSWORD_WRONG);
    is_starved = true;
    assert_int_equal(password_check("correct horse", hash), PASSWORD_UNKNOWN);
    assert_false(password_hash("correct horse", cut));
    is_starved = false;
    /* Other work and memory, as an older or a newer server may have written it. */
    assert_int_equal(crypto_pwhash_str(hash, "old", 3, 1, 8192), 0);
    assert_int_equal(password_check("old", hash), PASSWORD_RIGHT);
    assert_int_equal(password_check("new", hash), PASSWORD_WRONG);
    assert_int_equal(crypto_pwhash_str_alg(hash, "old", 3, 3, 8192, crypto_pwhash_ALG_ARGON2I13),
                     0);
    assert_int_equal(password_check("old", hash), PASSWORD_RIGHT);
    assert_int_equal(password_check("new", hash), PASSWORD_WRONG);
    /* One that is damaged is that of no password. */
    for (size_t length = 0; length < strlen(hash); length++) {
        snprintf(cut, length + 1, "%s", hash);
        assert_int_equal(password_check("old", cut), PASSWORD_WRONG);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a hash is checked with what it says of itself",
             a_hash_is_checked_with_what_it_says_of_itself),
        TEST("a hash without memory is refused, and nothing else happens",
             a_hash_without_memory_is_refused_and_nothing_else),
        TEST("so are a wrong password and a login that does not exist",
             so_are_a_wrong_password_and_a_login_that_does_not_exist),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
