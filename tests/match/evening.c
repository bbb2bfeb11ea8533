/* Whole matches for tests: see evening.h. */
#include "match/evening.h"

#include <string.h>

#include "board_file/boards.h"
#include "support.h"

enum { VARIANT_SETS = VARIANTS_ALL + 1, SEAT_NUMBERS = SEATS_MAX - SEATS_MIN + 1 };

unsigned evening_cases(void)
{
    return board_builtin_count() * VARIANT_SETS * SEAT_NUMBERS;
}

static const char *any_bot(uint64_t *random)
{
    return test_random_below(random, 2) ? "easy" : "random";
}

static struct clock any_clock(uint64_t *random)
{
    struct clock clock = {.kind = (enum clock_kind)test_random_below(random, 3)};
    if (clock.kind == CLOCK_LIVE) {
        clock.bank = (BANK_MIN_S + test_random_below(random, 120)) * SECOND;
        clock.increment = test_random_below(random, 20) * SECOND;
    } else if (clock.kind == CLOCK_SLOW) {
        clock.turn = (1 + test_random_below(random, DAYS_MAX)) * DAY;
    }
    return clock;
}

static void set_bot(struct seat_plan *plan, const char *bot)
{
    memcpy(plan->bot, bot, strlen(bot) + 1);
}

void evening_settings(struct match_settings *settings, unsigned number, uint64_t *random)
{
    static const enum seat_kind kinds[] = {SEAT_OPEN, SEAT_INVITED, SEAT_BOT};
    memset(settings, 0, sizeof *settings);
    settings->seats = SEATS_MIN + number % SEAT_NUMBERS;
    settings->board = board_builtin_at(number / SEAT_NUMBERS % board_builtin_count());
    settings->variants = number / SEAT_NUMBERS / board_builtin_count() % VARIANT_SETS;
    settings->clock = any_clock(random);
    settings->chat = test_random_below(random, 8) > 0;
    for (unsigned seat = 0; seat < settings->seats; seat++) {
        struct seat_plan *plan = &settings->plan[seat];
        plan->kind = seat == 0 ? SEAT_PERSON : kinds[test_random_below(random, 3)];
        if (plan->kind == SEAT_BOT)
            set_bot(plan, any_bot(random));
    }
}

/* ---- Whims ----------------------------------------------------------------------------------- */

/* Somebody at the table or a passer-by. */
static const char *anybody(uint64_t *random)
{
    const unsigned number = test_random_below(random, SEATS_MAX + 1);
    return number < SEATS_MAX ? guests[number] : "zoe";
}

/* Mostly what a client would have seen. */
static uint32_t any_after(const struct gathering *table, uint64_t *random)
{
    const uint32_t events = table->match.state.events;
    switch (test_random_below(random, 6)) {
    case 0:
        return events + 1;
    case 1:
        return events > 0 ? events - 1 : 0;
    case 2:
        return test_random_below(random, events + 1);
    default:
        return events;
    }
}

static void seats_whim(struct gathering *table, uint64_t *random)
{
    static const enum seat_kind kinds[] = {SEAT_OPEN, SEAT_INVITED, SEAT_BOT};
    const char *person = anybody(random);
    const unsigned seat = test_random_below(random, SEATS_MAX);
    const enum seat_kind kind = kinds[test_random_below(random, 3)];
    const bool coin = test_random_below(random, 2);
    switch (test_random_below(random, 8)) {
    case 0:
        ask_stand(table, person);
        break;
    case 1:
        ask_seat(table, coin ? "ada" : person, seat, kind, kind == SEAT_BOT ? any_bot(random) : "");
        break;
    case 2:
        ask_fill(table, person, any_bot(random));
        break;
    case 3: /* a start that may succeed is evening_play()'s */
        ask_start(table, "zoe");
        break;
    case 4:
        ask_close(table, "zoe");
        break;
    default:
        ask_sit(table, person, seat, coin);
    }
}

/* A turn that is not accepted: of another's seat, stale, sent again or against the rules. */
static void turn_whim(struct gathering *table, uint64_t *random)
{
    static const char *const nonsense[] = {"", "@", "@A1 @A1", "K7-L7 L7-M7 M7-N7", "hm"};
    const unsigned seat = test_random_below(random, table->match.state.settings.seats);
    const struct match_seat *sent = &table->match.state.seat[seat];
    char text[TURN_TEXT_SIZE];
    if (test_random_below(random, 2) && sent->kind == SEAT_PERSON && sent->turn_number != 0) {
        notation_turn(text, table->match.state.settings.board, &sent->turn);
        assert_int_equal(ask_turn(table, sent->person, sent->turn_after, text), OBJECTION_NONE);
        assert_true(table->answer.again);
        assert_int_equal(table->answer.number, sent->turn_number);
        return;
    }
    if (table->match.state.phase == MATCH_PLAYING && test_random_below(random, 2)) {
        gathering_choose_text(table, "random", text);
        const char *person = anybody(random);
        if (match_state_seat_of(&table->match.state, person) != gathering_to_move(table))
            assert_int_not_equal(ask_turn(table, person, any_after(table, random), text),
                                 OBJECTION_NONE);
        else
            assert_int_equal(ask_turn(table, person, table->match.state.changed - 1, text),
                             OBJECTION_STALE);
        return;
    }
    const char *wrong = nonsense[test_random_below(random, 5)];
    assert_int_not_equal(ask_turn(table, anybody(random), any_after(table, random), wrong),
                         OBJECTION_NONE);
}

