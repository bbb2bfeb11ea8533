/* Begins, loads and plays a game. */
#include "game/game.h"

#include <string.h>

#include "base/check.h"
#include "rules/notation.h"

static const struct game_listener nobody = {NULL, NULL};

/* ---- The record ----------------------------------------------------------------------------- */

/*
 * Gets a buffer with GAME_RECORD_STEP bytes at the end of the record.  If there is no space, the
 * record is lost and false is returned.
 */
static bool begin_text(struct game *game, struct text *text)
{
    struct game_record *record = &game->record;
    if (record->grow != NULL && !record->lost && record->size - record->used < GAME_RECORD_STEP) {
        const size_t size = 2 * record->size + 2 * (size_t)GAME_RECORD_STEP;
        char *start = record->grow(record->context, record->start, size);
        if (start != NULL) {
            record->start = start;
            record->size = size;
        }
    }
    if (record->size - record->used < GAME_RECORD_STEP)
        record->lost = record->size > 0 || record->grow != NULL;
    if (!game_keeps_record(game))
        return false;
    text_init(text, record->start + record->used, GAME_RECORD_STEP);
    return true;
}

static void end_text(struct game *game, const struct text *text)
{
    CHECK(!text->cut);
    game->record.used += text->used;
}

static void write_header(struct game *game)
{
    struct text text;
    if (!begin_text(game, &text))
        return;
    record_write_header(&text, game->board, &game->position.table, &game->names);
    end_text(game, &text);
}

static void write_event(struct game *game, const struct game_event *event)
{
    struct text text;
    if (!begin_text(game, &text))
        return;
    if (event->kind == RECORD_ROUND)
        record_write_round(&text, game->board, &game->position.table, game->position.hand);
    else if (event->kind == RECORD_TURN)
        record_write_turn(&text, game->board, event->seat, event->turn);
    else
        record_write_closing(&text, game->board, &game->position.table);
    end_text(game, &text);
}

/* ---- Notifications --------------------------------------------------------------------------- */

static void begin_player(const struct game *game, unsigned seat)
{
    const struct seat *seated = &game->seat[seat];
    struct seat_game told = {
        .board = game->board, .table = &game->position.table, .names = &game->names, .seat = seat};
    bot_rng(&told.rng, game->position.seed, seated->stream);
    seated->calls->begin_game(seated->player, &told);
}

static void show_deal(const struct game *game, const struct position *dealt, unsigned seat)
{
    const struct seat *seated = &game->seat[seat];
    struct view view;
    view_of(&view, dealt, seat);
    seated->calls->begin_round(seated->player, &view);
}

static void tell_player(const struct game *game, const struct position *position, unsigned seat,
                        const struct game_event *event)
{
    const struct seat *seated = &game->seat[seat];
    if (event->kind == RECORD_ROUND)
        show_deal(game, position, seat);
    else if (event->kind == RECORD_TURN)
        seated->calls->see(seated->player, event->before, event->turn);
    else
        seated->calls->round_over(seated->player, &position->table);
}

static void tell_players(const struct game *game, const struct game_event *event)
{
    for (unsigned seat = 0; seat < game->position.table.seats; seat++) {
        if (!seat_is_person(&game->seat[seat]))
            tell_player(game, &game->position, seat, event);
    }
}

static void remember(struct game *game, const struct game_event *event)
{
    if (event->kind == RECORD_ROUND) {
        game->dealt = game->position;
        game->turns = 0;
    } else if (event->kind == RECORD_TURN) {
        CHECK(game->turns < GAME_TURNS_MAX);
        game->turn[game->turns++] = *event->turn;
    }
}

static void tell_listener(const struct game *game, const struct game_event *event,
                          const struct game_listener *listener)
{
    if (listener->hear != NULL)
        listener->hear(listener->context, game, event);
}

/* Records an event and informs players and the listener. */
static void happen(struct game *game, const struct game_event *event,
                   const struct game_listener *listener)
{
    remember(game, event);
    write_event(game, event);
    tell_players(game, event);
    tell_listener(game, event, listener);
}

static void begin_draft(struct game *game)
{
    const struct position *position = &game->position;
    if (game_awaits_person(game)) {
        turn_entry_begin(&game->entry, &position->table, &position->hand[position->table.to_move]);
    }
}

/* ---- Beginning a game ------------------------------------------------------------------------ */

void game_init(struct game *game, struct game_record record)
{
    memset(game, 0, offsetof(struct game, turn));
    game->record = record;
}

static struct game_event event_of(const struct record_reader *reader, enum record_event kind,
                                  const struct table *before)
{
    return (struct game_event){
        .kind = kind, .before = before, .seat = reader->seat, .turn = &reader->turn};
}

static bool is_last(enum record_event event)
{
    return event == RECORD_END || event == RECORD_FAULT;
}

/* Finds only the board of this game. */
static const struct board *own_board(void *context, const char *id, size_t length)
{
    const struct game *game = context;
    return word_is((struct word){id, length}, game->board->id) ? game->board : NULL;
}

