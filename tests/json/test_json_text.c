/* JSON as it is written by hand, read by another reader (jansson). */
#include <jansson.h>
#include <string.h>

#include "support.h"
#include "json/json_text.h"

TEST_CASE(escapes)
{
    char buffer[100];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    json_add_string(&text, "\"\\/\n\r\t\x01\x1f\x7f\xc3\xa4");
    assert_string_equal(buffer, "\"\\\"\\\\/\\n\\r\\t\\u0001\\u001f\x7f\xc3\xa4\"");
}

TEST_CASE(objects)
{
    char buffer[100];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    text_add_char(&text, '{');
    json_add_number_field(&text, "a", -5);
    json_add_string_field(&text, "b", "");
    json_add_bool_field(&text, "c", true);
    json_add_key(&text, "d");
    text_add_char(&text, '[');
    for (unsigned i = 0; i < 2; i++) {
        json_open(&text, '{');
        json_close(&text, '}');
    }
    text_add(&text, "]}");
    assert_string_equal(buffer, "{\"a\":-5,\"b\":\"\",\"c\":true,\"d\":[{},{}]}");
}

TEST_CASE(literals)
{
    char buffer[100];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    json_open(&text, '[');
    json_add_literal(&text, "1.5");
    json_add_literal(&text, "{\"a\":1}");
    json_add_null(&text);
    json_close(&text, ']');
    assert_string_equal(buffer, "[1.5,{\"a\":1},null]");
}

/* Any bytes below 0x80 but the NUL, and some characters of more bytes. */
TEST_CASE(any_text)
{
    static const char *const wide[] = {"\xc3\xa4", "\xe2\x80\xa8", "\xf0\x9f\x9a\x82"};
    uint64_t random = test_seed();
    for (unsigned i = 0; i < test_count(20000); i++) {
        char words[200], written[1300];
        struct text text;
        text_init(&text, words, sizeof words);
        const unsigned count = test_random_below(&random, 40);
        for (unsigned j = 0; j < count; j++) {
            if (test_random_below(&random, 4) == 0)
                text_add(&text, wide[test_random_below(&random, 3)]);
            else
                text_add_char(&text, (char)(1 + test_random_below(&random, 127)));
        }
        text_init(&text, written, sizeof written);
        json_add_string(&text, words);
        json_t *read = json_loads(written, JSON_DECODE_ANY, NULL);
        assert_non_null(read);
        assert_string_equal(json_string_value(read), words);
        json_decref(read);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("what JSON does not allow in a text is escaped", escapes),
        TEST("commas stand between the members of objects and lists", objects),
        TEST("JSON that is written already is added as a value", literals),
        TEST("any text is read as it was written", any_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
