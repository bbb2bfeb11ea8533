/*
 * Options and their descriptors: which command lines are read or refused, the error messages, and
 * the help.
 */
#include "cli/options.h"

#include <stdio.h>
#include <string.h>

#include "cli/help.h"
#include "support.h"

static const char *fruit(unsigned number)
{
    static const char *const fruits[] = {"apple", "pear", "cherry"};
    return number < 3 ? fruits[number] : NULL;
}

static const char *fruit_about(unsigned number)
{
    static const char *const abouts[] = {"red or green", "soft", "in pairs"};
    return abouts[number];
}

static const struct word_list fruits = {"fruit", "fruits", fruit, fruit_about, false};

struct request {
    uint64_t seed;
    unsigned games, fruit, basket;
    const char *path;
    char letter;
    bool flag;
};

static bool take_letter(const struct option *option, const char *value, void *into,
                        char error[OPTIONS_ERROR_SIZE])
{
    *(char *)option_field(option, into) = value[0];
    snprintf(error, OPTIONS_ERROR_SIZE, "'%.60s' is not a letter", value);
    return strlen(value) == 1;
}

static const struct option options[] = {
    OPT_NUMBER("seed", "S", struct request, seed, 0, UINT64_MAX, "a large number"),
    OPT_NUMBER("games", "N", struct request, games, 1, 1000, "how many", .otherwise = "10"),
    OPT_GROUP("Fruits"),
    OPT_WORD("fruit", "FRUIT", struct request, fruit, &fruits, "one of %s", .otherwise = "pear"),
    OPT_WORDS("basket", "FRUIT", struct request, basket, &fruits, "%s, one by one"),
    OPT_TEXT("path", "FILE", struct request, path, "any text", .usually = "none at all"),
    OPT_CALL("letter", "L", struct request, letter, take_letter, "one letter"),
    OPT_FLAG("flag", struct request, flag, "a flag"),
    OPT_NOTE("A note between."),
    OPT_TERMS(&fruits),
    OPT_TERM("vegetable", "no fruit"),
    OPT_END,
};

static const struct command command = {.name = "test",
                                       .usage = "[OPTION]... RECORD...\n--flag",
                                       .tells = "Tells.\n\n    as it is",
                                       .options = options,
                                       .operand = "record",
                                       .many_operands = true};

enum { ARGUMENTS_MAX = 8 };

/* A command line and the result of reading it. */
struct line {
    char text[ARGUMENTS_MAX][80];
    char *argv[ARGUMENTS_MAX];
    int argc;
    struct request request;
    char error[OPTIONS_ERROR_SIZE];
};

static enum options_outcome line_read(struct line *line, const struct command *of,
                                      const char *const arguments[])
{
    memset(line, 0, sizeof *line);
    line->argc = 1;
    line->argv[0] = line->text[0];
    for (int i = 0; arguments[i] != NULL; i++, line->argc++) {
        assert_true(line->argc < ARGUMENTS_MAX && strlen(arguments[i]) < sizeof line->text[0]);
        memcpy(line->text[line->argc], arguments[i], strlen(arguments[i]));
        line->argv[line->argc] = line->text[line->argc];
    }
    return options_read(of, &line->argc, line->argv, &line->request, line->error);
}

#define READ(line, ...) line_read((line), &command, (const char *const[]){__VA_ARGS__, NULL})

static void expect_operands(const struct line *line, const char *joined)
{
    char operands[400] = "";
    for (int i = 1; i < line->argc; i++) {
        const size_t used = strlen(operands);
        snprintf(operands + used, sizeof operands - used, "%s%s", i > 1 ? "|" : "", line->argv[i]);
    }
    assert_string_equal(operands, joined);
}

TEST_CASE(a_value_follows_or_stands_behind_an_equals_sign)
{
    struct line line;
    assert_int_equal(READ(&line, "x", "--seed", "5", "--path=a=b"), OPTIONS_READ);
    assert_int_equal(line.request.seed, 5);
    assert_string_equal(line.request.path, "a=b");
    assert_int_equal(READ(&line, "x", "--path="), OPTIONS_READ);
    assert_string_equal(line.request.path, "");
    assert_int_equal(READ(&line, "x", "--seed", "5", "--seed", "6"), OPTIONS_READ);
    assert_int_equal(line.request.seed, 6);
}

