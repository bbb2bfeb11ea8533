/*
 * Fuzzing what the terminal makes of a server: a whole conversation, played by the program in plain
 * text and drawn for the screen.  Whatever the server says, nothing breaks, and nothing that steers
 * a terminal comes out.
 *
 * The input is lines.  The first says what the person wants: "table", "new", "any" or "lobby", with
 * "name" anywhere in it for a new name first.  Then:
 *
 *     {...}   and whatever else: a message of the server, arriving with the ones before it; in it
 *             "n":# is the number of the next event
 *     <...    what it answers to the next request over HTTP
 *     >...    what the person types
 *     !...    the connection is lost and comes back
 *             (an empty line) all that there is so far has arrived
 *
 * The connection, the requests, the identity and the waiting are made here instead of in
 * src/remote/wire.c, request.c, secret.c and the system.
 */
#define _GNU_SOURCE /* asprintf(), strcasestr() */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "remote/request.h"
#include "remote/secret.h"
#include "remote/wire.h"
#include "terminal/drawing/panel.h"
#include "terminal/full_screen/full_screen.h"
#include "terminal/line_mode/line_mode.h"
#include "terminal/line_mode/line_mode_lobby.h"
#include "terminal/source/server_source.h"
#include "text/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

enum { WIRE_DESCRIPTOR = 1 << 20, LINE_SIZE = 1 << 14, WIDTH = 200, HEIGHT = 60 };

struct wire {
    bool opened;
    bool lost;
};

/* What is left of the input, and the keyboard: the functions below have no other way to it. */
static struct {
    const char *rest;
    size_t left;
    int keyboard[2];
    bool quiet; /* the server has said what there is so far */
    bool typed_all;
    long events;
    struct wire wire;
} script;

/* ---- The input ----------------------------------------------------------------------------- */

/* The next line without moving on; its length, or -1 at the end. */
static long peek(void)
{
    if (script.left == 0)
        return -1;
    const char *feed = memchr(script.rest, '\n', script.left);
    return feed != NULL ? feed - script.rest : (long)script.left;
}

/* The next line, which the caller frees. */
static char *take(void)
{
    const size_t length = (size_t)peek();
    char *line = strndup(script.rest, length);
    CHECK(line != NULL);
    const size_t used = length < script.left ? length + 1 : length;
    script.rest += used;
    script.left -= used;
    return line;
}

static void type(const char *line)
{
    char letters[LINE_SIZE];
    size_t length = 0;
    if (script.typed_all)
        return;
    for (; line[length] != '\0' && length < sizeof letters - 1; length++)
        letters[length] = line[length] >= ' ' && line[length] <= '~' ? line[length] : '?';
    letters[length++] = '\n';
    const ssize_t written = write(script.keyboard[1], letters, length);
    (void)written; /* a keyboard that nobody reads */
}

/* Files are not for a fuzzer to write, and advice takes longer than it has. */
static bool may_type(const char *line)
{
    const bool fuzzes = LLVMFuzzerMutate != NULL; /* and does not go through the corpus once */
    return strcasestr(line, "save") == NULL && (strcasestr(line, "hint") == NULL || !fuzzes);
}

/* A person asks for all there is at the end, and goes. */
static void type_all(void)
{
    static const char *const lines[] = {
        "help",  "map",      "look K7",  "hand", "missing", "legal", "cities", "points", "log",
        "seats", "chat",     "say hi",   "sit",  "stand",   "start", "fill",   "away",   "leave",
        "back",  "mute Ada", "hear Ada", "@K7",  "K7-L7",   "pass",  ""};
    if (script.typed_all)
        return;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        type(lines[i]);
    script.typed_all = true;
    close(script.keyboard[1]);
}

/* ---- In place of the connection ------------------------------------------------------------ */

struct wire *wire_open(const char *url, const char *secret, char error[], size_t error_size)
{
    (void)url, (void)secret, (void)error, (void)error_size;
    script.wire = (struct wire){0};
    return &script.wire;
}

void wire_close(struct wire *wire)
{
    (void)wire;
}

int wire_descriptor(const struct wire *wire)
{
    (void)wire;
    return WIRE_DESCRIPTOR;
}

bool wire_send(struct wire *wire, const char *text)
{
    (void)text;
    return wire->opened;
}

/* So that a conversation whose lines are mixed still counts its events. */
static char *numbered(char *line)
{
    static const char wanted[] = "\"n\":#";
    char *place = strstr(line, wanted), *whole = NULL;
    if (place == NULL)
        return line;
    *place = '\0';
    const int length =
        asprintf(&whole, "%s\"n\":%ld%s", line, ++script.events, place + sizeof wanted - 1);
    CHECK(length > 0);
    free(line);
    return whole;
}

static struct wire_news news(enum wire_kind kind, char *text)
{
    return (struct wire_news){.kind = kind, .text = text};
}

static struct wire_news lost(const char *why)
{
    struct wire_news news = {.kind = WIRE_LOST};
    snprintf(news.reason, sizeof news.reason, "%s", why);
    return news;
}

