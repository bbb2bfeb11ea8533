/* The JSON reader: tokens, lines, faults; and its verdict against jansson's. */
#include <dirent.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "support.h"
#include "json/json_reader.h"

static struct json_reader reader_of(const char *text)
{
    struct json_reader json;
    json_reader_init(&json, text, strlen(text));
    return json;
}

static enum json_token read_to_end(const char *text, size_t size, struct json_reader *json)
{
    json_reader_init(json, text, size);
    for (;;) {
        const enum json_token token = json_reader_next(json);
        if (token == TOKEN_END || token == TOKEN_FAULT)
            return token;
    }
}

TEST_CASE(tokens_come_in_order)
{
    static const enum json_token expected[] = {
        TOKEN_OBJECT,     TOKEN_KEY,  TOKEN_LIST,     TOKEN_NUMBER,     TOKEN_TRUE,
        TOKEN_FALSE,      TOKEN_NULL, TOKEN_OBJECT,   TOKEN_OBJECT_END, TOKEN_LIST,
        TOKEN_LIST_END,   TOKEN_TEXT, TOKEN_LIST_END, TOKEN_KEY,        TOKEN_TEXT,
        TOKEN_OBJECT_END, TOKEN_END,  TOKEN_END};
    struct json_reader json =
        reader_of(" {\"a\" : [1,true , false,null,{},[ ],\"x\"],\r\n\t\"b\":\"\"}\n");
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
        assert_int_equal(json_reader_next(&json), expected[i]);
}

TEST_CASE(every_token_knows_its_line)
{
    struct json_reader json = reader_of("\n{\n\"a\"\n:\n1\n,\n\"b\":\n[\n]\n}\n\n");
    static const unsigned expected[] = {2, 3, 5, 7, 8, 9, 10};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        json_reader_next(&json);
        assert_int_equal(json.line, expected[i]);
    }
    assert_int_equal(json_reader_next(&json), TOKEN_END);
}

TEST_CASE(escapes_are_resolved)
{
    char text[64];
    struct json_reader json =
        reader_of("\"\\\"\\\\\\/\\b\\f\\n\\r\\t \\u0041\\u00fc\\u20ac\\ud83d\\ude82 \xc3\xbc\"");
    assert_int_equal(json_reader_next(&json), TOKEN_TEXT);
    assert_true(json_reader_text(&json, text, sizeof text));
    assert_string_equal(text, "\"\\/\b\f\n\r\t A\xc3\xbc\xe2\x82\xac\xf0\x9f\x9a\x82 \xc3\xbc");
}

TEST_CASE(a_text_that_does_not_fit_is_refused)
{
    char text[4];
    struct json_reader json = reader_of("[\"abc\", \"abcd\", \"\", \"ab\\u00fc\"]");
    json_reader_next(&json);
    json_reader_next(&json);
    assert_true(json_reader_text(&json, text, sizeof text));
    assert_string_equal(text, "abc");
    json_reader_next(&json);
    assert_false(json_reader_text(&json, text, sizeof text));
    json_reader_next(&json);
    assert_true(json_reader_text(&json, text, 1));
    assert_string_equal(text, "");
    json_reader_next(&json);
    assert_false(json_reader_text(&json, text, sizeof text));
}

TEST_CASE(only_whole_numbers_are_integers)
{
    struct json_reader json = reader_of("[0, -12, 999999999, -0, 1.0, 1e2, 1000000000]");
    static const int expected[] = {0, -12, 999999999, 0};
    int value = -1;
    json_reader_next(&json);
    for (size_t i = 0; i < 4; i++) {
        json_reader_next(&json);
        assert_true(json_reader_integer(&json, &value));
        assert_int_equal(value, expected[i]);
    }
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(json_reader_next(&json), TOKEN_NUMBER);
        assert_false(json_reader_integer(&json, &value));
    }
}

