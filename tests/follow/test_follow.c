/*
 * A match and whoever follows it agree on everything that can be seen, whatever people do.
 */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "board_file/boards.h"
#include "follow/audience.h"
#include "follow/server.h"
#include "match/evening.h"
#include "rules/position.h"
#include "rules/record.h"

enum { EVENINGS = 1000 };

/* A party's table now and then; its cards are shown when it is over. */
static void play_evening(struct gathering *table, unsigned number, uint64_t *random)
{
    struct match_settings settings;
    evening_settings(&settings, number % evening_cases(), random);
    settings.party = !(settings.variants & VARIANT_OPEN_CARDS) && test_random_below(random, 3) == 0;
    evening_play(table, &settings, random);
    while (!match_is_revealed(&table->match))
        match_reveal(&table->match, table->now, gathering_listener(table));
}

static void each_evening(unsigned evenings, bool steady,
                         void (*check)(struct audience *audience, uint64_t *random))
{
    uint64_t random = test_seed();
    const unsigned count = test_count(evenings);
    const unsigned first = test_random_below(&random, evening_cases());
    for (unsigned i = 0; i < count; i++) {
        struct gathering table;
        play_evening(&table, first + i * 37, &random);
        struct audience *audience = audience_new(&table, &random, steady);
        check(audience, &random);
        audience_free(audience);
        gathering_release(&table);
    }
}

/* ---- What is known --------------------------------------------------------------------------- */

/* A turn has ended the round, and the event that says so has not come yet. */
static bool breaks_off(const struct match *match)
{
    return match->state.phase == MATCH_PLAYING && match->position.table.phase != PHASE_PLAYING;
}

static void check_state(const struct match_state *one, const struct match_state *other)
{
    assert_int_equal(one->phase, other->phase);
    assert_int_equal(one->events, other->events);
    assert_int_equal(one->changed, other->changed);
    assert_true(one->since == other->since);
    assert_int_equal(one->revealed, other->revealed);
    assert_string_equal(one->host, other->host);
    assert_memory_equal(one->seat, other->seat, sizeof one->seat);
    assert_memory_equal(&one->takeback, &other->takeback, sizeof one->takeback);
    assert_int_equal(one->taken_back, other->taken_back);
    assert_int_equal(one->dealt, other->dealt);
    assert_string_equal(one->rematch, other->rematch);
    assert_string_equal(one->rematch_by, other->rematch_by);
    assert_int_equal(one->muted_count, other->muted_count);
    for (unsigned i = 0; i < one->muted_count; i++)
        assert_string_equal(one->muted[i], other->muted[i]);
}

static void check_view(const struct match *match, const struct follow *follow)
{
    static const struct hand hidden = {{CITY_NONE, CITY_NONE, CITY_NONE, CITY_NONE, CITY_NONE}};
    struct view view;
    const unsigned seat = match_state_seat_of(&match->state, follow->me);
    assert_int_equal(follow->view.seat, seat);
    if (breaks_off(match)) {
        assert_int_equal(follow->view.table.phase, PHASE_PLAYING);
        assert_memory_equal(follow->view.table.track, match->position.table.track, LINES_MAX);
        return;
    }
    view_of(&view, &match->position, seat);
    assert_memory_equal(&follow->view.table, &view.table, sizeof view.table);
    /* At a party's table whoever comes when a round is over does not see its cards any more. */
    if (match->state.settings.party && match->state.phase == MATCH_PAUSE &&
        memcmp(&follow->view.hand, &hidden, sizeof hidden) == 0)
        return;
    if (match->state.settings.party && match_state_is_over(&match->state) &&
        !match_is_revealed(match))
        return;
    assert_memory_equal(&follow->view.hand, &view.hand, sizeof view.hand);
}

