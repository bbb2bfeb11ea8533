/*
 * The table at a server that a page follows: one per instance of the module.
 *
 * Messages of the server are passed in unchanged. src/protocol/ parses them; src/follow/ checks
 * them against what is known.  Times are milliseconds of this machine's clock, as in JavaScript.  A
 * call that cannot be carried out returns {"fault": {...}}.
 */
#include <string.h>

#include "base/check.h"
#include "game/advise.h"
#include "page/answer.h"
#include "page/follow_json.h"
#include "page/game_json.h"
#include "protocol/told_message.h"
#include "json/json_text.h"

enum { TIME_DIGITS_MAX = 15 }; /* digits of a time in milliseconds */

static struct follow follow;
static struct told told;
static struct premove premove; /* the turn being entered: the current one or a premove */

uint32_t railhead_follow_begin(uint32_t length);
uint32_t railhead_follow_hear(uint32_t length, double now);
uint32_t railhead_follow_state(double now);
uint32_t railhead_follow_do(uint32_t verb, uint32_t length, double now);
uint32_t railhead_follow_advice(uint32_t number);
uint32_t railhead_follow_record(void);

/* Begins to follow a table.  The input is the key of an invitation, or empty. */
EXPORT(railhead_follow_begin) uint32_t railhead_follow_begin(uint32_t length)
{
    char key[TOLD_KEY_SIZE] = {0};
    const char *input = exchange_input(length);
    if (input == NULL)
        return answer_too_long();
    if (length < sizeof key)
        memcpy(key, input, length); /* a longer key cannot be valid */
    follow_init(&follow);
    follow_set_key(&follow, key);
    premove_init(&premove);
    return answer_done();
}

/* Converts a time of JavaScript; returns 0 if it is not a valid one. */
static int64_t milliseconds(double now)
{
    static const double most = 9007199254740991.0; /* Number.MAX_SAFE_INTEGER */
    return now >= -most && now <= most ? (int64_t)now : 0;
}

/* ---- Messages from the server ---------------------------------------------------------------- */

/* Applies the message in `told`, and adds its event to the list for the page. */
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
        premove_init(&premove); /* the premove was for a position that was taken back */
    return misfit;
}

/*
 * Reads and applies one message.  Returns false with a fault if it is invalid or contradicts what
 * is known; then nothing has changed.
 */
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

/* Keeps the turn being entered as far as it is still legal. */
static void keep_entering(void)
{
    if (!follow.known)
        return;
    const unsigned may =
        follow_may(&follow, 0); /* the flags that are used here do not depend on the time */
    const enum premove_when when = may & MAY_TURN   ? WHEN_NOW
                                   : may & MAY_PLAN ? WHEN_LATER
                                                    : WHEN_NEVER;
    premove_see(&premove, follow.state.settings.board, &follow.view, when);
}

/* Adds the table to the end of a result. */
static void add_table(struct text *text, double now)
{
    json_add_key(text, "table");
    follow_json(text, &follow, &premove, milliseconds(now));
}

/*
 * Reads the next line: a time in milliseconds, a space, and the message.  Returns false at the end
 * of the input.
 */
static bool next_message(struct word *rest, struct word *message, int64_t *at)
{
    int64_t time = 0;
    size_t used = 0;
    if (rest->length == 0)
        return false;
    const char *feed = memchr(rest->start, '\n', rest->length);
    const size_t length = feed != NULL ? (size_t)(feed - rest->start) : rest->length;
    while (used < length && used < TIME_DIGITS_MAX && rest->start[used] >= '0' &&
           rest->start[used] <= '9')
        time = 10 * time + (rest->start[used++] - '0');
    *at = time;
    *message = (struct word){rest->start + used, length - used};
    rest->start += feed != NULL ? length + 1 : length;
    rest->length -= feed != NULL ? length + 1 : length;
    return true;
}

/*
 * Reads messages of the server, one per line: "1763500000000 {...}", the time at which it came and
 * the message, with line feeds replaced by spaces.  Returns {"events": [...], "table": ...}: the
 * events of the game, and the table after them.  Stops at an invalid message and adds a "fault".
 */
EXPORT(railhead_follow_hear) uint32_t railhead_follow_hear(uint32_t length, double now)
{
    struct fault fault = {.id = FAULT_NONE};
    struct word rest = {exchange_input(length), length}, message;
    struct text text;
    int64_t at;
    bool heard = true;
    if (rest.start == NULL)
        return answer_too_long();
    exchange_begin(&text);
    json_open(&text, '{');
    json_add_key(&text, "events");
    json_open(&text, '[');
    while (heard && next_message(&rest, &message, &at))
        heard = hear(message.start, (uint32_t)message.length, at, &text, &fault);
    json_close(&text, ']');
    if (!heard) {
        json_add_key(&text, "fault");
        game_json_fault(&text, &fault);
    }
    keep_entering();
    add_table(&text, now);
    json_close(&text, '}');
    return answer_end(&text);
}

/* ---- The table ------------------------------------------------------------------------------ */

/* Returns the state of the table: see page/follow_json.h. */
EXPORT(railhead_follow_state) uint32_t railhead_follow_state(double now)
{
    struct text text;
    exchange_begin(&text);
    follow_json(&text, &follow, &premove, milliseconds(now));
    return answer_end(&text);
}

/* Returns the record so far, or a fault as JSON. */
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

/* The operations on the turn being entered, in the order of VERBS in web/src/core/module.ts. */
enum verb { VERB_ENTER, VERB_UNDO, VERB_REDO, VERB_RESET, VERB_PROMISE, VERBS };

static enum refusal do_verb(enum verb verb, struct word word, bool *done, struct fault *fault)
{
    const struct board *board = follow.state.settings.board;
    enum refusal refusal = ACCEPTED;
    switch (verb) {
    case VERB_ENTER:
        refusal = premove_add(&premove, board, word, fault);
        *done = refusal == ACCEPTED && fault->id == FAULT_NONE;
        break;
    case VERB_UNDO:
        *done = premove_undo(&premove, board);
        break;
    case VERB_REDO:
        *done = premove_redo(&premove, board);
        break;
    case VERB_RESET:
        premove_reset(&premove);
        *done = true;
        break;
    case VERB_PROMISE:
        *done = premove_promise(&premove, board);
        break;
    default:
        break;
    }
    return refusal;
}

/*
 * Changes the turn being entered: enters the word in the input, undoes, redoes, resets, or promises
 * it as a premove.  Returns {"done": ..., "table": ...}, with a "refusal" or a "fault" if the word
 * was not accepted.
 */
EXPORT(railhead_follow_do)
uint32_t railhead_follow_do(uint32_t verb, uint32_t length, double now)
{
    const struct word word = {exchange_input(length), length};
    struct fault fault = {.id = FAULT_NONE};
    struct text text;
    bool done = false;
    if (word.start == NULL)
        return answer_too_long();
    const enum refusal refusal = do_verb(verb < VERBS ? verb : VERBS, word, &done, &fault);
    exchange_begin(&text);
    json_open(&text, '{');
    json_add_bool_field(&text, "done", done);
    game_json_add_entered(&text, refusal, &fault);
    add_table(&text, now);
    json_close(&text, '}');
    return answer_end(&text);
}

/* Returns what the bot would play in our place.  It must be our turn. */
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
