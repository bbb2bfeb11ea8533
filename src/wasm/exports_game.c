/*
 * The game that a page plays, shows or replays: one for each instance of the module.
 *
 * Seats are numbers from 1, and 0 is a spectator.  Text goes in through railhead_input(); every
 * answer is a length of JSON at railhead_output().  Nothing here decides a rule.
 */
#include <string.h>

#include "board/boards.h"
#include "core/check.h"
#include "core/notation.h"
#include "play/company.h"
#include "wasm/exchange.h"
#include "wasm/game_json.h"
#include "json/json_text.h"

enum {
    RECORD_SIZE = 1 << 19, /* a round takes 4 KB at most on the boards that come with this */
    NAME_SIZE = 97,        /* of a person, with the NUL: 32 letters of three bytes */
};

static struct game game;
static struct bot_seat bot[SEATS_MAX];
static char record[RECORD_SIZE];
static struct reviewer reviewer;

uint32_t railhead_game_begin(uint32_t length);
uint32_t railhead_game_load(uint32_t length);
uint32_t railhead_game_deal(void);
uint32_t railhead_game_seek(uint32_t events);
uint32_t railhead_game_state(uint32_t seat);
uint32_t railhead_game_hands(void);
uint32_t railhead_game_record(uint32_t seat);
uint32_t railhead_game_saved(void);
uint32_t railhead_game_enter(uint32_t seat, uint32_t length);
void railhead_game_undo(void);
void railhead_game_redo(void);
void railhead_game_reset(void);
uint32_t railhead_game_confirm(void);
uint32_t railhead_game_bot_turn(uint64_t work);
uint32_t railhead_game_take_back(void);
uint32_t railhead_game_advice(uint32_t number);
uint32_t railhead_game_review(void);
uint32_t railhead_company(int32_t strength, uint32_t bots);
uint32_t railhead_game_strength(int32_t strength);
uint32_t railhead_name(uint32_t length);

static void hear(void *context, const struct game *played, const struct game_event *event)
{
    game_json_event(context, played->board, &played->position.table, event);
}

