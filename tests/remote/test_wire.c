/*
 * The connection of a client, at a server on this machine that the test plays byte by byte.
 *
 * run: waits
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "net/frames.h"
#include "net/handshake.h"
#include "remote/request.h"
#include "remote/wire.h"
#include "support.h"

enum { HEAD_SIZE = 4096, LONGEST = 1 << 16, PATIENCE_MS = 60000, URL_SIZE = 64 };

/* A server of the test. */
struct server {
    int listener;
    char url[URL_SIZE];
};

/* One connection that it has accepted. */
struct peer {
    int fd;
    char head[HEAD_SIZE];
    struct frames frames;
    char bytes[LONGEST]; /* read and not used: `next` and `length` say which */
    const char *next;
    size_t length;
};

static struct server server;
static struct peer peer;

static int start(void **state)
{
    (void)state;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof address;
    server.listener = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(server.listener, (struct sockaddr *)&address, size) != 0 ||
        listen(server.listener, 8) != 0 ||
        getsockname(server.listener, (struct sockaddr *)&address, &size) != 0)
        return -1;
    snprintf(server.url, sizeof server.url, "http://127.0.0.1:%d", ntohs(address.sin_port));
    return 0;
}

static int stop(void **state)
{
    (void)state;
    return close(server.listener);
}

/* ---- The server's side ---------------------------------------------------------------------- */

static void await(int fd)
{
    struct pollfd wanted = {.fd = fd, .events = POLLIN};
    assert_int_equal(poll(&wanted, 1, PATIENCE_MS), 1);
}

/* Accepts a connection, and reads nothing yet. */
static void meet(void)
{
    await(server.listener);
    peer = (struct peer){.fd = accept(server.listener, NULL, NULL)};
    assert_true(peer.fd >= 0);
    frames_init(&peer.frames, FRAMES_OF_CLIENTS, LONGEST);
}

static void part(void)
{
    close(peer.fd);
    frames_release(&peer.frames);
}

static void say(const char *bytes, size_t length)
{
    assert_int_equal(send(peer.fd, bytes, length, MSG_NOSIGNAL), length);
}

static void say_line(const char *line)
{
    say(line, strlen(line));
    say("\r\n", 2);
}

static void say_frame(enum frames_opcode opcode, const char *text)
{
    uint8_t header[FRAMES_HEADER_MAX];
    say((const char *)header, frames_write_header(header, opcode, strlen(text)));
    say(text, strlen(text));
}

static void read_head(void)
{
    size_t used = 0;
    while (used < 4 || memcmp(peer.head + used - 4, "\r\n\r\n", 4) != 0) {
        assert_true(used + 1 < sizeof peer.head);
        await(peer.fd);
        assert_int_equal(recv(peer.fd, peer.head + used, 1, 0), 1);
        used++;
    }
    peer.head[used] = '\0';
}

static void answer_head(void)
{
    static const char field[] = "Sec-WebSocket-Key: ";
    char key[HANDSHAKE_KEY_SIZE], accept[HANDSHAKE_ACCEPT_SIZE], line[100];
    const char *place = strstr(peer.head, field);
    assert_non_null(place);
    snprintf(key, sizeof key, "%s", place + sizeof field - 1);
    assert_true(handshake_accept(accept, key));
    snprintf(line, sizeof line, "Sec-WebSocket-Accept: %s", accept);
    say_line("HTTP/1.1 101 Switching Protocols");
    say_line("Upgrade: websocket");
    say_line("Connection: Upgrade");
    say_line("Sec-WebSocket-Protocol: " SOCKET_PROTOCOL);
    say_line(line);
    say_line("");
}

static void greet(void)
{
    meet();
    read_head();
    answer_head();
}

/* What the client says next; FRAMES_MORE when it has closed the connection. */
static struct frames_event listen_to(void)
{
    for (;;) {
        const struct frames_event event = frames_read(&peer.frames, &peer.next, &peer.length);
        if (event.what != FRAMES_MORE)
            return event;
        await(peer.fd);
        const ssize_t got = recv(peer.fd, peer.bytes, sizeof peer.bytes, 0);
        if (got <= 0)
            return event;
        peer.next = peer.bytes;
        peer.length = (size_t)got;
    }
}

static void assert_said(enum frames_what what, const char *words)
{
    const struct frames_event event = listen_to();
    assert_int_equal(event.what, what);
    assert_int_equal(event.length, strlen(words));
    assert_memory_equal(event.bytes, words, event.length);
}

/* ---- The client's side ---------------------------------------------------------------------- */

