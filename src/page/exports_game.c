/*
 * The game that a page plays or replays: one per instance of the module.
 *
 * Seats are numbers from 1; 0 is a spectator.  Text goes in through railhead_input().  Results are
 * JSON at railhead_output(), of which the functions return the length.  A call that cannot be
 * carried out returns {"fault": {...}}, and the game stays unchanged.  No rules are decided here.
 */
#include <string.h>

#include "base/check.h"
#include "board_file/boards.h"
#include "game/company.h"
#include "page/answer.h"
#include "page/game_json.h"
#include "rules/notation.h"
#include "json/json_text.h"

enum {
    RECORD_SIZE = 1 << 19, /* bytes; a round takes at most 4 KB on the built-in boards */
    NAME_SIZE = 97,        /* bytes of a person's name with the NUL: 32 characters of 3 bytes */
};

/* The current game, and the one that is being loaded while the current one stays unchanged. */
static struct place {
    struct game game;
    char record[RECORD_SIZE];
} place[2];
static struct game *game = &place[0].game; /* its board is NULL until a game has begun */

static struct bot_seat bot[SEATS_MAX]; /* the bots in the seats of the current game */
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
uint32_t railhead_game_undo(void);
uint32_t railhead_game_redo(void);
uint32_t railhead_game_reset(void);
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

static bool is_loaded(void)
{
    return game->board != NULL;
}

static uint32_t answer_no_game(void)
{
    return answer_call_fault(FAULT_CALL_NO_GAME);
}

static uint32_t answer_no_seat(uint32_t seat)
{
    struct fault fault = {.line = 0};
    fault_say(CALL_NO_SEAT, &fault, "", game->position.table.seats, (int32_t)seat);
    return answer_fault(&fault);
}

/*
 * Returns a fault: the seat to move is a person's if `is_person`, otherwise its cards are hidden.
 */
static uint32_t answer_mover(bool is_person)
{
    struct fault fault = {.line = 0};
    const unsigned mover = game->position.table.to_move + 1;
    if (is_person)
        fault_say(CALL_PERSON_MOVES, &fault, "", mover);
    else
        fault_say(CALL_HIDDEN, &fault, "", mover);
    return answer_fault(&fault);
}

/*
 * Returns whether a bot can play the seat: false if its cards are unknown while a round is being
 * played.
 */
static bool knows_hand(const struct game *of, unsigned seat)
{
    return of->position.table.phase != PHASE_PLAYING || hand_is_known(&of->dealt.hand[seat]);
}

/* Begins {"events": [...]}, to which the listener adds events until end_events(). */
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
    return answer_end(text);
}

/* Ends the result of opening a game: {"events": [...], "seats": [...]}. */
static uint32_t end_opening(struct text *text)
{
    json_close(text, ']');
    json_add_key(text, "seats");
    game_json_seats(text, game);
    json_close(text, '}');
    return answer_end(text);
}

/* ---- Opening ------------------------------------------------------------------------------ */

/* Returns the game that is not the current one, initialised with people in all seats. */
static struct game *new_game(void)
{
    struct place *other = game == &place[0].game ? &place[1] : &place[0];
    game_init(&other->game,
              (struct game_record){.start = other->record, .size = sizeof other->record});
    return &other->game;
}

static void seat_bot(unsigned seat, const struct bot *chosen)
{
    bot_seat_init(&bot[seat], chosen, exchange_player_memory(seat));
    game_seat(game, seat, seat_of_bot(&bot[seat], seat));
}

/* The input of railhead_game_begin(): lines that each end with a line feed. */
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

/* A new game as read from the input.  `bot` is NULL for a person. */
struct opening {
    struct game_setup setup;
    struct record_names names;
    uint8_t seed[SEED_SIZE];
    const struct bot *bot[SEATS_MAX];
};

/* Reads "bot medium", or "person" with a name that may be empty. */
static bool read_seat(struct word line, unsigned seat, struct opening *opening, struct fault *fault)
{
    static const char bot_key[] = "bot ", person_key[] = "person ";
    const size_t person = sizeof person_key - 1, prefix = sizeof bot_key - 1;
    char *name = opening->names.name[seat];
    if (line.length >= person && memcmp(line.start, person_key, person) == 0) {
        record_clean_name(name, NAME_SIZE, line.start + person, line.length - person);
        return true;
    }
    if (line.length > prefix && memcmp(line.start, bot_key, prefix) == 0)
        opening->bot[seat] = bot_find(line.start + prefix, line.length - prefix);
    if (opening->bot[seat] == NULL)
        return fault_say(SETUP_NO_BOT, fault, FAULT_FORMAT, line);
    record_clean_name(name, RECORD_NAME_SIZE, line.start, line.length);
    return true;
}

