/* JSON seen as values: what is refused and where, and what is found; and jansson's opinion. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"
#include "json/json_value.h"

static struct json_value whole(const char *text)
{
    struct json_value value;
    enum json_flaw flaw;
    size_t at;
    if (!json_check(text, strlen(text), &value, &flaw, &at))
        fail_msg("%s is refused after %zu bytes", text, at);
    return value;
}

static void refused(const char *text, enum json_flaw expected, size_t expected_at)
{
    struct json_value value;
    enum json_flaw flaw;
    size_t at;
    if (json_check(text, strlen(text), &value, &flaw, &at))
        fail_msg("%s is taken", text);
    assert_int_equal(flaw, expected);
    assert_int_equal(at, expected_at);
}

static void assert_text(struct json_value value, const char *expected)
{
    char text[64];
    assert_true(json_text(value, text, sizeof text));
    assert_string_equal(text, expected);
    assert_true(json_is(value, expected));
}

TEST_CASE(fields)
{
    const struct json_value object =
        whole(" { \"a\" : 1 , \"b\":[ 1,{\"a\":2} ],\"c\\u0064\":\"x\","
              "\"e\":{\"a\":\"}]\\\"\"},\"f\":null,\"g\":true }\n");
    int64_t number;
    assert_int_equal(object.kind, TOKEN_OBJECT);
    assert_true(json_whole(json_find(object, "a"), &number));
    assert_int_equal(number, 1);
    assert_int_equal(json_find(object, "b").kind, TOKEN_LIST);
    assert_text(json_find(object, "cd"), "x");
    assert_text(json_find(json_find(object, "e"), "a"), "}]\"");
    assert_int_equal(json_find(object, "f").kind, TOKEN_NULL);
    assert_int_equal(json_find(object, "g").kind, TOKEN_TRUE);
    assert_false(json_is_there(json_find(object, "h")));
    assert_false(json_is_there(json_find(object, "")));
    assert_false(json_is_there(json_find(json_find(object, "a"), "a")));
    assert_false(json_is_there(json_find(whole("{}"), "a")));
}

TEST_CASE(lists)
{
    const struct json_value list = whole("[ 1 , \"a,b\" ,[ ],{ } ,-3]");
    struct json_list rest = json_list_of(list);
    struct json_value value;
    int64_t number;
    assert_int_equal(json_count(list), 5);
    assert_true(json_next(&rest, &value) && json_whole(value, &number));
    assert_true(json_next(&rest, &value) && json_is(value, "a,b"));
    assert_true(json_next(&rest, &value) && value.kind == TOKEN_LIST && json_count(value) == 0);
    assert_true(json_next(&rest, &value) && value.kind == TOKEN_OBJECT);
    assert_true(json_next(&rest, &value) && json_whole(value, &number));
    assert_int_equal(number, -3);
    assert_false(json_next(&rest, &value));
    assert_int_equal(json_count(whole("[]")), 0);
    assert_int_equal(json_count(whole("{\"a\":1}")), 0);
}

TEST_CASE(numbers)
{
    int64_t number;
    assert_true(json_whole(whole("9223372036854775807"), &number) && number == INT64_MAX);
    assert_true(json_whole(whole("-9223372036854775808"), &number) && number == INT64_MIN);
    assert_true(json_whole(whole("-0"), &number) && number == 0);
    assert_false(json_whole(whole("1.0"), &number));
    assert_false(json_whole(whole("1e3"), &number));
    assert_false(json_whole(whole("\"1\""), &number));
    refused("9223372036854775808", JSON_FLAW_NUMBER, 19);
    refused("[-9223372036854775809]", JSON_FLAW_NUMBER, 21);
    refused("99999999999999999999999999", JSON_FLAW_NUMBER, 26);
}

TEST_CASE(texts)
{
    char small[4];
    const struct json_value text = whole("\"a\\u00e4\\ud83d\\ude82\\n\"");
    assert_text(text, "a\xc3\xa4\xf0\x9f\x9a\x82\n");
    assert_false(json_is(text, "a"));
    assert_false(json_is(text, "a\xc3\xa4\xf0\x9f\x9a\x82\nb"));
    assert_false(json_text(text, small, sizeof small));
    assert_true(json_text(whole("\"abc\""), small, sizeof small));
    assert_false(json_text(whole("\"abcd\""), small, sizeof small));
    assert_false(json_text(whole("7"), small, sizeof small));
}

TEST_CASE(flaws)
{
    refused("", JSON_FLAW_END, 0);
    refused("{\"a\"", JSON_FLAW_END, 4);
    refused("{\"a\":\"x", JSON_FLAW_END, 7);
    refused("{a:1}", JSON_FLAW_SYNTAX, 1);
    refused("{} x", JSON_FLAW_SYNTAX, 3);
    refused("[\"\xff\"]", JSON_FLAW_UTF8, 2);
    refused("[\"\\u0000\"]", JSON_FLAW_NUL, 2);
    refused("[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", JSON_FLAW_DEPTH, 32);
}

TEST_CASE(keys)
{
    refused("{\"a\":1,\"a\":2}", JSON_FLAW_SAME_KEY, 10);
    refused("{\"a\":1,\"\\u0061\":2}", JSON_FLAW_SAME_KEY, 15);
    refused("{\"\\u00e4\":1,\"\xc3\xa4\":2}", JSON_FLAW_SAME_KEY, 16);
    refused("{\"b\":{\"a\":[{\"c\":1,\"c\":1}]}}", JSON_FLAW_SAME_KEY, 21);
    whole("{\"a\":{\"a\":[{\"a\":1},{\"a\":1}]},\"b\":{\"a\":1}}");
    whole("{\"a\":1,\"aa\":1,\"\":1,\"A\":1}");

    char text[8192] = "{";
    size_t used = 1;
    for (int i = 0; i <= JSON_KEYS_MAX; i++) {
        if (i == JSON_KEYS_MAX) { /* as many as there may be */
            memcpy(text + used, "}", 2);
            whole(text);
        }
        used +=
            (size_t)snprintf(text + used, sizeof text - used, "%s\"%d\":1", i > 0 ? "," : "", i);
    }
    refused(text, JSON_FLAW_KEYS, used - 2);
}

