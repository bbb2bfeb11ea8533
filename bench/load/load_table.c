/*
 * The life of a table under load: connect, open, sit, play, open the next one.
 *
 * Everything happens in answer to what the server sends; nothing here waits.
 */
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/check.h"
#include "core/notation.h"
#include "load_table.h"

#define AGAIN_AFTER_NS INT64_C(1000000000)

int64_t load_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return INT64_C(1000000000) * now.tv_sec + now.tv_nsec;
}

static void complain(struct load *load, const char *what, const char *text)
{
    if (load->complaints++ == 0)
        snprintf(load->complaint, sizeof load->complaint, "%s: %.200s", what, text);
}

/* Whether it is taken as it comes, to be tried again later. */
static bool is_borne(struct load_seat *seat)
{
    const struct load *load = seat->table->load;
    if (!load->patient || !load->playing)
        return false;
    seat->again_at = load_clock() + AGAIN_AFTER_NS;
    return true;
}

static void say(struct load_seat *seat, const char *text)
{
    websocket_send(&seat->wire, FRAME_TEXT, text, strlen(text));
}

/* ---- Reading what the server says: its JSON is compact and its first keys are in order --------
 */

static bool is_message(const char *text, const char *kind)
{
    static const char opening[] = "{\"is\":\"";
    size_t length = strlen(kind);
    return strncmp(text, opening, sizeof opening - 1) == 0 &&
           strncmp(text + sizeof opening - 1, kind, length) == 0 &&
           text[sizeof opening - 1 + length] == '"';
}

/* What stands behind a key, which is given with its quotes and colon; "" where there is none. */
static const char *after_key(const char *text, const char *key)
{
    const char *found = strstr(text, key);
    return found != NULL ? found + strlen(key) : "";
}

static unsigned number_of(const char *text, const char *key)
{
    return (unsigned)strtoul(after_key(text, key), NULL, 10);
}

static bool is_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 && text[length] == '"';
}

/* ---- Opening a table --------------------------------------------------------------------------
 */

static void write_settings(struct text *text, const struct load *load)
{
    text_add(text, "{\"board\":\"");
    text_add(text, load->board->id);
    text_add(text, "\",\"chat\":false,\"seats\":[\"me\"");
    for (unsigned seat = 1; seat < load->seats; seat++)
        text_add(text, ",\"open\"");
    text_add(text, "]}");
}

static const struct sockaddr_in *source_of(const struct load_seat *seat)
{
    return seat->from.sin_family != 0 ? &seat->from : NULL;
}

static void open_table(struct load_table *table)
{
    char body[256], request[768];
    struct text text;
    text_init(&text, body, sizeof body);
    write_settings(&text, table->load);
    int length = snprintf(request, sizeof request,
                          "POST /api/v1/tables HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n"
                          "Content-Type: application/json\r\nContent-Length: %zu\r\n"
                          "Connection: close\r\n\r\n%s",
                          table->load->host, table->seat[0].secret, text.used, body);
    CHECK(!text.cut && length > 0 && (size_t)length < sizeof request);
    if (wire_open(&table->http, table->load->epoll, &table->load->address,
                  source_of(&table->seat[0])))
        wire_send(&table->http, request, (size_t)length);
    else
        complain(table->load, "a table cannot be opened", "no socket is left");
}

static void follow(struct load_seat *seat)
{
    char text[128];
    snprintf(text, sizeof text, "{\"do\":\"follow\",\"table\":\"%s\",\"after\":%" PRIu32 "}",
             seat->table->id, seat->table->last);
    seat->follows = false;
    say(seat, text);
}

static void sit_down(struct load_table *table)
{
    char text[64];
    table->last = 0;
    table->sitting = 0;
    table->round = 0;
    table->is_dealt = false;
    for (unsigned i = 0; i < table->load->seats; i++) {
        struct load_seat *seat = &table->seat[i];
        seat->hand_round = 0;
        follow(seat);
        snprintf(text, sizeof text, "{\"do\":\"sit\",\"seat\":%u}", i + 1);
        if (i > 0)
            say(seat, text);
    }
}

/* The answer to open_table(). */
static void table_is_open(struct wire *wire)
{
    struct load_table *table = (struct load_table *)wire;
    wire->in[wire->in_used] = '\0';
    const char *id = after_key(wire->in, "\r\n\r\n{\"id\":\"");
    const char *end = strchr(id, '"');
    if (end == NULL && !wire->is_ended)
        return;
    if (end == NULL && is_borne(&table->seat[0])) {
        table->load->refused++;
        table->id[0] = '\0';
        wire_close(wire);
        return;
    }
    if (end == NULL || (size_t)(end - id) >= sizeof table->id) {
        complain(table->load, "a table cannot be opened", wire->in);
        wire_close(wire);
        return;
    }
    memcpy(table->id, id, (size_t)(end - id));
    table->id[end - id] = '\0';
    wire_close(wire);
    sit_down(table);
}

