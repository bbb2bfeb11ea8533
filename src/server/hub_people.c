/* People at all tables and connections of the hub: a new name, and forgetting somebody. */
#include <string.h>

#include "server/hub_internal.h"

/* Whether a room knows them, or may: what is being read now was perhaps read before. */
static bool concerns(const struct room *room, const char *person)
{
    return room->state == ROOM_LOADING ||
           match_state_place_of(&room->match.state, person) != SEAT_NONE ||
           table_history_author(&room->history, person);
}

void hub_rename(struct hub *hub, const char *person, const char *name)
{
    for (struct link *link = hub->links; link; link = link->next)
        if (strcmp(link->identity.person, person) == 0)
            text_copy(link->identity.name, NAME_SIZE, name);
    hub_look_again(hub, person);
    for (struct room *room = NULL; (room = hub_next_room(hub, room));) {
        if (!concerns(room, person))
            continue;
        room_rename(room, person, name, hub_now(hub), hub_mail(hub, room));
        hub_follow_up(hub, room);
    }
}

/* Words of long ago have no author in memory, and chairs that were just taken no row in the store.
 */
void hub_forget(struct hub *hub, const char *person, char (*table)[TABLE_ID_SIZE], unsigned tables)
{
    for (unsigned i = 0; i < tables; i++) {
        struct room *room = hub_find_room(hub, table[i]);
        if (room)
            room->outdated = true;
    }
    for (struct room *room = NULL; (room = hub_next_room(hub, room));) {
        if (concerns(room, person))
            room_forget(room, person);
        if (room->outdated)
            hub_follow_up(hub, room);
    }
}

void hub_doubt_person(struct hub *hub, const char *person)
{
    if (hub->stopping)
        return;
    for (struct room *room = NULL; (room = hub_next_room(hub, room));) {
        if (!concerns(room, person))
            continue;
        room->outdated = true;
        hub_follow_up(hub, room);
    }
    hub_look_again(hub, person);
    for (struct link *link = hub->links; link; link = link->next)
        if (!link->once && strcmp(link->identity.person, person) == 0)
            hub_link_end(link, FAULT_STORE_SILENT_LATER);
}

/* Another server has deleted them, and this one has not heard of it. */
void hub_end_gone(struct hub *hub, const struct change *change)
{
    struct link *link = hub_find_link(hub, change->asker.link);
    hub_end_person(hub, change->asker.identity.person, "");
    if (link && link->once)
        hub_refuse(link, NULL, "identity", FAULT_SESSION_ENDED);
}
