/* A match for tests: see gathering.h. */
#include "match/gathering.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "board_file/boards.h"
#include "engine/player_memory.h"
#include "support.h"

const char *const guests[SEATS_MAX] = {"ada", "bob", "cid", "dee", "eva", "fay"};

/* ---- What is told ---------------------------------------------------------------------------- */

static void grow(struct gathering *gathering)
{
    gathering->room = gathering->room ? 2 * gathering->room : 64;
    gathering->event = realloc(gathering->event, gathering->room * sizeof *gathering->event);
    gathering->after = realloc(gathering->after, gathering->room * sizeof *gathering->after);
    CHECK(gathering->event && gathering->after);
}

/* Field by field, without the padding, so that bytes compare two lists. */
static void keep(struct event *kept, const struct event *event)
{
    memset(kept, 0, sizeof *kept);
    kept->kind = event->kind;
    kept->at = event->at;
    kept->seat = event->seat;
    memcpy(kept->person, event->person, sizeof kept->person);
    kept->as = event->as;
    memcpy(kept->bot, event->bot, sizeof kept->bot);
    kept->turn = event->turn;
    kept->after = event->after;
    kept->stand_in = event->stand_in;
    kept->left = event->left;
    kept->away = event->away;
    kept->close = event->close;
    kept->on = event->on;
    memcpy(kept->text, event->text, sizeof kept->text);
    memcpy(kept->table, event->table, sizeof kept->table);
    kept->of = event->of;
    kept->turns = event->turns;
}

static void happened(void *context, const struct match *after, const struct event *event)
{
    struct gathering *gathering = context;
    if (gathering->events == gathering->room)
        grow(gathering);
    keep(&gathering->event[gathering->events], event);
    memcpy(&gathering->after[gathering->events], after, sizeof *after);
    gathering->events++;
    assert_ptr_equal(after, &gathering->match);
    assert_int_equal(after->state.events, gathering->events);
    assert_true(event->at == gathering->now);
}

struct match_listener gathering_listener(struct gathering *gathering)
{
    return (struct match_listener){.happened = happened, .context = gathering};
}

/* ---- Opening --------------------------------------------------------------------------------- */

struct match_settings gathering_settings(unsigned seats)
{
    struct match_settings settings;
    memset(&settings, 0, sizeof settings);
    settings.board = board_builtin("transamerica", 12);
    settings.seats = seats;
    settings.chat = true;
    settings.plan[0].kind = SEAT_PERSON;
    return settings;
}

void gathering_open(struct gathering *gathering, const struct match_settings *settings,
                    uint64_t seed)
{
    memset(gathering, 0, sizeof *gathering);
    seed_of_series(seed, 0, gathering->seed);
    rng_init(&gathering->rng, seed);
    gathering->now = OPENED;
    match_init(&gathering->match, settings, "ada", gathering->seed, OPENED);
    match_open(&gathering->match, OPENED, gathering_listener(gathering));
}

void gathering_open_again(struct gathering *again, const struct gathering *over, const char *host)
{
    const unsigned seat = match_state_seat_of(&over->match.state, host);
    struct match_settings settings;
    char kept[SEATS_MAX][PERSON_SIZE];
    assert_int_not_equal(seat, SEAT_NONE);
    memset(again, 0, sizeof *again);
    match_state_rematch(&over->match.state, seat, &settings, kept);
    seed_of_series(again->seed[0], 1, again->seed);
    rng_init(&again->rng, 1);
    again->now = OPENED;
    match_init(&again->match, &settings, host, again->seed, OPENED);
    match_open_again(&again->match, kept, OPENED, gathering_listener(again));
}

void gathering_start(struct gathering *gathering, const struct match_settings *settings,
                     uint64_t seed)
{
    gathering_open(gathering, settings, seed);
    for (unsigned seat = 0; seat < settings->seats; seat++)
        if (gathering->match.state.seat[seat].kind == SEAT_OPEN)
            assert_int_equal(ask_sit(gathering, guests[seat], seat, false), OBJECTION_NONE);
    assert_int_equal(ask_start(gathering, "ada"), OBJECTION_NONE);
}

void gathering_release(struct gathering *gathering)
{
    free(gathering->event);
    free(gathering->after);
}

/* ---- Asking ---------------------------------------------------------------------------------- */

static struct asking begin(struct gathering *gathering, const char *person)
{
    memcpy(&gathering->before, &gathering->match, sizeof gathering->match);
    gathering->events_before = gathering->events;
    memset(&gathering->answer, 0xa5, sizeof gathering->answer);
    return (struct asking){
        .person = person, .now = gathering->now, .listener = gathering_listener(gathering)};
}

