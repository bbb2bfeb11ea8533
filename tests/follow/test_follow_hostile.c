/*
 * A server that lies: whatever does not fit what is known is refused and changes nothing, not a
 * byte; and nothing that it can say stops a program.
 */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "follow/audience.h"
#include "follow/server.h"
#include "match/evening.h"

/* What a follower was before; large. */
static struct follow before;

/* Not a byte, if it was refused; what was taken over is taken back. */
static void check_unchanged(struct follow *follow, enum misfit misfit)
{
    const bool same = memcmp(follow, &before, sizeof before) == 0;
    assert_true(same || misfit == FITS);
    if (!same)
        memcpy(follow, &before, sizeof before);
}

static enum misfit try_event(struct follow *follow, const struct told_event *told)
{
    memcpy(&before, follow, sizeof before);
    const enum misfit misfit = follow_take_event(follow, told);
    assert_true(misfit < MISFITS);
    check_unchanged(follow, misfit);
    return misfit;
}

static void each_evening(unsigned evenings,
                         void (*check)(struct audience *audience, uint64_t *random))
{
    uint64_t random = test_seed();
    const unsigned count = test_count(evenings);
    const unsigned first = test_random_below(&random, evening_cases());
    for (unsigned i = 0; i < count; i++) {
        struct match_settings settings;
        struct gathering table;
        evening_settings(&settings, (first + i * 37) % evening_cases(), &random);
        settings.party = !(settings.variants & VARIANT_OPEN_CARDS) && i % 3 == 0;
        evening_play(&table, &settings, &random);
        while (!match_is_revealed(&table.match))
            match_reveal(&table.match, table.now, gathering_listener(&table));
        struct audience *audience = audience_new(&table, &random, true);
        check(audience, &random);
        audience_free(audience);
        gathering_release(&table);
    }
}

/* ---- Events in the wrong order --------------------------------------------------------------- */

/* What only the others' cards could tell: whether a turn went on too long, and a hidden end. */
static bool cannot_be_judged(const struct follow *follow, const struct told_event *told)
{
    if (told->event.kind == EVENT_TURN)
        return !hand_is_known(&follow->view.hand) || told->event.seat != follow->view.seat;
    return told->event.kind == EVENT_END && !told->has_hands;
}

static void check_order(struct audience *audience, uint64_t *random)
{
    const struct gathering *table = audience->table;
    do {
        struct follow *follow = &audience->listener[test_random_below(random, AUDIENCE)].follow;
        const unsigned other = test_random_below(random, table->events);
        struct told_event told;
        struct fault fault;
        struct match tried;
        audience_told(audience, other, &told);
        if (told.event.kind == EVENT_REVEAL)
            continue; /* what it shows has not happened yet */
        told.number = follow->state.events + 1;
        if (told.event.kind == EVENT_TURN)
            told.event.after = follow->state.events;
        memcpy(&tried, &audience->match, sizeof tried);
        const bool can = match_replay(&tried, &told.event, &fault);
        const enum misfit misfit = try_event(follow, &told);
        if (!can && !cannot_be_judged(follow, &told))
            assert_int_not_equal(misfit, FITS);
        told.number++;
        assert_int_equal(try_event(follow, &told), MISFIT_GAP);
    } while (audience_next(audience, random));
}

TEST_CASE(events_in_the_wrong_order_are_refused)
{
    each_evening(120, check_order);
}

/* ---- Events with wrong contents -------------------------------------------------------------- */

