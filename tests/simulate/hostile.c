/* What hostile clients do: bytes that are no message, real ones out of order, too many, too long.
 */
#include <stdio.h>
#include <string.h>

#include "simulate/player.h"

static unsigned roll(struct client *client, unsigned below)
{
    return world_random(client->world, below);
}

static void noise(struct client *client)
{
    char bytes[SAY_SIZE];
    const unsigned length = roll(client, 30) ? roll(client, 200) : roll(client, SAY_SIZE);
    for (unsigned i = 0; i < length; i++)
        bytes[i] = (char)(1 + roll(client, 255));
    bytes[length < SAY_SIZE ? length : SAY_SIZE - 1] = '\0';
    client_send(client, bytes, length);
}

/* A message of the protocol with anything in it. */
static int any_message(struct client *client, char *text, size_t size)
{
    const unsigned number = roll(client, 60);
    const char *table = player_any_table(client->world);
    switch (roll(client, 14)) {
    case 0:
        return snprintf(text, size, "{\"do\":\"follow\",\"table\":\"%s\",\"after\":%u}", table,
                        number);
    case 1:
        return snprintf(text, size, "{\"do\":\"follow\",\"table\":\"%s\",\"after\":4000000000}",
                        table);
    case 2:
        return snprintf(text, size, "{\"do\":\"sit\",\"seat\":%u}", number % 8);
    case 3:
        return snprintf(text, size, "{\"do\":\"stand\",\"id\":%u}", number);
    case 4:
        return snprintf(text, size, "{\"do\":\"seat\",\"seat\":%u,\"as\":\"hard\"}", number % 8);
    case 5:
        return snprintf(text, size, "{\"do\":\"start\",\"id\":%u}", number);
    case 6:
        return snprintf(text, size, "{\"do\":\"turn\",\"after\":%u,\"turn\":\"@K%u\"}", number,
                        number % 12);
    case 7:
        return snprintf(text, size, "{\"do\":\"ready\",\"after\":%u}", number);
    case 8:
        return snprintf(text, size, "{\"do\":\"leave\"}");
    case 9:
        return snprintf(text, size, "{\"do\":\"away\",\"seat\":%u}", number % 8);
    case 10:
        return snprintf(text, size, "{\"do\":\"chat\",\"text\":\"%*s\"}", (int)number, "x");
    case 11:
        return snprintf(text, size, "{\"do\":\"mute\",\"who\":\"someone\",\"on\":true}");
    case 12:
        return snprintf(text, size, "{\"do\":\"lobby\",\"id\":%u}", number);
    default:
        return snprintf(text, size, "{\"do\":\"ping\",\"id\":-%u}", number);
    }
}

static void mutated(struct client *client)
{
    char text[512];
    int length = any_message(client, text, sizeof text);
    for (unsigned changes = roll(client, 4); changes > 0; changes--) {
        const unsigned place = roll(client, (unsigned)length);
        text[place] = (char)(1 + roll(client, 255));
    }
    client_send(client, text, roll(client, 4) ? (size_t)length : roll(client, (unsigned)length));
}

static void flood(struct client *client)
{
    for (unsigned count = 1 + roll(client, 40); count > 0 && client_is_there(client); count--) {
        char text[512];
        client_send(client, text, (size_t)any_message(client, text, sizeof text));
    }
}

void hostile_act(struct client *client)
{
    for (unsigned i = 0; i < REQUESTS_MAX; i++)
        if (client->request[i] && roll(client, 6) == 0)
            client_drop_request(client, i);
    if (!client->websocket) {
        if (roll(client, 8) == 0)
            player_ask_anything(client);
        else
            client_connect(client);
        return;
    }
    if (!client->never_reads && roll(client, 8) == 0)
        client_read(client, roll(client, 20));
    switch (client->websocket ? roll(client, 12) : 99) {
    case 0:
        noise(client);
        break;
    case 1:
    case 2:
        mutated(client);
        break;
    case 3:
        client_disconnect(client);
        break;
    case 4:
        player_ask_anything(client);
        break;
    case 5:
        player_open_table(client);
        break;
    case 6:
        client_follow(client, player_any_table(client->world), (uint32_t)client->next_id % 5);
        break;
    case 99:
        break;
    default:
        flood(client);
    }
}
