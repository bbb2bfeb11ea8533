/* Lines that arrive through a pipe in pieces of any size. */
#include <string.h>
#include <unistd.h>

#include "support.h"
#include "terminal/line_mode/line_terminal.h"

/* A line terminal that reads from a pipe; its output is discarded. */
struct typed {
    struct line_terminal terminal;
    int keys[2];
    int news[2]; /* the other descriptor to wait for */
    FILE *out;
};

static void begin(struct typed *typed)
{
    assert_int_equal(pipe(typed->keys), 0);
    assert_int_equal(pipe(typed->news), 0);
    typed->out = fopen("/dev/null", "w");
    assert_non_null(typed->out);
    line_terminal_init(&typed->terminal, typed->keys[0], typed->out);
}

static void end(struct typed *typed)
{
    line_terminal_release(&typed->terminal);
    fclose(typed->out);
    for (int i = 0; i < 2; i++) {
        close(typed->news[i]);
        if (typed->keys[i] >= 0)
            close(typed->keys[i]);
    }
}

static void type(struct typed *typed, const char *text)
{
    assert_int_equal(write(typed->keys[1], text, strlen(text)), strlen(text));
}

static void hang_up(struct typed *typed)
{
    close(typed->keys[1]);
    typed->keys[1] = -1;
}

TEST_CASE(lines_are_given_one_by_one)
{
    struct typed typed;
    begin(&typed);
    type(&typed, "@K7\n  K7-L7 \r\n\nhelp\n");
    assert_string_equal(line_terminal_read(&typed.terminal), "@K7");
    assert_string_equal(line_terminal_read(&typed.terminal), "K7-L7");
    assert_string_equal(line_terminal_read(&typed.terminal), "");
    assert_string_equal(line_terminal_read(&typed.terminal), "help");
    end(&typed);
}

TEST_CASE(half_a_line_waits_for_the_rest)
{
    struct typed typed;
    const char *line;
    begin(&typed);
    type(&typed, "K7-");
    assert_int_equal(line_terminal_wait(&typed.terminal, &line, -1, 0), LINE_TERMINAL_NOTHING);
    type(&typed, "L7\nle");
    assert_int_equal(line_terminal_wait(&typed.terminal, &line, -1, 0), LINE_TERMINAL_LINE);
    assert_string_equal(line, "K7-L7");
    assert_int_equal(line_terminal_wait(&typed.terminal, &line, -1, 0), LINE_TERMINAL_NOTHING);
    type(&typed, "gal\n");
    assert_string_equal(line_terminal_read(&typed.terminal), "legal");
    end(&typed);
}

TEST_CASE(the_last_line_needs_no_line_feed)
{
    struct typed typed;
    begin(&typed);
    type(&typed, "quit\ny");
    hang_up(&typed);
    assert_string_equal(line_terminal_read(&typed.terminal), "quit");
    assert_string_equal(line_terminal_read(&typed.terminal), "y");
    assert_null(line_terminal_read(&typed.terminal));
    assert_true(typed.terminal.ended);
    assert_null(line_terminal_read(&typed.terminal));
    end(&typed);
}

TEST_CASE(long_lines_and_zero_bytes_do_no_harm)
{
    static char text[20000];
    struct typed typed;
    begin(&typed);
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 2] = '\n';
    type(&typed, text);
    assert_int_equal(strlen(line_terminal_read(&typed.terminal)), sizeof text - 2);
    assert_int_equal(write(typed.keys[1], "ma\0p\nlog\n", 9), 9);
    assert_string_equal(line_terminal_read(&typed.terminal), "ma");
    assert_string_equal(line_terminal_read(&typed.terminal), "log");
    end(&typed);
}

TEST_CASE(news_is_waited_for_beside_lines)
{
    struct typed typed;
    const char *line;
    begin(&typed);
    assert_int_equal(write(typed.news[1], "!", 1), 1);
    assert_int_equal(line_terminal_wait(&typed.terminal, &line, typed.news[0], -1),
                     LINE_TERMINAL_READY);
    assert_int_equal(line_terminal_wait(&typed.terminal, NULL, typed.news[0], -1),
                     LINE_TERMINAL_READY);
    type(&typed, "one\ntwo\n");
    assert_int_equal(line_terminal_wait(&typed.terminal, NULL, -1, 0), LINE_TERMINAL_NOTHING);
    assert_string_equal(line_terminal_read(&typed.terminal), "one");
    assert_int_equal(line_terminal_wait(&typed.terminal, &line, typed.news[0], -1),
                     LINE_TERMINAL_LINE);
    assert_string_equal(line, "two");
    end(&typed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("lines are given one by one, without spaces around them", lines_are_given_one_by_one),
        TEST("half a line waits for the rest", half_a_line_waits_for_the_rest),
        TEST("the last line needs no line feed", the_last_line_needs_no_line_feed),
        TEST("long lines and zero bytes do no harm", long_lines_and_zero_bytes_do_no_harm),
        TEST("news is waited for beside lines", news_is_waited_for_beside_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
