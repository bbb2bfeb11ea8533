/* What honest clients do: see player.h. */
#include "simulate/player.h"

#include <stdio.h>
#include <string.h>

#include "board_file/boards.h"
#include "bots/bot.h"
#include "support.h"

static unsigned roll(struct client *client, unsigned below)
{
    return world_random(client->world, below);
}

const char *player_any_table(struct world *world)
{
    const struct ledger *ledger = &world->ledger;
    if (ledger->count == 0 || world_chance(world, 50))
        return world_chance(world, 2) ? "nosuchtable12345" : "not an id";
    const unsigned newest = ledger->count < 6 ? ledger->count : 6;
    return world_chance(world, 4)
               ? ledger->table[world_random(world, ledger->count)].id
               : ledger->table[ledger->count - 1 - world_random(world, newest)].id;
}

bool player_turn_text(struct client *client, const struct match *match, char text[TURN_TEXT_SIZE])
{
    if (match->state.phase != MATCH_PLAYING || match->position.table.phase != PHASE_PLAYING)
        return false;
    const char *name = roll(client, 20) > 0 ? "nearest" : "random";
    struct view view;
    struct player player;
    struct turn turn;
    struct rng rng;
    rng_init(&rng, test_random(&client->world->random));
    view_of(&view, &match->position, match->position.table.to_move);
    player_init(&player, bot_find(name, strlen(name)), match->state.settings.board, NULL, rng);
    player_turn(&player, &view, NULL, &turn, NULL);
    position_settle(&match->position, match->state.settings.board, &turn);
    notation_turn(text, match->state.settings.board, &turn);
    return true;
}

/* ---- Opening --------------------------------------------------------------------------------- */

static const char *any_seat(struct client *client, unsigned seat)
{
    static const char *const words[] = {"open", "open",    "easy",  "easy",
                                        "easy", "invited", "medium"};
    return seat == 0 && roll(client, 8) > 0 ? "me" : words[roll(client, 7)];
}

static void add_clock(struct client *client, char *text, size_t size)
{
    const unsigned kind = roll(client, 4), bank = 10 + roll(client, 300);
    switch (kind) {
    case 0:
        snprintf(text, size, ",\"clock\":{\"kind\":\"live\",\"bank\":%u,\"increment\":%u}", bank,
                 roll(client, 30));
        break;
    case 1:
        snprintf(text, size, ",\"clock\":{\"kind\":\"slow\",\"days\":%u}", 1 + roll(client, 14));
        break;
    default:
        text[0] = '\0';
    }
}

void player_open_table(struct client *client)
{
    char body[1024], seats[128] = "", variants[128] = "", clock[128];
    const unsigned count = roll(client, 3) ? 2 + roll(client, 2) : 2 + roll(client, 5);
    for (unsigned seat = 0; seat < count; seat++) {
        const size_t used = strlen(seats);
        snprintf(seats + used, sizeof seats - used, "%s\"%s\"", seat ? "," : "",
                 any_seat(client, seat));
    }
    for (unsigned i = 0; i < VARIANTS; i++)
        if (roll(client, 5) == 0) {
            const size_t used = strlen(variants);
            snprintf(variants + used, sizeof variants - used, "%s\"%s\"", used ? "," : "",
                     variant_name(i));
        }
    add_clock(client, clock, sizeof clock);
    const char *board = board_builtin_at(roll(client, board_builtin_count()))->id;
    const char *listed = roll(client, 2) ? "true" : "false",
               *chat = roll(client, 8) ? "true" : "false";
    snprintf(body, sizeof body,
             "{\"board\":\"%s\",\"variants\":[%s],\"seats\":[%s]%s,\"public\":%s,\"chat\":%s%s}",
             board, variants, seats, clock, listed, chat,
             roll(client, 10) ? "" : ",\"seed\":\"club evening\"");
    client_ask(client, HTTP_POST, "/api/v1/tables", body);
}

/* ---- Asking ---------------------------------------------------------------------------------- */