/* Each spoils an event so that it cannot be true; false where that makes no sense for it. */
static bool spoil_game(struct told_event *told, unsigned how, const struct follow *follow,
                       uint64_t *random)
{
    const unsigned seats = follow->state.settings.seats;
    const unsigned seat = test_random_below(random, seats),
                   group = test_random_below(random, GROUPS);
    const enum event_kind kind = told->event.kind;
    const bool ends = kind == EVENT_END, hands = told->has_hands;
    switch (how) {
    case 0:
        told->round++;
        return kind == EVENT_ROUND || ends || (kind == EVENT_REVEAL && hands);
    case 1:
        told->first = told->first + 1 < seats ? told->first + 1 : 0;
        return kind == EVENT_ROUND && told->round > 1;
    case 2:
        told->first = seats + seat;
        return kind == EVENT_ROUND;
    case 3:
        told->has_hands = !told->has_hands;
        return kind == EVENT_ROUND || ends || kind == EVENT_REVEAL;
    case 4:
        told->hand[seat].city[group] = told->hand[(seat + 1) % seats].city[group];
        return hands;
    case 5:
        told->hand[seat].city[group] = told->hand[seat].city[(group + 1) % GROUPS];
        return hands;
    case 6:
        told->hand[seat].city[group] = CITY_NONE;
        return hands;
    case 7:
        told->hand[seat].city[group] = 200;
        return hands;
    case 8:
        told->connected ^= 1U << seat;
        return ends;
    case 9:
        told->connected |= 1U << seats;
        return ends;
    case 10:
        told->lost[seat]++;
        return ends;
    case 11:
        told->lost[seat] = -1;
        return ends;
    case 12:
        told->lost[seat]++, told->points[seat]--;
        return ends && hands;
    case 13:
        told->points[seat]++;
        return ends;
    case 14:
        told->has_barrier = !told->has_barrier;
        return ends;
    case 15:
        told->barrier++;
        return ends && told->has_barrier;
    case 16:
        told->winners ^= 1U << seat;
        return kind == EVENT_RESULT;
    default:
        return false;
    }
}

static bool spoil_turn(struct told_event *told, unsigned how, const struct follow *follow)
{
    struct turn *turn = &told->event.turn;
    if (told->event.kind != EVENT_TURN)
        return false;
    switch (how) {
    case 0:
        turn->kind = 3;
        return true;
    case 1:
        turn->tracks = 3;
        return true;
    case 2:
        turn->track[0].line = LINES_MAX;
        return true;
    case 3:
        turn->marker = (uint8_t)follow->state.settings.board->junctions;
        return true;
    case 4:
        turn->zero = 1;
        return true;
    case 5:
        turn->track[1] = turn->track[0];
        turn->tracks = 2;
        return true;
    case 6:
        told->event.seat = (told->event.seat + 1) % follow->state.settings.seats;
        return true;
    case 7:
        told->event.stand_in = !told->event.stand_in;
        return true;
    case 8:
        told->event.after = follow->state.events + 1;
        return true;
    case 9:
        told->event.after = follow->state.changed - 1;
        return true;
    case 10:
        told->event.left = -1;
        return true;
    default:
        return false;
    }
}

static bool spoil_table(struct told_event *told, unsigned how)
{
    const enum event_kind kind = told->event.kind;
    const bool names_person = kind == EVENT_SIT || kind == EVENT_CHAT || kind == EVENT_MUTE;
    switch (how) {
    case 0:
        told->event.kind = EVENT_KINDS + 1;
        return true;
    case 1:
        told->event.seat = SEATS_MAX;
        return event_names_seat(kind);
    case 2:
        told->event.at = -1;
        return true;
    case 3:
        told->event.at = INT64_MAX;
        return true;
    case 4:
        memset(told->event.person, 0, PERSON_SIZE);
        return names_person;
    case 5:
        memset(told->event.person, 'x', PERSON_SIZE);
        return names_person;
    case 6:
        told->event.as = (enum seat_kind)17;
        return kind == EVENT_SEAT;
    case 7:
        told->event.as = SEAT_PERSON;
        return kind == EVENT_SEAT;
    case 8:
        memset(told->event.bot, 'x', BOT_NAME_SIZE);
        return kind == EVENT_SEAT;
    case 9:
        told->event.away = (enum away_reason)3;
        return kind == EVENT_AWAY;
    case 10:
        told->event.close = (enum close_reason)2;
        return kind == EVENT_CLOSE;
    case 11:
        memset(told->event.text, 'x', CHAT_SIZE);
        return kind == EVENT_CHAT;
    case 12:
        told->event.on = !told->event.on;
        return kind == EVENT_MUTE;
    case 13:
        memset(told->seed, 'x', sizeof told->seed);
        return true;
    case 14:
        told->number = 0;
        return true;
    case 15:
        told->number = UINT32_MAX;
        return true;
    default:
        return false;
    }
}

