/*
 * The life of a table under load: connect, open, sit, play, open the next one.
 *
 * Everything happens in answer to what the server sends; nothing here waits.
 */
#include <sodium.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/check.h"
#include "load_table.h"
#include "protocol/message.h"
#include "protocol/told_message.h"
#include "rules/notation.h"
#include "rules/spectator.h"

#define AGAIN_AFTER_NS INT64_C(1000000000)

int64_t load_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return INT64_C(1000000000) * now.tv_sec + now.tv_nsec;
}

static void complain_of(struct load *load, const char *what, const char *text)
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

static void say(struct load_seat *seat, const struct message *message)
{
    char bytes[MESSAGE_TEXT_SIZE];
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    message_write(message, &text);
    CHECK(!text.cut);
    websocket_send(&seat->wire, FRAME_TEXT, bytes, text.used);
}

/* ---- Opening a table --------------------------------------------------------------------------
 */

/* The first is for whoever opens it, the others for anybody. */
static void table_settings(struct match_settings *settings, const struct load *load)
{
    *settings = (struct match_settings){.board = load->board, .seats = load->seats};
    settings->plan[0].kind = SEAT_PERSON;
}

static const struct sockaddr_in *source_of(const struct load_seat *seat)
{
    return seat->from.sin_family != 0 ? &seat->from : NULL;
}

static void open_table(struct load_table *table)
{
    char body[SETTINGS_TEXT_SIZE], request[SETTINGS_TEXT_SIZE + 512];
    struct text text;
    struct match_settings settings;
    table_settings(&settings, table->load);
    text_init(&text, body, sizeof body);
    settings_write(&settings, &text);
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
        complain_of(table->load, "a table cannot be opened", "no socket is left");
}

static void follow(struct load_seat *seat)
{
    struct message message = {.kind = MESSAGE_FOLLOW, .after = seat->table->follow.state.events};
    memcpy(message.table, seat->table->id, sizeof seat->table->id);
    seat->follows = false;
    say(seat, &message);
}

static void sit_down(struct load_table *table)
{
    table->sitting = 0;
    table->dealt = 0;
    follow_init(&table->follow);
    follow_take_hello(&table->follow, &table->hello, 0);
    for (unsigned i = 0; i < table->load->seats; i++) {
        struct load_seat *seat = &table->seat[i];
        seat->hand_round = 0;
        follow(seat);
        if (i > 0)
            say(seat, &(struct message){.kind = MESSAGE_SIT, .seat = i});
    }
}

/* The body of a whole answer over HTTP, which the server ends; NULL when there is none yet. */
static const char *whole_body(const struct wire *wire)
{
    const char *end = strstr(wire->in, "\r\n\r\n");
    return end != NULL && wire->is_ended ? end + 4 : NULL;
}

static bool read_table(struct load_table *table, const char *body)
{
    struct told_table told;
    struct json_value object;
    struct complaint complaint;
    if (!object_read(body, strlen(body), TABLE_TEXT_SIZE, &object, &complaint) ||
        !told_table_read(&told, object, &complaint))
        return false;
    memcpy(table->id, told.id, sizeof table->id);
    return true;
}

/* The answer to open_table(). */
static void table_is_open(struct wire *wire)
{
    struct load_table *table = (struct load_table *)wire;
    wire->in[wire->in_used] = '\0';
    const char *body = whole_body(wire);
    if (body == NULL && !wire->is_ended)
        return;
    if (body != NULL && read_table(table, body)) {
        wire_close(wire);
        sit_down(table);
        return;
    }
    if (is_borne(&table->seat[0])) {
        table->load->refused++;
        table->id[0] = '\0';
    } else {
        complain_of(table->load, "a table cannot be opened", wire->in);
    }
    wire_close(wire);
}

void load_table_start(struct load_table *table)
{
    if (table->load->echo) {
        table->load->may_move(table->load, table);
        return;
    }
    say(&table->seat[0], &(struct message){.kind = MESSAGE_START});
}

/* ---- An echo -----------------------------------------------------------------------------------
 */

static void echo_join(struct load_seat *seat)
{
    char number[16];
    int length = snprintf(number, sizeof number, "%td", seat->table - seat->table->load->table);
    websocket_send(&seat->wire, FRAME_TEXT, number, (size_t)length);
}