static void check_clocks(const struct audience *audience, const struct listener *listener,
                         int64_t now)
{
    const struct match *match = &audience->match;
    const struct table *table = &match->position.table;
    const struct follow *follow = &listener->follow;
    const int64_t here = now - listener->clock;
    const struct presence presence = {{0}};
    for (unsigned seat = 0; seat < match->state.settings.seats; seat++) {
        struct follow_clock clock;
        follow_clock(follow, seat, here, &clock);
        if (clock.shown)
            assert_true(clock.left == match_state_time_left(&match->state, table, seat, now));
        if (clock.runs)
            assert_true(clock.left == 0 || match_due(match, &presence) == now + clock.left ||
                        now < match->state.since);
    }
    assert_true(follow_since(follow) == match->state.since - listener->clock);
}

static void check_people(const struct audience *audience, const struct follow *follow)
{
    for (unsigned seat = 0; seat < audience->match.state.settings.seats; seat++) {
        const struct match_seat *taken = &audience->match.state.seat[seat];
        const char *name = follow_name(follow, taken->person);
        if (taken->kind == SEAT_PERSON && name[0] != '\0') /* not all have been told at once */
            assert_string_equal(name + 1, taken->person + 1);
    }
}

/* ---- What may be asked for ------------------------------------------------------------------- */

static void nobody_hears(void *context, const struct match *after, const struct event *event)
{
    (void)context, (void)after, (void)event;
}

/* What the server answers to a wish now. */
static bool is_done(const struct match *match, const char *person, unsigned wish, int64_t now)
{
    static struct match tried;
    memcpy(&tried, match, sizeof tried);
    const struct asking asking = {.person = person, .now = now, .listener = {nobody_hears, NULL}};
    const uint32_t after = match->state.events;
    const unsigned mover = match->position.table.to_move;
    struct answer answer;
    switch (wish) {
    case MAY_STAND:
        match_stand(&tried, &asking, &answer);
        break;
    case MAY_SEAT:
        match_seat(&tried, &asking, 0, tried.state.seat[0].kind == SEAT_BOT ? SEAT_OPEN : SEAT_BOT,
                   tried.state.seat[0].kind == SEAT_BOT ? "" : "easy", &answer);
        break;
    case MAY_FILL:
        match_fill(&tried, &asking, "easy", &answer);
        break;
    case MAY_START:
        match_start(&tried, &asking, &answer);
        break;
    case MAY_CLOSE:
        match_close(&tried, &asking, &answer);
        break;
    case MAY_READY:
        match_ready(&tried, &asking, after, &answer);
        break;
    case MAY_LEAVE:
        match_leave(&tried, &asking, &answer);
        break;
    case MAY_BACK:
        match_back(&tried, &asking, &answer);
        break;
    case MAY_AWAY:
        match_send_away(&tried, &asking, mover, &answer);
        break;
    case MAY_CHAT:
        match_chat(&tried, &asking, "hm", &answer);
        break;
    case MAY_MUTE:
        match_mute(&tried, &asking, "xyz", true, &answer);
        return answer.objection == OBJECTION_NONE || answer.objection == OBJECTION_STATE;
    case MAY_TAKEBACK:
        if (match_state_seat_of(&match->state, person) == SEAT_NONE)
            return false;
        match_takeback(&tried, &asking,
                       match->state.seat[match_state_seat_of(&match->state, person)].turn_number,
                       &answer);
        break;
    case MAY_AGREE:
    case MAY_REFUSE:
        match_answer(&tried, &asking, match->state.takeback.number, wish == MAY_AGREE, &answer);
        break;
    case MAY_REMATCH:
        match_rematch(&tried, &asking, "q7m2x9kd4wpz", &answer);
        break;
    case MAY_JOIN: /* what a rematch is answered then */
        match_rematch(&tried, &asking, "q7m2x9kd4wpz", &answer);
        return answer.again;
    default:
        fail();
    }
    return answer.objection == OBJECTION_NONE && !answer.again;
}

static bool can_sit(const struct match *match, const char *person, unsigned seat, bool invited)
{
    static struct match tried;
    memcpy(&tried, match, sizeof tried);
    const struct asking asking = {.person = person, .listener = {nobody_hears, NULL}};
    struct answer answer;
    match_sit(&tried, &asking, seat, invited, &answer);
    return answer.objection == OBJECTION_NONE && !answer.again;
}