TEST_CASE(what_is_not_json_is_refused_with_its_line)
{
    static const struct {
        const char *text;
        unsigned line;
        const char *sentence;
    } cases[] = {
        {"", 1, "the file ends where a value is expected"},
        {"\n\n", 3, "the file ends where a value is expected"},
        {"{\n\"a\": 1\n", 3, "a comma or a closing } is expected"},
        {"[1,\n2", 2, "a comma or a closing ] is expected"},
        {"[1,\n]", 2, "a value is expected"},
        {"{\"a\": 1,\n}", 2, "a key in double quotes is expected"},
        {"{\na: 1}", 2, "a key in double quotes is expected"},
        {"{\"a\"\n1}", 2, "a colon is expected after a key"},
        {"[1]\n\n2", 3, "nothing but white space may follow the end of the outermost value"},
        {"[\n01]", 2, "a number may not begin with a zero that others follow"},
        {"-", 1, "a minus sign without a number"},
        {"1.", 1, "digits are expected after the point of a number"},
        {"1e+", 1, "digits are expected in the exponent of a number"},
        {"[\nTrue]", 2, "a value is expected"},
        {"\"a\nb\"", 1, "a text holds a line end or another control character"},
        {"\"a", 1, "the file ends within a text"},
        {"\"\\x\"", 1, "a backslash in a text begins no escape that JSON knows"},
        {"\"\\u12g4\"", 1, "four hexadecimal digits are expected after \\u"},
        {"\"\\u0000\"", 1, "a text may not hold the character \\u0000"},
        {"\"\\ud800\"", 1, "an escape is the first half of a surrogate pair without the second"},
        {"\"\\udc00\"", 1, "an escape is the second half of a surrogate pair without the first"},
        {"\"\xc3\"", 1, "a text is not well formed UTF-8"},
        {"\"\xc0\xaf\"", 1, "a text is not well formed UTF-8"},
        {"\"\xed\xa0\x80\"", 1, "a text is not well formed UTF-8"},
        {"\"\xf4\x90\x80\x80\"", 1, "a text is not well formed UTF-8"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct json_reader json;
        assert_int_equal(read_to_end(cases[i].text, strlen(cases[i].text), &json), TOKEN_FAULT);
        assert_string_equal(fault_english(json.fault), cases[i].sentence);
        assert_int_equal(json.line, cases[i].line);
        assert_int_equal(json_reader_next(&json), TOKEN_FAULT);
    }
}

TEST_CASE(brackets_nest_to_a_limit)
{
    char text[2 * JSON_READER_DEPTH_MAX + 2];
    struct json_reader json;
    memset(text, '[', JSON_READER_DEPTH_MAX);
    memset(text + JSON_READER_DEPTH_MAX, ']', JSON_READER_DEPTH_MAX);
    assert_int_equal(read_to_end(text, 2 * JSON_READER_DEPTH_MAX, &json), TOKEN_END);
    memset(text, '[', JSON_READER_DEPTH_MAX + 1);
    assert_int_equal(read_to_end(text, 2 * JSON_READER_DEPTH_MAX, &json), TOKEN_FAULT);
    assert_int_equal(json.fault, FAULT_JSON_DEPTH);
}

/* ---- Against jansson ---- */

enum { TEXT_SIZE_MAX = 1 << 17 };

struct verdicts {
    unsigned compared, accepted, apart;
};

/*
 * Three differences are meant: this reader nests to 32 where jansson goes to 2,048; it reads
 * numbers as text, so that none is too large for it; and it refuses every NUL, which jansson
 * overlooks after a number.
 */
static void compare_verdicts(const char *text, size_t size, struct verdicts *verdicts)
{
    struct json_reader json;
    json_error_t error;
    const bool ours = read_to_end(text, size, &json) == TOKEN_END;
    json_t *value = json_loadb(text, size, JSON_DECODE_ANY, &error);
    const bool theirs = value != NULL;
    json_decref(value);
    const bool too_deep = !ours && json.fault == FAULT_JSON_DEPTH;
    const bool too_large = !theirs && json_error_code(&error) == json_error_numeric_overflow;
    const bool nul = !ours && memchr(text, 0, size);
    if (too_deep || too_large || nul) {
        verdicts->apart++;
        return;
    }
    verdicts->compared++;
    verdicts->accepted += ours;
    if (ours != theirs)
        print_error("ours: %s; jansson: %s; text:\n%.*s\n",
                    ours ? "accepted" : fault_english(json.fault), theirs ? "accepted" : error.text,
                    (int)size, text);
    assert_int_equal(ours, theirs);
}

/* Changes a text a little, in a way that often leaves it JSON. */
static size_t mutate(char *text, size_t size, uint64_t *random)
{
    static const char *const pieces[] = {
        "{",       "}",   "[",     "]",     ":",      ",",        "\"",   "\\",
        "\n",      " ",   "0",     "-",     "1.5",    "e3",       "true", "null",
        "\\u00e9", "\\n", "\"a\"", "{}",    "[]",     "\xc3\xbc", "\xff", "\\ud83d\\ude82",
        "\\ud83d", "\t",  "\x01",  "1E400", "\"a\":", "//",
    };
    const size_t at = test_random_below(random, (unsigned)size + 1);
    const char *piece = pieces[test_random_below(random, sizeof pieces / sizeof pieces[0])];
    const size_t length = strlen(piece), rest = size - at;
    const size_t cut = test_random_below(random, rest > 8 ? 8 : (unsigned)rest + 1);
    switch (test_random_below(random, 4)) {
    case 0: /* a piece more */
        if (size + length >= TEXT_SIZE_MAX)
            return size;
        memmove(text + at + length, text + at, rest);
        memcpy(text + at, piece, length);
        return size + length;
    case 1: /* some bytes fewer */
        memmove(text + at, text + at + cut, rest - cut);
        return size - cut;
    case 2: /* another byte */
        if (rest > 0)
            text[at] = (char)test_random_below(random, 256);
        return size;
    default: /* a piece in place of another */
        if (rest >= length)
            memcpy(text + at, piece, length);
        return size;
    }
}

static size_t read_whole(const char *path, char text[TEXT_SIZE_MAX])
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t size = fread(text, 1, TEXT_SIZE_MAX, file);
    assert_true(size < TEXT_SIZE_MAX);
    fclose(file);
    return size;
}