/* A piece of a text is taken by both readers or by neither, but for depth and numbers. */
static bool jansson_takes(const char *text, size_t size)
{
    json_t *json = json_loadb(text, size, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
    json_decref(json);
    return json != NULL;
}

TEST_CASE(another_opinion)
{
    static const char base[] =
        "{\"do\":\"chat\",\"text\":\"a\\u00e4\\\\ \xc3\xa4\",\"n\":[1,-2,0.5,"
        "1e3,{\"x\":null,\"y\":true,\"x2\":false}],\"id\":12}";
    static const char alphabet[] = "{}[]\",:\\u0129aexntrl-+. \n\xc3\xa4\xff";
    uint64_t random = test_seed();
    for (unsigned i = 0; i < test_count(200000); i++) {
        char text[sizeof base];
        struct json_value value;
        enum json_flaw flaw;
        size_t at;
        memcpy(text, base, sizeof base);
        for (unsigned n = test_random_below(&random, 3); n < 3; n++)
            text[test_random_below(&random, sizeof base - 1)] =
                alphabet[test_random_below(&random, sizeof alphabet - 1)];
        const size_t size = test_random_below(&random, 4) == 0
                                ? test_random_below(&random, sizeof base)
                                : sizeof base - 1;
        char *copy = malloc(size + 1); /* so that a byte too far is seen */
        memcpy(copy, text, size);
        const bool taken = json_check(copy, size, &value, &flaw, &at);
        if (taken != jansson_takes(copy, size))
            fail_msg("%.*s: %s", (int)size, text, taken ? "taken" : "refused");
        if (taken && value.kind == TOKEN_OBJECT)
            json_find(value, "no such key");
        free(copy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("fields are found by their key, however it is spelled", fields),
        TEST("lists are gone through in order", lists),
        TEST("whole numbers of 64 bits are read, and larger ones refused", numbers),
        TEST("texts are compared and copied with their escapes resolved", texts),
        TEST("what is wrong is told with its place", flaws),
        TEST("a key stands once in its object, and an object has not too many", keys),
        TEST("jansson takes and refuses the same texts", another_opinion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