static void ask_table(struct client *client, const char *rest, enum http_method method,
                      const char *body)
{
    char path[HTTP_PATH_SIZE];
    const char *table = client->table[0] != '\0' && roll(client, 4)
                            ? client->table
                            : player_any_table(client->world);
    snprintf(path, sizeof path, "/api/v1/tables/%s%s", table, rest);
    client_ask(client, method, path, body);
}

static void ask_people(struct client *client)
{
    char body[256];
    switch (roll(client, 13)) {
    case 0:
    case 1:
    case 2:
        snprintf(body, sizeof body, "{\"name\":\"Ada %u\"}", roll(client, 1000));
        client_ask(client, HTTP_POST, "/api/v1/me", body);
        break;
    case 3:
    case 4:
        snprintf(body, sizeof body,
                 "{\"login\":\"user%u\",\"password\":\"password%u\",\"old\":"
                 "\"password%u\"}",
                 client->number, client->number, client->number);
        client_ask(client, HTTP_POST, "/api/v1/account", body);
        break;
    case 5:
    case 6:
        snprintf(body, sizeof body, "{\"login\":\"user%u\",\"password\":\"password%u\"}",
                 client->number, roll(client, 4) ? client->number : client->number + 1);
        client_ask(client, HTTP_POST, "/api/v1/login", body);
        break;
    case 7:
        client_ask(client, HTTP_POST, "/api/v1/logout", "{}");
        break;
    case 8:
        client->world->ledger.deletions = true;
        snprintf(body, sizeof body, "{\"password\":\"password%u\"}",
                 roll(client, 4) ? client->number : client->number + 1);
        client_ask(client, HTTP_DELETE, "/api/v1/me", roll(client, 4) ? body : NULL);
        break;
    case 9:
        client_ask(client, HTTP_DELETE, "/api/v1/sessions", NULL);
        break;
    case 10:
        snprintf(body, sizeof body, "/api/v1/sessions/%s",
                 client->session[0] ? client->session : "0123456789abcdef");
        client_ask(client, HTTP_DELETE, body, NULL);
        break;
    case 11:
        client_change_device(client);
        break;
    default:
        client_ask(client, HTTP_GET, "/api/v1/me", NULL);
    }
}

/* A record of a game that was played here, mostly; sometimes half of one. */
static void ask_upload(struct client *client)
{
    static const char nonsense[] = "railhead 1\nboard transamerica\nseats 2\n";
    struct shared_bytes *record = client->world->record;
    const char *text = record ? shared_bytes_text(record) : nonsense;
    const unsigned length = record ? record->length : sizeof nonsense - 1;
    client_ask_as(client, HTTP_POST, "/api/v1/records", "", "text/plain", text,
                  roll(client, 4) ? length : roll(client, length));
}

static void ask_record(struct client *client)
{
    char path[HTTP_PATH_SIZE];
    snprintf(path, sizeof path, "/api/v1/records/%s",
             client->world->upload[0] ? client->world->upload : "0123456789abcdef");
    client_ask(client, HTTP_GET, path, NULL);
}

void player_ask_anything(struct client *client)
{
    switch (roll(client, 14)) {
    case 0:
        ask_people(client);
        break;
    case 1:
        ask_table(client, "", HTTP_GET, NULL);
        break;
    case 2:
        ask_table(client, "/events", HTTP_GET, NULL);
        break;
    case 3:
    case 4:
        ask_table(client, "/record", HTTP_GET, NULL);
        break;
    case 5:
        client_ask(client, HTTP_GET, "/api/v1/games", NULL);
        break;
    case 6:
        client_ask(client, HTTP_GET, "/api/v1/sessions", NULL);
        break;
    case 7:
        client_ask(client, HTTP_GET, "/api/v1/tables", NULL);
        break;
    case 8:
        ask_upload(client);
        break;
    case 9:
        client_ask(client, HTTP_GET, roll(client, 2) ? "/healthz" : "/metrics", NULL);
        break;
    case 10:
        ask_record(client);
        break;
    case 11:
        ask_table(client, "", HTTP_POST, "{\"do\":\"chat\",\"text\":\"over HTTP\"}");
        break;
    case 12:
        ask_table(client, "", HTTP_POST,
                  roll(client, 2) ? "{\"do\":\"sit\",\"seat\":2}" : "{\"do\":\"rematch\"}");
        break;
    default:
        ask_table(client, "", HTTP_POST, "{\"do\":\"back\"}");
    }
}