TEST_CASE(every_kind_fills_its_field)
{
    struct line line;
    assert_int_equal(READ(&line, "x", "--seed=18446744073709551615", "--games=7", "--fruit=cherry",
                          "--letter=q", "--flag"),
                     OPTIONS_READ);
    assert_true(line.request.seed == UINT64_MAX && line.request.games == 7);
    assert_true(line.request.fruit == 2 && line.request.letter == 'q' && line.request.flag);
    assert_int_equal(READ(&line, "x", "--basket=cherry", "--basket=apple"), OPTIONS_READ);
    assert_int_equal(line.request.basket, 5);
}

TEST_CASE(what_is_not_given_has_its_default)
{
    struct line line;
    assert_int_equal(READ(&line, "x"), OPTIONS_READ);
    assert_int_equal(line.request.games, 10);
    assert_int_equal(line.request.fruit, 1);
    assert_null(line.request.path);
    assert_false(line.request.flag);
}

TEST_CASE(a_value_may_look_like_an_option)
{
    struct line line;
    assert_int_equal(READ(&line, "x", "--path", "--flag"), OPTIONS_READ);
    assert_string_equal(line.request.path, "--flag");
    assert_false(line.request.flag);
    assert_int_equal(READ(&line, "x", "--path", "-h"), OPTIONS_READ);
}

TEST_CASE(operands_stand_anywhere)
{
    struct line line;
    assert_int_equal(READ(&line, "one", "--flag", "-", "--seed", "3", "", "two"), OPTIONS_READ);
    expect_operands(&line, "one|-||two");
    assert_true(line.request.flag && line.request.seed == 3);
    assert_int_equal(READ(&line, "--flag", "--", "--seed", "-x", "--", "-h"), OPTIONS_READ);
    expect_operands(&line, "--seed|-x|--|-h");
}

TEST_CASE(help_is_asked_for_anywhere)
{
    struct line line;
    assert_int_equal(READ(&line, "-h"), OPTIONS_HELP);
    assert_int_equal(READ(&line, "--flag", "--help", "--nonsense"), OPTIONS_HELP);
    assert_int_equal(READ(&line, "--nonsense", "--help"), OPTIONS_BAD);
}

TEST_CASE(what_is_missing_is_told)
{
    static const struct option one[] = {
        OPT_TEXT("path", "FILE", struct request, path, "needed", .needed = true),
        OPT_END,
    };
    const struct command strict = {.name = "strict", .options = one, .operand = "record"};
    const struct command bare = {.name = "bare", .options = one};
    struct line line;
    assert_int_equal(line_read(&line, &strict, (const char *const[]){"x", NULL}), OPTIONS_BAD);
    assert_string_equal(line.error, "--path is needed; see --help");
    assert_int_equal(line_read(&line, &strict, (const char *const[]){"--path=x", NULL}),
                     OPTIONS_BAD);
    assert_string_equal(line.error, "no record is named; see --help");
    assert_int_equal(line_read(&line, &strict, (const char *const[]){"a", "b", NULL}), OPTIONS_BAD);
    assert_string_equal(line.error, "only one record can be named: 'b' is another");
    assert_int_equal(line_read(&line, &bare, (const char *const[]){"a", NULL}), OPTIONS_BAD);
    assert_string_equal(line.error, "'a' is not an option; --help lists the options");
    int argc = 0;
    assert_int_equal(options_read(&bare, &argc, NULL, &line.request, line.error), OPTIONS_BAD);
}

