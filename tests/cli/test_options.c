/* Reading a command line: what is an option, what is an operand, what is refused and how. */
#include "cli/options.h"

#include <string.h>

#include "support.h"

enum { SEED, FLAG, HELP };

static const struct option known[] = {
    {"seed", "a number"}, {"flag", NULL}, {"help", NULL}, {NULL, NULL}};

enum { ARGUMENTS_MAX = 8 };

/* A command line that ends with a NULL, and its reader. */
struct line {
    char text[ARGUMENTS_MAX][80];
    char *argv[ARGUMENTS_MAX];
    struct options options;
};

static void line_init(struct line *line, const char *const arguments[])
{
    int argc = 1;
    memset(line, 0, sizeof *line);
    line->argv[0] = line->text[0];
    for (int i = 0; arguments[i] != NULL; i++, argc++) {
        assert_true(argc < ARGUMENTS_MAX && strlen(arguments[i]) < sizeof line->text[0]);
        memcpy(line->text[argc], arguments[i], strlen(arguments[i]));
        line->argv[argc] = line->text[argc];
    }
    options_init(&line->options, argc, line->argv, known);
}

#define LINE(line, ...) line_init((line), (const char *const[]){__VA_ARGS__, NULL})

static void expect(struct line *line, int option, const char *value)
{
    assert_int_equal(options_next(&line->options), option);
    if (value == NULL)
        assert_null(line->options.value);
    else
        assert_string_equal(line->options.value, value);
}

static void expect_refusal(struct line *line, const char *error)
{
    assert_int_equal(options_next(&line->options), OPTION_BAD);
    assert_string_equal(line->options.error, error);
}

static void a_value_follows_or_stands_behind_an_equals_sign(void **state)
{
    (void)state;
    struct line line;
    LINE(&line, "--seed", "5", "--seed=6", "--seed=", "--seed=a=b");
    expect(&line, SEED, "5");
    expect(&line, SEED, "6");
    expect(&line, SEED, "");
    expect(&line, SEED, "a=b");
    assert_int_equal(options_next(&line.options), OPTION_END);
    assert_int_equal(options_next(&line.options), OPTION_END);
}

static void a_value_may_look_like_an_option(void **state)
{
    (void)state;
    struct line line;
    LINE(&line, "--seed", "--flag", "--flag");
    expect(&line, SEED, "--flag");
    expect(&line, FLAG, NULL);
    assert_int_equal(options_next(&line.options), OPTION_END);
}

static void operands_stand_anywhere(void **state)
{
    (void)state;
    struct line line;
    LINE(&line, "one", "--flag", "-", "--help", "", "two");
    expect(&line, OPTION_OPERAND, "one");
    expect(&line, FLAG, NULL);
    expect(&line, OPTION_OPERAND, "-");
    expect(&line, HELP, NULL);
    expect(&line, OPTION_OPERAND, "");
    expect(&line, OPTION_OPERAND, "two");
    assert_int_equal(options_next(&line.options), OPTION_END);
}

static void after_two_dashes_everything_is_an_operand(void **state)
{
    (void)state;
    struct line line;
    LINE(&line, "--flag", "--", "--flag", "-x", "--");
    expect(&line, FLAG, NULL);
    expect(&line, OPTION_OPERAND, "--flag");
    expect(&line, OPTION_OPERAND, "-x");
    expect(&line, OPTION_OPERAND, "--");
    assert_int_equal(options_next(&line.options), OPTION_END);
    LINE(&line, "--");
    assert_int_equal(options_next(&line.options), OPTION_END);
}

static void an_empty_command_line_ends_at_once(void **state)
{
    (void)state;
    struct options options;
    options_init(&options, 0, NULL, known);
    assert_int_equal(options_next(&options), OPTION_END);
}

static void what_is_refused_is_quoted(void **state)
{
    (void)state;
    static const struct {
        const char *argument, *error;
    } cases[] = {
        {"--sed", "unknown option '--sed'"},     {"--seeds", "unknown option '--seeds'"},
        {"--see=5", "unknown option '--see=5'"}, {"--=5", "unknown option '--=5'"},
        {"---flag", "unknown option '---flag'"}, {"--Flag", "unknown option '--Flag'"},
        {"-s", "unknown option '-s'"},           {"--flag=yes", "--flag takes no value"},
        {"--flag=", "--flag takes no value"},    {"--seed", "--seed needs a value: a number"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct line line;
        LINE(&line, cases[i].argument);
        expect_refusal(&line, cases[i].error);
    }
}

static void a_long_word_is_quoted_in_part(void **state)
{
    (void)state;
    struct line line;
    LINE(&line, "--0123456789012345678901234567890123456789012345678901234567890123456789");
    expect_refusal(&line,
                   "unknown option '--0123456789012345678901234567890123456789012345678901234567'");
    assert_int_equal(options_refuse(&line.options, "seed", line.argv[1], "is odd"), OPTION_BAD);
    assert_string_equal(
        line.options.error,
        "--seed: '--0123456789012345678901234567890123456789012345678901234567' is odd");
}

static void numbers_within_the_bounds_are_read(void **state)
{
    (void)state;
    uint64_t number = 99;
    assert_true(options_number("0", 0, 0, &number));
    assert_int_equal(number, 0);
    assert_true(options_number("17", 17, 17, &number));
    assert_int_equal(number, 17);
    assert_true(options_number("18446744073709551615", 0, UINT64_MAX, &number));
    assert_true(number == UINT64_MAX);
}

static void everything_else_is_no_number(void **state)
{
    (void)state;
    static const char *const texts[] = {"",
                                        "00",
                                        "017",
                                        "-1",
                                        "+1",
                                        "1 ",
                                        " 1",
                                        "1.0",
                                        "1e3",
                                        "0x1",
                                        "18446744073709551616",
                                        "18446744073709551620",
                                        "1,0",
                                        "one",
                                        "\xd9\xa1",
                                        "184467440737095516150"};
    uint64_t number;
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (options_number(texts[i], 0, UINT64_MAX, &number))
            fail_msg("'%s' was read as a number", texts[i]);
    }
    assert_false(options_number("4", 5, 10, &number));
    assert_false(options_number("11", 5, 10, &number));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a value follows its option, or an equals sign",
             a_value_follows_or_stands_behind_an_equals_sign),
        TEST("a value may look like an option", a_value_may_look_like_an_option),
        TEST("operands stand anywhere, and - is one", operands_stand_anywhere),
        TEST("after -- everything is an operand", after_two_dashes_everything_is_an_operand),
        TEST("an empty command line ends at once", an_empty_command_line_ends_at_once),
        TEST("what is refused is quoted", what_is_refused_is_quoted),
        TEST("a long word is quoted in part", a_long_word_is_quoted_in_part),
        TEST("numbers within the bounds are read", numbers_within_the_bounds_are_read),
        TEST("everything else is no number", everything_else_is_no_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