/* In the place of the event that comes next, one that cannot be. */
static void check_contents(struct audience *audience, uint64_t *random)
{
    struct follow *follow = &audience->listener[test_random_below(random, AUDIENCE)].follow;
    const struct gathering *table = audience->table;
    while (audience->match.state.events < table->events) {
        struct told_event next, told;
        audience_told(audience, audience->match.state.events, &next);
        for (unsigned how = 0; how < 48; how++) {
            memcpy(&told, &next, sizeof told);
            const bool spoilt = how < 20   ? spoil_game(&told, how, follow, random)
                                : how < 32 ? spoil_turn(&told, how - 20, follow)
                                           : spoil_table(&told, how - 32);
            if (!spoilt)
                continue;
            const enum misfit misfit = try_event(follow, &told);
            if (misfit == FITS)
                print_error("spoilt %u: %s\n", how, event_kind_names[next.event.kind]);
            assert_int_not_equal(misfit, FITS);
        }
        audience_next(audience, random);
    }
}

TEST_CASE(events_with_wrong_contents_are_refused)
{
    each_evening(120, check_contents);
}

/* ---- Anything at all ------------------------------------------------------------------------- */

/* A few bytes of the next event are others: it is refused without harm, or it could be true. */
static void check_noise(struct audience *audience, uint64_t *random)
{
    struct follow *follow = &audience->listener[test_random_below(random, AUDIENCE)].follow;
    const struct gathering *table = audience->table;
    while (audience->match.state.events < table->events) {
        struct told_event told;
        audience_told(audience, audience->match.state.events, &told);
        for (unsigned bytes = 1 + test_random_below(random, 3); bytes > 0; bytes--) {
            const unsigned at = test_random_below(random, sizeof told);
            const unsigned near = test_random_below(random, 4) ? at % 96 : at;
            ((unsigned char *)&told)[near] = (unsigned char)test_random(random);
        }
        told.has_hands = test_random_below(random, 2); /* a bool is 0 or 1 for every reader */
        told.has_barrier = test_random_below(random, 2);
        told.event.stand_in = told.event.on = test_random_below(random, 2);
        told.event.program = test_random_below(random, 2);
        told.number = follow->state.events + 1;
        try_event(follow, &told);
        audience_next(audience, random);
    }
}

TEST_CASE(noise_does_no_harm)
{
    each_evening(120, check_noise);
}

/* ---- Tables, hands, people ------------------------------------------------------------------- */

/* A follower of a table that has been started, and what it was told. */
static struct audience *begin(struct gathering *table, uint64_t *random)
{
    const struct match_settings settings = gathering_settings(3);
    gathering_start(table, &settings, 1);
    struct audience *audience = audience_new(table, random, true);
    while (audience_next(audience, random)) {
    }
    return audience;
}

static void check_table(struct follow *follow, const struct told_following *told,
                        enum misfit expected)
{
    memcpy(&before, follow, sizeof before);
    assert_int_equal(follow_take_table(follow, told), expected);
    assert_memory_equal(follow, &before, sizeof before);
}