static bool read_opening(struct lines *lines, struct opening *opening, struct fault *fault)
{
    struct game_setup *setup = &opening->setup;
    struct word line = {NULL, 0};
    if (!next_line(lines, &line) || !game_seed_read(line, opening->seed))
        return fault_say(SETUP_SEED, fault, FAULT_FORMAT);
    line = (struct word){NULL, 0};
    if (!next_line(lines, &line) || (setup->board = board_builtin(line.start, line.length)) == NULL)
        return fault_say(RECORD_NO_BOARD, fault, FAULT_FORMAT, line);
    if (!next_line(lines, &line) || !read_variants(line, &setup->variants, fault))
        return false;
    while (next_line(lines, &line)) {
        if (setup->seats == SEATS_MAX)
            return fault_say(SETUP_SEATS, fault, "S1");
        if (!read_seat(line, setup->seats++, opening, fault))
            return false;
    }
    return setup->seats >= SEATS_MIN || fault_say(SETUP_SEATS, fault, "S1");
}

/*
 * Begins a new game.  The lines of the input are the seed (64 digits), the board, the variants
 * separated by spaces, and "bot NAME" or "person NAME" for each seat.  Returns the same as
 * railhead_game_load().
 */
EXPORT(railhead_game_begin) uint32_t railhead_game_begin(uint32_t length)
{
    struct lines lines = {exchange_input(length), length};
    struct fault fault = {.line = 1, .id = FAULT_NONE};
    struct opening opening = {.setup = {.board = NULL}};
    struct text text;
    opening.setup.names = &opening.names;
    opening.setup.seed = opening.seed;
    if (lines.rest == NULL)
        return answer_too_long();
    if (!read_opening(&lines, &opening, &fault))
        return answer_fault(&fault);
    game = new_game();
    for (unsigned seat = 0; seat < opening.setup.seats; seat++) {
        if (opening.bot[seat] != NULL)
            seat_bot(seat, opening.bot[seat]);
    }
    begin_events(&text);
    game_begin(game, &opening.setup);
    return end_opening(&text);
}

/* Puts the bots of a saved game into their seats, if their cards are known. */
static void seat_bots(const struct game_saved *saved)
{
    for (unsigned seat = 0; seat < saved->seats && seat < game->position.table.seats; seat++) {
        const char *name = saved->word[seat];
        const struct bot *chosen = bot_find(name, strlen(name));
        if (chosen != NULL && knows_hand(game, seat))
            seat_bot(seat, chosen);
    }
}

/*
 * Loads a record, or a saved game with its bots and deals.  Returns {"events": [...], "seats":
 * [...]} with all events, or {"fault": {...}} with the number of the line in the record.
 */
EXPORT(railhead_game_load) uint32_t railhead_game_load(uint32_t length)
{
    const char *input = exchange_input(length);
    struct game_terms terms = {.boards = board_builtins};
    struct game_saved saved;
    struct fault fault;
    struct text text;
    if (input == NULL)
        return answer_too_long();
    const bool is_saved = game_saved_read(&saved, input, length);
    if (is_saved) {
        terms.seed = saved.seed;
        terms.other_deals = saved.other_deals;
    }
    struct game *loaded = new_game();
    const struct game_listener listener = begin_events(&text);
    if (!game_load(loaded, &terms, input, length, &listener, &fault))
        return answer_fault(&fault);
    if (text.cut)
        return answer_call_fault(FAULT_CALL_ANSWER_TOO_LONG);
    game = loaded;
    if (is_saved)
        seat_bots(&saved);
    return end_opening(&text);
}

/* ---- The game ----------------------------------------------------------------------------- */

/* Deals the next round.  Returns {"events": []} if there is none to deal. */
EXPORT(railhead_game_deal) uint32_t railhead_game_deal(void)
{
    struct text text;
    if (!is_loaded())
        return answer_no_game();
    const struct game_listener listener = begin_events(&text);
    if (game_can_deal(game))
        game_deal(game, &listener);
    return end_events(&text);
}

