/* Connections of a simulated client, and what it makes of what it is sent: see client.h. */
#include "simulate/client.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_file/boards.h"
#include "rules/record.h"
#include "simulate/world.h"
#include "support.h"

void client_init(struct client *client, struct world *world, unsigned number)
{
    memset(client, 0, sizeof *client);
    client->world = world;
    client->number = number;
    client->next_id = 1;
    client->is_hostile = number > 0 && world_chance(world, 5);
    client->never_reads = client->is_hostile && world_chance(world, 3);
    identity_new_secret(client->secret);
    snprintf(client->address, sizeof client->address, "10.0.0.%u", number / 2);
}

void client_change_device(struct client *client)
{
    char secret[SECRET_SIZE];
    const bool signed_in = client->signed_in;
    if (client->former[0] == '\0')
        return;
    client_disconnect(client);
    memcpy(secret, client->secret, sizeof secret);
    memcpy(client->secret, client->former, sizeof client->secret);
    memcpy(client->former, secret, sizeof client->former);
    client->signed_in = client->former_signed_in;
    client->former_signed_in = signed_in;
    world_did(client->world, "client %u takes another device", client->number);
}

/* The secret that an answer brings; that of a login may be an account's. */
static void take_secret(struct client *client, const struct api_request *request)
{
    memcpy(client->former, client->secret, sizeof client->former);
    client->former_signed_in = client->signed_in;
    memcpy(client->secret, request->new_secret, sizeof client->secret);
    client->signed_in = strcmp(request->path, "/api/v1/login") == 0;
}

void client_lost(struct client *client, const struct hub *hub)
{
    if (client->websocket && client->websocket->client.hub == hub)
        client_disconnect(client);
    for (unsigned i = 0; i < REQUESTS_MAX; i++)
        if (client->request[i] && client->request[i]->request.client.hub == hub)
            client_drop_request(client, i);
}

void client_gone(struct client *client)
{
    for (unsigned i = 0; i < client->world->servers; i++)
        client_lost(client, &client->world->server[i].hub);
}

/* ---- Small parts of JSON --------------------------------------------------------------------- */

/* The number behind a key, wherever it stands first; false when it does not. */
static bool find_number(const char *text, const char *key, long long *number)
{
    const char *place = strstr(text, key);
    if (!place)
        return false;
    *number = strtoll(place + strlen(key), NULL, 10);
    return true;
}

/* The text behind a key, if it is as long as it must be. */
static bool find_text(const char *text, const char *key, char *out, size_t size)
{
    const char *place = strstr(text, key);
    if (!place)
        return false;
    place += strlen(key);
    const char *end = strchr(place, '"');
    if (!end || (size_t)(end - place) != size - 1)
        return false;
    memcpy(out, place, size - 1);
    out[size - 1] = '\0';
    return true;
}

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* The ids of a list of tables: whoever is shown one can go there, so it is kept by then. */
static void note_tables(struct world *world, const char *text)
{
    static const char key[] = "{\"id\":\"";
    char id[TABLE_ID_SIZE];
    for (const char *place = strstr(text, key); place; place = strstr(place + 1, key))
        if (find_text(place, key, id, sizeof id) && strstr(place, "\"state\":") &&
            !ledger_list(&world->ledger, id, world->truth))
            world_fail(world, "%s", world->ledger.fault);
}

/* ---- Cards ----------------------------------------------------------------------------------- */

enum { CITY_ID_MAX = 40 };

/* Most words are no city by their length and first letter alone. */
static bool may_be_city(const char *word, size_t length)
{
    static bool is_known, known[CITY_ID_MAX + 1][UINT8_MAX + 1];
    for (unsigned i = 0; i < board_builtin_count() && !is_known; i++) {
        const struct board *board = board_builtin_at(i);
        for (unsigned city = 0; city < board->cities; city++) {
            const char *id = board->city[city].id;
            known[strlen(id)][(uint8_t)id[0]] = true;
        }
    }
    is_known = true;
    return known[length][(uint8_t)word[0]];
}