static void check_nothing_happened(const struct gathering *gathering)
{
    assert_int_equal(gathering->events, gathering->events_before);
    assert_memory_equal(&gathering->match, &gathering->before, sizeof gathering->match);
}

static enum objection judge(const struct gathering *gathering)
{
    const struct answer *answer = &gathering->answer;
    assert_true(answer->objection < OBJECTIONS);
    assert_int_equal(answer->objection == OBJECTION_NONE, answer->fault.id == FAULT_NONE);
    assert_int_equal(answer->objection == OBJECTION_ILLEGAL,
                     answer->fault.id != FAULT_NONE && answer->fault.rule[0] != '\0');
    if (answer->objection != OBJECTION_NONE) {
        check_nothing_happened(gathering);
        assert_int_equal(answer->number, 0);
        assert_false(answer->again);
    } else if (answer->again) {
        check_nothing_happened(gathering);
        assert_true(answer->number <= gathering->events);
    } else {
        assert_true(gathering->events > gathering->events_before);
        assert_int_equal(answer->number, gathering->events);
    }
    return answer->objection;
}

enum objection ask_sit(struct gathering *gathering, const char *person, unsigned seat, bool invited)
{
    const struct asking asking = begin(gathering, person);
    match_sit(&gathering->match, &asking, seat, invited, &gathering->answer);
    return judge(gathering);
}

enum objection ask_stand(struct gathering *gathering, const char *person)
{
    const struct asking asking = begin(gathering, person);
    match_stand(&gathering->match, &asking, &gathering->answer);
    return judge(gathering);
}

enum objection ask_seat(struct gathering *gathering, const char *person, unsigned seat,
                        enum seat_kind kind, const char *bot)
{
    const struct asking asking = begin(gathering, person);
    match_seat(&gathering->match, &asking, seat, kind, bot, &gathering->answer);
    return judge(gathering);
}

enum objection ask_fill(struct gathering *gathering, const char *person, const char *bot)
{
    const struct asking asking = begin(gathering, person);
    match_fill(&gathering->match, &asking, bot, &gathering->answer);
    return judge(gathering);
}

enum objection ask_start(struct gathering *gathering, const char *person)
{
    const struct asking asking = begin(gathering, person);
    match_start(&gathering->match, &asking, &gathering->answer);
    return judge(gathering);
}

enum objection ask_close(struct gathering *gathering, const char *person)
{
    const struct asking asking = begin(gathering, person);
    match_close(&gathering->match, &asking, &gathering->answer);
    return judge(gathering);
}

enum objection ask_turn(struct gathering *gathering, const char *person, uint32_t after,
                        const char *text)
{
    const struct asking asking = begin(gathering, person);
    match_turn(&gathering->match, &asking, after, text, strlen(text), &gathering->answer);
    return judge(gathering);
}

enum objection ask_ready(struct gathering *gathering, const char *person, uint32_t after)
{
    const struct asking asking = begin(gathering, person);
    match_ready(&gathering->match, &asking, after, &gathering->answer);
    return judge(gathering);
}

enum objection ask_leave(struct gathering *gathering, const char *person)
{
    const struct asking asking = begin(gathering, person);
    match_leave(&gathering->match, &asking, &gathering->answer);
    return judge(gathering);
}

enum objection ask_back(struct gathering *gathering, const char *person)
{
    const struct asking asking = begin(gathering, person);
    match_back(&gathering->match, &asking, &gathering->answer);
    return judge(gathering);
}

enum objection ask_away(struct gathering *gathering, const char *person, unsigned seat)
{
    const struct asking asking = begin(gathering, person);
    match_send_away(&gathering->match, &asking, seat, &gathering->answer);
    return judge(gathering);
}

enum objection ask_chat(struct gathering *gathering, const char *person, const char *text)
{
    const struct asking asking = begin(gathering, person);
    match_chat(&gathering->match, &asking, text, &gathering->answer);
    return judge(gathering);
}

enum objection ask_mute(struct gathering *gathering, const char *person, const char *whom, bool on)
{
    const struct asking asking = begin(gathering, person);
    match_mute(&gathering->match, &asking, whom, on, &gathering->answer);
    return judge(gathering);
}

enum objection ask_takeback(struct gathering *gathering, const char *person, uint32_t number)
{
    const struct asking asking = begin(gathering, person);
    match_takeback(&gathering->match, &asking, number, &gathering->answer);
    return judge(gathering);
}

