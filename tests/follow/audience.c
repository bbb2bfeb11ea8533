/* Whoever follows a match in tests: see audience.h. */
#include "follow/audience.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "follow/server.h"
#include "support.h"

struct audience *audience_new(const struct gathering *table, uint64_t *random, bool steady)
{
    struct audience *audience = calloc(1, sizeof *audience);
    CHECK(audience);
    audience->table = table;
    audience->steady = steady;
    audience->now = OPENED;
    audience->ended = calloc(table->match.position.table.round + 1U, sizeof *audience->ended);
    CHECK(audience->ended);
    match_init(&audience->match, &table->match.state.settings, table->match.state.host, table->seed,
               OPENED);
    for (unsigned i = 0; i < AUDIENCE; i++) {
        struct listener *listener = &audience->listener[i];
        const char *person = i < SEATS_MAX ? guests[i] : i == SEATS_MAX ? "zoe" : "";
        memcpy(listener->person, person, strlen(person));
        listener->clock = (int64_t)test_random_below(random, 100000) - 50000;
        audience_join(audience, listener, true);
    }
    return audience;
}

void audience_free(struct audience *audience)
{
    free(audience->ended);
    free(audience);
}

void audience_told(const struct audience *audience, unsigned event, struct told_event *told)
{
    const struct match *after = &audience->table->after[event];
    const unsigned revealed = after->state.revealed;
    say_event(told, after, &audience->table->event[event],
              revealed > 0 && after->position.table.round > 0 ? &audience->ended[revealed - 1]
                                                              : NULL);
}

static void tell_hand(const struct audience *audience, struct listener *listener)
{
    struct told_hand hand;
    if (say_cards(&hand, &audience->match, listener->person))
        assert_int_equal(follow_take_hand(&listener->follow, &hand), FITS);
}

static void tell_people(const struct audience *audience, struct listener *listener)
{
    struct told_people people;
    say_people(&people, &audience->match, 0);
    assert_int_equal(follow_take_people(&listener->follow, &people), FITS);
}

void audience_join(struct audience *audience, struct listener *listener, bool anew)
{
    struct told_following table;
    struct told_hello hello;
    struct told_event event;
    if (anew)
        follow_init(&listener->follow);
    say_hello(&hello, listener->person, audience->now);
    assert_int_equal(follow_take_hello(&listener->follow, &hello, audience->now - listener->clock),
                     FITS);
    say_table(&table, &audience->match, listener->person);
    assert_int_equal(follow_take_table(&listener->follow, &table), FITS);
    for (unsigned i = listener->follow.state.events; i < audience->match.state.events; i++) {
        audience_told(audience, i, &event);
        assert_int_equal(follow_take_event(&listener->follow, &event), FITS);
    }
    tell_hand(audience, listener);
    tell_people(audience, listener);
    assert_true(follow_is_current(&listener->follow));
    listener->connected = true;
}

/* Connections are lost and found, and sometimes the server is started again. */
static void shuffle(struct audience *audience, uint64_t *random)
{
    if (audience->steady)
        return;
    if (test_random_below(random, 150) == 0) {
        for (unsigned i = 0; i < AUDIENCE; i++)
            audience->listener[i].connected = false;
        match_state_resume(&audience->match.state, audience->now);
    }
    for (unsigned i = 0; i < AUDIENCE; i++) {
        struct listener *listener = &audience->listener[i];
        if (listener->connected && test_random_below(random, 100) == 0)
            listener->connected = false;
        else if (!listener->connected && test_random_below(random, 8) == 0)
            audience_join(audience, listener, test_random_below(random, 3) == 0);
    }
}

/* The cards of a round come behind its event; a message may come twice. */
static void tell(struct audience *audience, struct listener *listener,
                 const struct told_event *told, uint64_t *random)
{
    assert_int_equal(follow_take_event(&listener->follow, told), FITS);
    if (told->event.kind == EVENT_ROUND)
        tell_hand(audience, listener);
    if (test_random_below(random, 50) == 0) {
        tell_hand(audience, listener);
        tell_people(audience, listener);
        assert_int_equal(follow_take_event(&listener->follow, told), FITS);
    }
}

bool audience_next(struct audience *audience, uint64_t *random)
{
    const unsigned number = audience->match.state.events;
    struct fault fault = {0};
    struct told_event told;
    if (number == audience->table->events)
        return false;
    shuffle(audience, random);
    const struct event *event = &audience->table->event[number];
    audience->now = event->at;
    assert_true(match_replay(&audience->match, event, &fault));
    if (event->kind == EVENT_END)
        audience->ended[audience->match.position.table.round - 1] = audience->match.position;
    audience_told(audience, number, &told);
    for (unsigned i = 0; i < AUDIENCE; i++)
        if (audience->listener[i].connected)
            tell(audience, &audience->listener[i], &told, random);
    return true;
}