/* Informs a player who joins now of the rounds before the current one. */
static void tell_earlier_rounds(struct game *game, unsigned seat)
{
    const struct seat *seated = &game->seat[seat];
    const struct table *now = &game->position.table;
    /* the current round follows with join_round() */
    const unsigned joined = now->phase == PHASE_PLAYING ? now->round : 0;
    struct record_reader reader;
    if (!seated->recalls || !game_keeps_record(game))
        return;
    record_reader_init(&reader, game->record.start, game->record.used,
                       (struct record_boards){own_board, game}, NULL);
    for (;;) {
        const struct table before = reader.position.table;
        const enum record_event kind = record_next(&reader);
        if (is_last(kind) || reader.position.table.round == joined ||
            !hand_is_known(&reader.position.hand[seat]))
            return;
        const struct game_event event = event_of(&reader, kind, &before);
        tell_player(game, &reader.position, seat, &event);
    }
}

void game_seat(struct game *game, unsigned seat, struct seat seated)
{
    CHECK(seat < SEATS_MAX);
    game->seat[seat] = seated;
    if (game->board != NULL && !seat_is_person(&seated)) {
        CHECK(seat < game->position.table.seats && seated.calls->join_round != NULL);
        begin_player(game, seat);
        tell_earlier_rounds(game, seat);
        if (game->position.table.phase == PHASE_PLAYING) {
            struct view view;
            view_of(&view, &game->dealt, seat);
            seated.calls->join_round(seated.player, &view, game->turn, game->turns);
        }
    }
    begin_draft(game);
}

void game_begin(struct game *game, const struct game_setup *setup)
{
    static const uint8_t no_seed[SEED_SIZE];
    game->board = setup->board;
    game->names = *setup->names;
    game->has_seed = setup->seed != NULL;
    game->other_deals = false;
    game->at_end = true;
    game->turns = 0;
    game->taken_back = 0;
    game->record.used = 0;
    game->record.lost = false;
    position_init(&game->position, setup->board, setup->seats, setup->variants,
                  setup->seed != NULL ? setup->seed : no_seed);
    write_header(game);
    for (unsigned seat = 0; seat < setup->seats; seat++) {
        if (!seat_is_person(&game->seat[seat]))
            begin_player(game, seat);
    }
}

/* ---- Reading a record ------------------------------------------------------------------------ */

/* Takes the position of a reader but keeps the seed of the game. */
static void take_position(struct game *game, const struct record_reader *reader)
{
    uint8_t seed[SEED_SIZE];
    memcpy(seed, game->position.seed, SEED_SIZE);
    game->position = reader->position;
    memcpy(game->position.seed, seed, SEED_SIZE);
}

/* Begins the game once the reader has read the header. */
static void begin_read(struct game *game, const struct record_reader *reader,
                       const struct game_terms *terms)
{
    const struct game_setup setup = {.board = reader->board,
                                     .seats = reader->seats,
                                     .variants = reader->variants,
                                     .names = terms->names != NULL ? terms->names : &reader->names,
                                     .seed = terms->seed};
    game_begin(game, &setup);
    game->other_deals = terms->other_deals;
}

bool game_load(struct game *game, const struct game_terms *terms, const char *text, size_t length,
               const struct game_listener *listener, struct fault *fault)
{
    struct record_reader reader;
    enum record_event kind;
    game->board = NULL;
    record_reader_init(&reader, text, length, terms->boards,
                       terms->other_deals ? NULL : terms->seed);
    do {
        const struct table before = reader.position.table;
        kind = record_next(&reader);
        if (kind != RECORD_FAULT && game->board == NULL)
            begin_read(game, &reader, terms);
        if (is_last(kind))
            break;
        const struct game_event event = event_of(&reader, kind, &before);
        take_position(game, &reader);
        happen(game, &event, listener);
    } while (!is_last(kind));
    if (kind == RECORD_FAULT) {
        *fault = reader.fault;
        game->board = NULL;
        return false;
    }
    game->taken_back = game_taken_back_read(text, length);
    begin_draft(game);
    return true;
}

/*
 * Replays the record up to this many events, informing only the listener.  Returns the number of
 * events, and leaves the reader after the last one.
 */
static unsigned read_again(struct game *game, unsigned events, struct record_reader *reader,
                           const struct game_listener *listener)
{
    unsigned read = 0;
    record_reader_init(reader, game->record.start, game->record.used,
                       (struct record_boards){own_board, game}, NULL);
    game->turns = 0;
    for (; read < events; read++) {
        const struct table before = reader->position.table;
        const enum record_event kind = record_next(reader);
        CHECK(kind != RECORD_FAULT);
        if (kind == RECORD_END)
            break;
        const struct game_event event = event_of(reader, kind, &before);
        take_position(game, reader);
        remember(game, &event);
        tell_listener(game, &event, listener);
    }
    game->at_end = reader->left == 0;
    return read;
}

void game_seek(struct game *game, unsigned events, const struct game_listener *listener)
{
    struct record_reader reader;
    CHECK(game->board != NULL && game_keeps_record(game));
    memset(game->seat, 0, sizeof game->seat);
    read_again(game, events > 0 ? events : 1, &reader, listener);
    begin_draft(game);
}

