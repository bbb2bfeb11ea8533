/* Persons who were deleted: nothing can be kept of them again, on SQLite and on PostgreSQL alike.
 */
#include "store/notes.h"
#include "store/place.h"
#include "support.h"

static void note_gone(void *context, const struct store_person *person)
{
    *(bool *)context = person->gone;
}

/* Whatever another server still wants to keep of them. */
static void assert_is_gone(struct store *store, const char *person)
{
    struct notes notes = {0};
    bool gone = false;
    assert_int_equal(store_person_ever(store, person, note_gone, &gone), STORE_OK);
    assert_true(gone);
    assert_int_equal(store_person_add(store, person, 9), STORE_NONE);
    assert_int_equal(store_person_rename(store, person, "Ada"), STORE_NONE);
    assert_int_equal(store_person_account(store, person, "ada", "hash"), STORE_NONE);
    assert_int_equal(store_session_add(store, "h9", person, "", 9), STORE_NONE);
    assert_int_equal(store_session_find(store, "h9", note_person, &notes), STORE_NONE);
    assert_int_equal(store_person_by_id(store, person, note_person, &notes), STORE_NONE);
    assert_string_equal(notes.text, "");
}

static void a_person_who_was_deleted_never_comes_back(void **state)
{
    struct store *store = place_open(*state);
    bool gone = true;
    assert_int_equal(store_person_ever(store, "p1", note_gone, &gone), STORE_NONE);
    assert_int_equal(store_person_add(store, "p1", 5), STORE_OK);
    assert_int_equal(store_person_ever(store, "p1", note_gone, &gone), STORE_OK);
    assert_false(gone);
    assert_int_equal(store_person_delete(store, "p1", ""), STORE_OK);
    assert_is_gone(store, "p1");
    assert_int_equal(store_person_delete(store, "unknown", ""), STORE_OK);
    assert_is_gone(store, "unknown");
    store_close(store);
    store = place_open(*state);
    assert_is_gone(store, "p1");
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_ON_BOTH("a person who was deleted never comes back",
                     a_person_who_was_deleted_never_comes_back),
    };
    return cmocka_run_group_tests(tests, place_begin, place_end);
}
