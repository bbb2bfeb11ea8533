/* Secrets, invitations and the seeds of tables. */
#include <sodium.h>
#include <string.h>

#include "board_file/boards.h"
#include "net/http_head.h"
#include "server/people/identity.h"
#include "support.h"

static const uint8_t server[SERVER_SECRET_SIZE] = {1, 2, 3};
static const uint8_t other_server[SERVER_SECRET_SIZE] = {1, 2, 4};

TEST_CASE(secrets)
{
    char one[SECRET_SIZE], two[SECRET_SIZE];
    identity_new_secret(one);
    identity_new_secret(two);
    assert_true(http_is_secret(one));
    assert_string_not_equal(one, two);
    assert_false(http_is_secret(""));
    assert_false(http_is_secret("abc"));
    one[42] = '=';
    assert_false(http_is_secret(one));
    assert_false(http_is_secret("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
}

TEST_CASE(persons)
{
    char secret[SECRET_SIZE];
    struct identity one, again, other;
    identity_new_secret(secret);
    identity_of_secret(&one, secret);
    identity_of_secret(&again, secret);
    assert_memory_equal(&one, &again, sizeof one);
    assert_int_equal(strlen(one.person), PERSON_SIZE - 1);
    assert_int_equal(strlen(one.session), HASH_SIZE - 1);
    assert_null(strstr(one.session, one.person));
    assert_null(strstr(secret, one.person));
    identity_new_secret(secret);
    identity_of_secret(&other, secret);
    assert_string_not_equal(one.person, other.person);
    assert_string_not_equal(one.session, other.session);
}

TEST_CASE(invitations)
{
    char key[KEY_SIZE], other[KEY_SIZE];
    identity_invitation_key(server, "aaaaaaaaaaaaaaaa", key);
    assert_true(identity_key_matches(key, key));
    assert_false(identity_key_matches(key, ""));
    memcpy(other, key, sizeof key);
    other[3] = other[3] == 'a' ? 'b' : 'a';
    assert_false(identity_key_matches(key, other));
    identity_invitation_key(server, "aaaaaaaaaaaaaaab", other);
    assert_false(identity_key_matches(key, other));
    identity_invitation_key(other_server, "aaaaaaaaaaaaaaaa", other);
    assert_false(identity_key_matches(key, other));
}

TEST_CASE(seeds)
{
    struct match_settings none = {.seats = 4}, club = {.seats = 4, .seed_words = "club"};
    uint8_t first[SEED_SIZE], other[SEED_SIZE];
    identity_table_seed(server, "aaaaaaaaaaaaaaaa", &none, first);
    identity_table_seed(server, "aaaaaaaaaaaaaaaa", &none, other);
    assert_memory_not_equal(first, other, SEED_SIZE);
    identity_table_seed(server, "aaaaaaaaaaaaaaaa", &club, first);
    identity_table_seed(server, "aaaaaaaaaaaaaaaa", &club, other);
    assert_memory_equal(first, other, SEED_SIZE);
    identity_table_seed(server, "aaaaaaaaaaaaaaab", &club, other);
    assert_memory_not_equal(first, other, SEED_SIZE);
    identity_table_seed(other_server, "aaaaaaaaaaaaaaaa", &club, other);
    assert_memory_not_equal(first, other, SEED_SIZE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a secret is 43 characters, and never the same twice", secrets),
        TEST("a secret is always the same person, whom it cannot be found out from", persons),
        TEST("an invitation is for one table of one server", invitations),
        TEST("a seed is of one table of one server, whatever its words", seeds),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