void load_table_start(struct load_table *table)
{
    say(&table->seat[0], "{\"do\":\"start\"}");
}

/* ---- The game ----------------------------------------------------------------------------------
 */

static void say_turn(struct load_seat *seat)
{
    char text[TURN_TEXT_SIZE], message[128];
    const struct load_table *table = seat->table;
    notation_turn(text, table->load->board, &table->turn);
    snprintf(message, sizeof message, "{\"do\":\"turn\",\"after\":%" PRIu32 ",\"turn\":\"%s\"}",
             seat->sent_number - 1, text);
    say(seat, message);
}

void load_table_move(struct load_table *table)
{
    struct view view;
    struct load_seat *seat = &table->seat[table->position.table.to_move];
    view_of(&view, &table->position, table->position.table.to_move);
    player_turn(&table->player, &view, NULL, &table->turn, NULL);
    seat->sent_number = table->last + 1;
    seat->sent_at = load_clock();
    say_turn(seat);
}

/* Once the cards of all are here. */
static void deal(struct load_table *table)
{
    static const uint8_t unknown_seed[SEED_SIZE];
    struct hand hand[SEATS_MAX] = {0};
    for (unsigned i = 0; i < table->load->seats; i++) {
        if (table->seat[i].hand_round != table->round)
            return;
        hand[i] = table->seat[i].hand;
    }
    if (table->is_dealt || table->round == 0)
        return;
    if (table->round == 1)
        position_init(&table->position, table->load->board, table->load->seats, 0, unknown_seed);
    position_begin_round(&table->position, table->load->board, hand, table->first);
    table->is_dealt = true;
    table->load->may_move(table->load, table);
}

static void take_hand(struct load_seat *seat, const char *text)
{
    const struct board *board = seat->table->load->board;
    const char *city = after_key(text, "\"cities\":[");
    for (unsigned group = 0; group < GROUPS; group++) {
        city = after_key(city, "\"");
        const char *end = strchr(city, '"');
        if (end == NULL) {
            complain(seat->table->load, "a hand without five cities", text);
            return;
        }
        seat->hand.city[group] = (uint8_t)board_find_city(board, city, (size_t)(end - city));
        city = end + 1;
    }
    seat->hand_round = number_of(text, "\"round\":");
    deal(seat->table);
}

static void one_is_ready(struct load_seat *seat)
{
    char text[64];
    snprintf(text, sizeof text, "{\"do\":\"ready\",\"after\":%" PRIu32 "}", seat->table->last);
    say(seat, text);
}

static void say_ready(struct load_table *table)
{
    for (unsigned i = 0; i < table->load->seats; i++)
        one_is_ready(&table->seat[i]);
}

static void one_more_sits(struct load_table *table)
{
    if (++table->sitting < table->load->seats)
        return;
    table->load->seated++;
    if (table->load->playing)
        load_table_start(table);
}

/* An event that no connection of the table has received before. */
static void take_new_event(struct load_table *table, const char *text)
{
    const char *kind = after_key(text, "\"kind\":\"");
    struct position *position = &table->position;
    if (is_word(kind, "turn")) {
        if (position_play(position, table->load->board, &table->turn) != ACCEPTED)
            complain(table->load, "another turn than the one that was sent", text);
        else if (position->table.phase == PHASE_PLAYING)
            table->load->may_move(table->load, table);
    } else if (is_word(kind, "sit")) {
        one_more_sits(table);
    } else if (is_word(kind, "round")) {
        table->round = number_of(text, "\"round\":");
        table->first = number_of(text, "\"first\":") - 1;
        table->is_dealt = false;
        deal(table);
    } else if (is_word(kind, "end")) {
        if (position->table.phase == PHASE_ROUND_OVER)
            say_ready(table);
        else if (position->table.phase != PHASE_GAME_OVER)
            complain(table->load, "a round ended too early", text);
    } else if (is_word(kind, "result")) {
        table->load->games++;
        open_table(table);
    }
}

static void take_event(struct load_seat *seat, const char *text)
{
    uint32_t number = number_of(text, "\"n\":");
    if (!seat->follows)
        return;
    if (seat->sent_number == number) {
        seat->sent_number = 0;
        seat->table->load->moved(seat->table->load, load_clock() - seat->sent_at);
    }
    if (number == seat->table->last + 1) {
        seat->table->last = number;
        take_new_event(seat->table, text);
    }
}

/* ---- Connections -------------------------------------------------------------------------------
 */

/* For the first time, or back again after the connection was lost. */
static void greeted(struct load_seat *seat)
{
    struct load_table *table = seat->table;
    if (table->greeted < table->load->seats) {
        if (++table->greeted == table->load->seats)
            open_table(table);
        return;
    }
    follow(seat);
    is_borne(seat);
}