static struct wire *open_wire(void)
{
    char error[200] = "";
    struct wire *wire = wire_open(server.url, "s3cret", error, sizeof error);
    assert_string_equal(error, "");
    return wire;
}

static void assert_news(struct wire *wire, enum wire_kind kind, const char *words)
{
    await(wire_descriptor(wire));
    const struct wire_news news = wire_next(wire);
    assert_int_equal(news.kind, kind);
    if (words != NULL)
        assert_string_equal(kind == WIRE_MESSAGE ? news.text : news.reason, words);
    free(news.text);
}

/* ---- Tests ------------------------------------------------------------------------------------
 */

TEST_CASE(talks)
{
    struct wire *wire = open_wire();
    assert_false(wire_send(wire, "too early"));
    greet();
    assert_non_null(strstr(peer.head, "GET /api/v1/socket HTTP/1.1\r\nHost: 127.0.0.1:"));
    assert_non_null(strstr(peer.head, "\r\nAuthorization: Bearer s3cret\r\n"));
    assert_news(wire, WIRE_OPENED, NULL);
    say_frame(FRAMES_TEXT, "hello");
    assert_news(wire, WIRE_MESSAGE, "hello");
    say_frame(FRAMES_PING, "you?");
    assert_said(FRAMES_GOT_PONG, "you?");
    assert_true(wire_send(wire, "one"));
    assert_true(wire_send(wire, "two"));
    assert_said(FRAMES_GOT_TEXT, "one");
    assert_said(FRAMES_GOT_TEXT, "two");
    assert_int_equal(wire_next(wire).kind, WIRE_NOTHING);
    assert_true(wire_send(wire, "and goodbye"));
    wire_close(wire); /* waits a while for an answer to its close frame */
    assert_said(FRAMES_GOT_TEXT, "and goodbye");
    assert_int_equal(listen_to().code, FRAMES_CLOSE_NORMAL);
    assert_int_equal(listen_to().what, FRAMES_MORE);
    part();
}

TEST_CASE(comes_back)
{
    struct wire *wire = open_wire();
    for (unsigned i = 0; i < 3; i++) {
        greet();
        assert_news(wire, WIRE_OPENED, NULL);
        say("\x81\x7e\x10", 3); /* half a header, and gone */
        part();
        assert_news(wire, WIRE_LOST, "it was closed");
    }
    greet();
    assert_news(wire, WIRE_OPENED, NULL);
    say_frame(FRAMES_CLOSE, "\x03\xf0");
    assert_int_equal(listen_to().code, FRAMES_CLOSE_POLICY);
    assert_news(wire, WIRE_LOST, "it was closed");
    part();
    wire_close(wire);
}

TEST_CASE(refusals)
{
    struct wire *wire = open_wire();
    meet();
    part();
    assert_news(wire, WIRE_LOST, "it hangs up; is it https:// with an s?");
    meet();
    read_head();
    say_line("SSH-2.0-OpenSSH_9.2");
    assert_news(wire, WIRE_LOST, "it does not speak HTTP: is it a Railhead server?");
    part();
    meet();
    read_head();
    say_line("HTTP/1.1 503 Later\r\n");
    assert_news(wire, WIRE_LOST, "it is too busy, or stopping (HTTP status 503)");
    part();
    wire_close(wire);
}

/* Closing does not wait for a server that has not answered, or does not read. */
TEST_CASE(closes)
{
    static char text[LONGEST];
    struct wire *wire = open_wire();
    meet();
    wire_close(wire);
    part();
    wire = open_wire();
    greet();
    assert_news(wire, WIRE_OPENED, NULL);
    memset(text, 'x', sizeof text - 1);
    while (wire_send(wire, text))
        continue;
    wire_close(wire);
    part();
    wire_close(open_wire());
}

/* One byte at a time, with a fragment before and after a ping. */
TEST_CASE(slow)
{
    static const char bytes[] = "\x01\x03one\x89\x02hi\x80\x04+two\x81\x05three";
    struct wire *wire = open_wire();
    greet();
    for (size_t i = 0; i + 1 < sizeof bytes; i++)
        say(bytes + i, 1);
    assert_news(wire, WIRE_OPENED, NULL);
    assert_news(wire, WIRE_MESSAGE, "one+two");
    assert_news(wire, WIRE_MESSAGE, "three");
    assert_said(FRAMES_GOT_PONG, "hi");
    part();
    wire_close(wire);
}