/* Which turns are accepted the rules say; here it is asked whether one can be. */
static bool may_play(const struct match *match, const char *person)
{
    const unsigned seat = match_state_seat_of(&match->state, person);
    return match->state.phase == MATCH_PLAYING && match->position.table.phase == PHASE_PLAYING &&
           seat == match->position.table.to_move && !match->state.seat[seat].away;
}

static void check_wishes(const struct audience *audience, const struct listener *listener,
                         int64_t now)
{
    const struct match *match = &audience->match;
    const struct follow *follow = &listener->follow;
    const unsigned may = follow_may(follow, now - listener->clock);
    if (listener->person[0] == '\0') {
        assert_int_equal(may, 0);
        return;
    }
    for (unsigned wish = MAY_STAND; wish <= MAY_REFUSE; wish <<= 1) {
        if (wish == MAY_PLAN)
            continue;
        const bool done = wish == MAY_TURN ? may_play(match, listener->person)
                                           : is_done(match, listener->person, wish, now);
        if (((may & wish) != 0) != done)
            print_error("wish %x of %s\n", wish, listener->person);
        assert_int_equal((may & wish) != 0, done);
    }
    bool sit = false;
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        const bool can = can_sit(match, listener->person, seat, follow_is_host(follow));
        assert_int_equal(follow_may_sit(follow, seat), can);
        sit |= can;
    }
    assert_int_equal((may & MAY_SIT) != 0, sit);
}

/* ---- All of it ------------------------------------------------------------------------------- */

/* The server never waits for a wish between an event and what follows from it at once. */
static bool waits(const struct match *match)
{
    return !breaks_off(match) && !match_state_is_agreed(&match->state) &&
           !(match->state.phase == MATCH_PAUSE && match->position.table.phase != PHASE_ROUND_OVER);
}

static void check_agreement(struct audience *audience, uint64_t *random)
{
    const struct match *match = &audience->match;
    do {
        const int64_t now = audience->now + test_random_below(random, 1U << 30);
        const int64_t soon = audience->now + test_random_below(random, 300000);
        const unsigned wishes = test_random_below(random, AUDIENCE);
        for (unsigned i = 0; i < AUDIENCE; i++) {
            const struct listener *listener = &audience->listener[i];
            if (!listener->connected)
                continue;
            check_state(&listener->follow.state, &match->state);
            check_view(match, &listener->follow);
            check_people(audience, &listener->follow);
            if (!breaks_off(match) && !match_state_is_agreed(&match->state))
                check_clocks(audience, listener, now);
            if (i == wishes && waits(match))
                check_wishes(audience, listener, soon);
        }
    } while (audience_next(audience, random));
}

TEST_CASE(followers_agree_with_their_match)
{
    each_evening(EVENINGS, false, check_agreement);
}

/* ---- Records --------------------------------------------------------------------------------- */

enum { RECORD_SIZE = 1 << 18 };

static char *buffer_of(struct text *text)
{
    char *buffer = malloc(RECORD_SIZE);
    assert_non_null(buffer);
    text_init(text, buffer, RECORD_SIZE);
    return buffer;
}

/* What is known in the middle of a game is a record too, which the reader of records accepts; but
 * not while rounds of a party that are over stay hidden. */
static void check_record_so_far(const struct follow *follow)
{
    static const struct record_names names;
    struct record_reader reader;
    struct text text;
    char *buffer = buffer_of(&text);
    follow_write_record(follow, &names, &text);
    record_reader_init(&reader, buffer, text.used, board_builtins, NULL);
    if (record_read_rest(&reader) != RECORD_END)
        print_error("line %u: %s\n", reader.fault.line, SENTENCE(&reader.fault));
    assert_int_equal(reader.fault.id, FAULT_NONE);
    assert_int_equal(reader.position.table.round, follow->view.table.round);
    assert_memory_equal(reader.position.table.points, follow->view.table.points,
                        sizeof follow->view.table.points);
    free(buffer);
}