struct wire_news wire_next(struct wire *wire)
{
    script.quiet = false;
    if (!wire->opened) {
        wire->opened = true;
        return news(WIRE_OPENED, NULL);
    }
    if (script.left == 0 && !wire->lost) {
        wire->lost = true; /* so that nobody waits for what does not come */
        return lost("it was closed");
    }
    if (script.left == 0) {
        type_all();
        return news(WIRE_NOTHING, NULL);
    }
    char *line = take();
    if (line[0] == '!') {
        wire->opened = false;
        const struct wire_news news = lost(line);
        free(line);
        return news;
    }
    if (line[0] != '\0' && line[0] != '>')
        return news(WIRE_MESSAGE, numbered(line));
    if (line[0] == '>' && may_type(line))
        type(line + 1);
    free(line);
    script.quiet = true;
    return news(WIRE_NOTHING, NULL);
}

char *request(const struct address *address, const char *path, const char *secret, const char *body,
              char error[], size_t error_size)
{
    (void)address, (void)path, (void)secret, (void)body;
    if (peek() <= 0 || script.rest[0] != '<') {
        snprintf(error, error_size, "no answer");
        return NULL;
    }
    char *line = take();
    memmove(line, line + 1, strlen(line));
    return line;
}

bool address_read(struct address *address, const char *url, char error[], size_t error_size)
{
    (void)url, (void)error, (void)error_size;
    memset(address, 0, sizeof *address);
    return true;
}

bool secret_for(const struct address *address, const char *url, const char *program,
                char secret[SECRET_TEXT_SIZE], char error[], size_t error_size)
{
    (void)address, (void)url, (void)program, (void)error, (void)error_size;
    memset(secret, 'a', SECRET_TEXT_SIZE - 1);
    secret[SECRET_TEXT_SIZE - 1] = '\0';
    return true;
}

/* ---- In place of the time ------------------------------------------------------------------ */

int nanosleep(const struct timespec *pause, struct timespec *left)
{
    (void)pause, (void)left;
    return 0;
}

/* Nobody waits: what would take time has happened. */
int poll(struct pollfd *polled, nfds_t count, int milliseconds)
{
    int ready = 0, typed = 0;
    for (nfds_t i = 0; i < count; i++) {
        polled[i].revents = 0;
        if (polled[i].fd == script.keyboard[0] && milliseconds < 0)
            type_all(); /* who waits for a line alone gets the end of them */
        if (polled[i].fd == WIRE_DESCRIPTOR && script.left > 0 && !script.quiet)
            polled[i].revents = POLLIN;
        else if (polled[i].fd == script.keyboard[0] &&
                 (script.typed_all || (ioctl(polled[i].fd, FIONREAD, &typed) == 0 && typed > 0)))
            polled[i].revents = POLLIN;
        ready += polled[i].revents != 0;
    }
    return ready;
}

/* ---- What a person sees -------------------------------------------------------------------- */

/* Not by the function that made it so: controls in one byte and in two, and signs that turn words
 * around. */
static void check_line(const char *line)
{
    static const char *const steering[] = {"\u061c", "\u200e", "\u200f", "\u202a", "\u202b",
                                           "\u202c", "\u202d", "\u202e", "\u2066", "\u2067",
                                           "\u2068", "\u2069", "\u2028", "\u2029"};
    CHECK(text_find_bad_byte(line, strlen(line)) == strlen(line));
    for (const char *at = strchr(line, '\xc2'); at != NULL; at = strchr(at + 1, '\xc2'))
        CHECK((unsigned char)at[1] >= 0xa0);
    for (size_t i = 0; i < sizeof steering / sizeof steering[0]; i++)
        CHECK(strstr(line, steering[i]) == NULL);
}

static void check_lines(char *text)
{
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n"))
        check_line(line);
}

static void check_canvas(const struct canvas *canvas)
{
    char line[4 * WIDTH + 1];
    for (unsigned y = 0; y < canvas->height; y++) {
        canvas_line(canvas, y, line, sizeof line);
        check_line(line);
    }
}

static void draw_panel(struct full_screen *ui, const struct source *source)
{
    const struct panel panel = {.source = source,
                                .table = source_table(source),
                                .moment = source->history.moments - 1,
                                .reader = source->keyboard,
                                .hand = source->keyboard != SEAT_NONE ? &source->hand : NULL,
                                .hand_title = "Your cities",
                                .is_now = true,
                                .utf8 = true,
                                .width = PANEL_WIDE};
    canvas_clear(&ui->screen);
    panel_draw(&ui->screen, 0, HEIGHT, &panel);
    check_canvas(&ui->screen);
}