TEST_CASE(a_table_that_makes_no_sense_is_refused)
{
    uint64_t random = 1;
    struct gathering table;
    struct audience *audience = begin(&table, &random);
    struct follow *known = &audience->listener[0].follow, *fresh = malloc(sizeof *fresh);
    struct told_following good, bad;
    CHECK(fresh);
    follow_init(fresh);
    say_table(&good, &audience->match, "ada");
#define SPOIL(change, expected)                                                                    \
    do {                                                                                           \
        memcpy(&bad, &good, sizeof bad);                                                           \
        change;                                                                                    \
        check_table(fresh, &bad, expected);                                                        \
    } while (0)
    SPOIL(bad.table.settings.board = NULL, MISFIT_SETTINGS);
    SPOIL(bad.table.settings.seats = 1, MISFIT_SETTINGS);
    SPOIL(bad.table.settings.seats = 7, MISFIT_SETTINGS);
    SPOIL(bad.table.settings.variants = 8, MISFIT_SETTINGS);
    SPOIL(bad.table.settings.plan[1].kind = (enum seat_kind)9, MISFIT_SETTINGS);
    SPOIL(bad.table.settings.plan[1].kind = SEAT_BOT, MISFIT_SETTINGS);
    SPOIL(memset(bad.table.settings.plan[1].bot, 'x', BOT_NAME_SIZE), MISFIT_SETTINGS);
    SPOIL(bad.table.settings.clock.kind = (enum clock_kind)3, MISFIT_SETTINGS);
    SPOIL(bad.table.settings.clock.kind = CLOCK_LIVE, MISFIT_SETTINGS);
    SPOIL(bad.table.settings.clock = ((struct clock){CLOCK_SLOW, 0, 0, 15 * DAY}), MISFIT_SETTINGS);
    SPOIL((bad.table.party = 2, bad.table.settings.variants = VARIANT_OPEN_CARDS), MISFIT_SETTINGS);
    SPOIL(memset(bad.table.id, 'x', sizeof bad.table.id), MISFIT_SETTINGS);
    SPOIL(memset(bad.table.key, 'x', sizeof bad.table.key), MISFIT_SETTINGS);
    SPOIL(bad.table.host[0] = '\0', MISFIT_PERSON);
    SPOIL(memset(bad.table.host, 'x', PERSON_SIZE), MISFIT_PERSON);
    SPOIL(memset(bad.table.seat[0].name, 'x', TOLD_NAME_SIZE), MISFIT_PERSON);
    SPOIL(bad.since = -1, MISFIT_TIME);
    SPOIL(bad.since = INT64_MAX, MISFIT_TIME);
    SPOIL(bad.last = UINT32_MAX, MISFIT_TOO_LONG);
#undef SPOIL
    memcpy(&bad, &good, sizeof bad);
    bad.last = good.last - 1;
    check_table(known, &bad, MISFIT_FEWER_EVENTS);
    memcpy(&bad, &good, sizeof bad);
    bad.table.id[0] = 'x';
    check_table(known, &bad, MISFIT_OTHER_TABLE);
    memcpy(&bad, &good, sizeof bad);
    bad.table.settings.variants = VARIANT_BLOCKING;
    check_table(known, &bad, MISFIT_SETTINGS);
    assert_int_equal(follow_take_table(known, &good), FITS);
    free(fresh);
    audience_free(audience);
    gathering_release(&table);
}

TEST_CASE(nothing_is_followed_without_a_table)
{
    static struct follow follow;
    static const struct told_event event = {.number = 1};
    static const struct told_hand hand = {.round = 1};
    follow_init(&follow);
    memcpy(&before, &follow, sizeof before);
    assert_int_equal(follow_take_event(&follow, &event), MISFIT_UNKNOWN_TABLE);
    assert_int_equal(follow_take_hand(&follow, &hand), MISFIT_UNKNOWN_TABLE);
    assert_memory_equal(&follow, &before, sizeof before);
    assert_false(follow_is_current(&follow));
    assert_int_equal(follow_may(&follow, 0), 0);
    assert_int_equal(follow_moments(&follow), 0);
}

static enum misfit try_hand(struct follow *follow, const struct told_hand *told)
{
    memcpy(&before, follow, sizeof before);
    const enum misfit misfit = follow_take_hand(follow, told);
    check_unchanged(follow, misfit);
    return misfit;
}