enum { ECHO_LENGTH = 49 }; /* of a message with a turn of two tracks */

/* The number of a move, as long as a turn of a game, by each in turn. */
static void echo_move(struct load_table *table)
{
    char text[MESSAGE_TEXT_SIZE];
    struct load_seat *seat = &table->seat[table->echoed++ % table->load->seats];
    int length = snprintf(text, sizeof text, "%0*u ", ECHO_LENGTH - 1, table->echoed);
    seat->sent_number = table->echoed;
    seat->sent_at = load_clock();
    websocket_send(&seat->wire, FRAME_TEXT, text, (size_t)length);
}

static void one_more_sits(struct load_table *table)
{
    if (++table->sitting < table->load->seats)
        return;
    table->load->seated++;
    if (table->load->playing)
        load_table_start(table);
}

/* Of the move that this seat has sent, and not of another that comes late. */
static bool is_own_echo(const struct load_seat *seat, const char *text)
{
    return seat->sent_number != 0 && strtoul(text, NULL, 10) == seat->sent_number;
}

/* The answer to echo_join(), and then moves. */
static void echo_take(struct load_seat *seat, const char *text)
{
    struct load *load = seat->table->load;
    if (!seat->follows) {
        seat->follows = true;
        one_more_sits(seat->table);
    } else if (is_own_echo(seat, text)) {
        seat->sent_number = 0;
        load->moved(load, load_clock() - seat->sent_at);
        load->may_move(load, seat->table);
    }
}

/* ---- The game ----------------------------------------------------------------------------------
 */

static void say_turn(struct load_seat *seat)
{
    struct message message = {.kind = MESSAGE_TURN, .after = seat->sent_number - 1};
    notation_turn(message.turn, seat->table->load->board, &seat->table->turn);
    say(seat, &message);
}

void load_table_move(struct load_table *table)
{
    if (table->load->echo) {
        echo_move(table);
        return;
    }
    const unsigned mover = table->follow.view.table.to_move;
    struct view view = {.table = table->follow.view.table, .seat = (uint8_t)mover};
    struct load_seat *seat = &table->seat[mover];
    view.hand = table->hand[mover];
    player_turn(&table->player, &view, NULL, &table->turn, NULL);
    seat->sent_number = table->follow.state.events + 1;
    seat->sent_at = load_clock();
    say_turn(seat);
}

/* The round begins once everybody has their cards. */
static void deal(struct load_table *table)
{
    const unsigned round = table->follow.view.table.round;
    for (unsigned i = 0; i < table->load->seats; i++) {
        if (table->seat[i].hand_round != round)
            return;
    }
    if (table->dealt == round)
        return;
    table->dealt = round;
    table->load->may_move(table->load, table);
}

static void take_hand(struct load_seat *seat, const struct told_hand *told)
{
    struct load_table *table = seat->table;
    table->hand[seat - table->seat] = told->hand;
    seat->hand_round = told->round;
    deal(table);
}

static void one_is_ready(struct load_seat *seat)
{
    say(seat, &(struct message){.kind = MESSAGE_READY, .after = seat->table->follow.state.events});
}

static void say_ready(struct load_table *table)
{
    for (unsigned i = 0; i < table->load->seats; i++)
        one_is_ready(&table->seat[i]);
}

/* What follows from an event that the follower has taken. */
static void act_on(struct load_table *table, const struct told_event *told)
{
    const struct table *lies = &table->follow.view.table;
    switch (told->event.kind) {
    case EVENT_TURN:
        if (memcmp(&told->event.turn, &table->turn, sizeof table->turn) != 0)
            complain_of(table->load, "another turn than the one that was sent", "by the server");
        else if (!spectator_is_over(lies, table->load->board, table->hand))
            table->load->may_move(table->load, table);
        break;
    case EVENT_SIT:
        one_more_sits(table);
        break;
    case EVENT_ROUND:
        deal(table);
        break;
    case EVENT_END:
        if (lies->phase == PHASE_ROUND_OVER)
            say_ready(table);
        break;
    case EVENT_RESULT:
        table->load->games++;
        open_table(table);
        break;
    default:
        break;
    }
}

/* An event that no connection of the table has received before. */
static void take_new_event(struct load_table *table, const struct told_event *told)
{
    if (follow_take_event(&table->follow, told) == FITS)
        act_on(table, told);
    else
        complain_of(table->load, "an event that does not fit the game", "by the server");
}