/* ---- At a table ------------------------------------------------------------------------------ */

static unsigned my_seat(const struct client *client, const struct match *match)
{
    return match_state_seat_of(&match->state, client->websocket->client.identity.person);
}

/* Whoever opened the table and is alone gives the free seats to bots, after a while. */
static void host(struct client *client, const struct match *match)
{
    static const char *const words[] = {"open", "invited", "easy", "medium"};
    const unsigned seat = 1 + roll(client, match->state.settings.seats);
    switch (roll(client, 8)) {
    case 0:
        client_say(client, "\"seat\",\"seat\":%u,\"as\":\"%s\"", seat, words[roll(client, 4)]);
        break;
    case 1:
    case 2:
        client_say(client, "\"fill\",\"as\":\"easy\"");
        break;
    case 3:
        if (roll(client, 6) == 0)
            client_say(client, "\"close\"");
        else
            client_say(client, "\"sit\",\"seat\":%u", seat);
        break;
    default:
        client_say(client, "\"start\"");
    }
}

static void gather(struct client *client, const struct match *match)
{
    const bool is_host = strcmp(match->state.host, client->websocket->client.identity.person) == 0;
    if (is_host) {
        host(client, match);
    } else if (my_seat(client, match) == SEAT_NONE) {
        const struct ledger_table *table = ledger_table(&client->world->ledger, client->table);
        const unsigned seat = 1 + roll(client, match->state.settings.seats);
        const unsigned kept =
            match_state_seat_kept_for(&match->state, client->websocket->client.identity.person);
        client_say(client, "\"sit\",\"seat\":%u,\"key\":\"%s\"",
                   kept != SEAT_NONE && roll(client, 4) ? kept + 1 : seat,
                   roll(client, 4) && table->key[0] != '\0' ? table->key : "wrong");
    } else if (roll(client, 10) == 0) {
        client_say(client, "\"stand\"");
    } else {
        client_say(client, "\"ping\"");
    }
}

static void play_turn(struct client *client, const struct match *match)
{
    char text[TURN_TEXT_SIZE];
    if (!player_turn_text(client, match, text))
        return;
    client_say(client, "\"turn\",\"after\":%u,\"turn\":\"%s\"", (unsigned)client->seen, text);
    if (roll(client, 20) == 0) /* and again: it must be played once */
        client_say(client, "\"turn\",\"after\":%u,\"turn\":\"%s\"", (unsigned)client->seen, text);
}

/* Bots play on, and there are other tables. */
static void walk_out(struct client *client)
{
    client_say(client, "\"leave\"");
    client->table[0] = '\0';
}

static void look_on(struct client *client)
{
    if (roll(client, 4) > 0)
        client_say(client, "\"ping\"");
    else if (roll(client, 3) > 0)
        client_follow(client, player_any_table(client->world), 0);
    else
        client->table[0] = '\0';
}

/* Somebody thinks better of a turn, or is asked whether they may. */
static bool takes_back(struct client *client, const struct match *match, unsigned seat)
{
    const struct takeback *takeback = &match->state.takeback;
    if (takeback->number != 0 && roll(client, 3))
        client_say(client, "\"answer\",\"event\":%u,\"yes\":%s", (unsigned)takeback->number,
                   seat != takeback->seat && roll(client, 8) ? "true" : "false");
    else if (roll(client, 12) == 0)
        client_say(client, "\"takeback\",\"event\":%u",
                   1 + (unsigned)match->state.seat[seat].turn_number - (roll(client, 8) > 0));
    else
        return false;
    return true;
}

