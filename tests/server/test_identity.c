/* Secrets, invitations and the seeds of tables. */
#include <sodium.h>
#include <string.h>

#include "board/boards.h"
#include "server/identity.h"
#include "support.h"

static const uint8_t server[SERVER_SECRET_SIZE] = {1, 2, 3};
static const uint8_t other_server[SERVER_SECRET_SIZE] = {1, 2, 4};

static void secrets(void **state)
{
    (void)state;
    char one[SECRET_SIZE], two[SECRET_SIZE];
    secret_new(one);
    secret_new(two);
    assert_true(secret_is_sound(one));
    assert_string_not_equal(one, two);
    assert_false(secret_is_sound(""));
    assert_false(secret_is_sound("abc"));
    one[42] = '=';
    assert_false(secret_is_sound(one));
    assert_false(secret_is_sound("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
}

static void persons(void **state)
{
    (void)state;
    char secret[SECRET_SIZE];
    struct identity one, again, other;
    secret_new(secret);
    identity_of_secret(&one, secret);
    identity_of_secret(&again, secret);
    assert_memory_equal(&one, &again, sizeof one);
    assert_int_equal(strlen(one.person), PERSON_SIZE - 1);
    assert_int_equal(strlen(one.session), HASH_SIZE - 1);
    assert_null(strstr(one.session, one.person));
    assert_null(strstr(secret, one.person));
    secret_new(secret);
    identity_of_secret(&other, secret);
    assert_string_not_equal(one.person, other.person);
    assert_string_not_equal(one.session, other.session);
}

static void invitations(void **state)
{
    (void)state;
    char key[KEY_SIZE], other[KEY_SIZE];
    invitation_key(server, "aaaaaaaaaaaaaaaa", key);
    assert_true(invitation_is_true(server, "aaaaaaaaaaaaaaaa", key));
    assert_false(invitation_is_true(server, "aaaaaaaaaaaaaaab", key));
    assert_false(invitation_is_true(other_server, "aaaaaaaaaaaaaaaa", key));
    assert_false(invitation_is_true(server, "aaaaaaaaaaaaaaaa", ""));
    memcpy(other, key, sizeof key);
    other[3] = other[3] == 'a' ? 'b' : 'a';
    assert_false(invitation_is_true(server, "aaaaaaaaaaaaaaaa", other));
}

static struct match_settings settings_with(const char *board, unsigned seats, const char *words)
{
    struct match_settings settings = {.seats = seats};
    settings.board = board_builtin(board, strlen(board));
    memcpy(settings.seed_words, words, strlen(words) + 1);
    return settings;
}

static bool same_seed(const struct match_settings *one, const struct match_settings *two)
{
    uint8_t seed[2][SEED_SIZE];
    table_seed(server, one, seed[0]);
    table_seed(server, two, seed[1]);
    return memcmp(seed[0], seed[1], SEED_SIZE) == 0;
}

static void seeds(void **state)
{
    (void)state;
    struct match_settings none = settings_with("transamerica", 4, "");
    struct match_settings club = settings_with("transamerica", 4, "club");
    struct match_settings seats = settings_with("transamerica", 5, "club");
    struct match_settings board = settings_with("transeuropa", 4, "club");
    struct match_settings words = settings_with("transamerica", 4, "club 2");
    uint8_t here[SEED_SIZE], there[SEED_SIZE];
    assert_false(same_seed(&none, &none));
    assert_true(same_seed(&club, &club));
    assert_false(same_seed(&club, &seats));
    assert_false(same_seed(&club, &board));
    assert_false(same_seed(&club, &words));
    table_seed(server, &club, here);
    table_seed(other_server, &club, there);
    assert_memory_not_equal(here, there, SEED_SIZE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a secret is 43 characters, and never the same twice", secrets),
        TEST("a secret is always the same person, whom it cannot be found out from", persons),
        TEST("an invitation is for one table of one server", invitations),
        TEST("the same words deal the same cards at the same kind of table of one server", seeds),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