static void take_event(struct load_seat *seat, const struct told_event *told)
{
    struct load_table *table = seat->table;
    if (!seat->follows)
        return;
    if (seat->sent_number == told->number) {
        seat->sent_number = 0;
        table->load->moved(table->load, load_clock() - seat->sent_at);
    }
    if (table->follow.known && told->number == table->follow.state.events + 1)
        take_new_event(table, told);
}

/* ---- Connections -------------------------------------------------------------------------------
 */

static bool is_host(const struct load_seat *seat)
{
    return seat == &seat->table->seat[0];
}

/* For the first time, or back again after the connection was lost. */
static void greeted(struct load_seat *seat, const struct told_hello *hello)
{
    struct load_table *table = seat->table;
    if (is_host(seat))
        table->hello = *hello;
    if (table->greeted < table->load->seats) {
        if (++table->greeted == table->load->seats)
            open_table(table);
        return;
    }
    follow(seat);
    is_borne(seat);
}

/* The host's connection describes the table. */
static void take_table(struct load_seat *seat, const struct told_following *told)
{
    struct load_table *table = seat->table;
    seat->follows = strcmp(told->table.id, table->id) == 0;
    if (seat->follows && is_host(seat) && follow_take_table(&table->follow, told) != FITS)
        complain_of(table->load, "a table that is not the one that was opened", "by the server");
}

static void take_message(struct load_seat *seat, const char *bytes, size_t length)
{
    struct told told;
    struct load_table *table = seat->table;
    struct match_settings settings;
    struct complaint complaint;
    char sentence[FAULT_SENTENCE_SIZE];
    table_settings(&settings, table->load);
    if (!told_read(&told, &settings, bytes, length, &complaint)) {
        complain_of(table->load, fault_sentence(&complaint.fault, sentence), bytes);
        return;
    }
    switch (told.kind) {
    case TOLD_EVENT:
        take_event(seat, &told.as.event);
        break;
    case TOLD_HAND:
        take_hand(seat, &told.as.hand);
        break;
    case TOLD_TABLE:
        take_table(seat, &told.as.table);
        break;
    case TOLD_ERROR:
    case TOLD_BYE: /* and it will be closed */
        if (!is_borne(seat))
            complain_of(table->load, "the server", bytes);
        else if (told.kind == TOLD_ERROR)
            table->load->refused++;
        break;
    case TOLD_HELLO:
        greeted(seat, &told.as.hello);
        break;
    default:
        break;
    }
}

static void take_frame(struct load_seat *seat, const struct frame *frame)
{
    const char next = frame->text[frame->length];
    frame->text[frame->length] = '\0';
    if (frame->kind == FRAME_TEXT && seat->table->load->echo)
        echo_take(seat, frame->text);
    else if (frame->kind == FRAME_TEXT)
        take_message(seat, frame->text, frame->length);
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
        complain_of(seat->table->load, "no WebSocket", wire->in);
    wire_take(wire, (size_t)(end + 4 - wire->in));
    seat->is_upgraded = true;
    if (seat->table->load->echo)
        echo_join(seat);
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
            complain_of(seat->table->load, "a connection was closed", "by the server");
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
    struct sockaddr_in address = load->address;
    const unsigned place = (unsigned)(seat - seat->table->seat);
    address.sin_port = htons((uint16_t)(ntohs(address.sin_port) + place % load->servers));
    if (wire_open(&seat->wire, load->epoll, &address, source_of(seat)))
        websocket_ask(&seat->wire, load->host, seat->secret);
    else
        complain_of(seat->table->load, "a person cannot connect", "no socket is left");
}

static void try_again(struct load_seat *seat)
{
    struct load_table *table = seat->table;
    const struct table *lies = &table->follow.view.table;
    if (seat->wire.fd < 0)
        connect_person(seat);
    else if (is_host(seat) && table->id[0] == '\0')
        open_table(table);
    else if (!seat->follows)
        follow(seat);
    else if (seat->sent_number != 0)
        say_turn(seat);
    else if (lies->round == 0 && table->sitting == table->load->seats && is_host(seat))
        load_table_start(table);
    else if (lies->round != 0 && lies->phase == PHASE_ROUND_OVER)
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
