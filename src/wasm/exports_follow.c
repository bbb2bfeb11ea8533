/*
 * The table at a server that a page follows: one for each instance of the module.
 *
 * What the server says goes in as it came; src/protocol/ reads it, src/follow/ believes it or not.
 * Times are milliseconds of this machine's clock, as JavaScript has them.  A call that cannot be
 * obeyed is answered with {"fault": {...}}.
 */
#include <string.h>

#include "core/check.h"
#include "play/advise.h"
#include "protocol/told_message.h"
#include "wasm/answer.h"
#include "wasm/follow_json.h"
#include "wasm/game_json.h"
#include "json/json_text.h"

static struct follow follow;
static struct told told;
static struct ahead ahead; /* the turn that is entered, ours or our next one */

uint32_t railhead_follow_begin(uint32_t length);
uint32_t railhead_follow_hear(uint32_t length, double now);
uint32_t railhead_follow_state(double now);
uint32_t railhead_follow_enter(uint32_t length);
uint32_t railhead_follow_undo(void);
uint32_t railhead_follow_redo(void);
uint32_t railhead_follow_reset(void);
uint32_t railhead_follow_promise(void);
uint32_t railhead_follow_advice(uint32_t number);
uint32_t railhead_follow_record(void);

/* Nothing is known yet, but for the key of an invitation, which may be empty. */
EXPORT(railhead_follow_begin) uint32_t railhead_follow_begin(uint32_t length)
{
    char key[TOLD_KEY_SIZE] = {0};
    const char *input = exchange_input(length);
    if (input == NULL)
        return answer_too_long();
    if (length < sizeof key)
        memcpy(key, input, length); /* a longer one opens no table */
    follow_init(&follow);
    follow_set_key(&follow, key);
    ahead_init(&ahead);
    return answer_done();
}

/* A time as a number of ours: 0 for what is none. */
static int64_t milliseconds(double now)
{
    static const double most = 9007199254740991.0; /* Number.MAX_SAFE_INTEGER */
    return now >= -most && now <= most ? (int64_t)now : 0;
}

/* ---- What the server says ------------------------------------------------------------------- */

/* An event of the game is told to the page, in a list. */
static enum misfit take(struct text *events, int64_t now)
{
    const struct table before = follow.view.table;
    const uint32_t last = follow.state.events;
    const enum misfit misfit = follow_take(&follow, &told, now);
    if (told.kind != TOLD_EVENT)
        return misfit;
    if (follow.state.events > last)
        follow_json_event(events, &follow, &told.as.event, &before);
    if (misfit == FITS && told.as.event.event.kind == EVENT_UNDO)
        ahead_init(&ahead); /* what was promised was for another game than this */
    return misfit;
}

/* False with the reason where it cannot be read or believed; then nothing has changed. */
static bool hear(const char *bytes, uint32_t length, int64_t now, struct text *events,
                 struct fault *fault)
{
    const struct match_settings *settings = follow.known ? &follow.state.settings : NULL;
    struct complaint complaint;
    if (!told_read(&told, settings, bytes, length, &complaint)) {
        *fault = complaint.fault;
        return false;
    }
    const enum misfit misfit = take(events, now);
    return misfit == FITS || misfit_say(misfit, fault);
}

/* What is being entered stays while it may. */
static void keep_entering(void)
{
    if (!follow.known)
        return;
    const unsigned may =
        follow_may(&follow, 0); /* what is asked here does not depend on the time */
    const enum ahead_when when = may & MAY_TURN   ? WHEN_NOW
                                 : may & MAY_PLAN ? WHEN_LATER
                                                  : WHEN_NEVER;
    ahead_see(&ahead, follow.state.settings.board, &follow.view, when);
}

/* A message: {"events": [...]} of the game, with a "fault" when it is not believed. */
EXPORT(railhead_follow_hear) uint32_t railhead_follow_hear(uint32_t length, double now)
{
    struct fault fault = {.id = FAULT_NONE};
    struct text text;
    const char *input = exchange_input(length);
    if (input == NULL)
        return answer_too_long();
    exchange_begin(&text);
    json_open(&text, '{');
    json_add_key(&text, "events");
    json_open(&text, '[');
    const bool heard = hear(input, length, milliseconds(now), &text, &fault);
    json_close(&text, ']');
    if (!heard) {
        json_add_key(&text, "fault");
        game_json_fault(&text, &fault);
    }
    json_close(&text, '}');
    keep_entering();
    return answer_end(&text);
}

/* ---- The table ------------------------------------------------------------------------------ */

/* All that is known at this moment: wasm/follow_json.h. */
EXPORT(railhead_follow_state) uint32_t railhead_follow_state(double now)
{
    struct text text;
    exchange_begin(&text);
    follow_json(&text, &follow, &ahead, milliseconds(now));
    return answer_end(&text);
}

/* The record so far, or a fault as JSON. */
EXPORT(railhead_follow_record) uint32_t railhead_follow_record(void)
{
    struct record_names names;
    struct text text;
    if (!follow.known)
        return answer_call_fault(FAULT_CALL_NO_TABLE);
    follow_record_names(&follow, &names);
    exchange_begin(&text);
    follow_write_record(&follow, &names, &text);
    return answer_end(&text);
}

/* ---- My turn -------------------------------------------------------------------------------- */

/* As railhead_game_enter() answers. */
EXPORT(railhead_follow_enter) uint32_t railhead_follow_enter(uint32_t length)
{
    const struct word word = {exchange_input(length), length};
    struct fault fault = {.id = FAULT_NONE};
    struct text text;
    if (word.start == NULL)
        return answer_too_long();
    const enum refusal refusal = ahead_add(&ahead, follow.state.settings.board, word, &fault);
    exchange_begin(&text);
    game_json_entered(&text, refusal, &fault);
    return answer_end(&text);
}

EXPORT(railhead_follow_undo) uint32_t railhead_follow_undo(void)
{
    ahead_undo(&ahead, follow.state.settings.board);
    return answer_done();
}

EXPORT(railhead_follow_redo) uint32_t railhead_follow_redo(void)
{
    ahead_redo(&ahead, follow.state.settings.board);
    return answer_done();
}

EXPORT(railhead_follow_reset) uint32_t railhead_follow_reset(void)
{
    ahead_reset(&ahead);
    return answer_done();
}

/* What is entered is to be played when our turn comes; 0 where it cannot be. */
EXPORT(railhead_follow_promise) uint32_t railhead_follow_promise(void)
{
    return ahead_promise(&ahead, follow.state.settings.board);
}

/* What that bot would do in our place, who are to move. */
EXPORT(railhead_follow_advice) uint32_t railhead_follow_advice(uint32_t number)
{
    static const uint8_t no_seed[SEED_SIZE];
    const struct board *board = follow.state.settings.board;
    struct thoughts thoughts;
    struct view deal;
    struct turn chosen;
    struct text text;
    struct rng rng;
    unsigned turns;
    if (number >= bot_count())
        return answer_no_bot(number);
    if (!(follow_may(&follow, 0) & MAY_TURN))
        return answer_refusal(REFUSED_NOT_YOUR_TURN);
    const struct turn *turn = follow_round_so_far(&follow, &deal, &turns);
    bot_rng(&rng, no_seed, follow.view.seat);
    advise(bot_at(number), board, exchange_player_memory(PLACE_ADVISER), rng, &deal, turn, turns,
           &chosen, &thoughts);
    exchange_begin(&text);
    game_json_advice(&text, board, follow.view.table.seats, &chosen, &thoughts);
    return answer_end(&text);
}