/* Somebody thinks better of a turn; those who are asked mostly do not mind. */
static void takeback_whim(struct gathering *table, uint64_t *random)
{
    const struct match_state *now = &table->match.state;
    const unsigned seat = test_random_below(random, now->settings.seats);
    const char *person = now->seat[seat].kind == SEAT_PERSON ? now->seat[seat].person : "zoe";
    if (now->takeback.number != 0 && test_random_below(random, 4) > 0)
        ask_answer(table, person, now->takeback.number, test_random_below(random, 6) > 0);
    else if (test_random_below(random, 8) == 0)
        ask_answer(table, anybody(random), any_after(table, random), test_random_below(random, 2));
    else
        ask_takeback(table, person,
                     test_random_below(random, 8) ? now->seat[seat].turn_number
                                                  : any_after(table, random));
}

void evening_whim(struct gathering *table, uint64_t *random)
{
    const char *person = anybody(random);
    const unsigned seat = test_random_below(random, SEATS_MAX);
    switch (test_random_below(random, 18)) {
    case 13:
    case 14:
    case 15:
    case 16:
    case 17:
        takeback_whim(table, random);
        break;
    case 12:
        ask_rematch(table, person, "q7m2x9kd4wpz");
        break;
    case 0:
        ask_leave(table, person);
        break;
    case 1:
    case 2:
        ask_back(table, person);
        break;
    case 3:
        ask_away(table, person, seat);
        break;
    case 4:
        ask_chat(table, person, "what now?");
        break;
    case 5:
        ask_mute(table, test_random_below(random, 2) ? "ada" : person, anybody(random),
                 test_random_below(random, 2));
        break;
    case 6:
        ask_ready(table, person, any_after(table, random));
        break;
    case 7:
        table->presence.gone_since[seat] = table->presence.gone_since[seat] ? 0 : table->now;
        break;
    case 8:
    case 9:
        seats_whim(table, random);
        break;
    default:
        turn_whim(table, random);
    }
}

/* ---- The evening ----------------------------------------------------------------------------- */

static void gather(struct gathering *table, uint64_t *random)
{
    for (unsigned whims = test_random_below(random, 30); whims > 0; whims--) {
        table->now += test_random_below(random, 5000);
        evening_whim(table, random);
        gathering_tick(table);
    }
    if (table->match.state.phase != MATCH_OPEN)
        return; /* everybody for whom a seat was kept is there */
    assert_int_equal(ask_fill(table, "ada", any_bot(random)), OBJECTION_NONE);
    if (ask_start(table, "ada") == OBJECTION_NONE)
        return;
    assert_string_equal(SENTENCE(&table->answer.fault), "nobody but bots sits at this table");
    assert_int_equal(ask_seat(table, "ada", 1, SEAT_OPEN, ""), OBJECTION_NONE);
    assert_int_equal(ask_sit(table, "ada", 1, false), OBJECTION_NONE);
    assert_int_equal(ask_start(table, "ada"), OBJECTION_NONE);
}

/* Time goes on: mostly a little, sometimes to when something is due, or long after. */
static void pass_time(struct gathering *table, uint64_t *random)
{
    const int64_t due = match_due(&table->match, &table->presence);
    const unsigned chance = test_random_below(random, 40);
    if (chance == 0 && due != MATCH_NEVER && due > table->now)
        table->now = due;
    else if (chance == 1)
        table->now += test_random_below(random, 1000000);
    else
        table->now += test_random_below(random, 4000);
    gathering_tick(table);
}

/* As at the table of a rematch, some seats are for people who are still to come. */
static void keep_seats(struct gathering *table, uint64_t *random)
{
    for (unsigned seat = 1; seat < table->match.state.settings.seats; seat++) {
        struct event event = {.kind = EVENT_KEEP, .at = table->now, .seat = seat};
        struct fault fault = {0};
        if (table->match.state.seat[seat].kind != SEAT_INVITED || test_random_below(random, 2))
            continue;
        memcpy(event.person, guests[seat], strlen(guests[seat]));
        assert_true(match_replay(&table->match, &event, &fault));
        const struct match_listener listener = gathering_listener(table);
        listener.happened(listener.context, &table->match, &event);
    }
}

void evening_play(struct gathering *table, const struct match_settings *settings, uint64_t *random)
{
    gathering_open(table, settings, test_random(random));
    if (test_random_below(random, 3) == 0)
        keep_seats(table, random);
    gather(table, random);
    for (unsigned steps = 0; table->match.state.phase != MATCH_FINISHED; steps++) {
        assert_true(steps < 20000);
        pass_time(table, random);
        if (test_random_below(random, 3) == 0)
            evening_whim(table, random);
        if (table->match.state.phase == MATCH_PLAYING && test_random_below(random, 8) > 0)
            gathering_play(table, any_bot(random));
    }
    for (unsigned whims = 0; whims < 10; whims++)
        evening_whim(table, random);
}