static void draw_map(struct full_screen *ui, const struct source *source)
{
    struct scene scene = {.board = source->board,
                          .table = source_table(source),
                          .hand = source->keyboard != SEAT_NONE ? &source->hand : NULL,
                          .reader = source->keyboard,
                          .zoom = ZOOM_MIN,
                          .utf8 = true,
                          .drafted_marker = JUNCTION_NONE};
    unsigned width, height;
    history_lit(&source->history, source->history.moments - 1, source->keyboard, &scene.lit);
    map_measure(scene.board, scene.zoom, &width, &height);
    canvas_release(&ui->map);
    CHECK(canvas_init(&ui->map, width, height));
    map_draw(&ui->map, &scene);
}

/* The pages of the whole screen, as far as they need no terminal. */
static void draw(struct source *source)
{
    struct full_screen *ui = calloc(1, sizeof *ui);
    CHECK(ui != NULL && canvas_init(&ui->screen, WIDTH, HEIGHT));
    ui->source = source;
    ui->curses.width = WIDTH;
    ui->curses.height = HEIGHT;
    ui->curses.utf8 = true;
    ui->viewport.zoom = ZOOM_MIN;
    full_screen_draw_room(ui);
    check_canvas(&ui->screen);
    draw_panel(ui, source);
    draw_map(ui, source);
    const struct table *table = source_table(source);
    if (table->phase == PHASE_ROUND_OVER || table->phase == PHASE_GAME_OVER) {
        full_screen_begin_round_end(ui);
        for (ui->round_end.seat = 0; ui->round_end.seat <= table->seats; ui->round_end.seat++)
            full_screen_describe_round_end(ui);
        check_line(ui->message);
    }
    canvas_release(&ui->screen);
    canvas_release(&ui->map);
    free(ui);
}

static void look_at(struct source *source, struct line_terminal *screen)
{
    line_mode_run(source, screen, false);
    check_line(source->notice);
    check_line(source->room.address);
    draw(source);
    char why[SOURCE_SENTENCE_SIZE];
    CHECK(!source->calls->save(source, "/dev/null",
                               why)); /* which exists: it is written for nobody */
    check_line(why);
}

/* ---- The whole ----------------------------------------------------------------------------- */

static void play(struct line_terminal *screen, const char *wanted)
{
    char error[512] = "";
    const bool lobby = strstr(wanted, "lobby") != NULL;
    struct line_mode_choice choice = {.target = {.url = "http://localhost"}};
    if (strstr(wanted, "name") != NULL)
        choice.target.name = "Ada";
    if (strstr(wanted, "new") != NULL) {
        choice.target.board = "transamerica";
        choice.target.seats = "you,open,hard";
    } else if (strstr(wanted, "any") == NULL) {
        choice.target.link = "q7m2x9kd4wpz";
    }
    if (lobby && (!line_mode_choose_table(&choice, screen, error, sizeof error) || choice.leaves)) {
        check_line(error);
        return;
    }
    struct source *source = server_source_open(&choice.target, error, sizeof error);
    check_line(error);
    if (source == NULL)
        return;
    look_at(source, screen);
    server_source_close(source);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *printed = NULL;
    size_t length = 0;
    memset(&script, 0, sizeof script);
    script.rest = (const char *)data;
    script.left = size;
    if (peek() < 0 || pipe(script.keyboard) != 0)
        return 0;
    fcntl(script.keyboard[1], F_SETFL, O_NONBLOCK);
    struct line_terminal screen = {.in = script.keyboard[0],
                                   .out = open_memstream(&printed, &length),
                                   .asks = true,
                                   .utf8 = true,
                                   .width = WIDTH};
    CHECK(screen.out != NULL);
    char *wanted = take();
    play(&screen, wanted);
    type_all(); /* closes the keyboard, if nobody has yet */
    close(script.keyboard[0]);
    fclose(screen.out);
    check_lines(printed);
    line_terminal_release(&screen);
    free(printed);
    free(wanted);
    return 0;
}

/* ---- Other conversations ------------------------------------------------------------------- */

/* The line that a number points at: its start, and its length with the line feed. */
static size_t find_line(const uint8_t *data, size_t size, size_t number, size_t *length)
{
    size_t from = size > 0 ? number % size : 0, end = from;
    while (from > 0 && data[from - 1] != '\n')
        from--;
    while (end < size && data[end] != '\n')
        end++;
    *length = (end < size ? end + 1 : end) - from;
    return from;
}

/* Often a line goes, comes twice, or is the last: bytes alone rarely make a new conversation. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    size_t length, other;
    const size_t from = find_line(data, size, seed >> 4, &length);
    const size_t to = find_line(data, size, (seed >> 4) * 2654435761U, &other);
    switch (seed % 8) {
    case 0:
        memmove(data + from, data + from + length, size - from - length);
        return size - length;
    case 1:
        return from > 0 ? from : size;
    case 2:
    case 3: {
        if (length > most - size)
            return LLVMFuzzerMutate(data, size, most);
        uint8_t *line = malloc(length + 1);
        CHECK(line != NULL);
        memcpy(line, data + from, length);
        memmove(data + to + length, data + to, size - to);
        memcpy(data + to, line, length);
        free(line);
        return size + length;
    }
    default:
        return LLVMFuzzerMutate(data, size, most);
    }
}