/* Moves to the position after the first `events` events of the record. */
EXPORT(railhead_game_seek) uint32_t railhead_game_seek(uint32_t events)
{
    struct text text;
    if (!is_loaded())
        return answer_no_game();
    if (!game_keeps_record(game))
        return answer_call_fault(FAULT_CALL_NO_RECORD);
    const struct game_listener listener = begin_events(&text);
    game_seek(game, events, &listener);
    return end_events(&text);
}

/* Returns the state as far as the seat may know it. */
EXPORT(railhead_game_state) uint32_t railhead_game_state(uint32_t seat)
{
    struct text text;
    struct view view;
    if (!is_loaded())
        return answer_no_game();
    if (seat > game->position.table.seats)
        return answer_no_seat(seat);
    view_of(&view, &game->position, seat == 0 ? SEAT_NONE : seat - 1);
    const bool moves = game_awaits_person(game) && game->position.table.to_move == view.seat;
    const struct shown_game shown = {.board = game->board,
                                     .names = &game->names,
                                     .view = &view,
                                     .taken_back = game->taken_back,
                                     .draft = moves ? &game->entry.draft : NULL};
    exchange_begin(&text);
    game_json_state(&text, &shown);
    return answer_end(&text);
}

/* Returns all hands that the record contains. */
EXPORT(railhead_game_hands) uint32_t railhead_game_hands(void)
{
    struct text text;
    if (!is_loaded())
        return answer_no_game();
    exchange_begin(&text);
    game_json_hands(&text, game);
    return answer_end(&text);
}

/*
 * Returns the record, or a fault as JSON.  For a seat, the hands of the others are hidden while the
 * round is being played.
 */
EXPORT(railhead_game_record) uint32_t railhead_game_record(uint32_t seat)
{
    struct text text;
    if (!is_loaded())
        return answer_no_game();
    if (seat > game->position.table.seats)
        return answer_no_seat(seat);
    if (!game_keeps_record(game))
        return answer_call_fault(FAULT_CALL_NO_RECORD);
    exchange_begin(&text);
    game_write_record(game, seat == 0 ? SEAT_NONE : seat - 1, &text);
    return answer_end(&text);
}

/* Returns the text from which railhead_game_load() resumes the game, or a fault as JSON. */
EXPORT(railhead_game_saved) uint32_t railhead_game_saved(void)
{
    struct text text;
    if (!is_loaded())
        return answer_no_game();
    if (!game_keeps_record(game))
        return answer_call_fault(FAULT_CALL_NO_RECORD);
    exchange_begin(&text);
    game_write_saved(game, &text);
    return answer_end(&text);
}

/* ---- Turns -------------------------------------------------------------------------------- */

/*
 * Adds the word in the input to the turn.  Returns {"refusal": {...}} or {"fault": {...}}, or {} if
 * it was accepted.
 */
EXPORT(railhead_game_enter) uint32_t railhead_game_enter(uint32_t seat, uint32_t length)
{
    const struct word word = {exchange_input(length), length};
    struct fault fault = {.id = FAULT_NONE};
    struct text text;
    if (!is_loaded())
        return answer_no_game();
    if (word.start == NULL)
        return answer_too_long();
    if (seat == 0 || seat > game->position.table.seats)
        return answer_no_seat(seat);
    const enum refusal refusal = game_enter(game, seat - 1, word, &fault);
    exchange_begin(&text);
    json_open(&text, '{');
    game_json_add_entered(&text, refusal, &fault);
    json_close(&text, '}');
    return answer_end(&text);
}

/* Each returns {}, even if there is nothing to undo. */
EXPORT(railhead_game_undo) uint32_t railhead_game_undo(void)
{
    if (!is_loaded())
        return answer_no_game();
    game_undo(game);
    return answer_done();
}

EXPORT(railhead_game_redo) uint32_t railhead_game_redo(void)
{
    if (!is_loaded())
        return answer_no_game();
    game_redo(game);
    return answer_done();
}

EXPORT(railhead_game_reset) uint32_t railhead_game_reset(void)
{
    if (!is_loaded())
        return answer_no_game();
    game_reset(game);
    return answer_done();
}

/*
 * Plays the turn entered.  Returns {"events": [...], "stayed": ...}, or a "refusal" and no events.
 */
EXPORT(railhead_game_confirm) uint32_t railhead_game_confirm(void)
{
    struct text text;
    bool stayed;
    if (!is_loaded())
        return answer_no_game();
    const struct game_listener listener = begin_events(&text);
    const enum refusal refusal = game_confirm(game, &listener, &stayed);
    json_close(&text, ']');
    json_add_key(&text, "stayed");
    json_add_bool(&text, stayed);
    if (refusal != ACCEPTED) {
        json_add_key(&text, "refusal");
        game_json_refusal(&text, refusal);
    }
    json_close(&text, '}');
    return answer_end(&text);
}

