/* Bodies in chunks: what they hold, where they end, and everything that is none. */
#include <stdio.h>
#include <string.h>

#include "net/http_chunks.h"
#include "support.h"

/* Reads `text` in pieces of `cut` bytes; the body is in `body`, what is left behind it in `rest`.
 */
static enum http_found read_cut(const char *text, size_t cut, char body[512], const char **rest)
{
    struct http_chunks chunks = {0};
    enum http_found found = HTTP_MORE;
    size_t used = 0;
    const char *end = text + strlen(text);
    *rest = text;
    while (*rest < end && found == HTTP_MORE) {
        size_t length = (size_t)(end - *rest) < cut ? (size_t)(end - *rest) : cut;
        do {
            struct word piece;
            found = http_chunks_read(&chunks, rest, &length, &piece);
            assert_true(used + piece.length < 512);
            memcpy(body + used, piece.start, piece.length);
            used += piece.length;
        } while (length > 0 && found == HTTP_MORE);
    }
    body[used] = '\0';
    return found;
}

/* However it is cut, it is the same. */
static enum http_found read_text(const char *text, char body[512])
{
    const char *rest, *other_rest;
    char other[512];
    const enum http_found found = read_cut(text, SIZE_MAX, body, &rest);
    for (size_t cut = 1; cut < 6; cut++) {
        assert_int_equal(read_cut(text, cut, other, &other_rest), found);
        assert_string_equal(other, body);
        if (found == HTTP_WHOLE)
            assert_ptr_equal(rest, other_rest);
    }
    return found;
}

TEST_CASE(bodies)
{
    static const struct {
        const char *text, *body;
    } cases[] = {
        {"0\r\n\r\n", ""},
        {"5\r\nhello\r\n0\r\n\r\n", "hello"},
        {"1\r\na\r\n2\r\nbc\r\n00000003\r\ndef\r\n000\r\n\r\n", "abcdef"},
        {"A\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n", "01234567890123456789"},
        {"2\r\n\r\n\r\n0\r\n\r\n", "\r\n"},
        {"5\r\n0\r\n\r\n\r\n0\r\n\r\n", "0\r\n\r\n"},
        {"1;name=value\r\na\r\n0;x=\"y;\"\r\n\r\n", "a"},
        {"1;\r\na\r\n0\r\n\r\n", "a"},
        {"1\r\na\r\n0\r\nX-Sum: 1\r\nContent-Length:5\r\n\r\n", "a"},
        {"1\r\na\r\n0\r\nX:\r\n\r\n", "a"},
    };
    char body[512];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (read_text(cases[i].text, body) != HTTP_WHOLE || strcmp(body, cases[i].body) != 0)
            fail_msg("%s: '%s'", cases[i].text, body);
    }
}

TEST_CASE(what_follows)
{
    static const char text[] = "1\r\na\r\n0\r\n\r\nGET / HTTP/1.1\r\n";
    const char *rest;
    char body[512];
    assert_int_equal(read_cut(text, SIZE_MAX, body, &rest), HTTP_WHOLE);
    assert_string_equal(rest, "GET / HTTP/1.1\r\n");
    for (size_t length = 0; length < 11; length++) {
        char part[16];
        snprintf(part, sizeof part, "%.*s", (int)length, text);
        assert_int_equal(read_cut(part, SIZE_MAX, body, &rest), HTTP_MORE);
    }
}

TEST_CASE(no_chunks)
{
    static const char *const cases[] = {
        "\r\n",
        "hello",
        " 1\r\na\r\n",
        "1 \r\na\r\n",
        "1 ;x\r\na\r\n",
        "+1\r\na\r\n",
        "-1\r\n",
        "0x1\r\na\r\n",
        "1,1\r\na\r\n",
        "1_0\r\n",
        "\t1\r\n",
        "000000001\r\na\r\n", /* nine digits */
        "ffffffffffffffff1\r\n",
        "1\na\n0\n\n",
        "1\r\na\n0\r\n\r\n",
        "1\ra\r\n",
        "1\r\r\na",
        "1\r\nab\r\n",
        "2\r\na\r\n0\r\n\r\n",
        "1\r\na0\r\n\r\n",
        "1;\n",
        "1;x\x01\r\na\r\n",
        "1;x\x7f\r\na\r\n",
        "1;x\ry\r\n",
        "0\r\n\n",
        "0\r\n\rx",
        "0\r\n: x\r\n\r\n",
        "0\r\n x: y\r\n\r\n",
        "0\r\nno colon\r\n\r\n",
        "0\r\nX : y\r\n\r\n",
        "0\r\nX: y\n\r\n",
        "0\r\nX: y\r\n folded\r\n\r\n",
        "0\r\nX: \x01\r\n\r\n",
        "0\r\nX\r\n\r\n",
    };
    char body[512];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (read_text(cases[i], body) != HTTP_BAD)
            fail_msg("%s: %d", cases[i], (int)read_text(cases[i], body));
}

/* One body may have so many bytes of what is skipped, however they are spread. */
TEST_CASE(extras)
{
    char text[8 * HTTP_CHUNKS_EXTRA_MAX], body[512];
    const char *rest;
    for (int more = 0; more <= 1; more++) {
        const int in_each = HTTP_CHUNKS_EXTRA_MAX / 4;
        int used = 0;
        for (int i = 0; i < 3; i++)
            used += sprintf(text + used, "1;%0*d\r\na\r\n", in_each - 1, 0);
        sprintf(text + used, "0\r\nX:%0*d\r\n\r\n", in_each - 2 + more, 0);
        assert_int_equal(read_cut(text, SIZE_MAX, body, &rest), more ? HTTP_BAD : HTTP_WHOLE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("chunks are put together, without their extensions and trailers", bodies),
        TEST("a body ends where it ends, and not before", what_follows),
        TEST("what two readers could read differently is refused", no_chunks),
        TEST("extensions and trailers are bounded", extras),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