/* S3, S4 */
TEST_CASE(cards_that_cannot_have_been_dealt_are_refused)
{
    uint64_t random = 1;
    struct gathering table;
    struct audience *audience = begin(&table, &random);
    const struct board *board = audience->match.state.settings.board;
    struct follow *follow = &audience->listener[0].follow;
    struct told_hand good, bad;
    assert_true(say_cards(&good, &audience->match, "ada"));
    assert_int_equal(try_hand(follow, &good), FITS);
    bad = good;
    bad.hand.city[0] = CITY_NONE;
    assert_int_equal(try_hand(follow, &bad), MISFIT_HANDS);
    bad.hand.city[0] = good.hand.city[1];
    assert_int_equal(try_hand(follow, &bad), MISFIT_HANDS);
    for (unsigned card = 0; card < board->cards[0]; card++) {
        bad.hand.city[0] = board->card[0][card];
        if (bad.hand.city[0] != good.hand.city[0]) /* others than those known, or dashed ones */
            assert_int_equal(try_hand(follow, &bad), MISFIT_HANDS);
        bad.round = 2;
        assert_int_equal(try_hand(follow, &bad),
                         board->city[bad.hand.city[0]].dashed ? MISFIT_HANDS : FITS);
        bad.round = 1;
    }
    bad = good;
    bad.round = 0;
    assert_int_equal(try_hand(follow, &bad), MISFIT_HANDS);
    bad.round = FOLLOW_ROUNDS_MAX + 1;
    assert_int_equal(try_hand(follow, &bad), MISFIT_TOO_LONG);
    bad = good;
    bad.seat = 1;
    assert_int_equal(try_hand(follow, &bad), MISFIT_SEAT);
    bad.seat = 3;
    assert_int_equal(try_hand(follow, &bad), MISFIT_SEAT);
    audience_free(audience);
    gathering_release(&table);
}

TEST_CASE(somebody_else_does_not_play_on_unawares)
{
    uint64_t random = 1;
    struct gathering table;
    struct audience *audience = begin(&table, &random);
    struct follow *follow = &audience->listener[0].follow;
    struct told_hello hello;
    struct told_people people;
    memcpy(&before, follow, sizeof before);
    say_hello(&hello, "eve", OPENED);
    assert_int_equal(follow_take_hello(follow, &hello, OPENED), MISFIT_OTHER_PERSON);
    say_hello(&hello, "", OPENED);
    assert_int_equal(follow_take_hello(follow, &hello, OPENED), MISFIT_OTHER_PERSON);
    memset(hello.id, 'x', sizeof hello.id);
    assert_int_equal(follow_take_hello(follow, &hello, OPENED), MISFIT_OTHER_PERSON);
    say_hello(&hello, "ada", -1);
    assert_int_equal(follow_take_hello(follow, &hello, OPENED), MISFIT_TIME);
    say_people(&people, &audience->match, 0);
    people.people = TOLD_PEOPLE_MAX + 1;
    assert_int_equal(follow_take_people(follow, &people), MISFIT_PERSON);
    people.people = 3;
    memset(people.person[2].name, 'x', TOLD_NAME_SIZE);
    assert_int_equal(follow_take_people(follow, &people), MISFIT_PERSON);
    assert_memory_equal(follow, &before, sizeof before);
    audience_free(audience);
    gathering_release(&table);
}

/* Servers may learn new kinds of events: their numbers count. */
TEST_CASE(events_of_unknown_kinds_are_counted)
{
    uint64_t random = 1;
    struct gathering table;
    struct audience *audience = begin(&table, &random);
    struct follow *follow = &audience->listener[0].follow;
    const struct told_event told = {.number = follow->state.events + 1,
                                    .event = {.kind = EVENT_KINDS, .at = OPENED}};
    memcpy(&before, follow, sizeof before);
    assert_int_equal(follow_take_event(follow, &told), FITS);
    assert_int_equal(follow->state.events, told.number);
    before.state.events++;
    assert_true(memcmp(follow, &before, sizeof before) == 0);
    audience_free(audience);
    gathering_release(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("nothing is followed without a table", nothing_is_followed_without_a_table),
        TEST("a table that makes no sense is refused", a_table_that_makes_no_sense_is_refused),
        TEST("S3, S4: cards that cannot have been dealt are refused",
             cards_that_cannot_have_been_dealt_are_refused),
        TEST("somebody else does not play on unawares", somebody_else_does_not_play_on_unawares),
        TEST("events of kinds that are not known are counted, and change nothing else",
             events_of_unknown_kinds_are_counted),
        TEST("events in the wrong order are refused and change nothing",
             events_in_the_wrong_order_are_refused),
        TEST("events with wrong contents are refused and change nothing",
             events_with_wrong_contents_are_refused),
        TEST("events with a few other bytes do no harm", noise_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