/* ---- Bots --------------------------------------------------------------------------------- */

/*
 * Plays the turn of the bot to move, with `work` as its budget; 0 is its default.  Returns
 * {"events": [...], "pondered": ...}: the apparent thinking time, in thousandths of the display
 * time of a track.
 */
EXPORT(railhead_game_bot_turn) uint32_t railhead_game_bot_turn(uint64_t work)
{
    struct text text;
    struct turn turn;
    if (!is_loaded())
        return answer_no_game();
    if (!game_is_on(game))
        return answer_refusal(REFUSED_NOT_PLAYING);
    if (game_awaits_person(game))
        return answer_mover(true);
    struct bot_seat *mover = &bot[game->position.table.to_move];
    mover->budget.work = work > 0 ? work : mover->bot->work;
    const struct game_listener listener = begin_events(&text);
    game_ask(game, &turn);
    const enum refusal refusal = game_play(game, &turn, &listener);
    CHECK(refusal == ACCEPTED);
    json_close(&text, ']');
    json_add_key(&text, "pondered");
    json_add_number(&text, mover->player.think_time);
    json_close(&text, '}');
    return answer_end(&text);
}

/* Returns the levels of `bots` bots that together match the strength: ["medium", "hard"]. */
EXPORT(railhead_company) uint32_t railhead_company(int32_t strength, uint32_t bots)
{
    const struct bot *chosen[SEATS_MAX];
    struct text text;
    if (bots == 0 || bots >= SEATS_MAX) {
        struct fault fault = {.line = 0};
        fault_say(CALL_BOTS, &fault, "", (int32_t)bots, SEATS_MAX - 1);
        return answer_fault(&fault);
    }
    company_choose(company_strength(strength), bots, chosen);
    exchange_begin(&text);
    json_open(&text, '[');
    for (unsigned i = 0; i < bots; i++)
        json_add_string(&text, chosen[i]->name);
    json_close(&text, ']');
    return answer_end(&text);
}

/*
 * Returns the strength of the person who has just played a round alone against bots: see
 * game/company.h.
 */
EXPORT(railhead_game_strength) uint32_t railhead_game_strength(int32_t strength)
{
    return company_after_round(company_strength(strength), game);
}

/* Takes back the last turn of the round.  Returns 0 if there is none. */
EXPORT(railhead_game_take_back) uint32_t railhead_game_take_back(void)
{
    return game_take_back(game);
}

/* Returns what the bot would play for the seat to move, and what it believes. */
EXPORT(railhead_game_advice) uint32_t railhead_game_advice(uint32_t number)
{
    struct thoughts thoughts;
    struct turn turn;
    struct text text;
    if (!is_loaded())
        return answer_no_game();
    if (number >= bot_count())
        return answer_no_bot(number);
    if (game->position.table.phase != PHASE_PLAYING)
        return answer_refusal(REFUSED_NOT_PLAYING);
    if (!knows_hand(game, game->position.table.to_move))
        return answer_mover(false);
    game_advise(game, bot_at(number), exchange_player_memory(PLACE_ADVISER), &turn, &thoughts);
    exchange_begin(&text);
    game_json_advice(&text, game->board, game->position.table.seats, &turn, &thoughts);
    return answer_end(&text);
}

/* Returns the expert's review of the turn before this position; {} if it has none. */
EXPORT(railhead_game_review) uint32_t railhead_game_review(void)
{
    struct judgement judgement;
    struct text text;
    if (!is_loaded())
        return answer_no_game();
    const bool judged = game_review(game, &reviewer, &judgement);
    exchange_begin(&text);
    if (judged)
        game_json_review(&text, game, &judgement);
    else
        text_add(&text, "{}");
    return answer_end(&text);
}

/* ---- Words ---------------------------------------------------------------------------- */

/* Returns a name as a record can hold it; "" if the input is too long. */
EXPORT(railhead_name) uint32_t railhead_name(uint32_t length)
{
    char name[NAME_SIZE];
    struct text text;
    const char *input = exchange_input(length);
    record_clean_name(name, sizeof name, input != NULL ? input : "", input != NULL ? length : 0);
    exchange_begin(&text);
    text_add(&text, name);
    return answer_end(&text);
}