/* The page asks only for a game that was begun or loaded without fault. */
static void check_loaded(void)
{
    CHECK(game.board != NULL);
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

/* {"events": [...], "seats": [...]}: a game that is opened. */
static uint32_t end_opening(struct text *text)
{
    json_close(text, ']');
    json_add_key(text, "seats");
    game_json_seats(text, &game);
    json_close(text, '}');
    return exchange_end(text);
}

static uint32_t answer_fault(const struct fault *fault)
{
    struct text text;
    exchange_begin(&text);
    json_open(&text, '{');
    json_add_key(&text, "fault");
    game_json_fault(&text, fault);
    json_close(&text, '}');
    return exchange_end(&text);
}

/* ---- Opening ------------------------------------------------------------------------------ */

static void init_game(void)
{
    game_init(&game, (struct game_record){.start = record, .size = sizeof record});
}

/* A bot by name in a seat; false where there is none. */
static bool seat_bot(unsigned seat, const char *name, size_t length)
{
    const struct bot *chosen = bot_find(name, length);
    if (chosen == NULL)
        return false;
    bot_seat_init(&bot[seat], chosen, exchange_player_memory(seat));
    game_seat(&game, seat, seat_of_bot(&bot[seat], seat));
    return true;
}

/* What railhead_game_begin() is told: lines, each without its line feed. */
struct lines {
    const char *rest;
    size_t left;
};

static bool next_line(struct lines *lines, struct word *line)
{
    const char *feed = lines->left > 0 ? memchr(lines->rest, '\n', lines->left) : NULL;
    if (feed == NULL)
        return false;
    *line = (struct word){lines->rest, (size_t)(feed - lines->rest)};
    lines->rest += line->length + 1;
    lines->left -= line->length + 1;
    return true;
}

static bool read_variants(struct word line, unsigned *variants, struct fault *fault)
{
    struct words words;
    struct word word;
    *variants = 0;
    words_init(&words, line.start, line.length);
    while (line.length > 0 && words_next(&words, &word)) {
        const unsigned variant = variant_find(word);
        if (variant == 0)
            return fault_say(RECORD_NO_VARIANT, fault, "V3", word);
        *variants |= variant;
    }
    return true;
}

/* "bot medium", or "person" with a name that may be empty. */
static bool read_seat(struct word line, unsigned seat, struct record_names *names,
                      struct fault *fault)
{
    static const char bot_key[] = "bot ", person_key[] = "person ";
    const size_t person = sizeof person_key - 1, prefix = sizeof bot_key - 1;
    if (line.length >= person && memcmp(line.start, person_key, person) == 0) {
        record_clean_name(names->name[seat], NAME_SIZE, line.start + person, line.length - person);
        return true;
    }
    const struct word name = {line.start + prefix, line.length - prefix};
    if (line.length > prefix && memcmp(line.start, bot_key, prefix) == 0 &&
        seat_bot(seat, name.start, name.length)) {
        record_clean_name(names->name[seat], RECORD_NAME_SIZE, line.start, line.length);
        return true;
    }
    return fault_say(SETUP_NO_BOT, fault, FAULT_FORMAT, line);
}

static bool read_setup(struct lines *lines, struct game_setup *setup, struct record_names *names,
                       struct fault *fault)
{
    struct word line;
    if (!next_line(lines, &line) || (setup->board = board_builtin(line.start, line.length)) == NULL)
        return fault_say(RECORD_NO_BOARD, fault, FAULT_FORMAT, line);
    if (!next_line(lines, &line) || !read_variants(line, &setup->variants, fault))
        return false;
    while (next_line(lines, &line)) {
        if (setup->seats == SEATS_MAX)
            return fault_say(SETUP_SEATS, fault, "S1");
        if (!read_seat(line, setup->seats++, names, fault))
            return false;
    }
    return setup->seats >= SEATS_MIN || fault_say(SETUP_SEATS, fault, "S1");
}

/*
 * A new game.  Its lines are the seed (64 digits), the board, the variants split by
 * spaces, and "bot NAME" or "person NAME" for each seat.  Answers as railhead_game_load().
 */
EXPORT(railhead_game_begin) uint32_t railhead_game_begin(uint32_t length)
{
    struct lines lines = {exchange_input(length), length};
    struct record_names names = {0};
    struct fault fault = {.line = 1, .id = FAULT_NONE};
    uint8_t seed[SEED_SIZE];
    struct game_setup setup = {.names = &names, .seed = seed};
    struct text text;
    struct word line;
    init_game();
    if (!next_line(&lines, &line) || !game_seed_read(line, seed)) {
        fault_say(SETUP_SEED, &fault, FAULT_FORMAT);
        return answer_fault(&fault);
    }
    if (!read_setup(&lines, &setup, &names, &fault))
        return answer_fault(&fault);
    begin_events(&text);
    game_begin(&game, &setup);
    return end_opening(&text);
}

/* Those who played when it was saved sit down again. */
static void seat_bots(const struct game_saved *saved)
{
    for (unsigned seat = 0; seat < saved->seats && seat < game.position.table.seats; seat++) {
        if (saved->word[seat][0] != '\0')
            seat_bot(seat, saved->word[seat], strlen(saved->word[seat]));
    }
}

/*
 * Takes a record, or a saved game with its bots and deals.  {"events": [...], "seats": [...]} of
 * all that happened in it, or {"fault": {...}} with the line counted in the record; then there is
 * no game until another is loaded.
 */
EXPORT(railhead_game_load) uint32_t railhead_game_load(uint32_t length)
{
    const char *input = exchange_input(length);
    struct game_terms terms = {.boards = board_builtins};
    struct game_saved saved;
    struct fault fault;
    struct text text;
    const bool is_saved = game_saved_read(&saved, input, length);
    if (is_saved) {
        terms.seed = saved.seed;
        terms.other_deals = saved.other_deals;
    }
    init_game();
    const struct game_listener listener = begin_events(&text);
    if (!game_load(&game, &terms, input, length, &listener, &fault))
        return answer_fault(&fault);
    if (is_saved)
        seat_bots(&saved);
    return end_opening(&text);
}

/* ---- The game ----------------------------------------------------------------------------- */

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
    view_of(&view, &game.position, seat == 0 ? SEAT_NONE : seat - 1);
    const bool moves = game_awaits_person(&game) && game.position.table.to_move == view.seat;
    const struct shown_game shown = {.board = game.board,
                                     .names = &game.names,
                                     .view = &view,
                                     .taken_back = game.taken_back,
                                     .draft = moves ? &game.entering.draft : NULL};
    exchange_begin(&text);
    game_json_state(&text, &shown);
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
    check_loaded();
    exchange_begin(&text);
    game_write_record(&game, seat == 0 ? SEAT_NONE : seat - 1, &text);
    return exchange_end(&text);
}