/* ---- Playing -------------------------------------------------------------------------------- */

bool game_can_deal(const struct game *game)
{
    const unsigned phase = game->position.table.phase;
    return game->board != NULL && game->has_seed && game->at_end &&
           (phase == PHASE_DEALING || phase == PHASE_ROUND_OVER);
}

void game_deal(struct game *game, const struct game_listener *listener)
{
    const struct table before = game->position.table;
    const struct game_event event = {.kind = RECORD_ROUND, .before = &before, .seat = SEAT_NONE};
    CHECK(game_can_deal(game));
    position_deal(&game->position, game->board);
    happen(game, &event, listener);
    begin_draft(game);
}

bool game_is_on(const struct game *game)
{
    return game->board != NULL && game->at_end && game->position.table.phase == PHASE_PLAYING;
}

enum refusal game_play(struct game *game, struct turn *turn, const struct game_listener *listener)
{
    const struct table before = game->position.table;
    struct game_event event = {
        .kind = RECORD_TURN, .before = &before, .seat = before.to_move, .turn = turn};
    if (!game_is_on(game))
        return REFUSED_NOT_PLAYING;
    position_settle(&game->position, game->board, turn);
    const enum refusal refusal = position_play(&game->position, game->board, turn);
    if (refusal != ACCEPTED)
        return refusal;
    happen(game, &event, listener);
    if (game->position.table.phase != PHASE_PLAYING) {
        event.kind = RECORD_CLOSED;
        happen(game, &event, listener);
    }
    begin_draft(game);
    return ACCEPTED;
}

void game_ask(const struct game *game, struct turn *turn)
{
    const unsigned seat = game->position.table.to_move;
    const struct seat *seated = &game->seat[seat];
    struct view view;
    CHECK(game_is_on(game) && !seat_is_person(seated));
    view_of(&view, &game->position, seat);
    seated->calls->turn(seated->player, &view, turn);
}

/* ---- Turns entered by people ----------------------------------------------------------------- */

enum refusal game_enter(struct game *game, unsigned seat, struct word word, struct fault *fault)
{
    fault->id = FAULT_NONE;
    if (!game_is_on(game))
        return REFUSED_NOT_PLAYING;
    if (game->position.table.to_move != seat || !game_awaits_person(game))
        return REFUSED_NOT_YOUR_TURN;
    return turn_entry_add(&game->entry, game->board, word, fault);
}

void game_reset(struct game *game)
{
    while (game_undo(game))
        ;
}

bool game_undo(struct game *game)
{
    return game_awaits_person(game) &&
           turn_entry_undo(&game->entry, game->board, &game->position.table);
}

bool game_redo(struct game *game)
{
    return game_awaits_person(game) && turn_entry_redo(&game->entry, game->board);
}

enum refusal game_confirm(struct game *game, const struct game_listener *listener, bool *stayed)
{
    *stayed = false;
    if (!game_is_on(game))
        return REFUSED_NOT_PLAYING;
    if (!game_awaits_person(game))
        return REFUSED_NOT_YOUR_TURN;
    const unsigned marker = game->entry.draft.turn.marker;
    struct turn turn = game->entry.draft.turn;
    const enum refusal refusal = game_play(game, &turn, listener);
    *stayed = refusal == ACCEPTED && turn.marker != marker;
    return refusal;
}

/* ---- Taking back ----------------------------------------------------------------------------- */

static bool can_replay_to_players(const struct game *game)
{
    for (unsigned seat = 0; seat < game->position.table.seats; seat++) {
        const struct seat *seated = &game->seat[seat];
        if (!seat_is_person(seated) &&
            (seated->calls->join_round == NULL || !hand_is_known(&game->dealt.hand[seat])))
            return false;
    }
    return true;
}

struct count {
    unsigned events, turns_end; /* all events, and those up to the last turn */
};

static void count_event(void *context, const struct game *game, const struct game_event *event)
{
    struct count *count = context;
    (void)game;
    count->events++;
    if (event->kind == RECORD_TURN)
        count->turns_end = count->events;
}

bool game_take_back(struct game *game)
{
    struct record_reader reader;
    struct count count = {0, 0};
    const struct game_listener counter = {count_event, &count};
    if (game->board == NULL || !game->at_end || game->turns == 0 || !game_keeps_record(game) ||
        !can_replay_to_players(game))
        return false;
    read_again(game, UINT32_MAX, &reader, &counter);
    const unsigned mover = (game->dealt.table.first + game->turns - 1) % game->dealt.table.seats;
    if (seat_is_person(&game->seat[mover]))
        game->taken_back++;
    read_again(game, count.turns_end - 1, &reader, &nobody);
    game->record.used = (size_t)(reader.rest - game->record.start);
    game->at_end = true;
    for (unsigned seat = 0; seat < game->position.table.seats; seat++)
        game_seat(game, seat, game->seat[seat]);
    begin_draft(game);
    return true;
}
