/* Heads of requests: what they mean, and everything that two readers could read differently. */
#include <stdio.h>
#include <string.h>

#include "net/http_head.h"
#include "support.h"

#define SECRET "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
#define OTHER  "BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
#define KEY    "dGhlIHNhbXBsZSBub25jZQ=="
#define UPGRADE                                                                                    \
    "GET /api/v1/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"

/* The status of its refusal, or 0; 1 when its end is not found, 2 when it is bad before that. */
static int read_bytes(struct http_head *head, const char *bytes, size_t length)
{
    struct http_refusal refusal = {0};
    size_t looked = 0, end = 0;
    enum http_found found = http_head_find(bytes, length, &looked, &end);
    if (found != HTTP_WHOLE)
        return found == HTTP_MORE ? 1 : 2;
    assert_true(end <= length);
    if (http_head_read(head, bytes, end, &refusal))
        return 0;
    assert_true(refusal.status >= 400 && refusal.why != FAULT_NONE);
    return refusal.status;
}

static int read_text(struct http_head *head, const char *text)
{
    return read_bytes(head, text, strlen(text));
}

/* A GET with these fields, each closed by its line's end. */
static int read_fields(struct http_head *head, const char *fields)
{
    char text[4096];
    snprintf(text, sizeof text, "GET / HTTP/1.1\r\nHost: railhead.example:1869\r\n%s\r\n", fields);
    return read_text(head, text);
}

static int status_of(const char *text)
{
    struct http_head head;
    return read_text(&head, text);
}

TEST_CASE(first_lines)
{
    struct http_head head;
    assert_int_equal(read_text(&head, "GET /t/%41b?x=%41&y HTTP/1.1\r\nHost: x\r\n\r\n"), 0);
    assert_int_equal(head.method, HTTP_GET);
    assert_string_equal(head.path, "/t/Ab");
    assert_string_equal(head.query, "x=%41&y");
    assert_true(head.keep_alive);
    assert_int_equal(read_text(&head, "HEAD / HTTP/1.0\r\n\r\n"), 0);
    assert_int_equal(head.method, HTTP_HEAD);
    assert_false(head.keep_alive);
    assert_int_equal(read_text(&head, "BREW /pot HTTP/1.1\r\nHost: x\r\n\r\n"), 0);
    assert_int_equal(head.method, HTTP_OTHER);
    assert_int_equal(read_text(&head, "get / HTTP/1.1\r\nHost: x\r\n\r\n"), 0);
    assert_int_equal(head.method, HTTP_OTHER);
    /* Paths are never resolved: a proxy before us sees the same path as we. */
    assert_int_equal(read_text(&head, "GET //a/./b/../c%2f%2e%2e HTTP/1.1\r\nHost: x\r\n\r\n"), 0);
    assert_string_equal(head.path, "//a/./b/../c/..");
}