static void compare_mutations(const char *path, unsigned count, uint64_t *random,
                              struct verdicts *verdicts)
{
    static char original[TEXT_SIZE_MAX], text[TEXT_SIZE_MAX];
    const size_t original_size = read_whole(path, original);
    compare_verdicts(original, original_size, verdicts);
    for (unsigned i = 0; i < count; i++) {
        size_t size = original_size;
        memcpy(text, original, size);
        for (unsigned steps = 1 + test_random_below(random, 3); steps > 0; steps--)
            size = mutate(text, size, random);
        compare_verdicts(text, size, verdicts);
    }
}

TEST_CASE(jansson_agrees_about_mutated_board_files)
{
    static const char *const paths[] = {"boards/transamerica.json", "boards/transeuropa.json",
                                        "boards/transeuropa-classic.json"};
    uint64_t random = test_seed();
    struct verdicts verdicts = {0};
    for (size_t i = 0; i < 3; i++)
        compare_mutations(paths[i], test_count(500), &random, &verdicts);
    print_message("# compared %u, both accept %u, differ as meant %u\n", verdicts.compared,
                  verdicts.accepted, verdicts.apart);
    assert_true(verdicts.accepted >= 3 && verdicts.compared > verdicts.apart);
}

TEST_CASE(jansson_agrees_about_the_fuzz_corpus)
{
    static const char folder_path[] = "tests/fuzz/corpus/board";
    const uint64_t seed = test_seed();
    struct verdicts verdicts = {0};
    DIR *folder = opendir(folder_path);
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[512];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder_path, entry->d_name);
        uint64_t random = seed; /* anew, since the order of a folder is nobody's promise */
        compare_mutations(path, test_count(200), &random, &verdicts);
    }
    closedir(folder);
    print_message("# compared %u, both accept %u, differ as meant %u\n", verdicts.compared,
                  verdicts.accepted, verdicts.apart);
    assert_true(verdicts.accepted > 0 && verdicts.compared > verdicts.apart);
}

TEST_CASE(jansson_agrees_about_small_texts)
{
    static const char *const seeds[] = {
        "{\"a\": [1, -2.5e3, \"x\\n\\u00e9\"], \"b\": {\"c\": null}}",
        "[[], {}, [true, false], \"\\ud83d\\ude82\", 0, -0, 10.01E-2]", "\"text\"", "12", "[]"};
    static char text[TEXT_SIZE_MAX];
    uint64_t random = test_seed();
    struct verdicts verdicts = {0};
    for (unsigned i = 0; i < test_count(60000); i++) {
        const char *seed = seeds[i % 5];
        size_t size = strlen(seed);
        memcpy(text, seed, size);
        for (unsigned steps = test_random_below(&random, 6); steps > 0; steps--)
            size = mutate(text, size, &random);
        compare_verdicts(text, size, &verdicts);
    }
    print_message("# compared %u, both accept %u, differ as meant %u\n", verdicts.compared,
                  verdicts.accepted, verdicts.apart);
    assert_true(verdicts.accepted > 0 && verdicts.compared > verdicts.apart);
}

TEST_CASE(jansson_resolves_texts_alike)
{
    static const char *const pieces[] = {"a",
                                         "\\\"",
                                         "\\\\",
                                         "\\/",
                                         "\\b",
                                         "\\t",
                                         "\\u0041",
                                         "\\u07ff",
                                         "\\u0800",
                                         "\\uFFFF",
                                         "\\uD800\\uDC00",
                                         "\\udbff\\udfff",
                                         "\xc3\xbc",
                                         "\xf0\x9f\x9a\x82",
                                         "\x7f",
                                         " "};
    uint64_t random = test_seed();
    for (unsigned i = 0; i < test_count(5000); i++) {
        char text[256] = "\"", resolved[256];
        size_t used = 1;
        for (unsigned count = test_random_below(&random, 12); count > 0; count--)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s",
                                     pieces[test_random_below(&random, 16)]);
        snprintf(text + used, sizeof text - used, "\"");
        struct json_reader json = reader_of(text);
        assert_int_equal(json_reader_next(&json), TOKEN_TEXT);
        assert_true(json_reader_text(&json, resolved, sizeof resolved));
        json_t *value = json_loads(text, JSON_DECODE_ANY, NULL);
        assert_non_null(value);
        assert_string_equal(resolved, json_string_value(value));
        json_decref(value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("tokens come in order", tokens_come_in_order),
        TEST("every token knows its line", every_token_knows_its_line),
        TEST("escapes are resolved", escapes_are_resolved),
        TEST("a text that does not fit is refused", a_text_that_does_not_fit_is_refused),
        TEST("only whole numbers are integers", only_whole_numbers_are_integers),
        TEST("what is not JSON is refused with its line",
             what_is_not_json_is_refused_with_its_line),
        TEST("brackets nest to a limit", brackets_nest_to_a_limit),
        TEST("jansson agrees about mutated board files", jansson_agrees_about_mutated_board_files),
        TEST("jansson agrees about the fuzz corpus", jansson_agrees_about_the_fuzz_corpus),
        TEST("jansson agrees about small texts", jansson_agrees_about_small_texts),
        TEST("jansson resolves texts alike", jansson_resolves_texts_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
