/* Reading a game from the store; see stored_game.h. */
#include "server/tables/stored_game.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "protocol/told_event.h"

struct reading {
    struct stored_game *game;
    bool found;
};

static void say_damage(struct stored_game *game, const char *sentence)
{
    text_copy(game->damage, sizeof game->damage, sentence);
}

static void game_found(void *context, const struct store_game *row)
{
    struct reading *reading = context;
    struct stored_game *game = reading->game;
    struct match_settings settings;
    struct complaint complaint;
    char sentence[FAULT_SENTENCE_SIZE];
    uint8_t seed[SEED_SIZE];
    size_t length = 0;
    reading->found = true;
    game->state = row->state;
    game->opened = row->opened;
    game->changed = row->changed;
    if (!settings_read(&settings, row->settings, strlen(row->settings), &complaint)) {
        say_damage(game, fault_sentence(&complaint.fault, sentence));
    } else if (sodium_hex2bin(seed, sizeof seed, row->secret, strlen(row->secret), NULL, &length,
                              NULL) != 0 ||
               length != sizeof seed) {
        say_damage(game, "the seed is not 64 hexadecimal digits");
    } else if (row->host[0] == '\0' || strlen(row->host) >= PERSON_SIZE) {
        say_damage(game, "the host is nobody");
    } else if (!duplicate_tables_name(&game->party, row->party)) {
        say_damage(game, "the party is not one");
    } else {
        settings.party = game->party.id[0] != '\0';
        match_init(&game->match, &settings, row->host, seed, row->opened);
    }
}

static void event_found(void *context, const struct store_event *row)
{
    struct stored_game *game = context;
    struct event event;
    struct complaint complaint;
    struct fault fault = {0};
    char sentence[FAULT_SENTENCE_SIZE];
    if (game->damage[0] != '\0' || game->short_of_memory)
        return;
    if (row->at > game->changed)
        game->changed = row->at;
    if (row->number != game->match.state.events + 1) {
        say_damage(game, "an event is missing");
        return;
    }
    if (!event_body_read(&event, &game->match.state.settings, row->at, row->body, strlen(row->body),
                         &complaint)) {
        say_damage(game, fault_sentence(&complaint.fault, sentence));
        return;
    }
    if (!match_replay(&game->match, &event, &fault)) {
        say_damage(game, fault_sentence(&fault, sentence));
        return;
    }
    if (!event_log_add(game->history.log,
                       shared_bytes_of_event(row->number, row->at, row->body, strlen(row->body))) ||
        !table_history_note(&game->history, &game->match, &event))
        game->short_of_memory = true;
    if (game->replayed != NULL)
        game->replayed(game->context, game, &event);
}

void stored_game_name_found(void *name, const struct store_person *person)
{
    text_copy(name, NAME_SIZE, person->name);
}

static enum store_result read_names(struct stored_game *game, struct store *store)
{
    for (unsigned seat = 0; seat < game->match.state.settings.seats; seat++) {
        const char *person = match_state_person_of(&game->match.state, seat);
        if (person[0] == '\0')
            continue;
        if (store_person_by_id(store, person, stored_game_name_found, game->name[seat]) ==
            STORE_FAILED)
            return STORE_FAILED;
    }
    for (unsigned i = 0; i < game->history.authors; i++) {
        struct author *author = &game->history.author[i];
        if (store_person_by_id(store, author->person, stored_game_name_found, author->name) ==
            STORE_FAILED)
            return STORE_FAILED;
    }
    return STORE_OK;
}

enum store_result stored_game_read(struct stored_game *game, struct store *store, const char *id)
{
    struct reading reading = {.game = game};
    game->short_of_memory = !table_history_init(&game->history);
    if (game->short_of_memory)
        return STORE_FAILED;
    enum store_result result = store_game_by_id(store, id, game_found, &reading);
    if (game->short_of_memory)
        return STORE_FAILED;
    if (result != STORE_OK || game->damage[0] != '\0')
        return result;
    result = duplicate_tables_read(&game->party, store);
    if (result == STORE_OK)
        result = store_events(store, id, 0, event_found, game);
    if (result == STORE_NONE)
        result = STORE_OK;
    if (game->short_of_memory)
        return STORE_FAILED;
    if (result == STORE_OK && game->damage[0] == '\0')
        result = read_names(game, store);
    return result;
}

void stored_game_release(struct stored_game *game)
{
    table_history_release(&game->history);
}
