/* Bodies of requests and answers about people: their spelling, and what is refused. */
#include <string.h>

#include "protocol/bodies.h"
#include "support.h"

TEST_CASE(people)
{
    const struct me_body me = {"k3v8k3v8k3v8k3v8", "A\"d\\a", "ada",
                               "0123456789012345678901234567890123456789012"};
    struct me_body read;
    struct complaint complaint;
    char bytes[BODY_TEXT_SIZE];
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    me_body_write(&me, &text);
    assert_string_equal(bytes,
                        "{\"id\":\"k3v8k3v8k3v8k3v8\",\"name\":\"A\\\"d\\\\a\",\"login\":\"ada\","
                        "\"secret\":\"0123456789012345678901234567890123456789012\"}");
    assert_true(me_body_read(&read, bytes, text.used, &complaint));
    assert_memory_equal(&read, &me, sizeof me);
    text_init(&text, bytes, sizeof bytes);
    me_body_write(&(struct me_body){.id = "k"}, &text);
    assert_string_equal(bytes, "{\"id\":\"k\",\"name\":\"\",\"login\":\"\"}");
}

TEST_CASE(names)
{
    struct name_body body, read;
    struct complaint complaint;
    char bytes[BODY_TEXT_SIZE];
    struct text text;
    assert_true(name_body_set(&body, "Gr\xc3\xbcn", &complaint));
    text_init(&text, bytes, sizeof bytes);
    name_body_write(&body, &text);
    assert_true(name_body_read(&read, bytes, text.used, &complaint));
    assert_string_equal(read.name, "Gr\xc3\xbcn");
    static const char *const wrong[] = {"",
                                        "a\nb",
                                        "\xff",
                                        "123456789012345678901234567890123",
                                        " ",
                                        "\xe2\x80\x8b",
                                        "\xe2\x80\xae"
                                        "a",
                                        "a\xc2\xad"
                                        "b",
                                        "\xe3\x85\xa4",
                                        "\xef\xbb\xbf",
                                        "\xe2\x80\x8d \xe2\xa0\x80"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(name_body_set(&body, wrong[i], &complaint));
        assert_string_equal(SENTENCE(&complaint.fault),
                            "name: write 1 to 32 visible characters, none of which changes the "
                            "direction of the text");
    }
}

static void refuse_account(const char *bytes, const char *sentence)
{
    struct account_body body;
    struct complaint complaint;
    assert_false(account_body_read(&body, bytes, strlen(bytes), &complaint));
    assert_int_equal(complaint.code, CODE_FIELD);
    assert_string_equal(SENTENCE(&complaint.fault), sentence);
}

TEST_CASE(accounts)
{
    struct account_body body = {.login = "ada"}, read;
    struct complaint complaint;
    char bytes[BODY_TEXT_SIZE];
    struct text text;
    memset(body.password, '"', PASSWORD_CHARACTERS); /* the longest, with an escape for each */
    memset(body.old, '\\', PASSWORD_CHARACTERS);
    text_init(&text, bytes, sizeof bytes);
    account_body_write(&body, &text);
    assert_true(account_body_read(&read, bytes, text.used, &complaint));
    assert_memory_equal(&read, &body, sizeof body);
    refuse_account("{\"login\":\"ad\",\"password\":\"12345678\"}",
                   "the field 'login' must be a text of 3 to 32 letters, digits, '-' or '_'");
    refuse_account("{\"login\":\"ada\",\"password\":\"1234567\"}",
                   "the field 'password' must be a text of 8 to 128 characters, none a control "
                   "character");
    refuse_account("{\"login\":\"ada\",\"password\":\"12345678\",\"old\":7}",
                   "the field 'old' must be a text of 1 to 128 characters, none a control "
                   "character");
}

TEST_CASE(answers)
{
    char bytes[BODY_TEXT_SIZE];
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    session_body_write(&(struct session_body){"0f", "a phone", 5, 7, true}, &text);
    assert_string_equal(bytes, "{\"id\":\"0f\",\"label\":\"a phone\",\"since\":5,\"seen\":7,"
                               "\"current\":true}");
    text_init(&text, bytes, sizeof bytes);
    record_body_write(&(struct record_body){"r1", "transamerica", 3, 91}, &text);
    assert_string_equal(bytes,
                        "{\"id\":\"r1\",\"board\":\"transamerica\",\"rounds\":3,\"turns\":91}");
    text_init(&text, bytes, sizeof bytes);
    health_body_write(&(struct health_body){"ok", "1.2"}, &text);
    assert_string_equal(bytes, "{\"status\":\"ok\",\"version\":\"1.2\"}");
    text_init(&text, bytes, sizeof bytes);
    address_body_write(&(struct address_body){"http://192.0.2.1:1869/"}, &text);
    assert_string_equal(bytes, "{\"address\":\"http://192.0.2.1:1869/\"}");
    text_init(&text, bytes, sizeof bytes);
    nothing_body_write(&text);
    assert_string_equal(bytes, "{}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("who somebody is is written and read as the same", people),
        TEST("names are written and read as the same, and refused as a server would", names),
        TEST("accounts are written and read as the same, and refused by name", accounts),
        TEST("answers of the server have one spelling", answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