TEST_CASE(bad_first_lines)
{
    static const struct {
        int status;
        const char *line;
    } cases[] = {
        {505, "PRI * HTTP/2.0"},
        {505, "GET / HTTP/1.2"},
        {505, "GET / HTTP/0.9"},
        {505, "GET / HTTP/9.9"},
        {400, "GET / HTTP/11"},
        {400, "GET / HTTP/1.1 "},
        {400, "GET  / HTTP/1.1"},
        {400, " GET / HTTP/1.1"},
        {400, "GET /"},
        {400, "GET"},
        {400, "GET / http/1.1"},
        {400, "GE(T / HTTP/1.1"},
        {400, "GET / x HTTP/1.1"},
        {400, "GET\t/ HTTP/1.1"},
        {400, "GET * HTTP/1.1"},
        {400, "GET x HTTP/1.1"},
        {400, "GET /# HTTP/1.1"},
        {400, "GET /\xe9 HTTP/1.1"},
        {400, "GET /%00 HTTP/1.1"},
        {400, "GET /%0d%0a HTTP/1.1"},
        {400, "GET /%7f HTTP/1.1"},
        {400, "GET /%4 HTTP/1.1"},
        {400, "GET /% HTTP/1.1"},
        {400, "GET /%zz HTTP/1.1"},
        {400, "GET /a\tb HTTP/1.1"},
        {400, "GET http:/// HTTP/1.1"},
        {400, "GET http://?x HTTP/1.1"},
        {400, "GET http://user@x/ HTTP/1.1"},
        {400, "GET http://a,b/ HTTP/1.1"},
        {400, "GET ftp://x/ HTTP/1.1"},
        {400, "GET http:x HTTP/1.1"},
        {400, "GET http://x/# HTTP/1.1"},
        {400, "POST * HTTP/1.1"},
        {400, "OPTIONS ** HTTP/1.1"},
        {400, "OPTIONS *?x HTTP/1.1"},
        {400, "CONNECT x:1 HTTP/1.1"},
        {400, "AVERYLONGMETHODNAME / HTTP/1.1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[256];
        snprintf(text, sizeof text, "%s\r\nHost: x\r\n\r\n", cases[i].line);
        if (status_of(text) != cases[i].status)
            fail_msg("%s: %d", cases[i].line, status_of(text));
    }
}

/* The host of the target counts, and not that of the field (RFC 9112, 3.2.2). */
TEST_CASE(absolute_targets)
{
    static const struct {
        const char *target, *host, *path, *query;
    } cases[] = {
        {"http://a.example/t/x?y", "a.example", "/t/x", "y"},
        {"HTTPS://A.example:99/", "A.example:99", "/", ""},
        {"http://[::1]:80/%41", "[::1]:80", "/A", ""},
        {"http://a.example", "a.example", "/", ""},
        {"http://a.example?y", "a.example", "/", "y"},
        {"/http://a.example/", "x", "/http://a.example/", ""},
    };
    struct http_head head;
    char text[256];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", cases[i].target);
        assert_int_equal(read_text(&head, text), 0);
        assert_string_equal(head.host, cases[i].host);
        assert_string_equal(head.path, cases[i].path);
        assert_string_equal(head.query, cases[i].query);
    }
    assert_int_equal(read_text(&head, "GET http://a.example/ HTTP/1.1\r\nHost: x\r\n"
                                      "Origin: http://a.example\r\n\r\n"),
                     0);
    assert_false(head.foreign);
    assert_int_equal(status_of("GET http://a.example/ HTTP/1.1\r\n\r\n"), 400);
    assert_int_equal(status_of("GET http://a.example/ HTTP/1.1\r\nHost: a b\r\n\r\n"), 400);
    for (unsigned i = 0; i < 3; i++) {
        static const char *const stars[] = {"*", "http://a.example", "http://a.example:80"};
        snprintf(text, sizeof text, "OPTIONS %s HTTP/1.1\r\nHost: x\r\n\r\n", stars[i]);
        assert_int_equal(read_text(&head, text), 0);
        assert_int_equal(head.method, HTTP_OPTIONS);
        assert_string_equal(head.path, "*");
    }
}

