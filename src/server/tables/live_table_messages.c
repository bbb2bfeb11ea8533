/* Messages about a table: TABLE, people, the cards of a follower. */
#include <string.h>

#include "base/check.h"
#include "protocol/told_message.h"
#include "server/tables/live_table_internal.h"
#include "server/tables/table_summary.h"

_Static_assert(AUTHORS_MAX + SEATS_MAX <= TOLD_PEOPLE_MAX, "all people of a room can be told of");

/* `person` is the recipient: the host also gets the key. */
static void send_table(const struct live_table *table, const char *person, struct told_table *told)
{
    const bool is_host = person[0] != '\0' && strcmp(table->match.state.host, person) == 0;
    told_table_of(told, &table->match.state, &table->match.position.table);
    table_summary_party(told, &table->party);
    memcpy(told->id, table->id, sizeof told->id);
    told->opened = table->opened;
    told->changed = table->changed;
    for (unsigned seat = 0; seat < told->settings.seats; seat++) {
        if (told->seat[seat].person[0] != '\0')
            memcpy(told->seat[seat].name, table->name[seat], sizeof told->seat[seat].name);
    }
    if (is_host)
        memcpy(told->key, table->key, sizeof table->key);
    if (!match_is_revealed(&table->match))
        told->settings.seed_words[0] = '\0';
}

struct shared_bytes *live_table_table(const struct live_table *table, const char *person)
{
    struct told_table told;
    char buffer[TABLE_TEXT_SIZE];
    struct text text;
    send_table(table, person, &told);
    text_init(&text, buffer, sizeof buffer);
    told_table_write(&told, &text);
    return shared_bytes_of_text(&text);
}

struct shared_bytes *live_table_listing(const struct live_table *table)
{
    struct told_table told;
    char buffer[TABLE_TEXT_SIZE];
    struct text text;
    send_table(table, "", &told);
    told.has_mover = false;
    text_init(&text, buffer, sizeof buffer);
    told_table_write(&told, &text);
    return shared_bytes_of_text(&text);
}

struct shared_bytes *live_table_greeting(const struct live_table *table, const struct asker *asker)
{
    struct told_following told;
    char buffer[FOLLOWING_TEXT_SIZE];
    struct text text;
    send_table(table, asker->identity.person, &told.table);
    told.seat = match_state_seat_of(&table->match.state, asker->identity.person);
    told.last = table_history_events(&table->history);
    told.since = table->match.state.since;
    told.has_re = asker->has_id;
    told.re = asker->id;
    text_init(&text, buffer, sizeof buffer);
    told_following_write(&told, &text);
    return shared_bytes_of_text(&text);
}

static void add_person(struct told_people *told, const char *person, const char *name, bool here,
                       bool seated)
{
    struct told_person *entry = &told->person[told->people++];
    memcpy(entry->id, person, sizeof entry->id);
    memcpy(entry->name, name, sizeof entry->name);
    entry->here = here;
    entry->seated = seated;
}

/* Lists those who sit or have a reserved seat, and those who have written something. */
static void add_people(const struct live_table *table, struct told_people *told)
{
    const struct match_state *state = &table->match.state;
    for (unsigned seat = 0; seat < state->settings.seats; seat++) {
        const char *person = match_state_person_of(state, seat);
        if (person[0] != '\0')
            add_person(told, person, table->name[seat], live_table_has(table, person),
                       state->seat[seat].kind == SEAT_PERSON);
    }
    for (unsigned i = 0; i < table->history.authors; i++) {
        const struct author *author = &table->history.author[i];
        if (match_state_place_of(state, author->person) == SEAT_NONE)
            add_person(told, author->person, author->name, live_table_has(table, author->person),
                       false);
    }
}

static unsigned count_watching(const struct live_table *table)
{
    unsigned watching = 0;
    for (unsigned i = 0; i < table->followers; i++)
        watching +=
            match_state_seat_of(&table->match.state, table->follower[i].person) == SEAT_NONE;
    return watching;
}

/* Returns true if this person's presence matters to others. */
static bool is_known(const struct live_table *table, const char *person)
{
    return person[0] != '\0' && (match_state_place_of(&table->match.state, person) != SEAT_NONE ||
                                 table_history_author(&table->history, person) != NULL);
}

static bool follows_before(const struct live_table *table, unsigned place)
{
    for (unsigned i = 0; i < place; i++)
        if (strcmp(table->follower[i].person, table->follower[place].person) == 0)
            return true;
    return false;
}

void live_table_write_followers(const struct live_table *table, struct text *text)
{
    text_add(text, "here ");
    text_add(text, table->id);
    text_add(text, " ");
    text_add_number(text, count_watching(table));
    for (unsigned i = 0; i < table->followers; i++) {
        const char *person = table->follower[i].person;
        if (!is_known(table, person) || follows_before(table, i))
            continue;
        text_add(text, " ");
        text_add(text, person);
    }
    CHECK(!text->cut);
}

struct shared_bytes *live_table_people(const struct live_table *table)
{
    struct told_people told;
    char buffer[PEOPLE_TEXT_SIZE];
    struct text text;
    told.people = 0; /* the rest is large and need not be cleared */
    add_people(table, &told);
    told.watching = count_watching(table);
    for (const struct remote_followers *remote = table->remote_followers; remote != NULL;
         remote = remote->next)
        told.watching += remote->watching;
    text_init(&text, buffer, sizeof buffer);
    told_people_write(&told, &text);
    return shared_bytes_of_text(&text);
}

static struct shared_bytes *no_hand(struct answer *answer, enum objection objection,
                                    enum fault_id why)
{
    answer->objection = objection;
    fault_say_plain(&answer->fault, why, "");
    return NULL;
}

struct shared_bytes *live_table_hand(const struct live_table *table, const char *person,
                                     struct answer *answer)
{
    const struct match_state *state = &table->match.state;
    const unsigned seat = match_state_seat_of(state, person);
    struct hand hand;
    *answer = (struct answer){.objection = OBJECTION_NONE};
    if (seat == SEAT_NONE)
        return no_hand(answer, OBJECTION_FORBIDDEN, FAULT_NO_PLAYER);
    if (!match_hand(&table->match, seat, &hand))
        return no_hand(answer, OBJECTION_STATE,
                       state->phase == MATCH_PAUSE  ? FAULT_ROUND_OVER
                       : match_state_is_over(state) ? FAULT_GAME_OVER
                                                    : FAULT_GAME_NOT_STARTED);
    return table_write_hand(&table->match, seat);
}

void live_table_send_hand(const struct live_table *table, const struct follower *follower,
                          struct outgoing *outgoing)
{
    const unsigned seat = match_state_seat_of(&table->match.state, follower->person);
    struct hand hand;
    if (seat != SEAT_NONE && match_hand(&table->match, seat, &hand))
        outgoing_to_client(outgoing, follower->client, table_write_hand(&table->match, seat));
}
