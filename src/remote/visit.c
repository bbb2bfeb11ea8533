/* A connection to a table; see visit.h. */
#include "remote/visit.h"

#include <stdio.h>

#include "base/check.h"
#include "remote/request.h"
#include "remote/secret.h"

bool visit_begin(struct visit *visit, const struct remote_target *target, const char *program,
                 char error[], size_t error_size)
{
    char secret[SECRET_TEXT_SIZE];
    struct address address;
    if (!address_read(&address, target->url, error, error_size) ||
        !secret_for(&address, target->url, program, secret, error, error_size))
        return false;
    if (target->name != NULL &&
        !remote_rename(target->url, secret, target->name, error, error_size))
        return false;
    if (!remote_find(&visit->place, target, secret, error, error_size))
        return false;
    visit->wire = wire_open(target->url, secret, error, error_size);
    return visit->wire != NULL;
}

void visit_end(struct visit *visit)
{
    if (visit->wire != NULL)
        wire_close(visit->wire);
    visit->wire = NULL;
}

bool visit_say(const struct visit *visit, const struct message *message)
{
    char bytes[MESSAGE_TEXT_SIZE];
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    message_write(message, &text);
    CHECK(!text.cut);
    return visit->wire != NULL && wire_send(visit->wire, bytes);
}

void visit_follow(const struct visit *visit, const struct follow *follow, int64_t id)
{
    struct message message = {.kind = MESSAGE_LOBBY};
    if (visit->place.table[0] != '\0') {
        message = (struct message){.kind = MESSAGE_FOLLOW,
                                   .has_id = true,
                                   .id = id,
                                   .undo = true,
                                   .after = follow->state.events};
        snprintf(message.table, sizeof message.table, "%s", visit->place.table);
    }
    visit_say(visit, &message);
}

bool visit_play(const struct visit *visit, const char *turn, uint32_t after, int64_t id)
{
    struct message message = {.kind = MESSAGE_TURN, .has_id = true, .id = id, .after = after};
    snprintf(message.turn, sizeof message.turn, "%s", turn);
    return visit_say(visit, &message);
}