static bool is_city(const char *word, size_t length)
{
    for (unsigned i = 0; i < board_builtin_count(); i++)
        if (board_find_city(board_builtin_at(i), word, length) != CITY_NONE)
            return true;
    return false;
}

bool names_a_city(const char *text)
{
    for (const char *quote = strchr(text, '"'); quote; quote = strchr(quote + 1, '"')) {
        const size_t length = strcspn(quote + 1, "\"");
        if (length > 1 && length <= CITY_ID_MAX && may_be_city(quote + 1, length) &&
            is_city(quote + 1, length))
            return true;
    }
    return false;
}

/* The match of a table, if it is in the memory of that server. */
static const struct match *truth_of(const struct hub *hub, const char *table)
{
    const struct live_table *live = table[0] != '\0' ? hub_find_table(hub, table) : NULL;
    return live && live->match.state.settings.board ? &live->match : NULL;
}

static void check_event_cards(struct client *client, const struct hub *hub, const char *table,
                              const char *text)
{
    if (strstr(text, "\"kind\":\"turn\"") || strstr(text, "\"kind\":\"end\""))
        return; /* a turn is made of junctions, and at the end all cards are open */
    const struct match *match = truth_of(hub, table);
    const bool open = match && match->state.settings.variants & VARIANT_OPEN_CARDS;
    if (strstr(text, "\"kind\":\"round\"") && (open || !match))
        return;
    if (names_a_city(text))
        world_fail(client->world, "client %u is sent a card: %s", client->number, text);
}

static void check_hand(struct client *client, const char *text)
{
    struct websocket *websocket = client->websocket;
    const struct match *match = truth_of(websocket->client.hub, websocket->table);
    long long round, seat;
    if (!find_number(text, "\"round\":", &round) || !find_number(text, "\"seat\":", &seat))
        world_fail(client->world, "a hand without its seat: %s", text);
    if (!match)
        return;
    const struct table *table = &match->position.table;
    if (seat < 1 || seat > match->state.settings.seats ||
        strcmp(match->state.seat[seat - 1].person, websocket->client.identity.person) != 0)
        world_fail(client->world, "client %u is sent the cards of another: %s", client->number,
                   text);
    if (table->round != round)
        return;
    char cities[256], *end = cities;
    for (unsigned group = 0; group < GROUPS; group++)
        end += snprintf(
            end, sizeof cities - (size_t)(end - cities), "%s\"%s\"", group ? "," : "",
            match->state.settings.board->city[match->position.hand[seat - 1].city[group]].id);
    if (!strstr(text, cities))
        world_fail(client->world, "a hand is not the one that was dealt: %s, not %s", text, cities);
}

/* ---- What a WebSocket is sent ---------------------------------------------------------------- */

static void wake(struct hub_client *client)
{
    (void)client;
}

/* The message that an answer is for; false when it names none. */
static bool take_pending(struct client *client, const char *text, struct pending *pending)
{
    struct websocket *websocket = client->websocket;
    long long id;
    if (!find_number(text, "\"re\":", &id))
        return false;
    for (unsigned i = 0; i < websocket->pendings; i++)
        if (websocket->pending[i].id == id) {
            *pending = websocket->pending[i];
            websocket->pendings--;
            memmove(&websocket->pending[i], &websocket->pending[i + 1],
                    (websocket->pendings - i) * sizeof websocket->pending[0]);
            return true;
        }
    if (!client->is_hostile)
        world_fail(client->world, "client %u is answered what it did not ask, or twice: %s",
                   client->number, text);
    return false;
}

static void read_greeting(struct client *client, const char *text)
{
    struct websocket *websocket = client->websocket;
    struct pending pending;
    long long last = 0;
    if (!find_text(text, "{\"is\":\"table\",\"table\":{\"id\":\"", websocket->table,
                   TABLE_ID_SIZE) ||
        !find_number(text, "\"last\":", &last))
        world_fail(client->world, "a table without its id: %s", text);
    struct ledger_table *known = ledger_table(&client->world->ledger, websocket->table);
    find_text(text, "\"key\":\"", known->key, KEY_SIZE);
    ledger_acknowledge(&client->world->ledger, websocket->table, (uint32_t)last);
    websocket->knows_seen = take_pending(client, text, &pending);
    if (!websocket->knows_seen)
        return;
    if (!pending.follows || strcmp(pending.table, websocket->table) != 0)
        world_fail(client->world, "client %u follows another table: %s", client->number, text);
    websocket->seen = pending.after > last ? 0 : pending.after;
    if (strcmp(client->table, websocket->table) == 0)
        client->seen = websocket->seen;
}

