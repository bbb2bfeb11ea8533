/*
 * The game that a page plays, shows or replays: one for each instance of the module.
 *
 * Seats are numbers from 1, and 0 is a spectator.  Text goes in through railhead_input(); every
 * answer is a length of JSON at railhead_output().  Nothing here decides a rule.
 */
#include "bots/bot.h"
#include "core/check.h"
#include "wasm/exchange.h"
#include "wasm/game_json.h"
#include "json/json_text.h"

static struct game game;
static _Alignas(PLAYER_ALIGNMENT) uint8_t adviser_memory[PLAYER_MEMORY];
static struct reviewer reviewer;

uint32_t railhead_game_load(uint32_t length);
uint32_t railhead_game_deal(void);
uint32_t railhead_game_seek(uint32_t events);
uint32_t railhead_game_state(uint32_t seat);
uint32_t railhead_game_hands(void);
uint32_t railhead_game_record(uint32_t seat);
void railhead_game_seat(uint32_t seat, uint32_t bot);
uint32_t railhead_game_enter(uint32_t seat, uint32_t length);
void railhead_game_undo(void);
void railhead_game_reset(void);
uint32_t railhead_game_confirm(void);
uint32_t railhead_game_bot_turn(uint64_t work);
uint32_t railhead_game_advice(uint32_t bot);
uint32_t railhead_game_review(void);

static void hear(void *context, const struct game *played, enum record_event event,
                 const struct table *before)
{
    game_json_event(context, played, event, before);
}

/* The page asks only for a game that was loaded without fault. */
static void check_loaded(void)
{
    CHECK(game.reader.seats > 0 && game.reader.fault.id == FAULT_NONE);
}

/* {"events": [...]} around what happens between the two. */
static struct game_listener begin_events(struct text *text)
{
    exchange_begin(text);
    json_open(text, '{');
    json_add_key(text, "events");
    json_open(text, '[');
    return (struct game_listener){hear, text};
}

static uint32_t end_events(struct text *text)
{
    json_close(text, ']');
    json_close(text, '}');
    return exchange_end(text);
}

/* ---- The game ----------------------------------------------------------------------------- */

static int hex_digit(char character)
{
    if (character >= '0' && character <= '9')
        return character - '0';
    return character >= 'a' && character <= 'f' ? character - 'a' + 10 : -1;
}

/* 64 digits and a line feed, or a line feed alone where there is no seed. */
static bool read_seed(const char *text, uint32_t length, uint8_t seed[SEED_SIZE])
{
    CHECK(length > 0);
    if (text[0] == '\n')
        return false;
    CHECK(length > 2 * SEED_SIZE && text[2 * SEED_SIZE] == '\n');
    for (unsigned i = 0; i < SEED_SIZE; i++) {
        const int high = hex_digit(text[2 * i]);
        const int low = hex_digit(text[2 * i + 1]);
        CHECK(high >= 0 && low >= 0);
        seed[i] = (uint8_t)(high * 16 + low);
    }
    return true;
}

/*
 * Takes a game: the first line is its seed, or empty, or "?" for one that a server tells, in which
 * cards of rounds that are over may be hidden; the rest is a record.  {"events": [...]} of all
 * that happened in it, or {"fault": {...}} with the line counted in the record; then there is no
 * game until another is loaded.
 */
EXPORT(railhead_game_load) uint32_t railhead_game_load(uint32_t length)
{
    const char *input = exchange_input(length);
    uint8_t seed[SEED_SIZE];
    struct text text;
    const bool told = length > 1 && input[0] == '?' && input[1] == '\n';
    const bool has_seed = !told && read_seed(input, length, seed);
    const uint32_t skip = has_seed ? 2 * SEED_SIZE + 1 : told ? 2 : 1;
    const struct game_listener listener = begin_events(&text);
    if (game_load(&game, input + skip, length - skip, has_seed ? seed : NULL, told, &listener) ==
        RECORD_END)
        return end_events(&text);
    exchange_begin(&text);
    json_open(&text, '{');
    json_add_key(&text, "fault");
    game_json_fault(&text, &game.reader.fault);
    json_close(&text, '}');
    return exchange_end(&text);
}

/* Deals the next round; {"events": []} where there is none to be dealt. */
EXPORT(railhead_game_deal) uint32_t railhead_game_deal(void)
{
    struct text text;
    check_loaded();
    const struct game_listener listener = begin_events(&text);
    if (game_can_deal(&game))
        game_deal(&game, &listener);
    return end_events(&text);
}

/* Goes to the place after so many events of the record. */
EXPORT(railhead_game_seek) uint32_t railhead_game_seek(uint32_t events)
{
    struct text text;
    check_loaded();
    const struct game_listener listener = begin_events(&text);
    game_seek(&game, events, &listener);
    return end_events(&text);
}