TEST_CASE(known_versions)
{
    static const struct {
        const char *list;
        bool known;
    } cases[] = {
        {"\"ab\"", true},
        {"W/\"ab\"", true},
        {"*", true},
        {"\"x\", \"ab\"", true},
        {"\"x,\" ,\tW/\"ab\"", true},
        {",, \"ab\",", true},
        {"", false},
        {"\"a\"", false},
        {"\"abc\"", false},
        {"ab", false},
        {"\"ab", false},
        {"w/\"ab\"", false},
        {"x\"ab\"", false},
        {"\"x\"ab\"", false},
        {"* , *", false},
        {"\"x\", *", false},
        {"\"\\\"ab\"", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (http_knows(cases[i].list, "\"ab\"") != cases[i].known)
            fail_msg("%s", cases[i].list);
    struct http_head head;
    assert_int_equal(read_fields(&head, "If-None-Match: \"x\"\r\nIf-None-Match: \"ab\"\r\n"), 0);
    assert_true(http_knows(head.known, "\"ab\"") && http_knows(head.known, "\"x\""));
    char field[HTTP_KNOWN_SIZE + 64];
    snprintf(field, sizeof field, "If-None-Match: \"ab\", \"%0*d\"\r\n", HTTP_KNOWN_SIZE, 0);
    assert_int_equal(read_fields(&head, field), 0);
    assert_string_equal(head.known, "");
}

TEST_CASE(types)
{
    static const char *const good[] = {"text/plain",     "Text/PLAIN",   "text/plain;charset=utf-8",
                                       "text/plain ; x", "text/plain\t", NULL};
    static const char *const bad[] = {"text/plainfoo", "text/plai",    "",  "xtext/plain",
                                      "text/plain,x",  "text/plain/x", NULL};
    for (unsigned i = 0; good[i]; i++)
        assert_true(http_is_type(good[i], "text/plain"));
    for (unsigned i = 0; bad[i]; i++)
        assert_false(http_is_type(bad[i], "text/plain"));
}

TEST_CASE(long_targets)
{
    struct http_head head;
    char path[400], text[512];
    memset(path, 'a', sizeof path);
    path[0] = '/';
    path[HTTP_PATH_SIZE - 1] = '\0';
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", path);
    assert_int_equal(read_text(&head, text), 0);
    assert_string_equal(head.path, path);
    path[HTTP_PATH_SIZE - 1] = 'a';
    path[HTTP_PATH_SIZE] = '\0';
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", path);
    assert_int_equal(status_of(text), 414);
    snprintf(text, sizeof text, "GET /?%s HTTP/1.1\r\nHost: x\r\n\r\n", path);
    assert_int_equal(status_of(text), 414);
}

/* However it comes in, the end is found where it is, and a bad byte as soon as it is there. */
TEST_CASE(ends)
{
    static const char text[] = "GET / HTTP/1.1\r\nHost: x\r\n\r\nGET";
    const size_t whole = sizeof text - 1 - 3;
    size_t looked = 0, end = 0;
    for (size_t length = 1; length < whole; length++)
        assert_int_equal(http_head_find(text, length, &looked, &end), HTTP_MORE);
    assert_int_equal(http_head_find(text, sizeof text - 1, &looked, &end), HTTP_WHOLE);
    assert_int_equal(end, whole);
    static const char *const bad[] = {
        "GET / HTTP/1.1\nHost", "GET / HTTP/1.1\r\nA: b\rC", "\n", "GET /\x01",
        "\x16\x03\x01",         "GET / HTTP/1.1\r\nA: \x7f"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        looked = 0;
        assert_int_equal(http_head_find(bad[i], strlen(bad[i]), &looked, &end), HTTP_BAD);
    }
    looked = 0;
    assert_int_equal(http_head_find("GET /\0", 6, &looked, &end), HTTP_BAD);
}

TEST_CASE(bad_fields)
{
    static const char *const cases[] = {
        "Transfer-Encoding: chunked\r\n", /* with GET */
        "transfer-encoding: identity\r\n",
        "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n",
        "Content-Length: 0\r\nContent-Length: 0\r\n",
        "Content-Length: 1\r\nContent-Length: 2\r\n",
        "Content-Length: 0, 0\r\n",
        "Content-Length: -1\r\n",
        "Content-Length: +1\r\n",
        "Content-Length: 0x10\r\n",
        "Content-Length: 1 1\r\n",
        "Content-Length: \r\n",
        "Content-Length: 5\r\n", /* with GET */
        "Content-Length : 0\r\n",
        "Host: railhead.example:1869\r\n",
        "A: b\r\n c\r\n",
        " A: b\r\n",
        ": b\r\n",
        "no colon\r\n",
        "A b: c\r\n",
        "A\xe9: c\r\n",
        "Authorization: Bearer " SECRET "\r\nAuthorization: Bearer " SECRET "\r\n",
        "Upgrade: h2c\r\nConnection: upgrade\r\n",
        "Upgrade: websocket, h2c\r\nConnection: upgrade\r\n",
        "Upgrade: \r\n",
    };
    struct http_head head;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (read_fields(&head, cases[i]) != 400)
            fail_msg("%s: %d", cases[i], read_fields(&head, cases[i]));
    assert_int_equal(read_fields(&head, "Expect: a miracle\r\n"), 417);
    assert_int_equal(status_of("GET / HTTP/1.1\r\n\r\n"), 400);
    assert_int_equal(status_of("GET / HTTP/1.1\r\nHost:\r\n\r\n"), 400);
    assert_int_equal(status_of("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"), 400);
    assert_int_equal(status_of("GET / HTTP/1.1\r\nHost: a, b\r\n\r\n"), 400);
}

TEST_CASE(bodies)
{
    struct http_head head;
    assert_int_equal(read_text(&head, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length:  17\t\r\n"
                                      "Expect: 100-continue\r\nContent-Type: text/x\r\n\r\n"),
                     0);
    assert_int_equal(head.length, 17);
    assert_true(head.expects_continue);
    assert_string_equal(head.type, "text/x");
    assert_int_equal(read_text(&head, "POST / HTTP/1.1\r\nHost: x\r\n\r\n"), 0);
    assert_int_equal(head.length, 0);
    assert_int_equal(read_text(&head, "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n"
                                      "Expect: 100-continue\r\n\r\n"),
                     0);
    assert_true(head.chunked && head.expects_continue && head.length == 0);
    static const char *const chunked[] = {
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
        "POST / HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
        ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
         "Transfer-Encoding: chunked\r\n\r\n"),
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked;x\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: \"chunked\"\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding:\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n",
        "OPTIONS / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
        "OPTIONS / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n",
    };
    for (size_t i = 0; i < sizeof chunked / sizeof chunked[0]; i++)
        if (status_of(chunked[i]) != 400)
            fail_msg("%s: %d", chunked[i], status_of(chunked[i]));
    assert_int_equal(status_of("DELETE / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n"), 0);
    assert_int_equal(status_of("HEAD / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n"), 400);
    assert_int_equal(status_of("DELETE / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"), 0);
    assert_int_equal(
        status_of("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 18446744073709551616\r\n\r\n"),
        413);
}

TEST_CASE(many_fields)
{
    char text[4096] = "GET / HTTP/1.1\r\nHost: x\r\n";
    struct http_head head;
    for (unsigned i = 1; i < HTTP_FIELDS_MAX; i++)
        strncat(text, "X-Y: z\r\n", sizeof text - strlen(text) - 1);
    char more[5000];
    snprintf(more, sizeof more, "%s\r\n", text);
    assert_int_equal(read_text(&head, more), 0);
    snprintf(more, sizeof more, "%sX-Y: z\r\n\r\n", text);
    assert_int_equal(read_text(&head, more), 431);
}

TEST_CASE(cookies)
{
    static const struct {
        const char *value, *found; /* NULL for none */
    } cases[] = {
        {"railhead=abc", "abc"},
        {"xrailhead=abc", NULL},
        {"railheadx=abc", NULL},
        {"x-railhead=abc; railhead=def", "def"},
        {"a=b;railhead=def;c=d", "def"},
        {"a=railhead=abc", NULL},
        {"a=\"; railhead=def; \"", "def"},
        {"  railhead=\"abc\"  ; x", "abc"},
        {"railhead=\"", "\""},
        {"railhead=", ""},
        {"railhead", NULL},
        {"", NULL},
        {";;;=;railhead=1;railhead=2", "1"},
        {"Railhead=abc", NULL},
        {"railhead=123456789", NULL}, /* too long for eight */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char value[8] = "";
        bool found = http_cookie(cases[i].value, strlen(cases[i].value), "railhead", value, 8);
        if (found != (cases[i].found != NULL) || (found && strcmp(value, cases[i].found) != 0))
            fail_msg("%s: %s", cases[i].value, value);
    }
}

TEST_CASE(secrets)
{
    static const struct {
        const char *fields, *secret;
        bool bad;
    } cases[] = {
        {"", "", false},
        {"Cookie: railhead=" SECRET "\r\n", SECRET, false},
        {"Cookie: xrailhead=" SECRET "\r\n", "", false},
        {"Cookie: a=b; railhead=\"" SECRET "\"\r\n", SECRET, false},
        {"Cookie: a=b\r\nCookie: railhead=" SECRET "\r\n", SECRET, false},
        {"Cookie: railhead=short\r\n", "", false},
        {"Authorization: Bearer " SECRET "\r\nCookie: railhead=" OTHER "\r\n", SECRET, false},
        {"Cookie: railhead=" OTHER "\r\nAuthorization: bearer " SECRET "\r\n", SECRET, false},
        {"Authorization: Bearer " SECRET "A\r\n", "", true},
        {"Authorization: Bearer short\r\nCookie: railhead=" OTHER "\r\n", "", true},
        {"Cookie: railhead=" OTHER "\r\nAuthorization: Basic eDp5\r\n", "", true},
        {"Authorization:\r\n", "", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct http_head head;
        assert_int_equal(read_fields(&head, cases[i].fields), 0);
        if (strcmp(head.secret, cases[i].secret) != 0 || head.has_bad_secret != cases[i].bad)
            fail_msg("%s: '%s' %d", cases[i].fields, head.secret, head.has_bad_secret);
    }
}

TEST_CASE(origins)
{
    struct http_head head;
    assert_int_equal(read_fields(&head, ""), 0);
    assert_false(head.foreign);
    assert_int_equal(read_fields(&head, "Origin: https://Railhead.example:1869\r\n"), 0);
    assert_false(head.foreign);
    static const char *const foreign[] = {"https://evil.example",
                                          "null",
                                          "",
                                          "https://railhead.example",
                                          "railhead.example:1869",
                                          "https://railhead.example:1869.evil.example"};
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++) {
        char field[128];
        snprintf(field, sizeof field, "Origin: %s\r\n", foreign[i]);
        assert_int_equal(read_fields(&head, field), 0);
        if (!head.foreign)
            fail_msg("%s", foreign[i]);
    }
    char field[400] = "Origin: https://";
    memset(field + strlen(field), 'a', 300);
    strncat(field, "\r\n", 3);
    assert_int_equal(read_fields(&head, field), 0);
    assert_true(head.foreign);
}

TEST_CASE(forwarded)
{
    static const struct {
        const char *fields, *address;
        bool https;
    } cases[] = {
        {"X-Forwarded-For: 10.0.0.1\r\nX-Forwarded-Proto: https\r\n", "10.0.0.1", true},
        {"X-Forwarded-For: 6.6.6.6, 10.0.0.1\r\nX-Forwarded-Proto: http\r\n", "10.0.0.1", false},
        {"X-Forwarded-For: 6.6.6.6\r\nX-Forwarded-For: 10.0.0.1\r\n", "10.0.0.1", false},
        {"X-Forwarded-For: 2001:db8::1\r\nX-Forwarded-Proto: https, http\r\n", "2001:db8::1",
         false},
        {"X-Forwarded-For: 10.0.0.1,\r\n", "", false},
        {"X-Forwarded-For: 10.0.0.1, unknown\r\n", "", false},
        {"X-Forwarded-For: 10.0.0.1\r\nX-Forwarded-For:\r\n", "", false},
        {"X-Forwarded-For: 10.0.0.1 10.0.0.2\r\n", "", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct http_head head;
        assert_int_equal(read_fields(&head, cases[i].fields), 0);
        if (strcmp(head.forwarded, cases[i].address) != 0 || head.forwarded_https != cases[i].https)
            fail_msg("%s: '%s'", cases[i].fields, head.forwarded);
    }
}

TEST_CASE(request_ids)
{
    struct http_head head;
    char long_one[200];
    assert_int_equal(read_fields(&head, ""), 0);
    assert_string_equal(head.request_id, "");
    assert_int_equal(read_fields(&head, "X-Request-ID: 0123456789abcdef-._Z\r\n"), 0);
    assert_string_equal(head.request_id, "0123456789abcdef-._Z");
    assert_int_equal(read_fields(&head, "X-Request-ID: one\r\nX-Request-ID: a b\r\n"), 0);
    assert_string_equal(head.request_id, "");
    assert_int_equal(read_fields(&head, "X-Request-ID: \"},{\"\r\n"), 0);
    assert_string_equal(head.request_id, "");
    snprintf(long_one, sizeof long_one, "X-Request-ID: %065d\r\n", 1);
    assert_int_equal(read_fields(&head, long_one), 0);
    assert_string_equal(head.request_id, "");
    snprintf(long_one, sizeof long_one, "X-Request-ID: %064d\r\n", 1);
    assert_int_equal(read_fields(&head, long_one), 0);
    assert_int_equal(strlen(head.request_id), 64);
}

TEST_CASE(websockets)
{
    struct http_head head;
    assert_int_equal(read_text(&head, UPGRADE "Sec-WebSocket-Version: 13\r\n"
                                              "Sec-WebSocket-Protocol: chat, railhead-1\r\n"
                                              "Sec-WebSocket-Key: " KEY "\r\n\r\n"),
                     0);
    assert_true(head.websocket && head.speaks_protocol);
    assert_string_equal(head.key, KEY);
    assert_int_equal(status_of(UPGRADE "Sec-WebSocket-Key: " KEY "\r\n\r\n"), 426);
    assert_int_equal(
        status_of(UPGRADE "Sec-WebSocket-Version: 8\r\nSec-WebSocket-Key: " KEY "\r\n\r\n"), 426);
    static const char *const keys[] = {"", "short", "dGhlIHNhbXBsZSBub25jZQ=", KEY "=",
                                       "dGhlIHNhbXBsZSBub25jZ!=="};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 UPGRADE "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n", keys[i]);
        assert_int_equal(status_of(text), 400);
    }
    static const char rest[] = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " KEY "\r\n\r\n";
    static const char *const starts[] = {
        "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: close\r\n",
        "GET / HTTP/1.0\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade\r\n",
    };
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        char text[512];
        snprintf(text, sizeof text, "%s%s", starts[i], rest);
        assert_int_equal(status_of(text), 400);
    }
}