/* The text to be kept while the game goes on, for railhead_game_load(). */
EXPORT(railhead_game_saved) uint32_t railhead_game_saved(void)
{
    struct text text;
    check_loaded();
    exchange_begin(&text);
    game_write_saved(&game, &text);
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
    game_json_entered(&text, refusal, &fault);
    return exchange_end(&text);
}

EXPORT(railhead_game_undo) void railhead_game_undo(void)
{
    check_loaded();
    game_undo(&game);
}

EXPORT(railhead_game_redo) void railhead_game_redo(void)
{
    check_loaded();
    game_redo(&game);
}

EXPORT(railhead_game_reset) void railhead_game_reset(void)
{
    check_loaded();
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

/*
 * The bot whose turn it is plays, with so much work; 0 is its usual.  {"events": [...], "pondered":
 * ...}: how long it seems to think, in thousandths of the time that a track is shown for.
 */
EXPORT(railhead_game_bot_turn) uint32_t railhead_game_bot_turn(uint64_t work)
{
    struct text text;
    struct turn turn;
    check_loaded();
    CHECK(game_is_on(&game) && !game_awaits_person(&game));
    struct bot_seat *mover = &bot[game.position.table.to_move];
    mover->budget.work = work > 0 ? work : mover->bot->work;
    const struct game_listener listener = begin_events(&text);
    game_ask(&game, &turn);
    const enum refusal refusal = game_play(&game, &turn, &listener);
    CHECK(refusal == ACCEPTED);
    json_close(&text, ']');
    json_add_key(&text, "pondered");
    json_add_number(&text, mover->player.pondered);
    json_close(&text, '}');
    return exchange_end(&text);
}

/* The levels of so many bots that are together as strong as somebody: ["medium", "hard"]. */
EXPORT(railhead_company) uint32_t railhead_company(int32_t strength, uint32_t bots)
{
    const struct bot *chosen[SEATS_MAX];
    struct text text;
    CHECK(bots > 0 && bots < SEATS_MAX);
    company_choose(company_strength(strength), bots, chosen);
    exchange_begin(&text);
    json_open(&text, '[');
    for (unsigned i = 0; i < bots; i++)
        json_add_string(&text, chosen[i]->name);
    json_close(&text, ']');
    return exchange_end(&text);
}

/* How strong the person is who has just played a round alone against bots: see play/company.h. */
EXPORT(railhead_game_strength) uint32_t railhead_game_strength(int32_t strength)
{
    check_loaded();
    return company_after_round(company_strength(strength), &game);
}

/* Takes back the last turn of the round; 0 where there is none. */
EXPORT(railhead_game_take_back) uint32_t railhead_game_take_back(void)
{
    check_loaded();
    return game_take_back(&game);
}

/* What that bot would do in the place of the seat to move, and what it believes. */
EXPORT(railhead_game_advice) uint32_t railhead_game_advice(uint32_t number)
{
    struct thoughts thoughts;
    struct turn turn;
    struct text text;
    check_loaded();
    game_advise(&game, bot_at(number), exchange_player_memory(PLACE_ADVISER), &turn, &thoughts);
    exchange_begin(&text);
    game_json_advice(&text, game.board, game.position.table.seats, &turn, &thoughts);
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

/* ---- Words ---------------------------------------------------------------------------- */

/* A name as a record can hold it. */
EXPORT(railhead_name) uint32_t railhead_name(uint32_t length)
{
    char name[NAME_SIZE];
    struct text text;
    record_clean_name(name, sizeof name, exchange_input(length), length);
    exchange_begin(&text);
    text_add(&text, name);
    return exchange_end(&text);
}