/* What a seat may know. */
EXPORT(railhead_game_state) uint32_t railhead_game_state(uint32_t seat)
{
    struct text text;
    struct view view;
    check_loaded();
    view_of(&view, &game.reader.position, seat == 0 ? SEAT_NONE : seat - 1);
    exchange_begin(&text);
    game_json_state(&text, &game, &view);
    return exchange_end(&text);
}

/* All hands that the record has, for whoever may see them. */
EXPORT(railhead_game_hands) uint32_t railhead_game_hands(void)
{
    struct text text;
    check_loaded();
    exchange_begin(&text);
    game_json_hands(&text, &game);
    return exchange_end(&text);
}

/* The record; for a seat, with the hands of the others hidden while the round is on. */
EXPORT(railhead_game_record) uint32_t railhead_game_record(uint32_t seat)
{
    struct text text;
    exchange_begin(&text);
    game_write_record(&game, seat == 0 ? SEAT_NONE : seat - 1, &text);
    return exchange_end(&text);
}

/* ---- Turns -------------------------------------------------------------------------------- */

/* {"refusal": {...}}, {"fault": {...}} or {} when it was taken. */
EXPORT(railhead_game_enter) uint32_t railhead_game_enter(uint32_t seat, uint32_t length)
{
    const struct word word = {exchange_input(length), length};
    struct fault fault = {.id = FAULT_NONE};
    struct text text;
    check_loaded();
    CHECK(seat > 0);
    const enum refusal refusal = game_enter(&game, seat - 1, word, &fault);
    exchange_begin(&text);
    json_open(&text, '{');
    if (fault.id != FAULT_NONE) {
        json_add_key(&text, "fault");
        game_json_fault(&text, &fault);
    } else if (refusal != ACCEPTED) {
        json_add_key(&text, "refusal");
        game_json_refusal(&text, refusal);
    }
    json_close(&text, '}');
    return exchange_end(&text);
}

EXPORT(railhead_game_undo) void railhead_game_undo(void)
{
    check_loaded();
    game_undo(&game);
}

EXPORT(railhead_game_reset) void railhead_game_reset(void)
{
    game_reset(&game);
}

/* {"events": [...], "stayed": ...}, or with a "refusal" and no events. */
EXPORT(railhead_game_confirm) uint32_t railhead_game_confirm(void)
{
    struct text text;
    bool stayed;
    check_loaded();
    const struct game_listener listener = begin_events(&text);
    const enum refusal refusal = game_confirm(&game, &listener, &stayed);
    json_close(&text, ']');
    json_add_key(&text, "stayed");
    json_add_bool(&text, stayed);
    if (refusal != ACCEPTED) {
        json_add_key(&text, "refusal");
        game_json_refusal(&text, refusal);
    }
    json_close(&text, '}');
    return exchange_end(&text);
}

/* ---- Bots --------------------------------------------------------------------------------- */

/* Puts the bot of that number into a seat; a number that no bot has is a person. */
EXPORT(railhead_game_seat) void railhead_game_seat(uint32_t seat, uint32_t bot)
{
    const struct bot *chosen = bot < bot_count() ? bot_at(bot) : NULL;
    CHECK(seat > 0 && (chosen == NULL || chosen->memory <= PLAYER_MEMORY));
    game_seat(&game, seat - 1, chosen, exchange_player_memory(seat - 1));
}

/* The bot whose turn it is plays, with so much work; 0 is its usual. */
EXPORT(railhead_game_bot_turn) uint32_t railhead_game_bot_turn(uint64_t work)
{
    struct text text;
    check_loaded();
    const struct game_listener listener = begin_events(&text);
    game_bot_turn(&game, work, &listener);
    return end_events(&text);
}

/* What that bot would do in the place of the seat to move, and what it believes. */
EXPORT(railhead_game_advice) uint32_t railhead_game_advice(uint32_t bot)
{
    struct thoughts thoughts;
    struct turn turn;
    struct text text;
    check_loaded();
    CHECK(bot_at(bot)->memory <= sizeof adviser_memory);
    game_advice(&game, bot_at(bot), adviser_memory, &turn, &thoughts);
    exchange_begin(&text);
    game_json_advice(&text, &game, &turn, &thoughts);
    return exchange_end(&text);
}

/* What the expert says of the turn that led to this place; {} where it cannot say anything. */
EXPORT(railhead_game_review) uint32_t railhead_game_review(void)
{
    struct judgement judgement;
    struct text text;
    check_loaded();
    const bool judged = game_review(&game, &reviewer, &judgement);
    exchange_begin(&text);
    if (judged)
        game_json_review(&text, &game, &judgement);
    else
        text_add(&text, "{}");
    return exchange_end(&text);
}