/* As the server calls them: bots by their kind, people by the names that server.h gives them. */
static void true_names(const struct match *match, struct record_names *names)
{
    struct told_people people;
    say_people(&people, match, 0);
    memset(names, 0, sizeof *names);
    for (unsigned seat = 0; seat < match->state.settings.seats; seat++) {
        const char *name = "";
        for (unsigned i = 0; i < people.people; i++)
            if (strcmp(people.person[i].id, match->state.seat[seat].person) == 0)
                name = people.person[i].name;
        match_state_record_name(&match->state, seat, name, names->name[seat]);
    }
}

static void check_records(struct audience *audience, uint64_t *random)
{
    struct record_names names;
    struct text truth, told;
    char *expected = buffer_of(&truth), *found = buffer_of(&told);
    while (audience_next(audience, random)) {
        const struct listener *listener = &audience->listener[test_random_below(random, AUDIENCE)];
        if (listener->connected && test_random_below(random, 40) == 0 &&
            !breaks_off(&audience->match) && !listener->follow.state.settings.party)
            check_record_so_far(&listener->follow);
    }
    true_names(&audience->match, &names);
    gathering_write_record(audience->table, &names, &truth);
    for (unsigned i = 0; i < AUDIENCE; i++) {
        struct listener *listener = &audience->listener[i];
        audience_join(audience, listener, false);
        follow_record_names(&listener->follow, &names);
        text_init(&told, found, RECORD_SIZE);
        follow_write_record(&listener->follow, &names, &told);
        assert_false(told.cut);
        assert_string_equal(found, expected);
    }
    free(expected);
    free(found);
}

TEST_CASE(the_record_of_a_followed_game_is_that_of_the_match)
{
    each_evening(EVENINGS / 8, false, check_records);
}

/* Every moment of a game that is over lies as it did when the turn was played. */
static void check_moments(struct audience *audience, uint64_t *random)
{
    const struct gathering *table = audience->table;
    while (audience_next(audience, random)) {
    }
    const struct follow *follow = &audience->listener[test_random_below(random, AUDIENCE)].follow;
    unsigned moment = 0;
    for (unsigned i = 0; i < table->events; i++) {
        const struct event *event = &table->event[i];
        const struct position *position = &table->after[i].position;
        struct follow_moment shown;
        if (event->kind != EVENT_ROUND && event->kind != EVENT_TURN)
            continue;
        if (event->kind == EVENT_TURN && !gathering_stands(table, i))
            continue;
        assert_true(moment < follow_moments(follow));
        follow_moment(follow, moment++, &shown);
        assert_int_equal(shown.round, position->table.round);
        assert_int_equal(shown.seat, event->kind == EVENT_TURN ? event->seat : SEAT_NONE);
        if (event->kind == EVENT_TURN)
            assert_memory_equal(&shown.turn, &event->turn, sizeof event->turn);
        struct table now = position->table;
        if (now.phase != PHASE_PLAYING) /* a party's cards, which were hidden then, have come */
            memcpy(now.shown, position->hand, now.seats * sizeof now.shown[0]);
        assert_memory_equal(&shown.table, &now, sizeof shown.table);
        assert_memory_equal(shown.hand, position->hand,
                            table->match.state.settings.seats * sizeof shown.hand[0]);
    }
    assert_int_equal(moment, follow_moments(follow));
}

TEST_CASE(a_screen_can_step_back_to_every_moment)
{
    each_evening(EVENINGS / 16, true, check_moments);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(
            "a match and its followers agree on seats, clocks, tables, cards and what may be asked "
            "for, at every event",
            followers_agree_with_their_match),
        TEST("the record of a followed game is, to the byte, that of its match",
             the_record_of_a_followed_game_is_that_of_the_match),
        TEST("a screen can step back to every moment of a game",
             a_screen_can_step_back_to_every_moment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