static void read_event(struct client *client, const char *text, unsigned length)
{
    struct world *world = client->world;
    struct websocket *websocket = client->websocket;
    long long number = 0;
    if (!find_number(text, "\"n\":", &number) || websocket->table[0] == '\0')
        world_fail(world, "client %u gets an event of no table: %s", client->number, text);
    if (websocket->knows_seen && number != (long long)websocket->seen + 1)
        world_fail(world, "client %u has seen event %u of %s and is sent: %s", client->number,
                   (unsigned)websocket->seen, websocket->table, text);
    websocket->knows_seen = true;
    websocket->seen = (uint32_t)number;
    if (strcmp(client->table, websocket->table) == 0)
        client->seen = websocket->seen;
    check_event_cards(client, websocket->client.hub, websocket->table, text);
    if (!ledger_note(&world->ledger, websocket->table, (uint32_t)number, text, length))
        world_fail(world, "%s", world->ledger.fault);
}

static void read_done(struct client *client, const char *text)
{
    struct pending pending;
    long long number = 0;
    if (!find_number(text, "\"n\":", &number))
        world_fail(client->world, "done without a number: %s", text);
    memcpy(client->answer, "done", sizeof "done");
    if (take_pending(client, text, &pending) && !client->is_hostile)
        ledger_acknowledge(&client->world->ledger, pending.table, (uint32_t)number);
}

static void read_error(struct client *client, const char *text)
{
    struct pending pending;
    const char *code = strstr(text, "\"error\":\"");
    if (!code)
        world_fail(client->world, "an error without its code: %s", text);
    code += strlen("\"error\":\"");
    snprintf(client->answer, sizeof client->answer, "%.*s", (int)strcspn(code, "\""), code);
    if (!strstr(text, "\"re\":")) {
        client->websocket->unnamed += strcmp(client->answer, "slow") == 0;
        return;
    }
    if (take_pending(client, text, &pending) && pending.follows &&
        strcmp(client->answer, "missing") == 0)
        client->table[0] = '\0';
}

static void read_rest(struct client *client, const char *text)
{
    struct websocket *websocket = client->websocket;
    struct pending pending;
    if (names_a_city(text))
        world_fail(client->world, "client %u is sent a card: %s", client->number, text);
    if (starts_with(text, "{\"is\":\"hello\""))
        websocket->has_greeted = true;
    else if (starts_with(text, "{\"is\":\"bye\""))
        websocket->ended = true;
    else if (starts_with(text, "{\"is\":\"table\""))
        read_greeting(client, text);
    else if (starts_with(text, "{\"is\":\"done\""))
        read_done(client, text);
    else if (starts_with(text, "{\"is\":\"error\""))
        read_error(client, text);
    else if (starts_with(text, "{\"is\":\"pong\"") || starts_with(text, "{\"is\":\"lobby\""))
        take_pending(client, text, &pending);
    else if (!starts_with(text, "{\"is\":\"people\""))
        world_fail(client->world, "client %u is sent what nobody knows: %s", client->number, text);
    if (starts_with(text, "{\"is\":\"lobby\""))
        note_tables(client->world, text);
}

static void read_packet(struct client *client, const char *text, unsigned length)
{
    if (starts_with(text, "{\"is\":\"event\""))
        read_event(client, text, length);
    else if (starts_with(text, "{\"is\":\"hand\""))
        check_hand(client, text);
    else
        read_rest(client, text);
}