TEST_CASE(the_rest)
{
    struct http_head head;
    assert_int_equal(read_fields(&head, "Accept-Encoding: br, gzip;q=0.5\r\n"), 0);
    assert_true(head.takes_gzip);
    assert_int_equal(read_fields(&head, "Accept-Encoding: gzip;q=0.0, br\r\n"), 0);
    assert_false(head.takes_gzip);
    assert_int_equal(read_fields(&head, "Accept-Encoding: xgzip\r\n"), 0);
    assert_false(head.takes_gzip);
    assert_false(head.takes_html);
    assert_int_equal(read_fields(&head, "Accept: application/xml, text/html;q=0.9, */*\r\n"), 0);
    assert_true(head.takes_html);
    assert_int_equal(read_fields(&head, "Accept: text/plain, text/htmlx\r\n"), 0);
    assert_false(head.takes_html);
    assert_int_equal(read_fields(&head, "Connection: keep-alive, Close\r\n"), 0);
    assert_false(head.keep_alive);
    assert_int_equal(read_fields(&head, "If-None-Match: \"0123\"\r\n"), 0);
    assert_string_equal(head.known, "\"0123\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a first line has a method, a path that is not resolved, and a version", first_lines),
        TEST("every other first line is refused", bad_first_lines),
        TEST("a target with a host is taken, and its host counts", absolute_targets),
        TEST("known versions are a list, in which weak ones count", known_versions),
        TEST("a type is the whole of it, in any case, with any parameters", types),
        TEST("a path or query that fits no page is refused", long_targets),
        TEST("the end is found byte by byte, and a byte that no head has at once", ends),
        TEST("fields that two readers could read differently are refused", bad_fields),
        TEST("a body's length is said once, and only where there may be a body", bodies),
        TEST("too many fields are refused", many_fields),
        TEST("a cookie is found by its whole name alone", cookies),
        TEST("the secret is that of Authorization, or of the cookie", secrets),
        TEST("a page of another site is told apart", origins),
        TEST("the last forwarded address counts, and only an address", forwarded),
        TEST("a request's id is plain letters, or none", request_ids),
        TEST("a WebSocket has all that belongs to one", websockets),
        TEST("encodings, connections and known versions", the_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