enum objection ask_answer(struct gathering *gathering, const char *person, uint32_t number,
                          bool yes)
{
    const struct asking asking = begin(gathering, person);
    match_answer(&gathering->match, &asking, number, yes, &gathering->answer);
    return judge(gathering);
}

enum objection ask_rematch(struct gathering *gathering, const char *person, const char *table)
{
    const struct asking asking = begin(gathering, person);
    match_rematch(&gathering->match, &asking, table, &gathering->answer);
    return judge(gathering);
}

unsigned gathering_tick(struct gathering *gathering)
{
    const bool due = match_due(&gathering->match, &gathering->presence) <= gathering->now;
    begin(gathering, "");
    match_tick(&gathering->match, &gathering->presence, gathering->now,
               gathering_listener(gathering));
    if (due)
        assert_true(gathering->events > gathering->events_before);
    else
        check_nothing_happened(gathering);
    return gathering->events - gathering->events_before;
}

/* ---- Playing --------------------------------------------------------------------------------- */

unsigned gathering_to_move(const struct gathering *gathering)
{
    assert_int_equal(gathering->match.state.phase, MATCH_PLAYING);
    return gathering->match.position.table.to_move;
}

const char *gathering_mover(const struct gathering *gathering)
{
    return gathering->match.state.seat[gathering_to_move(gathering)].person;
}

void gathering_choose(struct gathering *gathering, const char *name, struct turn *turn)
{
    const struct bot *bot = bot_find(name, strlen(name));
    assert_non_null(bot);
    CHECK(bot->see == NULL); /* so that it need not be told what happened before */
    void *memory = player_memory_new(bot->memory);
    assert_non_null(memory);
    struct view view;
    struct player player;
    view_of(&view, &gathering->match.position, gathering_to_move(gathering));
    player_init(&player, bot, gathering->match.state.settings.board, memory, gathering->rng);
    player_turn(&player, &view, NULL, turn, NULL);
    free(memory);
    gathering->rng = player.rng;
}

void gathering_choose_text(struct gathering *gathering, const char *bot, char text[TURN_TEXT_SIZE])
{
    struct turn turn;
    gathering_choose(gathering, bot, &turn);
    notation_turn(text, gathering->match.state.settings.board, &turn);
}

void gathering_play(struct gathering *gathering, const char *bot)
{
    struct turn turn;
    gathering_choose(gathering, bot, &turn);
    if (match_bot_to_move(&gathering->match)) {
        match_bot_turn(&gathering->match, &turn, gathering->now, gathering_listener(gathering));
        return;
    }
    char text[TURN_TEXT_SIZE];
    notation_turn(text, gathering->match.state.settings.board, &turn);
    assert_int_equal(
        ask_turn(gathering, gathering_mover(gathering), gathering->match.state.events, text),
        OBJECTION_NONE);
}

void gathering_play_round(struct gathering *gathering, const char *bot)
{
    const unsigned round = gathering->match.position.table.round;
    while (gathering->match.state.phase == MATCH_PLAYING &&
           gathering->match.position.table.round == round)
        gathering_play(gathering, bot);
}

const struct event *gathering_last(const struct gathering *gathering, unsigned back)
{
    assert_true(back < gathering->events);
    return &gathering->event[gathering->events - 1 - back];
}

bool gathering_stands(const struct gathering *gathering, unsigned event)
{
    unsigned later = 0; /* turns of this round after it */
    for (unsigned i = event + 1; i < gathering->events; i++) {
        switch (gathering->event[i].kind) {
        case EVENT_TURN:
            later++;
            break;
        case EVENT_UNDO:
            if (gathering->event[i].turns > later)
                return false;
            later -= gathering->event[i].turns;
            break;
        case EVENT_END:
            return true;
        default:
            break;
        }
    }
    return true;
}

void gathering_write_record(const struct gathering *gathering, const struct record_names *names,
                            struct text *text)
{
    const struct board *board = gathering->match.state.settings.board;
    record_write_header(text, board, &gathering->match.position.table, names);
    for (unsigned i = 0; i < gathering->events; i++) {
        const struct event *event = &gathering->event[i];
        const struct position *position = &gathering->after[i].position;
        if (event->kind == EVENT_ROUND)
            record_write_round(text, board, &position->table, position->hand);
        else if (event->kind == EVENT_TURN && gathering_stands(gathering, i))
            record_write_turn(text, board, event->seat, &event->turn);
        else if (event->kind == EVENT_END)
            record_write_closing(text, board, &position->table);
    }
    record_write_taken_back(text, gathering->match.state.taken_back);
}