void client_read(struct client *client, unsigned most)
{
    struct shared_bytes *shared;
    while (client->websocket && most-- > 0 &&
           (shared = hub_client_take(&client->websocket->client))) {
        world_hash(client->world, shared_bytes_text(shared), shared->length);
        if (client->world->verbose)
            printf("         %u < %.300s\n", client->number, shared_bytes_text(shared));
        read_packet(client, shared_bytes_text(shared), shared->length);
        shared_bytes_release(shared);
    }
    if (client->websocket && client->websocket->client.state == CLIENT_ENDING &&
        client->websocket->client.outbox_count == 0)
        client_disconnect(client);
}

/* ---- The WebSocket --------------------------------------------------------------------------- */

void client_connect(struct client *client)
{
    struct world *world = client->world;
    struct server *server = world_some_server(world);
    if (!server)
        return;
    struct websocket *websocket = calloc(1, sizeof *websocket);
    assert_non_null(websocket);
    websocket->player = client;
    websocket->client.wake = wake;
    memcpy(websocket->client.address, client->address, sizeof client->address);
    allocation_arm();
    const bool open = hub_client_open(&server->hub, &websocket->client, client->secret);
    allocation_disarm();
    world_did(world, "client %u connects to %u%s", client->number, server->number,
              open ? "" : ": refused");
    if (open)
        client->websocket = websocket;
    else
        free(websocket);
}

void client_disconnect(struct client *client)
{
    struct websocket *websocket = client->websocket;
    if (!websocket)
        return;
    world_did(client->world, "client %u disconnects", client->number);
    client->websocket = NULL;
    allocation_arm();
    hub_client_close(&websocket->client);
    allocation_disarm();
    free(websocket);
}

bool client_is_there(const struct client *client)
{
    return client->websocket && client->websocket->client.state != CLIENT_ENDING;
}

void client_send(struct client *client, const char *bytes, size_t length)
{
    if (!client->websocket)
        return;
    world_did(client->world, "client %u > %.150s", client->number, bytes);
    allocation_arm();
    if (length > MESSAGE_SIZE_MAX)
        hub_receive_too_long(&client->websocket->client);
    else
        hub_receive(&client->websocket->client, bytes, length);
    allocation_disarm();
}

/* The table that a message will be about; "" when that is not known yet. */
static const char *subject_of(const struct websocket *websocket)
{
    for (unsigned i = 0; i < websocket->pendings; i++)
        if (websocket->pending[i].follows)
            return "";
    return websocket->client.table;
}

static void expect(struct client *client, const char *table, bool follows, uint32_t after)
{
    struct websocket *websocket = client->websocket;
    struct pending *pending = &websocket->pending[websocket->pendings++];
    *pending = (struct pending){.id = client->next_id, .follows = follows, .after = after};
    memcpy(pending->table, table, strlen(table) + 1);
}

static bool may_say(struct client *client)
{
    if (client->websocket && client->websocket->pendings == PENDING_MAX && !client->is_hostile)
        client_read(client, UINT32_MAX);
    return client_is_there(client) && client->websocket->pendings < PENDING_MAX;
}

void client_say(struct client *client, const char *fields, ...)
{
    char text[SAY_SIZE], all[SAY_SIZE + 64];
    va_list arguments;
    if (!may_say(client))
        return;
    va_start(arguments, fields);
    vsnprintf(text, sizeof text, fields, arguments);
    va_end(arguments);
    if (!client->is_hostile)
        expect(client, subject_of(client->websocket), false, 0);
    const int length =
        snprintf(all, sizeof all, "{\"id\":%lld,\"do\":%s}", (long long)client->next_id++, text);
    client_send(client, all, (size_t)length);
}

void client_follow(struct client *client, const char *table, uint32_t after)
{
    char text[256];
    if (!may_say(client) || strlen(table) >= TABLE_ID_SIZE)
        return;
    if (strcmp(client->table, table) != 0)
        client->seen = 0;
    memmove(client->table, table, strlen(table) + 1);
    if (!client->is_hostile)
        expect(client, client->table, true, after);
    const int length = snprintf(text, sizeof text,
                                "{\"id\":%lld,\"do\":\"follow\",\"table\":\"%s\",\"after\":%u%s}",
                                (long long)client->next_id++, client->table, (unsigned)after,
                                client->number % 4 == 3 ? "" : ",\"undo\":true");
    client_send(client, text, (size_t)length);
}