TEST_CASE(nobody_there)
{
    char error[200];
    struct wire *wire = wire_open("http://127.0.0.1:1", "s3cret", error, sizeof error);
    assert_news(wire, WIRE_LOST, "no server listens there (connection refused)");
    assert_news(wire, WIRE_LOST, "no server listens there (connection refused)");
    wire_close(wire);
    const struct address address = {.host = "127.0.0.1", .port = 1};
    assert_null(request(&address, "/healthz", NULL, NULL, error, sizeof error));
    assert_string_equal(error, "http://127.0.0.1:1: no server listens there (connection refused)");
}

/* The environment names the test as the proxy to a server that does not exist. */
TEST_CASE(proxies)
{
    char error[200];
    setenv("http_proxy", server.url, true);
    struct wire *wire = wire_open("http://server.invalid", "s3cret", error, sizeof error);
    meet();
    read_head();
    say_line("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n");
    assert_news(wire, WIRE_LOST, "the proxy refuses to connect (HTTP status 403)");
    part();
    meet();
    read_head();
    assert_non_null(strstr(peer.head, "CONNECT server.invalid:80 HTTP/1.1\r\n"));
    assert_null(strstr(peer.head, "s3cret"));
    say_line("HTTP/1.1 200 Connected\r\n");
    read_head();
    assert_non_null(strstr(peer.head, "\r\nHost: server.invalid\r\n"));
    answer_head();
    assert_news(wire, WIRE_OPENED, NULL);
    part();
    wire_close(wire);
    unsetenv("http_proxy");
}

/* ---- Requests -----------------------------------------------------------------------------------
 */

/* A child process answers a request with these bytes, `repeat` times the last of them. */
static pid_t answer_request(const char *first, const char *again, unsigned repeat)
{
    const pid_t child = fork();
    if (child != 0)
        return child;
    meet();
    read_head();
    send(peer.fd, first, strlen(first), MSG_NOSIGNAL);
    for (unsigned i = 0; i < repeat; i++)
        if (send(peer.fd, again, strlen(again), MSG_NOSIGNAL) < 0)
            break;
    part();
    _exit(strstr(peer.head, "GET /path HTTP/1.1\r\n") != NULL &&
                  strstr(peer.head, "\r\nAuthorization: Bearer s3cret\r\n") != NULL
              ? 0
              : 1);
}

static void assert_request(const char *first, const char *again, unsigned repeat,
                           const char *expected)
{
    char error[300], wanted[300];
    struct address address;
    int status = 0;
    assert_true(address_read(&address, server.url, error, sizeof error));
    const pid_t child = answer_request(first, again, repeat);
    assert_true(child > 0);
    char *answer = request(&address, "/path", "s3cret", NULL, error, sizeof error);
    snprintf(wanted, sizeof wanted, "%s: %s", server.url, expected);
    if (answer != NULL)
        assert_string_equal(answer, expected);
    else
        assert_string_equal(error, wanted);
    free(answer);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

TEST_CASE(requests)
{
    assert_request("HTTP/1.1 400 Bad\r\nContent-Length: 4\r\n\r\nwhy!", "", 0, "why!");
    assert_request("HTTP/1.1 204 None\r\n\r\n", "", 0, "");
    assert_request("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", "", 0,
                   "its answer breaks off");
    assert_request("", "", 0, "it hangs up; is it https:// with an s?");
    assert_request("220 mail.example.org ESMTP\r\n", "", 0,
                   "it does not speak HTTP: is it a Railhead server?");
    assert_request(
        "HTTP/1.1 301 Moved\r\nLocation: https://example.org/\r\nContent-Length: 0\r\n\r\n", "", 0,
        "it redirects to https://example.org/: use that address");
    assert_request("HTTP/1.1 200 OK\r\n\r\n", "0123456789abcdef0123456789abcdef", 1 << 16,
                   "the answer is too long");
    assert_request("HTTP/1.1 200 OK\r\n", "X-Field: 0123456789abcdef\r\n", 1 << 16,
                   "the head of the answer is too long");
}

#define AT_A_SERVER(sentence, function)                                                            \
    {                                                                                              \
        .name = sentence, .test_func = function, .setup_func = start, .teardown_func = stop        \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        AT_A_SERVER("messages go both ways, and what was sent last arrives", talks),
        AT_A_SERVER("a connection that is lost is made again", comes_back),
        AT_A_SERVER("what is no Railhead server is named", refusals),
        AT_A_SERVER("closing does not wait for a server that is silent", closes),
        AT_A_SERVER("a server may send byte by byte", slow),
        AT_A_SERVER("where nobody listens it says so, and tries again", nobody_there),
        AT_A_SERVER("the proxy of the environment is used, and sees no secret", proxies),
        AT_A_SERVER("a request has an answer, or a sentence says why not", requests),
    };
    unsetenv("no_proxy");
    unsetenv("NO_PROXY");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