static void play(struct client *client, const struct match *match)
{
    const unsigned seat = my_seat(client, match);
    if (seat != SEAT_NONE && takes_back(client, match, seat))
        return;
    if (seat == SEAT_NONE)
        look_on(client);
    else if (roll(client, 25) == 0)
        walk_out(client);
    else if (match->state.seat[seat].away)
        client_say(client, "\"back\"");
    else if (match->state.phase == MATCH_PAUSE)
        client_say(client, "\"ready\",\"after\":%u", (unsigned)client->seen);
    else if (match->position.table.to_move == seat)
        play_turn(client, match);
    else if (roll(client, 20) == 0)
        client_say(client, "\"away\",\"seat\":%u", 1 + match->position.table.to_move);
}

static const char *anybody(struct client *client)
{
    const struct client *other = &client->world->client[roll(client, client->world->clients)];
    return other->websocket ? other->websocket->client.identity.person : "nobody";
}

/* What nobody needs. */
static void whim(struct client *client)
{
    const bool mutes = roll(client, 2);
    switch (roll(client, 10)) {
    case 0:
        client_say(client, "\"leave\"");
        break;
    case 1:
        client_say(client, "\"lobby\"");
        client->table[0] = '\0';
        break;
    case 2:
        client_say(client, "\"mute\",\"who\":\"%s\",\"on\":%s", anybody(client),
                   mutes ? "true" : "false");
        break;
    case 3:
        client_follow(client, player_any_table(client->world), 0);
        break;
    case 4:
        client_follow(client, client->table[0] ? client->table : "none", roll(client, 40));
        break;
    case 5:
        player_open_table(client);
        break;
    case 6:
        client_disconnect(client);
        break;
    default:
        client_say(client, "\"chat\",\"text\":\"well, number %u\"", roll(client, 100));
    }
}

static void at_table(struct client *client)
{
    const struct live_table *table = world_find_table(client->world, client->table);
    const struct match *match = table && table->match.state.settings.board ? &table->match : NULL;
    if (!match)
        client_follow(client, client->table, client->seen);
    else if (match->state.phase == MATCH_OPEN)
        gather(client, match);
    else if (match->state.phase == MATCH_PLAYING || match->state.phase == MATCH_PAUSE)
        play(client, match);
    else if (match->state.rematch[0] != '\0' && roll(client, 2))
        client_follow(client, match->state.rematch, 0);
    else if (roll(client, 2))
        client_say(client, "\"rematch\"");
    else if (roll(client, 2))
        player_open_table(client);
    else
        client_follow(client, player_any_table(client->world), 0);
}

static void finish_requests(struct client *client)
{
    for (unsigned i = 0; i < REQUESTS_MAX; i++)
        if (client->request[i] && roll(client, 2))
            client_finish(client, i);
}

/* Looks at the list and goes to a table in it, perhaps the very moment that it is opened. */
static void visit(struct client *client)
{
    const unsigned known = client->world->ledger.count;
    if (roll(client, 2) || !client_ask(client, HTTP_GET, "/api/v1/tables", NULL)) {
        client_say(client, "\"lobby\"");
        return;
    }
    for (unsigned i = 0; i < REQUESTS_MAX; i++)
        client_finish(client, i);
    const struct ledger *ledger = &client->world->ledger;
    if (client->websocket && ledger->count > known)
        client_follow(client, ledger->table[ledger->count - 1].id, 0);
}

void player_act(struct client *client)
{
    finish_requests(client);
    if (!client->websocket) {
        if (roll(client, 8) == 0)
            player_ask_anything(client);
        else
            client_connect(client);
        return;
    }
    if (roll(client, 4) > 0)
        client_read(client, UINT32_MAX);
    if (!client_is_there(client))
        return;
    if (roll(client, 40) == 0)
        whim(client);
    else if (roll(client, 25) == 0)
        player_ask_anything(client);
    else if (client->table[0] == '\0' && (client->world->ledger.count < 4 || roll(client, 2)))
        player_open_table(client);
    else if (roll(client, client->table[0] == '\0' ? 2 : 30) == 0)
        visit(client);
    else if (client->table[0] == '\0')
        client_follow(client, player_any_table(client->world), 0);
    else if (strcmp(client->websocket->client.table, client->table) != 0)
        client_follow(client, client->table, client->seen);
    else
        at_table(client);
}