/* ---- Requests -------------------------------------------------------------------------------- */

static const char tables_path[] = "/api/v1/tables/";

static void answer_came(struct api_request *request)
{
    struct http_request *http = (struct http_request *)request;
    if (++http->answers > 1)
        world_fail(http->player->world, "%s is answered twice", request->path);
}

static void close_exchange(struct http_request *request)
{
    allocation_arm();
    api_end(&request->request);
    allocation_disarm();
    free(request);
}

bool client_ask(struct client *client, enum http_method method, const char *path, const char *body)
{
    return client_ask_as(client, method, path, "", "application/json", body ? body : "",
                         body ? strlen(body) : 0);
}

bool client_ask_as(struct client *client, enum http_method method, const char *path,
                   const char *query, const char *type, const char *body, size_t length)
{
    struct world *world = client->world;
    struct server *server = world_some_server(world);
    unsigned place = 0;
    while (place < REQUESTS_MAX && client->request[place])
        place++;
    if (place == REQUESTS_MAX || !server)
        return false;
    struct http_request *http = calloc(1, sizeof *http);
    assert_non_null(http);
    struct api_request *request = &http->request;
    http->player = client;
    if (!client->signed_in) {
        struct identity own;
        identity_of_secret(&own, client->secret);
        memcpy(http->own, own.person, sizeof http->own);
    }
    request->ready = answer_came;
    request->method = method;
    snprintf(request->path, sizeof request->path, "%s", path);
    snprintf(request->query, sizeof request->query, "%s", query);
    snprintf(request->type, sizeof request->type, "%s", type);
    snprintf(request->agent, sizeof request->agent, "simulated %u", client->number);
    memcpy(request->client.address, client->address, sizeof client->address);
    if (starts_with(path, tables_path))
        snprintf(http->table, sizeof http->table, "%s", path + sizeof tables_path - 1);
    request->body = shared_bytes_new(body, length);
    assert_non_null(request->body);
    world_did(world, "client %u: %s %s %.100s", client->number,
              method == HTTP_GET      ? "GET"
              : method == HTTP_DELETE ? "DELETE"
                                      : "POST",
              path, body);
    allocation_arm();
    const bool begun = api_begin(&server->hub, request, client->secret);
    allocation_disarm();
    if (begun) {
        client->request[place] = http;
    } else {
        shared_bytes_release(request->body);
        free(http);
    }
    return begun;
}

static void check_log(struct client *client, const struct http_request *request)
{
    const struct event_log *log = request->request.log;
    for (uint32_t n = request->request.after; n < log->count; n++) {
        struct shared_bytes *shared = log->entry[n].shared;
        check_event_cards(client, request->request.client.hub, request->table,
                          shared_bytes_text(shared));
        if (!ledger_note(&client->world->ledger, request->table, n + 1, shared_bytes_text(shared),
                         shared->length))
            world_fail(client->world, "%s", client->world->ledger.fault);
    }
}

static void check_record(struct client *client, struct shared_bytes *record)
{
    struct record_reader *reader = calloc(1, sizeof *reader);
    assert_non_null(reader);
    record_reader_init(reader, shared_bytes_text(record), record->length, board_builtins, NULL);
    const enum record_event end = record_read_rest(reader);
    if (end != RECORD_END || reader->position.table.phase != PHASE_GAME_OVER)
        world_fail(client->world, "a record is not that of a finished game: line %u: %s",
                   reader->fault.line, SENTENCE(&reader->fault));
    free(reader);
    shared_bytes_release(client->world->record);
    client->world->record = shared_bytes_share(record);
}