TEST_CASE(what_is_refused_is_quoted)
{
    static const struct {
        const char *argument, *error;
    } cases[] = {
        {"--nonsense", "unknown option '--nonsense'; --help lists the options"},
        {"--sed", "unknown option '--sed'; did you mean '--seed'?"},
        {"--see=5", "unknown option '--see=5'; did you mean '--seed'?"},
        {"--hlep", "unknown option '--hlep'; did you mean '--help'?"},
        {"-seed", "unknown option '-seed'; did you mean '--seed'?"},
        {"---flag", "unknown option '---flag'; did you mean '--flag'?"},
        {"--=5", "unknown option '--=5'; --help lists the options"},
        {"-s", "unknown option '-s'; --help lists the options"},
        {"--flag=yes", "--flag takes no value"},
        {"--flag=", "--flag takes no value"},
        {"--seed", "--seed needs a value: --seed S"},
        {"--games=0", "--games: '0' is not a whole number from 1 to 1000"},
        {"--letter=qu", "--letter: 'qu' is not a letter"},
        {"--fruit=chery", "--fruit: there is no fruit 'chery'; fruits are apple, pear and cherry; "
                          "did you mean 'cherry'?"},
        {"--basket=plum", "--basket: there is no fruit 'plum'; fruits are apple, pear and cherry"},
        {"--fruit=\x1b[2J", "--fruit: there is no fruit ' [2J'; fruits are apple, pear and cherry"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct line line;
        assert_int_equal(READ(&line, cases[i].argument), OPTIONS_BAD);
        assert_string_equal(line.error, cases[i].error);
    }
}

TEST_CASE(a_long_word_is_quoted_in_part)
{
    struct line line;
    assert_int_equal(
        READ(&line, "--0123456789012345678901234567890123456789012345678901234567890123456789"),
        OPTIONS_BAD);
    assert_string_equal(line.error,
                        "unknown option "
                        "'--0123456789012345678901234567890123456789012345678901234567'; --help "
                        "lists the options");
}

TEST_CASE(numbers_within_the_bounds_are_read)
{
    uint64_t number = 99;
    assert_true(options_number("0", 0, 0, &number));
    assert_int_equal(number, 0);
    assert_true(options_number("17", 17, 17, &number));
    assert_int_equal(number, 17);
    assert_true(options_number("18446744073709551615", 0, UINT64_MAX, &number));
    assert_true(number == UINT64_MAX);
}

TEST_CASE(everything_else_is_no_number)
{
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

/* ---- Help ------------------------------------------------------------------------------------ */

TEST_CASE(the_help_is_made_of_the_descriptors)
{
    char buffer[HELP_SIZE];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    help_write(&text, "railhead", &command);
    assert_string_equal(buffer, "Usage: railhead test [OPTION]... RECORD...\n"
                                "       railhead test --flag\n"
                                "\n"
                                "Tells.\n"
                                "\n"
                                "    as it is\n"
                                "\n"
                                "  --seed S        a large number\n"
                                "  --games N       how many (1 to 1000, default 10)\n"
                                "\n"
                                "Fruits:\n"
                                "  --fruit FRUIT   one of apple, pear or cherry (default pear)\n"
                                "  --basket FRUIT  apple, pear or cherry, one by one; may be given "
                                "several times\n"
                                "  --path FILE     any text (default none at all)\n"
                                "  --letter L      one letter\n"
                                "  --flag          a flag\n"
                                "\n"
                                "A note between.\n"
                                "  apple           red or green\n"
                                "  pear            soft\n"
                                "  cherry          in pairs\n"
                                "  vegetable       no fruit\n");
}

TEST_CASE(a_long_label_stands_alone)
{
    static const struct option long_ones[] = {
        OPT_TEXT("a-name-that-is-long", "VALUE", struct request, path, "its help"),
        OPT_FLAG("short", struct request, flag, "another"),
        OPT_END,
    };
    const struct command of = {.name = "x", .usage = "", .tells = "T.", .options = long_ones};
    char buffer[HELP_SIZE];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    help_write(&text, NULL, &of);
    assert_string_equal(buffer, "Usage: x\n"
                                "\n"
                                "T.\n"
                                "\n"
                                "  --a-name-that-is-long VALUE\n"
                                "           its help\n"
                                "  --short  another\n");
}

TEST_CASE(lines_are_wrapped_between_words)
{
    static const char words[] = "one  two three four five six seven eight nine ten eleven twelve "
                                "thirteen fourteen fifteen sixteen";
    char buffer[400];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    help_wrap(&text, words, 10, 20);
    assert_string_equal(buffer, "one two three four five six seven eight nine ten eleven twelve\n"
                                "                    thirteen fourteen fifteen sixteen\n");
    text_init(&text, buffer, sizeof buffer);
    help_wrap(&text, "", 0, 4);
    assert_string_equal(buffer, "\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a value follows its option, or an equals sign",
             a_value_follows_or_stands_behind_an_equals_sign),
        TEST("every kind of option fills its field", every_kind_fills_its_field),
        TEST("what is not given has its default", what_is_not_given_has_its_default),
        TEST("a value may look like an option", a_value_may_look_like_an_option),
        TEST("operands stand anywhere, - is one, and behind -- all are", operands_stand_anywhere),
        TEST("-h and --help are seen anywhere", help_is_asked_for_anywhere),
        TEST("what is missing or too much is told", what_is_missing_is_told),
        TEST("what is refused is quoted, with the right words and what was meant",
             what_is_refused_is_quoted),
        TEST("a long word is quoted in part", a_long_word_is_quoted_in_part),
        TEST("numbers within the bounds are read", numbers_within_the_bounds_are_read),
        TEST("everything else is no number", everything_else_is_no_number),
        TEST("the help is made of the descriptors", the_help_is_made_of_the_descriptors),
        TEST("a long label has a line of its own", a_long_label_stands_alone),
        TEST("lines are wrapped between words", lines_are_wrapped_between_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
