/*
 * Fuzzing whoever follows a table: a real match goes on as the bytes choose, and between its
 * messages come others in which bytes were changed.
 *
 * What the match says is taken over and leads to the same state; what is refused changes nothing;
 * whatever is taken, every question has an answer.
 */
#include <string.h>

#include "base/check.h"
#include "board_file/boards.h"
#include "follow/follow.h"
#include "follow/server.h"
#include "rules/draft.h"
#include "rules/position.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct input {
    const uint8_t *next, *end;
};

static unsigned take(struct input *input, unsigned below)
{
    return input->next < input->end ? *input->next++ % below : 0;
}

static struct match match;
static struct follow follow, before;
static struct told_event last; /* what was said last */
static int64_t now;

/* The same events, but the reveals of a party, which need all that came before. */
static void happened(void *context, const struct match *after, const struct event *event)
{
    (void)context;
    say_event(&last, after, event, NULL);
    CHECK(follow_take_event(&follow, &last) == FITS);
    CHECK(follow.state.events == after->state.events);
    CHECK(follow.state.phase == after->state.phase);
}

static const struct match_listener listener = {happened, NULL};

/* ---- What happens at the table --------------------------------------------------------------- */

struct choice {
    unsigned left;
    struct turn turn;
};

static void choose(void *context, const struct turn *turn)
{
    struct choice *choice = context;
    if (choice->left > 0) {
        choice->turn = *turn;
        choice->left--;
    }
}

static void play(struct input *input, const struct asking *asking)
{
    const struct table *table = &match.position.table;
    struct choice choice = {.left = 1 + take(input, 256)};
    char text[TURN_TEXT_SIZE];
    struct answer answer;
    turn_each(table, match.state.settings.board, &match.position.hand[table->to_move], choose,
              &choice);
    notation_turn(text, match.state.settings.board, &choice.turn);
    if (match_bot_to_move(&match))
        match_bot_turn(&match, &choice.turn, now, listener);
    else
        match_turn(&match, asking, match.state.events, text, strlen(text), &answer);
}

static void ask(struct input *input)
{
    static const char *const people[] = {"ada", "bob", "cid"};
    static const struct presence presence;
    const char *person = people[take(input, 3)];
    const struct asking asking = {
        .person = person, .now = now, .listener = listener, .program = take(input, 2) == 1};
    struct answer answer;
    switch (take(input, 12)) {
    case 0:
        match_sit(&match, &asking, take(input, SEATS_MAX), true, &answer);
        break;
    case 1:
        match_stand(&match, &asking, &answer);
        break;
    case 2:
        match_fill(&match, &asking, "easy", &answer);
        break;
    case 3:
        match_start(&match, &asking, &answer);
        break;
    case 4:
        match_leave(&match, &asking, &answer);
        break;
    case 5:
        match_back(&match, &asking, &answer);
        break;
    case 6:
        match_chat(&match, &asking, "hm", &answer);
        break;
    case 7:
        match_mute(&match, &asking, people[take(input, 3)], take(input, 2), &answer);
        break;
    case 8:
        match_ready(&match, &asking, match.state.events, &answer);
        break;
    case 9:
        now += (int64_t)take(input, 256) * 60000;
        match_tick(&match, &presence, now, listener);
        break;
    default:
        if (match.state.phase == MATCH_PLAYING && match.position.table.phase == PHASE_PLAYING) {
            const unsigned mover = match.position.table.to_move;
            play(input, &(struct asking){.person = match.state.seat[mover].person,
                                         .now = now,
                                         .listener = listener});
        }
    }
}

/* ---- What is said ---------------------------------------------------------------------------- */

static void spoil(struct input *input, void *message, size_t size)
{
    for (unsigned bytes = 1 + take(input, 4); bytes > 0; bytes--) {
        const size_t at = (size_t)take(input, 256) * 8 + take(input, 8);
        ((uint8_t *)message)[at % size] = (uint8_t)take(input, 256);
    }
}