/* An upload that was kept is there, byte for byte, as long as nobody has been deleted. */
static void check_upload(struct client *client, const struct api_request *request)
{
    struct world *world = client->world;
    const char *path = request->path;
    if (request->method == HTTP_POST && request->status == 200) {
        if (!request->answer || !find_text(shared_bytes_text(request->answer), "{\"id\":\"",
                                           world->upload, RECORD_ID_SIZE))
            return;
        shared_bytes_release(world->uploaded);
        world->uploaded = shared_bytes_share(request->body);
    } else if (request->method == HTTP_GET && world->uploaded && request->answer &&
               strcmp(path + sizeof "/api/v1/records/" - 1, world->upload) == 0) {
        const bool same = request->answer->length == world->uploaded->length &&
                          memcmp(shared_bytes_text(request->answer),
                                 shared_bytes_text(world->uploaded), request->answer->length) == 0;
        if ((request->status == 200 && !same) ||
            (request->status == 404 && !world->ledger.deletions))
            world_fail(world, "record %s is not what was uploaded", world->upload);
    }
}

static void check_opened(struct client *client, const char *text)
{
    char id[TABLE_ID_SIZE];
    if (!find_text(text, "{\"id\":\"", id, sizeof id))
        world_fail(client->world, "a table without its id: %s", text);
    struct ledger_table *table = ledger_table(&client->world->ledger, id);
    table->listed = true;
    if (!find_text(text, "\"key\":\"", table->key, KEY_SIZE))
        world_fail(client->world, "a host is not told the key: %s", text);
    if (client->table[0] == '\0' || world_chance(client->world, 2)) {
        memcpy(client->table, id, sizeof id);
        client->seen = 0;
    }
}

/* What the answer means, by the request's path. */
static void check_answer(struct client *client, const struct http_request *http)
{
    const struct api_request *request = &http->request;
    const char *path = request->path;
    const size_t length = strlen(path);
    struct shared_bytes *answer = request->answer;
    long long number;
    if (length > 7 && strcmp(path + length - 7, "/record") == 0) {
        check_record(client, answer);
        return;
    }
    if (strcmp(path, "/metrics") == 0)
        return;
    if (strcmp(path, "/api/v1/me") == 0 && request->method == HTTP_DELETE)
        world_note_gone(client->world, http->own);
    if (strcmp(path, "/api/v1/sessions") == 0)
        find_text(shared_bytes_text(answer), "{\"id\":\"", client->session, SESSION_ID_SIZE);
    if (names_a_city(shared_bytes_text(answer)))
        world_fail(client->world, "%s is answered with a card: %s", path,
                   shared_bytes_text(answer));
    if (strcmp(path, "/api/v1/tables") == 0 && request->method == HTTP_POST)
        check_opened(client, shared_bytes_text(answer));
    else if (strcmp(path, "/api/v1/tables") == 0)
        note_tables(client->world, shared_bytes_text(answer));
    else if (starts_with(path, tables_path) && request->method == HTTP_POST &&
             find_number(shared_bytes_text(answer), "{\"n\":", &number))
        ledger_acknowledge(&client->world->ledger, http->table, (uint32_t)number);
}

void client_finish(struct client *client, unsigned number)
{
    struct world *world = client->world;
    struct http_request *http = client->request[number];
    if (!http || http->request.status == 0)
        return;
    struct api_request *request = &http->request;
    if (http->answers != 1)
        world_fail(world, "%s has a status and no answer", request->path);
    if (!request->answer && !request->log && allocation.failed == 0)
        world_fail(world, "%s has no answer", request->path);
    world_did(world, "client %u: %s is answered %d", client->number, request->path,
              request->status);
    if (request->answer && strcmp(request->path, "/metrics") != 0)
        world_hash(world, shared_bytes_text(request->answer), request->answer->length);
    if (world->verbose && request->answer)
        printf("         %u < %.300s\n", client->number, shared_bytes_text(request->answer));
    if (starts_with(request->path, "/api/v1/records"))
        check_upload(client, request);
    else if (request->status == 200 && request->log)
        check_log(client, http);
    else if (request->status == 200 && request->answer)
        check_answer(client, http);
    if (request->new_secret[0] != '\0')
        take_secret(client, request);
    client_drop_request(client, number);
}

void client_drop_request(struct client *client, unsigned number)
{
    struct http_request *request = client->request[number];
    if (!request)
        return;
    client->request[number] = NULL;
    close_exchange(request);
}