static void take_message(struct load_seat *seat, const char *text)
{
    struct load_table *table = seat->table;
    if (is_message(text, "event"))
        take_event(seat, text);
    else if (is_message(text, "hand"))
        take_hand(seat, text);
    else if (is_message(text, "table"))
        seat->follows = is_word(after_key(text, "\"id\":\""), table->id);
    else if (is_message(text, "error") && is_borne(seat))
        table->load->refused++;
    else if (is_message(text, "bye") && is_borne(seat))
        return; /* and it will be closed */
    else if (is_message(text, "error") || is_message(text, "bye"))
        complain(table->load, "the server", text);
    else if (is_message(text, "hello"))
        greeted(seat);
}

static void take_frame(struct load_seat *seat, const struct frame *frame)
{
    const char next = frame->text[frame->length];
    frame->text[frame->length] = '\0';
    if (frame->kind == FRAME_TEXT)
        take_message(seat, frame->text);
    else if (frame->kind == FRAME_PING)
        websocket_send(&seat->wire, FRAME_PONG, frame->text, frame->length);
    frame->text[frame->length] = next;
}

/* The server's answer to websocket_ask(); false while it is not whole. */
static bool upgrade(struct load_seat *seat)
{
    struct wire *wire = &seat->wire;
    wire->in[wire->in_used] = '\0';
    const char *end = strstr(wire->in, "\r\n\r\n");
    if (end == NULL)
        return false;
    bool good = strncmp(wire->in, "HTTP/1.1 101", strlen("HTTP/1.1 101")) == 0;
    if (!good && is_borne(seat)) {
        wire->is_ended = true;
        return false;
    }
    if (!good)
        complain(seat->table->load, "no WebSocket", wire->in);
    wire_take(wire, (size_t)(end + 4 - wire->in));
    seat->is_upgraded = true;
    return true;
}

static void seat_ready(struct wire *wire)
{
    struct load_seat *seat = (struct load_seat *)wire;
    struct frame frame;
    size_t used = 0;
    if (seat->is_upgraded || upgrade(seat)) {
        while (websocket_read(wire->in + used, wire->in_used - used, &frame)) {
            take_frame(seat, &frame);
            used += frame.size;
        }
        wire_take(wire, used);
    }
    if (wire->is_ended) {
        if (is_borne(seat))
            seat->table->load->disconnects++;
        else
            complain(seat->table->load, "a connection was closed", "by the server");
        wire_close(wire);
    }
}

static void make_secret(char secret[SECRET_SIZE])
{
    unsigned char bytes[32];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(secret, SECRET_SIZE, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* Each address has a few people, who do not sit at the same table. */
static void choose_address(struct load_seat *seat, unsigned person)
{
    const struct load *load = seat->table->load;
    if (load->addresses == 0)
        return;
    seat->from = load->from;
    seat->from.sin_addr.s_addr =
        htonl(ntohl(load->from.sin_addr.s_addr) + person % load->addresses);
}

static void connect_person(struct load_seat *seat)
{
    const struct load *load = seat->table->load;
    seat->is_upgraded = false;
    seat->follows = false;
    if (wire_open(&seat->wire, load->epoll, &load->address, source_of(seat)))
        websocket_ask(&seat->wire, load->host, seat->secret);
    else
        complain(seat->table->load, "a person cannot connect", "no socket is left");
}

static void try_again(struct load_seat *seat)
{
    struct load_table *table = seat->table;
    bool is_host = seat == &table->seat[0];
    if (seat->wire.fd < 0)
        connect_person(seat);
    else if (is_host && table->id[0] == '\0')
        open_table(table);
    else if (!seat->follows)
        follow(seat);
    else if (seat->sent_number != 0)
        say_turn(seat);
    else if (table->round == 0 && table->sitting == table->load->seats && is_host)
        load_table_start(table);
    else if (table->round != 0 && table->position.table.phase == PHASE_ROUND_OVER)
        one_is_ready(seat);
}

void load_table_try_again(struct load_table *table)
{
    const int64_t now = load_clock();
    for (unsigned i = 0; i < table->load->seats; i++) {
        struct load_seat *seat = &table->seat[i];
        if (seat->again_at == 0 || seat->again_at > now)
            continue;
        seat->again_at = 0;
        try_again(seat);
    }
}

void load_table_begin(struct load_table *table, struct load *load, unsigned number)
{
    static const char bot[] = "random";
    struct rng rng;
    table->load = load;
    table->http.fd = -1;
    table->http.ready = table_is_open;
    rng_init(&rng, number);
    player_init(&table->player, bot_find(bot, strlen(bot)), load->board, NULL, rng);
    for (unsigned i = 0; i < load->seats; i++) {
        struct load_seat *seat = &table->seat[i];
        seat->table = table;
        seat->wire.ready = seat_ready;
        make_secret(seat->secret);
        choose_address(seat, number * load->seats + i);
        connect_person(seat);
    }
}

void load_table_release(struct load_table *table)
{
    if (table->load == NULL)
        return;
    wire_close(&table->http);
    for (unsigned i = 0; i < table->load->seats; i++)
        wire_close(&table->seat[i].wire);
}