static void check_refused(enum misfit misfit)
{
    CHECK(misfit < MISFITS);
    CHECK(misfit == FITS || memcmp(&follow, &before, sizeof before) == 0);
}

static void say_wrong_event(struct input *input)
{
    struct told_event told = last;
    spoil(input, &told.event,
          take(input, 2) ? 96 : sizeof told - offsetof(struct told_event, event));
    told.has_hands = take(input, 2); /* readers make true or false of everything */
    told.has_barrier = take(input, 2);
    told.event.on = told.event.stand_in = take(input, 2);
    told.number = take(input, 4) ? follow.state.events + 1 : told.number;
    check_refused(follow_take_event(&follow, &told));
}

static void say_wrong_thing(struct input *input)
{
    struct told_hand hand;
    struct told_people people;
    struct told_following table;
    switch (take(input, 4)) {
    case 0:
        if (!say_cards(&hand, &match, "ada"))
            return;
        spoil(input, &hand, sizeof hand);
        check_refused(follow_take_hand(&follow, &hand));
        break;
    case 1:
        say_people(&people, &match, 0);
        people.people = take(input, 8);
        check_refused(follow_take_people(&follow, &people));
        break;
    case 2:
        say_table(&table, &match, "ada");
        table.last += take(input, 3) - 1U;
        table.since += take(input, 256) * 1000;
        check_refused(follow_take_table(&follow, &table));
        break;
    default:
        say_wrong_event(input);
    }
}

static void look(struct input *input)
{
    static const struct record_names names;
    static char record[1 << 16];
    struct text text;
    struct follow_moment moment;
    struct follow_clock clock;
    follow_may(&follow, now);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        follow_clock(&follow, seat, now, &clock);
    for (unsigned i = 0; i < follow.news_count; i++)
        CHECK(strlen(follow_words(&follow, &follow.news[i])) < CHAT_SIZE);
    if (follow_moments(&follow) > 0)
        follow_moment(&follow, take(input, 256) % follow_moments(&follow), &moment);
    text_init(&text, record, sizeof record);
    follow_write_record(&follow, &names, &text);
}

static void begin(struct input *input)
{
    struct match_settings settings;
    struct told_hello hello;
    struct told_following table;
    uint8_t seed[SEED_SIZE];
    memset(&settings, 0, sizeof settings);
    settings.board = board_builtin_at(take(input, board_builtin_count()));
    settings.variants = take(input, VARIANTS_ALL + 1);
    settings.seats = SEATS_MIN + take(input, SEATS_MAX - SEATS_MIN + 1);
    settings.clock.kind = (enum clock_kind)take(input, 3);
    settings.clock.bank = settings.clock.kind == CLOCK_LIVE ? 60000 : 0;
    settings.clock.turn = settings.clock.kind == CLOCK_SLOW ? 86400000 : 0;
    settings.party = !(settings.variants & VARIANT_OPEN_CARDS) && take(input, 2);
    settings.chat = true;
    settings.plan[0].kind = SEAT_PERSON;
    seed_of_series(take(input, 256), 0, seed);
    now = 1000000;
    memset(&last, 0, sizeof last);
    match_init(&match, &settings, "ada", seed, now);
    follow_init(&follow);
    say_hello(&hello, "ada", now);
    CHECK(follow_take_hello(&follow, &hello, 0) == FITS);
    say_table(&table, &match, "ada");
    CHECK(follow_take_table(&follow, &table) == FITS);
    match_open(&match, now, listener);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = {data, data + size};
    begin(&input);
    while (input.next < input.end) {
        const unsigned what = take(&input, 8);
        if (what < 5) {
            ask(&input);
            continue;
        }
        memcpy(&before, &follow, sizeof before);
        if (what == 5) {
            struct told_hand hand;
            if (say_cards(&hand, &match, "ada"))
                CHECK(follow_take_hand(&follow, &hand) == FITS);
            continue;
        }
        say_wrong_thing(&input);
        look(&input); /* also as it is when something untrue was believed */
        memcpy(&follow, &before, sizeof before);
    }
    return 0;
}
